//! Tests networks with random numbers on positions of random games.

use super::{
    Accumulator, BUCKETS, Evaluator, Network, NetworkError, NetworkHeader, NnuePosition, bucket,
    features, for_each_feature,
};
use crate::any::AnyPosition;
use crate::position::Position;
use crate::rules::features::NetworkInput;
use crate::rules::{Chess, Rights, Rules, Xiangqi, Zhonggong};
use crate::search::{Limits, NoMonitor, Searchable, Workspace};
use crate::types::{Kind, Move, Piece, Score, Side, SplitMix64, Square};
use arrayvec::ArrayVec;
use core::cell::RefCell;
use proptest::prelude::*;

const N: usize = 16;
/// The length of the header in bytes, as the description of the format gives it.
const HEAD: usize = 24;

type File = ArrayVec<u8, { 1 << 15 }>;

fn random_file(rules: Rules, seed: u64) -> File {
    let header =
        NetworkHeader { rules, neurons: N, features: features(rules).unwrap(), scale: 400 };
    let mut random = SplitMix64::new(seed);
    let mut number = |most: i64| random.below(2 * most as u64 + 1) as i64 - most;
    let mut file = File::new();
    file.extend([0; HEAD]);
    file.extend((0..N).flat_map(|_| (number(100) as i16).to_le_bytes()));
    file.extend((0..header.features * N).map(|_| number(24) as u8));
    file.extend((0..BUCKETS * 2 * N).flat_map(|_| (number(256) as i16).to_le_bytes()));
    file.extend((0..BUCKETS).flat_map(|_| (number(1_000_000) as i32).to_le_bytes()));
    seal(&mut file, &header);
    file
}

fn seal(file: &mut [u8], header: &NetworkHeader) {
    let head = header.write(&file[HEAD..]);
    file[..HEAD].copy_from_slice(&head);
}

fn network(file: &[u8]) -> Network<'_, N> {
    let header = NetworkHeader::read(file).unwrap();
    Network::read(file, features(header.rules).unwrap()).unwrap()
}

fn fresh(network: &Network<'_, N>, position: &AnyPosition) -> Score {
    let accumulators = [RefCell::new(Accumulator::EMPTY)];
    Evaluator::new(*network, &accumulators).evaluate(position).unwrap()
}

/// Returns the number of a feature: counts the features before it, first those of Red's pieces, then of Black's.
fn feature(rules: Rules, piece: Piece, square: Square) -> usize {
    let sides = Side::ALL.into_iter();
    let pieces = sides.flat_map(|side| Kind::ALL.map(|kind| Piece::new(side, kind)));
    let places = pieces.flat_map(|piece| Square::all().map(move |at| (piece, at)));
    let mut features = places.filter(|&(piece, at)| {
        let is_own_general = piece == Piece::new(Side::Red, Kind::General);
        let is_right = at.file() > mirrored_file(rules, at.file());
        can_stand(rules, piece, at) && !(is_own_general && is_right)
    });
    let place = features.position(|feature| feature == (piece, square));
    place.unwrap_or_else(|| panic!("{piece:?} on {square:?}"))
}

fn can_stand(rules: Rules, piece: Piece, square: Square) -> bool {
    match rules {
        Rules::Xiangqi => Xiangqi::can_stand(piece, square),
        Rules::Zhonggong => Zhonggong::can_stand(piece, square),
        Rules::Chess => {
            let ranks = if piece.kind() == Kind::PAWN { 1..7 } else { 0..8 };
            let is_known = rules.piece_type(piece.kind()).is_some();
            is_known && square.file() < 8 && ranks.contains(&square.rank())
        }
    }
}

/// Evaluates a position by a plain second implementation, written from the description of the network file format.
fn reference(file: &[u8], position: &AnyPosition) -> Score {
    let rules = position.rules();
    let half = |at: usize| i64::from(i16::from_le_bytes([file[at], file[at + 1]]));
    let weights_at = HEAD + 2 * N;
    let outputs_at = weights_at + features(rules).unwrap() * N;
    let output_biases_at = outputs_at + BUCKETS * 2 * N * 2;
    let board = || Square::all().filter_map(|square| Some((square, position.piece_at(square)?)));
    let general = |side| position.pieces(side, Kind::General).first().unwrap().file();
    let bucket = ((board().count() - 2) * 8 / 31).min(7);
    let bias = *file[output_biases_at + 4 * bucket..].first_chunk().unwrap();
    let mut sum = i64::from(i32::from_le_bytes(bias));
    for (number, side) in [position.side(), !position.side()].into_iter().enumerate() {
        let (own, enemy) = (general(side), general(!side));
        let is_right = |file| file > mirrored_file(rules, file);
        let is_middle = |file| file == mirrored_file(rules, file);
        let is_mirrored = is_right(own) || is_middle(own) && is_right(enemy);
        for neuron in 0..N {
            let mut value = half(HEAD + 2 * neuron);
            for (square, piece) in board() {
                let piece = if side == Side::Red { piece } else { other_colour(piece) };
                let square = if side == Side::Red { square } else { turned(rules, square) };
                let square = if is_mirrored { mirrored(rules, square) } else { square };
                let weight = file[weights_at + feature(rules, piece, square) * N + neuron];
                value += i64::from(weight as i8);
            }
            let value = value.clamp(0, 127);
            let weight = half(outputs_at + 2 * ((2 * bucket + number) * N + neuron));
            sum += value * value * weight;
        }
    }
    Score::from_eval((sum * 400 / (128 * 128 * 64)).try_into().unwrap())
}

