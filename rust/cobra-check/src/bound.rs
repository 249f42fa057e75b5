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
//! less than the best one, which joins the A lightest again and again (Huffman 1952).
//!
//! **Lemma 4 (nodes).** *Hit*: every code's play ends with an experiment, and each ends the plays of at most F. Else a tree with n leaves of nodes
//! with at most A children has at least (n − 1) / (A − 1) nodes, as a node replaces a leaf by at most A. *Confirm*, no two codes alike: every
//! code is a leaf. *Identify*: take leaves as in Lemma 3.
//!
//! A play that is not over takes at least one experiment on all codes left, whatever else is known.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::table::{is_final, Table};
use crate::text::{Ending, Measure};

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
    pub is_plain: bool,
    /// For so many kinds of weight 1 that are not over, with any number of experiments, once it was asked for.
    by_size: Vec<OnceCell<Cost>>,
}

impl<'t> Bound<'t> {
    pub fn new(table: &'t Table, ending: Ending, measure: Measure) -> Bound<'t> {
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
            if next <= last || last >= table.codes {
                break;
            }
            room.push(next);
        }
        let is_plain = table.kinds.iter().zip(0..).all(|(&kind, code)| kind == code)
            && table.weights.iter().all(|&weight| weight == 1);
        let by_size = vec![OnceCell::new(); table.codes + 1];
        Bound { table, ending, measure, all: all.max(2), finals, others, room, is_plain, by_size }
    }

    /// Whether nothing is left to find out of these codes; in `hit` games plays go on nevertheless.
    pub fn is_over(&self, set: &[u32]) -> bool {
        let agree = |of: &[u32]| set.iter().all(|&code| of[code as usize] == of[set[0] as usize]);
        self.ending != Ending::Hit && (agree(&self.table.alike) || agree(&self.table.goals))
    }

    /// Whether a fact about some codes tells nothing of larger sets that contain them.
    pub fn is_exact(&self, consistent: bool) -> bool {
        consistent || self.ending == Ending::Confirm && !self.table.separable
    }

    /// What an experiment on these codes costs itself.
    pub fn own(&self, set: &[u32]) -> Cost {
        match self.measure {
            Measure::Sum => set.iter().map(|&code| Cost::from(self.table.weights[code as usize])).sum(),
            Measure::Nodes => 1,
        }
    }

    /// The bound of a set of so many codes, left by an outcome that was final or was not; which codes, is asked where it matters.
    pub fn of(&self, size: usize, after_final: bool, left: Left, codes: impl FnOnce() -> Vec<u32>) -> Cost {
        let is_over = match self.ending {
            Ending::Hit => after_final,
            Ending::Identify => size == 1,
            Ending::Confirm => after_final && size == 1,
        };
        if is_over {
            return 0;
        }
        let is_confirmed = self.ending == Ending::Confirm && size == 1; // which is not in the tree
        let set = if self.is_plain { Vec::new() } else { codes() };
        if !self.is_plain && !is_confirmed && self.is_over(&set) {
            return 0;
        }
        let kinds = if self.is_plain { Vec::new() } else { self.kinds(&set) };
        let number = if self.is_plain { size } else { kinds.len() };
        match self.measure {
            _ if left == Some(0) => IMPOSSIBLE,
            Measure::Nodes if is_confirmed => 0,
            Measure::Sum if is_confirmed && self.is_plain => 1,
            _ if is_confirmed || self.is_exact(false) => self.own(&set),
            _ if left.is_some_and(|left| number > self.room(left)) => IMPOSSIBLE,
            Measure::Sum if !self.is_plain => self.of_kinds(kinds),
            _ => *self.by_size[number].get_or_init(|| self.of_kinds(vec![1; number])),
        }
    }

    fn room(&self, left: u64) -> usize {
        let last = self.room.len() - 1;
        self.room[usize::try_from(left).map_or(last, |left| left.min(last))]
    }

    /// The weights of the kinds that these codes are of.
    fn kinds(&self, set: &[u32]) -> Vec<Cost> {
        let of = |&code: &u32| (self.table.kinds[code as usize], Cost::from(self.table.weights[code as usize]));
        let mut codes: Vec<(u32, Cost)> = set.iter().map(of).collect();
        codes.sort_unstable();
        codes.chunk_by(|a, b| a.0 == b.0).map(|kind| kind.iter().map(|code| code.1).sum()).collect()
    }

    /// The bound for kinds of these weights, with any number of experiments, of which at least one is made.
    fn of_kinds(&self, mut kinds: Vec<Cost>) -> Cost {
        let own = kinds.iter().sum();
        let number = kinds.len() as u64;
        match (self.measure, self.ending) {
            (Measure::Nodes, Ending::Hit) => number.div_ceil(self.finals).into(),
            (Measure::Nodes, _) => (number - 1).div_ceil(self.all - 1).max(1).into(),
            (Measure::Sum, Ending::Identify) => joined(kinds, self.all as usize).max(own),
            (Measure::Sum, _) => {
                kinds.sort_unstable_by_key(|&weight| Reverse(weight));
                let (mut sum, mut length, mut room, mut free) = (0, 1, self.finals, self.finals);
                for weight in kinds {
                    if free == 0 {
                        length += 1;
                        room = room.saturating_mul(self.others);
                        free = room;
                    }
                    free -= 1;
                    sum += weight * length;
                }
                sum
            }
        }
    }
}

/// f(e) and o(e).
fn shape(row: &[u16], ending: Ending) -> (usize, usize) {
    let mut cells = row.to_vec();
    cells.sort_unstable();
    if ending == Ending::Hit {
        let hit = cells.iter().filter(|&&cell| is_final(cell)).count();
        cells.dedup();
        return (hit, cells.iter().filter(|&&cell| !is_final(cell)).count());
    }
    cells.dedup();
    let finals = cells.iter().filter(|&&cell| is_final(cell)).count();
    (finals, cells.len() - finals)
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
