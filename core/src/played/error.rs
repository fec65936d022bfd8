use crate::game::PlayError;
use core::fmt;

/// The error of [`PlayedGame::takeback`](super::PlayedGame::takeback), which then leaves the game unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakebackError {
    /// No move can be taken back, for example because the person has not moved yet.
    NoMove,
    /// The game was lost on time, and a player has a time for the whole game. A takeback does not restore this time.
    OutOfTime,
}

impl fmt::Display for TakebackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMove => "no move to take back",
            Self::OutOfTime => "the game was lost on time",
        })
    }
}

impl core::error::Error for TakebackError {}

/// The error of [`PlayedGame::answer`](super::PlayedGame::answer), which then plays no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerError {
    /// The question is not open any more.
    Void,
    /// The move cannot be played, for this reason.
    Play(PlayError),
}

impl From<PlayError> for AnswerError {
    fn from(error: PlayError) -> Self {
        Self::Play(error)
    }
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => f.write_str("the question is not open any more"),
            Self::Play(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for AnswerError {}
