//! Builds the folder with the files of a page.

use super::compress::compressed;
use super::files::{Files, OFFLINE, read, web};
use super::join::join;
use super::pictures::{board, icon};
use super::sliders::{START_TYPE, take_out};
use super::split::split;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};
use wasm_bindgen_cli_support::Bindgen;

pub use super::files::BuildError;

/// The parts of a page: libraries, other files or folders of files, and the widths of its icons in pixels.
#[derive(Debug)]
pub struct Page {
    modules: &'static [Module],
    /// Paths from the root of the repository.
    files: &'static [&'static str],
    /// The scripts that become files of their own. Each is the first script of a page, of a worker, or of a part that
    /// is fetched later.
    begins: &'static [&'static str],
    icons: &'static [u16],
}

/// A library that is compiled to WebAssembly.
#[derive(Debug)]
struct Module {
    package: &'static str,
    /// The level of optimisation: for speed in the page's engine, for size in all other modules.
    level: &'static str,
    /// True if the module uses SIMD instructions, which the browser must then support.
    simd: bool,
    /// True if the module is split: a page begins with one part, and fetches the rest later.
    split: bool,
}

/// The page that needs no server.
pub const PAGE: Page = Page {
    modules: &[
        Module { package: "chuhe-web", level: "z", simd: false, split: true },
        Module { package: "chuhe-web-engine", level: "3", simd: false, split: false },
        Module { package: "chuhe-web-engine", level: "3", simd: true, split: false },
        Module { package: "chuhe-web-handheld", level: "z", simd: false, split: false },
    ],
    files: &[
        "host-web/www",
        "lib/host/openings/xiangqi.tsv",
        "lib/host/openings/chess.tsv",
        "lib/host/openings/chess_families.tsv",
        "lib/app/src/endgames/problems.tsv",
        "lib/host/networks/xiangqi.nn",
        "lib/host/networks/zhonggong.nn",
        "lib/host/networks/chess.nn",
    ],
    begins: &[
        "start.js",
        "page.js",
        "engine.js",
        "chuhe_web_engine.js",
        "chuhe_web_engine_simd.js",
        "handheld.js",
        "handheld-worker.js",
    ],
    icons: &[192, 512, 48],
};

/// The page on which people watch and play the games of an automation server.
pub const SERVER: Page = Page {
    modules: &[Module { package: "chuhe-web-server", level: "z", simd: false, split: false }],
    files: &["host-web/www/server", "host-web/www/language.js", "host-web/www/style.css"],
    begins: &["server.js"],
    icons: &[192],
};

const LIBRARY: Module = Module { package: "chuhe-js", level: "z", simd: false, split: false };

/// Compiles the library for JavaScript, and writes its script and its WebAssembly code into a folder.
pub fn build_library(folder: &Path) -> Result<(), BuildError> {
    let write = |(name, bytes)| fs::write(folder.join(name), bytes);
    let files = LIBRARY.files()?;
    let written = files.into_iter().try_for_each(write);
    written.map_err(|error| BuildError::File { file: folder.into(), error })
}

impl Page {
    /// Compiles the libraries to WebAssembly. Writes them and the other files into a folder, each also in
    /// compressed forms. If `is_readable` is false, the scripts are joined.
    pub fn build(&self, folder: &Path, is_readable: bool) -> Result<(), BuildError> {
        let mut files = Files::new();
        for module in self.modules {
            files.extend(module.files()?);
        }
        for path in self.files.iter().map(|path| web().join("..").join(path)) {
            files.extend(read(&path).map_err(|error| BuildError::File { file: path, error })?);
        }
        if !is_readable {
            join(&mut files, self.begins)?;
        }
        files.insert("board.png".to_owned(), board()?);
        for &width in self.icons {
            files.insert(format!("icon-{width}.png"), icon(width)?);
        }
        write_all(folder, &files).map_err(|error| BuildError::File { file: folder.into(), error })
    }
}

/// The compiler's flags for the engine with SIMD. A position is copied by single stores, because the instruction
/// `memory.copy` is slow in browsers. Loops over small integers use whole vectors. More functions are inlined, because
/// calls are slower than in native code.
const SIMD_FLAGS: [&str; 4] = [
    "-Ctarget-feature=+simd128",
    "-Cllvm-args=-max-store-memcpy=48",
    "-Cllvm-args=-vectorizer-maximize-bandwidth",
    "-Cllvm-args=-inline-threshold=600",
];

