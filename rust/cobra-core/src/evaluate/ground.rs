//! Grounding: one side known gives a residual formula over the leaves of the other side.
//!
//! The *frontier* of a side are the largest formulas of that side alone; each is evaluated once for all codes (or
//! experiments) as a bit-vector and is a leaf of the residuals of the other side. Where all components are bilinear the
//! residual is a list of leaves per component; else the mixed nodes are simplified one after the other (partial evaluation).
//! Residuals number nodes and leaves in the order of a walk that visits arguments in the order of a hash blind to leaf
//! numbers, so that instances that differ only in their leaves get equal residuals.

use super::graph::{operands, Digit, Graph, Node, CODE, EXPERIMENT, MIXED};
use super::hash::FastMap;
use super::shape::{Residual, ResidualDigit, ResidualLit, ResidualNode};
use crate::game::program::{Lit, FALSE, TRUE};

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
pub struct Term {
    pub digit: u32,
    pub weight: u32,
    /// Leaf numbers of the code side and of the experiment side, or `ALWAYS`.
    pub leaves: [u32; 2],
}

/// Where the value of a node comes from, when not all components are bilinear.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Constant,
    /// Leaf of the formula itself; its complement is the next leaf.
    Code(u32),
    Experiment(u32),
    /// Place in `Grounding::mixed`.
    Mixed(u32),
}

pub enum MixedNode {
    And(Vec<Lit>),
    Xor(Lit, Lit),
    Ite(Lit, Lit, Lit),
    Ge(u32, Vec<(u32, Lit)>),
    Choice(Vec<(Lit, Lit)>),
}

/// How to ground an answer.
pub struct Grounding {
    /// Leaves of the code side and of the experiment side.
    pub frontiers: [Frontier; 2],
    /// All components as products; `None` if one is not bilinear.
    bilinear: Option<Bilinear>,
    pub digits: Vec<Digit>,
    /// Mixed nodes, arguments first; none if all components are bilinear.
    pub mixed: Vec<MixedNode>,
    /// For each node of the graph.
    pub places: Vec<Place>,
    /// `OR of products` for each factor of the final formula, as leaf numbers; `None` if it has not that form.
    pub final_factors: Option<Vec<Vec<[u32; 2]>>>,
}

struct Bilinear {
    terms: Vec<Term>,
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
pub enum Known {
    Code,
    Experiment,
}

impl Grounding {
    pub fn new(graph: &mut Graph, digits: &[Digit], final_lit: Option<Lit>) -> Grounding {
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
            let leaf = |grounding: &mut Grounding, side: usize, lit: Lit| match lit {
                TRUE => ALWAYS,
                _ => grounding.frontiers[side].number(lit),
            };
            let factors = factors.iter().map(|products| {
                let products = products.iter();
                products.map(|&(c, p)| [leaf(&mut grounding, 0, c), leaf(&mut grounding, 1, p)]).collect()
            });
            let factors = factors.collect();
            grounding.final_factors = Some(factors);
        }
        grounding
    }

    /// The products, if all components are bilinear.
    pub fn terms(&self) -> Option<&[Term]> {
        self.bilinear.as_ref().map(|bilinear| &bilinear.terms[..])
    }

    /// Literals to be looked at for one evaluation of the mixed nodes.
    pub fn length(&self) -> usize {
        let of = |node: &MixedNode| match node {
            MixedNode::And(lits) => lits.len(),
            MixedNode::Xor(..) => 2,
            MixedNode::Ite(..) => 3,
            MixedNode::Ge(_, terms) => terms.len(),
            MixedNode::Choice(products) => 2 * products.len(),
        };
        self.mixed.iter().map(of).sum()
    }

