//! Executes the commands of one client.

mod board;
mod names;

use crate::addresses::AddressPermit;
use crate::command::{
    Command, CommandError, FormatError, illegal, legal_moves, parse, square, to_exchange, to_move,
};
use crate::config::{Client, Config};
use crate::end::End;
use crate::game::{ClientGame, Refusal, Watcher};
use crate::games::{Games, JoinedGame, present};
use crate::late_command::{Done, LateCommand};
use crate::lines::{Frame, Reply};
use crate::metrics::DropReason;
use crate::outbox::Outbox;
use crate::phase::Phase;
use chuhe_core::rules::{Explain, Illegal};
use chuhe_core::{Level, Move, PlayError, Position};
use chuhe_host::catch;
use chuhe_host::engine::MoveFormat;
use std::sync::Arc;
use std::thread;
use tokio::time::Instant;

#[derive(Debug)]
pub(crate) struct Session<'a> {
    pub(crate) client: Client,
    pub(crate) config: &'a Config,
    pub(crate) outbox: Arc<Outbox>,
    /// The command that waits for the disk or for a hint. Later commands wait until it is answered.
    pub(crate) late: Option<LateCommand>,
    pub(crate) has_ended: bool,
    /// The reason to end the connection; `None`: commands are answered.
    pub(crate) end: Option<End>,
    pub(crate) phase: Phase,
    /// The earliest time at which the next command is answered; `None`: at any time.
    pub(crate) ready_at: Option<Instant>,
    permit: AddressPermit,
    /// `None` until a command needs a game. If a game can send a line before any command, the client joins it at once.
    game: Option<JoinedGame>,
}

impl<'a> Session<'a> {
    pub(crate) fn new(client: Client, permit: AddressPermit, config: &'a Config) -> Self {
        let record = config.records.as_ref().map(|records| records.of(client.number, client.peer));
        let mut session = Self {
            client,
            config,
            outbox: Arc::new(Outbox::new(client, Arc::clone(&config.faults), record)),
            late: None,
            has_ended: false,
            end: None,
            phase: Phase::Serving,
            ready_at: permit.spend(0),
            permit,
            game: None,
        };
        if config.games.can_push_first(&config.team.read()) {
            session.game();
        }
        session
    }

    pub(crate) fn game(&mut self) -> &mut JoinedGame {
        self.game.get_or_insert_with(|| {
            let Config { games, team, .. } = self.config;
            let game = games.join(self.client.number, &team.read());
            game.shared().watch(Arc::<Outbox>::clone(&self.outbox));
            game
        })
    }

    /// Leaves the current game and joins `game`, whose notifications then reach the client.
    pub(crate) fn change_game(&mut self, game: JoinedGame) {
        self.leave();
        game.shared().watch(self.watcher());
        self.game = Some(game);
    }

    fn leave(&mut self) {
        if let Some(game) = self.game.take() {
            game.shared().unwatch(&self.watcher());
        }
    }

    pub(crate) fn watcher(&self) -> Arc<dyn Watcher> {
        Arc::<Outbox>::clone(&self.outbox)
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.late.is_some() || self.outbox.is_held()
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.ready_at.is_none_or(|ready_at| ready_at <= Instant::now())
    }

    /// Returns whether the client still waits for a move of the computer, a reply, or lines that are held back.
    pub(crate) fn waits_for_server(&self) -> bool {
        let mut is_thinking = false;
        if let Some(game) = &self.game {
            let watcher = self.watcher();
            game.shared().with(&watcher, &mut |game| {
                is_thinking = !game.is_clients_turn() && game.game().ending().is_none();
            });
        }
        is_thinking || self.is_busy()
    }

    /// Cuts the searches for the client short if the phase is `Hurrying` or later.
    pub(crate) fn hurry(&self) {
        if self.phase >= Phase::Hurrying {
            self.late.iter().for_each(LateCommand::stop);
            self.game.iter().for_each(|game| game.shared().move_now());
        }
    }

