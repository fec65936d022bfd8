use super::annotation::{self, Sign};
use super::result;
use super::scanner::{BRACKETS, Scanner, TextPlace, is_space};
use super::split::split;
use super::tag_section::{Tag, TagSection};
use crate::fault::{Faults, Read};
use crate::section::{self, ReadGame, Slice};
use crate::{Entry, GameTree, Node, NodeId, RecordError, RecordFault};
use chuhe_core::rules::{PgnForm, Rules};
use chuhe_core::{AnyPosition, Move, Position, notation};
use chuhe_host::{charset::Charset, text};

/// The greatest depth of nested variations that [`read`] accepts.
pub const MAX_DEPTH: usize = 256;

const NULL_MOVES: [&str; 6] = ["--", "Z0", "null", "0000", "@@@@", "pass"];

/// Reads the first game of a text.
///
/// The moves can be in any notation, whatever the tag `Format` says. They can go on after the game has ended by the
/// rules. An illegal move in the main line is an error. An illegal move in a variation and a null move anywhere end
/// their line of moves. The text from this move on becomes a comment.
///
/// The tag `Game` decides the rules, or else the tag `Variant`, or else the number of ranks in `FEN`. Without these
/// tags the first move decides: the kinds of game are tried in turn until the move is legal in one of them.
///
/// # Errors
/// Fails if there is no game, or at the first fault that cannot be left out of the game.
///
/// ```
/// let text = "[Red \"Wu\"]\n1. h2e2 {central cannon} h9g7 (1... b9c7) 1-0";
/// let tree = chuhe_records::pgn::read(text).unwrap();
/// assert_eq!(tree.moves().len(), 2);
/// assert_eq!(tree.tag("red"), Some("Wu"));
/// assert_eq!(tree.node(tree.main_line().next().unwrap()).comment, "central cannon");
/// let error = chuhe_records::pgn::read("1. h2e2\nh0g2").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 1: h0g2 is no move of black: the side to move has no such piece");
/// ```
pub fn read(text: &str) -> Result<GameTree, RecordError> {
    let mut missing = TextPlace::START.error(RecordFault::NoGame);
    for slice in split(text.as_bytes(), Charset::Gbk) {
        let read: ReadGame = |text, at, faults| read_game(text, at, faults, false);
        match section::entry(text.as_bytes(), slice, Charset::Gbk, read).game {
            Err(error) if error.fault == RecordFault::NoGame => missing = error,
            game => return game,
        }
    }
    Err(missing)
}

/// Reads a line of text into a tree without moves, as [`read`] does. In faults, `moves` begins at the column `column`.
///
/// # Errors
/// Fails at the first fault.
pub fn read_line(mut tree: GameTree, moves: &str, column: usize) -> Result<GameTree, RecordError> {
    let scanner = Scanner::new(moves, TextPlace { line: 1, column });
    Reader::new(scanner, &mut tree, &mut Faults::new()).moves()?;
    Ok(tree)
}

/// Reads the games of a file one after another. Lines of prose before, between and after the games are skipped.
/// In a game with tags, an illegal move ends the main line with a warning, but an illegal first move is an error.
pub(crate) fn games(bytes: &[u8], charset: Charset) -> impl Iterator<Item = Entry> + '_ {
    let mut slices = split(bytes, charset).peekable();
    let mut is_first = true;
    let entries = std::iter::from_fn(move || {
        let slice = slices.next()?;
        let is_alone = std::mem::replace(&mut is_first, false) && slices.peek().is_none();
        let game = without_prose(bytes, &slice, charset).or(is_alone.then_some(slice));
        let read: ReadGame = |text, at, faults| read_game(text, at, faults, true);
        Some(game.map(|slice| section::entry(bytes, slice, charset, read)))
    });
    // A slice that contains only white space and comments is no game.
    let is_none = |error: &RecordError| error.fault == RecordFault::NoGame;
    entries.flatten().filter(move |entry| !entry.game.as_ref().is_err_and(is_none))
}

