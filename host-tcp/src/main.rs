//! Runs the server: the program `chuhe-tcp`.
#![forbid(unsafe_code)]

mod signals;
mod supervisor;
mod systemd;

use chuhe_host::journal::without_password;
use chuhe_host::{Computer, Log, LogTarget, Map, Team, complain, log_panics};
use chuhe_tcp::options::{Options, OptionsError, Task};
use chuhe_tcp::site::Site;
use chuhe_tcp::{
    Address, Config, Faults, Listener, Metrics, Records, WebConfig, allow_files, inherited_sockets,
    replay, run, serve_metrics, serve_web,
};
use signals::Signals;
use socket2::Socket;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::{env, fmt, slice};
use supervisor::{Reload, supervise};
use tokio::sync::oneshot;

/// The number of files that the server opens in addition to the connections of accepted clients. They are for the log,
/// the listeners, HTTP, the event queues of the system, and clients that are being refused.
const RESERVE: u64 = 1152;

const PROGRAM: &str = "chuhe-tcp";

fn main() -> ExitCode {
    // The call changes the environment. Therefore it must come before the program has threads.
    let inherited = inherited_sockets();
    let options = match Options::read(env::args_os()) {
        Ok(options) => options,
        Err(OptionsError::CommandLine(help)) if !help.use_stderr() => help.exit(),
        Err(error) => {
            complain(PROGRAM, &format_args!("{error} (--help lists the options)"));
            return ExitCode::from(2);
        }
    };
    if let Some(Task::Replay { file, server, bind }) = &options.task {
        return match replay::run(file, server.as_deref(), bind) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                complain(PROGRAM, &error);
                ExitCode::FAILURE
            }
        };
    }
    let has_no_socket = matches!(&inherited, Ok(sockets) if sockets.is_empty());
    if has_no_socket && options.bind.is_empty() && options.web.is_none() {
        complain(PROGRAM, &"nobody could connect: --bind is empty, and there is no --web");
        return ExitCode::from(2);
    }
    let log = Log::start(options.log()).inspect_err(|error| complain(PROGRAM, error));
    let target = options.log_target;
    log_panics(PROGRAM);
    let started = inherited
        .map_err(|error| format!("the sockets of LISTEN_FDS: {error}").into())
        .and_then(|inherited| serve(&options, inherited, log.as_ref().ok()));
    if let Err(error) = &started {
        tell(log::Level::Error, target, error);
    }
    if started.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Writes `text` to the log, and also to standard error unless the log goes there.
fn tell(level: log::Level, target: LogTarget, text: &dyn fmt::Display) {
    log::log!(level, "{text}");
    if target == LogTarget::File {
        complain(PROGRAM, text);
    }
}

fn raise_files(options: &Options) {
    let files = u64::from(options.max_clients) + RESERVE;
    match allow_files(files) {
        Ok(allowed) if allowed < files => log::warn!(
            "{files} open files for {} clients, but the system allows {allowed}",
            options.max_clients
        ),
        Ok(_) => {}
        Err(error) => log::warn!("the limit on open files: {error}"),
    }
}

fn open_faults(options: &Options) -> Result<Arc<Faults>, Box<dyn Error>> {
    let Some(path) = &options.faults else { return Ok(Arc::default()) };
    let faults = Faults::read(path)?;
    let note = format!("{}: faults on demand, for tests of clients alone", path.display());
    tell(log::Level::Warn, options.log_target, &note);
    Ok(Arc::new(faults))
}

/// Opens the page for browsers, and adds its WebSockets to `clients`. Returns the addresses of the page.
async fn open_web(
    options: &Options,
    address: &Address,
    clients: &mut Listener,
) -> Result<Vec<Address>, Box<dyn Error>> {
    let config = WebConfig {
        site: Site::read(&options.web_root()).map_err(|error| {
            format!("{error}; `chuhe-web build-server` builds it, and --web-root names its folder")
        })?,
        origins: options.web_origin.clone(),
        proxy_protocol: options.proxy_protocol,
    };
    let listener = Listener::bind(slice::from_ref(address), options.socket()).await?;
    let addresses = listener.addresses.clone();
    serve_web(listener, config, clients);
    Ok(addresses)
}

