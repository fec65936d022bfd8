//! Random trees, and bytes of files built from them without the writers of the crate.

use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Kind, Piece, Position, Side, Square};
use chuhe_records::{GameTree, NodeId, Outcome};

/// Numbers that a seed determines.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        // The multiplier of Knuth's MMIX; the high bits are random enough.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }
}

const COMMENTS: [&str; 6] = ["", "", "", "好棋。", "Good, but\nslow.", "红方易走，黑方可下"];

/// A tree of random legal moves, from the start or from a position reached by some of them.
pub(crate) fn tree(dice: &mut Dice) -> GameTree {
    let mut start = Rules::Xiangqi.start();
    for _ in 0..dice.below(3) * dice.below(12) {
        start = random_move(dice, &start).map_or(start.clone(), |mv| start.play(mv));
    }
    // Only the pieces and the side to move are kept in a file.
    let pieces = Square::all().filter_map(|at| Some((at, start.piece_at(at)?)));
    let start = chuhe_core::rules::Xiangqi::new(pieces, start.side(), 0).unwrap().into();
    let mut tree = GameTree::new(start);
    tree.outcome = [
        None,
        Some(Outcome::Drawn),
        Some(Outcome::Won(Side::Red)),
        Some(Outcome::Won(Side::Black)),
    ][dice.below(4)];
    for (tag, value) in [
        ("Title", "仙人指路"),
        ("Event", "Cup"),
        ("Date", "2008.03.09"),
        ("Red", "许银川"),
        ("Black", "吕钦"),
    ] {
        if dice.below(3) > 0 {
            tree.set_tag(tag, value);
        }
    }
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..dice.below(40) {
        // Mostly the last node, so that lines become long.
        let id = nodes[if dice.below(4) > 0 { nodes.len() - 1 } else { dice.below(nodes.len()) }];
        if let Some(mv) = random_move(dice, &tree.position(id)) {
            nodes.push(tree.add_move(id, mv).unwrap());
        }
    }
    for id in nodes {
        tree.node_mut(id).comment = COMMENTS[dice.below(COMMENTS.len())].to_owned();
    }
    tree
}

fn random_move(dice: &mut Dice, position: &AnyPosition) -> Option<chuhe_core::Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| moves[dice.below(moves.len())])
}

/// The tree as text: tags in alphabetical order, the outcome, and a line for each node.
pub(crate) fn described(tree: &GameTree) -> String {
    let mut tags = tree.tags.clone();
    tags.sort();
    let mut text = format!("{tags:?} {:?} {:?}\n", tree.outcome, tree.start());
    describe(tree, NodeId::ROOT, 0, &mut text);
    text
}

fn describe(tree: &GameTree, id: NodeId, depth: usize, text: &mut String) {
    let node = tree.node(id);
    *text += &format!("{:depth$}{:?} {:?}\n", "", node.mv(), node.comment);
    for &child in node.children() {
        describe(tree, child, depth + 1, text);
    }
}

/// The node after this one among the children of its parent.
fn next_alternative(tree: &GameTree, id: NodeId) -> Option<NodeId> {
    let siblings = tree.node(tree.node(id).parent()?).children();
    siblings.iter().copied().skip_while(|&other| other != id).nth(1)
}

