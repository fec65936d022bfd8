use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

pub(crate) struct GameFile {
    pub(crate) path: PathBuf,
    pub(crate) size: i64,
    /// The time of the last change, in nanoseconds since 1970.
    pub(crate) modified: i64,
}

const ENDINGS: [&str; 10] =
    ["pgn", "pgns", "xqf", "cbr", "cbl", "cbf", "wxf", "dhtmlxq", "ubb", "che"];

/// The names of files that the index leaves out. The file `live.pgn` is a copy of the game in progress.
const SKIPPED: [&str; 1] = ["live.pgn"];

/// The name of the folder for deleted games. The index leaves out the games in this folder.
pub const TRASH: &str = "trash";

/// Returns the game files below the folder `root`, sorted by path. If `root` is a file, returns only this file.
pub(crate) fn game_files(root: &Path) -> io::Result<Vec<GameFile>> {
    if fs::metadata(root)?.is_file() {
        return Ok(vec![state(root)?]);
    }
    let (mut files, mut known) = (Vec::new(), HashSet::new());
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        // Links can lead around in circles, so each folder is read only once.
        if !known.insert(fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone())) {
            continue;
        }
        let entries = match fs::read_dir(&folder) {
            Err(error) if folder == root => return Err(error),
            Err(error) => {
                log::warn!("{}: {error}", folder.display());
                continue;
            }
            Ok(entries) => entries,
        };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_name().unwrap_or_default();
            let is_hidden = name.as_encoded_bytes().starts_with(b".");
            if is_hidden || SKIPPED.iter().any(|skipped| name == *skipped) {
                continue;
            }
            match fs::metadata(&path) {
                Ok(found) if found.is_dir() && name != TRASH => {
                    // Links are followed last, so a folder gets the path of a link only if no other path leads to it.
                    let place = if path.is_symlink() { 0 } else { folders.len() };
                    folders.insert(place, path);
                }
                Ok(found) if found.is_file() && is_game_file(&path) => files.extend(state(&path)),
                _ => {}
            }
        }
    }
    files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

fn is_game_file(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

pub(crate) fn state(path: &Path) -> io::Result<GameFile> {
    let found = fs::metadata(path)?;
    let since = found.modified()?.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Ok(GameFile {
        path: path.to_owned(),
        size: i64::try_from(found.len()).unwrap_or(i64::MAX),
        modified: i64::try_from(since.as_nanos()).unwrap_or(i64::MAX),
    })
}

pub(crate) fn to_bytes(path: &Path) -> Vec<u8> {
    path.as_os_str().as_encoded_bytes().to_owned()
}

#[cfg(unix)]
pub(crate) fn from_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

/// Reads a path as text, because a path cannot contain arbitrary bytes on systems other than Unix.
#[cfg(not(unix))]
pub(crate) fn from_bytes(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}
