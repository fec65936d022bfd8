use super::{Drawing, Drawn};
use crate::paint::{Blend, Dot, ONE, Paint, Round, stroke};
use crate::scene::Scene;
use chuhe_core::Square;
use chuhe_core::rules::Safety;

/// Offsets to the points next to a general.
const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl<D: Blend> Drawing<'_, '_, D> {
    /// Draws the marks under the pieces: the generals' liberties, and lines to each general from
    /// its guards and from the attackers they hold off.
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

    /// Draws the marks over the pieces: rings around a guarded general, its guards and the
    /// attackers they hold off. A lost liberty gets a wall.
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

    /// Draws a liberty of a general: a small circle, filled when it is the last one.
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
            // Perpendicular to the line between the points, and a third of its length.
            let (x, y) = ((at.y - general.y) / 6, (at.x - general.x) / 6);
            let bar = stroke(middle.moved(x, y), middle.moved(-x, -y), grid.cell() * ONE / 9);
            self.painter.outline(&bar, self.theme.check)?;
        }
        Ok(())
    }

    /// Draws a broken line from a guard to its general.
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
