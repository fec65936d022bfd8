//! Defines the options of the command line, and parses their values.

use crate::home::default_home;
use chuhe_app::Press;
use chuhe_app::player::PlayerSetting;
use chuhe_core::rules::Rules;
use chuhe_tcp::config_file::configurable;
use clap::Parser;
use log::LevelFilter;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Plays xiangqi in a window, against the computer, another person, or an engine.
///
/// Everything else is chosen in the window: press F1 for the keys, S for the settings.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "chuhe-desktop",
    version = chuhe_host::VERSION,
    mut_arg("home", configurable),
    after_help = "Files, in the folder of --home:\n  \
        conf/team.properties  the team's name and maps\n  \
        conf/desktop.toml     the settings\n  \
        games/                every game, each in a file of its own\n  \
        logs/chess.log        what happened\n\n\
        Exit status:\n  \
        0  the player ended it\n  \
        1  could not start: the map, a file, no display\n  \
        2  a wrong option"
)]
pub struct Options {
    /// The map of conf/team.properties to play on; by default the last game continues, or a new one
    /// starts
    pub map: Option<String>,

    /// The game to play; the last game continues if it is of this kind
    #[arg(long, value_name = "GAME", conflicts_with = "map")]
    pub rules: Option<Rules>,

    /// The player of Red or White: `person`, a level from 0 to 9, or the command line of an engine
    #[arg(long, visible_alias = "white", value_name = "PLAYER")]
    pub red: Option<PlayerSetting>,

    /// The player of Black
    #[arg(long, value_name = "PLAYER")]
    pub black: Option<PlayerSetting>,

    /// Let programs play and watch the game in the window over TCP (docs/protocol.md)
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "127.0.0.1:12345", value_parser = address)]
    pub tcp: Option<SocketAddr>,

    /// A folder for records of what these programs say, in a new folder `run-N` each time; see
    /// docs/testing.md
    #[arg(long, value_name = "DIR", requires = "tcp")]
    pub record: Option<PathBuf>,

    /// A number that decides the computer's choices; the same number and the same moves give the same
    /// game. By default every game is different
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// The opening book of the computer, in a format of docs/books.md: text, Polyglot for chess or OBK for
    /// xiangqi; by default the program's
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,

    /// The folder with conf/, games/ and logs/; without it, the current one if it has
    /// conf/team.properties or conf/desktop.toml, else chuhe in the person's data
    #[arg(long, value_name = "DIR", default_value_os_t = default_home(), hide_default_value = true)]
    pub home: PathBuf,

    /// The scale of the window, for this run
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u16).range(50..=400))]
    pub scale: Option<u16>,

    /// The size of the window, for this run
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    pub size: Option<[u16; 2]>,

    /// The size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub hash: u32,

    /// The level of logs/chess.log: off, error, warn, info, debug or trace
    #[arg(long, value_name = "L", default_value = "info", value_parser = chuhe_host::log_level)]
    pub log_level: LevelFilter,

    /// Write a picture of the window to a PNG file instead of opening it
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,

    /// A file with games to open: PGN, WXF, DhtmlXQ, UBB, XQF, CBR, CBL, CBF or text
    #[arg(long, value_name = "FILE")]
    pub game: Option<PathBuf>,

    /// Keys to press before the picture is taken, such as `H`, `Ctrl+L` or `Up`; each waits for the
    /// computer
    #[arg(long, value_name = "KEYS", requires = "screenshot", value_delimiter = ' ', value_parser = key)]
    pub keys: Vec<(Option<char>, Press)>,
}

/// Parses an address. A missing host becomes 127.0.0.1, and a missing port 12345.
fn address(text: &str) -> Result<SocketAddr, String> {
    const PORT: u16 = 12345;
    let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let whole = text.parse::<SocketAddr>().ok();
    let only_port = || text.trim_start_matches(':').parse().ok().map(|port| (host, port).into());
    let only_host = || text.parse::<IpAddr>().ok().map(|host| (host, PORT).into());
    whole
        .or_else(only_port)
        .or_else(only_host)
        .ok_or_else(|| "an address such as 127.0.0.1:12345, a port, or both".to_owned())
}

/// Parses the name of a key as (letter, press). The letter is the name itself if this is only one character long.
fn key(name: &str) -> Result<(Option<char>, Press), String> {
    let mut letters = name.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    let press = Press::named(name).ok_or("a key such as H, Ctrl+L or Up")?;
    Ok((letter, press))
}

fn size(text: &str) -> Result<[u16; 2], String> {
    let sides = text.split_once('x').and_then(|(width, height)| {
        Some([width.parse::<u16>().ok()?, height.parse::<u16>().ok()?])
    });
    sides
        .filter(|sides| sides.iter().all(|side| (160..=16_384).contains(side)))
        .ok_or_else(|| "a size such as 960x720, each side 160 to 16384".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_host::engine;

    fn read(line: &str) -> Result<Options, clap::Error> {
        Options::try_parse_from(engine::split(&format!("x {line}")).unwrap())
    }

    #[test]
    fn every_kind_of_value_is_read_or_refused() {
        for (line, address) in [
            ("", None),
            ("--tcp", Some("127.0.0.1:12345")),
            ("--tcp 4000", Some("127.0.0.1:4000")),
            ("--tcp 0.0.0.0", Some("0.0.0.0:12345")),
            ("--tcp [::1]:0", Some("[::1]:0")),
        ] {
            let tcp = read(line).unwrap().tcp.map(|address| address.to_string());
            assert_eq!(tcp.as_deref(), address, "{line}");
        }
        for &rules in Rules::PLAYABLE {
            assert_eq!(read(&format!("--rules {rules}")).unwrap().rules, Some(rules));
        }
        for player in ["person", "7", "/usr/games/x -y"] {
            let options = read(&format!("--white '{player}'")).unwrap();
            assert_eq!(options.red.unwrap().to_string(), player);
        }
        assert!(matches!(read("--red 7").unwrap().red, Some(PlayerSetting::Computer(_))));
        assert!(read("--screenshot x.png --keys 'H Ctrl+L Up'").is_ok());
        let keys = "--screenshot x.png --keys 'H Nokey'";
        for wrong in ["--tcp nowhere", "--size 0x0", "--rules go", "--red 10", "--red ' '", keys] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