/// The seeds and masks of a file's keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct XqfKeys {
    pub(crate) version: u8,
    pub(crate) mask: u8,
    pub(crate) or: [u8; 4],
    pub(crate) xy: u8,
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl XqfKeys {
    pub(crate) fn random(dice: &mut Dice) -> Self {
        let mut byte = || dice.byte();
        let (mask, or, xy, from, to) =
            (byte(), [byte(), byte(), byte(), byte()], byte(), byte(), byte());
        Self { version: 10 + byte() % 9, mask, or, xy, from, to }
    }

    fn sum(self) -> u8 {
        0u8.wrapping_sub(self.xy).wrapping_sub(self.from).wrapping_sub(self.to)
    }

    /// The keys for squares on the board, squares left, squares reached and comments.
    fn derived(self) -> (u8, u8, u8, u32) {
        if self.version <= 10 {
            return (0, 0, 0, 0);
        }
        let f = |k: u8| {
            let k = u64::from(k);
            ((((k * k) * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8
        };
        let xy = (f(self.xy) * u64::from(self.xy)) as u8;
        let from = (f(self.from) * u64::from(xy)) as u8;
        let to = (f(self.to) * u64::from(from)) as u8;
        (xy, from, to, (u32::from(self.sum()) * 256 + u32::from(self.xy)) % 32000 + 767)
    }
}

/// An XQF file of any version. There is no second source for the versions with keys: this encoder
/// follows the same description as the reader of the crate.
pub(crate) fn xqf(tree: &GameTree, keys: XqfKeys) -> Vec<u8> {
    let mut file = vec![0u8; 1024];
    file[..3].copy_from_slice(&[b'X', b'Q', keys.version]);
    let (xy, ..) = keys.derived();
    if keys.version > 10 {
        file[3] = keys.mask;
        file[8..12].copy_from_slice(&keys.or);
        file[12..16].copy_from_slice(&[keys.sum(), keys.xy, keys.from, keys.to]);
    }
    let layout = xqf_layout(tree.start());
    for i in 0..32 {
        let slot = if keys.version >= 12 { (i + 1 + usize::from(xy)) % 32 } else { i };
        file[16 + i] = layout[slot].wrapping_add(xy);
    }
    file[50] = u8::from(tree.start().side() == Side::Black);
    file[51] = result(tree.outcome);
    for (tag, at) in [("Title", 80), ("Event", 208), ("Date", 272), ("Red", 304), ("Black", 320)] {
        let text = encoding_rs::GBK.encode(tree.tag(tag).unwrap_or_default()).0.into_owned();
        file[at] = text.len() as u8;
        file[at + 1..at + 1 + text.len()].copy_from_slice(&text);
    }
    xqf_node(tree, NodeId::ROOT, keys, &mut file);
    if keys.version > 10 {
        let bytes = [keys.sum(), keys.xy, keys.from, keys.to];
        for at in 1024..file.len() {
            let letter = b"[(C) Copyright Mr. Dong Shiwei.]"[at % 32];
            let key = letter & (bytes[at % 4] & keys.mask | keys.or[at % 4]);
            file[at] = file[at].wrapping_add(key);
        }
    }
    file
}

fn result(outcome: Option<Outcome>) -> u8 {
    match outcome {
        None => 0,
        Some(Outcome::Won(Side::Red)) => 1,
        Some(Outcome::Won(Side::Black)) => 2,
        Some(Outcome::Drawn) => 3,
    }
}

fn xqf_layout(position: &AnyPosition) -> [u8; 32] {
    let mut layout = [255; 32];
    for (side, base) in [(Side::Red, 0), (Side::Black, 16)] {
        let mut used: Vec<usize> = Vec::new();
        for square in Square::all() {
            let Some(piece) = position.piece_at(square).filter(|piece| piece.side() == side) else {
                continue;
            };
            let slots: &[usize] = match piece.kind() {
                Kind::Chariot => &[0, 8],
                Kind::Horse => &[1, 7],
                Kind::Elephant => &[2, 6],
                Kind::Advisor => &[3, 5],
                Kind::General => &[4],
                Kind::Cannon => &[9, 10],
                _ => &[11, 12, 13, 14, 15],
            };
            let slot = *slots.iter().find(|slot| !used.contains(slot)).unwrap();
            used.push(slot);
            layout[base + slot] = square.file() * 10 + square.rank();
        }
    }
    layout
}

fn xqf_node(tree: &GameTree, id: NodeId, keys: XqfKeys, file: &mut Vec<u8>) {
    let (_, from_key, to_key, comment_key) = keys.derived();
    let node = tree.node(id);
    let xy = |square: Option<Square>| square.map_or(0, |at| at.file() * 10 + at.rank());
    let (child, other) = (node.children().first().copied(), next_alternative(tree, id));
    let comment = encoding_rs::GBK.encode(&node.comment.replace('\n', "\r\n")).0.into_owned();
    file.push(xy(node.mv().and_then(|mv| mv.from())).wrapping_add(0x18).wrapping_add(from_key));
    file.push(xy(node.mv().and_then(|mv| mv.to())).wrapping_add(0x20).wrapping_add(to_key));
    let (next, alternative) = if keys.version > 10 { (0x80, 0x40) } else { (0xf0, 0x0f) };
    let mut flags = 0;
    flags |= if child.is_some() { next } else { 0 };
    flags |= if other.is_some() { alternative } else { 0 };
    flags |= if keys.version > 10 && !comment.is_empty() { 0x20 } else { 0 };
    file.extend([flags, 0]);
    if keys.version <= 10 || !comment.is_empty() {
        file.extend((comment.len() as u32 + comment_key).to_le_bytes());
        file.extend(comment);
    }
    for id in [child, other].into_iter().flatten() {
        xqf_node(tree, id, keys, file);
    }
}

/// A CBR file. Its gaps hold whatever the dice give, as in files of CCBridge. There is no second
/// source: the encoder follows the same description as the reader of the crate.
pub(crate) fn cbr(tree: &GameTree, dice: &mut Dice) -> Vec<u8> {
    const FIELDS: [(&str, usize, usize); 5] = [
        ("Title", 180, 128),
        ("Event", 692, 64),
        ("Date", 884, 64),
        ("Red", 1076, 64),
        ("Black", 1300, 64),
    ];
    let mut file: Vec<u8> = (0..2214).map(|_| dice.byte()).collect();
    file[..16].copy_from_slice(b"CCBridge Record\0");
    // Texts without a tag are empty.
    file[180..1908].fill(0);
    for (tag, at, size) in FIELDS {
        for byte in &mut file[at..at + size] {
            *byte = dice.byte();
        }
        let text = tree.tag(tag).unwrap_or_default().encode_utf16().chain([0]);
        let text: Vec<u8> = text.flat_map(u16::to_le_bytes).collect();
        file[at..at + text.len()].copy_from_slice(&text);
    }
    file[2076] = result(tree.outcome);
    file[2112] = 1 + tree.start().side() as u8;
    file[2116..2118].copy_from_slice(&[1, 0]);
    for at in 0..90 {
        let square = Square::new(at % 9, 9 - at / 9).unwrap();
        file[2120 + usize::from(at)] = tree.start().piece_at(square).map_or(0, cbr_piece);
    }
    cbr_node(tree, NodeId::ROOT, &mut file);
    file
}

fn cbr_piece(piece: Piece) -> u8 {
    let kind = match piece.kind() {
        Kind::Chariot => 1,
        Kind::Horse => 2,
        Kind::Elephant => 3,
        Kind::Advisor => 4,
        Kind::General => 5,
        Kind::Cannon => 6,
        _ => 7,
    };
    kind + if piece.side() == Side::Red { 0x10 } else { 0x20 }
}

fn cbr_node(tree: &GameTree, id: NodeId, file: &mut Vec<u8>) {
    let node = tree.node(id);
    let index = |square: Option<Square>| square.map_or(0, |at| (9 - at.rank()) * 9 + at.file());
    let (child, other) = (node.children().first().copied(), next_alternative(tree, id));
    let flags = u8::from(child.is_none())
        | u8::from(other.is_some()) << 1
        | u8::from(!node.comment.is_empty()) << 2;
    let mv = node.mv();
    file.extend([flags, 0, index(mv.and_then(|mv| mv.from())), index(mv.and_then(|mv| mv.to()))]);
    if !node.comment.is_empty() {
        let text: Vec<u8> = node.comment.encode_utf16().flat_map(u16::to_le_bytes).collect();
        file.extend((text.len() as u32).to_le_bytes());
        file.extend(text);
    }
    for id in [child, other].into_iter().flatten() {
        cbr_node(tree, id, file);
    }
}

/// A library, and the number of entries in its index. Each game begins at a multiple of 4096 bytes.
pub(crate) fn cbl(entries: u32, games: &[Vec<u8>]) -> Vec<u8> {
    let mut file = vec![0; 66624 + 276 * entries as usize];
    file[..16].copy_from_slice(b"CCBridgeLibrary\0");
    file[60..64].copy_from_slice(&entries.to_le_bytes());
    for game in games {
        file.extend(game);
        file.resize(file.len() + (4096 - game.len() % 4096) % 4096, 0);
    }
    file
}
