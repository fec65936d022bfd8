//! The dialog that chooses the start position, the players and the clocks of a new game.

use super::clocks::Clocks;
use super::engines::EngineList;
use super::players::{LIMITS, PlayerChoice, limit_part};
use super::settings::take;
use super::{DialogFrame, Form, Outcome, Request};
use crate::form::{BoardCard, BoardCards};
use crate::{
    Change, ClockSetting, Context, FormPart, PartId, PlayerSetting, Reply, Settings, Widget,
    Widgets, Words,
};
use chuhe_core::rules::{PieceNotation, Rules};
use chuhe_core::{Position, Side};
use chuhe_host::Map;
use chuhe_view::BoardPicture;
use chuhe_view::text::Text;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seat {
    Red,
    Black,
    /// A lot decides whether the person plays Red or Black.
    Either,
    Both,
    /// Nobody: two computers play.
    Watch,
}

impl Seat {
    const ALL: [Self; 5] = [Self::Red, Self::Black, Self::Either, Self::Both, Self::Watch];

    fn label(self, words: Words, rules: Rules) -> &'static str {
        words.get(match self {
            Self::Red => Text::side(rules, Side::Red),
            Self::Black => Text::side(rules, Side::Black),
            Self::Either => Text::Either,
            Self::Both => Text::BothSeats,
            Self::Watch => Text::Watch,
        })
    }

    const fn is_of_person(self) -> bool {
        matches!(self, Self::Red | Self::Black | Self::Either)
    }

    /// The labels if the clocks differ. If one person plays, the label of the person's clock comes first.
    const fn clock_owners(self, rules: Rules) -> [Text; 2] {
        match (self.is_of_person(), rules.variant().notation) {
            (true, _) => [Text::ClockOfYou, Text::ClockOfOpponent],
            (false, PieceNotation::Algebraic) => [Text::ClockOfWhite, Text::ClockOfBlack],
            (false, PieceNotation::Relative) => [Text::ClockOfRed, Text::ClockOfBlack],
        }
    }

    fn of(settings: &Settings) -> Self {
        match settings.players() {
            [PlayerSetting::Person, PlayerSetting::Person] => Self::Both,
            [PlayerSetting::Person, _] | [_, PlayerSetting::Person] if settings.either_side => {
                Self::Either
            }
            [PlayerSetting::Person, _] => Self::Red,
            [_, PlayerSetting::Person] => Self::Black,
            _ => Self::Watch,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    settings: Box<Settings>,
    start: usize,
    seat: Seat,
    /// The players of Red and Black, if both are computers. Otherwise the first entry is the person's opponent.
    machines: [PlayerSetting; 2],
    clocks: Clocks,
    lot: Side,
}

impl NewGame {
    /// Opens the dialog, and tests the known engines. `lot` is a side drawn at random. The person gets it if a lot is to
    /// decide the sides.
    pub(crate) fn open(cx: &mut Context, lot: Side) {
        let form = Self::new(&cx.settings, cx.starts.current, lot);
        cx.test_engines(form.rules(cx));
        cx.open(form);
    }

    fn new(settings: &Settings, start: usize, lot: Side) -> Self {
        let (seat, machine) = (Seat::of(settings), settings.machine());
        let machines = match seat {
            Seat::Watch => settings.players(),
            _ => [machine.clone(), machine],
        };
        let mut clocks = settings.clocks();
        if seat.is_of_person() && settings.black == PlayerSetting::Person {
            clocks.reverse();
        }
        let clocks = Clocks::new(clocks);
        Self { settings: Box::new(settings.clone()), start, seat, machines, clocks, lot }
    }

    fn map<'a>(&self, cx: &'a Context) -> Option<&'a Map> {
        cx.starts.get(self.start)
    }

    fn rules(&self, cx: &Context) -> Rules {
        self.map(cx).map_or(cx.rules, |map| map.position.rules())
    }

    /// The start positions shown as cards: one of each kind of game, and one map.
    fn starts(&self, cx: &Context) -> Vec<usize> {
        let maps = cx.starts.maps();
        let shown = maps.iter().find(|&&index| index == self.start).or(maps.first());
        let games = (0..cx.starts.len()).filter(|&index| cx.starts[index].name.is_empty());
        games.chain(shown.copied()).collect()
    }

    fn card(&self, map: &Map, words: Words) -> BoardCard {
        let game = Text::game(map.position.rules());
        let title = words.get(if map.name.is_empty() { game } else { Text::Maps }).to_owned();
        let flipped = self.seat == Seat::Black;
        let board = BoardPicture { flipped, ..BoardPicture::of(&map.position) };
        BoardCard { title, detail: map.name.clone(), board, ticked: false }
    }

    fn choices(&self, cx: &Context) -> Vec<PlayerChoice> {
        let rules = self.rules(cx);
        let (player, level, label) =
            (PartId::Opponent, PartId::Level, cx.words().get(Text::Opponent));
        match self.seat {
            Seat::Both => Vec::new(),
            Seat::Watch => Side::ALL.map(|side| PlayerChoice::of(side, cx, rules, false)).to_vec(),
            _ => vec![PlayerChoice { player, level, label, rules, person: false }],
        }
    }

    fn take_start(&mut self, cx: &mut Context, start: Option<usize>) {
        self.start = start.unwrap_or(self.start);
        cx.test_engines(self.rules(cx));
    }

    fn replace_engines(&mut self, is_replaced: impl Fn(&str) -> bool, other: &PlayerSetting) {
        for machine in &mut self.machines {
            if machine.program().is_some_and(|line| is_replaced(line)) {
                machine.clone_from(other);
            }
        }
    }

    fn settings(&self, mut clocks: [ClockSetting; 2]) -> Settings {
        let mut settings = (*self.settings).clone();
        let [first, second] = self.machines.clone();
        let person = PlayerSetting::Person;
        (settings.red, settings.black) = match (self.seat, self.lot) {
            (Seat::Both, _) => (person.clone(), person),
            (Seat::Watch, _) => (first, second),
            (Seat::Red, _) | (Seat::Either, Side::Red) => (person, first),
            (Seat::Black, _) | (Seat::Either, Side::Black) => (first, person),
        };
        if self.seat.is_of_person() && settings.black == PlayerSetting::Person {
            clocks.reverse();
        }
        settings.set_clocks(clocks);
        settings.either_side = self.seat == Seat::Either;
        settings
    }
}

