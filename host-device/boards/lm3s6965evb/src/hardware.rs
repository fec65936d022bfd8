use crate::pins::{self, Input, Output};
use crate::registers::Port;
use crate::serial::Serial;
use crate::ssi::Ssi;
use crate::{clock, stack};
use chuhe_device::{Button, Buttons, Frame, HandheldEvent, Hardware, Picture, Ssd0323};
use core::fmt::Write;
use core::panic::PanicInfo;
use cortex_m::Peripherals;

/// The evaluation board after its initialisation.
#[derive(Debug)]
pub struct EvaluationBoard {
    display: Ssd0323<Ssi, Output>,
    buttons: Buttons<Input>,
    pub serial: Serial,
}

impl EvaluationBoard {
    /// Initialises clock, pins, serial line and display. Returns `None` the second time.
    pub fn start() -> Option<Self> {
        let mut cortex = Peripherals::take()?;
        clock::start(&mut cortex.SYST);
        pins::start();
        let serial = Serial::start();
        let mut display = Ssd0323::new(Ssi::new(Output::new(Port::D, 0)), Output::new(Port::C, 7));
        display.start().ok()?;
        let buttons = Buttons::new([
            Input::new(Port::E, 0),
            Input::new(Port::E, 1),
            Input::new(Port::E, 2),
            Input::new(Port::E, 3),
            Input::new(Port::F, 1),
        ]);
        Some(Self { display, buttons, serial })
    }

    #[cfg(not(feature = "defmt"))]
    fn log(&mut self, event: &HandheldEvent) {
        // Writing to the serial line never fails.
        let _ = writeln!(self.serial, "{event}");
    }

    #[cfg(feature = "defmt")]
    fn log(&mut self, event: &HandheldEvent) {
        match event {
            HandheldEvent::Refused(_) => defmt::error!("{}", event),
            _ => defmt::info!("{}", event),
        }
    }
}

/// The board as a handheld, with memory for a picture.
#[derive(Debug)]
pub struct Console<'a> {
    pub board: EvaluationBoard,
    pub picture: &'a mut Picture,
}

impl Hardware for Console<'_> {
    fn show(&mut self, frame: &Frame<'_>) {
        frame.picture(self.picture);
        // The interface and the pins of this board never fail.
        let _ = self.board.display.show(self.picture);
    }

    fn pressed_button(&mut self) -> Option<Button> {
        self.board.buttons.pressed(clock::millis())
    }

    fn millis(&self) -> u64 {
        clock::millis()
    }

    fn log_event(&mut self, event: &HandheldEvent) {
        if matches!(event, HandheldEvent::Shown { .. }) {
            self.board.log(&HandheldEvent::Stack { used: stack::used(), size: stack::size() });
        }
        self.board.log(event);
    }

    fn idle(&mut self) {
        // Until the next tick of the clock.
        cortex_m::asm::wfi();
    }
}

/// Prints the panic's message and stops.
pub fn panicked(info: &PanicInfo<'_>) -> ! {
    let _ = writeln!(Serial::again(), "{info}");
    #[cfg(feature = "defmt")]
    defmt::error!("{}", defmt::Display2Format(info));
    loop {
        cortex_m::asm::wfi();
    }
}
