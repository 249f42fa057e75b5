//! An experiment and what is known as one coloured graph (Klimoš 2014).
//!
//! Variables with one value in all codes left are replaced by it, formulas folded. The graph shows what is known, which
//! are the constraints of the secret and what the experiments made have told, and the answer of the experiment. When the
//! graphs of two experiments have one canonical form, some permutation of the open literals carries what is known to
//! itself and the cells of one answer to those of the other, final ones to final ones.
//!
//! Every formula is a vertex, joined to the literals it is made of, and to a vertex for its negation where that is
//! used. The colour has its height, so that an edge between two formulas tells which is made of which.
//!
//! Swapping two symbols (or two places) that the game does not tell apart carries the graph of an experiment to that of
//! the swapped one as soon as it carries what is known to itself. So graphs need not be made for both.

use std::collections::HashMap;

use crate::base::convert::{ToIndex, ToU32, ToUsize};
use crate::base::error::Result;
use crate::base::ids::{CodeId, NodeId, TypeIndex};
use crate::equivalence::situation::{PastExperiment, Situation};
use crate::formula::build::{linear, Builder};
use crate::formula::evaluate::Algebra;
use crate::formula::needed::below;
use crate::formula::node::{Children, Lit, Node, FALSE, TRUE};
use crate::game::program::{Component, ExperimentType, SlotKind, Space};
use crate::game::space::bit;
use crate::group::graph::{Graph, MOST_VERTICES};

/// What a vertex is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Colour {
    Literal {
        shown: bool,
    },
    Negation {
        height: u32,
    },
    And {
        height: u32,
    },
    Xor {
        height: u32,
    },
    Ite {
        height: u32,
    },
    /// The condition, the first or the second branch of a choice.
    Branch {
        place: u32,
        height: u32,
    },
    Ge {
        least: u32,
        height: u32,
    },
    Weight {
        weight: u32,
        height: u32,
    },
    /// What is known: a literal holds, a sum has a value, as many literals of a set hold, a row of a table is met.
    Holds,
    Value(i64),
    Count(u32, u32),
    Table,
    Row,
    /// What is answered.
    Sum,
    Cases,
    Final,
    Always(bool),
}

/// Height of what is not a formula.
const TOP: u32 = u32::MAX;

/// Something the graph shows beside formulas: a vertex joined to literals, some of them by a vertex for their weight.
struct Shown {
    colour: Colour,
    terms: Vec<(u32, Lit)>,
    /// The number of the fact it belongs to.
    part_of: Option<usize>,
}

/// A fact as far as it counts: its terms are in order.
type Told = (Colour, Vec<(u32, Lit)>, Option<usize>);

/// Makes the graphs of the experiments of one situation.
pub(crate) struct ExperimentGraphs<'a> {
    situation: &'a Situation<'a>,
    /// The value of each proposition of the secret, if it is fixed.
    fixed: Vec<Option<bool>>,
    formulas: Builder,
    /// For each type the nodes its answer needs, arguments first.
    orders: Vec<Vec<NodeId>>,
    known: Vec<Shown>,
    colours: HashMap<Colour, u32>,
}

