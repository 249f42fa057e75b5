//! The formulas of one answer, rebuilt so that what depends on the code only and what depends on the experiment only
//! stand apart.
//!
//! Every node has a *side*: code, experiment, both (*mixed*) or none (the constant). A conjunction is regrouped by side,
//! `And(code part, experiment part, mixed…)`, and `OR_v code_v & experiment_v` with mutually exclusive `code_v` or
//! `experiment_v` becomes a [`Node::Choice`], which is also the *sum* of its products. Sums of literals that are products or choices are
//! then bilinear: `Σ weight · code literal · experiment literal`.

use super::hash::FastMap;
use crate::game::program::{self, Component, Lit, Program, SlotKind, Space, FALSE, TRUE};

/// Which leaves a node contains: a sum of `CODE` and `EXPERIMENT`.
pub type Side = u8;
pub const CODE: Side = 1;
pub const EXPERIMENT: Side = 2;
pub const MIXED: Side = 3;

/// A node; literals are as in [`crate::game::program`], numbered within this graph.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Const,
    Variable(u32),
    Parameter(u32),
    And(Vec<Lit>),
    Xor(Lit, Lit),
    Ite(Lit, Lit, Lit),
    Ge(u32, Vec<(u32, Lit)>),
    /// `OR_v code_v & experiment_v`.
    Choice {
        exclusive: Side,
        products: Vec<(Lit, Lit)>,
    },
}

/// One component of the answer, or what took its place.
#[derive(Clone, Debug)]
pub enum Digit {
    /// `Σ weight·literal`.
    Sum(Vec<(u32, Lit)>),
    /// i when literal i holds.
    Cases(Vec<Lit>),
}

impl Digit {
    pub fn size(&self) -> usize {
        match self {
            Digit::Sum(terms) => 1 + terms.iter().map(|term| term.0 as usize).sum::<usize>(),
            Digit::Cases(lits) => lits.len(),
        }
    }

    pub fn lits(&self) -> Vec<Lit> {
        match self {
            Digit::Sum(terms) => terms.iter().map(|term| term.1).collect(),
            Digit::Cases(lits) => lits.clone(),
        }
    }
}

/// The nodes below an answer, arguments first.
pub struct Graph {
    pub nodes: Vec<Node>,
    pub sides: Vec<Side>,
    numbers: FastMap<Node, u32>,
    /// Symbol slot and symbol of the propositions of the codes and of the experiments.
    places: [Vec<Option<(u32, u32)>>; 2],
}

impl Graph {
    /// Builds the graph of one experiment type; returns it with the components as its literals.
    pub fn new(program: &Program, type_index: usize) -> (Graph, Vec<Digit>) {
        let experiment_type = &program.types[type_index];
        let mut graph = Graph {
            nodes: vec![Node::Const],
            sides: vec![0],
            numbers: [(Node::Const, 0)].into_iter().collect(),
            places: [places(&program.codes), places(&experiment_type.space)],
        };
        let used = reachable(program, &experiment_type.answer.components);
        let mut image = vec![FALSE; program.nodes.len()];
        for node in used {
            image[node] = graph.copy(&program.nodes[node], &image);
        }
        let map = |lit: Lit| image[(lit >> 1) as usize] ^ (lit & 1);
        let digits = experiment_type.answer.components.iter().map(|component| match component {
            Component::Sum(lin) => Digit::Sum(lin.terms.iter().map(|&(weight, lit)| (weight, map(lit))).collect()),
            Component::Cases(lits) => Digit::Cases(lits.iter().map(|&lit| map(lit)).collect()),
        });
        let digits = digits.collect();
        (graph, digits)
    }

    pub fn side(&self, lit: Lit) -> Side {
        self.sides[(lit >> 1) as usize]
    }

    pub fn node(&self, lit: Lit) -> &Node {
        &self.nodes[(lit >> 1) as usize]
    }

    fn make(&mut self, node: Node) -> Lit {
        if let Some(&number) = self.numbers.get(&node) {
            return 2 * number;
        }
        let side = match &node {
            Node::Variable(_) => CODE,
            Node::Parameter(_) => EXPERIMENT,
            other => operands(other).into_iter().fold(0, |side, lit| side | self.side(lit)),
        };
        let number = self.nodes.len() as u32;
        self.numbers.insert(node.clone(), number);
        self.nodes.push(node);
        self.sides.push(side);
        2 * number
    }

