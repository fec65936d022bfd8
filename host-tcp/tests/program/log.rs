//! The log of the program while it runs.

use crate::home::{Home, assert_whole, end};
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::wait::wait_until;
use rustix::process::{Resource, Rlimit, prlimit};
use std::fs;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        #[cfg(target_os = "linux")]
        test(None, a_limit_on_the_size_of_files_comes_and_goes_and_no_record_is_torn),
        test(None, a_client_can_neither_forge_a_record_nor_make_it_long),
        test(None, the_log_can_be_standard_error_or_for_the_journal_and_json),
        test(None, two_servers_of_one_home_have_a_log_each),
        test(None, a_client_that_only_looks_leaves_no_record),
    ]
}

/// The file may not grow further, and then it may. A record that the system takes in part is written
/// again as a whole.
#[cfg(target_os = "linux")]
fn a_limit_on_the_size_of_files_comes_and_goes_and_no_record_is_torn() {
    let home = Home::with("");
    let served = home.start(&["--log-level", "debug"]);
    let limit = |current| {
        let new = Rlimit { current: Some(current), maximum: None };
        prlimit(Some(served.process()), Resource::Fsize, new).expect("a limit");
    };
    let mut client = served.client();
    let mut ask = |numbers: std::ops::Range<u32>| {
        numbers.for_each(|number| assert_eq!(client.ask(&format!("NewGame:is-{number}")), "False"));
    };
    limit(30_001);
    ask(0..1000);
    let mut other = served.client();
    wait_until("the fault is counted", || other.ask("Stats").contains("log_faults=1;"));
    limit(1 << 30);
    ask(1000..1010);
    wait_until("the fault is over", || home.log().contains("the log could not be written for "));
    let errors = end(served);
    let log = home.log();
    log.lines().for_each(assert_whole);
    let number =
        |record: &str| record.split_once("NewGame:is-")?.1.split_once(' ')?.0.parse::<u32>().ok();
    assert!(log.lines().filter_map(number).eq(0..1010), "each record once, in order");
    assert_eq!(errors.matches("the log cannot be written: cannot write ").count(), 1, "{errors}");
    assert_eq!(errors.matches("the log is written again: ").count(), 1, "{errors}");
    assert_eq!(errors.lines().count(), 2, "{errors}");
}

fn a_client_can_neither_forge_a_record_nor_make_it_long() {
    let map = |number| format!("map{number} = 0,3,bb0;0,4,rj0;9,5,rb0;\n");
    let home = Home::with(&(0..2000).map(map).collect::<String>());
    let served = home.start(&["--log-level", "debug"]);
    let forged = "2026-11-22T00:00:00.000+00:00 ERROR chuhe-tcp[1]: forged";
    let mut client = served.client();
    for name in
        [format!("x\r{forged}"), format!("\u{1b}[2J{forged}"), format!("\u{202e}\0{forged}")]
    {
        assert_eq!(client.ask(&format!("NewGame:{name}")), "False");
    }
    client.send(b"NewGame:\xff\x9b\n");
    assert_eq!(client.line(), "CMD_FORMAT_ERROR\n");
    end(served);
    let log = home.log();
    log.lines().for_each(assert_whole);
    let records: Vec<&str> = log.lines().filter(|record| record.contains("forged")).collect();
    assert_eq!(records.len(), 3, "{records:?}");
    for record in records {
        assert!(record.contains("NewGame:") && record.len() < 600, "{record}");
        assert!(record.ends_with(", map1001, map1002, map1003 and 1992 more"), "{record}");
    }
}

fn the_log_can_be_standard_error_or_for_the_journal_and_json() {
    for (target, format, prefix) in [
        ("stderr", "text", "20"),
        ("stderr", "json", "{\"ts\":\"20"),
        ("journal", "text", "<6>"),
        ("journal", "json", "<6>{\"ts\":\"20"),
    ] {
        let home = Home::with("");
        let served = home.start(&["--log-target", target, "--log-format", format]);
        let pid = served.pid();
        let errors = end(served);
        assert!(!home.path("logs").exists(), "{target}");
        assert!(errors.lines().all(|record| record.starts_with(prefix)), "{errors}");
        let ends = errors.lines().last().expect("a record");
        assert!(ends.contains("chuhe-tcp ends"), "{errors}");
        if format == "json" {
            let json: serde_json::Value =
                serde_json::from_str(ends.trim_start_matches("<6>")).expect("JSON");
            assert_eq!(json["pid"], pid);
            let told = [&json["level"], &json["program"], &json["message"]];
            assert_eq!(told, ["info", "chuhe-tcp", "chuhe-tcp ends"]);
        }
    }
}

fn two_servers_of_one_home_have_a_log_each() {
    let home = Home::with("");
    let first = home.start(&[]);
    let read = |name: &str| fs::read_to_string(home.path("logs").join(name)).unwrap_or_default();
    home.wait_for_log("listening on");
    let second = home.start(&[]);
    wait_until("the second log", || read("chess-2.log").contains("listening on"));
    let pids = [first.pid(), second.pid()];
    [first, second].into_iter().for_each(|served| _ = end(served));
    for (name, pid) in ["chess.log", "chess-2.log"].into_iter().zip(pids) {
        let ends = format!("chuhe-tcp[{pid}]: chuhe-tcp ends");
        assert!(read(name).contains(&ends), "{name}");
    }
}

/// A health check, or ten thousand of them, push nothing out.
fn a_client_that_only_looks_leaves_no_record() {
    let home = Home::with("");
    let served = home.start(&["--nodes", "9"]);
    for _ in 0..20 {
        drop(served.client());
        assert_eq!(served.client().ask("Ping"), "Pong");
    }
    let stats = served.client().ask("Stats");
    for figure in [";connections=41;", ";dropped=0;", ";games=0;games_begun=0;"] {
        assert!(stats.contains(figure), "{stats}");
    }
    for _ in 0..20 {
        let mut client = served.client();
        assert_eq!(client.ask("Status"), "Status:red");
        assert_eq!(client.ask("NewGame"), "True");
        assert_eq!(client.ask("Move:0,0:0,0"), "False");
        assert_eq!(client.ask("Quit"), "True");
        client.closed();
    }
    let mut player = served.client();
    assert_eq!(player.ask("Move:7,7:7,4"), "True");
    end(served);
    let log = home.log();
    assert!(!log.contains("client ") && log.lines().count() < 10, "{log}");
    assert!(log.contains("begins on the start position of xiangqi"), "{log}");
}
