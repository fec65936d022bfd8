//! Zhonggong xiangqi against a plain second implementation, on games and positions rich in
//! exchanges, guards and lost liberties; its notation; its games.

use chuhe_core::AnyPosition;
use chuhe_core::notation::{self, Exchange, Fen, MoveError, Style};
use chuhe_core::rules::{Rules, Zhonggong};
use chuhe_core::{
    EndReason, Ending, Game, Kind, Move, MoveKind, MoveList, Piece, PlayError, Position,
    Searchable, Side, Square,
};
use chuhe_tests::plain::zhonggong::assert_agreement;
use chuhe_tests::random::Random;
use std::collections::BTreeMap;

fn fen(text: &str) -> Zhonggong {
    text.parse::<Fen<_>>().unwrap_or_else(|error| panic!("{text}: {error}")).position
}

fn text(position: Zhonggong) -> String {
    Fen { position, move_number: 1 }.to_string()
}

fn moves(position: &impl Position) -> MoveList {
    let moves = position.legal_moves();
    moves
}

/// A move of a game that leads to exchanges: soldiers hurry, and are kept for a while.
fn eager_move(position: &Zhonggong, random: &mut Random) -> Option<Move> {
    let all = moves(position);
    let (exchanges, steps): (Vec<Move>, Vec<Move>) = all.iter().partition(|mv| mv.is_exchange());
    let hurries = |mv: &&Move| match mv.kind() {
        MoveKind::Normal { from, to, .. } => {
            let is_soldier = position.piece_at(from).map(Piece::kind) == Some(Kind::Soldier);
            is_soldier && to.rank() != from.rank()
        }
        MoveKind::Exchange { .. } => false,
    };
    let soldiers: Vec<Move> = steps.iter().filter(hurries).copied().collect();
    if !exchanges.is_empty() && random.one_in(20) {
        Some(random.pick(&exchanges))
    } else if !soldiers.is_empty() && random.one_in(2) {
        Some(random.pick(&soldiers))
    } else if !steps.is_empty() {
        Some(random.pick(&steps))
    } else {
        exchanges.first().copied()
    }
}

/// The positions of a game of eager moves, with the moves that led from each to the next. Every
/// other game begins with pieces thrown on the board.
fn eager_game(seed: u64) -> impl Iterator<Item = (Zhonggong, Option<Move>)> {
    let mut random = Random::new(seed);
    let start = if seed.is_multiple_of(2) { None } else { thrown(&mut random) };
    let mut next = Some(start.unwrap_or_else(Zhonggong::start));
    std::iter::from_fn(move || {
        let position = next?;
        let mv = eager_move(&position, &mut random);
        next = mv
            .map(|mv| position.play(mv))
            .filter(|next| next.halfmove_clock() <= next.halfmove_limit());
        Some((position, mv))
    })
    .take(400)
}

/// Pieces thrown on the board, mostly around the palace, many soldiers on the last rank.
fn thrown(random: &mut Random) -> Option<Zhonggong> {
    let mut pieces: BTreeMap<Square, Piece> = BTreeMap::new();
    let keep = 1 + random.below(4);
    for side in Side::ALL {
        for (kind, count) in [
            (Kind::General, 1),
            (Kind::Advisor, 2),
            (Kind::Elephant, 2),
            (Kind::Horse, 2),
            (Kind::Chariot, 2),
            (Kind::Cannon, 2),
            (Kind::Soldier, 5),
        ] {
            for _ in 0..count {
                if kind != Kind::General && random.below(4) >= keep {
                    continue;
                }
                let home = random.one_in(2) && kind == Kind::Soldier;
                let near = random.below(4) > 0;
                let piece = Piece::new(side, kind);
                let free: Vec<Square> = Square::all()
                    .filter(|square| Zhonggong::can_stand(piece, *square))
                    .filter(|square| !pieces.contains_key(square))
                    .filter(|square| {
                        let (file, rank) = (square.file(), square.rank());
                        match (home, near) {
                            (true, _) => rank == if side == Side::Red { 8 } else { 0 },
                            (false, true) => (2..=6).contains(&file) && (2..=6).contains(&rank),
                            _ => true,
                        }
                    })
                    .collect();
                if !free.is_empty() {
                    pieces.insert(random.pick(&free), piece);
                }
            }
        }
    }
    Zhonggong::new(pieces, random.pick(&Side::ALL), random.below(120) as u16).ok()
}

