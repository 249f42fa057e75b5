//! Which outcomes each code can still give while only some parameters of an experiment are known.
//!
//! The residual of a code (`residual.rs`) is tabulated over three-valued parameters: unknown, true, false. Parameters that the
//! residual treats alike (they occur in the same nodes in the same way) are only counted, so that a sum over k of them
//! takes O(k²) entries, not 3^k. The tables are exact: an entry holds an outcome just when some values of the unknown
//! parameters give it.

use std::collections::HashMap;

use super::residual::Grounder;
use crate::base::bits::BitTable;
use crate::base::convert::{ToIndex, ToU16, ToU32, ToU64, ToU8};
use crate::base::ids::OutcomeId;
use crate::base::limits::{Control, StopReason};
use crate::evaluate::Logarithms;
use crate::formula::evaluate::{Algebra, Truth, LANES};
use crate::formula::node::{Children, Lit, Node};
use crate::formula::residual::{OpenDigit, Residual};
use crate::game::program::{Answer, Program};

/// Most different outcomes; a set of them is a word.
pub(super) const MOST_CELLS: usize = 64;
/// Most entries of the table of one residual, of all of them, most different residuals.
const MOST_ENTRIES: usize = 1 << 13;
const MOST_ENTRIES_IN_ALL: usize = 1 << 19;
const MOST_RESIDUALS: usize = 1 << 10;

/// A parameter that a code depends on, and what knowing it adds to the place in the code's table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub parameter: u32,
    pub if_true: u16,
    pub if_false: u16,
}

/// The possible outcomes of one code, and the one when all unknown parameters are false.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PossibleOutcomes {
    pub possible: u64,
    pub rest: u8,
}

/// The tables of all codes of a game for one answer.
pub(crate) struct Prospects {
    pub(super) entries: Vec<PossibleOutcomes>,
    /// For each code where its table starts: nothing known.
    pub(super) start: Vec<u32>,
    /// For each code the end of its leaves.
    ends: Vec<u32>,
    leaves: Vec<Leaf>,
    /// The outcome number of each cell, and the cells that are final.
    pub(super) outcomes: Vec<OutcomeId>,
    pub(super) finals: u64,
    pub(super) logarithms: Logarithms,
}

impl Prospects {
    /// `None` where the tables would be too large, or the leaves of all codes take more than `memory` bytes.
    pub fn new(
        program: &Program,
        answer: &Answer,
        codes: &BitTable,
        memory: u64,
        control: &Control,
    ) -> Result<Option<Prospects>, StopReason> {
        if answer.outcomes().is_none() {
            return Ok(None);
        }
        let most_leaves = memory / std::mem::size_of::<Leaf>() as u64;
        let mut made = Prospects {
            entries: Vec::new(),
            start: Vec::with_capacity(codes.rows()),
            ends: Vec::with_capacity(codes.rows()),
            leaves: Vec::new(),
            outcomes: Vec::new(),
            finals: 0,
            logarithms: Logarithms::new(codes.rows()),
        };
        let mut grounder = Grounder::new(program, answer);
        let mut tables: HashMap<Residual, (u32, Vec<(u16, u16)>)> = HashMap::new();
        let mut parameters = Vec::new();
        for code in 0..codes.rows() {
            if code % LANES == 0 {
                control.poll()?;
                grounder.load(codes, code / LANES);
            }
            let residual = grounder.residual(code % LANES, &mut parameters);
            if !tables.contains_key(&residual) {
                let Some(table) = made.tabulate(answer, &residual) else { return Ok(None) };
                if tables.len() == MOST_RESIDUALS {
                    return Ok(None);
                }
                tables.insert(residual.clone(), table);
            }
            let (start, steps) = &tables[&residual];
            made.start.push(*start);
            made.leaves.extend(parameters.iter().zip(steps).map(|(&parameter, &(if_true, if_false))| Leaf {
                parameter,
                if_true,
                if_false,
            }));
            made.ends.push(made.leaves.len().to_u32());
            if made.leaves.len().to_u64() > most_leaves {
                return Ok(None);
            }
        }
        Ok(Some(made))
    }

    /// The parameters a code depends on.
    pub(super) fn leaves(&self, code: usize) -> &[Leaf] {
        let start = if code == 0 { 0 } else { self.ends[code - 1] };
        &self.leaves[start.index()..self.ends[code].index()]
    }

