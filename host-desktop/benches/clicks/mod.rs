//! The time from a click to its picture, as the server of X sees both.

use crate::frames::SIZE;
use chuhe_core::Square;
use chuhe_core::rules::Rules;
use chuhe_tests::display::XServer;
use chuhe_tests::wait::wait_for;
use chuhe_view::{BoardDesign, Layout};
use embedded_graphics::prelude::Size;
use std::error::Error;
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, ImageFormat,
    MOTION_NOTIFY_EVENT,
};
use x11rb::protocol::xtest::ConnectionExt as _;

/// Clicks on a cannon of the only window: each click chooses it or puts it down. Returns the time of each one.
pub(crate) fn answers(
    server: Option<&XServer>,
    clicks: usize,
) -> Result<Vec<Duration>, Box<dyn Error>> {
    let (x11, number) = x11rb::connect(server.map(|server| server.display.as_str()))?;
    let root = x11.setup().roots[number].root;
    let is_ours = |window: &u32| {
        let name = x11.get_property(false, *window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 16);
        name.is_ok_and(|it| it.reply().is_ok_and(|name| name.value == b"Chuhe"))
    };
    let windows = x11.query_tree(root)?.reply()?.children;
    let window = windows.into_iter().find(is_ours).ok_or("no window of Chuhe")?;
    let [width, height] = SIZE.map(|side| side as u32);
    let design = BoardDesign::of(Rules::Xiangqi);
    let grid = Layout::new(Size::new(width, height), design, false, 100).grid;
    let place = grid.center(Square::from_name("h2").ok_or("no square")?);
    let [x, y] = [place.x, place.y].map(|side| side as i16);
    let field = || {
        let (form, all) = (ImageFormat::Z_PIXMAP, u32::MAX);
        let reply = x11.get_image(form, window, x - 40, y - 40, 80, 80, all)?.reply();
        Ok::<_, Box<dyn Error>>(reply?.data)
    };
    let pointer = |what, button| -> Result<(), Box<dyn Error>> {
        x11.xtest_fake_input(what, button, 0, root, x, y, 0)?;
        Ok(x11.flush()?)
    };
    let at = x11.translate_coordinates(window, root, x, y)?.reply()?;
    x11.xtest_fake_input(MOTION_NOTIFY_EVENT, 0, 0, root, at.dst_x, at.dst_y, 0)?.check()?;
    let mut spent = Vec::new();
    let mut before = field()?;
    for _ in 0..clicks {
        let start = Instant::now();
        pointer(BUTTON_PRESS_EVENT, 1)?;
        pointer(BUTTON_RELEASE_EVENT, 1)?;
        wait_for("another picture", || {
            let now = field().map_err(|error| error.to_string())?;
            if now == before { Err("the same".to_owned()) } else { Ok(()) }
        });
        spent.push(start.elapsed());
        // The next click comes when the picture stays as it is.
        wait_for("a picture that stays", || {
            let now = field().map_err(|error| error.to_string())?;
            if std::mem::replace(&mut before, now.clone()) == now {
                Ok(())
            } else {
                Err("it changes".to_owned())
            }
        });
    }
    Ok(spent)
}
