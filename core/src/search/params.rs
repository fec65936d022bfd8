//! The numbers that control the search. Scores are in hundredths of a soldier, depths in plies.

use crate::array::array;
use crate::types::Score;
use core::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// A number that controls the search. A program built with the feature `tune` can change it.
#[derive(Debug)]
pub struct Parameter {
    /// The name, in lower case with underscores.
    pub name: &'static str,
    /// The value in all builds without the feature `tune`.
    pub default: i32,
    /// The least value that [`set`](Parameter::set) accepts.
    pub min: i32,
    /// The greatest value that [`set`](Parameter::set) accepts.
    pub max: i32,
    /// The smallest change that a match can measure.
    pub step: i32,
    value: AtomicI32,
}

impl Parameter {
    #[cfg(feature = "tune")]
    const fn new(name: &'static str, default: i32, [min, max]: [i32; 2], step: i32) -> Self {
        assert!(min <= default && default <= max && step > 0);
        Self { name, default, min, max, step, value: AtomicI32::new(default) }
    }

    /// Returns the value in use: `default` until [`set`](Self::set) changes it.
    pub fn get(&self) -> i32 {
        self.value.load(Relaxed)
    }

    /// Sets the value for all searches, including running ones. Returns false if `value` is out of bounds.
    pub fn set(&self, value: i32) -> bool {
        let fits = (self.min..=self.max).contains(&value);
        if fits {
            self.value.store(value, Relaxed);
        }
        fits
    }
}

