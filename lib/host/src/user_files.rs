//! Replaces a user's files atomically, and renames broken settings files.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::{Builder, NamedTempFile};

/// The end of the name of a file that is not complete yet. Random letters stand before this end.
const UNFINISHED: &str = ".new";
const RANDOM_LETTERS: usize = 6;

/// The age at which the unfinished file of a killed program is removed.
const LEFT_BEHIND: Duration = Duration::from_secs(3600);

/// Reads at most `most + 1` bytes of a file. If the result has more than `most` bytes, the file is too large.
pub fn read_bounded(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Replaces a file, or the target of a symbolic link, atomically: readers see either the old content or the new one. A
/// missing folder is created. The file keeps its permissions. After an error the old content is unchanged.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let mut fresh = written(&target, &format!("{name}."), content)?;
    if let Ok(old) = fs::metadata(&target) {
        fresh.as_file_mut().set_permissions(old.permissions())?;
    }
    put_over(fresh, &target).map(drop)
}

/// Creates a file, and its folder if the folder is missing. Readers see the whole file or no file. A call that fails
/// leaves no new file. If the name is taken, the error is [`io::ErrorKind::AlreadyExists`].
pub fn create(path: &Path, content: &[u8]) -> io::Result<()> {
    written(path, ".chuhe-", content)?.persist_noclobber(path)?;
    Ok(())
}

/// Writes content to the disk, to an unfinished file in the folder of `path`. Its name begins with `prefix`.
fn written(path: &Path, prefix: &str, content: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // Errors of this cleanup are ignored, because the new file can be written without it.
    let _ = remove_left_behind(folder, prefix);
    let mut fresh = unfinished(folder, prefix)?;
    // The inner file is used, because errors of `NamedTempFile` itself would name the temporary file.
    fresh.as_file_mut().write_all(content)?;
    fresh.as_file().sync_all()?;
    Ok(fresh)
}

/// Creates an empty file whose name begins with `prefix`. Dropping the value removes the file, unless it was renamed.
pub(crate) fn unfinished(folder: &Path, prefix: &str) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(prefix).rand_bytes(RANDOM_LETTERS).suffix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // These are the usual permissions. The system takes away those that the user's umask forbids.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Removes old unfinished files whose names begin with `prefix`. Killed programs left these files behind.
pub(crate) fn remove_left_behind(folder: &Path, prefix: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().unwrap_or_default();
        let random = name.strip_prefix(prefix).and_then(|name| name.strip_suffix(UNFINISHED));
        let is_unfinished = random.is_some_and(|random| {
            random.len() == RANDOM_LETTERS
                && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        let remove = || {
            // If the clock was set back, the time of the file may lie in the future. Then its age counts as 0.
            let age = entry.metadata()?.modified()?.elapsed().unwrap_or_default();
            if age > LEFT_BEHIND { fs::remove_file(entry.path()) } else { Ok(()) }
        };
        // If another program has removed the file meanwhile, that is no error.
        if is_unfinished
            && let Err(error) = remove()
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(error);
        }
    }
    Ok(())
}

/// Renames the unfinished file to `path`. A file that already has this name is replaced.
pub(crate) fn put_over(fresh: NamedTempFile, path: &Path) -> io::Result<File> {
    let (file, unfinished) = fresh.into_parts();
    // On Windows, `persist` cannot replace an open file, but this call can.
    fs::rename(&unfinished, path)?;
    Ok(file)
}

#[cfg(unix)]
pub(crate) fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Returns true if `other` describes a file, because systems other than Unix seldom let an open file be replaced. The
/// standard library cannot compare files there.
#[cfg(not(unix))]
pub(crate) fn is_same(_: &Metadata, other: &Metadata) -> bool {
    other.is_file()
}

#[derive(Debug)]
pub enum StoredSettings<T> {
    Read(T),
    Missing,
    /// The file cannot be used, and was renamed to `renamed_to`; `None` if the renaming failed.
    Broken {
        reason: String,
        renamed_to: Option<PathBuf>,
    },
}

