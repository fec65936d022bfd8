//! Static exchange evaluation (SEE): the gain from a series of captures on one square.

/// Checks whether a capture gains at least `threshold`. Each side recaptures as long as a recapture pays.
///
/// - `captured` and `mover` are the values of the piece captured and of the piece that captures.
/// - Each call of `recapture` lets the next side capture on the square with its least valuable piece. The call returns
///   the value of that piece; `None` if no piece can capture.
#[inline]
pub(super) fn see_ge(
    captured: i16,
    mover: i16,
    threshold: i16,
    mut recapture: impl FnMut() -> Option<i16>,
) -> bool {
    // The amount by which the first capture exceeds `threshold`, if nobody recaptures.
    let mut balance = i32::from(captured) - i32::from(threshold);
    if balance < 0 {
        return false;
    }
    // From here on, `balance` is the lead of the side whose turn it is, if this side makes the last capture.
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
