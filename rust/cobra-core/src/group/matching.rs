//! Isomorphisms between graphs, found by giving vertices of both cells of their own until nothing is left to choose.
//!
//! Whatever is chosen in the first graph, every isomorphism sends it to some vertex of the corresponding cell of the
//! second one; these are tried in turn. What is found is tested on the graphs. The traces of the refinements only cut
//! branches off; equal refinements have equal traces, so no isomorphism is missed.

use crate::base::convert::ToIndex;
use crate::base::error::Result;
use crate::base::limits::Control;
use crate::group::graph::Graph;
use crate::group::permutation::Permutation;
use crate::group::refinement::{Colouring, Neighbours};

/// A graph with what is needed to match it with another.
pub(crate) struct Matched<'a> {
    pub graph: &'a Graph,
    pub neighbours: Neighbours,
}

impl<'a> Matched<'a> {
    pub fn new(graph: &'a Graph) -> Matched<'a> {
        Matched { graph, neighbours: Neighbours::new(graph) }
    }

    pub fn cells(&self) -> Colouring {
        Colouring::new(self.graph, &self.neighbours)
    }
}

/// A choice in the first graph, and what may correspond to it in the second.
struct Branching {
    /// The cells of the first graph after the choice.
    mine: Colouring,
    /// The cells of the second one before it.
    theirs: Colouring,
    /// The vertices not tried yet; the next one is the last.
    candidates: Vec<u32>,
}

/// An isomorphism that carries the cells of the first graph to those of the second; `None` if there is none.
pub(crate) fn isomorphism(
    first: (&Matched<'_>, Colouring),
    second: (&Matched<'_>, Colouring),
    control: &Control,
) -> Result<Option<Permutation>> {
    let mut path: Vec<Branching> = Vec::new();
    let mut next = Some((first.1, second.1));
    loop {
        control.poll()?;
        if let Some((mine, theirs)) = next.take().filter(|(mine, theirs)| mine.trace() == theirs.trace()) {
            match mine.open() {
                Some(cell) => path.push(choose(first.0, mine, theirs, cell)),
                None => {
                    let mut images = vec![0; mine.order().len()];
                    mine.order().iter().zip(theirs.order()).for_each(|(&a, &b)| images[a.index()] = b);
                    if first.0.graph.carries(second.0.graph, &images) {
                        return Ok(Some(images));
                    }
                }
            }
        }
        let Some(choice) = path.last_mut() else { return Ok(None) };
        match choice.candidates.pop() {
            None => drop(path.pop()),
            Some(vertex) => {
                let mut theirs = choice.theirs.clone();
                theirs.individualise(&second.0.neighbours, vertex);
                next = Some((choice.mine.clone(), theirs));
            }
        }
    }
}

/// Chooses the first vertex of a cell. Automorphisms move few vertices as a rule: what has its name is tried first.
fn choose(first: &Matched<'_>, mut mine: Colouring, theirs: Colouring, cell: u32) -> Branching {
    let vertex = mine.members(cell)[0];
    let mut candidates = theirs.members(cell).to_vec();
    candidates.sort_unstable_by_key(|&other| (other == vertex, std::cmp::Reverse(other)));
    mine.individualise(&first.neighbours, vertex);
    Branching { mine, theirs, candidates }
}
