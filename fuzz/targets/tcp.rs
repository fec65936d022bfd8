//! Cuts a stream into any pieces, which must not change the commands in it. The plain text of each accepted command
//! must be read as the same command.
#![no_main]

use chuhe_core::played::Seat;
use chuhe_tcp::{Command, Frame, LineEnd, MAX_BOARD, Splitter, parse};
use chuhe_tests::choices::Choices;
use libfuzzer_sys::fuzz_target;

fn plain(command: Command<'_>) -> String {
    match command {
        Command::Move { from, to, promotion } => {
            let letter = promotion.map(|promotion| promotion.letter().to_string());
            format!("Move:{from}:{to}{}", letter.unwrap_or_default())
        }
        Command::NewGame(None) => "NewGame".to_owned(),
        Command::NewGame(Some(map)) => format!("NewGame:{map}"),
        Command::LegalMoves(None) => "LegalMoves".to_owned(),
        Command::LegalMoves(Some(from)) => format!("LegalMoves:{from}"),
        Command::Exchange { soldiers, victim } => {
            let soldiers: Vec<_> = soldiers.iter().map(|soldier| soldier.to_string()).collect();
            format!("Exchange:{}:{victim}", soldiers.join(";"))
        }
        Command::Level(level) => format!("Level:{level}"),
        Command::Board(text) => format!("Board:{text}"),
        Command::Seats(seats) => {
            let sides = ["r", "b"].into_iter().zip(seats);
            let sides = sides.filter(|(_, seat)| *seat == Seat::Person).map(|(side, _)| side);
            format!("Seats:{}", sides.collect::<String>())
        }
        Command::Seed(seed) => format!("Seed:{seed}"),
        Command::Format(format) => format!("Format:{format:?}"),
        Command::Name(id) => format!("Name:{id}"),
        Command::Resume(id) => format!("Resume:{id}"),
        Command::Delete(id) => format!("Delete:{id}"),
        Command::Games(None) => "Games".to_owned(),
        Command::Games(Some(id)) => format!("Games:{id}"),
        word => format!("{word:?}"),
    }
}

/// Splits a stream into commands and their line endings. The stream arrives in pieces, and `piece` gives their sizes.
fn commands(mut stream: &[u8], mut piece: impl FnMut() -> usize) -> Vec<(Vec<u8>, LineEnd)> {
    let mut splitter = Splitter::default();
    let mut commands = Vec::new();
    let mut keep = |frame: Frame<'_>| {
        if let Some(text) = frame.text() {
            assert!(text.len() <= MAX_BOARD);
            if let Ok(text) = parse(text).map(plain) {
                assert_eq!(parse(&text).map(plain).as_ref(), Ok(&text));
            }
        }
        commands.push((frame.bytes.to_vec(), frame.line_end));
    };
    while !stream.is_empty() {
        let space = splitter.space();
        let count = piece().clamp(1, stream.len()).min(space.len());
        space[..count].copy_from_slice(&stream[..count]);
        splitter.filled(count);
        stream = &stream[count..];
        while let Some(frame) = splitter.next_frame() {
            keep(frame);
        }
    }
    if let Some(frame) = splitter.rest() {
        keep(frame);
    }
    commands
}

fuzz_target!(|bytes: &[u8]| {
    let (cuts, stream) = bytes.split_at(bytes.len().min(8));
    let whole = commands(stream, || usize::MAX);
    assert_eq!(commands(stream, || 1), whole);
    let mut choices = Choices(cuts);
    assert_eq!(commands(stream, || choices.byte().into()), whole);
});
