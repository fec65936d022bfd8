//! The command that makes a table of forced mates out of games of self-play. `chuhe-arena mates`
//! measures with it how soon a search sees them.

use crate::of;
use crate::problems::mate::Prover;
use crate::selfplay::{Player, SelfPlaySettings};
use chuhe_core::Position;
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::io::{Write, stdout};
use std::ops::RangeInclusive;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(crate) struct Mates {
    /// The file for the table, which is replaced.
    file: PathBuf,
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    variant: Rules,
    /// The number of mates.
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// The largest number of mates of one length.
    #[arg(long, value_name = "N", default_value_t = 60)]
    each: usize,
    /// The limit of nodes per move of the games.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    nodes: u64,
    /// The limit of nodes of the search for the shortest mate.
    #[arg(long, value_name = "N", default_value_t = 250_000)]
    search: u64,
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 2026)]
    seed: u64,
}

/// The number of random plies at the start of a game.
const RANDOM_PLIES: u64 = 6;

/// The moves to the mates of the table.
const MOVES: RangeInclusive<u16> = 3..=8;

/// The least number of moves before the end of a game at which a mate is looked for, and the number of
/// such places. Mates are often shorter than the way that the game took.
const BACK: usize = 4;
const PLACES: u64 = 6;

/// After this number of games for each mate wanted, the command gives up.
const GAMES_PER_MATE: u64 = 100;

impl Mates {
    /// Plays games until there are enough mates, and writes each as it is proved. A game gives one
    /// position at most.
    pub(crate) fn make(&self) -> Result<(), Box<dyn Error>> {
        let settings = SelfPlaySettings {
            rules: self.variant,
            nodes: self.nodes,
            every: 1,
            quick_nodes: self.nodes,
            random: RANDOM_PLIES,
            seed: self.seed,
        };
        let mut player = Player::new(settings, None)?;
        let mut prover = Prover::new(self.search)?;
        let file = File::create(&self.file);
        let mut file = file.map_err(|error| of(&self.file, &error))?;
        writeln!(file, "fen,moves")?;
        let mut found: HashMap<u16, usize> = HashMap::new();
        for number in 0..GAMES_PER_MATE * self.count as u64 {
            if found.values().sum::<usize>() >= self.count {
                break;
            }
            let positions = player.finish(number);
            if !positions.last().is_some_and(|last| last.legal_moves().is_empty()) {
                continue;
            }
            let back = BACK + (number % PLACES) as usize;
            let Some(at) = positions.len().checked_sub(2 * back) else { continue };
            let position = positions[at].clone();
            let Some(moves) = prover.shortest_mate(&position) else { continue };
            let same = found.entry(moves).or_default();
            if MOVES.contains(&moves) && *same < self.each {
                *same += 1;
                writeln!(file, "{},{moves}", Fen { position, move_number: 1 })?;
                writeln!(stdout(), "game {number}: mate in {moves}")?;
            }
        }
        Ok(())
    }
}
