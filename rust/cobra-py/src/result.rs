//! The handle of a strategy's result.

use std::sync::Arc;

use cobra_core::Greedy;
use pyo3::prelude::*;

use crate::convert::{to_python, ExperimentT};
use crate::error::detached;

#[pyclass(frozen, module = "cobra._core")]
pub struct GreedyResult {
    pub engine: Arc<cobra_core::Engine>,
    pub result: Greedy,
}

type TreeT = (Vec<ExperimentT>, Vec<Vec<(u64, i64)>>, i64);

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
    fn inseparable(&self) -> Vec<u32> {
        self.result.inseparable.clone()
    }

    fn tree(&self, py: Python<'_>) -> PyResult<TreeT> {
        let (experiments, children, root) = detached(py, || self.result.flatten(&self.engine))?;
        Ok((experiments.into_iter().map(to_python).collect(), children, root))
    }
}
