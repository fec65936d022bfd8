//! International chess: its rules case by case, its texts against another program's, and what holds
//! in any game.

use chuhe_core::notation::{self, Fen, MoveError, Style};
use chuhe_core::rules::{Chess, Rights, Rules};
use chuhe_core::{Ending, Game, Kind, Move, MoveList, Piece, Position, Searchable, Side, Square};
use chuhe_tests::plain::chess::assert_agreement;
use chuhe_tests::random::Random;
use chuhe_tests::walk::walk;

fn position(fen: &str, at: &str) -> Chess {
    fen.parse::<Fen<Chess>>().unwrap_or_else(|error| panic!("{at}: {fen}: {error}")).position
}

fn moves(position: &Chess) -> MoveList {
    let moves = position.legal_moves();
    moves
}

/// What a table says of a game after its last move; the sides by their names in every game.
fn outcome(game: &Game<Chess>) -> String {
    match game.ending() {
        None => "ongoing".to_owned(),
        Some(Ending { winner: Some(winner), reason }) => format!("{winner}: {reason}"),
        Some(Ending { winner: None, reason }) => format!("draw: {reason}"),
    }
}

#[test]
fn cases_end_as_the_laws_say() {
    for (line, row) in chuhe_tests::rows("cases_chess.csv") {
        let at = format!("cases_chess.csv:{line}: {}", row[0]);
        let mut game: Game<Chess> = Game::new(position(&row[1], &at));
        let mut result = outcome(&game);
        for name in row[2].split(' ') {
            assert_eq!(result, "ongoing", "{at}: before {name}");
            result = match notation::read(Style::Coordinates, name, game.position()) {
                Ok(mv) => {
                    game.play(mv).unwrap_or_else(|error| panic!("{at}: {error}"));
                    outcome(&game)
                }
                Err(MoveError::Unreadable { .. }) => "unreadable".to_owned(),
                Err(MoveError::Illegal) => "illegal".to_owned(),
                Err(error) => panic!("{at}: {name}: {error}"),
            };
        }
        assert_eq!(result, row[3], "{at}");
    }
}

#[test]
fn algebraic_notation_of_another_program() {
    for (line, row) in chuhe_tests::rows("san_chess.csv") {
        let at = format!("san_chess.csv:{line}: {row:?}");
        let position = position(&row[0], &at);
        let mv = notation::read(Style::Coordinates, &row[1], &position)
            .unwrap_or_else(|error| panic!("{at}: {error}"));
        let written = |style| notation::write(style, &position, mv).to_string();
        assert_eq!(written(Style::Coordinates), row[1], "{at}");
        assert_eq!(written(Style::San), row[2], "{at}");
        assert_eq!(notation::read(Style::San, &row[2], &position), Ok(mv), "{at}");
    }
}

#[test]
fn more_is_read_than_written() {
    for (line, row) in chuhe_tests::rows("san_read.csv") {
        let at = format!("san_read.csv:{line}: {row:?}");
        let position = position(&row[0], &at);
        let style = if row[1].is_ascii() { None } else { Some(Style::San) };
        let read = match style {
            None => notation::read_any(&row[1], &position),
            Some(style) => notation::read(style, &row[1], &position),
        };
        let reading = match read {
            Ok(mv) => notation::write(Style::Coordinates, &position, mv).to_string(),
            Err(MoveError::Unreadable { at }) => format!("unreadable after {at}"),
            Err(MoveError::NoSuchPiece) => "no such piece".to_owned(),
            Err(error @ MoveError::Ambiguous(..)) => error.to_string(),
            Err(MoveError::Illegal) => "illegal".to_owned(),
            Err(MoveError::Exchange(error)) => panic!("{at}: {error}"),
        };
        assert_eq!(reading, row[2], "{at}");
    }
}

/// The squares left and reached.
fn squares(mv: &Move) -> (Square, Square) {
    mv.from().zip(mv.to()).expect("chess has no exchange")
}

