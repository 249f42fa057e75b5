//! Symmetries of graphs, and what they do to formulas.

use cobra_core::group::automorphism;
use cobra_core::group::carried_formulas;
use cobra_core::group::graph::Graph;
use cobra_core::program::Lit;
use pyo3::prelude::*;

use crate::control::Control;
use crate::convert::{graph_nodes, lits, NodeT};
use crate::error::detached;

#[pyfunction]
#[pyo3(signature = (colours, edges, control=None))]
pub fn automorphisms(
    py: Python<'_>,
    colours: Vec<u32>,
    edges: Vec<(u32, u32)>,
    control: Option<&Control>,
) -> PyResult<(Vec<Vec<u32>>, Vec<u32>)> {
    let shared = control.map_or_else(Default::default, |control| control.shared.clone());
    let group = detached(py, move || automorphism::automorphisms(&Graph::new(colours, edges)?, &shared))?;
    Ok((group.generators, group.factors))
}

#[pyclass(frozen, module = "cobra._core")]
pub struct Formulas {
    core: carried_formulas::CarriedFormulas,
}

#[pymethods]
impl Formulas {
    #[new]
    fn new(py: Python<'_>, nodes: Vec<NodeT>, roots: Vec<u32>) -> PyResult<Self> {
        let core = detached(py, move || carried_formulas::CarriedFormulas::new(graph_nodes(nodes)?, lits(roots)))?;
        Ok(Formulas { core })
    }

    #[getter]
    fn arguments(&self) -> usize {
        self.core.arguments()
    }

    fn signatures(
        &self,
        py: Python<'_>,
        answers: Vec<Vec<(Vec<u32>, bool)>>,
        unknowns: u32,
    ) -> PyResult<Vec<Vec<u64>>> {
        let cases =
            |cases: Vec<(Vec<u32>, bool)>| cases.into_iter().map(|(of, is_final)| (lits(of), is_final)).collect();
        let answers: Vec<Vec<carried_formulas::Cases>> = answers.into_iter().map(cases).collect();
        detached(py, || self.core.signatures(&answers, unknowns))
    }

    fn carried(&self, py: Python<'_>, images: Vec<u32>) -> PyResult<Option<Vec<u32>>> {
        let carried = detached(py, || Ok(self.core.carried(&images)))?;
        Ok(carried.map(|carried| carried.into_iter().map(Lit::number).collect()))
    }
}
