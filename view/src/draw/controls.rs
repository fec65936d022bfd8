use super::{Drawing, Drawn};
use crate::layout::{Layout, area};
use crate::letters::Align;
use crate::paint::{Blend, ONE, Paint, Round};
use crate::scene::{Control, Scene};
use crate::theme::Depth;
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::Point;
use embedded_graphics::primitives::Rectangle;

/// The mark of a menu item that is switched on.
const CHECK: char = '✓';

impl<D: Blend> Drawing<'_, '_, D> {
    /// Draws the buttons next to the board.
    pub(super) fn buttons(&mut self, layout: &Layout, scene: &Scene<'_>) -> Drawn<D> {
        let pointer = scene.pointer.filter(|_| scene.dialog.is_none() && scene.open.is_none());
        for (index, control) in scene.buttons.iter().enumerate() {
            let place = layout.button(index, scene.buttons.len());
            self.button(layout, place, control, pointer, false)?;
        }
        Ok(())
    }

    /// Draws a button with its shortcut. It lights up under the pointer; a focused button is
    /// filled.
    pub(super) fn button(
        &mut self,
        layout: &Layout,
        place: Rectangle,
        control: &Control<'_>,
        pointer: Option<Point>,
        focused: bool,
    ) -> Drawn<D> {
        let em = layout.em;
        let lit = control.enabled && pointer.is_some_and(|pointer| place.contains(pointer));
        let strong = focused || control.checked;
        let shape = Round::rectangle(place, em * ONE / 3);
        let face = if strong { self.theme.accent } else { self.theme.button[usize::from(lit)] };
        self.painter.round(&shape, face)?;
        let rim = if lit { self.theme.accent } else { self.theme.edge };
        let rim = if strong && lit { self.theme.text } else { rim };
        self.painter.round(&shape.hollow(ONE), rim)?;
        let text = if strong { self.theme.on_accent } else { self.theme.text };
        let faded = if control.enabled { 255 } else { 95 };
        let inner = place.offset(-(em / 2));
        let width = inner.size.width as i32;
        let small = self.view.ty(em * 7 / 10);
        let key =
            if control.shortcut.is_empty() { 0 } else { small.columns(&control.shortcut) + em / 4 };
        let label = self.view.ty(em).sized(em * 19 / 20);
        let room = label.sized(em * 17 / 20).columns(&control.label);
        let shows_key = key > 0 && room + key <= width;
        let label_width = width - if shows_key { key } else { 0 };
        let label = label.fitted(&control.label, label_width);
        let align = if shows_key { Align::Left } else { Align::Center };
        let left = area(inner.top_left.x, place.top_left.y, label_width, place.size.height as i32);
        self.painter.text(label, &control.label, left, align, Paint::new(text).alpha(faded))?;
        if !shows_key {
            return Ok(());
        }
        let right = area(inner.top_left.x, place.top_left.y, width, place.size.height as i32);
        let quiet = if strong { self.theme.on_accent } else { self.theme.muted };
        self.painter.text(
            small,
            &control.shortcut,
            right,
            Align::Right,
            Paint::new(quiet).alpha(faded),
        )
    }

    /// Draws the titles of the menus, and the open menu.
    pub(super) fn menus(&mut self, layout: &Layout, scene: &Scene<'_>) -> Drawn<D> {
        let ty = self.view.ty(layout.em);
        let pointer = scene.pointer.filter(|_| scene.dialog.is_none());
        for (index, menu) in scene.menus.iter().enumerate() {
            let place = self.view.menu_title(layout, scene.menus, index);
            let open = scene.open.is_some_and(|(open, _)| open == index);
            let lit = pointer.is_some_and(|pointer| place.contains(pointer));
            let color = if open { self.theme.on_accent } else { self.theme.text };
            if open || lit {
                let face = if open { self.theme.accent } else { self.theme.button[1] };
                self.painter.rectangle(place, face)?;
            }
            self.painter.text(ty, &menu.title, place, Align::Center, color)?;
        }
        match scene.open {
            Some((index, focus)) => self.open_menu(layout, scene, index, focus),
            None => Ok(()),
        }
    }

    fn open_menu(
        &mut self,
        layout: &Layout,
        scene: &Scene<'_>,
        index: usize,
        focus: Option<usize>,
    ) -> Drawn<D> {
        let hanging = self.view.menu_area(layout, scene.menus, index);
        self.raised(layout, hanging)?;
        let items = scene.menus.get(index).map_or(&[][..], |menu| menu.items);
        let ty = self.view.ty(layout.em);
        for (item, control) in items.iter().enumerate() {
            let row = self.view.menu_item(layout, scene.menus, index, item);
            let inner = area(
                row.top_left.x + layout.em * 3 / 2,
                row.top_left.y,
                row.size.width as i32 - layout.em * 5 / 2,
                row.size.height as i32,
            );
            if control.label.is_empty() {
                let y = row.top_left.y + row.size.height as i32 / 2;
                let line =
                    area(row.top_left.x + layout.em / 2, y, row.size.width as i32 - layout.em, 1);
                self.painter.rectangle(line, self.theme.edge)?;
                continue;
            }
            let lit = scene.pointer.is_some_and(|pointer| row.contains(pointer));
            let strong = control.enabled && (lit || focus == Some(item));
            if strong {
                self.painter.rectangle(row, self.theme.accent)?;
            }
            let faded = if control.enabled { 255 } else { 95 };
            let (text, quiet) = if strong {
                (self.theme.on_accent, self.theme.on_accent)
            } else {
                (self.theme.text, self.theme.muted)
            };
            if control.checked {
                let mark =
                    area(row.top_left.x, row.top_left.y, layout.em * 3 / 2, row.size.height as i32);
                self.painter.text(ty, &CHECK, mark, Align::Center, text)?;
            }
            self.painter.text(
                ty,
                &control.label,
                inner,
                Align::Left,
                Paint::new(text).alpha(faded),
            )?;
            self.painter.text(
                ty,
                &control.shortcut,
                inner,
                Align::Right,
                Paint::new(quiet).alpha(faded),
            )?;
        }
        Ok(())
    }

    /// Draws a card with a shadow, above everything else.
    pub(super) fn raised(&mut self, layout: &Layout, card: Rectangle) -> Drawn<D> {
        if self.theme.depth == Depth::Rgb {
            let dropped = Rectangle::new(card.top_left + Point::new(0, layout.em / 4), card.size);
            let shadow = Round::rectangle(dropped, layout.em * ONE / 2).soft(layout.em * ONE);
            self.painter.round(&shadow, Paint::new(Rgb888::new(0, 0, 0)).alpha(110))?;
        }
        self.card(layout, card)
    }
}
