//! Reads networks from files, and uses them for evaluation and search.

use crate::user_files::read_bounded;
use chuhe_core::nnue::{self, AnyAccumulators, AnyEvaluator, NetworkError, NetworkHeader};
use chuhe_core::rules::Rules;
use parking_lot::Mutex;
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// The greatest size of a network file, in bytes.
pub const MAX_NETWORK: usize = 2 << 20;

/// A network from a checked file. Clones share the bytes of the file.
#[derive(Clone)]
pub struct NetworkFile {
    bytes: Arc<[u8]>,
    header: NetworkHeader,
}

const FILES: &[&[u8]] = &[
    #[cfg(feature = "network")]
    include_bytes!("../networks/xiangqi.nn"),
    #[cfg(feature = "network")]
    include_bytes!("../networks/zhonggong.nn"),
    #[cfg(feature = "network")]
    include_bytes!("../networks/chess.nn"),
];

static BUILT_IN: LazyLock<Networks> = LazyLock::new(|| {
    let read = |bytes: &&[u8]| NetworkFile::from_bytes(bytes);
    FILES.iter().map(|bytes| read(bytes).expect("the files of the repository are whole")).collect()
});

#[derive(Debug, thiserror::Error)]
#[error("no network from {}: {fault}", path.display())]
pub struct NetworkFileError {
    path: PathBuf,
    fault: Box<dyn Error + Send + Sync>,
}

impl NetworkFile {
    pub fn read(path: &Path) -> Result<Self, NetworkFileError> {
        let read = || -> Result<Self, Box<dyn Error + Send + Sync>> {
            let bytes = read_bounded(path, MAX_NETWORK)?;
            if bytes.len() > MAX_NETWORK {
                return Err("the file is larger than 2 MiB".into());
            }
            Ok(Self::from_bytes(&bytes)?)
        };
        read().map_err(|fault| NetworkFileError { path: path.to_owned(), fault })
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let header = nnue::check(bytes)?;
        Ok(Self { bytes: bytes.into(), header })
    }

    pub const fn rules(&self) -> Rules {
        self.header.rules
    }

    /// A hash of the weights. Callers use it to tell networks apart.
    pub fn hash(&self) -> u64 {
        NetworkHeader::hash(&self.bytes)
    }
}

/// Networks, at most one for each kind of game.
#[derive(Clone, Debug, Default)]
pub struct Networks(Vec<NetworkFile>);

impl Networks {
    /// Returns the networks of this build; none without the feature `network`.
    pub fn built_in() -> Self {
        BUILT_IN.clone()
    }

    pub fn get(&self, rules: Rules) -> Option<&NetworkFile> {
        self.0.iter().find(|network| network.rules() == rules)
    }

    /// Adds a network. If there is already a network of the same game, replaces it.
    pub fn insert(&mut self, network: NetworkFile) {
        self.0.retain(|other| other.rules() != network.rules());
        self.0.push(network);
    }

    pub(crate) fn new_memories(&self) -> Vec<NetworkMemory> {
        self.0.iter().map(NetworkMemory::new).collect()
    }
}

impl FromIterator<NetworkFile> for Networks {
    fn from_iter<I: IntoIterator<Item = NetworkFile>>(networks: I) -> Self {
        let mut all = Self::default();
        networks.into_iter().for_each(|network| all.insert(network));
        all
    }
}

impl fmt::Debug for NetworkFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.header.fmt(f)
    }
}

/// The memory that one thread needs for evaluations by a network.
pub(crate) struct NetworkMemory {
    file: NetworkFile,
    /// The `Mutex` makes the type `Sync`. The code calls only `get_mut`, which takes no lock.
    accumulators: Mutex<AnyAccumulators>,
}

impl NetworkMemory {
    fn new(file: &NetworkFile) -> Self {
        let accumulators = AnyAccumulators::new(file.header.neurons);
        let accumulators = accumulators.expect("a checked network has a known number of neurons");
        Self { file: file.clone(), accumulators: Mutex::new(accumulators) }
    }

    pub(crate) fn evaluator(&mut self) -> AnyEvaluator<'_> {
        let Self { file, accumulators } = self;
        let evaluator = accumulators.get_mut().evaluator(&file.bytes, file.header);
        evaluator.expect("the accumulators are for this network")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::thinker::Thinker;
    use chuhe_core::nnue::features;
    use chuhe_core::{Limits, NoMonitor, SplitMix64};
    use std::fs;

    pub(crate) fn random_file(rules: Rules, neurons: usize, seed: u64) -> Vec<u8> {
        let features = features(rules).unwrap();
        let header = NetworkHeader { rules, neurons, features, scale: 400 };
        let mut random = SplitMix64::new(seed);
        let mut number = |most: i64| random.below(2 * most as u64 + 1) as i64 - most;
        let mut numbers = Vec::new();
        numbers.extend((0..neurons).flat_map(|_| (number(100) as i16).to_le_bytes()));
        numbers.extend((0..features * neurons).map(|_| number(24) as u8));
        numbers.extend((0..8 * 2 * neurons).flat_map(|_| (number(256) as i16).to_le_bytes()));
        numbers.extend((0..8).flat_map(|_| (number(100_000) as i32).to_le_bytes()));
        [&header.write(&numbers)[..], &numbers].concat()
    }

