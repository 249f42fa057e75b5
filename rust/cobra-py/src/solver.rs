//! The handles by which a search is spread: the questions it asks, and the solvers that do the pieces.

use std::sync::Arc;
use std::time::Duration;

use cobra_core::{Asked, Objective, OptimalOptions, Piece, Question, Reply, Request};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyBytes, PyType};

use crate::control::Control;
use crate::convert::{codes, from_python, numbers, to_python, ExperimentT};
use crate::engine::Engine;
use crate::error::{detached, CoreError};

/// The measure, the experiments of a play at most, and the value in question.
type QuestionT = (String, Option<u32>, u64);
/// A question, what is known to who asks, and budgets: of each and of all together.
type RequestT<'py> = (QuestionT, Bound<'py, PyBytes>, u64, u64);

fn question((measure, left, beta): QuestionT) -> PyResult<Question> {
    let known = ["total", "nodes", "worst"].into_iter().find(|&name| name == measure);
    let measure = known.ok_or_else(|| CoreError::new_err(format!("no measure {measure:?}")))?;
    Ok(Question { measure, left, beta })
}

fn named(question: Question) -> QuestionT {
    (question.measure.to_owned(), question.left, question.beta)
}

#[pyclass(frozen, module = "cobra._core")]
pub struct Exchange {
    pub core: Arc<cobra_core::Exchange>,
}

#[pymethods]
impl Exchange {
    #[new]
    fn new() -> Self {
        Exchange { core: Arc::default() }
    }

    fn question<'py>(&self, py: Python<'py>, patience: f64) -> PyResult<(Option<RequestT<'py>>, bool)> {
        let patience = Duration::try_from_secs_f64(patience);
        let patience = patience.map_err(|_| CoreError::new_err("patience must not be negative"))?;
        let (found, is_open) = detached(py, || Ok(self.core.question(patience)))?;
        let told = |request: Request| {
            let facts = PyBytes::new(py, &request.facts);
            (named(request.question), facts, request.budget, request.together)
        };
        Ok((found.map(told), is_open))
    }

    fn answer(&self, facts: Vec<u8>, pairs: u64, is_spent: bool) {
        self.core.answer(Reply { facts, pairs, is_spent });
    }

    fn close(&self) {
        self.core.close();
    }
}

#[pyclass(frozen, module = "cobra._core")]
pub struct Solver {
    core: cobra_core::Solver,
}

#[pymethods]
impl Solver {
    #[new]
    fn new(
        py: Python<'_>,
        engine: &Engine,
        consistent: bool,
        threads: usize,
        memory: u64,
        control: &Control,
    ) -> PyResult<Self> {
        let options = OptimalOptions::new(Objective::Average, consistent, threads, memory);
        let core = detached(py, || cobra_core::Solver::new(engine.core.clone(), options, &control.shared))?;
        Ok(Solver { core })
    }

    #[allow(clippy::too_many_arguments)]
    fn work<'py>(
        &self,
        py: Python<'py>,
        number: u64,
        asked: QuestionT,
        state: Vec<u32>,
        experiments: Option<Vec<ExperimentT>>,
        budget: u64,
        facts: Vec<u8>,
    ) -> PyResult<Bound<'py, PyAny>> {
        static PIECE_RESULT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let experiments = experiments.map(|list| list.into_iter().map(from_python).collect());
        let piece = Piece { question: question(asked)?, state: codes(state), experiments, budget };
        let result = detached(py, || self.core.work(number, piece, facts))?;
        let experiments: Vec<ExperimentT> = result.experiments.into_iter().map(to_python).collect();
        let asked = |cell: Asked| (PyBytes::new(py, &cell.key), numbers(cell.state), named(cell.question));
        let cells: Vec<(Bound<'py, PyBytes>, Vec<u32>, QuestionT)> = result.cells.into_iter().map(asked).collect();
        let fields = [("value", result.value)].into_py_dict(py)?;
        fields.set_item("key", PyBytes::new(py, &result.key))?;
        fields.set_item("experiments", experiments)?;
        fields.set_item("cells", cells)?;
        fields.set_item("facts", PyBytes::new(py, &result.facts))?;
        fields.set_item("news", PyBytes::new(py, &result.news))?;
        PIECE_RESULT.import(py, "cobra.engine.solver", "PieceResult")?.call((), Some(&fields))
    }
    fn close(&self) {
        self.core.close();
    }

    fn break_off(&self, numbers: Vec<u64>) {
        self.core.break_off(&numbers);
    }

    fn meet<'py>(
        &self,
        py: Python<'py>,
        facts: Vec<u8>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, u64)> {
        let (found, news, pairs) = detached(py, || self.core.meet(&facts))?;
        Ok((PyBytes::new(py, &found), PyBytes::new(py, &news), pairs))
    }
}
