//! Pictures held against those in `tests/snapshots`, pixel by pixel.
//!
//! With `UPDATE_SNAPSHOTS=1` in the environment a picture that differs is written there instead;
//! look at it before it is committed.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

/// A picture in rows from the top left, `0x00RRGGBB` a pixel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u32>,
}

impl Picture {
    /// A black picture.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![0; width * height] }
    }

    pub fn write(&self, path: &Path) {
        let file = File::create(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (width, height) = (self.width as u32, self.height as u32);
        let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        // Flat colours, and wood of few shades.
        encoder.set_filter(png::Filter::NoFilter);
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|pixel| pixel.to_be_bytes()).collect();
        let bytes: Vec<u8> = bytes.chunks(4).flat_map(|pixel| &pixel[1..]).copied().collect();
        encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&bytes))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// Reads a PNG that `write` wrote.
    pub fn read(path: &Path) -> Self {
        let fault = |error: &dyn std::fmt::Display| -> ! { panic!("{}: {error}", path.display()) };
        let file = File::open(path).unwrap_or_else(|error| fault(&error));
        let mut reader = png::Decoder::new(BufReader::new(file))
            .read_info()
            .unwrap_or_else(|error| fault(&error));
        let mut bytes = vec![0; reader.output_buffer_size().expect("a picture fits in memory")];
        let info = reader.next_frame(&mut bytes).unwrap_or_else(|error| fault(&error));
        assert_eq!(info.color_type, png::ColorType::Rgb, "{}", path.display());
        let pixels = bytes.chunks(3).map(|rgb| u32::from_be_bytes([0, rgb[0], rgb[1], rgb[2]]));
        Self { width: info.width as usize, height: info.height as usize, pixels: pixels.collect() }
    }

    /// The pixels that differ in another picture of the same size, red on a faint copy.
    fn difference(&self, other: &Self) -> Self {
        let pair = |(&ours, &theirs): (&u32, &u32)| {
            if ours == theirs { 0x00c0_c0c0 | ours >> 2 & 0x003f_3f3f } else { 0x00ff_0000 }
        };
        let pixels = self.pixels.iter().zip(&other.pixels).map(pair).collect();
        Self { width: self.width, height: self.height, pixels }
    }
}

/// Holds a picture against `tests/snapshots/NAME.png`. Where it differs, it and the differing
/// pixels are left as `NAME.png` and `NAME.diff.png` in `target/snapshots`.
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
    fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    picture.write(&folder.join(format!("{name}.png")));
    let why = match expected {
        None => "there is no snapshot yet".to_owned(),
        Some(other) if (other.width, other.height) != (picture.width, picture.height) => {
            format!("it was {}x{}", other.width, other.height)
        }
        Some(other) => {
            picture.difference(&other).write(&folder.join(format!("{name}.diff.png")));
            let pairs = picture.pixels.iter().zip(&other.pixels);
            let differing: Vec<usize> = (0..)
                .zip(pairs)
                .filter_map(|(index, (ours, theirs))| (ours != theirs).then_some(index))
                .collect();
            let first = differing[0];
            format!(
                "{} pixels differ, the first at ({}, {})",
                differing.len(),
                first % picture.width,
                first / picture.width
            )
        }
    };
    Err(format!(
        "{name}: {why}; see {}/{name}.*png, and UPDATE_SNAPSHOTS=1 to keep it",
        folder.display()
    ))
}
