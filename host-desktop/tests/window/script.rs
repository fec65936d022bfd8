//! Runs the scripts of `tests/data/window` in a real window, with real disk, clock and sounds.

use crate::pictures::differences;
use crate::stage::{Display, Home, Window};
use chuhe_app::app_error::AppError;
use chuhe_app::screen::Screen;
use chuhe_app::sound::{Sound, wav};
use chuhe_app::{App, AppEvent, Note, Press, Target};
use chuhe_core::Square;
use chuhe_core::rules::Rules;
use chuhe_host::Map;
use chuhe_tests::programs::{Trial, test_named};
use chuhe_tests::script::{self, ScriptLine, fits, run_file};
use chuhe_tests::snapshot::Picture;
use chuhe_tests::tcp::Client;
use chuhe_tests::wait::{wait_for, wait_until};
use chuhe_view::text::Text;
use chuhe_view::{BoardDesign, Layout};
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use rustix::io::Errno;
use std::fs;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

pub(crate) fn tests() -> Vec<Trial> {
    let trial = |path: PathBuf| {
        let name = format!("window::{}", path.file_stem().unwrap_or_default().display());
        test_named(&name, Display::missing(), move || run_file(&path, Session::new()))
    };
    script::scripts("window", 25, |_| true).into_iter().map(trial).collect()
}

const SIZE: Size = Size::new(960, 720);

/// The longest time in which the program must quit. A busy machine needs more than a second, a hanging engine minutes.
const SOON: Duration = Duration::from_secs(10);

/// The middle of the window, where a dialog reports an error.
const DIALOG: Rectangle = Rectangle::new(Point::new(280, 300), Size::new(400, 120));

struct Session {
    display: Rc<Display>,
    home: Rc<Home>,
    windows: Vec<Window>,
    client: Option<Client>,
    model: Model,
}

impl Session {
    fn new() -> Self {
        let (display, home) = (Display::start(), Home::new(""));
        let model = Model::new(&home);
        Self { display, home, windows: Vec::new(), client: None, model }
    }

    fn window(&mut self) -> &mut Window {
        self.windows.last_mut().expect("`open` comes first")
    }

    /// Presses `key`, unless it is empty, until the last opened window ends. Returns true if the program succeeded.
    fn ended_by(&mut self, key: &str) -> bool {
        self.windows.pop().expect("`open` comes first").ended_by(key).success()
    }

    fn act(&mut self, action: &str) {
        let (word, rest) = action.split_once(' ').unwrap_or((action, ""));
        let names: Vec<&str> = rest.split(' ').collect();
        match word {
            "click" => {
                for square in names {
                    self.window().click(square);
                    self.model.click(square);
                }
            }
            "drag" => self.window().drag(names[0], names[1]),
            "key" => {
                self.window().keys(&names);
                names.iter().for_each(|name| self.model.key(name));
            }
            "ask" => {
                let address = self.listening();
                let client = self.client.get_or_insert_with(|| Client::connect(address));
                client.send(format!("{rest}\n"));
            }
            _ => panic!("no action {word}"),
        }
    }

    fn listening(&mut self) -> std::net::SocketAddr {
        self.window().wait_for_log("listening on ");
        let log = self.home.read("logs/chess.log");
        let address =
            log.rsplit_once("listening on ").and_then(|it| it.1.split_whitespace().next());
        address.expect("an address").trim_end_matches([':', ',']).parse().expect("an address")
    }

    fn obey(&mut self, word: &str, rest: &str) {
        let first = rest.split_once(' ').unwrap_or((rest, ""));
        match word {
            "write" => self.home.write(first.0, &first.1.replace("\\n", "\n")),
            "program" => self.home.write_program(first.0, &first.1.replace("\\n", "\n")),
            "density" => self.display.set_density(rest),
            "open" | "start" => {
                let mut arguments: Vec<&str> = rest.split_whitespace().collect();
                if word == "open" {
                    arguments.extend(["--size", "960x720"]);
                }
                self.model = Model::new(&self.home);
                self.windows.push(Window::open(&self.display, &self.home, &arguments));
            }
            "drop" => self.window().drop_file(rest),
            "kill" => drop(self.windows.pop()),
            "quit" => assert!(self.ended_by("ctrl+q")),
            "quit-with" => {
                let process = Path::new("/proc").join(self.home.read(rest).trim());
                assert!(process.exists(), "it runs");
                let begun = Instant::now();
                assert!(self.ended_by("ctrl+q"));
                assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
                assert!(!process.exists(), "it is killed");
            }
            "resize" => {
                let (width, height) = rest.split_once('x').expect("WIDTHxHEIGHT");
                self.window().resize(script::number(width), script::number(height));
            }
            "ends" => assert_eq!(self.ended_by(""), rest == "well"),
            "sql" => {
                let database = rusqlite::Connection::open(self.home.path().join(first.0));
                database.and_then(|it| it.execute_batch(first.1)).expect("it is written");
            }
            "rename" => {
                let path = |name| self.home.path().join(name);
                fs::rename(path(first.0), path(first.1)).expect("it can be renamed");
            }
            "remove" => fs::remove_file(self.home.path().join(rest)).expect("it is there"),
            "fail" => {
                let words: Vec<&str> = rest.split(' ').collect();
                let [calls, path, error, room] = words[..] else { panic!("four words") };
                let calls: Vec<&str> = calls.split(',').collect();
                self.home.fail(&calls, path, errno(error), script::number(room));
            }
            "heal" => self.home.heal(),
            "refused" => {
                let error = Error::from_raw_os_error(errno(first.1).raw_os_error());
                // The name `.` means the home folder itself.
                let folder: PathBuf = self.home.path().join(first.0).components().collect();
                self.model.on(AppEvent::Stored(Err(AppError::file(&folder, error))));
            }
            "no-book" => {
                let error = Error::new(ErrorKind::InvalidData, first.1);
                self.model.on(AppEvent::BookRefused(AppError::file(first.0.as_ref(), error)));
            }
            "set-aside" => {
                let file = self.home.path().join(rest).display().to_string();
                self.model.app.cx_mut().note = Note::Named(Text::SettingsBroken, file);
            }
            "holds" => {
                let text = first.1.replace("\\n", "\n");
                wait_until(rest, || self.home.read(first.0).contains(&text));
            }
            "closes" => {
                self.window().close();
                self.model.on(AppEvent::Closed);
            }
            "shows" => self.shows(rest),
            "hides" => {
                let expected = self.model.picture();
                wait_until("a dialog", || {
                    differences(&self.window().picture(), &expected, DIALOG) > 10_000
                });
            }
            "heard-all" => {
                for sound in Sound::ALL {
                    let file = fs::read(self.home.path().join(format!("{sound:?}")));
                    assert!(file.expect("it was heard") == wav(sound), "{sound:?}");
                }
            }
            _ => panic!("no such word"),
        }
    }

