//! The handheld in a worker of the browser: the code of the device, with a display and buttons of the
//! page.

use chuhe_device::{
    Button, Frame, Handheld, HandheldEvent, Hardware, Picture, Settings, SmallWork, begin, step,
};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker's start.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// The display, the buttons and the log of the page.
    #[derive(Debug)]
    pub type Peripherals;

    /// Shows a picture: two pixels of 16 greys in a byte, the left one in the high half.
    #[wasm_bindgen(method)]
    fn show(this: &Peripherals, picture: Vec<u8>);

    /// The name of a button that was pressed while the device was busy.
    #[wasm_bindgen(method)]
    fn pressed(this: &Peripherals) -> Option<String>;

    #[wasm_bindgen(method)]
    fn log(this: &Peripherals, line: &str);
}

/// The hardware of the device, with its clock.
#[derive(Debug)]
struct Board {
    peripherals: Peripherals,
    pressed: Option<Button>,
    /// The time at which the page was asked for a button.
    asked: f64,
    waits: bool,
    picture: Box<Picture>,
}

/// The time between two questions to the page, in milliseconds.
const POLL: f64 = 50.0;

impl Hardware for Board {
    fn show(&mut self, frame: &Frame<'_>) {
        frame.picture(&mut self.picture);
        self.peripherals.show(self.picture.data().to_vec());
    }

    fn pressed_button(&mut self) -> Option<Button> {
        self.pressed.take().or_else(|| {
            let due = now() - self.asked >= POLL;
            due.then(|| {
                self.asked = now();
                self.peripherals.pressed().as_deref().and_then(button)
            })?
        })
    }

    fn millis(&self) -> u64 {
        now() as u64
    }

    fn log_event(&mut self, event: &HandheldEvent) {
        match event {
            HandheldEvent::Shown { waits } => self.waits = *waits,
            event => self.peripherals.log(&event.to_string()),
        }
    }
}

#[wasm_bindgen]
#[derive(Debug)]
pub struct Device {
    board: Board,
    handheld: Box<Handheld>,
    work: Box<SmallWork>,
}

#[wasm_bindgen]
impl Device {
    /// Switches a handheld on.
    #[wasm_bindgen(constructor)]
    pub fn new(peripherals: Peripherals) -> Self {
        let picture = Box::new(Picture::new());
        let mut device = Self {
            board: Board { peripherals, pressed: None, asked: 0.0, waits: false, picture },
            handheld: Box::new(Handheld::new(Settings::new())),
            work: Box::default(),
        };
        begin(&mut device.board, &device.handheld);
        device
    }

    /// Runs one step of the device, perhaps with a button that was pressed. Returns true if the device then
    /// waits for a button. A search asks the page for presses.
    pub fn step(&mut self, pressed: Option<String>) -> bool {
        self.board.pressed = pressed.as_deref().and_then(button);
        step(&mut self.board, &mut self.handheld, &mut *self.work);
        self.board.waits
    }
}

fn button(name: &str) -> Option<Button> {
    Button::ALL.into_iter().find(|button| button.name() == name)
}
