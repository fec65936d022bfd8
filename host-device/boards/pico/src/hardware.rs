use crate::flash::Flash;
use crate::hal::fugit::RateExtU32;
use crate::hal::gpio::bank0::{Gpio0, Gpio1, Gpio17, Gpio18, Gpio19, Gpio20, Gpio21};
use crate::hal::gpio::{
    DynPinId, FunctionSioInput, FunctionSioOutput, FunctionSpi, FunctionUart, Pin, Pins, PullDown,
    PullUp,
};
use crate::hal::uart::{self, DataBits, StopBits, UartConfig, UartPeripheral};
use crate::hal::{Clock, Sio, Timer, Watchdog, clocks, pac, spi};
use chuhe_device::{Button, Buttons, Frame, Handheld, HandheldEvent, Hardware, Store};
use chuhe_view::Theme;
use chuhe_view::paint::Strip;
#[cfg(not(feature = "defmt"))]
use core::fmt::Write;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::exception;
use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::Size;
use embedded_hal_bus::spi::{ExclusiveDevice, NoDelay};
use mipidsi::interface::SpiInterface;
use mipidsi::models::ST7789;
use mipidsi::options::ColorInversion;
use mipidsi::{Builder, Display};

/// The size of the display in pixels, and the number of rows drawn at once.
const WIDTH: usize = 240;
const HEIGHT: usize = 240;
const ROWS: usize = 40;

/// The frequency of the board's crystal, and the highest frequency of the display's serial line, in hertz.
const CRYSTAL: u32 = 12_000_000;
const SERIAL: u32 = 40_000_000;

pub(crate) type Part = [Rgb565; WIDTH * ROWS];

type Output<I> = Pin<I, FunctionSioOutput, PullDown>;
type Wire<I> = Pin<I, FunctionSpi, PullDown>;
type Bus = spi::Spi<spi::Enabled, pac::SPI0, (Wire<Gpio19>, Wire<Gpio18>)>;
type Device = ExclusiveDevice<Bus, Output<Gpio17>, NoDelay>;
type Screen = Display<SpiInterface<'static, Device, Output<Gpio20>>, ST7789, Output<Gpio21>>;
type UartPin<I> = Pin<I, FunctionUart, PullDown>;
type Serial = UartPeripheral<uart::Enabled, pac::UART0, (UartPin<Gpio0>, UartPin<Gpio1>)>;

#[cfg(not(rp2350))]
type Counter = Timer;
#[cfg(rp2350)]
type Counter = Timer<crate::hal::timer::CopyableTimer0>;

pub(crate) struct Pico {
    display: Screen,
    part: &'static mut Part,
    buttons: Buttons<Pin<DynPinId, FunctionSioInput, PullUp>>,
    /// A button that was pressed while a picture was drawn.
    pressed: Option<Button>,
    #[cfg_attr(feature = "defmt", expect(dead_code, reason = "events go over a probe"))]
    serial: Serial,
    timer: Counter,
    store: Store<Flash>,
}

