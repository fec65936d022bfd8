use super::{Drawing, Drawn};
use crate::board_design::Ground;
use crate::layout::area;
use crate::paint::{Blend, Dot, ONE, Paint, Round, arrow, stroke};
use crate::scene::Scene;
use crate::theme::Depth;
use chuhe_core::{Bitboard, MoveKind, Square, rules::Safety};
use embedded_graphics::pixelcolor::Rgb888;

/// The steps from a general to the points next to it: (files, ranks).
const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl<D: Blend> Drawing<'_, '_, D> {
    pub(super) fn position(&mut self, scene: &Scene<'_>) -> Drawn<D> {
        let grid = self.grid;
        for square in scene.last {
            self.tint(square)?;
        }
        self.liberties(scene)?;
        let lifted = scene.lifted.map(|lifted| lifted.square);
        let dimmed = if scene.blink { scene.selected } else { Bitboard::EMPTY };
        if let Some(square) = scene.check {
            self.glow(square)?;
        }
        for square in grid.board.squares() {
            if let Some(piece) = scene.piece_at(square)
                && Some(square) != lifted
            {
                let (at, cell) = (grid.dot_of(square), grid.cell());
                match dimmed.contains(square) {
                    false => self.piece(piece, at, cell)?,
                    true if self.theme.depth == Depth::Mono => {}
                    true => self.dimmed().piece(piece, at, cell)?,
                }
            }
        }
        if let Some(square) = scene.check {
            self.alert(square)?;
        }
        self.guards(scene)?;
        for square in scene.offered - scene.selected {
            self.corners(square, self.theme.chosen)?;
        }
        for square in scene.selected {
            self.ring(square, grid.cell() / 13, self.theme.chosen)?;
        }
        for square in scene.targets {
            self.target(square, scene.piece_at(square).is_some())?;
        }
        self.arrows(scene)?;
        self.drawn(scene)?;
        if let Some(square) = scene.cursor {
            self.cursor(square)?;
        }
        let Some(lifted) = scene.lifted else { return Ok(()) };
        let Some(piece) = scene.piece_at(lifted.square) else { return Ok(()) };
        self.piece(piece, grid.dot(lifted.at), grid.cell() * 108 / 100)
    }

    /// Tints a square of the last move. A display of few colours shows angles at the corners of the square instead.
    fn tint(&mut self, square: Square) -> Drawn<D> {
        let (grid, paint) = (self.grid, Paint::new(self.theme.last).alpha(120));
        match (self.theme.depth, grid.board.ground) {
            (Depth::Rgb, Ground::Squares) => self.painter.rectangle(grid.area(square), paint),
            (Depth::Rgb, Ground::Points) => {
                let middle = grid.dot_of(square);
                self.painter.round(&Round::disc(middle, grid.cell() * ONE * 54 / 100), paint)
            }
            _ => self.corners(square, self.theme.last),
        }
    }

    pub(super) fn ring(&mut self, square: Square, thickness: i32, color: Rgb888) -> Drawn<D> {
        let grid = self.grid;
        if self.is_tiny(grid.cell()) {
            // A line in the background's colour separates the ring from a piece of the same shade.
            let (area, thickness) = (grid.area(square), thickness.max(1));
            self.painter.border(area.offset(-thickness), 1, self.theme.background)?;
            return self.painter.border(area, thickness, color);
        }
        let radius = grid.cell() * ONE / 2;
        let middle = grid.dot_of(square);
        self.painter.round(&Round::ring(middle, radius, thickness.max(1) * ONE), color)
    }

    /// Marks a legal destination: a dot on an empty square, a thin ring around a piece to capture.
    fn target(&mut self, square: Square, capture: bool) -> Drawn<D> {
        let cell = self.grid.cell();
        if capture && self.is_tiny(cell) {
            return self.corners(square, self.theme.chosen);
        }
        if capture {
            return self.ring(square, cell / 20, self.theme.chosen);
        }
        let radius = (cell * ONE / 7).max(ONE);
        let middle = self.grid.dot_of(square);
        if self.theme.depth == Depth::Rgb {
            let halo = Round::disc(middle, radius + cell * ONE / 40);
            self.painter.round(&halo, Paint::new(self.theme.wood[0]).alpha(200))?;
        }
        self.painter.round(&Round::disc(middle, radius), self.theme.chosen)
    }

    /// Draws angles at a square's corners. They mark an offered soldier or, in few colours, the last move or a capture.
    fn corners(&mut self, square: Square, color: Rgb888) -> Drawn<D> {
        let grid = self.grid;
        let thick = (grid.cell() / 22).max(1);
        // A gap keeps the angles of neighbouring squares apart.
        let inner = grid.area(square).offset(-(grid.cell() / 16).max(1));
        let arm = grid.cell() / 6;
        let (from, to) = (inner.top_left, inner.top_left + inner.size);
        for (x, y) in [(from.x, from.y), (to.x, from.y), (from.x, to.y), (to.x, to.y)] {
            for (across, down) in [(arm, thick), (thick, arm)] {
                let left = if x == from.x { x } else { x - across };
                let top = if y == from.y { y } else { y - down };
                self.painter.rectangle(area(left, top, across, down), color)?;
            }
        }
        Ok(())
    }

    fn glow(&mut self, square: Square) -> Drawn<D> {
        if self.theme.depth < Depth::Rgb {
            return Ok(());
        }
        let (grid, cell) = (self.grid, self.grid.cell());
        let glow = Round::disc(grid.dot_of(square), cell * ONE * 46 / 100);
        let glow = glow.soft(cell * ONE * 36 / 100);
        self.painter.round(&glow, Paint::new(self.theme.check).alpha(215))
    }

    /// Marks a general in check with two rings, or on tiny squares with a thick frame. No other mark has two rings.
    fn alert(&mut self, square: Square) -> Drawn<D> {
        let cell = self.grid.cell();
        if self.is_tiny(cell) {
            return self.ring(square, 2, self.theme.check);
        }
        let middle = self.grid.dot_of(square);
        let line = (cell * ONE / 22).max(ONE);
        self.painter.round(&Round::ring(middle, cell * ONE / 2, line), self.theme.check)?;
        self.painter.round(&Round::ring(middle, cell * ONE * 58 / 100, line), self.theme.check)
    }

    fn cursor(&mut self, square: Square) -> Drawn<D> {
        let cell = self.grid.cell();
        if self.is_tiny(cell) {
            return self.ring(square, 1, self.theme.cursor);
        }
        let area = self.grid.area(square);
        let rim = Round::rectangle(area, cell * ONE / 8);
        self.painter.round(&rim.hollow((cell * ONE / 18).max(ONE)), self.theme.cursor)
    }

    fn arrows(&mut self, scene: &Scene<'_>) -> Drawn<D> {
        let [.., faintest] = self.theme.hints;
        for (place, mv) in scene.hints.iter().enumerate().rev() {
            let color = *self.theme.hints.get(place).unwrap_or(&faintest);
            let MoveKind::Normal { from, to, .. } = mv.kind() else { continue };
            let [from, to] = [from, to].map(|square| self.grid.dot_of(square));
            let width = self.grid.cell() * ONE / (7 + 2 * place as i32);
            if self.theme.depth == Depth::Mono {
                self.painter.outline(&arrow(from, to, width), color)?;
                continue;
            }
            // A rim in the background colour separates the arrow from pieces of any shade.
            let rim = arrow(from, to, width + width / 2);
            self.painter.outline(&rim, Paint::new(self.theme.background).alpha(190))?;
            let inside = arrow(from, short_of(to, from, width / 2), width);
            self.painter.outline(&inside, Paint::new(color).alpha(235))?;
        }
        Ok(())
    }

    fn drawn(&mut self, scene: &Scene<'_>) -> Drawn<D> {
        let (grid, cell) = (self.grid, self.grid.cell());
        let paint = Paint::new(self.theme.guard).alpha(200);
        for &(from, to) in scene.drawn {
            let [tail, tip] = [from, to].map(|square| grid.dot_of(square));
            if from == to {
                let ring = Round::ring(tip, cell * ONE * 54 / 100, (cell * ONE / 12).max(ONE));
                self.painter.round(&ring, paint)?;
            } else {
                self.painter.outline(&arrow(tail, tip, cell * ONE / 8), paint)?;
            }
        }
        Ok(())
    }

    /// Draws the marks under the pieces: liberties, and lines from a general to its guards and the attackers held off.
    pub(super) fn liberties(&mut self, scene: &Scene<'_>) -> Drawn<D> {
        let grid = self.grid;
        if self.is_tiny(grid.cell()) {
            return Ok(());
        }
        for safety in scene.safety.iter().flatten() {
            for square in safety.liberties {
                self.liberty(square, safety.liberties.len() == 1)?;
            }
            let general = grid.dot_of(safety.general);
            let width = (grid.cell() * ONE / 16).max(ONE);
            for held in safety.held {
                let line = stroke(grid.dot_of(held), general, width);
                self.painter.outline(&line, Paint::new(self.theme.check).alpha(150))?;
            }
            for guard in safety.guards {
                self.dashes(guard, safety.general)?;
            }
        }
        Ok(())
    }

    /// Draws the marks over the pieces: walls for lost liberties, and rings around generals, guards and other pieces.
    pub(super) fn guards(&mut self, scene: &Scene<'_>) -> Drawn<D> {
        let thin = (self.grid.cell() / 20).max(1);
        for safety in scene.safety.iter().flatten() {
            for square in safety.guards {
                self.ring(square, thin, self.theme.guard)?;
            }
            if !safety.held.is_empty() && safety.checkers.is_empty() {
                self.ring(safety.general, 2 * thin, self.theme.guard)?;
            }
            for square in safety.held {
                self.ring(square, thin, self.theme.check)?;
            }
            self.walls(safety)?;
        }
        for square in scene.hinted {
            self.ring(square, 2 * thin, self.theme.hints[0])?;
        }
        for square in scene.culprits {
            self.ring(square, 2 * thin, self.theme.check)?;
        }
        Ok(())
    }

    /// Draws a liberty of a general as a small circle. The general's only liberty is filled.
    fn liberty(&mut self, square: Square, last: bool) -> Drawn<D> {
        let cell = self.grid.cell();
        let middle = self.grid.dot_of(square);
        let radius = (cell * ONE / 8).max(2 * ONE);
        self.painter.round(&Round::disc(middle, radius), self.theme.wood[0])?;
        if last {
            self.painter.round(&Round::disc(middle, radius * 6 / 10), self.theme.check)?;
        }
        let color = if last { self.theme.check } else { self.theme.guard };
        self.painter.round(&Round::ring(middle, radius, (cell * ONE / 26).max(ONE)), color)
    }

    /// Draws a bar between a general and each neighbouring point that is not a liberty.
    fn walls(&mut self, safety: &Safety) -> Drawn<D> {
        let grid = self.grid;
        let general = grid.dot_of(safety.general);
        for (files, ranks) in STEPS {
            let beside = safety.general.offset(files, ranks);
            let is_lost = |&at: &Square| grid.board.contains(at) && !safety.liberties.contains(at);
            let Some(at) = beside.filter(is_lost) else { continue };
            let at = grid.dot_of(at);
            let middle = Dot::new((general.x + at.x) / 2, (general.y + at.y) / 2);
            // The bar crosses the line between the points at a right angle. It has a third of the length of this line.
            let (x, y) = ((at.y - general.y) / 6, (at.x - general.x) / 6);
            let bar = stroke(middle.moved(x, y), middle.moved(-x, -y), grid.cell() * ONE / 9);
            self.painter.outline(&bar, self.theme.check)?;
        }
        Ok(())
    }

    fn dashes(&mut self, guard: Square, general: Square) -> Drawn<D> {
        let grid = self.grid;
        let [from, to] = [guard, general].map(|square| grid.dot_of(square));
        let (x, y) = (to.x - from.x, to.y - from.y);
        let dashes = (x.abs().max(y.abs()) * 4 / (grid.cell() * ONE)).max(2);
        let at = |part: i32| from.moved(x * part / (2 * dashes), y * part / (2 * dashes));
        let paint = Paint::new(self.theme.guard).alpha(210);
        for dash in 0..dashes {
            let line = stroke(at(2 * dash), at(2 * dash + 1), (grid.cell() * ONE / 14).max(ONE));
            self.painter.outline(&line, paint)?;
        }
        Ok(())
    }
}

/// Returns `place`, moved towards `other` by about `length`.
fn short_of(place: Dot, other: Dot, length: i32) -> Dot {
    let (x, y) = (other.x - place.x, other.y - place.y);
    let whole = x.abs().max(y.abs()).max(1);
    let part = |along: i32| (i64::from(along) * i64::from(length) / i64::from(whole)) as i32;
    place.moved(part(x), part(y))
}
