//! The buttons of dialogs.

use chuhe_view::text::Text;

/// Declares the buttons of dialogs, with their labels.
macro_rules! replies {
    ($($(#[$doc:meta])* $name:ident: $label:expr;)+) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Reply {
            $($(#[$doc])* $name,)+
        }

        impl Reply {
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];

            pub const fn label(self) -> Text {
                match self {
                    $(Self::$name => $label,)+
                }
            }
        }
    };
}

replies! {
    /// Confirms the message; the consequences follow.
    Ok: Text::Ok;
    /// Quits the program after a game.
    Quit: Text::OkQuit;
    NewGame: Text::NewGame;
    NextProblem: Text::NextProblem;
    /// Shows the finished game.
    Review: Text::Review;
    NextPage: Text::NextPage;
    PreviousPage: Text::PreviousPage;
    /// Lets the reader move on the board of a page.
    TryMoves: Text::TryMoves;
    FirstSteps: Text::FirstSteps;
    /// Begins to play without the first steps.
    StartPlaying: Text::StartPlaying;
    Report: Text::Report;
    Yes: Text::Yes;
    No: Text::No;
    /// Plays Red, or White.
    PlayRed: Text::Red;
    PlayBlack: Text::Black;
    PlayBoth: Text::PlayBoth;
    Accept: Text::Accept;
    Decline: Text::Decline;
    Start: Text::Play;
    Cancel: Text::Cancel;
    Close: Text::Close;
    Open: Text::Load;
    /// Lets the chosen engine play.
    Use: Text::Use;
    Save: Text::Save;
    StartAgain: Text::StartAgain;
    /// The engine that failed loses the game.
    LosesGame: Text::LosesGame;
    Show: Text::Show;
    Shut: Text::Shut;
}
