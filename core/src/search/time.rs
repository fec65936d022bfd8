/// How long a search may take, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Time {
    /// When no further depth is begun.
    pub soft: u64,
    /// When the search ends wherever it stands.
    pub hard: u64,
}

impl Time {
    /// All of a fixed time for one move.
    #[must_use]
    pub const fn per_move(millis: u64) -> Self {
        Self { soft: millis, hard: millis }
    }
}
