//! Lets the memory of the program run out. The program then aborts, as Rust programs do. The journals of named games
//! must contain all moves that clients were told of.

use super::world::World;
use chuhe_tests::tcp::{Client, PATIENCE};
use rustix::process::{Resource, Signal};
use std::io::Write;
use std::net::TcpStream;
use std::os::unix::process::ExitStatusExt;
use std::thread;
use std::time::Instant;

/// The state of a game as a client knew it when the client's connection ended.
struct Told {
    moves: usize,
    /// True if the last command begins a new game. The reply to this command is possibly missing.
    begins: bool,
}

fn play_until_the_end(mut client: Client) -> Told {
    let mut told = Told { moves: 0, begins: false };
    for &(command, replies) in
        [("Move:9,0:8,0\n", 2), ("Move:8,0:9,0\n", 2), ("NewGame\n", 1)].iter().cycle()
    {
        told.begins = replies == 1;
        if client.stream.write_all(command.as_bytes()).is_err() {
            break;
        }
        for _ in 0..replies {
            let Ok(line) = client.try_line() else { return told };
            assert!(line == "True\n" || line.starts_with("CurrentBoard:"), "{line}");
            told.moves = if told.begins { 0 } else { told.moves + 1 };
        }
    }
    told
}

pub(crate) fn without_memory_the_program_aborts_and_no_move_is_lost() {
    let mut world = World::start(&[], false);
    let mut client = world.client();
    assert_eq!(client.ask("Name:lunch"), "True");
    let address = world.served().address;
    let player = thread::spawn(move || play_until_the_end(client));
    let data = world.process().status().expect("it runs").vmdata;
    world.limit(Resource::Data, data.map(|kibibytes| kibibytes << 10));
    // The test opens connections, which use memory of the server, until the memory runs out.
    let begun = Instant::now();
    let mut others = Vec::new();
    while let Ok(stream) = TcpStream::connect(address) {
        let _ = (&stream).write_all(b"Move:7,7:7,4\nHint\n");
        others.push(stream);
        assert!(begun.elapsed() < PATIENCE, "it has memory for {}", others.len());
    }
    let told = player.join().expect("its replies are right");
    assert_eq!(world.wait().signal(), Some(Signal::ABORT.as_raw()));
    drop(others);
    world.restart();
    let mut client = world.client();
    assert_eq!(client.ask("Resume:lunch"), "True");
    client.send("Moves\n");
    let mut moves = client.line();
    // If it is the computer's turn, the computer's move can come before the reply.
    if moves.starts_with("CurrentBoard:") {
        moves = client.line();
    }
    let kept = moves.trim_start_matches("Moves:").split_whitespace().count();
    let is_right = (told.moves..=told.moves + 2).contains(&kept) || told.begins && kept <= 1;
    assert!(is_right, "{} moves were told, kept are {moves}", told.moves);
}
