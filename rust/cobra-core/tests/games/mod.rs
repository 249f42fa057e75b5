//! Small games for tests and examples, built straight as programs, one after the other: a long list.
#![allow(dead_code)] // each user needs some of them

use std::collections::{BTreeMap, HashMap};

use std::sync::atomic::AtomicBool;

use cobra_core::bits::BitTable;
use cobra_core::evaluate::{Criterion, Evaluator, Prepared, Query, Scratch, Survey};
use cobra_core::program::*;
use cobra_core::{CodeId, NodeId, OutcomeId};

/// A growing graph; the builders simplify as the front end's do.
pub struct Dag {
    pub nodes: Vec<Node>,
    ids: HashMap<Node, NodeId>,
}

impl Default for Dag {
    fn default() -> Self {
        Dag { nodes: vec![Node::Const], ids: HashMap::from([(Node::Const, NodeId::new(0))]) }
    }
}

impl Dag {
    pub fn make(&mut self, node: Node) -> Lit {
        let next = NodeId::at(self.nodes.len());
        let id = *self.ids.entry(node.clone()).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        Lit::of(id)
    }

    pub fn variable(&mut self, index: u32) -> Lit {
        self.make(Node::Variable(index))
    }

    pub fn parameter(&mut self, index: u32) -> Lit {
        self.make(Node::Parameter(index))
    }