/// A move of a game that comes to the laws' corners: pawns hurry, kings castle, pawns pass each
/// other.
fn eager_move(position: &Chess, random: &mut Random) -> Option<Move> {
    let all = moves(position);
    let rare = |mv: &&Move| {
        let (from, to) = squares(mv);
        let to_another_file = from.file() != to.file();
        match position.piece_at(from).map(Piece::kind) {
            Some(Kind::Soldier) => {
                to_another_file && position.piece_at(to).is_none() || matches!(to.rank(), 0 | 7)
            }
            Some(Kind::General) => from.file().abs_diff(to.file()) > 1,
            _ => false,
        }
    };
    let pawns =
        |mv: &&Move| position.piece_at(squares(mv).0).map(Piece::kind) == Some(Kind::Soldier);
    let rare: Vec<Move> = all.iter().filter(rare).copied().collect();
    let pawns: Vec<Move> = all.iter().filter(pawns).copied().collect();
    if !rare.is_empty() && random.one_in(2) {
        Some(random.pick(&rare))
    } else if !pawns.is_empty() && random.one_in(3) {
        Some(random.pick(&pawns))
    } else {
        (!all.is_empty()).then(|| random.pick(&all))
    }
}

#[test]
fn eager_games_agree_with_a_plain_second_generator() {
    let crowded = position(
        "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1",
        "a position with everything in it",
    );
    let (mut castled, mut passed, mut promoted) = (0, 0, 0);
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut position = if seed.is_multiple_of(2) { Chess::start() } else { crowded.clone() };
        for _ in 0..200 {
            assert_agreement(&position);
            let Some(mv) = eager_move(&position, &mut random) else { break };
            let text = notation::write(Style::San, &position, mv).to_string();
            castled += usize::from(text.starts_with("O-O"));
            promoted += usize::from(text.contains('='));
            passed += usize::from(
                position.captured(mv).is_some() && position.piece_at(squares(&mv).1).is_none(),
            );
            position = position.play(mv);
        }
    }
    assert!(castled > 0 && passed > 0 && promoted > 0, "{castled} {passed} {promoted}");
}

#[test]
fn only_legal_moves_are_legal() {
    let mut random = Random::new(1);
    for position in walk(Chess::start(), 250, &mut random).step_by(5) {
        let mut legal: Vec<Move> = (0..=u16::MAX)
            .filter_map(Move::from_bits)
            .filter(|&mv| position.is_legal(mv))
            .collect();
        let (mut all, mut parts) = (moves(&position), MoveList::new());
        position.generate_captures(&mut parts);
        assert!(parts.iter().all(|&mv| position.captured(mv).is_some()), "{position:?}");
        let captures = parts.len();
        position.generate_quiets(&mut parts);
        assert!(
            parts[captures..].iter().all(|&mv| position.captured(mv).is_none()),
            "{position:?}"
        );
        legal.sort_unstable();
        all.sort_unstable();
        parts.sort_unstable();
        assert_eq!(legal, all.as_slice(), "{position:?}");
        assert_eq!(parts, all, "{position:?}");
        assert_eq!(position.count_moves() as usize, all.len());
    }
}

#[test]
fn games_are_undone_and_redone() {
    let mut random = Random::new(2);
    for _ in 0..20 {
        let mut game: Game<Chess> = Game::new(Chess::start());
        let mut positions = vec![game.position().clone()];
        while game.ending().is_none() && game.moves().len() < 300 {
            game.play(random.pick(&moves(game.position()))).expect("a legal move");
            positions.push(game.position().clone());
        }
        for earlier in positions.iter().rev().skip(1) {
            game.undo();
            assert_eq!(game.position(), earlier);
            assert_eq!(game.position().key(), earlier.key());
        }
        for later in &positions[1..] {
            game.redo();
            assert_eq!(game.position(), later);
        }
    }
}

/// The position with the colours changed.
fn mirrored(position: &Chess) -> Chess {
    let pieces = Square::all().filter_map(|square| {
        let piece = position.piece_at(square)?;
        let square = Square::new(square.file(), 7 - square.rank())?;
        Some((square, Piece::new(!piece.side(), piece.kind())))
    });
    let castling = position.castling();
    let [short, long] = [castling.short, castling.long].map(|[white, black]| [black, white]);
    let castling = chuhe_core::rules::Castling { short, long };
    Chess::new(pieces, !position.side(), castling, None, position.halfmove_clock())
        .expect("the mirror image of a valid position")
}

#[test]
fn both_colours_are_estimated_alike() {
    let mut random = Random::new(3);
    for _ in 0..20 {
        for position in walk(Chess::start(), 200, &mut random).step_by(5) {
            let mirror = mirrored(&position);
            assert_eq!(position.evaluate(), mirror.evaluate(), "{position:?}");
            for side in Side::ALL {
                let rooks = |of: &Chess, side| {
                    let rook = Some(Piece::new(side, Kind::Chariot));
                    Square::all().filter(|&square| of.piece_at(square) == rook).count()
                };
                assert_eq!(rooks(&position, side), rooks(&mirror, !side));
            }
        }
    }
}

