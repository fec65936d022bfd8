//! Tests the program `chuhe-tcp` during faults of disk, log, clock, descriptors, memory or network. Each fault begins
//! and ends while games are played. Then the program is killed and restarted, and every named game must continue.

mod clients;
mod memory;
mod table;
mod world;

use chuhe_tests::programs::{Trial, test, test_named};
use chuhe_tests::wait::wait_until;
use clients::{Guests, fill_the_log};
use rustix::process::Signal;
use table::{FaultCase, faults};
use world::{World, clock_library};

/// The allowed growth of the program's resident memory during a fault, in KiB.
const GROWTH: u64 = 16 << 10;

pub(crate) fn tests() -> Vec<Trial> {
    let fault = |fault: FaultCase| {
        let needs_clock = fault.has_clock && clock_library().is_none();
        test_named(
            &format!("faults::{}", fault.name),
            needs_clock.then(|| "libfaketime".to_owned()),
            move || every_fault_comes_and_goes(&fault),
        )
    };
    let mut tests: Vec<Trial> = faults().into_iter().map(fault).collect();
    tests.push(test(None, a_server_ends_although_its_disk_hangs));
    tests.push(test(None, memory::without_memory_the_program_aborts_and_no_move_is_lost));
    tests
}

fn every_fault_comes_and_goes(fault: &FaultCase) {
    let options: Vec<_> = fault.options.iter().map(String::as_str).collect();
    let mut world = World::start(&options, fault.has_clock);
    let mut guests = Guests::connect(&world, fault.name.len() as u64);
    let mut loud = world.client();
    guests.play(true);
    assert_eq!(loud.ask("Ping"), "Pong");
    let (files, memory) = (world.files(), world.memory());

    fault.come(&mut world);
    fill_the_log(&mut loud, fault.records.max(100));
    guests.play(fault.leaves_descriptors());
    wait_until("the log fails or begins a new file", || {
        fill_the_log(&mut loud, 500);
        let is_told = fault.told.as_ref().is_none_or(|line| count(&world.errors(), line) == 1);
        is_told && (!fault.rotates || world.home.path("logs/chess.1.log").exists())
    });
    is_as_expected(fault, &world, &mut guests);
    if fault.unsaved {
        assert_eq!(loud.ask("Name:loud"), "False");
    }

    fault.go(&mut world);
    guests.play(true);
    assert_eq!(world.client().ask("Status"), "Status:red");
    is_over(fault, &world, &mut guests);
    assert_eq!(loud.ask("Name:loud"), "True");
    assert_eq!(world.journals(), ["game-loud.journal", "game-lunch.journal", "game-tea.journal"]);

    world.others.clear();
    // The new journal of the game `loud` keeps one more descriptor open.
    wait_until("no descriptor is left open", || world.files() <= files + 1);
    let grown = world.memory().saturating_sub(memory);
    assert!(grown <= GROWTH, "the memory grew by {grown} KiB");
    world.restart();
    guests.resume(&world);
    guests.play(true);
    assert_eq!(world.end(), Some(0));
    let lines = [&fault.told, &fault.told_over].into_iter().flatten().count();
    assert_eq!(world.errors().len(), lines, "{:#?}", world.errors());
}

/// Sends two signals: the first makes the server wait until its clients leave, the second ends the server at once. A
/// pipe in the folder of games must not be read as a game.
fn a_server_ends_although_its_disk_hangs() {
    let mut world = World::start(&["--drain", "86400"], false);
    let mut clients = [world.client(), world.client()];
    world.home.run("mkfifo games/game-pipe.journal");
    assert_eq!(clients[1].ask("Resume:pipe"), "False");
    assert_eq!(clients[0].ask("Name:lunch"), "True");
    world.shim.fail(&["write", "create", "sync"], "/games", None, 0);
    clients[0].send("Move:7,7:7,4\n");
    clients[1].send("Name:tea\n");
    world.shim.wait();
    world.served().signal(Signal::TERM);
    wait_until("it ends", || world.is_logged("SIGTERM: the server ends"));
    assert_eq!(world.end(), Some(0));
}

fn is_as_expected(fault: &FaultCase, world: &World, guests: &mut Guests) {
    if !fault.shuts_out {
        assert_eq!(world.client().ask("Status"), "Status:red");
    }
    assert_eq!(guests.are_kept(world), !fault.unsaved, "whether the journals are written");
    guests.wait_for(if fault.unsaved { &["Journal:failed"] } else { &[] });
}

fn is_over(fault: &FaultCase, world: &World, guests: &mut Guests) {
    if let Some(line) = &fault.told_over {
        wait_until(line, || count(&world.errors(), line) == 1);
    }
    wait_until("the journals are whole", || guests.are_kept(world));
    guests.wait_for(if fault.unsaved { &["Journal:failed", "Journal:ok"] } else { &[] });
    // New records are lost until the log has written the records that waited during the fault.
    let mut client = world.client();
    wait_until("the log goes on", || {
        assert_eq!(client.ask("NewGame:is-it-over"), "False");
        world.is_logged("is-it-over")
    });
    let log = world.log();
    let told = if fault.unsaved { guests.named.len() } else { 0 };
    assert_eq!(count(&log, "its journal is tried again"), told);
    assert_eq!(count(&log, "the journal is complete again"), told);
}

fn count(lines: &[String], text: &str) -> usize {
    lines.iter().filter(|line| line.contains(text)).count()
}
