use crate::clock::HERTZ;
use crate::registers::{Port, RCGC1, UART_CTL, UART_DR, UART_FBRD, UART_FR, UART_IBRD, UART_LCRH};
use core::fmt;

/// The first serial line, for text: 115,200 bits per second, eight data bits, no parity.
#[derive(Debug)]
pub struct Serial(());

const FULL: u32 = 1 << 5;

impl Serial {
    pub(crate) fn start() -> Self {
        // The divisor of the processor's clock, for 16 samples a bit, in 1/64.
        const RATE: u32 = (HERTZ * 4 + 115_200 / 2) / 115_200;
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

    /// The initialised line, for a panic's message.
    pub(crate) const fn again() -> Self {
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