    fn make_bilinear(&mut self, graph: &mut Graph, digits: &[Digit]) -> Option<Bilinear> {
        let mut products = Vec::new();
        for (number, digit) in digits.iter().enumerate() {
            let Digit::Sum(terms) = digit else { return None };
            for &(weight, lit) in terms {
                for (code, experiment) in graph.as_products(lit)? {
                    if code != FALSE && experiment != FALSE {
                        products.push((number as u32, weight, code, experiment));
                    }
                }
            }
        }
        let mut terms = Vec::new();
        for (digit, weight, code, experiment) in products {
            let mut leaf = |side: usize, lit| if lit == TRUE { ALWAYS } else { self.frontiers[side].number(lit) };
            terms.push(Term { digit, weight, leaves: [leaf(0, code), leaf(1, experiment)] });
        }
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

    fn collect_mixed(&mut self, graph: &Graph, digits: &[Digit]) {
        self.places = vec![Place::Constant; graph.nodes.len()];
        let mut wanted = vec![false; graph.nodes.len()];
        let mut stack: Vec<Lit> = digits.iter().flat_map(Digit::lits).collect();
        while let Some(lit) = stack.pop() {
            let node = (lit >> 1) as usize;
            match graph.sides[node] {
                MIXED if !std::mem::replace(&mut wanted[node], true) => {
                    stack.extend(operands(&graph.nodes[node]));
                }
                side @ (CODE | EXPERIMENT) => {
                    let frontier = &mut self.frontiers[side as usize - 1];
                    let number = frontier.number(lit & !1);
                    frontier.number(lit | 1);
                    self.places[node] = if side == CODE { Place::Code(number) } else { Place::Experiment(number) };
                }
                _ => {}
            }
        }
        for (number, node) in graph.nodes.iter().enumerate() {
            if wanted[number] {
                let node = match node {
                    Node::And(lits) => MixedNode::And(lits.clone()),
                    Node::Xor(a, b) => MixedNode::Xor(*a, *b),
                    Node::Ite(c, a, b) => MixedNode::Ite(*c, *a, *b),
                    Node::Ge(k, terms) => MixedNode::Ge(*k, terms.clone()),
                    Node::Choice { products, .. } => MixedNode::Choice(products.clone()),
                    Node::Const | Node::Variable(_) | Node::Parameter(_) => continue,
                };
                self.places[number] = Place::Mixed(self.mixed.len() as u32);
                self.mixed.push(node);
            }
        }
    }

    /// Grounds an instance whose known leaves are the set bits of `bits` (one bit for each leaf of the known side).
    pub fn ground(&self, known: Known, bits: &[u64], instance: &mut Instance) {
        match &self.bilinear {
            Some(bilinear) => self.ground_bilinear(bilinear, known, bits, instance),
            None => *instance = Builder::new(self, known, bits).build(),
        }
    }

    fn ground_bilinear(&self, bilinear: &Bilinear, known: Known, bits: &[u64], instance: &mut Instance) {
        let (side, open) = match known {
            Known::Code => (0, 1),
            Known::Experiment => (1, 0),
        };
        let residual = &mut instance.residual;
        residual.nodes.clear();
        if residual.digits.len() != self.digits.len() {
            residual.digits = vec![ResidualDigit::Sum(0, Vec::new()); self.digits.len()];
        }
        for digit in &mut residual.digits {
            match digit {
                ResidualDigit::Sum(base, terms) => {
                    *base = 0;
                    terms.clear();
                }
                ResidualDigit::Cases(_) => *digit = ResidualDigit::Sum(0, Vec::new()),
            }
        }
        // first the leaf numbers in place of literals, then renumbered component by component
        let mut add = |number: u32| {
            let term = &bilinear.terms[number as usize];
            let ResidualDigit::Sum(base, terms) = &mut residual.digits[term.digit as usize] else { return };
            if term.leaves[open] == ALWAYS {
                *base += term.weight;
            } else {
                terms.push((term.weight, term.leaves[open]));
            }
        };
        let lists = &bilinear.by_leaf[side];
        for (word, &bits) in bits.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                let leaf = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if leaf + 1 < lists.len() {
                    lists[leaf].iter().for_each(|&number| add(number));
                }
            }
        }
        lists[lists.len() - 1].iter().for_each(|&number| add(number));
        instance.leaves.clear();
        for digit in &mut residual.digits {
            let ResidualDigit::Sum(_, terms) = digit else { continue };
            if !bilinear.unit {
                terms.sort_unstable();
            }
            for (_, lit) in terms {
                let leaf = instance.leaves.len() as u32;
                instance.leaves.push(*lit);
                *lit = 2 * (1 + leaf);
            }
        }
        residual.leaves = instance.leaves.len() as u32;
    }
}