    /// Appends the table of a residual; returns its start and the steps of each leaf.
    fn tabulate(&mut self, answer: &Answer, residual: &Residual) -> Option<(u32, Vec<(u16, u16)>)> {
        let kinds = kinds(residual);
        let (mut sizes, mut steps) = (Vec::new(), Vec::new());
        let mut size: usize = 1;
        for kind in &kinds {
            // one parameter: unknown, true, false; more: how many are true, how many are false
            let k = kind.len();
            steps.push(if k == 1 { (size, 2 * size) } else { (size, size * (k + 1)) });
            size = size.checked_mul(if k == 1 { 3 } else { (k + 1) * (k + 1) })?;
            sizes.push(k);
            if size > MOST_ENTRIES || self.entries.len() + size > MOST_ENTRIES_IN_ALL {
                return None;
            }
        }
        let start = self.entries.len();
        self.entries.resize(start + size, PossibleOutcomes::default());
        let (mut leaves, mut values) = (vec![false; residual.leaves.index()], Vec::new());
        for known in knowledge(&sizes) {
            let place: usize =
                start + known.iter().zip(&steps).map(|(&(t, f), step)| t * step.0 + f * step.1).sum::<usize>();
            let open = (0..kinds.len()).find(|&kind| known[kind].0 + known[kind].1 < sizes[kind]);
            self.entries[place] = match open {
                Some(kind) => {
                    let (yes, no) = (self.entries[place + steps[kind].0], self.entries[place + steps[kind].1]);
                    PossibleOutcomes { possible: yes.possible | no.possible, rest: no.rest }
                }
                None => {
                    for (members, &(truths, _)) in kinds.iter().zip(&known) {
                        for (number, &leaf) in members.iter().enumerate() {
                            leaves[leaf.index()] = number < truths;
                        }
                    }
                    let cell = self.cell(answer, outcome(residual, &leaves, &mut values))?;
                    PossibleOutcomes { possible: 1 << cell, rest: cell }
                }
            };
        }
        let mut of_leaf = vec![(0, 0); residual.leaves.index()];
        for (members, step) in kinds.iter().zip(&steps) {
            members.iter().for_each(|&leaf| of_leaf[leaf.index()] = (step.0.to_u16(), step.1.to_u16()));
        }
        Some((start.to_u32(), of_leaf))
    }

    /// The cell of an outcome and its digits.
    fn cell(&mut self, answer: &Answer, digits: Vec<u64>) -> Option<u8> {
        let number = answer.components.iter().zip(&digits).fold(0, |n, (c, digit)| n * c.size() + digit);
        let number = OutcomeId::new(number as u32);
        if let Some(cell) = self.outcomes.iter().position(|&known| known == number) {
            return Some(cell.to_u8());
        }
        let cell = self.outcomes.len();
        if cell == MOST_CELLS {
            return None;
        }
        self.outcomes.push(number);
        if answer.final_component.is_some_and(|last| digits[last] == 1) {
            self.finals |= 1 << cell;
        }
        Some(cell.to_u8())
    }
}

/// The leaves in kinds: members of a kind occur in the same nodes in the same way.
fn kinds(residual: &Residual) -> Vec<Vec<u32>> {
    // where a leaf occurs: node or digit, weight or place, sign
    let mut uses: Vec<Vec<(u64, u64, bool)>> = vec![Vec::new(); residual.leaves.index()];
    let mut note = |user: u64, role: u64, lit: Lit| {
        if let Some(uses) = lit.node().index().checked_sub(1).and_then(|leaf| uses.get_mut(leaf)) {
            uses.push((user, role, lit.is_negated()));
        }
    };
    for (number, node) in residual.nodes.iter().enumerate() {
        let user = 2 * number.to_u64();
        match node {
            Node::Ite(..) => (0..).zip(node.children()).for_each(|(place, lit)| note(user, place, lit)),
            Node::Ge(_, terms) => terms.iter().for_each(|&(weight, lit)| note(user, weight.into(), lit)),
            node => node.children().for_each(|lit| note(user, 0, lit)),
        }
    }
    for (number, digit) in residual.digits.iter().enumerate() {
        let user = 2 * number.to_u64() + 1;
        match digit {
            OpenDigit::Sum(_, terms) | OpenDigit::Cases(terms) => {
                terms.iter().for_each(|&(weight, lit)| note(user, weight.into(), lit));
            }
        }
    }
    let mut kinds: Vec<Vec<u32>> = Vec::new();
    let mut numbers = HashMap::new();
    for (leaf, mut uses) in uses.into_iter().enumerate() {
        uses.sort_unstable();
        let number = *numbers.entry(uses).or_insert(kinds.len());
        if number == kinds.len() {
            kinds.push(Vec::new());
        }
        kinds[number].push(leaf.to_u32());
    }
    kinds
}

/// All (true, false) counts of kinds of these sizes, those with more known ones first.
fn knowledge(sizes: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let mut all: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
    for &size in sizes {
        let counts = || (0..=size).flat_map(|t| (0..=size - t).map(move |f| (t, f)));
        all = all.iter().flat_map(|head| counts().map(|count| [head.as_slice(), &[count]].concat())).collect();
    }
    let known = |counts: &[(usize, usize)]| counts.iter().map(|&(t, f)| t + f).sum::<usize>();
    all.sort_by_key(|counts| std::cmp::Reverse(known(counts)));
    all
}

/// The digits of the outcome of a residual with all leaves known; `values` is working memory.
fn outcome(residual: &Residual, leaves: &[bool], values: &mut Vec<bool>) -> Vec<u64> {
    values.clear();
    values.push(false);
    values.extend(leaves);
    for node in &residual.nodes {
        let value = Truth.inner(node, |lit| holds(values, lit));
        values.push(value);
    }
    let digits = residual.digits.iter().map(|digit| match digit {
        OpenDigit::Sum(base, terms) => {
            let sum = terms.iter().filter(|term| holds(values, term.1)).map(|term| u64::from(term.0)).sum::<u64>();
            u64::from(*base) + sum
        }
        OpenDigit::Cases(cases) => cases.iter().find(|case| holds(values, case.1)).map_or(0, |case| case.0.into()),
    });
    digits.collect()
}

fn holds(values: &[bool], lit: Lit) -> bool {
    Truth::signed(values[lit.node()], lit)
}
