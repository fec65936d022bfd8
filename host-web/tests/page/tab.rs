//! Drives a tab with the page as a person does.

use crate::browser::{Answer, Browser, KEYS};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::path::Path;
use std::{fs, mem};
use tempfile::TempDir;

/// The JavaScript functions that look for parts of the page.
const PROBES: &str = include_str!("probes.js");

/// Stores empty settings if there are none, so that no visit is the first. A blank tab has no storage and is skipped.
pub(crate) const VISITED: &str = "try { localStorage.settings ??= ''; } catch { }";

/// (word, code): the word with which the first line of a script asks for a fault, and the code that causes this fault.
pub(crate) const BROWSERS: [(&str, &str); 4] =
    [("forbidden", FORBIDDEN), ("cut", CUT), ("old", OLD), ("plain", PLAIN)];

/// A network that loses each file once, and always loses the files whose names match `cut`.
const CUT: &str = "globalThis.cut = /rest|engine|tsv/; const seen = new Set(), plain = fetch;
    globalThis.fetch = (file, ...rest) => {
        const isFirst = !seen.has(String(file));
        seen.add(String(file));
        return isFirst || globalThis.cut?.test(file) ? Promise.reject(new TypeError('cut')) : plain(file, ...rest);
    };";

/// A browser without WebAssembly.
const OLD: &str = "delete globalThis.WebAssembly;";

/// A browser that reaches the page without HTTPS, and then has no locks.
const PLAIN: &str = "Object.defineProperty(navigator, 'locks', { value: undefined });";

/// A browser that forbids the page to store anything.
const FORBIDDEN: &str = "for (const name of ['localStorage', 'indexedDB'])
    Object.defineProperty(globalThis, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
    const request = async () => { throw new DOMException('denied', 'SecurityError'); };
    Object.defineProperty(navigator, 'locks', { value: { request } });";

/// A tab whose storage is separate from the storage of other tests.
#[derive(Debug)]
pub(crate) struct Tab<'a> {
    browser: &'a mut dyn Browser,
    context: String,
    session: String,
    /// The session of the other tab, which shares the storage; `None` before the first call of `switch`.
    other: Option<String>,
    device: Device,
    url: String,
    /// The folder of the files that the page saves. It is removed when the tab is dropped.
    saved: TempDir,
}

/// The properties of a tab. Its size is in CSS pixels, and `ratio` is the number of screen pixels per CSS pixel.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Device {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) ratio: f64,
    pub(crate) touch: bool,
    pub(crate) language: String,
    /// The pieces of code that change the browser before the page runs.
    pub(crate) made: Vec<&'static str>,
    /// A media feature that the person wants, with its value.
    pub(crate) wish: Option<[&'static str; 2]>,
    /// The speed of a slow network, in bytes per second.
    pub(crate) throughput: Option<f64>,
    /// The factor by which the browser slows the processor down.
    pub(crate) slowness: Option<f64>,
    /// The file or `#link` at the end of the address.
    pub(crate) path: String,
}

impl<'a> Tab<'a> {
    pub(crate) fn open(browser: &'a mut dyn Browser, device: &Device) -> Result<Self, String> {
        let context = browser.call(None, "Target.createBrowserContext", json!({}))?;
        let context = text(&context["browserContextId"]);
        let saved = tempfile::tempdir().map_err(|error| error.to_string())?;
        let (session, url, device) = (String::new(), String::new(), device.clone());
        let mut tab = Self { browser, context, session, other: None, device, url, saved };
        tab.attach()?;
        Ok(tab)
    }

