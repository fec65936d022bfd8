//! The system's clipboard, connected when it is first needed.

use arboard::Clipboard as System;

/// The clipboard. On X11 what was copied is there as long as this lives.
#[derive(Default)]
pub struct Clipboard(Option<System>);

impl std::fmt::Debug for Clipboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Clipboard")
    }
}

impl Clipboard {
    fn system(&mut self) -> Result<&mut System, arboard::Error> {
        match &mut self.0 {
            Some(system) => Ok(system),
            empty => Ok(empty.insert(System::new()?)),
        }
    }

    /// Puts a text on the clipboard.
    ///
    /// # Errors
    /// Why that cannot be done, in words.
    pub fn copy(&mut self, text: String) -> Result<(), String> {
        self.system().and_then(|system| system.set_text(text)).map_err(|error| error.to_string())
    }

    /// The text on the clipboard.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn paste(&mut self) -> Result<String, String> {
        self.system().and_then(System::get_text).map_err(|error| error.to_string())
    }
}
