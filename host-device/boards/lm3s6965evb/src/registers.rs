//! Reads and writes the chip's registers at the addresses in its data sheet. Other files use them only by this file.
#![allow(unsafe_code)]

use core::ptr;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Register(usize);

impl Register {
    pub(crate) fn read(self) -> u32 {
        // SAFETY: this is the address of a register, and reading it affects no memory.
        unsafe { ptr::read_volatile(self.0 as *const u32) }
    }

    pub(crate) fn write(self, value: u32) {
        // SAFETY: this is the address of a register, and writing it affects no memory.
        unsafe { ptr::write_volatile(self.0 as *mut u32, value) }
    }

    pub(crate) fn set(self, bits: u32) {
        self.write(self.read() | bits);
    }
}

/// The status of the PLL.
pub(crate) const RIS: Register = Register(0x400f_e050);
/// Selects the source of the processor's clock.
pub(crate) const RCC: Register = Register(0x400f_e060);
/// Switches on the clocks of the serial interfaces.
pub(crate) const RCGC1: Register = Register(0x400f_e104);
/// Switches on the clocks of the ports.
pub(crate) const RCGC2: Register = Register(0x400f_e108);

pub(crate) const SSI_CR0: Register = Register(0x4000_8000);
pub(crate) const SSI_CR1: Register = Register(0x4000_8004);
pub(crate) const SSI_DR: Register = Register(0x4000_8008);
pub(crate) const SSI_SR: Register = Register(0x4000_800c);
pub(crate) const SSI_CPSR: Register = Register(0x4000_8010);

pub(crate) const UART_DR: Register = Register(0x4000_c000);
pub(crate) const UART_FR: Register = Register(0x4000_c018);
pub(crate) const UART_IBRD: Register = Register(0x4000_c024);
pub(crate) const UART_FBRD: Register = Register(0x4000_c028);
pub(crate) const UART_LCRH: Register = Register(0x4000_c02c);
pub(crate) const UART_CTL: Register = Register(0x4000_c030);

/// A port of eight pins. In every port, the registers have the same offsets from the port's address.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Port {
    A = 0x4000_4000,
    C = 0x4000_6000,
    D = 0x4000_7000,
    E = 0x4002_4000,
    F = 0x4002_5000,
}

impl Port {
    /// Returns the register with the data of the pins whose bits are set in `mask`. Each mask has its own address.
    pub(crate) const fn data(self, mask: u8) -> Register {
        Register(self as usize + ((mask as usize) << 2))
    }

    pub(crate) const fn direction(self) -> Register {
        Register(self as usize + 0x400)
    }

    /// Returns the register with the mask of pins that belong to a peripheral.
    pub(crate) const fn alternate(self) -> Register {
        Register(self as usize + 0x420)
    }

    /// Returns the register with the mask of pins that have a pull-up resistor.
    pub(crate) const fn pull_up(self) -> Register {
        Register(self as usize + 0x510)
    }

    pub(crate) const fn digital(self) -> Register {
        Register(self as usize + 0x51c)
    }
}
