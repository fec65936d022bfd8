//! The numbers of a network, read in place from the bytes of a file.
//!
//! A file has, in little-endian order:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `chuhe-nn` |
//! | 1 | the version of the format: 1 |
//! | 1 | the game by its place in [`Rules::ALL`]: 0 for xiangqi, 1 for Zhonggong, 2 for chess |
//! | 2 | `N`, the number of neurons |
//! | 2 | the number of features |
//! | 2 | the scale: hundredths of a soldier for an output of 1 |
//! | 8 | the hash of all bytes after the header (FNV-1a of 64 bits) |
//! | 2 × `N` | the biases of the neurons, `i16` in units of 1/128 |
//! | features × `N` | the weights of the features, `i8` in units of 1/128 |
//! | 8 × 2 × `N` × 2 | the output weights of each bucket, first those of the side to move: `i16` in units of 1/64 |
//! | 8 × 4 | the output biases, `i32` in units of 1/(128 × 128 × 64) |

use crate::rules::Rules;
use core::fmt;
use core::hint::black_box;

/// The number of output buckets: sets of output weights for different numbers of pieces.
pub const BUCKETS: usize = 8;

const MAGIC: &[u8; 8] = b"chuhe-nn";
const VERSION: u8 = 1;
/// The length of the header in bytes.
const HEAD: usize = 24;

/// The integer that stands for 1.0 in a feature's weight and in an accumulator.
const FEATURE_ONE: i64 = 128;
/// The integer that stands for 1.0 in an output weight.
const OUTPUT_ONE: i64 = 64;
/// The largest value of a neuron. Its square fits in 16 bits.
const CLIP: i16 = 127;
/// The largest output weight. Its product with a neuron fits in 16 bits, and the output sum of a side in 32 bits.
const MAX_OUTPUT_WEIGHT: i16 = 256;
/// The largest bias of a neuron. Its sum with the weights of a full board fits in 16 bits.
const MAX_BIAS: i16 = 16_384;
const MAX_NEURONS: usize = 512;
const _: () = assert!(
    MAX_NEURONS as i64 * (CLIP as i64).pow(2) * MAX_OUTPUT_WEIGHT as i64 <= i32::MAX as i64
);

/// The header of a file: the game and the size of the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkHeader {
    /// The game that the network evaluates.
    pub rules: Rules,
    /// The number of neurons of each side.
    pub neurons: usize,
    /// The number of features of the game.
    pub features: usize,
    /// The hundredths of a soldier for an output of 1.
    pub scale: u16,
}

/// The fault of a file that is not a network for this build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The first bytes are not those of a network.
    NoNetwork,
    /// The format has this version instead of 1.
    Version(u8),
    /// No game has this number.
    Game(u8),
    /// The network has this number of features, but its game has another number.
    Features(usize),
    /// The network has this number of neurons, which this build cannot compute.
    Neurons(usize),
    /// The length of the file does not match its header.
    Length {
        /// The number of bytes that follows from the header.
        expected: usize,
        /// The number of bytes of the file.
        found: usize,
    },
    /// The hash in the header is not the hash of the numbers behind the header.
    Hash,
    /// A bias of a neuron or an output weight is so large that a sum could overflow.
    Range,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNetwork => f.write_str("this is not a network of Chuhe"),
            Self::Version(version) => {
                write!(f, "the format has version {version}, and this program reads version 1")
            }
            Self::Game(game) => write!(f, "the game with number {game} has no networks"),
            Self::Features(count) => write!(f, "the game does not have {count} features"),
            Self::Neurons(count) => write!(f, "this program has no code for {count} neurons"),
            Self::Length { expected, found } => {
                write!(f, "the file has {found} bytes instead of {expected}")
            }
            Self::Hash => f.write_str("the file is damaged: its hash does not match"),
            Self::Range => f.write_str("a number of the network is too large"),
        }
    }
}

impl core::error::Error for NetworkError {}

