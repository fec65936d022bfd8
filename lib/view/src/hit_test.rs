//! The hit test: finds the thing at a point of a picture.

use crate::control::Control;
use crate::draw::View;
use crate::form::Spot;
use crate::layout::Layout;
use crate::move_flow::MoveFlow;
use crate::scene::{Analysis, Body, Dialog, MoveItem, Scene};
use chuhe_core::{Piece, Side, Square};
use embedded_graphics::prelude::Point;

/// The thing at a point of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HitTarget {
    /// A square of the board.
    Square(Square),
    /// A ply in the list of moves, counted from 0.
    Ply(usize),
    /// An item of the tree of moves.
    TreeItem(usize),
    /// A piece of an editor's tray.
    Tray(Piece),
    /// A small button under the moves.
    Step(usize),
    /// A small button with a drawing alone.
    Tool(usize),
    /// A button with words.
    Button(usize),
    /// The card of a player.
    Player(Side),
    /// The computer's search.
    Thinking,
    /// A control of the analysis: its switch, one line less, one line more.
    AnalysisControl(usize),
    /// A line of the analysis.
    AnalysisLine(usize),
    /// The chart of a report, after this number of moves.
    Chart(usize),
    /// The title of a menu.
    Menu(usize),
    /// An item of the open menu.
    Item(usize),
    /// An answer of the dialog.
    Answer(usize),
    /// A part of the dialog, and the place in it.
    Part(usize, Spot),
    /// One of the dialog's pieces.
    Row(usize),
    /// The list of moves, apart from its plies.
    Moves,
    /// The dialog or the open menu, apart from its controls.
    Inside,
    /// Outside of the dialog or the open menu.
    Outside,
    /// No control.
    Nowhere,
}

