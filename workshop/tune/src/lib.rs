//! Plays games against itself, and fits the weights of the evaluation and networks to them. Makes opening books.

#![forbid(unsafe_code)]

mod book;
mod chances;
mod file_fault;
mod fit;
mod games;
pub mod mate_bench;
pub mod mates;
mod network;
mod ordered;
mod record;
mod sample;
mod selfplay;
mod starts;
mod weights;

use chuhe_core::rules::Rules;
use clap::{CommandFactory, Parser, Subcommand};
use file_fault::of;
use fit::{Equation, Fit, FitSettings};
use record::full_samples;
use std::error::Error;
use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Fits the weights of the evaluation to games of self-play.
#[derive(Parser, Debug)]
#[command(
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
    /// Measure how many nodes an engine needs to see the mates of a table.
    MateBench(mate_bench::MateBench),
    /// Fit the weights of this build to positions.
    Fit(FitArgs),
    /// Fit chances of winning to the scores and results of positions.
    Chances(chances::Chances),
    /// Train a network to evaluate positions.
    Network(network::NetworkArgs),
    /// Make an opening book by searches.
    Book(book::BookArgs),
    /// Print weights as the core reads them.
    Print(Print),
}

#[derive(clap::Args, Debug)]
struct FitArgs {
    /// The file for the weights.
    weights: PathBuf,
    /// The files of games.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    variant: Rules,
    /// The share of the game's result in the target; the rest is the search's score.
    #[arg(long, value_name = "0..1", default_value_t = 0.6)]
    results: f64,
    /// The expected change of the weights, in centipawns.
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 40.0)]
    spread: f64,
    /// The number of passes over all positions.
    #[arg(long, value_name = "N", default_value_t = 40)]
    epochs: u32,
}

#[derive(clap::Args, Debug)]
struct Print {
    /// A file of weights from a fit; without it, the weights of this build.
    weights: Option<PathBuf>,
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    variant: Rules,
}

pub fn command() -> clap::Command {
    Args::command()
}

/// Carries out the command line of the process, and returns its exit status.
pub fn run() -> ExitCode {
    let outcome = match Args::parse().command {
        Command::Games(games) => games.make(),
        Command::MateBench(bench) => bench.run(),
        Command::Fit(args) => fit(&args),
        Command::Chances(args) => args.run(),
        Command::Network(args) => args.run(),
        Command::Book(args) => args.make(),
        Command::Print(args) => print(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chuhe-tune: {error}");
            ExitCode::FAILURE
        }
    }
}

fn fit(args: &FitArgs) -> Result<(), Box<dyn Error>> {
    let start = fit::built_in(args.variant);
    let mut equations = Vec::new();
    for path in &args.data {
        for sample in full_samples(path, args.variant)? {
            let equation = Equation::new(&sample?);
            equations.push(equation.ok_or_else(|| no_weights(args.variant))?);
        }
    }
    let settings = FitSettings { results: args.results, spread: args.spread, epochs: args.epochs };
    let fit = Fit::new(settings, &equations, start.clone());
    let [fitted, validation] = fit.losses(&start);
    let mut out = stdout();
    writeln!(out, "{} positions, steepness {:.5}", equations.len(), fit.steepness())?;
    writeln!(out, "before: loss {fitted:.6}, held out {validation:.6}")?;
    let found = fit.run(|epoch, [fitted, validation]| {
        writeln!(out, "epoch {epoch}: loss {fitted:.6}, held out {validation:.6}")
    })?;
    fs::write(&args.weights, weights::write(&found)).map_err(|fault| of(&args.weights, &fault))?;
    Ok(())
}

fn no_weights(rules: Rules) -> String {
    format!("the evaluation of {rules} has no weights")
}

fn print(args: &Print) -> Result<(), Box<dyn Error>> {
    let mut weights = fit::built_in(args.variant);
    if let Some(path) = &args.weights {
        let text = fs::read_to_string(path).map_err(|fault| of(path, &fault))?;
        weights = weights::read(&text, weights.len()).map_err(|fault| of(path, &fault))?;
    }
    stdout().write_all(weights::source(args.variant, &weights)?.as_bytes())?;
    Ok(())
}
