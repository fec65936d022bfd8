use super::{FIELD, GAME, TAGS};
use crate::binary;
use crate::fault::{Faults, Read};
use crate::pgn::{self, result, scanner::TextPlace};
use crate::section::{self, place_in, sections, whole_file};
use crate::{Entry, GameTree, NodeId, RecordError, RecordFault};
use chuhe_core::rules::{PgnForm, Rules};
use chuhe_core::{AnyPosition, Position, Side, Square};
use chuhe_host::charset::Charset;
use std::collections::HashMap;

const MOST_LINES: usize = 10_000;

/// Reads the games of a file one after another. An illegal move ends its line of moves, and adds a warning.
pub(crate) fn games(bytes: &[u8], charset: Charset) -> impl Iterator<Item = Entry> + '_ {
    // In some pages with a single game, no `[DhtmlXQ]` stands before the fields.
    let mark: fn(&[u8], usize) -> Option<usize> = |bytes, from| section::find(bytes, from, GAME);
    let has_marks = mark(bytes, 0).is_some();
    sections(bytes, charset, if has_marks { mark } else { whole_file }, read_game)
}

fn read_game(text: &str, at: TextPlace, faults: &mut Faults) -> Read {
    let fields = fields(text, at);
    let lines = lines(&fields);
    let first = lines.first().and_then(|line| squares(line.digits.get(..4)?));
    let tree = start(&fields, first, faults)?;
    let positions = HashMap::from([(NodeId::ROOT, tree.start().clone())]);
    let mut reader = Reader { tree, lines: HashMap::new(), positions };
    for line in &lines {
        faults.extend(reader.line(line)?);
    }
    for field in &fields {
        faults.extend(reader.field(field));
    }
    Ok(reader.tree)
}

struct Field<'a> {
    name: &'a str,
    value: &'a str,
    place: TextPlace,
}

impl Field<'_> {
    fn misfit(&self) -> RecordFault {
        RecordFault::Field(self.name.to_owned())
    }
}

fn fields(text: &str, mut place: TextPlace) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(FIELD) {
        let name_at = at + start + FIELD.len();
        let Some(length) = text[name_at..].find(']') else { break };
        let value_at = name_at + length + 1;
        let value = &text[value_at..value_end(text, value_at)];
        place = place_in(&text[at..], place, value_at - at);
        fields.push(Field { name: &text[name_at..name_at + length], value, place });
        at = value_at;
    }
    fields
}

/// Returns the offset of the closing mark of a value. If the mark is missing, returns the offset of the next field or
/// of the end of the text.
fn value_end(text: &str, from: usize) -> usize {
    let next = text[from..].find("[DhtmlXQ").map_or(text.len(), |at| from + at);
    text[from..next].find("[/DhtmlXQ").map_or(next, |at| from + at)
}

struct MoveLine<'a> {
    field: &'a Field<'a>,
    base: usize,
    /// The ply of the line `base` that the first move of this line replaces, counted from 1 at the start of the game.
    ply: usize,
    number: usize,
    digits: Vec<u8>,
}

