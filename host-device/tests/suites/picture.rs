//! Compares pictures of simulated displays with committed files.

use crate::pair::Pair;
use crate::qemu::Board;
use chuhe_core::rules::Rules;
use chuhe_device::{Button, Frame, Handheld, SIZE};
use chuhe_view::Theme;
use chuhe_view::paint::Canvas;
use embedded_graphics::prelude::Size;
use png::ColorType;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::{env, fmt};

const WIDTH: usize = SIZE.width as usize;
const HEIGHT: usize = SIZE.height as usize;

pub(crate) const BYTES: usize = WIDTH * HEIGHT / 2;

const SCALE: usize = 4;

/// The picture on a display: the shade of each pixel, 0 to 15.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct GreyPicture(Vec<u8>);

impl GreyPicture {
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).collect())
    }

    pub(crate) fn from_ppm(ppm: &[u8]) -> Self {
        let head = format!("P6\n{} {}\n255\n", WIDTH * SCALE, HEIGHT * SCALE);
        let pixels = ppm.strip_prefix(head.as_bytes()).expect("a picture of 512 by 256 pixels");
        let grey = |x: usize, y: usize| {
            let pixel = &pixels[3 * (y * WIDTH * SCALE + x)..][..3];
            assert!(pixel[0] % 17 == 0 && pixel.iter().all(|it| *it == pixel[0]), "{pixel:?}");
            pixel[0] / 17
        };
        let shade = |index: usize| {
            let (x, y) = (index % WIDTH * SCALE, index / WIDTH * SCALE);
            let all = (0..SCALE * SCALE).map(|dot| grey(x + dot % SCALE, y + dot / SCALE));
            assert!(all.clone().all(|shade| shade == grey(x, y)), "a pixel of one shade");
            grey(x, y)
        };
        Self((0..WIDTH * HEIGHT).map(shade).collect())
    }
}

/// Prints two rows of pixels as one line of text.
impl fmt::Debug for GreyPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rows in self.0.chunks(2 * WIDTH) {
            let (upper, lower) = rows.split_at(WIDTH);
            let cell = |(up, down): (&u8, &u8)| match (up > &7, down > &7) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            };
            writeln!(f, "{}", upper.iter().zip(lower).map(cell).collect::<String>())?;
        }
        Ok(())
    }
}

/// Returns the bytes of a committed picture. With `UPDATE_SNAPSHOTS=1` it first writes `bytes` into the file.
fn committed(name: &str, size: Size, color: ColorType, bytes: &[u8]) -> Option<Vec<u8>> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let file = folder.join(name).with_extension("png");
    if env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
        let out = BufWriter::new(File::create(&file).expect("a picture can be written"));
        let mut encoder = png::Encoder::new(out, size.width, size.height);
        encoder.set_color(color);
        let mut writer = encoder.write_header().expect("a picture can be written");
        writer.write_image_data(bytes).expect("a picture can be written");
    }
    let mut reader = png::Decoder::new(BufReader::new(File::open(file).ok()?)).read_info().ok()?;
    let mut kept = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut kept).ok()?;
    ((info.width, info.height, info.color_type) == (size.width, size.height, color)).then_some(kept)
}

pub(crate) fn check(name: &str, picture: &GreyPicture) {
    let bytes: Vec<u8> = picture.0.iter().map(|shade| shade * 17).collect();
    let kept = committed(name, SIZE, ColorType::Grayscale, &bytes).unwrap_or_default();
    let kept = GreyPicture(kept.iter().map(|byte| byte / 17).collect());
    assert!(kept == *picture, "{name}, as committed:\n{kept:?}as it is:\n{picture:?}");
}

pub(crate) fn check_colours(name: &str, handheld: &Handheld, [width, height]: [u32; 2]) {
    let (size, mut pixels) = (Size::new(width, height), vec![0; (width * height) as usize]);
    let frame = Frame::new(handheld, None);
    let Ok(()) = frame.draw(&mut Canvas::new(&mut pixels, size), size, &Theme::WOOD);
    let bytes: Vec<u8> =
        pixels.iter().flat_map(|pixel| pixel.to_be_bytes()[1..].to_vec()).collect();
    let kept = committed(name, size, ColorType::Rgb, &bytes);
    assert!(kept.is_some_and(|kept| kept == bytes), "{name} is not as committed");
}

fn button(name: &str) -> Button {
    let found = Button::ALL.into_iter().find(|button| button.name() == name);
    found.unwrap_or_else(|| panic!("{name} is no button"))
}

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("../pictures/game.txt").lines().filter(|line| !line.starts_with('#'))
}

pub(crate) fn presses() -> impl Iterator<Item = Button> {
    lines()
        .filter_map(|line| line.strip_prefix("press "))
        .flat_map(|names| names.split(' ').map(button))
}

/// Plays the recorded game, and compares its pictures with files. `Pair` also compares both handhelds at each press.
fn every_view_is_as_committed(board: Board) {
    let mut pair = Pair::start(board);
    for line in lines() {
        match line.split_once(' ') {
            Some(("press", names)) => names.split(' ').for_each(|name| pair.press(&[button(name)])),
            Some(("picture", name)) => check(name, pair.here.picture()),
            Some(("colours", name)) => check_colours(name, &pair.here.handheld, [240; 2]),
            _ => panic!("unknown line: {line}"),
        }
    }
    assert_eq!(pair.here.handheld.rules(), Rules::Zhonggong);
}

#[test]
fn every_view_of_a_display_is_as_committed() {
    every_view_is_as_committed(Board::Lm3s6965evb);
}

#[test]
fn every_view_of_a_board_by_the_guide_is_as_committed() {
    every_view_is_as_committed(Board::Mps2);
}
