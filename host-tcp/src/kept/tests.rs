use super::*;
use crate::addresses::AddressLimits;
use crate::config::{Client, Config};
use crate::game::{ClientGame, GameEvent, SharedGame, Watcher};
use crate::games::Games;
use crate::late_command::LateCommand;
use crate::lines::{Frame, LineEnd, Reply};
use crate::outbox::Outbox;
use crate::session::Session;
use crate::stream::Peer;
use chuhe_core::Position;
use chuhe_core::rules::Rules;
use chuhe_host::journal::{self, JournalOptions};
use chuhe_host::{Strength, Team};
use chuhe_tests::script::ScriptLine::{self, Directive};
use chuhe_tests::script::{self, number};
use chuhe_tests::wait::{PATIENCE, wait_until};
use std::fs;
use std::path::PathBuf;
use std::task::{Context, Waker};
use tempfile::TempDir;

fn client() -> Client {
    Client { number: 1, peer: Peer::Inet(([127, 0, 0, 1], 1).into()) }
}

/// The clients of kept games in a temporary folder, and a computer that answers at once.
struct World {
    guests: HashMap<String, Guest>,
    kept: Arc<KeptGames>,
    opponent: Opponent,
    folder: TempDir,
    refusal: String,
    /// A job hangs until this sender is dropped. The time is that at which the job began to hang.
    hanging: Option<(Sender<()>, Instant)>,
}

/// A client, and the lines that were sent to it. The field `game` keeps the game alive after the client has left,
/// as a pending callback of the computer may do.
struct Guest {
    named: Option<NamedGame>,
    game: Arc<ServerGame>,
    outbox: Arc<Outbox>,
    heard: Vec<u8>,
}

impl Guest {
    fn of(named: NamedGame) -> Self {
        let outbox = Arc::new(Outbox::new(client(), Arc::default(), None));
        let game = Arc::clone(&named.game);
        game.watch(Arc::<Outbox>::clone(&outbox));
        Self { named: Some(named), game, outbox, heard: Vec::new() }
    }

    fn line(&mut self) -> String {
        let mut context = Context::from_waker(Waker::noop());
        wait_until("a line", || {
            self.outbox.poll_send(&mut context, &mut self.heard).unwrap();
            self.heard.contains(&b'\n')
        });
        let end = self.heard.iter().position(|&byte| byte == b'\n').unwrap();
        String::from_utf8(self.heard.drain(..=end).collect()).unwrap()
    }

    /// Changes the game as another client does, so that this guest is notified.
    fn act(&self, mut act: impl FnMut(&mut dyn ClientGame)) {
        let client: Arc<dyn Watcher> = Arc::new(|_: GameEvent<'_>| ());
        self.game.with(&client, &mut act);
    }
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let opponent = Opponent::new(Strength { nodes: Some(50), ..Strength::default() });
        let kept = KeptGames::new(journals(&folder), opponent.clone()).unwrap();
        let (guests, refusal) = (HashMap::new(), String::new());
        Self { guests, kept, opponent, folder, refusal, hanging: None }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("games").join(format!("game-{name}.journal"))
    }

    fn games(&self) -> Games {
        let (opponent, kept) = (self.opponent.clone(), Some(Arc::clone(&self.kept)));
        Games::Own { opponent, map: Arc::new(Map::standard(Rules::default())), kept }
    }

    /// The number of moves in the journal of the game `t`.
    fn kept_moves(&self) -> usize {
        let text = fs::read_to_string(self.file("t")).unwrap();
        journal::read(text.as_bytes()).unwrap().moves().len()
    }

    /// Waits until all disk jobs are done.
    fn settle(&self) {
        self.kept.disk.wait(PATIENCE);
    }

    /// Obeys a script line that the server can refuse. The error is the reason for the refusal.
    fn ask(&mut self, word: &str, who: &str, name: &str) -> Result<(), String> {
        let named = match word {
            "name" => {
                let map = Arc::new(Map::standard(Rules::default()));
                self.kept.name(name, &ServerGame::new(1, map, &self.opponent))
            }
            "rename" => self.kept.name(name, &self.guests[who].game),
            "resume" => self.kept.resume(name, 2),
            "remove" => {
                let own = self.guests.get(who).map(|guest| &guest.game);
                return self.kept.remove(name, own).map_err(|error| error.to_string());
            }
            "elsewhere" => {
                let resumed = journals(&self.folder).resume(id(name));
                return resumed.map(drop).map_err(|error| error.fault.to_string());
            }
            _ => panic!("no such word"),
        };
        let named = named.map_err(|error| error.fault.to_string())?;
        self.guests.insert(who.to_owned(), Guest::of(named));
        Ok(())
    }
}

