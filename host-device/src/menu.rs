use crate::buttons::Button;

/// A row of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// Closes the menu.
    Back,
    /// Ends the computer's thinking.
    MoveNow,
    /// Begins a game.
    New,
    /// Takes a person's last move back.
    Undo,
    /// Turns the board.
    Flip,
    /// The rules of the next game.
    Rules,
    /// How well the computer plays.
    Level,
    /// Which sides a person plays.
    Person,
}

impl Row {
    /// Every row, from the top.
    pub const ALL: [Self; 8] = [
        Self::Back,
        Self::MoveNow,
        Self::New,
        Self::Undo,
        Self::Flip,
        Self::Rules,
        Self::Level,
        Self::Person,
    ];

    /// Whether it holds a value rather than doing something.
    #[must_use]
    pub const fn is_value(self) -> bool {
        matches!(self, Self::Rules | Self::Level | Self::Person)
    }
}

/// What a button does to an open menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MenuAction {
    /// Another row is focused, or nothing happens.
    Focus(Row),
    /// The row does what it does.
    Activate(Row),
    /// The row's value turns to the next, or to the one before.
    Change(Row, bool),
}

/// What a button does when a row is focused.
pub(crate) fn action_of(row: Row, button: Button) -> MenuAction {
    let index = Row::ALL.iter().position(|other| *other == row).unwrap_or(0);
    let at = |index: usize| MenuAction::Focus(Row::ALL[index % Row::ALL.len()]);
    match button {
        Button::Up => at(index + Row::ALL.len() - 1),
        Button::Down => at(index + 1),
        Button::Left | Button::Right if !row.is_value() => MenuAction::Focus(row),
        Button::Left => MenuAction::Change(row, false),
        Button::Right => MenuAction::Change(row, true),
        Button::Select if row.is_value() => MenuAction::Change(row, true),
        Button::Select => MenuAction::Activate(row),
    }
}
