//! Networks whose number of neurons is read from their file, with accumulators on the heap.

extern crate alloc;

use super::{Accumulator, Evaluator, Network, NetworkError, NetworkHeader, features};
use crate::any::AnyPosition;
use crate::position::Past;
use crate::search::{Cluster, Limits, MAX_PLIES, Monitor, SearchLine, SearchMemory};
use crate::types::Score;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;

type Line<const N: usize> = Vec<RefCell<Accumulator<N>>>;

macro_rules! sizes {
    ($($name:ident $neurons:literal),+) => {
        enum Lines {
            $($name(Line<$neurons>)),+
        }

        enum Evaluators<'a> {
            $($name(Evaluator<'a, $neurons>)),+
        }

        /// Checks a network of 16, 32, 64, 128, 256 or 512 neurons, as [`Network::read`] does.
        ///
        /// # Errors
        /// The first fault that is found.
        pub fn check(network: &[u8]) -> Result<NetworkHeader, NetworkError> {
            let header = NetworkHeader::read(network)?;
            let of_game = features(header.rules).ok_or(NetworkError::Features(header.features))?;
            match header.neurons {
                $($neurons => Network::<$neurons>::read(network, of_game).map(|_| header),)+
                neurons => Err(NetworkError::Neurons(neurons)),
            }
        }

        impl AnyAccumulators {
            /// Allocates accumulators for networks of `neurons` neurons. Returns `None` if this
            /// build has no code for that number.
            pub fn new(neurons: usize) -> Option<Self> {
                match neurons {
                    $($neurons => Some(Self(Lines::$name(line()))),)+
                    _ => None,
                }
            }

            /// Returns the evaluator of a network that [`check`] has accepted. Returns `None` if the
            /// number of its neurons or bytes does not fit the accumulators or `header`.
            pub fn evaluator<'a>(
                &'a mut self,
                network: &'a [u8],
                header: NetworkHeader,
            ) -> Option<AnyEvaluator<'a>> {
                Some(AnyEvaluator(match &self.0 {
                    $(Lines::$name(line) => {
                        let network = Network::of_checked(network, header)?;
                        Evaluators::$name(Evaluator::new(network, line))
                    })+
                }))
            }
        }

        impl AnyEvaluator<'_> {
            /// Evaluates as [`Evaluator::evaluate`] does.
            pub fn evaluate(&self, position: &AnyPosition) -> Option<Score> {
                match &self.0 {
                    $(Evaluators::$name(evaluator) => evaluator.evaluate(position),)+
                }
            }

            /// Searches as [`Evaluator::search`] does.
            pub fn search(
                &self,
                root: &AnyPosition,
                past: &[Past],
                limits: &Limits,
                table: &[Cluster],
                memory: &mut dyn SearchMemory,
                monitor: &mut dyn Monitor,
            ) -> Option<SearchLine> {
                match &self.0 {
                    $(Evaluators::$name(evaluator) => {
                        evaluator.search(root, past, limits, table, memory, monitor)
                    })+
                }
            }
        }
    };
}

sizes!(N16 16, N32 32, N64 64, N128 128, N256 256, N512 512);

/// Accumulators on the heap, one for each ply of a line of moves.
pub struct AnyAccumulators(Lines);

/// An [`Evaluator`] for 16, 32, 64, 128, 256 or 512 neurons.
pub struct AnyEvaluator<'a>(Evaluators<'a>);

fn line<const N: usize>() -> Line<N> {
    vec![RefCell::new(Accumulator::EMPTY); MAX_PLIES]
}

impl fmt::Debug for AnyAccumulators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyAccumulators").finish_non_exhaustive()
    }
}

impl fmt::Debug for AnyEvaluator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyEvaluator").finish_non_exhaustive()
    }
}
