use crate::pins::Output;
use crate::registers::{Port, RCGC1, SSI_CPSR, SSI_CR0, SSI_CR1, SSI_DR, SSI_SR};
use core::convert::Infallible;
use embedded_hal::digital::OutputPin;
use embedded_hal::spi::{ErrorType, Operation, SpiDevice};

/// The first serial interface. The display takes data while the pin `select` is high.
#[derive(Debug)]
pub(crate) struct Ssi {
    select: Output,
}

const NOT_FULL: u32 = 1 << 1;
const NOT_EMPTY: u32 = 1 << 2;
const BUSY: u32 = 1 << 4;

impl Ssi {
    pub(crate) fn new(select: Output) -> Self {
        RCGC1.set(1 << 4);
        cortex_m::asm::delay(3);
        // Pins 2 and 5 of port A are the interface's clock and data output.
        Port::A.alternate().set(1 << 2 | 1 << 5);
        Port::A.digital().set(1 << 2 | 1 << 5);
        SSI_CR1.write(0);
        // The rate is a tenth of the processor's clock. A frame has eight bits. An idle clock line is high.
        SSI_CPSR.write(10);
        SSI_CR0.write(1 << 7 | 1 << 6 | 7);
        SSI_CR1.write(1 << 1);
        Self { select }
    }

    fn write(bytes: &[u8]) {
        for &byte in bytes {
            Self::swap(byte);
        }
    }

    fn swap(byte: u8) -> u8 {
        while SSI_SR.read() & NOT_FULL == 0 {}
        SSI_DR.write(byte.into());
        while SSI_SR.read() & NOT_EMPTY == 0 {}
        SSI_DR.read() as u8
    }
}

impl ErrorType for Ssi {
    type Error = Infallible;
}

impl SpiDevice for Ssi {
    fn transaction(&mut self, operations: &mut [Operation<'_, u8>]) -> Result<(), Infallible> {
        self.select.set_high()?;
        for operation in operations {
            match operation {
                Operation::Write(bytes) => Self::write(bytes),
                Operation::Read(bytes) => bytes.fill_with(|| Self::swap(0)),
                Operation::Transfer(read, write) => {
                    let bytes = write.iter().copied().chain(core::iter::repeat(0));
                    read.iter_mut().zip(bytes).for_each(|(read, byte)| *read = Self::swap(byte));
                    Self::write(write.get(read.len()..).unwrap_or_default());
                }
                Operation::TransferInPlace(bytes) => {
                    bytes.iter_mut().for_each(|byte| *byte = Self::swap(*byte));
                }
                Operation::DelayNs(nanos) => {
                    cortex_m::asm::delay(*nanos / (1_000_000_000 / crate::clock::HERTZ) + 1);
                }
            }
        }
        while SSI_SR.read() & BUSY != 0 {}
        Ok(())
    }
}
