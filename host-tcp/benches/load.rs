//! Measures the server on loopback: many games at a time, the rate of answers against an echo
//! server's, and the memory of an idle game. It also measures the time until a search ends after
//! its client has left.
//!
//! `cargo bench -p chuhe-tcp`, a minute on two cores. The figures of one run are comparable
//! with each other; those of different machines are not.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a benchmark speaks to whoever started it")]

use chuhe_core::Level;
use chuhe_core::rules::Rules;
use chuhe_host::{Computer, Log, LogConfig, Map, Strength, Team};
use chuhe_tcp::{Config, Games, allow_files, run};
use chuhe_tests::random::Random;
use log::LevelFilter;
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

const GAMES: u64 = 1000;
/// Positions looked at for each move of the computer in those games.
const NODES: u64 = 300;
/// Clients that ask for boards at a time.
const ASKING: usize = 32;
/// Rounds of both servers in turns, short ones, so that what else the machine does hits both alike.
const ROUNDS: usize = 31;
const ROUND: Duration = Duration::from_millis(100);
const IDLE: usize = 2000;
/// The level of the log unless the server is told otherwise.
const DEFAULT: LevelFilter = LevelFilter::Info;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = 2 * (GAMES as usize).max(IDLE) as u64 + 100;
    let limit = allow_files(files)?;
    if limit < files {
        return Err(
            format!("needs {files} open files, may have {limit}: raise `ulimit -Hn`").into()
        );
    }
    let home = tempfile::tempdir()?;
    let _log = Log::start(LogConfig::new("chuhe-tcp", home.path(), LevelFilter::Debug))?;
    log::set_max_level(LevelFilter::Off);
    let clients = Runtime::new()?;

    let parts: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted = |part: &str| parts.is_empty() || parts.iter().any(|wanted| wanted == part);
    if is_wanted("games") {
        println!("{GAMES} games at a time, {NODES} nodes a move:");
        let server = Server::start(Strength { nodes: Some(NODES), ..Strength::default() })?;
        clients.block_on(play_games(server.address))?;
    }
    if is_wanted("answers") {
        println!("answers a second, {ASKING} clients, each with some commands outstanding:");
        for (level, name) in [(DEFAULT, "the default log"), (LevelFilter::Debug, "all logged")] {
            for outstanding in [1, 16, 64] {
                println!("  {outstanding} outstanding, {name}:");
                compare_with_echo(&clients, outstanding, level)?;
            }
        }
    }
    if is_wanted("memory") {
        for (command, name) in [("Ping", "connection without a game"), ("Status", "game")] {
            let server = Server::start(Strength::default())?;
            let memory = clients.block_on(idle_memory(server.address, command))?;
            println!("memory of an idle {name}, of {IDLE}: {memory} bytes");
        }
    }
    if is_wanted("leaving") {
        let strength = Strength { level: Level::MAX, movetime: 600_000, ..Strength::default() };
        let server = Server::start(strength)?;
        let times = clients.block_on(leave_searches(&server))?;
        let worst = times.iter().max().copied().unwrap_or_default();
        println!("a search ends after its client left: {:?}, at worst {worst:?}", median(times));
    }
    Ok(())
}

/// The rates of `RequestBoard` and of a bare echo server, in turns.
fn compare_with_echo(
    clients: &Runtime,
    outstanding: usize,
    level: LevelFilter,
) -> Result<(), Box<dyn std::error::Error>> {
    let server = Server::start(Strength::default())?;
    let echo = Runtime::new()?;
    let echoing = echo.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let echo_address = echoing.local_addr()?;
    echo.spawn(echo_server(echoing));
    let (mut boards, mut echoes, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let echoed = clients.block_on(rate(echo_address, outstanding))?;
        log::set_max_level(level);
        let answered = clients.block_on(rate(server.address, outstanding))?;
        log::set_max_level(LevelFilter::Off);
        boards.push(answered);
        echoes.push(echoed);
        ratios.push(100.0 * answered / echoed);
    }
    let (boards, echoes, ratio) = (median(boards), median(echoes), median(ratios));
    println!("    RequestBoard: {boards:.0}; bare echo: {echoes:.0}; {ratio:.0} %");
    Ok(())
}

/// A server on a runtime of its own.
struct Server {
    address: SocketAddr,
    computer: Arc<Computer>,
    _runtime: Runtime,
}

impl Server {
    fn start(strength: Strength) -> Result<Self, Box<dyn std::error::Error>> {
        let computer = Arc::new(Computer::new(2, 16)?);
        let map = Arc::new(Map::standard(Rules::Xiangqi));
        let games = Games::Own { computer: Arc::clone(&computer), map, strength, kept: None };
        let team = Team::load("no such folder".as_ref())?;
        let config = Config { max_clients: 10_000, ..Config::new(games, team) };
        let runtime = Runtime::new()?;
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
        let address = listener.local_addr()?;
        runtime.spawn(run(listener, config, std::future::pending()));
        Ok(Self { address, computer, _runtime: runtime })
    }
}

