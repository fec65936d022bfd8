//! The man page and the completions of `chuhe-arena`, whose options have one dash.

use chuhe_workshop::arena::command_line::{HELP, options};
use std::path::Path;
use std::{fs, io};

const NAME: &str = "chuhe-arena";

pub(crate) fn write_man_page(folder: &Path, date: &str) -> io::Result<()> {
    let help = HELP.replace('\\', "\\e").replace('-', "\\-").replace("\n.", "\n\\&.");
    let version = env!("CARGO_PKG_VERSION");
    let page = format!(
        ".TH {NAME} 1 {date} \"Chuhe {version}\" Chuhe\n\
         .SH NAME\n{NAME} \\- contests and strength tests between programs\n\
         .SH SYNOPSIS\n\\fB{NAME}\\fR \\-engine ... \\-engine ... [options]\n\
         .SH DESCRIPTION\n.nf\n{help}.fi\n"
    );
    fs::write(folder.join(format!("{NAME}.1")), page)
}

pub(crate) fn write_completions(folder: &Path) -> io::Result<()> {
    let mut options: Vec<_> = options().collect();
    options.dedup_by_key(|(name, _, _)| *name);
    let names = options.iter().map(|(name, _, _)| *name).collect::<Vec<_>>().join(" ");
    let fish = |(name, _, about): &(&str, &str, &str)| {
        format!("complete -c {NAME} -o {} -d \"{about}\"\n", name.trim_start_matches('-'))
    };
    let fish: String = options.iter().map(fish).collect();
    for (file, text) in [
        (format!("bash/{NAME}.bash"), format!("complete -o default -W \"{names}\" {NAME}\n")),
        (format!("zsh/_{NAME}"), format!("#compdef {NAME}\ncompadd -- {names}\n_files\n")),
        (format!("fish/{NAME}.fish"), fish),
    ] {
        fs::write(folder.join(file), text)?;
    }
    Ok(())
}
