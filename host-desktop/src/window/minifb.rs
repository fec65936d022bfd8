//! Opens a window of minifb. Of the mouse, minifb tells only its place, its wheel and which buttons are down.

use super::Input;
use super::keys::Keyboard;
#[cfg(target_os = "linux")]
use super::x11;
use chuhe_app::WindowPoint;
use minifb::{InputCallback, Key, MouseButton, MouseMode, ScaleMode, WindowOptions};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::Receiver;

/// The number of times in a second that the inputs are read. A tap on a touchpad can be as short as 10 ms. Without X11
/// the tap is lost if it falls between two readings.
const POLLS: usize = 250;

fn display() -> String {
    let named = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    match (named("DISPLAY"), named("WAYLAND_DISPLAY")) {
        (None, None) => " (neither DISPLAY nor WAYLAND_DISPLAY is set)".to_owned(),
        (Some(x11), _) => format!(" (DISPLAY is {x11})"),
        (None, Some(_)) if !cfg!(feature = "wayland") => {
            " (DISPLAY is not set: this is Wayland without Xwayland; build with the feature \
             `wayland`)"
                .to_owned()
        }
        (None, Some(wayland)) => format!(" (WAYLAND_DISPLAY is {wayland})"),
    }
}

/// Sets the icon only on X11, because minifb panics if Wayland gets an icon. Returns the inputs read from X11 itself.
#[cfg(target_os = "linux")]
fn use_x11(window: &mut minifb::Window, icon: &[u32]) -> Option<Receiver<Input>> {
    use raw_window_handle::{HasWindowHandle, RawWindowHandle};
    let RawWindowHandle::Xlib(handle) = window.window_handle().ok()?.as_raw() else { return None };
    let side = icon.len().isqrt() as u64;
    let mut buffer = vec![side, side];
    buffer.extend(icon.iter().map(|&pixel| u64::from(pixel)));
    if let Ok(icon) = minifb::Icon::try_from(buffer.as_slice()) {
        window.set_icon(icon);
    }
    x11::inputs(u32::try_from(handle.window).ok()?)
        .inspect_err(|error| {
            log::warn!("short clicks can be lost, and no files be dropped: {error}")
        })
        .ok()
}

#[cfg(not(target_os = "linux"))]
fn use_x11(_: &mut minifb::Window, _: &[u32]) -> Option<Receiver<Input>> {
    None
}

struct Callback(Rc<RefCell<Keyboard>>);

impl InputCallback for Callback {
    fn add_char(&mut self, character: u32) {
        if let Some(letter) = char::from_u32(character) {
            self.0.borrow_mut().add(letter);
        }
    }

    fn set_key_state(&mut self, key: Key, down: bool) {
        self.0.borrow_mut().set(key, down);
    }
}

pub(crate) struct Window {
    window: minifb::Window,
    keyboard: Rc<RefCell<Keyboard>>,
    pub(crate) size: [usize; 2],
    pointer: Pointer,
    active: bool,
    /// True once `Input::Closed` was sent; always false without X11.
    closes: bool,
    /// The part of the wheel's turn that has not been sent yet. It is less than one row.
    wheel: f32,
    /// Receives the inputs of the pointer and dropped files from X11. If this is `None`, minifb's pointer is read.
    x11: Option<Receiver<Input>>,
}

fn mouse(window: &minifb::Window) -> Mouse {
    let place = window.get_mouse_pos(MouseMode::Pass);
    let down = [MouseButton::Left, MouseButton::Right].map(|button| window.get_mouse_down(button));
    (place.map(|(x, y)| (x.floor() as i32, y.floor() as i32)), down)
}

impl Window {
    /// Opens a window with the square picture `icon`, whose pixels are `0xAARRGGBB`.
    pub(crate) fn open(size: [usize; 2], icon: &[u32]) -> Result<Self, String> {
        let options = WindowOptions {
            resize: true,
            scale_mode: ScaleMode::UpperLeft,
            ..WindowOptions::default()
        };
        let [width, height] = size;
        let mut window = minifb::Window::new("Chuhe", width, height, options)
            .map_err(|error| format!("no window: {error}{}", display()))?;
        window.set_target_fps(POLLS);
        let keyboard = Rc::new(RefCell::new(Keyboard::default()));
        window.set_input_callback(Box::new(Callback(Rc::clone(&keyboard))));
        let x11 = use_x11(&mut window, icon);
        let pointer = Pointer::default();
        let (active, closes, wheel) = (true, false, 0.0);
        Ok(Self { window, keyboard, size, pointer, active, closes, wheel, x11 })
    }

