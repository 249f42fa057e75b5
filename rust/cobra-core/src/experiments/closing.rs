//! For each code the first experiment that would be final if the code were the secret: the guess that hits it.
//!
//! Where all experiments are listed and `final` is simple enough, the evaluator finds it in the list. Else the condition
//! "final" with the code's propositions given is one more constraint on the experiments, and the enumerator finds its first
//! solution.

use std::collections::HashSet;

use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::Result;
use crate::base::ids::{CodeId, TypeIndex};
use crate::base::limits::Control;
use crate::engine::{Engine, Experiment};
use crate::evaluate::Scratch;
use crate::formula::node::{FALSE, PARAMETER};
use crate::game::program::Component;
use crate::list::enumerate::Enumerator;
use crate::list::plan::Plan;
use crate::list::rows::gather;

/// An experiment that hits a code.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    pub type_index: TypeIndex,
    pub row: Vec<u64>,
    /// Its place in the list of all experiments of the type, if it was found there.
    pub place: Option<u32>,
}

/// The hits of all codes.
pub(crate) struct Hits {
    pub first: Vec<Option<Hit>>,
    /// No code is hit by two experiments, and no experiment hits two codes.
    pub unique: bool,
}

/// Bytes of a row, of few words, in a place of its own.
const ROW_BYTES: usize = 32;

impl Hits {
    /// Bytes held, about.
    pub fn bytes(&self) -> u64 {
        (self.first.len() * (size_of::<Option<Hit>>() + ROW_BYTES)).to_u64()
    }

    fn new(engine: &Engine, control: &Control) -> Result<Hits> {
        let (program, codes) = (&engine.program, engine.codes()?);
        let mut hits = Hits { first: vec![None; codes.len()], unique: true };
        let mut scratch = Scratch::default();
        for (type_index, kind) in TypeIndex::with(&program.types) {
            let Some(last) = kind.answer.final_component else { continue };
            let Component::Cases(lits) = &kind.answer.components[last] else { continue };
            let Some(&condition) = lits.get(1).filter(|&&lit| lit != FALSE) else { continue };
            let data = engine.type_data(type_index, control)?;
            let full = engine.full(type_index, control)?;
            let mut joint = None;
            for (code, first) in CodeId::first(codes.len()).zip(&mut hits.first) {
                if code.index() % 1024 == 0 {
                    control.poll()?;
                }
                if !hits.unique && first.is_some() {
                    continue;
                }
                let listed = full.and_then(|list| Some((list, data.evaluator.final_row(list, &mut scratch, code)?)));
                let found = match listed {
                    Some((_, (None, _))) => None,
                    Some((list, (Some(place), alone))) => {
                        Some((gather(list.experiments(), place.index()), Some(place), alone))
                    }
                    None => {
                        let with_condition = || Plan::new(&program.nodes, &kind.space, PARAMETER, &[condition]);
                        let plan = joint.get_or_insert_with(with_condition);
                        let found = first_solution(plan, codes.rows.row(code.index()), control)?;
                        found.map(|(row, alone)| (row, None, alone))
                    }
                };
                if let Some((row, place, alone)) = found {
                    hits.unique &= alone && first.is_none();
                    first.get_or_insert(Hit { type_index, row, place });
                }
            }
        }
        let mut met = HashSet::new();
        hits.unique = hits.unique && hits.first.iter().flatten().all(|hit| met.insert((hit.type_index, &hit.row)));
        Ok(hits)
    }
}

/// The first experiment that fits the code, and whether it is the only one.
fn first_solution(plan: &Plan, code: &[u64], control: &Control) -> Result<Option<(Vec<u64>, bool)>> {
    let mut walk = Enumerator::with_other_side(plan, code);
    if !walk.advance(control)? {
        return Ok(None);
    }
    let row = walk.row().to_vec();
    Ok(Some((row, !walk.advance(control)?)))
}

impl Engine {
    /// For each code the first experiment that is final if the code is the secret; `None` without one.
    pub fn closing(&self, control: &Control) -> Result<Vec<Option<Experiment>>> {
        let experiment = |hit: &Hit| self.experiment(hit.type_index, &hit.row);
        Ok(self.hits(control)?.first.iter().map(|hit| hit.as_ref().map(experiment)).collect())
    }

    /// The experiments that hit each code, found at first use.
    pub(crate) fn hits(&self, control: &Control) -> Result<&Hits> {
        self.kept.get_or_try(|| Hits::new(self, control))
    }

    /// The experiments that hit each code, if they were found already.
    pub(crate) fn known_hits(&self) -> Option<&Hits> {
        self.kept.known()
    }
}
