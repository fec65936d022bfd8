//! Plays sounds by a program of the system.

use chuhe_app::sound::{Sound, wav};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::{fs, io};
use tempfile::TempDir;

/// Programs that can play a file, the most common first.
const PLAYERS: [(&str, &[&str]); 4] =
    [("pw-play", &[]), ("paplay", &[]), ("aplay", &["-q"]), ("afplay", &[])];

/// Plays sounds with a program of the system. Dropping it stops them.
#[derive(Debug)]
pub struct Speaker {
    folder: TempDir,
    /// The programs that have not failed yet.
    players: &'static [(&'static str, &'static [&'static str])],
    playing: Vec<Child>,
}

impl Speaker {
    /// Computes the sounds.
    pub fn new() -> io::Result<Self> {
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

    /// Starts a sound. Without a player nothing happens.
    pub fn play(&mut self, sound: Sound) {
        self.tidy();
        while let Some((program, arguments)) = self.players.first() {
            let started = Command::new(program)
                .args(*arguments)
                .arg(self.file(sound))
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn();
            match started {
                Ok(child) => return self.playing.push(child),
                Err(_) => self.try_next(),
            }
        }
    }

    /// Removes players that have ended. After a failure the next program is used.
    fn tidy(&mut self) {
        let mut failed = false;
        self.playing.retain_mut(|child| {
            let ended = child.try_wait();
            failed |= matches!(&ended, Ok(Some(status)) if !status.success());
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
        for child in &mut self.playing {
            // The process may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