/// The part of a slice from its first line that is not prose. Such a line begins with a tag or a comment, or contains a
/// first move or `1.`. Returns `None` if all lines are prose. A line `[EOF]` is prose.
fn without_prose(bytes: &[u8], slice: &Slice, charset: Charset) -> Option<Slice> {
    let starts: Vec<_> = Rules::PLAYABLE.iter().map(|rules| rules.start()).collect();
    let is_prose = |line: &str| {
        let is_tag =
            line.starts_with('[') && line.contains(|c: char| c == '"' || c.is_whitespace());
        let is_comment = is_tag || line.starts_with(['{', ';', '%']);
        let ends = line.match_indices(|c: char| c.is_whitespace() || BRACKETS.contains(c));
        let mut words = std::iter::once(0).chain(ends.map(|(at, end)| at + end.len()));
        !is_comment && !words.any(|at| begins(&line[at..], &starts))
    };
    let Slice { mut range, mut at } = slice.clone();
    for line in bytes[range.clone()].split_inclusive(|&byte| byte == b'\n') {
        let text = text::decode_or(line, charset);
        if !text.is_ok_and(|text| is_prose(text.trim())) {
            return Some(Slice { range, at });
        }
        range.start += line.len();
        at = TextPlace { line: at.line + 1, column: 1 };
    }
    None
}

/// True if a line begins with `1.`, or with a move from one of the positions `starts`.
pub(crate) fn begins(line: &str, starts: &[AnyPosition]) -> bool {
    let (number, moves) = strip_number(line);
    let is_first = number.strip_suffix(DOTS).is_some_and(|it| it.trim_end_matches(DOTS) == "1");
    is_first || starts.iter().any(|start| begins_game(moves, start))
}

/// True if a line begins with a move. If punctuation follows the move, the next word must also be a move, or a result.
fn begins_game(line: &str, start: &AnyPosition) -> bool {
    /// The largest number of words to read, because a line of text can have a million words.
    const MOST_PARTS: usize = 20;
    let is_end = |c: char| is_space(c) || BRACKETS.contains(c);
    let (mut position, mut moves) = (start.clone(), 0);
    for part in line.split_inclusive(is_end).take(MOST_PARTS) {
        let word = strip_number(part.trim_end_matches(is_end)).1;
        if word.is_empty() {
            continue;
        }
        if moves > 0 && result::read(word).is_some() {
            return true;
        }
        let Ok(mv) = read_move(word, &position) else { return false };
        position = position.play(mv);
        moves += 1;
        if !part.ends_with(|c: char| is_space(c) && !c.is_whitespace()) {
            return true;
        }
    }
    moves > 1
}

/// An illegal move in the main line is an error. But if `may_be_cut` is true, and the game has tags without an unknown
/// `Variant`, only an illegal first move is an error. A later illegal move ends the main line.
fn read_game(text: &str, at: TextPlace, faults: &mut Faults, may_be_cut: bool) -> Read {
    let mut scanner = Scanner::new(text, at);
    let mut tags = TagSection::default();
    let mut has_tags = false;
    loop {
        skip_header_comments(&mut scanner, has_tags)?;
        if scanner.peek() != Some('[') {
            break;
        }
        faults.extend(tags.add(Tag::read(&mut scanner)?)?);
        has_tags = true;
    }
    if !has_tags && scanner.peek().is_none() {
        return Err(scanner.at.error(RecordFault::NoGame));
    }
    let may_be_cut = may_be_cut && has_tags && !tags.has_unknown_variant();
    let mut tree = tags.tree(&first_move(scanner.clone()), faults)?;
    Reader { may_be_cut, ..Reader::new(scanner, &mut tree, faults) }.moves()?;
    Ok(tree)
}

/// Reads the moves of a text into a tree without moves. An illegal first move is an error. A later illegal move ends
/// the main line. A result in the text replaces the outcome of the tree, unless the result is `*`.
pub(crate) fn read_moves(
    text: &str,
    at: TextPlace,
    tree: &mut GameTree,
    faults: &mut Faults,
) -> Read<()> {
    Reader { may_be_cut: true, ..Reader::new(Scanner::new(text, at), tree, faults) }.moves()
}

/// Skips white space and comments before and between the tags. A comment in braces after a tag is not skipped, because
/// it belongs to the game.
fn skip_header_comments(scanner: &mut Scanner<'_>, has_tags: bool) -> Read<()> {
    loop {
        scanner.skip_space();
        let ahead = scanner.clone();
        match scanner.peek() {
            Some('%') if scanner.at.column == 1 => drop(scanner.line()),
            Some(';') => drop(scanner.line()),
            Some('{') => {
                scanner.comment()?;
                scanner.skip_space();
                if has_tags || !matches!(scanner.peek(), None | Some('[')) {
                    *scanner = ahead;
                    return Ok(());
                }
            }
            _ => return Ok(()),
        }
    }
}