    /// Waits for a few milliseconds, and appends the inputs that arrive meanwhile.
    pub(crate) fn poll(&mut self, inputs: &mut Vec<Input>) {
        self.window.update();
        // Under X11 the window stays open after a person asks to close it, but every poll then reports this.
        // Only the first report is passed on, because a second one would answer the question whether to end.
        if !self.window.is_open() && !std::mem::replace(&mut self.closes, self.x11.is_some()) {
            inputs.push(Input::Closed);
        }
        let (width, height) = self.window.get_size();
        if [width, height] != self.size && width > 0 && height > 0 {
            self.size = [width, height];
            inputs.push(Input::Resized(self.size));
        }
        let active = self.window.is_active();
        if active != self.active {
            self.active = active;
            self.keyboard.borrow_mut().focus(active);
            inputs.push(Input::Focused);
        }
        inputs.append(&mut self.keyboard.borrow_mut().take());
        if let Some(x11) = &self.x11 {
            for input in x11.try_iter() {
                // A mouse can report a thousand moves a second. Only the last one counts.
                inputs.pop_if(|last| matches!((last, &input), (Input::Moved(_), Input::Moved(_))));
                inputs.push(input);
            }
        } else {
            if let Some((_, rows)) = self.window.get_scroll_wheel() {
                self.wheel -= rows;
                let whole = self.wheel.trunc();
                self.wheel -= whole;
                if whole != 0.0 {
                    inputs.push(Input::Scrolled(whole as i32));
                }
            }
            let window = &mut self.window;
            let now = mouse(window);
            let update = || {
                window.update();
                mouse(window)
            };
            self.pointer.poll(now, update, inputs);
        }
    }

    /// Shows a picture. The pixels are in rows from the top left, and each pixel is `0x00RRGGBB`.
    pub(crate) fn show(&mut self, pixels: &[u32], size: [usize; 2]) -> Result<(), String> {
        let [width, height] = size;
        let shown = self.window.update_with_buffer(pixels, width, height);
        shown.map_err(|error| format!("no window: {error}"))
    }
}

type InputAt = fn(WindowPoint) -> Input;

/// The inputs [release, press] of the left button, then those of the right button.
const INPUTS: [[InputAt; 2]; 2] =
    [[Input::Released, Input::Pressed], [Input::OtherReleased, Input::OtherPressed]];

/// (place, down): the place of the pointer, if it is known. `down` is true for a pressed button: [left, right].
type Mouse = (Option<WindowPoint>, [bool; 2]);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Pointer {
    place: Option<WindowPoint>,
    down: [bool; 2],
}

impl Pointer {
    /// Appends the inputs since the last poll.
    ///
    /// When a button changes, minifb gives the pointer's place at that moment only in its next update. So this function
    /// updates minifb at once, because the pointer may move while the next picture is drawn.
    fn poll(
        &mut self,
        (place, mut down): Mouse,
        mut update: impl FnMut() -> Mouse,
        inputs: &mut Vec<Input>,
    ) {
        self.follow(place, inputs);
        while down != self.down {
            let before = std::mem::replace(&mut self.down, down);
            let (place, next) = update();
            self.follow(place, inputs);
            let place = self.place.unwrap_or((-1, -1));
            let changed = (0..2).filter(|&index| before[index] != down[index]);
            inputs.extend(changed.map(|index| INPUTS[index][usize::from(down[index])](place)));
            down = next;
        }
    }

    fn follow(&mut self, place: Option<WindowPoint>, inputs: &mut Vec<Input>) {
        if let Some(at) = place.filter(|_| place != self.place) {
            self.place = place;
            inputs.push(Input::Moved(at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the inputs of two polls. Each update of the window reads one of the `rows`. Between the polls, `missed`
    /// rows are skipped, as happens while a picture is drawn.
    fn inputs(rows: &[(WindowPoint, bool)], missed: usize) -> [Vec<Input>; 2] {
        let (mut rows, mut mouse) = (rows.iter(), Mouse::default());
        let mut pointer = Pointer::default();
        [0, missed].map(|missed| {
            let mut inputs = Vec::new();
            rows = rows.as_slice()[missed..].iter();
            let mut update = || {
                rows.next().into_iter().for_each(|&(at, down)| mouse = (Some(at), [down, false]));
                mouse
            };
            pointer.poll(update(), update, &mut inputs);
            inputs
        })
    }

    #[test]
    fn a_press_counts_where_it_was_made_however_long_a_picture_takes() {
        let (start, from, to) = ((0, 0), (10, 10), (90, 90));
        // The button goes down after the place was read. The pointer moves on while the picture is drawn.
        let rows = [(start, true), (from, true), (from, false), (to, false), (to, false)];
        let mut presses = inputs(&rows, 1).concat();
        presses.retain(|input| !matches!(input, Input::Moved(_)));
        assert_eq!(presses, [Input::Pressed(from), Input::Released(to)]);
    }

    #[test]
    fn a_change_while_the_place_is_read_comes_at_once() {
        let at = (5, 5);
        let [first, second] = inputs(&[(at, true), (at, false), (at, false)], 0);
        assert_eq!(first, [Input::Moved(at), Input::Pressed(at), Input::Released(at)]);
        assert_eq!(second, []);
    }
}
