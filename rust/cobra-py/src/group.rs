//! Symmetries of graphs.

use cobra_core::group::automorphism;
use cobra_core::group::graph::Graph;
use pyo3::prelude::*;

use crate::control::Control;
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
