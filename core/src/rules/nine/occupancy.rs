//! How chariots, cannons, horses and elephants move on any 9-file board, by table.
//!
//! A chariot or cannon sees its rank as 9 bits and its file as 10, as bitboard programs of
//! xiangqi have done since Cheung's "Using Rotated Bitboard in Chinese Chess" (2002).

use crate::types::{Bitboard, FILES, RANKS, Square};

/// For each place on a line of 10 points and each occupancy of the eight between its ends: the
/// points a chariot reaches (bits 0 to 9), with them those that a cannon takes by jumping (from bit
/// 16), if somebody stands there, and how many the first are (from bit 28). Who stands on an end
/// changes nothing.
static LINE: [[u32; 1 << (RANKS - 2)]; RANKS as usize] = {
    let mut table = [[0; 1 << (RANKS - 2)]; RANKS as usize];
    let mut from = 0;
    while from < RANKS as usize {
        let mut between = 0;
        while between < 1 << (RANKS - 2) {
            let occupied = (between as u32) << 1 | ENDS;
            let sets = scan(from as i32, 1, occupied) | scan(from as i32, -1, occupied);
            table[from][between] = (sets as u16).count_ones() << COUNT | sets;
            between += 1;
        }
        from += 1;
    }
    table
};

/// From which bit on the number of points stands.
const COUNT: u32 = 28;

/// The two ends of a line.
const ENDS: u32 = 1 << (RANKS - 1) | 1;

/// One direction of a line: what a chariot reaches and, 16 bits up, also what a cannon jumps to.
const fn scan(from: i32, step: i32, occupied: u32) -> u32 {
    let (mut reached, mut seen) = (0, 0);
    let mut met = 0;
    let mut at = from + step;
    while at >= 0 && at < RANKS as i32 && met < 2 {
        let here = occupied >> at & 1;
        if met == 0 {
            reached |= 1 << at;
        }
        if met == 0 || here == 1 {
            seen |= 1 << at;
        }
        met += here;
        at += step;
    }
    seen << 16 | reached
}

/// Where a leaper lands, by which of two opposite points next to it are taken (bit 0 the lower).
type Pair = [Bitboard; 4];

/// The landings of a horse: over the legs left and right of it, and below and above it.
static HORSE: [(Pair, Pair); Square::COUNT] =
    pairs(&[(-1, 0, -2, -1), (-1, 0, -2, 1)], &[(0, -1, -1, -2), (0, -1, 1, -2)]);

/// Where horses stand that attack a square: by the legs diagonally below it, and above it.
static HORSE_TO: [(Pair, Pair); Square::COUNT] =
    pairs(&[(-1, -1, -2, -1), (-1, -1, -1, -2)], &[(-1, 1, -2, 1), (-1, 1, -1, 2)]);

/// The landings of an elephant, its eyes below and above; bounded by nothing but the board.
static ELEPHANT: [(Pair, Pair); Square::COUNT] = pairs(&[(-1, -1, -2, -2)], &[(-1, 1, -2, 2)]);

/// Two pairs for every square, from the landings of the lower point of each pair: where the
/// blocking point is (files, ranks), then the landing.
///
/// The higher point is the mirror image; left and right, but for the legs above and below.
const fn pairs(
    first: &[(i8, i8, i8, i8)],
    second: &[(i8, i8, i8, i8)],
) -> [(Pair, Pair); Square::COUNT] {
    let mut table = [([Bitboard::EMPTY; 4], [Bitboard::EMPTY; 4]); Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::at(index);
        table[index] = (pair(square, first), pair(square, second));
        index += 1;
    }
    table
}

const fn pair(square: Square, lower: &[(i8, i8, i8, i8)]) -> Pair {
    let mut pair = [Bitboard::EMPTY; 4];
    let mut blocked = 0;
    while blocked < 4 {
        let mut i = 0;
        while i < lower.len() {
            let (leg_files, leg_ranks, files, ranks) = lower[i];
            if blocked & 1 == 0 {
                pair[blocked] = landing(pair[blocked], square, files, ranks);
            }
            if blocked & 2 == 0 {
                // Mirror over whichever axis carries the leg to the other point of the pair.
                let (files, ranks) = if leg_files != 0 { (-files, ranks) } else { (files, -ranks) };
                assert!(leg_files != 0 || leg_ranks != 0);
                pair[blocked] = landing(pair[blocked], square, files, ranks);
            }
            i += 1;
        }
        blocked += 1;
    }
    pair
}

