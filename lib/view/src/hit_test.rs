use crate::control::Control;
use crate::draw::View;
use crate::form::Spot;
use crate::layout::Layout;
use crate::move_flow::MoveFlow;
use crate::scene::{Body, Dialog, Scene};
use chuhe_core::{Piece, Side, Square};
use embedded_graphics::{prelude::Point, primitives::Rectangle};

/// The thing at a point of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HitTarget {
    /// A square of the board, with or without a piece.
    Square(Square),
    /// A ply in the list of moves, counted from 0.
    Ply(usize),
    /// An item of the tree of moves, by its index in [`Scene::tree`].
    TreeItem(usize),
    /// A piece of an editor's tray.
    Tray(Piece),
    /// A small button under the moves, by its index in [`Scene::steps`].
    Step(usize),
    /// A small button with an icon, by its index in [`Scene::tools`].
    Tool(usize),
    /// A button with words, by its index in [`Scene::buttons`].
    Button(usize),
    /// The card of a player.
    Player(Side),
    /// The card with figures of the computer's thinking, such as depth and speed.
    Thinking,
    /// A control of the analysis, by its index in `Analysis::controls`.
    AnalysisControl(usize),
    /// A line of moves in the analysis, counted from 0.
    AnalysisLine(usize),
    /// A column of a report's chart, given as the number of plies played before the position that it shows.
    Chart(usize),
    /// A title in the bar of menus, by its index in [`Scene::menus`].
    Menu(usize),
    /// An item of the open menu, counted from 0.
    Item(usize),
    /// An answer, counted from 0: a button at the bottom of the dialog or the banner.
    Answer(usize),
    /// A part of the dialog's form, by its index in `Form::parts`, and a spot of this part.
    Part(usize, Spot),
    /// A piece to choose in the dialog, counted from 0.
    Row(usize),
    /// The list or the tree of moves, outside its moves.
    Moves,
    /// The dialog, the banner, the open menu or a long status text, outside its controls.
    Inside,
    /// A point outside the open dialog or menu.
    Outside,
    /// A point where nothing reacts.
    Nowhere,
}

/// A function that is called with the area of each target. Where areas overlap, the pointer hits the first one.
pub(crate) type Areas<'f> = &'f mut dyn FnMut(Rectangle, HitTarget);

