//! Of a large state one experiment of each orbit, found before its experiments are looked at.
//!
//! Experiments that a symmetry of a state carries to each other cost the same on it and make cells of the same sizes, of the same
//! finality (`stabiliser`). So what is looked for among all experiments, a least bound or those with a bound below another, is found
//! among the first of each orbit. Early in a play states are large and have many symmetries: few lines of the table have such
//! experiments. On small states it takes longer to find the symmetries than to look at all experiments.

use std::collections::HashMap;
use std::sync::Arc;

use super::transposition::StateKey;
use crate::base::convert::{ToU32, ToU64, ToUsize};
use crate::base::ids::ExperimentId;
use crate::game::space::{bit, set_bit};
use crate::outcomes::lines::LINE;

/// Bytes for what is found out about states, at most, and of an entry without lists, about.
const MOST_BYTES: u64 = 1 << 23;
const ENTRY: usize = 64;
/// Part of the memory that is for it, of all threads together.
const SHARE: u64 = 32;

/// The first experiments of the orbits on a state.
pub(crate) struct Leaders {
    /// One bit for each experiment.
    is_first: Vec<u64>,
    /// The lines of the table that have some.
    pub lines: Vec<u32>,
}

impl Leaders {
    /// `first`: the lowest number in the orbit of each experiment.
    pub fn new(experiments: usize, mut first: impl FnMut(u32) -> u32) -> Leaders {
        let mut is_first = vec![0; experiments.div_ceil(64)];
        let mut lines: Vec<u32> = Vec::new();
        for experiment in (0..experiments.to_u32()).filter(|&experiment| first(experiment) == experiment) {
            set_bit(&mut is_first, experiment);
            let line = experiment / LINE.to_u32();
            if lines.last() != Some(&line) {
                lines.push(line);
            }
        }
        Leaders { is_first, lines }
    }

    /// Whether it is the first of its orbit.
    pub fn contains(&self, experiment: ExperimentId) -> bool {
        bit(&self.is_first, experiment.number())
    }
}

/// What was found out about the latest states.
pub(super) struct Latest {
    states: HashMap<StateKey, Option<Arc<Leaders>>>,
    bytes: usize,
    most: usize,
}

impl Latest {
    /// Of one of so many threads that share `memory` bytes.
    pub fn new(memory: u64, threads: usize) -> Latest {
        let most = (memory / SHARE / threads.max(1).to_u64()).min(MOST_BYTES).to_usize();
        Latest { states: HashMap::new(), bytes: 0, most }
    }

    /// What was found out about a state.
    pub fn find(&self, key: StateKey) -> Option<Option<Arc<Leaders>>> {
        self.states.get(&key).cloned()
    }

    /// Keeps what was found out about a state; what is known of others is forgotten when that is too much.
    pub fn keep(&mut self, key: StateKey, found: Option<Arc<Leaders>>) {
        let more = ENTRY + found.as_ref().map_or(0, |found| 8 * found.is_first.len() + 4 * found.lines.len());
        if self.bytes + more > self.most {
            self.states.clear();
            self.bytes = 0;
        }
        self.bytes += more;
        self.states.insert(key, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_of_states_takes_a_part_of_the_memory() {
        let found = || Some(Arc::new(Leaders::new(4096, |experiment| experiment % 128)));
        let each = ENTRY + 8 * 64 + 4 * 128 / LINE;
        for (memory, threads, most) in [(1 << 20, 1, 1 << 15), (1 << 20, 4, 1 << 13), (1 << 40, 2, 1 << 23)] {
            let mut latest = Latest::new(memory, threads);
            let mut kept = 0;
            for key in 0..40_000 {
                latest.keep(key, found());
                assert_eq!(latest.bytes, each * latest.states.len());
                kept = kept.max(latest.states.len());
            }
            assert_eq!(kept, most / each);
        }
    }
}
