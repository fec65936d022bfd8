//! Makes man pages, completions, icons and licence texts for packages. Man pages and completions come from the
//! definitions that `--help` prints. The icons come from the code that draws the window's icon.
#![forbid(unsafe_code)]

mod notices;

use chuhe_desktop::icon::icon;
use chuhe_workshop::arena::command_line::{HELP, options};
use clap::{Command, CommandFactory, Parser};
use clap_complete::{Shell, generate_to};
use clap_mangen::Man;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes man pages, completions and icons into folders of a folder, and the licences of libraries.
#[derive(Parser, Debug)]
struct Options {
    /// The folder; it gets the folders man, completions and icons
    folder: PathBuf,
    /// The date of the man pages, such as 2026-01-31
    #[arg(long)]
    date: String,
}

/// The widths of the icons, in pixels. For any other width, a desktop takes the next larger icon.
const ICONS: [u16; 8] = [16, 24, 32, 48, 64, 128, 256, 512];

fn main() -> ExitCode {
    let options = Options::parse();
    match write(&options.folder, &options.date) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("package: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the command lines that clap defines. `chuhe-arena` is missing, because its long options have one dash.
fn commands() -> [Command; 4] {
    [
        chuhe_desktop::options::Options::command(),
        chuhe_tcp::options::Options::command(),
        chuhe_workshop::tune::command(),
        chuhe_uci::options::Options::command(),
    ]
}

fn write(folder: &Path, date: &str) -> io::Result<()> {
    for command in commands() {
        write_completions(&command, &folder.join("completions"))?;
        write_man_pages(command, &folder.join("man"), date)?;
    }
    write_arena_completions(&folder.join("completions"))?;
    write_arena_man_page(&folder.join("man"), date)?;
    let packages = ["chuhe-desktop", "chuhe-tcp", "chuhe-uci", "chuhe-workshop"];
    let notices = notices::notices(&packages)?;
    fs::write(folder.join("third-party.txt"), notices)?;
    write_icons(&folder.join("icons"))
}

fn write_man_pages(command: Command, folder: &Path, date: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, command) in with_commands(command.disable_help_subcommand(true)) {
        let mut page = BufWriter::new(File::create(folder.join(format!("{name}.1")))?);
        // The pages give the version without the commit, so that a commit alone does not change the pages.
        Man::new(command.version(env!("CARGO_PKG_VERSION")))
            .title(name)
            .section("1")
            .date(date)
            .source(concat!("Chuhe ", env!("CARGO_PKG_VERSION")))
            .manual("Chuhe")
            .render(&mut page)?;
        page.flush()?;
    }
    Ok(())
}

fn with_commands(mut program: Command) -> Vec<(String, Command)> {
    program.build();
    let name = program.get_name().to_owned();
    let page = |command: &Command| (format!("{name}-{}", command.get_name()), command.clone());
    let mut pages: Vec<_> = program.get_subcommands().map(page).collect();
    pages.push((name, program));
    pages
}

fn write_completions(command: &Command, folder: &Path) -> io::Result<()> {
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        let folder = folder.join(shell.to_string());
        fs::create_dir_all(&folder)?;
        generate_to(shell, &mut command.clone(), command.get_name(), folder)?;
    }
    Ok(())
}

const ARENA: &str = "chuhe-arena";

/// Writes the man page of `chuhe-arena` from its help text.
fn write_arena_man_page(folder: &Path, date: &str) -> io::Result<()> {
    let help = HELP.replace('\\', "\\e").replace('-', "\\-").replace("\n.", "\n\\&.");
    let version = env!("CARGO_PKG_VERSION");
    let page = format!(
        ".TH {ARENA} 1 {date} \"Chuhe {version}\" Chuhe\n\
         .SH NAME\n{ARENA} \\- contests and strength tests between programs\n\
         .SH SYNOPSIS\n\\fB{ARENA}\\fR \\-engine ... \\-engine ... [options]\n\
         .SH DESCRIPTION\n.nf\n{help}.fi\n"
    );
    fs::write(folder.join(format!("{ARENA}.1")), page)
}