/// A literal while building: 0 false, 1 true, else `2 * (1 + number) + negated`; numbers below `open` are formulas of
/// the open frontier (pairs of leaves), the others nodes.
struct Builder<'a> {
    grounding: &'a Grounding,
    known: Known,
    bits: &'a [u64],
    open: u32,
    nodes: Vec<ResidualNode>,
    hashes: Vec<u64>,
    numbers: FastMap<ResidualNode, u32>,
    values: Vec<u32>,
}

impl<'a> Builder<'a> {
    fn new(grounding: &'a Grounding, known: Known, bits: &'a [u64]) -> Self {
        let side = usize::from(known == Known::Code);
        Builder {
            grounding,
            known,
            bits,
            open: grounding.frontiers[side].lits.len() as u32,
            nodes: Vec::new(),
            hashes: Vec::new(),
            numbers: FastMap::default(),
            values: Vec::new(),
        }
    }

    /// The value of a literal, `UNKNOWN` if it is mixed and not grounded yet.
    fn value(&self, lit: Lit) -> u32 {
        let sign = lit & 1;
        match (self.grounding.places[(lit >> 1) as usize], self.known) {
            (Place::Constant, _) => lit,
            (Place::Code(leaf), Known::Code) | (Place::Experiment(leaf), Known::Experiment) => {
                let leaf = leaf + sign;
                (self.bits[leaf as usize / 64] >> (leaf % 64) & 1) as u32
            }
            (Place::Code(leaf) | Place::Experiment(leaf), _) => 2 * (1 + leaf) + sign,
            (Place::Mixed(number), _) => match self.values[number as usize] {
                UNKNOWN => UNKNOWN,
                value => value ^ sign,
            },
        }
    }

    /// Grounds the mixed nodes a literal needs; branches that what is known decides are left out.
    fn demand(&mut self, lit: Lit) -> u32 {
        let grounding = self.grounding;
        if let Place::Mixed(root) = grounding.places[(lit >> 1) as usize] {
            let mut stack = vec![root];
            while let Some(&number) = stack.last() {
                let before = stack.len();
                if self.values[number as usize] == UNKNOWN {
                    let node = &grounding.mixed[number as usize];
                    let mut want = |lit: Lit| {
                        if self.value(lit) == UNKNOWN {
                            if let Place::Mixed(argument) = grounding.places[(lit >> 1) as usize] {
                                stack.push(argument);
                            }
                        }
                    };
                    match node {
                        MixedNode::And(lits) if lits.iter().any(|&lit| self.value(lit) == 0) => {}
                        MixedNode::And(lits) => lits.iter().for_each(|&lit| want(lit)),
                        MixedNode::Xor(a, b) => [*a, *b].into_iter().for_each(want),
                        MixedNode::Ite(c, a, b) => match self.value(*c) {
                            0 => want(*b),
                            1 => want(*a),
                            _ => [*c, *a, *b].into_iter().for_each(want),
                        },
                        MixedNode::Ge(_, terms) => terms.iter().for_each(|term| want(term.1)),
                        MixedNode::Choice(_) => {}
                    }
                    if stack.len() > before {
                        continue;
                    }
                    let value = self.compute(node);
                    self.values[number as usize] = value;
                }
                stack.pop();
            }
        }
        self.value(lit)
    }

