//! Tests conversations over a simulated network that delays packets, changes their size, or is cut.
//!
//! `CHUHE_SEEDS=0..1000000 cargo test --release --package chuhe-tcp any_network` tries a million
//! seeds. A failure names its seed. Then `CHUHE_SEEDS=4711..4712` repeats the test with the seed 4711 alone.

use super::Config;
use super::tests::{Guest, config};
use chuhe_core::rules::Rules;
use chuhe_core::{Game, Position, Side};
use chuhe_tests::random::Random;
use chuhe_tests::replies;
use std::env;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split};
use tokio::time::sleep;

/// Returns (sent, expected): random commands of a client, and the replies that the server must give.
fn conversation(random: &mut Random) -> (String, String) {
    let mut game = Game::new(Rules::default().start());
    let (mut sent, mut expected) = ("Seats:rb\n".to_owned(), "True\n".to_owned());
    for _ in 0..random.below(60) {
        let (command, reply) = match random.below(4) {
            0 if game.position().side() == Side::Red => {
                let [.., (command, reply)] = &replies::questions(&game)[..=random.below(4)] else {
                    unreachable!("four questions")
                };
                ((*command).to_owned(), reply.clone())
            }
            1 => (random.pick(&["Nonsense", "Move:1", "", "將"]).to_owned(), String::new()),
            _ => {
                let mv = random.pick(&replies::legal_moves(&game));
                let command = replies::command(game.position(), mv);
                game.play(mv).expect("a legal move");
                (command, "True".to_owned())
            }
        };
        let reply = if reply.is_empty() { "CMD_FORMAT_ERROR" } else { &reply };
        if game.ending().is_some() {
            break;
        }
        let end = random.pick(&["\n", "\r\n"]);
        sent += &format!("{command}{end}");
        expected += &format!("{reply}{end}");
    }
    (sent, expected)
}

const LARGEST_PACKET: usize = 1500;

/// Chooses the size of a packet in bytes. Small sizes are frequent.
fn packet(random: &mut Random) -> usize {
    let largest = random.pick(&[1, 30, LARGEST_PACKET]);
    1 + random.below(largest)
}

/// Waits for a random time before the next packet. The time is too short for the server to drop the client.
async fn wait(random: &mut Random) {
    sleep(Duration::from_millis(random.pick(&[0, 0, 1, 99, 9_000]))).await;
}

async fn send(mut stream: impl AsyncWrite + Unpin, mut bytes: &[u8], mut random: Random) {
    while !bytes.is_empty() {
        let (now, later) = bytes.split_at(bytes.len().min(packet(&mut random)));
        stream.write_all(now).await.expect("an open connection");
        bytes = later;
        wait(&mut random).await;
    }
    stream.shutdown().await.expect("an open connection");
}

async fn receive(mut stream: impl AsyncRead + Unpin, read: &mut Vec<u8>, mut random: Random) {
    let mut bytes = [0; LARGEST_PACKET];
    loop {
        match stream.read(&mut bytes[..packet(&mut random)]).await.expect("an open connection") {
            0 => break,
            count => read.extend_from_slice(&bytes[..count]),
        }
        wait(&mut random).await;
    }
}

/// Checks that a client reads the expected replies, or only their beginning if the network is cut.
async fn converse(config: Arc<Config>, seed: u64) {
    let mut random = Random::new(seed);
    let (sent, expected) = conversation(&mut random);
    let is_cut = random.one_in(4);
    let until = if is_cut { random.below(sent.len()) } else { sent.len() };
    let guest = Guest::connect(config, random.pick(&[1, 16, 512, 1 << 16]));
    let (reading, writing) = split(guest.stream);
    let mut read = Vec::new();
    let received = receive(reading, &mut read, Random::new(!seed));
    let sending = send(writing, &sent.as_bytes()[..until], random);
    if is_cut {
        // As soon as all bytes are sent, `select!` drops both halves of the stream. This cuts the connection.
        tokio::select! { () = received => {}, () = sending => {} }
        let read = String::from_utf8_lossy(&read);
        assert!(expected.starts_with(&*read), "seed {seed}: {read}");
    } else {
        tokio::join!(received, sending);
        assert_eq!(String::from_utf8_lossy(&read), expected, "seed {seed}");
    }
    guest.served.await.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
}

fn seeds() -> Range<u64> {
    let Ok(text) = env::var("CHUHE_SEEDS") else { return 0..1000 };
    let (first, end) = text.split_once("..").expect("CHUHE_SEEDS is FIRST..END");
    first.parse().expect("a seed")..end.parse().expect("a seed")
}

#[tokio::test(start_paused = true)]
async fn any_network_brings_the_replies_that_the_rules_ask_for() {
    let config = Arc::new(config("--frame-idle 0"));
    for seed in seeds() {
        converse(Arc::clone(&config), seed).await;
    }
    assert_eq!(config.metrics.games.get(), 0, "every game has ended");
}
