//! The picture of a training.

use std::fmt::Write;

/// The width and the height of the picture, and the room for the numbers at its edges.
const SIZE: [f64; 2] = [640.0, 360.0];
const EDGE: f64 = 48.0;

/// Draws the losses held out after each epoch, as shares of the loss of the evaluation written by
/// hand, as a picture in SVG.
pub(crate) fn picture(losses: &[f64]) -> String {
    let top = losses.iter().copied().fold(1.0, f64::max) * 1.05;
    let bottom = losses.iter().copied().fold(1.0, f64::min) * 0.95;
    let [width, height] = SIZE;
    let across = |epoch: usize| {
        EDGE + (width - 2.0 * EDGE) * epoch as f64 / losses.len().saturating_sub(1).max(1) as f64
    };
    let down = |loss: f64| EDGE + (height - 2.0 * EDGE) * (top - loss) / (top - bottom);
    let mut points = String::new();
    for (epoch, &loss) in losses.iter().enumerate() {
        let _ = write!(points, "{:.1},{:.1} ", across(epoch), down(loss));
    }
    let mut texts = String::new();
    for loss in [top, 1.0, bottom].into_iter().chain(losses.last().copied()) {
        let _ = writeln!(texts, "<text x=\"4\" y=\"{:.1}\">{loss:.3}</text>", down(loss) + 4.0);
    }
    let (even, last, right, below) = (down(1.0), losses.len(), width - EDGE, height - 12.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <line x1=\"{EDGE}\" x2=\"{right}\" y1=\"{even:.1}\" y2=\"{even:.1}\" stroke=\"gray\" \
         stroke-dasharray=\"4\"/>\n\
         <polyline points=\"{points}\" fill=\"none\" stroke=\"firebrick\" stroke-width=\"2\"/>\n\
         {texts}<text x=\"{EDGE}\" y=\"{below}\">excess loss held out after 1 to {last} epochs; \
         1 is the evaluation written by hand</text>\n</svg>\n"
    )
}
