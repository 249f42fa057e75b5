//! The best strategies known, state by state: what an improvement begins with, and what it finds.
//!
//! What stands here is had: an entry's cost is no less than that of the strategy that begins as the entry says and goes on as
//! the entries of its cells say. It is so when an entry is made, and entries only get better.

use std::collections::HashMap;
use std::sync::Mutex;

use super::transposition::StateKey;
use crate::base::convert::{ToU64, ToUsize};
use crate::base::ids::ExperimentId;
use crate::base::lock::lock;

/// Bytes of an entry in a hash table, about.
const ENTRY: u64 = 96;

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HeldState {
    /// The cost of the strategy that begins with `first`.
    pub upper: u64,
    pub first: ExperimentId,
    /// The greatest breadth of which all was tried.
    pub breadth: u32,
    /// That breadth finds nothing that costs less than this.
    pub floor: u64,
}

/// What is known of states, shared by all threads. Nothing is ever forgotten.
pub(super) struct Held {
    entries: Mutex<HashMap<StateKey, HeldState>>,
    most: usize,
}

impl Held {
    /// With room for so many bytes, about.
    pub fn new(bytes: u64) -> Held {
        Held { entries: Mutex::default(), most: (bytes / ENTRY).to_usize() }
    }

    pub fn find(&self, key: StateKey) -> Option<HeldState> {
        lock(&self.entries).get(&key).copied()
    }

    /// Keeps what was found of a state where that is better than what is known. Whether there was room for it.
    pub fn keep(&self, key: StateKey, found: HeldState) -> bool {
        let mut entries = lock(&self.entries);
        if entries.len() >= self.most && !entries.contains_key(&key) {
            return false;
        }
        let known = entries.entry(key).or_insert(found);
        if found.upper < known.upper {
            (known.upper, known.first) = (found.upper, found.first);
        }
        if (found.breadth, found.floor) > (known.breadth, known.floor) {
            (known.breadth, known.floor) = (found.breadth, found.floor);
        }
        true
    }

    /// Bytes in use, about.
    pub fn bytes(&self) -> u64 {
        lock(&self.entries).len().to_u64() * ENTRY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_get_better_and_none_is_forgotten() {
        let entry =
            |upper, first, breadth, floor| HeldState { upper, first: ExperimentId::new(first), breadth, floor };
        let held = Held::new(2 * ENTRY);
        assert!(held.keep(1, entry(9, 4, 1, 9)) && held.keep(2, entry(7, 4, 0, 0)));
        assert!(!held.keep(3, entry(5, 4, 0, 0)));
        assert!(held.keep(1, entry(8, 5, 0, 0)) && held.keep(1, entry(10, 6, 2, 6)));
        assert_eq!(held.find(1), Some(entry(8, 5, 2, 6)));
        assert_eq!((held.find(3), held.bytes()), (None, 2 * ENTRY));
    }
}
