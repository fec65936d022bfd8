//! Plays games against itself, and trains networks with them. Makes opening books.

mod book;
mod chances;
mod games;
pub mod mate_bench;
mod network;
mod problems;
mod record;
mod sample;
mod selfplay;
mod starts;

use clap::{CommandFactory, Parser, Subcommand};
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

pub fn command() -> clap::Command {
    Args::command()
}

/// Carries out the command line of the process, and returns its exit status.
pub fn run() -> ExitCode {
    let outcome = match Args::parse().command {
        Command::Games(games) => games.make(),
        Command::Problems(problems) => problems.make(),
        Command::MateBench(bench) => bench.run(),
        Command::Chances(args) => args.run(),
        Command::Network(args) => args.run(),
        Command::Book(args) => args.make(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chuhe-tune: {error}");
            ExitCode::FAILURE
        }
    }
}
