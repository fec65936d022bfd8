//! CBR and CBL, the files of CCBridge, are read.

use crate::support::{self, Dice, described, tree};
use chuhe_records::{GameTree, cbl, cbr};
use proptest::prelude::*;

fn only_game(bytes: &[u8]) -> GameTree {
    let mut read = cbr::read(bytes);
    assert_eq!(read.faults, []);
    assert_eq!(read.games.len(), 1);
    read.games.remove(0)
}

proptest! {
    #[test]
    fn a_tree_is_read_from_a_record(seed: u64) {
        let mut dice = Dice(seed);
        let tree = tree(&mut dice);
        let read = only_game(&support::cbr(&tree, &mut dice));
        prop_assert_eq!(described(&read), described(&tree));
    }

    #[test]
    fn damaged_records_are_refused_or_read(seed: u64, changes in 1usize..20) {
        let mut dice = Dice(seed);
        let tree = tree(&mut dice);
        let mut bytes = support::cbr(&tree, &mut dice);
        for _ in 0..changes {
            let at = dice.below(bytes.len());
            bytes[at] = dice.byte();
        }
        let read = cbr::read(&bytes);
        prop_assert_eq!(read.games.len(), usize::from(read.faults.iter().all(|fault| fault.game_kept)));
    }

    #[test]
    fn all_games_of_a_library_are_read(seed: u64, entries in 0u32..300, count in 1usize..5) {
        let mut dice = Dice(seed);
        let trees: Vec<_> = (0..count).map(|_| tree(&mut dice)).collect();
        let games: Vec<_> = trees.iter().map(|tree| support::cbr(tree, &mut dice)).collect();
        let read = cbl::read(&support::cbl(entries, &games));
        prop_assert_eq!(read.faults, []);
        let described: Vec<_> = read.games.iter().map(support::described).collect();
        prop_assert_eq!(described, trees.iter().map(support::described).collect::<Vec<_>>());
    }
}

#[test]
fn a_bad_game_of_a_library_is_skipped_and_named() {
    let mut dice = Dice(1);
    let trees = [tree(&mut dice), tree(&mut dice), tree(&mut dice)];
    let mut games: Vec<_> = trees.iter().map(|tree| support::cbr(tree, &mut dice)).collect();
    // The board of the second game is empty.
    games[1][2120..2210].fill(0);
    let read = cbl::read(&support::cbl(128, &games));
    let described_games: Vec<_> = read.games.iter().map(described).collect();
    assert_eq!(described_games, [described(&trees[0]), described(&trees[2])]);
    let faults: Vec<_> =
        read.faults.iter().map(|fault| (fault.to_string(), fault.game_kept)).collect();
    assert_eq!(faults, [("game 2, byte 0x1a688: red has no general".to_owned(), false)]);
}

#[test]
fn a_broken_file_is_refused_with_place_and_reason() {
    let record = support::cbr(&tree(&mut Dice(2)), &mut Dice(3));
    let with = |at: usize, byte: u8| {
        let mut bytes = record.clone();
        bytes[at] = byte;
        bytes
    };
    let table = [
        (with(0, b'x'), "game 1, byte 0x0: the file does not begin with \"CCBridge Record\""),
        (with(2120, 0x18), "game 1, byte 0x848: 0x18 is no piece"),
        (record[..2000].to_vec(), "game 1, byte 0x7d0: the file ends too early"),
    ];
    for (bytes, reason) in table {
        let read = cbr::read(&bytes);
        assert!(read.games.is_empty());
        assert_eq!(read.faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [reason]);
    }
    let library = support::cbl(2, &[]);
    for (bytes, reason) in [
        (&library[..], "game 1, byte 0x10668: no game"),
        (&library[..70], "game 1, byte 0x3c: the file ends too early"),
        (&library[..20], "game 1, byte 0x14: the file ends too early"),
        (&record[..], "game 1, byte 0x0: the file does not begin with \"CCBridgeLibrary\""),
    ] {
        let read = cbl::read(bytes);
        assert!(read.games.is_empty());
        assert_eq!(read.faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [reason]);
    }
}

#[test]
fn zeros_in_place_of_the_end_end_a_game() {
    let mut record = support::cbr(&tree(&mut Dice(4)), &mut Dice(5));
    record.truncate(2214);
    record.extend([0; 400]);
    assert!(only_game(&record).moves().is_empty());
}
