//! The numbers of the search. Scores are in hundredths of a soldier, depths in plies.

/// Parts of the search that help one game and harm another. Matches decided for each game;
/// `docs/lab` has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameTuning {
    /// The first ply of the quiescence search also tries quiet moves that give check. In xiangqi
    /// they find attacks on the palace, which the general cannot leave.
    pub quiet_checks: bool,
    /// The quiescence search leaves out captures of pieces that are worth too little to raise the
    /// score to alpha. In xiangqi the loss of an advisor or elephant often costs more than the
    /// value of the piece. So xiangqi searches such captures.
    pub delta_pruning: bool,
}

impl Default for GameTuning {
    /// No quiet checks, and delta pruning.
    fn default() -> Self {
        Self { quiet_checks: false, delta_pruning: true }
    }
}

/// Aspiration window: half its first width around the last score.
pub(super) const ASPIRATION_WINDOW: i16 = 18;
/// The least depth at which the aspiration window is used.
pub(super) const ASPIRATION_DEPTH: i32 = 4;
/// The half width beyond which the window opens to infinity.
pub(super) const ASPIRATION_WIDEST: i16 = 600;

/// Reverse futility pruning: the greatest depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// The margin for each ply of depth.
const REVERSE_FUTILITY_MARGIN: i16 = 70;

/// Returns how far above beta the evaluation must lie for reverse futility pruning.
pub(super) const fn reverse_futility_margin(depth: i32, improving: bool) -> i16 {
    REVERSE_FUTILITY_MARGIN * (depth - improving as i32) as i16
}

/// Lazy evaluation: how far the static evaluation may lie from its prediction.
pub(super) const LAZY_MARGIN: i16 = 140;

/// Null move pruning: the least depth.
pub(super) const NULL_MOVE_DEPTH: i32 = 3;
/// The plies that a null move is searched less deep than a real move.
pub(super) const NULL_MOVE_REDUCTION: i32 = 3;
/// One ply more of reduction for this many plies of depth.
pub(super) const NULL_MOVE_PLIES: i32 = 4;
/// One ply more of reduction for this much of evaluation above beta.
pub(super) const NULL_MOVE_MARGIN: i32 = 200;

/// Internal iterative reduction: the least depth.
pub(super) const IIR_DEPTH: i32 = 4;

/// Singular extension: the least depth.
pub(super) const SINGULAR_DEPTH: i32 = 6;
/// The margin below the table's score that all other moves must miss, for each ply of depth.
pub(super) const SINGULAR_MARGIN: i16 = 2;
/// The margin that they must miss besides for a double extension.
pub(super) const DOUBLE_EXTENSION_MARGIN: i16 = 20;

/// Late move pruning: the greatest depth.
pub(super) const LATE_MOVE_PRUNING_DEPTH: i32 = 8;

/// Returns how many moves a node searches before it leaves out quiet moves.
pub(super) const fn late_move_limit(depth: i32, improving: bool) -> u32 {
    (3 + depth * depth) as u32 >> !improving as u32
}

/// Pruning by static exchange evaluation: the greatest depth.
pub(super) const SEE_PRUNING_DEPTH: i32 = 8;
/// The most that a capture may lose, for each ply of depth.
pub(super) const SEE_CAPTURE_MARGIN: i16 = 110;
/// The most that a quiet move may lose, times the square of the reduced depth.
pub(super) const SEE_QUIET_MARGIN: i16 = 28;

/// History pruning: the reduced depth below which it is done.
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 4;
/// The history below zero that prunes a move, for each ply of reduced depth.
pub(super) const HISTORY_PRUNING_MARGIN: i32 = 3500;

/// Late move reduction: the history that makes one ply of difference.
pub(super) const HISTORY_PER_PLY: i32 = 8000;

/// Delta pruning: how far below alpha the evaluation and the captured piece together may lie.
pub(super) const DELTA_MARGIN: i16 = 160;

/// Returns what the best move's histories gain at a depth, and those of the other moves lose.
pub(super) const fn history_bonus(depth: i32) -> i32 {
    let bonus = 150 * depth - 70;
    if bonus > 1600 { 1600 } else { bonus }
}

/// Returns the late move reduction of the move with number `count`, in 1024ths of a ply.
pub(super) const fn late_move_reduction(depth: i32, count: u32) -> i32 {
    let product = log2(depth as u32) * log2(count) / 1024;
    550 + product * 270 / 1024
}

/// Returns the binary logarithm of a number of at most 255, in 1024ths.
pub(super) const fn log2(number: u32) -> i32 {
    static TABLE: [u16; 256] = {
        let mut table = [0; 256];
        let mut number = 1;
        while number < table.len() {
            table[number] = log2_by_squaring(number as u64);
            number += 1;
        }
        table
    };
    TABLE[if number > 255 { 255 } else { number as usize }] as i32
}

/// Returns the binary logarithm. Each squaring of the fraction gives one more binary digit of it.
const fn log2_by_squaring(number: u64) -> u16 {
    const ONE: u64 = 1 << 30;
    let whole = number.ilog2();
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