impl Form for NewGame {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::TitleNewGame, [Reply::Start, Reply::Cancel]).sized(44, 38)
    }

    fn fields(&self, _: &Context) -> Widgets {
        let mut widgets = Widgets::default();
        self.clocks.fill(&mut widgets);
        widgets
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let (words, rules) = (cx.words(), self.rules(cx));
        let starts = self.starts(cx);
        let chosen = starts.iter().position(|&start| start == self.start);
        let cards = starts.iter().map(|&start| self.card(&cx.starts[start], words)).collect();
        let cards = Widget::Cards { cards: Box::new(BoardCards(cards)), chosen, ems: 8 };
        let mut parts = vec![FormPart::new(PartId::Game, "", cards)];
        if self.map(cx).is_some_and(|map| !map.name.is_empty()) {
            let name = |&index: &usize| cx.starts[index].name.clone();
            let label = words.get(Text::Map);
            parts.push(FormPart::options(PartId::Map, label, &cx.starts.maps(), &self.start, name));
        }
        let seat = |seat: &Seat| seat.label(words, rules).to_owned();
        let label = words.get(Text::IPlay);
        parts.push(FormPart::options(PartId::Seat, label, &Seat::ALL, &self.seat, seat));
        for (choice, machine) in self.choices(cx).iter().zip(&self.machines) {
            parts.extend(choice.parts(cx, machine));
        }
        if self.seat != Seat::Both {
            parts.push(limit_part(words, self.settings.limit));
        }
        parts.extend(self.clocks.parts(cx, self.seat.clock_owners(rules)));
        parts
    }

    fn changed(&mut self, cx: &mut Context, id: PartId, change: Change) -> Option<Reply> {
        for (index, choice) in self.choices(cx).into_iter().enumerate() {
            if choice.change(cx, &mut self.machines[index], id, change) {
                self.clocks.take_fields(&cx.widgets);
                EngineList::open(cx, Box::new(self.clone()), Some(id), self.rules(cx));
            }
        }
        self.clocks.change(&mut cx.widgets, id, change);
        let Change::Chosen(item) = change else {
            if id != PartId::SameClock {
                change.ignore(id);
            }
            return (change == Change::Opened).then_some(Reply::Start);
        };
        match id {
            PartId::Game => {
                let start = self.starts(cx).get(item).copied();
                self.take_start(cx, start);
            }
            PartId::Map => self.take_start(cx, cx.starts.maps().get(item).copied()),
            PartId::Seat => take(&mut self.seat, &Seat::ALL, item),
            PartId::Limit => take(&mut self.settings.limit, &LIMITS, item),
            // `PlayerChoice` and `Clocks` have handled these parts above.
            PartId::Opponent | PartId::Level => {}
            PartId::RedPlayer | PartId::RedLevel | PartId::BlackPlayer | PartId::BlackLevel => {}
            PartId::Clock | PartId::ClockKind | PartId::OtherClock | PartId::OtherClockKind => {}
            _ => change.ignore(id),
        }
        None
    }

    /// Starts the chosen game. The dialog stays open while a number of a clock is missing.
    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        if reply != Reply::Start {
            return Outcome::Close;
        }
        let Some(clocks) = self.clocks.settings(&cx.widgets) else { return Outcome::Stay };
        Outcome::Do(Request::NewGame(Box::new(self.settings(clocks)), self.start))
    }

    fn take_engine(&mut self, part: PartId, line: String) {
        let index = usize::from(part == PartId::BlackPlayer);
        self.machines[index] = PlayerSetting::Program(line);
    }

    fn replace_engine(&mut self, line: &str, other: &PlayerSetting) {
        self.replace_engines(|known| known == line, other);
    }

    /// Puts the computer in place of an engine that does not support the chosen game.
    fn settled(&mut self, cx: &mut Context) {
        let rules = self.rules(cx);
        self.replace_engines(|line| cx.engines.fails(line, rules), &Settings::default().black);
    }
}
