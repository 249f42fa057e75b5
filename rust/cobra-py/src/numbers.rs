//! Searches among numbers that are counted, not listed.

use std::collections::HashMap;

use cobra_core::limits::StopReason;
use cobra_core::CountedSearch as Counted;
use pyo3::prelude::*;

use crate::control::Control;
use crate::error::detached;

#[pyclass(frozen, get_all, module = "cobra._core")]
pub struct CountedSearch {
    lower: u32,
    worst: Option<u32>,
    size: u128,
    statistics: HashMap<&'static str, u64>,
    stopped: Option<&'static str>,
}

#[pyfunction]
pub fn least_worst_of_numbers(
    py: Python<'_>,
    numbers: u32,
    lies: u32,
    most: Option<u64>,
    memory: u64,
    control: &Control,
) -> PyResult<CountedSearch> {
    let most = most.map_or(u32::MAX, |most| u32::try_from(most).unwrap_or(u32::MAX));
    let found = detached(py, || cobra_core::least_worst_of_numbers(numbers, lies, most, memory, &control.shared))?;
    let Counted { lower, worst, size, statistics, stopped } = found;
    let statistics = statistics.into_iter().collect();
    Ok(CountedSearch { lower, worst, size, statistics, stopped: stopped.map(StopReason::name) })
}
