//! The handle of a game.

use std::sync::Arc;

use cobra_core::strategy::{Strategy, Ties};
use cobra_core::Options;
use pyo3::prelude::*;

use crate::control::Control;
use crate::convert::{
    from_python, program, to_python, ComponentT, ExperimentT, GroupT, NodeT, SpaceT, TypeT, Value, WeightT,
};
use crate::error::detached;
use crate::result::GreedyResult;

#[pyclass(frozen, module = "cobra._core")]
pub struct Engine {
    core: Arc<cobra_core::Engine>,
}

#[pymethods]
impl Engine {
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        nodes: Vec<NodeT>,
        codes: SpaceT,
        types: Vec<TypeT>,
        ending: String,
        goal: Vec<ComponentT>,
        weight: Option<WeightT>,
        shown: Vec<bool>,
        groups: Vec<GroupT>,
    ) -> PyResult<Self> {
        let core = detached(py, move || {
            let swaps = types.iter().map(|of| of.3.clone()).collect();
            let program = program(nodes, codes, types, &ending, goal, weight, shown, groups)?;
            cobra_core::Engine::new(program, swaps)
        })?;
        Ok(Engine { core: Arc::new(core) })
    }

    fn enumerate(&self, py: Python<'_>, max_codes: u64, memory: u64, control: &Control) -> PyResult<usize> {
        detached(py, || self.core.enumerate(max_codes, memory, &control.shared))
    }

    fn code(&self, py: Python<'_>, index: usize) -> PyResult<Vec<Value>> {
        let values = detached(py, || self.core.code(index))?;
        Ok(values.into_iter().map(Value::from).collect())
    }

    fn count_experiments(&self, py: Python<'_>, limit: u64, control: &Control) -> PyResult<Vec<Option<u64>>> {
        detached(py, || self.core.count_experiments(limit, &control.shared))
    }

    fn first_experiments(&self, py: Python<'_>, limit: u64, control: &Control) -> PyResult<Option<Vec<ExperimentT>>> {
        let found = detached(py, || self.core.first_experiments(limit, &control.shared))?;
        Ok(found.map(|list| list.into_iter().map(to_python).collect()))
    }

    fn partition(&self, py: Python<'_>, experiment: ExperimentT, state: Option<Vec<u32>>) -> PyResult<Vec<u64>> {
        let experiment = from_python(experiment);
        detached(py, || self.core.partition(&experiment, state.as_deref()))
    }

    fn fixed(&self, py: Python<'_>, state: Option<Vec<u32>>) -> PyResult<Vec<(u32, bool)>> {
        detached(py, || self.core.fixed(state.as_deref()))
    }

    fn largest_branching(&self, py: Python<'_>, control: &Control) -> PyResult<u64> {
        detached(py, || cobra_core::largest_branching(&self.core, &control.shared))
    }

    #[allow(clippy::too_many_arguments)]
    fn greedy(
        &self,
        py: Python<'_>,
        strategy: String,
        ties: String,
        consistent: bool,
        seed: u64,
        threads: usize,
        memory: u64,
        symmetry: bool,
        control: &Control,
    ) -> PyResult<GreedyResult> {
        let core = self.core.clone();
        let result = detached(py, || {
            let options =
                Options { strategy: Strategy::parse(&strategy)?, ties: Ties::parse(&ties)?, consistent, symmetry };
            cobra_core::greedy(&core, options, seed, threads, memory, &control.shared)
        })?;
        Ok(GreedyResult { engine: self.core.clone(), result })
    }

    fn bench_all_pairs(&self, py: Python<'_>, type_index: usize, control: &Control) -> PyResult<(f64, u64)> {
        detached(py, || self.core.time_all_sizes(type_index, &control.shared))
    }
}
