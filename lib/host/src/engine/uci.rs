//! Speaks UCI and UCCI with an engine, as a graphical interface does.

use super::child::Child;
use super::error::{EngineError, Result, inexpressible};
use super::move_format::MoveFormat;
use super::protocol::{Budget, Decision, EngineLine, Info, ProtocolDriver, await_line};
use super::spec::{Protocol, Ranks, Spec};
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Clock, Game, Move, Position, Score, Side};

/// Returns true if UCCI supports the game. In UCI, some engines count the ranks of such a game from 0,
/// and others from 1.
const fn is_of_ucci(rules: Rules) -> bool {
    match rules {
        Rules::Xiangqi => true,
        Rules::Zhonggong | Rules::Chess => false,
    }
}

#[derive(Debug, Default)]
pub(super) struct Uci {
    options: Vec<(String, String)>,
    ranks: Ranks,
    is_ucci: bool,
    format: MoveFormat,
    /// The number of best moves that the engine shows; `None` if it cannot show several.
    multi_pv: Option<u8>,
    /// True if the engine reads the times of UCCI in milliseconds instead of seconds.
    millis: bool,
    has_newgame: bool,
    known: Vec<String>,
}

impl Uci {
    pub(super) fn new(spec: &Spec) -> Self {
        Self {
            options: spec.options.clone(),
            ranks: spec.ranks,
            is_ucci: spec.protocol == Protocol::Ucci,
            format: MoveFormat::new(spec.ranks),
            ..Self::default()
        }
    }

    /// Reads the identification of the engine up to the line `end`. Returns the engine's name, if the engine sends it.
    /// An engine that speaks CECP answers `Error (…`, because it knows neither `uci` nor `ucci`.
    fn identify(
        &mut self,
        child: &mut Child,
        prefix: &str,
        end: &'static str,
    ) -> Result<Option<String>> {
        let mut name = None;
        self.known.clear();
        let is_error = await_line(child.patience, child, end, |line| {
            if let Some(found) = line.strip_prefix("id name ") {
                name = Some(found.trim().to_owned());
            }
            self.known.extend(line.strip_prefix(prefix).map(str::to_owned));
            let is_error = line.starts_with("Error (");
            (is_error || line.trim() == end).then_some(is_error)
        })?;
        if is_error { Err(EngineError::OtherProtocol) } else { Ok(name) }
    }

    fn known(&self, name: &str) -> Option<&String> {
        self.known.iter().find(|option| {
            let described = option.split(" type ").next().unwrap_or_default();
            described.eq_ignore_ascii_case(name)
        })
    }

    fn set_options(&mut self, child: &mut Child, rules: Rules) -> Result {
        self.multi_pv = self.known("MultiPV").map(|_| 1);
        for (name, value) in &self.options {
            if name.eq_ignore_ascii_case("MultiPV") {
                self.multi_pv = value.parse().ok();
            }
            let option = self.known(name).ok_or_else(|| EngineError::NoOption(name.clone()))?;
            let is_button = option.contains(" type button");
            let value = if is_button { String::new() } else { format!(" value {value}") };
            child.send(format!("setoption name {name}{value}"));
        }
        if let Some(variants) = self.known("UCI_Variant") {
            if !variants.split_whitespace().any(|word| word == rules.name()) {
                return Err(EngineError::Rules(rules));
            }
            child.send(format!("setoption name UCI_Variant value {rules}"));
        }
        Ok(())
    }

    /// Sends all configured options, even unknown ones, because in UCCI an unknown option is no error.
    fn set_options_of_ucci(&mut self, child: &mut Child) {
        let knows = |start: &str| self.known.iter().any(|option| option.starts_with(start));
        (self.millis, self.has_newgame) = (knows("usemillisec "), knows("newgame "));
        if self.millis {
            child.send("setoption usemillisec true");
        }
        for (name, value) in &self.options {
            child.send(format!("setoption {name} {value}").trim_end());
        }
    }

    fn set_multi_pv(&mut self, child: &mut Child, wanted: u8) {
        if let Some(shown) = &mut self.multi_pv
            && wanted > 0
            && *shown != wanted
        {
            *shown = wanted;
            child.send(format!("setoption name MultiPV value {wanted}"));
        }
    }

