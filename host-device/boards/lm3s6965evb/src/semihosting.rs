//! Ends test programs, and reports their result to the emulator or the debugger.

use core::panic::PanicInfo;
use cortex_m_semihosting::debug::{self, ExitStatus};
use cortex_m_semihosting::hprintln;

pub fn exit(status: ExitStatus) -> ! {
    debug::exit(status);
    loop {
        cortex_m::asm::wfi();
    }
}

/// Prints the message and the place of a panic, and ends the program with failure.
pub fn panicked(info: &PanicInfo<'_>) -> ! {
    hprintln!("{}", info);
    exit(debug::EXIT_FAILURE)
}
