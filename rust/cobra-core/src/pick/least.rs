//! The least scores that experiments can have, by the number of codes and of outcomes.

use std::sync::OnceLock;

use crate::expression::number::Fixed;

/// States of more codes have no known least score.
pub(crate) const MOST_PARTITIONED: usize = 24;
/// More outcomes than an experiment can have.
pub(crate) const NO_PARTS: usize = (1 << 17) - 1;

/// The least keys that experiments can have in states of each size, found out when first asked for.
pub(crate) struct Leasts {
    pub of_size: Vec<OnceLock<Option<Least>>>,
}

impl Default for Leasts {
    fn default() -> Self {
        Leasts { of_size: (0..=MOST_PARTITIONED).map(|_| OnceLock::new()).collect() }
    }
}

/// For each number of outcomes, from 2 on, the least keys that any experiment with so many can have.
pub(crate) struct Least {
    pub of_parts: Vec<Vec<Fixed>>,
}

impl Least {
    /// The fewest outcomes with which keys can be less than these, or with `equal` no greater.
    pub(crate) fn fewest(&self, keys: &[Fixed], equal: bool) -> usize {
        let fewest = self.of_parts.iter().position(|least| least[..] < *keys || equal && least[..] == *keys);
        fewest.map_or(NO_PARTS, |place| place + 2)
    }
}
