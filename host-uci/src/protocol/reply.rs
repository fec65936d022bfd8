//! Formats the replies of the engine.

use super::{Dialect, option};
use chuhe_core::rules::Rules;
use chuhe_core::{Bound, Score, SearchLine, TtEntry};
use std::fmt::{self, Display};

/// Returns the answer to `uci` or `ucci`: the engine's name and options. The option `UCI_Variant` has the
/// default `rules`.
pub fn identification(dialect: Dialect, rules: Rules) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let options = option::describe(dialect, rules);
    let end = match dialect {
        Dialect::Uci => "uciok",
        Dialect::Ucci => "ucciok",
    };
    format!("id name Chuhe {version}\nid author the Chuhe authors\n{options}{end}")
}

#[derive(Clone, Debug)]
pub struct SearchInfo<'a> {
    pub dialect: Dialect,
    pub is_one_of_several: bool,
    pub line: &'a SearchLine,
    pub bound: Bound,
    /// The number of attackers, for the estimate of win, draw and loss; `None` if no estimate is sent.
    pub wdl: Option<u8>,
    pub counts: SearchCounts,
    pub moves: &'a [String],
}

/// The node count of a search, its time in microseconds, and the fill of the transposition table in permille.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchCounts {
    pub nodes: u64,
    pub micros: u64,
    pub hashfull: u16,
}

impl Display for SearchCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, micros, hashfull } = self;
        let per_second = u128::from(*nodes) * 1_000_000 / u128::from(*micros).max(1);
        write!(f, "nodes {nodes} nps {per_second} hashfull {hashfull} time {}", micros / 1000)
    }
}