impl<'a> ExperimentGraphs<'a> {
    pub fn new(situation: &'a Situation<'a>, state: &[CodeId]) -> Result<ExperimentGraphs<'a>> {
        let program = &situation.engine.program;
        let (all, never) = situation.codes.common(state);
        let value = |p: u32| (bit(&all, p) || bit(&never, p)).then(|| bit(&all, p));
        let fixed = (0..program.codes.propositions).map(value).collect();
        let order = |kind: &ExperimentType| below(&program.nodes, kind.answer.lits());
        let orders = program.types.iter().map(order).collect();
        let mut graphs = ExperimentGraphs {
            situation,
            fixed,
            formulas: Builder::flattening(),
            orders,
            known: Vec::new(),
            colours: HashMap::new(),
        };
        graphs.know_space(&program.codes);
        graphs.know_constraints(&program.codes.constraints);
        for step in situation.path {
            graphs.know_outcome(step);
        }
        Ok(graphs)
    }

    fn open(&mut self, proposition: u32) -> Lit {
        open(&mut self.formulas, &self.fixed, proposition)
    }

    /// Which propositions of the slots can be true together.
    fn know_space(&mut self, space: &Space) {
        for slot in &space.slots {
            let (min, max) = match slot.kind {
                SlotKind::Bool => continue,
                SlotKind::Symbol { .. } => (1, 1),
                SlotKind::Set { min, max, .. } => (min, max),
            };
            self.know_count(slot.first..slot.first + slot.width(), min, max);
        }
        for group in &space.distinct {
            let width = group.iter().map(|&slot| space.slots[slot].width()).max().unwrap_or(0);
            for symbol in 0..width {
                let slots = group.iter().map(|&slot| &space.slots[slot]);
                let holders: Vec<u32> =
                    slots.filter(|slot| symbol < slot.width()).map(|slot| slot.first + symbol).collect();
                self.know_count(holders, 0, 1);
            }
        }
        for table in &space.tables {
            let whole = self.known.len();
            self.known.push(Shown { colour: Colour::Table, terms: Vec::new(), part_of: None });
            for row in table.rows.chunks(table.slots.len()) {
                let slots = table.slots.iter().map(|&slot| space.slots[slot].first);
                let props: Vec<u32> = slots.zip(row).map(|(first, symbol)| first + symbol).collect();
                let lits: Vec<Lit> = props.into_iter().map(|p| self.open(p)).collect();
                if !lits.contains(&FALSE) {
                    let terms = lits.into_iter().filter(|&lit| lit != TRUE).map(|lit| (1, lit)).collect();
                    self.known.push(Shown { colour: Colour::Row, terms, part_of: Some(whole) });
                }
            }
        }
    }

    /// Of some propositions `min..=max` hold.
    fn know_count(&mut self, propositions: impl IntoIterator<Item = u32>, min: u32, max: u32) {
        let lits: Vec<Lit> = propositions.into_iter().map(|p| self.open(p)).collect();
        let held = lits.iter().filter(|&&lit| lit == TRUE).count().to_u32();
        let open: Vec<(u32, Lit)> = lits.into_iter().filter(|&lit| !lit.is_constant()).map(|lit| (1, lit)).collect();
        let (min, max) = (min.saturating_sub(held), max.saturating_sub(held).min(open.len().to_u32()));
        if min > 0 || max < open.len().to_u32() {
            self.known.push(Shown { colour: Colour::Count(min, max), terms: open, part_of: None });
        }
    }

    fn know_constraints(&mut self, constraints: &[Lit]) {
        let nodes = &self.situation.engine.program.nodes;
        let order = below(nodes, constraints.iter().copied());
        let fixed = &self.fixed;
        let mut values = vec![FALSE; nodes.len()];
        self.formulas.values(nodes, order, &mut values, |formulas, leaf| match leaf {
            Node::Variable(p) => open(formulas, fixed, *p),
            _ => FALSE,
        });
        for &lit in constraints {
            self.know_literal(values[lit.node()] ^ lit.is_negated());
        }
    }

    fn know_literal(&mut self, lit: Lit) {
        let parts = match &self.formulas.nodes[lit.node()] {
            Node::And(parts) if !lit.is_negated() => parts.clone(),
            _ => vec![lit],
        };
        for part in parts.into_iter().filter(|&part| part != TRUE) {
            self.known.push(Shown { colour: Colour::Holds, terms: vec![(1, part)], part_of: None });
        }
    }

    fn know_outcome(&mut self, step: &PastExperiment) {
        let Some(digits) = &step.outcome else { return };
        let components = &self.situation.engine.program.types[step.type_index].answer.components;
        let values = self.ground(step.type_index, &step.row);
        let read = |lit: Lit| values[lit.node()] ^ lit.is_negated();
        for (component, digit) in components.iter().zip(digits) {
            match component {
                Component::Cases(lits) => self.know_literal(read(lits[digit.to_usize()])),
                Component::Sum(lin) => {
                    let (constant, terms) = linear(lin.terms.iter().map(|&(weight, lit)| (weight, read(lit))));
                    if !terms.is_empty() {
                        let colour = Colour::Value(*digit as i64 - constant as i64);
                        self.known.push(Shown { colour, terms, part_of: None });
                    }
                }
            }
        }
    }

    fn ground(&mut self, type_index: TypeIndex, row: &[u64]) -> Vec<Lit> {
        let nodes = &self.situation.engine.program.nodes;
        let fixed = &self.fixed;
        let mut values = vec![FALSE; nodes.len()];
        self.formulas.values(
            nodes,
            self.orders[type_index].iter().copied(),
            &mut values,
            |formulas, leaf| match leaf {
                Node::Variable(p) => open(formulas, fixed, *p),
                Node::Parameter(p) => Lit::from(bit(row, *p)),
                _ => FALSE,
            },
        );
        values
    }

    /// What an experiment answers.
    fn answer(&mut self, type_index: TypeIndex, row: &[u64]) -> Vec<Shown> {
        let engine = self.situation.engine;
        let answer = &engine.program.types[type_index].answer;
        let values = self.ground(type_index, row);
        let read = |lit: Lit| values[lit.node()] ^ lit.is_negated();
        let mut facts = Vec::new();
        let mut fact = |colour, terms| facts.push(Shown { colour, terms, part_of: None });
        match answer.final_component.map(|last| &answer.components[last]) {
            Some(Component::Cases(lits)) => match read(lits[1]) {
                lit @ (FALSE | TRUE) => fact(Colour::Always(lit == TRUE), Vec::new()),
                lit => fact(Colour::Final, vec![(1, lit)]),
            },
            _ => fact(Colour::Always(engine.always_final(type_index)), Vec::new()),
        }
        for (number, component) in answer.components.iter().enumerate() {
            if answer.final_component == Some(number) {
                continue; // the others decide it
            }
            match component {
                Component::Cases(lits) => {
                    let mut open: Vec<Lit> = lits.iter().map(|&lit| read(lit)).filter(|&lit| lit != FALSE).collect();
                    open.sort_unstable();
                    if !open.contains(&TRUE) {
                        fact(Colour::Cases, open.into_iter().map(|lit| (1, lit)).collect());
                    }
                }
                Component::Sum(lin) => {
                    let terms = lin.terms.iter().map(|&(weight, lit)| (weight, read(lit)));
                    let (_, terms) = linear(terms);
                    if !terms.is_empty() {
                        fact(Colour::Sum, terms);
                    }
                }
            }
        }
        facts
    }

    /// The parts of classes of interchangeable symbols within which swapping two carries what is known to itself.
    pub fn classes(&mut self, class: &[u32]) -> Result<Vec<u32>> {
        let nodes = self.formulas.nodes.clone();
        let lits: Vec<Lit> = self.known.iter().flat_map(|fact| fact.terms.iter().map(|term| term.1)).collect();
        let order = below(&nodes, lits);
        let known = self.told(|lit| lit);
        let mut firsts: Vec<u32> = Vec::new();
        let mut parts = Vec::with_capacity(class.len());
        for symbol in 0..class.len().to_u32() {
            self.situation.control.poll()?;
            let mut alike = firsts.iter().copied().filter(|&first| class[first.index()] == class[symbol.index()]);
            let found = alike.find(|&first| match self.swaps(first, symbol) {
                None => false,
                Some(swaps) if swaps.is_empty() => true,
                Some(swaps) => {
                    let mut images = vec![FALSE; nodes.len()];
                    self.formulas.values(&nodes, order.iter().copied(), &mut images, |formulas, leaf| match leaf {
                        Node::Variable(p) => formulas.variable(*swaps.get(p).unwrap_or(p)),
                        _ => FALSE,
                    });
                    self.told(|lit| images[lit.node()] ^ lit.is_negated()) == known
                }
            });
            if found.is_none() {
                firsts.push(symbol);
            }
            parts.push(found.unwrap_or(symbol));
        }
        Ok(parts)
    }

    /// Where open propositions go when two symbols are swapped; `None` when an open and a fixed one change places, or
    /// two of different values.
    fn swaps(&self, a: u32, b: u32) -> Option<HashMap<u32, u32>> {
        let symbols = &self.situation.engine.symbols;
        let pairs = || symbols.propositions(a.index()).iter().zip(symbols.propositions(b.index()));
        if pairs().any(|(&p, &q)| self.fixed[p.index()] != self.fixed[q.index()]) {
            return None;
        }
        let open = pairs().filter(|(&p, _)| self.fixed[p.index()].is_none());
        Some(open.flat_map(|(&p, &q)| [(p, q), (q, p)]).collect())
    }

    /// What is known, how often, with its literals carried elsewhere.
    fn told(&self, image: impl Fn(Lit) -> Lit) -> HashMap<Told, u32> {
        let mut told = HashMap::new();
        for fact in &self.known {
            let mut terms: Vec<(u32, Lit)> = fact.terms.iter().map(|&(weight, lit)| (weight, image(lit))).collect();
            terms.sort_unstable();
            *told.entry((fact.colour, terms, fact.part_of)).or_default() += 1;
        }
        told
    }

    /// The graph of an experiment; `None` when it would have too many vertices.
    pub fn graph(&mut self, type_index: TypeIndex, row: &[u64]) -> Result<Option<Graph>> {
        let answer = self.answer(type_index, row);
        let facts: Vec<&Shown> = self.known.iter().chain(&answer).collect();
        let shown = &self.situation.engine.program.shown;
        let mut drawing =
            Drawing { formulas: &self.formulas, colours: &mut self.colours, made: Vec::new(), edges: Vec::new() };
        drawing.draw(&self.fixed, shown, &facts);
        if drawing.made.len() > MOST_VERTICES {
            return Ok(None);
        }
        Graph::new(drawing.made, drawing.edges).map(Some)
    }
}

