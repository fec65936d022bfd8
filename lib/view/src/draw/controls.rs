use super::pieces::figure;
use super::{Drawing, Drawn};
use crate::control::{Control, Icon};
use crate::grid::middle;
use crate::layout::{Layout, Sides, area, cut_left, cut_top, inset};
use crate::letters::{Align, SIGNS, Wrapped, glyph};
use crate::paint::{Blend, ONE, Paint, Round};
use crate::scene::{Menu, Scene, Tip};
use crate::theme::Depth;
use embedded_graphics::{pixelcolor::Rgb888, prelude::Point, primitives::Rectangle};

/// The mark of a control that is switched on, and of a card with a tick.
pub(super) const CHECK: char = '✓';

/// The opacity of the words of a disabled control, out of 255. They stay legible.
const FADED: u8 = 150;

impl<D: Blend> Drawing<'_, '_, D> {
    pub(super) fn buttons(&mut self, layout: &Layout, scene: &Scene<'_>) -> Drawn<D> {
        for (index, control) in scene.steps.iter().enumerate() {
            self.small_button(layout.step(index, scene.steps.len()), control)?;
        }
        let tools = scene.tools.iter().enumerate();
        let tools = tools.map(|(index, tool)| (layout.tool(index, scene.tools.len()), tool));
        let buttons = scene.buttons.iter().enumerate();
        let buttons = buttons.map(|(index, of)| (layout.button(index, scene.buttons.len()), of));
        let is_wide = layout.tool(0, scene.tools.len()).width() >= 8 * self.em;
        if layout.tool_rows > 1 || is_wide {
            self.group(tools)?;
        } else {
            for (place, control) in tools {
                self.small_button(place, control)?;
            }
        }
        self.group(buttons)
    }

