//! Measures the server on loopback: many games at a time, and the memory of an idle game. It also measures the time
//! until a search ends after its client has left. It compares the rate of answers with that of a server that sends
//! the same answer to every line.
//!
//! The command `cargo bench -p chuhe-tcp` takes a minute on two cores. Compare figures only within one run, not
//! between machines.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a benchmark speaks to whoever started it")]

use chuhe_core::Game;
use chuhe_core::rules::Rules;
use chuhe_host::{Log, LogConfig};
use chuhe_tcp::allow_files;
use chuhe_tests::random::Random;
use chuhe_tests::replies;
use chuhe_tests::tcp::{Server, Setup};
use log::LevelFilter;
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

const GAMES: u64 = 1000;
/// The largest number of positions that the computer searches for each of its moves in the [`GAMES`] games.
const NODES: u64 = 300;
/// The number of clients that ask for boards at the same time.
const ASKING: usize = 32;
/// The number of rounds of each server. The rounds are short and the two servers alternate, so that other load of the
/// machine slows both servers alike.
const ROUNDS: usize = 31;
const ROUND: Duration = Duration::from_millis(100);
const IDLE: usize = 2000;

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
        let server = serve(&format!("--nodes {NODES}"));
        clients.block_on(play_games(server.address))?;
    }
    if is_wanted("answers") {
        println!("answers a second, {ASKING} clients, each with some commands outstanding:");
        let levels = [(LevelFilter::Info, "the default log"), (LevelFilter::Debug, "all logged")];
        for (level, name) in levels {
            for outstanding in [1, 16, 64] {
                println!("  {outstanding} outstanding, {name}:");
                compare_with_echo(&clients, outstanding, level)?;
            }
        }
    }
    if is_wanted("memory") {
        for (command, name) in [("Ping", "connection without a game"), ("Status", "game")] {
            let server = serve("");
            let memory = idle_memory(&server, command);
            println!("memory of an idle {name}, of {IDLE}: {memory} bytes");
        }
    }
    if is_wanted("leaving") {
        let server = serve("--level 9 --nodes 1000000000");
        let times = leave_searches(&server);
        let worst = times.iter().max().copied().unwrap_or_default();
        println!("a search ends after its client left: {:?}, at worst {worst:?}", median(times));
    }
    Ok(())
}

fn compare_with_echo(
    clients: &Runtime,
    outstanding: usize,
    level: LevelFilter,
) -> Result<(), Box<dyn std::error::Error>> {
    let server = serve("");
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

fn serve(line: &str) -> Server {
    Server::start(&Setup::new(&format!("--workers 2 --max-clients 10000 {line}")))
}

/// Answers each line as the measured server answers `RequestBoard` at the beginning of a game.
async fn echo_server(listener: TcpListener) -> io::Result<()> {
    let game = Game::new(Rules::default().start());
    let answer = format!("RequestBoard:{}\n", replies::board(&game));
    loop {
        let (mut stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let answer = answer.clone();
        tokio::spawn(async move {
            let mut bytes = [0; 1024];
            while let Ok(count @ 1..) = stream.read(&mut bytes).await {
                let lines = bytes[..count].iter().filter(|&&byte| byte == b'\n').count();
                if stream.write_all(answer.repeat(lines).as_bytes()).await.is_err() {
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

/// Plays one game of random moves. Returns (plies, end): the number of plies, and the line that tells the end.
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
        // If the computer's move ended the game, the line that tells the end comes before the reply to `Status`.
        let end = client.ask("Status").await?;
        if end != "Status:red" {
            return Ok((plies, end));
        }
    }
}

async fn play_games(address: SocketAddr) -> io::Result<()> {
    let begun = Instant::now();
    let games: JoinSet<_> = (1..=GAMES).map(|seed| play(address, seed)).collect();
    let (mut plies, mut results) = (0, BTreeMap::<String, u32>::new());
    for game in games.join_all().await {
        let (length, result) = game?;
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

/// Measures the number of answers in a second. Each client sends `outstanding` commands at once, and sends more when
/// all of them are answered.
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
    let answers: u32 = asking.join_all().await.into_iter().sum::<io::Result<_>>()?;
    Ok(f64::from(answers) / begun.elapsed().as_secs_f64())
}

/// The resident memory of this process in bytes. The clients are in this process, too, but need little memory.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<usize>().ok());
    kibibytes.unwrap_or(0) * 1024
}

/// The memory in bytes that a server needs for a client that has sent `command`.
fn idle_memory(server: &Server, command: &str) -> usize {
    let greet = || {
        let mut client = server.client();
        client.ask(command);
        // Keeps only the stream, because the client's buffer would count as memory of the server.
        client.stream
    };
    // The first clients are not measured, because they allocate what all clients share.
    let mut streams: Vec<_> = (0..100).map(|_| greet()).collect();
    let before = resident();
    streams.extend((100..IDLE).map(|_| greet()));
    (resident() - before) / (IDLE - 100)
}

/// Measures the time from the moment when two clients leave until both their searches have ended.
fn leave_searches(server: &Server) -> Vec<Duration> {
    let leave = || {
        let clients = [(); 2].map(|()| {
            let mut client = server.client();
            assert_eq!(client.ask("Move:7,7:7,4"), "True");
            client
        });
        server.wait_for_searches(2);
        let left = Instant::now();
        drop(clients);
        while server.computer.load().running > 0 {
            std::thread::yield_now();
        }
        left.elapsed()
    };
    (0..20).map(|_| leave()).collect()
}

fn median<T: PartialOrd + Copy>(mut figures: Vec<T>) -> T {
    figures.sort_by(|one, other| one.partial_cmp(other).expect("figures can be compared"));
    figures[figures.len() / 2]
}
