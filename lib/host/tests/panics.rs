//! Tests the panic hooks in a program of its own, because a hook applies to the whole process.

use chuhe_host::{Log, LogConfig, catch, log_panics};
use std::{fs, thread};

#[test]
fn a_panic_is_one_escaped_record_and_the_program_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let log = Log::start(LogConfig::new("test", home.path(), log::LevelFilter::Info)).unwrap();
    log_panics("chuhe-tcp");
    let evil = "two\nlines \x1b[2J";
    let thread = thread::Builder::new().name("server".to_owned());
    assert!(thread.spawn(move || panic!("{evil}")).unwrap().join().is_err());
    assert_eq!(catch(|| panic!("caught")), None::<()>);
    assert_eq!(catch(|| 7), Some(7));
    drop(log);
    let text = fs::read_to_string(home.path().join("logs/chess.log")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].contains("panic in the thread server at lib/host"), "{text}");
    assert!(lines[0].ends_with(r": two\nlines \u{1b}[2J"), "{text}");
    assert!(lines[1].ends_with(": caught"), "{text}");
}

/// A panic on any thread ends the program, so that no other program waits in vain for an answer.
#[cfg(unix)]
#[test]
fn a_panic_ends_a_program_that_others_wait_for() {
    use std::os::unix::process::ExitStatusExt;
    /// The environment variable that makes this program panic.
    const VICTIM: &str = "CHUHE_TEST_PANICS";
    if std::env::var_os(VICTIM).is_some() {
        chuhe_host::abort_on_panic();
        let thread = thread::spawn(|| panic!("planted"));
        let _ = thread.join();
        return;
    }
    let program = std::env::current_exe().unwrap();
    let mut victim = std::process::Command::new(program);
    victim.args(["--exact", "a_panic_ends_a_program_that_others_wait_for", "--nocapture"]);
    let output = victim.env(VICTIM, "1").env("RUST_BACKTRACE", "0").output().unwrap();
    const ABORTED: i32 = 6;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.signal(), Some(ABORTED), "{errors}");
    assert!(errors.contains("planted"), "{errors}");
}
