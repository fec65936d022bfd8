//! Reads the options of the command line, the environment and a file.

use crate::config::Config;
use crate::config_file::{ConfigFileError, configurable, in_one_line, matches, set_defaults};
use crate::games::Games;
use crate::kept::KeptGames;
use crate::listener::Address;
use crate::metrics::Metrics;
use crate::server_game::{Opponent, ServerGame};
use crate::socket_options::{BACKLOG, SocketGroup, SocketMode, SocketOptions};
use crate::web::WebOrigin;
use chuhe_core::Level;
use chuhe_core::rules::Rules;
use chuhe_host::journal::{Fsync, JournalOptions, Journals};
use chuhe_host::{Computer, LogConfig, LogFormat, LogTarget, Map, MapRefusal, Strength, Team};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use log::LevelFilter;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Games of xiangqi, Zhonggong xiangqi and chess against the computer, driven over TCP.
///
/// A client plays Red with lines of text such as `Move:7,7:7,4`. The computer answers as Black.
/// docs/protocol.md describes the protocol, docs/maps.md the maps of conf/team.properties.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "chuhe-tcp",
    version = chuhe_host::VERSION,
    mut_args = configurable,
    after_help = "Exit status:\n  \
        0  ended by SIGINT or SIGTERM, after --drain seconds at most\n  \
        1  could not start: a file, the map, the address, memory; or ended by a fault\n  \
        2  a wrong option on the command line, in the environment or in the file\n\n\
        Each option can be in the environment, as CHUHE_MAX_CLIENTS, and in the file of --config, as\n\
        `max-clients = 1024`. The command line comes before the environment, and that before the file."
)]
pub struct Options {
    #[command(subcommand)]
    pub task: Option<Task>,

    /// The map of conf/team.properties to play on; without one, the standard start position
    pub map: Option<String>,

    /// The addresses to listen on: ADDR:PORT, where port 0 takes a free one, or unix:PATH. Give the
    /// option several times, or write commas between the addresses
    #[arg(long, value_name = "ADDR", value_delimiter = ',', default_value = "127.0.0.1:12345")]
    pub bind: Vec<Address>,

    /// The number of connections that wait at each address until they are accepted
    #[arg(long, value_name = "N", default_value_t = BACKLOG, value_parser = clap::value_parser!(u32).range(1..=65535))]
    pub backlog: u32,

    /// The mode of the files of Unix sockets, in octal digits as 0660; without it, that of the umask
    #[arg(long, value_name = "MODE")]
    pub socket_mode: Option<SocketMode>,

    /// The group of the files of Unix sockets, by its name or number; without it, that of the program
    #[arg(long, value_name = "GROUP")]
    pub socket_group: Option<SocketGroup>,

    /// Share one game between all clients, instead of one game for each
    #[arg(long)]
    pub shared: bool,

    /// The folder that keeps named games and the game of --shared, so that a server can resume them.
    /// A program built with the feature redis takes redis://HOST:PORT as well; see docs/operating.md
    #[arg(long, value_name = "DIR")]
    pub journal: Option<PathBuf>,

    /// The greatest number of games in the folder of --journal; a further one gets no name
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_games: u32,

    /// Refuse the command Delete, so that no client can delete a kept game
    #[arg(long)]
    pub no_delete: bool,

    /// Remove a game from the folder of --journal when nobody changed it for N days; 0 never does
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub keep_days: u32,

    /// Bring each move of a kept game to the disk before it is answered, within a second, or never
    #[arg(long, value_name = "WHEN", default_value = "second", value_parser = named(Fsync::ALL))]
    pub fsync: Fsync,

