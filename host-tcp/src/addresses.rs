//! Limits, for each address, the number of clients and the number of commands in a second.

use crate::stream::Peer;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The length of a burst: after a silence, an address may send at once what its limit allows in this time.
const BURST: Duration = Duration::from_secs(1);

/// The smallest value of [`Table::full`].
const KEPT: usize = 1024;

/// The key of the table of limits; `None`: all clients at Unix sockets.
type Origin = Option<IpAddr>;

/// Finds the key of a client. All IPv6 addresses with the same first 64 bits have one key, because one person can own
/// them all.
fn origin(peer: Peer) -> Origin {
    match peer {
        Peer::Inet(address) => match address.ip().to_canonical() {
            IpAddr::V4(address) => Some(address.into()),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Some(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
        },
        #[cfg(unix)]
        Peer::Unix => None,
    }
}

#[derive(Debug)]
pub(crate) struct AddressLimits {
    max_clients: Option<usize>,
    /// The time between two commands at the greatest rate; `None`: no limit.
    interval: Option<Duration>,
    table: Mutex<Table>,
}

#[derive(Debug)]
struct Table {
    usages: HashMap<Origin, Usage>,
    /// The number of addresses at which `enter` removes unused ones: they have no clients and their whole burst again.
    full: usize,
}

#[derive(Clone, Copy, Debug)]
struct Usage {
    clients: usize,
    /// The time from which the address may send its next command.
    used_until: Instant,
}

impl AddressLimits {
    pub(crate) fn new(max_clients: Option<usize>, max_commands: Option<u32>) -> Arc<Self> {
        let interval = max_commands.map(|count| Duration::from_secs(1) / count.max(1));
        let table = Mutex::new(Table { usages: HashMap::new(), full: KEPT });
        Arc::new(Self { max_clients, interval, table })
    }

    /// Lets a client in; `None`: its address already has as many clients as allowed.
    pub(crate) fn enter(self: &Arc<Self>, peer: Peer) -> Option<AddressPermit> {
        let (origin, begin) = (origin(peer), burst_ago());
        let mut table = self.table.lock();
        if table.usages.len() >= table.full {
            table.usages.retain(|_, usage| usage.clients > 0 || usage.used_until > begin);
            table.full = KEPT.max(2 * table.usages.len());
        }
        let usage = table.usages.entry(origin).or_insert(Usage { clients: 0, used_until: begin });
        if self.max_clients.is_some_and(|most| usage.clients >= most) {
            return None;
        }
        usage.clients += 1;
        Some(AddressPermit { addresses: Arc::clone(self), origin })
    }
}

/// The value of [`Usage::used_until`] with which an address has its whole burst.
fn burst_ago() -> Instant {
    let now = Instant::now();
    now.checked_sub(BURST).unwrap_or(now)
}

/// The place of one client in the limits of its address. Dropping it frees the place.
#[derive(Debug)]
pub(crate) struct AddressPermit {
    addresses: Arc<AddressLimits>,
    origin: Origin,
}

impl AddressPermit {
    /// Counts `commands` more commands of the address. Returns the time from which the next command is allowed;
    /// `None`: no limit.
    pub(crate) fn spend(&self, commands: u32) -> Option<Instant> {
        let interval = self.addresses.interval?;
        let mut table = self.addresses.table.lock();
        let usage = table.usages.get_mut(&self.origin)?;
        usage.used_until = usage.used_until.max(burst_ago()) + interval * commands;
        Some(usage.used_until)
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        if let Some(usage) = self.addresses.table.lock().usages.get_mut(&self.origin) {
            usage.clients -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn peer(address: &str) -> Peer {
        Peer::Inet((address.parse::<IpAddr>().unwrap(), 1).into())
    }

    #[test]
    fn each_address_has_room_for_its_clients() {
        let addresses = AddressLimits::new(Some(2), None);
        let enter = |address| addresses.enter(peer(address));
        let first = enter("10.0.0.1");
        let second = enter("::ffff:10.0.0.1");
        assert!(first.is_some() && second.is_some());
        assert!(enter("10.0.0.1").is_none());
        assert!(enter("10.0.0.2").is_some());
        drop(first);
        assert!(enter("10.0.0.1").is_some());
        let net = [enter("2001:db8:1:2::1"), enter("2001:db8:1:2:ffff::1")];
        assert!(net.iter().all(Option::is_some));
        assert!(enter("2001:db8:1:2::3").is_none(), "one network");
        assert!(enter("2001:db8:1:3::1").is_some());
    }

    #[test]
    fn addresses_that_left_are_forgotten() {
        let addresses = AddressLimits::new(Some(1), None);
        let enter = |number: u32| addresses.enter(Peer::Inet((Ipv4Addr::from(number), 1).into()));
        (0..10 * KEPT as u32).for_each(|number| assert!(enter(number).is_some()));
        assert!(addresses.table.lock().usages.len() <= KEPT);
        // If too many clients stay, the number at which the table is cleaned up doubles.
        let present: Vec<_> =
            (0..3 * KEPT as u32 / 2).map(|number| enter(number).unwrap()).collect();
        let Table { usages, full } = &*addresses.table.lock();
        assert_eq!((usages.len(), *full), (present.len(), 2 * KEPT));
    }

    /// The test moves the clock. An address without clients is forgotten when it has its whole burst again.
    #[tokio::test(start_paused = true)]
    async fn an_address_is_remembered_as_long_as_its_commands_count() {
        let addresses = AddressLimits::new(None, Some(1));
        let enter = |number: u32| addresses.enter(Peer::Inet((Ipv4Addr::from(number), 1).into()));
        let permit = enter(0).unwrap();
        assert!(permit.spend(3).is_some());
        drop(permit);
        addresses.table.lock().full = 1;
        // Three commands use up the burst of one second and the next two seconds.
        tokio::time::advance(Duration::from_millis(2999)).await;
        let other = enter(1).unwrap();
        assert_eq!(addresses.table.lock().usages.len(), 2);
        assert!(enter(0).unwrap().spend(0).unwrap() <= Instant::now());
        addresses.table.lock().full = 1;
        tokio::time::advance(Duration::from_millis(1)).await;
        drop(enter(2));
        assert_eq!(addresses.table.lock().usages.len(), 2, "one is present, one is new");
        drop(other);
    }

    #[test]
    fn commands_beyond_the_rate_wait() {
        let addresses = AddressLimits::new(None, Some(10));
        let permit = addresses.enter(peer("10.0.0.1")).unwrap();
        let begin = Instant::now();
        // The burst has ten commands.
        (0..10).for_each(|_| assert!(permit.spend(1).unwrap() <= Instant::now()));
        drop(permit);
        // A new connection of the address gets no new burst.
        let permit = addresses.enter(peer("10.0.0.1")).unwrap();
        let ready_at = permit.spend(20).unwrap();
        assert!(ready_at >= begin + Duration::from_secs(2), "{:?}", ready_at - begin);
        let other = addresses.enter(peer("10.0.0.2")).unwrap();
        assert!(other.spend(0).unwrap() <= Instant::now());
    }
}
