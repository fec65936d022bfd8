use super::Language;
use super::traditional::{text_of, traditional_bytes};
use chuhe_core::{EndReason, rules::Illegal};

/// Declares the texts. `end` names the reason of the end, and `illegal` that of a refusal, that a text tells.
macro_rules! texts {
    ($($name:ident $(end $reason:ident)? $(illegal $($why:ident),+)?:
        $english:expr, $chinese:expr;)+) => {
        /// A text of the interface, named after its English.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Text {
            $(#[doc = concat!("See `", stringify!($name), "` in the table of words.")] $name,)+
        }

        impl Text {
            /// All texts.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Returns the text in a language. It may have places for values, see [`with`](Self::with).
            pub const fn get(self, language: Language) -> &'static str {
                match self {
                    $(Self::$name => match language {
                        Language::English => $english,
                        Language::Chinese => $chinese,
                        Language::TraditionalChinese => {
                            const BYTES: [u8; $chinese.len()] = traditional_bytes($chinese);
                            const TEXT: &str = text_of(&BYTES);
                            TEXT
                        }
                    },)+
                }
            }

            /// Returns the reason why a game is over.
            pub const fn reason(reason: EndReason) -> Self {
                match reason {
                    $($(EndReason::$reason => Self::$name,)?)+
                }
            }

            /// Returns the reason why a move is not legal.
            pub const fn illegal(why: Illegal) -> Self {
                match why {
                    $($($(Illegal::$why { .. })|+ => Self::$name,)?)+
                }
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/words.rs"));
