//! The books of this build.

use super::Book;
use chuhe_core::rules::Rules;
use std::sync::OnceLock;

static TEXTS: [&str; 3] = [
    include_str!("../../../openings/xiangqi.book"),
    include_str!("../../../openings/zhonggong.book"),
    include_str!("../../../openings/chess.book"),
];

/// The books that were asked for so far.
static BOOKS: [OnceLock<Book>; 3] = [const { OnceLock::new() }; 3];

pub(super) fn book(rules: Rules) -> Option<&'static Book> {
    let first = format!("chuhe-book {rules}");
    let of_game = |text: &&str| text.lines().next() == Some(&first);
    let (text, book) = TEXTS.iter().zip(&BOOKS).find(|(text, _)| of_game(text))?;
    let read = || Book::read(text.as_bytes()).unwrap_or_else(|error| unreachable!("{error}"));
    Some(book.get_or_init(read))
}
