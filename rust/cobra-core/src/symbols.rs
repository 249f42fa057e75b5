//! Which symbols are interchangeable in a set of codes.
//!
//! Symbols a and b are interchangeable in a state S when swapping them maps S to itself. That is an equivalence relation
//! (the transposition of a and c is made from those of a, b and b, c), so each symbol is tested against one member of
//! each class only. Numbers of codes per proposition rule out most pairs before any code is looked at.
//! What swapping does to experiments and answers was verified by the front end; see `SymbolGroup`.

use std::collections::HashMap;

use crate::codes::Codes;
use crate::orbit::Classes;
use crate::program::SymbolGroup;
use crate::space::{bit, ones};

/// States smaller than this are only searched for absent symbols, where lists of experiments are at hand anyway.
pub(crate) const FULL_TEST: usize = 60;

/// Buffers of one thread.
#[derive(Default)]
pub(crate) struct Scratch {
    counts: Vec<u32>,
    members: Members,
    moved: Vec<u64>,
}

/// The groups of symbols of a game, put together: symbols of different groups are never interchangeable.
pub(crate) struct Interchange {
    /// For each symbol the propositions of the secret that speak of it.
    propositions: Vec<Vec<u32>>,
    /// For each type and slot the number of each symbol, `OUTSIDE` for one that belongs to no group; `None` for a slot
    /// without any.
    slots: Vec<Vec<Option<Vec<u32>>>>,
    /// For each symbol a number; only symbols with equal numbers can be interchangeable: they are of one group, occur in
    /// the same slots and equally often in the secret.
    kinds: Vec<u32>,
}

/// The number of a slot's symbol that belongs to no group.
pub(crate) const OUTSIDE: u32 = u32::MAX;

impl Interchange {
    pub fn new(groups: &[SymbolGroup]) -> Self {
        let mut joined = Interchange { propositions: Vec::new(), slots: Vec::new(), kinds: Vec::new() };
        let mut group_of = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            if joined.slots.is_empty() {
                joined.slots = group.slots.iter().map(|slots| vec![None; slots.len()]).collect();
            }
            if joined.clashes(group) {
                continue; // a symbol in two groups: permutations of one of them would not leave the other alone
            }
            let offset = joined.propositions.len() as u32;
            joined.propositions.extend_from_slice(&group.propositions);
            group_of.resize(joined.propositions.len(), number);
            for (mine, theirs) in joined.slots.iter_mut().flatten().zip(group.slots.iter().flatten()) {
                let Some(theirs) = theirs else { continue };
                let mine = mine.get_or_insert_with(|| vec![OUTSIDE; theirs.len()]);
                for (mine, &theirs) in mine.iter_mut().zip(theirs).filter(|(_, &theirs)| theirs != OUTSIDE) {
                    *mine = offset + theirs;
                }
            }
        }
        joined.kinds = joined.kinds(&group_of);
        joined
    }

    fn clashes(&self, group: &SymbolGroup) -> bool {
        let pairs = self.slots.iter().flatten().zip(group.slots.iter().flatten());
        pairs.into_iter().any(|(mine, theirs)| match (mine, theirs) {
            (Some(mine), Some(theirs)) => mine.iter().zip(theirs).any(|(&a, &b)| a != OUTSIDE && b != OUTSIDE),
            _ => false,
        })
    }

    fn kinds(&self, group_of: &[usize]) -> Vec<u32> {
        let mut numbers = HashMap::new();
        let mut kind = |symbol: usize| {
            let slots = self.slots.iter().flatten().flatten();
            let occurs: Vec<bool> = slots.map(|numbers| numbers.contains(&(symbol as u32))).collect();
            let next = numbers.len() as u32;
            *numbers.entry((group_of[symbol], self.propositions[symbol].len(), occurs)).or_insert(next)
        };
        (0..self.propositions.len()).map(&mut kind).collect()
    }

    /// The classes when all symbols that could ever be interchangeable are.
    pub fn whole_classes(&self) -> Vec<u32> {
        let first = |kind: &u32| self.kinds.iter().position(|k| k == kind).unwrap_or(0) as u32;
        self.kinds.iter().map(first).collect()
    }

    pub fn symbols(&self) -> usize {
        self.propositions.len()
    }

    pub fn propositions(&self, symbol: usize) -> &[u32] {
        &self.propositions[symbol]
    }

    /// For each slot of a type the numbers of its symbols.
    pub fn slots(&self, type_index: usize) -> &[Option<Vec<u32>>] {
        self.slots.get(type_index).map_or(&[], |slots| slots)
    }

    /// The classes in a state. Without `thorough` only absent symbols are joined.
    pub fn classes(&self, codes: &Codes, state: &[u32], thorough: bool, scratch: &mut Scratch) -> Classes {
        let Scratch { counts, members, moved } = scratch;
        counts.clear();
        counts.resize(codes.rows.words * 64, 0);
        for &code in state {
            ones(codes.rows.row(code as usize)).for_each(|p| counts[p as usize] += 1);
        }
        if thorough {
            members.fill(codes, state);
        }
        let count = |p: &u32| counts[*p as usize];
        let lists = &self.propositions;
        let absent: Vec<bool> = lists.iter().map(|list| list.iter().all(|p| count(p) == 0)).collect();
        let mut firsts: Vec<u32> = Vec::new();
        let mut class = Vec::with_capacity(lists.len());
        for (a, list) in lists.iter().enumerate() {
            let mut first = None;
            for &candidate in &firsts {
                let b = candidate as usize;
                let alike = self.kinds[a] == self.kinds[b] && list.iter().map(count).eq(lists[b].iter().map(count));
                if alike && (absent[a] || (thorough && is_symmetry(list, &lists[b], codes, state, members, moved))) {
                    first = Some(candidate);
                    break;
                }
            }
            class.push(first.unwrap_or(a as u32));
            if first.is_none() {
                firsts.push(a as u32);
            }
        }
        Classes { class, absent }
    }
}