/// Returns the first word that can be a move, or an empty text if there is none.
fn first_move(mut scanner: Scanner<'_>) -> String {
    loop {
        scanner.skip_space();
        match scanner.peek() {
            Some('{') if scanner.comment().is_ok() => {}
            Some(';') => drop(scanner.line()),
            None | Some('{' | '}' | '(' | ')' | '[' | ']') => return String::new(),
            Some(_) => {
                let (_, text) = strip_number(scanner.word());
                let (text, _) = annotation::split_praise(text);
                if !text.is_empty() && annotation::sign(text).is_none() {
                    return half_width(text);
                }
            }
        }
    }
}

struct Cursor {
    node: NodeId,
    position: AnyPosition,
    /// The position before the last move of the line; `None` while the line has no move.
    before: Option<AnyPosition>,
    opened: TextPlace,
}

struct Reader<'a, 'g> {
    scanner: Scanner<'a>,
    tree: &'g mut GameTree,
    form: PgnForm,
    /// True if an illegal move ends the main line. Otherwise an illegal move there is an error.
    may_be_cut: bool,
    faults: &'g mut Faults,
    cursor: Cursor,
    /// The lines that contain the current variation, the main line first. Empty while the main line is read.
    outer: Vec<Cursor>,
    before: String,
}

impl<'a, 'g> Reader<'a, 'g> {
    fn new(scanner: Scanner<'a>, tree: &'g mut GameTree, faults: &'g mut Faults) -> Self {
        let (position, form) = (tree.start().clone(), tree.rules().variant().pgn.form);
        let cursor = Cursor { node: NodeId::ROOT, position, before: None, opened: scanner.at };
        let (may_be_cut, outer, before) = (false, Vec::new(), String::new());
        Self { scanner, tree, form, may_be_cut, faults, cursor, outer, before }
    }

    fn moves(mut self) -> Read<()> {
        loop {
            self.scanner.skip_space();
            let at = self.scanner.at;
            match self.scanner.peek() {
                None if self.outer.is_empty() => return Ok(()),
                None => {
                    let outermost = self.outer.get(1).unwrap_or(&self.cursor).opened;
                    return Err(outermost.error(RecordFault::Unclosed('(')));
                }
                Some('{') => {
                    let text = self.scanner.comment()?;
                    self.add_comment(text);
                }
                Some('%') if at.column == 1 => drop(self.scanner.line()),
                Some(';') => {
                    self.scanner.next();
                    let text = self.scanner.line();
                    self.add_comment(text);
                }
                Some('(') => self.open()?,
                Some(')') => {
                    self.scanner.next();
                    let missing = || at.error(RecordFault::Unopened(')'));
                    self.cursor = self.outer.pop().ok_or_else(missing)?;
                    // If the variation had no moves, its comment is still in `before`.
                    let text = std::mem::take(&mut self.before);
                    self.add_comment(&text);
                }
                Some('[') => return Err(at.error(RecordFault::Tag)),
                Some(other @ ('}' | ']')) => return Err(at.error(RecordFault::Unopened(other))),
                Some(_) => {
                    let word = self.scanner.word();
                    match result::read(word) {
                        // The result `*` does not replace the result from the tags.
                        Some(told) if self.outer.is_empty() => {
                            self.tree.outcome = told.or(self.tree.outcome);
                        }
                        Some(_) => self.add_comment(word),
                        None => self.take_word(word, at)?,
                    }
                }
            }
        }
    }

    /// True before the first move of a variation.
    fn begins_variation(&self) -> bool {
        self.cursor.before.is_none() && !self.outer.is_empty()
    }

    fn add_comment(&mut self, text: &str) {
        if self.begins_variation() {
            annotation::join(&mut self.before, &annotation::normalized(text, self.form));
        } else {
            annotation::add_comment(self.tree.node_mut(self.cursor.node), text, self.form);
        }
    }

    fn add_nag(&mut self, nag: u8) {
        if self.begins_variation() {
            annotation::join(&mut self.before, &format!("${nag}"));
        } else if !self.tree.node(self.cursor.node).nags.contains(&nag) {
            self.tree.node_mut(self.cursor.node).nags.push(nag);
        }
    }

    /// Opens a variation, whose first move is an alternative to the last move.
    fn open(&mut self) -> Read<()> {
        let opened = self.scanner.at;
        self.scanner.next();
        let place = self.cursor.before.clone().zip(self.tree.node(self.cursor.node).parent());
        let missing = || opened.error(RecordFault::VariationWithoutMove);
        let (position, node) = place.ok_or_else(missing)?;
        let nested = Cursor { node, position, before: None, opened };
        self.outer.push(std::mem::replace(&mut self.cursor, nested));
        if self.outer.len() > MAX_DEPTH {
            return Err(opened.error(RecordFault::TooDeep { limit: MAX_DEPTH }));
        }
        Ok(())
    }

