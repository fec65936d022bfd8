//! The trainer: repeats problems and a person's own mistakes by the method SM-2 of P. A. Woźniak (1990).

use crate::endgames::{Problem, problems};
use crate::game_number::PLAYER_TAGS;
use crate::report;
use crate::study::{Study, is_bad};
use chuhe_core::notation::{Fen, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{Move, Position, Side};
use chuhe_records::{GameTree, NodeId, pgn};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::f64::consts::LN_10;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Training {
    /// The rating of the person, as Elo.
    pub rating: u16,
    /// The person's mistakes as games in PGN. Each game starts from the position before the bad move.
    pub mistakes: Vec<String>,
    /// The cards of the exercises that were answered. The key is the board field of the exercise's FEN.
    pub cards: BTreeMap<String, Card>,
}

impl Default for Training {
    fn default() -> Self {
        Self { rating: 1000, mistakes: Vec::new(), cards: BTreeMap::new() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Card {
    /// The day from which the exercise is asked again, in days since 1 January 1970.
    pub due: u32,
    /// The interval of SM-2 in days. A wrong answer sets it to 0, and the card is due on the next day.
    pub days: u32,
    /// The factor of SM-2 by which `days` grows, in hundredths.
    pub ease: u32,
}

impl Card {
    const NEW: Self = Self { due: 0, days: 0, ease: 250 };

    /// The card after an answer of this `quality`, from 0 to 5. An answer with a quality of at least 3 is right.
    fn answered(self, quality: u32, today: u32) -> Self {
        let days = match (quality, self.days) {
            (..3, _) => 0,
            (_, 0) => 1,
            (_, 1) => 6,
            (_, days) => days.saturating_mul(self.ease).saturating_add(50) / 100,
        };
        let missing = 5 - quality.min(5);
        let ease = self.ease.saturating_add(10).saturating_sub(missing * (8 + 2 * missing));
        Self { due: today.saturating_add(days.max(1)), days, ease: ease.max(130) }
    }
}

#[derive(Debug)]
pub(crate) enum Exercise {
    Problem(usize),
    /// A game whose first move is the mistake.
    Mistake(Box<GameTree>),
}

/// True except in the program that browsers load. That program has no trainer, so that it stays small.
pub(crate) const HAS_TRAINER: bool = cfg!(not(target_family = "wasm"));

/// The rating that each mistake has as an exercise, in Elo.
pub(crate) const MISTAKE_RATING: u16 = 1200;

const MOST: usize = 200;

/// The board field of the FEN of the start position. It identifies a mistake.
pub(crate) fn board(tree: &GameTree) -> String {
    let fen = Fen { position: tree.start().clone(), move_number: 1 }.to_string();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

impl Training {
    pub fn due(&self, today: u32) -> usize {
        self.cards.values().filter(|card| card.due <= today).count()
    }

    /// The next exercise: a due card, else a new mistake of the person, else the problem of the day if it is new.
    /// Otherwise, it is the new problem whose rating is nearest to the person's.
    pub(crate) fn next(&self, today: u32, rules: Rules) -> Option<Exercise> {
        let mut due: Vec<_> = self.cards.iter().filter(|(_, card)| card.due <= today).collect();
        due.sort_by_key(|(_, card)| card.due);
        if let Some(exercise) = due.into_iter().find_map(|(id, _)| self.find(id)) {
            return Some(exercise);
        }
        let mut mistakes = self.mistakes.iter().filter_map(|text| pgn::read(text).ok());
        if let Some(tree) = mistakes.find(|tree| !self.cards.contains_key(&board(tree))) {
            return Some(Exercise::Mistake(Box::new(tree)));
        }
        let all = problems().iter().enumerate();
        let own: Vec<_> = all.filter(|(_, problem)| problem.start.rules() == rules).collect();
        let is_new = |(_, problem): &&(usize, &Problem)| !self.cards.contains_key(problem.id);
        let daily = own.get(today as usize % own.len().max(1)).filter(is_new);
        let suits = |(_, problem): &&(usize, &Problem)| problem.rating().abs_diff(self.rating);
        let next = daily.or_else(|| own.iter().filter(is_new).min_by_key(suits));
        next.map(|&(index, _)| Exercise::Problem(index))
    }

    /// The exercise of a card; `None` if it is a mistake that was removed from `mistakes`.
    fn find(&self, id: &str) -> Option<Exercise> {
        if let Some(problem) = problems().iter().position(|problem| problem.id == id) {
            return Some(Exercise::Problem(problem));
        }
        let mut mistakes = self.mistakes.iter().filter_map(|text| pgn::read(text).ok());
        mistakes.find(|tree| board(tree) == id).map(|tree| Exercise::Mistake(Box::new(tree)))
    }

    /// Records an answer, whose `quality` is from 0 to 5. If the card is not due yet, the answer is ignored.
    pub(crate) fn answer(&mut self, id: &str, rating: u16, quality: u32, today: u32) {
        let card = self.cards.get(id).copied().unwrap_or(Card::NEW);
        if card.due > today {
            return;
        }
        self.cards.insert(id.to_owned(), card.answered(quality, today));
        let difference = f64::from(rating) - f64::from(self.rating);
        let expected = 1.0 / (1.0 + (difference / 400.0 * LN_10).exp());
        let scored = if quality < 3 { 0.0 } else { 1.0 };
        let change = 32.0 * (scored - expected);
        self.rating = (f64::from(self.rating) + change).round().clamp(100.0, 3000.0) as u16;
    }

    /// Adds the bad moves of persons for which the study has a better move. Keeps only the newest `MOST` mistakes.
    pub(crate) fn collect(&mut self, study: &Study) {
        let tree = study.tree();
        for bad in tree.main_line() {
            let Some(before) = tree.node(bad).parent() else { continue };
            let mover = tree.position(before).side();
            let found = is_bad(tree, bad).then(|| report::better(tree, bad)).flatten();
            if let Some(better) = found.filter(|_| is_person(study, mover)) {
                let mistake = exercise(tree, before, bad, better);
                self.mistakes.extend(mistake.filter(|text| !self.mistakes.contains(text)));
            }
        }
        let surplus = self.mistakes.len().saturating_sub(MOST);
        for forgotten in self.mistakes.drain(..surplus) {
            if let Ok(tree) = pgn::read(&forgotten) {
                self.cards.remove(&board(&tree));
            }
        }
    }
}

/// True if a person played this side in this program, even if the program was restarted since then.
fn is_person(study: &Study, side: Side) -> bool {
    study.is_played_by_person(side) || study.tree().tag(PLAYER_TAGS[side.index()]) == Some("person")
}

fn exercise(tree: &GameTree, before: NodeId, bad: NodeId, better: Move) -> Option<String> {
    let mut mistake = GameTree::new(tree.position(before));
    mistake.node_mut(NodeId::ROOT).evaluation = tree.node(before).evaluation;
    let played = mistake.add_move(NodeId::ROOT, tree.node(bad).mv()?).ok()?;
    mistake.node_mut(played).nags.clone_from(&tree.node(bad).nags);
    mistake.node_mut(played).evaluation = tree.node(bad).evaluation;
    let other = mistake.add_move(NodeId::ROOT, better).ok()?;
    mistake.node_mut(other).evaluation = tree.node(before).evaluation;
    Some(mistake.to_pgn(Style::Coordinates).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_number::GameNumber;
    use chuhe_core::AnyPosition;

    /// The intervals of SM-2 are 1 day, 6 days, and then the last interval times the factor. An answer of quality q
    /// changes the factor by `0.1 - (5 - q) * (0.08 + (5 - q) * 0.02)`.
    #[test]
    fn cards_come_back_as_sm_2_says() {
        let (mut card, mut seen) = (Card::NEW, Vec::new());
        for (quality, today) in [(5, 100), (5, 101), (4, 107), (3, 123), (1, 166), (5, 167)] {
            card = card.answered(quality, today);
            seen.push((card.due, card.days, card.ease));
        }
        let expected = [
            (101, 1, 260),
            (107, 6, 270),
            (123, 16, 270),
            (166, 43, 256),
            (167, 0, 202),
            (168, 1, 212),
        ];
        assert_eq!(seen, expected);
        // A person may have written any numbers into the file of the settings.
        let card = Card { due: 0, days: u32::MAX, ease: u32::MAX };
        assert_eq!(card.answered(5, u32::MAX).due, u32::MAX);
    }

    #[test]
    fn the_oldest_mistakes_are_forgotten_with_their_cards() {
        let start = Rules::default().start();
        let next = |position: AnyPosition| {
            position.legal_moves().into_iter().map(move |mv| position.play(mv))
        };
        let mut training = Training::default();
        for position in next(start.clone()).flat_map(next).take(MOST + 1) {
            let mistake = GameTree::new(position);
            training.cards.insert(board(&mistake), Card::NEW);
            training.mistakes.push(mistake.to_pgn(Style::Coordinates).to_string());
        }
        let first = board(&pgn::read(&training.mistakes[0]).unwrap());
        training.collect(&Study::new(GameTree::new(start), NodeId::ROOT, GameNumber(1)));
        assert_eq!((training.mistakes.len(), training.cards.len()), (MOST, MOST));
        assert!(!training.cards.contains_key(&first));
    }
}
