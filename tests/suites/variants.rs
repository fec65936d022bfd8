//! Tests that each game has a complete description, and stands in every list of games. A failure names the place that
//! lacks an entry.

use crate::view::assert_glyphs;
use chuhe_core::notation::{self, Fen, MoveError, Script, Style};
use chuhe_core::rules::{PieceNotation, PieceType, Rules};
use chuhe_core::{Game, Kind, Numbers, Piece, Position, Side, Square, map};
use chuhe_records::{GameTree, pgn};
use chuhe_tests::root;
use chuhe_view::letters::Font;
use chuhe_view::text::{Language, Text, kind_name};
use chuhe_view::{BoardDesign, PieceSet};
use std::collections::BTreeSet;

#[track_caller]
fn assert_distinct<T: Ord + std::fmt::Debug>(values: impl IntoIterator<Item = T>, what: &str) {
    let mut seen = BTreeSet::new();
    for value in values {
        assert!(seen.insert(format!("{value:?}")), "{what}: {value:?} stands for two of them");
    }
}

fn types(rules: Rules) -> Vec<&'static PieceType> {
    rules.variant().piece_types().collect()
}

#[test]
fn every_game_has_names_of_its_own() {
    let all = || Rules::ALL.iter().map(|rules| rules.variant());
    assert_distinct(all().map(|variant| variant.name), "names of games");
    assert_distinct(all().map(|variant| variant.pgn.game), "values of the PGN tag Game");
    for language in Language::ALL {
        let names = Rules::ALL.iter().map(|&rules| Text::game(rules).get(language));
        assert_distinct(names, "names of games in lib/view/words/words.tsv");
        let pages = Rules::ALL.iter().map(|&rules| Text::rules(rules).get(language));
        assert_distinct(pages, "pages of rules in lib/view/words/pages");
    }
    for &rules in Rules::ALL {
        assert_eq!(rules.name().parse(), Ok(rules));
        assert_eq!(rules.start().rules(), rules);
    }
}

#[test]
fn every_letter_stands_for_one_piece() {
    for &rules in Rules::ALL {
        let types = types(rules);
        assert_distinct(types.iter().map(|piece| piece.english), "English names of pieces");
        assert_distinct(types.iter().map(|piece| piece.chinese), "Chinese names of pieces");
        assert_distinct(types.iter().map(|piece| piece.map), "letters in maps");
        let fen =
            types.iter().flat_map(|piece| [piece.fen].into_iter().chain(piece.fen_read.chars()));
        assert_distinct(fen, "letters in FEN");
        for piece in &types {
            let (letter, name) = (piece.letter, piece.english);
            assert_eq!(rules.variant().piece_of_fen(piece.fen).map(|it| it.kind), Some(piece.kind));
            let others = types.iter().filter(|other| other.kind != piece.kind);
            for other in others {
                let mut read = [other.letter].into_iter().chain(other.letters_read.chars());
                assert!(read.all(|it| it != letter), "{rules}: {letter} is not {name} alone");
                if let (Some(own), Some(other)) = (&piece.characters, &other.characters) {
                    let own = [own.simplified, own.traditional, own.carved].concat();
                    let is_shared = own.iter().any(|&sign| other.contain(sign));
                    assert!(!is_shared, "{rules}: {name}: {own:?}");
                }
            }
            if rules.variant().notation == PieceNotation::Relative {
                assert!(piece.characters.is_some(), "{rules}: {name} needs characters for moves");
            }
        }
    }
}

#[test]
fn the_set_of_pieces_is_that_of_the_start() {
    for &rules in Rules::ALL {
        let (start, variant) = (rules.start(), rules.variant());
        for side in Side::ALL {
            for kind in Kind::ALL {
                let piece = Some(Piece::new(side, kind));
                let count = Square::all().filter(|&at| start.piece_at(at) == piece).count();
                let described = variant.piece(kind).map(|piece| (piece.in_set, piece.map_numbers));
                let (set, numbers) = described.unwrap_or((0, 0));
                assert!(count <= set.into(), "{rules}: in_set of {kind} is {set}, not {count}");
                assert!(set <= numbers, "{rules}: map_numbers of {kind} is {numbers}");
            }
        }
        for piece in types(rules) {
            let stands = |at| start.piece_at(at).is_some_and(|it| it.kind() == piece.kind);
            assert!(Square::all().any(stands), "{rules}: no {} at the start", piece.english);
        }
        let bought = variant.exchange_prices.iter().copied();
        let promoted = variant.promotions.iter().map(|promotion| promotion.kind());
        for kind in bought.chain(promoted) {
            assert!(variant.piece(kind).is_some(), "{rules} has no {kind} to buy or to promote to");
        }
        assert_eq!(rules.has_rights(), start.rights() != Default::default(), "rights of {rules}");
    }
}

