use crate::pins::{self, Input, Output};
use crate::registers::{Port, RCGC1, UART_CTL, UART_DR, UART_FBRD, UART_FR, UART_IBRD, UART_LCRH};
use crate::ssi::Ssi;
use crate::{clock, stack};
use chuhe_device::{Button, Buttons, Frame, HandheldEvent, Hardware, Picture, Ssd0323};
use core::fmt::{self, Write};
use core::panic::PanicInfo;
use cortex_m::Peripherals;

#[derive(Debug)]
pub struct EvaluationBoard {
    display: Ssd0323<Ssi, Output>,
    buttons: Buttons<Input>,
    pub serial: Serial,
}

impl EvaluationBoard {
    /// Initialises clock, pins, serial line and display. Returns `None` if the display fails, or on a second call.
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

    fn log(&mut self, event: &HandheldEvent) {
        // Writing to the serial line never fails.
        #[cfg(not(feature = "defmt"))]
        let _ = writeln!(self.serial, "{event}");
        #[cfg(feature = "defmt")]
        log_by_defmt(event);
    }
}

#[cfg(feature = "defmt")]
pub fn log_by_defmt(event: &HandheldEvent) {
    let text = defmt::Display2Format(event);
    match event {
        HandheldEvent::Refused(_) => defmt::error!("{}", text),
        _ => defmt::info!("{}", text),
    }
}

#[derive(Debug)]
pub struct Console<'a> {
    pub board: EvaluationBoard,
    pub picture: &'a mut Picture,
}

impl Hardware for Console<'_> {
    fn show(&mut self, frame: &Frame<'_>) {
        frame.picture(self.picture);
        // The display's interface and pins never fail on this board.
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
        // The next tick of the clock ends the sleep.
        cortex_m::asm::wfi();
    }
}

pub fn panicked(info: &PanicInfo<'_>) -> ! {
    let _ = writeln!(Serial(()), "{info}");
    #[cfg(feature = "defmt")]
    defmt::error!("{}", defmt::Display2Format(info));
    loop {
        cortex_m::asm::wfi();
    }
}

/// The first serial line, which carries text: 115,200 bits per second, eight data bits, no parity.
#[derive(Debug)]
pub struct Serial(());

const FULL: u32 = 1 << 5;

impl Serial {
    fn start() -> Self {
        // The divisor is the processor's frequency divided by 16 times the bit rate, in units of 1/64.
        const RATE: u32 = (clock::HERTZ * 4 + 115_200 / 2) / 115_200;
        RCGC1.set(1);
        cortex_m::asm::delay(3);
        Port::A.alternate().set(3);
        Port::A.digital().set(3);
        UART_CTL.write(0);
        UART_IBRD.write(RATE / 64);
        UART_FBRD.write(RATE % 64);
        UART_LCRH.write(3 << 5 | 1 << 4);
        UART_CTL.write(1 << 9 | 1 << 8 | 1);
        Self(())
    }
}

impl fmt::Write for Serial {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            while UART_FR.read() & FULL != 0 {}
            UART_DR.write(byte.into());
        }
        Ok(())
    }
}
