//! The chip's registers, with addresses from its data sheet. All access to registers is in this
//! file.
#![allow(unsafe_code)]

use core::ptr;

/// A register of 32 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Register(usize);

impl Register {
    /// # Safety
    /// The address must be that of a register. Reading or writing it must not affect the program's
    /// memory.
    const unsafe fn at(address: usize) -> Self {
        Self(address)
    }

    pub(crate) fn read(self) -> u32 {
        // SAFETY: see `at`.
        unsafe { ptr::read_volatile(self.0 as *const u32) }
    }

    pub(crate) fn write(self, value: u32) {
        // SAFETY: see `at`.
        unsafe { ptr::write_volatile(self.0 as *mut u32, value) }
    }

    pub(crate) fn set(self, bits: u32) {
        self.write(self.read() | bits);
    }
}

macro_rules! registers {
    ($($(#[$doc:meta])* $name:ident = $address:expr;)+) => {
        $(
            $(#[$doc])*
            // SAFETY: according to the data sheet, this is the address of a register.
            pub(crate) const $name: Register = unsafe { Register::at($address) };
        )+
    };
}

registers! {
    /// The status of the PLL.
    RIS = 0x400f_e050;
    /// The source of the processor's clock.
    RCC = 0x400f_e060;
    /// The clocks of the serial interfaces.
    RCGC1 = 0x400f_e104;
    /// The clocks of the ports.
    RCGC2 = 0x400f_e108;

    SSI_CR0 = 0x4000_8000;
    SSI_CR1 = 0x4000_8004;
    SSI_DR = 0x4000_8008;
    SSI_SR = 0x4000_800c;
    SSI_CPSR = 0x4000_8010;

    UART_DR = 0x4000_c000;
    UART_FR = 0x4000_c018;
    UART_IBRD = 0x4000_c024;
    UART_FBRD = 0x4000_c028;
    UART_LCRH = 0x4000_c02c;
    UART_CTL = 0x4000_c030;
}

/// A port of eight pins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Port {
    A = 0x4000_4000,
    C = 0x4000_6000,
    D = 0x4000_7000,
    E = 0x4002_4000,
    F = 0x4002_5000,
}

impl Port {
    /// The data of the pins in a mask. A port has an address for each of the 256 masks.
    pub(crate) const fn data(self, mask: u8) -> Register {
        // SAFETY: these are addresses of the port.
        unsafe { Register::at(self as usize + ((mask as usize) << 2)) }
    }

    const fn register(self, offset: usize) -> Register {
        // SAFETY: according to the data sheet, every port has these registers at these offsets.
        unsafe { Register::at(self as usize + offset) }
    }

    /// The mask of output pins.
    pub(crate) const fn direction(self) -> Register {
        self.register(0x400)
    }

    /// The mask of pins that belong to a peripheral.
    pub(crate) const fn alternate(self) -> Register {
        self.register(0x420)
    }

    /// The mask of pins with a pull-up resistor.
    pub(crate) const fn pull_up(self) -> Register {
        self.register(0x510)
    }

    /// The mask of digital pins.
    pub(crate) const fn digital(self) -> Register {
        self.register(0x51c)
    }
}
