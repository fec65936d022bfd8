//! The reasons why a command is not read or not carried out.

use crate::game::Refusal;
use chuhe_host::MapRefusal;

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("CMD_FORMAT_ERROR")]
pub struct FormatError;

#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("a point off the board")]
    OffBoard,
    #[error("from a point to itself")]
    SamePoint,
    #[error("nothing is promoted by this move")]
    NotPromoting,
    #[error("these soldiers do not buy that piece")]
    NoExchange,
    #[error("it is not Red's turn")]
    NotRed,
    #[error("the server ends: no game begins")]
    Draining,
    #[error("the computer has no hint")]
    NoHint,
    #[error("the levels are 0 to 9")]
    NoLevel,
    #[error(transparent)]
    Game(#[from] Refusal),
    #[error(transparent)]
    Map(#[from] MapRefusal),
}
