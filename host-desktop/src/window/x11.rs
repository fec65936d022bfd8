//! Reads the inputs that minifb misses in an X11 window: short clicks and dropped files.
//!
//! An invisible second window lies over minifb's window, and gets the events of the pointer. In the protocol XDND the
//! second window is also the proxy of the first one, so messages about dropped files go to the second one.

use super::Input;
use chuhe_app::WindowPoint;
use std::error::Error;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        XdndActionCopy,
        XdndAware,
        XdndDrop,
        XdndEnter,
        XdndFinished,
        XdndPosition,
        XdndProxy,
        XdndSelection,
        XdndStatus,
        XdndTypeList,
        Uris: b"text/uri-list",
    }
}

const XDND_VERSION: u32 = 5;

const LEFT: u8 = 1;
const RIGHT: u8 = 3;
const WHEEL_UP: u8 = 4;
const WHEEL_DOWN: u8 = 5;

/// Starts a thread that reads the inputs of the pointer and the names of dropped files.
pub(super) fn inputs(window: u32) -> Result<Receiver<Input>, Box<dyn Error>> {
    let (x11, _) = x11rb::connect(None)?;
    let atoms = Atoms::new(&x11)?.reply()?;
    let cover = x11.generate_id()?;
    let events = EventMask::BUTTON_PRESS
        | EventMask::BUTTON_RELEASE
        | EventMask::POINTER_MOTION
        | EventMask::LEAVE_WINDOW;
    let look = CreateWindowAux::new().event_mask(events);
    // X11 clips the second window to the first one. So a second window of the largest possible size always covers it.
    let (side, kind) = (i16::MAX as u16, WindowClass::INPUT_ONLY);
    x11.create_window(0, cover, window, 0, 0, side, side, 0, kind, 0, &look)?;
    for named in [cover, window] {
        let proxy = (atoms.XdndProxy, AtomEnum::WINDOW, cover);
        let version = (atoms.XdndAware, AtomEnum::ATOM, XDND_VERSION);
        for (property, kind, value) in [proxy, version] {
            x11.change_property32(PropMode::REPLACE, named, property, kind, &[value])?;
        }
    }
    x11.map_window(cover)?.check()?;
    let (sender, inputs) = mpsc::channel();
    thread::spawn(move || {
        if let Err(error) = listen(&x11, &atoms, [window, cover], &sender) {
            log::warn!("the pointer is not read any more: {error}");
        }
    });
    Ok(inputs)
}

fn listen(
    x11: &impl Connection,
    atoms: &Atoms,
    [window, cover]: [u32; 2],
    inputs: &Sender<Input>,
) -> Result<(), Box<dyn Error>> {
    let (mut source, mut has_files) = (0, false);
    let tell = |source, what, data: [u32; 5]| {
        let message = ClientMessageEvent::new(32, source, what, data);
        x11.send_event(false, source, EventMask::NO_EVENT, message).map(drop)
    };
    loop {
        x11.flush()?;
        match x11.wait_for_event()? {
            Event::ClientMessage(message) if message.type_ == atoms.XdndEnter => {
                let [from, flags, few @ ..] = message.data.as_data32();
                // If the source offers more than three data types, a property lists all of them.
                let (list, any) = (atoms.XdndTypeList, AtomEnum::ATOM);
                let many = x11.get_property(false, from, list, any, 0, u32::MAX / 4)?.reply().ok();
                let many = many.filter(|_| flags & 1 == 1);
                let mut types = many.iter().filter_map(|it| it.value32()).flatten().chain(few);
                has_files = types.any(|kind| kind == atoms.Uris);
            }
            Event::ClientMessage(message) if message.type_ == atoms.XdndPosition => {
                let action = if has_files { atoms.XdndActionCopy } else { 0 };
                let status = [window, has_files.into(), 0, 0, action];
                tell(message.data.as_data32()[0], atoms.XdndStatus, status)?;
            }
            Event::ClientMessage(message) if message.type_ == atoms.XdndDrop => {
                let [from, _, time, ..] = message.data.as_data32();
                source = from;
                let place = atoms.XdndSelection;
                x11.convert_selection(cover, place, atoms.Uris, place, time)?;
            }
            Event::SelectionNotify(_) => {
                let (place, any) = (atoms.XdndSelection, AtomEnum::ANY);
                let list = x11.get_property(true, cover, place, any, 0, u32::MAX / 4)?.reply()?;
                let path = first_file(&String::from_utf8_lossy(&list.value));
                let taken = [window, path.is_some().into(), atoms.XdndActionCopy, 0, 0];
                tell(source, atoms.XdndFinished, taken)?;
                path.into_iter().try_for_each(|path| inputs.send(Input::Dropped(path)))?;
            }
            event => pointer_input(&event).into_iter().try_for_each(|input| inputs.send(input))?,
        }
    }
}

fn pointer_input(event: &Event) -> Option<Input> {
    let place = |x, y| -> WindowPoint { (i32::from(x), i32::from(y)) };
    Some(match event {
        Event::MotionNotify(at) => Input::Moved(place(at.event_x, at.event_y)),
        Event::LeaveNotify(at) => Input::Moved(place(at.event_x, at.event_y)),
        Event::ButtonPress(at) => match at.detail {
            LEFT => Input::Pressed(place(at.event_x, at.event_y)),
            RIGHT => Input::OtherPressed(place(at.event_x, at.event_y)),
            WHEEL_UP => Input::Scrolled(-1),
            WHEEL_DOWN => Input::Scrolled(1),
            _ => return None,
        },
        Event::ButtonRelease(at) => match at.detail {
            LEFT => Input::Released(place(at.event_x, at.event_y)),
            RIGHT => Input::OtherReleased(place(at.event_x, at.event_y)),
            _ => return None,
        },
        _ => return None,
    })
}

fn first_file(uris: &str) -> Option<PathBuf> {
    let uri = uris.lines().find_map(|line| line.strip_prefix("file://"))?;
    // A URI can have the name of this machine before the path.
    let mut parts = uri[uri.find('/')?..].split('%');
    let mut path = parts.next()?.as_bytes().to_vec();
    for part in parts {
        path.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        path.extend(part[2..].bytes());
    }
    Some(PathBuf::from(OsString::from_vec(path)))
}
