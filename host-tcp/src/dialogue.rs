//! What a client's commands do, and what it is told: no bytes here, and nothing to wait for.

use crate::command::{Command, FormatError, Points, parse};
use crate::config::{Client, Config};
use crate::frame::{Ending, Frame, Splitter};
use crate::games::Place;
use crate::outbox::Outbox;
use crate::reply::{self, Line};
use chuhe_core::AnyPosition;
use chuhe_core::map::Point;
use chuhe_core::notation::{self, Exchange};
use chuhe_core::{Bitboard, Level, Move, Position, Promotion, Square};
use chuhe_host::journal::GameId;
use chuhe_host::{Driven, MapRefusal, Refusal, Status, Team, Ticket, Watcher};
use std::sync::Arc;
use tokio::sync::oneshot;

/// A client's side of its game.
#[derive(Debug)]
pub(crate) struct Dialogue<'a> {
    pub(crate) client: Client,
    pub(crate) config: &'a Config,
    pub(crate) place: Place,
    pub(crate) outbox: Arc<Outbox>,
    /// A hint that is being thought about; commands behind it wait.
    pub(crate) hint: Option<Hint>,
    /// The client sends no more.
    pub(crate) ended: bool,
    /// The client wants to be disconnected.
    pub(crate) quit: bool,
}

/// A hint on its way.
#[derive(Debug)]
pub(crate) struct Hint {
    ticket: Ticket,
    ending: Ending,
    reply: oneshot::Receiver<String>,
}

