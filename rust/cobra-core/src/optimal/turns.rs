//! Symmetries of a game that permute more than symbols and members of groups of slots: turning a board, exchanging heavy
//! and light.
//!
//! They are automorphisms of the game's graph. Those that permute things only (see `canonical`) are left out, and of those
//! that differ by such permutations one is taken: some of the cosets of the group of things in the whole group.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::Result;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::equivalence::symmetry::Symmetry;
use crate::group::permutation::{inverse, Permutation};
use crate::symmetry::game_graph::GameGraph;

use super::canonical::Canonical;

/// Symmetries taken at most: each state is labelled once for each of them.
const MOST_TURNS: usize = 15;

/// One symmetry of each coset but that of the identity, as far as there are few.
pub(crate) fn turns(engine: &Engine, canonical: &Canonical<'_>, control: &Control) -> Result<Vec<Symmetry>> {
    let Some(graph) = &engine.graph else { return Ok(Vec::new()) };
    let generators = engine.automorphisms(control)?;
    let identity: Permutation = (0..graph.graph.vertices().to_u32()).collect();
    let mut found = vec![identity];
    let mut next = 0;
    while next < found.len() && found.len() <= MOST_TURNS {
        for generator in generators {
            control.poll()?;
            let product = after(generator, &found[next]);
            debug_assert!(graph.graph.is_automorphism(&product));
            let is_known = |known: &Permutation| {
                let difference = after(&product, &inverse(known));
                variables(graph, &difference).is_some_and(|images| canonical.permutes_things(images))
            };
            if !found.iter().any(is_known) {
                found.push(product);
            }
        }
        next += 1;
    }
    found[1..].iter().take(MOST_TURNS).map(|images| Symmetry::new(graph, images)).collect()
}

/// One permutation after another.
fn after(second: &[u32], first: &[u32]) -> Permutation {
    first.iter().map(|&image| second[image.index()]).collect()
}

/// Where the propositions of the secret go; `None` when some are negated.
fn variables(graph: &GameGraph, images: &[u32]) -> Option<Vec<u32>> {
    let number = |vertex: u32| graph.variables.iter().position(|&(holds, _)| holds == vertex);
    let image = |&(holds, _): &(u32, u32)| number(images[holds.index()]).map(|p| p.to_u32());
    graph.variables.iter().map(image).collect()
}
