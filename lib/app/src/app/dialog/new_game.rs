//! The dialog for a new game.

use super::clocks::Clocks;
use super::players::{LIMITS, PlayerChoice, limit_part};
use crate::app::engines::Probe;
use crate::app::form::{Change, Form, Part, PartId, Widget, Widgets};
use crate::app::{App, Dialog, Reply, Topic};
use crate::player::PlayerSetting;
use crate::settings::{ClockSetting, Settings};
use crate::words::Words;
use chuhe_core::rules::{PieceNotation, Rules};
use chuhe_core::{Position, Side};
use chuhe_host::Map;
use chuhe_view::text::Text;
use chuhe_view::{BoardPicture, Card, CardList};

/// The side that the person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seat {
    Red,
    Black,
    /// Red or Black, by lot.
    Either,
    /// People play both sides.
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

    /// True if a person plays one side.
    const fn is_of_person(self) -> bool {
        matches!(self, Self::Red | Self::Black | Self::Either)
    }

    /// The owners of the clocks, if each side has its own. The person's is the first one.
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

/// The choices for a new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    settings: Box<Settings>,
    /// The index of the start.
    start: usize,
    seat: Seat,
    /// The players of both sides, if nobody is a person. The first one is a person's opponent.
    machines: [PlayerSetting; 2],
    clocks: Clocks,
}

/// The cards of the games.
#[derive(Debug)]
struct GameCards(Vec<(String, String, BoardPicture)>);

impl CardList for GameCards {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn card(&self, index: usize) -> Card<'_> {
        let (title, detail, board) = &self.0[index];
        Card { title, detail, board: Some(*board), ticked: false }
    }
}

/// The picture of a start.
fn picture(map: &Map, flipped: bool) -> BoardPicture {
    BoardPicture { flipped, ..BoardPicture::of(&map.position) }
}

impl NewGame {
    fn new(settings: &Settings, start: usize) -> Self {
        let [red, black] = settings.players();
        let usual = Settings::default().black;
        let machines = match (&red, &black) {
            (PlayerSetting::Person, PlayerSetting::Person) => [usual.clone(), usual],
            (PlayerSetting::Person, machine) | (machine, PlayerSetting::Person) => {
                [machine.clone(), machine.clone()]
            }
            _ => [red, black],
        };
        let seat = Seat::of(settings);
        let mut clocks = settings.clocks();
        if seat.is_of_person() && settings.black == PlayerSetting::Person {
            clocks.reverse();
        }
        let clocks = Clocks::new(clocks);
        Self { settings: Box::new(settings.clone()), start, seat, machines, clocks }
    }

