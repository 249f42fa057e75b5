//! The one mapping from errors of the core, and from panics, to Python exceptions.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};

use cobra_core::error::CoreError as Error;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(cobra._core, CoreError, PyValueError, "The core was given a malformed game or request.");
pyo3::create_exception!(
    cobra._core,
    CoreLimit,
    CoreError,
    "More than a limit allows is needed; attributes name, needed (at least) and limit."
);
pyo3::create_exception!(
    cobra._core,
    CoreStopped,
    CoreError,
    "Stopped before there was an answer; attribute reason: \"time\", \"interrupt\" or \"memory\"."
);
pyo3::create_exception!(cobra._core, CoreInternal, CoreError, "A mistake in the core itself.");
pyo3::create_exception!(
    cobra._core,
    CertificateError,
    CoreError,
    "A certificate proves nothing; attribute fact: the number of the fact that is wrong, None when it is something else."
);

/// Work that took so long may leave much memory behind; giving it back takes a few milliseconds.
const LONG: Duration = Duration::from_millis(100);

/// Runs core code without the interpreter lock.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Error> + Send) -> PyResult<T> {
    py.detach(|| {
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(internal(&panic)));
        if start.elapsed() >= LONG {
            give_back();
        }
        result
    })
    .map_err(|error| exception(py, error))
}

/// Long work has a thread of its own, so that the next would not find what this one leaves.
fn give_back() {
    #[cfg(target_os = "linux")]
    cobra_core::allocator::give_back();
}

fn internal(panic: &Box<dyn std::any::Any + Send>) -> Error {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    Error::Internal(text.unwrap_or_else(|| "a panic".to_owned()))
}

fn exception(py: Python<'_>, error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::Limit { name, needed, limit } => {
            let raised = CoreLimit::new_err(message);
            let value = raised.value(py);
            let set = value
                .setattr("name", name)
                .and_then(|()| value.setattr("needed", needed))
                .and_then(|()| value.setattr("limit", limit));
            set.err().unwrap_or(raised)
        }
        Error::Stopped(reason) => {
            let raised = CoreStopped::new_err(message);
            let set = raised.value(py).setattr("reason", reason.name());
            set.err().unwrap_or(raised)
        }
        Error::Input(_) => CoreError::new_err(message),
        Error::Internal(what) => CoreInternal::new_err(what),
    }
}
