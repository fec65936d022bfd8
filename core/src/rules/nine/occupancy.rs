//! The taken (occupied) points of each rank and each file. From these, the moves and attacks of pieces are computed.
//!
//! A rank is stored in 9 bits and a file in 10 bits. Xiangqi programs with bitboards have done this since Cheung's
//! "Using Rotated Bitboard in Chinese Chess" (2002).

use super::leaps::{ELEPHANT, HORSE, HORSE_ATTACKERS};
use crate::array::array;
use crate::types::{Bitboard, FILES, RANKS, Square};

/// Attacks along a line (a rank or file) of 10 points. The indices are the attacker's place and the occupancy of the
/// eight points between the ends. The attacks are the same whether or not a piece stands on an end.
///
/// - Bits 0 to 9: the points that a chariot reaches.
/// - Bits 16 to 25: the same points, and in each direction the second piece, which a cannon attacks.
/// - From bit [`COUNT`] on: the number of points that a chariot reaches.
static LINE_ATTACKS: [[u32; 1 << (RANKS - 2)]; RANKS as usize] = {
    array!(from < RANKS as usize => array!(inner < 1 << (RANKS - 2) => {
        let occupied = (inner as u32) << 1 | ENDS;
        let sets = scan(from as i32, 1, occupied) | scan(from as i32, -1, occupied);
        (sets as u16).count_ones() << COUNT | sets
    }))
};

/// The bit of an entry of [`LINE_ATTACKS`] at which the number of points begins.
const COUNT: u32 = 28;

const ENDS: u32 = 1 << (RANKS - 1) | 1;

/// Returns the attacks in one direction of a line. The low 16 bits are a chariot's attacks. The high 16 bits are the
/// attacks of a chariot and of a cannon together.
const fn scan(from: i32, step: i32, occupied: u32) -> u32 {
    let (mut by_chariot, mut by_either) = (0, 0);
    let mut pieces_met = 0;
    let mut at = from + step;
    while at >= 0 && at < RANKS as i32 && pieces_met < 2 {
        let here = occupied >> at & 1;
        if pieces_met == 0 {
            by_chariot |= 1 << at;
        }
        if pieces_met == 0 || here == 1 {
            by_either |= 1 << at;
        }
        pieces_met += here;
        at += step;
    }
    by_either << 16 | by_chariot
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Occupancy {
    /// The taken points of each rank, in 9 bits. The first and the last entry are empty ranks outside the board.
    ranks: [u16; RANKS as usize + 2],
    files: [u16; FILES as usize],
}

impl Occupancy {
    pub(crate) const EMPTY: Self =
        Self { ranks: [0; RANKS as usize + 2], files: [0; FILES as usize] };

    #[inline]
    pub(crate) fn toggle(&mut self, square: Square) {
        let (file, rank) = (square.file(), square.rank());
        self.ranks[rank as usize + 1] ^= 1 << file;
        self.files[file as usize] ^= 1 << rank;
    }

    /// The points that a chariot moves to or attacks. Points with pieces of its own side are included.
    ///
    /// If this function were inlined everywhere, it would take 4 KB of a device's flash. The code that runs most often
    /// uses [`Self::lines`] instead.
    #[cfg_attr(target_os = "none", inline(never))]
    #[cfg_attr(not(target_os = "none"), inline)]
    pub(crate) fn chariot(&self, square: Square) -> Bitboard {
        self.lines(square).chariot()
    }

    /// The taken points that a cannon attacks over a screen. Points with pieces of its own side are included.
    #[inline]
    pub(crate) fn cannon_attacks(&self, square: Square) -> Bitboard {
        self.lines(square).cannon_attacks()
    }

    /// The taken points of a file, bit 0 for rank 0.
    #[inline]
    pub(crate) fn on_file(&self, file: u8) -> u16 {
        self.files[file as usize]
    }

    /// The taken points of a rank, bit 0 for file `a`.
    #[inline]
    pub(crate) fn on_rank(&self, rank: u8) -> u16 {
        self.ranks[rank as usize + 1]
    }

    /// The number of pieces between two points of one rank or file; `None` if the points share neither.
    #[inline]
    pub(crate) fn count_between(&self, one: Square, other: Square) -> Option<u32> {
        let (line, a, b) = if one.file() == other.file() {
            (self.files[one.file() as usize], one.rank(), other.rank())
        } else if one.rank() == other.rank() {
            (self.ranks[one.rank() as usize + 1], one.file(), other.file())
        } else {
            return None;
        };
        Some((line & inner(a, b)).count_ones())
    }

    #[inline]
    pub(crate) fn lines(&self, square: Square) -> Lines {
        let (file, rank) = (square.file(), square.rank());
        let taken = [self.on_rank(rank), self.on_file(file)];
        let at = |place, line| LINE_ATTACKS[usize::from(place)][usize::from((line >> 1) as u8)];
        Lines { square, taken, attacks: [at(file, taken[0]), at(rank, taken[1])] }
    }

    /// The points that a horse moves to or attacks. Points with pieces of its own side are included.
    #[inline]
    pub(crate) fn horse(&self, square: Square) -> Bitboard {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let [across, along] = &HORSE[square.index()];
        across[neighbours(self.ranks[rank + 1], file)] | along[neighbours(self.files[file], rank)]
    }

    #[inline]
    pub(crate) fn blocked_legs(&self, square: Square) -> u32 {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let (across, along) =
            (neighbours(self.ranks[rank + 1], file), neighbours(self.files[file], rank));
        (across << 2 | along).count_ones()
    }

    #[inline]
    pub(crate) fn horse_attackers(&self, square: Square) -> Bitboard {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let [below, above] = &HORSE_ATTACKERS[square.index()];
        below[neighbours(self.ranks[rank], file)] | above[neighbours(self.ranks[rank + 2], file)]
    }

    /// The points that an elephant moves to or attacks, as if there were no river.
    #[inline]
    pub(crate) fn elephant(&self, square: Square) -> Bitboard {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let landings =
            |on: usize, over: u16| ELEPHANT[on.min(RANKS as usize)][file][neighbours(over, file)];
        landings(rank.wrapping_sub(2), self.ranks[rank]) | landings(rank + 2, self.ranks[rank + 2])
    }
}

/// The taken points and the attacks on the rank and on the file of a square. In each array the rank comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    square: Square,
    taken: [u16; 2],
    attacks: [u32; 2],
}

