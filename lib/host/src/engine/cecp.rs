//! Speaks CECP, the protocol of XBoard and WinBoard, as a graphical interface does.
//!
//! Except during its own move, the engine is in force mode, in which it only records moves. Therefore it never
//! thinks unasked, and never ends a game by itself. The protocol was described by Tim Mann and H.G. Muller:
//! <https://www.gnu.org/software/xboard/engine-intf.html>.

use super::child::Child;
use super::error::{EngineError, Result, inexpressible};
use super::move_format::MoveFormat;
use super::protocol::{Budget, Decision, EngineLine, Info, ProtocolDriver, await_line};
use super::spec::{Protocol, Spec};
use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Clock, Game, Move, Position, Score, Side, Square};
use std::collections::HashMap;
use std::time::Duration;

/// The time to wait for the engine's features. A program that sends no features may speak another protocol.
const FEATURES: Duration = Duration::from_secs(5);
/// The number of moves in a period of the clock. Periods are used if a fixed time per move is not in whole seconds.
const PERIOD_MOVES: u16 = 40;

/// The pairs of a feature and its value that this driver rejects.
const REFUSED: [(&str, &str); 3] = [("san", "1"), ("reuse", "0"), ("time", "0")];

#[derive(Debug, Default)]
pub(super) struct Cecp {
    options: Vec<(String, String)>,
    format: MoveFormat,
    features: HashMap<String, String>,
    rules: Rules,
    /// The game on the engine's board: a start position and the moves after it.
    board: Option<(AnyPosition, Vec<Move>)>,
    pings: u32,
    offers_draw: bool,
}

impl Cecp {
    pub(super) fn new(spec: &Spec) -> Self {
        let (options, format) = (spec.options.clone(), MoveFormat::new(spec.ranks));
        Self { options, format, ..Self::default() }
    }

    fn has(&self, feature: &str) -> bool {
        self.features.get(feature).is_some_and(|value| value == "1")
    }

    fn wait_until_ready(&mut self, child: &mut Child) -> Result {
        if !self.has("ping") {
            return Ok(());
        }
        self.pings += 1;
        child.send(format!("ping {}", self.pings));
        let pong = format!("pong {}", self.pings);
        await_line(child.patience, child, "pong", |line| match refusal(line) {
            Some(refused) => Some(Err(refused)),
            None => (line.trim() == pong).then_some(Ok(())),
        })?
    }

    /// Sends the moves that the engine's board lacks. Returns true if the board was set up first.
    fn update_board(&mut self, child: &mut Child, game: &Game<AnyPosition>) -> Result<bool> {
        let known = self
            .board
            .take()
            .filter(|(start, moves)| start == game.start() && game.moves().starts_with(moves));
        let (is_new, sent) = match known {
            Some((_, moves)) => (false, moves.len()),
            None => {
                self.set_up(child, game.start())?;
                (true, 0)
            }
        };
        for text in self.format.write_line(game.start(), game.moves()).into_iter().skip(sent) {
            child.send(if self.has("usermove") { format!("usermove {text}") } else { text });
        }
        self.wait_until_ready(child)?;
        self.board = Some((game.start().clone(), game.moves().to_vec()));
        Ok(is_new)
    }

    /// Sets up a position, for MaxQi 4.8 only the usual start, because its `edit` does not clear file `a`.
    fn set_up(&self, child: &mut Child, start: &AnyPosition) -> Result {
        if start.is_chess960() {
            return inexpressible(Protocol::Cecp, "a game of Chess960");
        }
        child.send("new");
        if variant(self.rules) != NORMAL {
            child.send(format!("variant {}", variant(self.rules)));
        }
        ["force", "easy", "post"].into_iter().for_each(|line| child.send(line));
        if *start == self.rules.start() {
            return Ok(());
        }
        if self.has("setboard") {
            child.send(format!("setboard {}", self.fen(start)));
            return Ok(());
        }
        if self.is_called("MaxQi") {
            return inexpressible(Protocol::Cecp, "a game from another position than the usual");
        }
        if start.side() == Side::Black {
            child.send("black");
            child.send("force");
        }
        child.send(edit_lines(start));
        Ok(())
    }

    fn is_called(&self, name: &str) -> bool {
        self.features.get("myname").is_some_and(|own| own.starts_with(name))
    }