    /// Draws buttons with words. The letters of all buttons have the same size, in which the longest words fit.
    fn group<'s>(
        &mut self,
        controls: impl Iterator<Item = (Rectangle, &'s Control<'s>)> + Clone,
    ) -> Drawn<D> {
        let (em, ty) = (self.em, self.view.ty(self.em));
        let width = |place, control: &Control<'_>| words_of(em, place, control).1.width();
        let fitting = |(place, control): (Rectangle, &Control<'_>)| {
            ty.fitted(&control.label, width(place, control)).size
        };
        let size = controls.clone().map(fitting).min().unwrap_or(em);
        let ty = ty.sized(size);
        // If the shortcut key of any button has no room, no button shows its key.
        let shows_keys = controls.clone().all(|(place, control)| {
            let keys = ty.sized(size * 9 / 10).columns(&control.shortcut);
            keys == 0 || ty.columns(&control.label) + em / 3 + keys <= width(place, control)
        });
        for (place, control) in controls {
            let shortcut = if shows_keys { control.shortcut } else { "" };
            self.button(place, &Control { shortcut, ..*control }, false, size)?;
        }
        Ok(())
    }

    /// Draws a button without words and key, and returns the colours of both.
    fn button_face(
        &mut self,
        place: Rectangle,
        control: &Control<'_>,
        focused: bool,
    ) -> Result<[Paint; 2], D::Error> {
        let lit = control.enabled && self.is_over(place);
        let strong = control.enabled && (focused || control.checked || control.primary);
        let shape = Round::rectangle(place, self.em * ONE / 3);
        let face = if strong { self.theme.accent } else { self.theme.button[usize::from(lit)] };
        if control.enabled {
            self.painter.round(&shape, face)?;
        }
        let rim = match (strong, lit) {
            (true, true) => self.theme.text,
            (false, true) => self.theme.accent,
            _ => self.theme.edge,
        };
        self.painter.round(&shape.hollow(ONE), rim)?;
        let colors = match (control.enabled, strong) {
            (false, _) => [self.theme.muted; 2],
            (_, true) => [self.theme.on_accent; 2],
            _ => [self.theme.text, self.theme.muted],
        };
        let faded = if control.enabled { 255 } else { FADED };
        Ok(colors.map(|color| Paint::new(color).alpha(faded)))
    }

    /// Draws a button in letters of `size` pixels. If words and key have no room together, the key is left out. If even
    /// the words have no room, a button with an icon is drawn without them.
    pub(super) fn button(
        &mut self,
        place: Rectangle,
        control: &Control<'_>,
        focused: bool,
        size: i32,
    ) -> Drawn<D> {
        let em = self.em;
        let ty = self.view.ty(size);
        let label = ty.columns(&control.label);
        let (seat, inner) = words_of(em, place, control);
        if control.icon.is_some() && label > inner.width() {
            return self.small_button(place, control);
        }
        let [text, quiet] = self.button_face(place, control, focused)?;
        if let Some(icon) = control.icon {
            self.icon(icon, seat, em * 6 / 5, text)?;
        }
        let key = ty.sized(size * 9 / 10);
        let keys = if control.shortcut.is_empty() { 0 } else { key.columns(&control.shortcut) };
        let shows_key = keys > 0 && label + em / 3 + keys <= inner.width();
        let align = if shows_key || control.icon.is_some() { Align::Left } else { Align::Center };
        self.painter.text(ty, &control.label, inner, align, text)?;
        if shows_key {
            self.painter.text(key, &control.shortcut, inner, Align::Right, quiet)?;
        }
        Ok(())
    }

    fn small_button(&mut self, place: Rectangle, control: &Control<'_>) -> Drawn<D> {
        let em = self.em;
        let [text, quiet] = self.button_face(place, control, false)?;
        let key = self.view.ty(em * 9 / 10);
        let keys = key.columns(&control.shortcut);
        let size = em * 6 / 5;
        let both = size + em / 4 + keys;
        // All keys of one letter get the same room, so that a row shows all these keys or none.
        let roomy = size + em * 7 / 4 <= place.width();
        let shows_key = control.shortcut.chars().count() == 1 && roomy;
        let used = if shows_key { both } else { size };
        let mut inner = inset(place, (place.width() - used) / 2);
        let seat = cut_left(&mut inner, size, em / 4);
        if let Some(icon) = control.icon {
            self.icon(icon, seat, size, text)?;
        }
        if shows_key {
            self.painter.text(key, &control.shortcut, inner, Align::Left, quiet)?;
        }
        Ok(())
    }

    fn icon(&mut self, icon: Icon, seat: Rectangle, size: i32, paint: Paint) -> Drawn<D> {
        let Some(glyph) = glyph(SIGNS, figure(icon as u32)) else { return Ok(()) };
        self.painter.outline(&glyph.centered(middle(seat), size), paint)
    }

    pub(super) fn menus(&mut self, layout: &Layout, scene: &Scene<'_>) -> Drawn<D> {
        let ty = self.view.ty(layout.em);
        for (index, menu) in scene.menus.iter().enumerate() {
            let place = self.view.menu_title(layout, scene.menus, index);
            let open = scene.open.is_some_and(|(open, _)| open == index);
            let lit = self.is_over(place);
            let color = if open { self.theme.on_accent } else { self.theme.text };
            if open || lit {
                let face = if open { self.theme.accent } else { self.theme.button[1] };
                self.painter.rectangle(place, face)?;
            }
            self.painter.text(ty, &menu.title, place, Align::Center, color)?;
        }
        Ok(())
    }

    pub(super) fn open_menu(
        &mut self,
        layout: &Layout,
        menus: &[Menu<'_>],
        index: usize,
        focus: Option<usize>,
    ) -> Drawn<D> {
        self.raised(self.view.menu_area(layout, menus, index))?;
        let items = menus.get(index).map_or(&[][..], |menu| menu.items);
        for (item, control) in items.iter().enumerate() {
            let row = self.view.menu_item(layout, menus, index, item);
            self.menu_row(row, control, focus == Some(item))?;
        }
        Ok(())
    }

    /// Draws an item of a menu, or a separator. The item with the focus is lit, even if it is disabled.
    fn menu_row(&mut self, row: Rectangle, control: &Control<'_>, focused: bool) -> Drawn<D> {
        let (em, x, y) = (self.em, row.top_left.x, row.top_left.y);
        let (width, height) = (row.width(), row.height());
        if control.label.is_empty() {
            let line = area(x + em / 2, y + height / 2, width - em, 1);
            return self.painter.rectangle(line, self.theme.edge);
        }
        let strong = control.enabled && (self.is_over(row) || focused);
        if strong {
            self.painter.rectangle(row, self.theme.accent)?;
        } else if focused {
            self.painter.rectangle(row, self.theme.button[1])?;
        }
        let [text, quiet] =
            if strong { [self.theme.on_accent; 2] } else { [self.theme.text, self.theme.muted] };
        let ty = self.view.ty(em);
        if control.checked {
            let mark = area(x, y, em * 3 / 2, height);
            self.painter.text(ty, &CHECK, mark, Align::Center, text)?;
        }
        let inner = area(x + em * 3 / 2, y, width - em * 5 / 2, height);
        let faded = |color| Paint::new(color).alpha(if control.enabled { 255 } else { FADED });
        self.painter.text(ty, &control.label, inner, Align::Left, faded(text))?;
        self.painter.text(ty, &control.shortcut, inner, Align::Right, faded(quiet))
    }

    pub(super) fn tip(&mut self, layout: &Layout, tip: &Tip<'_>) -> Drawn<D> {
        let em = layout.em;
        let ty = self.view.ty(em);
        let keys = if tip.key.is_empty() { 0 } else { ty.columns(&tip.key) + em };
        let widest = em * 18;
        let first = (ty.columns(&tip.name) + keys).min(widest);
        let lines = Wrapped::new(tip.detail, ty, widest);
        let below = lines.clone().map(|line| ty.columns(&line)).max().unwrap_or(0);
        let (width, row) = (first.max(below) + em, em * 3 / 2);
        let height = row * (1 + lines.clone().count() as i32) + em / 2;
        let screen = layout.size;
        let x = (tip.at.x + em / 2).min(screen.width as i32 - width).max(0);
        let under = tip.at.y + em * 3 / 2;
        let y = if under + height > screen.height as i32 { tip.at.y - height } else { under };
        let card = area(x, y.max(0), width, height);
        self.raised(card)?;
        let mut rest = inset(card, em / 2);
        cut_top(&mut rest, em / 4, 0);
        let line = cut_top(&mut rest, row, 0);
        self.painter.text(ty, &tip.name, line, Align::Left, self.theme.text)?;
        self.painter.text(ty, &tip.key, line, Align::Right, self.theme.muted)?;
        self.write_lines(lines, ty, (rest, row), Align::Left, self.theme.muted)
    }

    pub(super) fn raised(&mut self, card: Rectangle) -> Drawn<D> {
        if self.theme.depth == Depth::Rgb {
            let dropped = Rectangle::new(card.top_left + Point::new(0, self.em / 4), card.size);
            let shadow = Round::rectangle(dropped, self.em * ONE / 2).soft(self.em * ONE);
            self.painter.round(&shadow, Paint::new(Rgb888::new(0, 0, 0)).alpha(110))?;
        }
        self.card(card)
    }
}

fn words_of(em: i32, place: Rectangle, control: &Control<'_>) -> (Rectangle, Rectangle) {
    let margin = if place.width() >= 8 * em { em / 2 } else { em / 4 };
    let mut inner = inset(place, margin);
    let seat = match control.icon {
        Some(_) => cut_left(&mut inner, em * 6 / 5, em / 4),
        None => Rectangle::zero(),
    };
    (seat, inner)
}