impl View<'_> {
    /// Returns the thing that a click at a point hits. It is `Nowhere` if nothing reacts there.
    pub fn hit_test(&self, layout: &Layout, scene: &Scene<'_>, point: Point) -> HitTarget {
        let mut hit = None;
        self.areas(layout, scene, &mut |area, target| {
            if hit.is_none() && area.contains(point) {
                hit = Some(target);
            }
        });
        hit.unwrap_or(HitTarget::Nowhere)
    }

    /// Calls `found` with the area of each target. Where areas overlap, the pointer hits the first one.
    pub fn areas(
        &self,
        layout: &Layout,
        scene: &Scene<'_>,
        found: &mut dyn FnMut(Rectangle, HitTarget),
    ) {
        let whole = Rectangle::new(Point::zero(), layout.size);
        if let Some(dialog) = &scene.dialog {
            self.dialog_areas(layout, dialog, found);
            return found(whole, HitTarget::Outside);
        }
        if let Some(banner) = &scene.banner {
            let parts = self.banner_layout(layout, banner);
            for index in 0..banner.answers.len() {
                found(parts.answer(index), HitTarget::Answer(index));
            }
            found(parts.card, HitTarget::Inside);
        }
        for index in 0..scene.menus.len() {
            found(self.menu_title(layout, scene.menus, index), HitTarget::Menu(index));
        }
        if let Some((open, _)) = scene.open {
            let items = scene.menus.get(open).map_or(0, |menu| menu.items.len());
            for item in 0..items {
                found(self.menu_item(layout, scene.menus, open, item), HitTarget::Item(item));
            }
            found(self.menu_area(layout, scene.menus, open), HitTarget::Inside);
            return found(whole, HitTarget::Outside);
        }
        let status = self.status_area(layout, &scene.status);
        if status != layout.status {
            found(status, HitTarget::Inside);
        }
        self.panel_areas(layout, scene, found);
        for square in layout.grid.board.squares() {
            found(layout.grid.area(square), HitTarget::Square(square));
        }
        self.move_areas(layout, scene, found);
    }

    fn panel_areas(&self, layout: &Layout, scene: &Scene<'_>, found: Areas<'_>) {
        let [steps, tools, buttons] =
            [scene.steps, scene.tools, scene.buttons].map(<[Control<'_>]>::len);
        (0..steps).for_each(|index| found(layout.step(index, steps), HitTarget::Step(index)));
        (0..tools).for_each(|index| found(layout.tool(index, tools), HitTarget::Tool(index)));
        for index in 0..buttons {
            found(layout.button(index, buttons), HitTarget::Button(index));
        }
        for (card, side) in layout.players.into_iter().zip(layout.sides()) {
            found(card, HitTarget::Player(side));
        }
        if let Some(chart) = scene.chart {
            let plies = chart.shares.len().saturating_sub(1);
            layout.chart_plies(plies, &mut |area, ply| found(area, HitTarget::Chart(ply)));
        }
        let Some(analysis) = &scene.analysis else {
            return found(layout.thinking, HitTarget::Thinking);
        };
        for index in 0..analysis.controls.len() {
            let place = layout.analysis_control(index, analysis.controls.len());
            found(place, HitTarget::AnalysisControl(index));
        }
        for index in 0..layout.drawn_lines(analysis.lines.len()) {
            if let Some(row) = layout.analysis_line(index) {
                found(row, HitTarget::AnalysisLine(index));
            }
        }
        found(layout.thinking, HitTarget::Nowhere);
    }

    fn move_areas(&self, layout: &Layout, scene: &Scene<'_>, found: Areas<'_>) {
        if let Some(tray) = &scene.tray {
            for (index, piece) in tray.pieces().enumerate() {
                found(layout.tray(tray, index), HitTarget::Tray(piece));
            }
            return;
        }
        if let Some(items) = scene.tree {
            let ty = self.tree_type(layout);
            let (first, _) = layout.tree_rows(items, ty);
            for placed in MoveFlow::new(layout, items, ty) {
                if let Some(area) = layout.tree_item(placed, first) {
                    found(area.intersection(&layout.moves), HitTarget::TreeItem(placed.index));
                }
            }
        } else {
            for ply in 0..scene.record.plies.len() {
                if let Some(cell) = layout.ply(&scene.record, ply) {
                    found(cell.intersection(&layout.moves), HitTarget::Ply(ply));
                }
            }
        }
        found(layout.moves, HitTarget::Moves);
    }

    /// Returns the spot that a drag has reached in part `part` of the dialog. The drag began there, at spot `from`.
    pub fn dragged(
        &self,
        layout: &Layout,
        dialog: &Dialog<'_>,
        (part, from): (usize, Spot),
        point: Point,
    ) -> Spot {
        let Body::Form(form) = dialog.body else { return from };
        let parts = self.dialog_layout(layout, dialog);
        let places = self.form_layout(layout, dialog, &parts, form);
        places.dragged((part, from), point)
    }

    fn dialog_areas(&self, layout: &Layout, dialog: &Dialog<'_>, found: Areas<'_>) {
        let parts = self.dialog_layout(layout, dialog);
        for index in 0..dialog.answers.len() {
            let answer = self.answer(layout, &parts, dialog.answers, index);
            found(answer, HitTarget::Answer(index));
        }
        match dialog.body {
            Body::Form(form) => {
                let places = self.form_layout(layout, dialog, &parts, form);
                places.areas(&mut |area, part, spot| {
                    found(area.intersection(&parts.body), HitTarget::Part(part, spot));
                });
            }
            Body::Pieces { pieces, .. } => {
                for index in 0..pieces.len() {
                    found(parts.piece(index, pieces.len()), HitTarget::Row(index));
                }
            }
            Body::Text(_) => {}
        }
        found(parts.card, HitTarget::Inside);
    }
}