/// A capture is worth it when what is taken back is worth no more, as deep as the exchange goes.
#[test]
fn exchanges_are_counted_to_their_end() {
    for (fen, mv, gain) in [
        // A pawn for nothing, a rook for a pawn, a pawn for a knight.
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
        ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500),
        ("4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 320 - 100),
        // The second rook behind the first takes part, the queen behind the bishop too.
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("4k3/8/2p5/3p4/4B3/5Q2/8/4K3 w - - 0 1", "e4d5", 100 - 330 + 100),
        // The king takes only what nobody guards.
        ("8/8/4k3/3p4/8/2N1N3/8/4K3 w - - 0 1", "c3d5", 100),
        ("8/8/4k3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", 100 - 320),
    ] {
        let position = position(fen, fen);
        let mv = notation::read(Style::Coordinates, mv, &position).expect("a legal move");
        assert!(position.see_ge(mv, gain), "{fen}: {gain}");
        assert!(!position.see_ge(mv, gain + 1), "{fen}: {}", gain + 1);
    }
}

#[test]
fn malformed_positions_are_refused_with_their_place() {
    for (text, error) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
            "board, at character 43: rank 1 has 7 files instead of 8",
        ),
        ("9/8/8/8/8/8/8/4K2k w - - 0 1", "board, at character 1: rank 8 has more than 8 files"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "board, at character 18: 7 ranks instead of 8"),
        ("4k3/8/8/8/8/8/8/4KA2 w - - 0 1", "board, at character 19: unexpected 'A'"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "board, at character 1: white has no king"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "board, at character 19: a white king too many on e1"),
        (
            "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
            "board, at character 4: a white pawn cannot stand on h8",
        ),
        (
            "4k3/QQ6/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
            "board, at character 24: a white pawn too many on h2",
        ),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "board, at character 2: black is in check and it is not black's turn",
        ),
        ("4k3/8/8/8/8/8/8/4K3 r - - 0 1", "side to move, at character 21: unexpected 'r'"),
        ("4k3/8/8/8/8/8/8/4K2R w kK - 0 1", "third field, at character 25: unexpected 'K'"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "third field, at character 25: unexpected 'K'"),
        (
            "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
            "third field, at character 24: white may not castle: king and rook are not both at home",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "fourth field, at character 26: unexpected '3'"),
        ("4k3/8/8/8/8/8/8/4K3 w - e 0 1", "fourth field, at character 26: missing"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            "fourth field, at character 25: no pawn can just have passed e6",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 151 1",
            "plies since the last capture, at character 27: not a number from 0 to 150",
        ),
    ] {
        let found = Fen::read(Rules::Chess, text).expect_err(text);
        assert_eq!(found.to_string(), error, "{text}");
    }
}

/// Who may castle and what may have been passed, as an editor of positions offers it.
#[test]
fn rights_are_possible_where_king_and_rook_stand_at_home_and_a_pawn_came_two_steps() {
    for (line, row) in chuhe_tests::rows("rights_chess.csv") {
        let at = format!("rights_chess.csv:{line}: {}", row[0]);
        let position = position(&row[1], &at);
        let stands = |square| position.piece_at(square);
        let (rights, passed) = Rules::Chess.possible_rights(stands, position.side());
        let ([white, black], [white_long, black_long]) = (rights.short, rights.long);
        let pieces = || Square::all().filter_map(|at| Some((at, stands(at)?)));
        let side = position.side();
        let begun = Rules::Chess.set_up(pieces(), side).expect(&at).rights();
        assert_eq!(begun, Rights { passed: None, ..rights }, "{at}");
        for passed in passed.into_iter().map(Some).chain([None]) {
            let rights = Rights { passed, ..rights };
            let set_up = Rules::Chess.set_up_with(pieces(), side, rights).expect(&at);
            assert_eq!(set_up.rights(), rights, "{at}");
        }
        let may = [(white, 'K'), (white_long, 'Q'), (black, 'k'), (black_long, 'q')];
        let may: String = may.iter().filter(|(may, _)| *may).map(|(_, letter)| letter).collect();
        let passed = passed.into_iter().map(|it| Rules::Chess.square_name(it).to_string());
        assert_eq!(
            (may, passed.collect::<Vec<_>>().join(" ")),
            (row[2].clone(), row[3].clone()),
            "{at}"
        );
    }
}