impl Display for SearchInfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dialect, counts, .. } = self;
        let SearchLine { multi_pv, depth, seldepth, score, .. } = self.line;
        let wdl = self.wdl.map(|attackers| {
            let [win, draw, loss] = wdl(*score, attackers);
            format!(" wdl {win} {draw} {loss}")
        });
        let wdl = wdl.unwrap_or_default();
        match dialect {
            Dialect::Uci => {
                let rank = if self.is_one_of_several { *multi_pv } else { 1 };
                write!(f, "info depth {depth} seldepth {seldepth} multipv {rank}")?;
                match score.mate_distance() {
                    // Plies become moves, rounded up. The number is negative if the side to move is mated.
                    Some(plies) => write!(f, " score mate {}", (plies + i16::from(plies > 0)) / 2)?,
                    None => write!(f, " score cp {}", shown(*score))?,
                }
                f.write_str(match self.bound {
                    Bound::Exact => "",
                    Bound::Lower => " lowerbound",
                    Bound::Upper => " upperbound",
                })?;
                write!(f, "{wdl} {counts}")?;
            }
            Dialect::Ucci => {
                // The first line contains all values for which UCCI has no words.
                write!(f, "info {counts} seldepth {seldepth}{wdl}\ninfo depth {depth}")?;
                if self.is_one_of_several {
                    write!(f, " multipv {multi_pv}")?;
                }
                write!(f, " score {}", shown(*score))?;
            }
        }
        if !self.moves.is_empty() {
            f.write_str(" pv")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// Returns the number that is sent for a score. A win by repetition is sent as Stockfish's score for a win by an
/// endgame table, because other programs know this score.
const fn shown(score: Score) -> i16 {
    const TABLE_WIN: i16 = 20_000;
    let is_repetition = score.get().abs() >= Score::REPETITION_WIN.get() && !score.is_mate();
    if is_repetition { TABLE_WIN * score.get().signum() } else { score.get() }
}

/// Estimates the probabilities of win, draw and loss from a score, in permille. The probability of a win is a logistic
/// function of the score. The probability of a loss is the opponent's probability of a win. With fewer attackers
/// (chariots, horses, cannons, queens), a win needs a higher score.
///
/// The constants are a maximum likelihood fit to 20,000 self-play games of xiangqi at 2,000 nodes per
/// move (187,000 positions with their scores).
fn wdl(score: Score, attackers: u8) -> [u16; 3] {
    /// (without attackers, minimum): the score at which the probability of a win is one half.
    const HALF: (f64, f64) = (1050.0, 205.0);
    /// The number by which each attacker reduces this score.
    const ATTACKER: f64 = 135.0;
    /// The increase of the score that multiplies the odds of a win by e.
    const SCALE: f64 = 235.0;
    let half = (HALF.0 - ATTACKER * f64::from(attackers)).max(HALF.1);
    let wins = |score: i16| 1000.0 / (1.0 + ((half - f64::from(score)) / SCALE).exp());
    let [win, loss] = [score.get(), -score.get()].map(|score| wins(score).round() as u16);
    [win, 1000 - win - loss, loss]
}

/// Returns the answer to `go`: the first move of `line`, and the second move as the move to ponder on. If `draw` is
/// true, the answer in UCCI also accepts the offer of a draw.
pub fn best_move(dialect: Dialect, line: &[String], draw: bool) -> String {
    let Some(best) = line.first() else {
        return match dialect {
            Dialect::Uci => "bestmove (none)".to_owned(),
            Dialect::Ucci => "nobestmove".to_owned(),
        };
    };
    let ponder = line.get(1).map(|reply| format!(" ponder {reply}")).unwrap_or_default();
    let draw = if draw && dialect == Dialect::Ucci { " draw" } else { "" };
    format!("bestmove {best}{ponder}{draw}")
}

/// Returns the answer to `probe`: the entry of the transposition table, if there is one, and the entry's best move.
pub fn probe_reply(known: Option<TtEntry>, best: Option<String>) -> String {
    let Some(TtEntry { score, depth, bound, .. }) = known else { return "pophash".to_owned() };
    let best = best.map(|best| format!(" bestmove {best}")).unwrap_or_default();
    let told = |name: &str| format!(" {name} {} depth {depth}", score.get());
    let lower = if bound == Bound::Upper { String::new() } else { told("lowerbound") };
    let upper = if bound == Bound::Lower { String::new() } else { told("upperbound") };
    format!("pophash{best}{lower}{upper}")
}

pub fn info_string(dialect: Dialect, text: impl Display) -> String {
    match dialect {
        Dialect::Uci => format!("info string {text}"),
        Dialect::Ucci => format!("info message {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thoughts(dialect: Dialect, score: Score, moves: &[String]) -> String {
        let counts = SearchCounts { nodes: 3000, micros: 1500, hashfull: 12 };
        let thoughts = SearchInfo {
            dialect,
            is_one_of_several: false,
            line: &SearchLine { depth: 7, seldepth: 9, score, ..SearchLine::default() },
            bound: Bound::Exact,
            wdl: Some(12),
            counts,
            moves,
        };
        thoughts.to_string()
    }

    #[test]
    fn thoughts_have_each_protocols_form() {
        let line = ["h2e2".to_owned(), "h9g7".to_owned()];
        assert_eq!(
            thoughts(Dialect::Uci, Score::DRAW, &line),
            "info depth 7 seldepth 9 multipv 1 score cp 0 wdl 295 410 295 \
             nodes 3000 nps 2000000 hashfull 12 time 1 pv h2e2 h9g7"
        );
        assert_eq!(
            thoughts(Dialect::Ucci, Score::new(-20), &line),
            "info nodes 3000 nps 2000000 hashfull 12 time 1 seldepth 9 wdl 277 410 313\n\
             info depth 7 score -20 pv h2e2 h9g7"
        );
    }

    #[test]
    fn mates_are_told_in_moves_and_wins_by_repetition_as_of_a_table() {
        for (score, shown) in [
            (Score::new(30_000), "cp 20000"),
            (Score::new(-30_000), "cp -20000"),
            (Score::new(2000), "cp 2000"),
            (Score::mate_in(1), "mate 1"),
            (Score::mate_in(3), "mate 2"),
            (Score::mated_in(0), "mate 0"),
            (Score::mated_in(2), "mate -1"),
            (Score::mated_in(4), "mate -2"),
        ] {
            let text = thoughts(Dialect::Uci, score, &[]);
            assert!(text.contains(&format!(" score {shown} wdl ")), "{text}");
        }
    }

    #[test]
    fn thousandths_add_up() {
        for attackers in 0..=18 {
            for score in -32_000..=32_000 {
                let wdl = wdl(Score::new(score), attackers);
                assert_eq!(wdl.iter().sum::<u16>(), 1000, "{score}, {attackers}");
            }
        }
    }
}