    /// The value of a mixed node whose needed arguments are known.
    fn compute(&mut self, node: &MixedNode) -> u32 {
        match node {
            MixedNode::And(lits) => {
                let values: Vec<u32> = lits.iter().map(|&lit| self.value(lit)).collect();
                self.and(values)
            }
            MixedNode::Xor(a, b) => self.xor(self.value(*a), self.value(*b)),
            MixedNode::Ite(c, a, b) => self.ite(self.value(*c), self.value(*a), self.value(*b)),
            MixedNode::Ge(k, terms) => {
                let terms: Vec<_> = terms.iter().map(|&(weight, lit)| (weight, self.value(lit))).collect();
                self.at_least(*k, terms.into_iter())
            }
            MixedNode::Choice(products) => {
                let mut any = Vec::new();
                for &(code, experiment) in products {
                    let (known, open) =
                        if self.known == Known::Code { (code, experiment) } else { (experiment, code) };
                    if self.value(known) == 1 {
                        any.push(self.value(open));
                    }
                }
                self.or(any)
            }
        }
    }

    fn hash(&self, lit: u32) -> u64 {
        let number = (lit >> 1).wrapping_sub(1);
        let base = if number < self.open { 1 } else { self.hashes[(number - self.open) as usize] };
        mix(base, u64::from(lit & 1))
    }

    fn make(&mut self, node: ResidualNode) -> u32 {
        if let Some(&number) = self.numbers.get(&node) {
            return 2 * (1 + number);
        }
        let number = self.open + self.nodes.len() as u32;
        let hash = match &node {
            ResidualNode::And(lits) => lits.iter().fold(2, |sum: u64, &lit| sum.wrapping_add(mix(3, self.hash(lit)))),
            ResidualNode::Xor(a, b) => mix(4, self.hash(*a).wrapping_add(self.hash(*b))),
            ResidualNode::Ite(c, a, b) => mix(mix(mix(5, self.hash(*c)), self.hash(*a)), self.hash(*b)),
            ResidualNode::Ge(k, terms) => terms.iter().fold(mix(6, u64::from(*k)), |sum, &(weight, lit)| {
                sum.wrapping_add(mix(u64::from(weight), self.hash(lit)))
            }),
        };
        self.hashes.push(mix(hash, 7));
        self.nodes.push(node.clone());
        self.numbers.insert(node, number);
        2 * (1 + number)
    }

