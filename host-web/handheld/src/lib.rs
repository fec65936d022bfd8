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

    /// The name of a button that was pressed while the device was busy.
    #[wasm_bindgen(method)]
    fn pressed(this: &Outside) -> Option<String>;

    /// Takes a line of the log.
    #[wasm_bindgen(method)]
    fn log(this: &Outside, line: &str);
}

/// The display, the buttons and the clock of the device.
#[derive(Debug)]
struct Board {
    outside: Outside,
    pressed: Option<Button>,
    /// The time at which the page was asked for a button.
    asked: f64,
    waits: bool,
}

/// The time between two questions to the page, in milliseconds.
const POLL: f64 = 50.0;

impl Hardware for Board {
    fn show(&mut self, picture: &Picture) {
        self.outside.show(picture.data().to_vec());
    }

    fn released_button(&mut self) -> Option<Button> {
        self.pressed.take().or_else(|| {
            let due = now() - self.asked >= POLL;
            due.then(|| {
                self.asked = now();
                self.outside.pressed().as_deref().and_then(button)
            })?
        })
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
            board: Board { outside, pressed: None, asked: 0.0, waits: false },
            handheld: Box::new(Handheld::new(Settings::new())),
            work: Box::default(),
            picture: Box::new(Picture::new()),
        };
        begin(&mut device.board, &device.handheld, &mut device.picture);
        device
    }

    /// Runs one step of the device, perhaps with a button that was pressed. Returns true if the device then
    /// waits for a button. A search asks the page for presses.
    pub fn step(&mut self, pressed: Option<String>) -> bool {
        self.board.pressed = pressed.as_deref().and_then(button);
        step(&mut self.board, &mut self.handheld, &mut *self.work, &mut self.picture);
        self.board.waits
    }
}

/// The button of a name.
fn button(name: &str) -> Option<Button> {
    Button::ALL.into_iter().find(|button| button.name() == name)
}
