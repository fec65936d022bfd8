//! Compares the pictures of `docs/pictures/README.md` with those that its commands draw. `UPDATE_SNAPSHOTS=1` in the
//! environment replaces the stored pictures. Look at each picture before you commit it.

#[cfg(target_os = "linux")]
#[path = "../../benches/frames/mod.rs"]
mod frames;

use chuhe_core::rules::Rules;
use chuhe_host::engine;
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::snapshot::Picture;
use chuhe_view::{BoardDesign, Layout};
use embedded_graphics::prelude::{Point, PointsIter, Size};
use embedded_graphics::primitives::Rectangle;
use std::ffi::OsStr;
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

pub(crate) fn differences(one: &Picture, other: &Picture, area: Rectangle) -> usize {
    let pixel = |picture: &Picture, at: Point| {
        picture.pixels[at.y as usize * picture.width + at.x as usize]
    };
    area.points().filter(|&at| pixel(one, at) != pixel(other, at)).count()
}

pub(crate) fn screenshot(
    folder: &Path,
    shot: &Path,
    options: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Picture {
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe-desktop"))
        .current_dir(folder)
        .env_clear()
        .arg("--screenshot")
        .arg(shot)
        .args(options)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Picture::read(shot)
}

/// Each picture must be drawn in 16 ms, to show 60 pictures a second. This limit also holds in the tests' slower build.
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
    let shot = folder.path().join("shot.png");
    let mut count = 0;
    for line in readme.lines() {
        let Some(arguments) = line.strip_prefix("chuhe-desktop --screenshot ") else { continue };
        let (name, arguments) = arguments.split_once(' ').unwrap_or((arguments, ""));
        let file = name.strip_prefix("docs/pictures/").expect("a picture of this folder");
        assert!(readme.contains(&format!("]({file})")), "{name} is not shown");
        let drawn = screenshot(root, &shot, engine::split(arguments).expect("words"));
        count += 1;
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
            fs::copy(&shot, root.join(name)).expect("it can be written");
            continue;
        }
        let kept = Picture::read(&root.join(name));
        assert_eq!((drawn.width, drawn.height), (kept.width, kept.height));
        // The panel of the computer's thoughts depends on the machine's speed, so this panel is not compared.
        let size = Size::new(kept.width as u32, kept.height as u32);
        let thinking = Layout::new(size, BoardDesign::of(Rules::Xiangqi), false, 100).thinking;
        let whole = Rectangle::new(Point::zero(), size);
        let differ = |area| differences(&drawn, &kept, area);
        let found = differ(whole) - differ(thinking);
        assert_eq!(found, 0, "{name}: UPDATE_SNAPSHOTS=1 makes it again");
    }
    assert!(count >= 3, "only {count} pictures");
}
