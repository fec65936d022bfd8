//! A window of minifb.

use super::Input;
use super::keys::Keyboard;
use super::pointer::{Mouse, Pointer};
#[cfg(target_os = "linux")]
use super::x11;
use minifb::{InputCallback, Key, MouseButton, MouseMode, ScaleMode, WindowOptions};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::mpsc::Receiver;

/// The number of times per second that the inputs are read. Without X11 minifb tells no clicks, only
/// the state of the button, and a tap on a touchpad can be as short as 10 ms.
const POLLS: usize = 250;

/// The display that was tried, for a message.
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

/// Sets the icon on X11, and returns the inputs that minifb does not tell. Wayland has no icons at run time, and
/// minifb panics there.
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

pub struct Window {
    window: minifb::Window,
    keyboard: Rc<RefCell<Keyboard>>,
    size: [usize; 2],
    pointer: Pointer,
    active: bool,
    /// True once the wish to close the window was told.
    closes: bool,
    /// The part of a row by which the wheel was turned.
    wheel: f32,
    /// Inputs of the pointer and files, as X11 tells them in place of minifb.
    x11: Option<Receiver<Input>>,
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Window").field("size", &self.size).finish_non_exhaustive()
    }
}

fn mouse(window: &minifb::Window) -> Mouse {
    let place = window.get_mouse_pos(MouseMode::Pass);
    let down = [MouseButton::Left, MouseButton::Right].map(|button| window.get_mouse_down(button));
    (place.map(|(x, y)| (x.floor() as i32, y.floor() as i32)), down)
}

impl Window {
    /// Opens a window. `icon` is a square picture, `0xAARRGGBB` a pixel.
    pub fn open(size: [usize; 2], icon: &[u32]) -> Result<Self, String> {
        let options = WindowOptions {
            resize: true,
            scale_mode: ScaleMode::UpperLeft,
            ..WindowOptions::default()
        };
        let [width, height] = size;
        let mut window = minifb::Window::new("Chuhe", width, height, options)
            .map_err(|error| format!("{error}{}", display()))?;
        window.set_target_fps(POLLS);
        let keyboard = Rc::new(RefCell::new(Keyboard::default()));
        window.set_input_callback(Box::new(Callback(Rc::clone(&keyboard))));
        let x11 = use_x11(&mut window, icon);
        let pointer = Pointer::default();
        let (active, closes, wheel) = (true, false, 0.0);
        Ok(Self { window, keyboard, size, pointer, active, closes, wheel, x11 })
    }

    pub fn size(&self) -> [usize; 2] {
        self.size
    }

    /// Waits for a few milliseconds and appends the inputs of this time.
    pub fn poll(&mut self, inputs: &mut Vec<Input>) {
        self.window.update();
        // X11 leaves the window open, and minifb goes on to tell the first wish. Nobody could answer a question.
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
                // A mouse moves up to a thousand times a second; only the last place counts.
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

    /// Shows a picture, `0x00RRGGBB` a pixel, row by row from the top left.
    pub fn show(&mut self, pixels: &[u32], size: [usize; 2]) -> Result<(), String> {
        let [width, height] = size;
        self.window.update_with_buffer(pixels, width, height).map_err(|error| error.to_string())
    }
}
