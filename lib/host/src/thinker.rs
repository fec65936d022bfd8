//! Searches on several threads that share a transposition table.

use crate::network::{NetworkMemory, Networks};
use crate::table::Table;
use crate::vote::vote;
use chuhe_core::{
    AnyPosition, Bound, Cluster, HeapMemory, Limits, Monitor, Move, Past, Score, SearchLine,
    Searchable,
};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, ScopedJoinHandle};
use std::{fmt, io, iter};

/// A transposition table that all threads share, and a workspace for each thread. A search uses what
/// earlier searches left in the table and in the workspaces.
///
/// A position is evaluated by the network of its game. If the game has no network, it is evaluated by weights made by
/// hand. A new thinker has the networks of the build ([`Networks::built_in`]).
///
/// ```
/// use chuhe_core::{Limits, NoMonitor, rules::Rules};
/// use chuhe_host::Thinker;
/// let mut thinker = Thinker::new(1, 1).unwrap();
/// let limits = Limits { depth: 2, ..Limits::default() };
/// let found = thinker.think(&Rules::Xiangqi.start(), &[], &limits, &mut NoMonitor);
/// assert_eq!(found.depth, 2);
/// ```
#[derive(Debug)]
pub struct Thinker {
    table: Arc<Table>,
    networks: Networks,
    memories: Vec<ThreadMemory>,
}

impl Thinker {
    /// Allocates a table, and a workspace for each thread. A size of 0 means 1 MiB, and 0 threads mean one thread.
    pub fn new(mebibytes: usize, threads: usize) -> io::Result<Self> {
        let networks = Networks::built_in();
        let mut thinker = Self { table: Arc::default(), networks, memories: Vec::new() };
        thinker.set_threads(threads);
        thinker.set_hash(mebibytes)?;
        Ok(thinker)
    }

