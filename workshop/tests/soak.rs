//! A short soak of the server. The program `soak` is the long one.
#![cfg(target_os = "linux")]

use chuhe_workshop::soak::{Plan, run};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// Builds the server, which is in the other workspace, and returns its path.
fn server() -> PathBuf {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let build = ["build", "--quiet", "--package", "chuhe-tcp"];
    let built = Command::new(env!("CARGO")).args(build).current_dir(root).status().unwrap();
    assert!(built.success());
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().with_file_name("chuhe-tcp")
}

#[test]
fn clients_that_behave_misbehave_and_vanish_leave_nothing_behind() {
    let plan = Plan::new(server(), Duration::from_secs(10), 50);
    let report = run(&plan, |_, _| ()).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(report.answers > 1000, "{report}");
    let accidents = Plan { kills: 3, log_moves: Some(Duration::from_secs(3)), ..plan };
    let report = run(&accidents, |_, _| ()).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(report.kills == 3 && report.resumed > 0 && report.log_moves > 0, "{report}");
}