    fn and(&mut self, mut lits: Vec<u32>) -> u32 {
        lits.sort_unstable();
        lits.dedup();
        lits.retain(|&lit| lit != 1);
        if lits.first() == Some(&0) || lits.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
            return 0;
        }
        match lits.len() {
            0 => 1,
            1 => lits[0],
            _ => self.make(ResidualNode::And(lits)),
        }
    }

    fn or(&mut self, lits: Vec<u32>) -> u32 {
        self.and(lits.into_iter().map(|lit| lit ^ 1).collect()) ^ 1
    }

    fn xor(&mut self, a: u32, b: u32) -> u32 {
        let sign = (a ^ b) & 1;
        let (a, b) = ((a & !1).min(b & !1), (a & !1).max(b & !1));
        match (a, b) {
            (0, b) => b ^ sign,
            (a, b) if a == b => sign,
            (a, b) => self.make(ResidualNode::Xor(a, b)) ^ sign,
        }
    }

    fn ite(&mut self, c: u32, a: u32, b: u32) -> u32 {
        match (c, a, b) {
            (0, _, b) => b,
            (1, a, _) => a,
            (_, a, b) if a == b => a,
            (c, a, b) if a <= 1 || b <= 1 => {
                let (yes, no) = (self.and(vec![c, a]), self.and(vec![c ^ 1, b]));
                self.or(vec![yes, no])
            }
            (c, a, b) if a == b ^ 1 => self.xor(c, b),
            (c, a, b) => self.make(ResidualNode::Ite(c, a, b)),
        }
    }

    /// Merges equal and complementary literals; returns the constant and the rest, sorted.
    fn normalise(&self, terms: impl Iterator<Item = (u32, u32)>) -> (u64, Vec<(u64, u32)>) {
        let mut constant = 0;
        let mut sorted: Vec<(u32, u64)> = Vec::new();
        for (weight, lit) in terms {
            match lit {
                0 => {}
                1 => constant += u64::from(weight),
                _ => sorted.push((lit, u64::from(weight))),
            }
        }
        sorted.sort_unstable();
        let mut merged: Vec<(u64, u32)> = Vec::new();
        for (lit, weight) in sorted {
            match merged.last_mut() {
                Some(last) if last.1 == lit => last.0 += weight,
                Some(last) if last.1 == lit ^ 1 => {
                    // w·x + v·!x = min + the rest of the heavier one
                    let common = last.0.min(weight);
                    constant += common;
                    if last.0 > weight {
                        last.0 -= common;
                    } else if last.0 < weight {
                        *last = (weight - common, lit);
                    } else {
                        merged.pop();
                    }
                }
                _ => merged.push((weight, lit)),
            }
        }
        (constant, merged)
    }

    fn at_least(&mut self, k: u32, terms: impl Iterator<Item = (u32, u32)>) -> u32 {
        let (constant, terms) = self.normalise(terms);
        let total: u64 = terms.iter().map(|term| term.0).sum();
        if constant >= u64::from(k) {
            return 1;
        }
        let need = u64::from(k) - constant;
        if need > total {
            return 0;
        }
        let least = terms.iter().map(|term| term.0).min().unwrap_or(0);
        if need <= least {
            return self.or(terms.iter().map(|term| term.1).collect());
        }
        if total - need < least {
            return self.and(terms.iter().map(|term| term.1).collect());
        }
        let terms = terms.iter().map(|&(weight, lit)| (weight.min(need) as u32, lit)).collect();
        self.make(ResidualNode::Ge(need as u32, terms))
    }

    fn build(mut self) -> Instance {
        let grounding = self.grounding;
        self.values = vec![UNKNOWN; grounding.mixed.len()];
        for digit in &grounding.digits {
            for lit in digit.lits() {
                self.demand(lit);
            }
        }
        let digits: Vec<ResidualDigit> = grounding.digits.iter().map(|digit| self.digit(digit)).collect();
        Canonical::new(&self).build(digits)
    }

    fn digit(&self, digit: &Digit) -> ResidualDigit {
        match digit {
            Digit::Sum(terms) => {
                let (base, terms) = self.normalise(terms.iter().map(|&(weight, lit)| (weight, self.value(lit))));
                let terms = terms.iter().map(|&(weight, lit)| (weight as u32, lit)).collect();
                ResidualDigit::Sum(base as u32, terms)
            }
            Digit::Cases(lits) => {
                let values: Vec<u32> = lits.iter().map(|&lit| self.value(lit)).collect();
                match values.iter().position(|&value| value == 1) {
                    Some(certain) => ResidualDigit::Cases(vec![(certain as u32, 1)]),
                    None => {
                        let open = values.iter().enumerate().filter(|value| *value.1 != 0);
                        ResidualDigit::Cases(open.map(|(digit, &lit)| (digit as u32, lit)).collect())
                    }
                }
            }
        }
    }
}

/// Not grounded yet.
const UNKNOWN: u32 = u32::MAX;

fn mix(a: u64, b: u64) -> u64 {
    let mixed = (a ^ b.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}

/// Renumbers what is reachable from the digits.
struct Canonical<'a> {
    builder: &'a Builder<'a>,
    instance: Instance,
    /// New number of each node, of each leaf (both signs).
    nodes: Vec<u32>,
    leaves: FastMap<u32, u32>,
    order: Vec<u32>,
}

const NEW: u32 = u32::MAX;

impl<'a> Canonical<'a> {
    fn new(builder: &'a Builder<'a>) -> Self {
        Canonical {
            builder,
            instance: Instance::default(),
            nodes: vec![NEW; builder.nodes.len()],
            leaves: FastMap::default(),
            order: Vec::new(),
        }
    }

