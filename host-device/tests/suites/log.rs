//! Decodes the defmt log of the device, and compares it with the log of the local handheld.

use crate::firmware::{Build, build};
use crate::pair::LocalHandheld;
use crate::qemu::run;
use chuhe_device::Button::{Select, Up};
use defmt_decoder::Table;
use std::fs;

/// The level and the text of every frame.
fn decoded(firmware: &[u8], frames: &[u8]) -> Vec<(String, String)> {
    let table = Table::parse(firmware).expect("a valid table").expect("a table of messages");
    let mut decoder = table.new_stream_decoder();
    decoder.received(frames);
    let mut messages = Vec::new();
    while let Ok(frame) = decoder.decode() {
        let level = frame.level().expect("every message has a level");
        messages.push((level.as_str().to_owned(), frame.display_message().to_string()));
    }
    messages
}

#[test]
fn moves_scores_and_errors_are_logged() {
    let firmware = build(Build::Log, "lm3s6965evb-log");
    let frames = run("lm3s6965evb", &firmware);
    let mut logged = decoded(&fs::read(&firmware).expect("the firmware"), &frames);
    let (level, refused) = logged.pop().expect("messages");
    assert_eq!((level.as_str(), refused.as_str()), ("error", "refused: e3e4 is not a legal move"));

    let mut here = LocalHandheld::new();
    here.press(&[Up, Up, Up, Select, Up, Select]);
    let told = here.logged();
    assert!(told.iter().any(|line| line.starts_with("red plays e3e4")), "{told:?}");
    assert!(told.iter().any(|line| line.contains(", score ")), "{told:?}");
    assert!(logged.iter().all(|(level, _)| level == "info"), "{logged:?}");
    assert!(logged.iter().map(|(_, line)| line).eq(&told), "{logged:?} and not {told:?}");
}
