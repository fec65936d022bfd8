use crate::buttons::Button;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    Back,
    /// Makes the computer move at once.
    MoveNow,
    New,
    /// Undoes a person's last move.
    Undo,
    Flip,
    /// The rules of the next game.
    Rules,
    /// The clocks of the next game.
    Clock,
    Level,
    Person,
}

impl Row {
    /// All rows, from the top.
    pub const ALL: [Self; 9] = [
        Self::Back,
        Self::MoveNow,
        Self::New,
        Self::Undo,
        Self::Flip,
        Self::Rules,
        Self::Clock,
        Self::Level,
        Self::Person,
    ];

    /// True if the row is a setting.
    pub const fn is_value(self) -> bool {
        matches!(self, Self::Rules | Self::Clock | Self::Level | Self::Person)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MenuAction {
    /// Moves the focus to a row, possibly the same one.
    Focus(Row),
    Activate(Row),
    /// Changes the row's value: to the next one if true, otherwise to the previous one.
    Change(Row, bool),
}

/// Returns the effect of a button when a row has the focus.
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
