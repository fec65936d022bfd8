//! The program from its start to its end: messages, exit statuses, limits, kept games, a whole game.

#[cfg(target_os = "linux")]
use crate::home::piped;
use crate::home::{FOR_EVER, Home, end, ended, play, program};
use chuhe_core::{Limits, NoMonitor};
use chuhe_host::{Team, Thinker};
use chuhe_tcp::options::Options;
use chuhe_tests::player::Player;
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::replies;
use chuhe_tests::served::Served;
use chuhe_tests::tcp::Client;
use chuhe_tests::web::response;
use clap::CommandFactory;
use rustix::process::Signal;
use std::fs;
use std::net::{SocketAddr, TcpListener};
#[cfg(target_os = "linux")]
use std::{process::Command, thread};

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(None, help_names_every_option_and_exit_status),
        test(None, the_program_serves_its_figures_over_http),
        test(None, what_cannot_start_is_one_line_and_status_1),
        test(None, without_a_file_it_runs_and_says_so_once),
        test(None, the_home_folder_is_in_the_environment_or_the_current_one),
        test(None, signals_end_a_search_flush_the_log_and_give_status_0),
        #[cfg(target_os = "linux")]
        test(None, the_limit_of_open_files_is_raised_for_all_clients),
        #[cfg(target_os = "linux")]
        test(None, a_thousand_names_at_once_take_few_threads),
        test(None, a_named_game_outlives_its_killed_server),
        test(None, a_shared_game_outlives_its_killed_server_and_has_one_server_at_a_time),
        test(None, kept_games_are_limited_and_broken_ones_are_told_of_once),
        test(None, a_recorded_session_is_played_again_from_either_side),
        test(None, a_session_that_the_server_ended_is_played_again),
        test(None, a_script_plays_mymap_to_the_end),
    ]
}

/// A home folder with the repository's own maps and a bad one.
fn home() -> Home {
    let home = Home::with("");
    let own = include_str!("../../../conf/team.properties");
    let bad = "\nbad = 0,3,bx0;0,4,bb0;9,4,rb0\n";
    fs::write(home.path("conf/team.properties"), format!("{own}{bad}")).expect("a file");
    home
}

fn help_names_every_option_and_exit_status() {
    let home = home();
    let (help, errors, status) = ended(&mut home.command(&["--help"]));
    assert_eq!((errors.as_str(), status), ("", Some(0)));
    let names = Options::command();
    let names = names.get_arguments().filter_map(|arg| arg.get_long()).map(|it| format!("--{it}"));
    let words = ["[MAP]", "[default: 127.0.0.1:12345]", "always, second, never", "CHUHE_HOME"];
    for word in names.chain(words.map(str::to_owned)).chain(["Exit status:".to_owned()]) {
        assert!(help.contains(&word), "{word} is missing:\n{help}");
    }
}

fn the_program_serves_its_figures_over_http() {
    let home = home();
    let served = home.start(&["--metrics", "127.0.0.1:0"]);
    home.wait_for_log("workers\n");
    let log = home.log();
    let address = log.split_once("figures over HTTP at ").expect("an address").1;
    let address: SocketAddr = address.lines().next().expect("a line").parse().expect("an address");
    let mut client = served.client();
    assert_eq!(client.ask("Status"), "Status:red");
    assert_eq!(client.ask("NewGame"), "True");
    let text = response(address, b"GET /metrics HTTP/1.0\r\n\r\n");
    for figure in ["chuhe_clients 1", "chuhe_games_begun_total 2", "chuhe_draining 0"] {
        assert!(text.contains(&format!("\n{figure}\n")), "{text}");
    }
}

/// A Redis that is not there.
const SECRET: &str = "redis://:hush@[::1]:1";

