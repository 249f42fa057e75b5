//! The formulas of one answer, rebuilt so that what depends on the code only and what depends on the experiment only
//! stand apart.
//!
//! Every node has a side: code, experiment, both (*mixed*) or none (the constant). A conjunction is regrouped by side,
//! `And(code part, experiment part, mixed…)`. In the disjunction `OR_v code_v & experiment_v`, which is the negation of a
//! conjunction of negated products, at most one product holds where the `code_v` or the `experiment_v` exclude each other:
//! it is a [`Selection`], which is also the *sum* of its products. Sums of literals that are products or selections are then
//! bilinear: `Σ weight · code literal · experiment literal`.

use crate::base::hash::FastMap;
use crate::base::ids::{NodeId, TypeIndex};
use crate::formula::build::Builder;
use crate::formula::evaluate::Algebra;
use crate::formula::needed::below;
use crate::formula::node::{add_sides, Lit, Node, Side, FALSE, PARAMETER, TRUE, VARIABLE};
use crate::game::program::{Component, Program, SlotKind, Space};

pub const CODE: Side = VARIABLE;
pub const EXPERIMENT: Side = PARAMETER;
pub const MIXED: Side = CODE | EXPERIMENT;

/// `OR_v code_v & experiment_v`, where no two `code_v`, or no two `experiment_v`, hold together.
#[derive(Clone)]
pub struct Selection {
    exclusive: Side,
    pub products: Vec<(Lit, Lit)>,
}

/// The nodes below an answer, arguments first.
pub struct AnswerGraph {
    builder: Builder,
    pub sides: Vec<Side>,
    /// The selections by the nodes of their negations, each the conjunction of its negated products.
    selections: FastMap<NodeId, Selection>,
    /// Symbol slot and symbol of the propositions of the codes and of the experiments.
    places: [Vec<Option<(u32, u32)>>; 2],
}

impl AnswerGraph {
    /// Builds the graph of one experiment type; returns it with the components as its literals.
    pub fn new(program: &Program, type_index: TypeIndex) -> (AnswerGraph, Vec<Component>) {
        let experiment_type = &program.types[type_index];
        let mut graph = AnswerGraph {
            builder: Builder::new(vec![Node::Const]),
            sides: vec![0],
            selections: FastMap::default(),
            places: [places(&program.codes), places(&experiment_type.space)],
        };
        let mut image = vec![FALSE; program.nodes.len()];
        for number in below(&program.nodes, experiment_type.answer.lits()) {
            let map = |lit: Lit| image[lit.node()] ^ lit.is_negated();
            image[number] = match &program.nodes[number] {
                Node::And(lits) => graph.and(lits.iter().map(|&lit| map(lit)).collect()),
                leaf @ (Node::Variable(_) | Node::Parameter(_)) => graph.make(leaf.clone()),
                inner => {
                    let made = graph.builder.inner(inner, map);
                    graph.sided(made)
                }
            };
        }
        let map = |lit: Lit| image[lit.node()] ^ lit.is_negated();
        let components = experiment_type.answer.components.iter().map(|component| component.map(map)).collect();
        (graph, components)
    }

    pub fn nodes(&self) -> &[Node] {
        &self.builder.nodes
    }

    pub fn side(&self, lit: Lit) -> Side {
        self.sides[lit.node()]
    }

    /// The selection that a node is the negation of.
    pub fn selection(&self, node: NodeId) -> Option<&Selection> {
        self.selections.get(&node)
    }

    fn node(&self, lit: Lit) -> &Node {
        &self.builder.nodes[lit.node()]
    }

    fn make(&mut self, node: Node) -> Lit {
        let lit = self.builder.make(node);
        self.sided(lit)
    }

    /// Notes the sides of nodes that were just built.
    fn sided(&mut self, lit: Lit) -> Lit {
        add_sides(&self.builder.nodes, &mut self.sides);
        lit
    }

    /// The conjunction, regrouped by side.
    fn and(&mut self, lits: Vec<Lit>) -> Lit {
        let mut flat: Vec<Lit> = Vec::new();
        let mut stack = lits;
        while let Some(lit) = stack.pop() {
            match self.node(lit) {
                Node::And(parts) if !lit.is_negated() && !self.selections.contains_key(&lit.node()) => {
                    stack.extend(parts)
                }
                _ => flat.push(lit),
            }
        }
        let Some(flat) = self.builder.conjuncts(flat) else { return FALSE };
        let mut parts: [Vec<Lit>; 4] = Default::default();
        for lit in flat {
            parts[self.side(lit) as usize].push(lit);
        }
        let [_, code, experiment, mixed] = parts;
        let mut args = Vec::new();
        for part in [code, experiment] {
            if !part.is_empty() {
                args.push(self.builder.all(part));
            }
        }
        args.extend(self.without_products(mixed));
        args.sort_unstable();
        let all = self.builder.all(args);
        self.sided(all)
    }

