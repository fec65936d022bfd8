//! Drives Firefox by WebDriver BiDi (<https://w3c.github.io/webdriver-bidi/>).
//!
//! The tests speak the DevTools protocol. This module translates the part that the scripts in Firefox need.

use crate::browser::{Answer, Browser, KEYS, PATIENCE};
use chuhe_tests::wait::Killed;
use serde_json::{Map, Value, json};
use std::env;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

/// The beginning of the line in which Firefox prints its address and port.
const LISTENING: &str = "WebDriver BiDi listening on ws://";

/// Firefox without a screen, with an empty profile.
#[derive(Debug)]
pub(crate) struct Firefox {
    _child: Killed,
    socket: WebSocket<TcpStream>,
    /// The received events that no test has taken yet, in the form of the DevTools protocol.
    events: Vec<Value>,
    last: u64,
    /// The folder of the profile, which is removed when this value is dropped.
    _profile: TempDir,
}

impl Firefox {
    /// Starts the program that the environment variable `FIREFOX` names, or `firefox-esr` if the variable is not set.
    pub(crate) fn start() -> Result<Box<dyn Browser>, String> {
        let profile = tempfile::tempdir().map_err(|error| error.to_string())?;
        let program = env::var("FIREFOX").unwrap_or_else(|_| "firefox-esr".to_owned());
        let mut child = Command::new(&program)
            .args(["--headless", "--no-remote", "--remote-debugging-port=0", "--profile"])
            .arg(profile.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let output = BufReader::new(child.stderr.take().ok_or("no output")?);
        let mut lines = output.lines().map_while(Result::ok);
        let address = lines.find_map(|line| Some(line.strip_prefix(LISTENING)?.to_owned()));
        let address = address.ok_or_else(|| format!("{program} does not start"))?;
        // Further output is read and dropped, so that the browser never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let stream = TcpStream::connect(&address).map_err(|error| error.to_string())?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(|error| error.to_string())?;
        let (socket, _) = tungstenite::client(format!("ws://{address}/session"), stream)
            .map_err(|error| error.to_string())?;
        let mut browser =
            Self { _child: Killed(child), socket, events: Vec::new(), last: 0, _profile: profile };
        browser.command("session.new", json!({"capabilities": {}}))?;
        let events = ["log.entryAdded", "network.beforeRequestSent"];
        browser.command("session.subscribe", json!({"events": events}))?;
        Ok(Box::new(browser))
    }

    /// Sends a command of BiDi, and waits for its result.
    fn command(&mut self, method: &str, params: Value) -> Answer {
        self.last += 1;
        let request = json!({"id": self.last, "method": method, "params": params});
        let fault = |error| format!("{method}: {error}");
        self.socket.send(Message::text(request.to_string())).map_err(fault)?;
        loop {
            let message = self.socket.read().map_err(fault)?;
            let Ok(text) = message.to_text() else { continue };
            let mut message: Value = serde_json::from_str(text).unwrap_or_default();
            if message["id"] == self.last {
                return match message["message"].as_str() {
                    Some(error) => Err(format!("{method}: {error}")),
                    None => Ok(message["result"].take()),
                };
            }
            self.events.extend(event(&message));
        }
    }

    /// Performs actions of one input device, such as the mouse, in a tab.
    fn act(&mut self, context: &str, mut device: Value, actions: &[Value]) -> Answer {
        device["actions"] = actions.into();
        self.command("input.performActions", json!({"context": context, "actions": [device]}))
    }

    fn mouse(&mut self, context: &str, event: &Value) -> Answer {
        let [x, y] = whole(event);
        let button = ["left", "middle", "right"].iter().position(|name| event["button"] == *name);
        let mut actions = vec![json!({"type": "pointerMove", "x": x, "y": y})];
        let kind = match event["type"].as_str() {
            Some("mousePressed") => Some("pointerDown"),
            Some("mouseReleased") => Some("pointerUp"),
            _ => None,
        };
        actions.extend(kind.map(|kind| json!({"type": kind, "button": button})));
        self.act(context, json!({"type": "pointer", "id": "mouse"}), &actions)
    }

    fn touch(&mut self, context: &str, event: &Value) -> Answer {
        let up = vec![json!({"type": "pointerUp", "button": 0})];
        let down = |point: &Value| {
            let [x, y] = whole(point);
            let to = json!({"type": "pointerMove", "x": x, "y": y});
            vec![to, json!({"type": "pointerDown", "button": 0})]
        };
        let actions = event["touchPoints"].get(0).map_or(up, down);
        let finger =
            json!({"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}});
        self.act(context, finger, &actions)
    }

    fn keys(&mut self, context: &str, actions: &[Value]) -> Answer {
        self.act(context, json!({"type": "key", "id": "keys"}), actions)
    }

    /// Presses or releases a key, together with its modifiers.
    fn key(&mut self, context: &str, event: &Value) -> Answer {
        let held = [(2, "Control"), (4, "Meta"), (8, "Shift")];
        let modifiers = event["modifiers"].as_u64().unwrap_or_default();
        let held = held.into_iter().filter(|(bit, _)| modifiers & bit != 0).map(|(_, key)| key);
        let mut keys: Vec<_> = held.chain(event["key"].as_str()).map(key_value).collect();
        if event["type"] == "keyUp" {
            keys.reverse();
        }
        let action = |key| json!({"type": event["type"], "value": key});
        self.keys(context, &keys.into_iter().map(action).collect::<Vec<_>>())
    }

    fn write(&mut self, context: &str, text: &str) -> Answer {
        let press = |sign: char| {
            ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": sign.to_string()}))
        };
        self.keys(context, &text.chars().flat_map(press).collect::<Vec<_>>())
    }

    fn evaluate(&mut self, context: &str, params: &Value) -> Answer {
        let script = json!({"expression": params["expression"], "target": {"context": context},
            "awaitPromise": true});
        let done = self.command("script.evaluate", script)?;
        let fault = &done["exceptionDetails"]["text"];
        Ok(match done["type"].as_str() {
            Some("success") => json!({"result": {"value": value(&done["result"])}}),
            _ => json!({"exceptionDetails": {"exception": {"description": fault}}}),
        })
    }
}

impl Browser for Firefox {
    fn call(&mut self, session: Option<&str>, method: &str, params: Value) -> Answer {
        let context = session.unwrap_or_default();
        let made = |name: &str, value: &Value| json!({name: value});
        match method {
            "Target.createBrowserContext" => {
                let context = self.command("browser.createUserContext", json!({}))?;
                Ok(made("browserContextId", &context["userContext"]))
            }
            "Target.createTarget" => {
                let tab = json!({"type": "tab", "userContext": params["browserContextId"]});
                let tab = self.command("browsingContext.create", tab)?;
                Ok(made("targetId", &tab["context"]))
            }
            "Target.attachToTarget" => Ok(made("sessionId", &params["targetId"])),
            "Target.disposeBrowserContext" => {
                let context = json!({"userContext": params["browserContextId"]});
                self.command("browser.removeUserContext", context)
            }
            "Page.addScriptToEvaluateOnNewDocument" => {
                let code = params["source"].as_str().unwrap_or_default();
                let script = json!({"functionDeclaration": format!("() => {{ {code} }}"), "contexts": [context]});
                self.command("script.addPreloadScript", script)
            }
            "Page.navigate" | "Page.reload" => {
                let mut target = json!({"context": context, "wait": "complete"});
                if method == "Page.navigate" {
                    target["url"] = params["url"].clone();
                }
                let command = method.replace("Page", "browsingContext");
                self.command(&command, target)?;
                self.events.push(json!({"method": "Page.loadEventFired", "sessionId": context}));
                Ok(Value::Null)
            }
            "Page.bringToFront" => {
                self.command("browsingContext.activate", json!({"context": context}))
            }
            "Page.captureScreenshot" => {
                self.command("browsingContext.captureScreenshot", json!({"context": context}))
            }
            "Runtime.evaluate" => self.evaluate(context, &params),
            "Emulation.setDeviceMetricsOverride" => {
                let viewport = json!({"width": params["width"], "height": params["height"]});
                let ratio = &params["deviceScaleFactor"];
                let size =
                    json!({"context": context, "viewport": viewport, "devicePixelRatio": ratio});
                self.command("browsingContext.setViewport", size)
            }
            "Emulation.setUserAgentOverride" => {
                let locale = json!({"locale": params["acceptLanguage"], "contexts": [context]});
                self.command("emulation.setLocaleOverride", locale)
            }
            "Input.dispatchTouchEvent" => self.touch(context, &params),
            "Input.dispatchMouseEvent" => self.mouse(context, &params),
            "Input.dispatchKeyEvent" => self.key(context, &params),
            "Input.insertText" => self.write(context, params["text"].as_str().unwrap_or_default()),
            // No script in Firefox needs these settings.
            "Browser.setDownloadBehavior"
            | "Page.setInterceptFileChooserDialog"
            | "Emulation.setEmulatedMedia"
            | "Emulation.setTouchEmulationEnabled" => Ok(Value::Null),
            _ if method.ends_with(".enable") => Ok(Value::Null),
            _ => Err(format!("{method} has no counterpart in Firefox")),
        }
    }

    fn wait_for(&mut self, session: Option<&str>, event: &str) -> Answer {
        // Firefox answers a command only after its effects, so the events of all earlier commands have already come.
        self.take(session, event).pop().ok_or_else(|| format!("{event}: it has not come"))
    }

    fn events(&mut self) -> &mut Vec<Value> {
        &mut self.events
    }
}

/// Returns the place of an event in whole pixels.
fn whole(event: &Value) -> [i64; 2] {
    ["x", "y"].map(|axis| event[axis].as_f64().unwrap_or_default().round() as i64)
}

/// Returns the character that stands for a key in WebDriver. A letter stands for itself.
fn key_value(key: &str) -> String {
    if let Some(number) = key.strip_prefix('F').and_then(|number| number.parse::<u32>().ok()) {
        return char::from_u32(0xe030 + number).unwrap_or_default().to_string();
    }
    let known = KEYS.iter().find(|(name, ..)| *name == key);
    known.map_or_else(|| key.to_owned(), |(.., sign)| sign.to_string())
}

/// Translates a Firefox event into the matching DevTools event; `None` if the tests do not need the event.
fn event(message: &Value) -> Option<Value> {
    let told = &message["params"];
    // A new page cancels the requests of the old page. This causes the error, so the page is not at fault.
    if told["text"]
        .as_str()
        .is_some_and(|text| text.contains("ServiceWorker intercepted the request"))
    {
        return None;
    }
    let (method, params, context) = match message["method"].as_str()? {
        "log.entryAdded" if told["type"] == "javascript" && told["level"] == "error" => {
            let thrown = json!({"exceptionDetails": {"exception": {"description": told["text"]}}});
            ("Runtime.exceptionThrown", thrown, &told["source"]["context"])
        }
        "network.beforeRequestSent" => {
            ("Network.requestWillBeSent", json!({"request": told["request"]}), &told["context"])
        }
        _ => return None,
    };
    Some(json!({"method": method, "params": params, "sessionId": context}))
}

/// Translates a typed value of BiDi into plain JSON.
fn value(remote: &Value) -> Value {
    let told = &remote["value"];
    let pair = |pair: &Value| Some((pair[0].as_str()?.to_owned(), value(&pair[1])));
    match (remote["type"].as_str(), told.as_array()) {
        (Some("array"), Some(items)) => items.iter().map(value).collect(),
        (Some("object"), Some(pairs)) => {
            Value::Object(pairs.iter().filter_map(pair).collect::<Map<_, _>>())
        }
        _ => told.clone(),
    }
}
