//! The coloured graph of a game, whose automorphisms are symmetries; made by `cobra/symmetries/graph.py`.

use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::{CoreError, Result};
use crate::game::program::{Component, Program};
use crate::game::space::bit;
use crate::group::graph::Graph;

/// The graph and what its vertices mean.
#[derive(Clone, Debug)]
pub struct GameGraph {
    pub graph: Graph,
    /// For each proposition of the secret the vertices of "true" and of "false"; equal: there is none for "false".
    pub variables: Vec<(u32, u32)>,
    /// The vertex of each experiment type.
    pub types: Vec<u32>,
    /// For each type and proposition of its parameters the vertices of "true" and of "false"; types may share them.
    pub parameters: Vec<Vec<(u32, u32)>>,
    /// For each type and component of its answer the vertices of the cases; none for a sum, whose digits every symmetry
    /// keeps.
    pub cases: Vec<Vec<Vec<u32>>>,
}

impl GameGraph {
    /// Checks that the graph fits the program.
    pub(crate) fn validate(&self, program: &Program) -> Result<()> {
        let wrong = |what: &str| Err(CoreError::Input(format!("the game's graph: {what}")));
        let count = program.types.len();
        if self.types.len() != count || self.parameters.len() != count || self.cases.len() != count {
            return wrong("there must be one entry for each type");
        }
        let pairs = [&self.variables].into_iter().chain(&self.parameters).flatten();
        let vertices = pairs.flat_map(|&(a, b)| [a, b]).chain(self.types.iter().copied());
        let mut vertices = vertices.chain(self.cases.iter().flatten().flatten().copied());
        if vertices.any(|vertex| vertex.index() >= self.graph.vertices()) {
            return wrong("no such vertex");
        }
        if self.variables.len() != program.codes.propositions.index() {
            return wrong("there must be one pair of vertices for each proposition");
        }
        for (kind, (parameters, cases)) in program.types.iter().zip(self.parameters.iter().zip(&self.cases)) {
            let components = &kind.answer.components;
            let fits = |(component, cases): (&Component, &Vec<u32>)| {
                cases.is_empty() || cases.len().to_u64() == component.size()
            };
            if parameters.len() != kind.space.propositions.index() || cases.len() != components.len() {
                return wrong("there must be one entry for each parameter and component");
            }
            if !components.iter().zip(cases).all(fits) {
                return wrong("there must be one vertex for each case");
            }
        }
        Ok(())
    }
}

/// The vertices of the literals that hold in a row.
pub(crate) fn literals<'a>(pairs: &'a [(u32, u32)], row: &'a [u64]) -> impl Iterator<Item = u32> + 'a {
    pairs.iter().zip(0..).filter_map(|(&(holds, fails), p)| match bit(row, p) {
        true => Some(holds),
        false => (fails != holds).then_some(fails),
    })
}
