//! How experiments split a state: the numbers of codes left for each outcome.

use crate::base::error::Result;
use crate::base::ids::{CodeId, TypeIndex};
use crate::base::limits::Control;
use crate::base::natural::OutcomeNumber;
use crate::engine::{Engine, Experiment};
use crate::evaluate::Scratch;
use crate::game::space::encode;
use crate::list::rows::Rows;

/// Experiments of one type that are prepared together.
const TOGETHER: usize = 512;
/// Outcomes looked at between two polls.
const POLL: usize = 1 << 18;

/// The outcome numbers an experiment can have, ascending, each with its number of codes.
pub type Split = Vec<(OutcomeNumber, u32)>;

/// How each experiment splits a state (`None`: all codes).
///
/// Only the kinds and ranges of the values are checked, not tables and conditions of the type.
pub fn splits(
    engine: &Engine,
    experiments: &[Experiment],
    state: Option<&[CodeId]>,
    control: &Control,
) -> Result<Vec<Split>> {
    control.poll()?;
    let state = engine.state(state)?;
    let mut splits = vec![Split::new(); experiments.len()];
    let mut by_type: Vec<Vec<usize>> = vec![Vec::new(); engine.plans.len()];
    for (place, experiment) in experiments.iter().enumerate() {
        by_type[engine.kind(experiment)?].push(place);
    }
    if state.is_empty() {
        return Ok(splits);
    }
    let mut scratch = Scratch::default();
    let mut looked_at = 0;
    for (type_index, places) in TypeIndex::with(&by_type).filter(|(_, places)| !places.is_empty()) {
        let plan = &engine.plans[type_index];
        let evaluator = engine.plain_evaluator(type_index)?;
        let gathered = evaluator.gather(&state);
        for some in places.chunks(TOGETHER) {
            let mut rows = Rows::new(plan.words);
            for &place in some {
                rows.data.extend(encode(&plan.space, &experiments[place].1)?);
            }
            let prepared = rows.prepare(evaluator);
            for (row, &place) in some.iter().enumerate() {
                looked_at += state.len() + 1;
                if looked_at >= POLL {
                    control.poll()?;
                    looked_at = 0;
                }
                splits[place] = evaluator.split(gathered.probe(&prepared, row), &mut scratch);
            }
        }
    }
    Ok(splits)
}
