use super::{Dot, Polygon};

/// Returns a straight line as a shape; `width` is in units of 1/[`ONE`](super::ONE) of a pixel.
pub fn stroke(from: Dot, to: Dot, width: i32) -> Polygon<4> {
    let (_, side) = directions(from, to, width / 2);
    Polygon([
        from.moved(side.x, side.y),
        to.moved(side.x, side.y),
        to.moved(-side.x, -side.y),
        from.moved(-side.x, -side.y),
    ])
}

/// Returns an arrow whose tip is at `to`. The shaft is `width` wide where the head begins, and half as wide at `from`.
/// The head is `3 * width` wide.
pub fn arrow(from: Dot, to: Dot, width: i32) -> Polygon<7> {
    let (ahead, side) = directions(from, to, width / 2);
    let neck = to.moved(-5 * ahead.x, -5 * ahead.y);
    Polygon([
        from.moved(side.x / 2, side.y / 2),
        neck.moved(side.x, side.y),
        neck.moved(3 * side.x, 3 * side.y),
        to,
        neck.moved(-3 * side.x, -3 * side.y),
        neck.moved(-side.x, -side.y),
        from.moved(-side.x / 2, -side.y / 2),
    ])
}

/// Returns two vectors of `length`: one along the line, and one perpendicular to the line.
fn directions(from: Dot, to: Dot, length: i32) -> (Dot, Dot) {
    let (x, y) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let whole = ((x * x + y * y) as u64).isqrt().max(1) as i64;
    let part = |along: i64| (along * i64::from(length) / whole) as i32;
    (Dot::new(part(x), part(y)), Dot::new(part(y), -part(x)))
}