    /// Writes a position as FEN. HoiXiangqi 0.22 reads only four fields, with H for horse and E for
    /// elephant; it exits when it gets another FEN.
    fn fen(&self, position: &AnyPosition) -> String {
        let fen = Fen { position: position.clone(), move_number: 1 }.to_string();
        if !self.is_called("HoiXiangqi") {
            return fen;
        }
        let (board, rest) = fen.split_once(' ').unwrap_or((&fen, ""));
        let board = board.replace('N', "H").replace('n', "h").replace('B', "E").replace('b', "e");
        format!("{board} {}", rest.replacen("- - ", "", 1))
    }

    fn tell_budget(
        &self,
        child: &mut Child,
        game: &Game<AnyPosition>,
        budget: &Budget,
        is_new: bool,
    ) -> Result {
        if budget.nodes.is_some() {
            return inexpressible(Protocol::Cecp, "a number of positions as the limit");
        }
        if let Some(depth) = budget.depth {
            child.send(format!("sd {depth}"));
        }
        if let Some(clocks) = budget.clocks {
            let side = game.position().side();
            let (own, other) = (&clocks[side.index()], &clocks[(!side).index()]);
            if is_new {
                child.send(level_line(own));
            }
            tell_time(child, own.left, other.left);
        } else if let Some(millis) = budget.movetime {
            if millis % 1000 == 0 {
                child.send(format!("st {}", millis / 1000));
                tell_time(child, millis, millis);
            } else {
                // The command `st` takes only whole seconds, so the engine gets a clock for a period of many moves.
                let clock = period(millis, game.moves().len());
                if is_new {
                    child.send(level_line(&period(millis, 0)));
                }
                tell_time(child, clock.left, clock.left);
            }
        }
        Ok(())
    }
}

impl ProtocolDriver for Cecp {
    fn handshake(&mut self, child: &mut Child, rules: Rules) -> Result<Option<String>> {
        self.rules = rules;
        self.board = None;
        child.send("xboard");
        child.send("protover 2");
        self.features.clear();
        let mut patience = FEATURES.min(child.patience);
        // An engine that needs more time for its features sends `done=0`.
        while !self.has("done") {
            let heard = await_line(patience, child, "feature", |line| {
                line.trim().strip_prefix("feature ").map(parse_features)
            });
            let is_done_unknown = !self.features.contains_key("done");
            let announced = match heard {
                // An engine need not send `done=1` after its last feature.
                Err(EngineError::Silent { .. }) if is_done_unknown && !self.features.is_empty() => {
                    break;
                }
                announced => announced?,
            };
            for (name, value) in announced {
                if name == "done" {
                    patience = child.patience;
                } else {
                    let is_refused = REFUSED.contains(&(&name, &value));
                    let reply = if is_refused { "rejected" } else { "accepted" };
                    child.send(format!("{reply} {name}"));
                }
                self.features.insert(name, value);
            }
        }
        let variants = self.features.get("variants").map_or(NORMAL, String::as_str);
        if !variants.split(',').any(|known| known.trim() == variant(rules)) {
            return Err(EngineError::Rules(rules));
        }
        for (name, value) in &self.options {
            if name == "memory" && self.has("memory") {
                child.send(format!("memory {value}"));
            } else {
                child.send(format!("option {name}={value}"));
            }
        }
        Ok(self.features.get("myname").cloned())
    }

    fn new_game(&mut self, child: &mut Child) -> Result {
        self.board = None;
        child.send("force");
        self.wait_until_ready(child)
    }

    fn go(&mut self, child: &mut Child, game: &Game<AnyPosition>, budget: &Budget) -> Result {
        child.send("force");
        let is_new = self.update_board(child, game)?;
        self.tell_budget(child, game, budget, is_new)?;
        self.offers_draw = false;
        child.send("go");
        Ok(())
    }

    fn parse(&mut self, child: &mut Child, line: &str, at: &AnyPosition) -> Result<EngineLine> {
        if let Some(refused) = refusal(line) {
            return Err(refused);
        }
        let decide = |decision| Ok(EngineLine::Decision(decision));
        let mut words = line.split_whitespace();
        match words.next() {
            Some("move") => {
                let text = words.next().unwrap_or_default();
                let mv = self.read_move(text, at);
                let mv = mv.ok_or_else(|| EngineError::Illegal(text.to_owned()))?;
                child.send("force");
                if let Some((_, moves)) = &mut self.board {
                    moves.push(mv);
                }
                decide(Decision::Play { mv, draw: self.offers_draw })
            }
            Some("resign") => decide(Decision::Resign),
            Some("1-0") => decide(Decision::Claim(Some(Side::Red))),
            Some("0-1") => decide(Decision::Claim(Some(Side::Black))),
            Some("1/2-1/2") => decide(Decision::Claim(None)),
            Some("offer") => {
                self.offers_draw = words.next() == Some("draw");
                Ok(EngineLine::Other)
            }
            _ => Ok(parse_thinking(line).map_or(EngineLine::Other, EngineLine::Info)),
        }
    }

