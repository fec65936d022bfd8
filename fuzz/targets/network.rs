//! Reads any bytes as a network file. Searches with a network of any numbers. Moves are legal. No sum overflows.
#![no_main]

use chuhe_core::nnue::{Accumulator, Evaluator, Network, NetworkError, NetworkHeader, features};
use chuhe_core::{Limits, NoMonitor, Position, Workspace};
use chuhe_host::NetworkFile;
use chuhe_tests::choices::{Choices, text};
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

const N: usize = 16;

fuzz_target!(|bytes: &[u8]| {
    let _ = NetworkFile::from_bytes(bytes);
    let mut choices = Choices(bytes);
    let Some(mut position) = choices.position() else { return };
    let rules = position.rules();
    let features = features(rules).expect("it can be played");
    let header = NetworkHeader { rules, neurons: N, features, scale: 400 };
    let line: Vec<u8> = (0..8).map(|_| choices.byte()).collect();
    // The remaining bytes are the network's numbers. They are repeated until the network is full.
    let numbers = choices.0.iter().chain(&[0]).cycle().copied();
    let numbers: Vec<u8> = numbers.take(header.bytes() - header.write(&[]).len()).collect();
    let file = [&header.write(&numbers)[..], &numbers].concat();
    let network = match Network::<N>::read(&file, features) {
        Ok(network) => network,
        Err(fault) => return assert_eq!(fault, NetworkError::Range),
    };
    let accumulators = [const { RefCell::new(Accumulator::EMPTY) }; 4];
    let evaluator = Evaluator::new(network, &accumulators);
    let mut workspace = Box::new(Workspace::<8, 1>::new());
    let mut choices = Choices(&line);
    for _ in &line {
        let limits = Limits { nodes: 50, ..Limits::default() };
        let found = evaluator.search(&position, &[], &limits, &[], &mut *workspace, &mut NoMonitor);
        let best = found.expect("its game").best();
        let is_good = best.is_none_or(|mv| position.is_legal(mv));
        assert!(is_good && best.is_some() == (position.count_moves() > 0), "{}", text(&position));
        let Some(mv) = choices.legal_move(&position) else { return };
        position = position.play(mv);
    }
});
