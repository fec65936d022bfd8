//! The list of the open games. A person chooses a game and shows or closes it.

use super::{DialogFrame, Form, Outcome, Request};
use crate::form::column;
use crate::{Change, Context, FormPart, GameNumber, PartId, Reply, Widget, Words};
use chuhe_view::text::Text;

#[derive(Debug)]
pub(crate) struct Documents {
    /// (number, title) of each game. The game in play comes first and has no number.
    games: Vec<(Option<GameNumber>, String)>,
    chosen: usize,
}

impl Documents {
    /// Lists the game in play, then the `opened` games. The last game, which is shown now, is chosen.
    pub(crate) fn new(opened: impl Iterator<Item = (GameNumber, String)>, words: Words) -> Self {
        let played = (None, words.get(Text::PlayedGame).to_owned());
        let opened = opened.map(|(number, title)| (Some(number), title));
        let games: Vec<_> = std::iter::once(played).chain(opened).collect();
        Self { chosen: games.len() - 1, games }
    }
}

impl Form for Documents {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::Documents, [Reply::Show, Reply::Shut, Reply::Cancel])
            .sized(36, 16)
            .at(PartId::Documents)
    }

    fn parts(&self, _: &Context) -> Vec<FormPart> {
        let rows = self.games.iter().map(|(_, title)| vec![title.clone()]).collect();
        let table = Widget::table(vec![column("", 1)], rows, Some(self.chosen));
        vec![FormPart::new(PartId::Documents, "", table)]
    }

    fn changed(&mut self, _: &mut Context, _: PartId, change: Change) -> Option<Reply> {
        if let Change::Chosen(row) = change {
            self.chosen = row;
        }
        (change == Change::Opened).then_some(Reply::Show)
    }

    fn answered(&mut self, reply: Reply, _: &mut Context) -> Outcome {
        let number = self.games.get(self.chosen).and_then(|(number, _)| *number);
        match reply {
            Reply::Show => Outcome::Do(Request::ShowDocument(number)),
            Reply::Shut => Outcome::Do(Request::ShutDocument(number)),
            _ => Outcome::Close,
        }
    }
}
