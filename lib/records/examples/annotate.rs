//! Reads the first game of a file in any format, and prints it as PGN. A move that loses at least 100 centipawns gets
//! a question mark and a comment with the better move. The command is `annotate game.xqf`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "it is a program")]

use chuhe_core::notation::{Style, write};
use chuhe_core::{Limits, NoMonitor};
use chuhe_host::Thinker;
use chuhe_records::{GameTree, NodeId, read};
use std::error::Error;

/// The number of nodes of each search.
const NODES: u64 = 100_000;

/// The least loss of a bad move, in centipawns.
const LOSS: i16 = 100;

fn annotate(game: &mut GameTree, nodes: u64) -> Result<(), Box<dyn Error>> {
    let mut thinker = Thinker::new(16, 1)?;
    let mut think = |at: NodeId, game: &GameTree| {
        let (limits, game) = (Limits { nodes, ..Limits::default() }, game.game_to(at));
        thinker.think(game.position(), game.past(), &limits, &mut NoMonitor)
    };
    let mut before = think(NodeId::ROOT, game);
    let mut at = NodeId::ROOT;
    for id in game.main_line().collect::<Vec<_>>() {
        let after = think(id, game);
        // Each score is for the side to move. The sides alternate, so the sum of the two scores is the loss.
        let lost = before.score.get().saturating_add(after.score.get());
        if let Some(best) = before.best().filter(|_| lost >= LOSS) {
            let better = write(Style::San, &game.position(at), best).to_string();
            let node = game.node_mut(id);
            node.nags.retain(|&nag| nag != 2);
            node.nags.push(2);
            node.comment = format!("{better} {}", node.comment).trim_end().to_owned();
        }
        (before, at) = (after, id);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("annotate FILE")?;
    let mut game = read(&std::fs::read(path)?)?;
    annotate(&mut game, NODES)?;
    println!("{}", game.to_pgn(Style::San));
    Ok(())
}

#[test]
fn a_chariot_that_is_not_taken_is_told() {
    for (mv, is_bad) in [("R9+5", false), ("R9=8", true)] {
        let start = "3k5/9/9/9/r8/9/9/9/9/R4K3 w - - 0 1";
        let text = format!("[Game \"Chinese Chess\"]\n[FEN \"{start}\"]\n\n1. {mv} {{Bold.}} *\n");
        let mut game = read(text.as_bytes()).unwrap();
        annotate(&mut game, 5000).unwrap();
        let node = game.node(game.last());
        assert_eq!((node.nags == [2], node.comment == "R9+5 Bold."), (is_bad, is_bad), "{mv}");
    }
}
