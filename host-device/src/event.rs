use crate::buttons::Button;
use chuhe_core::rules::Rules;
use chuhe_core::{Ending, Move, PlayError, Score, Side};
use core::fmt;

/// An event of the handheld, for its log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandheldEvent {
    Began {
        rules: Rules,
        /// The seed of the computer's errors at lower levels.
        seed: u64,
    },
    Pressed(Button),
    Played {
        rules: Rules,
        side: Side,
        mv: Move,
    },
    Undone(Rules, Move),
    /// The computer completed a depth, in plies. The score is that of the side to move.
    Thought {
        depth: u8,
        score: Score,
        nodes: u64,
    },
    Ended(Ending),
    /// A move was not legal.
    Refused(PlayError),
    /// The display shows the current state.
    Shown {
        /// True if the handheld waits for a button.
        waits: bool,
    },
    /// The bytes of the stack that were used so far, and its size in bytes.
    Stack {
        used: usize,
        size: usize,
    },
}

impl fmt::Display for HandheldEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Began { rules, seed } => write!(f, "began {rules}, seed {seed}"),
            Self::Pressed(button) => write!(f, "pressed {}", button.name()),
            Self::Played { rules, side, mv } => write!(f, "{side} plays {}", rules.move_name(*mv)),
            Self::Undone(rules, mv) => write!(f, "undone {}", rules.move_name(*mv)),
            Self::Thought { depth, score, nodes } => {
                write!(f, "depth {depth}, score {}, {nodes} positions", score.get())
            }
            Self::Ended(Ending { winner: Some(winner), reason }) => {
                write!(f, "{winner} wins: {reason}")
            }
            Self::Ended(Ending { winner: None, reason }) => write!(f, "drawn: {reason}"),
            Self::Refused(error) => write!(f, "refused: {error}"),
            Self::Shown { waits: true } => f.write_str("shown, waiting"),
            Self::Shown { waits: false } => f.write_str("shown, thinking"),
            Self::Stack { used, size } => write!(f, "stack {used} of {size} bytes"),
        }
    }
}

/// Sends the text of `Display`.
#[cfg(feature = "defmt")]
impl defmt::Format for HandheldEvent {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}", defmt::Display2Format(self));
    }
}
