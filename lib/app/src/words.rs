//! The texts of the window in the player's language.

use crate::app::{
    Action, App, EDITOR_ACTIONS, Editor, EditorFault, MENUS, Note, Refusal, Reply, Target, Topic,
    menu_actions,
};
use crate::app_error::{AppError, FileFault};
use crate::player::{Limit, PlayerSetting, level_of_name};
use crate::settings::ClockSetting;
use crate::signs::rules_page;
use crate::study::Study;
use chuhe_core::AnyPosition;
use chuhe_core::rules::{Illegal, Obstacle, Region, Rules};
use chuhe_core::{
    EndReason, Ending, Kind, Level, Move, Piece, Position, Score, Side, Square, notation,
};
use chuhe_records::GameTree;
use chuhe_view::PieceSet;
use chuhe_view::text::{Count, Language, Named, SetupMessage, Text, kind_name};
use std::fmt::Display;
use std::io::ErrorKind;

/// The texts of a language for a game.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    language: Language,
    rules: Rules,
    /// True if the board shows no names of squares, so that a mark shows the square of a message.
    marked: bool,
}

impl Words {
    /// Creates the texts for the game on the board.
    #[must_use]
    pub fn new(app: &App) -> Self {
        let marked = !app.shows_coordinates();
        Self { language: app.settings().language, rules: app.rules(), marked }
    }

    /// The language.
    #[must_use]
    pub const fn language(self) -> Language {
        self.language
    }

