//! Reads and writes files of self-play games with the score of each move. A move takes a little more than four bytes.
//!
//! The first line of a file describes how its games were made. Each game has these fields, in little-endian order:
//!
//! - `u16`: the number of moves before the first search
//! - `u16`: the number of moves that were searched
//! - `u8`: Red's half points
//! - for every eight moves that were searched, `u8`: a bit for each of them, set if its search was a full one
//! - for each move before the first search, `u16`: the move
//! - for each move that was searched, `u16` and `i16`: the move and its score for the side to move
//! - `u16`: the number of branches: positions outside the game, from the trees of its searches
//! - for each branch, `u16`: the number of searched moves of the game before the branch begins
//! - in the same branch, `u16` and `i16`: the number of the branch's own moves, and its score
//! - in the same branch, for each of its own moves, `u16`: the move

use crate::file_fault::{is_torn, lock, of};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, Position, Score, Side};
use chuhe_host::NetworkFile;
use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

const MAGIC: &str = "chuhe-tune games 3";

const HEAD: usize = 5;

/// Positions with at least this score for either side are left out of the samples.
const DECIDED: i16 = 1500;

// The settings of self-play, as in the header of a file. This is no doc comment, because clap would show it as help.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct SelfPlaySettings {
    /// The game: xiangqi, zhonggong or chess.
    #[arg(long = "variant", value_name = "RULES", default_value = "xiangqi")]
    pub(crate) rules: Rules,
    /// The limit of nodes of a full search.
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    pub(crate) nodes: u64,
    /// Search one move of N in full, chosen at random, and the others quickly.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: u64,
    /// The limit of nodes of a quick search.
    #[arg(long, value_name = "N", default_value_t = 250)]
    pub(crate) quick_nodes: u64,
    /// The number of random plies that follow the start of a game; up to three more are added.
    #[arg(long, value_name = "PLIES", default_value_t = 6)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=100))]
    pub(crate) random: u64,
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameRecord {
    /// The moves before the first search: the beginning of a known game, if any, then random moves.
    pub(crate) opening: Vec<Move>,
    pub(crate) plies: Vec<Ply>,
    pub(crate) branches: Vec<Branch>,
    /// Red's half points: 0 for a loss, 1 for a draw, 2 for a win.
    pub(crate) points: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ply {
    pub(crate) mv: Move,
    /// The score for the side to move.
    pub(crate) score: Score,
    /// True after a full search, false after a quick one.
    pub(crate) is_full: bool,
}

/// A quiet position outside the game: some moves of a search's best line, then a random move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Branch {
    /// The number of searched moves of the game before the branch.
    pub(crate) ply: u16,
    pub(crate) moves: Vec<Move>,
    /// The score for the side to move.
    pub(crate) score: Score,
}

/// A quiet position, the score of a search, and the result of its game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample {
    pub(crate) position: AnyPosition,
    /// The score for Red in centipawns.
    pub(crate) score: i16,
    /// Red's half points.
    pub(crate) points: u8,
    pub(crate) search: Search,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Search {
    Full,
    Quick,
    /// A quick search of a position outside the game, about which the result of the game says nothing.
    Branch,
}

/// Returns the first line of a file, which describes how the games of the file were made.
pub(crate) fn header(
    settings: SelfPlaySettings,
    network: Option<&NetworkFile>,
    starts: Option<&impl fmt::Display>,
    again: Option<&[GameRecord]>,
) -> String {
    let SelfPlaySettings { rules, nodes, every, quick_nodes, random, seed } = settings;
    let version = chuhe_host::VERSION;
    let network = network.map(|network| format!("network={:016x} ", network.hash()));
    let network = network.unwrap_or_default();
    let starts = starts.map(|starts| format!("starts={starts} ")).unwrap_or_default();
    let plies = |games: &[GameRecord]| games.iter().map(|game| game.plies.len()).sum::<usize>();
    let again = again.map(|games| format!("again={}/{} ", games.len(), plies(games)));
    let again = again.unwrap_or_default();
    format!(
        "{MAGIC} variant={rules} nodes={nodes} every={every} quick-nodes={quick_nodes} \
         random={random} seed={seed} {network}{starts}{again}version={version}"
    )
}

fn read_header(file: &mut impl BufRead) -> Result<String, Box<dyn Error>> {
    let mut line = Vec::new();
    file.take(1024).read_until(b'\n', &mut line)?;
    let line = String::from_utf8(line).unwrap_or_default();
    match line.strip_suffix('\n') {
        Some(line) if line.starts_with(MAGIC) => Ok(line.to_owned()),
        _ => Err("the file has no games of chuhe-tune".into()),
    }
}

