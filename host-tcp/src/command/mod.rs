//! Commands: each is read here, and carried out once.

mod argument;
mod board;
mod error;
mod names;
mod play;

pub use argument::Points;
pub(crate) use error::CommandError;
pub use error::FormatError;
pub use play::play;

use crate::end::End;
use crate::frame::Frame;
use crate::game::ClientGame;
use crate::games::{JoinedGame, present};
use crate::late_command::{Done, LateCommand};
use crate::lines::{self, Format, Reply};
use crate::phase::Phase;
use crate::session::Session;
use argument::{COLON, format, game_id, large_number, number, point, seats, split_promotion};
use chuhe_core::map::Point;
use chuhe_core::played::Seat;
use chuhe_core::{Level, Position, Promotion};
use chuhe_host::engine::MoveFormat;
use chuhe_host::journal::GameId;
use play::{exchange, move_piece, square};
use std::sync::Arc;

/// A command of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    Move {
        from: Point,
        to: Point,
        promotion: Option<Promotion>,
    },
    RequestBoard,
    /// A new game, on the map named or on the same one.
    NewGame(Option<&'a str>),
    /// Takes back the last move of a client and the computer's answer.
    Undo,
    /// The legal moves of the side to move, all or from one point.
    LegalMoves(Option<Point>),
    Exchange {
        soldiers: Points<'a>,
        victim: Point,
    },
    Hint,
    Level(u8),
    /// A new game from these pieces or this FEN.
    Board(&'a str),
    /// The sides that clients play; the computer plays the others.
    Seats([Seat; 2]),
    Seed(u64),
    /// The form of the lines of the server from now on.
    Format(Format),
    /// The reason of the last `False`.
    Why,
    /// The reason of the end of the game.
    Reason,
    Status,
    Moves,
    Rules,
    Name(GameId<'a>),
    Resume(GameId<'a>),
    Delete(GameId<'a>),
    /// The names of kept games, from the first one on or after this one.
    Games(Option<GameId<'a>>),
    Ping,
    Stats,
    Quit,
}

/// Reads a command. Words may be in either case, and white space may stand around every token. A
/// full-width colon or comma counts as the plain one.
///
/// Numbers are decimal digits alone. A number above 255 is read as 255, which no board has.
///
/// ```
/// use chuhe_core::map::Point;
/// use chuhe_tcp::{Command, FormatError, parse};
/// let (from, to) = (Point { row: 7, column: 7 }, Point { row: 7, column: 5 });
/// let command = Command::Move { from, to, promotion: None };
/// assert_eq!(parse("Move: 7,7:7,5"), Ok(command));
/// assert_eq!(parse(" move ： 7 ，7 : 7,5 "), Ok(command));
/// assert_eq!(parse("Move:7,7:7,+5"), Err(FormatError));
/// ```
pub fn parse(text: &str) -> Result<Command<'_>, FormatError> {
    let (word, argument) = match text.split_once(COLON) {
        Some((word, argument)) => (word.trim(), Some(argument.trim())),
        None => (text.trim(), None),
    };
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    match argument {
        None if is("RequestBoard") => Ok(Command::RequestBoard),
        None if is("NewGame") => Ok(Command::NewGame(None)),
        None if is("Undo") => Ok(Command::Undo),
        None if is("LegalMoves") => Ok(Command::LegalMoves(None)),
        None if is("Hint") => Ok(Command::Hint),
        None if is("Why") => Ok(Command::Why),
        None if is("Reason") => Ok(Command::Reason),
        None if is("Status") => Ok(Command::Status),
        None if is("Moves") => Ok(Command::Moves),
        None if is("Rules") => Ok(Command::Rules),
        None if is("Games") => Ok(Command::Games(None)),
        None if is("Ping") => Ok(Command::Ping),
        None if is("Stats") => Ok(Command::Stats),
        None if is("Quit") => Ok(Command::Quit),
        Some(points) if is("Move") => {
            let (from, to) = points.split_once(COLON).ok_or(FormatError)?;
            let (to, promotion) = split_promotion(to);
            Ok(Command::Move { from: point(from)?, to: point(to)?, promotion })
        }
        Some(map) if is("NewGame") && !map.is_empty() => Ok(Command::NewGame(Some(map))),
        Some(from) if is("LegalMoves") => Ok(Command::LegalMoves(Some(point(from)?))),
        Some(points) if is("Exchange") => {
            let (soldiers, victim) = points.split_once(COLON).ok_or(FormatError)?;
            let soldiers = Points::parse(soldiers)?;
            Ok(Command::Exchange { soldiers, victim: point(victim)? })
        }
        Some(id) if is("Name") => Ok(Command::Name(game_id(id)?)),
        Some(id) if is("Resume") => Ok(Command::Resume(game_id(id)?)),
        Some(id) if is("Delete") => Ok(Command::Delete(game_id(id)?)),
        Some(id) if is("Games") => Ok(Command::Games(Some(game_id(id)?))),
        Some(level) if is("Level") => Ok(Command::Level(number(level)?)),
        Some(board) if is("Board") && !board.is_empty() => Ok(Command::Board(board)),
        Some(sides) if is("Seats") => Ok(Command::Seats(seats(sides)?)),
        Some(form) if is("Format") => Ok(Command::Format(format(form)?)),
        Some(seed) if is("Seed") => Ok(Command::Seed(large_number(seed)?)),
        _ => Err(FormatError),
    }
}

pub(crate) fn answer(session: &mut Session<'_>, frame: Frame<'_>) {
    session.count_command();
    match frame.text().ok_or(FormatError).and_then(parse) {
        Ok(command) => carry_out(session, frame, command),
        // A web page may send requests here. None of its lines may become a command.
        Err(FormatError) if frame.is_foreign() => {
            session.outbox.record(|record| record.command(frame));
            session.end = Some(End::Foreign);
        }
        Err(FormatError) => {
            session.config.metrics.format_errors.inc();
            session.outbox.reply(frame, &Reply::FormatError);
        }
    }
}

fn carry_out(session: &mut Session<'_>, frame: Frame<'_>, command: Command<'_>) {
    let config = session.config;
    match command {
        Command::NewGame(_) | Command::Board(_) | Command::Name(_) | Command::Resume(_)
            if session.phase >= Phase::Draining =>
        {
            session.outbox.refuse(frame, &"The server ends: no game begins.");
        }
        Command::Move { from, to, promotion } => {
            on_game(session, frame, |game| move_piece(game, from, to, promotion));
        }
        Command::Exchange { soldiers, victim } => {
            on_game(session, frame, |game| exchange(game, soldiers, victim));
        }
        Command::NewGame(name) => on_game(session, frame, |game| {
            let team = config.team.read();
            // The map of the game may have changed in the file.
            let same = game.map().map(|map| present(map, &team));
            game.restart(name.map(|name| team.map(name)).transpose()?.or(same));
            Ok(Reply::True)
        }),
        Command::Undo => on_game(session, frame, |game| {
            game.takeback()?;
            Ok(Reply::True)
        }),
        Command::Level(level) => on_game(session, frame, |game| {
            game.set_level(Level::new(level).ok_or("The levels are 0 to 9.")?);
            Ok(Reply::True)
        }),
        Command::Board(text) => on_game(session, frame, |game| board::set_up(game, text)),
        Command::Seats(seats) => on_game(session, frame, |game| {
            game.set_seats(seats)?;
            Ok(Reply::True)
        }),
        Command::Seed(seed) => on_game(session, frame, |game| {
            game.set_seed(seed)?;
            Ok(Reply::True)
        }),
        Command::Format(format) => {
            session.outbox.set_format(format);
            session.outbox.reply(frame, &Reply::True);
        }
        Command::Why => session.outbox.explain(frame),
        Command::Reason => on_game(session, frame, |game| {
            let ending = game.game().ending().ok_or("The game goes on.")?;
            Ok(Reply::Reason(ending.reason.to_string()))
        }),
        Command::RequestBoard => {
            on_game(session, frame, |game| Ok(Reply::RequestBoard(game.board())));
        }
        Command::LegalMoves(from) => on_game(session, frame, |game| {
            let position = game.game().position();
            let from = from.map(|from| square(position, from)).transpose();
            Ok(Reply::LegalMoves(match (game.is_clients_turn(), from) {
                (true, Ok(from)) => lines::legal_moves(position, from),
                _ => Vec::new(),
            }))
        }),
        Command::Status => on_game(session, frame, |game| Ok(Reply::Status(game.status().word()))),
        Command::Moves => on_game(session, frame, |game| {
            let game = game.game();
            Ok(Reply::Moves(MoveFormat::default().write_line(game.start(), game.moves())))
        }),
        Command::Rules => on_game(session, frame, |game| {
            let rules = game.game().position().rules();
            Ok(Reply::Rules(rules.to_string()))
        }),
        Command::Hint => ask_hint(session, frame),
        Command::Name(id) => names::name(session, frame, id),
        Command::Resume(id) => names::resume(session, frame, id),
        Command::Delete(id) => names::delete(session, frame, id),
        Command::Games(after) => names::list(session, frame, after),
        Command::Ping => session.outbox.reply(frame, &Reply::Pong),
        Command::Stats => {
            let stats = config.metrics.stats(config.games.computer());
            session.outbox.reply(frame, &Reply::Stats(&stats));
        }
        Command::Quit => {
            session.outbox.reply(frame, &Reply::True);
            session.end = Some(End::Quit);
        }
    }
}

/// Carries out a command that concerns the game alone. The reply comes before the notifications that
/// follow from the command.
fn on_game(
    session: &mut Session<'_>,
    frame: Frame<'_>,
    mut act: impl FnMut(&mut dyn ClientGame) -> Result<Reply<'_>, CommandError>,
) {
    let (outbox, watcher) = (Arc::clone(&session.outbox), session.watcher());
    let format_errors = &session.config.metrics.format_errors;
    session.game().shared().with(&watcher, &mut |game| match act(game) {
        Ok(line) => {
            format_errors.inc_by(u64::from(matches!(line, Reply::FormatError)));
            outbox.reply(frame, &line);
        }
        Err(error) => outbox.refuse(frame, &error),
    });
}

fn ask_hint(session: &mut Session<'_>, frame: Frame<'_>) {
    let (metrics, watcher) = (&session.config.metrics, session.watcher());
    let hint = LateCommand::hint(session.game().shared(), &watcher, metrics, frame);
    answer_later(session, frame, hint);
    if session.has_ended {
        session.late.iter().for_each(LateCommand::stop);
    }
}

/// Lets a command wait for its result, or refuses it.
fn answer_later(
    session: &mut Session<'_>,
    frame: Frame<'_>,
    command: Result<LateCommand, CommandError>,
) {
    match command {
        Ok(command) => session.late = Some(command),
        Err(error) => session.outbox.refuse(frame, &error),
    }
}

/// Replies to a command when its result has come. The notifications of another game come after the
/// reply. A client that alone plays the game that it deletes goes on without the name.
pub(crate) fn finish(session: &mut Session<'_>, done: Result<Done, CommandError>) {
    let Some(command) = session.late.take() else { return };
    let frame = command.frame();
    match &done {
        Ok(Done::Hint(hint)) => session.outbox.reply(frame, &Reply::Hint(hint)),
        Ok(Done::Names(names)) => session.outbox.reply(frame, &Reply::Games(names)),
        Ok(Done::Elsewhere) => session.outbox.reply(frame, &Reply::Moved),
        Ok(_) => session.outbox.reply(frame, &Reply::True),
        Err(error) => session.outbox.refuse(frame, error),
    }
    match done {
        Ok(Done::Named(mut named)) => {
            named.is_unwanted = false;
            *session.game() = JoinedGame::Named(named);
        }
        Ok(Done::Resumed(named)) => session.change_game(JoinedGame::Named(named)),
        Ok(Done::Deleted) => session.game().forget_name(),
        Ok(Done::Hint(_) | Done::Names(_) | Done::Elsewhere) | Err(_) => {}
    }
}