    #[test]
    fn each_number_of_neurons_has_code() {
        for neurons in [16, 32, 64, 128, 256, 512] {
            let network =
                NetworkFile::from_bytes(&random_file(Rules::Xiangqi, neurons, 1)).unwrap();
            assert_eq!(network.rules(), Rules::Xiangqi);
            let mut thinker = Thinker::new(1, 1).unwrap();
            thinker.set_networks([network].into_iter().collect());
            let limits = Limits { depth: 3, ..Limits::default() };
            let found = thinker.think(&Rules::Xiangqi.start(), &[], &limits, &mut NoMonitor);
            assert_eq!(found.depth, 3, "{neurons}");
        }
    }

    #[cfg(feature = "network")]
    #[test]
    fn the_networks_of_this_build_are_whole() {
        let networks = Networks::built_in();
        for &rules in Rules::ALL {
            assert_eq!(networks.get(rules).map(NetworkFile::rules), Some(rules));
        }
    }

    #[test]
    fn a_network_replaces_that_of_its_game() {
        let network = |rules, seed| NetworkFile::from_bytes(&random_file(rules, 16, seed)).unwrap();
        let (old, new) = (network(Rules::Xiangqi, 1), network(Rules::Xiangqi, 2));
        let other = network(Rules::Zhonggong, 3);
        let mut networks: Networks = [old, other.clone()].into_iter().collect();
        networks.insert(new.clone());
        let hash = |rules| networks.get(rules).map(NetworkFile::hash);
        assert_eq!(hash(Rules::Xiangqi), Some(new.hash()));
        assert_eq!(hash(Rules::Zhonggong), Some(other.hash()));
    }

    #[test]
    fn a_file_that_is_no_network_is_refused_with_its_path_and_fault() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.nn");
        let good = random_file(Rules::Xiangqi, 16, 1);
        let fault_of = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            let text = NetworkFile::read(&path).unwrap_err().to_string();
            let start = format!("no network from {}: ", path.display());
            text.strip_prefix(&start).unwrap_or_else(|| panic!("{text}")).to_owned()
        };
        let changed = |at: usize, to: u8| {
            let mut bytes = good.clone();
            bytes[at] = to;
            bytes
        };
        let length = good.len();
        for cut in [24, 25, length - 1] {
            let expected = format!("the file has {cut} bytes instead of {length}");
            assert_eq!(fault_of(&good[..cut]), expected);
        }
        for cut in [0, 7, 23] {
            assert_eq!(fault_of(&good[..cut]), "this is not a network of Chuhe");
        }
        for at in (0..8).chain([16, 23, 24, length / 2, length - 1]) {
            let fault = fault_of(&changed(at, good[at] ^ 1));
            assert!(fault.contains("not a network") || fault.contains("damaged"), "{at}: {fault}");
        }
        assert!(fault_of(&changed(8, 2)).contains("version 2"));
        assert_eq!(fault_of(&changed(9, 9)), "the game with number 9 has no networks");
        // Byte 9 is the number of the game. Xiangqi and game 1 have different numbers of features.
        let other = fault_of(&changed(9, 1));
        let count = features(Rules::Xiangqi).unwrap();
        assert_eq!(other, format!("the game does not have {count} features"));
        assert!(fault_of(&changed(10, 17)).contains(" bytes instead of "));
        // This header describes the largest possible file.
        let mut most = good.clone();
        most[10..14].fill(0xff);
        assert!(fault_of(&most).contains(" bytes instead of "));
        for neurons in [1, 8, 1024] {
            let expected = format!("this program has no code for {neurons} neurons");
            assert_eq!(fault_of(&random_file(Rules::Xiangqi, neurons, 1)), expected);
        }
        assert_eq!(fault_of(&vec![0; MAX_NETWORK + 1]), "the file is larger than 2 MiB");
        fs::write(&path, &good).unwrap();
        assert!(NetworkFile::read(&path).is_ok());
        fs::remove_file(&path).unwrap();
        for unreadable in [&path, folder.path()] {
            let error = NetworkFile::read(unreadable).unwrap_err();
            assert!(error.fault.is::<std::io::Error>(), "{error}");
            assert!(error.to_string().contains(&*unreadable.to_string_lossy()));
        }
        // The program stops reading a device that has no end.
        if cfg!(target_os = "linux") {
            let error = NetworkFile::read("/dev/zero".as_ref()).unwrap_err();
            assert_eq!(error.fault.to_string(), "the file is larger than 2 MiB");
        }
    }
}