impl Hint {
    /// Waits for the reply, which is never lost by waiting for something else in between.
    pub(crate) async fn reply(&mut self) -> Option<String> {
        (&mut self.reply).await.ok()
    }
}

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
enum No {
    #[error("a point off the board")]
    OffBoard,
    #[error("from a point to itself")]
    Nowhere,
    #[error("nothing is promoted by this move")]
    NotPromoting,
    #[error("these soldiers do not buy that piece")]
    NotBought,
    #[error("it is not Red's turn")]
    NotRed,
    #[error("the computer has been switched off")]
    Off,
    #[error("the levels are 0 to 9")]
    OffScale,
    #[error(transparent)]
    Game(#[from] Refusal),
    #[error(transparent)]
    Map(#[from] MapRefusal),
}

impl Dialogue<'_> {
    /// Answers what has come, up to a hint; says whether the rest must wait because the client has
    /// not read what it was answered before.
    pub(crate) fn take(&mut self, splitter: &mut Splitter) -> bool {
        while self.hint.is_none() && !self.quit {
            if self.outbox.is_full() {
                return true;
            }
            if let Some(frame) = splitter.next_frame() {
                self.answer(frame);
            } else if self.ended
                && let Some(frame) = splitter.pause()
            {
                self.answer(frame);
            } else {
                break;
            }
        }
        false
    }

    /// The client sends no more. A hint it still waits for is cut short: perhaps nobody is there.
    pub(crate) fn end(&mut self) {
        self.ended = true;
        if let Some(hint) = &self.hint {
            hint.ticket.hurry();
        }
    }

    /// Answers a command.
    pub(crate) fn answer(&mut self, frame: Frame<'_>) {
        let text = frame.bytes.and_then(|bytes| std::str::from_utf8(bytes).ok());
        match text.ok_or(FormatError).and_then(parse) {
            Err(FormatError) => self.outbox.reply(frame, Line::FormatError),
            Ok(Command::Hint) => self.ask(frame),
            Ok(Command::Quit) => {
                self.outbox.reply(frame, Line::True);
                self.quit = true;
            }
            Ok(Command::Name(id)) => match self.config.games.name(&mut self.place, id) {
                Ok(()) => self.outbox.reply(frame, Line::True),
                Err(stay) => self.outbox.refuse(frame, &stay),
            },
            Ok(Command::Resume(id)) => self.resume(frame, id),
            Ok(command) => {
                self.place.stage().enter(
                    &mut |game| match perform(game, command, &self.config.team) {
                        Ok(line) => self.outbox.reply(frame, line),
                        Err(no) => self.outbox.refuse(frame, &no),
                    },
                );
            }
        }
    }

    /// Answers the hint that was waited for; `None` when the computer has been switched off.
    pub(crate) fn give_hint(&mut self, reply: Option<String>) {
        if let Some(Hint { ending, .. }) = self.hint.take() {
            let asked = Frame { bytes: Some(b"Hint"), ending };
            match reply {
                Some(reply) => self.outbox.reply(asked, Line::Hint(&reply)),
                None => self.outbox.refuse(asked, &No::Off),
            }
        }
    }

    /// Goes to the game of a name; what it has to tell comes after the reply.
    fn resume(&mut self, frame: Frame<'_>, id: GameId<'_>) {
        match self.config.games.resume(self.client.number, id) {
            Ok(place) => {
                self.outbox.reply(frame, Line::True);
                let watcher: Arc<dyn Watcher> = Arc::<Outbox>::clone(&self.outbox);
                self.place.stage().leave(&watcher);
                place.stage().watch(watcher);
                self.place = place;
            }
            Err(stay) => self.outbox.refuse(frame, &stay),
        }
    }

    fn ask(&mut self, frame: Frame<'_>) {
        let mut question = None;
        self.place.stage().enter(&mut |game| {
            question = game.question().filter(|_| game.status() == Status::Red);
        });
        let Some(question) = question else { return self.outbox.refuse(frame, &No::NotRed) };
        let (sender, reply) = oneshot::channel();
        let root = question.root.clone();
        let ticket = self.place.stage().computer().ask(question, move |thought| {
            // Nobody waits when the client left just now.
            let _ = sender.send(reply::hint(&root, thought.best));
        });
        if self.ended {
            ticket.hurry();
        }
        self.hint = Some(Hint { ticket, ending: frame.ending, reply });
    }
}

/// Does what a command asks for, but for those that are no matter of the game alone.
fn perform<'s>(
    driven: &'s mut dyn Driven,
    command: Command<'_>,
    team: &Team,
) -> Result<Line<'s>, No> {
    let rules = driven.game().position().rules();
    let square = |point: Point| point.square(rules).ok_or(No::OffBoard);
    match command {
        // Only where pieces are promoted has the letter a meaning.
        Command::Move { promotion: Some(_), .. } if !rules.has_promotion() => {
            return Ok(Line::FormatError);
        }
        Command::Move { from, to, promotion } => {
            let mv = step(driven.game().position(), square(from)?, square(to)?, promotion)?;
            driven.play(mv)?;
        }
        Command::Exchange { soldiers, victim } => {
            driven.play(exchange(driven, soldiers, square(victim)?)?)?
        }
        Command::NewGame(name) => {
            let map = name.map(|name| team.map(name)).transpose()?;
            driven.restart(map);
        }
        Command::Undo => driven.undo()?,
        Command::Level(level) => {
            driven.set_level(Level::new(level).ok_or(No::OffScale)?);
        }
        Command::RequestBoard => return Ok(Line::RequestBoard(driven.game())),
        Command::LegalMoves(from) => {
            return Ok(match (driven.status(), from.map(square).transpose()) {
                (Status::Red, Ok(from)) => Line::LegalMoves(driven.game().position(), from),
                _ => Line::NoMoves,
            });
        }
        Command::Status => return Ok(Line::Status(driven.status())),
        Command::Moves => return Ok(Line::Moves(driven.game())),
        Command::Hint | Command::Quit | Command::Name(_) | Command::Resume(_) => {}
    }
    Ok(Line::True)
}

/// The move from one square to another; a pawn on the last rank becomes a queen unless told
/// otherwise.
fn step(
    position: &AnyPosition,
    from: Square,
    to: Square,
    promotion: Option<Promotion>,
) -> Result<Move, No> {
    if from == to {
        return Err(No::Nowhere);
    }
    let mv = Move::promoting(from, to, promotion.unwrap_or(Promotion::Queen));
    match (notation::promotion(position, mv), promotion) {
        (None, Some(_)) => Err(No::NotPromoting),
        (None, None) => Ok(Move::new(from, to)),
        (Some(_), _) => Ok(mv),
    }
}

/// The move that gives up these soldiers for the piece on a square.
fn exchange(driven: &dyn Driven, soldiers: Points<'_>, victim: Square) -> Result<Move, No> {
    let position = driven.game().position();
    let squares = soldiers.iter().map(|point| point.square(position.rules()).ok_or(No::OffBoard));
    let mut soldiers = Bitboard::EMPTY;
    for square in squares {
        let square = square?;
        if soldiers.contains(square) {
            return Err(No::NotBought);
        }
        soldiers = soldiers.with(square);
    }
    Exchange { soldiers, victim }.find(position).ok_or(No::NotBought)
}