    fn copy(&mut self, node: &program::Node, image: &[Lit]) -> Lit {
        let map = |lit: Lit| image[(lit >> 1) as usize] ^ (lit & 1);
        match node {
            program::Node::Const => FALSE,
            program::Node::Variable(index) => self.make(Node::Variable(*index)),
            program::Node::Parameter(index) => self.make(Node::Parameter(*index)),
            program::Node::And(lits) => self.and(lits.iter().map(|&lit| map(lit)).collect()),
            program::Node::Xor(a, b) => self.xor(map(*a), map(*b)),
            program::Node::Ite(c, a, b) => {
                let (c, a, b) = (map(*c), map(*a), map(*b));
                match (c, a == b) {
                    (FALSE, _) | (_, true) => b,
                    (TRUE, _) => a,
                    _ => self.make(Node::Ite(c, a, b)),
                }
            }
            program::Node::Ge(k, terms) => self.at_least(*k, terms.iter().map(|&(w, lit)| (w, map(lit))).collect()),
        }
    }

    fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let sign = (a ^ b) & 1;
        let (a, b) = ((a & !1).min(b & !1), (a & !1).max(b & !1));
        match (a, b) {
            (FALSE, b) => b ^ sign,
            (a, b) if a == b => sign,
            (a, b) => self.make(Node::Xor(a, b)) ^ sign,
        }
    }

    fn at_least(&mut self, k: u32, terms: Vec<(u32, Lit)>) -> Lit {
        let mut need = i64::from(k);
        let mut rest = Vec::new();
        for (weight, lit) in terms {
            match lit {
                FALSE => {}
                TRUE => need -= i64::from(weight),
                _ => rest.push((weight, lit)),
            }
        }
        let total: i64 = rest.iter().map(|term| i64::from(term.0)).sum();
        if need <= 0 {
            return TRUE;
        }
        if need > total {
            return FALSE;
        }
        let least = rest.iter().map(|term| i64::from(term.0)).min().unwrap_or(0);
        if need <= least {
            return self.and(rest.iter().map(|term| term.1 ^ 1).collect()) ^ 1;
        }
        if total - need < least {
            return self.and(rest.iter().map(|term| term.1).collect());
        }
        self.make(Node::Ge(need as u32, rest))
    }

    /// The conjunction, regrouped by side.
    fn and(&mut self, lits: Vec<Lit>) -> Lit {
        let mut flat: Vec<Lit> = Vec::new();
        let mut stack = lits;
        while let Some(lit) = stack.pop() {
            match self.node(lit) {
                Node::And(args) if lit & 1 == 0 => stack.extend(args),
                _ => flat.push(lit),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        flat.retain(|&lit| lit != TRUE);
        if flat.first() == Some(&FALSE) || flat.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            return FALSE;
        }
        let mut parts: [Vec<Lit>; 4] = Default::default();
        for lit in flat {
            parts[self.side(lit) as usize].push(lit);
        }
        let [_, code, experiment, mixed] = parts;
        let mut args = Vec::new();
        for part in [code, experiment] {
            match part.len() {
                0 => {}
                1 => args.push(part[0]),
                _ => args.push(self.make(Node::And(part))),
            }
        }
        args.extend(self.without_choices(mixed));
        args.sort_unstable();
        match args.len() {
            0 => TRUE,
            1 => args[0],
            _ => self.make(Node::And(args)),
        }
    }

    /// Replaces negated products `!(code & experiment)` among conjuncts by one negated choice if they are exclusive.
    fn without_choices(&mut self, mixed: Vec<Lit>) -> Vec<Lit> {
        let (products, mut rest): (Vec<_>, Vec<_>) =
            mixed.iter().partition(|&&lit| lit & 1 == 1 && self.product(lit ^ 1).is_some());
        if products.len() < 2 {
            return mixed;
        }
        let products: Vec<(Lit, Lit)> = products.iter().filter_map(|&lit| self.product(lit ^ 1)).collect();
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
        rest.push(self.make(Node::Choice { exclusive, products }) ^ 1);
        rest
    }

    /// The two factors of `code & experiment`.
    pub fn product(&self, lit: Lit) -> Option<(Lit, Lit)> {
        match (lit & 1, self.node(lit)) {
            (0, Node::And(args)) if args.len() == 2 => match (self.side(args[0]), self.side(args[1])) {
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
            let place = match (lit & 1, self.node(lit)) {
                (0, Node::Variable(index)) => self.places[0].get(*index as usize).copied().flatten(),
                (0, Node::Parameter(index)) => self.places[1].get(*index as usize).copied().flatten(),
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
        let (exclusive, products) = match (self.product(lit & !1), self.node(lit)) {
            (Some(product), _) => (CODE | EXPERIMENT, vec![product]),
            (None, Node::Choice { exclusive, products }) => (*exclusive, products.clone()),
            _ => return None,
        };
        if lit & 1 == 0 {
            return Some(products);
        }
        if exclusive & EXPERIMENT != 0 {
            let none = self.and(products.iter().map(|product| product.1 ^ 1).collect());
            let mut sum: Vec<_> = products.iter().map(|&(code, experiment)| (code ^ 1, experiment)).collect();
            sum.push((TRUE, none));
            return Some(sum);
        }
        let none = self.and(products.iter().map(|product| product.0 ^ 1).collect());
        let mut sum: Vec<_> = products.iter().map(|&(code, experiment)| (code, experiment ^ 1)).collect();
        sum.push((none, TRUE));
        Some(sum)
    }

    /// `literal = AND over factors of OR over products`, if it has that form.
    pub fn as_factors(&self, lit: Lit) -> Option<Vec<Vec<(Lit, Lit)>>> {
        let args = match (lit & 1, self.node(lit)) {
            (0, Node::And(args)) if self.product(lit).is_none() => args.clone(),
            _ => vec![lit],
        };
        args.iter()
            .map(|&arg| match self.side(arg) {
                MIXED => match (self.product(arg), arg & 1, self.node(arg)) {
                    (Some(product), _, _) => Some(vec![product]),
                    (None, 0, Node::Choice { products, .. }) => Some(products.clone()),
                    _ => None,
                },
                EXPERIMENT => Some(vec![(TRUE, arg)]),
                _ => Some(vec![(arg, TRUE)]),
            })
            .collect()
    }
}

/// The literals a node is made of.
pub fn operands(node: &Node) -> Vec<Lit> {
    match node {
        Node::Const | Node::Variable(_) | Node::Parameter(_) => Vec::new(),
        Node::And(lits) => lits.clone(),
        Node::Xor(a, b) => vec![*a, *b],
        Node::Ite(c, a, b) => vec![*c, *a, *b],
        Node::Ge(_, terms) => terms.iter().map(|term| term.1).collect(),
        Node::Choice { products, .. } => products.iter().flat_map(|&(c, p)| [c, p]).collect(),
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

/// The nodes below the components, ascending (arguments first).
fn reachable(program: &Program, components: &[Component]) -> Vec<usize> {
    let mut stack: Vec<Lit> = Vec::new();
    for component in components {
        match component {
            Component::Sum(lin) => stack.extend(lin.terms.iter().map(|term| term.1)),
            Component::Cases(lits) => stack.extend(lits),
        }
    }
    let mut seen = vec![false; program.nodes.len()];
    while let Some(lit) = stack.pop() {
        let number = (lit >> 1) as usize;
        if !std::mem::replace(&mut seen[number], true) {
            match &program.nodes[number] {
                program::Node::Const | program::Node::Variable(_) | program::Node::Parameter(_) => {}
                program::Node::And(lits) => stack.extend(lits),
                program::Node::Xor(a, b) => stack.extend([a, b]),
                program::Node::Ite(c, a, b) => stack.extend([c, a, b]),
                program::Node::Ge(_, terms) => stack.extend(terms.iter().map(|term| term.1)),
            }
        }
    }
    (0..seen.len()).filter(|&node| seen[node]).collect()
}
