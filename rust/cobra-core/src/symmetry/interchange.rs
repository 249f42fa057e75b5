//! Which symbols, and which members of groups of slots, are interchangeable in a set of codes.
//!
//! Symbols (or members) a and b are interchangeable in a state S when swapping them maps S to itself. That is an equivalence relation
//! (the transposition of a and c is made from those of a, b and b, c), so each symbol is tested against one member of
//! each class only. Numbers of codes per proposition rule out most pairs before any code is looked at.
//! What swapping does to experiments and answers was verified by the front end; see `SymbolGroup` and `SlotGroup`.

use std::collections::HashMap;

use crate::base::error::Result;
use crate::base::limits::Control;
use crate::game::program::{SlotGroup, Space, SymbolGroup};
use crate::game::space::{bit, ones};
use crate::list::codes::Codes;
use crate::list::orbit::Classes;

/// States smaller than this are only searched for absent symbols, where lists of experiments are at hand anyway.
pub(crate) const FULL_TEST: usize = 60;
/// Codes looked at between two polls of the control.
const POLL: usize = 1 << 12;

/// Buffers of one thread.
#[derive(Default)]
pub(crate) struct Scratch {
    counts: Vec<u32>,
    members: Members,
    moved: Vec<u64>,
}

/// The groups of a game, put together: symbols or members of different groups are never interchangeable. Members of
/// groups of slots are numbered after the symbols.
pub(crate) struct Interchange {
    /// For each symbol and member the propositions of the secret that speak of it.
    propositions: Vec<Vec<u32>>,
    symbols: usize,
    /// For each type and slot the number of each symbol, `OUTSIDE` for one that belongs to no group; `None` for a slot
    /// without any.
    slots: Vec<Vec<Option<Vec<u32>>>>,
    /// For each type the groups whose members have slots in it.
    layers: Vec<Vec<Layers>>,
    /// For each symbol and member a number; only those with equal numbers can be interchangeable: they are of one group,
    /// occur in the same slots and equally often in the secret.
    kinds: Vec<u32>,
}

/// The slots of the members of one group in one type.
pub(crate) struct Layers {
    /// The number of the first member; the others follow.
    pub first: u32,
    /// In each layer one slot for every member.
    pub slots: Vec<Vec<u32>>,
}

/// The number of a slot's symbol that belongs to no group.
pub(crate) const OUTSIDE: u32 = u32::MAX;

