//! The explorer: the moves that were played from the position shown, in the games of the library's folder.

use crate::{Context, Effect, ExploreRequest, Explored, GameBoard, LibraryTask};

#[derive(Debug, Default)]
pub struct Explorer {
    pub(crate) on: bool,
    asked: Option<ExploreRequest>,
    answer: Option<Box<Explored>>,
}

impl Explorer {
    pub const fn is_on(&self) -> bool {
        self.on
    }

    pub fn answer(&self) -> Option<&Explored> {
        self.answer.as_deref()
    }

    /// Asks for the moves from the position shown. The first request for a folder or file also reads its changes.
    pub(crate) fn update(&mut self, board: &GameBoard, cx: &mut Context) {
        if !self.on || cx.editor.is_some() {
            (self.asked, self.answer) = (None, None);
            return;
        }
        let (place, position) = (&cx.library.place, board.shown().position());
        let asked = self.asked.as_ref().filter(|asked| asked.place == *place);
        if asked.is_some_and(|asked| asked.position == *position) {
            return;
        }
        let (refresh, position) = (asked.is_none(), position.clone());
        let request = ExploreRequest { place: place.clone(), position, refresh };
        self.answer = None;
        self.asked = Some(request.clone());
        cx.effects.push(Effect::Library(LibraryTask::Explore(Box::new(request))));
    }

    pub(crate) fn explored(&mut self, answer: Box<Explored>) {
        if self.asked.as_ref() == Some(&answer.request) {
            self.answer = Some(answer);
        }
    }
}
