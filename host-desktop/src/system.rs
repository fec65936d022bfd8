//! Reads the scale and the screen size of the desktop, and uses its clipboard and its file dialog.

use arboard::{Clipboard as System, Error};
use chuhe_app::{AppEvent, PlaceKind};
use rfd::FileDialog;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::{env, thread};

/// The clipboard, connected on first use. On X11 a copied text may be lost when this value is dropped.
#[derive(Default)]
pub(crate) struct Clipboard(Option<System>);

impl Clipboard {
    fn system(&mut self) -> Result<&mut System, Error> {
        match &mut self.0 {
            Some(system) => Ok(system),
            empty => Ok(empty.insert(System::new()?)),
        }
    }

    pub(crate) fn copy(&mut self, text: String) -> Result<(), String> {
        self.system().and_then(|system| system.set_text(text)).map_err(|error| error.to_string())
    }

    /// Returns the text of the clipboard, or an empty text if the clipboard holds no text.
    pub(crate) fn paste(&mut self) -> Result<String, String> {
        match self.system().and_then(System::get_text) {
            Err(Error::ContentNotAvailable) => Ok(String::new()),
            text => text.map_err(|error| error.to_string()),
        }
    }
}

/// Shows the system's dialog for choosing a file or folder. It begins in the folder `from`, or in the folder of the
/// file `from`. On Linux the desktop portal shows it, or else `zenity`. The answer is [`AppEvent::PlaceChosen`].
pub(crate) fn choose(kind: PlaceKind, from: &Path, events: Sender<AppEvent>) {
    let from = if from.is_file() { from.parent().unwrap_or(from) } else { from };
    let dialog =
        if from.is_dir() { FileDialog::new().set_directory(from) } else { FileDialog::new() };
    let ask = move || {
        let chosen = match kind {
            PlaceKind::File => dialog.pick_file(),
            PlaceKind::Folder => dialog.pick_folder(),
        };
        // Sending fails only when the program ends.
        let _ = events.send(AppEvent::PlaceChosen(chosen.map(|path| path.display().to_string())));
    };
    // Another thread shows the dialog, so that the window still reacts. On macOS only the main thread can show it.
    if cfg!(target_os = "macos") {
        ask();
    } else {
        thread::spawn(ask);
    }
}

/// Returns the scale of the desktop; `None` if it is unknown or not from 1 to 4. It comes from environment variables
/// of GTK or Qt, or on X11 from `Xft.dpi` divided by 96.
pub(crate) fn scale() -> Option<f32> {
    let variable = |name| env::var(name).ok()?.parse::<f32>().ok();
    let told = ["GDK_SCALE", "QT_SCALE_FACTOR"].into_iter().find_map(variable);
    told.or_else(|| Some(dots_per_inch()? / 96.0)).filter(|scale| (1.0..=4.0).contains(scale))
}

/// Returns the size of the screen in pixels, if it is known.
#[cfg(target_os = "linux")]
pub(crate) fn screen() -> Option<[u16; 2]> {
    use x11rb::connection::Connection;
    let (connection, number) = x11rb::connect(None).ok()?;
    let screen = connection.setup().roots.get(number)?;
    Some([screen.width_in_pixels, screen.height_in_pixels])
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn screen() -> Option<[u16; 2]> {
    None
}

#[cfg(target_os = "linux")]
fn dots_per_inch() -> Option<f32> {
    let (connection, _) = x11rb::connect(None).ok()?;
    let resources = x11rb::resource_manager::new_from_default(&connection).ok()?;
    resources.get_string("Xft.dpi", "")?.trim().parse().ok()
}

#[cfg(not(target_os = "linux"))]
fn dots_per_inch() -> Option<f32> {
    None
}
