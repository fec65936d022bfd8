use crate::registers::{RCC, RIS};
use core::sync::atomic::{AtomicU32, Ordering};
use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::exception;

pub(crate) const HERTZ: u32 = 50_000_000;

const CYCLES: u32 = HERTZ / 1000;

static MILLIS: AtomicU32 = AtomicU32::new(0);

/// Makes the PLL the source of the processor's clock, and starts the clock that counts milliseconds.
pub(crate) fn start(systick: &mut SYST) {
    const BYPASS: u32 = 1 << 11;
    const POWER_DOWN: u32 = 1 << 13;
    const USE_DIVIDER: u32 = 1 << 22;
    // A crystal of 8 MHz drives the main oscillator. The PLL's 200 MHz are divided by four.
    const FROM_CRYSTAL: u32 = 3 << 23 | 0xe << 6;
    const LOCKED: u32 = 1 << 6;
    RCC.write(FROM_CRYSTAL | BYPASS | POWER_DOWN);
    RCC.write(FROM_CRYSTAL | BYPASS | USE_DIVIDER);
    while RIS.read() & LOCKED == 0 {}
    RCC.write(FROM_CRYSTAL | USE_DIVIDER);

    systick.set_clock_source(SystClkSource::Core);
    systick.set_reload(CYCLES - 1);
    systick.clear_current();
    systick.enable_interrupt();
    systick.enable_counter();
}

/// Returns the milliseconds since the start of the clock. The count overflows after seven weeks.
pub fn millis() -> u64 {
    MILLIS.load(Ordering::Relaxed).into()
}

pub fn cycles() -> u64 {
    loop {
        let (begun, left) = (millis(), SYST::get_current());
        if millis() == begun {
            return begun * u64::from(CYCLES) + u64::from(CYCLES - 1 - left);
        }
    }
}

#[exception]
fn SysTick() {
    // A Cortex-M0 has no atomic addition. A load and a store are safe, because nothing else writes `MILLIS`.
    MILLIS.store(MILLIS.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
}
