use crate::picture::Picture;
use embedded_hal::digital::OutputPin;
use embedded_hal::spi::SpiDevice;

/// A display of 128 by 64 pixels in 16 greys with the controller SSD0323 of Solomon, on a serial interface. The
/// display takes the bytes of a [`Picture`].
#[derive(Debug)]
pub struct Ssd0323<S, D> {
    spi: S,
    data: D,
}

#[derive(Debug)]
pub struct DisplayError;

impl<S: SpiDevice, D: OutputPin> Ssd0323<S, D> {
    /// Creates a display whose pin `data` is high while pixels are sent, and low while commands are sent.
    pub const fn new(spi: S, data: D) -> Self {
        Self { spi, data }
    }

    /// Switches the display on, and sets the order of pixels: row by row from the top left.
    pub fn start(&mut self) -> Result<(), DisplayError> {
        const REMAP: [u8; 2] = [0xa0, 0x52];
        const CONTRAST: [u8; 2] = [0x81, 0x70];
        const FULL_CURRENT: u8 = 0x86;
        const NORMAL: u8 = 0xa4;
        const ON: u8 = 0xaf;
        self.command(&REMAP)?;
        self.command(&CONTRAST)?;
        self.command(&[FULL_CURRENT, NORMAL, ON])
    }

    pub fn show(&mut self, picture: &Picture) -> Result<(), DisplayError> {
        const COLUMNS: [u8; 3] = [0x15, 0, 63];
        const ROWS: [u8; 3] = [0x75, 0, 63];
        self.command(&COLUMNS)?;
        self.command(&ROWS)?;
        self.data.set_high().map_err(|_| DisplayError)?;
        self.spi.write(picture.data()).map_err(|_| DisplayError)
    }

    fn command(&mut self, bytes: &[u8]) -> Result<(), DisplayError> {
        self.data.set_low().map_err(|_| DisplayError)?;
        self.spi.write(bytes).map_err(|_| DisplayError)
    }
}
