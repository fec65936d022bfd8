//! The command that plays games and writes them to a file.

use crate::file_fault::of;
use crate::tune::record::{self, GameRecord, SelfPlaySettings, append, header};
use crate::tune::selfplay::{Player, Starts, TRIES};
use chuhe_host::NetworkFile;
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write, stdout};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;
use std::{iter, thread};

#[derive(clap::Args, Debug)]
pub(crate) struct Games {
    /// The file for the games. If it has some of them already, the others are appended.
    file: PathBuf,
    /// The number of games.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    #[command(flatten)]
    settings: SelfPlaySettings,
    /// A file of a network that evaluates the positions. Without it the weights by hand do.
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// A file with the moves of a game in each line, in coordinates. Each game begins with 8 to 40 plies of
    /// one of them. Without it games begin at the usual start.
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
    /// A file of games whose positions are searched again, in place of new games. Their moves and results stay.
    #[arg(long, value_name = "FILE", conflicts_with = "starts")]
    again: Option<PathBuf>,
    /// The number of games played at the same time. The file does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
}

const PROGRESS_INTERVAL: u64 = 100;

impl Games {
    pub(crate) fn make(&self) -> Result<(), Box<dyn Error>> {
        let settings = self.settings;
        let network = self.network()?;
        let read = |path| Starts::read(path, settings.rules).map(Arc::new);
        let starts = self.starts.as_deref().map(read).transpose()?;
        let read = |path| record::games(path, settings.rules)?.map(|game| Ok(game?.0)).collect();
        let again: Option<Result<Vec<_>, String>> = self.again.as_deref().map(read);
        let again = again.transpose()?;
        let again = again.as_deref();
        let header = header(settings, network.as_ref(), starts.as_deref(), again);
        let (mut file, first) = append(&self.file, &header)?;
        let players = (0..self.concurrency.max(1))
            .map(|_| Player::new(settings, network.clone(), starts.clone()))
            .collect::<io::Result<Vec<_>>>()?;
        let count = again.map_or(self.games, |games| self.games.min(games.len() as u64));
        let next = AtomicU64::new(first);
        let (sender, played) = mpsc::channel();
        thread::scope(|scope| {
            for mut player in players {
                let (sender, next) = (sender.clone(), &next);
                let play = move || {
                    let numbers = iter::repeat_with(|| next.fetch_add(1, Relaxed));
                    let mut numbers = numbers.take_while(|number| *number < count);
                    let mut play = |number| match again {
                        Some(games) => Some(player.search_again(&games[number as usize], number)),
                        None => player.play(number),
                    };
                    // After a fault in `write` the receiver is gone. Then `send` fails, and the thread ends.
                    numbers.all(|number| sender.send((number, play(number))).is_ok())
                };
                thread::Builder::new().spawn_scoped(scope, play)?;
            }
            drop(sender);
            self.write(played, first..count, &mut file)
        })
    }

    /// Writes games in the order of their numbers, even if a later game ends first.
    fn write(
        &self,
        played: Receiver<(u64, Option<GameRecord>)>,
        Range { start: first, end: count }: Range<u64>,
        file: &mut impl Write,
    ) -> Result<(), Box<dyn Error>> {
        let (begin, mut moves) = (Instant::now(), 0);
        let (mut waiting, mut games) = (BTreeMap::new(), first);
        for (number, game) in played {
            let game = game.ok_or_else(|| {
                format!("no start in {TRIES} is about even: change --random or --starts")
            })?;
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&games) {
                moves += game.plies.len();
                game.write(file).map_err(|fault| of(&self.file, fault))?;
                games += 1;
                if games % PROGRESS_INTERVAL == 0 || games == count {
                    file.flush().map_err(|fault| of(&self.file, fault))?;
                    let rate = moves as f64 / begin.elapsed().as_secs_f64().max(1e-3);
                    writeln!(stdout(), "{games}/{count} games, {rate:.0} moves a second")?;
                }
            }
        }
        Ok(())
    }

    fn network(&self) -> Result<Option<NetworkFile>, Box<dyn Error>> {
        let Some(path) = &self.eval_file else { return Ok(None) };
        let network = NetworkFile::read(path)?;
        if network.rules() != self.settings.rules {
            return Err(of(path, format!("the network is for {}", network.rules())).into());
        }
        Ok(Some(network))
    }
}

#[cfg(test)]
mod tests {
    use crate::tune::chances::read_outcomes;
    use crate::tune::record::{GameRecord, Search, games, samples};
    use crate::tune::run_line;
    use chuhe_core::rules::Rules;
    use std::fs::{self, OpenOptions};
    use std::path::Path;

    /// Plays games with short searches. About one move in three is searched in full.
    fn play(file: &Path, more: &str) -> Result<Vec<u8>, String> {
        let seed = if more.contains("--seed") { "" } else { " --seed 9" };
        let settings = format!("--nodes 60 --every 3 --quick-nodes 20{seed}");
        run_line(&format!("games {} {settings} {more}", file.display()))?;
        Ok(fs::read(file).unwrap())
    }

    #[test]
    fn a_file_of_games_depends_on_nothing_but_its_seed() {
        let folder = tempfile::tempdir().unwrap();
        let whole = play(&folder.path().join("whole"), "--games 6").unwrap();
        let parted = folder.path().join("parted");
        assert!(whole.starts_with(&play(&parted, "--games 2 --concurrency 2").unwrap()));
        assert_eq!(play(&parted, "--games 6 --concurrency 3").unwrap(), whole);
        assert_eq!(play(&parted, "--games 4").unwrap(), whole, "no game is played twice");
    }

