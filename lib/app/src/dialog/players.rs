//! The parts of dialogs that choose a player: a person, the computer with its level, or an engine.

use crate::{Change, Context, FormPart, Limit, PartId, PlayerSetting, Widget, Words};
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Side};
use chuhe_view::text::Text;

/// The Elo difference of each level to the level below, measured in matches of xiangqi. Each level searched as many
/// positions as it may, but at most 200,000 a move. The file `docs/lab/levels.md` describes the matches.
pub const ELO_STEPS: [u16; 9] = [269, 260, 279, 288, 253, 217, 220, 147, 147];

pub(super) const LIMITS: [Limit; 11] = [
    Limit::Depth(2),
    Limit::Depth(4),
    Limit::Depth(6),
    Limit::Depth(8),
    Limit::Depth(10),
    Limit::Seconds(1),
    Limit::Seconds(2),
    Limit::Seconds(5),
    Limit::Seconds(10),
    Limit::Seconds(30),
    Limit::Seconds(60),
];

#[derive(Clone, Debug)]
pub(super) struct PlayerChoice {
    pub(super) player: PartId,
    pub(super) level: PartId,
    pub(super) label: &'static str,
    pub(super) rules: Rules,
    pub(super) person: bool,
}

impl PlayerChoice {
    pub(super) fn of(side: Side, cx: &Context, rules: Rules, person: bool) -> Self {
        let (player, level) = match side {
            Side::Red => (PartId::RedPlayer, PartId::RedLevel),
            Side::Black => (PartId::BlackPlayer, PartId::BlackLevel),
        };
        let label = cx.words().get(Text::side(rules, side));
        Self { player, level, label, rules, person }
    }

    /// (player, label) of each choice; `None` opens the list of engines.
    fn options(
        &self,
        cx: &Context,
        present: &PlayerSetting,
    ) -> Vec<(Option<PlayerSetting>, String)> {
        let option = |player, text| (player, cx.words().get(text).to_owned());
        let person = option(Some(PlayerSetting::Person), Text::Human);
        let computer = option(Some(PlayerSetting::Computer(level_of(present))), Text::Computer);
        let list = option(None, Text::EnginesDots);
        let line = present.program().map(String::as_str);
        let engines = cx.engines.playing(&cx.settings, self.rules, line).into_iter();
        let engines = engines.map(|(line, name)| (Some(PlayerSetting::Program(line)), name));
        self.person.then_some(person).into_iter().chain([computer, list]).chain(engines).collect()
    }

    pub(super) fn parts(&self, cx: &Context, present: &PlayerSetting) -> Vec<FormPart> {
        let options = self.options(cx, present);
        let chosen = options.iter().position(|(player, _)| player.as_ref() == Some(present));
        let labels = options.into_iter().map(|(_, label)| label).collect();
        let mut parts =
            vec![FormPart::new(self.player, self.label, Widget::Options(labels, chosen))];
        if *present != PlayerSetting::Person {
            parts.extend(self.level(cx.words(), present));
        }
        parts
    }

    /// The slider for the computer's level, and a sentence about the level. For an engine the slider is disabled, but
    /// stays visible so that the parts below keep their places.
    fn level(&self, words: Words, present: &PlayerSetting) -> [FormPart; 2] {
        let level = level_of(present);
        let at = usize::from(level.get());
        let steps = usize::from(Level::MAX.get()) + 1;
        let slider = Widget::Slider { steps, at, word: words.level(level) };
        let step = at.checked_sub(1).and_then(|below| ELO_STEPS.get(below));
        let told = match step {
            _ if present.program().is_some() => words.get(Text::EngineStrength).to_owned(),
            _ if self.rules != Rules::default() => words.get(Text::EloElsewhere).to_owned(),
            Some(step) => words.with(Text::EloStep, &[step, &(at - 1)]),
            None => words.get(Text::EloFirst).to_owned(),
        };
        let disabled = present.program().map(|_| told.clone());
        let slider = FormPart::new(self.level, words.get(Text::Level), slider).unless(disabled);
        [slider, FormPart::text(told)]
    }

    /// Returns true if the person asked for the list of engines.
    pub(super) fn change(
        &self,
        cx: &Context,
        player: &mut PlayerSetting,
        id: PartId,
        change: Change,
    ) -> bool {
        let Change::Chosen(item) = change else { return false };
        if id == self.level {
            let level = u8::try_from(item).ok().and_then(Level::new);
            *player = level.map_or_else(|| player.clone(), PlayerSetting::Computer);
        } else if id == self.player {
            match self.options(cx, player).into_iter().nth(item) {
                Some((Some(chosen), _)) => *player = chosen,
                Some((None, _)) => return true,
                None => {}
            }
        }
        false
    }
}

/// The level of the computer; for a person or an engine, the level that a computer would get.
fn level_of(player: &PlayerSetting) -> Level {
    match player {
        PlayerSetting::Computer(level) => *level,
        _ => Level::new(5).unwrap_or_default(),
    }
}

pub(super) fn limit_part(words: Words, limit: Limit) -> FormPart {
    let at = LIMITS.iter().position(|&known| known == limit).unwrap_or_default();
    let slider = Widget::Slider { steps: LIMITS.len(), at, word: words.limit(limit) };
    FormPart::new(PartId::Limit, words.get(Text::TimePerMove), slider)
}
