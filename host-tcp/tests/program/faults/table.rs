//! Reads the faults from `faults.toml`, and makes them begin and end.

use super::world::World;
use chuhe_tests::tcp::PATIENCE;
use chuhe_tests::wait::wait_until;
use rustix::io::Errno;
use rustix::process::{Resource, Signal};
use serde::Deserialize;
use socket2::SockRef;
use std::time::Duration;

pub(crate) fn faults() -> Vec<FaultCase> {
    #[derive(Deserialize)]
    struct File {
        fault: Vec<FaultCase>,
    }
    toml::from_str::<File>(include_str!("faults.toml")).expect("a table of faults").fault
}

/// A fault with its start, its end and its expected effects. A case that has only a name is a test without a fault.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FaultCase {
    pub(crate) name: String,
    pub(crate) options: Vec<String>,
    fails: Vec<Failure>,
    /// The shell commands that begin the fault; they run in the folder of the program. The calls in `fails` begin to
    /// fail before these commands run.
    start: String,
    /// The shell commands that end the fault. The calls in `fails` succeed again before these commands run.
    end: String,
    /// The part of the fault that no shell command can cause.
    act: Option<Act>,
    /// The least number of commands sent to fill the log during the fault; a number below 100 counts as 100. More
    /// commands follow until the log fails or begins a new file, if the case expects this.
    pub(crate) records: usize,
    /// True if the log begins a new file during the fault.
    pub(crate) rotates: bool,
    /// A part of the line that the program writes to standard error when the fault begins; `None`: no line.
    pub(crate) told: Option<String>,
    /// A part of the line that the program writes to standard error when the fault ends; `None`: no line.
    pub(crate) told_over: Option<String>,
    /// True if the server accepts no new client during the fault.
    pub(crate) shuts_out: bool,
    /// True if the journals cannot be written during the fault. The server then tells its clients so.
    pub(crate) unsaved: bool,
    pub(crate) has_clock: bool,
}

/// The system calls that fail, as arguments of [`chuhe_tests::shim::Shim::fail`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Failure {
    calls: Vec<String>,
    path: String,
    /// The name of the error without the first letter `E`; `None`: the calls hang.
    error: Option<String>,
    #[serde(default)]
    room: i64,
}

impl Failure {
    fn error(&self) -> Option<Errno> {
        self.error.as_deref().map(|name| match name {
            "ACCES" => Errno::ACCESS,
            "CONNABORTED" => Errno::CONNABORTED,
            "IO" => Errno::IO,
            "NFILE" => Errno::NFILE,
            "NOSPC" => Errno::NOSPC,
            other => panic!("{other} is no error of the table"),
        })
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Act {
    TakeEveryDescriptor,
    WaitAtTheDoor,
    BreakConnections,
    ConnectAndIdle,
    StandStill,
}

impl FaultCase {
    /// True if the server can open a file while the fault lasts.
    pub(crate) const fn leaves_descriptors(&self) -> bool {
        !matches!(self.act, Some(Act::TakeEveryDescriptor))
    }

    pub(crate) fn come(&self, world: &mut World) {
        for failure in &self.fails {
            world.shim.fail(&failure.calls, &failure.path, failure.error(), failure.room);
        }
        world.home.run(&self.start);
        match self.act {
            None => {}
            Some(Act::TakeEveryDescriptor) => take_every_descriptor(world),
            Some(Act::WaitAtTheDoor) => {
                world.others = vec![world.client()];
                world.shim.wait();
            }
            Some(Act::BreakConnections) => break_connections(world),
            Some(Act::ConnectAndIdle) => connect_and_idle(world),
            Some(Act::StandStill) => stand_still(world),
        }
    }

    pub(crate) fn go(&self, world: &mut World) {
        world.shim.heal();
        world.home.run(&self.end);
        match self.act {
            Some(Act::TakeEveryDescriptor) => {
                world.limit(Resource::Nofile, None);
                are_answered(world);
            }
            Some(Act::ConnectAndIdle) => world.others.clear(),
            _ => {}
        }
    }
}

fn take_every_descriptor(world: &mut World) {
    world.limit(Resource::Nofile, Some(world.files() as u64));
    // The server has no descriptor for these clients, so they wait to be accepted.
    ask(world);
    wait_until("it is told", || world.is_logged("no client can be let in for now"));
}

fn break_connections(world: &mut World) {
    for _ in 0..100 {
        let mut client = world.client();
        client.send("Move:7,7:7,4\nHint\nMo");
        client.reset_when_dropped();
    }
}

fn connect_and_idle(world: &mut World) {
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
}

fn stand_still(world: &mut World) {
    world.served().signal(Signal::STOP);
    wait_until("every thread stands still", || world.stands_still());
    // While the program stands still, the system queues the clients.
    ask(world);
    let other = &world.others[0].stream;
    other.set_read_timeout(Some(Duration::from_millis(100))).expect("a socket");
    assert!(std::io::Read::read(&mut &*other, &mut [0]).is_err(), "it stands still");
    other.set_read_timeout(Some(PATIENCE)).expect("a socket");
    world.served().signal(Signal::CONT);
    are_answered(world);
}

fn ask(world: &mut World) {
    world.others = (0..20).map(|_| world.client()).collect();
    world.others.iter_mut().for_each(|client| client.send("Status\n"));
}

fn are_answered(world: &mut World) {
    world.others.iter_mut().for_each(|client| assert_eq!(client.line(), "Status:red\n"));
}
