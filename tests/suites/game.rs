//! A played game against a naive model: a list of moves, and everything else worked out anew.

use chuhe_core::notation::Fen;
use chuhe_core::rules::Xiangqi;
use chuhe_core::{Ending, Game, Move, MoveList, Past, PlayError, Position, Reason, Side};
use proptest::prelude::*;

/// Few pieces, so that positions come again, mates happen, and the plies without a capture run
/// out; and a whole set.
const STARTS: [&str; 7] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1",
    "3k5/5R3/9/9/9/9/9/9/9/4K4 w - - 0 1",
    "3k5/9/9/9/9/9/9/9/c8/R3K4 w - - 117 90",
    "4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 110 1",
    "1c1k5/9/9/9/9/9/9/9/R8/4K4 b - - 3 7",
    "3ak4/4a4/9/9/9/9/4p4/9/4A4/3AK4 b - - 0 1",
];

fn fen(text: &str) -> Xiangqi {
    text.parse::<Fen<_>>().unwrap_or_else(|error| panic!("{text}: {error}")).position
}

#[derive(Clone, Debug)]
enum Command {
    /// The legal move with this number, counted round and round.
    Play(u8),
    /// Back whence the last but one move came, if that is legal.
    Return,
    /// Whatever these bits mean.
    Try(u16),
    Undo,
    Redo,
    GoTo(usize),
    Restart,
    Resign(bool),
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        8 => any::<u8>().prop_map(Command::Play),
        30 => Just(Command::Return),
        1 => any::<u16>().prop_map(Command::Try),
        2 => Just(Command::Undo),
        2 => Just(Command::Redo),
        1 => (0..40_usize).prop_map(Command::GoTo),
        1 => any::<bool>().prop_map(Command::Resign),
        1 => Just(Command::Restart),
    ]
}

struct Model {
    start: Xiangqi,
    record: Vec<Move>,
    played: usize,
    resigned: Option<Side>,
}

impl Model {
    /// The positions from the start to now.
    fn positions(&self) -> Vec<Xiangqi> {
        let mut positions = vec![self.start];
        for &mv in &self.record[..self.played] {
            positions.push(positions[positions.len() - 1].play(mv));
        }
        positions
    }

    fn now(&self) -> Xiangqi {
        self.positions()[self.played]
    }

    fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.now().moves(&mut moves);
        moves
    }

    /// The plies at which the position on the board stood.
    fn occurrences(&self) -> Vec<usize> {
        let positions = self.positions();
        let same = |a: &Xiangqi, b: &Xiangqi| {
            a.side() == b.side()
                && chuhe_core::Square::all().all(|at| a.piece_at(at) == b.piece_at(at))
        };
        (0..=self.played).filter(|&ply| same(&positions[ply], &positions[self.played])).collect()
    }

    /// What the rules say of everything since a ply.
    fn judged(&self, since: usize) -> Ending {
        let positions = self.positions();
        let plies: Vec<Past> = (since..self.played)
            .map(|ply| {
                let before = positions[ply];
                Past { key: before.key(), mv: self.record[ply], check: before.in_check() }
            })
            .collect();
        self.now().judge(&plies)
    }

    fn ending(&self) -> Option<Ending> {
        if let Some(loser) = self.resigned {
            return Some(Ending::win(!loser, Reason::Resignation));
        }
        let now = self.now();
        let occurrences = self.occurrences();
        if self.legal_moves().is_empty() {
            let reason = if now.in_check() { Reason::Checkmate } else { Reason::Stalemate };
            Some(Ending::win(!now.side(), reason))
        } else if occurrences.len() >= 3 {
            Some(self.judged(occurrences[0]))
        } else if now.quiet_plies() >= 120 {
            Some(Ending::draw(Reason::NoCapture))
        } else {
            None
        }
    }

    fn warning(&self) -> Option<Ending> {
        let occurrences = self.occurrences();
        (self.ending().is_none() && occurrences.len() == 2).then(|| self.judged(occurrences[0]))
    }

    fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(ending) = self.ending() {
            return Err(PlayError::Over(ending));
        }
        if !self.legal_moves().contains(&mv) {
            return Err(PlayError::Illegal(mv));
        }
        self.record.truncate(self.played);
        self.record.push(mv);
        self.played += 1;
        Ok(())
    }

    fn go_to(&mut self, ply: usize) {
        self.played = ply.min(self.record.len());
        self.resigned = None;
    }

    /// Does what a command says, to the game as well, and compares what both answer.
    fn obey(&mut self, game: &mut Game<Xiangqi>, command: &Command) {
        let moves = self.legal_moves();
        let mv = match command {
            Command::Play(choice) if !moves.is_empty() => {
                Some(moves[usize::from(*choice) % moves.len()])
            }
            Command::Return if self.played >= 2 => {
                let last = self.record[self.played - 2];
                Some(Move::new(last.to(), last.from()))
            }
            Command::Try(bits) => Move::from_bits(*bits),
            _ => None,
        };
        if let Some(mv) = mv {
            assert_eq!(game.play(mv), self.play(mv));
        }
        match command {
            Command::Play(_) | Command::Return | Command::Try(_) => {}
            Command::Undo => {
                let undone = self.played.checked_sub(1).map(|ply| self.record[ply]);
                assert_eq!(game.undo(), undone);
                if undone.is_some() {
                    self.go_to(self.played - 1);
                }
            }
            Command::Redo => {
                let redone = self.record.get(self.played).copied();
                assert_eq!(game.redo(), redone);
                if redone.is_some() {
                    self.go_to(self.played + 1);
                }
            }
            Command::GoTo(ply) => {
                game.go_to(*ply);
                self.go_to(*ply);
            }
            Command::Restart => {
                game.restart();
                self.record.clear();
                self.go_to(0);
            }
            Command::Resign(red) => {
                let side = if *red { Side::Red } else { Side::Black };
                game.resign(side);
                if self.ending().is_none() {
                    self.resigned = Some(side);
                }
            }
        }
    }

    fn assert_same(&self, game: &Game<Xiangqi>) {
        assert_eq!(game.start(), &self.start);
        assert_eq!(game.position(), &self.now());
        assert_eq!(game.moves(), &self.record[..self.played]);
        assert_eq!(game.undone(), &self.record[self.played..]);
        assert_eq!(game.ending(), self.ending());
        assert_eq!(game.warning(), self.warning());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn games_follow_the_model(
        start in proptest::sample::select(STARTS.as_slice()),
        commands in proptest::collection::vec(command(), 0..60),
    ) {
        let start = fen(start);
        let mut game = Game::new(start);
        let mut model = Model { start, record: Vec::new(), played: 0, resigned: None };
        model.assert_same(&game);
        for command in &commands {
            model.obey(&mut game, command);
            model.assert_same(&game);
        }
    }
}

