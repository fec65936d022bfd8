/// The icon on a button. The number of an icon is the index of its figure in `figures.txt`, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Icon {
    /// A cross of two bars: something new.
    Plus = 12,
    /// An arrow that turns back: to take a move back.
    Undo = 13,
    /// An arrow that turns ahead: to play a move that was taken back.
    Redo = 14,
    /// A bulb: advice.
    Bulb = 15,
    /// A flash of lightning: to make the computer move at once.
    Bolt = 16,
    /// A path that splits into two: to get another move.
    Fork = 17,
    /// Arrows to the left and to the right.
    Swap = 18,
    /// One half: a draw.
    Half = 19,
    /// A flag: resignation.
    Flag = 20,
    /// Two bars: a pause.
    Pause = 21,
    /// Arrows up and down: to turn the board.
    Turn = 22,
    /// A magnifying glass.
    Lens = 23,
    /// A bar and an arrow to the left: to the start.
    First = 24,
    /// An arrow to the left: one step back.
    Back = 25,
    /// An arrow to the right: one step forward.
    Forward = 26,
    /// An arrow to the right and a bar: to the end.
    Last = 27,
    /// Two halves of a mirrored picture.
    Mirror = 28,
    /// A disc, half light and half dark.
    Contrast = 29,
    /// Two sheets of paper.
    Sheets = 30,
    /// An arrow into a tray.
    Tray = 31,
    /// Four squares of a board.
    Board = 32,
    /// Three columns of a chart.
    Chart = 33,
    /// A rook of chess: castling.
    Castle = 9,
}

/// A button, a menu item or an answer of a dialog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control<'a> {
    /// The words on the control. If they are empty, a menu item is a separator.
    pub label: &'a str,
    /// The name of the shortcut key; empty if there is none.
    pub shortcut: &'a str,
    /// False for a control that cannot be used. It is drawn faded.
    pub enabled: bool,
    /// True if the control is switched on. A menu item then has a tick.
    pub checked: bool,
    /// True for the control that people most likely use next. It is drawn in a strong colour.
    pub primary: bool,
    /// The icon, which menus do not show.
    pub icon: Option<Icon>,
}

impl<'a> Control<'a> {
    /// A separator between menu items.
    pub const SEPARATOR: Self = Self::new("", "");

    /// Creates an enabled control without an icon.
    pub const fn new(label: &'a str, shortcut: &'a str) -> Self {
        Self { label, shortcut, enabled: true, checked: false, primary: false, icon: None }
    }
}
