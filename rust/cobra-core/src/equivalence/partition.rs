//! Candidates that make the same partition of the codes left.
//!
//! A partition is a set of cells; which outcome a cell belongs to counts only as far as it is final. With the symmetries
//! that keep the codes left, whose orbits are given, the classes are those of equal partitions up to such a symmetry.
//! Where candidates represent orbits, partitions are compared among the representatives.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::base::convert::ToU32;
use crate::base::error::Result;
use crate::base::ids::{CodeId, OutcomeId, TypeIndex};
use crate::equivalence::candidates::Candidates;
use crate::equivalence::situation::Situation;
use crate::evaluate::{Gathered, Prepared, Scratch};
use crate::experiments::types::TypeData;
use crate::group::permutation::Sets;

/// A partition: for each code the number of its cell, cells numbered as they are met; and which cells are final.
#[derive(Default, PartialEq, Eq, Hash)]
struct Partition {
    cells: Vec<u32>,
    finals: Vec<bool>,
}

/// Makes partitions of one state.
struct Maker<'a> {
    candidates: &'a Candidates,
    kinds: Vec<(&'a TypeData, Arc<Prepared>, Gathered, bool)>,
    scratch: Scratch,
    outcomes: Vec<OutcomeId>,
    /// For each outcome its cell, `NONE` between partitions.
    cell_of: Vec<u32>,
}

const NONE: u32 = u32::MAX;
/// Candidates between two polls of the control.
const POLL: u32 = 1 << 8;

/// Joins the classes of candidates with equal partitions.
pub(crate) fn join(
    situation: &Situation<'_>,
    candidates: &Candidates,
    state: &[CodeId],
    sets: &mut Sets,
) -> Result<()> {
    let mut maker = Maker::new(situation, candidates, state)?;
    let (mut this, mut other) = (Partition::default(), Partition::default());
    let mut known: HashMap<u64, Vec<u32>> = HashMap::new();
    for number in 0..candidates.len().to_u32() {
        if number % POLL == 0 {
            situation.control.poll()?;
        }
        maker.make(number, &mut this);
        let mut hasher = DefaultHasher::new();
        this.hash(&mut hasher);
        let alike = known.entry(hasher.finish()).or_default();
        let same = alike.iter().copied().find(|&candidate| {
            maker.make(candidate, &mut other);
            this == other
        });
        match same {
            Some(first) => sets.join(first, number),
            None => alike.push(number),
        }
    }
    Ok(())
}

impl<'a> Maker<'a> {
    fn new(situation: &Situation<'a>, candidates: &'a Candidates, state: &[CodeId]) -> Result<Maker<'a>> {
        let engine = situation.engine;
        let kind = |type_index: TypeIndex| {
            let data = engine.type_data(type_index, situation.control)?;
            let prepared = candidates.prepared(type_index, &data.evaluator);
            Ok((data, prepared, data.evaluator.gather(state), engine.always_final(type_index)))
        };
        let kinds = engine.all_types().take(candidates.types()).map(kind).collect::<Result<Vec<_>>>()?;
        let outcomes = kinds.iter().map(|kind| kind.0.evaluator.outcomes()).max().unwrap_or(0);
        let (scratch, cell_of) = (Scratch::default(), vec![NONE; outcomes]);
        Ok(Maker { candidates, kinds, scratch, outcomes: Vec::new(), cell_of })
    }

    fn make(&mut self, number: u32, partition: &mut Partition) {
        let (type_index, place) = self.candidates.place(number);
        let (data, prepared, gathered, always) = &self.kinds[type_index];
        let evaluator = &data.evaluator;
        evaluator.partition_gathered(gathered.probe(prepared, place), &mut self.scratch, &mut self.outcomes);
        partition.cells.clear();
        partition.finals.clear();
        for &outcome in &self.outcomes {
            let cell = &mut self.cell_of[outcome];
            if *cell == NONE {
                *cell = partition.finals.len().to_u32();
                partition.finals.push(*always || evaluator.is_final(outcome));
            }
            partition.cells.push(*cell);
        }
        self.outcomes.iter().for_each(|&outcome| self.cell_of[outcome] = NONE);
    }
}
