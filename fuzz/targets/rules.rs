//! In any game from any position, the rules agree with their plain second implementation. Values
//! updated by moves equal those of a fresh position. Every move is read back from its text.
#![no_main]

use chuhe_core::notation::Fen;
use chuhe_core::AnyPosition;
use chuhe_core::rules::Explain;
use chuhe_core::{Game, Move, Position, Searchable};
use chuhe_fuzz::{Choices, assert_reads_back, text};
use chuhe_tests::plain;
use libfuzzer_sys::fuzz_target;

/// Asserts the properties of every position.
fn assert_sound(position: &AnyPosition, choices: &mut Choices<'_>) {
    match position {
        AnyPosition::Xiangqi(position) => plain::xiangqi::assert_agreement(position),
        AnyPosition::Zhonggong(position) => plain::zhonggong::assert_agreement(position),
        AnyPosition::Chess(_) => {}
    }
    let written = Fen { position: position.clone(), move_number: 1 }.to_string();
    let anew = Fen::read(position.rules(), &written).expect("what is written is read").position;
    assert_eq!(&anew, position);
    assert_eq!(anew.key(), position.key(), "{written}");
    assert_eq!(anew.evaluate(), position.evaluate(), "{written}");
    assert_eq!(anew.piece_square_score(), position.piece_square_score(), "{written}");

    let moves = position.legal_moves();
    let bits = u16::from_le_bytes([choices.byte(), choices.byte()]);
    if let Some(mv) = Move::from_bits(bits) {
        assert_eq!(position.is_legal(mv), moves.contains(&mv), "{mv} in {}", text(position));
        assert_eq!(
            position.why_not(mv).is_none(),
            moves.contains(&mv),
            "{mv} in {}",
            text(position)
        );
    }
    for mv in moves {
        assert_eq!(
            position.gives_check(mv),
            position.play(mv).in_check(),
            "{mv} in {}",
            text(position)
        );
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let Some(start) = choices.position() else { return };
    let mut game: Game<AnyPosition> = Game::new(start);
    let mut boards = vec![(game.position().clone(), *game.numbers())];
    assert_sound(game.position(), &mut choices);
    while game.ending().is_none() && !choices.is_empty() {
        let mv = choices.legal_move(game.position()).expect("the game goes on");
        assert_reads_back(game.position(), mv);
        game.play(mv).expect("a legal move");
        assert_sound(game.position(), &mut choices);
        boards.push((game.position().clone(), *game.numbers()));
    }
    for (position, numbers) in boards.iter().rev().skip(1) {
        game.undo().expect("a move to undo");
        assert_eq!((game.position(), game.numbers()), (position, numbers));
    }
    assert_eq!(game.undo(), None);
});
