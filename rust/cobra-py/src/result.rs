//! What comes of a play or a search, as Python has it.

use std::collections::HashMap;
use std::sync::Arc;

use cobra_core::limits::StopReason;
use cobra_core::natural::{Natural, OutcomeNumber};
use cobra_core::{Greedy, Interval, Optimal, Proof};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyBytes, PyCFunction, PyDict, PyType};

use crate::convert::{numbers, to_python, Count, Outcome, TreeT};
use crate::error::detached;

/// What was played, as a `Played` of `cobra/engine/played.py`; its tree is made when it is asked for.
pub fn played<'py>(py: Python<'py>, engine: Arc<cobra_core::Engine>, result: Greedy) -> PyResult<Bound<'py, PyAny>> {
    static FIGURES: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static PLAYED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let distribution = PyDict::new(py);
    for (length, &codes) in result.distribution.iter().enumerate().filter(|(_, &codes)| codes > 0) {
        distribution.set_item(length, codes)?;
    }
    let figures = [("worst", result.worst), ("codes", result.codes), ("nodes", result.nodes), ("lost", result.lost)]
        .into_py_dict(py)?;
    let (total, weight, lost_weight) = result.in_parts();
    figures.set_item("total", Count(total))?;
    figures.set_item("weight", Count(weight))?;
    figures.set_item("lost_weight", Count(lost_weight))?;
    if result.has_prices {
        figures.set_item("price_total", result.price_total)?;
        figures.set_item("price_worst", result.price_worst)?;
    }
    figures.set_item("distribution", distribution)?;
    let figures = FIGURES.import(py, "cobra.lengths", "Figures")?.call((), Some(&figures))?;
    let fields = [("figures", figures)].into_py_dict(py)?;
    fields.set_item("first", result.first(&engine).map(to_python))?;
    fields.set_item("seconds", result.seconds)?;
    fields.set_item("symmetry_seconds", result.symmetry_seconds)?;
    fields.set_item("stopped", result.stopped.map(|reason| reason.name()))?;
    fields.set_item("inseparable", numbers(result.inseparable.clone()))?;
    fields.set_item("all_ties", result.all_ties)?;
    let tree = move |args: &Bound<'_, pyo3::types::PyTuple>, _: Option<&Bound<'_, PyDict>>| {
        tree(args.py(), &engine, &result)
    };
    fields.set_item("tree", PyCFunction::new_closure(py, None, None, tree)?)?;
    PLAYED.import(py, "cobra.engine.played", "Played")?.call((), Some(&fields))
}

fn tree(py: Python<'_>, engine: &cobra_core::Engine, result: &Greedy) -> PyResult<TreeT> {
    let (experiments, children, root) = detached(py, || result.flatten(engine))?;
    let named = |list: Vec<(OutcomeNumber, i64)>| list.into_iter().map(|(of, to)| (Outcome(of), to)).collect();
    Ok((experiments.into_iter().map(to_python).collect(), children.into_iter().map(named).collect(), root))
}

#[pyclass(frozen, module = "cobra._core")]
pub struct OptimalResult {
    #[pyo3(get)]
    played: Py<PyAny>,
    #[pyo3(get)]
    found: bool,
    #[pyo3(get)]
    proved: bool,
    #[pyo3(get)]
    infeasible: bool,
    intervals: Vec<(&'static str, Natural, Option<Natural>)>,
    statistics: Vec<(&'static str, u64)>,
}

impl OptimalResult {
    pub fn create(py: Python<'_>, engine: Arc<cobra_core::Engine>, result: Optimal) -> PyResult<Self> {
        let Optimal { strategy, found, proved, infeasible, intervals, least, statistics } = result;
        let parts = strategy.mean.is_some().then(|| strategy.in_parts());
        let intervals = intervals.into_iter().enumerate().map(|(place, Interval { measure, lower, upper })| {
            let attained = match (&parts, measure) {
                (Some((total, _, _)), "total") => total,
                (Some((_, _, lost)), "lost") => lost,
                _ => return (measure, lower.into(), upper.map(Natural::from)),
            };
            let no_less = || least.get(place).map(|least| strategy.whole_parts(least)).unwrap_or_default();
            (measure, if proved { attained.clone() } else { no_less() }, Some(attained.clone()))
        });
        let intervals = intervals.collect();
        let played = played(py, engine, strategy)?.unbind();
        Ok(OptimalResult { played, found, proved, infeasible, intervals, statistics })
    }
}

#[pymethods]
impl OptimalResult {
    #[getter]
    fn intervals(&self) -> Vec<(&'static str, Count, Option<Count>)> {
        let ends = self.intervals.iter().cloned();
        ends.map(|(measure, lower, upper)| (measure, Count(lower), upper.map(Count))).collect()
    }

    #[getter]
    fn statistics(&self) -> HashMap<&'static str, u64> {
        self.statistics.iter().copied().collect()
    }
}

/// A certificate: its list from the elements on, and what stands before it.
#[pyclass(frozen, get_all, module = "cobra._core")]
pub struct ProofResult {
    experiments: usize,
    first: Option<u32>,
    elements: u64,
    facts: u64,
    items: Py<PyBytes>,
    stopped: Option<&'static str>,
}

impl ProofResult {
    pub fn new(py: Python<'_>, proof: Proof) -> ProofResult {
        let Proof { experiments, first, elements, facts, items, stopped } = proof;
        let items = PyBytes::new(py, &items).unbind();
        ProofResult { experiments, first, elements, facts, items, stopped: stopped.map(StopReason::name) }
    }
}