const fn landing(set: Bitboard, from: Square, files: i8, ranks: i8) -> Bitboard {
    match from.offset(files, ranks) {
        Some(to) => set.with(to),
        None => set,
    }
}

/// Which points are taken, by rank and by file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lines {
    /// 9 bits for each rank, with an empty rank below and above the board.
    ranks: [u16; RANKS as usize + 2],
    /// 10 bits for each file.
    files: [u16; FILES as usize],
}

impl Lines {
    pub(crate) const EMPTY: Self =
        Self { ranks: [0; RANKS as usize + 2], files: [0; FILES as usize] };

    /// Puts somebody on an empty point, or takes whoever stands there away.
    #[inline]
    pub(crate) fn toggle(&mut self, square: Square) {
        let (file, rank) = (square.file(), square.rank());
        self.ranks[rank as usize + 1] ^= 1 << file;
        self.files[file as usize] ^= 1 << rank;
    }

    /// Where a chariot may go or take, friend and foe alike.
    #[inline]
    pub(crate) fn chariot(&self, square: Square) -> Bitboard {
        let (across, along) = self.looked_up(square);
        Bitboard::from_rank(square.rank(), across as u16)
            | Bitboard::from_file(square.file(), along as u16)
    }

    /// Whom a cannon may take, friend and foe alike; all of these points are taken.
    #[inline]
    pub(crate) fn cannon(&self, square: Square) -> Bitboard {
        let (across, along) = self.looked_up(square);
        let across = (across ^ across >> 16) as u16 & self.on_rank(square.rank());
        let along = (along ^ along >> 16) as u16 & self.on_file(square.file());
        Bitboard::from_rank(square.rank(), across) | Bitboard::from_file(square.file(), along)
    }

    /// Where a cannon may go, and whom it may take, friend and foe alike.
    #[inline]
    pub(crate) fn cannon_moves(&self, square: Square) -> Bitboard {
        let (file, rank) = (square.file(), square.rank());
        let (across, along) = self.looked_up(square);
        // Of what is reached the free points, of what is seen beyond the taken ones.
        let across = across as u16 ^ (across >> 16) as u16 & self.on_rank(rank);
        let along = along as u16 ^ (along >> 16) as u16 & self.on_file(file);
        Bitboard::from_rank(rank, across) | Bitboard::from_file(file, along)
    }

    /// How many points a chariot goes to or takes, friend and foe alike.
    #[inline]
    pub(crate) fn reach(&self, square: Square) -> u32 {
        let (across, along) = self.looked_up(square);
        // A rank is one point shorter than a line of the table.
        (across >> COUNT) + (along >> COUNT) - (across >> FILES & 1)
    }

    /// The ranks of a file that are taken.
    #[inline]
    pub(crate) fn on_file(&self, file: u8) -> u16 {
        self.files[file as usize]
    }

    /// The files of a rank that are taken.
    #[inline]
    pub(crate) fn on_rank(&self, rank: u8) -> u16 {
        self.ranks[rank as usize + 1]
    }

