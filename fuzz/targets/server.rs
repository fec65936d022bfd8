//! Sends any commands of one client. Every answer and every move of the computer must agree with a model.
#![no_main]

use chuhe_core::map::Point;
use chuhe_host::Team;
use chuhe_tests::choices::Choices;
use chuhe_tests::player::{MAPS, Player};
use chuhe_tests::tcp::{Server, Setup, scripts};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static TEAM: LazyLock<Team> = LazyLock::new(|| Team::load(&scripts()).expect("maps"));

/// A server that answers at once, because its computer searches only 20 positions.
static SERVER: LazyLock<Server> = LazyLock::new(|| Server::start(&Setup::new("manual --nodes 20")));

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let game = TEAM.map("manual").expect("a map").game();
    let mut player = Player::new(SERVER.client(), game);
    // Longer games would not test more.
    for _ in 0..64 {
        if choices.is_empty() {
            break;
        }
        match choices.byte() % 12 {
            0..6 => match player.legal_moves().as_slice() {
                [] => player.expect("Move:9,4:8,4", "False"),
                moves => player.play(choices.pick(moves)),
            },
            6 => {
                let mut point = || Point { row: choices.byte() % 12, column: choices.byte() % 12 };
                player.try_move(point(), point());
            }
            7 | 8 => player.undo(),
            9 => player.hint(),
            10 => player.begin(&TEAM.map(choices.pick(&MAPS)).expect("a map")),
            _ => player.expect(&format!("Level:{}", choices.byte() % 10), "True"),
        }
    }
    player.compare();
});
