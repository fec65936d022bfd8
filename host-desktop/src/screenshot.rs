//! Takes screenshots without a window.

use crate::fonts;
use crate::options::Options;
use crate::program::Program;
use chuhe_app::screen::Screen;
use chuhe_app::{AppEvent, Topic};
use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Brings the program into the state that the options describe, and writes a picture of this state to `file`.
pub fn take(program: &mut Program, options: &Options, file: &Path) -> Result<(), Box<dyn Error>> {
    let size = options.size.unwrap_or(program.app().cx().settings.window);
    options.game.iter().for_each(|game| program.open(game));
    let is_refused = |topic: Option<Topic>| {
        topic == Some(Topic::InvalidMap) || options.game.is_some() && topic == Some(Topic::Error)
    };
    let words = program.app().cx().words();
    if let Some(form) = program.app().cx().dialog().map(|dialog| &dialog.form)
        && is_refused(form.topic())
    {
        return Err(form.text(words).into());
    }
    program.app().cx_mut().window = Some(size);
    program.on(AppEvent::Tick);
    for &(letter, press) in &options.keys {
        let typed = |letter| AppEvent::Typed(letter, Some(press));
        program.on(letter.map_or(AppEvent::Key(press), typed));
        while program.is_busy() {
            thread::sleep(Duration::from_millis(4));
            program.receive();
        }
    }
    let mut screen = Screen::new(&program.app(), size.map(usize::from)).with_face(fonts::FACE);
    screen.draw(&program.app());
    write(file, &screen).map_err(|error| format!("{}: {error}", file.display()).into())
}

fn write(file: &Path, screen: &Screen) -> Result<(), png::EncodingError> {
    let (pixels, [width, height]) = screen.pixels();
    let mut encoder =
        png::Encoder::new(BufWriter::new(File::create(file)?), width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    // Flat colours compress best without a filter.
    encoder.set_filter(png::Filter::NoFilter);
    let bytes: Vec<u8> =
        pixels.iter().flat_map(|pixel| pixel.to_be_bytes()[1..].to_vec()).collect();
    encoder.write_header()?.write_image_data(&bytes)
}
