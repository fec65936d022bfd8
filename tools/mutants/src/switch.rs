//! The switch that turns one mutant on: the only file of a package of its own, in the copy.
//!
//! The variable `CHUHE_MUTANT` holds the number of the mutant. The variable `CHUHE_REACHED` names a
//! file: the number of each mutant whose place is reached is appended to it.

#![forbid(unsafe_code)]

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The largest number of mutants.
const MOST: usize = 1 << 16;

struct Switches {
    on: u32,
    reached: Option<Reached>,
}

struct Reached {
    file: PathBuf,
    is_noted: Vec<AtomicBool>,
}

static SWITCHES: OnceLock<Switches> = OnceLock::new();

fn switches() -> Switches {
    let on = std::env::var("CHUHE_MUTANT").ok().and_then(|number| number.parse().ok());
    let is_noted = || (0..MOST).map(|_| AtomicBool::new(false)).collect();
    let file = std::env::var_os("CHUHE_REACHED").map(PathBuf::from);
    Switches {
        on: on.unwrap_or(u32::MAX),
        reached: file.map(|file| Reached { file, is_noted: is_noted() }),
    }
}

/// Says that a mutant is switched on.
#[must_use]
pub fn is_on(mutant: u32) -> bool {
    let switches = SWITCHES.get_or_init(switches);
    if let Some(reached) = &switches.reached
        && !reached.is_noted[mutant as usize].swap(true, Ordering::Relaxed)
    {
        // A process may be killed at any time, so each number is written at once.
        let file = OpenOptions::new().create(true).append(true).open(&reached.file);
        _ = file.and_then(|mut file| file.write_all(&mutant.to_le_bytes()));
    }
    switches.on == mutant
}