fn write_arena_completions(folder: &Path) -> io::Result<()> {
    let mut options: Vec<_> = options().collect();
    options.dedup_by_key(|(name, _, _)| *name);
    let names = options.iter().map(|(name, _, _)| *name).collect::<Vec<_>>().join(" ");
    let fish = |(name, _, about): &(&str, &str, &str)| {
        format!("complete -c {ARENA} -o {} -d \"{about}\"\n", name.trim_start_matches('-'))
    };
    let fish: String = options.iter().map(fish).collect();
    for (file, text) in [
        (format!("bash/{ARENA}.bash"), format!("complete -o default -W \"{names}\" {ARENA}\n")),
        (format!("zsh/_{ARENA}"), format!("#compdef {ARENA}\ncompadd -- {names}\n_files\n")),
        (format!("fish/{ARENA}.fish"), fish),
    ] {
        fs::write(folder.join(file), text)?;
    }
    Ok(())
}

/// Writes the icons into the folders of the theme `hicolor`, where desktops look for them.
fn write_icons(folder: &Path) -> io::Result<()> {
    for side in ICONS {
        let folder = folder.join(format!("{side}x{side}")).join("apps");
        fs::create_dir_all(&folder)?;
        let file = BufWriter::new(File::create(folder.join("chuhe.png"))?);
        write_png(file, side, &icon(side))?;
    }
    Ok(())
}

/// Writes a square picture as PNG. Each of `pixels` has the form `0xAARRGGBB`.
fn write_png(file: impl Write, side: u16, pixels: &[u32]) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(file, side.into(), side.into());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let bytes: Vec<u8> =
        pixels.iter().flat_map(|pixel| pixel.rotate_left(8).to_be_bytes()).collect();
    encoder.write_header()?.write_image_data(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the long options in a help text, from the lines that begin with a dash.
    fn options(help: &str) -> impl Iterator<Item = &str> {
        let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        let words = lines.flat_map(|line| line.split([' ', ',', '=', '[']));
        words.filter(|word| word.starts_with("--"))
    }

    #[test]
    fn each_option_of_the_help_has_its_place_in_man_page_and_completions() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "2026-01-31").unwrap();
        let read = |path: String| {
            let path = folder.path().join(path);
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let names = commands().map(|command| command.get_name().to_owned());
        assert_eq!(names, ["chuhe-desktop", "chuhe-tcp", "chuhe-tune", "chuhe-uci"]);
        let mut count = 0;
        for (program, name) in commands().into_iter().zip(names) {
            let completions = [
                read(format!("completions/bash/{name}.bash")),
                read(format!("completions/zsh/_{name}")),
                // A completion file of Fish writes `-l name` for the option `--name`.
                read(format!("completions/fish/{name}.fish")).replace("-l ", "--"),
            ];
            for (page, mut command) in with_commands(program.disable_help_subcommand(true)) {
                let man = read(format!("man/{page}.1")).replace("\\-", "-");
                for option in options(&command.render_long_help().to_string()) {
                    assert!(man.contains(option), "{page}.1 lacks {option}");
                    for completion in &completions {
                        assert!(completion.contains(option), "{name} completes no {option}");
                    }
                    count += 1;
                }
            }
        }
        assert!(count > 60, "only {count} options were found");
        for file in ["bash/chuhe-arena.bash", "zsh/_chuhe-arena", "fish/chuhe-arena.fish"] {
            // A completion file of Fish writes `-o name` for the option `-name`.
            let text = read(format!("completions/{file}")).replace("-o ", "-");
            for (option, _, _) in chuhe_workshop::arena::command_line::options() {
                assert!(text.contains(option), "{file} completes no {option}");
            }
        }
        assert!(read("man/chuhe-arena.1".to_owned()).contains("\\-engine KEY=VALUE"));
    }

    #[test]
    fn the_configuration_of_the_service_names_options() {
        let server = chuhe_tcp::options::Options::command();
        let options: Vec<&str> =
            server.get_arguments().filter_map(|argument| argument.get_long()).collect();
        let lines = include_str!("../../../../dist/conf/chuhe-tcp.toml").lines();
        let key = |line: &'static str| Some(line.trim_start_matches("# ").split_once(" = ")?.0);
        let keys: Vec<&str> = lines.filter_map(key).collect();
        assert!(keys.len() > 5, "only {keys:?}");
        for key in keys {
            assert!(options.contains(&key), "chuhe-tcp has no option --{key}");
        }
    }
}
