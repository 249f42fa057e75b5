//! The handle by which a running computation is watched and stopped.

use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::CoreError;

#[pyclass(frozen, module = "cobra._core")]
pub struct Control {
    pub shared: Arc<cobra_core::limits::Control>,
}

#[pymethods]
impl Control {
    #[new]
    #[pyo3(signature = (time_limit=None))]
    fn new(time_limit: Option<f64>) -> PyResult<Self> {
        let limit = match time_limit {
            None => None,
            Some(seconds) if seconds >= 0.0 => Duration::try_from_secs_f64(seconds).ok(), // None: longer than any run
            Some(_) => return Err(CoreError::new_err("a time limit must not be negative")),
        };
        Ok(Control { shared: Arc::new(cobra_core::limits::Control::new(limit)) })
    }

    fn stop(&self) {
        self.shared.stop();
    }

    fn progress(&self) -> (u64, u64) {
        self.shared.progress()
    }

    fn interval(&self) -> Option<(&'static str, u64, Option<u64>)> {
        self.shared.interval()
    }

    fn facts<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.shared.facts())
    }
}