    pub fn and(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let mut stack: Vec<Lit> = lits.into_iter().collect();
        let mut flat = Vec::new();
        while let Some(lit) = stack.pop() {
            match &self.nodes[lit.node()] {
                Node::And(args) if !lit.is_negated() => stack.extend(args),
                _ => flat.push(lit),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        flat.retain(|&lit| lit != TRUE);
        if flat.first() == Some(&FALSE) || flat.windows(2).any(|pair| !pair[0] == pair[1]) {
            return FALSE;
        }
        match flat.len() {
            0 => TRUE,
            1 => flat[0],
            _ => self.make(Node::And(flat)),
        }
    }

    pub fn or(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        !self.and(lits.into_iter().map(|lit| !lit))
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let sign = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive().min(b.positive()), a.positive().max(b.positive()));
        match (a, b) {
            (FALSE, b) => b ^ sign,
            (a, b) if a == b => Lit::from(sign),
            (a, b) => self.make(Node::Xor(a, b)) ^ sign,
        }
    }

    pub fn ite(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if c.is_constant() || a.is_constant() || b.is_constant() || a.node() == b.node() {
            let (yes, no) = (self.and([c, a]), self.and([!c, b]));
            return self.or([yes, no]);
        }
        self.make(Node::Ite(c, a, b))
    }

    pub fn at_least(&mut self, value: &Lin, k: i64) -> Lit {
        let need = k - value.constant;
        let total: i64 = value.terms.iter().map(|term| i64::from(term.0)).sum();
        if need <= 0 {
            return TRUE;
        }
        if need > total {
            return FALSE;
        }
        let least = value.terms.iter().map(|term| i64::from(term.0)).min().unwrap_or(0);
        let lits: Vec<Lit> = value.terms.iter().map(|term| term.1).collect();
        if need <= least {
            return self.or(lits);
        }
        if total - need < least {
            return self.and(lits);
        }
        let terms = value.terms.iter().map(|&(weight, lit)| (weight.min(need as u32), lit)).collect();
        self.make(Node::Ge(need as u32, terms))
    }
}

/// Normalises `constant + Σ weight·literal`, weights of any sign.
pub fn lin(mut constant: i64, terms: impl IntoIterator<Item = (i64, Lit)>) -> Lin {
    let mut weights: BTreeMap<Lit, i64> = BTreeMap::new();
    for (mut weight, lit) in terms {
        if lit.is_negated() {
            constant += weight;
            weight = -weight;
        }
        if !lit.is_constant() {
            *weights.entry(lit.positive()).or_default() += weight;
        }
    }
    let mut normal = Vec::new();
    for (lit, weight) in weights {
        if weight > 0 {
            normal.push((weight as u32, lit));
        } else if weight < 0 {
            constant += weight;
            normal.push((-weight as u32, !lit));
        }
    }
    Lin { constant, terms: normal }
}

/// A game of one experiment type with all its codes and experiments.
pub struct Game {
    pub program: Program,
    pub codes: BitTable,
    pub experiments: BitTable,
}

fn symbols(slots: u32, symbols: u32) -> Space {
    Space {
        slots: (0..slots).map(|slot| Slot { kind: SlotKind::Symbol { symbols }, first: slot * symbols }).collect(),
        propositions: slots * symbols,
        ..Space::default()
    }
}

pub fn program(
    dag: Dag,
    codes: Space,
    experiments: Space,
    components: Vec<Component>,
    final_: Option<Lit>,
) -> Program {
    let mut components = components;
    let final_component = final_.map(|lit| {
        components.push(Component::Cases(vec![!lit, lit]));
        components.len() - 1
    });
    Program {
        nodes: dag.nodes,
        shown: vec![true; codes.propositions as usize],
        codes,
        types: vec![ExperimentType { space: experiments, answer: Answer { components, final_component } }],
        ending: Ending::Hit,
        goal: Vec::new(),
        weight: None,
        groups: Vec::new(),
        slot_groups: Vec::new(),
        standing: None,
        unseen: None,
    }
}

/// All rows of `slots` symbols in lexicographic order, filtered.
pub fn rows(slots: u32, symbols: u32, keep: impl Fn(&[u32]) -> bool) -> Vec<Vec<u32>> {
    let count = u64::from(symbols).pow(slots);
    let row = |number: u64| -> Vec<u32> {
        (0..slots).rev().map(|place| (number / u64::from(symbols).pow(place) % u64::from(symbols)) as u32).collect()
    };
    (0..count).map(row).filter(|row| keep(row)).collect()
}

pub fn one_hot(rows: &[Vec<u32>], symbols: u32) -> BitTable {
    let slots = rows.first().map_or(0, Vec::len);
    let mut table = BitTable::new(rows.len(), slots * symbols as usize);
    for (number, row) in rows.iter().enumerate() {
        for (slot, &symbol) in row.iter().enumerate() {
            table.set(number, slot * symbols as usize + symbol as usize);
        }
    }
    table
}

pub fn is_distinct(row: &[u32]) -> bool {
    (0..row.len()).all(|i| !row[i + 1..].contains(&row[i]))
}

/// `OR_v variable(x + v) & parameter(p + v)`.
fn equal(dag: &mut Dag, x: u32, p: u32, symbols: u32) -> Lit {
    let products: Vec<Lit> = (0..symbols)
        .map(|v| {
            let (x, p) = (dag.variable(x + v), dag.parameter(p + v));
            dag.and([x, p])
        })
        .collect();
    dag.or(products)
}

/// Pegs right in place and, unless `black_only`, right in colour only.
pub fn mastermind(pegs: u32, colours: u32, distinct: bool, black_only: bool) -> Game {
    let mut dag = Dag::default();
    let hits: Vec<Lit> = (0..pegs).map(|i| equal(&mut dag, i * colours, i * colours, colours)).collect();
    let mut components = vec![Component::Sum(lin(0, hits.iter().map(|&lit| (1, lit))))];
    let mut terms: Vec<(i64, Lit)> = hits.iter().map(|&lit| (-1, lit)).collect();
    for colour in 0..colours {
        let in_code: Vec<(i64, Lit)> = (0..pegs).map(|i| (1, dag.variable(i * colours + colour))).collect();
        let in_guess: Vec<(i64, Lit)> = (0..pegs).map(|i| (1, dag.parameter(i * colours + colour))).collect();
        for k in 1..=i64::from(pegs) {
            let code = dag.at_least(&lin(0, in_code.clone()), k);
            let guess = dag.at_least(&lin(0, in_guess.clone()), k);
            terms.push((1, dag.and([code, guess])));
        }
    }
    if !black_only {
        components.push(Component::Sum(lin(0, terms)));
    }
    let final_ = dag.and(hits);
    let keep = |row: &[u32]| !distinct || is_distinct(row);
    let table = one_hot(&rows(pegs, colours, keep), colours);
    Game {
        program: program(dag, symbols(pegs, colours), symbols(pegs, colours), components, Some(final_)),
        codes: table.clone(),
        experiments: table,
    }
}

/// The same answer as one case for each pair of counts (disjunctive normal form).
pub fn mastermind_cases(pegs: u32, colours: u32) -> Game {
    let game = mastermind(pegs, colours, false, false);
    let mut dag = Dag::default();
    for node in &game.program.nodes[1..] {
        dag.make(node.clone());
    }
    let mut cases = Vec::new();
    let [Component::Sum(black), Component::Sum(white), ..] = &game.program.types[0].answer.components[..] else {
        panic!("two sums");
    };
    for b in 0..=i64::from(pegs) {
        for w in 0..=i64::from(pegs) - b {
            if (b, w) != (i64::from(pegs) - 1, 1) {
                let parts = [
                    dag.at_least(black, b),
                    !dag.at_least(black, b + 1),
                    dag.at_least(white, w),
                    !dag.at_least(white, w + 1),
                ];
                cases.push(dag.and(parts));
            }
        }
    }
    let final_ = cases[cases.len() - 1];
    let space = symbols(pegs, colours);
    Game {
        program: program(dag, space.clone(), space, vec![Component::Cases(cases)], Some(final_)),
        codes: game.codes,
        experiments: game.experiments,
    }
}

/// A table of answers by chance, of which each experiment's column has some. The first is that of the experiment that is the
/// code, which is final.
pub fn table(codes: u32, experiments: u32, answers: u32, seed: u64) -> Game {
    let (mut dag, mut random) = (Dag::default(), Random(seed));
    let mut products = vec![Vec::new(); answers as usize];
    for experiment in 0..experiments {
        let allowed: Vec<u32> = (1..answers).filter(|&answer| answer == 1 || random.below(2) == 0).collect();
        let mut column = vec![Vec::new(); answers as usize];
        for code in 0..codes {
            let answer = if code == experiment { 0 } else { allowed[random.below(allowed.len())] };
            column[answer as usize].push(dag.variable(code));
        }
        for (products, rows) in products.iter_mut().zip(column) {
            let (row, what) = (dag.or(rows), dag.parameter(experiment));
            products.push(dag.and([row, what]));
        }
    }
    let cases = products.into_iter().map(|products| dag.or(products)).collect();
    let final_ = equal(&mut dag, 0, 0, codes.min(experiments));
    Game {
        program: program(
            dag,
            symbols(1, codes),
            symbols(1, experiments),
            vec![Component::Cases(cases)],
            Some(final_),
        ),
        codes: one_hot(&rows(1, codes, |_| true), codes),
        experiments: one_hot(&rows(1, experiments, |_| true), experiments),
    }
}

/// One of `coins` is lighter or heavier; an experiment lays `pan` coins on each side.
pub fn coins(coins: u32, pan: u32) -> Game {
    let mut dag = Dag::default();
    let heavy = dag.variable(coins);
    let side = |dag: &mut Dag, first: u32| {
        let on: Vec<Lit> = (0..coins)
            .map(|coin| {
                let (fake, laid) = (dag.variable(coin), dag.parameter(first + coin));
                dag.and([fake, laid])
            })
            .collect();
        dag.or(on)
    };
    let (left, right) = (side(&mut dag, 0), side(&mut dag, coins));
    let left_down = dag.ite(heavy, left, right);
    let right_down = dag.ite(heavy, right, left);
    let even = dag.and([!left, !right]);
    let mut codes = BitTable::new(2 * coins as usize, coins as usize + 1);
    for coin in 0..coins as usize {
        codes.set(2 * coin, coin);
        codes.set(2 * coin, coins as usize);
        codes.set(2 * coin + 1, coin);
    }
    let choices =
        rows(coins, 3, |row| (1..3).all(|side| row.iter().filter(|&&symbol| symbol == side).count() == pan as usize));
    let mut experiments = BitTable::new(choices.len(), 2 * coins as usize);
    for (number, row) in choices.iter().enumerate() {
        for (coin, &side) in row.iter().enumerate().filter(|coin| *coin.1 > 0) {
            experiments.set(number, (side as usize - 1) * coins as usize + coin);
        }
    }
    let mut space = symbols(1, coins);
    space.slots.push(Slot { kind: SlotKind::Bool, first: coins });
    space.propositions = coins + 1;
    let set = |first| Slot { kind: SlotKind::Set { symbols: coins, min: pan, max: pan }, first };
    let pans = Space { slots: vec![set(0), set(coins)], propositions: 2 * coins, ..Space::default() };
    let cases = Component::Cases(vec![left_down, even, right_down]);
    Game { program: program(dag, space, pans, vec![cases], None), codes, experiments }
}

/// Words of `length` letters: for each place 2 if right, 1 if elsewhere among the letters not right, else 0.
pub fn words(length: u32, letters: u32, words: &[Vec<u32>], guesses: &[Vec<u32>]) -> Game {
    let mut dag = Dag::default();
    let right: Vec<Lit> = (0..length).map(|i| equal(&mut dag, i * letters, i * letters, letters)).collect();
    let mut components = Vec::new();
    for i in 0..length {
        // the letter of guess place i stands k times among the places not right, and fewer than k times before i
        let mut present = Vec::new();
        for letter in 0..letters {
            let here = dag.parameter(i * letters + letter);
            let free: Vec<(i64, Lit)> = (0..length)
                .map(|j| {
                    let x = dag.variable(j * letters + letter);
                    (1, dag.and([x, !right[j as usize]]))
                })
                .collect();
            let before: Vec<(i64, Lit)> = (0..i)
                .map(|j| {
                    let p = dag.parameter(j * letters + letter);
                    (1, dag.and([p, !right[j as usize]]))
                })
                .collect();
            // free > before
            let difference = lin(0, free.into_iter().chain(before.into_iter().map(|(w, lit)| (-w, lit))));
            let more = dag.at_least(&difference, 1);
            present.push(dag.and([here, more]));
        }
        let any = dag.or(present);
        let elsewhere = dag.and([any, !right[i as usize]]);
        let nowhere = dag.and([!any, !right[i as usize]]);
        components.push(Component::Cases(vec![nowhere, elsewhere, right[i as usize]]));
    }
    let final_ = dag.and(right);
    Game {
        program: program(dag, symbols(length, letters), symbols(length, letters), components, Some(final_)),
        codes: one_hot(words, letters),
        experiments: one_hot(guesses, letters),
    }
}

/// A game with only some of its codes and experiments, evenly spread.
pub fn thin(game: Game, codes: usize, experiments: usize) -> Game {
    let some = |table: &BitTable, keep: usize| {
        let mut thinned = BitTable::new(keep, table.columns());
        for row in 0..keep {
            for column in 0..table.columns() {
                if table.get(row * table.rows() / keep, column) {
                    thinned.set(row, column);
                }
            }
        }
        thinned
    };
    Game { codes: some(&game.codes, codes), experiments: some(&game.experiments, experiments), ..game }
}

/// Plays a one-step strategy against all codes, an experiment with a final outcome preferred, then the first: sum of the
/// lengths of all plays (one more for a code that is known but not yet answered finally), and number of states.
pub fn greedy(evaluator: &Evaluator, prepared: &Prepared, criterion: Criterion) -> (usize, usize) {
    let (mut scratch, stop) = (Scratch::default(), AtomicBool::new(false));
    let query = Query { criterion, prefer_final: true, consistent_only: false, bound: None };
    let mut stack = vec![(CodeId::first(evaluator.codes()).collect::<Vec<_>>(), 0, false)];
    let (mut total, mut states) = (0, 0);
    let mut outcomes = Vec::new();
    while let Some((state, depth, is_final)) = stack.pop() {
        if state.len() == 1 {
            total += depth + usize::from(!is_final);
            continue;
        }
        states += 1;
        let survey = Survey { prepared, state: &state, query, stop: &stop };
        let Some(best) = evaluator.scan(&survey, &mut scratch) else {
            total += depth * state.len();
            continue;
        };
        evaluator.partition(prepared, &mut scratch, best.experiment, &state, &mut outcomes);
        let mut members: Vec<(OutcomeId, CodeId)> = outcomes.iter().copied().zip(state).collect();
        members.sort_unstable();
        for cell in members.chunk_by(|a, b| a.0 == b.0) {
            let codes = cell.iter().map(|member| member.1).collect();
            stack.push((codes, depth + 1, evaluator.is_final(cell[0].0)));
        }
    }
    (total, states)
}

/// A small generator of pseudo-random numbers (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }
}