#[test]
fn eager_games_agree() {
    let mut kinds = [0; 5];
    for seed in 0..60 {
        for (position, mv) in eager_game(seed) {
            assert_agreement(&position);
            if let Some(exchange) = mv.and_then(|mv| Exchange::of(&position, mv)) {
                kinds[exchange.soldiers.len() as usize] += 1;
            }
        }
    }
    assert!(kinds[1..].iter().all(|&count| count > 0), "exchanges played: {kinds:?}");
}

#[test]
fn thrown_positions_agree() {
    let mut random = Random::new(1);
    let mut seen = [0; 4];
    for position in (0..).filter_map(|_| thrown(&mut random)).take(4000) {
        assert_agreement(&position);
        let side = position.side();
        let pinned = position.attackers(side) - position.checkers(side);
        seen[0] += u32::from(!position.checkers(side).is_empty());
        seen[1] += u32::from(!pinned.is_empty());
        seen[2] += u32::from(position.is_enclosed(side));
        seen[3] += u32::from(moves(&position).iter().any(|mv| mv.is_exchange()));
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

/// What a table says of a game after its last move.
fn outcome(game: &Game<Zhonggong>) -> String {
    match game.ending() {
        None => "ongoing".to_owned(),
        Some(Ending { winner: Some(winner), reason }) => format!("{winner}: {reason}"),
        Some(Ending { winner: None, reason }) => format!("draw: {reason}"),
    }
}

#[test]
fn cases_end_as_the_rules_say() {
    for (line, row) in chuhe_tests::rows("cases_zhonggong.csv") {
        let at = format!("cases_zhonggong.csv:{line}: {}", row[0]);
        let mut game: Game<Zhonggong> = Game::new(fen(&row[1]));
        let mut result = outcome(&game);
        for name in row[2].split(' ') {
            assert_eq!(result, "ongoing", "{at}: before {name}");
            let position = *game.position();
            result = match notation::read(Style::Coordinates, name, &position) {
                Ok(mv) => {
                    game.play(mv).unwrap_or_else(|error| panic!("{at}: {error}"));
                    outcome(&game)
                }
                Err(MoveError::Illegal) => "illegal".to_owned(),
                Err(error) => panic!("{at}: {name}: {error}"),
            };
        }
        assert_eq!(result, row[3], "{at}");
    }
}

/// Every value that a move can have.
fn every_move() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).filter_map(Move::from_bits)
}

#[test]
fn only_legal_moves_are_legal() {
    let mut random = Random::new(2);
    for position in (0..).filter_map(|_| thrown(&mut random)).take(40) {
        let mut legal: Vec<Move> = every_move().filter(|&mv| position.is_legal(mv)).collect();
        let mut all = moves(&position);
        legal.sort_unstable();
        all.sort_unstable();
        assert_eq!(legal, all.as_slice(), "{}", text(position));
    }
}

#[test]
fn positions_and_exchanges_survive_their_text() {
    for seed in 0..30 {
        for (position, _) in eager_game(seed) {
            let again = fen(&text(position));
            assert_eq!(again, position);
            assert_eq!(again.key(), position.key());
            for mv in moves(&position).into_iter().filter(|mv| mv.is_exchange()) {
                for style in Style::ALL {
                    let exchange = notation::write(style, &position, mv).to_string();
                    assert_eq!(notation::read(style, &exchange, &position), Ok(mv), "{exchange}");
                    assert_eq!(notation::read_any(&exchange, &position), Ok(mv), "{exchange}");
                }
            }
        }
    }
}

/// The board with the numbers of its pieces.
fn board(game: &Game<AnyPosition>) -> Vec<(Square, Option<Piece>, Option<u8>)> {
    Square::all()
        .map(|square| (square, game.position().piece_at(square), game.number_at(square)))
        .collect()
}

