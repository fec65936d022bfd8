//! Sets of squares, in two representations.

// Each build uses one representation; tests compare both.
#[cfg(any(test, not(any(target_pointer_width = "64", target_family = "wasm"))))]
mod narrow;
#[cfg(any(test, target_pointer_width = "64", target_family = "wasm"))]
mod wide;

use super::{FILES, RANKS, Square};
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

#[cfg(not(any(target_pointer_width = "64", target_family = "wasm")))]
use narrow::Bits;
#[cfg(any(target_pointer_width = "64", target_family = "wasm"))]
use wide::Bits;

/// A set of squares: 90 bits, one for each square. The bit of a square has the number `rank * 9 + file`.
///
/// The bits are stored in two `u64` on 64-bit machines and in WebAssembly, and in three `u32` on other machines.
///
/// # Examples
/// ```
/// use chuhe_core::{Bitboard, Square};
/// let (a, b) = (Square::new(0, 0).unwrap(), Square::new(8, 9).unwrap());
/// let set = Bitboard::from(a) | Bitboard::from(b);
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(b));
/// assert!(set.into_iter().eq([a, b]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(Bits);

impl Bitboard {
    /// The set without squares, which is also the default.
    pub const EMPTY: Self = Self(Bits::EMPTY);
    /// All 90 squares, also in a game with a smaller board.
    pub const FULL: Self = Self(Bits::FULL);

    /// The squares of a rank whose files have their bit set in `files`. Bit 0 is file `a`.
    #[inline]
    pub const fn from_rank(rank: u8, files: u16) -> Self {
        Self(Bits::rank(rank, files))
    }

    /// The squares of a file whose ranks have their bit set in `ranks`. Bit 0 is rank 0.
    #[inline]
    pub const fn from_file(file: u8, ranks: u16) -> Self {
        Self(Bits::file(file, ranks))
    }

    /// The set with a square added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0.or(Bits::bit(square.index())))
    }

    /// The set with a square taken out.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0.and(Bits::bit(square.index()).not()))
    }

    /// The set moved up by one rank. Squares on rank 9 are dropped.
    #[inline]
    #[must_use]
    pub const fn up(self) -> Self {
        Self(self.0.shl(FILES as u32).and(Bits::FULL))
    }

    /// The set moved down by one rank. Squares on rank 0 are dropped.
    #[inline]
    #[must_use]
    pub const fn down(self) -> Self {
        Self(self.0.shr(FILES as u32))
    }

    /// The set moved left by one file. Squares on file `a` are dropped.
    #[inline]
    #[must_use]
    pub const fn left(self) -> Self {
        Self(self.0.and(Self::from_file(0, u16::MAX).0.not()).shr(1))
    }

    /// The set moved right by one file. Squares on file `i` are dropped.
    #[inline]
    #[must_use]
    pub const fn right(self) -> Self {
        Self(self.0.and(Self::from_file(FILES - 1, u16::MAX).0.not()).shl(1))
    }

    /// The squares in at least one of two sets. Constants need this function, because the operator `|` is not `const`.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }

    /// Checks whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0.has(square.index())
    }

    /// Checks whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The number of squares in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count()
    }

    /// Checks whether the set has two squares or more.
    #[inline]
    pub const fn has_several(self) -> bool {
        !self.without_first().is_empty()
    }

    /// Checks whether the sets share a square.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        !self.0.and(other.0).is_empty()
    }

    /// The square with the lowest index; `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        let mut bits = self.0;
        match bits.take_lowest() {
            Some(index) => Square::from_index(index),
            None => None,
        }
    }

    /// The square with the highest index; `None` if the set is empty.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() { None } else { Square::from_index(self.0.highest()) }
    }

    /// The set without its square with the lowest index. The empty set stays empty.
    #[inline]
    #[must_use]
    pub const fn without_first(mut self) -> Self {
        self.0.take_lowest();
        self
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self(Bits::bit(square.index()))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0.and(other.0))
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0.xor(other.0))
    }
}

/// The squares of the left set that are not in the right set.
impl Sub for Bitboard {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.and(other.0.not()))
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.xor(Bits::FULL))
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

