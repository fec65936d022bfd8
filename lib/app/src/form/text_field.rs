//! A line of text that a person edits.

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Allowed {
    /// All but control characters.
    #[default]
    All,
    /// As `All`, and also ends of lines. If the initial text is longer than the usual limit, its length is the limit.
    Lines,
    /// Letters, digits, `-` and `_`, as in the name of a map.
    Name,
    Digits,
}

impl Allowed {
    fn takes(self, letter: char) -> bool {
        match self {
            Self::All => !letter.is_control(),
            Self::Lines => !letter.is_control() || letter == '\n',
            Self::Name => letter.is_ascii_alphanumeric() || letter == '-' || letter == '_',
            Self::Digits => letter.is_ascii_digit(),
        }
    }
}

/// A line of text with a caret and a selection. Their ends are byte offsets between two characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextField {
    text: String,
    caret: usize,
    /// The other end of the selection; equal to `caret` without a selection.
    anchor: usize,
    allowed: Allowed,
    longest: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Left,
    Right,
    WordLeft,
    WordRight,
    Home,
    End,
}

/// The usual largest number of characters of a field.
const LONGEST: usize = 1000;

impl Default for TextField {
    fn default() -> Self {
        Self::new("", Allowed::All)
    }
}

impl TextField {
    /// Creates a field whose whole text is selected, so that typing replaces it.
    pub fn new(text: &str, allowed: Allowed) -> Self {
        let long = if allowed == Allowed::Lines { text.chars().count() } else { 0 };
        let longest = LONGEST.max(long);
        let mut field = Self { text: String::new(), caret: 0, anchor: 0, allowed, longest };
        field.insert(text);
        field.select_all();
        field
    }

    pub fn at_most(self, longest: usize) -> Self {
        Self { longest, ..self }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub const fn caret(&self) -> usize {
        self.caret
    }

    pub const fn anchor(&self) -> usize {
        self.anchor
    }

    pub fn selection(&self) -> &str {
        let (low, high) = self.ends();
        &self.text[low..high]
    }

    fn ends(&self) -> (usize, usize) {
        (self.caret.min(self.anchor), self.caret.max(self.anchor))
    }

    pub fn set(&mut self, text: &str) {
        self.select_all();
        self.insert(text);
    }

    /// Replaces the selection by the allowed characters of a text. Tabs and forbidden ends of lines become spaces.
    pub fn insert(&mut self, text: &str) {
        let (low, high) = self.ends();
        let kept = self.text.chars().count() - self.selection().chars().count();
        let taken: String = text
            .trim_end_matches(['\r', '\n'])
            .chars()
            .map(|letter| match letter {
                '\n' | '\t' if !self.allowed.takes(letter) => ' ',
                letter => letter,
            })
            .filter(|&letter| self.allowed.takes(letter))
            .take(self.longest.saturating_sub(kept))
            .collect();
        self.text.replace_range(low..high, &taken);
        self.caret = low + taken.len();
        self.anchor = self.caret;
    }

    pub fn remove(&mut self, step: Step) {
        if self.caret == self.anchor {
            self.anchor = self.after(step);
        }
        self.insert("");
    }

    pub const fn select_all(&mut self) {
        (self.anchor, self.caret) = (0, self.text.len());
    }

    /// Moves the caret. If `extend` is true, the selection follows the caret; otherwise the selection ends.
    pub fn step(&mut self, step: Step, extend: bool) {
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

    /// Puts the caret at a place. If `extend` is true, the selection follows the caret; otherwise the selection ends.
    pub fn place(&mut self, at: usize, extend: bool) {
        self.caret = self.text.floor_char_boundary(at);
        if !extend {
            self.anchor = self.caret;
        }
    }

    pub fn select_word(&mut self, at: usize) {
        self.place(at, false);
        let before = self.text[..self.caret].trim_end_matches(char::is_alphanumeric).len();
        let after = self.text[self.caret..].trim_start_matches(char::is_alphanumeric).len();
        (self.anchor, self.caret) = (before, self.text.len() - after);
    }

    fn after(&self, step: Step) -> usize {
        let (before, after) = self.text.split_at(self.caret);
        let word = char::is_alphanumeric;
        let gap = |letter: char| !letter.is_alphanumeric();
        match step {
            Step::Left => before.char_indices().next_back().map_or(0, |(at, _)| at),
            Step::Right => self.caret + after.chars().next().map_or(0, char::len_utf8),
            Step::WordLeft => before.trim_end_matches(gap).trim_end_matches(word).len(),
            Step::WordRight => {
                let rest = after.trim_start_matches(gap).trim_start_matches(word);
                self.text.len() - rest.len()
            }
            Step::Home => 0,
            Step::End => self.text.len(),
        }
    }
}
