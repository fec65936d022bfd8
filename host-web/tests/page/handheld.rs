//! Plays the recorded game of the handheld device in the page. The tests in QEMU play the same game.

use crate::tab::Tab;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The recorded game: the buttons to press, and the names of the pictures that must appear.
const RECORD: &str = include_str!("../../../host-device/tests/pictures/game.txt");

/// The scripts `GREYS` and `COLOURS` return the pixels of the grey display and of the colour display as Base64.
const GREYS: &str = "(() => {
    const { data } = document.getElementById('display').getContext('2d').getImageData(0, 0, 128, 64);
    return btoa(String.fromCharCode(...data.filter((_, index) => index % 4 === 0)));
})()";
const COLOURS: &str = "(() => {
    const { data } = document.getElementById('colours').getContext('2d').getImageData(0, 0, 240, 240);
    return btoa(data.reduce((text, byte, index) => index % 4 < 3 ? text + String.fromCharCode(byte) : text, ''));
})()";

/// Plays the recorded game with the keyboard, and compares the displays with the recorded pictures byte by byte.
pub(crate) fn play(tab: &mut Tab<'_>) -> Result<(), String> {
    let mut pressed = 0;
    for line in RECORD.lines().filter(|line| !line.starts_with('#')) {
        match line.split_once(' ') {
            Some(("press", names)) => {
                for name in names.split(' ') {
                    tab.key(key(name))?;
                    pressed += 1;
                    tab.wait_until(&format!(
                        "document.documentElement.dataset.ready === '{pressed}'"
                    ))?;
                }
            }
            Some(("picture", name)) => compare(tab, GREYS, name)?,
            Some(("colours", name)) => compare(tab, COLOURS, name)?,
            _ => return Err(format!("unknown line: {line}")),
        }
    }
    Ok(())
}

fn key(button: &str) -> &str {
    match button {
        "up" => "ArrowUp",
        "down" => "ArrowDown",
        "left" => "ArrowLeft",
        "right" => "ArrowRight",
        _ => "Enter",
    }
}

fn compare(tab: &mut Tab<'_>, pixels: &str, name: &str) -> Result<(), String> {
    let shown = tab.evaluate(pixels)?;
    let shown = BASE64_STANDARD.decode(shown.as_str().unwrap_or_default());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../host-device/tests/pictures");
    let file = folder.join(name).with_extension("png");
    let kept = read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    match shown.map_err(|error| error.to_string())? == kept {
        true => Ok(()),
        false => Err(format!("the display does not show {}", file.display())),
    }
}

/// The bytes of all pixels of a PNG file: one grey value or three colour values for each pixel.
fn read(file: &Path) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(file)?)).read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("too large")?];
    reader.next_frame(&mut bytes)?;
    Ok(bytes)
}
