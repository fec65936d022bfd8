//! Plays games during faults, and compares every reply with a model of the game.

use super::world::World;
use chuhe_core::Game;
use chuhe_core::rules::Rules;
use chuhe_host::{Team, journal};
use chuhe_tests::player::Player;
use chuhe_tests::random::Random;
use chuhe_tests::tcp::{Client, scripts};

/// The number of commands that are sent together, before their replies are read.
const PIPELINE: usize = 500;

/// Three clients: two with named games, and one whose game has no name.
pub(crate) struct Guests {
    pub(crate) named: [(&'static str, Player); 2],
    other: Option<Player>,
    team: Team,
    random: Random,
}

impl Guests {
    pub(crate) fn connect(world: &World, seed: u64) -> Self {
        let player = || Player::new(world.client(), Game::new(Rules::default().start()));
        let mut named = ["lunch", "tea"].map(|name| (name, player()));
        for (name, player) in &mut named {
            player.expect(&format!("Name:{name}"), "True");
        }
        let team = Team::load(&scripts()).expect("the maps of the scripts");
        Self { named, other: Some(player()), team, random: Random::new(seed) }
    }

    /// Plays some moves with each client, and compares the server's game with the client's copy. If `begins` is true,
    /// clients sometimes begin new games, for which the server opens new files.
    pub(crate) fn play(&mut self, begins: bool) {
        let named = self.named.iter_mut().map(|(_, player)| player);
        for player in named.chain(&mut self.other) {
            for _ in 0..6 {
                if begins {
                    player.begin_by_chance(&mut self.random, &self.team);
                }
                player.act(&mut self.random);
            }
            // Each client makes one more move, so that the journals of the named games change.
            if let [first, ..] = player.legal_moves().as_slice() {
                player.play(*first);
            }
            player.compare();
        }
    }

    /// True if the journal of every named game contains exactly the client's copy of the game.
    pub(crate) fn are_kept(&self, world: &World) -> bool {
        self.named.iter().all(|(name, player)| {
            let path = world.home.path(&format!("games/game-{name}.journal"));
            std::fs::read_to_string(path).is_ok_and(|text| text == journal::write(&player.game))
        })
    }

    /// Waits until the clients with named games were told these states of their journals, in this order.
    pub(crate) fn wait_for(&mut self, states: &[&str]) {
        self.named.iter_mut().for_each(|(_, player)| player.wait_for_journal(states));
    }

    /// Connects the clients with named games to the restarted server, and resumes the games.
    pub(crate) fn resume(&mut self, world: &World) {
        self.other = None;
        for (name, player) in &mut self.named {
            player.client = world.client();
            player.expect(&format!("Resume:{name}"), "True");
            player.hear_end();
            player.compare();
        }
    }
}

/// Sends at least `count` commands. Each command adds a record of more than two hundred bytes to the log.
pub(crate) fn fill_the_log(client: &mut Client, count: usize) {
    let board = client.ask("RequestBoard");
    for _ in 0..count.div_ceil(PIPELINE) {
        client.send("RequestBoard\n".repeat(PIPELINE));
        for _ in 0..PIPELINE {
            assert_eq!(client.line().trim_end(), board);
        }
    }
}