    pub(crate) fn tell(&self, end: &End) {
        let client = self.client;
        self.outbox.record(|record| record.end(end));
        // Only the first four ends are logged at level `info`. Otherwise a flood of leaving clients could fill the log.
        match end {
            End::Slow | End::Idle | End::Foreign | End::GameFailed => {
                log::info!("{client}, {}: {end}", client.peer);
            }
            End::Left | End::Quit | End::Fault | End::Drained | End::Stopped | End::Broken(_) => {
                log::debug!("{client}: {end}");
            }
        }
        let is_one_game = !matches!(self.config.games, Games::Own { .. });
        if matches!(end, End::GameFailed) && is_one_game {
            self.config.shared_failed.notify_one();
        }
        // A client without a game is perhaps a health check. If its connection breaks, no drop is counted.
        let is_check = self.game.is_none() && matches!(end, End::Broken(_));
        if let Some(reason) = end.drop_reason().filter(|_| !is_check) {
            self.config.metrics.dropped(reason).inc();
        }
    }

    /// Answers a command, or stores it in `late` to answer it later. Sets `ready_at` by the limit on commands a second.
    pub(crate) fn answer(&mut self, frame: Frame<'_>) {
        self.config.metrics.commands.inc();
        self.ready_at = self.permit.spend(1);
        match frame.text().ok_or(FormatError).and_then(parse) {
            Ok(command) => self.carry_out(frame, command),
            // A web page can send HTTP requests to this port. The first line of such a request ends the connection.
            Err(FormatError) if frame.is_foreign() => {
                self.outbox.record(|record| record.command(frame));
                self.end = Some(End::Foreign);
            }
            Err(FormatError) => {
                self.config.metrics.format_errors.inc();
                self.outbox.reply(frame, &Reply::FormatError);
            }
        }
    }

    fn carry_out(&mut self, frame: Frame<'_>, command: Command<'_>) {
        let config = self.config;
        match command {
            Command::NewGame(_) | Command::Board(_) | Command::Name(_) | Command::Resume(_)
                if self.phase >= Phase::Draining =>
            {
                self.outbox.refuse(frame, &"The server ends: no game begins.");
            }
            Command::Move { from, to, promotion } => self.on_game(frame, |game| {
                let position = game.game().position();
                // A letter for the promotion is a format error in a kind of game without promotion.
                if promotion.is_some() && !position.rules().has_promotion() {
                    return Ok(Reply::FormatError);
                }
                let mv = to_move(position, from, to, promotion)?;
                play_legal(game, mv)
            }),
            Command::Exchange { soldiers, victim } => self.on_game(frame, |game| {
                let mv = to_exchange(game.game().position(), soldiers, victim)?;
                play_legal(game, mv)
            }),
            Command::NewGame(name) => self.on_game(frame, |game| {
                let team = config.team.read();
                // A reload can have replaced the map of this name since the current game began.
                let same = game.map().map(|map| present(map, &team));
                game.restart(name.map(|name| team.map(name)).transpose()?.or(same));
                Ok(Reply::True)
            }),
            Command::Undo => self.on_game(frame, |game| {
                game.takeback()?;
                Ok(Reply::True)
            }),
            Command::Level(level) => self.on_game(frame, |game| {
                game.set_level(Level::new(level).ok_or("The levels are 0 to 9.")?);
                Ok(Reply::True)
            }),
            Command::Board(text) => self.on_game(frame, |game| board::set_up(game, text)),
            Command::Seats(seats) => self.on_game(frame, |game| {
                game.set_seats(seats)?;
                Ok(Reply::True)
            }),
            Command::Seed(seed) => self.on_game(frame, |game| {
                game.set_seed(seed)?;
                Ok(Reply::True)
            }),
            Command::Format(format) => {
                self.outbox.set_format(format);
                self.outbox.reply(frame, &Reply::True);
            }
            Command::Why => self.outbox.explain(frame),
            Command::Reason => self.on_game(frame, |game| {
                let ending = game.game().ending().ok_or("The game goes on.")?;
                Ok(Reply::Reason(ending.reason.to_string()))
            }),
            Command::RequestBoard => {
                self.on_game(frame, |game| Ok(Reply::RequestBoard(game.board())));
            }
            Command::LegalMoves(from) => self.on_game(frame, |game| {
                let position = game.game().position();
                let from = from.map(|from| square(position, from)).transpose();
                Ok(Reply::LegalMoves(match (game.is_clients_turn(), from) {
                    (true, Ok(from)) => legal_moves(position, from),
                    _ => Vec::new(),
                }))
            }),
            Command::Status => self.on_game(frame, |game| Ok(Reply::Status(game.status().word()))),
            Command::Moves => self.on_game(frame, |game| {
                let game = game.game();
                Ok(Reply::Moves(MoveFormat::default().write_line(game.start(), game.moves())))
            }),
            Command::Rules => self.on_game(frame, |game| {
                let rules = game.game().position().rules();
                Ok(Reply::Rules(rules.to_string()))
            }),
            Command::Hint => self.ask_hint(frame),
            Command::Name(id) => names::name(self, frame, id),
            Command::Resume(id) => names::resume(self, frame, id),
            Command::Delete(id) => names::delete(self, frame, id),
            Command::Games(after) => names::list(self, frame, after),
            Command::Ping => self.outbox.reply(frame, &Reply::Pong),
            Command::Stats => {
                let stats = config.metrics.stats(config.games.computer());
                self.outbox.reply(frame, &Reply::Stats(&stats));
            }
            Command::Quit => {
                self.outbox.reply(frame, &Reply::True);
                self.end = Some(End::Quit);
            }
        }
    }

