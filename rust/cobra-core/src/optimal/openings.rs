//! The least cost of strategies that begin with an experiment, for one experiment after the other.
//!
//! All that is built for a game, as its table of outcomes, is built once, and what was found out about the states after one
//! opening is known for the next: many openings leave the same small states.

use super::asked::{Optimal, OptimalOptions};
use super::before::over;
use super::objective::{answer, begin, searches, shared};
use super::problem::Problem;
use super::source::Source;
use super::source_choice::{sourced, SourceUse};
use crate::base::convert::ToU64;
use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::engine::{Engine, Experiment};
use crate::play::tree::Greedy;

/// Does what `optimal` does for each of these first experiments, in this order; `found` is handed each result, without its tree,
/// as soon as it is there. One that was stopped says so, and is the last.
pub fn openings(
    engine: &Engine,
    firsts: &[Experiment],
    options: &OptimalOptions,
    control: &Control,
    found: &mut dyn FnMut(Optimal),
) -> Result<()> {
    control.watched(|| {
        let problem = Problem::new(engine, options.consistent, control)?;
        sourced(&problem, options, control, Opening { firsts, options, control, found })
    })
}

struct Opening<'o> {
    firsts: &'o [Experiment],
    options: &'o OptimalOptions,
    control: &'o Control,
    found: &'o mut dyn FnMut(Optimal),
}

impl SourceUse for Opening<'_> {
    fn with<S: Source>(self, problem: &Problem<'_>, source: &S) -> Result<()> {
        let shared = shared(problem, source, self.options, self.control)?;
        let mut searches = searches(&shared, self.options);
        self.control.begin(self.firsts.len().to_u64());
        for first in self.firsts {
            let mut result = Optimal::default();
            begin(problem.engine, self.options, &mut result)?;
            if over(problem, self.options, &mut result) {
                (self.found)(result);
                self.control.advance(1);
                continue;
            }
            let given = problem.begin(first, self.control)?;
            let outcome = answer(&shared, &mut searches, Some(given), self.options, false, &mut result);
            if let Err(CoreError::Stopped(reason)) = &outcome {
                result.strategy.stopped = Some(*reason);
            }
            result.strategy = Greedy { tree: Vec::new(), ..result.strategy };
            (self.found)(result);
            outcome?;
            self.control.advance(1);
        }
        Ok(())
    }
}
