//! The pointer of a library that tells only where the pointer is and which buttons are down.

use super::Input;
use chuhe_app::WindowPoint;

type InputAt = fn(WindowPoint) -> Input;

/// The inputs of a release and of a press, for the left and the right button.
const INPUTS: [[InputAt; 2]; 2] =
    [[Input::Released, Input::Pressed], [Input::OtherReleased, Input::OtherPressed]];

/// The pointer as a library tells it. It reads the place before the buttons.
pub(super) trait Mouse {
    /// Reads place and buttons again.
    fn update(&mut self);

    /// The place that was read; `None` if it is not known.
    fn place(&self) -> Option<WindowPoint>;

    /// True for the left and the right button while it is down.
    fn down(&self) -> [bool; 2];
}

/// The state of the pointer after the last poll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pointer {
    place: Option<WindowPoint>,
    down: [bool; 2],
}

impl Pointer {
    /// Appends the inputs since the last poll, after an update of the mouse.
    ///
    /// The place that belongs to a change of a button comes with the next update. That one does not
    /// wait until another picture is drawn, because the pointer may be elsewhere then.
    pub(super) fn poll(&mut self, mouse: &mut impl Mouse, inputs: &mut Vec<Input>) {
        self.follow(mouse, inputs);
        loop {
            let down = mouse.down();
            if down == self.down {
                return;
            }
            let before = std::mem::replace(&mut self.down, down);
            mouse.update();
            self.follow(mouse, inputs);
            let place = self.place.unwrap_or((-1, -1));
            let changed = (0..2).filter(|&index| before[index] != down[index]);
            inputs.extend(changed.map(|index| INPUTS[index][usize::from(down[index])](place)));
        }
    }

    fn follow(&mut self, mouse: &impl Mouse, inputs: &mut Vec<Input>) {
        if let Some(place) = mouse.place().filter(|_| mouse.place() != self.place) {
            self.place = Some(place);
            inputs.push(Input::Moved(place));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mouse that follows a script of places and of the left button, one row for each update.
    struct Played<'a> {
        rows: &'a [(WindowPoint, bool)],
        place: Option<WindowPoint>,
        down: bool,
    }

    impl Mouse for Played<'_> {
        fn update(&mut self) {
            // The place is that of the update before, as the button changes between both.
            if let [(place, down), rest @ ..] = self.rows {
                (self.place, self.down, self.rows) = (Some(*place), *down, rest);
            }
        }

        fn place(&self) -> Option<WindowPoint> {
            self.place
        }

        fn down(&self) -> [bool; 2] {
            [self.down, false]
        }
    }

    /// The inputs of each of two polls. Between them a picture is drawn for as long as some updates would take.
    fn inputs(rows: &[(WindowPoint, bool)], missed: usize) -> [Vec<Input>; 2] {
        let mut mouse = Played { rows, place: None, down: false };
        let mut pointer = Pointer::default();
        [0, missed].map(|missed| {
            let mut inputs = Vec::new();
            mouse.rows = &mouse.rows[missed..];
            mouse.update();
            pointer.poll(&mut mouse, &mut inputs);
            inputs
        })
    }

    #[test]
    fn a_press_counts_where_it_was_made_however_long_a_picture_takes() {
        let (start, from, to) = ((0, 0), (10, 10), (90, 90));
        // The button goes down on the first square when the place was read already. The reply of the computer
        // is drawn while the pointer goes on.
        let rows = [(start, true), (from, true), (from, false), (to, false), (to, false)];
        let mut presses = inputs(&rows, 1).concat();
        presses.retain(|input| !matches!(input, Input::Moved(_)));
        assert_eq!(presses, [Input::Pressed(from), Input::Released(to)]);
    }

    #[test]
    fn a_change_while_the_place_is_read_comes_at_once() {
        let at = (5, 5);
        let [first, second] = inputs(&[(at, true), (at, false), (at, false)], 0);
        assert_eq!(first, [Input::Moved(at), Input::Pressed(at), Input::Released(at)]);
        assert_eq!(second, []);
    }
}
