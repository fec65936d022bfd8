//! The command that scores positions by longer searches.

use crate::ordered::in_order;
use crate::sample::{Sample, for_red};
use crate::sample_file::full_samples;
use chuhe_core::rules::Rules;
use chuhe_core::{Limits, NoMonitor};
use chuhe_host::Thinker;
use parking_lot::Mutex;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write, stdout};
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(crate) struct Score {
    /// The file of games or of positions.
    from: PathBuf,
    /// The file for the scored positions; it must not exist.
    to: PathBuf,
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long, value_name = "RULES", default_value = "xiangqi")]
    variant: Rules,
    /// The limit of nodes per search.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Use only one position in this number.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// The number of searches at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
}

/// The size of each search's transposition table in mebibytes.
const HASH_MEBIBYTES: usize = 2;
/// The number of positions between two progress messages.
const PROGRESS_INTERVAL: u64 = 10_000;

/// A line of the file, or its fault, with its number.
type Numbered = (u64, Result<Sample, String>);

impl Score {
    pub(crate) fn run(&self) -> Result<(), Box<dyn Error>> {
        let chosen = full_samples(&self.from, self.variant)?.step_by(self.every.into());
        let chosen = Mutex::new((0..).zip(chosen));
        let name = self.to.display();
        let file = File::create_new(&self.to).map_err(|error| format!("{name}: {error}"))?;
        let mut out = BufWriter::new(file);
        let workers = (0..self.concurrency.max(1)).map(|_| self.worker(&chosen));
        let workers = workers.collect::<Result<Vec<_>, _>>()?;
        let mut written = 0;
        in_order(workers, 0, |number, scored| {
            writeln!(out, "{}", scored?)?;
            written = number + 1;
            if written % PROGRESS_INTERVAL == 0 {
                out.flush()?;
                writeln!(stdout(), "{written} positions")?;
            }
            Ok(())
        })?;
        out.flush()?;
        writeln!(stdout(), "{written} positions in all")?;
        Ok(())
    }

    /// Returns a worker that scores one position after the other, as long as there are any.
    fn worker(
        &self,
        chosen: &Mutex<impl Iterator<Item = Numbered> + Send>,
    ) -> io::Result<impl FnMut() -> Option<Numbered> + Send> {
        let mut thinker = Thinker::new(HASH_MEBIBYTES, 1)?;
        Ok(move || {
            let (number, sample) = chosen.lock().next()?;
            Some((number, sample.map(|sample| self.score(sample, &mut thinker))))
        })
    }

    /// Searches the position with an empty table, and returns it with the new score.
    fn score(&self, sample: Sample, thinker: &mut Thinker) -> Sample {
        thinker.clear();
        let limits = Limits { nodes: self.nodes, ..Limits::default() };
        let found = thinker.think(&sample.position, &[], &limits, &mut NoMonitor);
        Sample { score: for_red(&sample.position, found.score), ..sample }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Search;
    use chuhe_host::Random;
    use std::fs;

    #[test]
    fn scores_are_in_order_however_many_search_and_no_file_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let from = folder.path().join("from");
        let mut random = Random::sequence(1, 3);
        let positions = (0..40).filter_map(|plies| random.moves(Rules::Xiangqi.start(), plies));
        let lines: Vec<String> = positions
            .map(|(_, position)| {
                Sample { position, score: 1, points: 1, search: Search::Full }.to_string()
            })
            .collect();
        fs::write(&from, lines.join("\n")).unwrap();
        let scored = |concurrency| {
            let to = folder.path().join(format!("by-{concurrency}"));
            let (from, variant) = (from.clone(), Rules::Xiangqi);
            let command = Score { from, to, variant, nodes: 300, every: 3, concurrency };
            command.run().unwrap();
            let scored = fs::read_to_string(&command.to).unwrap();
            assert!(command.run().is_err(), "a file that is there is kept");
            assert_eq!(fs::read_to_string(&command.to).unwrap(), scored);
            scored
        };
        let alone = scored(1);
        let position = |line: &str| line.split('\t').next().map(String::from);
        let taken: Vec<_> = lines.iter().step_by(3).map(|line| position(line)).collect();
        assert_eq!(alone.lines().map(position).collect::<Vec<_>>(), taken);
        assert_eq!(alone, scored(3));
    }
}
