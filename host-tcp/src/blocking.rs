//! Work that waits, on a thread of the runtime.

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

/// Does something that may wait for a disk. Other connections go on meanwhile.
pub(crate) fn blocking<T>(act: impl FnOnce() -> T) -> T {
    let flavor = Handle::try_current().map(|handle| handle.runtime_flavor());
    if flavor.is_ok_and(|flavor| flavor == RuntimeFlavor::MultiThread) {
        block_in_place(act)
    } else {
        act()
    }
}
