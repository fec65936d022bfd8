//! Tests the text field of dialogs: its caret, its selection, and the characters that it accepts.

use chuhe_app::form::Step::{End, Home, Left, Right, WordLeft, WordRight};
use chuhe_app::form::{Allowed, Step, TextField};
use chuhe_tests::rows;

/// Makes a field for at most eight characters. In `marked`, `|` is the caret, and `^` the other end of a selection.
fn field(marked: &str) -> TextField {
    let place = |sign: char, other: char| marked.replace(other, "").find(sign);
    let caret = place('|', '^').expect("a caret");
    let mut field = TextField::new(&marked.replace(['|', '^'], ""), Allowed::All).at_most(8);
    field.place(place('^', '|').unwrap_or(caret), false);
    field.place(caret, true);
    field
}

fn marked(field: &TextField) -> String {
    let (caret, anchor) = (field.caret(), field.anchor());
    assert_eq!(field.selection(), &field.text()[caret.min(anchor)..caret.max(anchor)]);
    let mut text = field.text().to_owned();
    text.insert(caret, '|');
    if anchor != caret {
        text.insert(anchor + usize::from(anchor > caret), '^');
    }
    text
}

/// Tests each step in three uses: to move the caret, to extend the selection, and to remove text. Without a selection,
/// the text between the caret and the target of the step is removed.
#[test]
fn a_step_moves_the_caret_selects_or_removes() {
    let steps = [Left, Right, WordLeft, WordRight, Home, End];
    for (at, [before, step, moved, extended, removed]) in rows("text_field.csv") {
        let step = steps.into_iter().find(|it| format!("{it:?}") == step).expect(&at);
        let after = |act: fn(&mut TextField, Step)| {
            let mut field = field(&before);
            act(&mut field, step);
            marked(&field)
        };
        assert_eq!(after(|field, step| field.step(step, false)), moved, "{at}");
        assert_eq!(after(|field, step| field.step(step, true)), extended, "{at}");
        assert_eq!(after(TextField::remove), removed, "{at}");
    }
}

#[test]
fn a_text_replaces_the_selection_as_far_as_there_is_room() {
    for (at, [before, text, after]) in rows("text_field_insert.csv") {
        let mut field = field(&before);
        field.insert(&text);
        assert_eq!(marked(&field), after, "{at}");
    }
}

type Act = fn(&mut TextField);

/// The index of a byte within a character stands for the place before this character.
#[test]
fn a_pointer_places_the_caret_and_selects() {
    let mut field = field("x ß棋7-|");
    let acts: [(Act, &str); 7] = [
        (|field| field.place(5, false), "x ß|棋7-"),
        (|field| field.place(0, true), "|x ß^棋7-"),
        (|field| field.place(9, true), "x ß^棋7-|"),
        (|field| field.select_word(5), "x ^ß棋7|-"),
        (|field| field.select_word(1), "^x| ß棋7-"),
        (TextField::select_all, "^x ß棋7-|"),
        (|field| field.set("象"), "象|"),
    ];
    for (act, after) in acts {
        act(&mut field);
        assert_eq!(marked(&field), after);
    }
}

#[test]
fn a_field_takes_only_what_it_allows() {
    for (allowed, text, taken) in [
        (Allowed::All, "a\tb\nc\u{7}d\r\n", "a b cd"),
        (Allowed::Lines, "a\tb\nc\u{7}d\r\n", "a b\ncd"),
        (Allowed::Name, "my map/é_1-2", "mymap_1-2"),
        (Allowed::Digits, "1a2,3", "123"),
    ] {
        assert_eq!(TextField::new(text, allowed).text(), taken);
    }
}
