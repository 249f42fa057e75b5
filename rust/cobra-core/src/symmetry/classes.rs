//! Which symbols, and which members of groups of slots, are interchangeable in a set of codes.
//!
//! Symbols (or members) a and b are interchangeable in a state S when swapping them maps S to itself. That is an equivalence relation
//! (the transposition of a and c is made from those of a, b and b, c), so each symbol is tested against one member of
//! each class only. Numbers of codes per proposition rule out most pairs before any code is looked at.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::Result;
use crate::base::ids::CodeId;
use crate::base::limits::Control;
use crate::game::space::{exchange, ones};
use crate::list::codes::Codes;
use crate::list::interchange::{are_named_by_lowest, Classes, Interchange};
use crate::list::rows::Index;

/// States smaller than this are only searched for absent symbols, where lists of experiments are at hand anyway.
pub(crate) const FULL_TEST: usize = 60;
/// Codes looked at between two polls of the control.
const POLL: usize = 1 << 12;

/// Buffers of one thread.
#[derive(Default)]
pub(crate) struct Scratch {
    counts: Vec<u32>,
    members: Index,
    moved: Vec<u64>,
}

impl Interchange {
    /// The classes in a state. Without `thorough` only absent symbols are joined.
    pub fn classes(
        &self,
        codes: &Codes,
        state: &[CodeId],
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
                ones(codes.rows.row(code.index())).for_each(|p| counts[p.index()] += 1);
            }
        }
        if thorough {
            fill(members, codes, state, control)?;
        }
        let count = |p: &u32| counts[p.index()];
        let lists = &self.propositions;
        let absent: Vec<bool> = lists.iter().map(|list| list.iter().all(|p| count(p) == 0)).collect();
        let mut firsts: Vec<u32> = Vec::new();
        let mut class = Vec::with_capacity(lists.len());
        for (a, list) in lists.iter().enumerate() {
            let mut first = None;
            for &candidate in &firsts {
                let b = candidate.index();
                let alike = self.kinds[a] == self.kinds[b] && list.iter().map(count).eq(lists[b].iter().map(count));
                let mut swaps = || is_symmetry((list, &lists[b]), codes, state, members, moved, control);
                if alike && (absent[a] || (thorough && swaps()?)) {
                    first = Some(candidate);
                    break;
                }
            }
            class.push(first.unwrap_or(a.to_u32()));
            if first.is_none() {
                firsts.push(a.to_u32());
            }
        }
        debug_assert!(are_named_by_lowest(&class));
        Ok(Classes { class, absent })
    }
}

/// Whether swapping the propositions `a` with `b` maps the state to itself.
fn is_symmetry(
    (a, b): (&[u32], &[u32]),
    codes: &Codes,
    state: &[CodeId],
    members: &Index,
    moved: &mut Vec<u64>,
    control: &Control,
) -> Result<bool> {
    let mut is_kept = |&code: &CodeId| {
        let row = codes.rows.row(code.index());
        moved.clear();
        moved.extend_from_slice(row);
        let mut changed = false;
        for (&p, &q) in a.iter().zip(b) {
            changed |= exchange(moved, p, q);
        }
        !changed || members.find(&codes.rows, moved).is_some()
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
pub(crate) struct Transpositions<'a> {
    codes: &'a Codes,
    members: Index,
    /// For each transposition the propositions that change places.
    swaps: Vec<Vec<(u32, u32)>>,
}

impl<'a> Transpositions<'a> {
    /// `class`: for each symbol and member the lowest of its class in the set of all codes.
    pub fn new(
        symbols: &Interchange,
        codes: &'a Codes,
        class: &[u32],
        control: &Control,
    ) -> Result<Transpositions<'a>> {
        let all = codes.all();
        let mut members = Index::default();
        fill(&mut members, codes, &all, control)?;
        let propositions = |number: u32| symbols.propositions(number.index()).iter().copied();
        let swap = |(a, &b): (u32, &u32)| (a != b).then(|| propositions(a).zip(propositions(b)).collect());
        Ok(Transpositions { codes, members, swaps: (0..).zip(class).filter_map(swap).collect() })
    }

    /// The number of transpositions.
    pub fn len(&self) -> usize {
        self.swaps.len()
    }

    /// The code a transposition carries a code to.
    pub fn image(&self, number: usize, code: CodeId) -> CodeId {
        let mut row = self.codes.rows.row(code.index()).to_vec();
        for &(p, q) in &self.swaps[number] {
            exchange(&mut row, p, q);
        }
        let image = self.members.find(&self.codes.rows, &row);
        debug_assert!(image.is_some(), "the set of all codes is carried to itself");
        image.map_or(code, CodeId::new)
    }
}

/// Indexes the rows of the codes of a state.
fn fill(members: &mut Index, codes: &Codes, state: &[CodeId], control: &Control) -> Result<()> {
    members.restart(state.len());
    for some in state.chunks(POLL) {
        control.poll()?;
        some.iter().for_each(|&code| members.insert(&codes.rows, code.number()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::error::CoreError;
    use crate::base::ids::TypeIndex;
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
        let (codes, all): (&Codes, Vec<CodeId>) = (engine.codes().unwrap(), CodeId::first(27).collect());
        assert!(is_stopped(engine.first_classes(&stopped()).map(drop)));
        for thorough in [false, true] {
            let found = engine.symbols.classes(codes, &all, thorough, &mut Scratch::default(), &stopped());
            assert!(is_stopped(found.map(drop)));
        }
        let class = engine.first_classes(&Control::default()).unwrap().class.clone();
        assert_eq!(class, [0, 0, 0]);
        assert!(is_stopped(Transpositions::new(&engine.symbols, codes, &class, &stopped()).map(drop)));
        let mut members = Index::default();
        fill(&mut members, codes, &all, &Control::default()).unwrap();
        let lists = (engine.symbols.propositions(0), engine.symbols.propositions(1));
        assert!(is_symmetry(lists, codes, &all, &members, &mut Vec::new(), &Control::default()).unwrap());
        assert!(is_stopped(is_symmetry(lists, codes, &all, &members, &mut Vec::new(), &stopped()).map(drop)));

        let guess = (TypeIndex::new(0), vec![Value::Number(0), Value::Number(0), Value::Number(1)]);
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
