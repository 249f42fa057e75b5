//! The check of certificates.

use cobra_check::{Refusal, Spent};
use cobra_core::error::CoreError as Error;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::control::Control;
use crate::error::{detached, CertificateError};

type Counts = Vec<(&'static str, usize)>;

/// Pieces of work between two looks at the clock: about a millisecond.
const PACE: usize = 1 << 20;

/// What is proved is for the caller to read in the file; these are the counts.
#[pyfunction]
pub fn check_certificate(py: Python<'_>, file: PyBackedBytes, memory: u64, control: &Control) -> PyResult<Counts> {
    let shared = control.shared.clone();
    let checked = detached(py, move || {
        shared.begin(file.len() as u64);
        let mut seen = Spent::default();
        let mut watch = |spent: &Spent| {
            if spent.memory > memory {
                seen.memory = spent.memory;
                return false;
            }
            if spent.work.wrapping_sub(seen.work) < PACE {
                return true;
            }
            shared.advance((spent.read - seen.read) as u64);
            seen = *spent;
            shared.poll().is_ok()
        };
        match cobra_check::check(&file, &mut watch) {
            Err(Refusal::Stopped) if seen.memory > memory => {
                Err(Error::Limit { name: "memory", needed: seen.memory, limit: memory })
            }
            Err(Refusal::Stopped) => Err(shared.poll().err().map_or_else(not_asked, Error::Stopped)),
            Err(Refusal::Wrong(place, reason)) => Ok(Err((place, reason))),
            Ok((_, counts)) => Ok(Ok(counts)),
        }
    })?;
    match checked {
        Ok(counts) => Ok(vec![
            ("codes", counts.codes),
            ("experiments", counts.experiments),
            ("elements", counts.elements),
            ("facts", counts.facts),
            ("facts_by_size", counts.facts_by_size),
            ("useless", counts.useless),
            ("by_size", counts.by_size),
            ("by_facts", counts.by_facts),
            ("named", counts.named),
            ("by_symmetry", counts.by_symmetry),
        ]),
        Err((place, reason)) => {
            let fact = place.1.filter(|_| place.0 == "fact");
            let raised = CertificateError::new_err(Refusal::Wrong(place, reason).to_string());
            raised.value(py).setattr("fact", fact)?;
            Err(raised)
        }
    }
}

fn not_asked() -> Error {
    Error::Internal("a check stopped by itself".into())
}
