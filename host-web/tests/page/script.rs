//! Scripts: the steps of a person in the page, and what the person expects to see.

use crate::browser::Browser;
use crate::site::Site;
use crate::tab::{BROWSERS, Device, Tab};
use crate::{axe, figures, handheld, saved};
use serde_json::json;
use std::fs;
use std::path::Path;

/// Breaks the storage of the browser for this page.
const FORBID: &str = "Storage.prototype.setItem = IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
    };";

/// Carries out a script. Pictures go to a folder.
///
/// The first line opens a tab: `open 1280x800 en`, with ` touch`, ` first` visit, ` calm` motion,
/// a browser of `BROWSERS`, ` 200000B/s`, ` x2` pixels, `#link` or `/file` if wanted.
pub(crate) fn run(
    browser: &mut dyn Browser,
    site: &mut Site,
    script: &Path,
    pictures: &Path,
) -> Result<(), String> {
    let read =
        fs::read_to_string(script).map_err(|error| format!("{}: {error}", script.display()))?;
    let mut lines =
        read.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (_, first) = lines.next().ok_or_else(|| format!("{}: empty", script.display()))?;
    let device =
        device(first).ok_or_else(|| format!("{}: no `open`: {first}", script.display()))?;
    let mut tab = Tab::open(browser, &device)?;
    if let Some(bytes) = device.throughput {
        let conditions = json!({"offline": false, "latency": 40, "downloadThroughput": bytes,
            "uploadThroughput": bytes});
        tab.call("Network.emulateNetworkConditions", conditions)?;
    }
    let done = tab
        .visit(&format!("{}{}", site.url(), device.path))
        .map_err(|error| format!("{first}: {error}"));
    let done = done.and_then(|()| {
        lines.try_for_each(|(index, line)| {
            let place = |error| format!("{}:{}: {line}: {error}", script.display(), index + 1);
            step(&mut tab, site, line, pictures).map_err(place)?;
            match tab.faults() {
                faults if faults.is_empty() => Ok(()),
                faults => Err(place(faults.join("\n"))),
            }
        })
    });
    if done.is_err() {
        let name = script.file_stem().unwrap_or_default().to_string_lossy();
        let _ = tab.picture(&pictures.join(format!("{name}.failed.png")));
    }
    site.end_player();
    if site.is_stopped() {
        site.serve()?;
    }
    done
}

fn device(line: &str) -> Option<Device> {
    let mut words = line.strip_prefix("open ")?.split(' ');
    let (width, height) = words.next()?.split_once('x')?;
    let language = words.next()?.to_owned();
    let (width, height) = (width.parse().ok()?, height.parse().ok()?);
    let mut device = Device {
        width,
        height,
        ratio: 1.0,
        touch: false,
        language,
        is_first: false,
        made: Vec::new(),
        is_calm: false,
        throughput: None,
        path: String::new(),
    };
    for word in words {
        match word.strip_prefix('x') {
            Some(number) => device.ratio = number.parse().ok()?,
            None if word == "touch" => device.touch = true,
            None if word.ends_with("B/s") => {
                device.throughput = word.trim_end_matches("B/s").parse().ok()
            }
            None if word == "first" => device.is_first = true,
            None if word == "calm" => device.is_calm = true,
            None if word.starts_with(['#', '/']) => {
                device.path = word.trim_start_matches('/').to_owned();
            }
            None => device.made.push(BROWSERS.iter().find(|(name, _)| *name == word)?.1),
        }
    }
    Some(device)
}

/// Carries out one step.
fn step(tab: &mut Tab<'_>, site: &mut Site, line: &str, pictures: &Path) -> Result<(), String> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    let number = || rest.parse().map_err(|_| "a number is expected".to_owned());
    let two = || rest.rsplit_once(' ').ok_or("two words are expected".to_owned());
    match verb {
        "click" => tab.press("control", &[rest]),
        "squares" => rest.split(' ').try_for_each(|square| tab.press("square", &[square])),
        "drag" => two().and_then(|(from, to)| tab.drag(from, to)),
        "middle" | "right" => {
            let (from, to) = rest.split_once(' ').ok_or("two squares are expected")?;
            tab.other_button(verb, from, to)
        }
        "keys" => rest.split(' ').try_for_each(|key| tab.key(key)),
        "write" => tab.write(rest),
        "reload" => tab.reload(),
        "tab" if rest == "other" => tab.switch(),
        "text" | "gone" | "status" | "moves" | "empty" | "focus" => {
            tab.wait(verb, &[rest]).map(drop)
        }
        "shows" => tab.wait_until(rest),
        "refuses" => tab.refuses(rest),
        "does" => tab.evaluate(rest).map(drop),
        "choose" => tab.choose(rest),
        "saves" => saved::check(tab, rest),
        "piece" => {
            let (square, label) = rest.split_once(' ').ok_or("square and piece are expected")?;
            tab.wait(verb, &[square, label]).map(drop)
        }
        "state" => two().and_then(|(name, flag)| tab.wait(verb, &[name, flag]).map(drop)),
        "picture" => tab.picture(&pictures.join(format!("{rest}.png"))),
        "handheld" if rest == "plays" => handheld::play(tab),
        "server" if rest == "stops" => {
            site.stop();
            Ok(())
        }
        "server" if rest == "starts" => site.serve(),
        "says" => site.say(rest),
        "hears" => site.hear(rest),
        "storage" if rest == "full" => tab.evaluate(FORBID).map(drop),
        "accessible" => axe::check(tab),
        "transferred" => number().and_then(|most| figures::transferred(tab, most)),
        "pictured" => number().and_then(|most| figures::pictured(tab, most)),
        "playable" => number().and_then(|most| figures::playable(tab, most)),
        "files" => number().and_then(|most| figures::files(site.folder(), most)),
        "bench" => figures::bench(tab),
        "drags" => match rest.split(' ').collect::<Vec<_>>().as_slice() {
            [from, to, most] => {
                let most = most.parse().map_err(|_| "a number is expected".to_owned())?;
                figures::drag(tab, from, to, most)
            }
            _ => Err("two squares and a number are expected".to_owned()),
        },
        _ => Err("unknown step".to_owned()),
    }
}
