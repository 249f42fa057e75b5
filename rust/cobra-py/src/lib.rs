//! Python binding of `cobra-core` and `cobra-check`: handles, conversions and one error mapper; nothing is computed here.

use pyo3::prelude::*;

mod certificate;
mod control;
mod convert;
mod engine;
mod error;
mod evolution;
mod group;
mod numbers;
mod openings;
mod result;
mod solver;

#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: cobra_core::allocator::Allocator = cobra_core::allocator::Allocator;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("CoreError", py.get_type::<error::CoreError>())?;
    module.add("CoreInternal", py.get_type::<error::CoreInternal>())?;
    module.add("CoreLimit", py.get_type::<error::CoreLimit>())?;
    module.add("CoreStopped", py.get_type::<error::CoreStopped>())?;
    module.add("CertificateError", py.get_type::<error::CertificateError>())?;
    module.add_class::<control::Control>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<evolution::Evolution>()?;
    module.add_class::<numbers::CountedSearch>()?;
    module.add_class::<openings::Openings>()?;
    module.add_class::<result::OptimalResult>()?;
    module.add_class::<result::ProofResult>()?;
    module.add_class::<group::Formulas>()?;
    module.add_class::<solver::Exchange>()?;
    module.add_class::<solver::Solver>()?;
    module.add("FACT_BYTES", cobra_core::FACT_BYTES)?;
    module.add_function(wrap_pyfunction!(group::automorphisms, module)?)?;
    module.add_function(wrap_pyfunction!(numbers::least_worst_of_numbers, module)?)?;
    module.add_function(wrap_pyfunction!(certificate::check_certificate, module)?)
}