/// The lines of moves, sorted by `number`: 0 is the main line. In a correct file, `base` is lower than `number`.
fn lines<'a>(fields: &'a [Field<'a>]) -> Vec<MoveLine<'a>> {
    let line = |field: &'a Field<'a>| {
        let numbers = match field.name {
            "movelist" => "0_1_0",
            name => name.strip_prefix("move_")?,
        };
        let numbers: Vec<usize> = numbers.split('_').map_while(|n| n.parse().ok()).collect();
        let &[base, ply, number] = &numbers[..] else { return None };
        let digits = field.value.bytes().filter(u8::is_ascii_digit).collect();
        Some(MoveLine { field, base, ply, number, digits })
    };
    let mut lines: Vec<_> = fields.iter().filter_map(line).collect();
    lines.sort_by_key(|line| line.number);
    lines
}

fn squares(digits: &[u8]) -> Option<[Option<Square>; 2]> {
    let digit = |at: usize| digits.get(at).map(|byte| byte - b'0');
    let square = |at: usize| Some(Square::new(digit(at)?, 9_u8.checked_sub(digit(at + 1)?)?));
    Some([square(0)?, square(2)?])
}

/// Returns a tree without moves. If the field `binit` gives the pieces, the side that plays the move `first` begins.
fn start(fields: &[Field<'_>], first: Option<[Option<Square>; 2]>, faults: &mut Faults) -> Read {
    let named = |name: &str| {
        let found = fields.iter().find(|field| field.name == name);
        found.filter(|field| !field.value.trim().is_empty())
    };
    let told =
        named("fen").map(|fen| section::start(Some(Rules::Xiangqi), fen.value, fen.place, faults));
    let Some(field) = named("binit") else {
        return told.unwrap_or_else(|| Ok(GameTree::new(Rules::Xiangqi.start())));
    };
    let digits = field.value.trim();
    let pieces = binary::listed_pieces();
    if digits.len() != 2 * pieces.len() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(field.place.error(field.misfit()));
    }
    let pairs = pieces.into_iter().enumerate().filter_map(|(index, piece)| {
        let [file, rank] = [2 * index, 2 * index + 1].map(|at| digits.as_bytes()[at] - b'0');
        Some((Square::new(file, 9_u8.checked_sub(rank)?)?, piece))
    });
    let set: Vec<_> = pairs.collect();
    // The field `binit` lacks the side to move and the counters. A field `fen` with the same position gives them.
    let told = told.and_then(Result::ok);
    let side = told.as_ref().map_or(Side::Red, |tree| tree.start().side());
    let position = binary::start_position(0, &set, side, first.into_iter())
        .map_err(|error| field.place.error(error.fault))?;
    let same = told.filter(|tree| tree.start().key() == position.key());
    Ok(same.unwrap_or_else(|| GameTree::new(position)))
}

struct Reader<'a> {
    tree: GameTree,
    lines: HashMap<usize, (&'a MoveLine<'a>, Vec<NodeId>)>,
    positions: HashMap<NodeId, AnyPosition>,
}

impl<'a> Reader<'a> {
    /// The node after ply number `ply` of a line; 0 is the start position. Returns `None` if the line has no such ply.
    fn node(&self, line: usize, ply: usize) -> Option<NodeId> {
        if ply == 0 {
            return Some(NodeId::ROOT);
        }
        let mut played = self.lines.get(&line)?;
        while ply < played.0.ply {
            played = self.lines.get(&played.0.base)?;
        }
        let (line, nodes) = played;
        nodes.get(ply - line.ply).copied()
    }

    /// Adds the moves of a line to the tree. Returns a warning if some of the moves are left out.
    fn line(&mut self, line: &'a MoveLine<'a>) -> Read<Option<RecordError>> {
        let at = line.field.place;
        if self.lines.len() == MOST_LINES {
            return Err(at.error(RecordFault::TooDeep { limit: MOST_LINES }));
        }
        let parent = line.ply.checked_sub(1).and_then(|ply| self.node(line.base, ply));
        let is_new = !self.lines.contains_key(&line.number);
        let Some(mut node) = parent.filter(|_| is_new) else {
            return Ok(Some(at.error(line.field.misfit())));
        };
        let (mut nodes, mut warning) = (Vec::new(), None);
        for digits in line.digits.chunks(4) {
            let position = &self.positions[&node];
            let read = squares(digits).ok_or_else(|| line.field.misfit());
            match read.and_then(|squares| binary::legal_move(squares, position)) {
                Ok(mv) => {
                    let next = position.play(mv);
                    node = self.tree.append(node, mv);
                    self.positions.insert(node, next);
                    nodes.push(node);
                }
                Err(fault) => {
                    warning = Some(at.error(fault));
                    break;
                }
            }
        }
        self.lines.insert(line.number, (line, nodes));
        Ok(warning)
    }

    fn field(&mut self, field: &Field<'_>) -> Option<RecordError> {
        let (name, value) = (field.name, field.value.trim());
        if let Some(numbers) = name.strip_prefix("comment") {
            let (line, ply) = numbers.split_once('_').unwrap_or(("0", numbers));
            let Some(node) = self.node(line.parse().ok()?, ply.parse().ok()?) else {
                return Some(field.place.error(field.misfit()));
            };
            let text = value.trim_end_matches('|').replace("||", "\n");
            pgn::add_comment(self.tree.node_mut(node), &text, PgnForm::Xqbase);
            return None;
        }
        if name == "result" {
            self.tree.outcome = result::read(value).flatten();
        }
        if let Some((_, tag)) = TAGS.iter().find(|(known, _)| *known == name) {
            binary::set_tag(&mut self.tree, tag, value);
        }
        None
    }
}
