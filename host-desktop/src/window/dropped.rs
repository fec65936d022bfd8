//! Files that are dropped on a window of X11, by the protocol XDND. Its messages go to whoever made a window, here
//! to minifb, which passes none on. So the window names another one as its proxy, which gets them in its place.

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

/// The version of the protocol.
const VERSION: u32 = 5;

/// The files that are dropped on a window from now on.
pub(super) fn files(window: u32) -> Receiver<PathBuf> {
    let (sender, files) = mpsc::channel();
    thread::spawn(move || {
        if let Err(error) = listen(window, &sender) {
            log::warn!("no files can be dropped: {error}");
        }
    });
    files
}

fn listen(window: u32, files: &Sender<PathBuf>) -> Result<(), Box<dyn Error>> {
    let (x11, number) = x11rb::connect(None)?;
    let atoms = Atoms::new(&x11)?.reply()?;
    let proxy = x11.generate_id()?;
    let (root, kind) = (x11.setup().roots[number].root, WindowClass::INPUT_ONLY);
    x11.create_window(0, proxy, root, 0, 0, 1, 1, 0, kind, 0, &CreateWindowAux::new())?;
    for named in [proxy, window] {
        let (proxies, versions) = (AtomEnum::WINDOW, AtomEnum::ATOM);
        x11.change_property32(PropMode::REPLACE, named, atoms.XdndProxy, proxies, &[proxy])?;
        x11.change_property32(PropMode::REPLACE, named, atoms.XdndAware, versions, &[VERSION])?;
    }
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
                // More than three types are in a property of the source.
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
                x11.convert_selection(proxy, place, atoms.Uris, place, time)?;
            }
            Event::SelectionNotify(_) => {
                let (place, any) = (atoms.XdndSelection, AtomEnum::ANY);
                let list = x11.get_property(true, proxy, place, any, 0, u32::MAX / 4)?.reply()?;
                let path = first_file(&String::from_utf8_lossy(&list.value));
                let taken = [window, path.is_some().into(), atoms.XdndActionCopy, 0, 0];
                tell(source, atoms.XdndFinished, taken)?;
                path.into_iter().try_for_each(|path| files.send(path))?;
            }
            _ => {}
        }
    }
}

/// The first file of a list of URIs.
fn first_file(uris: &str) -> Option<PathBuf> {
    let uri = uris.lines().find_map(|line| line.strip_prefix("file://"))?;
    // The name of this machine may stand before the path.
    let mut parts = uri[uri.find('/')?..].split('%');
    let mut path = parts.next()?.as_bytes().to_vec();
    for part in parts {
        path.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        path.extend(part[2..].bytes());
    }
    Some(PathBuf::from(OsString::from_vec(path)))
}