    /// Returns a text.
    #[must_use]
    pub const fn get(self, text: Text) -> &'static str {
        text.get(self.language)
    }

    /// Returns a text with values in it.
    #[must_use]
    pub fn with(self, text: Text, values: &[&dyn Display]) -> String {
        text.with(self.language, values).to_string()
    }

    /// The name of a side.
    #[must_use]
    pub fn side(self, side: Side) -> &'static str {
        self.get(Text::side(self.rules, side))
    }

    /// The label of an action. Each language is called by its own name.
    #[must_use]
    pub const fn action(self, action: Action, app: &App) -> &'static str {
        match action {
            Action::Pause if app.game_model().is_paused() => self.get(Text::Continue),
            Action::Undo if app.editor().is_some() => self.get(Text::UndoEdit),
            Action::Study if app.study().is_some() => self.get(Text::BackToGame),
            Action::Report if app.report_making().is_some() => self.get(Text::StopReport),
            action => self.get(action.label()),
        }
    }

    /// The label of a button, shorter than that of a menu where there is little room.
    #[must_use]
    pub fn button(self, action: Action, app: &App) -> &'static str {
        match action {
            Action::Turn => app.editor().map_or("", |editor| self.side(editor.side())),
            Action::Another => self.get(Text::Another),
            Action::Fill => self.get(Text::FullSet),
            Action::Leave => self.get(Text::LeaveShort),
            Action::Clear => self.get(Text::ClearShort),
            action => self.action(action, app),
        }
    }

    /// The limit of the computer.
    #[must_use]
    pub fn limit(self, limit: Limit) -> String {
        match limit {
            Limit::Seconds(seconds) => self.with(Text::SecondsPerMove, &[&seconds]),
            Limit::Depth(plies) => self.with(Text::Plies, &[&plies]),
        }
    }

    /// The name of a set of signs on the pieces.
    #[must_use]
    pub const fn piece_set(self, set: PieceSet) -> &'static str {
        self.get(match set {
            PieceSet::Traditional => Text::Traditional,
            PieceSet::Simplified => Text::Simplified,
            PieceSet::Letters => Text::Letters,
            PieceSet::Figures => Text::Figures,
        })
    }

    /// A level, by its number and its name.
    #[must_use]
    pub fn level(self, level: Level) -> String {
        let name = match level.get() {
            0 | 1 => Text::Beginner,
            2 | 3 => Text::Easy,
            4 | 5 => Text::Medium,
            6 | 7 => Text::Hard,
            8 => Text::Expert,
            _ => Text::Master,
        };
        format!("{level} {}", self.get(name))
    }

    /// A time control.
    #[must_use]
    pub fn clock(self, control: ClockSetting) -> String {
        let time = |seconds: u32| match (seconds / 60, seconds % 60) {
            (0, seconds) => self.with(Text::Seconds, &[&seconds]),
            (minutes, 0) => self.with(Text::Minutes, &[&minutes]),
            (minutes, seconds) => {
                let minutes = self.with(Text::Minutes, &[&minutes]);
                format!("{minutes} {}", self.with(Text::Seconds, &[&seconds]))
            }
        };
        match control {
            ClockSetting::None => self.get(Text::NoClock).to_owned(),
            ClockSetting::PerMove(seconds) => {
                format!("{} {}", self.get(Text::PerMove), time(seconds))
            }
            ClockSetting::Stage { moves, seconds } => {
                self.with(Text::TimeForMoves, &[&time(seconds), &moves])
            }
            ClockSetting::Byoyomi { seconds, period } => {
                self.with(Text::TimeAndByoyomi, &[&time(seconds), &time(period)])
            }
            ClockSetting::Game { seconds, increment: 0 } => time(seconds),
            ClockSetting::Game { seconds, increment } => {
                format!("{} + {}", time(seconds), time(increment))
            }
        }
    }

    /// A score for Red, or White. A forced mate is told by its number of moves.
    #[must_use]
    pub fn score(self, score: Score) -> String {
        let Some(plies) = score.mate_distance() else { return score.to_string() };
        let text = if plies > 0 { Text::RedMatesIn } else { Text::BlackMatesIn };
        self.with(text, &[&plies.unsigned_abs().div_ceil(2)])
    }

    /// The figures of an analysis: its depth and speed, and the side for which its scores count.
    #[must_use]
    pub fn figures(self, depth: u8, nodes: u64, millis: u64) -> String {
        let speed = Count(1000 * nodes / millis.max(1));
        self.with(Text::AnalysisFigures, &[&depth, &speed, &self.side(Side::Red)])
    }

    /// The name of a player, and a detail.
    #[must_use]
    pub fn player(self, app: &App, side: Side) -> (String, String) {
        if let Some(study) = app.study() {
            return (self.player_of(study.tree(), side), String::new());
        }
        let (name, detail) = match app.game_model().player(side) {
            PlayerSetting::Program(line) => {
                let name = app.game_model().program_name(side).unwrap_or_else(|| program(line));
                (self.get(Text::Program), name.to_owned())
            }
            PlayerSetting::Person => (self.get(Text::Human), String::new()),
            PlayerSetting::Computer(level) => {
                let level = self.level(*level);
                (self.get(Text::Computer), format!("{} {level}", self.get(Text::Level)))
            }
        };
        (name.to_owned(), detail)
    }

    /// The player of a side that a file names, or the side.
    fn player_of(self, tree: &GameTree, side: Side) -> String {
        let tag = if side == Side::Red { "Red" } else { "Black" };
        let name = tree.tag(tag).filter(|name| !matches!(*name, "" | "?"));
        name.map_or_else(|| self.side(side).to_owned(), |name| self.name_in_file(name))
    }

    /// The name of a player in a file. The computer's is told in the language.
    pub(crate) fn name_in_file(self, name: &str) -> String {
        match level_of_name(name) {
            Some(level) => self.with(Text::ComputerAtLevel, &[&level]),
            None => name.to_owned(),
        }
    }

    /// The label of a dialog's button.
    #[must_use]
    pub fn reply(self, reply: Reply) -> &'static str {
        match reply {
            Reply::PlayRed => self.side(Side::Red),
            Reply::PlayBlack => self.side(Side::Black),
            _ => self.get(reply.label()),
        }
    }

    /// The Chinese character on a piece. Pieces with letters or drawings have that of the traditional
    /// set.
    #[must_use]
    pub fn sign(self, app: &App, rules: Rules, piece: Piece) -> Option<char> {
        let set = match app.settings().pieces {
            PieceSet::Simplified => PieceSet::Simplified,
            _ => PieceSet::Traditional,
        };
        let is_drawn = |sign: &char| ('\u{e000}'..='\u{f8ff}').contains(sign);
        Some(set.sign(rules, piece)).filter(|sign| !is_drawn(sign))
    }

    /// A text with another one in brackets behind it.
    #[must_use]
    pub fn bracketed(self, text: &str, other: &str) -> String {
        match self.language {
            Language::English => format!("{text} ({other})"),
            Language::Chinese | Language::TraditionalChinese => format!("{text}（{other}）"),
        }
    }

    /// The headline and the reason of an ending.
    #[must_use]
    pub fn ending(self, ending: Ending) -> (&'static str, String) {
        (self.get(Text::outcome(self.rules, ending.winner)), self.reason(ending))
    }

    /// The reason of an ending, with the name of the loser.
    fn reason(self, ending: Ending) -> String {
        let loser = ending.winner.map_or(self.get(Text::OneSide), |winner| self.side(!winner));
        self.with(Text::reason(ending.reason), &[&loser])
    }

    /// The words for a square: its name, or a mark if the board shows no names.
    fn place(self, square: Square) -> String {
        match self.marked {
            true => self.get(Text::MarkedPoint).to_owned(),
            false => self.rules.square_name(square).to_string(),
        }
    }

    /// The headline and the text of a dialog.
    #[must_use]
    pub fn dialog(self, app: &App, topic: &Topic) -> (&'static str, String) {
        let (title, text) = match topic {
            Topic::Over(ending) => {
                return self.ending(*ending);
            }
            Topic::Solved(ending) => (Text::Solved, self.reason(*ending)),
            Topic::InvalidMap(error) => (Text::InvalidMap, error.message(self.language)),
            Topic::Error(error) => (error.title(), error.message(self.language)),
            Topic::Confirm(Action::Resign) => {
                let side = app.person().map_or("", |side| self.side(side));
                (Text::TitleResign, self.with(Text::AskResign, &[&side]))
            }
            Topic::Confirm(Action::Quit) => {
                let unsaved = app.store_fault().map(|error| self.not_stored(error));
                let question = self.get(Text::AskQuit);
                (Text::Quit, format!("{}\n{question}", unsaved.unwrap_or_default()))
            }
            Topic::Confirm(_) => (Text::TitleRestart, self.get(Text::AskRestart).to_owned()),
            Topic::Comment(_) => (Text::TitleComment, String::new()),
            Topic::PlayOn => (Text::TitlePlayOn, self.get(Text::AskPlayOn).to_owned()),
            Topic::DrawOffered(side) => {
                (Text::TitleDraw, self.with(Text::DrawOffered, &[&self.side(*side)]))
            }
            Topic::Failed(name, why, side, lost) => {
                let failed = self.with(Text::EngineFailed, &[&program(name), why]);
                let text = if *lost { Text::ProgramLost } else { Text::ProgramReplaced };
                (
                    Text::EngineTrouble,
                    format!("{failed}\n{}", self.with(text, &[&self.side(*side)])),
                )
            }
            Topic::Promotion(..) => (Text::Promotion, String::new()),
            Topic::NewGame(..) => (Text::TitleNewGame, String::new()),
            Topic::Engines(_) => (Text::TitleEngines, String::new()),
            Topic::EngineOptions(_) => (Text::TitleEngineOptions, String::new()),
            Topic::Rights(_) => (Text::TitleRights, String::new()),
            Topic::Settings(_) => (Text::TitleSettings, String::new()),
            Topic::Library(_) => (Text::Library, String::new()),
            Topic::FoundGames(_) => (Text::TitleFound, String::new()),
            Topic::Export(_) => (Text::TitleExport, String::new()),
            Topic::Page(Action::About) => (Text::About, self.get(Text::AboutPage).to_owned()),
            Topic::Page(Action::Keys) => (Text::Keys, self.keys(app)),
            Topic::Page(_) => (Text::RulesOfGame, rules_page(app, self, self.rules)),
            Topic::Welcome => (Text::Welcome, self.get(Text::AskFirstSteps).to_owned()),
            Topic::FirstSteps(_) => (Text::FirstSteps, String::new()),
            Topic::Endgames(_) => (Text::Endgames, String::new()),
            Topic::MapName(_) => (Text::SaveMap, String::new()),
        };
        // Behind a label the dots tell of a dialog. The dialog is open now.
        (self.get(title).trim_end_matches('…'), text)
    }

    /// The page of keys: those of the board, then those of all actions.
    fn keys(self, app: &App) -> String {
        let editing = app.editor().is_some();
        let line = |action: Action| {
            let keys: Vec<_> = action.keys(editing).collect();
            let label = self.action(action, app).trim_end_matches('…');
            (!keys.is_empty()).then(|| format!("{}\t{label}", keys.join(" / ")))
        };
        let menus = (0..MENUS.len()).flat_map(menu_actions);
        let actions: Vec<_> = if editing {
            EDITOR_ACTIONS
                .into_iter()
                .chain(menus.filter(|action| !EDITOR_ACTIONS.contains(action)))
                .collect()
        } else {
            menus.collect()
        };
        let lines = actions.into_iter().filter_map(line);
        let board = self.get(Text::KeysPage).to_owned();
        std::iter::once(board).chain(lines).collect::<Vec<_>>().join("\n")
    }

    /// The warning that games cannot be written.
    fn not_stored(self, error: &AppError) -> String {
        let why = match error.file_fault() {
            Some(FileFault::System(ErrorKind::StorageFull, _)) => Text::DiskFull,
            _ => Text::FolderRefuses,
        };
        self.with(Text::NotStored, &[&self.get(why)])
    }

    /// The reason why the position in the editor cannot be played.
    #[must_use]
    pub fn editor_fault(self, editor: &Editor) -> Option<String> {
        match editor.position().err()? {
            EditorFault::Setup(error) => {
                let place = self.marked.then(|| self.get(Text::MarkedPoint));
                Some(SetupMessage(error, self.language, place).to_string())
            }
            EditorFault::Over(ending) => Some(self.reason(ending)),
        }
    }

    /// The status line, and true if it is a warning. It holds the last event and the side to move.
    #[must_use]
    pub fn status(self, app: &App) -> (String, bool) {
        if let Some(editor) = app.editor() {
            return match (app.note(), self.editor_fault(editor)) {
                (Note::Refused(Refusal::Plain(Text::NoneLeft)), _) => {
                    (self.get(Text::NoneLeft).to_owned(), true)
                }
                (_, Some(fault)) => (fault, true),
                (Note::MapWritten(name), None) => (self.with(Text::SavedAs, &[name]), false),
                (Note::Copied(_), None) => (self.get(Text::Copied).to_owned(), false),
                (Note::Plain(Text::PositionPasted), None) => {
                    (self.get(Text::PositionPasted).to_owned(), false)
                }
                _ => (self.get(Text::PositionGood).to_owned(), false),
            };
        }
        let (happened, alarm) = self.happened(app);
        if app.study().is_some() {
            let turn = match app.shown().ending() {
                Some(ending) => self.get(Text::reason(ending.reason)).to_owned(),
                None => self.with(Text::ToMove, &[&self.side(app.board().side())]),
            };
            return (self.sentences([Some(happened), Some(turn)]), alarm);
        }
        let game_model = app.game_model();
        if game_model.is_looking_back() {
            let viewed = self.viewed(app);
            let refused = matches!(app.note(), Note::Refused(_));
            let parts = [refused.then_some(happened), Some(viewed)];
            return (self.sentences(parts), alarm);
        }
        let warning = game_model.game().warning();
        let turn = match (game_model.game().ending(), game_model.turn()) {
            (Some(ending), _) => {
                let (headline, reason) = self.ending(ending);
                format!("{headline}{}{reason}", self.language.space())
            }
            (None, Some(_)) if game_model.is_paused() => self.get(Text::Paused).to_owned(),
            (None, Some(side))
                if is_starting(game_model.player(side), game_model.program_name(side)) =>
            {
                let line = game_model.player(side).program().map_or("", |line| program(line));
                self.with(Text::ProgramStarts, &[&line])
            }
            (None, Some(side)) => {
                let text =
                    if game_model.thinking().is_some() { Text::IsThinking } else { Text::ToMove };
                self.with(text, &[&self.side(side)])
            }
            (None, None) => String::new(),
        };
        let warned = warning.map(|ending| self.warning(ending));
        let alarm = alarm || warned.is_some();
        let unsaved = app.store_fault().map(|error| self.not_stored(error));
        let alarm = alarm || unsaved.is_some();
        (self.sentences([unsaved, Some(happened), warned, Some(turn)]), alarm)
    }

    /// Joins sentences.
    fn sentences(self, parts: impl IntoIterator<Item = Option<String>>) -> String {
        let parts: Vec<_> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        parts.join(self.language.space())
    }

    /// The move after which an earlier position is shown.
    fn viewed(self, app: &App) -> String {
        let mut game = app.game_model().shown().clone();
        let Some(mv) = game.undo() else { return self.get(Text::AtStartOfGame).to_owned() };
        let before = game.position();
        let cell = game.moves().len() + game.start().side().index();
        let dots = if before.side() == Side::Black { "…" } else { "." };
        let written = notation::write(app.style(), before, mv);
        self.with(Text::AtPly, &[&format_args!("{}{dots} {written}", cell / 2 + 1)])
    }

    fn warning(self, ending: Ending) -> String {
        let reason = match ending.reason {
            EndReason::PerpetualCheck => Text::ByCheck,
            EndReason::PerpetualChase => Text::ByChase,
            _ => Text::ByRepetition,
        };
        match ending.winner {
            Some(winner) => self.with(Text::WillLose, &[&self.side(!winner), &self.get(reason)]),
            None => self.get(Text::WillDraw).to_owned(),
        }
    }

    /// The text of the last event, and true if it is a warning.
    fn happened(self, app: &App) -> (String, bool) {
        let text = |text: Text| (self.get(text).to_owned(), false);
        match app.note() {
            Note::Plain(plain) => text(*plain),
            Note::Named(text, name) => (self.with(*text, &[name]), false),
            Note::Moved(_) => self.moved(app),
            Note::Stepped => Default::default(),
            Note::Studied => (self.studied(app), false),
            Note::TakenBack => (self.last_undone(app), false),
            Note::Redone => {
                let last = self.last_played(app).map(|(_, _, text)| text).unwrap_or_default();
                (self.with(Text::Redone, &[&last]), false)
            }
            Note::Hinted => {
                let position = app.game_model().game().position();
                let write = |mv| notation::write(app.style(), position, mv).to_string();
                let hint = app.game_model().hint().map(write).unwrap_or_default();
                (self.with(Text::HintIs, &[&hint]), false)
            }
            Note::Another => {
                let mover = self.side(app.game_model().game().position().side());
                (self.with(Text::LooksForAnother, &[&mover]), false)
            }
            Note::Exchange if app.selection().given().is_none() => text(Text::ExchangeLeft),
            Note::Exchange => (self.exchange(app), false),
            Note::Refused(refusal) => (self.refusal(*refusal, app), true),
            Note::Aim(moves) => (self.with(Text::Aim, &[&self.side(Side::Red), &moves]), false),
            Note::WrongAttempt => text(Text::WrongAttempt),
            Note::DrawDeclined(side) => {
                (self.with(Text::DrawDeclined, &[&self.side(*side)]), false)
            }
            Note::Copied(Action::CopyGame) => text(Text::GameCopied),
            Note::Copied(_) => text(Text::Copied),
            Note::MapWritten(name) => (self.with(Text::SavedAs, &[name]), false),
            Note::Analysis(true) => (self.with(Text::AnalysisOn, &[&self.side(Side::Red)]), false),
            Note::Analysis(false) => text(Text::AnalysisOff),
            Note::AnalysisFailed(name, why) if name.is_empty() => {
                (self.with(Text::AnalysisBroken, &[why]), true)
            }
            Note::AnalysisFailed(name, why) => {
                (self.with(Text::AnalysisFailed, &[&program(name), why]), true)
            }
            Note::SettingsBroken(name) => (self.with(Text::SettingsBroken, &[name]), true),
        }
    }

    /// The text about the chosen soldiers in exchange mode.
    fn exchange(self, app: &App) -> String {
        let kind = |kind| kind_name(self.rules, kind, self.language);
        let given = app.selection().given().map_or(0, |given| given.len());
        if given == 0 {
            let prices = (1..).zip(self.rules.prices());
            let prices: Vec<_> =
                prices.map(|(price, &bought)| format!("{price} = {}", kind(bought))).collect();
            let comma = if self.language == Language::English { ", " } else { "，" };
            return self.with(Text::ExchangeBegin, &[&prices.join(comma)]);
        }
        match app.bought() {
            None => self.with(Text::ExchangeTooMany, &[&given]),
            Some(bought) if !app.buyable().is_empty() => {
                self.with(Text::ExchangeBuys, &[&given, &kind(bought)])
            }
            Some(bought) if given == 1 => self.with(Text::ExchangeNoneOne, &[&kind(bought)]),
            Some(bought) => self.with(Text::ExchangeNone, &[&given, &kind(bought)]),
        }
    }

    /// The reason why a move of a piece is not legal.
    fn illegal(self, why: Illegal, piece: Piece) -> String {
        let kind = self.rules.piece_type(piece.kind());
        let text = match (why, kind.map(|kind| (kind.obstacle, kind.region))) {
            (Illegal::Blocked(_), Some((Obstacle::Leg, _))) => Text::LegBlocked,
            (Illegal::Blocked(_), Some((Obstacle::Eye, _))) => Text::EyeBlocked,
            (Illegal::Bounds, Some((_, Region::OwnSide))) => Text::RiverBound,
            (Illegal::Bounds, Some((_, Region::Palace))) => Text::PalaceBound,
            _ => Text::illegal(why),
        };
        // For a general in danger, the message names the general instead of the piece that moves.
        let spoken = match why {
            Illegal::NotOwn => return self.with(text, &[&self.side(!piece.side())]),
            Illegal::StillInCheck(_)
            | Illegal::IntoCheck(_)
            | Illegal::LastGuard(_)
            | Illegal::NoLiberty => Kind::General,
            _ => piece.kind(),
        };
        let spoken = kind_name(self.rules, spoken, self.language);
        let at = why.square().map(|square| self.place(square));
        let number = if let Illegal::Price(price) = why { price } else { 0 };
        match at {
            Some(at) => self.with(text, &[&spoken, &at]),
            None => self.with(text, &[&spoken, &number]),
        }
    }

    /// The name, the key and the details of a tip.
    #[must_use]
    pub fn tip(self, app: &App, target: Target) -> Option<[String; 3]> {
        Some(match target {
            Target::Action(action) => {
                let name = self.action(action, app).trim_end_matches('…').to_owned();
                let keys: Vec<_> = action.keys(app.editor().is_some()).collect();
                let why = app.why_disabled(action).map(|why| self.refusal(why, app));
                [name, keys.join(" / "), why.unwrap_or_default()]
            }
            Target::Player(side) if app.editor().is_none() => {
                let change = self.get(Text::ChangePlayer).to_owned();
                [self.side(side).to_owned(), String::new(), change]
            }
            Target::Part(id, _) => {
                let parts = app.dialog()?.form_parts(app);
                let part = parts.into_iter().find(|part| part.id == id)?;
                [part.label, String::new(), part.disabled?]
            }
            Target::Square(square) if app.editor().is_none() => {
                let piece = app.shown().position().piece_at(square)?;
                let mut name = Named(piece, self.rules, self.language).to_string();
                let sign = self.sign(app, self.rules, piece);
                if let Some(sign) = sign.filter(|&sign| !name.contains(sign)) {
                    name = self.bracketed(&name, &sign.to_string());
                }
                [name, String::new(), String::new()]
            }
            _ => return None,
        })
    }

    fn refusal(self, refusal: Refusal, app: &App) -> String {
        match refusal {
            // The rest of the status line names the side to move, or the end of the game.
            Refusal::Thinking | Refusal::Over => String::new(),
            Refusal::LookingBack => self.get(Text::EarlierPosition).to_owned(),
            Refusal::Illegal(why, piece, _) => self.illegal(why, piece),
            Refusal::NotYours => {
                let turn = app.game_model().turn().map_or("", |side| self.side(side));
                self.with(Text::NotYourPiece, &[&turn])
            }
            Refusal::NotNow(action) => {
                let action = self.action(action, app).trim_end_matches('…');
                self.with(Text::NotNow, &[&action])
            }
            Refusal::Plain(text) => self.get(text).to_owned(),
        }
    }

    /// The last move: the position before it, the move, and its text.
    fn last_played(self, app: &App) -> Option<(AnyPosition, Move, String)> {
        let mut game = app.game_model().game().clone();
        let mv = game.undo()?;
        let before = game.position().clone();
        let text = notation::write(app.style(), &before, mv).to_string();
        Some((before, mv, text))
    }

    /// The move that was made in the study.
    fn studied(self, app: &App) -> String {
        let mut game = app.shown().clone();
        let Some(mv) = game.undo() else { return String::new() };
        let before = game.position();
        let text = notation::write(app.style(), before, mv);
        let told = if app.study().is_some_and(Study::is_variation) {
            Text::VariationMoved
        } else {
            Text::Moved
        };
        self.with(told, &[&self.side(before.side()), &text])
    }

    fn last_undone(self, app: &App) -> String {
        let game = app.game_model().game();
        let text = game
            .undone()
            .first()
            .map(|&mv| notation::write(app.style(), game.position(), mv).to_string());
        self.with(Text::Undone, &[&text.unwrap_or_default()])
    }

    fn moved(self, app: &App) -> (String, bool) {
        let Some((before, mv, text)) = self.last_played(app) else { return Default::default() };
        let side = self.side(before.side());
        let line = match before.captured(mv) {
            Some(taken) => {
                self.with(Text::Took, &[&side, &text, &Named(taken, self.rules, self.language)])
            }
            None => self.with(Text::Moved, &[&side, &text]),
        };
        let game = app.game_model().game();
        if game.position().in_check() && game.ending().is_none() {
            let space = self.language.space();
            return (format!("{line}{space}{}", self.get(Text::Check)), true);
        }
        (line, false)
    }
}

/// Returns true for an engine that is not ready yet.
const fn is_starting(player: &PlayerSetting, name: Option<&str>) -> bool {
    matches!((player, name), (PlayerSetting::Program(_), None))
}

/// Returns the file name of an engine's program from its command line.
pub(crate) fn program(line: &str) -> &str {
    let command = line.split_once("cmd=").map_or(line, |(_, command)| command);
    let command = command.trim_start_matches(['"', '\'']);
    let path = command.split([' ', '"', '\'']).next().unwrap_or(command);
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
