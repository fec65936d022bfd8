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
}
