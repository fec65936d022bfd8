//! Writes the status line, the names of the players and the tips.

use crate::game_number::NAME_TAGS;
use crate::report;
use crate::study::move_number;
use crate::words::program;
use crate::{Action, App, AppError, Note, PlayerSetting, Refusal, Study, Target, Words};
use chuhe_core::notation::{self, Exchange};
use chuhe_core::rules::Explain;
use chuhe_core::{AnyPosition, EndReason, Ending, Game, Move, Position, Side, Square};
use chuhe_records::GameTree;
use chuhe_view::text::{IllegalMessage, Language, Named, Text, kind_name};

impl Words {
    pub fn button(self, action: Action, app: &App) -> &'static str {
        match action {
            Action::Turn => app.cx.editor.as_ref().map_or("", |editor| self.side(editor.side())),
            Action::Another => self.get(Text::Another),
            Action::Fill => self.get(Text::FullSet),
            Action::Leave => self.get(Text::LeaveShort),
            Action::OfferDraw => self.get(Text::DrawShort),
            Action::Flip => self.get(Text::FlipShort),
            Action::CopyPosition => self.get(Text::CopyShort),
            Action::SwapSides => self.get(Text::SwapShort),
            Action::Report => self.get(Text::ReportShort),
            Action::WriteMap => self.get(Text::MapShort),
            Action::Clear => self.get(Text::ClearShort),
            action => self.action(action, app.board.mode(&app.cx)),
        }
    }

    pub fn player(self, app: &App, side: Side) -> (String, String) {
        if let Some(study) = app.board.study.as_ref() {
            let name = if study.is_played_by_person(side) {
                self.get(Text::Human).to_owned()
            } else {
                self.player_of(study.tree(), side)
            };
            return (name, String::new());
        }
        let (name, detail) = match app.board.game.player(side) {
            PlayerSetting::Program(line) => {
                let name = app.board.game.program_name(side).unwrap_or_else(|| program(line));
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

    pub(crate) fn players_of(self, tree: &GameTree) -> String {
        Side::ALL.map(|side| self.player_of(tree, side)).join(" – ")
    }

    /// The title of the study that is shown. If no study is shown, the title of the last document. A game from a file
    /// has the file name as its title, and a pasted game has its players. Any other study has the title `Text::PlayedGame`.
    fn title(self, app: &App) -> String {
        let study = app.board.study.as_ref().or(app.board.documents.last());
        let name = study.and_then(|study| Some((study.opened.as_ref()?, study.tree())));
        match name {
            Some((name, tree)) if name.is_empty() => self.players_of(tree),
            Some((name, _)) => name.clone(),
            None => self.get(Text::PlayedGame).to_owned(),
        }
    }

    fn player_of(self, tree: &GameTree, side: Side) -> String {
        let name = tree.tag(NAME_TAGS[side.index()]).filter(|name| !matches!(*name, "" | "?"));
        name.map_or_else(|| self.side(side).to_owned(), |name| self.name_in_file(name))
    }

    /// (text, alarm): the status line, usually the last event and whose turn it is. The flag is true for a warning.
    pub fn status(self, app: &App) -> (String, bool) {
        if let Some(editor) = app.cx.editor.as_ref() {
            return match (&app.cx.note, self.editor_fault(editor)) {
                (Note::Refused(Refusal::Plain(Text::NoneLeft)), _) => (self.happened(app), true),
                (_, Some(fault)) => (fault, true),
                (Note::Named(Text::SavedAs, _), None)
                | (Note::Plain(Text::PositionPasted | Text::Copied | Text::GameCopied), None) => {
                    (self.happened(app), false)
                }
                _ => (self.get(Text::PositionGood).to_owned(), false),
            };
        }
        let unsaved = app.cx.store_fault.as_ref().map(|error| self.not_stored(error));
        let (happened, alarm) = (self.happened(app), is_alarm(app) || unsaved.is_some());
        if let Some(study) = app.board.study.as_ref() {
            let tree = study.tree();
            let told = tree.told_ending().filter(|_| study.node() == tree.last());
            let turn = match (app.board.shown().ending(), told) {
                (Some(ending), _) => self.get(Text::reason(ending.reason)).to_owned(),
                (None, Some(ending)) => self.ended(ending),
                (None, None) => self.with(Text::ToMove, &[&self.side(app.board.position().side())]),
            };
            return (self.sentences([unsaved, Some(happened), Some(turn)]), alarm);
        }
        let game_model = &app.board.game;
        if game_model.is_looking_back() {
            let viewed = self.viewed(app);
            let refused = matches!(&app.cx.note, Note::Refused(_));
            let parts = [unsaved, refused.then_some(happened), Some(viewed)];
            return (self.sentences(parts), alarm);
        }
        let warning = game_model.game().warning();
        let turn = match (game_model.game().ending(), game_model.turn()) {
            (Some(ending), _) => self.ended(ending),
            (None, Some(_)) if game_model.is_paused() => self.get(Text::Paused).to_owned(),
            (None, Some(side))
                if game_model.program_name(side).is_none()
                    && let Some(line) = game_model.player(side).program() =>
            {
                self.with(Text::ProgramStarts, &[&program(line)])
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
        (self.sentences([unsaved, Some(happened), warned, Some(turn)]), alarm)
    }

    fn ended(self, ending: Ending) -> String {
        let headline = self.get(Text::outcome(self.rules, ending.winner));
        format!("{headline}{}{}", self.language.space(), self.reason(ending))
    }

    fn sentences(self, parts: impl IntoIterator<Item = Option<String>>) -> String {
        let parts: Vec<_> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        parts.join(self.language.space())
    }

    fn viewed(self, app: &App) -> String {
        let mut game = app.board.game.shown().clone();
        let Some(mv) = game.undo() else { return self.get(Text::AtStartOfGame).to_owned() };
        let before = game.position();
        let number = move_number(1, game.start(), game.moves().len());
        let dots = if before.side() == Side::Black { "…" } else { "." };
        let written = notation::write(app.cx.settings.style(), before, mv);
        self.with(Text::AtPly, &[&format_args!("{number}{dots} {written}")])
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

    fn happened(self, app: &App) -> String {
        let text = |text: Text| self.get(text).to_owned();
        match &app.cx.note {
            Note::Plain(plain) => text(*plain),
            Note::Named(text, name) => self.with(*text, &[name]),
            Note::Titled(text) => self.with(*text, &[&self.title(app)]),
            Note::Moved(_) => self.moved(app),
            Note::Stepped => self.mistake(app).unwrap_or_default(),
            Note::Studied => self.studied(app),
            Note::TakenBack => self.last_undone(app),
            Note::Redone => {
                let last = self.last_move(app, app.board.game.game()).map(|(_, _, text)| text);
                self.with(Text::Redone, &[&last.unwrap_or_default()])
            }
            Note::Hinted | Note::HintedPiece | Note::HintedTheme => {
                self.hint(app).unwrap_or_default()
            }
            Note::Another => {
                let mover = self.side(app.board.game.game().position().side());
                self.with(Text::LooksForAnother, &[&mover])
            }
            Note::Exchange if app.board.selection.given().is_none() => text(Text::ExchangeLeft),
            Note::Exchange => self.exchange(app),
            Note::Refused(refusal) => self.refusal(*refusal, app),
            Note::Aim(moves) => self.with(Text::Aim, &[&self.side(Side::Red), &moves]),
            Note::DrawDeclined(side) => self.with(Text::DrawDeclined, &[&self.side(*side)]),
            Note::Analysis(true) => self.with(Text::AnalysisOn, &[&self.side(Side::Red)]),
            Note::Analysis(false) => text(Text::AnalysisOff),
            Note::AnalysisFailed(name, why) if name.is_empty() => {
                self.with(Text::AnalysisBroken, &[&self.of(why)])
            }
            Note::AnalysisFailed(name, why) => {
                self.with(Text::AnalysisFailed, &[&program(name), &self.of(why)])
            }
        }
    }

    /// Tells how many percent of winning chances the move shown lost, and the better move if one is known. Returns
    /// `None` for a loss below one percent, or without evaluations.
    fn mistake(self, app: &App) -> Option<String> {
        let study = app.board.study.as_ref()?;
        let (tree, node) = (study.tree(), study.node());
        let lost = report::lost(tree, node).filter(|&lost| lost >= 1.0)?;
        let lost = format!("{lost:.0}");
        let Some(better) = report::better(tree, node) else {
            return Some(self.with(Text::MoveLostAlone, &[&lost]));
        };
        let before = tree.position(tree.node(node).parent()?);
        let better = notation::write(app.cx.settings.style(), &before, better);
        Some(self.with(Text::MoveLost, &[&lost, &better]))
    }

    /// The text of the last hint; `None` if the hint no longer belongs to the position.
    fn hint(self, app: &App) -> Option<String> {
        let (board, position) = (&app.board, app.board.position());
        let mv = board.sought_move().or(board.hint())?;
        Some(match app.cx.note {
            Note::HintedTheme => {
                self.with(Text::HintTheme, &[&self.get(board.attempt?.problem().theme)])
            }
            Note::HintedPiece => {
                let name = Named(position.piece_at(mv.from()?)?, self.rules, self.language);
                let square = self.rules.square_name(mv.from()?).to_string();
                self.with(Text::HintPiece, &[&self.bracketed(&name.to_string(), &square)])
            }
            _ => self.with(Text::HintIs, &[&self.written(app, position, mv)]),
        })
    }

    fn exchange(self, app: &App) -> String {
        let kind = |kind| kind_name(self.rules, kind, self.language);
        let given = app.board.selection.given().map_or(0, |given| given.len());
        if given == 0 {
            let prices = (1..).zip(self.rules.prices());
            let prices: Vec<_> =
                prices.map(|(price, &bought)| format!("{price} = {}", kind(bought))).collect();
            let comma = if self.language == Language::English { ", " } else { "，" };
            return self.with(Text::ExchangeBegin, &[&prices.join(comma)]);
        }
        match app.board.bought() {
            None => self.with(Text::ExchangeTooMany, &[&given]),
            Some(bought) if !app.board.buyable().is_empty() => {
                self.with(Text::ExchangeBuys, &[&given, &kind(bought)])
            }
            Some(bought) if given == 1 => self.with(Text::ExchangeNoneOne, &[&kind(bought)]),
            Some(bought) => self.with(Text::ExchangeNone, &[&given, &kind(bought)]),
        }
    }

    pub fn tip(self, app: &App, target: Target) -> Option<[String; 3]> {
        Some(match target {
            Target::Action(action) => {
                let mode = app.board.mode(&app.cx);
                let name = self.action(action, mode).trim_end_matches('…').to_owned();
                let keys: Vec<_> = action.keys_in(mode.in_page, mode.is_editing).collect();
                let why = app.refusal(action).map(|why| self.refusal(why, app));
                [name, keys.join(" / "), why.unwrap_or_default()]
            }
            Target::Player(side) if app.cx.editor.is_none() => {
                let change = self.get(Text::ChangePlayer).to_owned();
                [self.side(side).to_owned(), String::new(), change]
            }
            Target::Part(id, _) => {
                let parts = app.cx.dialog()?.form.parts(&app.cx);
                let part = parts.into_iter().find(|part| part.id == id)?;
                [part.label, String::new(), part.disabled?]
            }
            Target::Square(square) if app.cx.editor.is_none() => {
                let Some(piece) = app.board.shown().position().piece_at(square) else {
                    return Some([self.liberty(app, square)?, String::new(), String::new()]);
                };
                let mut name = Named(piece, self.rules, self.language).to_string();
                let sign = self.sign(self.rules, piece);
                if let Some(sign) = sign.filter(|&sign| !name.contains(sign)) {
                    name = self.bracketed(&name, &sign.to_string());
                }
                [name, String::new(), String::new()]
            }
            _ => return None,
        })
    }

    /// The tip for a point that is a liberty of a general. `None` for other points, or if liberties are not shown.
    fn liberty(self, app: &App, square: Square) -> Option<String> {
        let position = app.board.shown().position();
        let is_of = |side: &Side| {
            position.safety(*side).is_some_and(|safety| safety.liberties.contains(square))
        };
        let side = Side::ALL.into_iter().filter(|_| app.cx.settings.show_guards).find(is_of)?;
        Some(self.with(Text::LibertyOf, &[&self.side(side)]))
    }

    fn refusal(self, refusal: Refusal, app: &App) -> String {
        match refusal {
            // No text is needed: the rest of the status line tells the reason, for example that the game is paused.
            Refusal::Thinking | Refusal::Over | Refusal::Paused => String::new(),
            Refusal::LookingBack => self.get(Text::EarlierPosition).to_owned(),
            Refusal::Illegal(why, piece, _) => {
                let place = self.marked.then(|| self.get(Text::MarkedPoint));
                IllegalMessage(why, piece, self.rules, self.language, place).to_string()
            }
            Refusal::NoMove(error) => {
                self.with(Text::NotPlayed, &[&AppError::Move(error).message(self.language)])
            }
            Refusal::NotYours => {
                let turn = app.board.position().side();
                self.with(Text::NotYourPiece, &[&self.side(turn)])
            }
            Refusal::NotNow(action) => {
                let action = self.action(action, app.board.mode(&app.cx)).trim_end_matches('…');
                self.with(Text::NotNow, &[&action])
            }
            Refusal::Plain(Text::NoMoveLeft)
                if let Some(editor) = &app.cx.editor
                    && let Some(fault) = self.editor_fault(editor) =>
            {
                fault
            }
            Refusal::Plain(text) => self.get(text).to_owned(),
        }
    }

    /// (before, mv, text): the position before a game's last move, this move, and its text; `None` without a move.
    fn last_move(self, app: &App, game: &Game<AnyPosition>) -> Option<(AnyPosition, Move, String)> {
        let mut game = game.clone();
        let mv = game.undo()?;
        let before = game.position().clone();
        let text = self.written(app, &before, mv);
        Some((before, mv, text))
    }

    /// Writes a move in the notation of the settings. For an exchange, adds the piece received in brackets.
    fn written(self, app: &App, position: &AnyPosition, mv: Move) -> String {
        let text = notation::write(app.cx.settings.style(), position, mv).to_string();
        let bought = Exchange::of(position, mv).and_then(|_| position.captured(mv));
        bought.map_or(text.clone(), |bought| {
            let bought = Named(bought, self.rules, self.language);
            self.bracketed(&text, &self.with(Text::ExchangeFor, &[&bought]))
        })
    }

    fn studied(self, app: &App) -> String {
        let Some((before, _, text)) = self.last_move(app, app.board.shown()) else {
            return String::new();
        };
        let is_variation = app.board.study.as_ref().is_some_and(Study::is_variation);
        let told = if is_variation { Text::VariationMoved } else { Text::Moved };
        self.with(told, &[&self.side(before.side()), &text])
    }

    fn last_undone(self, app: &App) -> String {
        let game = app.board.game.game();
        let text = game.undone().first().map(|&mv| self.written(app, game.position(), mv));
        self.with(Text::Undone, &[&text.unwrap_or_default()])
    }

    fn moved(self, app: &App) -> String {
        let Some((before, mv, text)) = self.last_move(app, app.board.game.game()) else {
            return String::new();
        };
        let side = self.side(before.side());
        let taken = before.captured(mv).map(|taken| Named(taken, self.rules, self.language));
        let mut line = match (Exchange::of(&before, mv), taken) {
            (Some(exchange), Some(bought)) => {
                let given = exchange.soldiers.len();
                self.with(Text::Exchanged, &[&side, &bought, &given])
            }
            (_, Some(taken)) => self.with(Text::Took, &[&side, &text, &taken]),
            (_, None) => self.with(Text::Moved, &[&side, &text]),
        };
        if is_alarm(app) {
            line.push_str(self.language.space());
            line.push_str(self.get(Text::Check));
        }
        line
    }
}

fn is_alarm(app: &App) -> bool {
    let game = app.board.game.game();
    match app.cx.note {
        Note::Refused(_) | Note::AnalysisFailed(..) | Note::Named(Text::SettingsBroken, _) => true,
        Note::Moved(_) => game.position().in_check() && game.ending().is_none(),
        _ => false,
    }
}
