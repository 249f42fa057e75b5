//! All experiments of a game, numbered through, where they are few enough to be kept.

use crate::base::convert::ToU64;
use crate::base::error::Result;
use crate::base::ids::TypeIndex;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::game::space::exact_size;
use crate::list::listing::list;
use crate::list::plan::Plan;
use crate::list::rows::Rows;

/// The experiments of all types: those of a type come after those of the types before it.
pub(crate) struct Experiments {
    /// For each type the number of its first experiment, and its experiments.
    pub types: Vec<(usize, Rows)>,
    count: usize,
}

impl Experiments {
    /// Lists them if they take no more than `most` in all, where one of a type takes as much as `each` says; if they take
    /// more, how much at least.
    pub fn list(
        engine: &Engine,
        each: impl Fn(&Plan) -> u64,
        most: u64,
        control: &Control,
    ) -> Result<std::result::Result<Experiments, u64>> {
        let mut experiments = Experiments { types: Vec::new(), count: 0 };
        let mut taken = 0_u64;
        for plan in &engine.plans {
            let each = each(plan);
            let room = (most - taken) / each;
            let with = |count: u64| taken.saturating_add(count.saturating_mul(each));
            if let Some(size) = exact_size(&plan.space).filter(|&size| size > room) {
                return Ok(Err(with(size)));
            }
            let Some(rows) = list(plan, None, room, control)? else { return Ok(Err(with(room + 1))) };
            let first = experiments.count;
            experiments.count += rows.len();
            taken = with(rows.len().to_u64());
            experiments.types.push((first, rows));
        }
        Ok(Ok(experiments))
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// The type of an experiment.
    pub fn kind(&self, experiment: usize) -> TypeIndex {
        debug_assert!(experiment < self.count, "there is no experiment {experiment}");
        TypeIndex::at(self.types.partition_point(|of| of.0 <= experiment) - 1)
    }

    /// Type and row of an experiment.
    pub fn row(&self, experiment: usize) -> (TypeIndex, &[u64]) {
        let kind = self.kind(experiment);
        let (first, rows) = &self.types[kind];
        (kind, rows.row(experiment - first))
    }
}
