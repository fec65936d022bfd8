//! Runs scripts: the steps of a person in the page, and what the person expects to see.

use crate::browser::Browser;
use crate::site::Site;
use crate::tab::{BROWSERS, Device, Tab, VISITED};
use crate::{axe, figures, handheld, saved};
use chuhe_tests::script::{ScriptLine, Session};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Makes the storage of the browser fail as if it were full.
const FORBID: &str = "Storage.prototype.setItem = IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
    };";

/// The person who acts in a script. The first step of the script opens `tab`, which takes the value of `browser`.
pub(crate) struct Person<'a> {
    pub(crate) browser: Option<&'a mut dyn Browser>,
    pub(crate) tab: Option<Tab<'a>>,
    pub(crate) site: &'a mut Site,
    pub(crate) pictures: &'a Path,
    /// The file for a picture of the tab, written when a step fails.
    pub(crate) failed: PathBuf,
}

impl Session for Person<'_> {
    fn run(&mut self, line: ScriptLine<'_>) {
        let ScriptLine::Directive(verb, rest) = line else { panic!("no step of the page") };
        let done = if verb == "open" { self.open(rest) } else { self.step(verb, rest) };
        if let Err(error) = done {
            let _ = self.tab.as_mut().map(|tab| tab.picture(&self.failed));
            panic!("{error}");
        }
    }
}

impl Person<'_> {
    /// Opens a tab. `kind` is `1280x800 en`, for example. These words can follow: `touch`, `first` (visit), `calm`
    /// (motion), `forced` (colours), a word of `BROWSERS`, `200000B/s`, `processor/4`, `x2`, `#link` or `/file`.
    fn open(&mut self, kind: &str) -> Result<(), String> {
        let device = device(kind).ok_or("no such tab")?;
        let browser = self.browser.take().ok_or("a tab is open")?;
        let tab = self.tab.insert(Tab::open(browser, &device)?);
        if let Some(bytes) = device.throughput {
            let conditions = json!({"offline": false, "latency": 40, "downloadThroughput": bytes,
                "uploadThroughput": bytes});
            tab.call("Network.emulateNetworkConditions", conditions)?;
        }
        if let Some(rate) = device.slowness {
            tab.call("Emulation.setCPUThrottlingRate", json!({"rate": rate}))?;
        }
        tab.visit(&format!("{}{}", self.site.url(), device.path))
    }

    /// Runs a step in the tab. The step also fails if the page reports an error.
    fn step(&mut self, verb: &str, rest: &str) -> Result<(), String> {
        let tab = self.tab.as_mut().ok_or("the first step is `open`")?;
        let (site, pictures) = (&mut *self.site, self.pictures);
        let number = |text: &str| text.parse().map_err(|_| "a number is expected".to_owned());
        let two = || rest.rsplit_once(' ').ok_or("two words are expected".to_owned());
        match verb {
            "click" => tab.press("control", &[rest]),
            "squares" => rest.split(' ').try_for_each(|square| tab.press("square", &[square])),
            "drag" => two().and_then(|(from, to)| tab.drag(from, to, 1)),
            "middle" | "right" => two().and_then(|(from, to)| tab.drag_with(verb, from, to)),
            "keys" => rest.split(' ').try_for_each(|key| tab.key(key)),
            "write" => tab.write(rest),
            "reload" => tab.reload(),
            "tab" if rest == "other" => tab.switch(),
            "tab" if rest == "new" => tab.go_on_in_a_new_tab(),
            "text" | "gone" | "status" | "moves" | "empty" | "focus" => {
                tab.wait(verb, &[rest]).map(drop)
            }
            "shows" => tab.wait_until(rest),
            "refuses" => tab.refuses(rest),
            "does" => tab.evaluate(rest).map(drop),
            "choose" => tab.choose(rest),
            "saves" => saved::check(tab, rest),
            "piece" => {
                let (square, label) =
                    rest.split_once(' ').ok_or("square and piece are expected")?;
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
            "says" => {
                site.say(rest);
                Ok(())
            }
            "hears" => site.hear(rest),
            "storage" if rest == "full" => tab.evaluate(FORBID).map(drop),
            "accessible" => axe::check(tab),
            "transferred" => number(rest).and_then(|most| figures::playable(tab, 0, most)),
            "pictured" => number(rest).and_then(|most| figures::pictured(tab, most)),
            "playable" => number(rest).and_then(|most| figures::playable(tab, 1, most)),
            "tasks" => number(rest).and_then(|most| figures::tasks(tab, most)),
            "files" => number(rest).and_then(|most| figures::files(&site.folder, most)),
            "bench" => figures::bench(tab),
            "drags" => match rest.split(' ').collect::<Vec<_>>().as_slice() {
                [from, to, most] => figures::drag(tab, from, to, number(most)?),
                _ => Err("two squares and a number are expected".to_owned()),
            },
            _ => Err("unknown step".to_owned()),
        }?;
        tab.faults()
    }
}

fn device(kind: &str) -> Option<Device> {
    let mut words = kind.split(' ');
    let (width, height) = words.next()?.split_once('x')?;
    let language = words.next()?.to_owned();
    let (width, height) = (width.parse().ok()?, height.parse().ok()?);
    let made = vec![VISITED];
    let mut device = Device { width, height, ratio: 1.0, language, made, ..Device::default() };
    for word in words {
        match word.strip_prefix('x') {
            Some(number) => device.ratio = number.parse().ok()?,
            None if word == "touch" => device.touch = true,
            None if word.ends_with("B/s") => {
                device.throughput = word.trim_end_matches("B/s").parse().ok()
            }
            None if word.starts_with("processor/") => {
                device.slowness = word.trim_start_matches("processor/").parse().ok();
            }
            None if word == "first" => device.made.retain(|&code| code != VISITED),
            None if word == "calm" => device.wish = Some(["prefers-reduced-motion", "reduce"]),
            None if word == "forced" => device.wish = Some(["forced-colors", "active"]),
            None if word.starts_with(['#', '/']) => {
                device.path = word.trim_start_matches('/').to_owned();
            }
            None => device.made.push(BROWSERS.iter().find(|(name, _)| *name == word)?.1),
        }
    }
    Some(device)
}
