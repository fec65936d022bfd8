//! Buttons, menu items and answers, with their drawings.

/// The drawing on a button.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Icon {
    /// A cross of two bars: something new.
    Plus,
    /// An arrow that turns back.
    Undo,
    /// An arrow that turns ahead.
    Redo,
    /// A bulb: advice.
    Bulb,
    /// A flash: at once.
    Bolt,
    /// A way that parts in two.
    Fork,
    /// Arrows to the left and to the right.
    Swap,
    /// One half: a draw.
    Half,
    /// A flag.
    Flag,
    /// Two bars: a pause.
    Pause,
    /// Arrows up and down.
    Turn,
    /// A magnifying glass.
    Lens,
    /// To the first one.
    First,
    /// To the previous one.
    Back,
    /// To the next one.
    Forward,
    /// To the last one.
    Last,
    /// Two halves of a mirrored picture.
    Mirror,
    /// A disc, half light and half dark.
    Contrast,
    /// Two sheets of paper.
    Sheets,
    /// An arrow into a tray.
    Tray,
    /// Four squares of a board.
    Board,
    /// Three columns of a chart.
    Chart,
    /// A castle.
    Castle,
}

/// A button, a menu item or an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control<'a> {
    /// The name; an empty one is a separator.
    pub label: &'a str,
    /// The name of the key that does the same.
    pub shortcut: &'a str,
    /// True if the control can be used now.
    pub enabled: bool,
    /// True if it is switched on.
    pub checked: bool,
    /// True if it is what most people want next.
    pub primary: bool,
    /// The drawing of a button.
    pub icon: Option<Icon>,
}

impl<'a> Control<'a> {
    /// A separator between menu items.
    pub const SEPARATOR: Self = Self::new("", "");

    /// Creates an enabled control.
    #[must_use]
    pub const fn new(label: &'a str, shortcut: &'a str) -> Self {
        Self { label, shortcut, enabled: true, checked: false, primary: false, icon: None }
    }
}