/// Warns of each address that other machines can reach. `what` says what everybody can do there.
fn warn(listener: &Listener, options: &Options, what: &str) {
    for address in listener.exposed() {
        let note = format!("{address}: no passwords: whoever reaches this address {what}");
        tell(log::Level::Warn, options.log_target, &note);
    }
}

/// Listens for clients, and also for browsers with `--web`. Returns the listener, and a line to print for each address.
async fn listen(
    options: &Options,
    inherited: Vec<Socket>,
    map: &Map,
) -> Result<(Listener, Vec<String>), Box<dyn Error>> {
    let mut listener = if inherited.is_empty() {
        Listener::bind(&options.bind, options.socket()).await?
    } else {
        Listener::adopt(inherited)?
    };
    let pages = match &options.web {
        Some(address) => open_web(options, address, &mut listener).await?,
        None => Vec::new(),
    };
    warn(&listener, options, "can play");
    let greetings = listener
        .addresses
        .iter()
        .map(|address| format!("listening on {address}: {map}, level {}", options.level))
        .chain(pages.iter().map(|page| format!("page for browsers: http://{page}/")))
        .collect();
    Ok((listener, greetings))
}

fn serve(
    options: &Options,
    inherited: Vec<Socket>,
    log: Option<&Log>,
) -> Result<(), Box<dyn Error>> {
    let journal = options.journal.as_deref().map(without_password);
    let shown = Options { journal, ..options.clone() };
    log::info!("{PROGRAM} {} starts: {shown:?}", chuhe_host::VERSION);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(async {
        let signals = Signals::new()?;
        let team = Team::load(options.home())?;
        if let Some(note) = supervisor::missing(&team) {
            tell(log::Level::Warn, options.log_target, &note);
        }
        let map = options.chosen_map(&team)?;
        let workers = options.workers.map_or_else(
            || available_parallelism().map_or(1, |processors| processors.get()),
            usize::from,
        );
        let computer = Arc::new(Computer::new(workers, options.hash as usize)?);
        raise_files(options);
        let metrics = Arc::new(Metrics::default());
        if let Some(address) = &options.metrics {
            let listener = Listener::bind(slice::from_ref(address), options.socket()).await?;
            listener.addresses.iter().for_each(|it| log::info!("figures over HTTP at {it}"));
            warn(&listener, options, "can read the figures");
            tokio::spawn(serve_metrics(listener, Arc::clone(&metrics), Arc::clone(&computer)));
        }
        let (listener, greetings) = listen(options, inherited, &map).await?;
        log::info!("team {:?}, {workers} workers", team.name());
        let games = options.games(map, computer, &metrics)?;
        let faults = open_faults(options)?;
        let records = options.record.as_deref().map(Records::create).transpose()?.map(Arc::new);
        let config = Config { faults, records, ..options.config(games, team, &metrics) };
        for greeting in &greetings {
            log::info!("{greeting}");
            // Errors are ignored, because the standard output can be closed.
            let _ = writeln!(io::stdout(), "{greeting}");
        }
        let (team, status) = (Arc::clone(&config.team), greetings.join("; "));
        let reload = Reload { options: options.clone(), team, metrics, status };
        let (drain, drained) = oneshot::channel::<()>();
        // The server begins to drain when `drain` is dropped.
        let server = run(listener, config, async { drained.await.unwrap_or_default() });
        let ended = supervise(log, reload, signals, tokio::spawn(server), drain).await;
        log::info!("{PROGRAM} ends");
        Ok(ended?)
    });
    // The program does not wait for threads that still wait for a disk or a name server.
    runtime.shutdown_background();
    ended
}