#[test]
fn games_are_undone_and_redone() {
    for seed in 0..30 {
        let mut positions = eager_game(seed);
        let (start, mut mv) = positions.next().expect("a start");
        let mut game: Game<AnyPosition> = Game::new(start.into());
        let mut boards = vec![board(&game)];
        while let Some(next) = mv.filter(|_| game.ending().is_none()) {
            let before = board(&game);
            game.play(next).expect("a legal move");
            let after = board(&game);
            let numbered =
                after.iter().all(|(_, piece, number)| piece.is_some() == number.is_some());
            assert!(numbered, "every piece has its number");
            if next.is_exchange() {
                let stay =
                    before.iter().zip(&after).all(|(old, new)| old == new || new.1.is_none());
                assert!(stay, "{next}: pieces that an exchange leaves keep their numbers");
            }
            boards.push(after);
            mv = positions.next().and_then(|(_, mv)| mv);
        }
        let ending = game.ending();
        for ply in (0..boards.len() - 1).rev() {
            game.undo();
            assert_eq!(board(&game), boards[ply], "undone to ply {ply}");
        }
        assert_eq!(game.undo(), None);
        for (ply, played) in boards.iter().enumerate().skip(1) {
            game.redo();
            assert_eq!(&board(&game), played, "redone to ply {ply}");
        }
        assert_eq!(game.ending(), ending);
    }
}

#[test]
fn a_game_that_is_over_takes_no_move() {
    let mut game: Game<Zhonggong> = Game::new(fen("PPPP5/4P4/9/3k5/9/4K4/9/9/9 w - - 0 1"));
    let name = |name| Square::from_name(name).expect("a square");
    game.play(Move::new(name("e7"), name("e8"))).expect("a legal move");
    let ending = Ending::win(Side::Red, EndReason::FiveSoldiers);
    let step = Move::new(name("d5"), name("d4"));
    assert_eq!(game.play(step), Err(PlayError::Over(ending)));
    assert_eq!(game.position().count_moves(), 0);
    game.undo();
    assert_eq!(game.ending(), None);
}

#[test]
fn malformed_positions_are_refused_with_their_place() {
    for (text, error) in [
        ("", "board, at character 1: missing"),
        ("4k4/9/9/9/9/9/9/4C4/4A4/4K4 w - - 0 1", "board, at character 24: unexpected '/'"),
        ("9/9/9/4k4/9/4K4/9/9 w - - 0 1", "board, at character 20: 8 ranks instead of 9"),
        (
            "9/9/9/4k4/9/4K4/9/9/9P w - - 0 1",
            "board, at character 22: rank 0 has more than 9 files",
        ),
        (
            "9/9/9/4k3/9/4K4/9/9/9 w - - 0 1",
            "board, at character 10: rank 5 has 8 files instead of 9",
        ),
        ("9/9/9/4k4/9/4Q4/9/9/9 w - - 0 1", "board, at character 14: unexpected 'Q'"),
        (
            "9/9/4k4/9/9/4K4/9/9/9 w - - 0 1",
            "board, at character 6: a black general cannot stand on e6",
        ),
        (
            "9/9/9/4k4/9/4K4/9/3P5/9 w - - 0 1",
            "board, at character 20: a red soldier cannot stand on d1",
        ),
        (
            "9/9/9/4k4/9/4K4/9/9/2A6 w - - 0 1",
            "board, at character 22: a red advisor cannot stand on c0",
        ),
        (
            "9/9/9/4k4/9/4K4/9/9/B8 w - - 0 1",
            "board, at character 21: a red elephant cannot stand on a0",
        ),
        (
            "9/9/9/4k4/9/4K4/9/9/RRR6 w - - 0 1",
            "board, at character 23: a red chariot too many on c0",
        ),
        ("9/9/9/4k4/9/9/9/9/9 w - - 0 1", "board, at character 1: red has no general"),
        (
            "4R4/9/9/4k4/9/3K5/9/9/9 w - - 0 1",
            "board, at character 10: black is in check and it is not black's turn",
        ),
        ("9/9/9/4k4/9/4K4/9/9/9 x - - 0 1", "side to move, at character 23: unexpected 'x'"),
        ("9/9/9/4k4/9/4K4/9/9/9 w K - 0 1", "third field, at character 25: unexpected 'K'"),
        (
            "9/9/9/4k4/9/4K4/9/9/9 w - - 121 1",
            "plies since the last capture, at character 29: not a number from 0 to 120",
        ),
        ("9/9/9/4k4/9/4K4/9/9/9 w - - 0 1 ", "end, at character 32: unexpected ' '"),
    ] {
        let found = Fen::read(Rules::Zhonggong, text).expect_err(text);
        assert_eq!(found.to_string(), error, "{text}");
    }
}

