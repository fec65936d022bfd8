use chuhe_host::charset::Charset;

const SAMPLE: usize = 1 << 20;

/// Guesses the encoding of a file that is not UTF-8: GBK or Big5. The guess is the encoding in which the text has more
/// Chinese moves. If these numbers are equal, the number of common characters decides. Either encoding decodes almost
/// any text of the other one, so decoding errors do not show which encoding is right.
pub(crate) fn charset_of(bytes: &[u8]) -> Charset {
    let Err(error) = std::str::from_utf8(bytes) else { return Charset::Gbk };
    let sample = &bytes[error.valid_up_to()..];
    let sample = &sample[..sample.len().min(SAMPLE)];
    let score = |charset: Charset| (moves(&charset.decode(sample).0), commons(charset, sample));
    if score(Charset::Big5) > score(Charset::Gbk) { Charset::Big5 } else { Charset::Gbk }
}

/// The bytes without an incomplete character at their end.
pub(crate) fn uncut(bytes: &[u8], charset: Charset) -> &[u8] {
    // A byte below the digit `0` (0x30) never continues a character, so a character begins right after it.
    let word = bytes.iter().rposition(|&byte| byte < b'0').map_or(0, |at| at + 1);
    let is_text = |end: usize| !charset.decode(&bytes[word..end]).1;
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        Err(_) if !is_text(bytes.len()) && is_text(bytes.len() - 1) => &bytes[..bytes.len() - 1],
        _ => bytes,
    }
}

/// The number of Chinese moves in a text. A direction such as `进` with a digit after it counts as a move.
fn moves(text: &str) -> usize {
    const DIGITS: &str = "一二三四五六七八九１２３４５６７８９123456789";
    let pairs = text.chars().zip(text.chars().skip(1));
    pairs.filter(|&(way, digit)| "进退平進".contains(way) && DIGITS.contains(digit)).count()
}

/// The number of characters from the first level of the encoding, which contains the common characters.
fn commons(charset: Charset, bytes: &[u8]) -> usize {
    let (mut at, mut count) = (0, 0);
    while let Some(&lead) = bytes.get(at) {
        let trail = bytes.get(at + 1).copied().unwrap_or_default();
        count += usize::from(match charset {
            Charset::Gbk => (0xb0..=0xd7).contains(&lead) && trail >= 0xa1,
            Charset::Big5 => (0xa4..=0xc6).contains(&lead) && trail >= 0x40,
        });
        at += if lead.is_ascii() { 1 } else { 2 };
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_alone_tell_the_encoding() {
        for (text, encoding, charset) in [
            ("[Red \"湖北 李雪松\"]", encoding_rs::GBK, Charset::Gbk),
            ("[Event \"全國象棋甲級聯賽第10輪\"]", encoding_rs::BIG5, Charset::Big5),
            ("[Red \"沈陽王天一\"] [Site \"萬事達華僑酒店\"]", encoding_rs::BIG5, Charset::Big5),
            ("[Red \"許銀川\"] [Site \"廣東\"]", encoding_rs::GBK, Charset::Gbk),
        ] {
            assert_eq!(charset_of(&encoding.encode(text).0), charset, "{text}");
        }
    }
}
