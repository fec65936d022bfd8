//! Reads lists of openings, and makes random openings that are roughly even.

use chuhe_core::notation::{self, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Key, Move, Position};
use chuhe_host::engine::MoveFormat;
use chuhe_host::{RandomOpenings, fen};
use chuhe_records::NodeId;
use std::collections::HashSet;
use std::{fmt, io};

/// A start position, and the moves made before the players take over.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    start: AnyPosition,
    moves: Vec<Move>,
}

const EMPTY: &str = "the list is empty";

impl Opening {
    pub fn standard(rules: Rules) -> Self {
        Self { start: rules.start(), moves: Vec::new() }
    }

    /// Reads a list with a FEN or `startpos` in each line, possibly followed by the word `moves` and the moves.
    /// Comments begin with `;` or `#`; empty lines and the operations of EPD are skipped.
    pub fn read_list(rules: Rules, text: &str) -> Result<Vec<Self>, String> {
        let mut openings = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = fen::without_operations(text);
            let text = text.split([';', '#']).next().unwrap_or_default().trim();
            if !text.is_empty() {
                let opening = Self::read(rules, text);
                openings.push(opening.map_err(|fault| format!("line {line}: {fault}"))?);
            }
        }
        if openings.is_empty() { Err(format!("line 1: {EMPTY}")) } else { Ok(openings) }
    }

    /// Reads the main line of each game of a PGN file. Skips games of other rules, and games that ended by the rules.
    pub fn read_pgn(rules: Rules, text: &str) -> Result<Vec<Self>, String> {
        let found = chuhe_records::read_all(text.as_bytes());
        if let Some(fault) = found.faults.first() {
            return Err(fault.to_string());
        }
        let games = found.games.iter().filter(|game| game.rules() == rules);
        let openings: Vec<Self> = games
            .map(|game| Self { start: game.position(NodeId::ROOT), moves: game.moves() })
            .filter(|opening| opening.game().ending().is_none())
            .collect();
        if openings.is_empty() { Err(EMPTY.to_owned()) } else { Ok(openings) }
    }

    fn read(rules: Rules, text: &str) -> Result<Self, String> {
        let (before, moves) = text.split_once("moves").unwrap_or((text, ""));
        let start = match before.trim() {
            "startpos" => rules.start(),
            text => fen::read_for(rules, text).map_err(|fault| fault.to_string())?.position,
        };
        let mut opening = Self { start, moves: Vec::new() };
        let mut position = opening.start.clone();
        for text in moves.split_whitespace() {
            let mv = notation::read(Style::Coordinates, text, &position)
                .map_err(|error| format!("{text:?}: {error}"))?;
            position = position.play(mv);
            opening.moves.push(mv);
        }
        if opening.game().ending().is_some() {
            return Err("the game is over before it begins".to_owned());
        }
        Ok(opening)
    }

    pub fn game(&self) -> Game<AnyPosition> {
        let mut game = Game::new(self.start.clone());
        for &mv in &self.moves {
            // The moves are legal: they were checked when the opening was made.
            let played = game.play(mv);
            debug_assert!(played.is_ok());
        }
        game
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start == self.start.rules().start() {
            f.write_str("startpos")?;
        } else {
            let fen = notation::Fen { position: self.start.clone(), move_number: 1 };
            write!(f, "{fen}")?;
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        let moves = MoveFormat::default().write_line(&self.start, &self.moves);
        moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

#[derive(Debug, Default)]
pub struct Openings {
    pub list: Vec<Opening>,
    /// Makes random openings when the list is used up. `None`: the list is repeated.
    pub generator: Option<Generator>,
}

impl Openings {
    pub fn for_round(&mut self, round: usize) -> Opening {
        if let Some(generator) = &mut self.generator {
            while self.list.len() <= round {
                self.list.push(generator.next(self.list.len()));
            }
        }
        self.list[round % self.list.len()].clone()
    }
}

/// Makes random openings, each with a different final position. After `TRIES` failures it gives the start position.
#[derive(Debug)]
pub struct Generator {
    rules: Rules,
    plies: usize,
    random: RandomOpenings,
    known: HashSet<Key>,
}

const TRIES: u32 = 500;

impl Generator {
    pub fn new(rules: Rules, plies: usize, seed: u64) -> io::Result<Self> {
        Ok(Self { rules, plies, random: RandomOpenings::new(seed)?, known: HashSet::new() })
    }

    fn next(&mut self, found: usize) -> Opening {
        let start = self.rules.start();
        for _ in 0..TRIES {
            if let Some((moves, position)) = self.random.attempt(&start, self.plies)
                && self.known.insert(position.key())
            {
                return Opening { start, moves };
            }
        }
        let told = format!("no new even opening after {found}; the usual start instead");
        chuhe_host::complain("chuhe-arena", &told);
        Opening::standard(self.rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_are_new_and_the_same_for_the_same_seed() {
        let list = |seed| {
            let mut generator = Generator::new(Rules::Xiangqi, 4, seed).unwrap();
            (0..6).map(|found| generator.next(found).to_string()).collect::<Vec<_>>()
        };
        let first = list(1);
        assert_eq!(list(1), first);
        assert_ne!(list(2), first);
        assert_eq!(first.iter().collect::<HashSet<_>>().len(), 6);
        for text in first {
            let openings = Opening::read_list(Rules::Xiangqi, &text).unwrap();
            assert_eq!(openings[0].to_string(), text);
            assert_eq!(openings[0].moves.len(), 4);
        }
        let list = "# two\nstartpos moves h2e2 h9g7\n4k4/9/9/9/9/9/9/4C4/9/4K4 w ; an endgame\n";
        let openings = Opening::read_list(Rules::Xiangqi, list).unwrap();
        assert_eq!(openings[0].to_string(), "startpos moves h2e2 h9g7");
        let error = Opening::read_list(Rules::Xiangqi, "\nstartpos moves e0e5").unwrap_err();
        assert!(error.starts_with("line 2: \"e0e5\""), "{error}");
    }
}
