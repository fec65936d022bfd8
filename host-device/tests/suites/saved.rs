//! A game in memory that keeps its bytes, and a power cut at any of them.

use chuhe_core::Position;
use chuhe_device::{Button, Handheld, SECTOR, Sectors, Settings, Store};

/// Sectors whose power fails after a number of changed bytes.
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

/// The settings, the seed and the moves of a handheld.
fn state(handheld: &Handheld) -> (Settings, u64, String) {
    let moves: Vec<String> = handheld.game().moves().iter().map(|mv| format!("{mv:?}")).collect();
    (*handheld.settings(), handheld.seed(), moves.join(" "))
}

#[test]
fn a_power_cut_at_any_byte_leaves_the_game_before_or_after() {
    let memory = Memory { sectors: [[u8::MAX; SECTOR]; 3], left: usize::MAX };
    let (mut store, none) = Store::open(memory);
    assert!(none.is_none(), "new memory holds no game");
    let mut handheld = Handheld::new(Settings::new());
    // A new game of Zhonggong between two people, with Black at the bottom.
    for button in [Button::Left, Button::Left, Button::Up, Button::Select] {
        handheld.press(button, 77);
    }
    for button in [Button::Up, Button::Left, Button::Up, Button::Up, Button::Right] {
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

#[test]
fn a_state_that_is_kept_is_not_written_again() {
    let memory = Memory { sectors: [[u8::MAX; SECTOR]; 3], left: 2 * SECTOR };
    let (mut store, _) = Store::open(memory);
    let mut handheld = Handheld::new(Settings::new());
    store.keep(&handheld);
    handheld.press(Button::Up, 0);
    store.keep(&handheld);
    assert_eq!(store.close().left, 0);
}
