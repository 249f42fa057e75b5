//! Whether interchangeable symbols and slots keep every outcome, or may exchange outcomes among themselves.
//!
//! The front end promises that swapping two members of a group keeps the cells of an answer, but "left heavier" may
//! become "right heavier". Which outcomes occur at all can be learnt from one experiment of each orbit only if every
//! outcome is kept. The swapped leaves are carried through the graph, where equal formulas are one node; a component
//! is kept if its literals are carried to themselves.

use std::collections::HashMap;

use crate::base::ids::{NodeId, TypeIndex};
use crate::formula::carry::images;
use crate::formula::needed::below;
use crate::formula::node::{Lit, Node};
use crate::game::program::{Component, Program};
use crate::list::interchange::{Classes, Interchange};

/// Nodes times swaps above which nothing is promised.
const MOST_WORK: usize = 1 << 22;

/// Whether all permutations within the classes keep every outcome of a type.
pub(crate) fn keeps_outcomes(
    program: &Program,
    type_index: TypeIndex,
    symbols: &Interchange,
    classes: &Classes,
) -> bool {
    if program.nodes.len().saturating_mul(classes.class.len()) > MOST_WORK {
        return false;
    }
    let numbers: HashMap<&Node, NodeId> = NodeId::with(&program.nodes).map(|(number, node)| (node, number)).collect();
    let order = below(&program.nodes, program.types[type_index].answer.lits());
    classes.class.iter().enumerate().all(|(a, &b)| {
        a as u32 == b || swap_keeps_outcomes(program, type_index, symbols, (&order, &numbers), (a as u32, b))
    })
}

fn swap_keeps_outcomes(
    program: &Program,
    type_index: TypeIndex,
    symbols: &Interchange,
    (order, numbers): (&[NodeId], &HashMap<&Node, NodeId>),
    (a, b): (u32, u32),
) -> bool {
    let kind = &program.types[type_index];
    let mut variables: HashMap<u32, u32> = HashMap::new();
    for (&p, &q) in symbols.propositions(a as usize).iter().zip(symbols.propositions(b as usize)) {
        variables.extend([(p, q), (q, p)]);
    }
    let swaps = symbols.parameter_swaps(type_index, &kind.space, a, b);
    let parameters: HashMap<u32, u32> = swaps.into_iter().flat_map(|(p, q)| [(p, q), (q, p)]).collect();
    let carried = images(&program.nodes, order.iter().copied(), numbers, |leaf| match leaf {
        Node::Variable(p) => Some(Node::Variable(*variables.get(p).unwrap_or(p))),
        Node::Parameter(p) => Some(Node::Parameter(*parameters.get(p).unwrap_or(p))),
        _ => None,
    });
    let Some(images) = carried else { return false };
    let lit = |lit: Lit| images[lit.node()] ^ lit.is_negated();
    kind.answer.components.iter().all(|component| match component {
        Component::Cases(lits) => lits.iter().all(|&l| lit(l) == l),
        Component::Sum(lin) => {
            let mut carried: Vec<(u32, Lit)> = lin.terms.iter().map(|&(w, l)| (w, lit(l))).collect();
            let mut terms = lin.terms.clone();
            carried.sort_unstable();
            terms.sort_unstable();
            carried == terms
        }
    })
}
