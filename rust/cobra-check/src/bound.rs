//! When a play is over, and what a set of codes costs at least by its size.
//!
//! Of each experiment e let a(e) be the number of its cells on all listed codes, o(e) how many of them are not final, and f(e)
//! how many *codes* are in final cells (where plays end with a hit) or how many *cells* are final (where codes are confirmed).
//! On a set of codes none of them is greater. A, O and F are the greatest of each.
//!
//! **Lemma 1 (room).** Plays at a set of more than M(k) codes cannot all be over after k more experiments. *Hit*: M(0) = 0, as a play that
//! stands after an outcome that is not final is not over; an experiment ends the plays of at most f(e) codes, and each of
//! o(e) cells has room for M(k − 1). *Confirm*, no two codes alike: a set that is one code has room with k = 1, a final cell of one code with none,
//! any other cell of an experiment for M(k − 1). *Identify*: each play ends with codes of one kind. M(k) counts kinds; with k = 0 there is
//! one, and each of at most A cells has room for M(k − 1).
//!
//! **Lemma 2 (lengths), hit.** At most O^(d−1) experiments are the d-th of their plays, counted from the set, since only
//! outcomes that are not final go on; each ends the plays of at most F codes. So at most F · O^(d−1) codes have length d. Among all
//! ways to give codes lengths so, the sum of weight times length is least if the heaviest codes have the shortest lengths
//! and no shorter one is free (rearrangement inequality). *Confirm*, no two codes alike: likewise with A for O and max(F, 1) for F: at
//! each of at most A^(d−1) places after d − 1 experiments either another one is made, and final outcomes that leave one code end at most F
//! plays, or one code stands alone and is confirmed.
//!
//! **Lemma 3 (leaves), identify.** A play ends in a leaf of the tree, whose codes are of one kind. Take for each kind the first of its
//! leaves: no code of the kind has a shorter play. A tree of nodes with at most A children that has a leaf for each kind costs no
//! less than the best one, which joins the A lightest again and again (Huffman 1952). For n leaves of weight 1 the least sum of
//! depths is n·h + r + ⌈r / (A − 1)⌉ with A^h ≤ n < A^(h+1), r = n − A^h: as a leaf at depth d has
//! d − h ≥ (1 − A^(h−d)) · A / (A − 1), with equality for d = h and d = h + 1, and Σ A^(−d) ≤ 1 over the leaves (Kraft), the
//! sum of d − h is at least r · A / (A − 1), and a whole number; `by_size` is that.
//!
//! **Lemma 4 (nodes).** *Hit*: every code's play ends with an experiment, and each ends the plays of at most F. Else a tree with n leaves of nodes
//! with at most A children has at least (n − 1) / (A − 1) nodes, as a node replaces a leaf by at most A. *Confirm*, no two codes alike: every
//! code is a leaf. *Identify*: take leaves as in Lemma 3.
//!
//! A play that is not over takes at least one experiment on all codes left, whatever else is known.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::stream::{Ending, Measure};
use crate::table::{is_final, Table};

/// What a strategy costs. Finite ones are below 2^127, and no sum of them over the codes of a game comes near `IMPOSSIBLE`.
pub(crate) type Cost = u128;
/// There is no strategy.
pub(crate) const IMPOSSIBLE: Cost = Cost::MAX;

/// Experiments left; `None`: any number.
pub(crate) type Left = Option<u64>;

/// How much fewer experiments are left after one.
pub(crate) fn after(left: Left) -> Left {
    left.map(|left| left.saturating_sub(1))
}

pub(crate) struct Bound<'t> {
    table: &'t Table,
    ending: Ending,
    measure: Measure,
    /// A (at least 2), F and O (at least 1); O as Lemma 2 has it.
    all: u64,
    finals: u64,
    others: u64,
    /// M(k) for k = 0, 1, … until it grows no more or there is room for all codes.
    room: Vec<usize>,
    /// All weights are 1, no two codes are of one kind: costs are a matter of sizes.
    pub plain: bool,
    /// For so many codes, or kinds, of weight 1 that are not over, with any number of experiments.
    by_size: Vec<Cost>,
}