impl Pico {
    /// Starts the board and restores the game from the flash. Returns `None` if hardware fails, or on a second call.
    pub(crate) fn start(
        part: &'static mut Part,
        buffer: &'static mut [u8],
    ) -> Option<(Self, Option<Handheld>)> {
        let mut chip = pac::Peripherals::take()?;
        let mut core = cortex_m::Peripherals::take()?;
        let clocks = clocks::init_clocks_and_plls(
            CRYSTAL,
            chip.XOSC,
            chip.CLOCKS,
            chip.PLL_SYS,
            chip.PLL_USB,
            &mut chip.RESETS,
            &mut Watchdog::new(chip.WATCHDOG),
        )
        .ok()?;
        #[cfg(not(rp2350))]
        let mut timer = Timer::new(chip.TIMER, &mut chip.RESETS, &clocks);
        #[cfg(rp2350)]
        let mut timer = Timer::new_timer0(chip.TIMER0, &mut chip.RESETS, &clocks);
        // The interrupt of this clock wakes the processor every 5 ms, so that it reads the buttons.
        core.SYST.set_clock_source(SystClkSource::Core);
        core.SYST.set_reload(clocks.system_clock.freq().to_Hz() / 200 - 1);
        core.SYST.clear_current();
        core.SYST.enable_interrupt();
        core.SYST.enable_counter();

        let bank = Sio::new(chip.SIO).gpio_bank0;
        let pins = Pins::new(chip.IO_BANK0, chip.PADS_BANK0, bank, &mut chip.RESETS);
        let lines = (pins.gpio0.into_function(), pins.gpio1.into_function());
        let text = UartConfig::new(115_200.Hz(), DataBits::Eight, None, StopBits::One);
        let frequency = clocks.peripheral_clock.freq();
        let serial = UartPeripheral::new(chip.UART0, lines, &mut chip.RESETS);
        let serial = serial.enable(text, frequency).ok()?;
        let wires = (pins.gpio19.into_function(), pins.gpio18.into_function());
        let bus = spi::Spi::new(chip.SPI0, wires);
        let mode = embedded_hal::spi::MODE_0;
        let bus = bus.init(&mut chip.RESETS, frequency, SERIAL.Hz(), mode);
        let device = ExclusiveDevice::new_no_delay(bus, pins.gpio17.into_push_pull_output());
        let data = pins.gpio20.into_push_pull_output();
        let display = Builder::new(ST7789, SpiInterface::new(device.ok()?, data, buffer))
            .display_size(WIDTH as u16, HEIGHT as u16)
            .invert_colors(ColorInversion::Inverted)
            .reset_pin(pins.gpio21.into_push_pull_output())
            .init(&mut timer)
            .ok()?;
        let buttons = Buttons::new([
            pins.gpio10.into_pull_up_input().into_dyn_pin(),
            pins.gpio11.into_pull_up_input().into_dyn_pin(),
            pins.gpio12.into_pull_up_input().into_dyn_pin(),
            pins.gpio13.into_pull_up_input().into_dyn_pin(),
            pins.gpio14.into_pull_up_input().into_dyn_pin(),
        ]);
        let (store, kept) = Store::open(Flash::new());
        Some((Self { display, part, buttons, pressed: None, serial, timer, store }, kept))
    }
}

impl Hardware for Pico {
    fn show(&mut self, frame: &Frame<'_>) {
        self.store.keep(frame.handheld());
        let size = Size::new(WIDTH as u32, HEIGHT as u32);
        let tops = (0..HEIGHT).step_by(ROWS);
        for top in tops.filter(|top| frame.changes(size, *top as i32, ROWS as u32)) {
            let pixels = &mut self.part[..];
            let mut strip = Strip { pixels, width: WIDTH as u32, top: top as i32 };
            let Ok(()) = frame.draw(&mut strip, size, &Theme::WOOD);
            let pixels = self.part.iter().copied();
            let (right, low) = (WIDTH as u16 - 1, (top + ROWS) as u16 - 1);
            // The serial line and the pins of this board never fail.
            let _ = self.display.set_pixels(0, top as u16, right, low, pixels);
            self.pressed = self.pressed_button();
        }
    }

    fn pressed_button(&mut self) -> Option<Button> {
        self.pressed.take().or_else(|| self.buttons.pressed(self.millis()))
    }

    fn millis(&self) -> u64 {
        self.timer.get_counter().ticks() / 1000
    }

    fn log_event(&mut self, event: &HandheldEvent) {
        // Writing to the serial line never fails.
        #[cfg(not(feature = "defmt"))]
        let _ = write!(self.serial, "{event}\r\n");
        #[cfg(feature = "defmt")]
        defmt::info!("{}", defmt::Display2Format(event));
    }

    fn idle(&mut self) {
        cortex_m::asm::wfi();
    }
}

#[exception]
fn SysTick() {}
