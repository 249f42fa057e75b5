//! What one experiment answers on the codes of a state.

use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, OutcomeId, TypeIndex};
use crate::base::limits::Control;
use crate::base::natural::OutcomeNumber;
use crate::engine::{Engine, Experiment, TypeAndRow};
use crate::evaluate::{self, Prepared, Scratch};
use crate::experiments::types::MET_TOGETHER;
use crate::game::space::encode;
use crate::list::rows::Rows;

/// The outcome numbers of some codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcomes {
    /// Of an answer that can have but few.
    Few(Vec<OutcomeId>),
    Any(Vec<OutcomeNumber>),
}

impl Outcomes {
    pub fn get(&self, place: usize) -> Option<OutcomeNumber> {
        match self {
            Outcomes::Few(outcomes) => outcomes.get(place).map(|&outcome| outcome.into()),
            Outcomes::Any(outcomes) => outcomes.get(place).cloned(),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = OutcomeNumber> + '_ {
        (0..).map_while(|place| self.get(place))
    }
}

/// The cells of a state by outcome number; codes stay in order.
pub(crate) fn cells(state: &[CodeId], outcomes: &[OutcomeId]) -> Vec<(OutcomeId, Vec<CodeId>)> {
    let key = |(&outcome, &code): (&OutcomeId, &CodeId)| u64::from(outcome.number()) << 32 | u64::from(code.number());
    let mut keyed: Vec<u64> = outcomes.iter().zip(state).map(key).collect();
    keyed.sort_unstable();
    let cell = |keys: &[u64]| {
        (OutcomeId::new((keys[0] >> 32) as u32), keys.iter().map(|&key| CodeId::new(key as u32)).collect())
    };
    keyed.chunk_by(|a, b| a >> 32 == b >> 32).map(cell).collect()
}

impl Engine {
    /// The outcome number of each code of a state (`None`: all codes).
    pub fn partition(
        &self,
        experiment: &Experiment,
        state: Option<&[CodeId]>,
        control: &Control,
    ) -> Result<Outcomes> {
        let state = self.state(state)?;
        let experiment = self.row(experiment)?;
        let (evaluator, prepared) = (self.plain_evaluator(experiment.0)?, self.prepare_one(&experiment)?);
        let (mut scratch, mut few, mut any, mut part) = (Scratch::default(), Vec::new(), Vec::new(), Vec::new());
        for some in state.chunks(MET_TOGETHER) {
            control.poll()?;
            let gathered = evaluator.gather(some);
            if evaluator.numbers_what_occurs() {
                any.extend(evaluator.numbers(gathered.probe(&prepared, 0), &mut scratch));
            } else {
                evaluator.partition_gathered(gathered.probe(&prepared, 0), &mut scratch, &mut part);
                few.append(&mut part);
            }
        }
        Ok(if any.is_empty() { Outcomes::Few(few) } else { Outcomes::Any(any) })
    }

    /// The outcome of each code of a state by its number in the core.
    pub(crate) fn outcomes(
        &self,
        experiment: &Experiment,
        state: &[CodeId],
        control: &Control,
    ) -> Result<Vec<OutcomeId>> {
        self.outcomes_of_row(&self.row(experiment)?, state, control)
    }

    pub(crate) fn outcomes_of_row(
        &self,
        experiment: &TypeAndRow,
        state: &[CodeId],
        control: &Control,
    ) -> Result<Vec<OutcomeId>> {
        let prepared = self.prepare_one(experiment)?;
        let evaluator = self.numbering_evaluator(experiment.0, control)?;
        let mut outcomes = Vec::new();
        evaluator.partition(&prepared, &mut Scratch::default(), 0, state, &mut outcomes);
        match outcomes.contains(&OutcomeId::new(evaluate::UNKNOWN)) {
            true => Err(CoreError::input("the experiment has an outcome that no experiment of its type has")),
            false => Ok(outcomes),
        }
    }

    /// Type and row of an experiment. Only the kinds and ranges of its values are checked.
    pub(crate) fn row(&self, experiment: &Experiment) -> Result<TypeAndRow> {
        let type_index = self.kind(experiment)?;
        Ok((type_index, encode(&self.plans[type_index].space, &experiment.1)?))
    }

    pub(super) fn kind(&self, &(type_index, _): &Experiment) -> Result<TypeIndex> {
        let unknown = || CoreError::input(format!("no experiment type {type_index}"));
        self.plans.get(type_index.index()).map(|_| type_index).ok_or_else(unknown)
    }

    fn prepare_one(&self, (type_index, row): &TypeAndRow) -> Result<Prepared> {
        let rows = Rows { words: row.len(), data: row.clone() };
        Ok(rows.prepare(self.plain_evaluator(*type_index)?))
    }
}