impl Lines {
    #[inline]
    pub(crate) fn chariot(self) -> Bitboard {
        self.points(self.attacks.map(|attacks| attacks as u16))
    }

    #[inline]
    pub(crate) fn chariot_mobility(self) -> u32 {
        let [across, along] = self.attacks;
        // A line of the table has 10 points, but a rank has only 9. So the tenth point of a rank must not count.
        (across >> COUNT) + (along >> COUNT) - (across >> FILES & 1)
    }

    #[inline]
    pub(crate) fn cannon_attacks(self) -> Bitboard {
        let attacked = |attacks: u32, taken| (attacks ^ attacks >> 16) as u16 & taken;
        let ([across, along], [on_rank, on_file]) = (self.attacks, self.taken);
        self.points([attacked(across, on_rank), attacked(along, on_file)])
    }

    /// The free points that a cannon moves to, and the taken points that it attacks.
    #[inline]
    pub(crate) fn cannon_moves(self) -> Bitboard {
        // A screen is in both sets, so the exclusive or removes it.
        let moves = |attacks: u32, taken| attacks as u16 ^ (attacks >> 16) as u16 & taken;
        let ([across, along], [on_rank, on_file]) = (self.attacks, self.taken);
        self.points([moves(across, on_rank), moves(along, on_file)])
    }

    #[inline]
    fn points(self, [across, along]: [u16; 2]) -> Bitboard {
        let Self { square, .. } = self;
        Bitboard::from_rank(square.rank(), across) | Bitboard::from_file(square.file(), along)
    }
}

/// The points between two points of one rank or file; the empty set if the two points share neither.
#[inline]
pub(crate) fn between(one: Square, other: Square) -> Bitboard {
    if one.file() == other.file() {
        Bitboard::from_file(one.file(), inner(one.rank(), other.rank()))
    } else if one.rank() == other.rank() {
        Bitboard::from_rank(one.rank(), inner(one.file(), other.file()))
    } else {
        Bitboard::EMPTY
    }
}

#[inline]
fn inner(one: u8, other: u8) -> u16 {
    ((1 << one.max(other)) - 1) & !((2 << one.min(other)) - 1)
}

/// The taken neighbours of a place on a line. Bit 0 stands for the point before the place, bit 1 for
/// the point after it.
#[inline]
fn neighbours(line: u16, place: usize) -> usize {
    let around = (line as usize) << 1 >> place;
    around & 1 | around >> 1 & 2
}
