//! A file manager from which a file is dragged onto a window, by the protocol XDND.

use chuhe_tests::wait::wait_for;
use std::path::Path;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

/// Drops a file on a window, which refuses a text first, and waits until the window has taken it.
pub(crate) fn drop_file(display: &str, window: u32, file: &Path) {
    let (x11, number) = x11rb::connect(Some(display)).expect("a display");
    let atom = |name: &str| {
        x11.intern_atom(false, name.as_bytes()).unwrap().reply().expect("an atom").atom
    };
    let [selection, uris, proxies] = ["XdndSelection", "text/uri-list", "XdndProxy"].map(atom);
    let (source, root) = (x11.generate_id().unwrap(), x11.setup().roots[number].root);
    let kind = WindowClass::INPUT_ONLY;
    let look = CreateWindowAux::new();
    x11.create_window(0, source, root, 0, 0, 1, 1, 0, kind, 0, &look).unwrap();
    x11.set_selection_owner(source, selection, x11rb::CURRENT_TIME).unwrap();
    let proxy_of = |window| {
        let read = x11.get_property(false, window, proxies, AtomEnum::WINDOW, 0, 1).unwrap();
        read.reply().ok().and_then(|it| it.value32()?.next()).ok_or("no proxy")
    };
    let proxy = wait_for("a window that takes files", || proxy_of(window));
    assert_eq!(proxy_of(proxy), Ok(proxy), "a proxy names itself");
    let tell = |what, data: [u32; 5]| {
        let message = ClientMessageEvent::new(32, window, atom(what), data);
        x11.send_event(false, proxy, EventMask::NO_EVENT, message).unwrap();
        x11.flush().unwrap();
    };
    let next = |what: &str| {
        wait_for(what, || x11.poll_for_event().expect("a connection").ok_or("no event"))
    };
    let answer = |what| match next(what) {
        Event::ClientMessage(message) if message.type_ == atom(what) => message.data.as_data32(),
        other => panic!("not {what}: {other:?}"),
    };
    // A text alone is refused. A list of types may be longer than three.
    x11.change_property32(PropMode::REPLACE, source, atom("XdndTypeList"), AtomEnum::ATOM, &[uris])
        .unwrap();
    for (flags, kind, is_taken) in [(0, atom("text/plain"), 0), (1, 0, 1), (0, uris, 1)] {
        tell("XdndEnter", [source, 5 << 24 | flags, kind, 0, 0]);
        tell("XdndPosition", [source, 0, 0, 0, atom("XdndActionCopy")]);
        assert_eq!(answer("XdndStatus")[..2], [window, is_taken]);
    }
    tell("XdndDrop", [source, 0, 0, 0, 0]);
    let Event::SelectionRequest(asked) = next("a question for the file") else { panic!("another") };
    assert_eq!((asked.selection, asked.target), (selection, uris));
    let list = uri_list(file);
    let (to, place) = (asked.requestor, asked.property);
    x11.change_property8(PropMode::REPLACE, to, place, uris, list.as_bytes()).unwrap();
    let told = SelectionNotifyEvent {
        response_type: SELECTION_NOTIFY_EVENT,
        property: place,
        ..SelectionNotifyEvent::default()
    };
    x11.send_event(false, to, EventMask::NO_EVENT, told).unwrap();
    x11.flush().unwrap();
    assert_eq!(answer("XdndFinished")[..2], [window, 1]);
}

/// The list of URIs of a file manager, for one file.
fn uri_list(file: &Path) -> String {
    let name = |byte: &u8| match byte {
        b'/' | b'.' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(*byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    let name: String = file.as_os_str().as_encoded_bytes().iter().map(name).collect();
    format!("# from a file manager\r\nfile://localhost{name}\r\n")
}
