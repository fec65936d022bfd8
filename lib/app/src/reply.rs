//! The buttons of dialogs.

use chuhe_view::text::Text;

macro_rules! replies {
    ($($name:ident: $label:expr;)+) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Reply {
            $($name,)+
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
    Ok: Text::Ok;
    Quit: Text::OkQuit;
    NewGame: Text::NewGame;
    NextProblem: Text::NextProblem;
    Review: Text::Review;
    NextPage: Text::NextPage;
    PreviousPage: Text::PreviousPage;
    TryMoves: Text::TryMoves;
    FirstSteps: Text::FirstSteps;
    StartPlaying: Text::StartPlaying;
    Report: Text::Report;
    Yes: Text::Yes;
    No: Text::No;
    PlayRed: Text::Red;
    PlayBlack: Text::Black;
    PlayBoth: Text::PlayBoth;
    Accept: Text::Accept;
    Decline: Text::Decline;
    Start: Text::Play;
    Cancel: Text::Cancel;
    Close: Text::Close;
    Open: Text::Load;
    Use: Text::Use;
    Save: Text::Save;
    StartAgain: Text::StartAgain;
    LosesGame: Text::LosesGame;
    Show: Text::Show;
    Shut: Text::Shut;
}