/// Reads settings in TOML. A broken file is renamed, so that writing new settings does not destroy a user's work.
pub fn read_settings<T: DeserializeOwned>(path: &Path) -> StoredSettings<T> {
    let reason = match fs::read_to_string(path) {
        Ok(text) => match toml::from_str(&text) {
            Ok(settings) => return StoredSettings::Read(settings),
            Err(error) => error.to_string(),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => return StoredSettings::Missing,
        Err(error) => error.to_string(),
    };
    let aside = |number: u32| {
        let number = if number == 1 { String::new() } else { number.to_string() };
        path.with_added_extension(format!("broken{number}"))
    };
    // Files that were set aside before are not replaced.
    let aside = (1..).map(aside).find(|path| !path.exists()).unwrap_or_default();
    StoredSettings::Broken { reason, renamed_to: fs::rename(path, &aside).is_ok().then_some(aside) }
}

/// Writes settings in TOML. After an error the old content is unchanged.
pub fn write_settings<T: Serialize>(path: &Path, settings: &T) -> io::Result<()> {
    let text = toml::to_string(settings).map_err(io::Error::other)?;
    replace(path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[derive(serde::Serialize, serde::Deserialize, Clone, Copy, PartialEq, Debug)]
    enum TimeLimit {
        None,
        PerMove(u32),
        Game { seconds: u32, increment: u32 },
    }

    #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
    struct Sample {
        name: String,
        time: TimeLimit,
    }

    #[test]
    fn settings_come_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("conf/sample.toml");
        assert!(matches!(read_settings::<Sample>(&path), StoredSettings::Missing));
        let game = TimeLimit::Game { seconds: 600, increment: 5 };
        for time in [TimeLimit::None, TimeLimit::PerMove(30), game] {
            let sample = Sample { name: "楚\n河".into(), time };
            write_settings(&path, &sample).unwrap();
            let read = read_settings::<Sample>(&path);
            assert!(matches!(read, StoredSettings::Read(found) if found == sample));
        }
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "no clutter");
    }

    #[test]
    fn a_broken_file_is_set_aside_with_its_content_and_the_fault_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sample.toml");
        // The second broken file does not replace the first.
        for (number, time) in [("", 7), ("2", 8)] {
            let text = format!("name = \"x\"\ntime = {time}\n");
            fs::write(&path, &text).unwrap();
            let StoredSettings::Broken { reason, renamed_to: Some(aside) } =
                read_settings::<Sample>(&path)
            else {
                panic!("the file is broken");
            };
            assert!(reason.contains("line 2"), "{reason}");
            assert_eq!(aside, folder.path().join(format!("sample.toml.broken{number}")));
            assert_eq!(fs::read_to_string(&aside).unwrap(), text);
            assert!(matches!(read_settings::<Sample>(&path), StoredSettings::Missing));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_permissions_and_a_link_stays_a_link() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("sample"), folder.path().join("link"));
        std::os::unix::fs::symlink(&path, &link).unwrap();
        for mode in [0o600, 0o644, 0o640] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            replace(&link, b"new").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "new");
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
    }

    #[test]
    fn a_folder_is_not_replaced_and_a_new_file_takes_no_name_that_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let occupied = folder.path().join("occupied");
        let path = occupied.join("file");
        create(&path, b"one").unwrap();
        assert_eq!(create(&path, b"two").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert!(replace(&occupied, b"x").is_err());
        for folder in [folder.path(), &occupied] {
            assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "no clutter");
        }
        assert!(matches!(read_settings::<Sample>(&occupied), StoredSettings::Broken { .. }));
    }

    /// The old files are those of killed programs. A new file may belong to a program that still writes.
    #[test]
    fn what_a_killed_program_left_behind_is_removed_in_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sample.toml");
        let cut_off = |prefix: &str, age: Duration| {
            let mut fresh = unfinished(folder.path(), prefix).unwrap();
            fresh.write_all(b"half").unwrap();
            fresh.as_file().set_modified(SystemTime::now() - age).unwrap();
            fresh.keep().unwrap().1
        };
        let old = 2 * LEFT_BEHIND;
        let removed = ["sample.toml.", ".chuhe-"].map(|prefix| cut_off(prefix, old));
        let kept = [cut_off("sample.toml.", LEFT_BEHIND / 2), cut_off("other.toml.", old)];
        let foreign = folder.path().join("sample.toml.backup1.new");
        fs::write(&foreign, "").unwrap();
        File::open(&foreign).unwrap().set_modified(SystemTime::now() - old).unwrap();
        replace(&path, b"new").unwrap();
        create(&folder.path().join("game"), b"new").unwrap();
        assert_eq!(removed.map(|path| path.exists()), [false; 2]);
        assert!(kept.iter().chain([&foreign]).all(|path| path.exists()));
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }
}