#[test]
fn every_form_of_text_is_read_back() {
    for &rules in Rules::ALL {
        let start = rules.start();
        let fen = Fen { position: start.clone(), move_number: 1 }.to_string();
        assert_eq!(Fen::read(rules, &fen).expect(&fen).position, start);
        assert_eq!(chuhe_host::fen::read(&fen).expect(&fen).position, start, "{fen}");
        let text = map::write(&start, &Numbers::in_reading_order(&start)).to_string();
        assert_eq!(map::read(&text, rules, start.side()).expect(&text).0, start);
        let mut game = Game::new(start.clone());
        game.play(start.legal_moves()[0]).expect("a legal move");
        for style in Style::ALL {
            let text = GameTree::from(&game).to_pgn(style).to_string();
            let again = pgn::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!((again.start(), &again.moves()[..]), (&start, game.moves()), "{text}");
        }
    }
}

/// A piece that cannot move in the start position is tested, too: its name is read, although it has no move.
#[test]
fn every_name_of_a_piece_is_read_in_moves() {
    for &rules in Rules::ALL {
        for piece in types(rules) {
            for style in [Style::Wxf, Style::Chinese(Script::Simplified)] {
                let name = match (style.in_game(rules), &piece.characters) {
                    (Style::Chinese(_), Some(characters)) => characters.simplified[0],
                    _ => piece.letter,
                };
                let error = notation::read(style, &name.to_string(), &rules.start());
                assert_ne!(error, Err(MoveError::Unreadable { at: 0 }), "{rules}: {name}");
            }
        }
    }
}

#[test]
fn every_page_of_rules_tells_of_every_piece() {
    for &rules in Rules::ALL {
        let [english, chinese] = [Language::English, Language::Chinese]
            .map(|language| Text::rules(rules).get(language).to_lowercase());
        for piece in types(rules) {
            let name = piece.english;
            assert!(english.contains(name), "lib/view/words/pages: {rules} tells of no {name}");
            let characters = piece.characters.as_ref().map(|it| it.simplified.iter().collect());
            let named = characters.unwrap_or_else(|| piece.chinese.to_owned());
            let told = named.chars().all(|sign| chinese.contains(sign));
            assert!(told, "lib/view/words/pages: {rules} tells of no {named}");
        }
    }
}

#[test]
fn every_piece_has_its_glyphs() {
    for &rules in Rules::ALL {
        for piece in types(rules) {
            let names = Language::ALL.map(|language| kind_name(rules, piece.kind, language));
            let characters = piece.characters.as_ref();
            let written = characters.map_or(vec![], |it| [it.simplified, it.traditional].concat());
            assert_glyphs(names.concat().chars().chain(written));
            let both = |&set: &PieceSet| Side::ALL.map(|side| (set, side));
            for (set, side) in PieceSet::ALL.iter().flat_map(both) {
                let sign = set.sign(rules, Piece::new(side, piece.kind));
                let fonts = [Font::KAI, Font::SERIF, Font::FIGURES];
                let drawn = sign != '?' && fonts.iter().any(|font| font.glyph(sign).is_some());
                assert!(drawn, "{rules}: {set:?} has no sign {sign:?} for the {}", piece.english);
            }
        }
    }
}

#[test]
fn every_game_has_a_board_of_its_size() {
    for &rules in Rules::ALL {
        let board = BoardDesign::of(rules);
        assert_eq!(board.rules, rules, "lib/view/src/board_design.rs");
        let place = format!("lib/view/src/board_design.rs: {rules}");
        assert_eq!((board.files, board.ranks), rules.size(), "{place}");
        let mut corners = board.palaces.as_flattened().iter().chain(board.ticks);
        assert!(corners.all(|&at| board.contains(at)), "{place}");
    }
}

#[test]
fn every_game_has_a_document_and_a_table_of_leaf_counts() {
    for rules in Rules::ALL {
        for file in [format!("docs/{rules}.md"), format!("tests/data/perft_{rules}.csv")] {
            assert!(root().join(&file).is_file(), "{file} is missing");
        }
    }
}
