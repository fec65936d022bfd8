//! The whole program in place of the state alone: threads, clock and files are real, and only the
//! window is missing.

use super::Window;
use chuhe_app::{App, AppEvent};
use chuhe_core::rules::Rules;
use chuhe_desktop::options::Options;
use chuhe_desktop::program::Program;
use chuhe_host::Map;
use chuhe_tests::script::fits;
use chuhe_tests::wait::wait_for;
use clap::Parser;
use std::mem;
use std::path::Path;

impl Window {
    pub(super) fn of_program(home: &Path) -> Self {
        let arguments = ["chuhe-desktop".as_ref(), "--home".as_ref(), home.as_os_str()];
        let options = Options::try_parse_from(arguments).expect("a command line");
        let program = Program::new(&options).expect("a program");
        let settings = program.app().cx().settings.clone();
        // This state takes the place of the program's, while a script looks at that.
        let starts = vec![Map::standard(Rules::Xiangqi)];
        let app = App::new(settings.clone(), Vec::new(), starts, 0, None, 1);
        let mut window = Self::of(app, settings);
        mem::swap(&mut *program.app(), &mut window.app);
        window.program = Some(program);
        window
    }

    /// Lets the program do something with its own state.
    pub(super) fn with_program(&mut self, act: impl FnOnce(&mut Program)) {
        let mut program = self.program.take().expect("the whole program");
        mem::swap(&mut *program.app(), &mut self.app);
        act(&mut program);
        mem::swap(&mut *program.app(), &mut self.app);
        self.program = Some(program);
    }

    /// Waits until `word: pattern` fits the state.
    pub(super) fn expect_later(&mut self, text: &str) {
        let (word, pattern) = text.split_once(": ").expect("`word: pattern`");
        wait_for(text, || {
            let found = self.state(word);
            if fits(if found.is_empty() { "-" } else { &found }, pattern) {
                return Ok(());
            }
            self.with_program(|program| {
                program.receive();
                program.on(AppEvent::Tick);
            });
            Err(found)
        });
    }
}