    /// Replaces the table by an empty table; a size of 0 means 1 MiB. If memory is short, the old table stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> io::Result<()> {
        const MEBIBYTE: usize = (1 << 20) / size_of::<Cluster>();
        self.table = Arc::new(Table::new(mebibytes.max(1).saturating_mul(MEBIBYTE))?);
        Ok(())
    }

    /// Sets the number of threads; 0 means 1.
    pub fn set_threads(&mut self, threads: usize) {
        // Each workspace counts its searches. All counts must be equal, so every workspace is replaced by a new one.
        self.memories.clear();
        let workspaces = new_workspaces(threads.max(1));
        let new = |workspace| ThreadMemory { workspace, networks: self.networks.new_memories() };
        self.memories = workspaces.into_iter().map(new).collect();
    }

    /// Sets the networks, and clears the table and the workspaces, which contain evaluations by the old networks. A
    /// game without a network is evaluated by weights made by hand.
    pub fn set_networks(&mut self, networks: Networks) {
        self.memories.iter_mut().for_each(|memory| memory.networks = networks.new_memories());
        self.networks = networks;
        self.clear();
    }

    pub const fn networks(&self) -> &Networks {
        &self.networks
    }

    /// Evaluates a position for the side to move, without a search.
    pub fn evaluate(&mut self, position: &AnyPosition) -> Score {
        let mut networks = self.memories.iter_mut().take(1).flat_map(|memory| &mut memory.networks);
        let evaluated = networks.find_map(|network| network.evaluator().evaluate(position));
        evaluated.unwrap_or_else(|| position.evaluate())
    }

    /// Replaces the workspaces by empty ones, for example after a panic in a search. The table stays:
    /// it is valid with any content. Each search resets the accumulators of its network.
    pub(crate) fn forget(&mut self) {
        let workspaces = new_workspaces(self.memories.len());
        let pairs = self.memories.iter_mut().zip(workspaces);
        pairs.for_each(|(memory, workspace)| memory.workspace = workspace);
    }

    /// Clears the table and the workspaces, for example between two games. A table that [`table`](Self::table) returned
    /// before can then be out of use, because a new table can replace it.
    pub fn clear(&mut self) {
        match Table::new(self.table.len()) {
            Ok(table) => self.table = Arc::new(table),
            Err(_) => self.table.iter().for_each(Cluster::clear),
        }
        self.forget();
    }

    /// The table, which can be read during a search.
    pub fn table(&self) -> Arc<Table> {
        Arc::clone(&self.table)
    }

    /// Searches with an empty table and empty workspaces. With one thread the result depends on the
    /// arguments alone. A search of few positions clears and uses only a part of the table. So a
    /// large table does not slow down a short search.
    pub fn think_afresh(
        &mut self,
        root: &AnyPosition,
        past: &[Past],
        limits: &Limits,
        monitor: &mut dyn Monitor,
    ) -> SearchLine {
        let table = Arc::clone(&self.table);
        // One cluster for each position suffices: a position takes one entry, and a cluster has several.
        let positions = usize::try_from(limits.nodes.min(limits.level.nodes()));
        let table = &table[..positions.unwrap_or(usize::MAX).clamp(1, table.len())];
        table.iter().for_each(Cluster::clear);
        self.forget();
        self.think_on(Root { position: root, past, limits, table }, monitor)
    }

    /// Finds the best move as [`search`](chuhe_core::search()) does. The plies before the root are in `past`. The
    /// reports and the limit `nodes` count the positions of all threads together. The threads vote on the move, unless
    /// the limits ask for a depth or for several variations. In these two cases the first thread decides. The chosen
    /// result is reported last.
    pub fn think(
        &mut self,
        root: &AnyPosition,
        past: &[Past],
        limits: &Limits,
        monitor: &mut dyn Monitor,
    ) -> SearchLine {
        let table = Arc::clone(&self.table);
        self.think_on(Root { position: root, past, limits, table: &table }, monitor)
    }

    fn think_on(&mut self, root: Root<'_>, monitor: &mut dyn Monitor) -> SearchLine {
        let Some((first, helpers)) = self.memories.split_first_mut() else {
            unreachable!("there is always a thread");
        };
        if helpers.is_empty() {
            return first.search(root, monitor);
        }
        let limit = root.limits.nodes.min(root.limits.level.nodes());
        let team = Team { limit, ..Team::default() };
        let mut main = MainMonitor { monitor, team: &team, own: 0, has_reported: false };
        let mut roots = chuhe_core::Position::legal_moves(root.position);
        roots.retain(|mv| main.monitor.admits(*mv));
        let help = |memory: &mut ThreadMemory| {
            let mut helper = HelperMonitor { team: &team, roots: &roots, told: 0 };
            let limits = Limits { nodes: u64::MAX, time: None, multi_pv: 1, ..*root.limits };
            memory.search(Root { limits: &limits, ..root }, &mut helper)
        };
        let results: Vec<SearchLine> = thread::scope(|scope| {
            let help = &help;
            let start = |memory| thread::Builder::new().spawn_scoped(scope, move || help(memory));
            // If the system refuses a thread, the search goes on without it.
            let threads: Vec<_> = helpers.iter_mut().map_while(|it| start(it).ok()).collect();
            let found = catch_unwind(AssertUnwindSafe(|| first.search(root, &mut main)));
            // This must also be done after a panic. Otherwise the helpers would search for ever.
            team.is_done.store(true, Relaxed);
            let all = iter::once(found).chain(threads.into_iter().map(ScopedJoinHandle::join));
            all.map(|found| found.unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        main.choose(results, root.limits)
    }
}

#[derive(Clone, Copy)]
struct Root<'a> {
    position: &'a AnyPosition,
    past: &'a [Past],
    limits: &'a Limits,
    table: &'a [Cluster],
}

struct ThreadMemory {
    workspace: HeapMemory,
    networks: Vec<NetworkMemory>,
}

fn new_workspaces(count: usize) -> Vec<HeapMemory> {
    let first = HeapMemory::new();
    let mut workspaces: Vec<_> = (1..count).map(|_| first.sharing()).collect();
    workspaces.push(first);
    workspaces
}

impl ThreadMemory {
    /// Searches with the network of the game, or with weights made by hand if there is no network.
    fn search(&mut self, root: Root<'_>, monitor: &mut dyn Monitor) -> SearchLine {
        let workspace = &mut self.workspace;
        let mut networks = self.networks.iter_mut();
        let Root { position, past, limits, table } = root;
        let found = networks.find_map(|network| {
            network.evaluator().search(position, past, limits, table, workspace, monitor)
        });
        found.unwrap_or_else(|| position.search(past, limits, table, workspace, monitor))
    }
}

impl fmt::Debug for ThreadMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadMemory").finish_non_exhaustive()
    }
}

#[derive(Debug, Default)]
struct Team {
    is_done: AtomicBool,
    /// The number of positions that the helpers have searched.
    helped: AtomicU64,
    /// The greatest number of positions for all threads together.
    limit: u64,
}

/// The monitor of the main thread. It stops the search when all threads together reach the limit of positions. It also
/// passes each call on to the caller's monitor.
struct MainMonitor<'a> {
    monitor: &'a mut dyn Monitor,
    team: &'a Team,
    own: u64,
    /// True after the first report. Until then the limit of positions does not end the search.
    has_reported: bool,
}

