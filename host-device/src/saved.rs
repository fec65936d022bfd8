//! Keeps the settings and the game while the power is off.

use crate::handheld::{Handheld, RECORD};
use crate::settings::{CLOCKS, Person, Settings};
use chuhe_core::played::Clocks;
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Move, Side};

/// The number of bytes in a sector, the part of flash memory that is erased at once.
pub const SECTOR: usize = 4096;

/// Two or more sectors of memory that keep their bytes without power.
pub trait Sectors {
    fn count(&self) -> usize;

    fn read(&self, index: usize) -> &[u8; SECTOR];

    /// Erases a sector and writes it. If the power fails meanwhile, its bytes may have any values.
    fn write(&mut self, index: usize, bytes: &[u8; SECTOR]);
}

/// The offsets of the parts of a record: the number of the record, settings, clock, seed, count of moves, moves.
/// The first four bytes are a checksum of the rest of the record. If the byte at `CLOCK` is not 0, four bytes for each
/// side follow the moves: the milliseconds that the side has left.
const NUMBER: usize = 4;
const SETTINGS: usize = 8;
const CLOCK: usize = 13;
const SEED: usize = 16;
const COUNT: usize = 24;
const MOVES: usize = 26;

/// The number of bytes for the time that a side has left.
const TIME: usize = 4;

const _: () =
    assert!(MOVES + 2 * RECORD + 2 * TIME <= SECTOR, "the longest game fits into a sector");

/// The time in milliseconds between two records of a running clock. Writing more often would wear out the flash.
const INTERVAL: u32 = 10_000;

/// Saves the settings and the game of the handheld in sectors of flash memory. Each new record replaces the oldest
/// one, so the newest complete record remains if a write fails.
#[derive(Debug)]
pub struct Store<S> {
    sectors: S,
    record: [u8; SECTOR],
    index: usize,
}

fn word(bytes: &[u8; SECTOR], at: usize) -> u32 {
    u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]))
}

/// Returns the offsets at which the moves and the record end.
fn ends(bytes: &[u8; SECTOR]) -> [usize; 2] {
    let count = usize::from(u16::from_le_bytes([bytes[COUNT], bytes[COUNT + 1]]));
    let moves = MOVES + 2 * count;
    [moves, if bytes[CLOCK] == 0 { moves } else { moves + 2 * TIME }]
}

fn left(bytes: &[u8; SECTOR]) -> [u32; 2] {
    let [moves, _] = ends(bytes);
    [moves, moves + TIME].map(|at| word(bytes, at))
}

fn checked(bytes: &[u8; SECTOR]) -> Option<&[u8; SECTOR]> {
    let content = bytes.get(NUMBER..ends(bytes)[1])?;
    (bytes[..NUMBER] == crc32fast::hash(content).to_le_bytes()).then_some(bytes)
}

impl<S: Sectors> Store<S> {
    /// Opens a store. Also returns the last saved handheld; `None`: no record is complete, or a value is unknown.
    pub fn open(sectors: S) -> (Self, Option<Handheld>) {
        let records = (0..sectors.count()).filter(|&index| checked(sectors.read(index)).is_some());
        let last = records.max_by_key(|&index| word(sectors.read(index), NUMBER));
        let mut store = Self { sectors, record: [0; SECTOR], index: 0 };
        let Some(index) = last else { return (store, None) };
        store.index = index;
        store.record = *store.sectors.read(index);
        let handheld = restored(&store.record);
        (store, handheld)
    }

    /// Writes a record of the handheld if it differs from the last record. A running clock alone
    /// causes a new record only once in each `INTERVAL`.
    pub fn keep(&mut self, handheld: &Handheld) {
        let last = self.record;
        write(&mut self.record, handheld);
        let [moves, end] = ends(&self.record);
        let coarse = |bytes| left(bytes).map(|time| time.div_ceil(INTERVAL));
        if self.record[SETTINGS..moves] == last[SETTINGS..moves]
            && coarse(&self.record) == coarse(&last)
        {
            self.record = last;
            return;
        }
        self.record[NUMBER..SETTINGS].copy_from_slice(&(word(&last, NUMBER) + 1).to_le_bytes());
        let sum = crc32fast::hash(&self.record[NUMBER..end]);
        self.record[..NUMBER].copy_from_slice(&sum.to_le_bytes());
        self.index = (self.index + 1) % self.sectors.count();
        self.sectors.write(self.index, &self.record);
    }

    pub fn close(self) -> S {
        self.sectors
    }
}

fn place<T: PartialEq>(all: &[T], one: &T) -> u8 {
    all.iter().position(|other| other == one).map_or(u8::MAX, |index| index as u8)
}

fn write(record: &mut [u8; SECTOR], handheld: &Handheld) {
    let settings = handheld.settings();
    record[SETTINGS..].fill(0);
    let clocks = handheld.clocks();
    record[SETTINGS..][..7].copy_from_slice(&[
        place(Rules::ALL, &handheld.rules()),
        place(Rules::ALL, &settings.rules),
        settings.level.get(),
        place(&Person::ALL, &settings.person),
        settings.flipped.into(),
        place(&CLOCKS, &clocks.control(Side::Red)),
        place(&CLOCKS, &settings.clock),
    ]);
    record[SEED..COUNT].copy_from_slice(&handheld.seed().to_le_bytes());
    let moves = handheld.game().moves();
    record[COUNT..MOVES].copy_from_slice(&(moves.len() as u16).to_le_bytes());
    for (bytes, mv) in record[MOVES..].chunks_exact_mut(2).zip(moves) {
        bytes.copy_from_slice(&mv.to_bits().to_le_bytes());
    }
    let [end, _] = ends(record);
    for (bytes, side) in record[end..].chunks_exact_mut(TIME).zip(Side::ALL) {
        let left = clocks.left(side, handheld.now()).unwrap_or_default() as u32;
        bytes.copy_from_slice(&left.to_le_bytes());
    }
}

/// Returns the handheld of a record, or `None` if a value or a move is unknown to this program.
fn restored(record: &[u8; SECTOR]) -> Option<Handheld> {
    let [rules, next, level, person, flipped, control, clock] =
        [0, 1, 2, 3, 4, 5, 6].map(|at| record[SETTINGS + at]);
    let of = |index: u8| Rules::PLAYABLE.iter().find(|&rules| place(Rules::ALL, rules) == index);
    let settings = Settings {
        rules: *of(next)?,
        clock: *CLOCKS.get(usize::from(clock))?,
        level: Level::new(level)?,
        person: *Person::ALL.get(usize::from(person))?,
        flipped: flipped != 0,
    };
    let seed = u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|byte| record[SEED + byte]));
    let moves = record[MOVES..ends(record)[0]].chunks_exact(2);
    let moves = moves.map(|bytes| Move::from_bits(u16::from_le_bytes([bytes[0], bytes[1]])));
    let control = *CLOCKS.get(usize::from(control))?;
    let clocks = Clocks::with_left([control; 2], left(record).map(u64::from));
    Handheld::restored(settings, *of(rules)?, seed, clocks, moves)
}