    /// Executes a command on the locked game. The reply comes before the notifications that the command causes.
    fn on_game(
        &mut self,
        frame: Frame<'_>,
        mut act: impl FnMut(&mut dyn ClientGame) -> Result<Reply<'_>, CommandError>,
    ) {
        let (outbox, watcher) = (Arc::clone(&self.outbox), self.watcher());
        let format_errors = &self.config.metrics.format_errors;
        self.game().shared().with(&watcher, &mut |game| match act(game) {
            Ok(line) => {
                format_errors.inc_by(u64::from(matches!(line, Reply::FormatError)));
                outbox.reply(frame, &line);
            }
            Err(error) => outbox.refuse(frame, &error),
        });
    }

    fn ask_hint(&mut self, frame: Frame<'_>) {
        let (metrics, watcher) = (&self.config.metrics, self.watcher());
        let hint = LateCommand::hint(self.game().shared(), &watcher, metrics, frame);
        self.answer_later(frame, hint);
        if self.has_ended {
            self.late.iter().for_each(LateCommand::stop);
        }
    }

    fn answer_later(&mut self, frame: Frame<'_>, command: Result<LateCommand, CommandError>) {
        match command {
            Ok(command) => self.late = Some(command),
            Err(error) => self.outbox.refuse(frame, &error),
        }
    }

    /// Replies to the command in `late` with its result. After the reply to `Resume`, the client changes to the resumed
    /// game. After `Delete` of the client's own game, this game goes on without a name.
    pub(crate) fn finish(&mut self, done: Result<Done, CommandError>) {
        let Some(command) = self.late.take() else { return };
        let frame = command.frame();
        match &done {
            Ok(Done::Hint(hint)) => self.outbox.reply(frame, &Reply::Hint(hint)),
            Ok(Done::Names(names)) => self.outbox.reply(frame, &Reply::Games(names)),
            Ok(Done::Elsewhere) => self.outbox.reply(frame, &Reply::Moved),
            Ok(_) => self.outbox.reply(frame, &Reply::True),
            Err(error) => self.outbox.refuse(frame, error),
        }
        match done {
            Ok(Done::Named(mut named)) => {
                named.is_unwanted = false;
                *self.game() = JoinedGame::Named(named);
            }
            Ok(Done::Resumed(named)) => self.change_game(JoinedGame::Named(named)),
            Ok(Done::Deleted) => self.game().forget_name(),
            Ok(Done::Hint(_) | Done::Names(_) | Done::Elsewhere) | Err(_) => {}
        }
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            log::error!("{}: dropped by a fault of the program", self.client);
            self.config.metrics.dropped(DropReason::Fault).inc();
        }
        catch(|| self.leave());
    }
}

pub fn play(game: &mut dyn ClientGame, mv: Move) -> Result<(), Refusal> {
    if game.game().ending().is_none() && !game.is_clients_turn() {
        return Err(Refusal::Thinking);
    }
    Ok(game.make_move(mv)?)
}

/// Plays a client's move, or returns an error that tells the client why the move is refused.
fn play_legal(game: &mut dyn ClientGame, mv: Move) -> Result<Reply<'static>, CommandError> {
    play(game, mv).map_err(|refusal| match (refusal, mv.from()) {
        (Refusal::Play(PlayError::Over(ending)), _) => {
            format!("The game is over: {}.", ending.reason).into()
        }
        (Refusal::Play(PlayError::Illegal(..)), Some(from)) => {
            let position = game.game().position();
            let why = position.why_not(mv).unwrap_or(Illegal::Reach);
            illegal(position, why, from)
        }
        (refusal, _) => CommandError::from(refusal),
    })?;
    Ok(Reply::True)
}
