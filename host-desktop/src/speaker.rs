//! Plays sounds with a program of the system.

use chuhe_app::sound::{Sound, wav};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, io};
use tempfile::TempDir;

type Player = (&'static str, &'static [&'static str]);

const PLAYERS: [Player; 4] =
    [("pw-play", &[]), ("paplay", &[]), ("aplay", &["-q"]), ("afplay", &[])];

/// A program that still plays a sound after this time counts as hanging. Each sound takes less than a second.
const PATIENCE: Duration = Duration::from_secs(5);

/// Stops its sounds when it is dropped.
pub(crate) struct Speaker {
    folder: TempDir,
    /// The programs that have not failed yet. The first one is used.
    players: &'static [Player],
    playing: Vec<(Child, &'static str, Instant)>,
}

impl Speaker {
    pub(crate) fn new() -> io::Result<Self> {
        let folder = TempDir::with_prefix("chuhe-")?;
        let speaker = Self { folder, players: &PLAYERS, playing: Vec::new() };
        for sound in Sound::ALL {
            fs::write(speaker.file(sound), wav(sound))?;
        }
        Ok(speaker)
    }

    fn file(&self, sound: Sound) -> PathBuf {
        self.folder.path().join(format!("{sound:?}.wav"))
    }

    /// Plays a sound with the first program that can be started, if there is one.
    pub(crate) fn play(&mut self, sound: Sound) {
        self.tidy();
        while let Some(&(program, arguments)) = self.players.first() {
            let started = Command::new(program)
                .args(arguments)
                .arg(self.file(sound))
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn();
            match started {
                Ok(child) => return self.playing.push((child, program, Instant::now())),
                Err(_) => self.try_next(),
            }
        }
    }

    /// Removes ended players, and kills hanging ones. If the current program failed, the next one is used from then on.
    fn tidy(&mut self) {
        let current = self.players.first().map(|player| player.0);
        let mut failed = false;
        self.playing.retain_mut(|(child, program, begun)| {
            let ended = child.try_wait();
            let hangs = matches!(ended, Ok(None)) && begun.elapsed() >= PATIENCE;
            if hangs {
                // If killing fails, the next call of `tidy` tries it again, unless the player has ended by then.
                let _ = child.kill();
            }
            let has_failed = hangs || matches!(&ended, Ok(Some(status)) if !status.success());
            failed |= has_failed && current == Some(*program);
            matches!(ended, Ok(None))
        });
        if failed {
            self.try_next();
        }
    }

    fn try_next(&mut self) {
        self.players = self.players.get(1..).unwrap_or_default();
        if self.players.is_empty() {
            log::info!("no sounds: none of pw-play, paplay, aplay and afplay works here");
        }
    }
}

impl Drop for Speaker {
    fn drop(&mut self) {
        for (child, ..) in &mut self.playing {
            // A failure is ignored. The program does not wait for the end of the player.
            let _ = child.kill();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn players_that_hang_are_killed_and_give_way_to_the_next_program() {
        let mut speaker = Speaker::new().unwrap();
        // The first program, `tail -f`, never ends.
        speaker.players = &[("tail", &["-f"]), ("true", &[]), ("false", &[])];
        (0..3).for_each(|_| speaker.play(Sound::Move));
        speaker.playing.iter_mut().for_each(|(.., begun)| *begun -= PATIENCE);
        while !speaker.playing.is_empty() {
            speaker.tidy();
        }
        assert_eq!(speaker.players[0].0, "true");
    }
}
