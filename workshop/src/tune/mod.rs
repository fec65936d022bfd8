//! Plays games of self-play, trains networks with them, and makes opening books and problems.

mod book;
mod chances;
mod games;
pub mod mate_bench;
mod network;
mod problems;
mod record;
mod selfplay;

use clap::{CommandFactory, Parser, Subcommand};
use std::error::Error;
use std::process::ExitCode;

/// Trains networks with games of self-play, and makes opening books and endgame problems.
#[derive(Parser, Debug)]
#[command(
    name = "chuhe-tune",
    version = chuhe_host::VERSION,
    after_help = "Exit status: 0; 1 when something cannot be done; 2 for a wrong command line."
)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play games and append them to a file, with the score of each move.
    Games(games::Games),
    /// Play games and write endgame problems: forced mates with one first move.
    Problems(problems::Problems),
    /// Measure how many nodes an engine needs to see the mates of a table.
    MateBench(mate_bench::MateBench),
    /// Fit chances of winning to the scores and results of positions.
    Chances(chances::Chances),
    /// Train a network to evaluate positions.
    Network(network::NetworkArgs),
    /// Make an opening book by searches.
    Book(book::BookArgs),
}

impl Command {
    fn run(&self) -> Result<(), Box<dyn Error>> {
        match self {
            Self::Games(games) => games.make(),
            Self::Problems(problems) => problems.make(),
            Self::MateBench(bench) => bench.run(),
            Self::Chances(args) => args.run(),
            Self::Network(args) => args.run(),
            Self::Book(args) => args.make(),
        }
    }
}

pub fn command() -> clap::Command {
    Args::command()
}

pub fn run() -> ExitCode {
    match Args::parse().command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            chuhe_host::complain("chuhe-tune", &error);
            ExitCode::FAILURE
        }
    }
}

/// Runs a command line of `chuhe-tune`. An error is returned as its message.
#[cfg(test)]
fn run_line(line: &str) -> Result<(), String> {
    let args = Args::try_parse_from(format!("chuhe-tune {line}").split(' '));
    let args = args.map_err(|error| error.to_string())?;
    args.command.run().map_err(|error| error.to_string())
}