impl NetworkHeader {
    /// Reads the header of a file, and checks the length of the file and the hash of its numbers.
    ///
    /// # Errors
    /// The first fault that is found.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let Some((head, numbers)) = bytes.split_first_chunk::<HEAD>() else {
            return Err(NetworkError::NoNetwork);
        };
        if !head.starts_with(MAGIC) {
            return Err(NetworkError::NoNetwork);
        }
        if head[8] != VERSION {
            return Err(NetworkError::Version(head[8]));
        }
        let Some(&rules) = Rules::ALL.get(usize::from(head[9])) else {
            return Err(NetworkError::Game(head[9]));
        };
        let half = |at| u16::from_le_bytes([head[at], head[at + 1]]);
        let (neurons, features) = (half(10).into(), half(12).into());
        let header = Self { rules, neurons, features, scale: half(14) };
        let (expected, found) = (header.bytes(), bytes.len());
        if expected != found {
            return Err(NetworkError::Length { expected, found });
        }
        if Self::hash(bytes) != hash(numbers) {
            return Err(NetworkError::Hash);
        }
        Ok(header)
    }

    /// Returns the hash in the header of a file; 0 for a file without a header.
    pub fn hash(bytes: &[u8]) -> u64 {
        let hash = bytes.get(HEAD - 8..).and_then(<[u8]>::first_chunk);
        hash.map_or(0, |hash| u64::from_le_bytes(*hash))
    }

    /// Returns the header as bytes, with the hash of `numbers`. The file continues with `numbers`.
    ///
    /// # Panics
    /// If a number of the header needs more than 16 bits.
    pub fn write(&self, numbers: &[u8]) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..8].copy_from_slice(MAGIC);
        head[8] = VERSION;
        head[9] = self.rules as u8;
        let half = |number: usize| u16::try_from(number).expect("16 bits").to_le_bytes();
        head[10..12].copy_from_slice(&half(self.neurons));
        head[12..14].copy_from_slice(&half(self.features));
        head[14..16].copy_from_slice(&self.scale.to_le_bytes());
        head[16..].copy_from_slice(&hash(numbers).to_le_bytes());
        head
    }

    /// Returns the number of bytes of the whole file.
    pub const fn bytes(&self) -> usize {
        // A wrong header can state sizes whose product exceeds 32 bits.
        let each = self.features.saturating_add(2 + BUCKETS * 2 * 2);
        self.neurons.saturating_mul(each).saturating_add(HEAD + BUCKETS * 4)
    }
}

/// FNV-1a, by Fowler, Noll and Vo.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A network of `N` neurons, which borrows its numbers from the bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct Network<'a, const N: usize> {
    header: NetworkHeader,
    biases: &'a [[u8; 2]; N],
    weights: &'a [[u8; N]],
    output_weights: &'a [[[u8; 2]; N]],
    output_biases: &'a [[u8; 4]],
}

impl<'a, const N: usize> Network<'a, N> {
    /// Reads the network of a game that has `features` features.
    ///
    /// # Errors
    /// The first fault that is found.
    pub fn read(bytes: &'a [u8], features: usize) -> Result<Self, NetworkError> {
        const { assert!(N > 0 && N <= MAX_NEURONS, "the sums have room for 512 neurons") }
        let header = NetworkHeader::read(bytes)?;
        if header.features != features {
            return Err(NetworkError::Features(header.features));
        }
        if header.neurons != N {
            return Err(NetworkError::Neurons(header.neurons));
        }
        let network = Self::of_checked(bytes, header).ok_or(NetworkError::NoNetwork)?;
        if network.is_in_range() { Ok(network) } else { Err(NetworkError::Range) }
    }

    /// Returns the network in `bytes`, but does not check its numbers: only [`read`](Self::read) does that. Returns
    /// `None` if `header` does not fit `N` or the number of bytes.
    pub fn of_checked(bytes: &'a [u8], header: NetworkHeader) -> Option<Self> {
        if header.neurons != N || header.bytes() != bytes.len() {
            return None;
        }
        let (biases, numbers) = bytes[HEAD..].split_at(2 * N);
        let (weights, numbers) = numbers.split_at(header.features * N);
        let (output_weights, output_biases) = numbers.split_at(BUCKETS * 2 * N * 2);
        Some(Self {
            header,
            biases: biases.as_chunks::<2>().0.first_chunk::<N>()?,
            weights: weights.as_chunks().0,
            output_weights: output_weights.as_chunks::<2>().0.as_chunks().0,
            output_biases: output_biases.as_chunks().0,
        })
    }

