//! Names the theme of a mate: the pattern of the final position, or else the way in which the mate was forced.

use chuhe_core::rules::{Explain, Rules};
use chuhe_core::{AnyPosition, Kind, Move, Piece, Position, Side, Square};

/// A position in which Red has mated Black, with the square of Black's general and the pieces that give check.
struct FinalMate {
    position: AnyPosition,
    general: Square,
    checkers: Vec<(Square, Kind)>,
}

const MIDDLE: u8 = 4;
/// Black's second rank, on a board of ten ranks.
const SECOND: u8 = 8;
/// Black's third rank, on a board of ten ranks.
const THIRD: u8 = 7;

pub(super) fn theme(start: &AnyPosition, line: &[Move]) -> &'static str {
    let end = line.iter().fold(start.clone(), |position, &mv| position.play(mv));
    let pattern = FinalMate::new(end).and_then(|mate| match start.rules() {
        Rules::Chess => mate.chess_pattern(),
        _ => mate.xiangqi_pattern(),
    });
    pattern.unwrap_or_else(|| way(start, line))
}

fn way(start: &AnyPosition, line: &[Move]) -> &'static str {
    let gives_up = line.get(1).is_some_and(|reply| reply.to() == line[0].to());
    let mut position = start.clone();
    let mut all_checks = true;
    for (ply, &mv) in line.iter().enumerate() {
        position = position.play(mv);
        all_checks &= ply % 2 == 1 || position.in_check();
    }
    match (gives_up, all_checks) {
        (true, _) => "sacrifice",
        (false, true) => "checks",
        (false, false) => "quiet",
    }
}

impl FinalMate {
    fn new(position: AnyPosition) -> Option<Self> {
        let general = position.pieces(Side::Black, Kind::General).first()?;
        let checkers = position.attackers_of(general, Side::Red).into_iter().filter_map(|square| {
            let kind = position.piece_at(square)?.kind();
            (kind != Kind::General).then_some((square, kind))
        });
        let checkers = checkers.collect();
        Some(Self { position, general, checkers })
    }

    /// The squares between `one` and `other`; `None` if these two squares share no file or rank.
    fn between(one: Square, other: Square) -> Option<impl Iterator<Item = Square>> {
        let files = other.file() as i8 - one.file() as i8;
        let ranks = other.rank() as i8 - one.rank() as i8;
        let distance = (files == 0 || ranks == 0).then_some(files.abs().max(ranks.abs()))?;
        let step = move |by: i8| one.offset(files.signum() * by, ranks.signum() * by);
        Some((1..distance).filter_map(step))
    }

    /// The pieces between `from` and Black's general; `None` if `from` and the general share no file or rank.
    fn screens(&self, from: Square) -> Option<Vec<(Square, Piece)>> {
        let between = Self::between(from, self.general)?;
        Some(between.filter_map(|square| Some((square, self.position.piece_at(square)?))).collect())
    }

    fn red(&self, kind: Kind) -> impl Iterator<Item = Square> {
        self.position.pieces(Side::Red, kind).into_iter()
    }

    /// Returns true if a red horse stands on this point or on its mirror image.
    fn has_horse(&self, file: u8, rank: u8) -> bool {
        self.red(Kind::Horse)
            .any(|at| at.rank() == rank && (at.file() == file || at.file() == 2 * MIDDLE - file))
    }

    fn xiangqi_pattern(&self) -> Option<&'static str> {
        let &(from, kind) = self.checkers.first()?;
        if self.checkers.len() > 1 {
            return Some("double-check");
        }
        match kind {
            Kind::Cannon => self.cannon_pattern(from),
            Kind::Chariot => self.chariot_pattern(from),
            Kind::Horse => horse_pattern(from),
            Kind::Soldier if from.file() == MIDDLE && from.rank() == SECOND => {
                Some("soldier-in-palace")
            }
            Kind::Soldier => Some("soldier"),
            _ => None,
        }
    }

    fn cannon_pattern(&self, from: Square) -> Option<&'static str> {
        let (at, screen) = *self.screens(from)?.first()?;
        let top = self.position.rules().size().1 - 1;
        match (screen.side(), screen.kind()) {
            (Side::Red, Kind::Cannon) => Some("doubled-cannons"),
            (Side::Red, Kind::Horse) => {
                let distance = at.file().abs_diff(self.general.file())
                    + at.rank().abs_diff(self.general.rank());
                (distance == 2).then_some("horse-cannon")
            }
            (Side::Black, Kind::Advisor) if self.general.rank() == top => Some("smothered"),
            _ if from.rank() == top && self.general.file() == MIDDLE => Some("bottom-cannon"),
            _ => None,
        }
    }

    fn chariot_pattern(&self, from: Square) -> Option<&'static str> {
        let top = self.position.rules().size().1 - 1;
        let mut others = self.red(Kind::Chariot).filter(|&other| other != from);
        let is_adjacent = |other: Square| {
            from.file() == self.general.file() && other.file().abs_diff(from.file()) == 1
                || from.rank() == self.general.rank() && other.rank().abs_diff(from.rank()) == 1
        };
        let middle_cannon = self.red(Kind::Cannon).any(|at| at.file() == MIDDLE);
        let red_general = self.red(Kind::General).next()?;
        if from.rank() == top && from.file() == self.general.file() && self.general.rank() < top {
            Some("moon-from-the-sea")
        } else if middle_cannon && from.file() != MIDDLE && red_general.file() == from.file() {
            Some("iron-bolt")
        } else if self.has_horse(2, THIRD) {
            Some("angler-horse")
        } else if self.has_horse(2, SECOND) {
            Some("palace-horse")
        } else if others.any(is_adjacent) {
            Some("double-chariots")
        } else if self.faces(red_general) {
            Some("bare-face")
        } else {
            None
        }
    }

    /// Returns true if Red's general guards a file next to Black's general, because the two must not face each other.
    fn faces(&self, red_general: Square) -> bool {
        let beside = Square::new(red_general.file(), self.general.rank());
        red_general.file().abs_diff(self.general.file()) == 1
            && beside.and_then(|beside| Self::between(red_general, beside)).is_some_and(
                |mut between| between.all(|square| self.position.piece_at(square).is_none()),
            )
    }

    fn chess_pattern(&self) -> Option<&'static str> {
        let &(from, kind) = self.checkers.first()?;
        let own = |square: Square| {
            self.position.piece_at(square).is_some_and(|piece| piece.side() == Side::Black)
        };
        let neighbours = || {
            let around = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
            around
                .filter(|&step| step != (0, 0))
                .filter_map(|(files, ranks)| self.general.offset(files, ranks))
                .filter(|square| square.rank() < 8 && square.file() < 8)
        };
        match kind {
            _ if self.checkers.len() > 1 => Some("double-check"),
            Kind::Horse if neighbours().all(own) => Some("smothered"),
            Kind::Chariot | Kind::Queen if self.general.rank() == 7 && from.rank() == 7 => {
                Some("back-rank")
            }
            _ => None,
        }
    }
}

fn horse_pattern(from: Square) -> Option<&'static str> {
    match (from.file().abs_diff(MIDDLE), from.rank()) {
        (2, SECOND) => Some("palace-horse"),
        (1, THIRD) => Some("corner-horse"),
        (2, THIRD) => Some("angler-horse"),
        _ => None,
    }
}
