use super::Type;
use super::font::Scale;
use crate::paint::ONE;

/// The lines of a text, wrapped to a width. A line ends at a space, or before or after a Chinese character where
/// punctuation allows a break.
#[derive(Clone, Debug)]
pub struct Wrapped<'a> {
    rest: &'a str,
    ty: Type<'a>,
    width: i32,
    whole_words: bool,
}

impl<'a> Wrapped<'a> {
    /// Wraps a text to a width of `columns` pixels. A line break in the text always ends a line.
    pub const fn new(text: &'a str, ty: Type<'a>, columns: i32) -> Self {
        Self { rest: text, ty, width: columns * ONE, whole_words: false }
    }

    /// Breaks lines only at spaces, for a list of words or moves.
    #[must_use]
    pub const fn whole_words(self) -> Self {
        Self { whole_words: true, ..self }
    }

    fn fitting(&self) -> usize {
        let scale = Scale::of(self.ty.size);
        let mut units = 0;
        let mut end = None;
        let mut before = None;
        for (at, character) in self.rest.char_indices() {
            if character == '\n' {
                return at;
            }
            let ends =
                |before| may_break(before, character) && (before == ' ' || !self.whole_words);
            if before.is_some_and(ends) {
                end = Some(at);
            }
            units += self.ty.advance(character);
            if scale.of_units(units) > self.width && character != ' ' && at > 0 {
                return end.unwrap_or(at);
            }
            before = Some(character);
        }
        self.rest.len()
    }
}

impl<'a> Iterator for Wrapped<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_at(self.fitting());
        self.rest = rest.strip_prefix('\n').unwrap_or(rest.trim_start_matches(' '));
        Some(line.trim_end_matches(' '))
    }
}

fn may_break(before: char, after: char) -> bool {
    let wide = |character: char| character >= '\u{2e80}';
    let opens = |character: char| "（「『《“‘".contains(character);
    let closes = |character: char| "，。、：；！？）」』》”’…".contains(character);
    before == ' ' && after != ' '
        || (wide(before) || wide(after)) && !opens(before) && !closes(after) && after != ' '
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::FULL;

    #[test]
    fn keeps_moves_whole() {
        let ty = Type { face: FULL, size: 20 };
        let moves = Wrapped::new("炮二平五 马８进７ 马二进三", ty, ty.columns(&"炮二平五 马８进"));
        assert!(moves.clone().next().is_some_and(|line| line == "炮二平五 马８进"));
        assert!(moves.whole_words().eq(["炮二平五", "马８进７", "马二进三"]));
    }
}
