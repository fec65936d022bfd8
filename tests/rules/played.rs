//! Runs the scripts of `tests/data/played` on the state machine of a played game.

use chuhe_core::played::{AnswerError, Clocks, PlayedGame, QuestionId, Request, Seat, TimeControl};
use chuhe_core::rules::Xiangqi;
use chuhe_core::{Game, Move, Position, Side};
use chuhe_tests::script::{self, ScriptLine, ending, mv, number, or_dash, side, yes};
use std::fmt::Display;

#[test]
fn the_played_game_follows_every_script() {
    script::run_folder("played", 4, || Session::start(&[]));
}

struct Session {
    played: PlayedGame<Xiangqi>,
    now: u64,
    answer: String,
    /// The request to the computer after the last action.
    request: Option<Request>,
}

/// The seats of a game. Computers play the sides named in `computers`, and persons play the others.
fn seats(computers: &[&str]) -> [Seat; 2] {
    Side::ALL.map(|side| match computers.contains(&&*side.to_string()) {
        true => Seat::Computer,
        false => Seat::Person,
    })
}

fn time_control(words: &[&str]) -> TimeControl {
    let parts = words.iter().find_map(|word| word.split_once('='));
    let pair = |text: &str, sign| text.split_once(sign).map(|(a, b)| (number(a), number(b)));
    match parts {
        None => TimeControl::None,
        Some(("per-move", time)) => TimeControl::PerMove(number(time)),
        Some(("stage", text)) => {
            let (moves, base) = pair(text, '/').expect("moves/time");
            TimeControl::Game { base, increment: 0, moves: Some(moves as u16) }
        }
        Some(("byoyomi", text)) => {
            let (base, period) = pair(text, '/').expect("time/time");
            TimeControl::Byoyomi { base, period }
        }
        Some((_, text)) => {
            let (base, increment) = pair(text, '+').expect("time+increment");
            TimeControl::Game { base, increment, moves: None }
        }
    }
}

fn result<T: Display, E: Display>(result: Result<T, E>) -> String {
    result.map_or_else(|error| error.to_string(), |value| value.to_string())
}

impl script::Session for Session {
    fn run(&mut self, line: ScriptLine<'_>) {
        match line {
            ScriptLine::Directive("start", words) => {
                *self = Self::start(&words.split_whitespace().collect::<Vec<_>>());
            }
            ScriptLine::Send(text) => self.act(&text.split_whitespace().collect::<Vec<_>>()),
            ScriptLine::Expect(text) => {
                let (word, value) = text.split_once(": ").expect("`word: value`");
                assert_eq!(self.state(word), value);
            }
            _ => panic!("the scripts of played games have no such line"),
        }
    }
}

impl Session {
    fn start(words: &[&str]) -> Self {
        let clocks = Clocks::new([time_control(words); 2]);
        let game = Game::new(Xiangqi::start());
        let mut played = PlayedGame::new(game, seats(words), clocks);
        let request = played.update_question();
        Self { played, now: 0, answer: String::new(), request }
    }

    fn act(&mut self, words: &[&str]) {
        let (played, now) = (&mut self.played, self.now);
        let mut answer = String::new();
        match *words {
            ["play", ref moves @ ..] => {
                for text in moves {
                    answer = result(played.play(mv(text), now).map(|()| "played"));
                }
            }
            ["answer", id, text] => {
                answer = match played.answer(QuestionId(number(id)), mv(text), now) {
                    Err(AnswerError::Void) => "void".to_owned(),
                    answer => result(answer.map(|purpose| format!("{purpose:?}"))),
                };
            }
            ["takeback"] => answer = result(played.takeback(now)),
            ["takeback", name] => {
                let ply = played.takeback_ply_of(side(name));
                answer = result(ply.inspect(|&ply| played.go_to(ply, now)));
            }
            ["redo"] => answer = or_dash(played.redo(now)),
            ["restart"] => {
                let controls = Side::ALL.map(|side| played.clocks().control(side));
                played.restart(Xiangqi::start(), Clocks::new(controls));
            }
            ["seats", ref computers @ ..] => played.set_seats(seats(computers)),
            ["pause", on] => played.pause(on == "on", now),
            ["wait", millis] => self.now += number::<u64>(millis),
            ["clock"] => played.start_clock(now),
            ["flag"] => answer = or_dash(played.check_flag(now).map(ending)),
            ["hint"] => answer = yes(played.ask_hint()),
            ["withdraw"] => {
                self.request = played.withdraw_question();
                return;
            }
            ["offer"] => answer = yes(played.offer_draw()),
            ["refuse"] => played.refuse_draw(),
            ["agree"] => played.agree_draw(now),
            ["resign", name] => played.resign(side(name), now),
            ["forfeit", name] => played.forfeit(side(name), now),
            ["hundred", person, computer] => self.hundred(mv(person), mv(computer)),
            _ => panic!("no such line"),
        }
        self.answer = answer;
        self.request = self.played.update_question();
    }

    /// Begins a hundred games, each while the computer thinks about the previous game. Only the answer for the last
    /// game is accepted.
    fn hundred(&mut self, person: Move, computer: Move) {
        let mut earlier = Vec::new();
        for game in 1..=100 {
            self.played.restart(Xiangqi::start(), self.played.clocks().clone());
            self.played.update_question();
            self.played.play(person, self.now).expect("a legal move");
            let Some(Request::Ask(question)) = self.played.update_question() else {
                panic!("game {game}: the computer is asked")
            };
            for &id in &earlier {
                assert!(self.played.answer(id, computer, self.now).is_err(), "game {game}");
            }
            earlier.push(question.id);
        }
        let last = earlier.pop().expect("a question");
        assert!(self.played.answer(last, computer, self.now).is_ok());
    }

    fn state(&self, word: &str) -> String {
        let played = &self.played;
        match word {
            "answer" => self.answer.clone(),
            "asks" => match self.request {
                None => "-".to_owned(),
                Some(Request::Stop) => "stop".to_owned(),
                Some(Request::Ask(question)) => {
                    assert_eq!(played.question(), Some(question));
                    format!("{} {:?}", question.id.0, question.purpose)
                }
            },
            "plies" => played.game().moves().len().to_string(),
            "turn" => played.turn().map_or("over".to_owned(), |side| side.to_string()),
            "ending" => or_dash(played.game().ending().map(ending)),
            "hint" => or_dash(played.hint().map(|mv| format!("{mv:?}"))),
            "paused" => yes(played.is_paused()),
            "refused" => yes(played.draw_was_refused()),
            "late" => {
                let side = played.game().position().side();
                played.clocks().overrun(side, self.now).to_string()
            }
            "clocks" => {
                Side::ALL.map(|side| or_dash(played.clocks().left(side, self.now))).join(" ")
            }
            other => panic!("no word {other}"),
        }
    }
}