fn other_colour(piece: Piece) -> Piece {
    Piece::new(!piece.side(), piece.kind())
}

fn turned(rules: Rules, square: Square) -> Square {
    let ranks = rules.variant().ranks;
    Square::new(square.file(), ranks - 1 - square.rank()).unwrap()
}

fn mirrored(rules: Rules, square: Square) -> Square {
    Square::new(mirrored_file(rules, square.file()), square.rank()).unwrap()
}

fn mirrored_file(rules: Rules, file: u8) -> u8 {
    // A file off the board is mirrored to 0.
    (rules.variant().files - 1).saturating_sub(file)
}

/// Swaps the colours of a position if `colours` is true, otherwise left and right. Drops the rights to castle.
fn other_view(position: &AnyPosition, colours: bool) -> AnyPosition {
    let rules = position.rules();
    let pieces = Square::all().filter_map(|square| {
        let piece = position.piece_at(square)?;
        let swapped = (turned(rules, square), other_colour(piece));
        Some(if colours { swapped } else { (mirrored(rules, square), piece) })
    });
    let side = if colours { !position.side() } else { position.side() };
    rules.set_up_with(pieces, side, Rights::default()).unwrap()
}

fn random_move(position: &impl Position, random: &mut SplitMix64) -> Option<Move> {
    let moves = position.legal_moves();
    moves.get(random.below(moves.len().max(1) as u64) as usize).copied()
}

/// Compares evaluations along lines of moves with evaluations from empty accumulators. Plies outnumber accumulators.
fn walk<P: NetworkInput + Into<AnyPosition>>(start: &P, seed: u64) {
    let file = random_file(start.rules(), seed);
    let network = network(&file);
    let accumulators = [const { RefCell::new(Accumulator::EMPTY) }; 40];
    let mut random = SplitMix64::new(seed);
    let fresh = |position: &P| fresh(&network, &position.clone().into());
    let evaluator = Evaluator::new(network, &accumulators);
    let root = NnuePosition::new(start, &evaluator);
    for _ in 0..4 {
        let (mut node, mut position) = (root.clone(), start.clone());
        for _ in 0..60 {
            for _ in 0..random.below(3) {
                let Some(mv) = random_move(&position, &mut random) else { break };
                let (mut child, mut there) = (node.play(mv), position.play(mv));
                if random.below(2) == 0 {
                    assert_eq!(child.evaluate(), fresh(&there));
                }
                if random.below(2) == 0
                    && let Some(mv) = random_move(&there, &mut random)
                {
                    (child, there) = (child.play(mv), there.play(mv));
                    assert_eq!(child.evaluate(), fresh(&there));
                }
            }
            if random.below(3) == 0 && !position.in_check() {
                let (passed, there) = (node.null_move(), position.null_move());
                assert_eq!(passed.evaluate(), fresh(&there));
                if let Some(mv) = random_move(&there, &mut random) {
                    assert_eq!(passed.play(mv).evaluate(), fresh(&there.play(mv)));
                }
            }
            if random.below(3) == 0 {
                assert_eq!(node.evaluate(), fresh(&position));
            }
            let Some(mv) = random_move(&position, &mut random) else { break };
            (node, position) = (node.play(mv), position.play(mv));
        }
    }
}

