//! The text field of dialogs against a model: a list of characters and two places in it.

use chuhe_app::form::{Allowed, Step, TextField};
use chuhe_tests::random::Random;

/// The characters of a field, the caret and the other end of the selection, counted in characters.
#[derive(Clone, Debug, Default)]
struct Model {
    text: Vec<char>,
    caret: usize,
    anchor: usize,
}

const SIGNS: [char; 12] = ['a', 'b', 'Z', '7', ' ', '/', '"', '-', 'ß', '象', '棋', '𠀀'];

const STEPS: [Step; 6] =
    [Step::Left, Step::Right, Step::WordLeft, Step::WordRight, Step::Home, Step::End];

impl Model {
    fn ends(&self) -> (usize, usize) {
        (self.caret.min(self.anchor), self.caret.max(self.anchor))
    }

    fn insert(&mut self, letters: &[char], longest: usize) {
        let (low, high) = self.ends();
        let room = longest - (self.text.len() - (high - low));
        let taken: Vec<char> = letters.iter().copied().take(room).collect();
        self.caret = low + taken.len();
        self.anchor = self.caret;
        self.text.splice(low..high, taken);
    }

    fn after(&self, step: Step) -> usize {
        let is_word = |at: usize| self.text[at].is_alphanumeric();
        let (mut at, last) = (self.caret, self.text.len());
        match step {
            Step::Left => at.saturating_sub(1),
            Step::Right => (at + 1).min(last),
            Step::Home => 0,
            Step::End => last,
            Step::WordLeft => {
                for word in [false, true] {
                    while at > 0 && is_word(at - 1) == word {
                        at -= 1;
                    }
                }
                at
            }
            Step::WordRight => {
                for word in [false, true] {
                    while at < last && is_word(at) == word {
                        at += 1;
                    }
                }
                at
            }
        }
    }

    fn step(&mut self, step: Step, extend: bool) {
        let (low, high) = self.ends();
        self.caret = match step {
            Step::Left if !extend && low < high => low,
            Step::Right if !extend && low < high => high,
            _ => self.after(step),
        };
        if !extend {
            self.anchor = self.caret;
        }
    }

    fn bytes(&self, at: usize) -> usize {
        self.text[..at].iter().map(|letter| letter.len_utf8()).sum()
    }

    fn assert_is(&self, field: &TextField, seed: u64) {
        let text: String = self.text.iter().collect();
        assert_eq!(field.text(), text, "seed {seed}");
        let places = (self.bytes(self.caret), self.bytes(self.anchor));
        assert_eq!((field.caret(), field.anchor()), places, "{text:?}, seed {seed}");
        let (low, high) = self.ends();
        let selected: String = self.text[low..high].iter().collect();
        assert_eq!(field.selection(), selected, "{text:?}, seed {seed}");
    }
}

#[test]
fn a_text_field_does_what_its_model_does() {
    const LONGEST: usize = 24;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut field = TextField::new("", Allowed::All).at_most(LONGEST);
        let mut model = Model::default();
        for _ in 0..300 {
            match random.below(6) {
                0 | 1 => {
                    let count = 1 + random.below(4);
                    let letters: Vec<char> = (0..count).map(|_| random.pick(&SIGNS)).collect();
                    field.insert(&letters.iter().collect::<String>());
                    model.insert(&letters, LONGEST);
                }
                2 => {
                    let step = random.pick(&STEPS);
                    field.remove(step);
                    if model.caret == model.anchor {
                        model.anchor = model.after(step);
                    }
                    model.insert(&[], LONGEST);
                }
                3 => {
                    field.select_all();
                    (model.anchor, model.caret) = (0, model.text.len());
                }
                4 => {
                    let at = random.below(model.text.len() + 1);
                    let extend = random.one_in(2);
                    field.place(model.bytes(at), extend);
                    model.caret = at;
                    if !extend {
                        model.anchor = at;
                    }
                }
                _ => {
                    let (step, extend) = (random.pick(&STEPS), random.one_in(2));
                    field.step(step, extend);
                    model.step(step, extend);
                }
            }
            model.assert_is(&field, seed);
        }
    }
}

#[test]
fn a_field_takes_only_what_it_allows() {
    for (allowed, text, taken) in [
        (Allowed::All, "a\tb\nc\u{7}d\r\n", "a b cd"),
        (Allowed::Lines, "a\tb\nc\u{7}d\r\n", "a b\ncd"),
        (Allowed::Name, "my map/é_1-2", "mymap_1-2"),
        (Allowed::Digits, "1a2,3", "123"),
    ] {
        assert_eq!(TextField::new(text, allowed).text(), taken);
    }
}