    fn is_in_range(&self) -> bool {
        let within = |number: &[u8; 2], most| i16::from_le_bytes(*number).unsigned_abs() <= most;
        let mut outputs = self.output_weights.as_flattened().iter();
        outputs.all(|weight| within(weight, MAX_OUTPUT_WEIGHT.unsigned_abs()))
            && self.biases.iter().all(|bias| within(bias, MAX_BIAS.unsigned_abs()))
    }

    /// Returns the game and the size of the network, as its file states them.
    pub const fn header(&self) -> &NetworkHeader {
        &self.header
    }

    /// Returns the sums of a side before any feature is added.
    pub(super) fn biases(&self) -> [i16; N] {
        self.biases.map(i16::from_le_bytes)
    }

    #[inline]
    pub(super) fn add(&self, sums: &mut [i16; N], feature: usize) {
        for (sum, &weight) in sums.iter_mut().zip(&self.weights[feature]) {
            *sum = sum.wrapping_add(i16::from(weight as i8));
        }
    }

    /// Sets `to` to the sums `from`, without the features `gone` and with the features `come`.
    #[inline]
    pub(super) fn update(
        &self,
        from: &[i16; N],
        to: &mut [i16; N],
        gone: &[usize],
        come: &[usize],
    ) {
        let row = |feature: usize| &self.weights[feature];
        let one = |weight: u8| i16::from(weight as i8);
        match (gone, come) {
            (&[moved], &[there]) => {
                let (moved, there) = (row(moved), row(there));
                for index in 0..N {
                    let change = one(there[index]) - one(moved[index]);
                    to[index] = from[index].wrapping_add(change);
                }
            }
            (&[moved, captured], &[there]) => {
                let (moved, captured, there) = (row(moved), row(captured), row(there));
                for index in 0..N {
                    let change = one(there[index]) - one(moved[index]) - one(captured[index]);
                    to[index] = from[index].wrapping_add(change);
                }
            }
            _ => {
                *to = *from;
                for &feature in gone {
                    for (sum, &weight) in to.iter_mut().zip(row(feature)) {
                        *sum = sum.wrapping_sub(one(weight));
                    }
                }
                for &feature in come {
                    self.add(to, feature);
                }
            }
        }
    }

    /// Returns the evaluation in hundredths of a soldier, for the side of the first accumulator.
    #[inline]
    pub(super) fn output(&self, sides: [&[i16; N]; 2], pieces: u32) -> i32 {
        let bucket = bucket(pieces);
        let sums = sides.into_iter().zip(&self.output_weights[2 * bucket..]);
        let sum: i64 = sums.map(|(sums, weights)| i64::from(weigh(sums, weights))).sum();
        let output = sum + i64::from(i32::from_le_bytes(self.output_biases[bucket]));
        let scaled = output * i64::from(self.header.scale);
        (scaled / (FEATURE_ONE * FEATURE_ONE * OUTPUT_ONE)) as i32
    }
}

/// Sums up the squares of the clipped neurons, each times its weight.
#[inline]
fn weigh<const N: usize>(sums: &[i16; N], weights: &[[u8; 2]; N]) -> i32 {
    let mut total = 0;
    // This call hides from the compiler that neurons are never negative. Therefore the compiler sign-extends the
    // neurons, as it does the weights. WebAssembly multiplies and adds pairs of such numbers in one instruction.
    let least = black_box(0);
    for (&sum, &weight) in sums.iter().zip(weights) {
        let neuron = sum.max(least).min(CLIP);
        let weighted = neuron.wrapping_mul(i16::from_le_bytes(weight));
        total += i32::from(neuron) * i32::from(weighted);
    }
    total
}

/// Returns the output bucket for a number of pieces. The generals are counted.
pub const fn bucket(pieces: u32) -> usize {
    /// The number of pieces of a full set without the generals, plus one.
    const RANGE: u32 = 31;
    let bucket = pieces.saturating_sub(2) as usize * BUCKETS / RANGE as usize;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}
