//! The state that the parts of the application share.

use crate::game_number::forget_seats;
use crate::{
    Action, AppError, Dialog, Editor, Effect, Engines, Form, Library, Message, Note, Refusal,
    Settings, Sound, Starts, Widgets, Words,
};
use chuhe_core::Key;
use chuhe_core::rules::Rules;
use chuhe_host::MapRefusal;
use chuhe_records::GameTree;
use chuhe_view::text::Text;
use std::collections::VecDeque;
use std::time::Duration;

#[derive(Debug)]
pub struct Context {
    pub settings: Settings,
    pub starts: Starts,
    pub engines: Engines,
    pub library: Library,
    pub editor: Option<Editor>,
    /// The rules of the game on the board or in the editor.
    pub rules: Rules,
    /// True if the program runs in a browser, which uses some keys itself.
    pub in_page: bool,
    /// The size of the window in pixels; `None` for the size in the settings.
    pub window: Option<[u16; 2]>,
    pub note: Note,
    /// The folder of games and settings, shown in the dialog about the program; empty if there is no folder.
    pub home: String,
    /// The reason why games cannot be written now; `None` if they can.
    pub(super) store_fault: Option<AppError>,
    /// The present day, in days since 1970.
    pub today: u32,
    pub now: Duration,
    pub(super) dialog: Option<Dialog>,
    /// The dialogs that open when the present dialog is closed.
    waiting: VecDeque<Box<dyn Form>>,
    pub widgets: Widgets,
    pub(super) effects: Vec<Effect>,
}

impl Context {
    /// Copies a game, or only its moves, to the clipboard. The tags for resuming the game are left out.
    pub(super) fn copy(&mut self, action: Action, mut tree: GameTree) {
        forget_seats(&mut tree);
        let style = self.settings.style();
        let text = match action {
            Action::CopyMoves => tree.to_moves(style),
            _ => tree.to_pgn(style).to_string(),
        };
        self.effects.push(Effect::Copy(text));
        self.note = Note::Plain(Text::GameCopied);
    }

    pub(super) fn new(settings: Settings, starts: Starts) -> Self {
        Self {
            settings,
            starts,
            engines: Engines::default(),
            library: Library::default(),
            editor: None,
            rules: Rules::default(),
            in_page: false,
            window: None,
            note: Note::Plain(Text::Welcome),
            home: String::new(),
            store_fault: None,
            today: 0,
            now: Duration::ZERO,
            dialog: None,
            waiting: VecDeque::new(),
            widgets: Widgets::default(),
            effects: Vec::new(),
        }
    }

    pub fn words(&self) -> Words {
        Words::new(&self.settings, self.rules)
    }

    pub fn window(&self) -> [u16; 2] {
        self.window.unwrap_or(self.settings.window)
    }

    pub const fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    pub(super) fn sound(&mut self, sound: Sound) {
        if self.settings.sounds {
            self.effects.push(Effect::Sound(sound));
        }
    }

    pub(super) fn refuse(&mut self, refusal: Refusal) {
        self.note = Note::Refused(refusal);
        self.sound(Sound::Refusal);
    }

    pub(super) fn open(&mut self, form: impl Form + 'static) {
        self.open_boxed(Box::new(form));
    }

    pub(super) fn open_boxed(&mut self, form: Box<dyn Form>) {
        self.widgets = form.fields(self);
        self.widgets.reveals = true;
        self.dialog = Some(Dialog::new(form));
    }

    /// True if a dialog other than the library waits for an answer.
    pub(super) fn asks_otherwise(&self) -> bool {
        self.dialog
            .as_ref()
            .is_some_and(|dialog| !dialog.is_banner() && dialog.form.frame().title != Text::Library)
    }

    /// Shows a message that the person has not asked for. A banner closes. The library makes room, and opens again
    /// after the message. While any other dialog is open, the message waits.
    pub(super) fn tell(&mut self, message: Message) {
        if self.asks_otherwise() {
            return self.waiting.push_back(Box::new(message));
        }
        if let Some(dialog) = self.dialog.take().filter(|dialog| !dialog.is_banner()) {
            self.waiting.push_back(dialog.form);
        }
        self.open(message);
    }

    pub(super) fn fail(&mut self, error: &AppError) {
        if self.asks_otherwise() {
            self.sound(Sound::Refusal);
        }
        self.tell(Message::error(error.clone()));
    }

    /// Closes a dialog whose game or position has changed, or whose editor has closed. If no dialog is open then, opens
    /// the next waiting dialog.
    pub(super) fn settle_dialogs(&mut self, changes: u32, position: Key) {
        let is_editing = self.editor.is_some();
        self.dialog.take_if(|dialog| dialog.form.is_late(changes, position, is_editing));
        while self.dialog.is_none()
            && let Some(form) = self.waiting.pop_front()
        {
            if !form.is_late(changes, position, is_editing) {
                self.open_boxed(form);
            }
        }
    }

    /// Tests which known engines support the game `rules`. Engines already tested for this game are skipped.
    pub(super) fn test_engines(&mut self, rules: Rules) {
        for line in self.engines.lines(&self.settings) {
            self.engines.test(line, rules, &mut self.effects);
        }
    }

    /// Closes a banner if the person acts outside it (`elsewhere`). In the editor, clears the note of a refusal.
    pub(super) fn dismiss(&mut self, elsewhere: bool) {
        self.dialog.take_if(|dialog| elsewhere && dialog.is_banner());
        if self.editor.is_some() && matches!(self.note, Note::Refused(_)) {
            self.note = Note::Stepped;
        }
    }

    /// Reports that the map given on the command line is not valid. The program then ends.
    pub fn refuse_map(&mut self, refusal: MapRefusal) {
        self.open(Message::invalid_map(refusal.into()));
    }

    pub fn welcome(&mut self) {
        self.open(Message::welcome());
        // Writes the settings now, so that the next start finds the settings file and shows no welcome.
        self.effects.push(Effect::Keep(self.settings.clone()));
    }
}
