//! A run of the program on a small workspace.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const WORKSPACE: &str = "[workspace]\nresolver = \"3\"\nmembers = [\"sample\"]\n";
const MANIFEST: &str = "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
const SOURCE: &str = "
pub fn is_less(a: u8, b: u8) -> bool {
    a < b
}
pub fn count(most: u8) -> u8 {
    let mut n = 0;
    while n < most {
        n += 1;
    }
    n
}
pub fn never_called(a: bool) -> bool {
    !a
}
pub fn two_parts(a: &str) -> (String, String) {
    (a.to_owned(), a.to_owned() + a)
}
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn less() {
        assert!(is_less(1, 2) && !is_less(2, 1));
    }
    #[test]
    fn counts() {
        assert_eq!(count(3), 3);
    }
    #[test]
    fn parts() {
        assert_eq!(two_parts(\"a\").1, \"aa\");
    }
}
";
/// The table, and the survivors. Equal numbers are never compared, so `<=` survives.
const REPORT: &str = "\
| file | mutants | caught | timed out | missed | unreached | caught, % |
| --- | --- | --- | --- | --- | --- | --- |
| `sample/src/lib.rs` | 16 | 11 | 1 | 1 | 3 | 75.0 |
| all | 16 | 11 | 1 | 1 | 3 | 75.0 |

2 more do not compile.

Missed: every test that reaches them passes:

- sample/src/lib.rs:3:7: `<=` instead of `<`, in is_less

Unreached: no test runs this code:

- sample/src/lib.rs:12:8: `return true` at once, in never_called
- sample/src/lib.rs:12:8: `return false` at once, in never_called
- sample/src/lib.rs:13:5: no `!`, in never_called
";

fn run(folder: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-mutants"));
    command.current_dir(folder).args(["--package", "sample", "--tests", "sample"]);
    command.args(["--patience", "2"]).args(more).output().expect("the program runs")
}

#[test]
fn a_sample_has_its_survivors() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
        fs::write(path, text).expect("a file is written");
    };
    write("Cargo.toml", WORKSPACE);
    write("sample/Cargo.toml", MANIFEST);
    write("sample/src/lib.rs", SOURCE);
    let first = run(folder.path(), &["--jobs", "2"]);
    let told = String::from_utf8_lossy(&first.stderr).into_owned();
    assert_eq!(String::from_utf8_lossy(&first.stdout), REPORT, "{told}");

    // What was caught is not run again.
    let second = run(folder.path(), &[]);
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(String::from_utf8_lossy(&second.stdout), REPORT, "{told}");
    assert!(told.contains("\n4 of 18 mutants are run\n"), "{told}");

    for (words, expected) in [
        (&["--again", "timeout"][..], "1 of 18 mutants are run"),
        (&["--again", "timeout", "--again", "unreached"], "4 of 18 mutants are run"),
        (&["--sample", "16", "--offset", "2"], "0 of 1 mutants are run"),
        (&["--sample", "16", "--offset", "1"], "of 2 mutants are run"),
    ] {
        let told = run(folder.path(), words).stderr;
        let told = String::from_utf8_lossy(&told);
        assert!(told.contains(expected), "{words:?}: {told}");
    }
}

#[test]
fn a_package_that_is_not_there_is_refused() {
    let output = run(Path::new(env!("CARGO_MANIFEST_DIR")), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "chuhe-mutants: no package sample\n");
}
