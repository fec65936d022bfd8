//! Asserts the properties that every position must have, for the suite `position` and the fuzz target `rules`.

use crate::choices::{Choices, text};
use crate::plain;
use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::rules::{Explain, Rules};
use chuhe_core::{
    AnyPosition, Game, Kind, Move, MoveList, Piece, Position, Searchable, Side, Square,
};
use std::collections::BTreeSet;

/// Plays moves that `choices` selects, until `choices` is empty or the game is over. Asserts the properties of each
/// position, and that undo and redo lead to each position again.
pub fn play_out(start: AnyPosition, choices: &mut Choices<'_>) -> Game<AnyPosition> {
    let mut game = Game::new(start);
    let mut boards = vec![(game.position().clone(), *game.numbers())];
    assert_sound(game.position(), choices);
    while game.ending().is_none() && !choices.is_empty() {
        let mv = choices.legal_move(game.position()).expect("the game goes on");
        assert_reads_back(game.position(), mv);
        game.play(mv).expect("a legal move");
        assert_sound(game.position(), choices);
        assert_numbered(&game);
        boards.push((game.position().clone(), *game.numbers()));
    }
    let ending = game.ending();
    for board in boards.iter().rev().skip(1) {
        game.undo().expect("a move to undo");
        assert_eq!((game.position(), game.numbers()), (&board.0, &board.1));
    }
    assert_eq!(game.undo(), None);
    for board in &boards[1..] {
        game.redo().expect("a move to redo");
        assert_eq!((game.position(), game.numbers()), (&board.0, &board.1));
    }
    assert_eq!(game.ending(), ending);
    game
}

/// Asserts the properties of a position. Calls [`assert_legality`] with one move from `choices`, legal or not.
pub fn assert_sound(position: &AnyPosition, choices: &mut Choices<'_>) {
    match position {
        AnyPosition::Xiangqi(position) => plain::xiangqi::assert_agreement(position),
        AnyPosition::Zhonggong(position) => plain::zhonggong::assert_agreement(position),
        AnyPosition::Chess(position) => plain::chess::assert_agreement(position),
    }
    assert_same_from_text(position);
    assert_same_for_both_sides(position);
    let moves = position.legal_moves();
    if let Some(mv) = Move::from_bits(u16::from_le_bytes([choices.byte(), choices.byte()])) {
        assert_legality(position, mv, &moves);
    }
    assert_lists(position, &moves);
    for &mv in &moves {
        assert_effects(position, mv);
        if mv.is_exchange() {
            assert_reads_back(position, mv);
        }
    }
}

/// Asserts that `is_legal`, `why_not` and the list of moves agree about a move.
pub fn assert_legality(position: &AnyPosition, mv: Move, moves: &MoveList) {
    let legal = moves.contains(&mv);
    assert_eq!(position.is_legal(mv), legal, "{mv:?} in {}", text(position));
    assert_eq!(position.why_not(mv).is_none(), legal, "{mv:?} in {}", text(position));
}

pub fn assert_reads_back(position: &AnyPosition, mv: Move) {
    for style in Style::ALL {
        let written = notation::write(style, position, mv).to_string();
        let at = || format!("{mv:?} as {written} in {}", text(position));
        assert_eq!(notation::read(style, &written, position), Ok(mv), "{}", at());
        assert_eq!(notation::read_any(&written, position), Ok(mv), "{}", at());
    }
}

/// Asserts that a position equals its copy read from FEN, also in key and scores. Moves may update these in steps.
fn assert_same_from_text(position: &AnyPosition) {
    let written = Fen { position: position.clone(), move_number: 1 }.to_string();
    let anew = Fen::read(position.rules(), &written).expect("what is written is read").position;
    assert_eq!(&anew, position);
    assert_eq!(anew.key(), position.key(), "{written}");
    assert_eq!(anew.evaluate(), position.evaluate(), "{written}");
    assert_eq!(anew.piece_square_score(), position.piece_square_score(), "{written}");
}

