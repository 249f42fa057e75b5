//! When a play is over, and what a set of codes costs at least by its size.
//!
//! Of each experiment e let a(e) be the number of its cells on all listed codes, o(e) how many of them are not final, and f(e)
//! how many *codes* are in final cells (where plays end with a hit) or how many *cells* are final (where codes are confirmed).
//! On a set of codes none of them is greater. A is the greatest a(e), F the greatest f(e).
//!
//! **Lemma 1 (room).** At a set the plays of at most M(k) codes are over after k more experiments. *Hit*: M(0) = 0, as a play that
//! stands after an outcome that is not final is not over; an experiment ends the plays of at most f(e) codes, and each of
//! o(e) cells has room for M(k − 1). *Confirm*, no two codes alike: a set that is one code has room with k = 1, a final cell of one code with none,
//! any other cell of an experiment for M(k − 1). *Identify*: each play ends with codes of one kind. M(k) counts kinds; with k = 0 there is
//! one, and each of at most A cells has room for M(k − 1).
//!
//! **Lemma 2 (lengths), hit, and confirm, no two codes alike.** So at most M(d) codes have plays of length d or less. Among all ways to give
//! codes such lengths the sum of weight times length is least if the heaviest codes have the shortest lengths and no
//! shorter one is free (rearrangement inequality): M(d) − M(d − 1) codes have length d.
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

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::{repeat_n, successors};

use crate::table::{is_final, Table};
use crate::text::{Ending, Head};

/// What a strategy costs. Finite ones are below 2^127, and no sum of them over the codes of a game comes near `IMPOSSIBLE`.
pub(crate) type Cost = u128;
/// There is no strategy.
pub(crate) const IMPOSSIBLE: Cost = Cost::MAX;

/// So many more experiments may be made.
pub(crate) type Left = u64;
/// Any number of them: so many that it is all the same when one is made. Numbers in files are below 2^63.
pub(crate) const UNLIMITED: Left = Left::MAX;

pub(crate) struct Bound<'t> {
    table: &'t Table,
    head: &'t Head,
    /// A, at least 2, and F, at least 1.
    all: u64,
    finals: u64,
    /// M(k) for k = 0, 1, … until it grows no more or there is room for all codes.
    room: Vec<u64>,
}

impl<'t> Bound<'t> {
    pub fn new(table: &'t Table, head: &'t Head) -> Bound<'t> {
        let shapes: Vec<(u64, u64)> = (0..table.experiments).map(|e| shape(table, e, head.ending)).collect();
        let all = shapes.iter().map(|(f, o)| f + o).fold(2, u64::max);
        let finals = shapes.iter().map(|(f, _)| *f).fold(1, u64::max);
        let more = |&last: &u64| {
            let (alone, in_final) = if head.ending == Ending::Confirm { (1, last.max(1)) } else { (0, 1) };
            let of = |(f, o): &(u64, u64)| f * in_final + o * last; // each of them is below 2^31
            let next = shapes.iter().map(of).fold(alone, u64::max);
            (last < next && last < table.codes as u64).then_some(next)
        };
        let room = successors(Some(u64::from(head.ending == Ending::Identify)), more).collect();
        Bound { table, head, all, finals, room }
    }

    /// Whether the play is over that stands at these codes after an outcome that was final or was not.
    pub fn is_over(&self, set: &[u32], after_final: bool) -> bool {
        let agree = |of: &[u32]| set.iter().all(|&code| of[code as usize] == of[set[0] as usize]);
        match self.head.ending {
            Ending::Hit => after_final,
            _ => agree(&self.table.alike) || agree(&self.table.goals),
        }
    }

    /// Whether a fact about some codes tells nothing of larger sets that contain them.
    pub fn is_exact(&self) -> bool {
        self.head.consistent || self.has_twins()
    }

    /// Codes are confirmed, and some are inseparable.
    fn has_twins(&self) -> bool {
        self.head.ending == Ending::Confirm && !self.table.separable
    }

    /// What an experiment on these codes costs itself.
    pub fn own(&self, set: &[u32]) -> Cost {
        match self.head.nodes {
            true => 1,
            false => set.iter().map(|&code| Cost::from(self.table.weights[code as usize])).sum(),
        }
    }

    /// What codes cost at least by their number, left by an outcome that was final or was not.
    pub fn of(&self, set: &[u32], after_final: bool, left: Left) -> Cost {
        match self.is_over(set, after_final) {
            true if after_final || set.len() > 1 || self.head.ending != Ending::Confirm => 0,
            _ if left == 0 => IMPOSSIBLE,
            true if self.head.nodes => 0, // to confirm is not in the tree
            false if !self.has_twins() => self.going_on(set, left),
            _ => self.own(set),
        }
    }

    /// What codes cost at least at which the play is not over, by the number of their kinds and what these weigh.
    fn going_on(&self, set: &[u32], left: Left) -> Cost {
        let of = |&code: &u32| (self.table.kinds[code as usize], Cost::from(self.table.weights[code as usize]));
        let mut codes: Vec<(u32, Cost)> = set.iter().map(of).collect();
        codes.sort_unstable();
        let kinds = codes.chunk_by(|a, b| a.0 == b.0).map(|kind| kind.iter().map(|code| code.1).sum());
        let mut kinds: Vec<Cost> = kinds.collect();
        let number = kinds.len() as u64;
        match (self.head.nodes, self.head.ending) {
            _ if number > self.room[(left as usize).min(self.room.len() - 1)] => IMPOSSIBLE,
            (true, Ending::Hit) => number.div_ceil(self.finals).into(),
            (true, _) => (number - 1).div_ceil(self.all - 1).max(1).into(),
            (false, Ending::Identify) if number == 1 => kinds[0],
            (false, Ending::Identify) => joined(kinds, self.all as usize),
            (false, _) => {
                kinds.sort_unstable_by_key(|&weight| Reverse(weight));
                let more = self.room.windows(2).map(|room| (room[1] - room[0]) as usize);
                let lengths = (1..).zip(more).flat_map(|(length, more)| repeat_n(length, more));
                kinds.iter().zip(lengths).map(|(weight, length): (_, Cost)| weight * length).sum()
            }
        }
    }
}

/// f(e) and o(e).
fn shape(table: &Table, experiment: usize, ending: Ending) -> (u64, u64) {
    let mut cells: Vec<u16> = (0..table.codes as u32).map(|code| table.cell(code, experiment)).collect();
    cells.sort_unstable();
    let hit = cells.iter().filter(|&&cell| is_final(cell)).count();
    cells.dedup();
    let finals = cells.iter().filter(|&&cell| is_final(cell)).count();
    (if ending == Ending::Hit { hit } else { finals } as u64, (cells.len() - finals) as u64)
}

/// The least sum of weight times depth of leaves of nodes with at most `all` children: Lemma 3.
fn joined(mut weights: Vec<Cost>, all: usize) -> Cost {
    let missing = (all - 1 - (weights.len() - 1) % (all - 1)) % (all - 1);
    weights.extend(repeat_n(0, missing)); // so that every join is of `all`
    let mut heap: BinaryHeap<Reverse<Cost>> = weights.into_iter().map(Reverse).collect();
    let mut sum = 0;
    while heap.len() > 1 {
        let joined: Cost = (0..all).filter_map(|_| heap.pop()).map(|Reverse(weight)| weight).sum();
        sum += joined;
        heap.push(Reverse(joined));
    }
    sum
}
