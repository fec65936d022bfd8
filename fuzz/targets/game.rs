//! Gives any commands to a game and to a naive model. Both must be in the same state after each command.
#![no_main]

use chuhe_core::{Game, Side};
use chuhe_tests::choices::Choices;
use chuhe_tests::model::{Command, Model};
use libfuzzer_sys::fuzz_target;

fn command(choices: &mut Choices<'_>) -> Command {
    match choices.byte() % 16 {
        0..4 => Command::Play(choices.byte()),
        4..10 => Command::Return,
        10 => Command::Try(u16::from_le_bytes([choices.byte(), choices.byte()])),
        11 => Command::Undo,
        12 => Command::Redo,
        13 => Command::GoTo(choices.byte().into()),
        14 => Command::Restart,
        _ => Command::Resign(choices.pick(&Side::ALL)),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let Some(start) = choices.position() else { return };
    let mut game = Game::new(start.clone());
    let mut model = Model::new(start);
    model.assert_same(&game);
    while !choices.is_empty() {
        model.obey(&mut game, &command(&mut choices));
        model.assert_same(&game);
    }
});
