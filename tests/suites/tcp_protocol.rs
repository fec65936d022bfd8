//! The automation protocol on real sockets: every script of `tests/data/tcp`.

use chuhe_tests::tcp::{run_script, scripts};

#[test]
fn every_script_is_followed() {
    let mut names: Vec<String> = std::fs::read_dir(scripts())
        .expect("the scripts")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .filter(|name| name.ends_with(".txt"))
        .collect();
    names.sort();
    assert!(names.len() >= 20, "{names:?}");
    // One after another: the last name printed is that of the script that failed.
    for name in names {
        eprintln!("{name}");
        run_script(&name);
    }
}