/// A random game: a random graph over one-hot slots and free propositions of both sides.
pub fn random_game(seed: u64) -> Game {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut dag = Dag::default();
    let mut lits = vec![TRUE];
    let space = |random: &mut Random| {
        let mut space = Space::default();
        for _ in 0..1 + random.below(3) {
            let (kind, width) = match random.below(3) {
                0 => (SlotKind::Bool, 1),
                1 => (SlotKind::Symbol { symbols: 3 }, 3),
                _ => (SlotKind::Set { symbols: 2, min: 0, max: 2 }, 2),
            };
            space.slots.push(Slot { kind, first: space.propositions });
            space.propositions += width;
        }
        space
    };
    let (codes, experiments) = (space(&mut random), space(&mut random));
    lits.extend((0..codes.propositions).map(|index| dag.variable(index)));
    lits.extend((0..experiments.propositions).map(|index| dag.parameter(index)));
    for _ in 0..2 + random.below(14) {
        let pick = |random: &mut Random| lits[random.below(lits.len())] ^ (random.below(2) == 1);
        let arguments: Vec<Lit> = (0..2 + random.below(5)).map(|_| pick(&mut random)).collect();
        let lit = match random.below(6) {
            0 => dag.and(arguments),
            1 => dag.or(arguments),
            2 => dag.xor(arguments[0], arguments[1]),
            3 => {
                let third = pick(&mut random);
                dag.ite(third, arguments[0], arguments[1])
            }
            4 if experiments.propositions >= 3 && codes.propositions >= 3 => {
                // as "code[i] = g[j]", exclusive or not
                let x = random.below(codes.propositions as usize - 2) as u32;
                let p = random.below(experiments.propositions as usize - 2) as u32;
                equal(&mut dag, x, p, 2 + random.below(2) as u32)
            }
            _ => {
                let terms: Vec<(i64, Lit)> = arguments.iter().map(|&lit| (random.below(7) as i64 - 3, lit)).collect();
                let value = lin(random.below(5) as i64 - 2, terms);
                dag.at_least(&value, random.below(6) as i64 - 1)
            }
        };
        lits.push(lit);
    }
    let mut components = Vec::new();
    let mut outcomes = 1;
    for _ in 0..1 + random.below(4) {
        let pick = |random: &mut Random| lits[random.below(lits.len())] ^ (random.below(2) == 1);
        let component = if random.below(3) == 0 {
            let (a, b) = (pick(&mut random), pick(&mut random));
            Component::Cases(vec![dag.and([a, b]), dag.and([a, !b]), !a])
        } else {
            let most = [1, 3, 9][random.below(3)];
            let count = 1 + random.below(8);
            let terms: Vec<(i64, Lit)> =
                (0..count).map(|_| (random.below(2 * most + 1) as i64 - most as i64, pick(&mut random))).collect();
            Component::Sum(lin(random.below(9) as i64 - 4, terms))
        };
        if outcomes * component.size() <= 1 << 15 {
            outcomes *= component.size();
            components.push(component);
        }
    }
    // a final component that the others decide: one of their digits has a certain value
    let final_ = match (random.below(2), components.first()) {
        (0, Some(Component::Cases(lits))) => Some(lits[1]),
        (0, Some(Component::Sum(value))) => {
            let value = value.clone();
            let k = value.constant + random.below(4) as i64;
            let (least, more) = (dag.at_least(&value, k), dag.at_least(&value, k + 1));
            Some(dag.and([least, !more]))
        }
        _ => None,
    };
    let table = |space: &Space, random: &mut Random| {
        let rows = 1 + random.below(100);
        let mut table = BitTable::new(rows, space.propositions as usize);
        for row in 0..rows {
            for slot in &space.slots {
                match slot.kind {
                    SlotKind::Symbol { symbols } => {
                        table.set(row, slot.first as usize + random.below(symbols as usize))
                    }
                    SlotKind::Bool if random.below(2) == 0 => table.set(row, slot.first as usize),
                    SlotKind::Set { symbols, .. } => {
                        for symbol in 0..symbols as usize {
                            if random.below(2) == 0 {
                                table.set(row, slot.first as usize + symbol);
                            }
                        }
                    }
                    SlotKind::Bool => {}
                }
            }
        }
        table
    };
    let (code_table, experiment_table) = (table(&codes, &mut random), table(&experiments, &mut random));
    Game {
        program: program(dag, codes, experiments, components, final_),
        codes: code_table,
        experiments: experiment_table,
    }
}
