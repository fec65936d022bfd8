//! Short sounds, computed when they are needed.

use std::f32::consts::TAU;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sound {
    Move,
    Capture,
    Check,
    Refusal,
    End,
}

impl Sound {
    pub const ALL: [Self; 5] = [Self::Move, Self::Capture, Self::Check, Self::Refusal, Self::End];

    /// (start, length, pitch, noise) of each tone, in milliseconds and hertz; `noise` is a share from 0 to 1.
    const fn tones(self) -> &'static [(u32, u32, f32, f32)] {
        match self {
            Self::Move => &[(0, 70, 210.0, 0.35)],
            Self::Capture => &[(0, 60, 330.0, 0.5), (45, 110, 160.0, 0.5)],
            Self::Check => &[(0, 120, 523.25, 0.0), (110, 220, 783.99, 0.0)],
            Self::Refusal => &[(0, 140, 110.0, 0.1)],
            Self::End => &[(0, 260, 392.0, 0.0), (150, 260, 523.25, 0.0), (300, 600, 659.25, 0.0)],
        }
    }
}

/// Samples per second.
const RATE: u32 = 22_050;

/// The sine of an angle in turns, within 0.00001. It replaces `f32::sin`, whose tables would enlarge the web page.
fn sine(turns: f32) -> f32 {
    // The angle is reduced to at most a quarter of a turn, because few terms of the series are then enough.
    let turns = turns - (turns + 0.5).floor();
    let quarter = if turns.abs() > 0.25 { 0.5_f32.copysign(turns) - turns } else { turns };
    let angle = quarter * TAU;
    let square = angle * angle;
    [72.0, 42.0, 20.0, 6.0].iter().fold(1.0, |sum, of| 1.0 - square * sum / of) * angle
}

/// Computes a sound as a WAV file with one channel and 16 bits per sample.
pub fn wav(sound: Sound) -> Vec<u8> {
    let samples = |millis: u32| (millis * RATE / 1000) as usize;
    let length = sound.tones().iter().map(|(start, length, ..)| samples(start + length)).max();
    let mut mixed = vec![0.0f32; length.unwrap_or_default()];
    for &(start, length, pitch, share) in sound.tones() {
        // A linear congruential generator makes the same noise every time.
        let mut noise = 1u32;
        let place = mixed.iter_mut().skip(samples(start)).take(samples(length));
        for (index, sample) in place.enumerate() {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let hiss = (noise >> 16) as f32 / 32_768.0 - 1.0;
            let time = index as f32 / RATE as f32;
            let turns = time * pitch;
            let pure = sine(turns) + 0.3 * sine(2.0 * turns);
            let fading = (-5.0 * index as f32 / samples(length) as f32).exp();
            // A short rise prevents a click at the start.
            let rise = (index as f32 / 40.0).min(1.0);
            *sample += (pure * (1.0 - share) + hiss * share) * fading * rise * 0.45;
        }
    }
    let bytes = 2 * mixed.len() as u32;
    let mut file = [
        *b"RIFF",
        (36 + bytes).to_le_bytes(),
        *b"WAVE",
        *b"fmt ",
        16u32.to_le_bytes(),
        // PCM, one channel.
        [1, 0, 1, 0],
        RATE.to_le_bytes(),
        (2 * RATE).to_le_bytes(),
        [2, 0, 16, 0],
        *b"data",
        bytes.to_le_bytes(),
    ]
    .concat();
    let whole = |sample: f32| (sample.clamp(-1.0, 1.0) * 32_767.0) as i16;
    file.extend(mixed.into_iter().flat_map(|sample| whole(sample).to_le_bytes()));
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sine_is_that_of_the_standard_library() {
        for step in -1000_i16..1000 {
            let turns = f32::from(step) / 300.0;
            assert!((sine(turns) - (turns * TAU).sin()).abs() < 1e-5, "{turns}");
        }
    }

    #[test]
    fn sounds_are_short_whole_and_never_clipped() {
        for sound in Sound::ALL {
            let file = wav(sound);
            assert_eq!(&file[..4], b"RIFF");
            let size = u32::from_le_bytes(file[4..8].try_into().unwrap()) as usize;
            assert_eq!(size + 8, file.len());
            let samples: Vec<i16> =
                file[44..].chunks(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
            assert!(samples.len() < RATE as usize, "{sound:?} lasts less than a second");
            let loudest = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap();
            assert!((6_000..32_767).contains(&loudest), "{sound:?}: {loudest}");
        }
    }
}
