//! The program `chuhe-tcp`.
#![forbid(unsafe_code)]

use chuhe_core::rules::Rules;
use chuhe_host::journal::{JournalError, Journals};
use chuhe_host::{
    Computer, ComputerError, Log, LogTarget, Map, MapRefusal, Team, TeamError, complain, log_panics,
};
use chuhe_tcp::options::Options;
use chuhe_tcp::{
    BindError, Config, Games, KeptGames, Listener, Metrics, ServerGame, allow_files, run,
    serve_metrics,
};
use clap::Parser;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use std::slice;
use std::sync::Arc;
use std::thread::available_parallelism;

/// The reason why the program could not start.
#[derive(Debug, thiserror::Error)]
enum StartError {
    #[error(transparent)]
    Team(#[from] TeamError),
    #[error(transparent)]
    Map(#[from] MapRefusal),
    #[error(transparent)]
    Computer(#[from] ComputerError),
    #[error("no journal: {0}")]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Bind(#[from] BindError),
    #[error("{0}")]
    System(#[from] io::Error),
}

/// The number of open files apart from those of the clients. They are for the log, the listener,
/// the queues of the system, and clients that are being refused.
const RESERVE: u64 = 128;

const PROGRAM: &str = "chuhe-tcp";

fn main() -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) if error.use_stderr() => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            let fault = line.trim_start_matches("error: ");
            complain(PROGRAM, &format_args!("{fault} (--help lists the options)"));
            return ExitCode::from(2);
        }
        Err(help) => help.exit(),
    };
    let log = Log::start(options.log()).inspect_err(|error| complain(PROGRAM, error));
    let target = options.log_target;
    log_panics(PROGRAM);
    let started = serve(options);
    if let Err(error) = &started {
        tell(log::Level::Error, target, error);
    }
    drop(log);
    if started.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Tells the operator something, in the log and once on standard error, which may be the log.
fn tell(level: log::Level, target: LogTarget, text: &dyn fmt::Display) {
    log::log!(level, "{text}");
    if target == LogTarget::File {
        complain(PROGRAM, text);
    }
}

fn serve(options: Options) -> Result<(), StartError> {
    log::info!("chuhe-tcp {} starts: {options:?}", chuhe_host::VERSION);
    let team = Team::load(options.home())?;
    if !team.is_found() {
        let note = format!("no {}: no team name, no maps", team.file().display());
        tell(log::Level::Warn, options.log_target, &note);
    }
    for refusal in team.maps().filter_map(|(_, map)| map.as_ref().err()) {
        log::warn!("{refusal}");
    }
    let map = match &options.map {
        Some(name) => team.map(name)?,
        None => Arc::new(Map::standard(Rules::default())),
    };
    let workers = options.workers.map_or_else(
        || available_parallelism().map_or(1, |processors| processors.get()),
        usize::from,
    );
    let computer = Arc::new(Computer::new(workers, options.hash as usize)?);
    let files = u64::from(options.max_clients) + RESERVE;
    match allow_files(files) {
        Ok(allowed) if allowed < files => log::warn!(
            "{files} open files for {} clients, but the system allows {allowed}",
            options.max_clients
        ),
        Ok(_) => {}
        Err(error) => log::warn!("the limit on open files: {error}"),
    }
    let journal_options = options.journal_options();
    let journals = options.journal.as_deref();
    let journals = journals.map(|folder| Journals::open(folder, journal_options)).transpose()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let shutdown = signalled()?;
        let metrics = Arc::new(Metrics::new());
        if let Some(address) = &options.metrics {
            let listener = Listener::bind(slice::from_ref(address), options.backlog).await?;
            listener.addresses().for_each(|address| log::info!("figures over HTTP at {address}"));
            tokio::spawn(serve_metrics(listener, Arc::clone(&metrics), Arc::clone(&computer)));
        }
        let listener = Listener::bind(&options.bind, options.backlog).await?;
        for address in listener.exposed() {
            let note = format!("{address}: no passwords: whoever reaches this address can play");
            tell(log::Level::Warn, options.log_target, &note);
        }
        let greetings: Vec<String> = listener
            .addresses()
            .map(|address| format!("listening on {address}: {map}, level {}", options.level))
            .collect();
        let team_name = team.name().to_owned();
        let strength = options.strength();
        let kept = journals.map(|journals| KeptGames::new(journals, Arc::clone(&metrics)));
        let kept = kept.transpose()?;
        let games = if options.shared {
            let open = |game| {
                let (computer, metrics) = (Arc::clone(&computer), Arc::clone(&metrics));
                match game {
                    Some(game) => ServerGame::resume(1, game, strength, computer, metrics),
                    None => ServerGame::new(1, Arc::clone(&map), strength, computer, metrics),
                }
            };
            match &kept {
                Some(kept) => Games::Shared(Arc::new(kept.shared(open)?)),
                None => Games::Shared(open(None)),
            }
        } else {
            Games::Own { computer: Arc::clone(&computer), map, strength, kept }
        };
        let config = Config {
            max_clients: options.max_clients as usize,
            idle_timeout: options.idle_timeout(),
            frame_idle: options.frame_idle(),
            drain: options.drain(),
            metrics,
            ..Config::new(games, team)
        };
        log::info!("team {team_name:?}, {workers} workers");
        for greeting in greetings {
            log::info!("{greeting}");
            // The standard output may be closed.
            let _ = writeln!(io::stdout(), "{greeting}");
        }
        run(listener, config, shutdown).await;
        log::info!("chuhe-tcp ends");
        Ok(())
    })
}

/// Waits for a signal that ends the program.
#[cfg(unix)]
fn signalled() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        let signal = tokio::select! {
            _ = interrupt.recv() => "SIGINT",
            _ = terminate.recv() => "SIGTERM",
        };
        log::info!("{signal}");
    })
}

/// Waits for a signal that ends the program.
#[cfg(not(unix))]
fn signalled() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
        log::info!("Ctrl-C");
    })
}
