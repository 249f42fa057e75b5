//! The handle of a population of breakers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::control::Control;
use crate::engine::Engine;
use crate::error::detached;
use crate::result::played;

#[pyclass(frozen, module = "cobra._core")]
pub struct Evolution {
    engine: Arc<cobra_core::Engine>,
    evolution: Mutex<cobra_core::Evolution>,
}

impl Evolution {
    /// What a panic of another thread leaves is a whole population.
    fn lock(&self) -> MutexGuard<'_, cobra_core::Evolution> {
        self.evolution.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Evolution {
    #[new]
    fn new(py: Python<'_>, engine: &Engine, population: usize, memory: u64, control: &Control) -> PyResult<Self> {
        let engine = engine.core.clone();
        let evolution =
            detached(py, || cobra_core::Evolution::new(engine.clone(), population, memory, &control.shared))?;
        Ok(Evolution { engine, evolution: Mutex::new(evolution) })
    }

    fn begin(&self, py: Python<'_>, seed: u64, control: &Control) -> PyResult<()> {
        detached(py, || self.lock().begin(seed, &control.shared))
    }

    fn advance(&self, py: Python<'_>, threads: usize, control: &Control) -> PyResult<()> {
        detached(py, || self.lock().advance(threads, &control.shared))
    }

    fn totals(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        detached(py, || Ok(self.lock().totals()))
    }

    fn best<'py>(&self, py: Python<'py>, memory: u64, control: &Control) -> PyResult<Bound<'py, PyAny>> {
        let result = detached(py, || self.lock().best(memory, &control.shared))?;
        played(py, self.engine.clone(), result)
    }

    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let record = detached(py, || Ok(self.lock().record()))?;
        Ok(PyBytes::new(py, &record))
    }

    fn restore(&self, py: Python<'_>, record: Vec<u8>, seed: u64, generation: u64) -> PyResult<()> {
        detached(py, || self.lock().restore(&record, seed, generation))
    }

    fn admit(&self, py: Python<'_>, record: Vec<u8>) -> PyResult<()> {
        detached(py, || self.lock().admit(&record))
    }
}