/// What a proposition of the secret is: a variable, or its value if this is fixed.
fn open(formulas: &mut Builder, fixed: &[Option<bool>], proposition: u32) -> Lit {
    match fixed[proposition.index()] {
        None => formulas.variable(proposition),
        Some(value) => Lit::from(value),
    }
}

/// A graph being made.
struct Drawing<'a> {
    formulas: &'a Builder,
    colours: &'a mut HashMap<Colour, u32>,
    /// The colour of each vertex.
    made: Vec<u32>,
    edges: Vec<(u32, u32)>,
}

impl Drawing<'_> {
    fn vertex(&mut self, colour: Colour) -> u32 {
        let next = self.colours.len().to_u32();
        self.made.push(*self.colours.entry(colour).or_insert(next));
        self.made.len().to_u32() - 1
    }

    fn draw(&mut self, fixed: &[Option<bool>], shown: &[bool], facts: &[&Shown]) {
        let nodes = &self.formulas.nodes;
        let lits: Vec<Lit> = facts.iter().flat_map(|fact| fact.terms.iter().map(|term| term.1)).collect();
        let order = below(nodes, lits.iter().copied());
        let mut negated = vec![false; nodes.len()];
        let inner = order.iter().flat_map(|&number| nodes[number].children());
        inner.chain(lits).for_each(|lit| negated[lit.node()] |= lit.is_negated());
        // The vertices of each node and of its negation, and its height.
        let mut vertices = vec![(u32::MAX, u32::MAX); nodes.len()];
        let mut heights = vec![0; nodes.len()];
        let mut pairs = HashMap::new();
        for (p, _) in fixed.iter().enumerate().filter(|(_, value)| value.is_none()) {
            let [a, b] = [0; 2].map(|_| self.vertex(Colour::Literal { shown: shown[p] }));
            self.edges.push((a, b));
            pairs.insert(p.to_u32(), (a, b));
        }
        for number in order {
            if let Node::Variable(p) = &nodes[number] {
                vertices[number] = pairs[p];
                continue;
            }
            let height = 1 + nodes[number].children().map(|lit| heights[lit.node()]).max().unwrap_or(0);
            heights[number] = height;
            let read = |lit: Lit| match lit.is_negated() {
                false => vertices[lit.node()].0,
                true => vertices[lit.node()].1,
            };
            let this = match &nodes[number] {
                Node::And(parts) => {
                    let this = self.vertex(Colour::And { height });
                    self.edges.extend(parts.iter().map(|&lit| (this, read(lit))));
                    this
                }
                Node::Xor(a, b) => {
                    let this = self.vertex(Colour::Xor { height });
                    self.edges.extend([(this, read(*a)), (this, read(*b))]);
                    this
                }
                Node::Ite(c, a, b) => {
                    let this = self.vertex(Colour::Ite { height });
                    for (&lit, place) in [c, a, b].into_iter().zip(0..) {
                        let branch = self.vertex(Colour::Branch { place, height });
                        self.edges.extend([(this, branch), (branch, read(lit))]);
                    }
                    this
                }
                Node::Ge(least, terms) => {
                    let this = self.vertex(Colour::Ge { least: *least, height });
                    let terms: Vec<(u32, u32)> = terms.iter().map(|&(weight, lit)| (weight, read(lit))).collect();
                    self.join(this, &terms, height);
                    this
                }
                Node::Const | Node::Variable(_) | Node::Parameter(_) => continue, // folded, or done
            };
            vertices[number].0 = this;
            if negated[number] {
                let other = self.vertex(Colour::Negation { height });
                self.edges.push((this, other));
                vertices[number].1 = other;
            }
        }
        let mut places = Vec::with_capacity(facts.len());
        for fact in facts {
            let this = self.vertex(fact.colour);
            places.push(this);
            self.edges.extend(fact.part_of.map(|whole| (this, places[whole])));
            let read = |&(weight, lit): &(u32, Lit)| match lit.is_negated() {
                false => (weight, vertices[lit.node()].0),
                true => (weight, vertices[lit.node()].1),
            };
            let terms: Vec<(u32, u32)> = fact.terms.iter().map(read).collect();
            self.join(this, &terms, TOP);
        }
    }

    /// Joins a vertex to others, by a vertex for the weight where it is not 1.
    fn join(&mut self, this: u32, terms: &[(u32, u32)], height: u32) {
        for &(weight, other) in terms {
            if weight == 1 {
                self.edges.push((this, other));
            } else {
                let between = self.vertex(Colour::Weight { weight, height });
                self.edges.extend([(this, between), (between, other)]);
            }
        }
    }
}