    /// Replaces negated products `!(code & experiment)` among conjuncts by one negated selection if they are exclusive.
    fn without_products(&mut self, mixed: Vec<Lit>) -> Vec<Lit> {
        let (negated, mut rest): (Vec<Lit>, Vec<Lit>) =
            mixed.iter().partition(|&&lit| lit.is_negated() && self.product(!lit).is_some());
        if negated.len() < 2 {
            return mixed;
        }
        let products: Vec<(Lit, Lit)> = negated.iter().filter_map(|&lit| self.product(!lit)).collect();
        let mut exclusive = 0;
        if self.are_exclusive(products.iter().map(|product| product.0)) {
            exclusive |= CODE;
        }
        if self.are_exclusive(products.iter().map(|product| product.1)) {
            exclusive |= EXPERIMENT;
        }
        if exclusive == 0 {
            return mixed;
        }
        let none = self.make(Node::And(negated));
        self.selections.insert(none.node(), Selection { exclusive, products });
        rest.push(none);
        rest
    }

    /// The two factors of `code & experiment`.
    pub fn product(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match (lit.is_negated(), self.node(lit)) {
            (false, Node::And(args)) if args.len() == 2 => match (self.side(args[0]), self.side(args[1])) {
                (CODE, EXPERIMENT) => Some((args[0], args[1])),
                (EXPERIMENT, CODE) => Some((args[1], args[0])),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the literals are different symbols of one slot.
    fn are_exclusive(&self, lits: impl Iterator<Item = Lit>) -> bool {
        let mut slot = None;
        let mut symbols = Vec::new();
        for lit in lits {
            let place = match (lit.is_negated(), self.node(lit)) {
                (false, Node::Variable(index)) => self.places[0].get(*index as usize).copied().flatten(),
                (false, Node::Parameter(index)) => self.places[1].get(*index as usize).copied().flatten(),
                _ => None,
            };
            let Some(place) = place else { return false };
            if *slot.get_or_insert(place.0) != place.0 {
                return false;
            }
            symbols.push(place.1);
        }
        symbols.sort_unstable();
        symbols.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// `literal = Σ code literal · experiment literal` (the products exclude each other), if it has that form.
    pub fn as_products(&mut self, lit: Lit) -> Option<Vec<(Lit, Lit)>> {
        if self.side(lit) & EXPERIMENT == 0 {
            return Some(vec![(lit, TRUE)]);
        }
        if self.side(lit) == EXPERIMENT {
            return Some(vec![(TRUE, lit)]);
        }
        let (exclusive, products, is_sum) = match (self.product(lit.positive()), self.selection(lit.node())) {
            (Some(product), _) => (CODE | EXPERIMENT, vec![product], !lit.is_negated()),
            (None, Some(selection)) => (selection.exclusive, selection.products.clone(), lit.is_negated()),
            (None, None) => return None,
        };
        if is_sum {
            return Some(products);
        }
        // of the factors that exclude each other one holds with the others' negation, or none of them does
        let of_code = exclusive & EXPERIMENT == 0;
        let none = self.and(products.iter().map(|&(code, other)| !if of_code { code } else { other }).collect());
        let each = products.iter().map(|&(code, other)| (code ^ !of_code, other ^ of_code));
        Some(each.chain([if of_code { (none, TRUE) } else { (TRUE, none) }]).collect())
    }

    /// `literal = AND over factors of OR over products`, if it has that form.
    pub fn as_factors(&self, lit: Lit) -> Option<Vec<Vec<(Lit, Lit)>>> {
        let args = match (lit.is_negated(), self.node(lit)) {
            (false, Node::And(args)) if self.product(lit).is_none() && self.selection(lit.node()).is_none() => {
                args.clone()
            }
            _ => vec![lit],
        };
        args.iter()
            .map(|&arg| match self.side(arg) {
                MIXED => match (self.product(arg), self.node(arg), self.selection(arg.node())) {
                    (Some(product), _, _) => Some(vec![product]),
                    (None, _, Some(selection)) if arg.is_negated() => Some(selection.products.clone()),
                    (None, &Node::Xor(a, b), _) => match (self.side(a), self.side(b)) {
                        (CODE, EXPERIMENT) => Some(vec![(a, !b ^ arg.is_negated()), (!a, b ^ arg.is_negated())]),
                        (EXPERIMENT, CODE) => Some(vec![(b, !a ^ arg.is_negated()), (!b, a ^ arg.is_negated())]),
                        _ => None,
                    },
                    _ => None,
                },
                EXPERIMENT => Some(vec![(TRUE, arg)]),
                _ => Some(vec![(arg, TRUE)]),
            })
            .collect()
    }
}

fn places(space: &Space) -> Vec<Option<(u32, u32)>> {
    let mut places = vec![None; space.propositions as usize];
    for (number, slot) in space.slots.iter().enumerate() {
        if let SlotKind::Symbol { symbols } = slot.kind {
            for symbol in 0..symbols {
                if let Some(place) = places.get_mut((slot.first + symbol) as usize) {
                    *place = Some((number as u32, symbol));
                }
            }
        }
    }
    places
}
