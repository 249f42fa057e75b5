//! Grounding: one side known gives a residual formula over the leaves of the other side.
//!
//! The *frontier* of a side are the largest formulas of that side alone; each is evaluated once for all codes (or
//! experiments) as a bit-vector and is a leaf of the residuals of the other side. Where all components are bilinear the
//! residual is a list of leaves per component; else the mixed nodes are simplified one after the other (`partial`).

use super::answer_graph::{AnswerGraph, CODE, EXPERIMENT, MIXED};
use crate::base::convert::ToIndex;
use crate::base::hash::FastMap;
use crate::base::ids::NodeId;
use crate::formula::node::{Children, Lit, Node, FALSE, TRUE};
use crate::formula::residual::{OpenDigit, Residual};
use crate::game::program::Component;
use crate::game::space::ones;

/// The formulas of one side that are kept as bit-vectors.
#[derive(Default)]
pub struct Frontier {
    pub lits: Vec<Lit>,
    numbers: FastMap<Lit, u32>,
}

impl Frontier {
    fn number(&mut self, lit: Lit) -> u32 {
        let next = self.lits.len() as u32;
        let number = *self.numbers.entry(lit).or_insert(next);
        if number == next {
            self.lits.push(lit);
        }
        number
    }
}

/// "No leaf": the factor true.
pub const ALWAYS: u32 = u32::MAX;

/// A product `weight · code leaf · experiment leaf` of a component.
#[derive(Clone, Copy, Debug)]
pub struct BilinearTerm {
    pub digit: u32,
    pub weight: u32,
    /// Leaf numbers of the code side and of the experiment side, or `ALWAYS`.
    pub leaves: [u32; 2],
}

/// Where the value of a node comes from, when not all components are bilinear.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Constant,
    /// Leaf of the formula itself; its complement is the next leaf.
    Code(u32),
    Experiment(u32),
    /// Place in `Grounding::mixed`.
    Mixed(u32),
}

/// A formula of leaves of both sides.
pub enum Mixed {
    Formula(Node),
    /// None of the products of a choice holds.
    NoneOf(Vec<(Lit, Lit)>),
}

impl Children for Mixed {
    fn children(&self) -> impl Iterator<Item = Lit> + '_ {
        let (node, products) = match self {
            Mixed::Formula(node) => (Some(node), &[][..]),
            Mixed::NoneOf(products) => (None, &products[..]),
        };
        node.into_iter().flat_map(Node::children).chain(products.iter().flat_map(|&(a, b)| [a, b]))
    }
}

/// How to ground an answer.
pub struct Grounding {
    /// Leaves of the code side and of the experiment side.
    pub frontiers: [Frontier; 2],
    /// All components as products; `None` if one is not bilinear.
    bilinear: Option<Bilinear>,
    pub digits: Vec<Component>,
    /// Mixed nodes, arguments first; none if all components are bilinear.
    pub mixed: Vec<Mixed>,
    /// For each node of the graph.
    pub places: Vec<Origin>,
    /// `OR of products` for each factor of the final formula, as leaf numbers; `None` if it has not that form.
    pub final_factors: Option<Vec<Vec<[u32; 2]>>>,
}

struct Bilinear {
    terms: Vec<BilinearTerm>,
    /// For each side and leaf the terms that contain it; last those that contain no leaf of that side.
    by_leaf: [Vec<Vec<u32>>; 2],
    unit: bool,
}

/// A grounded instance: leaf numbers for the leaves of its residual.
#[derive(Clone, Debug, Default)]
pub struct Instance {
    pub residual: Residual,
    pub leaves: Vec<u32>,
}

/// Which side is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownSide {
    Code,
    Experiment,
}

impl Grounding {
    pub fn new(graph: &mut AnswerGraph, digits: &[Component], final_lit: Option<Lit>) -> Grounding {
        let mut grounding = Grounding {
            frontiers: Default::default(),
            bilinear: None,
            digits: digits.to_vec(),
            mixed: Vec::new(),
            places: Vec::new(),
            final_factors: None,
        };
        grounding.bilinear = grounding.make_bilinear(graph, digits);
        if grounding.bilinear.is_none() {
            grounding.collect_mixed(graph, digits);
        }
        if let Some(factors) = final_lit.and_then(|lit| graph.as_factors(lit)) {
            let leaves =
                |products: Vec<(Lit, Lit)>| products.into_iter().map(|both| grounding.leaves(both)).collect();
            grounding.final_factors = Some(factors.into_iter().map(leaves).collect());
        }
        grounding
    }

    /// The leaves that a product is made of.
    fn leaves(&mut self, (code, experiment): (Lit, Lit)) -> [u32; 2] {
        [(0, code), (1, experiment)].map(|(side, lit)| match lit {
            TRUE => ALWAYS,
            _ => self.frontiers[side].number(lit),
        })
    }

    /// The products, if all components are bilinear.
    pub fn terms(&self) -> Option<&[BilinearTerm]> {
        self.bilinear.as_ref().map(|bilinear| &bilinear.terms[..])
    }