    fn read_move(&self, text: &str, position: &AnyPosition) -> Option<Move> {
        let san = || notation::read(Style::San, text, position).ok();
        self.format.read(text, position).ok().or_else(san)
    }

    fn move_now_command(&self) -> Option<&'static str> {
        Some("?")
    }
}

/// The name of chess in CECP. An engine plays it unless it gets the command `variant`.
const NORMAL: &str = "normal";

const fn variant(rules: Rules) -> &'static str {
    match rules {
        Rules::Chess => NORMAL,
        Rules::Xiangqi | Rules::Zhonggong => rules.name(),
    }
}

fn refusal(line: &str) -> Option<EngineError> {
    let line = line.trim();
    let refuses = line.starts_with("Illegal move") || line.starts_with("tellusererror ");
    refuses.then(|| EngineError::Refused(line.to_owned()))
}

/// Reads the features of a line such as `ping=1 myname="A b"`.
fn parse_features(line: &str) -> Vec<(String, String)> {
    let mut features = Vec::new();
    let mut rest = line.trim_start();
    while let Some((name, behind)) = rest.split_once('=') {
        let (value, behind) = match behind.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => behind.split_once(' ').unwrap_or((behind, "")),
        };
        features.push((name.trim().to_owned(), value.to_owned()));
        rest = behind.trim_start();
    }
    features
}

/// Reads a line of the form `ply score time nodes pv`.
fn parse_thinking(line: &str) -> Option<Info> {
    let mut words = line.split_whitespace();
    let depth = Some(words.next()?.parse().ok()?);
    let score: i32 = words.next()?.parse().ok()?;
    let _time: i64 = words.next()?.parse().ok()?;
    let nodes = Some(words.next()?.parse().ok()?);
    let line = Some(words.collect::<Vec<_>>().join(" "));
    // The score of a mate in n moves is 100000 + n.
    let score = match score {
        100_000..=100_400 => Score::mate_in((2 * (score - 100_000)).max(1) as u16 - 1),
        -100_400..=-100_000 => Score::mated_in((-2 * (score + 100_000)) as u16),
        _ => Score::from_eval(score),
    };
    Some(Info { depth, score: Some(score), nodes, line, ..Info::default() })
}

fn tell_time(child: &mut Child, own: u64, other: u64) {
    child.send(format!("time {}", own / 10));
    child.send(format!("otim {}", other / 10));
}

/// The clock that stands for a fixed time per move: the rest of a period of [`PERIOD_MOVES`] moves.
fn period(millis: u64, plies: usize) -> Clock {
    let moves = PERIOD_MOVES - (plies / 2 % usize::from(PERIOD_MOVES)) as u16;
    Clock { left: millis * u64::from(moves), increment: 0, moves: Some(moves) }
}

/// Writes `level MOVES MINUTES:SECONDS INCREMENT`.
fn level_line(clock: &Clock) -> String {
    let seconds = clock.left.div_ceil(1000);
    let increment = if clock.increment.is_multiple_of(1000) {
        (clock.increment / 1000).to_string()
    } else {
        format!("{:.3}", clock.increment as f64 / 1000.0)
    };
    let moves = clock.moves.unwrap_or(0);
    format!("level {moves} {}:{:02} {increment}", seconds / 60, seconds % 60)
}

/// The commands of CECP version 1 that set up a position: Red's pieces, then Black's.
fn edit_lines(position: &AnyPosition) -> String {
    let rules = position.rules();
    let men = |side| {
        let line = |square| {
            let piece = position.piece_at(square).filter(|piece| piece.side() == side)?;
            let letter = rules.piece_type(piece.kind())?.letter;
            Some(format!("{letter}{}\n", rules.square_name(square)))
        };
        Square::all().filter_map(line).collect::<String>()
    };
    format!("edit\n#\n{}c\n{}.", men(Side::Red), men(Side::Black))
}
