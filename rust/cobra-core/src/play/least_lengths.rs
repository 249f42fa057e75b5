//! How long the plays of so many codes are at least, by the most outcomes that an experiment has (`optimal/bounds.rs` says why).

use crate::base::convert::ToU64;
use crate::outcomes::widths::Widths;

/// For 1, 2, 3, … codes that weigh 1 the least sum of lengths, and the least longest one.
pub(crate) struct LeastLengths {
    /// Plays end with a final outcome; else where a code is alone.
    confirm: bool,
    widths: Widths,
    sum: u64,
    size: u64,
    /// With final outcomes: the length of the next code, and how many more can have it. Else the least depth of a leaf, and
    /// the children that the last node can still get.
    length: u64,
    room: u64,
    /// With final outcomes: the experiments that are the last of a play of this length. Else the leaves of the least depth
    /// that are to become nodes.
    experiments: u64,
}

impl LeastLengths {
    pub fn new(confirm: bool, widths: Widths) -> LeastLengths {
        let room = if confirm { widths.finals.max(1).to_u64() } else { 0 };
        LeastLengths { confirm, widths, sum: 0, size: 0, length: u64::from(confirm), room, experiments: 1 }
    }

    fn with_finals(&mut self) -> (u64, u64) {
        if self.room == 0 {
            self.length += 1;
            self.experiments = self.experiments.saturating_mul(self.widths.others.max(1).to_u64());
            self.room = self.experiments.saturating_mul(self.widths.finals.max(1).to_u64());
        }
        self.room -= 1;
        self.sum += self.length;
        (self.sum, self.length)
    }

    /// One more leaf in a tree of nodes with up to `all` children: beside the others of a node that is not full, or a leaf of
    /// the least depth becomes a node of two leaves.
    fn leaf(&mut self) -> (u64, u64) {
        let all = self.widths.all.max(2).to_u64();
        if self.size == 1 {
            return (0, 0);
        }
        if self.room > 0 {
            self.room -= 1;
            self.sum += self.length + 1;
        } else {
            if self.experiments == 0 {
                self.length += 1;
                self.experiments = all.saturating_pow(self.length.min(64) as u32);
            }
            self.experiments -= 1;
            self.room = all - 2;
            self.sum += self.length + 2;
        }
        (self.sum, self.length + 1)
    }
}

impl Iterator for LeastLengths {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        self.size += 1;
        Some(if self.confirm { self.with_finals() } else { self.leaf() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_play() {
        let longest = |confirm, widths| LeastLengths::new(confirm, widths).map(|least| least.1);
        let mastermind = Widths { all: 4, finals: 1, others: 2 };
        assert!(longest(true, mastermind).take(9).eq([1, 2, 2, 3, 3, 3, 3, 4, 4]));
        let balance = Widths { all: 3, finals: 0, others: 3 };
        assert!(longest(false, balance).take(11).eq([0, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3]));
    }
}
