use super::*;
use std::{env, fs, path::Path};

/// Lets bytes arrive. Returns whether they end a command, and whether a pause then ends another.
fn put(splitter: &mut Splitter, bytes: &[u8]) -> (bool, bool) {
    splitter.space()[..bytes.len()].copy_from_slice(bytes);
    splitter.filled(bytes.len());
    let whole = splitter.next_frame().is_some();
    (whole, splitter.ends_with_pause() && splitter.rest().is_some())
}

/// The commands of a stream that arrives in these pieces, each with its line end; `None` for a
/// command that was too long.
fn split(pieces: &[&[u8]]) -> Vec<(Option<Vec<u8>>, LineEnd)> {
    let whole =
        |frame: Frame<'_>| ((!frame.is_overlong()).then(|| frame.bytes.to_vec()), frame.line_end);
    let mut splitter = Splitter::default();
    let mut frames = Vec::new();
    for mut piece in pieces.iter().copied() {
        while !piece.is_empty() {
            let space = splitter.space();
            let count = piece.len().min(space.len());
            space[..count].copy_from_slice(&piece[..count]);
            splitter.filled(count);
            piece = &piece[count..];
            while let Some(frame) = splitter.next_frame() {
                frames.push(whole(frame));
            }
        }
    }
    frames.extend(splitter.rest().map(whole));
    frames
}

fn some(bytes: &[u8], line_end: LineEnd) -> (Option<Vec<u8>>, LineEnd) {
    (Some(bytes.to_vec()), line_end)
}

#[test]
fn any_cut_gives_the_same_commands() {
    let long = [b'x'; MAX_COMMAND + 44];
    let stream =
        [b"\xef\xbb\xbfUndo\nHint\r\n\n  \r\r\n" as &[u8], &long, b"\r\nMoves\n\xff\0\nQuit"]
            .concat();
    let expected = [
        some(b"Undo", LineEnd::Lf),
        some(b"Hint", LineEnd::CrLf),
        some(b"", LineEnd::Lf),
        some(b"  \r", LineEnd::CrLf),
        (None, LineEnd::CrLf),
        some(b"Moves", LineEnd::Lf),
        some(b"\xff\0", LineEnd::Lf),
        some(b"Quit", LineEnd::Pause),
    ];
    for cut in 0..=stream.len() {
        assert_eq!(split(&[&stream[..cut], &stream[cut..]]), expected, "cut at {cut}");
    }
    let bytes: Vec<&[u8]> = stream.chunks(1).collect();
    assert_eq!(split(&bytes), expected);
}

#[test]
fn the_limit_counts_the_command_without_its_line_end() {
    let line = [b'x'; MAX_COMMAND + 1];
    let fits = &line[..MAX_COMMAND];
    for end in [LineEnd::Lf, LineEnd::CrLf, LineEnd::Pause] {
        assert_eq!(split(&[fits, end.bytes()]), [some(fits, end)]);
        assert_eq!(split(&[&line, end.bytes()]), [(None, end)]);
    }
    assert_eq!(split(&[b"\r"]), [some(b"\r", LineEnd::Pause)]);
}

#[test]
fn a_line_end_after_the_pause_is_no_command() {
    for late in [b"\n" as &[u8], b"\r\n"] {
        for cut in 0..late.len() {
            let mut splitter = Splitter::default();
            assert_eq!(put(&mut splitter, b"Undo"), (false, true));
            assert_eq!(put(&mut splitter, &late[..cut]), (false, false));
            assert_eq!(put(&mut splitter, &late[cut..]), (false, false));
            assert_eq!(put(&mut splitter, b"\n"), (true, false), "an empty command");
        }
    }
}

/// A line of the server after `Format:json`.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum Line<'a> {
    Reply(Reply<'a>),
    Push(Push<'a>),
}

#[test]
fn the_schema_in_the_documents_is_that_of_the_types() {
    let schema = schemars::schema_for!(Line<'_>);
    let schema = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.schema.json");
    if env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
        fs::write(&kept, &schema).unwrap();
    }
    assert_eq!(fs::read_to_string(kept).unwrap(), schema, "UPDATE_SNAPSHOTS=1 writes it");
}