impl Interchange {
    /// `acting`: for each type whether groups of slots may act on it.
    pub fn new(groups: &[SymbolGroup], slot_groups: &[SlotGroup], acting: &[bool]) -> Self {
        let layers = acting.iter().map(|_| Vec::new()).collect();
        let mut joined =
            Interchange { propositions: Vec::new(), symbols: 0, slots: Vec::new(), layers, kinds: Vec::new() };
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
        joined.symbols = joined.propositions.len();
        for (number, group) in slot_groups.iter().enumerate() {
            let first = joined.propositions.len() as u32;
            joined.propositions.extend_from_slice(&group.propositions);
            group_of.resize(joined.propositions.len(), groups.len() + number);
            for ((layers, slots), _) in joined.layers.iter_mut().zip(&group.layers).zip(acting).filter(|of| *of.1) {
                if !slots.is_empty() {
                    layers.push(Layers { first, slots: slots.clone() });
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

    /// The classes when all symbols (`slots`: all members of groups of slots, and no symbols) that could ever be
    /// interchangeable are.
    pub fn whole_classes(&self, slots: bool) -> Vec<u32> {
        let first = |kind: u32| self.kinds.iter().position(|&k| k == kind).unwrap_or(0) as u32;
        let class = |(number, &kind)| if slots == (number >= self.symbols) { first(kind) } else { number as u32 };
        self.kinds.iter().enumerate().map(class).collect()
    }

    /// The number of symbols, without the members of groups of slots.
    pub fn symbols(&self) -> usize {
        self.symbols
    }

    pub fn propositions(&self, symbol: usize) -> &[u32] {
        &self.propositions[symbol]
    }

    /// For each slot of a type the numbers of its symbols.
    pub fn slots(&self, type_index: usize) -> &[Option<Vec<u32>>] {
        self.slots.get(type_index).map_or(&[], |slots| slots)
    }

    /// The groups of slots that act on a type.
    pub fn layers(&self, type_index: usize) -> &[Layers] {
        self.layers.get(type_index).map_or(&[], |layers| layers)
    }

    /// The propositions of a type's parameters that change places when two symbols, or two members, are swapped.
    pub fn parameter_swaps(&self, type_index: usize, space: &Space, a: u32, b: u32) -> Vec<(u32, u32)> {
        let mut swaps = Vec::new();
        for (slot, list) in space.slots.iter().zip(self.slots(type_index)) {
            let position = |symbol: u32| list.iter().flatten().position(|&s| s != OUTSIDE && s == symbol);
            if let (Some(p), Some(q)) = (position(a), position(b)) {
                swaps.push((slot.first + p as u32, slot.first + q as u32));
            }
        }
        for Layers { first, slots } in self.layers(type_index) {
            let member = |number: u32| number.checked_sub(*first).map_or(usize::MAX, |member| member as usize);
            for layer in slots {
                if let (Some(&s), Some(&t)) = (layer.get(member(a)), layer.get(member(b))) {
                    let (s, t) = (&space.slots[s as usize], &space.slots[t as usize]);
                    swaps.extend((0..s.width()).map(|i| (s.first + i, t.first + i)));
                }
            }
        }
        swaps
    }

    /// The classes in a state. Without `thorough` only absent symbols are joined.
    pub fn classes(
        &self,
        codes: &Codes,
        state: &[u32],
        thorough: bool,
        scratch: &mut Scratch,
        control: &Control,
    ) -> Result<Classes> {
        let Scratch { counts, members, moved } = scratch;
        counts.clear();
        counts.resize(codes.rows.words * 64, 0);
        for some in state.chunks(POLL) {
            control.poll()?;
            for &code in some {
                ones(codes.rows.row(code as usize)).for_each(|p| counts[p as usize] += 1);
            }
        }
        if thorough {
            members.fill(codes, state, control)?;
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
                let mut swaps = || is_symmetry((list, &lists[b]), codes, state, members, moved, control);
                if alike && (absent[a] || (thorough && swaps()?)) {
                    first = Some(candidate);
                    break;
                }
            }
            class.push(first.unwrap_or(a as u32));
            if first.is_none() {
                firsts.push(a as u32);
            }
        }
        Ok(Classes { class, absent })
    }
}

/// Whether swapping the propositions `a` with `b` maps the state to itself.
fn is_symmetry(
    (a, b): (&[u32], &[u32]),
    codes: &Codes,
    state: &[u32],
    members: &Members,
    moved: &mut Vec<u64>,
    control: &Control,
) -> Result<bool> {
    let mut is_kept = |&code: &u32| {
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
        !changed || members.find(codes, moved).is_some()
    };
    for some in state.chunks(POLL) {
        control.poll()?;
        if !some.iter().all(&mut is_kept) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The transpositions of interchangeable symbols and members, as permutations of the codes.
pub(crate) struct Images<'a> {
    codes: &'a Codes,
    members: Members,
    /// For each transposition the propositions that change places.
    swaps: Vec<Vec<(u32, u32)>>,
}

impl<'a> Images<'a> {
    /// `class`: for each symbol and member the lowest of its class in the set of all codes.
    pub fn new(symbols: &Interchange, codes: &'a Codes, class: &[u32], control: &Control) -> Result<Images<'a>> {
        let all: Vec<u32> = (0..codes.len() as u32).collect();
        let mut members = Members::default();
        members.fill(codes, &all, control)?;
        let propositions = |number: u32| symbols.propositions(number as usize).iter().copied();
        let swap = |(a, &b): (u32, &u32)| (a != b).then(|| propositions(a).zip(propositions(b)).collect());
        Ok(Images { codes, members, swaps: (0..).zip(class).filter_map(swap).collect() })
    }

    /// The number of transpositions.
    pub fn len(&self) -> usize {
        self.swaps.len()
    }

    /// The code a transposition carries a code to.
    pub fn image(&self, number: usize, code: u32) -> u32 {
        let mut row = self.codes.rows.row(code as usize).to_vec();
        for &(p, q) in &self.swaps[number] {
            if bit(&row, p) != bit(&row, q) {
                row[p as usize / 64] ^= 1 << (p % 64);
                row[q as usize / 64] ^= 1 << (q % 64);
            }
        }
        self.members.find(self.codes, &row).unwrap_or(code) // always found: the set of all codes is carried to itself
    }
}

/// The codes of a state, to be found by their rows: a hash table with linear probing.
#[derive(Default)]
struct Members {
    slots: Vec<u32>,
    mask: usize,
}

const EMPTY: u32 = u32::MAX;

impl Members {
    fn fill(&mut self, codes: &Codes, state: &[u32], control: &Control) -> Result<()> {
        let size = (state.len() * 2).next_power_of_two();
        self.mask = size - 1;
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        for (number, &code) in state.iter().enumerate() {
            if number % POLL == 0 {
                control.poll()?;
            }
            let mut place = hash(codes.rows.row(code as usize)) & self.mask;
            while self.slots[place] != EMPTY {
                place = (place + 1) & self.mask;
            }
            self.slots[place] = code;
        }
        Ok(())
    }

    fn find(&self, codes: &Codes, row: &[u64]) -> Option<u32> {
        let mut place = hash(row) & self.mask;
        while self.slots[place] != EMPTY {
            if codes.rows.row(self.slots[place] as usize) == row {
                return Some(self.slots[place]);
            }
            place = (place + 1) & self.mask;
        }
        None
    }
}

fn hash(row: &[u64]) -> usize {
    let mixed = row.iter().fold(0, |h: u64, &word| (h.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed ^ mixed >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::error::CoreError;
    use crate::common::mastermind;
    use crate::engine::Engine;
    use crate::equivalence::{representatives, Equivalence};
    use crate::game::program::Ending;
    use crate::game::space::Value;

    fn stopped() -> Control {
        let control = Control::default();
        control.stop();
        control
    }

    #[test]
    fn nothing_is_looked_for_when_stopped() {
        let engine = Engine::new(mastermind(3, 3, false, true, Ending::Hit), vec![Vec::new()], None).unwrap();
        engine.enumerate(1 << 20, 1 << 28, &Control::default()).unwrap();
        let is_stopped = |result: Result<()>| matches!(result, Err(CoreError::Stopped(_)));
        let (codes, all): (&Codes, Vec<u32>) = (engine.codes().unwrap(), (0..27).collect());
        assert!(is_stopped(engine.first_classes(&stopped()).map(drop)));
        for thorough in [false, true] {
            let found = engine.symbols.classes(codes, &all, thorough, &mut Scratch::default(), &stopped());
            assert!(is_stopped(found.map(drop)));
        }
        let class = engine.first_classes(&Control::default()).unwrap().class.clone();
        assert_eq!(class, [0, 0, 0]);
        assert!(is_stopped(Images::new(&engine.symbols, codes, &class, &stopped()).map(drop)));
        let mut members = Members::default();
        members.fill(codes, &all, &Control::default()).unwrap();
        let lists = (engine.symbols.propositions(0), engine.symbols.propositions(1));
        assert!(is_symmetry(lists, codes, &all, &members, &mut Vec::new(), &Control::default()).unwrap());
        assert!(is_stopped(is_symmetry(lists, codes, &all, &members, &mut Vec::new(), &stopped()).map(drop)));

        let guess = (0, vec![Value::Number(0), Value::Number(0), Value::Number(1)]);
        let known = engine.partition(&guess, None, &Control::default()).unwrap().get(0);
        assert!(is_stopped(engine.partition(&guess, None, &stopped()).map(drop)));
        for name in ["none", "symbols", "history", "knowledge", "partition"] {
            let chain = [Equivalence::parse(name).unwrap()];
            for after in [&[][..], &[(guess.clone(), known.clone())][..]] {
                let found = representatives(&engine, &chain, after, None, 100, 1 << 28, &stopped());
                assert!(is_stopped(found.map(drop)), "{name}");
            }
        }
    }
}
