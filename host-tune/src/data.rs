//! The command that makes positions by self-play.

use crate::selfplay::{Player, SelfPlaySettings};
use chuhe_core::rules::Rules;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

#[derive(clap::Args, Debug)]
pub(crate) struct Data {
    /// The file to which the positions are appended.
    file: PathBuf,
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    variant: Rules,
    /// The number of games.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// The limit of nodes per move.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    nodes: u64,
    /// The number of random plies at the start of a game; up to three more are added.
    #[arg(long, value_name = "PLIES", default_value_t = 5)]
    random: u64,
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The number of games played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
}

impl Data {
    pub(crate) fn make(&self) -> Result<(), Box<dyn Error>> {
        let &Self { variant: rules, nodes, random, seed, .. } = self;
        let settings = SelfPlaySettings { rules, nodes, random, seed };
        let file = File::options().create(true).append(true).open(&self.file);
        let name = self.file.display();
        let mut out = BufWriter::new(file.map_err(|error| format!("{name}: {error}"))?);
        let next = AtomicU64::new(0);
        let (sender, received) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (sender, next) = (sender.clone(), &next);
                let mut player = Player::new(settings)?;
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= self.games || sender.send(player.play(number)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut positions = 0;
            for (games, samples) in (1..).zip(received) {
                positions += samples.len();
                for sample in samples {
                    writeln!(out, "{sample}")?;
                }
                if games % 100 == 0 || games == self.games {
                    out.flush()?;
                    writeln!(stdout(), "{games}/{} games, {positions} positions", self.games)?;
                }
            }
            Ok(())
        })
    }
}
