//! A client with its game and its unsent lines, as commands use them.

use crate::addresses::AddressPermit;
use crate::config::{Client, Config};
use crate::end::End;
use crate::game::Watcher;
use crate::games::{Games, JoinedGame};
use crate::late_command::LateCommand;
use crate::metrics::DropReason;
use crate::outbox::Outbox;
use crate::phase::Phase;
use chuhe_host::catch;
use std::sync::Arc;
use std::thread;
use tokio::time::Instant;

#[derive(Debug)]
pub(crate) struct Session<'a> {
    pub(crate) client: Client,
    pub(crate) config: &'a Config,
    pub(crate) outbox: Arc<Outbox>,
    /// A command that waits for the disk or for a hint. Later commands wait, too.
    pub(crate) late: Option<LateCommand>,
    /// The client sends no more.
    pub(crate) has_ended: bool,
    /// The reason why no further command is answered.
    pub(crate) end: Option<End>,
    pub(crate) phase: Phase,
    /// The time from which the next command is answered; `None` without a limit.
    pub(crate) ready_at: Option<Instant>,
    permit: AddressPermit,
    /// `None` until a command needs a game.
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
            ready_at: permit.ready_at(),
            permit,
            game: None,
        };
        if config.games.can_push_first(&config.team.read()) {
            session.game();
        }
        session
    }

    /// The game of the client. Without one, the client joins its game first.
    pub(crate) fn game(&mut self) -> &mut JoinedGame {
        self.game.get_or_insert_with(|| {
            let Config { games, team, .. } = self.config;
            let game = games.join(self.client.number, &team.read());
            game.shared().watch(Arc::<Outbox>::clone(&self.outbox));
            game
        })
    }

    /// Goes to another game. Notifications come from that one from now on.
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

    /// Counts a command. The next one may have to wait for the limit of the rate.
    pub(crate) fn count_command(&mut self) {
        self.config.metrics.commands.inc();
        self.ready_at = self.permit.spend();
    }

    /// Returns whether the next command has to wait: for a hint, or for the disk.
    pub(crate) fn is_busy(&self) -> bool {
        self.late.is_some() || self.outbox.is_held()
    }

    /// Returns whether the client's address may have another command answered now.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready_at.is_none_or(|ready_at| ready_at <= Instant::now())
    }

    /// Returns whether the client has a turn that the server has not finished.
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

    /// Cuts the searches for the client short if the server has no more time for them.
    pub(crate) fn hurry(&self) {
        if self.phase >= Phase::Hurrying {
            self.late.iter().for_each(LateCommand::stop);
            self.game.iter().for_each(|game| game.shared().move_now());
        }
    }

    pub(crate) fn tell(&self, end: &End) {
        let client = self.client;
        self.outbox.record(|record| record.end(end));
        // A client can leave as often as it likes, so that is no news. Being dropped is.
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
        // A health check may break its connection off.
        let is_check = self.game.is_none() && matches!(end, End::Broken(_));
        if let Some(reason) = end.drop_reason().filter(|_| !is_check) {
            self.config.metrics.dropped(reason).inc();
        }
    }
}

impl Drop for Session<'_> {
    /// Leaves the game, also after a panic.
    fn drop(&mut self) {
        if thread::panicking() {
            log::error!("{}: dropped by a fault of the program", self.client);
            self.config.metrics.dropped(DropReason::Fault).inc();
        }
        catch(|| self.leave());
    }
}
