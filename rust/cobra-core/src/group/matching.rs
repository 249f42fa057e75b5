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
use crate::group::refinement::{Cells, Neighbours};

/// A graph with what is needed to match it with another.
pub(crate) struct Matched<'a> {
    pub graph: &'a Graph,
    pub neighbours: Neighbours,
}

impl<'a> Matched<'a> {
    pub fn new(graph: &'a Graph) -> Matched<'a> {
        Matched { graph, neighbours: Neighbours::new(graph) }
    }

    pub fn cells(&self) -> Cells {
        Cells::new(self.graph, &self.neighbours)
    }
}

/// A choice in the first graph, and what may correspond to it in the second.
struct Choice {
    /// The cells of the first graph after the choice.
    mine: Cells,
    /// The cells of the second one before it.
    theirs: Cells,
    /// The vertices not tried yet; the next one is the last.
    candidates: Vec<u32>,
}

/// An isomorphism that carries the cells of the first graph to those of the second; `None` if there is none.
pub(crate) fn isomorphism(
    first: (&Matched<'_>, Cells),
    second: (&Matched<'_>, Cells),
    control: &Control,
) -> Result<Option<Permutation>> {
    let mut path: Vec<Choice> = Vec::new();
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
fn choose(first: &Matched<'_>, mut mine: Cells, theirs: Cells, cell: u32) -> Choice {
    let vertex = mine.members(cell)[0];
    let mut candidates = theirs.members(cell).to_vec();
    candidates.sort_unstable_by_key(|&other| (other == vertex, std::cmp::Reverse(other)));
    mine.individualise(&first.neighbours, vertex);
    Choice { mine, theirs, candidates }
}
