//! Runs the code of the handheld in a worker of the browser, with the displays and buttons of the page.

use chuhe_device::{
    Button, Frame, Handheld, HandheldEvent, Hardware, Picture, Settings, SmallWork, begin, step,
};
use chuhe_view::Theme;
use chuhe_view::paint::Canvas;
use embedded_graphics::prelude::Size;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker's start.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// The displays, the buttons and the log of the page.
    #[derive(Debug)]
    pub type Peripherals;

    /// Shows a picture on both displays. Each byte of `greys` is two pixels in 16 greys, and its high four bits are the
    /// left pixel. Each number of `colours` is a pixel, and its bytes have the order of `ImageData`.
    #[wasm_bindgen(method)]
    fn show(this: &Peripherals, greys: Vec<u8>, colours: Vec<u32>);

    /// The name of a button that was pressed while the device was busy.
    #[wasm_bindgen(method)]
    fn pressed(this: &Peripherals) -> Option<String>;

    #[wasm_bindgen(method)]
    fn log(this: &Peripherals, line: &str);
}

/// The hardware that the code of the device uses: the page's peripherals and the worker's clock.
#[derive(Debug)]
struct Board {
    peripherals: Peripherals,
    pressed: Option<Button>,
    /// The time at which the page was last asked for a button.
    asked: f64,
    waits: bool,
    greys: Box<Picture>,
}

/// The shortest time between two calls of `Peripherals::pressed`, in milliseconds.
const POLL: f64 = 50.0;

/// The width and the height, in pixels, of the colour display.
const SIDE: u32 = 240;

impl Hardware for Board {
    fn show(&mut self, frame: &Frame<'_>) {
        frame.picture(&mut self.greys);
        let (size, mut colours) = (Size::new_equal(SIDE), vec![0; (SIDE * SIDE) as usize]);
        let Ok(()) = frame.draw(&mut Canvas::new(&mut colours, size), size, &Theme::WOOD);
        self.peripherals.show(self.greys.data().to_vec(), colours);
    }

    fn pressed_button(&mut self) -> Option<Button> {
        if self.pressed.is_none() && now() - self.asked >= POLL {
            self.asked = now();
            self.pressed = self.peripherals.pressed().as_deref().and_then(button);
        }
        self.pressed.take()
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
    #[wasm_bindgen(constructor)]
    pub fn new(peripherals: Peripherals) -> Self {
        let greys = Box::new(Picture::new());
        let mut device = Self {
            board: Board { peripherals, pressed: None, asked: 0.0, waits: false, greys },
            handheld: Box::new(Handheld::new(Settings::default())),
            work: Box::default(),
        };
        begin(&mut device.board, &device.handheld);
        device
    }

    /// Runs one step of the device with the button `pressed`, if any. Returns true if the device then waits for
    /// a button. During a search the device asks the page for presses.
    pub fn step(&mut self, pressed: Option<String>) -> bool {
        self.board.pressed = pressed.as_deref().and_then(button);
        if self.board.waits {
            // While the device waits, the page passes each press to `step`, so the device need not ask for presses.
            self.board.asked = now();
        }
        step(&mut self.board, &mut self.handheld, &mut *self.work);
        self.board.waits
    }

    /// True if the game has clocks. Then the page must also call `step` without a button, because the clocks run.
    pub fn has_clocks(&self) -> bool {
        self.handheld.has_clocks()
    }
}

fn button(name: &str) -> Option<Button> {
    Button::ALL.into_iter().find(|button| button.name() == name)
}
