//! Games of a small world, and everything about them by definition: lists by trying all, plays by the rules.

pub mod world;

use std::collections::BTreeMap;

use cobra_core::program::{
    Answer, Component, Ending, ExperimentType, Lin, Lit, Node, Program, Slot, SlotKind, Space, SymbolGroup, Table,
    FALSE, TRUE,
};
use cobra_core::{NodeId, SlotId};

/// What tests draw from: splitmix64 (they must not depend on the generator they test), or bytes that a fuzzer chose.
pub enum Random<'a> {
    Seeded(u64),
    /// Each draw takes as many bytes as its bound has; where none are left it is 0, so that fewer bytes are a simpler case.
    Chosen(&'a [u8]),
}

impl Random<'_> {
    pub fn below(&mut self, bound: usize) -> usize {
        let drawn = match self {
            Random::Seeded(state) => {
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut z = *state;
                z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                z ^ (z >> 31)
            }
            Random::Chosen(bytes) => {
                let size = if bound > 1 { 1 + (bound - 1).ilog2() as usize / 8 } else { 0 };
                let (taken, left) = bytes.split_at(size.min(bytes.len()));
                *bytes = left;
                taken.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
            }
        };
        (drawn % bound as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

/// Nodes being gathered.
pub struct Graph(pub Vec<Node>);

impl Graph {
    pub fn new() -> Self {
        Graph(vec![Node::Const])
    }

    pub fn add(&mut self, node: Node) -> Lit {
        let place = self.0.iter().position(|known| *known == node).unwrap_or(self.0.len());
        if place == self.0.len() {
            self.0.push(node);
        }
        Lit::of(NodeId::at(place))
    }

    pub fn and(&mut self, mut lits: Vec<Lit>) -> Lit {
        lits.sort_unstable();
        lits.dedup();
        match lits.as_slice() {
            [] => TRUE,
            [one] => *one,
            _ => self.add(Node::And(lits)),
        }
    }

    pub fn or(&mut self, lits: Vec<Lit>) -> Lit {
        !self.and(lits.into_iter().map(|lit| !lit).collect())
    }

    /// A random formula over leaves, `depth` operators deep.
    pub fn random(&mut self, random: &mut Random, leaves: &[Lit], depth: usize) -> Lit {
        if depth == 0 || leaves.is_empty() {
            return leaves.get(random.below(leaves.len().max(1))).copied().unwrap_or(FALSE) ^ (random.below(2) == 1);
        }
        let parts: Vec<Lit> = (0..2 + random.below(3)).map(|_| self.random(random, leaves, depth - 1)).collect();
        let lit = match random.below(5) {
            0 => self.and(parts),
            1 => self.or(parts),
            2 => self.add(Node::Xor(parts[0], parts[1])),
            3 => self.add(Node::Ite(parts[0], parts[1], *parts.last().unwrap())),
            _ => {
                let mut nodes: Vec<Lit> =
                    parts.iter().map(|&lit| lit.positive()).filter(|&lit| !lit.is_constant()).collect();
                nodes.sort_unstable();
                nodes.dedup();
                let mut term = |lit| (1 + random.below(3) as u32, lit ^ (random.below(2) == 1));
                let terms: Vec<(u32, Lit)> = nodes.into_iter().map(&mut term).collect();
                self.add(Node::Ge(1 + random.below(5) as u32, terms))
            }
        };
        lit ^ (random.below(2) == 1)
    }
}

/// Values of all nodes for one code and one experiment, given by their true propositions.
pub fn evaluate(nodes: &[Node], code: &[bool], experiment: &[bool]) -> Vec<bool> {
    let mut values: Vec<bool> = Vec::new();
    for node in nodes {
        let read = |lit: Lit| values[lit.node()] != lit.is_negated();
        let value = match node {
            Node::Const => false,
            Node::Variable(p) => code.get(*p as usize) == Some(&true),
            Node::Parameter(p) => experiment.get(*p as usize) == Some(&true),
            Node::And(lits) => lits.iter().all(|&lit| read(lit)),
            Node::Xor(a, b) => read(*a) != read(*b),
            Node::Ite(c, a, b) => read(if read(*c) { *a } else { *b }),
            Node::Ge(k, terms) => terms.iter().filter(|t| read(t.1)).map(|t| t.0).sum::<u32>() >= *k,
        };
        values.push(value);
    }
    values
}

pub fn outcome(program: &Program, components: &[Component], code: &[bool], experiment: &[bool]) -> u64 {
    let values = evaluate(&program.nodes, code, experiment);
    let read = |lit: Lit| values[lit.node()] != lit.is_negated();
    components.iter().fold(0, |number, component| {
        let digit = match component {
            Component::Sum(lin) => lin.terms.iter().filter(|t| read(t.1)).map(|t| u64::from(t.0)).sum(),
            Component::Cases(lits) => lits.iter().position(|&lit| read(lit)).unwrap() as u64,
        };
        number * component.size() + digit
    })
}

/// All assignments of a space in order, as truth values of the propositions.
pub fn assignments(nodes: &[Node], space: &Space, of_codes: bool) -> Vec<Vec<bool>> {
    let mut filled = vec![vec![None; space.slots.len()]];
    for slot in SlotId::first(space.slots.len()) {
        let table = space.tables.iter().find(|table| table.slots.contains(&slot));
        filled = filled
            .into_iter()
            .flat_map(|partial: Vec<Option<Vec<u32>>>| match table {
                _ if partial[slot].is_some() => vec![partial],
                None => values(&space.slots[slot]).into_iter().map(|v| with(&partial, slot, v)).collect(),
                Some(table) => table
                    .rows
                    .chunks(table.slots.len())
                    .map(|row| {
                        let pairs = table.slots.iter().zip(row);
                        pairs.fold(partial.clone(), |partial, (&s, &a)| with(&partial, s, vec![a]))
                    })
                    .collect(),
            })
            .collect();
    }
    let truth = |partial: Vec<Option<Vec<u32>>>| {
        let mut row = vec![false; space.propositions as usize];
        for (slot, members) in space.slots.iter().zip(&partial) {
            members.iter().flatten().for_each(|a| row[(slot.first + a) as usize] = true);
        }
        row
    };
    let symbol = |row: &[bool], slot: SlotId| {
        let slot = &space.slots[slot];
        (0..width(slot)).position(|a| row[(slot.first + a) as usize])
    };
    let fits = |row: &Vec<bool>| {
        let differ = |group: &Vec<SlotId>| {
            let mut symbols: Vec<_> = group.iter().map(|&slot| symbol(row, slot)).collect();
            symbols.sort_unstable();
            symbols.windows(2).all(|pair| pair[0] != pair[1])
        };
        let values = if of_codes { evaluate(nodes, row, &[]) } else { evaluate(nodes, &[], row) };
        space.distinct.iter().all(differ)
            && space.constraints.iter().all(|&lit| values[lit.node()] != lit.is_negated())
    };
    filled.into_iter().map(truth).filter(fits).collect()
}

fn with(partial: &[Option<Vec<u32>>], slot: SlotId, value: Vec<u32>) -> Vec<Option<Vec<u32>>> {
    let mut copy = partial.to_vec();
    copy[slot] = Some(value);
    copy
}

pub fn width(slot: &Slot) -> u32 {
    match slot.kind {
        SlotKind::Bool => 1,
        SlotKind::Symbol { symbols } | SlotKind::Set { symbols, .. } => symbols,
    }
}

/// The values of a slot in order, each as the positions of its true propositions.
pub fn values(slot: &Slot) -> Vec<Vec<u32>> {
    match slot.kind {
        SlotKind::Bool => vec![vec![0], vec![]],
        SlotKind::Symbol { symbols } => (0..symbols).map(|a| vec![a]).collect(),
        SlotKind::Set { symbols, min, max } => {
            let members = |mask: u32| (0..symbols).filter(|a| mask >> a & 1 != 0).collect::<Vec<u32>>();
            let mut sets: Vec<Vec<u32>> = (0..1 << symbols).map(members).collect();
            sets.retain(|set| (min..=max).contains(&(set.len() as u32)));
            sets.sort_by_key(|set| (set.len(), set.clone()));
            sets
        }
    }
}

/// A random space of few propositions; constraints are added by the caller.
pub fn random_space(random: &mut Random) -> Space {
    let mut space = Space::default();
    for _ in 0..1 + random.below(3) {
        let symbols = 2 + random.below(3) as u32;
        let min = random.below(3) as u32;
        let kind = match random.below(4) {
            0 => SlotKind::Bool,
            1 => SlotKind::Set { symbols, min: min.min(symbols), max: symbols.min(min + random.below(3) as u32) },
            _ => SlotKind::Symbol { symbols },
        };
        let slot = Slot { kind, first: space.propositions };
        space.propositions += width(&slot);
        space.slots.push(slot);
    }
    let symbols: Vec<SlotId> = SlotId::first(space.slots.len())
        .filter(|&slot| matches!(space.slots[slot].kind, SlotKind::Symbol { .. }))
        .collect();
    if symbols.len() > 1 && random.chance(3) {
        space.distinct.push(symbols.clone());
    }
    if !symbols.is_empty() && random.chance(4) {
        let slots = symbols[random.below(symbols.len())..].to_vec();
        let mut rows: Vec<Vec<u32>> = Vec::new();
        for _ in 0..1 + random.below(5) {
            let row = slots.iter().map(|&slot| random.below(width(&space.slots[slot]) as usize) as u32);
            let row: Vec<u32> = row.collect();
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        space.tables.push(Table { slots, rows: rows.concat() });
    }
    space
}

/// A component with random parts: a sum, two cases or three.
pub fn random_component(graph: &mut Graph, random: &mut Random, leaves: &[Lit]) -> Component {
    match random.below(3) {
        0 => {
            let mut terms: BTreeMap<Lit, u32> = BTreeMap::new();
            for _ in 0..1 + random.below(3) {
                let lit = graph.random(random, leaves, 1);
                if !lit.is_constant() && !terms.contains_key(&(!lit)) {
                    terms.insert(lit, 1 + random.below(2) as u32);
                }
            }
            let terms = terms.into_iter().map(|(lit, weight)| (weight, lit)).collect();
            Component::Sum(Lin { constant: random.below(3) as i64 - 1, terms })
        }
        1 => {
            let lit = graph.random(random, leaves, 2);
            Component::Cases(vec![lit, !lit])
        }
        _ => {
            let (a, b) = (graph.random(random, leaves, 1), graph.random(random, leaves, 2));
            let (second, third) = (graph.and(vec![!a, b]), graph.and(vec![!a, !b]));
            Component::Cases(vec![a, second, third])
        }
    }
}

/// The variables, or the parameters, as literals.
pub fn leaves(graph: &mut Graph, propositions: u32, of_codes: bool) -> Vec<Lit> {
    (0..propositions).map(|p| graph.add(if of_codes { Node::Variable(p) } else { Node::Parameter(p) })).collect()
}

/// Mastermind with the colours as interchangeable symbols: black pegs, and both kinds when `whites`.
pub fn mastermind(pegs: u32, colours: u32, distinct: bool, whites: bool, ending: Ending) -> Program {
    let mut graph = Graph::new();
    let slot = |k: u32| Slot { kind: SlotKind::Symbol { symbols: colours }, first: k * colours };
    let groups = if distinct { vec![(0..pegs).map(SlotId::new).collect()] } else { Vec::new() };
    let space = Space {
        slots: (0..pegs).map(slot).collect(),
        distinct: groups,
        propositions: pegs * colours,
        ..Space::default()
    };
    let code = leaves(&mut graph, pegs * colours, true);
    let guess = leaves(&mut graph, pegs * colours, false);
    let at = |k: u32, c: u32| (k * colours + c) as usize;
    let mut blacks = Vec::new();
    for k in 0..pegs {
        let same = (0..colours).map(|c| graph.and(vec![code[at(k, c)], guess[at(k, c)]])).collect();
        blacks.push(graph.or(same));
    }
    let mut components = vec![Component::Sum(Lin { constant: 0, terms: blacks.iter().map(|&b| (1, b)).collect() })];
    if whites {
        let mut terms = Vec::new();
        for c in 0..colours {
            for rank in 1..=pegs {
                let count = |lits: &[Lit]| Node::Ge(rank, (0..pegs).map(|k| (1, lits[at(k, c)])).collect());
                let (in_code, in_guess) = (graph.add(count(&code)), graph.add(count(&guess)));
                terms.push((1, graph.and(vec![in_code, in_guess])));
            }
        }
        components.push(Component::Sum(Lin { constant: 0, terms }));
    }
    let mut final_component = None;
    if ending == Ending::Hit {
        let all = graph.and(blacks);
        final_component = Some(components.len());
        components.push(Component::Cases(vec![!all, all]));
    }
    let of = |c: u32| (0..pegs).map(|k| k * colours + c).collect();
    let group = SymbolGroup {
        propositions: (0..colours).map(of).collect(),
        slots: vec![vec![Some((0..colours).collect()); pegs as usize]],
    };
    Program {
        nodes: graph.0,
        codes: space.clone(),
        types: vec![ExperimentType { space, answer: Answer { components, final_component } }],
        ending,
        goal: Vec::new(),
        weight: None,
        shown: vec![true; (pegs * colours) as usize],
        groups: vec![group],
        slot_groups: Vec::new(),
        standing: None,
        unseen: None,
    }
}

/// The counterfeit coin: one odd coin of `coins`, lighter or heavier; the sides of the balance are in order.
pub fn coins(coins: u32) -> (Program, Vec<Vec<(SlotId, SlotId)>>) {
    let mut graph = Graph::new();
    let codes = Space {
        slots: vec![
            Slot { kind: SlotKind::Symbol { symbols: coins }, first: 0 },
            Slot { kind: SlotKind::Bool, first: coins },
        ],
        propositions: coins + 1,
        ..Space::default()
    };
    let odd = leaves(&mut graph, coins + 1, true);
    let side = leaves(&mut graph, 2 * coins, false);
    let heavy = odd[coins as usize];
    let within = |graph: &mut Graph, first: u32| {
        let terms = (0..coins).map(|c| graph.and(vec![odd[c as usize], side[(first + c) as usize]])).collect();
        graph.or(terms)
    };
    let (left, right) = (within(&mut graph, 0), within(&mut graph, coins));
    let mut tilt = |l: Lit, r: Lit| {
        let (a, b) = (graph.and(vec![l, heavy]), graph.and(vec![r, !heavy]));
        graph.or(vec![a, b])
    };
    let (down, up) = (tilt(left, right), tilt(right, left));
    let balance = graph.and(vec![!left, !right]);
    let mut constraints = Vec::new();
    let mut first = Vec::new(); // the least member of both sides is on the left
    for c in 0..coins {
        let (l, r) = (side[c as usize], side[(coins + c) as usize]);
        constraints.push(!graph.and(vec![l, r]));
        let earlier = (0..c).flat_map(|d| [!side[d as usize], !side[(coins + d) as usize]]);
        let lits = earlier.chain([l]).collect();
        first.push(graph.and(lits));
    }
    constraints.push(graph.or(first));
    let weigh = |size: u32| {
        let slot = |k: u32| Slot { kind: SlotKind::Set { symbols: coins, min: size, max: size }, first: k * coins };
        let space = Space {
            slots: vec![slot(0), slot(1)],
            constraints: constraints.clone(),
            propositions: 2 * coins,
            ..Space::default()
        };
        let components = vec![Component::Cases(vec![down, up, balance])];
        ExperimentType { space, answer: Answer { components, final_component: None } }
    };
    let types: Vec<ExperimentType> = (1..=coins / 2).map(weigh).collect();
    let group = SymbolGroup {
        propositions: (0..coins).map(|c| vec![c]).collect(),
        slots: vec![vec![Some((0..coins).collect()); 2]; types.len()],
    };
    let swaps = vec![vec![(SlotId::new(0), SlotId::new(1))]; types.len()];
    let program = Program {
        nodes: graph.0,
        codes,
        types,
        ending: Ending::Identify,
        goal: Vec::new(),
        weight: None,
        shown: vec![true; coins as usize + 1],
        groups: vec![group],
        slot_groups: Vec::new(),
        standing: None,
        unseen: None,
    };
    (program, swaps)
}
