//! From where a search takes the experiments of a game.

use super::asked::OptimalOptions;
use super::computed_source::ComputedSource;
use super::problem::Problem;
use super::source::Source;
use super::table_source::TableSource;
use crate::base::convert::ToU64;
use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::engine::Engine;

/// What is done with the experiments of a game.
pub(super) trait SourceUse {
    fn with<S: Source>(self, problem: &Problem<'_>, source: &S) -> Result<()>;
}

/// Takes experiments from where they suit the game best, or as the options say.
pub(super) fn sourced(
    problem: &Problem<'_>,
    options: &OptimalOptions,
    control: &Control,
    work: impl SourceUse,
) -> Result<()> {
    let tabulated = match options.source.as_deref() {
        None => suits_table(problem.engine, table_memory(options.memory), control)?,
        Some("table") => true,
        Some("computed") => false,
        Some(other) => {
            return Err(CoreError::input(format!("no source {other:?}; there are \"table\" and \"computed\"")));
        }
    };
    if tabulated {
        let memory = table_memory(options.memory);
        match TableSource::new(problem, memory, options.threads(), control)? {
            Some(source) => return work.with(problem, &source),
            None if options.source.is_none() => {} // more outcomes than a table takes
            None => return Err(CoreError::Limit { name: "memory", needed: memory + 1, limit: memory }),
        }
    }
    work.with(problem, &ComputedSource::new(problem, options.memory, options.symmetry, control)?)
}

/// Experiments, or orbits of them, visited to find out how many there are.
const MOST_COUNTED: u64 = 1 << 22;
/// Where there are so many times more experiments than codes, many make the same cells, and the few different ones are found
/// faster than all are looked at.
const MANY_TIMES: u64 = 32;

/// The bytes that a table of all outcomes may take: what states met before and the images of experiments leave, about.
pub(super) fn table_memory(memory: u64) -> u64 {
    memory / 8 * 5
}

/// Whether all outcomes take no more than `memory` bytes, and it is worth while to keep them.
fn suits_table(engine: &Engine, memory: u64, control: &Control) -> Result<bool> {
    let codes = engine.codes()?.len().to_u64();
    let most = (memory / codes).min(codes.saturating_mul(MANY_TIMES));
    let counts = engine.count_experiments(MOST_COUNTED.min(most + 1), control)?;
    let sum = counts.iter().try_fold(0_u64, |sum, count| sum.checked_add(u64::try_from(count.as_ref()?).ok()?));
    Ok(sum.is_some_and(|sum| sum <= most))
}