    fn set_chess960(&mut self, child: &mut Child, wanted: bool) -> Result {
        if self.format.chess960 == wanted {
            return Ok(());
        }
        if self.known("UCI_Chess960").is_none() {
            return inexpressible(Protocol::Uci, "a game of Chess960");
        }
        child.send(format!("setoption name UCI_Chess960 value {wanted}"));
        self.format.chess960 = wanted;
        Ok(())
    }

    /// Lets the engine move at the start position, to detect whether it counts ranks from 0 or from 1.
    fn find_ranks(&mut self, child: &mut Child, rules: Rules) -> Result {
        let start = rules.start();
        child.send("position startpos");
        child.send("go depth 1");
        let text = await_line(child.patience, child, "bestmove", |line| {
            line.strip_prefix("bestmove ").map(str::to_owned)
        })?;
        let mv = text.split_whitespace().next().unwrap_or_default();
        // An engine that answers with a move of chess does not support the game `rules`.
        self.format = MoveFormat::detect(mv, &start).ok_or_else(|| match is_chess_move(mv) {
            true => EngineError::Rules(rules),
            false => EngineError::Illegal(mv.to_owned()),
        })?;
        Ok(())
    }
}

impl ProtocolDriver for Uci {
    fn handshake(&mut self, child: &mut Child, rules: Rules) -> Result<Option<String>> {
        if self.is_ucci {
            child.send("ucci");
            let name = self.identify(child, "option ", "ucciok")?;
            self.set_options_of_ucci(child);
            return if is_of_ucci(rules) { Ok(name) } else { Err(EngineError::Rules(rules)) };
        }
        // In a new process the option `UCI_Chess960` is off.
        self.format.chess960 = false;
        child.send("uci");
        let name = self.identify(child, "option name ", "uciok")?;
        self.set_options(child, rules)?;
        if self.ranks == Ranks::Auto && is_of_ucci(rules) {
            self.find_ranks(child, rules)?;
        }
        Ok(name)
    }

    fn new_game(&mut self, child: &mut Child) -> Result {
        if !self.is_ucci {
            child.send("ucinewgame");
            child.send("isready");
            let is_ready = |line: &str| (line.trim() == "readyok").then_some(());
            return await_line(child.patience, child, "readyok", is_ready);
        }
        if self.has_newgame {
            child.send("setoption newgame");
        }
        Ok(())
    }

    fn go(&mut self, child: &mut Child, game: &Game<AnyPosition>, budget: &Budget) -> Result {
        if self.is_ucci {
            let quiet = usize::from(game.position().halfmove_clock());
            let since = game.moves().len().saturating_sub(quiet);
            child.send(position_line(game, since, self.format));
            child.send(ucci_go_line(budget, game.position().side(), self.millis));
        } else {
            self.set_multi_pv(child, budget.multi_pv);
            self.set_chess960(child, game.start().is_chess960())?;
            child.send(position_line(game, 0, self.format));
            child.send(go_line(budget, game.position().side()));
        }
        Ok(())
    }

    fn parse(&mut self, _: &mut Child, line: &str, at: &AnyPosition) -> Result<EngineLine> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("info") => Ok(EngineLine::Info(parse_info(line))),
            Some("nobestmove") => Err(EngineError::NoMove),
            Some("bestmove") => match words.next() {
                None | Some("(none)" | "0000") => Err(EngineError::NoMove),
                Some(text) => {
                    let has_word = |wanted| words.clone().any(|word| word == wanted);
                    if has_word("resign") {
                        return Ok(EngineLine::Decision(Decision::Resign));
                    }
                    let mv = self.format.read(text, at)?;
                    Ok(EngineLine::Decision(Decision::Play { mv, draw: has_word("draw") }))
                }
            },
            _ => Ok(EngineLine::Other),
        }
    }

    fn read_move(&self, text: &str, position: &AnyPosition) -> Option<Move> {
        self.format.read(text, position).ok()
    }

    fn options(&self) -> &[String] {
        &self.known
    }

    fn move_now_command(&self) -> Option<&'static str> {
        Some("stop")
    }
}

fn is_chess_move(mv: &str) -> bool {
    let squares = mv.as_bytes().chunks(2);
    let is_square = |square: &[u8]| matches!(square, [file, rank] if (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank));
    mv.len() == 4 && squares.into_iter().all(is_square)
}

