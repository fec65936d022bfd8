//! Compares `Game` with a naive model, which derives everything from a list of moves.

use chuhe_core::rules::Xiangqi;
use chuhe_core::{EndReason, Ending, Game, PlayError, Position, Side};
use chuhe_tests::model::{Command, Model};
use chuhe_tests::script::mv;
use chuhe_tests::{position, rows};
use proptest::prelude::*;

/// Start positions: one with all pieces, others with few pieces. With few pieces, games often repeat
/// positions, end by mate, or reach the limit of plies without a capture.
fn starts() -> Vec<String> {
    rows("starts_xiangqi.csv").into_iter().map(|(_, [fen])| fen).collect()
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        8 => any::<u8>().prop_map(Command::Play),
        30 => Just(Command::Return),
        1 => any::<u16>().prop_map(Command::Try),
        2 => Just(Command::Undo),
        2 => Just(Command::Redo),
        1 => (0..40_usize).prop_map(Command::GoTo),
        1 => prop_oneof![Just(Side::Red), Just(Side::Black)].prop_map(Command::Resign),
        1 => Just(Command::Restart),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(chuhe_tests::rounds(1000)))]

    #[test]
    fn games_follow_the_model(
        start in proptest::sample::select(starts()),
        commands in proptest::collection::vec(command(), 0..60),
    ) {
        let start: Xiangqi = position(&start);
        let mut game = Game::new(start);
        let mut model = Model::new(start);
        model.assert_same(&game);
        for command in &commands {
            model.obey(&mut game, command);
            model.assert_same(&game);
        }
    }
}

/// Plays games without captures until the rules end them. The longest game reaches the limit of 120 plies.
#[test]
fn the_past_has_room_for_every_quiet_ply() {
    let mut longest = 0;
    for seed in 0..20 {
        let mut random = chuhe_tests::random::Random::new(seed);
        let mut game = Game::new(Xiangqi::start());
        while game.ending().is_none() {
            let mut moves = game.position().legal_moves();
            moves.retain(|mv| game.position().captured(*mv).is_none());
            if moves.is_empty() {
                break;
            }
            game.play(random.pick(&moves)).expect("a legal move");
        }
        longest = longest.max(game.past().len());
    }
    assert_eq!(longest, 120);
}

/// A server keeps a `Game` in memory for each of its games, even while it waits for the player's move.
#[test]
fn an_idle_game_is_small() {
    let bytes = size_of::<Game<Xiangqi>>();
    assert!(bytes <= 12 * 1024, "{bytes} bytes");
}

#[test]
fn a_game_begun_in_the_place_of_another_is_a_new_one() {
    let mut game = Game::new(Xiangqi::start());
    for text in starts() {
        let moves = game.position().legal_moves();
        game.play(moves[0]).unwrap();
        game.resign(Side::Red);
        game.begin(position(&text));
        assert_eq!(format!("{game:?}"), format!("{:?}", Game::new(position::<Xiangqi>(&text))));
    }
}

#[test]
fn a_game_that_fills_its_record_is_drawn() {
    let mut game = Game::<Xiangqi, 2>::bounded(Xiangqi::start());
    assert_eq!(game.play(mv("h2e2")), Ok(()));
    assert_eq!(game.play(mv("h9g7")), Ok(()));
    let drawn = Ending::draw(EndReason::Length);
    assert_eq!(game.ending(), Some(drawn));
    assert_eq!(game.play(mv("h0g2")), Err(PlayError::Over(drawn)));
    assert_eq!(game.moves(), [mv("h2e2"), mv("h9g7")]);
    assert_eq!(game.undo(), Some(mv("h9g7")));
    assert_eq!(game.ending(), None);
    assert_eq!(game.play(mv("b9c7")), Ok(()));
}
