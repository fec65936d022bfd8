//! Builds the page into a folder of static files, and serves such a folder.
#![forbid(unsafe_code)]

use chuhe_web::builder::build::{PAGE, SERVER, build_library};
use chuhe_web::builder::serve::serve;
use clap::{Parser, Subcommand};
use std::error::Error;
use std::future::pending;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

/// Chuhe in a page: builds the folder of its files, or serves it for a look.
#[derive(Parser, Debug)]
#[command(version)]
struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Builds the page into a folder of static files
    Build {
        /// The folder that takes the files, in place of those of an earlier version
        #[arg(default_value = "target/page")]
        folder: PathBuf,
        /// Leaves the scripts as people wrote them, for a look at the page at work
        #[arg(long)]
        readable: bool,
    },
    /// Builds the window on an automation server, which `chuhe-tcp --web` serves
    BuildServer {
        /// The folder that takes the files, in place of those of an earlier version
        #[arg(default_value = "target/server")]
        folder: PathBuf,
    },
    /// Compiles the library for JavaScript into a folder
    BuildLibrary {
        /// The folder that takes the library, which must exist
        folder: PathBuf,
    },
    /// Serves the folder to browsers on this machine
    Serve {
        /// The folder of a page that was built
        #[arg(default_value = "target/page")]
        folder: PathBuf,
        /// The address to listen on; port 0 takes a free one
        #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:8080")]
        bind: SocketAddr,
    },
}

fn main() -> ExitCode {
    let done: Result<(), Box<dyn Error>> = match Options::parse().task {
        Task::Build { folder, readable } => PAGE.build(&folder, readable).map_err(Into::into),
        Task::BuildServer { folder } => SERVER.build(&folder, false).map_err(Into::into),
        Task::BuildLibrary { folder } => build_library(&folder).map_err(Into::into),
        Task::Serve { folder, bind } => {
            // An error is ignored: if the standard output is closed, nobody reads the address.
            let ready = |address| drop(writeln!(io::stdout(), "http://{address}/"));
            serve(&folder, bind, ready, pending::<()>()).map_err(Into::into)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chuhe-web: {error}");
            ExitCode::FAILURE
        }
    }
}
