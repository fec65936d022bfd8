//! How a program ends that runs for a test: it tells the emulator, or the debugger.

use core::panic::PanicInfo;
use cortex_m_semihosting::debug::{self, ExitStatus};
use cortex_m_semihosting::hprintln;

/// Ends the program.
pub fn exit(status: ExitStatus) -> ! {
    debug::exit(status);
    loop {
        cortex_m::asm::wfi();
    }
}

/// Says where and why the program panicked, and ends it as failed.
pub fn panicked(info: &PanicInfo<'_>) -> ! {
    hprintln!("{}", info);
    exit(debug::EXIT_FAILURE)
}