impl MainMonitor<'_> {
    fn all(&self, own: u64) -> u64 {
        own.saturating_add(self.team.helped.load(Relaxed))
    }

    /// Chooses a result, and reports it if it comes from a helper. The first result comes from the main thread.
    fn choose(&mut self, mut results: Vec<SearchLine>, limits: &Limits) -> SearchLine {
        let nodes = self.all(results[0].nodes);
        let has_vote = limits.depth == u8::MAX && limits.multi_pv <= 1;
        let chosen = if has_vote { vote(&results) } else { 0 };
        let millis = self.monitor.millis();
        let found = SearchLine { nodes, millis, ..results.swap_remove(chosen) };
        if chosen > 0 {
            self.monitor.report(&found);
        }
        found
    }
}

impl Monitor for MainMonitor<'_> {
    fn millis(&self) -> u64 {
        self.monitor.millis()
    }

    fn is_stopped(&self) -> bool {
        self.has_reported && self.all(self.own) >= self.team.limit || self.monitor.is_stopped()
    }

    fn admits(&self, mv: Move) -> bool {
        self.monitor.admits(mv)
    }

    fn progress(&mut self, nodes: u64) {
        self.own = nodes;
        let all = self.all(nodes);
        self.monitor.progress(all);
    }

    fn root_move(&mut self, depth: u8, number: u8, mv: Move) {
        self.monitor.root_move(depth, number, mv);
    }

    fn bound(&mut self, line: &SearchLine, bound: Bound) {
        let nodes = self.all(line.nodes);
        self.monitor.bound(&SearchLine { nodes, ..line.clone() }, bound);
    }

    fn report(&mut self, line: &SearchLine) {
        self.has_reported = true;
        let nodes = self.all(line.nodes);
        self.monitor.report(&SearchLine { nodes, ..line.clone() });
    }
}

/// The monitor of a helper. A helper fills the table until the main thread is done. Its result takes part in the vote.
struct HelperMonitor<'a> {
    team: &'a Team,
    roots: &'a [Move],
    told: u64,
}