    #[test]
    fn games_that_were_cut_off_are_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let whole = play(&path, "--games 3").unwrap();
        // A power cut can leave zeros after the last bytes that were written.
        for zeros in [0, 2, 4096] {
            for cut in [1, 7, 300] {
                let file = OpenOptions::new().write(true).open(&path).unwrap();
                file.set_len((whole.len() - cut) as u64).unwrap();
                file.set_len((whole.len() - cut + zeros) as u64).unwrap();
                assert!(samples(&path, Rules::Xiangqi).unwrap().last().unwrap().is_err());
                assert_eq!(play(&path, "--games 3").unwrap(), whole, "{cut} {zeros}");
            }
        }
        assert!(samples(&path, Rules::Xiangqi).unwrap().all(|sample| sample.is_ok()));
        for torn in [&whole[..5], &[0; 9]] {
            fs::write(&path, torn).unwrap();
            assert_eq!(play(&path, "--games 3").unwrap(), whole, "a header that was cut off");
        }
    }

    #[test]
    fn some_moves_are_searched_in_full() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        play(&path, "--games 6").unwrap();
        let all: Vec<_> = samples(&path, Rules::Xiangqi).unwrap().map(Result::unwrap).collect();
        let branches = all.iter().filter(|sample| sample.search == Search::Branch).count();
        let all = all.len();
        assert!((all / 30..all / 8).contains(&branches), "{branches} of {all}");
        let full = read_outcomes(std::slice::from_ref(&path), Rules::Xiangqi).unwrap().len();
        assert!((all / 6..all / 2).contains(&full), "{full} of {all}");
    }

    #[test]
    fn games_go_on_from_those_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name| folder.path().join(name);
        let moves = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6";
        let games = |file, text: &str| {
            fs::write(path("starts"), text).unwrap();
            let starts = path("starts").display().to_string();
            play(&path(file), &format!("--games 2 --random 0 --starts {starts}"))
        };
        let file = games("a", &format!("\u{feff}{moves}\nh2e2\n")).unwrap();
        let header =
            String::from_utf8_lossy(&file[..file.iter().position(|&b| b == b'\n').unwrap()]);
        assert!(header.contains(" starts=1/9 "), "{header}");
        // A game begins with five bytes, of which the first two are the number of opening moves. Then come a bit for
        // each searched move, and the moves from the first opening move on.
        let first = chuhe_core::notation::read_any("h2e2", &Rules::Xiangqi.start()).unwrap();
        let game = &file[header.len() + 1..];
        let searched = usize::from(u16::from_le_bytes([game[2], game[3]]));
        assert!((8..=12).contains(&u16::from_le_bytes([game[0], game[1]])));
        let at = 5 + searched.div_ceil(8);
        assert_eq!(game[at..at + 2], first.to_bits().to_le_bytes());
        assert!(samples(&path("a"), Rules::Xiangqi).unwrap().all(|sample| sample.is_ok()));
        assert!(games("a", moves).is_ok(), "the short line does not count");
        assert!(games("b", "h2e2 h2e2").unwrap_err().contains("line 1: \"h2e2\": "));
        assert!(games("b", "h2e2").unwrap_err().ends_with("no game has eight plies"));
        // The eighth ply mates White.
        fs::write(path("starts"), "f2f3 e7e5 a2a3 a7a6 a3a4 a6a5 g2g4 d8h4").unwrap();
        let mated = format!("--variant chess --starts {}", path("starts").display());
        assert!(play(&path("c"), &mated).unwrap_err().contains("no start in 1000 is about even"));
    }

    #[test]
    fn games_are_searched_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name| folder.path().join(name);
        play(&path("a"), "--games 4").unwrap();
        let again = format!("--seed 8 --games 9 --again {}", path("a").display());
        let whole = play(&path("b"), &again).unwrap();
        assert_eq!(play(&path("b"), &again).unwrap(), whole, "no game is searched twice");
        let [old, new] = ["a", "b"].map(|name| {
            let games = games(&path(name), Rules::Xiangqi).unwrap();
            games.map(|game| game.unwrap().0).collect::<Vec<_>>()
        });
        assert_eq!(new.len(), 4);
        let moves = |game: &GameRecord| game.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
        for (old, new) in old.iter().zip(&new) {
            assert_eq!((moves(new), new.points), (moves(old), old.points));
            assert_ne!(new.plies, old.plies, "another seed searches other moves in full");
        }
        fs::write(path("c"), &fs::read(path("a")).unwrap()[..200]).unwrap();
        let broken = again.replace("/a", "/c");
        assert!(play(&path("d"), &broken).unwrap_err().contains("the game at byte "));
    }

    #[test]
    fn games_of_other_settings_are_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        fs::write(&path, "rnbakabnr").unwrap();
        assert!(play(&path, "--games 1").unwrap_err().contains("no games of chuhe-tune"));
        assert_eq!(fs::read(&path).unwrap(), b"rnbakabnr");
        fs::remove_file(&path).unwrap();
        let mine = play(&path, "--games 1").unwrap();
        for other in ["--random 5", "--seed 8"] {
            let fault = play(&path, &format!("--games 2 {other}")).unwrap_err();
            assert!(fault.contains("random=6 seed=9"), "{fault}");
        }
        assert_eq!(fs::read(&path).unwrap(), mine);
        let other_run = fs::File::open(&path).unwrap();
        other_run.lock().unwrap();
        assert!(play(&path, "--games 2").unwrap_err().ends_with("another run writes there"));
    }
}