    fn take_word(&mut self, word: &str, at: TextPlace) -> Read<()> {
        let (number, unnumbered) = strip_number(word);
        let (text, praise) = annotation::split_praise(unnumbered);
        match annotation::sign(unnumbered) {
            Some(Sign::Nag(nag)) => self.add_nag(nag),
            Some(Sign::Empty) => {}
            None if text.is_empty() => {}
            None => {
                let at = at.behind(number);
                match read_move(text, &self.cursor.position) {
                    Ok(mv) => {
                        self.play(mv);
                        praise.into_iter().for_each(|nag| self.add_nag(nag));
                    }
                    Err(fault) => {
                        let is_null = matches!(fault, RecordFault::NullMove { .. });
                        let is_begun = self.cursor.node != NodeId::ROOT;
                        let may_cut = !self.outer.is_empty() || self.may_be_cut && is_begun;
                        if !may_cut && !is_null {
                            return Err(at.error(fault));
                        }
                        self.faults.push(at.error(fault));
                        self.cut(word);
                    }
                }
            }
        }
        Ok(())
    }

    fn play(&mut self, mv: Move) {
        let cursor = &mut self.cursor;
        let parent = cursor.node;
        cursor.node = self.tree.append(parent, mv);
        let next = cursor.position.play(mv);
        cursor.before = Some(std::mem::replace(&mut cursor.position, next));
        let before = std::mem::take(&mut self.before);
        // If a variation repeats the move of the main line, the comment before this move goes to the parent node.
        if self.tree.node(parent).children()[0] == cursor.node {
            annotation::join(&mut self.tree.node_mut(parent).comment, &before);
        } else {
            annotation::join(&mut self.tree.node_mut(cursor.node).comment_before, &before);
        }
    }

    /// Turns the rest of the variation or main line into a comment, except for a result at the end of the main line.
    fn cut(&mut self, word: &str) {
        let mut rest = word.to_owned();
        let (mut depth, mut in_comment) = (0, false);
        while let Some(next) = self.scanner.peek() {
            match next {
                '{' => in_comment = true,
                '}' => in_comment = false,
                '(' if !in_comment => depth += 1,
                ')' if !in_comment && depth == 0 => break,
                ')' if !in_comment => depth -= 1,
                _ => {}
            }
            rest.extend(self.scanner.next().filter(|next| !"{}".contains(*next)));
        }
        if self.outer.is_empty() {
            let trimmed = rest.trim_end_matches(is_space);
            let last = trimmed.rsplit(is_space).next().unwrap_or_default();
            if let Some(told) = result::read(last) {
                self.tree.outcome = told.or(self.tree.outcome);
                let moves = trimmed[..trimmed.len() - last.len()].trim_end_matches(is_space);
                rest.truncate(moves.len());
            }
        }
        // Clocks and evaluations in the rest are dropped, because they belong to moves that the tree lacks.
        let mut lost = Node::default();
        annotation::add_comment(&mut lost, &rest, self.form);
        self.add_comment(&lost.comment);
    }
}

const DOTS: [char; 4] = ['.', '…', '．', '、'];

/// Splits a move number off a word such as `12.h2e2`, `3...` or `①`.
fn strip_number(word: &str) -> (&str, &str) {
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let uncircled = word.trim_start_matches(|c: char| ('①'..='⑳').contains(&c));
    let behind = uncircled.trim_start_matches(is_digit);
    let text = behind.trim_start_matches(DOTS);
    let is_number = behind.is_empty() && !NULL_MOVES.contains(&uncircled);
    let rest = if is_number || text.len() < behind.len() { text } else { uncircled };
    word.split_at(word.len() - rest.len())
}

/// Replaces the full-width letters, digits and signs of a text with their half-width forms.
fn half_width(text: &str) -> String {
    let half = |c: char| match c {
        '！'..='～' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        other => other,
    };
    text.chars().map(half).collect()
}

fn read_move(text: &str, position: &AnyPosition) -> Result<Move, RecordFault> {
    if NULL_MOVES.contains(&text) {
        return Err(RecordFault::NullMove { text: text.to_owned() });
    }
    let (rules, side) = (position.rules(), position.side());
    let wrong = |error| RecordFault::Move { text: text.to_owned(), rules, side, error };
    let read = match notation::read_any(text, position) {
        Err(_) if !text.is_ascii() => notation::read_any(&half_width(text), position),
        read => read,
    };
    read.map_err(wrong)
}
