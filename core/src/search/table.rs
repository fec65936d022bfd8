use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// One line of the transposition table, which any number of searches may share.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Slot([AtomicU32; 16]);

const _: () = assert!(size_of::<Slot>() == 64);

impl Slot {
    /// A slot that knows nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self([const { AtomicU32::new(0) }; 16])
    }

    /// Forgets everything, as between two games.
    pub fn clear(&self) {
        self.0.iter().for_each(|word| word.store(0, Relaxed));
    }
}
