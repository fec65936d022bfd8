//! Work that is done side by side and written in order.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::mpsc;
use std::thread;

/// Lets each of the workers do pieces of work until none is left. Hands the results to `write` in
/// the order of their numbers, whichever is done first. A worker returns the number of its piece and the result. The numbers begin at `first` and leave
/// out none.
///
/// # Errors
/// Returns the first error of `write`. Then the workers stop after the piece at hand.
pub(crate) fn in_order<W, T>(
    workers: Vec<W>,
    first: u64,
    mut write: impl FnMut(u64, T) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>>
where
    W: FnMut() -> Option<(u64, T)> + Send,
    T: Send,
{
    let (sender, received) = mpsc::channel();
    thread::scope(|scope| {
        for mut worker in workers {
            let sender = sender.clone();
            scope.spawn(move || {
                while let Some(done) = worker() {
                    if sender.send(done).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut next) = (BTreeMap::new(), first);
        for (number, done) in received {
            waiting.insert(number, done);
            while let Some(done) = waiting.remove(&next) {
                write(next, done)?;
                next += 1;
            }
        }
        Ok(())
    })
}