impl script::Session for World {
    fn run(&mut self, line: ScriptLine<'_>) {
        let Directive(word, rest) = line else { panic!("no such line") };
        let (who, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let [games, aside] = ["games", "aside"].map(|name| self.folder.path().join(name));
        match word {
            "play" => self.guests[who].act(|game| {
                let mv = game.game().position().legal_moves()[0];
                game.make_move(mv).unwrap();
            }),
            "takeback" => self.guests[who].act(|game| game.takeback().unwrap()),
            "restart" => self.guests[who].act(|game| game.restart(None)),
            "panic" => self.guests[who].act(|_| panic!("planted")),
            "leave" => {
                self.guests.get_mut(who).unwrap().named = None;
                self.settle();
            }
            "end" => self.games().sync(),
            "hears" => while !self.guests.get_mut(who).unwrap().line().starts_with(text) {},
            "next" => assert!(self.guests.get_mut(who).unwrap().line().starts_with(text)),
            "held" => assert!(self.guests[who].outbox.is_held()),
            "same" => assert!(Arc::ptr_eq(&self.guests[who].game, &self.guests[text].game)),
            "hide" => fs::rename(games, aside).unwrap(),
            "show" => fs::rename(aside, games).unwrap(),
            "delete-file" => fs::remove_file(self.file(rest)).unwrap(),
            "files" => assert_eq!(fs::read_dir(games).unwrap().count(), number::<usize>(rest)),
            "names" => assert_eq!(self.kept.names(None, 9).unwrap().join(" "), rest),
            "has" => assert!(self.kept_moves() >= number::<usize>(rest)),
            "becomes" => wait_until("the moves", || self.kept_moves() == number::<usize>(rest)),
            "hang" => {
                let (thaw, frozen) = channel::<()>();
                self.kept.disk.submit(rest, move || _ = frozen.recv());
                self.hanging = Some((thaw, Instant::now()));
            }
            "thaw" => self.hanging = None,
            "patience" => {
                let (_, since) = self.hanging.as_ref().unwrap();
                assert!(since.elapsed() >= super::PATIENCE, "{:?}", since.elapsed());
            }
            "figure" => {
                let stats = self.opponent.metrics.stats(&self.opponent.computer);
                let (name, value) = rest.split_once('=').unwrap();
                let told = stats.split(';').find_map(|it| it.strip_prefix(name)?.strip_prefix('='));
                let fits = |told: &str| if value == "some" { told != "0" } else { told == value };
                assert!(told.is_some_and(fits), "{stats}");
            }
            "refused" => {
                let [word, who, name] = rest.split(' ').collect::<Vec<_>>()[..] else { panic!() };
                self.refusal = self.ask(word, who, name).unwrap_err();
            }
            "because" => assert_eq!(self.refusal, rest),
            _ => self.ask(word, who, text).unwrap(),
        }
    }
}

fn journals(folder: &TempDir) -> Journals {
    Journals::open(&folder.path().join("games"), JournalOptions::default()).unwrap()
}

#[test]
fn kept_games_follow_every_script() {
    script::run_folder("kept", 11, World::new);
}

/// The command `Delete` gets the reply `False` if the disk is late. The game can nevertheless be removed afterwards.
#[tokio::test]
async fn a_game_that_was_deleted_late_can_get_another_name() {
    let world = World::new();
    let config = Config::new(world.games(), Team::load(&world.file("")).unwrap());
    let permit = AddressLimits::new(None, None).enter(client().peer).unwrap();
    let mut session = Session::new(client(), permit, &config);
    let mut told = Vec::new();
    for (line, is_late, reply) in
        [("Name:t", false, "True"), ("Delete:t", true, "False"), ("Name:u", false, "True")]
    {
        session.answer(Frame { bytes: line.as_bytes(), line_end: LineEnd::Lf });
        world.settle();
        let late = || Err("the disk does not answer".into());
        let done = if is_late { late() } else { LateCommand::wait(&mut session.late).await };
        session.finish(done);
        let _ = session.outbox.poll_send(&mut Context::from_waker(Waker::noop()), &mut told);
        assert_eq!(String::from_utf8_lossy(&told).trim_end(), reply, "{line}");
        told.clear();
    }
}

#[test]
fn a_list_of_games_is_bounded() {
    let world = World::new();
    let mut all: Vec<String> = (100..350).map(|number| format!("{number:x<64}")).collect();
    for name in &all {
        fs::write(world.file(name), "").unwrap();
    }
    // The server reads the folder at most once a second.
    wait_until("it is listed again", || world.kept.names(None, 999).unwrap() == all);
    let mut after: Option<String> = None;
    for expected in [100, 100, 50, 0] {
        let names = world.kept.names(after.as_deref(), 100).unwrap();
        assert_eq!(names, all.drain(..expected).collect::<Vec<_>>());
        assert!(Reply::Games(&names).to_string().len() < 7000);
        after = names.last().cloned();
    }
}