/// The position seen from the other side.
fn mirrored(position: &Zhonggong) -> Zhonggong {
    let pieces = Square::all().filter_map(|square| {
        let piece = position.piece_at(square)?;
        let square = Square::new(square.file(), 8 - square.rank())?;
        Some((square, Piece::new(!piece.side(), piece.kind())))
    });
    Zhonggong::new(pieces, !position.side(), position.halfmove_clock()).expect("a valid position")
}

#[test]
fn both_sides_are_estimated_alike() {
    let mut random = Random::new(4);
    for position in (0..).filter_map(|_| thrown(&mut random)).take(500) {
        assert_eq!(position.evaluate(), mirrored(&position).evaluate(), "{}", text(position));
        assert_eq!(
            position.piece_square_score(),
            mirrored(&position).piece_square_score(),
            "{}",
            text(position)
        );
    }
}

/// Captures are counted to their end, and soldiers given up are paid for.
#[test]
fn exchanges_gain_what_they_leave() {
    let [soldier, cannon, horse, chariot] =
        [Kind::Soldier, Kind::Cannon, Kind::Horse, Kind::Chariot]
            .map(|kind| Zhonggong::start().see_value(Piece::new(Side::Red, kind)));
    for (at, mv, gain) in [
        ("9/9/p8/R8/9/3K1k3/9/9/9 w - - 0 1", "a5a6", soldier),
        ("r8/9/p8/R8/9/3K1k3/9/9/9 w - - 0 1", "a5a6", soldier - chariot),
        ("r8/9/n8/R8/9/3K1k3/9/9/9 w - - 0 1", "a5a6", horse - chariot),
        ("r8/9/n8/R8/R8/3K1k3/9/9/9 w - - 0 1", "a5a6", horse),
        ("P1P6/9/9/4k4/2c6/4K4/9/9/9 w - - 0 1", "a8c8xc4", cannon - 2 * soldier),
        ("P1PP5/9/9/4k4/2n6/4K4/9/9/9 w - - 0 1", "a8c8d8xc4", horse - 3 * soldier),
        ("P1PP4P/9/9/4k4/2r6/3K5/9/9/9 w - - 0 1", "a8c8d8i8xc4", chariot - 4 * soldier),
    ] {
        let position = fen(at);
        let mv = notation::read(Style::Coordinates, mv, &position)
            .unwrap_or_else(|error| panic!("{at}: {mv}: {error}"));
        assert!(position.see_ge(mv, gain), "{at}: {gain}");
        assert!(!position.see_ge(mv, gain + 1), "{at}: {}", gain + 1);
    }
}

#[test]
fn a_broken_exchange_says_where_and_why() {
    for (text, error) in [
        ("a8bxi0", "exchange, at character 3: not a point of the board"),
        ("a8a8xi0", "exchange, at character 3: a8 is named twice"),
        ("xi0", "exchange, at character 1: no soldier is given up"),
        ("a8c8", "exchange, at character 5: the x before the piece removed is missing"),
        ("a8x", "exchange, at character 4: the piece removed is missing"),
        ("a8xi0i", "exchange, at character 6: nothing may follow the piece removed"),
    ] {
        assert_eq!(text.parse::<Exchange>().unwrap_err().to_string(), error, "{text}");
    }
}
