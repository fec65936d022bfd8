//! Chooses the games to remove: nobody has changed them for too long. No game may be removed because of a wrong clock.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant, SystemTime};

/// The least time between the check that first finds a game too old and the removal of the game. This
/// time is less than the hour between two checks, so the next check can remove the game.
const CONFIRMED: Duration = Duration::from_secs(50 * 60);

/// The length of a forward jump of the clock beyond which the log contains a warning.
const JUMP: Duration = Duration::from_secs(3600);

pub(super) type Changed = (String, SystemTime);

#[derive(Default, Debug)]
pub(super) struct Expiry {
    keep: Duration,
    /// The last check, `(moment, time)`. Between two checks, `time` advances at most as much as `moment` does.
    clock: Option<(Instant, SystemTime)>,
    /// The games that are too old, each with the moment of the check that first found it too old.
    seen: HashMap<String, Instant>,
    /// The games of each check in which every game was too old. These games are kept as long as this program runs.
    doubted: HashSet<String>,
    is_jump_told: bool,
}

impl Expiry {
    pub(super) fn new(keep: Duration) -> Self {
        Self { keep, ..Self::default() }
    }

    /// Checks all games at `moment`, when the system's clock shows `time`. Returns the games to remove.
    pub(super) fn look(
        &mut self,
        moment: Instant,
        time: SystemTime,
        games: &[Changed],
    ) -> Vec<Changed> {
        let now = self.careful(moment, time);
        let is_old = |changed| now.duration_since(changed).is_ok_and(|age| age > self.keep);
        let old: Vec<&Changed> = games.iter().filter(|game| is_old(game.1)).collect();
        let names: HashSet<&str> = old.iter().map(|game| game.0.as_str()).collect();
        self.seen.retain(|name, _| names.contains(name.as_str()));
        if !old.is_empty() && old.len() == games.len() {
            let told = self.doubted.len();
            self.doubted.extend(old.iter().map(|game| game.0.clone()));
            if self.doubted.len() > told {
                log::warn!(
                    "all {} kept games are too old, so none is removed: the clock may be wrong",
                    old.len()
                );
            }
        }
        let mut removed = Vec::new();
        for game in old.into_iter().filter(|game| !self.doubted.contains(&game.0)) {
            let first = *self.seen.entry(game.0.clone()).or_insert(moment);
            if moment.duration_since(first) >= CONFIRMED {
                removed.push(game.clone());
            }
        }
        removed
    }

    /// Returns `time`, but at most the time of the last check plus the time that has passed since
    /// then. Therefore no game seems older after the clock was set forward.
    fn careful(&mut self, moment: Instant, time: SystemTime) -> SystemTime {
        let expected = self.clock.map_or(time, |(begin, then)| then + moment.duration_since(begin));
        let ahead = time.duration_since(expected).unwrap_or_default();
        if ahead > JUMP && !std::mem::replace(&mut self.is_jump_told, true) {
            log::warn!(
                "the clock was set forward by {} s: the ages of kept games do not follow it until the next start",
                ahead.as_secs()
            );
        }
        let now = time.min(expected);
        self.clock = Some((moment, now));
        now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3600;
    const DAY: u64 = 24 * HOUR;

    /// Returns the time `seconds` after a fixed time.
    fn time(seconds: i64) -> SystemTime {
        let since = (9000 * DAY).checked_add_signed(seconds).unwrap();
        SystemTime::UNIX_EPOCH + Duration::from_secs(since)
    }

    /// Checks games `(name, age in seconds)` at the times
    /// `(seconds passed, seconds that the clock is ahead)`. Returns the names that each check removes.
    fn looks(games: &[(&str, u64)], looks: &[(u64, i64)]) -> Vec<String> {
        let begin = Instant::now();
        let changed = |&(name, age): &(&str, u64)| (name.to_owned(), time(-(age as i64)));
        let mut games: Vec<Changed> = games.iter().map(changed).collect();
        let mut expiry = Expiry::new(Duration::from_secs(30 * DAY));
        let look = |&(after, ahead): &(u64, i64)| {
            let moment = begin + Duration::from_secs(after);
            let removed = expiry.look(moment, time(after as i64 + ahead), &games);
            games.retain(|game| !removed.contains(game));
            removed.into_iter().map(|game| game.0).collect::<Vec<_>>().join(" ")
        };
        looks.iter().map(look).collect()
    }

    #[test]
    fn a_game_is_removed_when_it_is_too_old_at_two_looks() {
        let games = [("old", 31 * DAY), ("ageing", 30 * DAY - 2 * HOUR), ("young", 29 * DAY)];
        let at = [0, 60, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR].map(|after| (after, 0));
        assert_eq!(looks(&games, &at), ["", "", "old", "", "", "ageing"]);
    }

    #[test]
    fn a_clock_that_is_set_removes_no_game() {
        let ahead = 31 * DAY as i64;
        // The clock is wrong from the start, and the games have different ages.
        let games = [("a", 9 * DAY), ("b", 3 * DAY), ("now", 0)];
        let wrong = [0, HOUR, 2 * HOUR, 50 * HOUR].map(|after| (after, ahead));
        assert_eq!(looks(&games, &wrong), [""; 4]);
        // The clock is set forward, backward or both while the server runs.
        for jump in [ahead, 400 * DAY as i64, -ahead] {
            for then in [jump, 0, -jump] {
                let hours = (0..).map(|hour| hour * HOUR);
                let times: Vec<_> = hours.zip([0, jump, jump, then, then, 0]).collect();
                assert_eq!(looks(&games, &times), [""; 6], "{jump}, {then}");
            }
        }
        // A time server corrects the clock within an hour.
        let corrected = [(0, 25 * DAY as i64), (HOUR, 0), (2 * HOUR, 0)];
        assert_eq!(looks(&games, &corrected), [""; 3]);
    }

    #[test]
    fn games_that_are_too_old_all_at_once_stay_until_the_next_start() {
        let begin = Instant::now();
        let mut games = vec![("a".to_owned(), time(-(40 * DAY as i64)))];
        let mut expiry = Expiry::new(Duration::from_secs(30 * DAY));
        let mut look = |hour: u64, games: &[Changed]| {
            let after = hour * HOUR;
            expiry.look(begin + Duration::from_secs(after), time(after as i64), games).len()
        };
        for hour in 0..5 {
            assert_eq!(look(hour, &games), 0);
            games.push((hour.to_string(), time((hour * HOUR) as i64)));
        }
        games[0].0 = "another".to_owned();
        assert_eq!([look(5, &games), look(6, &games)], [0, 1]);
    }
}
