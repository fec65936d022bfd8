//! Static exchange evaluation (SEE): the gain from a series of captures on one square.

/// Checks whether a capture gains at least `threshold`. Both sides recapture while it pays.
///
/// - `captured` and `mover` are the values of the piece captured and of the piece that captures.
/// - `recapture` lets each side in turn capture on the square with its least valuable piece. It
///   returns the value of that piece; `None` if no piece can capture.
#[inline]
pub(super) fn see_ge(
    captured: i16,
    mover: i16,
    threshold: i16,
    mut recapture: impl FnMut() -> Option<i16>,
) -> bool {
    // By how much the first capture exceeds the threshold, if nobody recaptures.
    let mut balance = i32::from(captured) - i32::from(threshold);
    if balance < 0 {
        return false;
    }
    // From here on, `balance` is the lead of the side to capture, if its capture is the last one.
    balance = i32::from(mover) - balance;
    if balance <= 0 {
        return true;
    }
    let mut reached = true;
    while let Some(value) = recapture() {
        reached = !reached;
        balance = i32::from(value) - balance;
        if balance < i32::from(reached) {
            break;
        }
    }
    reached
}
