//! A naive model of a game: it keeps a list of moves, and derives all else from the list each time.

use chuhe_core::rules::Rules;
use chuhe_core::{EndReason, Ending, Game, Move, Past, PlayError, Position, Side, Square};

#[derive(Clone, Debug)]
pub enum Command {
    /// Plays the legal move with this index, modulo the number of legal moves.
    Play(u8),
    /// Tries the reverse of the last move of the side to move. The reverse may be illegal.
    Return,
    /// Tries the move with these bits, which may be illegal.
    Try(u16),
    Undo,
    Redo,
    /// Goes to the position after this number of moves.
    GoTo(usize),
    Restart,
    Resign(Side),
}

/// The moves of a game, the number of moves played and not undone, and the side that resigned.
#[derive(Clone, Debug)]
pub struct Model<P> {
    start: P,
    record: Vec<Move>,
    played: usize,
    resigned: Option<Side>,
}

impl<P: Position> Model<P> {
    pub const fn new(start: P) -> Self {
        Self { start, record: Vec::new(), played: 0, resigned: None }
    }

    fn positions(&self) -> Vec<P> {
        let mut positions = vec![self.start.clone()];
        for &mv in &self.record[..self.played] {
            positions.push(positions[positions.len() - 1].play(mv));
        }
        positions
    }

    fn now(&self) -> P {
        self.record[..self.played].iter().fold(self.start.clone(), |at, &mv| at.play(mv))
    }

    /// The plies at which the current position occurred.
    fn occurrences(&self) -> Vec<usize> {
        let positions = self.positions();
        // In chess, only the key tells whether the rights to castle and to take en passant are the same.
        let same_rights = |a: &P, b: &P| a.rules() != Rules::Chess || a.key() == b.key();
        let same = |a: &P, b: &P| {
            a.side() == b.side()
                && same_rights(a, b)
                && Square::all().all(|at| a.piece_at(at) == b.piece_at(at))
        };
        (0..=self.played).filter(|&ply| same(&positions[ply], &positions[self.played])).collect()
    }

    /// Returns the verdict of the rules on a repetition that began at this ply.
    fn judged(&self, since: usize) -> Ending {
        let positions = self.positions();
        let plies: Vec<Past> = (since..self.played)
            .map(|ply| {
                let before = &positions[ply];
                Past { key: before.key(), mv: self.record[ply], check: before.in_check() }
            })
            .collect();
        self.now().judge_repetition(&plies)
    }

    fn ending(&self) -> Option<Ending> {
        if let Some(loser) = self.resigned {
            return Some(Ending::win(!loser, EndReason::Resignation));
        }
        let (now, occurrences) = (self.now(), self.occurrences());
        let is_quiet = now.halfmove_clock() >= now.halfmove_limit();
        now.variant_end()
            .or_else(|| now.legal_moves().is_empty().then(|| now.ending_without_moves()))
            .or_else(|| (occurrences.len() >= 3).then(|| self.judged(occurrences[0])))
            .or_else(|| is_quiet.then_some(Ending::draw(EndReason::NoCapture)))
    }

    fn warning(&self) -> Option<Ending> {
        let occurrences = self.occurrences();
        (self.ending().is_none() && occurrences.len() == 2).then(|| self.judged(occurrences[0]))
    }

    fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(ending) = self.ending() {
            return Err(PlayError::Over(ending));
        }
        if !self.now().legal_moves().contains(&mv) {
            return Err(PlayError::Illegal(self.start.rules(), mv));
        }
        self.record.truncate(self.played);
        self.record.push(mv);
        self.played += 1;
        Ok(())
    }

    fn go_to(&mut self, ply: usize) {
        self.played = ply.min(self.record.len());
        self.resigned = None;
    }

    fn asked_for(&self, command: &Command) -> Option<Move> {
        let moves = self.now().legal_moves();
        match *command {
            Command::Play(choice) if !moves.is_empty() => {
                Some(moves[usize::from(choice) % moves.len()])
            }
            Command::Return if self.played >= 2 => {
                let last = self.record[self.played - 2];
                last.to().zip(last.from()).map(|(from, to)| Move::new(from, to))
            }
            Command::Try(bits) => Move::from_bits(bits),
            _ => None,
        }
    }

    /// Carries out a command on the model and on the game, and compares the results.
    pub fn obey(&mut self, game: &mut Game<P>, command: &Command) {
        match *command {
            Command::Play(_) | Command::Return | Command::Try(_) => {
                if let Some(mv) = self.asked_for(command) {
                    assert_eq!(game.play(mv), self.play(mv));
                }
            }
            Command::Undo => {
                let undone = self.played.checked_sub(1).map(|ply| self.record[ply]);
                assert_eq!(game.undo(), undone);
                if undone.is_some() {
                    self.go_to(self.played - 1);
                }
            }
            Command::Redo => {
                let redone = self.record.get(self.played).copied();
                assert_eq!(game.redo(), redone);
                if redone.is_some() {
                    self.go_to(self.played + 1);
                }
            }
            Command::GoTo(ply) => {
                game.go_to(ply);
                self.go_to(ply);
            }
            Command::Restart => {
                game.restart();
                self.record.clear();
                self.go_to(0);
            }
            Command::Resign(side) => {
                game.resign(side);
                if self.ending().is_none() {
                    self.resigned = Some(side);
                }
            }
        }
    }

    pub fn assert_same(&self, game: &Game<P>) {
        assert_eq!(game.start(), &self.start);
        assert_eq!(game.position(), &self.now());
        assert_eq!(game.moves(), &self.record[..self.played]);
        assert_eq!(game.undone(), &self.record[self.played..]);
        assert_eq!(game.ending(), self.ending());
        assert_eq!(game.warning(), self.warning());
    }
}
