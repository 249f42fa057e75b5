//! Results of a search for one first experiment after the other, handed over while it goes on.

use std::mem::take;
use std::sync::{Mutex, PoisonError};

use cobra_core::limits::StopReason;
use cobra_core::Optimal;
use pyo3::prelude::*;

/// Intervals; total and worst case of the strategy found, if one is; whether all is proved; why it was stopped.
type Opening = (Vec<(&'static str, u64, Option<u64>)>, Option<(u64, u64)>, bool, Option<&'static str>);

#[derive(Default)]
struct Found {
    /// Results so far, also those that were taken.
    number: usize,
    /// With the numbers of their experiments.
    waiting: Vec<(usize, Opening)>,
}

#[pyclass(frozen, module = "cobra._core")]
#[derive(Default)]
pub struct Openings {
    found: Mutex<Found>,
}

impl Openings {
    pub fn add(&self, result: Optimal) {
        let Optimal { strategy, found, proved, intervals, .. } = result;
        let intervals = intervals.into_iter().map(|one| (one.measure, one.lower, one.upper)).collect();
        let figures = found.then_some((strategy.total, strategy.worst));
        let opening = (intervals, figures, proved, strategy.stopped.map(StopReason::name));
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let number = found.number;
        found.waiting.push((number, opening));
        found.number += 1;
    }
}

#[pymethods]
impl Openings {
    #[new]
    fn new() -> Self {
        Openings::default()
    }

    fn take(&self) -> Vec<(usize, Opening)> {
        take(&mut self.found.lock().unwrap_or_else(PoisonError::into_inner).waiting)
    }
}
