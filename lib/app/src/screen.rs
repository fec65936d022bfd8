//! Draws the picture in memory, but only after a change of the state.

use crate::picture::Picture;
use crate::{App, Target, WindowPoint};
use chuhe_view::letters::Typeface;
use chuhe_view::paint::Canvas;
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;

#[derive(Debug)]
pub struct Screen {
    size: [usize; 2],
    picture: Picture,
    ground: Vec<u32>,
    pixels: Vec<u32>,
    /// The areas of the picture that react to the pointer. Where areas overlap, only the first one reacts.
    areas: Vec<(Rectangle, Option<Target>)>,
    drawn: Option<u64>,
}

impl Screen {
    pub fn new(app: &App, size: [usize; 2]) -> Self {
        let picture = Picture::new(app, size);
        let (ground, pixels, areas) = (Vec::new(), Vec::new(), Vec::new());
        Self { size, picture, ground, pixels, areas, drawn: None }
    }

    pub fn with_face(mut self, face: Typeface<'static>) -> Self {
        self.picture = self.picture.with_face(face);
        self
    }

    pub fn resize(&mut self, size: [usize; 2]) {
        self.size = size;
        self.drawn = None;
    }

    /// Draws the picture if the state or the size has changed since the last call. Returns true if it was drawn.
    pub fn draw(&mut self, app: &App) -> bool {
        if self.drawn == Some(app.revision()) {
            return false;
        }
        let changed = self.picture.update(app, self.size);
        let Self { picture, ground, pixels, areas, .. } = self;
        let (view, layout) = (picture.view(), picture.layout());
        // A layout has a minimum size. If the window is smaller, the window shows only a part of the layout.
        let size = layout.size;
        let count = size.width as usize * size.height as usize;
        if changed || ground.len() != count {
            ground.resize(count, 0);
            let Ok(()) = view.background(&mut Canvas::new(ground, size), layout);
        }
        pixels.clone_from(ground);
        areas.clear();
        picture.show(|scene| {
            let Ok(()) = view.scene(&mut Canvas::new(pixels, size), layout, scene);
            view.areas(layout, scene, &mut |area, hit| {
                areas.push((area, picture.target_of(app, hit)));
            });
        });
        self.drawn = Some(app.revision());
        true
    }

    /// The pixels as `0x00RRGGBB`, row by row, and the width and height of the picture.
    pub fn pixels(&self) -> (&[u32], [usize; 2]) {
        let Size { width, height } = self.picture.layout().size;
        (&self.pixels, [width as usize, height as usize])
    }

    pub fn target(&self, (x, y): WindowPoint) -> Option<Target> {
        let at = |(area, _): &&(Rectangle, _)| area.contains(Point::new(x, y));
        self.areas.iter().find(at).and_then(|(_, target)| *target)
    }
}
