//! Allocates the memory of a transposition table.

use chuhe_core::Cluster;
use std::ops::Deref;
use std::{fmt, io};

/// A transposition table. The system clears each memory page of the table when the page is first used, so a large table
/// is ready at once. On Linux the table asks for large memory pages, which make it faster.
#[derive(Default)]
pub struct Table(Option<Memory>);

impl Table {
    pub(crate) fn new(clusters: usize) -> io::Result<Self> {
        Memory::zeroed(clusters).map(|memory| Self(Some(memory)))
    }
}

impl Deref for Table {
    type Target = [Cluster];

    fn deref(&self) -> &[Cluster] {
        self.0.as_ref().map_or(&[], Memory::clusters)
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table of {} clusters", self.len())
    }
}

#[cfg(not(target_family = "wasm"))]
use mapped::Memory;

#[cfg(not(target_family = "wasm"))]
mod mapped {
    use chuhe_core::Cluster;
    use memmap2::MmapMut;
    use self_cell::{MutBorrow, self_cell};
    use std::io;
    use zerocopy::FromBytes;

    type Clusters<'a> = &'a [Cluster];

    self_cell!(
        pub(super) struct Memory {
            owner: MutBorrow<MmapMut>,
            #[covariant]
            dependent: Clusters,
        }
    );

    impl Memory {
        pub(super) fn zeroed(clusters: usize) -> io::Result<Self> {
            let pages = MmapMut::map_anon(clusters.saturating_mul(size_of::<Cluster>()))?;
            // If the system refuses large pages, the table is only slower.
            #[cfg(target_os = "linux")]
            let _ = pages.advise(memmap2::Advice::HugePage);
            Self::try_new(MutBorrow::new(pages), |pages| {
                <[Cluster]>::mut_from_bytes(pages.borrow_mut())
                    .map(|clusters| &*clusters)
                    .map_err(|error| io::Error::other(error.to_string()))
            })
        }

        pub(super) fn clusters(&self) -> &[Cluster] {
            self.borrow_dependent()
        }
    }
}

/// The memory of a table in a browser. All of it is cleared when it is allocated.
#[cfg(target_family = "wasm")]
struct Memory(Vec<Cluster>);

#[cfg(target_family = "wasm")]
impl Memory {
    fn zeroed(clusters: usize) -> io::Result<Self> {
        let mut memory = Vec::new();
        memory.try_reserve_exact(clusters).map_err(io::Error::other)?;
        memory.resize_with(clusters, Cluster::new);
        Ok(Self(memory))
    }

    fn clusters(&self) -> &[Cluster] {
        &self.0
    }
}
