//! The look of the window: colours, signs and sizes.

use crate::settings::Settings;
use chuhe_core::rules::Rules;
use chuhe_view::letters::Typeface;
use chuhe_view::{BoardDesign, Labels, Layout, View};
use embedded_graphics::prelude::Size;

pub(crate) fn view(settings: &Settings, rules: Rules, face: Typeface<'static>) -> View<'static> {
    View {
        theme: settings.theme.colors(),
        set: settings.pieces,
        labels: match settings.shows_coordinates(rules) {
            true => Labels::Coordinates,
            false => BoardDesign::of(rules).labels,
        },
        face,
        language: settings.language,
    }
}

/// The basic layout of a window. The picture adds the areas of the analysis, the chart and the tray to it.
pub(crate) fn layout(
    settings: &Settings,
    rules: Rules,
    is_flipped: bool,
    [width, height]: [usize; 2],
) -> Layout {
    let size = Size::new(width as u32, height as u32);
    Layout::new(size, BoardDesign::of(rules), is_flipped, settings.scale.into())
}
