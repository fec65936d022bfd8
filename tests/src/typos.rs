//! Texts with one slip of a hand.

/// The text with one character dropped, doubled, or replaced by one of `others`, for every
/// character in turn.
pub fn typos(text: &str, others: &[char]) -> impl Iterator<Item = String> {
    let text: Vec<char> = text.chars().collect();
    (0..text.len()).flat_map(move |at| {
        let with =
            |between: &[char]| text[..at].iter().chain(between).chain(&text[at + 1..]).collect();
        let replaced = others.iter().map(|&other| with(&[other]));
        [with(&[]), with(&[text[at]; 2])].into_iter().chain(replaced).collect::<Vec<String>>()
    })
}
