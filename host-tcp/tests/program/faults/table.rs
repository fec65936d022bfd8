//! The faults, each with its start, its end, and what is expected meanwhile.

use super::world::World;
use chuhe_tests::tcp::PATIENCE;
use rustix::io::Errno;
use rustix::process::{Resource, Signal};
use socket2::SockRef;
use std::fs;
use std::time::Duration;

/// A fault that comes and goes.
pub(crate) struct Fault {
    pub(crate) name: &'static str,
    pub(crate) options: &'static [&'static str],
    /// Calls that fail meanwhile, as [`World::fail`] takes them.
    pub(crate) fails: &'static [(&'static [&'static str], &'static str, Option<Errno>, i64)],
    /// Lets it come, after those calls fail.
    pub(crate) start: fn(&mut World),
    /// Lets it go, after those calls succeed again.
    pub(crate) end: fn(&mut World),
    /// The number of commands that go to the log meanwhile, apart from those of the games. More of
    /// them follow until the log does what is expected.
    pub(crate) records: usize,
    /// True if the log begins a new file meanwhile.
    pub(crate) rotates: bool,
    /// A part of the one line that the standard error output has when it has come.
    pub(crate) told: Option<&'static str>,
    /// A part of the one line that the standard error output has when it has gone.
    pub(crate) told_over: Option<&'static str>,
    /// True if clients are let in meanwhile.
    pub(crate) lets_in: bool,
    /// True if the journals are written meanwhile. Otherwise the clients are told.
    pub(crate) keeps: bool,
    /// True if it needs a false clock.
    pub(crate) has_clock: bool,
}

/// A fault that nobody notices.
const QUIET: Fault = Fault {
    name: "",
    options: &[],
    fails: &[],
    start: |_| (),
    end: |_| (),
    records: 100,
    rotates: false,
    told: None,
    told_over: None,
    lets_in: true,
    keeps: true,
    has_clock: false,
};

/// The log is lost meanwhile, which is told once, as is its end.
const LOG_LOST: Fault = Fault {
    told: Some("the log cannot be written: "),
    told_over: Some("the log is written again: "),
    ..QUIET
};

/// The log is written to a new file.
const LOG_MOVED: Fault =
    Fault { told: Some("chess.log was moved or removed; a new one is begun"), ..QUIET };

/// The journals are not written meanwhile.
const UNSAVED: Fault = Fault { keeps: false, ..QUIET };

/// The disk of the journals does not answer.
const FROZEN: Fault =
    Fault { fails: &[(&["write", "create", "sync", "truncate"], "/games", None, 0)], ..UNSAVED };

/// Clients wait until they are let in.
const NOT_LET_IN: Fault = Fault {
    start: |world| {
        world.others = vec![world.client()];
        world.wait_for_failure();
    },
    lets_in: false,
    ..QUIET
};

/// The records that fill more than a file of the log.
const A_FILE: usize = 45_000;

