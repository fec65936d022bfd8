//! Saves games in memory that keeps its bytes, and cuts the power after different numbers of bytes.

use chuhe_core::rules::Rules;
use chuhe_core::{EndReason, Level, Move, Position, Side};
use chuhe_device::Button::{Down, Left, Right, Select, Up};
use chuhe_device::{CLOCKS, Handheld, Person, SECTOR, Sectors, Settings, Store};

/// Sectors whose power fails after `left` more bytes have changed.
#[derive(Clone)]
struct Memory {
    sectors: [[u8; SECTOR]; 3],
    left: usize,
}

impl Sectors for Memory {
    fn count(&self) -> usize {
        self.sectors.len()
    }

    fn read(&self, index: usize) -> &[u8; SECTOR] {
        &self.sectors[index]
    }

    fn write(&mut self, index: usize, bytes: &[u8; SECTOR]) {
        let erased = [u8::MAX; SECTOR];
        for (at, byte) in erased.iter().enumerate().chain(bytes.iter().enumerate()) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            self.sectors[index][at] = *byte;
        }
    }
}

const NEW: Memory = Memory { sectors: [[u8::MAX; SECTOR]; 3], left: usize::MAX };

fn state(handheld: &Handheld) -> (Settings, u64, Vec<Move>) {
    (*handheld.settings(), handheld.seed(), handheld.game().moves().to_vec())
}

#[test]
fn a_power_cut_at_any_byte_leaves_the_game_before_or_after() {
    let (mut store, none) = Store::open(NEW);
    assert!(none.is_none(), "new memory holds no game");
    let mut handheld = Handheld::new(Settings::default());
    // These buttons give both sides to people, and choose Zhonggong for the next game. The menu stays open.
    for button in [Left, Left, Up, Select, Up, Left, Up, Up, Up, Right] {
        handheld.press(button, 77);
    }
    store.keep(&handheld);
    let mut before = state(&handheld);
    for _ in 0..12 {
        let mv = handheld.game().position().legal_moves()[3];
        handheld.play(mv);
        let after = state(&handheld);
        assert_ne!(before, after);
        let memory = store.close();
        for left in (0..2 * SECTOR).step_by(7).chain([2 * SECTOR]) {
            let (mut cut, _) = Store::open(Memory { left, ..memory.clone() });
            cut.keep(&handheld);
            let (_, found) = Store::open(cut.close());
            let found = state(&found.expect("a game"));
            assert!(found == before || found == after, "{left}: {found:?}");
            assert!(left < 2 * SECTOR || found == after, "all was written");
        }
        store = Store::open(memory).0;
        store.keep(&handheld);
        before = after;
    }
}

fn left(handheld: &Handheld) -> [Option<u64>; 2] {
    Side::ALL.map(|side| handheld.clocks().left(side, handheld.now()))
}

#[test]
fn clocks_stand_while_the_power_is_off() {
    let [_, five, ten, _] = CLOCKS;
    let settings = Settings { clock: five, person: Person::PlaysBoth, ..Settings::default() };
    let mut handheld = Handheld::new(settings);
    // These buttons choose ten minutes for the next game.
    for button in [Left, Left, Up, Select, Up, Up, Up, Right, Down, Down, Down, Select] {
        handheld.press(button, 0);
    }
    // The first move takes no time from a clock.
    for now in [1_000, 31_500] {
        handheld.tick(now);
        let mv = handheld.game().position().legal_moves()[3];
        handheld.play(mv);
    }
    handheld.tick(40_000);
    let (mut store, _) = Store::open(NEW);
    store.keep(&handheld);
    // The cursor is no part of the saved state, so a move of the cursor causes no write.
    handheld.press(Up, 40_000);
    store.keep(&handheld);

    // When the power comes back, the board's time begins again at 0.
    let (mut store, found) = Store::open(store.close());
    let mut found = found.expect("a game");
    assert_eq!((found.settings().clock, found.clocks().control(Side::Red)), (ten, five));
    for (now, red) in [(2_000, 291_500), (3_000, 290_500)] {
        found.tick(now);
        assert_eq!(left(&found), [Some(red), Some(269_500)]);
    }
    // In this minute six records are written. Each of the two calls of `keep` after it writes one more.
    for second in 4..64 {
        found.tick(1_000 * second);
        store.keep(&found);
    }
    for now in [293_499, 293_500] {
        found.tick(now);
        store.keep(&found);
    }
    let memory = store.close();
    assert_eq!(usize::MAX - memory.left, (1 + 6 + 2) * 2 * SECTOR);
    let mut found = Store::open(memory).1.expect("a game");
    found.tick(0);
    let ending = found.game().ending().expect("the flag has fallen");
    assert_eq!((ending.winner, ending.reason), (Some(Side::Black), EndReason::Time));
}

/// Tests that the store reads a record of an earlier version of the program, which had no clocks.
#[test]
fn a_record_without_clocks_is_read() {
    let mv = Handheld::new(Settings::default()).game().position().legal_moves()[3];
    let mut memory = NEW;
    let record = &mut memory.sectors[1];
    record.fill(0);
    record[4] = 1;
    // The settings: xiangqi, Zhonggong in the next game, level 5, a person plays Black, Black at the bottom.
    record[8..13].copy_from_slice(&[0, 1, 5, 1, 1]);
    record[16] = 77;
    record[24] = 1;
    record[26..28].copy_from_slice(&mv.to_bits().to_le_bytes());
    let sum = crc32fast::hash(&record[4..28]);
    record[..4].copy_from_slice(&sum.to_le_bytes());

    let found = Store::open(memory).1.expect("a game");
    let level = Level::new(5).expect("a level");
    let (rules, person) = (Rules::Zhonggong, Person::Plays(Side::Black));
    let settings = Settings { rules, level, person, flipped: true, ..Settings::default() };
    assert_eq!(state(&found), (settings, 77, vec![mv]));
    assert_eq!((found.rules(), left(&found)), (Rules::Xiangqi, [None; 2]));
}