fn what_cannot_start_is_one_line_and_status_1() {
    let home = home();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().map(|address| (taken, address.to_string())).expect("an address");
    let nameless = Home::with("");
    fs::write(nameless.path("conf/team.properties"), "a = b").expect("a file");
    let in_use = format!("cannot listen at {}: ", taken.1);
    for (home, arguments, fault) in [
        (&home, &["--bind", &taken.1][..], in_use.as_str()),
        (&home, &["--bind", "nonsense"], "cannot listen at nonsense: "),
        (&home, &["--bind", "127.0.0.1:0", "--metrics", &taken.1], in_use.as_str()),
        (&home, &["--bind", "127.0.0.1:0", "--record", "/dev/null"], "no records: /dev/null: "),
        (&home, &["--bind", "127.0.0.1:0", "--faults", "/dev/zero/x"], "/dev/zero/x: "),
        (&home, &["--bind", "127.0.0.1:0", "--journal", SECRET], "no journal: redis://[::1]:1: "),
        (&home, &["nosuchmap"], "no map nosuchmap: "),
        (&home, &["bad"], "Invalid map: bad: bx0 at 0,3: an elephant cannot stand there"),
        (&nameless, &[], "the key Teamname is missing"),
    ] {
        let (said, errors, status) =
            ended(program().arg("--home").arg(home.folder()).args(arguments));
        assert_eq!((said.as_str(), status), ("", Some(1)), "{errors}");
        assert!(errors.starts_with("chuhe-tcp: ") && errors.contains(fault), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(home.log().contains(fault), "it is logged, too");
        assert!(!home.log().contains("hush"), "no password is");
    }
    let (_, errors, _) = ended(&mut home.command(&["nosuchmap"]));
    assert!(errors.contains("chariot-advisors, exchange, horse-soldier"), "{errors}");
}

fn without_a_file_it_runs_and_says_so_once() {
    let home = Home::empty();
    let served = home.start(&[]);
    assert!(served.greeting.contains("the start position of xiangqi, level 5"));
    assert!(served.client().ask("RequestBoard").starts_with("RequestBoard:0,0,bj0;"));
    let errors = end(served);
    assert_eq!(errors.matches("team.properties").count(), 1, "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

fn the_home_folder_is_in_the_environment_or_the_current_one() {
    let home = home();
    let [mut variable, mut current, mut empty] = [program(), program(), program()];
    variable.env("CHUHE_HOME", home.folder());
    current.current_dir(home.folder());
    empty.current_dir(home.folder()).env("CHUHE_HOME", "");
    for mut command in [variable, current, empty] {
        command.args(["moon", "--bind", "127.0.0.1:0"]);
        let served = Served::start(command);
        let board = "RequestBoard:1,3,bj0;2,3,bb0;4,4,rp0;6,4,rj0;9,4,rb0;";
        assert_eq!(served.client().ask("RequestBoard"), board);
        end(served);
    }
    assert_eq!(home.log().matches("team \"楚河\"").count(), 3);
}

fn signals_end_a_search_flush_the_log_and_give_status_0() {
    for signal in [Signal::INT, Signal::TERM] {
        let home = home();
        let options = [&FOR_EVER[..], &["--drain=0", "--log-level=debug"]].concat();
        let served = home.start(&options);
        let mut clients: Vec<Client> = (0..20).map(|_| served.client()).collect();
        for client in &mut clients {
            assert_eq!(client.ask("Move:7,7:7,4"), "True");
        }
        clients[0].send("Status\nHint\n");
        assert_eq!(clients[0].line(), "Status:black\n");
        assert_eq!(clients[0].line(), "False\n");
        let (status, errors) = served.end_by(signal);
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        let log = home.log();
        assert_eq!(log.matches("h2e2 炮二平五").count(), 20, "{log}");
        assert!(log.contains("Status -> Status:black"), "{log}");
        assert!(log.trim_end().ends_with("chuhe-tcp ends"), "{log}");
        clients.iter_mut().for_each(Client::closed);
    }
}

/// The limit of open files follows from the greatest number of clients, as far as the system allows.
#[cfg(target_os = "linux")]
fn the_limit_of_open_files_is_raised_for_all_clients() {
    for (limits, allowed, warnings) in [
        ("ulimit -Sn 300", 1252, 0),
        ("ulimit -Sn 1252", 1252, 0),
        ("ulimit -Sn 1400", 1400, 0),
        ("ulimit -Sn 300; ulimit -Hn 1252", 1252, 0),
        ("ulimit -Sn 300; ulimit -Hn 1251", 1251, 1),
    ] {
        let home = home();
        let program = home.command(&["--max-clients", "100"]);
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")]);
        shell.arg(program.get_program()).args(program.get_args());
        let served = Served::start(piped(shell));
        let table = fs::read_to_string(format!("/proc/{}/limits", served.pid())).expect("limits");
        let line = table.lines().find(|line| line.starts_with("Max open files")).expect("a limit");
        let soft = line.split_whitespace().nth(3).expect("a number");
        assert_eq!(soft.parse(), Ok(allowed), "{limits}: {line}");
        end(served);
        let log = home.log();
        let warning = "1252 open files for 100 clients, but the system allows 1251";
        assert_eq!(log.matches(warning).count(), warnings, "{limits}: {log}");
        assert_eq!(log.matches("open files").count(), warnings, "{limits}: {log}");
    }
}

/// Each name waits for the threads of the disk, and nobody else does.
#[cfg(target_os = "linux")]
fn a_thousand_names_at_once_take_few_threads() {
    let (home, games) = (home(), Home::empty());
    let served = home.start(&["--fsync", "never", "--journal", &games.text("")]);
    let mut other = served.client();
    let mut clients: Vec<Client> = (0..1000).map(|_| served.client()).collect();
    for command in ["Name", "Delete"] {
        for (number, client) in clients.iter_mut().enumerate() {
            client.send(format!("{command}:g{number}\n"));
        }
        assert_eq!(other.ask("Ping"), "Pong");
        let tasks = fs::read_dir(format!("/proc/{}/task", served.pid())).expect("it runs").count();
        assert!(tasks < 20 + 2 * thread::available_parallelism().map_or(1, usize::from), "{tasks}");
        clients.iter_mut().for_each(|client| assert_eq!(client.line(), "True\n"));
    }
}

/// Killed while it writes and thinks: what was played goes on where it was left.
fn a_named_game_outlives_its_killed_server() {
    let (home, games) = (home(), Home::empty());
    let folder = &*games.text("");
    let serve = |arguments: &[&str]| home.start(&[&["--journal", folder], arguments].concat());
    let thinking = serve(&[&FOR_EVER[..], &["--fsync", "always"]].concat());
    let mut client = thinking.client();
    assert_eq!(client.ask("Name:lunch"), "True");
    assert_eq!(client.ask("Move:7,7:7,4"), "True");
    let other = serve(&["--nodes", "100", "--workers", "1", "--fsync", "never"]);
    let mut client = other.client();
    assert_eq!(client.ask("Resume:lunch"), "Moved");
    // Dropped, it is killed by SIGKILL.
    drop(thinking);
    let journal = games.path("game-lunch.journal");
    let half = fs::read_to_string(&journal).expect("a journal") + "h9";
    fs::write(&journal, half).expect("a journal");
    assert_eq!(client.ask("Resume:lunch"), "True");
    assert!(client.line().starts_with("CurrentBoard:"), "it is the computer's turn");
    let moves = client.ask("Moves");
    let (first, answer) = moves.split_once(' ').expect("two moves");
    assert_eq!(first, "Moves:h2e2");
    drop(other);
    let journal = fs::read_to_string(journal).expect("a journal");
    assert!(journal.ends_with(&format!("\nh2e2\n{answer}\n")), "{journal}");
}

fn a_shared_game_outlives_its_killed_server_and_has_one_server_at_a_time() {
    let (home, games) = (home(), Home::empty());
    let folder = &*games.text("");
    let options = ["moon", "--shared", "--nodes", "9", "--fsync", "never", "--journal", folder];
    let shared = || home.command(&options);
    let served = Served::start(shared());
    let mut client = served.client();
    play(&mut client, "4,4:0,4");
    let moves = client.ask("Moves");
    assert_eq!(moves.split(' ').count(), 2, "{moves}");
    let (_, errors, status) = ended(&mut shared());
    assert_eq!(status, Some(1));
    assert!(errors.ends_with("game-shared.journal: another server plays this game\n"), "{errors}");
    drop(served);
    let served = Served::start(shared());
    assert_eq!(served.client().ask("Moves"), moves);
    drop(served);
    let path = games.path("game-shared.journal");
    fs::write(&path, "chuhe-journal 1\n").expect("a journal");
    let (_, errors, status) = ended(&mut shared());
    assert_eq!(status, Some(1));
    assert!(errors.contains("game-shared.journal: line 1: expected `chuhe-journal 1`"), "{errors}");
}

fn kept_games_are_limited_and_broken_ones_are_told_of_once() {
    let (home, games) = (home(), Home::empty());
    let folder = &*games.text("");
    let options = ["--journal", folder, "--max-games", "2", "--fsync", "never"];
    let served = home.start(&options);
    let mut clients = [served.client(), served.client(), served.client()];
    assert_eq!(clients[0].ask("Name:one"), "True");
    assert_eq!(clients[1].ask("Name:two"), "True");
    for name in ["Name:three", "Name:four"] {
        assert_eq!(clients[2].ask(name), "False");
    }
    end(served);
    let warning = "2 games or more are kept here";
    assert_eq!(home.log().matches(warning).count(), 1, "said once, not for each client");
    fs::write(games.path("game-two.journal"), "chuhe-journal 1 xiangqi").expect("a file");
    let served = home.start(&options);
    let mut client = served.client();
    for _ in 0..3 {
        assert_eq!(client.ask("Resume:two"), "False");
    }
    end(served);
    let log = home.log();
    assert_eq!(log.matches("game-two.journal: line 1: the line has no end").count(), 1, "{log}");
}

fn a_recorded_session_is_played_again_from_either_side() {
    let home = Home::of_scripts();
    let folder = home.text("records");
    let start = |map| home.start(&[map, "--record", &folder]);
    let play = |client: &mut Client| {
        assert_eq!(client.ask("\\a\u{1}"), "CMD_FORMAT_ERROR");
        client.send("Move:2,8:0,8\r\n");
        assert_eq!([client.line(), client.line()], ["True\r\n", "win:r\r\n"]);
        client.send("Quit");
        client.half_close();
        assert_eq!(client.bytes(4), b"True");
        client.closed();
    };
    let served = start("mate");
    play(&mut served.client());
    end(served);
    let file = format!("{folder}/run-1/1.txt");
    let record = fs::read_to_string(&file).expect("a record");
    assert_eq!(
        record.split_once('\n').expect("two lines").1,
        "> \\\\a\\x01\n< CMD_FORMAT_ERROR\nend crlf\n> Move:2,8:0,8\n< True\n< win:r\n\
         end nothing\n> Quit\nhalf-close\n< True\nclosed\n"
    );
    fs::write(&file, format!("\u{feff}{record}")).expect("an editor writes a byte order mark");
    for (map, fault) in [("mate", ""), ("shuffle", "1.txt:6: < True: instead came \"False\\r\\n\"")]
    {
        let served = start(map);
        let (_, errors, status) =
            ended(program().args(["replay", &file, &served.address.to_string()]));
        assert_eq!(status, Some(i32::from(!fault.is_empty())), "{errors}");
        assert!(errors.replace("\\\\", "\\").contains(fault), "{errors}");
    }
    assert!(home.path("records/run-3").is_dir(), "each server has a folder of its own");
    let mut served = player(&file);
    play(&mut served.client());
    assert!(served.wait().success());
    let mut served = player(&file);
    served.client().send("Status\n");
    assert_eq!(served.wait().code(), Some(1));
}

/// A program that plays the server of a record.
fn player(file: &str) -> Served {
    let mut command = program();
    command.args(["replay", file, "--bind", "127.0.0.1:0"]);
    Served::start(command)
}

/// Two sessions were ended by faults on demand, and one by the end of the server.
fn a_session_that_the_server_ended_is_played_again() {
    let home = Home::of_scripts();
    let [folder, faults] = ["records", "faults.toml"].map(|name| home.text(name));
    let cuts = [("Ping", 2), ("Undo", 6)];
    let text = cuts.map(|(word, cut)| format!("[[fault]]\ncommand = '{word}'\ncut = {cut}\n"));
    fs::write(&faults, text.concat()).expect("a file");
    let options = ["mate", "--faults", &faults, "--record", &folder];
    let sessions = [
        ("> Ping\nend nothing\n< Po\nclosed\n", "Ping\n", "Po"),
        ("> Status\n< Status:red\nserver-only\nclosed\n", "Status\n", "Status:red\n"),
        ("end crlf\n> Undo\nend nothing\n< False\\r\nclosed\n", "Undo\r\n", "False\r"),
    ];
    let client_of = |served: &Served, command: &str, reply: &str| {
        let mut client = served.client();
        client.send(command);
        assert_eq!(client.bytes(reply.len()), reply.as_bytes());
        client
    };
    let served = home.start(&options);
    let clients = sessions.map(|(_, command, reply)| client_of(&served, command, reply));
    end(served);
    clients.into_iter().for_each(|mut client| client.closed());
    for (number, (lines, command, reply)) in (1..).zip(sessions) {
        let file = format!("{folder}/run-1/{number}.txt");
        let record = fs::read_to_string(&file).expect("a record");
        assert_eq!(record.split_once('\n').expect("two lines").1, lines);
        let served = home.start(&options);
        let (_, errors, status) =
            ended(program().args(["replay", &file, &served.address.to_string()]));
        assert_eq!(status, Some(0), "{errors}");
        let mut player = player(&file);
        client_of(&player, command, reply).closed();
        assert!(player.wait().success());
    }
}

/// The main job. A script plays Red on `mymap` against the computer until one side has won. After a
/// draw it plays another game, and looks at more positions.
fn a_script_plays_mymap_to_the_end() {
    let home = home();
    let options = ["mymap", "--level", "0", "--workers", "1"];
    let served = home.start(&options);
    let map = Team::load(home.folder()).expect("the maps").map("mymap").expect("a map");
    let (number, player) = (1..=5)
        .map(|number| {
            let mut player = Player::new(served.client(), map.game());
            play_to_the_end(&mut player, 20_000 * number);
            (number, player)
        })
        .find(|(_, player)| player.game.ending().is_some_and(|ending| ending.winner.is_some()))
        .expect("one of five games is won");
    let pid = served.pid();
    end(served);
    let log = home.log();
    for (ply, _) in (1..).zip(player.game.moves()) {
        let record = format!(" INFO  chuhe-tcp[{pid}]: game {number}: {ply}. ");
        assert!(log.contains(&record), "ply {ply}");
    }
    assert!(log.contains(" wins after "), "{log}");
}

/// Plays Red to the end of the game, looking at `nodes` positions a move.
fn play_to_the_end(player: &mut Player, nodes: u64) {
    let mut thinker = Thinker::new(4, 1).expect("memory");
    player.compare();
    while player.game.ending().is_none() {
        let limits = Limits { nodes, ..Limits::default() };
        let game = &player.game;
        let found = thinker.think(game.position(), game.past(), &limits, &mut NoMonitor);
        player.play(found.best().expect("a move, as the game is not over"));
        let board = format!("RequestBoard:{}", replies::board(&player.game));
        player.expect("RequestBoard", &board);
        assert!(player.game.moves().len() < 600, "it takes for ever");
    }
    player.compare();
    player.expect("Move:0,0:0,1", "False");
}
