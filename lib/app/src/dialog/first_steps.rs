//! First steps: a page for each piece of a game, with a picture of its moves.

use super::{DialogFrame, Form, Outcome, Request};
use crate::words::signs;
use crate::{Change, Context, FormPart, HAS_TRAINER, PartId, Reply, Widget, Words};
use chuhe_core::rules::{Explain, Rules};
use chuhe_core::{AnyPosition, Bitboard, Kind, Move, Piece, Position, Square};
use chuhe_host::fen;
use chuhe_view::BoardPicture;
use chuhe_view::text::{LESSONS, Lesson, Text, kind_name};

#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstSteps {
    /// The index of the lesson in [`LESSONS`].
    page: usize,
    /// The button that the person pressed to reach this page. The same button gets the focus.
    by: Option<Reply>,
}

/// (picture, kind): the legal moves of a lesson's pieces on a board, and the kind of the pieces.
fn moves(lesson: &Lesson) -> Option<(BoardPicture, Kind)> {
    let position = lesson_position(lesson)?;
    let mut picture = BoardPicture::of(&position);
    let mut kind = None;
    for from in lesson.squares.split(' ').filter_map(Square::from_name) {
        kind = position.piece_at(from).map(Piece::kind);
        picture.last = picture.last.with(from);
        let own = position.legal_moves().into_iter().filter(|mv| mv.from() == Some(from));
        let reached: Bitboard = own.filter_map(Move::to).collect();
        picture.targets |= reached;
        for to in picture.board.squares().filter(|&to| to != from && !reached.contains(to)) {
            picture.blocks |= position.culprits(Move::new(from, to));
        }
    }
    picture.blocks = picture.blocks - picture.targets;
    Some((picture, kind?))
}

pub(crate) fn lesson_position(lesson: &Lesson) -> Option<AnyPosition> {
    fen::read_for(lesson.rules, lesson.position).ok().map(|read| read.position)
}

fn pages(rules: Rules) -> Vec<usize> {
    let all = LESSONS.iter().enumerate();
    all.filter(|(_, lesson)| lesson.rules == rules).map(|(index, _)| index).collect()
}

impl FirstSteps {
    /// Opens the page whose position is the `start` of the shown study. Otherwise opens the first page for `rules`.
    pub(crate) fn at(rules: Rules, start: Option<&AnyPosition>) -> Self {
        let is_shown =
            |page: &usize| start.is_some() && lesson_position(&LESSONS[*page]).as_ref() == start;
        let pages = pages(rules);
        let shown = pages.iter().copied().find(is_shown).or(pages.first().copied());
        Self { page: shown.unwrap_or_default(), by: None }
    }

    fn lesson(self) -> &'static Lesson {
        &LESSONS[self.page]
    }

    fn turned(self, by: Reply) -> Option<Self> {
        let page = match by {
            Reply::NextPage => self.page + 1,
            Reply::PreviousPage => self.page.checked_sub(1)?,
            _ => return None,
        };
        let lesson = LESSONS.get(page)?;
        (lesson.rules == self.lesson().rules).then_some(Self { page, by: Some(by) })
    }

    fn name(words: Words, page: usize) -> String {
        let lesson = &LESSONS[page];
        if let Some(title) = lesson.title {
            return words.get(title).to_owned();
        }
        let Some((_, kind)) = moves(lesson) else { return String::new() };
        let mut letters = kind_name(lesson.rules, kind, words.language).chars();
        letters.next().iter().map(char::to_ascii_uppercase).chain(letters).collect()
    }

    fn told(self, cx: &Context, kind: Kind) -> String {
        let words = cx.words();
        let lesson = self.lesson();
        let name = Self::name(words, self.page);
        let title = match &*signs(words, lesson.rules, kind) {
            _ if lesson.title.is_some() => name,
            "" => name,
            signs => words.bracketed(&name, signs),
        };
        format!("{title}\n\n{}\n\n{}", words.get(lesson.text), words.get(Text::LessonMarks))
    }

    /// The buttons of the page. The first button opens the next page; on the last page it closes the dialog.
    fn buttons(self) -> Vec<Reply> {
        let mut buttons = vec![Reply::NextPage, Reply::PreviousPage, Reply::TryMoves, Reply::Close];
        buttons.retain(|&button| match button {
            Reply::NextPage | Reply::PreviousPage => self.turned(button).is_some(),
            button => button != Reply::TryMoves || HAS_TRAINER,
        });
        if buttons[0] != Reply::NextPage {
            buttons.reverse();
        }
        buttons
    }
}

impl Form for FirstSteps {
    fn frame(&self) -> DialogFrame {
        let buttons = self.buttons();
        let focus = buttons.iter().position(|&known| Some(known) == self.by).unwrap_or_default();
        let usual = DialogFrame::new(Text::FirstSteps, buttons).sized(46, 28);
        DialogFrame { focus, escape: Some(Reply::Close), ..usual }
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let rules = self.lesson().rules;
        let game = |&game: &Rules| words.get(Text::game(game)).to_owned();
        let name = |&page: &usize| Self::name(words, page);
        let mut parts = vec![
            FormPart::options(PartId::LessonGame, "", Rules::PLAYABLE, &rules, game),
            FormPart::options(PartId::LessonPiece, "", &pages(rules), &self.page, name),
        ];
        if let Some((picture, kind)) = moves(self.lesson()) {
            parts.push(FormPart::new(PartId::Picture, "", Widget::Board(Box::new(picture))));
            parts.push(FormPart::text(self.told(cx, kind)).beside());
        }
        parts
    }

    fn changed(&mut self, _: &mut Context, id: PartId, change: Change) -> Option<Reply> {
        let Change::Chosen(item) = change else { return None };
        match id {
            PartId::LessonGame => {
                *self = Rules::PLAYABLE.get(item).map_or(*self, |&rules| Self::at(rules, None));
            }
            PartId::LessonPiece => {
                let page = pages(self.lesson().rules).get(item).copied();
                self.page = page.unwrap_or(self.page);
            }
            _ => change.ignore(id),
        }
        None
    }

    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        if reply == Reply::TryMoves {
            return Outcome::Do(Request::Lesson(self.lesson()));
        }
        self.turned(reply).into_iter().for_each(|page| cx.open(page));
        Outcome::Close
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_piece_of_each_game_has_one_page_with_moves() {
        let mut seen = HashSet::new();
        for lesson in &LESSONS {
            let read = fen::read_for(lesson.rules, lesson.position);
            assert!(read.is_ok(), "{lesson:?} {read:?}");
            let (picture, kind) = moves(lesson).expect("a piece");
            assert!(!picture.targets.is_empty(), "{lesson:?}");
            let is_new = lesson.title.is_some() || seen.insert((lesson.rules, kind));
            assert!(is_new, "{lesson:?} is there twice");
        }
        for &rules in Rules::PLAYABLE {
            let start = rules.start();
            for piece in Square::all().filter_map(|at| start.piece_at(at)) {
                assert!(seen.contains(&(rules, piece.kind())), "{rules} {piece:?} has no page");
            }
        }
    }

    #[test]
    fn what_stops_a_piece_is_marked() {
        // The blocks on pages 0 to 5 in order: the enemy general, an own soldier, a leg, a screen, an eye, nothing.
        for (page, block) in [(0, "d9"), (1, "g3"), (2, "e5"), (3, "c4"), (4, "f3"), (5, "")] {
            let (BoardPicture { blocks, .. }, _) = moves(&LESSONS[page]).expect("a piece");
            assert!(blocks.into_iter().eq(Square::from_name(block)), "page {page}: {blocks:?}");
        }
    }
}
