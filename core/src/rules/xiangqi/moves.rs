//! Legal moves, generated legal.
//!
//! A move of any piece but the general can leave the general in check only along the four lines
//! that meet in the general and over the four legs diagonally next to it. For each of these
//! *threats* the set of landings that answer it is known before any move is looked at; a piece
//! that stands on such a line or leg itself has a set of its own. What is left for a piece is its
//! plain moves within the intersection of those sets.

use super::Xiangqi;
use super::tables;
use crate::rules::steps::{DOWN, RAYS, RIGHT, UP};
use crate::types::{Bitboard, Kind, Side, Square};
use arrayvec::ArrayVec;

/// What one line or leg through which the general can be attacked asks of the other pieces.
struct Threat {
    /// Where a piece that has no part in the threat may land.
    landings: Bitboard,
    /// Where the pieces that hold it up may land: at most two on a line, one on a leg.
    holders: ArrayVec<(Square, Bitboard), 2>,
}

/// Four lines, four legs, and the soldiers next to the general as one.
type Threats = ArrayVec<Threat, 9>;

impl Xiangqi {
    /// Calls `found` with each piece and its legal landings within `wanted`, if it has any.
    #[inline]
    pub(super) fn generate(&self, wanted: Bitboard, mut found: impl FnMut(Square, Bitboard)) {
        let board = &self.board;
        let side = self.side;
        let general = board.general(side);
        let threats = self.threats(general);
        let landings = threats.iter().fold(wanted, |set, threat| set & threat.landings);
        let holders = threats
            .iter()
            .flat_map(|threat| &threat.holders)
            .fold(Bitboard::EMPTY, |set, (square, _)| set.with(*square));

        let mut emit = |from: Square, plain: Bitboard| {
            let allowed =
                if holders.contains(from) { held(&threats, from, wanted) } else { landings };
            let to = plain & allowed;
            if !to.is_empty() {
                found(from, to);
            }
        };
        let lines = board.lines();
        let empty = !board.occupied();
        for from in board.pieces(side, Kind::Chariot) {
            emit(from, lines.chariot(from));
        }
        for from in board.pieces(side, Kind::Cannon) {
            emit(from, lines.chariot(from) & empty | lines.cannon(from));
        }
        for from in board.pieces(side, Kind::Horse) {
            emit(from, lines.horse(from));
        }
        for from in board.pieces(side, Kind::Soldier) {
            emit(from, tables::SOLDIER[side.index()][from.index()]);
        }
        for from in board.pieces(side, Kind::Elephant) {
            emit(from, lines.elephant(from) & tables::HALF[side.index()]);
        }
        for from in board.pieces(side, Kind::Advisor) {
            emit(from, tables::ADVISOR[from.index()]);
        }
        let safe = self.general_steps(general, wanted);
        if !safe.is_empty() {
            found(general, safe);
        }
    }

    /// Where the general may step without being attacked there.
    fn general_steps(&self, general: Square, wanted: Bitboard) -> Bitboard {
        let mut lines = *self.board.lines();
        lines.toggle(general);
        (tables::GENERAL[general.index()] & wanted)
            .into_iter()
            .filter(|&to| (self.checkers(self.side, to, &lines).without(to)).is_empty())
            .collect()
    }

    /// The threats to the general of the side to move, as far as they forbid anything.
    fn threats(&self, general: Square) -> Threats {
        let mut threats = Threats::new();
        let enemy = self.board.side(!self.side);
        let soldiers = tables::SOLDIER_TO[(!self.side).index()][general.index()]
            & self.board.kind(Kind::Soldier)
            & enemy;
        if !soldiers.is_empty() {
            let landings = if soldiers.has_several() { Bitboard::EMPTY } else { soldiers };
            threats.push(Threat { landings, holders: ArrayVec::new() });
        }
        self.line_threats(general, &mut threats);
        self.leg_threats(general, &mut threats);
        threats
    }