impl Monitor for HelperMonitor<'_> {
    fn millis(&self) -> u64 {
        0
    }

    fn is_stopped(&self) -> bool {
        self.team.is_done.load(Relaxed) || self.team.helped.load(Relaxed) >= self.team.limit
    }

    fn admits(&self, mv: Move) -> bool {
        self.roots.contains(&mv)
    }

    fn progress(&mut self, nodes: u64) {
        self.team.helped.fetch_add(nodes - self.told, Relaxed);
        self.told = nodes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::tests::random_file;
    use crate::{LineMonitor, NetworkFile, StopToken};
    use chuhe_core::rules::Rules;
    use chuhe_core::{Level, NoMonitor, Position, Score};

    /// A monitor that notes the reports of a search, and stops the search after `most` reports.
    struct Notes {
        reports: Vec<u64>,
        most: usize,
        nodes: u64,
        only: Option<Move>,
    }

    impl Monitor for Notes {
        fn millis(&self) -> u64 {
            7
        }

        fn is_stopped(&self) -> bool {
            self.reports.len() >= self.most
        }

        fn admits(&self, mv: Move) -> bool {
            self.only.is_none_or(|only| mv == only)
        }

        fn progress(&mut self, nodes: u64) {
            assert!(nodes >= self.nodes, "the count never falls");
            self.nodes = nodes;
        }

        fn report(&mut self, report: &SearchLine) {
            self.reports.push(report.nodes);
        }
    }

    #[test]
    fn the_threads_of_a_search_share_what_they_learn() {
        let nodes = |workspace: &mut HeapMemory| {
            let limits = Limits { depth: 8, ..Limits::default() };
            let table = Table::new(1 << 10).unwrap();
            Rules::Xiangqi.start().search(&[], &limits, &table, workspace, &mut NoMonitor).nodes
        };
        let mut workspaces = new_workspaces(2);
        let first = nodes(&mut workspaces[0]);
        assert_ne!(nodes(&mut workspaces[1]), first);
        assert_eq!(nodes(&mut HeapMemory::new()), first);
    }

    #[test]
    fn several_threads_obey_the_monitor() {
        let start = Rules::Xiangqi.start();
        let think = |only| {
            let mut thinker = Thinker::new(1, 3).unwrap();
            let mut notes = Notes { reports: Vec::new(), most: 8, nodes: 0, only };
            let found = thinker.think(&start, &[], &Limits::default(), &mut notes);
            // The search stops after eight reports, and the vote may add one more report.
            assert!((8..=9).contains(&notes.reports.len()), "{:?}", notes.reports);
            assert!(notes.reports.is_sorted(), "{:?}", notes.reports);
            assert!(notes.nodes > 0);
            assert!(found.nodes >= notes.reports[7]);
            found.best().unwrap()
        };
        assert!(start.is_legal(think(None)));
        for mv in start.legal_moves().into_iter().step_by(9) {
            assert_eq!(think(Some(mv)), mv);
        }
    }

    #[test]
    fn a_team_counts_together_and_ends_together() {
        let team = Team { limit: 100, ..Team::default() };
        let roots = Rules::Xiangqi.start().legal_moves();
        let mut helper = HelperMonitor { team: &team, roots: &roots[1..], told: 0 };
        helper.progress(20);
        helper.progress(50);
        assert_eq!(team.helped.load(Relaxed), 50);
        assert!(helper.admits(roots[1]) && !helper.admits(roots[0]));
        assert!(!helper.is_stopped());

        let mut notes = Notes { reports: Vec::new(), most: 2, nodes: 0, only: Some(roots[0]) };
        let monitor = &mut notes;
        let mut main = MainMonitor { monitor, team: &team, own: 0, has_reported: true };
        main.progress(49);
        assert!(main.admits(roots[0]) && !main.admits(roots[1]));
        assert!(!main.is_stopped());
        main.progress(50);
        assert!(main.is_stopped(), "together they have reached the limit");
        assert_eq!(main.millis(), 7);
        main.report(&SearchLine { depth: 1, nodes: 9, ..SearchLine::default() });
        assert_eq!((notes.nodes, notes.reports), (100, vec![59]));

        helper.progress(100);
        assert!(helper.is_stopped(), "the helpers alone have reached it");
        let team = Team { is_done: true.into(), limit: 100, ..Team::default() };
        assert!(HelperMonitor { team: &team, roots: &roots, told: 0 }.is_stopped());
    }

    #[test]
    fn the_result_that_wins_the_vote_is_reported_last() {
        let moves = Rules::Xiangqi.start().legal_moves();
        let result = |mv: usize, score| {
            let (score, pv) = (Score::new(score), [moves[mv]].into_iter().collect());
            SearchLine { score, depth: 9, nodes: 40, pv, ..SearchLine::default() }
        };
        let team = Team { helped: 60.into(), ..Team::default() };
        for (score, limits, expected) in [
            (8, Limits::default(), 1),
            (2, Limits::default(), 0),
            (8, Limits { depth: 9, ..Limits::default() }, 0),
            (8, Limits { multi_pv: 2, ..Limits::default() }, 0),
        ] {
            let mut notes = Notes { reports: Vec::new(), most: 2, nodes: 0, only: None };
            let monitor = &mut notes;
            let mut main = MainMonitor { monitor, team: &team, own: 40, has_reported: true };
            let found = main.choose(vec![result(0, 5), result(1, score)], &limits);
            assert_eq!((found.best(), found.nodes), (Some(moves[expected]), 100));
            assert_eq!(notes.reports, vec![100; expected], "{score} {limits:?}");
        }
    }

    #[test]
    fn a_table_has_the_size_asked_for_and_stays_if_there_is_no_room_for_another() {
        for (asked, mebibytes) in [(0, 1), (1, 1), (3, 3)] {
            let mut thinker = Thinker::new(asked, 1).unwrap();
            let table = thinker.table();
            assert!(thinker.set_hash(usize::MAX >> 20).is_err());
            assert!(Arc::ptr_eq(&table, &thinker.table()));
            assert_eq!(size_of_val(&table[..]), mebibytes << 20, "{asked}");
        }
    }

    /// A page of a table takes memory only after it is first touched.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_large_table_takes_no_memory_before_it_is_used() {
        let resident = || {
            let text = std::fs::read_to_string("/proc/self/statm").unwrap();
            text.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4 / 1024
        };
        let before = resident();
        let mut thinker = Thinker::new(4096, 1).unwrap();
        thinker.clear();
        let limits = Limits { nodes: 100, ..Limits::default() };
        thinker.think(&Rules::Xiangqi.start(), &[], &limits, &mut NoMonitor);
        let taken = resident() - before;
        assert!(taken < 1024, "{taken} MiB");
    }

    #[test]
    fn a_thinker_remembers_until_it_is_cleared() {
        let start = Rules::Xiangqi.start();
        let limits = Limits { depth: 6, ..Limits::default() };
        let mut thinker = Thinker::new(1, 1).unwrap();
        let mut think = |is_cleared| {
            if is_cleared {
                thinker.clear();
            }
            thinker.think(&start, &[], &limits, &mut NoMonitor).nodes
        };
        let first = think(false);
        assert!(think(false) < first);
        assert_eq!(think(true), first);
        let afresh = |thinker: &mut Thinker| {
            thinker.think_afresh(&start, &[], &limits, &mut NoMonitor).nodes
        };
        assert_eq!([afresh(&mut thinker), afresh(&mut thinker)], [first; 2]);
    }

    #[test]
    fn a_panic_of_the_first_thread_ends_all() {
        let report = |line: &SearchLine| assert_eq!(line.depth, 0, "a panic of the test");
        let mut monitor = LineMonitor { clock: || 0, token: StopToken::default(), report };
        let mut thinker = Thinker::new(1, 3).unwrap();
        let start = Rules::Xiangqi.start();
        let think = || thinker.think(&start, &[], &Limits::default(), &mut monitor);
        assert!(crate::panics::catch(think).is_none());
    }

    fn networks(rules: Rules, seed: u64) -> Networks {
        let network = NetworkFile::from_bytes(&random_file(rules, 16, seed)).unwrap();
        [network].into_iter().collect()
    }

    #[test]
    fn threads_keep_the_limits_and_one_repeats_its_search() {
        let (xiangqi, zhonggong) = (Rules::Xiangqi, Rules::Zhonggong);
        let by_nodes = Limits { nodes: 20_000, ..Limits::default() };
        // Level 6 searches 18,000 positions.
        let by_level = Limits { level: Level::new(6).unwrap(), ..Limits::default() };
        // With more threads than the machine has cores, the first thread may have to wait long.
        for (rules, threads) in
            [(xiangqi, 1), (xiangqi, 3), (zhonggong, 1), (zhonggong, 3), (xiangqi, 48)]
        {
            let start = rules.start();
            for (by_network, limits) in [(false, by_nodes), (true, by_nodes), (false, by_level)] {
                let networks = || if by_network { networks(rules, 5) } else { Networks::default() };
                let mut thinker = Thinker::new(1, threads).unwrap();
                thinker.set_networks(networks());
                let found = thinker.think(&start, &[], &limits, &mut NoMonitor);
                assert!(found.best().is_some_and(|mv| start.is_legal(mv)));
                // A thread reports its count only now and then, so the sum can exceed the limit.
                assert!((10_000..40_000).contains(&found.nodes), "{threads}: {}", found.nodes);
                if threads == 1 {
                    // A call of `set_networks` clears the table and the workspaces.
                    thinker.set_networks(networks());
                    assert_eq!(thinker.think(&start, &[], &limits, &mut NoMonitor), found);
                    let afresh = thinker.think_afresh(&start, &[], &limits, &mut NoMonitor);
                    assert_eq!(afresh, found);
                }
            }
        }
    }

    #[test]
    fn a_network_evaluates_its_game_alone() {
        let limits = Limits { depth: 5, ..Limits::default() };
        let think = |thinker: &mut Thinker, rules: Rules| {
            thinker.clear();
            let start = rules.start();
            let found = thinker.think(&start, &[], &limits, &mut NoMonitor);
            (thinker.evaluate(&start), found)
        };
        let mut thinker = Thinker::new(1, 1).unwrap();
        let hashes = |networks: &Networks| {
            let hash = |rules: &Rules| networks.get(*rules).map(NetworkFile::hash);
            Rules::ALL.iter().map(hash).collect::<Vec<_>>()
        };
        assert_eq!(hashes(thinker.networks()), hashes(&Networks::built_in()));
        thinker.set_networks(Networks::default());
        let games = [Rules::Xiangqi, Rules::Zhonggong, Rules::Chess];
        let without = games.map(|rules| think(&mut thinker, rules));
        assert_eq!(without[0].0, games[0].start().evaluate());
        thinker.set_networks(networks(Rules::Xiangqi, 5));
        let with = games.map(|rules| think(&mut thinker, rules));
        assert_ne!(with[0].0, without[0].0);
        assert_ne!(with[0].1.nodes, without[0].1.nodes);
        assert_eq!(with[1..], without[1..]);
        // New threads use the networks of the thinker.
        thinker.set_threads(1);
        assert_eq!(think(&mut thinker, games[0]), with[0]);
        thinker.set_networks(Networks::default());
        assert_eq!(hashes(thinker.networks()), vec![None; Rules::ALL.len()]);
        assert_eq!(think(&mut thinker, games[0]), without[0]);
    }
}