fn hit_button(layout: &Layout, scene: &Scene<'_>, point: Point) -> Option<HitTarget> {
    let [steps, tools, buttons] =
        [scene.steps, scene.tools, scene.buttons].map(<[Control<'_>]>::len);
    let step = (0..steps).find(|&index| layout.step(index, steps).contains(point));
    let tool = (0..tools).find(|&index| layout.tool(index, tools).contains(point));
    let button = (0..buttons).find(|&index| layout.button(index, buttons).contains(point));
    let small = step.map(HitTarget::Step).or(tool.map(HitTarget::Tool));
    small.or(button.map(HitTarget::Button))
}

impl View<'_> {
    /// Returns the thing at a point of a picture.
    #[must_use]
    pub fn hit_test(&self, layout: &Layout, scene: &Scene<'_>, point: Point) -> HitTarget {
        if let Some(dialog) = &scene.dialog {
            return self.hit_test_dialog(layout, dialog, point);
        }
        if let Some(banner) = &scene.banner {
            let parts = self.banner_layout(layout, banner);
            let mut answers = 0..banner.answers.len();
            if let Some(index) = answers.find(|&index| parts.answer(index).contains(point)) {
                return HitTarget::Answer(index);
            }
            if parts.card.contains(point) {
                return HitTarget::Inside;
            }
        }
        let menus = scene.menus;
        for index in 0..menus.len() {
            if self.menu_title(layout, menus, index).contains(point) {
                return HitTarget::Menu(index);
            }
        }
        if let Some((open, _)) = scene.open {
            let items = menus.get(open).map_or(0, |menu| menu.items.len());
            let hit =
                (0..items).find(|&item| self.menu_item(layout, menus, open, item).contains(point));
            return match hit {
                Some(item) => HitTarget::Item(item),
                None if self.menu_area(layout, menus, open).contains(point) => HitTarget::Inside,
                None => HitTarget::Outside,
            };
        }
        if let Some(hit) = hit_button(layout, scene, point) {
            return hit;
        }
        for (card, side) in layout.players.into_iter().zip(layout.sides()) {
            if card.contains(point) {
                return HitTarget::Player(side);
            }
        }
        if let Some(chart) = scene.chart
            && let Some(ply) = layout.chart_ply(chart.shares.len().saturating_sub(1), point)
        {
            return HitTarget::Chart(ply);
        }
        if layout.thinking.contains(point) {
            return match &scene.analysis {
                Some(analysis) => self.hit_test_analysis(layout, analysis, point),
                None => HitTarget::Thinking,
            };
        }
        if let Some(square) = layout.grid.square_at(point) {
            return HitTarget::Square(square);
        }
        match &scene.tray {
            Some(tray) => {
                let mut pieces = tray.pieces().enumerate();
                let hit = pieces.find(|&(index, _)| layout.tray(tray, index).contains(point));
                hit.map_or(HitTarget::Nowhere, |(_, piece)| HitTarget::Tray(piece))
            }
            None if layout.moves.contains(point) && scene.tree.is_some() => {
                self.hit_test_tree(layout, scene.tree.unwrap_or_default(), point)
            }
            None if layout.moves.contains(point) => (0..scene.record.plies.len())
                .find(|&ply| {
                    layout.ply(&scene.record, ply).is_some_and(|cell| cell.contains(point))
                })
                .map_or(HitTarget::Moves, HitTarget::Ply),
            None => HitTarget::Nowhere,
        }
    }

    /// Returns the place in a part of the dialog to which the pointer drags. It pressed the spot
    /// `from` of the part, and it may have left the part.
    #[must_use]
    pub fn dragged(
        &self,
        layout: &Layout,
        dialog: &Dialog<'_>,
        (part, from): (usize, Spot),
        point: Point,
    ) -> Spot {
        let Body::Form(form) = dialog.body else { return from };
        let parts = self.dialog_layout(layout, dialog);
        self.form_layout(layout, dialog, &parts, form).dragged(
            layout,
            form.parts,
            (part, from),
            point,
        )
    }

    fn hit_test_tree(&self, layout: &Layout, items: &[MoveItem<'_>], point: Point) -> HitTarget {
        let ty = self.tree_type(layout);
        let (first, _) = layout.tree_rows(items, ty);
        let hit = MoveFlow::new(layout, items, ty).find(|&placed| {
            layout.tree_item(placed, first).is_some_and(|area| area.contains(point))
        });
        hit.map_or(HitTarget::Moves, |placed| HitTarget::TreeItem(placed.index))
    }

    fn hit_test_analysis(
        &self,
        layout: &Layout,
        analysis: &Analysis<'_>,
        point: Point,
    ) -> HitTarget {
        let controls = 0..analysis.controls.len();
        let mut lines = 0..analysis.lines.len();
        if let Some(control) =
            controls.into_iter().find(|&index| layout.analysis_control(index).contains(point))
        {
            return HitTarget::AnalysisControl(control);
        }
        let line =
            lines.find(|&line| layout.analysis_line(line).is_some_and(|row| row.contains(point)));
        line.map_or(HitTarget::Nowhere, HitTarget::AnalysisLine)
    }

    fn hit_test_dialog(&self, layout: &Layout, dialog: &Dialog<'_>, point: Point) -> HitTarget {
        let parts = self.dialog_layout(layout, dialog);
        let answer = (0..dialog.answers.len())
            .find(|&index| self.answer(layout, &parts, dialog.answers, index).contains(point));
        if let Some(index) = answer {
            return HitTarget::Answer(index);
        }
        if let Body::Form(form) = dialog.body {
            let places = self.form_layout(layout, dialog, &parts, form);
            let hit =
                parts.body.contains(point).then(|| places.hit_test(layout, form.parts, point));
            return match hit.flatten() {
                Some((part, spot)) => HitTarget::Part(part, spot),
                None if parts.card.contains(point) => HitTarget::Inside,
                None => HitTarget::Outside,
            };
        }
        let first = parts.first(dialog);
        let row = (first..first + parts.shown)
            .filter_map(|index| Some((index, parts.line(dialog, index)?)))
            .find(|(_, row)| row.contains(point));
        match (dialog.body, row) {
            (Body::Pieces { pieces, .. }, Some(_)) => (0..pieces.len())
                .find(|&index| parts.piece(index, pieces.len()).contains(point))
                .map_or(HitTarget::Inside, HitTarget::Row),
            _ if parts.card.contains(point) => HitTarget::Inside,
            _ => HitTarget::Outside,
        }
    }
}
