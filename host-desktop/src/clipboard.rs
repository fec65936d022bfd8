//! The clipboard of the system, connected on first use.

use arboard::{Clipboard as System, Error};

/// The clipboard. On X11 a copied text is available as long as this value exists.
#[derive(Default)]
pub struct Clipboard(Option<System>);

impl std::fmt::Debug for Clipboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clipboard")
    }
}

impl Clipboard {
    fn system(&mut self) -> Result<&mut System, Error> {
        match &mut self.0 {
            Some(system) => Ok(system),
            empty => Ok(empty.insert(System::new()?)),
        }
    }

    pub fn copy(&mut self, text: String) -> Result<(), String> {
        self.system().and_then(|system| system.set_text(text)).map_err(|error| error.to_string())
    }

    /// Returns the text, which is empty if there is none.
    pub fn paste(&mut self) -> Result<String, String> {
        match self.system().and_then(System::get_text) {
            Err(Error::ContentNotAvailable) => Ok(String::new()),
            text => text.map_err(|error| error.to_string()),
        }
    }
}
