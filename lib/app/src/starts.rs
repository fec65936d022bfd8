//! The start positions of new games. They are made when they are first used.

use chuhe_host::Map;
use std::cell::LazyCell;
use std::ops::Deref;

type MakeStarts = Box<dyn FnOnce() -> Vec<Map> + Send>;

#[derive(Debug)]
pub struct Starts {
    starts: LazyCell<Vec<Map>, MakeStarts>,
    /// The index of the current game's start.
    pub(super) current: usize,
}

impl Starts {
    pub fn new(current: usize, starts: impl FnOnce() -> Vec<Map> + Send + 'static) -> Self {
        let starts: MakeStarts = Box::new(starts);
        Self { starts: LazyCell::new(starts), current }
    }

    /// Adds a map, or replaces the map with the same name.
    pub(super) fn add(&mut self, map: Map) {
        match self.starts.iter().position(|known| known.name == map.name) {
            Some(index) => self.starts[index] = map,
            None => self.starts.push(map),
        }
    }

    pub(super) fn maps(&self) -> Vec<usize> {
        let named = self.starts.iter().enumerate().filter(|(_, map)| !map.name.is_empty());
        named.map(|(index, _)| index).collect()
    }
}

impl Deref for Starts {
    type Target = [Map];

    fn deref(&self) -> &[Map] {
        &self.starts
    }
}