    /// How many pieces stand between two points of one rank or file; `None` for any others.
    #[inline]
    pub(crate) fn between(&self, one: Square, other: Square) -> Option<u32> {
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
    fn looked_up(&self, square: Square) -> (u32, u32) {
        let (file, rank) = (square.file(), square.rank());
        let at = |place, line| LINE[usize::from(place)][usize::from((line >> 1) as u8)];
        (at(file, self.on_rank(rank)), at(rank, self.on_file(file)))
    }

    /// Where a horse may go or take, friend and foe alike.
    #[inline]
    pub(crate) fn horse(&self, square: Square) -> Bitboard {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let (across, along) = &HORSE[square.index()];
        across[neighbours(self.ranks[rank + 1], file)] | along[neighbours(self.files[file], rank)]
    }

    /// How many of a horse's legs are blocked.
    #[inline]
    pub(crate) fn blocked_legs(&self, square: Square) -> u32 {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let (across, along) =
            (neighbours(self.ranks[rank + 1], file), neighbours(self.files[file], rank));
        (across << 2 | along).count_ones()
    }

    /// The points from which a horse attacks the square.
    #[inline]
    pub(crate) fn horse_to(&self, square: Square) -> Bitboard {
        self.by_diagonals(square, &HORSE_TO)
    }

    /// Where an elephant that nothing but the board bounds may go or take, friend and foe alike.
    #[inline]
    pub(crate) fn elephant(&self, square: Square) -> Bitboard {
        self.by_diagonals(square, &ELEPHANT)
    }

    #[inline]
    fn by_diagonals(&self, square: Square, table: &[(Pair, Pair); Square::COUNT]) -> Bitboard {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let (below, above) = &table[square.index()];
        below[neighbours(self.ranks[rank], file)] | above[neighbours(self.ranks[rank + 2], file)]
    }
}

/// The points between two that share a rank or a file; none between any others.
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

/// The bits between two places on a line.
#[inline]
fn inner(one: u8, other: u8) -> u16 {
    ((1 << one.max(other)) - 1) & !((2 << one.min(other)) - 1)
}

/// Whether the points before (bit 0) and after (bit 1) a place on a line are taken.
#[inline]
fn neighbours(line: u16, place: usize) -> usize {
    let around = (line as usize) << 1 >> place;
    around & 1 | around >> 1 & 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The points met from a square in one direction, the nearest first.
    fn walk(from: Square, files: i8, ranks: i8) -> impl Iterator<Item = Square> {
        core::iter::successors(Some(from), move |at| at.offset(files, ranks)).skip(1)
    }

    const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

    proptest! {
        #[test]
        fn tables_agree_with_steps(taken in proptest::collection::btree_set(0..Square::COUNT, 0..60), at in 0..Square::COUNT) {
            let taken: Bitboard = taken.into_iter().map(Square::at).collect();
            let from = Square::at(at);
            let mut lines = Lines::EMPTY;
            taken.into_iter().for_each(|square| lines.toggle(square));

            let (mut chariot, mut cannon) = (Bitboard::EMPTY, Bitboard::EMPTY);
            let (mut horse, mut elephant) = (Bitboard::EMPTY, Bitboard::EMPTY);
            for (files, ranks) in ORTHOGONAL {
                let mut met = 0;
                for square in walk(from, files, ranks) {
                    let here = taken.contains(square);
                    if met == 0 { chariot = chariot.with(square) }
                    if met == 1 && here { cannon = cannon.with(square) }
                    met += u32::from(here);
                }
                if from.offset(files, ranks).is_some_and(|leg| !taken.contains(leg)) {
                    for side in [-1, 1] {
                        let (f, r) = if files != 0 { (2 * files, side) } else { (side, 2 * ranks) };
                        horse = from.offset(f, r).map_or(horse, |to| horse.with(to));
                    }
                }
            }
            for (files, ranks) in DIAGONAL {
                if from.offset(files, ranks).is_some_and(|eye| !taken.contains(eye)) {
                    elephant = from.offset(2 * files, 2 * ranks).map_or(elephant, |to| elephant.with(to));
                }
            }
            let legs = ORTHOGONAL.into_iter().filter_map(|(files, ranks)| from.offset(files, ranks));
            prop_assert_eq!(lines.chariot(from), chariot);
            prop_assert_eq!(lines.reach(from), chariot.len());
            prop_assert_eq!(lines.blocked_legs(from), legs.filter(|&leg| taken.contains(leg)).count() as u32);
            prop_assert_eq!(lines.cannon(from), cannon);
            prop_assert_eq!(lines.cannon_moves(from), (chariot - taken) | cannon);
            prop_assert_eq!(lines.horse(from), horse);
            prop_assert_eq!(lines.elephant(from), elephant);
            let attackers: Bitboard = Square::all().filter(|&square| lines.horse(square).contains(from)).collect();
            prop_assert_eq!(lines.horse_to(from), attackers);
        }
    }
}