impl GameRecord {
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let len = |moves: usize| u16::try_from(moves).map_err(io::Error::other);
        out.write_all(&len(self.opening.len())?.to_le_bytes())?;
        out.write_all(&len(self.plies.len())?.to_le_bytes())?;
        out.write_all(&[self.points])?;
        for plies in self.plies.chunks(8) {
            let bits = plies.iter().rev().fold(0, |bits, ply| bits << 1 | u8::from(ply.is_full));
            out.write_all(&[bits])?;
        }
        for mv in &self.opening {
            out.write_all(&mv.to_bits().to_le_bytes())?;
        }
        for Ply { mv, score, .. } in &self.plies {
            out.write_all(&mv.to_bits().to_le_bytes())?;
            out.write_all(&score.get().to_le_bytes())?;
        }
        out.write_all(&len(self.branches.len())?.to_le_bytes())?;
        for Branch { ply, moves, score } in &self.branches {
            let moves = moves.iter().map(|mv| mv.to_bits());
            let head = [*ply, len(moves.len())?, score.get() as u16];
            for number in head.into_iter().chain(moves) {
                out.write_all(&number.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// Reads the next game; `None` at the end of the file. If the file ends within the game, the error is
    /// [`ErrorKind::UnexpectedEof`].
    fn read(file: &mut impl Read) -> io::Result<Option<Self>> {
        let mut head = Vec::with_capacity(HEAD);
        file.take(HEAD as u64).read_to_end(&mut head)?;
        if head.is_empty() {
            return Ok(None);
        }
        let &[random, more, searched, most, points] = head.as_slice() else {
            return Err(ErrorKind::UnexpectedEof.into());
        };
        let [random, searched] = [[random, more], [searched, most]].map(u16::from_le_bytes);
        let mut full = vec![0_u8; usize::from(searched).div_ceil(8)];
        file.read_exact(&mut full)?;
        let mut moves = vec![0; 2 * usize::from(random) + 4 * usize::from(searched)];
        file.read_exact(&mut moves)?;
        let (opening, plies) = moves.split_at(2 * usize::from(random));
        let mv = |bytes| Move::from_bits(u16::from_le_bytes(bytes));
        let opening: Option<Vec<_>> = opening.as_chunks().0.iter().copied().map(mv).collect();
        let ply = |(index, &[low, high, score, more]): (usize, &[u8; 4])| {
            let score = Score::new(i16::from_le_bytes([score, more]));
            let is_full = full[index / 8] >> (index % 8) & 1 == 1;
            Some(Ply { mv: mv([low, high])?, score, is_full })
        };
        let plies: Option<Vec<_>> = plies.as_chunks().0.iter().enumerate().map(ply).collect();
        // A power cut can leave zeros, which would be read as a game without moves. So a head of zeros is an error.
        match (opening, plies, read_branches(file)?) {
            (Some(opening), Some(plies), Some(branches)) if points <= 2 && head != [0; HEAD] => {
                Ok(Some(Self { opening, plies, branches, points }))
            }
            _ => Err(ErrorKind::InvalidData.into()),
        }
    }

    /// Returns the quiet positions with their scores; `None` if a move is not legal.
    fn samples(&self, rules: Rules) -> Option<Vec<Sample>> {
        let mut position = after(rules.start(), &self.opening)?;
        let mut samples = Vec::with_capacity(self.plies.len());
        let mut add = |position: AnyPosition, score: Score, search| {
            if score.get().abs() < DECIDED {
                let score = if position.side() == Side::Red { score.get() } else { -score.get() };
                samples.push(Sample { position, score, points: self.points, search });
            }
        };
        for (number, &Ply { mv, score, is_full }) in (0..).zip(&self.plies) {
            for branch in self.branches.iter().filter(|branch| branch.ply == number) {
                add(after(position.clone(), &branch.moves)?, branch.score, Search::Branch);
            }
            let next = after(position.clone(), &[mv])?;
            if is_quiet(&position, mv) {
                add(position, score, if is_full { Search::Full } else { Search::Quick });
            }
            position = next;
        }
        Some(samples)
    }
}

/// Reads the branches of a game; `None` if a number encodes no move.
fn read_branches(file: &mut impl Read) -> io::Result<Option<Vec<Branch>>> {
    let mut number = || {
        let mut bytes = [0; 2];
        file.read_exact(&mut bytes).map(|()| u16::from_le_bytes(bytes))
    };
    let count = number()?;
    let branches = (0..count).map(|_| {
        let (ply, moves, score) = (number()?, number()?, Score::new(number()? as i16));
        let moves = (0..moves).map(|_| number().map(Move::from_bits));
        let moves = moves.collect::<io::Result<Option<Vec<Move>>>>()?;
        Ok(moves.map(|moves| Branch { ply, moves, score }))
    });
    branches.collect()
}

/// Returns true if the side to move is not in check, and its best move captures nothing.
pub(crate) fn is_quiet(position: &AnyPosition, best: Move) -> bool {
    position.captured(best).is_none() && !position.in_check()
}

/// Plays moves; `None` if one of them is not legal.
fn after(position: AnyPosition, moves: &[Move]) -> Option<AnyPosition> {
    moves
        .iter()
        .try_fold(position, |position, &mv| position.is_legal(mv).then(|| position.play(mv)))
}

/// Opens or creates a file of games, and counts its games. A game that was cut off is removed. The game before it is
/// removed as well, because zeros that a power cut left can begin within it.
pub(crate) fn append(path: &Path, header: &str) -> Result<(BufWriter<File>, u64), Box<dyn Error>> {
    let options = File::options().create(true).truncate(false).read(true).write(true).clone();
    let mut file = options.open(path).map_err(|fault| of(path, fault))?;
    lock(&file, path)?;
    let line = format!("{header}\n");
    let mut begun = Vec::new();
    (&file).take(line.len() as u64 + 1).read_to_end(&mut begun)?;
    if is_torn(&begun, &line) {
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(line.as_bytes()).map_err(|fault| of(path, fault))?;
    }
    file.rewind()?;
    let mut reader = BufReader::new(&file);
    let found = read_header(&mut reader).map_err(|fault| of(path, fault))?;
    if found != header {
        return Err(of(path, format!("its games were made otherwise: {found}")).into());
    }
    // The byte offsets at which the last two games end.
    let (mut games, mut ends) = (0_u64, [reader.stream_position()?; 2]);
    loop {
        match GameRecord::read(&mut reader) {
            Ok(Some(_)) => (games, ends) = (games + 1, [ends[1], reader.stream_position()?]),
            Ok(None) => break,
            Err(fault) => {
                let mut rest = reader.by_ref().bytes();
                if fault.kind() != ErrorKind::UnexpectedEof && !rest.all(|it| matches!(it, Ok(0))) {
                    return Err(of(path, broken(ends[1], &fault)).into());
                }
                (games, ends[1]) = (games.saturating_sub(1), ends[0]);
                break;
            }
        }
    }
    file.set_len(ends[1])?;
    file.seek(SeekFrom::Start(ends[1]))?;
    Ok((BufWriter::new(file), games))
}

fn broken(place: u64, fault: &dyn fmt::Display) -> String {
    format!("the game at byte {place} is broken: {fault}")
}

/// Reads the samples of a file: the quiet positions of its games. An error names the first byte of the broken game.
pub(crate) fn samples(
    path: &Path,
    rules: Rules,
) -> Result<impl Iterator<Item = Result<Sample, String>> + Send + use<>, String> {
    Ok(games(path, rules)?.flat_map(|game| match game {
        Ok((_, samples)) => samples.into_iter().map(Ok).collect(),
        Err(fault) => vec![Err(fault)],
    }))
}

/// Reads the games of a file, each with its samples. An error names the first byte of the broken game.
pub(crate) fn games(
    path: &Path,
    rules: Rules,
) -> Result<impl Iterator<Item = Result<(GameRecord, Vec<Sample>), String>> + Send + use<>, String>
{
    let mut file = BufReader::new(File::open(path).map_err(|fault| of(path, fault))?);
    let header = read_header(&mut file).map_err(|fault| of(path, fault))?;
    if !header.contains(&format!(" variant={rules} ")) {
        return Err(of(path, format!("its games are of other rules: {header}")));
    }
    let name = path.to_path_buf();
    let mut ended = false;
    Ok(std::iter::from_fn(move || {
        if ended {
            return None;
        }
        let place = file.stream_position().unwrap_or_default();
        let game = GameRecord::read(&mut file).and_then(|game| {
            let Some(game) = game else { return Ok(None) };
            let samples = game.samples(rules).ok_or(ErrorKind::InvalidData)?;
            Ok(Some((game, samples)))
        });
        ended = game.is_err();
        game.map_err(|fault| of(&name, broken(place, &fault))).transpose()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let moves = Rules::Xiangqi.start().legal_moves();
        let mv = |index| *moves.get(index).unwrap();
        for length in [0, 1, 8, 9, 20] {
            let ply = |index| Ply {
                mv: mv(index),
                score: Score::new(7 - 3 * index as i16),
                is_full: index % 3 == 1,
            };
            let plies = (0..length).map(ply).collect();
            let branch = |ply| Branch {
                ply,
                moves: (0..usize::from(ply)).map(mv).collect(),
                score: Score::new(-1 - ply as i16),
            };
            let branches = (0..length as u16 / 4).map(branch).collect();
            let game = GameRecord { opening: vec![mv(5), mv(6)], plies, branches, points: 2 };
            let mut bytes = Vec::new();
            game.write(&mut bytes).unwrap();
            let mut rest = bytes.as_slice();
            assert_eq!(GameRecord::read(&mut rest).unwrap(), Some(game));
            assert_eq!(GameRecord::read(&mut rest).unwrap(), None);
        }
    }
}