    fn shows(&mut self, name: &str) {
        let area = match name {
            "dialog" => DIALOG,
            "status" => Layout::new(SIZE, BoardDesign::of(Rules::Xiangqi), false, 100).status,
            _ => return self.window().wait_for_board(&name.replace("\\n", "\n")),
        };
        self.window().leave();
        let expected = self.model.picture();
        wait_for(name, || match differences(&self.window().picture(), &expected, area) {
            0 => Ok(()),
            count => Err(format!("{count} pixels differ")),
        });
    }

    /// Returns what a word of a script asks for: the log, the kept games, their number, a size, or a file's text.
    fn state(&self, word: &str) -> String {
        let mut games = self.home.games();
        games.sort_by_key(String::len);
        match word {
            "log" => self.home.log(),
            "games" => games.join("\n"),
            "count" => games.len().to_string(),
            "window" => self.windows.last().expect("`open` comes first").size(),
            name if name.starts_with("size ") => {
                let file = fs::metadata(self.home.path().join(&name[5..]));
                file.map_or(0, |file| file.len()).to_string()
            }
            "last-game" => {
                let name = self.home.read("games/last-game");
                self.home.read(&format!("games/{}", name.trim()))
            }
            name => self.home.read(name.strip_prefix("file ").expect("a word")),
        }
        .trim_end()
        .replace('\n', "\\n")
    }
}

impl script::Session for Session {
    fn run(&mut self, line: ScriptLine<'_>) {
        let pair = |text: &str| {
            let (word, value) = text.split_once(": ").expect("`word: value`");
            (word.to_owned(), value.to_owned())
        };
        match line {
            ScriptLine::Send(action) => self.act(action),
            ScriptLine::Expect(text) => match self.client.as_mut() {
                Some(client) if !text.starts_with("file ") => {
                    assert_eq!(client.line().trim_end(), text);
                }
                _ => {
                    let (word, value) = pair(text);
                    let found = self.state(&word);
                    assert_eq!(if found.is_empty() { "-" } else { &found }, value);
                }
            },
            ScriptLine::ExpectLater(text) => {
                let (word, pattern) = pair(text);
                wait_for(text, || {
                    Some(()).filter(|()| fits(&self.state(&word), &pattern)).ok_or("no")
                });
            }
            ScriptLine::Directive(word, rest) => self.obey(word, rest),
            other => panic!("the scripts of the window have no such line: {other:?}"),
        }
    }
}

fn errno(name: &str) -> Errno {
    match name {
        "full" => Errno::NOSPC,
        "read-only" => Errno::ROFS,
        "refused" => Errno::ACCESS,
        _ => panic!("no error {name}"),
    }
}

/// The application that the window should show. It gets the same clicks, keys and errors as the window.
struct Model {
    app: App,
    now: Duration,
}

impl Model {
    fn new(home: &Home) -> Self {
        let settings = toml::from_str(&home.read("conf/desktop.toml")).unwrap_or_default();
        let starts = vec![Map::standard(Rules::Xiangqi)];
        let mut app = App::new(settings, Vec::new(), starts, 0, None, 1);
        app.cx_mut().window = Some([960, 720]);
        Self { app, now: Duration::ZERO }
    }

    /// Handles an event ten seconds after the last one, so that all animations have ended.
    fn on(&mut self, event: AppEvent) {
        self.now += Duration::from_secs(10);
        drop(self.app.on(event, self.now));
    }

    fn click(&mut self, square: &str) {
        let target = Square::from_name(square).map(Target::Square);
        self.on(AppEvent::Pressed(target, (0, 0)));
        self.on(AppEvent::Released(target, (0, 0)));
    }

    /// Presses the key that `xdotool` calls `name`.
    fn key(&mut self, name: &str) {
        if let Some(press) = Press::named(&name.replace("Return", "Enter")) {
            self.on(AppEvent::Key(press));
        }
    }

    fn picture(&mut self) -> Picture {
        self.on(AppEvent::Tick);
        let mut screen = Screen::new(&self.app, [960, 720]);
        screen.draw(&self.app);
        let (pixels, [width, height]) = screen.pixels();
        Picture { width, height, pixels: pixels.to_vec() }
    }
}
