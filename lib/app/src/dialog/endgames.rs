//! The dialog that offers endgame problems and maps.

use super::{DialogFrame, Form, Outcome, Request};
use crate::endgames::{Problem, THEMES, problems};
use crate::form::{BoardCard, BoardCards};
use crate::{Change, Context, FormPart, HAS_TRAINER, PartId, Reply, Widget, Words};
use chuhe_core::rules::Rules;
use chuhe_core::{Position, Side};
use chuhe_view::BoardPicture;
use chuhe_view::text::Text;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Endgames {
    /// The rules of the problems shown; `None` if maps are shown.
    rules: Option<Rules>,
    /// The grade of the problems shown. In this field `None` means all grades; in `theme` it means all themes.
    grade: Option<usize>,
    theme: Option<Text>,
    chosen: usize,
}

impl Endgames {
    fn groups() -> Vec<Option<Rules>> {
        Rules::PLAYABLE.iter().copied().map(Some).chain([None]).collect()
    }

    /// Shows the problems for the rules `cx.rules`, and chooses the first unsolved problem.
    pub(crate) fn of(cx: &Context) -> Self {
        let mut dialog = Self { rules: Some(cx.rules), grade: None, theme: None, chosen: 0 };
        let open =
            dialog.problems().iter().position(|&index| !cx.settings.has_solved(&problems()[index]));
        dialog.chosen = open.unwrap_or_default();
        dialog
    }

    fn problems(&self) -> Vec<usize> {
        let rules = self.rules;
        let is_shown = |problem: &Problem| {
            Some(problem.start.rules()) == rules
                && self.grade.is_none_or(|grade| problem.grade() == grade)
                && self.theme.is_none_or(|theme| problem.theme == theme)
        };
        let all = problems().iter().enumerate();
        all.filter(|(_, problem)| is_shown(problem)).map(|(index, _)| index).collect()
    }

    /// The themes of the problems for `rules`, in the order of `THEMES`. The first entry `None` means all themes.
    fn themes(&self) -> Vec<Option<Text>> {
        let rules = self.rules;
        let of_game = |problem: &&Problem| Some(problem.start.rules()) == rules;
        let has =
            |theme: &Text| problems().iter().filter(of_game).any(|problem| problem.theme == *theme);
        let themes = THEMES.iter().map(|&(_, theme)| theme).filter(has);
        std::iter::once(None).chain(themes.map(Some)).collect()
    }

    fn theme_part(&self, words: Words) -> FormPart {
        let themes = self.themes();
        let at = themes.iter().position(|&theme| theme == self.theme).unwrap_or_default();
        let word = words.get(self.theme.unwrap_or(Text::AllGrades)).to_owned();
        let slider = Widget::Slider { steps: themes.len(), at, word };
        FormPart::new(PartId::EndgameTheme, words.get(Text::Theme), slider)
    }

    fn problem_cards(&self, cx: &Context, words: Words) -> Vec<BoardCard> {
        let card = |(number, index): (usize, usize)| {
            let problem = &problems()[index];
            BoardCard {
                title: format!("{number}. {}", words.with(Text::MateIn, &[&problem.moves])),
                detail: words.get(problem.theme).to_owned(),
                board: BoardPicture::of(&problem.start),
                ticked: cx.settings.has_solved(problem),
            }
        };
        (1..).zip(self.problems()).map(card).collect()
    }

    fn map_cards(cx: &Context, words: Words) -> Vec<BoardCard> {
        let card = |index: usize| {
            let map = &cx.starts[index];
            let rules = map.position.rules();
            let side = words.get(Text::side(rules, map.position.side()));
            let moves = words.with(Text::SideMoves, &[&side]);
            BoardCard {
                title: map.name.clone(),
                detail: format!("{} · {moves}", words.get(Text::game(rules))),
                board: BoardPicture::of(&map.position),
                ticked: false,
            }
        };
        cx.starts.maps().into_iter().map(card).collect()
    }

    fn told(self, cx: &Context, words: Words, cards: &[BoardCard]) -> String {
        let solved = cards.iter().filter(|card| card.ticked).count();
        match self.rules {
            Some(rules) => {
                let red = words.get(Text::side(rules, Side::Red));
                let training = &cx.settings.training;
                let due = training.due(cx.today);
                let aim = words.with(Text::ProblemsAim, &[&red, &solved, &cards.len()]);
                if HAS_TRAINER {
                    let told = words.with(Text::TrainingTold, &[&training.rating, &due]);
                    format!("{aim}{}{told}", words.language.space())
                } else {
                    aim
                }
            }
            None if cx.starts.maps().is_empty() => words.get(Text::NoMaps).to_owned(),
            None => words.get(Text::MapsAre).to_owned(),
        }
    }
}

impl Form for Endgames {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::Endgames, [Reply::Start, Reply::Close]).sized(48, 38)
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let group =
            |group: &Option<Rules>| words.get(group.map_or(Text::Maps, Text::game)).to_owned();
        let cards = match self.rules {
            Some(_) => self.problem_cards(cx, words),
            None => Self::map_cards(cx, words),
        };
        let told = self.told(cx, words, &cards);
        let chosen = (!cards.is_empty()).then_some(self.chosen);
        let groups = Self::groups();
        let mut parts =
            vec![FormPart::options(PartId::EndgameGroup, "", &groups, &self.rules, group)];
        if self.rules.is_some() {
            let grades: Vec<_> = (0..=Problem::HIGHEST_GRADE).collect();
            let name = |grade: &usize| match grade {
                0 => words.get(Text::AllGrades).to_owned(),
                grade => grade.to_string(),
            };
            let (label, grade) = (words.get(Text::Grade), self.grade.unwrap_or_default());
            parts.push(FormPart::options(PartId::EndgameGrade, label, &grades, &grade, name));
            if HAS_TRAINER {
                parts.push(self.theme_part(words).beside());
            }
        }
        parts.push(FormPart::text(told));
        let cards = Widget::Cards { cards: Box::new(BoardCards(cards)), chosen, ems: 11 };
        parts.push(FormPart::new(PartId::Endgame, "", cards));
        parts
    }

    fn changed(&mut self, _: &mut Context, id: PartId, change: Change) -> Option<Reply> {
        match (id, change) {
            (PartId::EndgameGroup, Change::Chosen(group)) => {
                self.rules = Self::groups().get(group).copied().flatten();
                (self.theme, self.chosen) = (None, 0);
            }
            (PartId::EndgameTheme, Change::Chosen(theme)) => {
                (self.theme, self.chosen) = (self.themes().get(theme).copied().flatten(), 0);
            }
            (PartId::EndgameGrade, Change::Chosen(grade)) => {
                (self.grade, self.chosen) = (Some(grade).filter(|&grade| grade > 0), 0);
            }
            (PartId::Endgame, Change::Chosen(chosen)) => self.chosen = chosen,
            (PartId::Endgame, Change::Opened) => return Some(Reply::Start),
            _ => change.ignore(id),
        }
        None
    }

    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        let chosen = match self.rules {
            _ if reply != Reply::Start => None,
            Some(_) => self.problems().get(self.chosen).copied().map(Request::Attempt),
            None => cx.starts.maps().get(self.chosen).copied().map(Request::Start),
        };
        chosen.map_or(Outcome::Close, Outcome::Do)
    }
}
