//! The check of certificates.

use cobra_check::{Place, Progress, Refusal};
use cobra_core::error::CoreError as Error;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::control::Control;
use crate::error::{detached, CertificateError};

type Counts = Vec<(&'static str, u64)>;

/// What is proved is for the caller to read in the file; these are the counts.
#[pyfunction]
pub fn check_certificate(py: Python<'_>, file: PyBackedBytes, memory: u64, control: &Control) -> PyResult<Counts> {
    let shared = control.shared.clone();
    let checked = detached(py, move || {
        shared.begin(file.len() as u64);
        let mut before = 0;
        let mut watch = |progress: Progress| {
            shared.advance((progress.read - before) as u64);
            before = progress.read;
            shared.poll().is_ok()
        };
        match cobra_check::check(&file, memory, &mut watch) {
            Err(Refusal::Stopped) => Err(shared.poll().err().map_or_else(not_asked, Error::Stopped)),
            Err(Refusal::Memory { needed, limit }) => Err(Error::Limit { name: "memory", needed, limit }),
            Err(Refusal::Wrong(place, reason)) => Ok(Err((place, reason))),
            Ok(report) => Ok(Ok(report)),
        }
    })?;
    match checked {
        Ok(report) => {
            let counts = report.counts;
            Ok(vec![
                ("codes", report.codes as u64),
                ("experiments", report.experiments as u64),
                ("elements", report.elements as u64),
                ("facts", counts.facts),
                ("facts_by_size", counts.facts_by_size),
                ("useless", counts.useless),
                ("by_size", counts.by_size),
                ("by_facts", counts.by_facts),
                ("named", counts.named),
                ("by_cells", counts.by_cells),
                ("by_symmetry", counts.by_symmetry),
            ])
        }
        Err((place, reason)) => {
            let raised = CertificateError::new_err(format!("{place}: {reason}"));
            let fact = if let Place::Fact(number) = place { Some(number) } else { None };
            raised.value(py).setattr("fact", fact)?;
            Err(raised)
        }
    }
}

fn not_asked() -> Error {
    Error::Internal("a check stopped by itself".into())
}
