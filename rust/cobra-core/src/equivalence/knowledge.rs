//! Symmetries that carry the codes left to themselves.
//!
//! Each code left is a further vertex of the game's graph, joined to its literals. Who keeps the codes left keeps the
//! others, too, so the fewer of both are taken.

use crate::base::convert::ToU32;
use crate::base::error::Result;
use crate::base::ids::CodeId;
use crate::equivalence::history;
use crate::equivalence::situation::Situation;
use crate::equivalence::symmetry::Symmetry;
use crate::group::automorphism::automorphisms;
use crate::group::graph::MOST_VERTICES;
use crate::symmetry::game_graph::literals;

/// Generators of the symmetries that keep the codes left. When they are too many for a graph the symmetries that fix the
/// experiments made take their place: these keep the codes, too, but need not be all.
pub(crate) fn generators(situation: &Situation<'_>, state: &[CodeId]) -> Result<Vec<Symmetry>> {
    let Some(graph) = &situation.engine.graph else { return Ok(Vec::new()) };
    debug_assert!(state.is_sorted_by(|a, b| a < b));
    let codes = situation.codes;
    let others = codes.len() - state.len();
    let base = graph.graph.vertices();
    if base + others.min(state.len()) > MOST_VERTICES {
        return history::generators(situation);
    }
    let marked: Vec<CodeId> = match others < state.len() {
        true => CodeId::first(codes.len()).filter(|code| state.binary_search(code).is_err()).collect(),
        false => state.to_vec(),
    };
    let own;
    let images = match marked.is_empty() {
        true => situation.engine.automorphisms(situation.control)?,
        false => {
            let colours = vec![graph.graph.next_colour(); marked.len()];
            let edges = marked.iter().zip(base.to_u32()..).flat_map(|(&code, vertex)| {
                let holding = literals(&graph.variables, codes.rows.row(code.index()));
                holding.map(move |literal| (literal, vertex))
            });
            own = automorphisms(&graph.graph.extended(&colours, edges)?, situation.control)?.generators;
            &own
        }
    };
    images.iter().map(|images| Symmetry::new(graph, images)).collect()
}