/// An iterator over the squares of a set, the lowest index first.
#[derive(Clone, Copy, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.0.take_lowest().and_then(Square::from_index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }

    /// Visits the squares word by word, so that each step tests only one word. This also makes `for_each` fast,
    /// because its default code calls `fold`.
    #[inline]
    fn fold<T, F: FnMut(T, Square) -> T>(self, start: T, mut f: F) -> T {
        let mut folded = start;
        for (limb, mut bits) in self.0.0.limbs().into_iter().enumerate() {
            while bits != 0 {
                let index = 8 * size_of_val(&bits) * limb + bits.trailing_zeros() as usize;
                folded = f(folded, Square::at(index));
                bits &= bits - 1;
            }
        }
        folded
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// Draws the board with rank 9 at the top: `X` is a square of the set.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..RANKS).rev() {
            writeln!(f)?;
            for file in 0..FILES {
                let square = Square::at((rank * FILES + file) as usize);
                f.write_str(if self.contains(square) { " X" } else { " ." })?;
            }
        }
        Ok(())
    }
}

/// Defines the type `Bits` for one type of word, with the operations whose code is the same for every type of word.
macro_rules! words {
    ($(#[$attribute:meta])+ $word:ty; $count:literal: $($index:literal)+) => {
        static RANK: [Bits; RANKS as usize] = array!(rank < RANKS as usize => {
            let bits = rank_bits(rank);
            Bits(array!(index < $count => (bits >> (index * <$word>::BITS as usize)) as $word))
        });

        $(#[$attribute])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub(super) struct Bits([$word; $count]);

        impl Bits {
            pub(super) const EMPTY: Self = Self([0; $count]);

            /// The bits of `files`, moved to their squares on the rank.
            #[inline]
            pub(super) const fn rank(rank: u8, files: u16) -> Self {
                // The rotation puts the bits at their place in each word. The mask then clears all bits that do
                // not belong to the rank.
                let turned = (files as $word).rotate_left((rank * FILES) as u32);
                Self([turned; $count]).and(RANK[rank as usize])
            }

            /// The index of the highest bit. The set must not be empty.
            #[inline]
            pub(super) const fn highest(self) -> usize {
                let mut word = $count - 1;
                while self.0[word] == 0 {
                    word -= 1;
                }
                word * <$word>::BITS as usize + self.0[word].ilog2() as usize
            }

            #[inline]
            pub(super) const fn and(self, other: Self) -> Self {
                Self([$(self.0[$index] & other.0[$index]),+])
            }

            #[inline]
            pub(super) const fn or(self, other: Self) -> Self {
                Self([$(self.0[$index] | other.0[$index]),+])
            }

            #[inline]
            pub(super) const fn xor(self, other: Self) -> Self {
                Self([$(self.0[$index] ^ other.0[$index]),+])
            }

            #[inline]
            pub(super) const fn not(self) -> Self {
                Self([$(!self.0[$index]),+])
            }

            #[inline]
            pub(super) const fn is_empty(self) -> bool {
                $(self.0[$index])|+ == 0
            }

            #[inline]
            pub(super) const fn count(self) -> u32 {
                0 $(+ self.0[$index].count_ones())+
            }

            /// The words of the set, the word with the lowest bits first.
            #[inline]
            pub(super) const fn limbs(self) -> [$word; $count] {
                self.0
            }
        }
    };
}
use words;

const fn rank_bits(rank: usize) -> u128 {
    ((1 << FILES) - 1) << (rank * FILES as usize)
}

/// Half the number of ranks. The squares of a file are put together from a lower and an upper half.
const HALF: u32 = RANKS as u32 / 2;

/// Moves bit `n` of five bits to bit `9 * n`, which is rank `n` of file `a`.
const fn spread(bits: u64) -> u64 {
    let mut spread = 0;
    let mut rank = 0;
    while rank < HALF {
        spread |= (bits >> rank & 1) << (rank * FILES as u32);
        rank += 1;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::{Bitboard, FILES, Square, narrow, wide};
    use proptest::prelude::*;

    fn both(squares: &[usize]) -> (wide::Bits, narrow::Bits) {
        squares.iter().fold((wide::Bits::EMPTY, narrow::Bits::EMPTY), |(w, n), &s| {
            (w.or(wide::Bits::bit(s)), n.or(narrow::Bits::bit(s)))
        })
    }

    fn assert_same(mut w: wide::Bits, mut n: narrow::Bits) {
        let [a, b, c] = n.limbs().map(u64::from);
        assert_eq!(w.limbs(), [a | b << 32, c]);
        for index in 0..Square::COUNT {
            assert_eq!(w.has(index), n.has(index), "bit {index}");
        }
        assert_eq!(w.count(), n.count());
        assert_eq!(w.is_empty(), n.is_empty());
        while !w.is_empty() {
            assert_eq!(w.highest(), n.highest());
            assert_eq!(w.take_lowest(), n.take_lowest());
        }
        assert!(n.is_empty());
    }

    proptest! {
        #[test]
        fn both_representations_agree(
            a in proptest::collection::vec(0..Square::COUNT, 0..40),
            b in proptest::collection::vec(0..Square::COUNT, 0..40),
            bits: u16,
            line in 0..FILES,
            shift in 1_u32..32,
        ) {
            let ((wa, na), (wb, nb)) = (both(&a), both(&b));
            assert_same(wa, na);
            assert_same(wa.and(wb), na.and(nb));
            assert_same(wa.or(wb), na.or(nb));
            assert_same(wa.xor(wb), na.xor(nb));
            assert_same(wa.and(wb.not()), na.and(nb.not()));
            assert_same(wa.xor(wide::Bits::FULL), na.xor(narrow::Bits::FULL));
            assert_same(wide::Bits::rank(line, bits), narrow::Bits::rank(line, bits));
            assert_same(wide::Bits::file(line, bits), narrow::Bits::file(line, bits));
            assert_same(wa.shl(shift).and(wide::Bits::FULL), na.shl(shift).and(narrow::Bits::FULL));
            assert_same(wa.shr(shift), na.shr(shift));
        }

        #[test]
        fn a_set_holds_what_was_put_in(indices in proptest::collection::btree_set(0..Square::COUNT, 0..90)) {
            let set: Bitboard = indices.iter().map(|&i| Square::at(i)).collect();
            prop_assert!(set.into_iter().map(Square::index).eq(indices.iter().copied()));
            let mut expected = indices.iter();
            set.into_iter().for_each(|square| assert_eq!(Some(&square.index()), expected.next()));
            prop_assert_eq!(expected.next(), None);
            prop_assert_eq!(set.len() as usize, indices.len());
            prop_assert_eq!(set.first().map(Square::index), indices.first().copied());
            prop_assert_eq!(set.last().map(Square::index), indices.last().copied());
            prop_assert_eq!((!set).len() as usize, Square::COUNT - indices.len());
        }

        #[test]
        fn steps_stay_on_the_board(indices in proptest::collection::btree_set(0..Square::COUNT, 0..90)) {
            let set: Bitboard = indices.iter().map(|&i| Square::at(i)).collect();
            let moved = |files, ranks| -> Bitboard {
                set.into_iter().filter_map(|square| square.offset(files, ranks)).collect()
            };
            prop_assert_eq!(set.up(), moved(0, 1));
            prop_assert_eq!(set.down(), moved(0, -1));
            prop_assert_eq!(set.left(), moved(-1, 0));
            prop_assert_eq!(set.right(), moved(1, 0));
            prop_assert!(moved(i8::MAX, 0).is_empty());
        }

        #[test]
        fn lines_land_on_their_squares(line in 0_u8..10, bits in 0_u16..1024) {
            for square in Square::all() {
                let on_rank = square.rank() == line && bits >> square.file() & 1 == 1;
                prop_assert_eq!(Bitboard::from_rank(line, bits & 511).contains(square), on_rank);
                let on_file = square.file() == line && bits >> square.rank() & 1 == 1;
                prop_assert_eq!(Bitboard::from_file(line.min(8), bits).contains(square) && line < 9, on_file);
            }
        }
    }
}
