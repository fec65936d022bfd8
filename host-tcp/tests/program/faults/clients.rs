//! Clients that play while things go wrong. Every reply is compared with a model of the game.

use super::world::World;
use chuhe_core::Game;
use chuhe_core::rules::Rules;
use chuhe_host::{Team, journal};
use chuhe_tests::player::Player;
use chuhe_tests::random::Random;
use chuhe_tests::tcp::{Client, scripts};

/// The commands that are sent at a time, without waiting for replies.
const PIPELINE: usize = 500;

/// A client with its game, and the name of it if it has one.
struct Guest {
    name: Option<&'static str>,
    player: Player,
}

/// Several clients: two with named games, and one without.
pub(crate) struct Guests {
    guests: Vec<Guest>,
    team: Team,
    random: Random,
}

impl Guests {
    pub(crate) fn connect(world: &World, seed: u64) -> Self {
        let guest = |name| {
            let game = Game::new(Rules::default().start());
            Guest { name, player: Player::new(world.client(), game) }
        };
        let mut guests: Vec<_> = [Some("lunch"), Some("tea"), None].map(guest).into();
        for Guest { name, player } in &mut guests {
            if let Some(name) = name {
                player.expect(&format!("Name:{name}"), "True");
            }
        }
        let team = Team::load(&scripts()).expect("the maps of the scripts");
        Self { guests, team, random: Random::new(seed) }
    }

    /// Lets each play some moves, ask for everything, and perhaps begin games: their journals are new files.
    pub(crate) fn play(&mut self, begins: bool) {
        for Guest { player, .. } in &mut self.guests {
            for _ in 0..6 {
                if begins {
                    player.begin_by_chance(&mut self.random, &self.team);
                }
                player.act(&mut self.random);
            }
            // At least one move, so that the journal changes.
            if let [first, ..] = player.legal_moves().as_slice() {
                player.play(*first);
            }
            player.compare();
        }
    }

    /// True if every named game is in its journal, with every move.
    pub(crate) fn are_kept(&self, world: &World) -> bool {
        self.guests.iter().filter_map(|guest| Some((guest.name?, &guest.player))).all(
            |(name, player)| {
                let path = world.path("games").join(format!("game-{name}.journal"));
                std::fs::read_to_string(path).is_ok_and(|text| text == journal::write(&player.game))
            },
        )
    }

    /// The number of those with a name.
    pub(crate) fn named(&self) -> usize {
        self.guests.iter().filter(|guest| guest.name.is_some()).count()
    }

    /// Waits until those with a name were told this of their journals, in this order.
    pub(crate) fn wait_for(&mut self, states: &[&str]) {
        for guest in self.guests.iter_mut().filter(|guest| guest.name.is_some()) {
            guest.player.wait_for_journal(states);
        }
    }

    /// Connects those with a name again, to a server that was started again.
    pub(crate) fn resume(&mut self, world: &World) {
        self.guests.retain(|guest| guest.name.is_some());
        for Guest { name, player } in &mut self.guests {
            player.client.journal.clear();
            player.client = world.client();
            player.expect(&format!("Resume:{}", name.unwrap_or_default()), "True");
            player.hear_end();
            player.compare();
        }
    }
}

/// Sends this number of commands, each of which makes a record of some hundred bytes in the log.
pub(crate) fn fill_the_log(client: &mut Client, count: usize) {
    let board = client.ask("RequestBoard");
    for _ in 0..count.div_ceil(PIPELINE) {
        client.send("RequestBoard\n".repeat(PIPELINE));
        for _ in 0..PIPELINE {
            assert_eq!(client.line().trim_end(), board);
        }
    }
}
