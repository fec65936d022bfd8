//! Messages: dialogs with a text and buttons.

use super::{DialogFrame, Form, Outcome, Request};
use crate::words::program;
use crate::{Action, AppError, Context, Reply, Words};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Ending, Side};
use chuhe_view::text::Text;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    Over,
    Solved,
    /// The map given on the command line is not valid, so the program cannot go on.
    InvalidMap,
    Confirm,
    /// Asks whether the person gives the game up. The question closes when another game begins.
    GiveUp,
    PlayOn,
    DrawOffered,
    Failed,
    Page,
    Welcome,
    Error,
}

pub(crate) struct Message {
    topic: Topic,
    title: Text,
    /// Makes the text when the message is shown, because the language may change while the message waits.
    text: Box<dyn Fn(Words) -> String + Send>,
    buttons: Vec<(Reply, Option<Request>)>,
    focus: usize,
    /// The button that Escape chooses; `None` for the last button.
    escape: Option<Reply>,
    /// The game's count of changes at which the message is valid; `None` if the message stays valid after any change.
    changes: Option<u32>,
}

fn plain(text: Text) -> impl Fn(Words) -> String + Send {
    move |words| words.get(text).to_owned()
}

impl Message {
    fn new(topic: Topic, title: Text, text: impl Fn(Words) -> String + Send + 'static) -> Self {
        let (text, buttons) = (Box::new(text), Vec::new());
        Self { topic, title, text, buttons, focus: 0, escape: None, changes: None }
    }

    fn with<const N: usize>(self, buttons: [(Reply, Option<Request>); N]) -> Self {
        Self { buttons: buttons.into(), ..self }
    }

    fn escaped_by(self, reply: Reply) -> Self {
        Self { escape: Some(reply), ..self }
    }

    /// Makes the message close as soon as the game's count of changes differs from `changes`.
    pub(crate) fn about(self, changes: u32) -> Self {
        Self { changes: Some(changes), ..self }
    }

    fn confirms(self, request: Request) -> Self {
        self.with([(Reply::Yes, Some(request)), (Reply::No, None)])
    }

    pub(crate) fn over(ending: Ending, rules: Rules) -> Self {
        let outcome = Text::outcome(rules, ending.winner);
        let message = Self::new(Topic::Over, outcome, move |words| words.reason(ending));
        message.escaped_by(Reply::Review).with([
            (Reply::NewGame, Some(Request::Act(Action::NewGame))),
            (Reply::Review, Some(Request::Review)),
            (Reply::Report, Some(Request::Act(Action::Report))),
            (Reply::Quit, Some(Request::Act(Action::Quit))),
        ])
    }

    pub(crate) fn solved(ending: Ending) -> Self {
        let message = Self::new(Topic::Solved, Text::Solved, move |words| words.reason(ending));
        message.escaped_by(Reply::Review).with([
            (Reply::NextProblem, Some(Request::Act(Action::NextProblem))),
            (Reply::Review, Some(Request::Review)),
            (Reply::Quit, Some(Request::Act(Action::Quit))),
        ])
    }

    pub(crate) fn invalid_map(error: AppError) -> Self {
        let buttons = [(Reply::Ok, Some(Request::Quit(false)))];
        Self { topic: Topic::InvalidMap, ..Self::error(error) }.with(buttons)
    }

    pub(crate) fn error(error: AppError) -> Self {
        Self::new(Topic::Error, error.title(), move |words| error.message(words.language))
            .with([(Reply::Ok, None)])
    }

    pub(crate) fn no_book(error: AppError) -> Self {
        Self { title: Text::NoBook, ..Self::error(error) }
    }

    /// A message about a failed engine. The reason `why` is a text of this program, or a pair: English and Chinese.
    fn trouble(name: &str, why: Result<Text, [String; 2]>, then: Text, side: Side) -> Self {
        let name = program(name).to_owned();
        Self::new(Topic::Failed, Text::EngineTrouble, move |words| {
            let why =
                why.as_ref().map_or_else(|why| words.of(why), |&text| words.get(text).to_owned());
            let failed = words.with(Text::EngineFailed, &[&name, &why]);
            format!("{failed}\n{}", words.with(then, &[&words.side(side)]))
        })
    }

    pub(crate) fn replaced(name: &str, why: [String; 2], side: Side) -> Self {
        Self::trouble(name, Err(why), Text::ProgramReplaced, side).with([(Reply::Ok, None)])
    }

