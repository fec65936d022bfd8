//! The numbers of the search, in hundredths and plies where nothing else is said.

/// Parts of the search that help one game and harm another. Matches decided for each game;
/// `docs/lab` has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameTuning {
    /// Whether the first ply of the quiescence search also tries quiet moves that give check. In
    /// xiangqi they find attacks on the palace, which the general cannot leave.
    pub quiet_checks: bool,
    /// Whether the quiescence search leaves out captures of pieces that are worth too little to
    /// raise the score to alpha. In xiangqi the loss of an advisor or elephant often costs more than
    /// the value of the piece, so such captures are searched there.
    pub delta_pruning: bool,
}

impl Default for GameTuning {
    /// No quiet checks, and delta pruning.
    fn default() -> Self {
        Self { quiet_checks: false, delta_pruning: true }
    }
}

/// The first window around the last score, from which depth on one is used, and how wide it grows.
pub(super) const WINDOW: i16 = 18;
pub(super) const WINDOW_DEPTH: i32 = 4;
pub(super) const WIDEST: i16 = 600;

/// Reverse futility: to which depth, and how far above beta for each ply.
pub(super) const REVERSE_DEPTH: i32 = 8;
const REVERSE_MARGIN: i16 = 70;

/// How far above beta a node need not try its moves.
pub(super) const fn reverse_margin(depth: i32, improving: bool) -> i16 {
    REVERSE_MARGIN * (depth - improving as i32) as i16
}

/// How far an estimate may lie from where it is foreseen.
pub(super) const DOUBT: i16 = 140;

/// Null move: from which depth, what is taken off the depth, and one more for so many plies of it and
/// for so much above beta.
pub(super) const NULL_DEPTH: i32 = 3;
pub(super) const NULL_REDUCTION: i32 = 3;
pub(super) const NULL_PLIES: i32 = 4;
pub(super) const NULL_MARGIN: i32 = 200;

/// From which depth on a node without a table move is searched a ply less.
pub(super) const INTERNAL_DEPTH: i32 = 4;

/// Singular extension: from which depth on, how far below the table's score all others must be
/// for each ply, and from where on two plies are added.
pub(super) const SINGULAR_DEPTH: i32 = 6;
pub(super) const SINGULAR_MARGIN: i16 = 2;
pub(super) const SINGULAR_DOUBLE: i16 = 20;

/// Late moves: to which depth they are left out.
pub(super) const LATE_DEPTH: i32 = 8;

/// How many quiet moves a node looks at, by depth.
pub(super) const fn late_moves(depth: i32, improving: bool) -> u32 {
    (3 + depth * depth) as u32 >> !improving as u32
}

/// Moves that lose by exchange: to which depth they are left out, and how much for each ply,
/// by the square of the depth where nothing is taken.
pub(super) const EXCHANGE_DEPTH: i32 = 8;
pub(super) const EXCHANGE_CAPTURE: i16 = 110;
pub(super) const EXCHANGE_QUIET: i16 = 28;

/// Moves with a bad history: to which reduced depth, and how bad for each ply.
pub(super) const HISTORY_DEPTH: i32 = 4;
pub(super) const HISTORY_MARGIN: i32 = 3500;

/// A history of so much is a ply less or more of reduction.
pub(super) const HISTORY_PLY: i32 = 8000;

/// Futility in quiescence: how far below alpha what is taken may leave the score.
pub(super) const QUIESCE_MARGIN: i16 = 160;

/// What the best move's histories gain and the others lose, by depth.
pub(super) const fn bonus(depth: i32) -> i32 {
    let bonus = 150 * depth - 70;
    if bonus > 1600 { 1600 } else { bonus }
}

/// In 1024ths of a ply: how much less a late move is searched.
pub(super) const fn reduction(depth: i32, count: u32) -> i32 {
    let product = log2(depth as u32) * log2(count) / 1024;
    550 + product * 270 / 1024
}

/// The binary logarithm in 1024ths, of at most 255.
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

/// Each squaring of the fraction gives one more binary digit of its logarithm.
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
