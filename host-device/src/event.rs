use crate::buttons::Button;
use chuhe_core::rules::Rules;
use chuhe_core::{Ending, Move, PlayError, Score, Side};
use core::fmt;

/// What happens on a handheld, as its log tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandheldEvent {
    /// A game began.
    Began {
        /// Its rules.
        rules: Rules,
        /// What the faults of the computer's level are drawn by.
        seed: u64,
    },
    /// A button was let go.
    Pressed(Button),
    /// A side made a move.
    Played {
        /// Whose it is.
        side: Side,
        /// The move.
        mv: Move,
    },
    /// The last move was taken back.
    Undone(Move),
    /// The computer searched through a depth.
    Thought {
        /// In plies.
        depth: u8,
        /// What it found, for the side to move.
        score: Score,
        /// Positions looked at.
        nodes: u64,
    },
    /// The game is over.
    Ended(Ending),
    /// A move could not be played.
    Refused(PlayError),
    /// The display shows what has happened so far.
    Shown {
        /// Whether it is now for a person to press something.
        waits: bool,
    },
    /// So many bytes of the stack were ever used.
    Stack {
        /// Of them.
        used: usize,
        /// Of so many.
        size: usize,
    },
}

impl fmt::Display for HandheldEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Began { rules, seed } => write!(f, "began {rules}, seed {seed}"),
            Self::Pressed(button) => write!(f, "pressed {}", button.name()),
            Self::Played { side, mv } => write!(f, "{side} plays {mv}"),
            Self::Undone(mv) => write!(f, "undone {mv}"),
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

/// The same words, with the numbers sent as they are.
#[cfg(feature = "defmt")]
impl defmt::Format for HandheldEvent {
    fn format(&self, f: defmt::Formatter<'_>) {
        use defmt::{Display2Format as Text, write};
        match self {
            Self::Began { rules, seed } => write!(f, "began {}, seed {}", Text(rules), seed),
            Self::Pressed(button) => write!(f, "pressed {=str}", button.name()),
            Self::Played { side, mv } => write!(f, "{} plays {}", Text(side), Text(mv)),
            Self::Undone(mv) => write!(f, "undone {}", Text(mv)),
            Self::Thought { depth, score, nodes } => {
                write!(f, "depth {}, score {}, {} positions", depth, score.get(), nodes)
            }
            Self::Ended(Ending { winner: Some(winner), reason }) => {
                write!(f, "{} wins: {}", Text(winner), Text(reason))
            }
            Self::Ended(Ending { winner: None, reason }) => write!(f, "drawn: {}", Text(reason)),
            Self::Refused(error) => write!(f, "refused: {}", Text(error)),
            Self::Shown { waits: true } => write!(f, "shown, waiting"),
            Self::Shown { waits: false } => write!(f, "shown, thinking"),
            Self::Stack { used, size } => write!(f, "stack {} of {} bytes", used, size),
        }
    }
}
