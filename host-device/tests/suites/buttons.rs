//! Presses buttons whose contacts bounce.

use chuhe_core::SplitMix64;
use chuhe_device::{Button, Buttons};
use embedded_hal::digital::{ErrorType, InputPin};
use std::cell::Cell;
use std::convert::Infallible;

struct Pin<'a>(&'a Cell<bool>);

impl ErrorType for Pin<'_> {
    type Error = Infallible;
}

impl InputPin for Pin<'_> {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        Ok(!self.0.get())
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        Ok(self.0.get())
    }
}

fn between(random: &mut SplitMix64, least: u64, most: u64) -> u64 {
    least + random.below(most - least + 1)
}

/// Returns the level of a contact in each millisecond: it bounces for `time`, then has the level `low` for `rest`.
fn bounces(random: &mut SplitMix64, time: u64, rest: u64, low: bool) -> Vec<bool> {
    let mut levels = Vec::new();
    while (levels.len() as u64) < time {
        let same = between(random, 1, 9).min(time - levels.len() as u64);
        levels.extend(vec![levels.last().map_or(low, |last: &bool| !last); same as usize]);
    }
    levels.extend(vec![low; rest as usize]);
    levels
}

/// Simulates a button with these levels, and reads it after each `interval`. Returns the times of its events.
fn events(button: Button, levels: &[bool], mut interval: impl FnMut() -> u64) -> Vec<u64> {
    let pins = [const { Cell::new(false) }; 5];
    let mut buttons = Buttons::new(pins.each_ref().map(Pin));
    let own = &pins[Button::ALL.iter().position(|one| *one == button).expect("a button")];
    let (mut times, mut now) = (Vec::new(), 0);
    while let Some(&low) = levels.get(now as usize) {
        own.set(low);
        if let Some(pressed) = buttons.pressed(now) {
            assert_eq!(pressed, button);
            times.push(now);
        }
        now += interval();
    }
    times
}

#[test]
fn one_press_is_one_event_under_every_chatter() {
    for seed in 1..=2_000 {
        let mut random = SplitMix64::new(seed);
        // A contact that chatters long is read each millisecond. A contact that chatters as briefly as real
        // switches is read less often, as during a search.
        let (chatter, slowest) = if seed % 2 == 0 { (80, 1) } else { (9, 40) };
        let mut levels = vec![false; 100];
        for low in [true, false] {
            let time = between(&mut random, 0, chatter);
            let rest = between(&mut random, 100, 200);
            levels.extend(bounces(&mut random, time, rest, low));
        }
        let button = Button::ALL[between(&mut random, 0, 4) as usize];
        let times = events(button, &levels, || between(&mut random, 1, slowest));
        assert_eq!(times.len(), 1, "{button:?}, seed {seed}: {times:?}");
    }
}

#[test]
fn noise_alone_is_no_press() {
    for seed in 1..=500 {
        let levels =
            [vec![false; 50], bounces(&mut SplitMix64::new(seed), 400, 100, false)].concat();
        assert_eq!(events(Button::Select, &levels, || 1), Vec::<u64>::new(), "seed {seed}");
    }
}

#[test]
fn an_arrow_that_is_held_repeats_and_select_does_not() {
    let levels = [vec![false; 50], vec![true; 700], vec![false; 50]].concat();
    assert_eq!(events(Button::Left, &levels, || 1), [60, 460, 560, 660]);
    assert_eq!(events(Button::Select, &levels, || 1), [60]);
}

#[test]
fn a_button_that_is_low_from_the_start_counts_when_it_is_released() {
    let levels = [vec![true; 900], vec![false; 50], vec![true; 50]].concat();
    assert_eq!(events(Button::Up, &levels, || 1), [910, 960]);
}