/// Whether swapping the propositions `a` with `b` maps the state to itself.
fn is_symmetry(a: &[u32], b: &[u32], codes: &Codes, state: &[u32], members: &Members, moved: &mut Vec<u64>) -> bool {
    state.iter().all(|&code| {
        let row = codes.rows.row(code as usize);
        moved.clear();
        moved.extend_from_slice(row);
        let mut changed = false;
        for (&p, &q) in a.iter().zip(b) {
            if bit(row, p) != bit(row, q) {
                moved[p as usize / 64] ^= 1 << (p % 64);
                moved[q as usize / 64] ^= 1 << (q % 64);
                changed = true;
            }
        }
        !changed || members.contains(codes, moved)
    })
}

/// The codes of a state, to be found by their rows: a hash table with linear probing.
#[derive(Default)]
struct Members {
    slots: Vec<u32>,
    mask: usize,
}

const EMPTY: u32 = u32::MAX;

impl Members {
    fn fill(&mut self, codes: &Codes, state: &[u32]) {
        let size = (state.len() * 2).next_power_of_two();
        self.mask = size - 1;
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        for &code in state {
            let mut place = hash(codes.rows.row(code as usize)) & self.mask;
            while self.slots[place] != EMPTY {
                place = (place + 1) & self.mask;
            }
            self.slots[place] = code;
        }
    }

    fn contains(&self, codes: &Codes, row: &[u64]) -> bool {
        let mut place = hash(row) & self.mask;
        while self.slots[place] != EMPTY {
            if codes.rows.row(self.slots[place] as usize) == row {
                return true;
            }
            place = (place + 1) & self.mask;
        }
        false
    }
}

fn hash(row: &[u64]) -> usize {
    let mixed = row.iter().fold(0, |h: u64, &word| (h.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed ^ mixed >> 32) as usize
}
