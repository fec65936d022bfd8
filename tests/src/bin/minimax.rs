//! The computer player of the first program of Zhonggong xiangqi, as an engine to measure ours
//! against. It is minimax to five plies by material alone, for any game. It speaks UCI, and thinks
//! as deep as `go depth` says, however long that takes.
//!
//! Alpha and beta only spare work: the move is one that plain minimax may choose. Of equal moves
//! the first is taken, and the root's are shuffled again for each game.

#![forbid(unsafe_code)]

use chuhe_core::notation::{self, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, MoveList, Position, Searchable, Side, Square};
use chuhe_host::fen;
use chuhe_tests::random::Random;
use chuhe_uci::protocol::{Command, Dialect, Setting, Setup, parse, set_option};
use std::io::{self, BufRead, Write, stdin, stdout};

/// Plies, when nothing else is asked for.
const PLIES: u8 = 5;
/// More than all pieces together.
const WON: i32 = 1_000_000;

fn main() -> io::Result<()> {
    let mut rules = Rules::default();
    let mut position = rules.start();
    let mut games = 0;
    for line in stdin().lock().lines() {
        match parse(&line?, Dialect::Uci) {
            Some(Command::Identify(_)) => {
                let names: String =
                    Rules::PLAYABLE.iter().map(|rules| format!(" var {rules}")).collect();
                let default = Rules::default();
                say("id name Minimax")?;
                say(&format!("option name UCI_Variant type combo default {default}{names}"))?;
                say("uciok")?;
            }
            Some(Command::IsReady) => say("readyok")?,
            Some(Command::SetOption { name, value }) => {
                if let Ok(Setting::Variant(named)) = set_option(Dialect::Uci, name, value) {
                    rules = named;
                    position = rules.start();
                }
            }
            Some(Command::NewGame) => games += 1,
            Some(Command::Position(setup)) => match told(rules, setup) {
                Some(now) => position = now,
                None => say("info string the position is not set up")?,
            },
            Some(Command::Go(go)) => {
                let plies = go.depth.unwrap_or(PLIES).max(1);
                say(&format!("bestmove {}", best(&position, plies, &mut Random::new(games))))?;
            }
            Some(Command::Quit) => break,
            _ => {}
        }
    }
    Ok(())
}

fn say(text: &str) -> io::Result<()> {
    writeln!(stdout(), "{text}")?;
    stdout().flush()
}

fn told(rules: Rules, setup: Setup<'_>) -> Option<AnyPosition> {
    let start = match setup.fen {
        None => rules.start(),
        Some(text) => fen::read_for(rules, text).ok()?.position,
    };
    setup.moves.split_whitespace().try_fold(start, |position, text| {
        Some(position.play(notation::read(Style::Coordinates, text, &position).ok()?))
    })
}

/// The move with the best outcome, written.
fn best(position: &AnyPosition, plies: u8, random: &mut Random) -> String {
    let mut moves = position.legal_moves();
    for left in (1..moves.len()).rev() {
        moves.swap(left, random.below(left + 1));
    }
    let (mut best, mut most) = (None, -2 * WON);
    for mv in moves {
        let outcome = -outcome(&position.play(mv), plies - 1, -2 * WON, -most);
        if outcome > most {
            (best, most) = (Some(mv), outcome);
        }
    }
    best.map_or_else(
        || "(none)".to_owned(),
        |mv| notation::write(Style::Coordinates, position, mv).to_string(),
    )
}

/// Returns the score that the side to move can reach after `plies` plies, from `alpha` on and up to
/// `beta`.
fn outcome(position: &AnyPosition, plies: u8, mut alpha: i32, beta: i32) -> i32 {
    if let Some(ending) = position.variant_end() {
        return worth(position, ending.winner, plies);
    }
    if plies == 0 {
        return material(position);
    }
    let mut moves = MoveList::new();
    position.generate_captures(&mut moves);
    position.generate_quiets(&mut moves);
    if moves.is_empty() {
        return worth(position, position.ending_without_moves().winner, plies);
    }
    for mv in moves {
        alpha = alpha.max(-outcome(&position.play(mv), plies - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// A win, the more plies are left the better; a draw is nothing.
fn worth(position: &AnyPosition, winner: Option<Side>, plies: u8) -> i32 {
    match winner {
        None => 0,
        Some(winner) if winner == position.side() => WON + i32::from(plies),
        Some(_) => -WON - i32::from(plies),
    }
}

fn material(position: &AnyPosition) -> i32 {
    Square::all()
        .filter_map(|square| position.piece_at(square))
        .map(|piece| {
            let worth = i32::from(position.see_value(piece));
            if piece.side() == position.side() { worth } else { -worth }
        })
        .sum()
}
