//! The dialog of the system for a file or folder: the portal of the desktop, or `zenity`, on Linux.

use chuhe_app::{AppEvent, PlaceKind};
use rfd::FileDialog;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::thread;

/// Shows the dialog in a folder, or in that of a file. The answer is [`AppEvent::PlaceChosen`].
pub(crate) fn choose(kind: PlaceKind, from: &Path, events: Sender<AppEvent>) {
    let from = if from.is_file() { from.parent().unwrap_or(from) } else { from };
    let dialog =
        if from.is_dir() { FileDialog::new().set_directory(from) } else { FileDialog::new() };
    let ask = move || {
        let chosen = match kind {
            PlaceKind::File => dialog.pick_file(),
            PlaceKind::Folder => dialog.pick_folder(),
        };
        // The receiver is gone when the program ends.
        let _ = events.send(AppEvent::PlaceChosen(chosen.map(|path| path.display().to_string())));
    };
    // The window goes on meanwhile. On macOS only the first thread may show a dialog.
    if cfg!(target_os = "macos") {
        ask();
    } else {
        thread::spawn(ask);
    }
}
