//! The texts of the window in the player's language.

use crate::app_error::FileFault;
use crate::player::level_of_name;
use crate::{
    Action, AppError, ClockSetting, EDITOR_ACTIONS, Editor, EditorFault, Limit, MENUS, Reply,
    Settings, menu_actions,
};
use chuhe_core::rules::Rules;
use chuhe_core::{Ending, Kind, Level, Piece, Score, Side};
use chuhe_view::PieceSet;
use chuhe_view::text::{Count, Language, SetupMessage, Text, Traditional, kind_name};
use std::fmt::Display;
use std::io::ErrorKind;

#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub(crate) language: Language,
    pub(crate) rules: Rules,
    pieces: PieceSet,
    /// True if the board shows no names of squares. A message then says `the marked point` instead of a name.
    pub(crate) marked: bool,
}

/// The part of the state on which the labels and the keys of actions depend.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mode {
    pub is_paused: bool,
    pub is_editing: bool,
    pub is_studying: bool,
    pub in_page: bool,
}

impl Words {
    pub fn new(settings: &Settings, rules: Rules) -> Self {
        let marked = !settings.shows_coordinates(rules);
        Self { language: settings.language, rules, pieces: settings.pieces, marked }
    }

    pub const fn get(self, text: Text) -> &'static str {
        text.get(self.language)
    }

    pub fn with(self, text: Text, values: &[&dyn Display]) -> String {
        text.with(self.language, values).to_string()
    }

    pub fn side(self, side: Side) -> &'static str {
        self.get(Text::side(self.rules, side))
    }

    pub const fn action(self, action: Action, mode: Mode) -> &'static str {
        match action {
            Action::Pause if mode.is_paused => self.get(Text::Continue),
            Action::Undo if mode.is_editing => self.get(Text::UndoEdit),
            Action::Study if mode.is_studying => self.get(Text::BackToGame),
            action => self.get(action.label()),
        }
    }

    pub fn limit(self, limit: Limit) -> String {
        match limit {
            Limit::Seconds(seconds) => self.with(Text::SecondsPerMove, &[&seconds]),
            Limit::Depth(plies) => self.with(Text::Plies, &[&plies]),
        }
    }

    pub const fn piece_set(self, set: PieceSet) -> &'static str {
        self.get(match set {
            PieceSet::Traditional => Text::Traditional,
            PieceSet::Simplified => Text::Simplified,
            PieceSet::Letters => Text::Letters,
            PieceSet::Figures => Text::Figures,
        })
    }

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

    /// Chooses the text for the language. Traditional Chinese is converted from the simplified text.
    pub(crate) fn of(self, [english, chinese]: &[String; 2]) -> String {
        match self.language {
            Language::English => english.clone(),
            Language::Chinese => chinese.clone(),
            Language::TraditionalChinese => Traditional(chinese).to_string(),
        }
    }

    /// The text of a score from the view of Red or White, in a narrow column. A win by repetition is `1-0` or `0-1`.
    pub fn narrow_score(self, score: Score) -> String {
        match score.get() {
            by if by == Score::REPETITION_WIN.get() => "1-0".to_owned(),
            by if by == -Score::REPETITION_WIN.get() => "0-1".to_owned(),
            _ => self.score(score),
        }
    }

    /// The text of a score from the view of Red or White. For a forced mate, it is the number of moves to the mate.
    pub fn score(self, score: Score) -> String {
        if score.get().abs() == Score::REPETITION_WIN.get() {
            let winner = if score > Score::DRAW { Side::Red } else { Side::Black };
            return self.with(Text::WinsByRepetition, &[&self.side(winner)]);
        }
        let Some(plies) = score.mate_distance() else { return score.to_string() };
        let text = if plies > 0 { Text::RedMatesIn } else { Text::BlackMatesIn };
        self.with(text, &[&plies.unsigned_abs().div_ceil(2)])
    }

    /// The figures of an analysis: its depth and speed, and the side that positive scores favour.
    pub fn figures(self, depth: u8, nodes: u64, millis: u64) -> String {
        let speed = Count(1000 * nodes / millis.max(1));
        self.with(Text::AnalysisFigures, &[&depth, &speed, &self.side(Side::Red)])
    }

    /// The name to show for a player's name in a file. It is translated for the computer and for a nameless player.
    pub(crate) fn name_in_file(self, name: &str) -> String {
        match level_of_name(name) {
            Some(level) => self.with(Text::ComputerAtLevel, &[&level]),
            None if matches!(name, "" | "?") => self.get(Text::Human).to_owned(),
            None => name.to_owned(),
        }
    }

    pub fn reply(self, reply: Reply) -> &'static str {
        match reply {
            Reply::PlayRed => self.side(Side::Red),
            Reply::PlayBlack => self.side(Side::Black),
            _ => self.get(reply.label()),
        }
    }

    /// The Chinese character of a piece, if any. It is traditional if the pieces are shown as letters or drawings.
    pub fn sign(self, rules: Rules, piece: Piece) -> Option<char> {
        let set = match self.pieces {
            PieceSet::Simplified => PieceSet::Simplified,
            _ => PieceSet::Traditional,
        };
        let is_drawn = |sign: &char| ('\u{e000}'..='\u{f8ff}').contains(sign);
        Some(set.sign(rules, piece)).filter(|sign| !is_drawn(sign))
    }

    pub fn bracketed(self, text: &str, other: &str) -> String {
        match self.language {
            Language::English => format!("{text} ({other})"),
            Language::Chinese | Language::TraditionalChinese => format!("{text}（{other}）"),
        }
    }

    pub(crate) fn reason(self, ending: Ending) -> String {
        let loser = ending.winner.map_or(self.get(Text::OneSide), |winner| self.side(!winner));
        self.with(Text::reason(ending.reason), &[&loser])
    }

    pub(crate) fn keys(self, mode: Mode) -> String {
        let line = |action: Action| {
            let keys: Vec<_> = action.keys_in(mode.in_page, mode.is_editing).collect();
            let label = self.action(action, mode).trim_end_matches('…');
            (!keys.is_empty()).then(|| format!("{}\t{label}", keys.join(" / ")))
        };
        let first = if mode.is_editing { &EDITOR_ACTIONS[..] } else { &[] };
        let menus = (0..MENUS.len()).flat_map(menu_actions);
        let actions = first.iter().copied().chain(menus.filter(|it| !first.contains(it)));
        let lines = actions.filter_map(line);
        let board = self.get(Text::KeysPage).to_owned();
        std::iter::once(board).chain(lines).collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn not_stored(self, error: &AppError) -> String {
        let why = match error.file_fault() {
            Some(FileFault::System(ErrorKind::StorageFull, _)) => Text::DiskFull,
            _ => Text::FolderRefuses,
        };
        self.with(Text::NotStored, &[&self.get(why)])
    }

    pub fn editor_fault(self, editor: &Editor) -> Option<String> {
        match editor.position().err()? {
            EditorFault::Setup(error) => {
                let place = self.marked.then(|| self.get(Text::MarkedPoint));
                Some(SetupMessage(error, self.language, place).to_string())
            }
            EditorFault::Over(ending) => Some(self.reason(ending)),
        }
    }
}