    /// Opens a blank tab, and makes it the current tab.
    fn attach(&mut self) -> Result<(), String> {
        let target = json!({"url": "about:blank", "browserContextId": self.context});
        let target = text(&self.browser.call(None, "Target.createTarget", target)?["targetId"]);
        let attach = json!({"targetId": target, "flatten": true});
        self.session =
            text(&self.browser.call(None, "Target.attachToTarget", attach)?["sessionId"]);
        self.keep_files()?;
        let device = self.device.clone();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), json!({}))?;
        }
        for source in [PROBES].into_iter().chain(device.made.iter().copied()) {
            self.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": source}))?;
        }
        let size = json!({"width": device.width, "height": device.height,
            "deviceScaleFactor": device.ratio, "mobile": device.touch});
        self.call("Emulation.setDeviceMetricsOverride", size)?;
        self.call("Emulation.setTouchEmulationEnabled", json!({"enabled": device.touch}))?;
        let [name, value] = device.wish.unwrap_or(["prefers-reduced-motion", "no-preference"]);
        let features = json!([{"name": name, "value": value}]);
        self.call("Emulation.setEmulatedMedia", json!({"features": features}))?;
        let agent = json!({"userAgent": "Chuhe test", "acceptLanguage": device.language});
        self.call("Emulation.setUserAgentOverride", agent).map(drop)
    }

    /// Makes the browser save the page's files in the folder `saved`. Lets the test choose files instead of a dialog.
    fn keep_files(&mut self) -> Result<(), String> {
        let folder = self.saved.path().to_string_lossy().into_owned();
        let behaviour = json!({"behavior": "allow", "browserContextId": self.context,
            "downloadPath": folder, "eventsEnabled": true});
        self.browser.call(None, "Browser.setDownloadBehavior", behaviour)?;
        self.call("Page.setInterceptFileChooserDialog", json!({"enabled": true})).map(drop)
    }

    /// Makes the other tab the current tab. The first call opens this other tab with the page.
    pub(crate) fn switch(&mut self) -> Result<(), String> {
        let here = mem::take(&mut self.session);
        match self.other.replace(here) {
            Some(session) => self.session = session,
            None => self.go_on_in_a_new_tab()?,
        }
        self.call("Page.bringToFront", json!({})).map(drop)
    }

    /// Opens the page in a new tab with the same storage. The old tab stays open.
    pub(crate) fn go_on_in_a_new_tab(&mut self) -> Result<(), String> {
        self.attach()?;
        self.visit(&self.url.clone())
    }

    /// Opens an address, and waits until the page is ready.
    pub(crate) fn visit(&mut self, url: &str) -> Result<(), String> {
        self.url = url.to_owned();
        let done = self.call("Page.navigate", json!({"url": url}))?;
        if let Some(error) = done["errorText"].as_str() {
            return Err(format!("{url}: {error}"));
        }
        self.wait_for_page()
    }

    pub(crate) fn reload(&mut self) -> Result<(), String> {
        self.call("Page.reload", json!({}))?;
        self.wait_for_page()
    }

    fn wait_for_page(&mut self) -> Result<(), String> {
        self.browser.wait_for(Some(&self.session), "Page.loadEventFired")?;
        self.wait("ready", &[]).map(drop)
    }

    /// Waits until the function `probe` of `PROBES` finds something in the page, and returns the result.
    pub(crate) fn wait(&mut self, probe: &str, values: &[&str]) -> Answer {
        self.found(&format!("probe({}, {})", json!(probe), json!(values)))
    }

    /// Waits until a condition in JavaScript is true. During the wait, the page can reload itself once.
    pub(crate) fn wait_until(&mut self, condition: &str) -> Result<(), String> {
        let probe = format!("probe(\"shows\", [() => ({condition})])");
        let found = match self.found(&probe) {
            Err(error) if error.contains("navigated") => self.found(&probe),
            found => found,
        };
        found.map(drop)
    }

    fn found(&mut self, probe: &str) -> Answer {
        let found = self.evaluate(probe)?;
        match found["found"].is_null() {
            true => Err(format!("not found; the page shows:\n{}", text(&found["page"]))),
            false => Ok(found["found"].clone()),
        }
    }

    /// Evaluates an expression in the page, and waits for its value.
    pub(crate) fn evaluate(&mut self, expression: &str) -> Answer {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let done = self.call("Runtime.evaluate", params)?;
        match done["exceptionDetails"]["exception"]["description"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(done["result"]["value"].clone()),
        }
    }

    /// Presses the middle or the right mouse button on one square, and releases the button on another square.
    pub(crate) fn drag_with(&mut self, button: &str, from: &str, to: &str) -> Result<(), String> {
        let from = self.wait("square", &[from])?;
        self.mouse("mousePressed", button, &from)?;
        let to = self.wait("square", &[to])?;
        self.mouse("mouseReleased", button, &to)
    }

    /// Clicks the part of the page that a probe finds, or touches this part if the device has a touch screen.
    pub(crate) fn press(&mut self, probe: &str, values: &[&str]) -> Result<(), String> {
        let place = self.wait(probe, values)?;
        if self.device.touch {
            for (kind, points) in [("touchStart", json!([place])), ("touchEnd", json!([]))] {
                let event = json!({"type": kind, "touchPoints": points});
                self.call("Input.dispatchTouchEvent", event)?;
            }
            return Ok(());
        }
        self.mouse("mouseMoved", "none", &place)?;
        self.mouse("mousePressed", "left", &place)?;
        self.mouse("mouseReleased", "left", &place)
    }

    /// Drags a piece from one square to another in steps of the same length.
    pub(crate) fn drag(&mut self, from: &str, to: &str, steps: u32) -> Result<(), String> {
        let (from, to) = (self.wait("square", &[from])?, self.wait("square", &[to])?);
        self.mouse("mouseMoved", "none", &from)?;
        self.mouse("mousePressed", "left", &from)?;
        for step in 1..=steps {
            let part = f64::from(step) / f64::from(steps);
            let [x, y] = ["x", "y"].map(|axis| {
                let [from, to] = [&from, &to].map(|place| place[axis].as_f64().unwrap_or_default());
                from + (to - from) * part
            });
            self.mouse("mouseMoved", "none", &json!({"x": x, "y": y}))?;
        }
        self.mouse("mouseReleased", "left", &to)
    }

    fn mouse(&mut self, kind: &str, button: &str, place: &Value) -> Result<(), String> {
        let event = json!({"type": kind, "x": place["x"], "y": place["y"], "button": button, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", event).map(drop)
    }

    /// Presses a key, such as `Tab` or `Control+Shift+z`.
    pub(crate) fn key(&mut self, name: &str) -> Result<(), String> {
        let (mut modifiers, mut key) = (0, name);
        for (modifier, bit) in [("Control+", 2), ("Meta+", 4), ("Shift+", 8)] {
            if let Some(rest) = key.strip_prefix(modifier) {
                (modifiers, key) = (modifiers | bit, rest);
            }
        }
        let key = if key == "Space" { " " } else { key };
        let known = KEYS.iter().find(|(name, ..)| *name == key);
        let letter = key.bytes().next().unwrap_or_default().to_ascii_uppercase();
        let code = known.map_or(letter, |&(_, code, _)| code);
        let text = match key {
            "Enter" => "\r",
            _ if key.len() == 1 && modifiers & 6 == 0 => key,
            _ => "",
        };
        let event = |kind: &str, text: &str| json!({"type": kind, "key": key, "modifiers": modifiers, "windowsVirtualKeyCode": code, "text": text});
        self.call("Input.dispatchKeyEvent", event("keyDown", text))?;
        self.call("Input.dispatchKeyEvent", event("keyUp", "")).map(drop)
    }

    /// Writes a text where the keyboard focus is.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), String> {
        self.call("Input.insertText", json!({"text": text})).map(drop)
    }

    /// Chooses a file of the repository, or `saved/NAME`, in the dialog that the page has opened.
    pub(crate) fn choose(&mut self, name: &str) -> Result<(), String> {
        let file = match name.strip_prefix("saved/") {
            Some(name) => self.saved.path().join(name),
            None => chuhe_tests::root().join(name),
        };
        let opened = self.browser.wait_for(Some(&self.session), "Page.fileChooserOpened")?;
        let files = json!({"files": [file], "backendNodeId": opened["backendNodeId"]});
        self.call("DOM.setFileInputFiles", files).map(drop)
    }

    /// Waits until the page has saved the file `name`, and returns the bytes of the file.
    pub(crate) fn saved(&mut self, name: &str) -> Result<Vec<u8>, String> {
        loop {
            let progress = self.browser.wait_for(None, "Browser.downloadProgress")?;
            if progress["state"] != "inProgress" {
                break;
            }
        }
        let file = self.saved.path().join(name);
        fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))
    }

    pub(crate) fn picture(&mut self, file: &Path) -> Result<(), String> {
        let picture = self.call("Page.captureScreenshot", json!({"format": "png"}))?;
        let bytes =
            BASE64_STANDARD.decode(text(&picture["data"])).map_err(|error| error.to_string())?;
        fs::write(file, bytes).map_err(|error| format!("{}: {error}", file.display()))
    }

    /// Runs code that the policy of the page must refuse, and waits until the browser reports the refusal.
    pub(crate) fn refuses(&mut self, code: &str) -> Result<(), String> {
        self.evaluate(&format!("{code}; undefined"))?;
        let logged = self.browser.wait_for(Some(&self.session), "Log.entryAdded")?;
        match text(&logged["entry"]["text"]) {
            reason if reason.contains("Content Security Policy") => Ok(()),
            other => Err(other),
        }
    }

    /// Fails if there was an exception, a request to another host, or an error in the browser's log.
    pub(crate) fn faults(&mut self) -> Result<(), String> {
        let thrown = self.browser.take(Some(&self.session), "Runtime.exceptionThrown");
        let told = |event: &Value| text(&event["exceptionDetails"]["exception"]["description"]);
        let mut faults: Vec<String> = thrown.iter().map(told).collect();
        let asked = self.browser.take(Some(&self.session), "Network.requestWillBeSent");
        let asked = asked.iter().map(|event| text(&event["request"]["url"]));
        let origin = self.url.split('/').take(3).collect::<Vec<_>>().join("/");
        let is_own = |url: &str| url.starts_with(&origin) || url.starts_with("blob:");
        let foreign = asked.filter(|url| !is_own(url) && !url.starts_with("data:"));
        faults.extend(foreign.map(|url| format!("a request to another host: {url}")));
        let logged = self.browser.take(Some(&self.session), "Log.entryAdded");
        let bad =
            logged.iter().map(|event| &event["entry"]).filter(|entry| entry["level"] == "error");
        // A page whose server has stopped tries to connect again and again.
        let bad = bad.filter(|entry| !text(&entry["text"]).contains("ERR_CONNECTION_REFUSED"));
        faults.extend(bad.map(|entry| format!("{} {}", text(&entry["text"]), text(&entry["url"]))));
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
    }

    /// Calls a method of the protocol in this tab.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Answer {
        self.browser.call(Some(&self.session), method, params)
    }
}

impl Drop for Tab<'_> {
    fn drop(&mut self) {
        let context = json!({"browserContextId": self.context});
        // An error is ignored, because the browser may have died.
        let _ = self.browser.call(None, "Target.disposeBrowserContext", context);
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