/// The `position` command: the position after `since` plies, and the moves that followed it.
fn position_line(game: &Game<AnyPosition>, since: usize, format: MoveFormat) -> String {
    let mut line = String::from("position ");
    let start = game.start();
    if since == 0 && *start == start.rules().start() {
        line += "startpos";
    } else {
        let position = game.moves()[..since].iter().fold(start.clone(), |now, &mv| now.play(mv));
        let fen = Fen { position, move_number: 1 + (since / 2) as u16 };
        line += &format!("fen {fen}");
    }
    if since < game.moves().len() {
        line += " moves ";
        line += &format.write_line(start, game.moves())[since..].join(" ");
    }
    line
}

fn go_line(budget: &Budget, side: Side) -> String {
    let Budget { clocks, depth, nodes, movetime, .. } = *budget;
    let mut line = String::from("go");
    if let Some([red, black]) = clocks {
        line += &format!(" wtime {} btime {}", red.left, black.left);
        line += &format!(" winc {} binc {}", red.increment, black.increment);
    }
    let moves = clocks.and_then(|clocks| clocks[side.index()].moves).map(u64::from);
    let depth = depth.map(u64::from);
    let limits = [("movestogo", moves), ("depth", depth), ("nodes", nodes), ("movetime", movetime)];
    let words = limits.into_iter().filter_map(|(name, limit)| Some(format!(" {name} {}", limit?)));
    line.extend(words);
    if line == "go" { "go infinite".to_owned() } else { line }
}

/// The `go` command of UCCI, which takes only one limit. If the budget has several limits, this is the first one in the
/// order clocks, time, nodes, depth.
fn ucci_go_line(budget: &Budget, side: Side, millis: bool) -> String {
    let time = |millis_left: u64| if millis { millis_left } else { millis_left / 1000 };
    let clock = |clock: &Clock, opponent: &str| {
        let more = match clock.moves {
            Some(moves) => format!("movestogo {moves}"),
            None => format!("increment {}", time(clock.increment)),
        };
        format!("{opponent}time {} {opponent}{more}", time(clock.left))
    };
    match budget {
        Budget { clocks: Some(clocks), .. } => {
            let (own, other) = (&clocks[side.index()], &clocks[(!side).index()]);
            format!("go {} {}", clock(own, ""), clock(other, "opp"))
        }
        Budget { movetime: Some(millis), .. } => format!("go time {} movestogo 1", time(*millis)),
        Budget { nodes: Some(nodes), .. } => format!("go nodes {nodes}"),
        Budget { depth: Some(depth), .. } => format!("go depth {depth}"),
        Budget { .. } => "go infinite".to_owned(),
    }
}

fn parse_info(line: &str) -> Info {
    let mut info = Info::default();
    let mut words = line.split_whitespace().skip(1);
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next().and_then(|word| word.parse().ok()),
            "nodes" => info.nodes = words.next().and_then(|word| word.parse().ok()),
            "multipv" => {
                let number = words.next().and_then(|word| word.parse::<u8>().ok());
                info.place = number.unwrap_or(1).saturating_sub(1);
            }
            "score" => info.score = words.next().and_then(|kind| parse_score(kind, &mut words)),
            "pv" => info.line = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
            "string" | "message" => break,
            _ => {}
        }
    }
    info
}

/// Reads a score: `cp 12`, `mate -3`, or UCCI's plain `12`.
fn parse_score<'a>(kind: &str, words: &mut impl Iterator<Item = &'a str>) -> Option<Score> {
    let number = match kind {
        "cp" | "mate" => words.next()?.parse::<i32>().ok()?,
        number => number.parse().ok()?,
    };
    Some(match (kind, number) {
        ("mate", 1..) => Score::mate_in((2 * number.min(400) - 1) as u16),
        ("mate", _) => Score::mated_in((-2 * number.max(-400)) as u16),
        _ => Score::from_eval(number),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_told_in_moves() {
        let score = |line| parse_info(line).score;
        assert_eq!(score("info score mate 2"), Some(Score::mate_in(3)));
        assert_eq!(score("info score mate -2"), Some(Score::mated_in(4)));
        assert_eq!(score("info score mate 0"), Some(Score::mated_in(0)));
    }
}
