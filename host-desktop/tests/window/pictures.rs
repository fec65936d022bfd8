//! Compares the pictures of `docs/pictures/README.md` with what its commands draw.
//!
//! With `UPDATE_SNAPSHOTS=1` in the environment they are made again. Look at each before it is
//! committed.

#[cfg(target_os = "linux")]
#[path = "../../benches/frames/mod.rs"]
mod frames;

use chuhe_core::rules::Rules;
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::snapshot::Picture;
use chuhe_view::{BoardDesign, Layout};
use embedded_graphics::prelude::{Point, Size};
use std::fs;
use std::path::Path;
use std::process::Command;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        #[cfg(target_os = "linux")]
        test(None, a_move_and_a_report_of_five_lines_are_drawn_in_the_time_of_a_picture),
        test(None, the_pictures_of_the_documents_are_what_the_program_draws),
    ]
}

/// Counts the pixels that differ outside the panel of the computer's thoughts. That panel depends on
/// the speed of the machine.
fn differences(one: &Picture, other: &Picture) -> usize {
    assert_eq!((one.width, one.height), (other.width, other.height));
    let size = Size::new(one.width as u32, one.height as u32);
    let thinking = Layout::new(size, BoardDesign::of(Rules::Xiangqi), false, 100).thinking;
    (0..one.pixels.len())
        .filter(|&index| one.pixels[index] != other.pixels[index])
        .map(|index| Point::new((index % one.width) as i32, (index / one.width) as i32))
        .filter(|&at| !thinking.contains(at))
        .count()
}

/// Sixty pictures a second leave 16 ms for each, also in the slower build of the tests.
#[cfg(target_os = "linux")]
fn a_move_and_a_report_of_five_lines_are_drawn_in_the_time_of_a_picture() {
    let clock = frames::processor_time;
    let (a_move, a_report) = (frames::redraw(40, clock), frames::analysis_redraw(40, clock));
    for (what, cost) in [("a move", a_move), ("a report", a_report)] {
        assert!(cost < frames::FRAME, "{what}: {cost:?}");
    }
}

fn the_pictures_of_the_documents_are_what_the_program_draws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    let readme = fs::read_to_string(root.join("docs/pictures/README.md")).expect("the README");
    let folder = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for line in readme.lines() {
        let Some(arguments) = line.strip_prefix("chuhe-desktop --screenshot ") else { continue };
        let (name, arguments) = arguments.split_once(' ').unwrap_or((arguments, ""));
        let file = name.strip_prefix("docs/pictures/").expect("a picture of this folder");
        assert!(readme.contains(&format!("]({file})")), "{name} is not shown");
        let shot = folder.path().join("shot.png");
        let output = Command::new(env!("CARGO_BIN_EXE_chuhe-desktop"))
            .current_dir(root)
            .env_clear()
            .arg("--screenshot")
            .arg(&shot)
            .args(words(arguments))
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        count += 1;
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
            fs::copy(&shot, root.join(name)).expect("it can be written");
            continue;
        }
        let (drawn, kept) = (Picture::read(&shot), Picture::read(&root.join(name)));
        assert_eq!(differences(&drawn, &kept), 0, "{name}: UPDATE_SNAPSHOTS=1 makes it again");
    }
    assert!(count >= 3, "only {count} pictures");
}

/// Splits a command into words. A quoted word stays whole.
fn words(command: &str) -> Vec<String> {
    let mut quoted = false;
    let pieces = command.split(|sign| {
        quoted ^= sign == '"';
        sign == ' ' && !quoted
    });
    pieces.map(|word| word.replace('"', "")).collect()
}
