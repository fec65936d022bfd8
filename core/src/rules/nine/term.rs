//! A group of weights of an evaluation.

use core::fmt;

/// A group of weights: those of one feature by number, or those of one kind of piece by square.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    name: &'static str,
    first: usize,
    rows: usize,
    columns: usize,
}

impl Term {
    /// Places terms with these names, rows and columns one after the other.
    pub(crate) const fn list<const N: usize>(
        sizes: [(&'static str, usize, usize); N],
    ) -> [Self; N] {
        let mut terms = [Self { name: "", first: 0, rows: 0, columns: 0 }; N];
        let (mut i, mut first) = (0, 0);
        while i < N {
            let (name, rows, columns) = sizes[i];
            terms[i] = Self { name, first, rows, columns };
            first = terms[i].end();
            i += 1;
        }
        terms
    }

    /// Returns the term with a name.
    ///
    /// # Panics
    /// When no term has this name.
    pub(crate) const fn named(terms: &[Self], name: &str) -> Self {
        let mut i = 0;
        while i < terms.len() {
            if is_same(terms[i].name.as_bytes(), name.as_bytes()) {
                return terms[i];
            }
            i += 1;
        }
        panic!("no term has this name")
    }

    /// Returns the place of one of its weights among all weights.
    #[inline]
    pub(crate) const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.rows * self.columns);
        self.first + index
    }

    /// Returns the number of weights up to the last one of this term.
    #[must_use]
    pub const fn end(self) -> usize {
        self.first + self.rows * self.columns
    }

    /// Returns the number of its weights that stand in one row of a printed table.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns
    }

    /// Returns the places of its weights among all weights.
    #[must_use]
    pub const fn range(self) -> core::ops::Range<usize> {
        self.first..self.end()
    }
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i == one.len() && i == other.len()
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
