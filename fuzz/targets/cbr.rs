//! Any file of CCBridge is refused with a place inside it, or each of its games can be written as
//! XQF.
#![no_main]

use chuhe_records::{Collection, Place, cbl, cbr, xqf};
use libfuzzer_sys::fuzz_target;

fn check(bytes: &[u8], read: Collection) {
    assert!(!read.games.is_empty() || !read.faults.is_empty());
    for fault in &read.faults {
        let Place::Byte(at) = fault.error.place else { panic!("{fault}") };
        assert!(at <= bytes.len(), "{fault}");
    }
    for tree in read.games {
        let written = xqf::write(&tree).expect("a game of xiangqi");
        let again = xqf::read(&written.bytes);
        assert!(again.faults.is_empty(), "{:?}", again.faults);
        assert_eq!(again.games[0].moves(), tree.moves());
    }
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes, cbr::read(bytes));
    check(bytes, cbl::read(bytes));
    // Spares the fuzzer the discovery of a header of 65 KiB: one game behind an empty index.
    let mut library = vec![0; 66_624];
    library[..16].copy_from_slice(b"CCBridgeLibrary\0");
    library.extend(bytes);
    check(&library, cbl::read(&library));
});
