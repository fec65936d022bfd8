use super::Language;
use chuhe_core::{EndReason, rules::Illegal};

/// Declares the texts. The name after `end` is the `EndReason` that the text explains. The names after `illegal`
/// are the variants of `Illegal` that the text explains.
macro_rules! texts {
    ($($name:ident $(end $reason:ident)? $(illegal $($why:ident),+)?:
        $english:expr, $chinese:expr, $traditional:expr;)+) => {
        /// A text of the interface, from the table `words.tsv` or from a page such as `ChessRules.en.txt`.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Text {
            $(#[doc = concat!("See `", stringify!($name), "` in the table of words.")] $name,)+
        }

        impl Text {
            /// All texts: first those of the table of words, in its order, then the pages.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Returns the text in a language, with `{0}` unfilled; use [`with`](Self::with) to fill it.
            pub const fn get(self, language: Language) -> &'static str {
                match self {
                    $(Self::$name => match language {
                        Language::English => $english,
                        Language::Chinese => $chinese,
                        Language::TraditionalChinese => $traditional,
                    },)+
                }
            }

            /// Returns the text for the reason why a game is over.
            pub const fn reason(reason: EndReason) -> Self {
                match reason {
                    $($(EndReason::$reason => Self::$name,)?)+
                }
            }

            /// Returns the text for the reason why a move is not legal.
            pub const fn illegal(why: Illegal) -> Self {
                match why {
                    $($($(Illegal::$why { .. })|+ => Self::$name,)?)+
                }
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/words.rs"));
