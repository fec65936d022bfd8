//! The handheld in a worker of the browser: the code of the device, with a display and buttons of the
//! page.

use chuhe_device::{
    Button, Handheld, HandheldEvent, Hardware, Picture, Settings, SmallWork, begin, step,
};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker's start.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// The page as the device sees it.
    #[derive(Debug)]
    pub type Outside;

    /// Shows a picture: two pixels of 16 greys in a byte, the left one in the high half.
    #[wasm_bindgen(method)]
    fn show(this: &Outside, picture: Vec<u8>);

    /// Takes a line of the log.
    #[wasm_bindgen(method)]
    fn log(this: &Outside, line: &str);
}

/// The display, the buttons and the clock of the device.
#[derive(Debug)]
struct Board {
    outside: Outside,
    pressed: Option<Button>,
    waits: bool,
}

impl Hardware for Board {
    fn show(&mut self, picture: &Picture) {
        self.outside.show(picture.data().to_vec());
    }

    fn released_button(&mut self) -> Option<Button> {
        self.pressed.take()
    }

    fn millis(&self) -> u64 {
        now() as u64
    }

    fn log_event(&mut self, event: &HandheldEvent) {
        match event {
            HandheldEvent::Shown { waits } => self.waits = *waits,
            event => self.outside.log(&event.to_string()),
        }
    }
}

/// The handheld.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Device {
    board: Board,
    handheld: Box<Handheld>,
    work: Box<SmallWork>,
    picture: Box<Picture>,
}

#[wasm_bindgen]
impl Device {
    /// Switches a handheld on.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(outside: Outside) -> Self {
        let mut device = Self {
            board: Board { outside, pressed: None, waits: false },
            handheld: Box::new(Handheld::new(Settings::new())),
            work: Box::default(),
            picture: Box::new(Picture::new()),
        };
        begin(&mut device.board, &device.handheld, &mut device.picture);
        device
    }

    /// Presses a button by its name, and runs the device until it waits for the next one. A worker
    /// that thinks hears nothing, so that a press counts after the computer's move.
    pub fn press(&mut self, name: &str) {
        self.board.pressed = Button::ALL.into_iter().find(|button| button.name() == name);
        if self.board.pressed.is_none() {
            return;
        }
        self.board.waits = false;
        while !self.board.waits {
            step(&mut self.board, &mut self.handheld, &mut *self.work, &mut self.picture);
        }
    }
}
