//! Lets several clients play on one server, with named, resumed, deleted and ended games, restarts and torn journals.
//! Every line that a client gets must equal the line that a model predicts.
#![no_main]

use chuhe_core::{AnyPosition, Game, Position, Side};
use chuhe_host::Team;
use chuhe_tests::choices::Choices;
use chuhe_tests::player::MAPS;
use chuhe_tests::replies;
use chuhe_tests::tcp::{Client, Server, Setup, scripts};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::sync::LazyLock;
use tempfile::TempDir;

/// The names that clients want to give to games. The server refuses the last one, which is reserved for a shared game.
const NAMES: [&str; 4] = ["a", "b-2", "c_c", "shared"];

const CLIENTS: usize = 3;

static TEAM: LazyLock<Team> = LazyLock::new(|| Team::load(&scripts()).expect("maps"));

fn start(map: &str) -> Game<AnyPosition> {
    TEAM.map(map).expect("a map").game()
}

struct Table {
    game: Game<AnyPosition>,
    name: Option<&'static str>,
    is_end_told: bool,
}

struct Guest {
    client: Client,
    table: usize,
}

/// The server, its folder, and a model of both.
struct Hall {
    folder: TempDir,
    /// The server is `None` only during a restart.
    server: Option<Server>,
    guests: [Option<Guest>; CLIENTS],
    tables: BTreeMap<usize, Table>,
    next: usize,
    /// The games that are stored in the folder but played by no client.
    kept: BTreeMap<&'static str, Game<AnyPosition>>,
}

