use crate::registers::{Port, RCGC2};
use core::convert::Infallible;
use embedded_hal::digital::{ErrorType, InputPin, OutputPin};

pub(crate) fn start() {
    RCGC2.write(0xff);
    // The ports are ready three cycles after this write.
    cortex_m::asm::delay(3);
}

#[derive(Debug)]
pub(crate) struct Input(Port, u8);

impl Input {
    pub(crate) fn new(port: Port, pin: u8) -> Self {
        port.pull_up().set(1 << pin);
        port.digital().set(1 << pin);
        Self(port, 1 << pin)
    }
}

impl ErrorType for Input {
    type Error = Infallible;
}

impl InputPin for Input {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        Ok(self.0.data(self.1).read() != 0)
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        self.is_high().map(|high| !high)
    }
}

#[derive(Debug)]
pub(crate) struct Output(Port, u8);

impl Output {
    pub(crate) fn new(port: Port, pin: u8) -> Self {
        port.direction().set(1 << pin);
        port.digital().set(1 << pin);
        Self(port, 1 << pin)
    }
}

impl ErrorType for Output {
    type Error = Infallible;
}

impl OutputPin for Output {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.0.data(self.1).write(0);
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.0.data(self.1).write(u32::from(self.1));
        Ok(())
    }
}