    /// For each digit the leaves of the code that it depends on, complements not told apart.
    pub fn code_leaves(&self) -> Vec<Vec<u32>> {
        if let Some(bilinear) = &self.bilinear {
            let mut leaves = vec![Vec::new(); self.digits.len()];
            for &BilinearTerm { digit, leaves: [code, _], .. } in &bilinear.terms {
                if code != ALWAYS {
                    leaves[digit.index()].push(code);
                }
            }
            return leaves;
        }
        let of = |digit: &Component| {
            let (mut leaves, mut seen) = (Vec::new(), vec![false; self.mixed.len()]);
            let mut stack: Vec<Lit> = digit.children().collect();
            while let Some(lit) = stack.pop() {
                match self.places[lit.node()] {
                    Origin::Code(leaf) => leaves.push(leaf & !1), // the leaf after it is its complement
                    Origin::Mixed(number) if !std::mem::replace(&mut seen[number.index()], true) => {
                        stack.extend(self.mixed[number.index()].children());
                    }
                    _ => {}
                }
            }
            leaves.sort_unstable();
            leaves.dedup();
            leaves
        };
        self.digits.iter().map(of).collect()
    }

    /// Literals to be looked at for one evaluation of the mixed nodes.
    pub fn length(&self) -> usize {
        self.mixed.iter().map(|mixed| mixed.children().count()).sum()
    }

    fn make_bilinear(&mut self, graph: &mut AnswerGraph, digits: &[Component]) -> Option<Bilinear> {
        let mut products = Vec::new();
        for (number, digit) in digits.iter().enumerate() {
            let Component::Sum(lin) = digit else { return None };
            for &(weight, lit) in &lin.terms {
                let open = graph.as_products(lit)?.into_iter().filter(|&(a, b)| a != FALSE && b != FALSE);
                products.extend(open.map(|product| (number as u32, weight, product)));
            }
        }
        let term = |(digit, weight, product)| BilinearTerm { digit, weight, leaves: self.leaves(product) };
        let terms: Vec<BilinearTerm> = products.into_iter().map(term).collect();
        let by_leaf = [0, 1].map(|side| {
            let mut lists = vec![Vec::new(); self.frontiers[side].lits.len() + 1];
            let last = lists.len() - 1;
            for (number, term) in terms.iter().enumerate() {
                let leaf = term.leaves[side];
                lists[if leaf == ALWAYS { last } else { leaf as usize }].push(number as u32);
            }
            lists
        });
        let unit = terms.iter().all(|term| term.weight == 1);
        Some(Bilinear { terms, by_leaf, unit })
    }

    fn collect_mixed(&mut self, graph: &AnswerGraph, digits: &[Component]) {
        self.places = vec![Origin::Constant; graph.nodes().len()];
        let mut wanted = vec![false; graph.nodes().len()];
        let mut stack: Vec<Lit> = digits.iter().flat_map(Component::children).collect();
        while let Some(lit) = stack.pop() {
            let node = lit.node();
            match graph.sides[node] {
                MIXED if !std::mem::replace(&mut wanted[node], true) => match graph.selection(node) {
                    Some(selection) => {
                        stack.extend(selection.products.iter().flat_map(|&(code, other)| [code, other]))
                    }
                    None => stack.extend(graph.nodes()[node].children()),
                },
                side @ (CODE | EXPERIMENT) => {
                    let frontier = &mut self.frontiers[side as usize - 1];
                    let number = frontier.number(lit.positive());
                    frontier.number(!lit.positive());
                    self.places[node] = if side == CODE { Origin::Code(number) } else { Origin::Experiment(number) };
                }
                _ => {}
            }
        }
        for number in NodeId::first(wanted.len()).filter(|&number| wanted[number]) {
            self.places[number] = Origin::Mixed(self.mixed.len() as u32);
            self.mixed.push(match graph.selection(number) {
                Some(selection) => Mixed::NoneOf(selection.products.clone()),
                None => Mixed::Formula(graph.nodes()[number].clone()),
            });
        }
    }

    /// Grounds an instance as `ground` does, if all components are bilinear; says whether they are.
    pub fn ground_bilinear(&self, known: KnownSide, bits: &[u64], instance: &mut Instance) -> bool {
        let Some(bilinear) = &self.bilinear else { return false };
        let (side, open) = match known {
            KnownSide::Code => (0, 1),
            KnownSide::Experiment => (1, 0),
        };
        let residual = &mut instance.residual;
        residual.nodes.clear();
        if residual.digits.len() != self.digits.len() {
            residual.digits = vec![OpenDigit::Sum(0, Vec::new()); self.digits.len()];
        }
        for digit in &mut residual.digits {
            match digit {
                OpenDigit::Sum(base, terms) => {
                    *base = 0;
                    terms.clear();
                }
                OpenDigit::Cases(_) => *digit = OpenDigit::Sum(0, Vec::new()),
            }
        }
        // first the leaf numbers in place of literals, then renumbered component by component
        let mut add = |number: u32| {
            let term = &bilinear.terms[number as usize];
            let OpenDigit::Sum(base, terms) = &mut residual.digits[term.digit as usize] else { return };
            if term.leaves[open] == ALWAYS {
                *base += term.weight;
            } else {
                terms.push((term.weight, Lit::numbered(term.leaves[open])));
            }
        };
        let lists = &bilinear.by_leaf[side];
        for leaf in ones(bits).map(ToIndex::index).filter(|leaf| leaf + 1 < lists.len()) {
            lists[leaf].iter().for_each(|&number| add(number));
        }
        lists[lists.len() - 1].iter().for_each(|&number| add(number));
        instance.leaves.clear();
        for digit in &mut residual.digits {
            let OpenDigit::Sum(_, terms) = digit else { continue };
            if !bilinear.unit {
                terms.sort_unstable();
            }
            for (_, lit) in terms {
                let leaf = instance.leaves.len() as u32;
                instance.leaves.push(lit.number());
                *lit = Lit::of(NodeId::new(1 + leaf));
            }
        }
        residual.leaves = instance.leaves.len() as u32;
        true
    }
}