/// Plays moves written in coordinates.
fn play(game: &mut Game<Xiangqi>, moves: &str) {
    for text in moves.split(' ') {
        let name = |at| chuhe_core::Square::from_name(&text[at]).expect("a square");
        let mv = Move::new(name(0..2), name(2..4));
        game.play(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

#[test]
fn a_mate_on_the_last_quiet_ply_wins() {
    for (mv, ending) in [
        ("b0b9", Ending::win(Side::Red, Reason::Checkmate)),
        ("b0b1", Ending::draw(Reason::NoCapture)),
    ] {
        let mut game = Game::new(fen("4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 119 80"));
        assert_eq!(game.ending(), None);
        play(&mut game, mv);
        assert_eq!(game.ending(), Some(ending), "{mv}");
    }
}

#[test]
fn a_game_can_begin_at_its_end() {
    for (start, ending) in [
        ("R3k4/1R7/9/9/9/9/9/9/9/5K3 b - - 0 1", Ending::win(Side::Red, Reason::Checkmate)),
        ("4k4/9/9/9/9/9/9/5R3/9/3K5 w - - 120 1", Ending::draw(Reason::NoCapture)),
    ] {
        assert_eq!(Game::<Xiangqi>::new(fen(start)).ending(), Some(ending), "{start}");
    }
}

#[test]
fn a_repetition_is_announced_once_before_it_counts() {
    let mut game = Game::new(fen("3k5/5R3/9/9/9/9/9/9/9/4K4 w - - 0 1"));
    let lost = Some(Ending::win(Side::Black, Reason::PerpetualCheck));
    play(&mut game, "f8f9 d9d8 f9f8");
    assert_eq!((game.warning(), game.ending()), (None, None));
    for mv in ["d8d9", "f8f9", "d9d8", "f9f8"] {
        play(&mut game, mv);
        assert_eq!((game.warning(), game.ending()), (lost, None), "{mv}");
    }
    play(&mut game, "d8d9");
    assert_eq!((game.warning(), game.ending()), (None, lost));
}

/// The quietest game: nothing is taken until the rules end it.
#[test]
fn the_past_has_room_for_every_quiet_ply() {
    let mut longest = 0;
    for seed in 0..20 {
        let mut random = chuhe_tests::random::Random::new(seed);
        let mut game: Game<Xiangqi> = Game::new(Xiangqi::start());
        while game.ending().is_none() {
            let mut moves = MoveList::new();
            game.position().moves(&mut moves);
            moves.retain(|mv| game.position().captured(*mv).is_none());
            if moves.is_empty() {
                break;
            }
            game.play(random.pick(&moves)).expect("a legal move");
        }
        longest = longest.max(game.past().len());
    }
    assert_eq!(longest, 120);
}

/// What a server keeps for each game that waits for its player.
#[test]
fn an_idle_game_is_small() {
    let bytes = size_of::<Game<Xiangqi>>();
    assert!(bytes <= 12 * 1024, "{bytes} bytes");
}
