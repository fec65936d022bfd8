use super::TAGS;
use crate::pgn::result;
use crate::xqf::Loss;
use crate::{GameTree, NodeId, binary};
use chuhe_core::{Square, rules::Rules};
use std::fmt::Write;

/// A line of moves that branches from the line `base`. The move of the node `first` replaces the ply `ply` of `base`.
struct MoveLine {
    base: usize,
    ply: usize,
    first: NodeId,
}

impl GameTree {
    /// Returns the game with its comments and variations as DhtmlXQ, also called UBB. Returns `None` if the game is not
    /// xiangqi. The method [`Self::lost_in_dhtmlxq`] lists the parts that are left out.
    ///
    /// ```
    /// let tree = chuhe_records::pgn::read("1. h2e2 {Good.} h9g7 (1... b9c7)").unwrap();
    /// let text = tree.to_dhtmlxq().unwrap();
    /// assert!(text.contains("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"));
    /// assert!(text.contains("[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]"));
    /// assert!(text.contains("[DhtmlXQ_comment1]Good.[/DhtmlXQ_comment1]"));
    /// ```
    pub fn to_dhtmlxq(&self) -> Option<String> {
        if self.rules() != Rules::Xiangqi {
            return None;
        }
        let mut text = "[DhtmlXQ]\n".to_owned();
        for (tag, value) in &self.tags {
            if let Some((field, _)) = TAGS.iter().find(|(_, known)| known.eq_ignore_ascii_case(tag))
            {
                write_field(&mut text, field, value);
            }
        }
        let [result, _] = self.ending().map(result::chinese).unwrap_or_default();
        write_field(&mut text, "result", result);
        let squares = binary::place_pieces(self.start()).map(square_digits);
        write_field(&mut text, "binit", &squares.concat());
        if let Some(start) = self.unusual_start() {
            // The field `binit` lacks the side to move and the counters, so the field `fen` gives them.
            write_field(&mut text, "fen", &start.to_string());
        }
        write_comment(&mut text, self, NodeId::ROOT, 0, 0);
        write_lines(&mut text, self);
        text += "[/DhtmlXQ]\n";
        Some(text)
    }

    /// Returns what [`Self::to_dhtmlxq`] leaves out, such as tags without a field, glyphs and clocks.
    pub fn lost_in_dhtmlxq(&self) -> Vec<Loss> {
        [Loss::of_tags(self, &TAGS.map(|(_, tag)| tag)), Loss::of_game(self)].concat()
    }
}

fn write_field(text: &mut String, name: &str, value: &str) {
    // The texts `[DhtmlXQ` and `[/DhtmlXQ` would end the value.
    let value = value.replace("[DhtmlXQ", "［DhtmlXQ").replace("[/DhtmlXQ", "［/DhtmlXQ");
    if !value.is_empty() {
        _ = writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    }
}

fn write_lines(text: &mut String, tree: &GameTree) {
    let branches = |node: NodeId, base: usize, ply: usize| {
        let others = tree.node(node).children().iter().skip(1);
        others.map(move |&first| MoveLine { base, ply, first }).collect::<Vec<_>>()
    };
    let main = tree.main_line().take(1);
    let mut lines: Vec<_> = main.map(|first| MoveLine { base: 0, ply: 1, first }).collect();
    lines.extend(branches(NodeId::ROOT, 0, 1));
    let mut number = 0;
    while let Some(&MoveLine { base, ply, first }) = lines.get(number) {
        let mut moves = String::new();
        for (ply, node) in (ply..).zip(std::iter::once(first).chain(tree.line_from(first))) {
            let squares = tree.node(node).mv().map(|mv| [mv.from(), mv.to()]);
            moves.extend(squares.into_iter().flatten().map(square_digits));
            write_comment(text, tree, node, number, ply);
            lines.extend(branches(node, number, ply + 1));
        }
        let name = match number {
            0 => "movelist".to_owned(),
            _ => format!("move_{base}_{ply}_{number}"),
        };
        write_field(text, &name, &moves);
        number += 1;
    }
}

fn write_comment(text: &mut String, tree: &GameTree, node: NodeId, line: usize, ply: usize) {
    let name = if line == 0 { format!("comment{ply}") } else { format!("comment{line}_{ply}") };
    write_field(text, &name, &tree.node(node).whole_comment().replace('\n', "||"));
}

fn square_digits(square: Option<Square>) -> String {
    square.map_or("99".to_owned(), |square| format!("{}{}", square.file(), 9 - square.rank()))
}