    fn line_threats(&self, general: Square, threats: &mut Threats) {
        let enemy = self.board.side(!self.side);
        let cannons = self.board.kind(Kind::Cannon) & enemy;
        let chariots = self.board.kind(Kind::Chariot) & enemy;
        let occupied = self.board.occupied();
        let rays = &RAYS[general.index()];
        for (direction, &ray) in rays.iter().enumerate() {
            // Up and down the enemy general sees as far as a chariot.
            let riders = if direction == UP || direction == DOWN {
                chariots | self.board.kind(Kind::General) & enemy
            } else {
                chariots
            };
            if !ray.intersects(riders | cannons) {
                continue;
            }
            let line = Line { direction, ray, riders, cannons };
            let mut met = [None; 3];
            let mut rest = ray & occupied;
            for nearest in &mut met {
                *nearest = line.nearest(rest);
                rest = nearest.map_or(rest, |square| rest.without(square));
            }
            let landings = line.landings(met[0], met[1]);
            let mut holders = ArrayVec::new();
            for (place, others) in [(met[0], (met[1], met[2])), (met[1], (met[0], met[2]))] {
                if let Some(square) = place
                    && !enemy.contains(square)
                {
                    holders.push((square, line.landings(others.0, others.1)));
                }
            }
            if landings != Bitboard::FULL || holders.iter().any(|&(_, set)| set != Bitboard::FULL) {
                threats.push(Threat { landings, holders });
            }
        }
    }

    fn leg_threats(&self, general: Square, threats: &mut Threats) {
        let enemy = self.board.side(!self.side);
        let horses = self.board.kind(Kind::Horse) & enemy;
        for (corner, leg) in tables::CORNERS[general.index()].iter().enumerate() {
            let Some(leg) = *leg else { continue };
            let attackers = horses & tables::HORSES_BY_CORNER[general.index()][corner];
            if attackers.is_empty() {
                continue;
            }
            let taken = if attackers.has_several() { Bitboard::EMPTY } else { attackers };
            match self.board.piece_at(leg) {
                None => {
                    threats.push(Threat { landings: taken.with(leg), holders: ArrayVec::new() })
                }
                Some(piece) if piece.side() == self.side => {
                    let holders = [(leg, taken)].into_iter().collect();
                    threats.push(Threat { landings: Bitboard::FULL, holders });
                }
                Some(_) => {}
            }
        }
    }
}

/// Where a piece that holds up one of the threats may land.
fn held(threats: &Threats, from: Square, wanted: Bitboard) -> Bitboard {
    threats.iter().fold(wanted, |set, threat| {
        let own = threat.holders.iter().find(|(square, _)| *square == from);
        set & own.map_or(threat.landings, |&(_, landings)| landings)
    })
}

/// A line from the general outwards, and who on it is dangerous.
struct Line {
    /// Which of the rays of a point it is: up, down, left or right.
    direction: usize,
    ray: Bitboard,
    /// Those that attack along an open line: chariots and, on a file, the general.
    riders: Bitboard,
    cannons: Bitboard,
}

impl Line {
    fn nearest(&self, set: Bitboard) -> Option<Square> {
        let rising = self.direction == UP || self.direction == RIGHT;
        if rising { set.first() } else { set.last() }
    }

    /// The points of the line nearer to the general than `square`.
    fn before(&self, square: Square) -> Bitboard {
        self.ray - RAYS[square.index()][self.direction] - Bitboard::from(square)
    }

    /// Where another piece may land, if these are the first two pieces on the line, so that then
    /// no rider is the first and no enemy cannon the second.
    fn landings(&self, first: Option<Square>, second: Option<Square>) -> Bitboard {
        let Some(first) = first else { return Bitboard::FULL };
        let is_cannon =
            |square: Option<Square>| square.is_some_and(|square| self.cannons.contains(square));
        let near = self.before(first);
        if self.riders.contains(first) {
            // Block it or take it; but its place taken is a screen for a cannon behind.
            if is_cannon(second) { near } else { near.with(first) }
        } else if let Some(second) = second.filter(|_| is_cannon(second)) {
            // A second screen, or take the cannon; a screen before a cannon would only serve it.
            let beyond = self.before(second) - near - Bitboard::from(first);
            let answers = beyond.with(second);
            if is_cannon(Some(first)) { answers } else { answers | near }
        } else if is_cannon(Some(first)) {
            // Whoever steps in between gives the cannon its screen.
            !near
        } else {
            Bitboard::FULL
        }
    }
}

impl Xiangqi {
    /// The plain moves of a piece that stands on a square, taking its own side's pieces included:
    /// what it attacks and guards, a cannon's quiet moves left out.
    #[allow(dead_code)]
    pub(super) fn reach(&self, square: Square, kind: Kind, side: Side) -> Bitboard {
        let lines = self.board.lines();
        match kind {
            Kind::General => tables::GENERAL[square.index()],
            Kind::Advisor => tables::ADVISOR[square.index()],
            Kind::Elephant => lines.elephant(square) & tables::HALF[side.index()],
            Kind::Horse => lines.horse(square),
            Kind::Chariot => lines.chariot(square),
            Kind::Cannon => lines.cannon(square),
            Kind::Soldier => tables::SOLDIER[side.index()][square.index()],
            Kind::Queen => Bitboard::EMPTY,
        }
    }
}