    fn map<'a>(&self, app: &'a App) -> Option<&'a Map> {
        app.starts().get(self.start)
    }

    fn rules(&self, app: &App) -> Rules {
        self.map(app).map_or_else(|| app.rules(), |map| map.position.rules())
    }

    /// The indices of the starts that are maps.
    fn maps(app: &App) -> Vec<usize> {
        let named = app.starts().iter().enumerate().filter(|(_, map)| !map.name.is_empty());
        named.map(|(index, _)| index).collect()
    }

    /// The cards: one for each game, and one for the maps. Each leads to a start.
    fn cards(&self, app: &App, words: Words) -> (GameCards, Vec<usize>) {
        let flipped = self.seat == Seat::Black;
        let mut cards = Vec::new();
        let mut starts = Vec::new();
        for (index, map) in app.starts().iter().enumerate().filter(|(_, map)| map.name.is_empty()) {
            let title = words.get(Text::game(map.position.rules())).to_owned();
            cards.push((title, String::new(), picture(map, flipped)));
            starts.push(index);
        }
        let maps = Self::maps(app);
        let shown = maps.iter().find(|&&index| index == self.start).or(maps.first());
        if let Some(&index) = shown {
            let map = &app.starts()[index];
            let title = words.get(Text::Maps).to_owned();
            cards.push((title, map.name.clone(), picture(map, flipped)));
            starts.push(index);
        }
        (GameCards(cards), starts)
    }

    /// The choices of players that are shown.
    fn choices(&self, app: &App) -> Vec<(usize, PlayerChoice)> {
        let (words, rules) = (Words::new(app), self.rules(app));
        let choice = |player, level, label| PlayerChoice {
            player,
            level,
            label: words.get(label),
            rules,
            person: false,
        };
        match self.seat {
            Seat::Both => Vec::new(),
            Seat::Watch => vec![
                (0, choice(PartId::RedPlayer, PartId::RedLevel, Text::side(rules, Side::Red))),
                (
                    1,
                    choice(PartId::BlackPlayer, PartId::BlackLevel, Text::side(rules, Side::Black)),
                ),
            ],
            _ => vec![(0, choice(PartId::Opponent, PartId::Level, Text::Opponent))],
        }
    }

    /// Takes another start. The known engines are tested against its game.
    fn take_start(&mut self, app: &mut App, start: Option<usize>) {
        self.start = start.unwrap_or(self.start);
        let rules = self.rules(app);
        app.probe_engines(rules);
        for machine in &mut self.machines {
            let probe = machine.program().and_then(|line| app.probe(line, rules));
            if matches!(probe, Some(Probe::Fails(_))) {
                *machine = Settings::default().black;
            }
        }
    }

    /// The settings with the chosen players and clocks. `by_lot` is the side that the lot gives the
    /// person.
    fn settings(&self, by_lot: Side, mut clocks: [ClockSetting; 2]) -> Settings {
        let mut settings = (*self.settings).clone();
        let [first, second] = self.machines.clone();
        let person = PlayerSetting::Person;
        (settings.red, settings.black) = match (self.seat, by_lot) {
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

    /// Handles the answer of an engine's test: an engine that does not play the game gives way to the
    /// computer.
    pub(in crate::app) fn drop_engine(&mut self, line: &str) {
        for machine in &mut self.machines {
            if machine.program().is_some_and(|program| program == line) {
                *machine = Settings::default().black;
            }
        }
    }

    /// Lets an engine play, in place of the player of a part.
    pub(in crate::app) fn use_engine(&mut self, of: PartId, line: String) {
        let index = usize::from(of == PartId::BlackPlayer);
        self.machines[index] = PlayerSetting::Program(line);
    }
}

impl Form for NewGame {
    fn ems(&self) -> i32 {
        44
    }

    fn parts<'a>(&'a self, app: &'a App, widgets: &'a Widgets) -> Vec<Part<'a>> {
        let (words, rules) = (Words::new(app), self.rules(app));
        let (cards, starts) = self.cards(app, words);
        let chosen = starts.iter().position(|&start| start == self.start);
        let cards = Widget::Cards { cards: Box::new(cards), chosen, ems: 8 };
        let mut parts = vec![Part::new(PartId::Game, "", cards)];
        if self.map(app).is_some_and(|map| !map.name.is_empty()) {
            let maps = Self::maps(app);
            let names = maps.iter().map(|&index| app.starts()[index].name.clone()).collect();
            let chosen = maps.iter().position(|&index| index == self.start);
            parts.push(Part::new(
                PartId::Map,
                words.get(Text::Map),
                Widget::Options(names, chosen),
            ));
        }
        let seats = Seat::ALL.map(|seat| seat.label(words, rules).to_owned()).to_vec();
        let seat = Seat::ALL.iter().position(|&seat| seat == self.seat);
        parts.push(Part::new(PartId::Seat, words.get(Text::IPlay), Widget::Options(seats, seat)));
        for (index, choice) in self.choices(app) {
            parts.extend(choice.parts(app, &self.machines[index]));
        }
        if self.seat != Seat::Both {
            parts.push(limit_part(words, self.settings.limit));
        }
        parts.extend(self.clocks.parts(words, widgets, self.seat.clock_owners(rules)));
        parts
    }

    fn changed(
        &mut self,
        app: &mut App,
        widgets: &mut Widgets,
        id: PartId,
        change: Change,
    ) -> Option<Reply> {
        for (index, choice) in self.choices(app) {
            if choice.change(app, &mut self.machines[index], id, change) {
                app.open_engines(Some((self.clone(), id)), self.rules(app));
            }
        }
        self.clocks.change(widgets, id, change);
        let Change::Chosen(item) = change else {
            return (change == Change::Opened).then_some(Reply::Start);
        };
        match id {
            PartId::Game => {
                let (_, starts) = self.cards(app, Words::new(app));
                self.take_start(app, starts.get(item).copied());
            }
            PartId::Map => self.take_start(app, Self::maps(app).get(item).copied()),
            PartId::Seat => self.seat = Seat::ALL.get(item).copied().unwrap_or(self.seat),
            PartId::Limit => {
                self.settings.limit = LIMITS.get(item).copied().unwrap_or(self.settings.limit);
            }
            _ => {}
        }
        None
    }
}

impl App {
    /// Opens the dialog for a new game.
    pub(in crate::app) fn open_new_game(&mut self) {
        let form = NewGame::new(&self.settings, self.new_game.start);
        self.probe_engines(form.rules(self));
        self.show_new_game(form);
    }

    /// Shows the choices for a new game.
    pub(in crate::app) fn show_new_game(&mut self, form: NewGame) {
        let clocks = form.clocks;
        self.open(Topic::NewGame(Box::new(form)));
        if let Some(dialog) = &mut self.dialog {
            clocks.fill(&mut dialog.widgets);
        }
    }

    /// Starts the chosen game. A clock without all of its numbers keeps the dialog open.
    pub(in crate::app) fn start_new_game(&mut self, dialog: Dialog) {
        let Topic::NewGame(form) = &dialog.topic else { return };
        let Some(clocks) = form.clocks.settings(&dialog.widgets) else {
            return self.dialog = Some(dialog);
        };
        let lot = self.game_model.lot();
        let (settings, start) = (form.settings(lot, clocks), form.start);
        for side in Side::ALL {
            if let PlayerSetting::Program(line) = settings.player(side) {
                let line = line.clone();
                self.settings.remember(&line);
            }
        }
        self.settings = Settings { programs: self.settings.programs.clone(), ..settings };
        self.begin_start(start);
    }

    /// Begins a game from the start of this index.
    pub(in crate::app) fn begin_start(&mut self, start: usize) {
        self.new_game.start = start;
        if let Some(start) = self.new_game.starts.get(start) {
            self.settings.rules = start.position.rules().name().to_owned();
            let game = start.game();
            self.begin(game);
        }
    }
}