/// Asserts that a swap of the sides keeps the evaluation. In xiangqi it must also stay the same if left and
/// right are swapped at the same time.
fn assert_same_for_both_sides(position: &AnyPosition) {
    let (rules, side) = (position.rules(), position.side());
    let (files, ranks) = rules.size();
    let pieces: Vec<(Square, Piece)> =
        Square::all().filter_map(|at| Some((at, position.piece_at(at)?))).collect();
    let position = rules.set_up(pieces.iter().copied(), side).expect("a valid position");
    let at = text(&position);
    let turns: &[bool] = if rules == Rules::Xiangqi { &[false, true] } else { &[false] };
    for &turns_files in turns {
        let mirrored = pieces.iter().map(|&(at, piece)| {
            let file = if turns_files { files - 1 - at.file() } else { at.file() };
            let at = Square::new(file, ranks - 1 - at.rank()).expect("a square of the board");
            (at, Piece::new(!piece.side(), piece.kind()))
        });
        let mirrored = rules.set_up(mirrored, !side).expect("the mirror image of a valid position");
        assert_eq!(position.evaluate(), mirrored.evaluate(), "{at}");
        assert_eq!(position.piece_square_score(), mirrored.piece_square_score(), "{at}");
    }
}

/// Asserts that the lists of captures, quiet moves and quiet checks contain exactly the legal moves of their kind.
fn assert_lists(position: &AnyPosition, moves: &MoveList) {
    let listed = |list: &dyn Fn(&mut MoveList)| {
        let mut moves = MoveList::new();
        list(&mut moves);
        let set: BTreeSet<Move> = moves.iter().copied().collect();
        assert_eq!(set.len(), moves.len(), "a move is listed twice in {}", text(position));
        set
    };
    let at = text(position);
    assert_eq!(moves.len() as u32, position.count_moves(), "{at}");
    let all = listed(&|list| position.generate_moves(list));
    let (captures, quiets): (BTreeSet<Move>, BTreeSet<Move>) =
        all.into_iter().partition(|&mv| position.captured(mv).is_some());
    assert_eq!(listed(&|list| position.generate_captures(list)), captures, "{at}");
    assert_eq!(listed(&|list| position.generate_quiets(list)), quiets, "{at}");
    let checks = quiets.into_iter().filter(|&mv| position.play(mv).in_check()).collect();
    assert_eq!(listed(&|list| position.generate_quiet_checks(list)), checks, "{at}");
}

/// Asserts that a legal move captures and gives check as predicted. It must change exactly those correction keys that
/// belong to the pieces on changed squares.
fn assert_effects(position: &AnyPosition, mv: Move) {
    let at = || format!("{mv:?} in {}", text(position));
    let (next, taken) = (position.play(mv), position.captured(mv));
    assert_eq!(position.gives_check(mv), next.in_check(), "{}", at());
    let enemies = |of: &AnyPosition| {
        let mut count = [0; Kind::ALL.len()];
        let pieces = Square::all().filter_map(|at| of.piece_at(at));
        let enemies = pieces.filter(|piece| piece.side() != position.side());
        enemies.for_each(|piece| count[piece.kind() as usize] += 1);
        count
    };
    let mut left = enemies(position);
    if let Some(taken) = taken {
        assert_ne!(taken.side(), position.side(), "{}", at());
        left[taken.kind() as usize] -= 1;
    }
    assert_eq!(enemies(&next), left, "{}", at());

    let mut expected = [false; 3];
    for square in Square::all() {
        let (before, after) = (position.piece_at(square), next.piece_at(square));
        if before != after {
            before.into_iter().chain(after).for_each(|piece| expected[key_of(piece)] = true);
        }
    }
    let (before, after) = (position.correction_keys(), next.correction_keys());
    let changed = [0, 1, 2].map(|key| before[key] != after[key]);
    assert_eq!(changed, expected, "{}", at());
}

/// The index of the correction key that a piece changes.
fn key_of(piece: Piece) -> usize {
    match (piece.kind(), piece.side()) {
        (Kind::Soldier, _) => 0,
        (_, Side::Red) => 1,
        (_, Side::Black) => 2,
    }
}

/// Asserts that every piece has a number, that no empty square has one, and that equal pieces have
/// different numbers. Returns the pieces with their numbers.
pub fn assert_numbered(game: &Game<AnyPosition>) -> BTreeSet<(Piece, u8)> {
    let mut pieces = BTreeSet::new();
    for square in Square::all() {
        let (piece, number) = (game.position().piece_at(square), game.number_at(square));
        assert_eq!(piece.is_some(), number.is_some(), "{square:?}: {}", text(game.position()));
        let is_new = piece.zip(number).is_none_or(|numbered| pieces.insert(numbered));
        assert!(is_new, "{square:?}: {}", text(game.position()));
    }
    pieces
}