pub(crate) const FAULTS: &[Fault] = &[
    Fault { name: "no fault", ..QUIET },
    Fault {
        name: "the clock is a day late",
        start: |world| world.clock("-1d"),
        end: |world| world.clock("+0"),
        rotates: true,
        has_clock: true,
        ..QUIET
    },
    Fault {
        name: "the clock is 27 years early",
        start: |world| world.clock("+27y"),
        end: |world| world.clock("+0"),
        rotates: true,
        has_clock: true,
        ..QUIET
    },
    Fault {
        name: "the folder of the log is moved away",
        start: |world| fs::rename(world.path("logs"), world.path("old")).expect("a folder"),
        rotates: true,
        ..LOG_MOVED
    },
    Fault {
        name: "the folder of the log is removed",
        start: |world| fs::remove_dir_all(world.path("logs")).expect("a folder"),
        rotates: true,
        ..LOG_MOVED
    },
    Fault {
        name: "the log is renamed, as logrotate does",
        start: |world| {
            fs::rename(world.path("logs/chess.log"), world.path("logs/chess.log.1"))
                .expect("a log");
        },
        ..LOG_MOVED
    },
    Fault {
        name: "the folder of the log is a file",
        start: |world| {
            fs::rename(world.path("logs"), world.path("old")).expect("a folder");
            fs::write(world.path("logs"), "").expect("a file");
        },
        end: |world| fs::remove_file(world.path("logs")).expect("a file"),
        ..LOG_LOST
    },
    Fault {
        name: "the disk of the log is full",
        fails: &[(&["write"], "/logs/", Some(Errno::NOSPC), 1000)],
        records: A_FILE,
        ..LOG_LOST
    },
    Fault {
        name: "the disk of the log is broken",
        fails: &[(&["write"], "/logs/", Some(Errno::IO), 0)],
        ..LOG_LOST
    },
    Fault {
        name: "the folder of the log cannot be written",
        fails: &[(&["create", "rename", "unlink"], "/logs", Some(Errno::ACCESS), 0)],
        ..LOG_LOST
    },
    Fault {
        name: "the disk of the log has no inode left",
        fails: &[(&["create"], "/logs", Some(Errno::NOSPC), 0)],
        ..LOG_LOST
    },
    Fault {
        name: "the disk of the journals is full",
        fails: &[(&["write", "create"], "/games/", Some(Errno::NOSPC), 0)],
        ..UNSAVED
    },
    Fault {
        name: "the disk of the journals is full in the middle of a line",
        fails: &[(&["write", "create"], "/games/", Some(Errno::NOSPC), 3)],
        ..UNSAVED
    },
    Fault {
        name: "the disk of the journals is broken",
        fails: &[(&["write", "truncate"], "/games/", Some(Errno::IO), 0)],
        ..UNSAVED
    },
    Fault {
        name: "the one disk of log and journals is full",
        fails: &[
            (&["write", "create"], "/logs/", Some(Errno::NOSPC), 100),
            (&["write", "create"], "/games/", Some(Errno::NOSPC), 10),
        ],
        keeps: false,
        ..LOG_LOST
    },
    Fault { name: "the disk of the journals hangs", options: &["--fsync", "second"], ..FROZEN },
    Fault {
        name: "the disk of the journals hangs, and each move is synced",
        options: &["--fsync", "always"],
        ..FROZEN
    },
    Fault {
        name: "the disk of the journals hangs, and nothing is synced",
        options: &["--fsync", "never"],
        ..FROZEN
    },
    Fault {
        name: "the journals do not reach the disk",
        options: &["--fsync", "always"],
        fails: &[(&["sync"], "/games/", Some(Errno::IO), 0)],
        ..UNSAVED
    },
    Fault {
        name: "the folder of the journals is moved away",
        start: |world| fs::rename(world.path("games"), world.path("old")).expect("a folder"),
        end: |world| fs::rename(world.path("old"), world.path("games")).expect("a folder"),
        ..UNSAVED
    },
    Fault {
        name: "the journals are deleted",
        start: |world| {
            for entry in fs::read_dir(world.path("games")).expect("a folder") {
                fs::remove_file(entry.expect("an entry").path()).expect("a journal");
            }
        },
        ..QUIET
    },
    Fault {
        name: "no descriptor is left",
        start: |world| {
            world.limit(Resource::Nofile, Some(world.files() as u64));
            // They wait at the door.
            world.others = (0..20).map(|_| world.client()).collect();
            world.others.iter_mut().for_each(|client| client.send("Status\n"));
            world.wait_until("it is told", |world| {
                world.log().iter().any(|line| line.contains("no client can be let in for now"))
            });
        },
        end: |world| {
            world.limit(Resource::Nofile, None);
            for client in &mut world.others {
                assert_eq!(client.line(), "Status:red\n");
            }
        },
        lets_in: false,
        ..QUIET
    },
    Fault {
        name: "the system has no descriptor left",
        fails: &[(&["accept"], "", Some(Errno::NFILE), 0)],
        ..NOT_LET_IN
    },
    Fault {
        name: "clients leave before they are let in",
        fails: &[(&["accept"], "", Some(Errno::CONNABORTED), 0)],
        ..NOT_LET_IN
    },
    Fault {
        name: "connections break in mid-command",
        start: |world| {
            for _ in 0..100 {
                let mut client = world.client();
                client.send("Move:7,7:7,4\nHint\nMo");
                client.reset_when_dropped();
            }
        },
        ..QUIET
    },
    Fault {
        name: "clients are silent, half-closed or deaf",
        start: |world| {
            let mut silent: Vec<_> = (0..20).map(|_| world.client()).collect();
            silent[..10].iter_mut().for_each(|client| client.send("Mov"));
            let mut deaf: Vec<_> = (0..5).map(|_| world.client()).collect();
            for client in &mut deaf {
                SockRef::from(&client.stream).set_recv_buffer_size(4096).expect("a socket");
                client.send("RequestBoard\n".repeat(1000));
            }
            let mut half_closed = world.client();
            half_closed.send("Status\nStat");
            half_closed.half_close();
            assert_eq!(half_closed.line(), "Status:red\n");
            assert_eq!(half_closed.bytes(16), b"CMD_FORMAT_ERROR");
            half_closed.closed();
            world.others = silent.into_iter().chain(deaf).collect();
        },
        end: |world| world.others.clear(),
        ..QUIET
    },
    Fault {
        name: "the program stands still",
        start: |world| {
            world.signal(Signal::STOP);
            world.wait_until("every thread stands still", World::stands_still);
            // The system accepts them meanwhile.
            world.others = (0..20).map(|_| world.client()).collect();
            world.others.iter_mut().for_each(|client| client.send("Status\n"));
            let other = &world.others[0].stream;
            other.set_read_timeout(Some(Duration::from_millis(100))).expect("a socket");
            assert!(std::io::Read::read(&mut &*other, &mut [0]).is_err(), "it stands still");
            other.set_read_timeout(Some(PATIENCE)).expect("a socket");
            world.signal(Signal::CONT);
            for client in &mut world.others {
                assert_eq!(client.line(), "Status:red\n");
            }
        },
        ..QUIET
    },
];
