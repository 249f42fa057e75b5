//! The handle of a strategy's result.

use std::collections::HashMap;
use std::sync::Arc;

use cobra_core::natural::OutcomeNumber;
use cobra_core::{Greedy, Interval, Optimal};
use pyo3::prelude::*;

use crate::convert::{to_python, ExperimentT, Outcome};
use crate::error::detached;

#[pyclass(frozen, subclass, module = "cobra._core")]
pub struct GreedyResult {
    pub engine: Arc<cobra_core::Engine>,
    pub result: Greedy,
}

type TreeT = (Vec<ExperimentT>, Vec<Vec<(Outcome, i64)>>, i64);

#[pymethods]
impl GreedyResult {
    #[getter]
    fn first(&self) -> Option<ExperimentT> {
        self.result.first(&self.engine).map(to_python)
    }

    #[getter]
    fn worst(&self) -> u64 {
        self.result.worst
    }

    #[getter]
    fn total(&self) -> u64 {
        self.result.total
    }

    #[getter]
    fn weight(&self) -> u64 {
        self.result.weight
    }

    #[getter]
    fn codes(&self) -> u64 {
        self.result.codes
    }

    #[getter]
    fn distribution(&self) -> Vec<u64> {
        self.result.distribution.clone()
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.result.nodes
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.result.seconds
    }

    #[getter]
    fn symmetry_seconds(&self) -> f64 {
        self.result.symmetry_seconds
    }

    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.result.stopped.map(|reason| reason.name())
    }

    #[getter]
    fn all_ties(&self) -> Option<bool> {
        self.result.all_ties
    }

    #[getter]
    fn inseparable(&self) -> Vec<u32> {
        self.result.inseparable.clone()
    }

    fn tree(&self, py: Python<'_>) -> PyResult<TreeT> {
        let (experiments, children, root) = detached(py, || self.result.flatten(&self.engine))?;
        let named = |list: Vec<(OutcomeNumber, i64)>| list.into_iter().map(|(of, to)| (Outcome(of), to)).collect();
        Ok((experiments.into_iter().map(to_python).collect(), children.into_iter().map(named).collect(), root))
    }
}

#[pyclass(frozen, extends = GreedyResult, module = "cobra._core")]
pub struct OptimalResult {
    found: bool,
    proved: bool,
    infeasible: bool,
    intervals: Vec<Interval>,
    statistics: Vec<(&'static str, u64)>,
}

impl OptimalResult {
    pub fn create(py: Python<'_>, engine: Arc<cobra_core::Engine>, result: Optimal) -> PyResult<Py<OptimalResult>> {
        let Optimal { strategy, found, proved, infeasible, intervals, statistics } = result;
        let base = PyClassInitializer::from(GreedyResult { engine, result: strategy });
        Py::new(py, base.add_subclass(OptimalResult { found, proved, infeasible, intervals, statistics }))
    }
}

#[pymethods]
impl OptimalResult {
    #[getter]
    fn found(&self) -> bool {
        self.found
    }

    #[getter]
    fn proved(&self) -> bool {
        self.proved
    }

    #[getter]
    fn infeasible(&self) -> bool {
        self.infeasible
    }

    #[getter]
    fn intervals(&self) -> Vec<(&'static str, u64, Option<u64>)> {
        self.intervals.iter().map(|interval| (interval.measure, interval.lower, interval.upper)).collect()
    }

    #[getter]
    fn statistics(&self) -> HashMap<&'static str, u64> {
        self.statistics.iter().copied().collect()
    }
}
