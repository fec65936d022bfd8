//! Changes random trees, writes them, reads them again, and compares them.

use crate::dump;
use chuhe_core::{EndReason, Ending, Position, Side, notation::Style, rules::Rules};
use chuhe_records::{Evaluation, GameTree, NodeId, RecordFault, pgn, read, read_all, xqf};
use proptest::prelude::*;
use std::time::Duration;

/// A step that adds a move to a tree. Two numbers choose the node and the move after it. The flags choose the
/// annotations. The text is the comment.
type Step = (u16, u16, u8, String);

fn step() -> impl Strategy<Value = Step> {
    let word = "[a-zäØ炮()\\[%;$!.0-9-]{1,12}";
    let comment = prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "));
    // Most moves follow the move that was added last, so that variations grow long.
    let parent = prop_oneof![4 => Just(0_u16), 1 => any::<u16>()];
    (parent, any::<u16>(), any::<u8>(), comment)
}

fn tree(rules: Rules, steps: &[Step]) -> GameTree {
    let mut tree = GameTree::new(rules.start());
    let mut ids = vec![NodeId::ROOT];
    for (parent, choice, flags, comment) in steps {
        let parent = ids[ids.len() - 1 - *parent as usize % ids.len()];
        let moves = tree.position(parent).legal_moves();
        if moves.is_empty() {
            continue;
        }
        let id = tree.add_move(parent, moves[*choice as usize % moves.len()]).expect("legal");
        ids.push(id);
        let begins_variation = tree.node(parent).children()[0] != id;
        let node = tree.node_mut(id);
        if begins_variation && flags & 128 != 0 {
            node.comment_before.clone_from(comment);
        }
        node.comment.clone_from(comment);
        node.nags = (1..=flags % 3).collect();
        node.clock = (flags & 4 != 0).then(|| Duration::from_millis(u64::from(*choice) * 10));
        node.elapsed = (flags & 8 != 0).then(|| Duration::from_secs(u64::from(*flags)));
        node.evaluation = match flags & 48 {
            16 => Some(Evaluation::Centipawns(i32::from(*choice) - 30_000)),
            32 => Some(Evaluation::Mate(i32::from(*flags) - 128)),
            _ => None,
        };
        if flags & 64 != 0 {
            tree.node_mut(NodeId::ROOT).comment = comment.clone();
        }
    }
    tree
}

fn ends() -> impl Strategy<Value = Option<Ending>> {
    prop::sample::select(vec![
        None,
        Some(Ending::win(Side::Red, EndReason::Resignation)),
        Some(Ending::win(Side::Black, EndReason::Time)),
        Some(Ending::draw(EndReason::Agreement)),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_tree_comes_back_as_it_was_written(
        rules in prop::sample::select(Rules::PLAYABLE),
        style in prop::sample::select(Style::ALL.to_vec()),
        steps in prop::collection::vec(step(), 0..60),
        end in ends(),
        first_number in 1..=9999_u16,
        tags in prop::collection::vec(("X[a-z]{1,8}", "[^\r\n]{0,12}"), 0..4),
    ) {
        let mut tree = tree(rules, &steps);
        tree.set_ending(end);
        tree.first_number = first_number;
        tags.iter().for_each(|(name, value)| tree.set_tag(name, value.as_str()));
        let text = tree.to_pgn(style).to_string();
        let mut again = pgn::read(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(again.to_pgn(style).to_string(), &text[..]);
        // A PGN file of chess has the tags in another order than the tree.
        tree.tags.sort();
        again.tags.sort();
        prop_assert_eq!(dump::game(&again), dump::game(&tree), "{}", text);
        if rules == Rules::Chess {
            prop_assert!(text.lines().all(|line| line.chars().count() < 80), "{}", text);
        }
        // Files can be joined. This test joins three, of which the second has no line break at its end.
        let all = read_all([&text[..], text.trim_end(), &text[..]].join("\u{feff}").as_bytes());
        prop_assert_eq!((all.games.len(), all.faults), (3, vec![]), "{}", text);
    }

    #[test]
    fn every_tree_comes_back_from_xqf(steps in prop::collection::vec(step(), 0..60)) {
        // These flags set no glyph, clock or evaluation, because XQF lacks them.
        let plain = |(parent, choice, flags, comment): Step| (parent, choice, flags / 128 * 66, comment);
        let steps: Vec<Step> = steps.into_iter().map(plain).collect();
        let tree = tree(Rules::Xiangqi, &steps);
        let again = read(&xqf::write(&tree).expect("xiangqi").bytes).expect("it was written");
        // XQF has `□` in place of `ä` and `Ø`, because GBK lacks them.
        let expected = dump::game(&tree).replace(['ä', 'Ø'], "□");
        prop_assert_eq!(dump::game(&again), expected);
    }

    #[test]
    fn promoting_and_deleting_keep_every_other_line(
        rules in prop::sample::select(Rules::PLAYABLE),
        steps in prop::collection::vec(step(), 1..60),
        choice in any::<prop::sample::Index>(),
    ) {
        let mut tree = tree(rules, &steps);
        let nodes: Vec<_> = tree.nodes().collect();
        let chosen = nodes[choice.index(nodes.len())];
        let path = tree.moves_to(chosen);
        tree.promote(chosen);
        prop_assert_eq!(tree.nodes().count(), nodes.len());
        tree.promote_to_main_line(chosen);
        prop_assert!(tree.is_main_line(chosen) && tree.moves().starts_with(&path));
        let parent = tree.delete(chosen);
        prop_assert_eq!(tree.node(parent).children().contains(&chosen), false);
        prop_assert_eq!(tree.contains(chosen), chosen == NodeId::ROOT);
        let kept = nodes.iter().filter(|&&id| tree.contains(id)).count();
        prop_assert_eq!(tree.nodes().count(), kept);
        let again = pgn::read(&tree.to_pgn(Style::Iccs).to_string()).expect("it can be read");
        prop_assert_eq!(again.nodes().count(), kept);
    }
}

#[test]
fn variations_that_are_nested_too_deeply_are_refused() {
    let text = |depth| {
        let (open, close) = ("(1. h2e2 ".repeat(depth), ")".repeat(depth));
        pgn::read(&format!("1. b2e2 {}{close} *", open.replacen("h2e2", "b0c2", 1)))
    };
    assert!(text(pgn::MAX_DEPTH).is_ok());
    assert_eq!(text(100_000).unwrap_err().fault, RecordFault::TooDeep { limit: pgn::MAX_DEPTH });
}

#[test]
fn what_cannot_be_read_again_is_written_otherwise_or_left_out() {
    for rules in Rules::PLAYABLE {
        let mut tree = GameTree::new(rules.start());
        tree.node_mut(NodeId::ROOT).comment = "a } b\n[Event \"none\"]\n% c".to_owned();
        tree.set_tag("Title", "a [DhtmlXQ] b");
        tree.set_tag("White Elo", "2700");
        assert!(tree.to_dhtmlxq().is_none_or(|text| read_all(text.as_bytes()).games.len() == 1));
        let text = tree.to_pgn(Style::Iccs).to_string();
        let games = read_all(text.as_bytes()).games;
        assert_eq!(games.len(), 1, "{text}");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let comment = words(&games[0].node(NodeId::ROOT).comment);
        assert_eq!(comment, "a ) b [Event \"none\"] % c", "{text}");
    }
}