    /// The level of the computer, from 0 (a beginner) to 9 (its full strength)
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(..=9))]
    pub level: u8,

    /// The longest time the computer thinks about a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: u64,

    /// The greatest depth of the search, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub depth: Option<u8>,

    /// The greatest number of positions searched for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// The number on which the computer's choices at the lower levels depend
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// The greatest number of clients; one more gets SERVER_BUSY
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_clients: u32,

    /// The greatest number of clients of one address; one more gets SERVER_BUSY; 0 is no limit
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub max_clients_per_address: u32,

    /// The greatest number of commands that are answered in a second to the clients of one address;
    /// further ones wait; 0 is no limit
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub max_commands: u32,

    /// Expect a header of the PROXY protocol, version 1 or 2, at the beginning of each connection
    #[arg(long)]
    pub proxy_protocol: bool,

    /// The address that serves the figures over HTTP at /metrics and /healthz, written as for --bind
    #[arg(long, value_name = "ADDR")]
    pub metrics: Option<Address>,

    /// The address that serves a page for browsers over HTTP, which can watch and play games; written
    /// as for --bind
    #[arg(long, value_name = "ADDR")]
    pub web: Option<Address>,

    /// The folder of the page of --web; without it, the folder `page` in the home folder, or else that of
    /// the package
    #[arg(long, value_name = "DIR")]
    pub web_root: Option<PathBuf>,

    /// Origins from which browsers may play, as `https://chess.example.org`, apart from the address of
    /// --web itself. Give the option several times, or write commas between them
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    pub web_origin: Vec<WebOrigin>,

    /// Drop a client that has sent nothing for S seconds and waits for nothing; 0 never drops one
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub idle_timeout: u32,

    /// Take a command without a line end as complete after a pause of MS milliseconds; 0 never does
    #[arg(long, value_name = "MS", default_value_t = 100)]
    pub frame_idle: u32,

    /// The time to answer everything that is due when the server is told to end, in seconds; 0 cuts
    /// all connections at once
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = clap::value_parser!(u32).range(..=86_400))]
    pub drain: u32,

    /// The number of searches at a time; without it, one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,

    /// The size of the transposition table of each worker, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,

    /// A folder for records of all sessions, in a new folder `run-N` each time; see docs/testing.md
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,

    /// A file of faults for those who test clients: late, cut and lost replies, see docs/testing.md
    #[arg(long, value_name = "FILE")]
    pub faults: Option<PathBuf>,

    /// The file of options; without it, conf/chuhe-tcp.toml in the folder of --home if it exists
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The folder that holds conf/ and logs/; without it, the current one
    #[arg(long, value_name = "DIR")]
    pub home: Option<PathBuf>,

    /// The least important records that the log has: off, error, warn, info, debug or trace
    #[arg(long, value_name = "L", default_value = "info", value_parser = chuhe_host::log_level)]
    pub log_level: LevelFilter,

    /// Where the log goes: logs/chess.log, standard error, or standard error as systemd's journal reads it
    #[arg(long, value_name = "TARGET", default_value = "file", value_parser = named(LogTarget::ALL))]
    pub log_target: LogTarget,

    /// The form of the log's records: lines of text, or of JSON
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = named(LogFormat::ALL))]
    pub log_format: LogFormat,
}

#[derive(Subcommand, Clone, Debug)]
pub enum Task {
    /// Play a transcript, as --record writes it: the server's side to a client, or the client's side to a
    /// server. The first line that the other side does not follow ends it with status 1. Options before it
    /// count for nothing
    Replay {
        /// The transcript
        file: PathBuf,
        /// The server to check
        server: Option<String>,
        /// The address at which a client is waited for
        #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:12345")]
        bind: String,
    },
}

fn named<T, const N: usize>(all: [(&'static str, T); N]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.map(|(name, _)| name)).try_map(move |name| {
        let (_, value) = all.iter().find(|(known, _)| *known == name).ok_or("unknown")?;
        Ok::<_, &str>(*value)
    })
}

