//! Compares pictures with those in `tests/snapshots`, pixel by pixel.
//!
//! With `UPDATE_SNAPSHOTS=1` in the environment, a picture that differs replaces the old one.
//! Look at it before you commit it.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

/// A picture with pixels `0x00RRGGBB`, row by row from the top left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u32>,
}

/// Unwraps the result of a file operation, or panics with the path.
fn of<T, E: Display>(path: &Path, done: Result<T, E>) -> T {
    done.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Picture {
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![0; width * height] }
    }

    pub fn write(&self, path: &Path) {
        let file = of(path, File::create(path));
        let (width, height) = (self.width as u32, self.height as u32);
        let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        // Pictures of few colours are smallest without a filter.
        encoder.set_filter(png::Filter::NoFilter);
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|pixel| pixel.to_be_bytes()).collect();
        let bytes: Vec<u8> = bytes.chunks(4).flat_map(|pixel| &pixel[1..]).copied().collect();
        let written = encoder.write_header();
        of(path, written.and_then(|mut writer| writer.write_image_data(&bytes)));
    }

    /// Reads a PNG that `write` wrote.
    pub fn read(path: &Path) -> Self {
        let file = BufReader::new(of(path, File::open(path)));
        let mut reader = of(path, png::Decoder::new(file).read_info());
        let mut bytes = vec![0; reader.output_buffer_size().expect("a picture fits in memory")];
        let info = of(path, reader.next_frame(&mut bytes));
        assert_eq!(info.color_type, png::ColorType::Rgb, "{}", path.display());
        let pixels = bytes.chunks(3).map(|rgb| u32::from_be_bytes([0, rgb[0], rgb[1], rgb[2]]));
        Self { width: info.width as usize, height: info.height as usize, pixels: pixels.collect() }
    }

    /// A faint copy of the picture, on which pixels that differ from the other picture are red.
    fn difference(&self, other: &Self) -> Self {
        let pair = |(&ours, &theirs): (&u32, &u32)| {
            if ours == theirs { 0x00c0_c0c0 | ours >> 2 & 0x003f_3f3f } else { 0x00ff_0000 }
        };
        let pixels = self.pixels.iter().zip(&other.pixels).map(pair).collect();
        Self { width: self.width, height: self.height, pixels }
    }
}

/// Compares a picture with `tests/snapshots/NAME.png`. If it differs, it is written to
/// `target/snapshots` as `NAME.png`, and the differing pixels as `NAME.diff.png`.
pub fn compare(name: &str, picture: &Picture) -> Result<(), String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = tests.join("snapshots").join(format!("{name}.png"));
    let expected = kept.exists().then(|| Picture::read(&kept));
    if expected.as_ref() == Some(picture) {
        return Ok(());
    }
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
        picture.write(&kept);
        return Ok(());
    }
    let folder: PathBuf = tests.join("../target/snapshots");
    of(&folder, fs::create_dir_all(&folder));
    picture.write(&folder.join(format!("{name}.png")));
    let why = match expected {
        None => "there is no snapshot yet".to_owned(),
        Some(other) if (other.width, other.height) != (picture.width, picture.height) => {
            format!("it was {}x{}", other.width, other.height)
        }
        Some(other) => {
            picture.difference(&other).write(&folder.join(format!("{name}.diff.png")));
            let (ours, theirs) = (&picture.pixels, &other.pixels);
            let differing = (0..ours.len()).filter(|&index| ours[index] != theirs[index]);
            let differing: Vec<usize> = differing.collect();
            let (x, y) = (differing[0] % picture.width, differing[0] / picture.width);
            format!("{} pixels differ, the first at ({x}, {y})", differing.len())
        }
    };
    let folder = folder.display();
    Err(format!("{name}: {why}; see {folder}/{name}.*png, and UPDATE_SNAPSHOTS=1 to keep it"))
}
