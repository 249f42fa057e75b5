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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::{assignments, leaves, mastermind, outcome, random_component, Graph, Random};
    use crate::game::program::{Ending, Lin};

    const TYPE: TypeIndex = TypeIndex::new(0);

    fn kept(program: &Program, colours: usize) -> bool {
        let symbols = Interchange::new(&program.groups, &program.slot_groups, &[true]);
        let classes = Classes { class: vec![0; colours], absent: vec![false; colours] };
        keeps_outcomes(program, TYPE, &symbols, &classes)
    }

    /// Whether all outcomes stay when a colour and the first one take each other's place in code and guess.
    fn stays(program: &Program, pegs: usize, colours: usize) -> bool {
        let codes = assignments(&program.nodes, &program.codes, true);
        let rows = assignments(&program.nodes, &program.types[0].space, false);
        let components = &program.types[0].answer.components;
        (1..colours).all(|colour| {
            let swapped = |of: &[bool]| {
                let mut of = of.to_vec();
                (0..pegs).for_each(|peg| of.swap(peg * colours, peg * colours + colour));
                of
            };
            codes.iter().all(|code| {
                let other = swapped(code);
                let same = |row: &Vec<bool>| {
                    outcome(program, components, code, row) == outcome(program, components, &other, &swapped(row))
                };
                rows.iter().all(same)
            })
        })
    }

    #[test]
    fn what_is_kept_stays() {
        let mut random = Random::Seeded(11);
        let (mut found, mut stay) = (0, 0);
        for round in 0..300 {
            let (pegs, colours) = (2 + random.below(2), 2 + random.below(2));
            let mut program = mastermind(pegs as u32, colours as u32, random.chance(3), false, Ending::Identify);
            let (mut graph, size) = (Graph(program.nodes), (pegs * colours) as u32);
            let (code, guess) = (leaves(&mut graph, size, true), leaves(&mut graph, size, false));
            let mut each: Vec<(u32, Lit)> = Vec::new(); // two places compared, for all colours or all but one
            for _ in 0..1 + random.below(2) {
                let (k, l, weight) = (random.below(pegs), random.below(pegs), 1 + random.below(2) as u32);
                let left_out = if random.chance(3) { random.below(colours) } else { colours };
                for c in (0..colours).rev().filter(|&c| c != left_out) {
                    let both = graph.and(vec![code[k * colours + c], guess[l * colours + c]]);
                    if each.iter().all(|&(_, lit)| lit != both) {
                        each.push((weight, both));
                    }
                }
            }
            let any = graph.or(each.iter().map(|&(_, lit)| lit).collect());
            // the first alone or the others, and what they are carried to
            let others: Vec<Lit> = each.iter().map(|&(_, lit)| graph.and(vec![any, !lit])).collect();
            program.types[0].answer.components.push(match round % 3 {
                0 => Component::Sum(Lin { constant: 0, terms: each }),
                1 => Component::Cases(vec![!any, each[0].1, others[0]]),
                _ => random_component(&mut graph, &mut random, &each.iter().map(|&(_, lit)| lit).collect::<Vec<_>>()),
            });
            program.nodes = graph.0;
            let (kept, stays) = (kept(&program, colours), stays(&program, pegs, colours));
            assert!(stays || !kept, "{program:?}");
            found += usize::from(kept);
            stay += usize::from(stays);
        }
        assert_eq!((found, stay), (52, 112));
    }

    #[test]
    fn of_very_large_formulas_nothing_is_promised() {
        let mut program = mastermind(2, 2, false, true, Ending::Hit);
        assert!(kept(&program, 2));
        let more = MOST_WORK / 2 + 1 - program.nodes.len();
        program.nodes.extend((0..more as u32).map(|p| Node::Variable(1_000_000 + p)));
        assert!(!kept(&program, 2));
        program.nodes.pop();
        assert!(kept(&program, 2));
    }
}
