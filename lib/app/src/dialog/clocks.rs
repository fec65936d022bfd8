//! The choice of clocks for a new game: one clock for both sides, or a clock for each side.

use crate::{
    Allowed, Change, ClockSetting, Context, FormPart, PartId, TextField, Widget, Widgets, Words,
};
use chuhe_view::text::Text;

const fn game(minutes: u32, increment: u32) -> ClockSetting {
    ClockSetting::Game { seconds: 60 * minutes, increment }
}

const CLOCKS: [ClockSetting; 9] = [
    ClockSetting::None,
    game(5, 0),
    game(5, 3),
    game(10, 5),
    game(20, 10),
    game(60, 30),
    ClockSetting::Byoyomi { seconds: 600, period: 30 },
    ClockSetting::PerMove(15),
    ClockSetting::PerMove(60),
];

/// The largest number of minutes that a typed clock can have. Larger numbers are reduced to it.
const MOST_MINUTES: u32 = 100 * 60;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OwnClock {
    Increment,
    Moves,
    Byoyomi,
    PerMove,
}

/// (kind, label, label of the extra value), in the order of `OwnClock`. The extra value counts seconds or moves.
const KINDS: [(OwnClock, Text, Text); 4] = [
    (OwnClock::Increment, Text::ClockIncrement, Text::OwnSeconds),
    (OwnClock::Moves, Text::ClockMoves, Text::OwnMoves),
    (OwnClock::Byoyomi, Text::ClockByoyomi, Text::OwnSeconds),
    (OwnClock::PerMove, Text::PerMove, Text::OwnSeconds),
];

/// The parts for one clock: the choice of the clock, the kind, the minutes and the extra value.
type ClockParts = [PartId; 4];

/// The parts of the first clock, then those of the second. If both sides have the same clock, only the first are used.
const PARTS: [ClockParts; 2] = [
    [PartId::Clock, PartId::ClockKind, PartId::ClockBase, PartId::ClockSecond],
    [PartId::OtherClock, PartId::OtherClockKind, PartId::OtherClockBase, PartId::OtherClockSecond],
];

