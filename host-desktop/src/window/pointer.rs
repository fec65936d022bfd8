//! The pointer of a library that tells only where the pointer is and which buttons are down.

use super::Input;
use chuhe_app::WindowPoint;

type InputAt = fn(WindowPoint) -> Input;

/// The inputs of a release and of a press, for the left and the right button.
const INPUTS: [[InputAt; 2]; 2] =
    [[Input::Released, Input::Pressed], [Input::OtherReleased, Input::OtherPressed]];

/// The pointer as a library tells it: its place, if that is known, and whether the left and the right button are
/// down. The library reads the place first.
pub(super) type Mouse = (Option<WindowPoint>, [bool; 2]);

/// The state of the pointer after the last poll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pointer {
    place: Option<WindowPoint>,
    down: [bool; 2],
}

impl Pointer {
    /// Appends the inputs since the last poll.
    ///
    /// The place that belongs to a change of a button comes with the next update. That one does not
    /// wait until another picture is drawn, because the pointer may be elsewhere then.
    pub(super) fn poll(
        &mut self,
        (place, mut down): Mouse,
        mut update: impl FnMut() -> Mouse,
        inputs: &mut Vec<Input>,
    ) {
        self.follow(place, inputs);
        while down != self.down {
            let before = std::mem::replace(&mut self.down, down);
            let (place, next) = update();
            self.follow(place, inputs);
            let place = self.place.unwrap_or((-1, -1));
            let changed = (0..2).filter(|&index| before[index] != down[index]);
            inputs.extend(changed.map(|index| INPUTS[index][usize::from(down[index])](place)));
            down = next;
        }
    }

    fn follow(&mut self, place: Option<WindowPoint>, inputs: &mut Vec<Input>) {
        if let Some(at) = place.filter(|_| place != self.place) {
            self.place = place;
            inputs.push(Input::Moved(at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The inputs of each of two polls. Each update tells a row: a place and the left button. Between the polls a
    /// picture is drawn for as long as some updates would take.
    fn inputs(rows: &[(WindowPoint, bool)], missed: usize) -> [Vec<Input>; 2] {
        let (mut rows, mut mouse) = (rows.iter(), Mouse::default());
        let mut pointer = Pointer::default();
        [0, missed].map(|missed| {
            let mut inputs = Vec::new();
            rows = rows.as_slice()[missed..].iter();
            let mut update = || {
                rows.next().into_iter().for_each(|&(at, down)| mouse = (Some(at), [down, false]));
                mouse
            };
            pointer.poll(update(), update, &mut inputs);
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