/// Returns the file name of the program in an engine's command line.
pub(crate) fn program(line: &str) -> &str {
    let command = line.split_once("cmd=").map_or(line, |(_, command)| command);
    let command = command.trim_start_matches(['"', '\'']);
    let path = command.split([' ', '"', '\'']).next().unwrap_or(command);
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The characters of both sides for a kind of piece, separated by a space; empty in a game without Chinese characters.
pub(crate) fn signs(words: Words, rules: Rules, kind: Kind) -> String {
    let sign = |side| words.sign(rules, Piece::new(side, kind));
    let mut signs: Vec<_> = Side::ALL.into_iter().filter_map(sign).collect();
    signs.dedup();
    let signs: Vec<_> = signs.iter().map(char::to_string).collect();
    signs.join(" ")
}

/// The rules of a game as a page. In English, Chinese characters follow each name of a piece before a colon.
pub fn rules_page(words: Words, rules: Rules) -> String {
    let page = words.get(Text::rules(rules));
    if words.language != Language::English {
        return page.to_owned();
    }
    let lines = page.split('\n').map(|line| match line.split_once(':') {
        // A longer text before a colon does not name pieces.
        Some((label, rest)) if label.len() <= 40 => {
            format!("{}:{rest}", with_signs(words, rules, label))
        }
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn with_signs(words: Words, rules: Rules, label: &str) -> String {
    let mut label = label.to_owned();
    for kind in Kind::ALL {
        let name = kind_name(rules, kind, words.language);
        let signs = signs(words, rules, kind);
        let place = label.to_ascii_lowercase().find(name);
        if let Some(place) = place.filter(|_| !signs.is_empty()) {
            let end = place + name.len();
            label.replace_range(place..end, &words.bracketed(&label[place..end], &signs));
        }
    }
    label
}
