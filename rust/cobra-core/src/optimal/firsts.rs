//! What the experiments that a whole game may begin with cost at least, as far as that is known by now: what the least of them costs,
//! the game costs at least.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::base::ids::ExperimentId;
use crate::base::lock::lock;

/// The bounds, for all threads of a task.
#[derive(Default)]
pub(crate) struct Firsts {
    known: Mutex<FirstBounds>,
}

#[derive(Default)]
struct FirstBounds {
    lower: HashMap<ExperimentId, u64>,
    least: u64,
}

impl Firsts {
    /// Lists all experiments that have to be tried, with what they cost at least. Another thread may have done so.
    pub fn list(&self, experiments: impl Iterator<Item = (ExperimentId, u64)>) {
        let known = &mut *lock(&self.known);
        for (id, lower) in experiments {
            let of = known.lower.entry(id).or_insert(0);
            *of = lower.max(*of);
        }
        known.find_least();
    }

    /// This experiment costs so much at least, or as much as another one if that is `u64::MAX`. Returns what the least costs at least.
    pub fn raise(&self, id: ExperimentId, lower: u64) -> u64 {
        let known = &mut *lock(&self.known);
        if let Some(of) = known.lower.get_mut(&id).filter(|of| **of < lower) {
            let before = std::mem::replace(of, lower);
            if before == known.least {
                known.find_least();
            }
        }
        known.least
    }

    /// What the least costs at least.
    pub fn least(&self) -> u64 {
        lock(&self.known).least
    }
}

impl FirstBounds {
    fn find_least(&mut self) {
        self.least = self.lower.values().copied().min().unwrap_or(u64::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_all_counts() {
        let firsts = Firsts::default();
        let [a, b, c] = [4, 5, 6].map(ExperimentId::new);
        firsts.list([(a, 10), (b, 12), (c, 11)].into_iter());
        assert_eq!([firsts.least(), firsts.raise(b, 20), firsts.raise(a, 15), firsts.raise(a, 3)], [10, 10, 11, 11]);
        firsts.list([(a, 10), (b, 12), (c, 11)].into_iter()); // by another thread
        assert_eq!([firsts.least(), firsts.raise(c, u64::MAX), firsts.raise(a, 30)], [11, 15, 20]);
    }
}