impl Module {
    /// Compiles the library, and returns its files for the browser.
    fn files(&self) -> Result<Files, BuildError> {
        let target =
            env::var_os("CARGO_TARGET_DIR").map_or_else(|| web().join("target"), PathBuf::from);
        let folder = target.join("types");
        let target = if self.simd { target.join("simd") } else { target };
        self.compile(&target)?;
        let library = self.package.replace('-', "_");
        let name = format!("{library}{}", if self.simd { "_simd" } else { "" });
        let file = target.join("wasm32-unknown-unknown/release").join(library + ".wasm");
        let mut bindgen = Bindgen::new();
        bindgen.input_path(file).out_name(&name).typescript(true).demangle(false);
        bindgen.remove_name_section(true).remove_producers_section(true);
        let output = bindgen.web(true).and_then(Bindgen::generate_output);
        let mut output = output.map_err(|error| BuildError::Bindgen(format!("{error:#}")))?;
        let start = take_out(output.wasm_mut());
        let start_type = if start.is_some() { START_TYPE } else { "" };
        let mut code = output.wasm_mut().emit_wasm();
        let script = output.js().to_owned() + &start.unwrap_or_default();
        let types = output.ts().unwrap_or("").to_owned() + start_type;
        let mut files = Files::new();
        if self.split {
            let parts = split(&script, &code);
            let [first, rest] = parts.map_err(|error| BuildError::Split(format!("{error:#}")))?;
            files.insert(format!("{name}_rest.wasm"), rest);
            code = first;
        }
        files.extend([(format!("{name}.js"), script.into()), (format!("{name}_bg.wasm"), code)]);
        // Only the type check of JavaScript reads this file.
        let file = folder.join(format!("{name}.d.ts"));
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(file, types))
            .map_err(|error| BuildError::File { file: folder, error })?;
        Ok(files)
    }

    /// Compiles the library into the folder `target`. The same library with other flags needs another folder.
    fn compile(&self, target: &Path) -> Result<(), BuildError> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        // The message of a panic names a source file. The paths of this machine are removed, so that the page has the
        // same size on each machine.
        let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
        let cargo_home = cargo_home.or_else(|| Some(env::home_dir()?.join(".cargo")));
        let sources = cargo_home.map(|home| home.join("registry/src"));
        let paths = web().parent().map(Path::to_owned).into_iter().chain(sources);
        let mut flags: Vec<_> =
            paths.map(|path| format!("--remap-path-prefix={}=", path.display())).collect();
        if self.simd {
            flags.extend(SIMD_FLAGS.map(str::to_owned));
        }
        let status = Command::new(cargo)
            .current_dir(web())
            .args(["build", "--package", self.package, "--lib", "--release"])
            .args(["--target", "wasm32-unknown-unknown"])
            .arg("--target-dir")
            .arg(target)
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", self.level)
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
            .status()
            .map_err(BuildError::Cargo)?;
        if status.success() { Ok(()) } else { Err(BuildError::Compile(status)) }
    }
}

/// True if the file has the same address in all versions of the page, because browsers or systems remember the address.
fn is_entry(name: &str) -> bool {
    name == OFFLINE
        || name.starts_with("icon-")
        || [".html", ".webmanifest"].iter().any(|end| name.ends_with(end))
}

/// Writes the files, and removes those of other versions. All files except entries go into a folder whose name is the
/// hash of all files. Therefore parts of two versions never mix. In an entry, `{{version}}` is replaced by the name of
/// this folder, and `{{files}}` by the addresses of the files.
fn write_all(folder: &Path, files: &Files) -> io::Result<()> {
    let mut hash = Sha256::new();
    for (name, bytes) in files {
        hash.update(name);
        hash.update(Sha256::digest(bytes));
    }
    let version: String = hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    fs::create_dir_all(folder.join(&version))?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_hex = name.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_hex && name.len() == version.len() && name != version && path.is_dir() {
            fs::remove_dir_all(&path)?;
        }
    }
    let address = |name: &str| match is_entry(name) {
        true => name.to_owned(),
        false => format!("{version}/{name}"),
    };
    let kept = files.keys().filter(|name| *name != OFFLINE).map(|name| address(name));
    let kept = format!("{:?}", [String::from("./")].into_iter().chain(kept).collect::<Vec<_>>());
    for (name, bytes) in files {
        let file = folder.join(address(name));
        match std::str::from_utf8(bytes).ok().filter(|_| is_entry(name)) {
            Some(text) => {
                let text = text.replace("{{version}}", &version).replace("{{files}}", &kept);
                write(&file, text.as_bytes())?;
            }
            None => write(&file, bytes)?,
        }
    }
    Ok(())
}

/// Writes the compressed forms of a file, then the file itself. Writes nothing if the file has not changed.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(file).is_ok_and(|before| before == bytes) {
        return Ok(());
    }
    for (end, form) in compressed(bytes)? {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        fs::write(name, form)?;
    }
    fs::write(file, bytes)
}