async fn echo_server(listener: TcpListener) -> io::Result<()> {
    loop {
        let (mut stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(async move {
            let mut bytes = [0; 1024];
            while let Ok(count @ 1..) = stream.read(&mut bytes).await {
                if stream.write_all(&bytes[..count]).await.is_err() {
                    break;
                }
            }
        });
    }
}

struct Client(BufReader<TcpStream>);

impl Client {
    async fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream)))
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.0.read_line(&mut line).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    async fn ask(&mut self, command: &str) -> io::Result<String> {
        self.0.write_all(format!("{command}\n").as_bytes()).await?;
        self.line().await
    }
}

/// Plays one game of random moves to its end; gives its plies and how it ended.
async fn play(address: SocketAddr, seed: u64) -> io::Result<(usize, String)> {
    let mut client = Client::connect(address).await?;
    let mut random = Random::new(seed);
    let mut plies = 0;
    loop {
        let text = client.ask("LegalMoves").await?;
        let moves: Vec<&str> =
            text.strip_prefix("LegalMoves:").expect("moves").split_terminator(';').collect();
        let mv = moves[random.below(moves.len())];
        assert_eq!(client.ask(&format!("Move:{mv}")).await?, "True");
        plies += 1;
        let text = client.line().await?;
        if !text.starts_with("CurrentBoard:") {
            return Ok((plies, text));
        }
        plies += 1;
        // After the board comes the end of the game, if it is one, and then the reply.
        let end = client.ask("Status").await?;
        if end != "Status:red" {
            return Ok((plies, end));
        }
    }
}

async fn play_games(address: SocketAddr) -> io::Result<()> {
    let begun = Instant::now();
    let mut games = JoinSet::new();
    for seed in 1..=GAMES {
        games.spawn(play(address, seed));
    }
    let (mut plies, mut results) = (0, BTreeMap::<String, u32>::new());
    while let Some(game) = games.join_next().await {
        let (length, result) = game.expect("no panic")?;
        plies += length;
        *results.entry(result).or_default() += 1;
    }
    let time = begun.elapsed().as_secs_f64();
    println!(
        "  all finished: {results:?}, {plies} plies in {time:.1} s, {:.0} a second",
        plies as f64 / time
    );
    Ok(())
}

/// Answers a second to clients that send this number of commands at once, and again when all of
/// them are answered.
async fn rate(address: SocketAddr, outstanding: usize) -> io::Result<f64> {
    let commands = b"RequestBoard\n".repeat(outstanding);
    let mut clients = Vec::new();
    for _ in 0..ASKING {
        clients.push(Client::connect(address).await?);
    }
    let begun = Instant::now();
    let end = begun + ROUND;
    let mut asking = JoinSet::new();
    for mut client in clients {
        let commands = commands.clone();
        asking.spawn(async move {
            let (mut answers, mut line) = (0, Vec::new());
            while Instant::now() < end {
                client.0.write_all(&commands).await?;
                for _ in 0..outstanding {
                    line.clear();
                    client.0.read_until(b'\n', &mut line).await?;
                    answers += 1;
                }
            }
            io::Result::Ok(answers)
        });
    }
    let mut answers = 0;
    while let Some(counted) = asking.join_next().await {
        answers += counted.expect("a client that does not panic")?;
    }
    Ok(f64::from(answers) / begun.elapsed().as_secs_f64())
}

/// The resident memory of this process, in bytes; the clients take none to speak of.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<usize>().ok());
    kibibytes.unwrap_or(0) * 1024
}

/// The memory that a client takes which has sent this command.
async fn idle_memory(address: SocketAddr, command: &str) -> io::Result<usize> {
    let mut streams = Vec::with_capacity(IDLE);
    // The first clients pay for what all share.
    for _ in 0..100 {
        streams.push(greet(address, command).await?);
    }
    let before = resident();
    while streams.len() < IDLE {
        streams.push(greet(address, command).await?);
    }
    Ok((resident() - before) / (IDLE - 100))
}

/// Connects and waits for the reply to a command.
async fn greet(address: SocketAddr, command: &str) -> io::Result<TcpStream> {
    let mut client = Client::connect(address).await?;
    client.ask(command).await?;
    // The buffer of the client would count, too.
    Ok(client.0.into_inner())
}

/// Measures the time until the computer is idle again after both its threads searched and their
/// clients left.
async fn leave_searches(server: &Server) -> io::Result<Vec<Duration>> {
    let mut times = Vec::new();
    for _ in 0..20 {
        let mut clients = Vec::new();
        for _ in 0..2 {
            let mut client = Client::connect(server.address).await?;
            assert_eq!(client.ask("Move:7,7:7,4").await?, "True");
            clients.push(client);
        }
        while server.computer.running() < 2 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let left = Instant::now();
        drop(clients);
        while server.computer.running() > 0 {
            tokio::task::yield_now().await;
        }
        times.push(left.elapsed());
    }
    Ok(times)
}

fn median<T: PartialOrd + Copy>(mut figures: Vec<T>) -> T {
    figures.sort_by(|one, other| one.partial_cmp(other).expect("figures can be compared"));
    figures[figures.len() / 2]
}