impl Hall {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Some(serve(&folder));
        let (tables, kept) = (BTreeMap::new(), BTreeMap::new());
        Self { folder, server, guests: [const { None }; CLIENTS], tables, next: 0, kept }
    }

    fn guest(&mut self, number: usize) -> &mut Guest {
        self.guests[number].as_mut().expect("it is connected")
    }

    fn table(&mut self, number: usize) -> &mut Table {
        let table = self.guest(number).table;
        self.tables.get_mut(&table).expect("it is played")
    }

    fn set(&mut self, game: Game<AnyPosition>, name: Option<&'static str>) -> usize {
        self.tables.insert(self.next, Table { game, name, is_end_told: false });
        self.next += 1;
        self.next - 1
    }

    fn connect(&mut self, number: usize) {
        if self.guests[number].is_none() {
            let table = self.set(start("manual"), None);
            let client = self.server.as_ref().expect("it runs").client();
            self.guests[number] = Some(Guest { client, table });
            self.expect(number, "Ping", "Pong");
        }
    }

    fn expect(&mut self, number: usize, command: &str, reply: &str) {
        assert_eq!(self.guest(number).client.ask(command), reply, "{command}");
    }

    fn hear(&mut self, table: usize, except: Option<usize>, line: &str) {
        for (number, guest) in self.guests.iter_mut().enumerate() {
            if let Some(guest) = guest.as_mut().filter(|guest| guest.table == table)
                && Some(number) != except
            {
                assert_eq!(guest.client.line().trim_end(), line);
            }
        }
    }

    /// Sends a command that must change the game to `game`. If `game` is `None`, the server must refuse the command.
    fn change(&mut self, number: usize, command: &str, game: Option<Game<AnyPosition>>) {
        let Some(game) = game else { return self.expect(number, command, "False") };
        self.expect(number, command, "True");
        let (table, board) = (self.guest(number).table, replies::board(&game));
        self.table(number).game = game;
        self.hear(table, Some(number), &format!("CurrentBoard:{board}"));
        self.settle(table);
    }

    /// Checks that the server tells all clients of a table of the game's end, or of the computer's move if it is due.
    fn settle(&mut self, number: usize) {
        let Table { game, is_end_told, .. } = &mut self.tables.get_mut(&number).expect("a table");
        let is_over = game.ending().is_some();
        if is_over && !std::mem::replace(is_end_told, true) {
            let end = replies::status(game);
            return self.hear(number, None, end);
        }
        *is_end_told = is_over;
        if !is_over && game.position().side() == Side::Black {
            let sits = |guest: &Option<Guest>| guest.as_ref().is_some_and(|it| it.table == number);
            let first = self.guests.iter().position(sits).expect("somebody is at the table");
            let line = self.guest(first).client.line().trim_end().to_owned();
            let table = self.table(first);
            table.game = replies::after_computer(&table.game, &line);
            self.hear(number, Some(first), &line);
            self.settle(number);
        }
    }

    fn play(&mut self, number: usize, choices: &mut Choices<'_>) {
        let game = &self.table(number).game;
        match replies::legal_moves(game).as_slice() {
            [] => self.expect(number, "Move:9,4:8,4", "False"),
            moves => {
                let mv = choices.pick(moves);
                let command = replies::command(game.position(), mv);
                let after = replies::after(game, mv);
                self.change(number, &command, Some(after));
            }
        }
    }

    fn compare(&mut self, number: usize) {
        for (question, reply) in replies::questions(&self.table(number).game) {
            self.expect(number, question, &reply);
        }
    }

    fn played(&self, name: &str) -> Option<usize> {
        self.tables.iter().find(|(_, table)| table.name == Some(name)).map(|(&number, _)| number)
    }

    fn clients(&self, table: usize) -> usize {
        self.guests.iter().flatten().filter(|guest| guest.table == table).count()
    }

    fn name(&mut self, number: usize, name: &'static str, written: &str) {
        let is_free = self.played(name).is_none() && !self.kept.contains_key(name);
        let table = self.table(number);
        let can_be = is_free && table.name.is_none() && name != "shared";
        if can_be {
            table.name = Some(name);
        }
        self.expect(number, &format!("Name:{written}"), if can_be { "True" } else { "False" });
    }

    fn resume(&mut self, number: usize, name: &'static str, written: &str) {
        let command = format!("Resume:{written}");
        let table = match self.played(name) {
            Some(table) => table,
            None => match self.kept.remove(name) {
                Some(game) => self.set(game, Some(name)),
                None => return self.expect(number, &command, "False"),
            },
        };
        let is_new = self.clients(table) == 0;
        self.expect(number, &command, "True");
        let left = std::mem::replace(&mut self.guest(number).table, table);
        if is_new {
            self.settle(table);
        }
        self.clear(left);
    }

    fn delete(&mut self, number: usize, name: &'static str, written: &str) {
        let own = self.guest(number).table;
        let is_deleted = match self.played(name) {
            Some(table) => table == own && self.clients(own) == 1,
            None => self.kept.remove(name).is_some(),
        };
        if is_deleted && self.table(number).name == Some(name) {
            self.table(number).name = None;
        }
        let reply = if is_deleted { "True" } else { "False" };
        self.expect(number, &format!("Delete:{written}"), reply);
    }

    fn list(&mut self, number: usize) {
        let played = self.tables.values().filter_map(|table| table.name);
        let mut names: Vec<_> = played.chain(self.kept.keys().copied()).collect();
        names.sort_unstable();
        let names: String = names.iter().map(|name| format!("{name};")).collect();
        self.expect(number, "Games", &format!("Games:{names}"));
    }

    fn clear(&mut self, number: usize) {
        if self.clients(number) == 0
            && let Some(Table { game, name: Some(name), .. }) = self.tables.remove(&number)
        {
            self.kept.insert(name, game);
        }
    }

    /// Ends the connection of a client with `Quit` or by closing it, and waits until the server has closed it, too.
    fn leave(&mut self, number: usize, says_quit: bool) {
        if says_quit {
            self.expect(number, "Quit", "True");
        } else {
            self.guest(number).client.half_close();
        }
        self.guest(number).client.closed();
        let guest = self.guests[number].take().expect("it is connected");
        self.clear(guest.table);
    }

    /// Restarts the server. `torn` selects a journal whose last line is cut, as a killed server can leave it.
    fn restart(&mut self, torn: Option<(&'static str, u8)>) {
        let last = self.guests.each_ref().map(|guest| guest.as_ref().map(|guest| guest.table));
        drop(self.server.take());
        self.guests = [const { None }; CLIENTS];
        last.into_iter().flatten().for_each(|table| self.clear(table));
        if let Some((name, cut)) = torn
            && let Some(game) = self.kept.get_mut(name)
            && !game.moves().is_empty()
        {
            let path = self.folder.path().join(format!("game-{name}.journal"));
            let text = fs::read_to_string(&path).expect("a journal");
            // A torn last line stays until the game is resumed. Such a journal is not cut again.
            if let Some(text) = text.strip_suffix('\n') {
                let (_, line) = text.rsplit_once('\n').expect("a move");
                let left = text.len() - usize::from(cut) % (line.len() + 1);
                let file = OpenOptions::new().write(true).open(path).expect("a journal");
                file.set_len(left as u64).expect("a file can be cut");
                game.go_to(game.moves().len() - 1);
            }
        }
        self.server = Some(serve(&self.folder));
    }

    fn is_quiet(&mut self) {
        for number in 0..CLIENTS {
            if self.guests[number].is_some() {
                self.expect(number, "Ping", "Pong");
            }
        }
    }

    fn act(&mut self, choices: &mut Choices<'_>) {
        let number = usize::from(choices.byte()) % CLIENTS;
        self.connect(number);
        let act = choices.byte() % 32;
        let name = choices.pick(&NAMES);
        let written = if act % 2 == 0 { name.to_owned() } else { name.to_ascii_uppercase() };
        match act {
            0..12 => self.play(number, choices),
            12..14 => {
                let undone = replies::after_undo(&self.table(number).game);
                self.change(number, "Undo", undone);
            }
            14..18 => self.name(number, name, &written),
            18..23 => self.resume(number, name, &written),
            23 | 24 => self.delete(number, name, &written),
            25 => self.list(number),
            26 => self.compare(number),
            27 => {
                let map = choices.pick(&MAPS);
                self.change(number, &format!("NewGame:{map}"), Some(start(map)));
            }
            28..31 => self.leave(number, act == 28),
            _ => self.restart(Some((name, choices.byte()))),
        }
        self.is_quiet();
    }
}

/// Starts a server that answers at once, because its computer searches only 20 positions.
fn serve(folder: &TempDir) -> Server {
    let line = format!("manual --nodes 20 --journal {}", folder.path().display());
    Server::start(&Setup::new(&line))
}

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let mut hall = Hall::new();
    // Longer runs would not test more.
    for _ in 0..64 {
        if choices.is_empty() {
            break;
        }
        hall.act(&mut choices);
    }
    hall.restart(None);
    for name in NAMES {
        hall.connect(0);
        hall.resume(0, name, name);
        hall.compare(0);
    }
});
