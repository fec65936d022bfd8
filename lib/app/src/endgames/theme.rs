//! The themes of endgame problems.

use chuhe_view::text::Text;

/// Declares the themes: the name of each in the files, and its text.
macro_rules! themes {
    ($($name:ident: $key:expr, $label:expr;)+) => {
        /// The pattern in which a mate ends, or the way to it.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum MateTheme {
            $(#[doc = concat!("The theme `", $key, "` of the files.")] $name,)+
        }

        impl MateTheme {
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($key => Some(Self::$name),)+
                    _ => None,
                }
            }

            /// The name for a person.
            pub const fn label(self) -> Text {
                match self {
                    $(Self::$name => $label,)+
                }
            }
        }
    };
}

themes! {
    AnglerHorse: "angler-horse", Text::AnglerHorse;
    BackRank: "back-rank", Text::BackRank;
    BareFace: "bare-face", Text::BareFace;
    BottomCannon: "bottom-cannon", Text::BottomCannon;
    Checks: "checks", Text::ContinuousChecks;
    CornerHorse: "corner-horse", Text::CornerHorse;
    DoubleChariots: "double-chariots", Text::DoubleChariots;
    DoubleCheck: "double-check", Text::DoubleCheck;
    DoubledCannons: "doubled-cannons", Text::DoubledCannons;
    HorseCannon: "horse-cannon", Text::HorseCannon;
    IronBolt: "iron-bolt", Text::IronBolt;
    MoonFromTheSea: "moon-from-the-sea", Text::MoonFromTheSea;
    PalaceHorse: "palace-horse", Text::PalaceHorse;
    Quiet: "quiet", Text::QuietMove;
    Sacrifice: "sacrifice", Text::Sacrifice;
    Smothered: "smothered", Text::SmotheredMate;
    Soldier: "soldier", Text::SoldierMate;
    SoldierInPalace: "soldier-in-palace", Text::SoldierInPalace;
}