#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    #[error("{}", in_one_line(.0))]
    CommandLine(#[from] clap::Error),
    #[error(transparent)]
    File(#[from] ConfigFileError),
}

impl Options {
    /// Reads the options from a command line, the environment and a file, in this order of precedence. The first of
    /// `words` is the name of the program.
    pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Self, OptionsError> {
        let words: Vec<OsString> = words.into_iter().collect();
        let command = Self::command();
        let first = Self::from_arg_matches(&matches(&command, &words)?)?;
        let standard = first.home().join("conf").join("chuhe-tcp.toml");
        let path = first.config.as_deref().unwrap_or(&standard);
        let command = set_defaults(command, path, first.config.is_none())?;
        Ok(Self::from_arg_matches(&matches(&command, &words)?)?)
    }

    pub fn log(&self) -> LogConfig {
        let (target, format) = (self.log_target, self.log_format);
        LogConfig { target, format, ..LogConfig::new("chuhe-tcp", self.home(), self.log_level) }
    }

    pub const fn socket(&self) -> SocketOptions {
        SocketOptions { backlog: self.backlog, mode: self.socket_mode, group: self.socket_group }
    }

    fn journal_options(&self) -> JournalOptions {
        let days = u64::from(self.keep_days);
        JournalOptions {
            max_games: self.max_games as usize,
            fsync: self.fsync,
            keep: (days > 0).then(|| Duration::from_hours(24 * days)),
        }
    }

    pub fn strength(&self) -> Strength {
        Strength {
            level: Level::new(self.level).unwrap_or_default(),
            movetime: self.movetime,
            depth: self.depth,
            nodes: self.nodes,
            seed: self.seed,
        }
    }

    /// The folder that holds `conf/` and `logs/`. An empty path means the current folder.
    pub fn home(&self) -> &Path {
        self.home.as_deref().unwrap_or(Path::new(""))
    }

    pub fn web_root(&self) -> PathBuf {
        // The Debian package installs the page at the second path.
        let [own, system] = [self.home().join("page"), PathBuf::from("/usr/share/chuhe/page")];
        let usual = if !own.exists() && system.exists() { system } else { own };
        self.web_root.clone().unwrap_or(usual)
    }

    /// Finds the map that `map` names; for `None`, the standard map. Logs a warning for each refused map of the team.
    pub fn chosen_map(&self, team: &Team) -> Result<Arc<Map>, MapRefusal> {
        for refusal in team.maps().filter_map(|(_, map)| map.as_ref().err()) {
            log::warn!("{refusal}");
        }
        match &self.map {
            Some(name) => team.map(name),
            None => Ok(Arc::new(Map::standard(Rules::default()))),
        }
    }

    /// The games of a server, which begin on `map`. Kept games are in the folder of `--journal`.
    pub fn games(
        &self,
        map: Arc<Map>,
        computer: Arc<Computer>,
        metrics: &Arc<Metrics>,
    ) -> Result<Games, Box<dyn Error>> {
        let metrics = Arc::clone(metrics);
        let opponent = Opponent { computer, strength: self.strength(), metrics };
        let fault = |error| format!("no journal: {error}");
        let open = |folder| Journals::open(folder, self.journal_options());
        let journals = self.journal.as_deref().map(open).transpose().map_err(fault)?;
        let kept = journals.map(|it| KeptGames::new(it, opponent.clone()));
        Ok(match kept.transpose()? {
            kept if !self.shared => Games::Own { opponent, map, kept },
            None => Games::Shared(ServerGame::new(1, map, &opponent)),
            Some(kept) => Games::SharedNamed(kept.shared(map).map_err(fault)?),
        })
    }

    /// The configuration of a server with these games. For options where 0 means no limit, 0 becomes `None`.
    pub fn config(&self, games: Games, team: Team, metrics: &Arc<Metrics>) -> Config {
        let unless_0 = |limit: u32| (limit > 0).then_some(limit);
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        Config {
            max_clients: self.max_clients as usize,
            max_clients_per_address: unless_0(self.max_clients_per_address).map(|it| it as usize),
            max_commands: unless_0(self.max_commands),
            proxy_protocol: self.proxy_protocol,
            idle_timeout: unless_0(self.idle_timeout).map(seconds),
            frame_idle: unless_0(self.frame_idle).map(|ms| Duration::from_millis(ms.into())),
            drain: seconds(self.drain),
            no_delete: self.no_delete,
            metrics: Arc::clone(metrics),
            ..Config::new(games, team)
        }
    }
}