/// Declares parameters: `name: type = default, [least, greatest], step;`. Each parameter becomes a function that
/// returns its value. With the feature `tune` each parameter is also an entry of [`PARAMETERS`].
macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:literal, [$min:literal, $max:literal], $step:literal;)+) => {
        $(
            $(#[doc = $doc])+
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(super) const fn $name() -> $type {
                $default
            }

            $(#[doc = $doc])+
            #[cfg(feature = "tune")]
            pub(super) fn $name() -> $type {
                values::$name.get() as $type
            }
        )+

        #[cfg(feature = "tune")]
        mod values {
            use super::Parameter;
            $(
                #[allow(non_upper_case_globals)]
                pub(super) static $name: Parameter =
                    Parameter::new(stringify!($name), $default, [$min, $max], $step);
            )+
        }

        /// The parameters that can be set: all with the feature `tune`, and none without it.
        pub static PARAMETERS: &[&Parameter] = &[$(#[cfg(feature = "tune")] &values::$name),+];
    };
}

/// Parts of the search that help some games and harm others, as the matches in `docs/lab` show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameTuning {
    /// True if the first ply of the quiescence search also tries quiet moves that give check. In xiangqi these moves
    /// find attacks on the palace, which the general cannot leave.
    pub quiet_checks: bool,
    /// True if the quiescence search leaves out captures that cannot raise the score above alpha. Xiangqi searches
    /// them: the loss of an advisor or elephant often costs more than the piece's value.
    pub delta_pruning: bool,
}

impl Default for GameTuning {
    /// Delta pruning is on, quiet checks are off.
    fn default() -> Self {
        Self { quiet_checks: false, delta_pruning: true }
    }
}

parameters! {
    /// Aspiration window: the half width of the first window. The window is centred on the score of the previous depth.
    aspiration_window: i16 = 18, [4, 60], 3;
    /// The least depth at which the aspiration window is used.
    aspiration_depth: i32 = 4, [2, 8], 1;
    /// The most plies by which the depth is reduced after the search failed high.
    aspiration_reduction: i32 = 2, [0, 4], 1;
    /// The excess of the previous score over `decided_score` is divided by this number and added to the half width.
    aspiration_divisor: i16 = 4, [1, 20], 1;
    /// The half width beyond which the window opens to infinity.
    aspiration_widest: i16 = 600, [100, 2000], 100;

    /// A game counts as won from this score on, and as lost from minus this score on.
    decided_score: i16 = 2000, [500, 5000], 200;

    /// Reverse futility pruning (RFP): the greatest depth at which it is used.
    reverse_futility_depth: i32 = 11, [3, 14], 1;
    /// The margin above beta, for each ply of depth.
    reverse_futility_ply: i16 = 70, [20, 150], 7;

    /// Lazy evaluation: the greatest assumed distance between the static evaluation and its prediction.
    lazy_margin: i16 = 120, [50, 400], 15;

    /// Null move pruning (NMP): the least depth at which it is used.
    null_move_depth: i32 = 3, [1, 6], 1;
    /// The reduction of the depth after a null move, in plies.
    null_move_reduction: i32 = 3, [1, 6], 1;
    /// The number of plies of depth that add one ply of reduction.
    null_move_plies: i32 = 4, [2, 8], 1;
    /// The excess of the evaluation over beta that adds one ply of reduction.
    null_move_margin: i32 = 200, [50, 500], 25;

    /// Internal iterative reduction (IIR): the least depth at which it is used.
    iir_depth: i32 = 4, [2, 8], 1;

    /// Singular extension: the least depth at which it is used.
    singular_depth: i32 = 6, [4, 10], 1;
    /// The table's move is extended if all other moves score lower than that move by this margin times the depth.
    singular_margin: i16 = 3, [1, 6], 1;
    /// The extension is doubled if all other moves score lower by this additional margin.
    double_extension_margin: i16 = 20, [2, 80], 5;

    /// Futility pruning: the greatest reduced depth at which a move is pruned.
    futility_depth: i32 = 6, [2, 12], 1;
    /// The margin between evaluation and alpha at reduced depth 0.
    futility_base: i16 = 100, [0, 300], 20;
    /// The growth of the margin for each ply of reduced depth.
    futility_ply: i16 = 100, [20, 250], 12;

    /// Late move pruning (LMP): the greatest depth at which moves are pruned.
    late_move_pruning_depth: i32 = 8, [3, 14], 1;
    /// Pruning begins after this number of moves plus the square of the depth. This sum is halved while the evaluation
    /// does not improve.
    late_move_base: i32 = 3, [1, 10], 1;

    /// Pruning by static exchange evaluation (SEE): the greatest depth at which moves are pruned.
    see_pruning_depth: i32 = 8, [3, 14], 1;
    /// A capture that loses more than this margin times the depth is pruned.
    see_capture_margin: i16 = 110, [30, 250], 12;
    /// A quiet move that loses more than this margin times the square of the reduced depth is pruned.
    see_quiet_margin: i16 = 28, [5, 80], 4;

    /// History pruning: the reduced depth below which moves are pruned.
    history_pruning_depth: i32 = 4, [1, 10], 1;
    /// A move is pruned if its history is below minus this margin times (reduced depth + 1).
    history_pruning_margin: i32 = 3500, [500, 8000], 350;

    /// Late move reduction (LMR): the constant part of the reduction, in 1024ths of a ply.
    reduction_base: i32 = 550, [0, 1500], 75;
    /// The factor of (binary logarithm of depth) * (binary logarithm of move number), in 1024ths.
    reduction_slope: i32 = 270, [100, 600], 20;
    /// The decrease of the reduction in the principal variation, in 1024ths of a ply.
    reduction_pv: i32 = 1024, [0, 2048], 100;
    /// The increase of the reduction where a fail high is expected, in 1024ths of a ply.
    reduction_cut_node: i32 = 1024, [0, 2500], 100;
    /// The increase of the reduction where the evaluation does not improve, in 1024ths of a ply.
    reduction_not_improving: i32 = 512, [0, 1500], 75;
    /// The decrease of the reduction in check and for a move that gives check, in 1024ths of a ply.
    reduction_check: i32 = 1024, [0, 2048], 100;
    /// The increase of the reduction where alpha is already a winning score, in 1024ths of a ply.
    reduction_won: i32 = 1024, [0, 2048], 100;
    /// The history of a move that decreases the reduction by one ply.
    history_per_ply: i32 = 8000, [2000, 20000], 700;

    /// Delta pruning: a capture is pruned if evaluation, captured piece and this margin together do not exceed alpha.
    delta_margin: i16 = 160, [40, 400], 20;

    /// The bonus that a best move's histories gain, for each ply of depth.
    history_bonus_ply: i32 = 150, [30, 400], 15;
    /// The constant that is subtracted from the bonus.
    history_bonus_less: i32 = 70, [0, 400], 20;
    /// The greatest bonus that a best move's histories gain.
    history_bonus_most: i32 = 1600, [400, 4000], 150;

    /// The sum of four entries of correction history, divided by this number, is added to the evaluation.
    correction_divisor: i32 = 24, [8, 80], 4;
}

/// Returns the half width of the first aspiration window, around the score of the previous depth.
pub(super) fn aspiration_width(last: Score) -> i16 {
    let beyond = (last.get().saturating_abs() - decided_score()).max(0);
    aspiration_window() + (beyond / aspiration_divisor()).min(aspiration_widest())
}

/// Returns how far above beta the evaluation must lie for reverse futility pruning.
pub(super) fn reverse_futility_margin(depth: i32, improving: bool) -> i16 {
    reverse_futility_ply() * (depth - i32::from(improving)) as i16
}

/// Returns how far below alpha the evaluation must lie for futility pruning of quiet moves.
pub(super) fn futility_margin(reduced_depth: i32) -> i16 {
    futility_base() + futility_ply() * reduced_depth as i16
}

/// Returns how many moves a node searches before it leaves out quiet moves.
pub(super) fn late_move_limit(depth: i32, improving: bool) -> u32 {
    (late_move_base() + depth * depth) as u32 >> u32::from(!improving)
}

/// The best move's histories gain this bonus, and the histories of other moves lose it.
pub(super) fn history_bonus(depth: i32) -> i32 {
    (history_bonus_ply() * depth - history_bonus_less()).min(history_bonus_most())
}

/// Returns the late move reduction of the move with number `count`, in 1024ths of a ply.
pub(super) fn late_move_reduction(depth: i32, count: u32) -> i32 {
    let product = log2(depth as u32) * log2(count) / 1024;
    reduction_base() + product * reduction_slope() / 1024
}

/// Returns 1024 times the binary logarithm. A number above 255 counts as 255.
pub(super) const fn log2(number: u32) -> i32 {
    static TABLE: [u16; 256] = array!(number < 256 => log2_by_squaring(number as u64));
    TABLE[if number > 255 { 255 } else { number as usize }] as i32
}

/// Returns 1024 times the binary logarithm; 0 for 0. Each squaring gives one binary digit.
const fn log2_by_squaring(number: u64) -> u16 {
    const ONE: u64 = 1 << 30;
    let Some(whole) = number.checked_ilog2() else { return 0 };
    let mut fraction = (number * ONE) >> whole;
    let mut log = whole as u16;
    let mut digit = 0;
    while digit < 10 {
        fraction = fraction * fraction / ONE;
        log <<= 1;
        if fraction >= 2 * ONE {
            fraction /= 2;
            log |= 1;
        }
        digit += 1;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::log2;

    #[test]
    fn logarithms_are_right() {
        for number in 1..256_u32 {
            let exact = 1024.0 * f64::from(number).log2();
            assert!((exact - f64::from(log2(number))).abs() <= 1.0, "{number}");
        }
    }
}