fn fill(widgets: &mut Widgets, [.., base, second]: ClockParts, values: [u32; 2]) {
    for (id, value) in [base, second].into_iter().zip(values) {
        let field = TextField::new(&value.to_string(), Allowed::Digits);
        *widgets.field_mut(id) = field.at_most(4);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ClockChoice {
    setting: ClockSetting,
    own: Option<OwnClock>,
}

/// The minutes and the extra value that the fields show at first, if the time control has no typed values.
const USUAL: [u32; 2] = [15, 10];

impl ClockChoice {
    /// Shows a time control outside `CLOCKS` as typed values if its minutes are a whole number.
    fn of(setting: ClockSetting) -> Self {
        let known = CLOCKS.contains(&setting);
        Self { setting, own: own_values(setting).filter(|_| !known).map(|(own, _)| own) }
    }

    fn fill(self, widgets: &mut Widgets, ids: ClockParts) {
        fill(widgets, ids, own_values(self.setting).map_or(USUAL, |(_, values)| values));
    }

    fn parts(self, words: Words, ids: ClockParts, label: String) -> Vec<FormPart> {
        let [clock, kind, base, second] = ids;
        let mut labels: Vec<String> = CLOCKS.iter().map(|&clock| words.clock(clock)).collect();
        labels.push(words.get(Text::OwnClock).to_owned());
        let chosen = match self.own {
            Some(_) => Some(CLOCKS.len()),
            None => CLOCKS.iter().position(|&known| known == self.setting),
        };
        let mut parts = vec![FormPart::new(clock, label, Widget::Options(labels, chosen))];
        if let Some(own) = self.own {
            let kinds = KINDS.map(|(_, label, _)| words.get(label).to_owned()).to_vec();
            parts.push(FormPart::new(kind, "", Widget::Options(kinds, Some(own as usize))));
            let field =
                |id, label| FormPart::new(id, words.get(label), Widget::Field(String::new()));
            let second = field(second, KINDS[own as usize].2);
            if own == OwnClock::PerMove {
                parts.push(second);
            } else {
                parts.push(field(base, Text::OwnMinutes));
                parts.push(second.beside());
            }
        }
        parts
    }

    fn choose(&mut self, widgets: &mut Widgets, ids: ClockParts, id: PartId, item: usize) {
        let [clock, kind, ..] = ids;
        if id == kind {
            self.own = KINDS.get(item).map(|&(own, ..)| own);
        } else if id == clock {
            match CLOCKS.get(item) {
                Some(&setting) => *self = Self { setting, own: None },
                None if self.own.is_none() => {
                    self.own = Some(OwnClock::Increment);
                    fill(widgets, ids, USUAL);
                }
                None => {}
            }
        }
    }

    /// The chosen time control; `None` if a field lacks a valid number.
    fn setting(self, widgets: &Widgets, [.., base, second]: ClockParts) -> Option<ClockSetting> {
        let Some(own) = self.own else { return Some(self.setting) };
        let number = |id| widgets.text(id).parse::<u32>().ok();
        let second = number(second)?;
        if own == OwnClock::PerMove {
            return (second > 0).then_some(ClockSetting::PerMove(second));
        }
        let seconds = 60 * number(base)?.min(MOST_MINUTES);
        match own {
            _ if seconds == 0 => None,
            OwnClock::Moves => {
                let moves = u16::try_from(second).ok().filter(|&moves| moves > 0)?;
                Some(ClockSetting::Stage { moves, seconds })
            }
            OwnClock::Byoyomi => {
                (second > 0).then_some(ClockSetting::Byoyomi { seconds, period: second })
            }
            _ => Some(ClockSetting::Game { seconds, increment: second }),
        }
    }
}

/// (kind, [minutes, extra value]) of a time control; `None` if there is no clock, or no whole number of minutes.
fn own_values(setting: ClockSetting) -> Option<(OwnClock, [u32; 2])> {
    let (kind, seconds, second) = match setting {
        ClockSetting::None => return None,
        ClockSetting::PerMove(second) => (OwnClock::PerMove, 60 * USUAL[0], second),
        ClockSetting::Game { seconds, increment } => (OwnClock::Increment, seconds, increment),
        ClockSetting::Stage { moves, seconds } => (OwnClock::Moves, seconds, moves.into()),
        ClockSetting::Byoyomi { seconds, period } => (OwnClock::Byoyomi, seconds, period),
    };
    seconds.is_multiple_of(60).then_some((kind, [seconds / 60, second]))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clocks {
    /// The second choice is used only if `differ` is true.
    choices: [ClockChoice; 2],
    differ: bool,
}

impl Clocks {
    pub(super) fn new(settings: [ClockSetting; 2]) -> Self {
        Self { choices: settings.map(ClockChoice::of), differ: settings[0] != settings[1] }
    }

    pub(super) fn fill(&self, widgets: &mut Widgets) {
        for (choice, ids) in self.choices.into_iter().zip(PARTS) {
            choice.fill(widgets, ids);
        }
    }

    /// Labels the clocks with `owners` if both sides have their own clock.
    pub(super) fn parts(&self, cx: &Context, owners: [Text; 2]) -> Vec<FormPart> {
        let words = cx.words();
        let same = Widget::Check(!self.differ);
        let same = FormPart::new(PartId::SameClock, words.get(Text::SameClock), same);
        let labels = if self.differ { owners } else { [Text::Clock; 2] };
        let shown = 1 + usize::from(self.differ);
        let mut parts = Vec::new();
        for ((choice, ids), label) in self.choices.into_iter().zip(PARTS).zip(labels).take(shown) {
            parts.extend(choice.parts(words, ids, words.get(label).to_owned()));
        }
        parts.push(same);
        if self.settings(&cx.widgets).is_none() {
            parts.push(FormPart::text(words.get(Text::ClockIncomplete)));
        }
        parts
    }

    pub(super) fn take_fields(&mut self, widgets: &Widgets) {
        for (choice, ids) in self.choices.iter_mut().zip(PARTS) {
            choice.setting = choice.setting(widgets, ids).unwrap_or(choice.setting);
        }
    }

    pub(super) fn change(&mut self, widgets: &mut Widgets, id: PartId, change: Change) {
        match change {
            Change::Checked(same) if id == PartId::SameClock => {
                self.take_fields(widgets);
                self.differ = !same;
                self.choices[1] = ClockChoice::of(self.choices[0].setting);
                self.choices[1].fill(widgets, PARTS[1]);
            }
            Change::Chosen(item) => {
                for (choice, ids) in self.choices.iter_mut().zip(PARTS) {
                    choice.choose(widgets, ids, id, item);
                }
            }
            Change::Checked(_) | Change::Edited | Change::Opened | Change::Sorted(_) => {}
        }
    }

    pub(super) fn settings(&self, widgets: &Widgets) -> Option<[ClockSetting; 2]> {
        let first = self.choices[0].setting(widgets, PARTS[0])?;
        let second = if self.differ { self.choices[1].setting(widgets, PARTS[1])? } else { first };
        Some([first, second])
    }
}