    pub(crate) fn failed(name: &str, why: Result<Text, [String; 2]>, side: Side) -> Self {
        let message = Self::trouble(name, why, Text::AskStartAgain, side);
        message.escaped_by(Reply::StartAgain).with([
            (Reply::StartAgain, Some(Request::StartEngine(side))),
            (Reply::LosesGame, Some(Request::LoseByEngine(side))),
        ])
    }

    pub(crate) fn confirm_restart() -> Self {
        let message = Self::new(Topic::GiveUp, Text::TitleRestart, plain(Text::AskRestart));
        message.confirms(Request::Restart)
    }

    pub(crate) fn confirm_position(position: AnyPosition) -> Self {
        let message = Self::new(Topic::GiveUp, Text::TitlePosition, plain(Text::AskPosition));
        message.confirms(Request::Position(Box::new(position)))
    }

    pub(crate) fn confirm_leaving(then: Request) -> Self {
        Self::new(Topic::Confirm, Text::TitleLeaveEditor, plain(Text::AskLeaveEditor))
            .confirms(Request::Discard(Box::new(then)))
    }

    pub(crate) fn confirm_resignation(side: Side) -> Self {
        let text = move |words: Words| words.with(Text::AskResign, &[&words.side(side)]);
        Self::new(Topic::GiveUp, Text::TitleResign, text).confirms(Request::Resign(side))
    }

    /// Asks whether to quit although games cannot be written. The focus is on No, so that Enter loses nothing.
    pub(crate) fn confirm_quit(fault: AppError) -> Self {
        let message = Self::new(Topic::Confirm, Text::Quit, move |words| {
            format!("{}\n{}", words.not_stored(&fault), words.get(Text::AskQuit))
        });
        Self { focus: 1, ..message.confirms(Request::Quit(true)) }
    }

    pub(crate) fn play_on() -> Self {
        Self::new(Topic::PlayOn, Text::TitlePlayOn, plain(Text::AskPlayOn)).with([
            (Reply::PlayRed, Some(Request::PlayOn(Some(Side::Red)))),
            (Reply::PlayBlack, Some(Request::PlayOn(Some(Side::Black)))),
            (Reply::PlayBoth, Some(Request::PlayOn(None))),
            (Reply::Cancel, None),
        ])
    }

    pub(crate) fn draw_offered(side: Side) -> Self {
        let text = move |words: Words| words.with(Text::DrawOffered, &[&words.side(side)]);
        Self::new(Topic::DrawOffered, Text::TitleDraw, text).with([
            (Reply::Accept, Some(Request::AgreeDraw)),
            (Reply::Decline, Some(Request::DeclineDraw(!side))),
        ])
    }

    pub(crate) fn page(title: Text, text: impl Fn(Words) -> String + Send + 'static) -> Self {
        Self::new(Topic::Page, title, text).with([(Reply::Close, None)])
    }

    pub(crate) fn welcome() -> Self {
        Self::new(Topic::Welcome, Text::Welcome, plain(Text::AskFirstSteps)).with([
            (Reply::FirstSteps, Some(Request::Act(Action::FirstSteps))),
            (Reply::StartPlaying, None),
        ])
    }
}

impl Form for Message {
    fn frame(&self) -> DialogFrame {
        let replies: Vec<_> = self.buttons.iter().map(|&(reply, _)| reply).collect();
        let usual = DialogFrame::new(self.title, replies);
        DialogFrame { focus: self.focus, escape: self.escape.or(usual.escape), ..usual }
    }

    fn text(&self, words: Words) -> String {
        (self.text)(words)
    }

    fn topic(&self) -> Option<Topic> {
        Some(self.topic)
    }

    fn is_late(&self, changes: u32, _: chuhe_core::Key, _: bool) -> bool {
        self.changes.is_some_and(|known| known != changes)
    }

    fn ends_program(&self) -> Option<Reply> {
        let ends = |request: &Request| request.ends_program();
        let end = self.buttons.iter().find(|(_, request)| request.as_ref().is_some_and(ends));
        end.map(|&(reply, _)| reply)
    }

    fn answered(&mut self, reply: Reply, _: &mut Context) -> Outcome {
        let known = self.buttons.iter_mut().find(|(known, _)| *known == reply);
        known.and_then(|(_, request)| request.take()).map_or(Outcome::Close, Outcome::Do)
    }
}
