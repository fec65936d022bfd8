//! A server under hundreds of clients for a long time: see `chuhe_workshop::soak`. It runs on loopback
//! alone, needs `chuhe-tcp` in its own folder, and looks at it through Linux's `/proc`.
#![forbid(unsafe_code)]
#![cfg_attr(
    target_os = "linux",
    expect(clippy::print_stdout, reason = "it reports to whoever started it")
)]

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    use chuhe_workshop::soak::{Plan, program_beside, run};
    use clap::Parser;
    use std::path::PathBuf;
    use std::process::ExitCode;
    use std::time::Duration;

    /// Lets clients behave, misbehave and vanish. It fails when an answer of chuhe-tcp is wrong,
    /// its memory grows, a descriptor leaks, or a search goes on when all have left.
    #[derive(Parser)]
    struct Options {
        /// The time, in minutes
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=1440))]
        minutes: u64,
        /// The number of clients at a time
        #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=5000))]
        clients: u64,
        /// Run the server with its default options, as an operator would
        #[arg(long)]
        as_shipped: bool,
        /// Kill the server N times in the first third, and start it again
        #[arg(long, value_name = "N", default_value_t = 0)]
        kills: u32,
        /// Move the log away every S seconds; 0 never does
        #[arg(long, value_name = "S", default_value_t = 0)]
        move_log: u64,
        /// The server; without it, the one in the folder of this program
        #[arg(long, value_name = "FILE")]
        program: Option<PathBuf>,
    }

    let options = Options::parse();
    let plan = Plan {
        program: options.program.unwrap_or_else(program_beside),
        duration: Duration::from_secs(60 * options.minutes),
        clients: options.clients as usize,
        as_shipped: options.as_shipped,
        kills: options.kills,
        log_moves: (options.move_log > 0).then(|| Duration::from_secs(options.move_log)),
    };
    let mut minute = 0;
    let report = run(&plan, |time, usage| {
        if time.as_secs() / 60 > minute {
            minute = time.as_secs() / 60;
            println!("{minute} min: {usage}");
        }
    });
    match report {
        Ok(report) => {
            println!("{report}\npassed");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            println!("{fault}\nFAILED");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    panic!("a soak looks at the server through Linux's /proc");
}
