//! Whether interchangeable symbols and slots keep every outcome, or may exchange outcomes among themselves.
//!
//! The front end promises that swapping two members of a group keeps the cells of an answer, but "left heavier" may
//! become "right heavier". Which outcomes occur at all can be learnt from one experiment of each orbit only if every
//! outcome is kept. The swapped leaves are carried through the graph, where equal formulas are one node; a component
//! is kept if its literals are carried to themselves.

use std::collections::HashMap;

use crate::formula::carry::carried;
use crate::game::program::{Component, Lit, Node, Program};
use crate::list::interchange::Classes;
use crate::list::interchange::Interchange;

/// Nodes times swaps above which nothing is promised.
const MOST_WORK: usize = 1 << 22;

/// Whether all permutations within the classes keep every outcome of a type.
pub(crate) fn keeps_outcomes(program: &Program, type_index: usize, symbols: &Interchange, classes: &Classes) -> bool {
    if program.nodes.len().saturating_mul(classes.class.len()) > MOST_WORK {
        return false;
    }
    let numbers: HashMap<&Node, u32> = program.nodes.iter().zip(0..).collect();
    classes
        .class
        .iter()
        .enumerate()
        .all(|(a, &b)| a as u32 == b || swap_keeps_outcomes(program, type_index, symbols, &numbers, (a as u32, b)))
}

fn swap_keeps_outcomes(
    program: &Program,
    type_index: usize,
    symbols: &Interchange,
    numbers: &HashMap<&Node, u32>,
    (a, b): (u32, u32),
) -> bool {
    let kind = &program.types[type_index];
    let mut variables: HashMap<u32, u32> = HashMap::new();
    for (&p, &q) in symbols.propositions(a as usize).iter().zip(symbols.propositions(b as usize)) {
        variables.extend([(p, q), (q, p)]);
    }
    let swaps = symbols.parameter_swaps(type_index, &kind.space, a, b);
    let parameters: HashMap<u32, u32> = swaps.into_iter().flat_map(|(p, q)| [(p, q), (q, p)]).collect();
    let mut image: Vec<Option<Lit>> = Vec::with_capacity(program.nodes.len());
    for node in &program.nodes {
        let moved = match node {
            Node::Const => Some((Node::Const, 0)),
            Node::Variable(p) => Some((Node::Variable(*variables.get(p).unwrap_or(p)), 0)),
            Node::Parameter(p) => Some((Node::Parameter(*parameters.get(p).unwrap_or(p)), 0)),
            inner => carried(inner, |lit| image[lit as usize / 2].map(|of| of ^ (lit & 1))),
        };
        image.push(moved.and_then(|(node, sign)| numbers.get(&node).map(|number| 2 * number + sign)));
    }
    let lit = |lit: Lit| image[lit as usize / 2].map(|of| of ^ (lit & 1));
    kind.answer.components.iter().all(|component| match component {
        Component::Cases(lits) => lits.iter().all(|&l| lit(l) == Some(l)),
        Component::Sum(lin) => {
            let carried = lin.terms.iter().map(|&(w, l)| lit(l).map(|l| (w, l)));
            let Some(mut carried) = carried.collect::<Option<Vec<_>>>() else { return false };
            let mut terms = lin.terms.clone();
            carried.sort_unstable();
            terms.sort_unstable();
            carried == terms
        }
    })
}