    fn build(mut self, mut digits: Vec<ResidualDigit>) -> Instance {
        for digit in &mut digits {
            match digit {
                ResidualDigit::Sum(_, terms) => {
                    terms.sort_by_key(|&(weight, lit)| (weight, self.builder.hash(lit), lit));
                    terms.iter().for_each(|term| self.visit(term.1));
                }
                ResidualDigit::Cases(cases) => {
                    cases.iter().filter(|case| case.1 > 1).for_each(|case| self.visit(case.1));
                }
            }
        }
        // leaves are numbered before nodes
        let leaves = self.instance.leaves.len() as u32;
        let order = std::mem::take(&mut self.order);
        let map = |lit: u32| {
            let number = (lit >> 1).wrapping_sub(1);
            if lit <= 1 {
                lit
            } else if number < self.builder.open {
                2 * (1 + self.leaves[&lit])
            } else {
                2 * (1 + leaves + self.nodes[(number - self.builder.open) as usize]) + (lit & 1)
            }
        };
        let nodes = order.iter().map(|&node| match &self.builder.nodes[node as usize] {
            ResidualNode::And(_) => ResidualNode::And(self.arguments(node).iter().map(|&lit| map(lit)).collect()),
            ResidualNode::Xor(..) => {
                let arguments = self.arguments(node);
                ResidualNode::Xor(map(arguments[0]), map(arguments[1]))
            }
            ResidualNode::Ite(c, a, b) => ResidualNode::Ite(map(*c), map(*a), map(*b)),
            ResidualNode::Ge(k, terms) => {
                let weight: FastMap<u32, u32> = terms.iter().map(|&(weight, lit)| (lit, weight)).collect();
                let arguments = self.arguments(node);
                ResidualNode::Ge(*k, arguments.iter().map(|&lit| (weight[&lit], map(lit))).collect())
            }
        });
        let nodes = nodes.collect();
        for digit in &mut digits {
            match digit {
                ResidualDigit::Sum(_, terms) => terms.iter_mut().for_each(|term| term.1 = map(term.1)),
                ResidualDigit::Cases(cases) => cases.iter_mut().for_each(|case| case.1 = map(case.1)),
            }
        }
        let residual = Residual { leaves, nodes, digits };
        Instance { residual, leaves: self.instance.leaves }
    }

    /// The arguments of a node in the order of the walk.
    fn arguments(&self, node: u32) -> Vec<ResidualLit> {
        let hash = |lit: u32| self.builder.hash(lit);
        match &self.builder.nodes[node as usize] {
            ResidualNode::And(lits) => {
                let mut lits = lits.clone();
                lits.sort_by_key(|&lit| (hash(lit), lit));
                lits
            }
            ResidualNode::Xor(a, b) => {
                if (hash(*a), *a) <= (hash(*b), *b) {
                    vec![*a, *b]
                } else {
                    vec![*b, *a]
                }
            }
            ResidualNode::Ite(c, a, b) => vec![*c, *a, *b],
            ResidualNode::Ge(_, terms) => {
                let mut terms = terms.clone();
                terms.sort_by_key(|&(weight, lit)| (weight, hash(lit), lit));
                terms.iter().map(|term| term.1).collect()
            }
        }
    }

    /// Numbers leaves and nodes below a literal, arguments first, without recursion.
    fn visit(&mut self, lit: u32) {
        let mut stack = vec![(lit, false)];
        while let Some((lit, done)) = stack.pop() {
            let number = (lit >> 1) - 1;
            if number < self.builder.open {
                let next = self.instance.leaves.len() as u32;
                let leaf = *self.leaves.entry(lit).or_insert(next);
                if leaf == next {
                    // both literals of a formula are consecutive leaves of the frontier
                    self.instance.leaves.push(number + (lit & 1));
                }
                continue;
            }
            let node = number - self.builder.open;
            if self.nodes[node as usize] != NEW {
                continue;
            }
            if done {
                self.nodes[node as usize] = self.order.len() as u32;
                self.order.push(node);
                continue;
            }
            stack.push((lit, true));
            stack.extend(self.arguments(node).into_iter().rev().map(|argument| (argument, false)));
        }
    }
}