impl<'t> Bound<'t> {
    pub fn new(table: &'t Table, ending: Ending, measure: Measure) -> Bound<'t> {
        let codes = table.codes.number;
        let mut shapes: Vec<(usize, usize)> = table.rows().map(|row| shape(row, ending)).collect();
        shapes.sort_unstable();
        shapes.dedup();
        let greatest = |of: fn(&(usize, usize)) -> usize| shapes.iter().map(of).max().unwrap_or(0) as u64;
        let all = greatest(|&(finals, others)| finals + others); // of no use in `hit` games
        let finals = greatest(|&(finals, _)| finals).max(1);
        let others = if ending == Ending::Hit { greatest(|&(_, others)| others) } else { all }.max(1);
        let mut room = vec![usize::from(ending == Ending::Identify)];
        loop {
            let last = room[room.len() - 1];
            let of = |&(finals, others): &(usize, usize)| match ending {
                Ending::Hit => others.saturating_mul(last).saturating_add(finals),
                Ending::Confirm => (others.saturating_mul(last)).saturating_add(finals.saturating_mul(last.max(1))),
                Ending::Identify => others.saturating_mul(last),
            };
            let least = usize::from(ending == Ending::Confirm);
            let next = shapes.iter().map(of).max().unwrap_or(0).max(least);
            if next <= last || last >= codes {
                break;
            }
            room.push(next);
        }
        let distinct = table.kinds.iter().zip(0..).all(|(&kind, code)| kind == code);
        let plain = table.codes.weights.is_none() && distinct;
        let mut bound =
            Bound { table, ending, measure, all: all.max(2), finals, others, room, plain, by_size: vec![0] };
        let mut lengths = bound.lengths();
        for size in 1..=codes as u64 {
            let next = match (measure, ending) {
                (Measure::Nodes, _) => bound.nodes(size),
                (Measure::Sum, Ending::Identify) => leaves(size, bound.all),
                (Measure::Sum, _) => bound.by_size[bound.by_size.len() - 1] + lengths.next().unwrap_or(0),
            };
            bound.by_size.push(next);
        }
        bound
    }

    /// Whether nothing is left to find out of these codes; in `hit` games plays go on nevertheless.
    pub fn is_over(&self, set: &[u32]) -> bool {
        let agree = |of: &[u32]| set.iter().all(|&code| of[code as usize] == of[set[0] as usize]);
        let goals = self.table.codes.goals.as_deref();
        self.ending != Ending::Hit && (set.len() == 1 || agree(&self.table.alike) || goals.is_some_and(agree))
    }

    /// Whether a fact about some codes tells nothing of larger sets that contain them.
    pub fn is_exact(&self, consistent: bool) -> bool {
        consistent || self.ending == Ending::Confirm && !self.table.separable
    }

    pub fn weight(&self, set: &[u32]) -> Cost {
        set.iter().map(|&code| Cost::from(self.table.codes.weight(code))).sum()
    }

    /// What an experiment on these codes costs itself.
    pub fn own(&self, set: &[u32]) -> Cost {
        if self.measure == Measure::Sum {
            self.weight(set)
        } else {
            1
        }
    }

    /// Whether these codes, left by an outcome, cost nothing more for certain.
    fn is_free(&self, size: usize, after_final: bool) -> bool {
        match self.ending {
            Ending::Hit => after_final,
            Ending::Identify => size == 1,
            Ending::Confirm => after_final && size == 1,
        }
    }

    /// The bound in a plain game.
    #[inline]
    pub fn of_size(&self, size: usize, after_final: bool, left: Left) -> Cost {
        if self.is_free(size, after_final) {
            0
        } else if left == Some(0) || size > self.room(left) {
            IMPOSSIBLE
        } else if self.ending == Ending::Confirm && size == 1 {
            Cost::from(u8::from(self.measure == Measure::Sum)) // only confirmed: not in the tree
        } else {
            self.by_size[size]
        }
    }

    /// The bound of a set of codes, left by an outcome that was final or was not.
    pub fn of(&self, set: &[u32], after_final: bool, left: Left) -> Cost {
        if self.plain {
            return self.of_size(set.len(), after_final, left);
        }
        if self.is_free(set.len(), after_final) {
            return 0;
        }
        let confirmed = self.ending == Ending::Confirm && set.len() == 1;
        if self.is_over(set) && !confirmed {
            return 0;
        }
        if left == Some(0) {
            return IMPOSSIBLE;
        }
        if confirmed {
            return if self.measure == Measure::Sum { self.weight(set) } else { 0 };
        }
        let kinds = self.kinds(set);
        if kinds.len() > self.room(left) && !self.is_exact(false) {
            return IMPOSSIBLE;
        }
        match self.measure {
            _ if self.is_exact(false) || kinds.len() == 1 && self.ending == Ending::Identify => self.own(set),
            Measure::Nodes => self.by_size[kinds.len()],
            Measure::Sum if self.ending == Ending::Identify => joined(kinds, self.all as usize),
            Measure::Sum => {
                let mut weights = kinds;
                weights.sort_unstable_by_key(|&weight| Reverse(weight));
                weights.iter().zip(self.lengths()).map(|(weight, length)| weight * length).sum()
            }
        }
    }

    fn room(&self, left: Left) -> usize {
        let last = self.room.len() - 1;
        left.map_or(usize::MAX, |left| self.room[usize::try_from(left).unwrap_or(last).min(last)])
    }

    /// The weights of the kinds that these codes are of; where plays end with a hit, or all are separable, of the codes.
    fn kinds(&self, set: &[u32]) -> Vec<Cost> {
        let weighed = |&code: &u32| Cost::from(self.table.codes.weight(code));
        if self.ending == Ending::Hit {
            return set.iter().map(weighed).collect();
        }
        let mut codes: Vec<(u32, Cost)> =
            set.iter().map(|code| (self.table.kinds[*code as usize], weighed(code))).collect();
        codes.sort_unstable();
        codes.chunk_by(|a, b| a.0 == b.0).map(|kind| kind.iter().map(|code| code.1).sum()).collect()
    }

    /// The lengths of Lemma 2, ascending.
    fn lengths(&self) -> impl Iterator<Item = Cost> {
        let (mut length, mut room, others) = (1, Cost::from(self.finals), Cost::from(self.others));
        let mut free = room;
        std::iter::from_fn(move || {
            if free == 0 {
                length += 1;
                room = room.saturating_mul(others);
                free = room;
            }
            free -= 1;
            Some(length)
        })
    }

    /// The least number of experiments for so many codes, or kinds: Lemma 4.
    fn nodes(&self, size: u64) -> Cost {
        Cost::from(match self.ending {
            Ending::Hit => size.div_ceil(self.finals),
            _ => (size - 1).div_ceil(self.all - 1).max(1),
        })
    }
}

/// How many cells there are.
fn cells_of(row: &[u16]) -> usize {
    row.iter().max().map_or(0, |&cell| usize::from(cell / 2) + 1)
}

/// f(e) and o(e).
fn shape(row: &[u16], ending: Ending) -> (usize, usize) {
    let mut finals = vec![false; cells_of(row)];
    row.iter().for_each(|&cell| finals[usize::from(cell / 2)] = is_final(cell));
    let others = finals.iter().filter(|&&is_final| !is_final).count();
    match ending {
        Ending::Hit => (row.iter().filter(|&&cell| is_final(cell)).count(), others),
        _ => (finals.len() - others, others),
    }
}

/// The least sum of depths of so many leaves of nodes with at most `all` children: Lemma 3.
fn leaves(leaves: u64, all: u64) -> Cost {
    let (mut height, mut full) = (0, 1_u64);
    while full.saturating_mul(all) <= leaves {
        height += 1;
        full *= all;
    }
    let rest = leaves - full;
    Cost::from(leaves) * height + Cost::from(rest + rest.div_ceil(all - 1))
}

/// The least sum of weight times depth of leaves of nodes with at most `all` children: Lemma 3.
fn joined(mut weights: Vec<Cost>, all: usize) -> Cost {
    let missing = (all - 1 - (weights.len() - 1) % (all - 1)) % (all - 1);
    weights.extend(std::iter::repeat_n(0, missing)); // so that every join is of `all`
    let mut heap: BinaryHeap<Reverse<Cost>> = weights.into_iter().map(Reverse).collect();
    let mut sum = 0;
    while heap.len() > 1 {
        let joined: Cost = (0..all).filter_map(|_| heap.pop()).map(|Reverse(weight)| weight).sum();
        sum += joined;
        heap.push(Reverse(joined));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_of_one_weight_are_joined_as_leaves_of_any() {
        for all in 2..7 {
            for number in 1..200 {
                assert_eq!(leaves(number, all), joined(vec![1; number as usize], all as usize));
            }
        }
        assert_eq!(joined(vec![1, 1, 2, 3], 2), 13);
    }
}
