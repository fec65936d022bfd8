//! What a series of captures on one square gains.

/// Whether a capture, and what follows on its square as long as it pays, gains so much.
///
/// `taken` and `mover` are what the piece taken and its taker are worth. `next` takes back on the
/// square with the least piece of the side whose turn it is, tells what that is worth, and passes
/// the turn; `None` when nothing takes. Each side may stop.
#[inline]
pub(super) fn gains(
    taken: i16,
    mover: i16,
    at_least: i16,
    mut next: impl FnMut() -> Option<i16>,
) -> bool {
    // What the side that has just taken is ahead of its aim, if nobody takes back.
    let mut ahead = i32::from(taken) - i32::from(at_least);
    if ahead < 0 {
        return false;
    }
    // From here on: what the side to take would still lack.
    ahead = i32::from(mover) - ahead;
    if ahead <= 0 {
        return true;
    }
    let mut gained = true;
    while let Some(worth) = next() {
        gained = !gained;
        ahead = i32::from(worth) - ahead;
        if ahead < i32::from(gained) {
            break;
        }
    }
    gained
}