/// Compares the evaluations of a random game's positions with those of the reference and of other views.
fn compare(rules: Rules, seed: u64) {
    let file = random_file(rules, seed);
    let network = network(&file);
    let mut random = SplitMix64::new(seed);
    let mut position = rules.start();
    for ply in 0..120 {
        let Some(mv) = random_move(&position, &mut random) else { break };
        position = position.play(mv);
        if ply % 7 != 0 {
            continue;
        }
        let evaluation = fresh(&network, &position);
        assert_eq!(evaluation, reference(&file, &position), "{position:?}");
        assert_eq!(evaluation, fresh(&network, &other_view(&position, true)), "{position:?}");
        // If both generals stand on the middle file, no view is mirrored, so the values can differ.
        let general = |side| position.pieces(side, Kind::General).first().unwrap().file();
        if !Side::ALL.map(general).iter().all(|&file| file == mirrored_file(rules, file)) {
            assert_eq!(evaluation, fresh(&network, &other_view(&position, false)), "{position:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn an_evaluation_does_not_depend_on_those_before(seed: u64) {
        walk(&Xiangqi::start(), seed);
        walk(&Zhonggong::start(), seed);
        walk(&Chess::start(), seed);
    }

    #[test]
    fn evaluations_are_those_of_the_format_and_symmetric(seed: u64) {
        Rules::PLAYABLE.iter().for_each(|&rules| compare(rules, seed));
    }
}

#[test]
fn features_have_the_numbers_of_a_plain_count() {
    for &rules in Rules::PLAYABLE {
        let start = rules.start();
        for side in Side::ALL {
            let mut found = ArrayVec::<usize, 64>::new();
            for_each_feature(&start, side, |feature| found.push(feature));
            // The start is symmetric: both sides see Red's features. In chess the king starts in
            // the right half, so both sides see the board mirrored.
            let seen = |at| if rules == Rules::Chess { mirrored(rules, at) } else { at };
            let pieces = Square::all().filter_map(|square| Some((start.piece_at(square)?, square)));
            let mut expected: ArrayVec<usize, 64> =
                pieces.map(|(piece, square)| feature(rules, piece, seen(square))).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{rules} {side}");
        }
    }
    // The own king has 32 squares, the enemy king 64. On each side, four kinds have 64, pawns have 48.
    assert_eq!(features(Rules::Chess), Some(32 + 64 + 2 * (4 * 64 + 48)));
}

#[test]
fn buckets_grow_with_the_pieces() {
    assert_eq!([0, 2, 5, 6, 17, 32, 90].map(bucket), [0, 0, 0, 1, 3, 7, 7]);
    assert!((0..90).all(|pieces| bucket(pieces) <= bucket(pieces + 1)));
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let header = NetworkHeader::read(&random_file(Rules::Xiangqi, 1)).unwrap();
    let header = NetworkHeader { scale: u16::MAX, ..header };
    for sign in [1, -1] {
        let mut file = random_file(Rules::Xiangqi, 1);
        let (weights_at, outputs_at) = (HEAD + 2 * N, HEAD + 2 * N + header.features * N);
        let output_biases_at = file.len() - BUCKETS * 4;
        let (weight, bias) = (256_i16 * sign, i32::MAX * i32::from(sign));
        file[HEAD..weights_at].as_chunks_mut().0.fill(16_384_i16.to_le_bytes());
        file[weights_at..outputs_at].fill(127);
        file[outputs_at..output_biases_at].as_chunks_mut().0.fill(weight.to_le_bytes());
        file[output_biases_at..].as_chunks_mut().0.fill(bias.to_le_bytes());
        seal(&mut file, &header);
        let evaluation = fresh(&network(&file), &Rules::Xiangqi.start());
        assert_eq!(evaluation, Score::from_eval(bias));
        assert!(-Score::REPETITION_WIN < evaluation && evaluation < Score::REPETITION_WIN);
        // A number above its limit is refused.
        for at in [HEAD, outputs_at] {
            let mut file = file.clone();
            file[at..at + 2].copy_from_slice(&16_385_i16.to_le_bytes());
            seal(&mut file, &header);
            let refused = Network::<N>::read(&file, header.features).unwrap_err();
            assert_eq!(refused, NetworkError::Range);
        }
    }
}

#[test]
fn a_header_is_checked() {
    let file = random_file(Rules::Xiangqi, 1);
    let header = NetworkHeader::read(&file).unwrap();
    assert_eq!(*network(&file).header(), header);
    assert!(Network::<N>::of_checked(&file, header).is_some());
    assert!(Network::<N>::of_checked(&file[1..], header).is_none());
    assert!(Network::<32>::of_checked(&file, header).is_none());
    assert_eq!(Network::<32>::read(&file, header.features).unwrap_err(), NetworkError::Neurons(N));
    let other = Network::<N>::read(&file, Zhonggong::FEATURES.count()).unwrap_err();
    assert_eq!(other, NetworkError::Features(Xiangqi::FEATURES.count()));
    let mut most = file.clone();
    most[10..14].fill(0xff);
    let refused = NetworkHeader::read(&most).unwrap_err();
    assert!(matches!(refused, NetworkError::Length { .. }), "{refused:?}");
}

#[test]
fn an_evaluator_serves_its_game_alone() {
    let file = random_file(Rules::Zhonggong, 3);
    let network = network(&file);
    let accumulators = [const { RefCell::new(Accumulator::EMPTY) }; 64];
    let evaluator = Evaluator::new(network, &accumulators);
    let mut workspace = Workspace::<64, 16>::new();
    let limits = Limits { depth: 2, ..Limits::default() };
    for rules in [Rules::Xiangqi, Rules::Zhonggong, Rules::Chess] {
        let start = rules.start();
        let evaluation = evaluator.evaluate(&start);
        let found = evaluator.search(&start, &[], &limits, &[], &mut workspace, &mut NoMonitor);
        if rules == Rules::Zhonggong {
            assert_eq!(evaluation, Some(fresh(&network, &start)));
            assert!(found.is_some_and(|found| found.best().is_some_and(|mv| start.is_legal(mv))));
        } else {
            assert_eq!((evaluation, found), (None, None));
        }
    }
}
