//! Several threads that work off one list.

use parking_lot::Mutex;
use std::error::Error;
use std::thread;

/// Does a piece of work for each item. Each worker has a number, from 0.
///
/// # Errors
/// The first error of a worker. The others end after their item.
pub(crate) fn work<T: Sync>(
    workers: usize,
    items: &[T],
    piece: impl Fn(usize, &T) -> Result<(), Box<dyn Error>> + Sync,
) -> Result<(), Box<dyn Error>> {
    let items = Mutex::new(items.iter());
    let fault = Mutex::new(None);
    thread::scope(|scope| {
        for worker in 0..workers.max(1) {
            let (items, fault, piece) = (&items, &fault, &piece);
            scope.spawn(move || {
                loop {
                    let next = items.lock().next();
                    let Some(item) = next else { break };
                    if let Err(error) = piece(worker, item) {
                        fault.lock().get_or_insert_with(|| error.to_string());
                    }
                    if fault.lock().is_some() {
                        break;
                    }
                }
            });
        }
    });
    fault.into_inner().map_or(Ok(()), |fault| Err(fault.into()))
}
