//! The command that makes an opening book by searches.

use crate::file_fault::replace;
use chuhe_core::rules::Rules;
use chuhe_core::{Game, Limits, Move, NoMonitor, Position, SearchLine};
use chuhe_host::openings::{Book, BookMove, mirror_image};
use chuhe_host::{SearchRequest, Thinker};
use std::collections::{BinaryHeap, HashSet};
use std::error::Error;
use std::io::{Write, stderr};
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(crate) struct BookArgs {
    /// The file for the book.
    to: PathBuf,
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    variant: Rules,
    /// The number of positions; those that the book leads to most often are searched first.
    #[arg(long, value_name = "N", default_value_t = 400)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// The limit of nodes per search.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    nodes: u64,
    /// The most that a move of the book may be worse than the best, in hundredths.
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 25)]
    #[arg(value_parser = clap::value_parser!(i16).range(0..))]
    margin: i16,
    /// The most moves of a position.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..))]
    moves: u8,
}

const HASH_MEBIBYTES: usize = 64;

/// (share, order, moves): a position to search. The position with the largest share of games is searched first. Of
/// positions with equal shares, the one that was found first is searched first.
type Waiting = (u64, std::cmp::Reverse<usize>, Vec<Move>);

impl BookArgs {
    pub(crate) fn make(&self) -> Result<(), Box<dyn Error>> {
        let mut thinker = Thinker::new(HASH_MEBIBYTES, 1)?;
        let mut waiting: BinaryHeap<Waiting> = BinaryHeap::new();
        waiting.push((1 << 40, std::cmp::Reverse(0), Vec::new()));
        let start = self.variant.start();
        let mut known = HashSet::from([start.key().get()]);
        let mut lines = Vec::new();
        let positions = self.positions as usize;
        while let Some((share, _, moves)) = waiting.pop().filter(|_| lines.len() < positions) {
            let replies = self.replies(&mut thinker, &moves);
            let sum: u64 = replies.iter().map(|(_, weight)| u64::from(*weight)).sum();
            for (mv, weight) in &replies {
                let next: Vec<Move> = moves.iter().chain([mv]).copied().collect();
                if !known.insert(self.key(&next)) {
                    continue;
                }
                known.extend(self.image_key(&next));
                let share = share / sum * u64::from(*weight);
                waiting.push((share, std::cmp::Reverse(known.len()), next));
            }
            if !replies.is_empty() {
                lines.push((moves, replies));
            }
            writeln!(stderr(), "{} of {positions} positions", lines.len())?;
        }
        lines.sort_by_key(|(moves, _)| {
            (moves.len(), moves.iter().map(|mv| mv.to_bits()).collect::<Vec<_>>())
        });
        Ok(replace(&self.to, Book::write(self.variant, &self.comment(), &lines).as_bytes())?)
    }

    /// Returns the comment of the book: the command that made the book, and the format of its lines.
    fn comment(&self) -> String {
        let Self { variant, positions, nodes, margin, moves, .. } = self;
        format!(
            "Made by: chuhe-tune book --variant {variant} --positions {positions} --nodes {nodes} \
             --margin {margin} --moves {moves}\n\
             A line: the moves to a position, a colon, the moves to play there with their weights."
        )
    }

    fn key(&self, moves: &[Move]) -> u64 {
        moves.iter().fold(self.variant.start(), |position, &mv| position.play(mv)).key().get()
    }

    fn image_key(&self, moves: &[Move]) -> Option<u64> {
        mirror_image(self.variant, moves).map(|moves| self.key(&moves))
    }

    fn replies(&self, thinker: &mut Thinker, moves: &[Move]) -> Vec<BookMove> {
        let mut game = Game::new(self.variant.start());
        if moves.iter().any(|mv| game.play(*mv).is_err()) || game.ending().is_some() {
            return Vec::new();
        }
        let limits = Limits { nodes: self.nodes, multi_pv: self.moves, ..Limits::default() };
        // In a symmetric position, a move and its mirror image are equally good, so the book contains one of them.
        let is_symmetric = self.image_key(moves) == Some(self.key(moves));
        let image = |mv: Move| mirror_image(self.variant, &[mv])?.pop();
        let is_second = |mv: &Move| image(*mv).is_some_and(|image| mv.to_bits() > image.to_bits());
        let legal = game.position().legal_moves().into_iter();
        let excluded = legal.filter(|mv| is_symmetric && is_second(mv)).collect();
        let request = SearchRequest { excluded, ..SearchRequest::new(game, limits) };
        let (_, found) = request.variations(&limits, thinker, &mut NoMonitor);
        let found = found.lines();
        let Some(best) = found.first().map(|line| line.score.get()) else { return Vec::new() };
        let reply = |line: &SearchLine| {
            let loss = i32::from(best) - i32::from(line.score.get());
            let weight = u32::try_from(i32::from(self.margin) - loss + 1).ok()?;
            Some((line.best()?, weight)).filter(|_| weight > 0)
        };
        found.iter().filter_map(reply).collect()
    }
}
