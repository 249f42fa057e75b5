//! The codes of a game: all of them, as rows and as bit-vectors, with what is known of each.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::base::bits::BitTable;
use crate::base::convert::ToU64;
use crate::base::error::{CoreError, Result};
use crate::base::ids::CodeId;
use crate::base::limits::Control;
use crate::evaluate::{Formulas, Isa};
use crate::formula::node::{Children, Lit, VARIABLE};
use crate::game::program::{Component, Program};
use crate::game::space::ones;
use crate::list::listing::list_codes;
use crate::list::plan::Plan;
use crate::list::rows::Rows;

/// All codes, in order.
pub(crate) struct Codes {
    pub rows: Rows,
    pub table: Arc<BitTable>,
    /// For each code the class of codes with the same goal; without a goal every code is its own class.
    pub goal: Option<Vec<u32>>,
    /// For each code its prior; `None`: all 1.
    pub weight: Option<Vec<u64>>,
    shown: Vec<u64>,
    shown_count: u32,
    /// No two codes agree on all variables that are shown.
    pub told_apart: bool,
}

impl Codes {
    pub fn enumerate(program: &Program, max_codes: u64, memory: u64, control: &Control) -> Result<Codes> {
        let plan = Plan::new(&program.nodes, &program.codes, VARIABLE, &[]);
        let rows = list_codes(program, &plan, max_codes, memory, control)?;
        let table = Arc::new(rows.table(program.codes.propositions as usize));
        let mut shown = vec![0; rows.words];
        for (p, _) in program.shown.iter().enumerate().filter(|(_, &shown)| shown) {
            shown[p / 64] |= 1 << (p % 64);
        }
        let shown_count = shown.iter().map(|word: &u64| word.count_ones()).sum();
        let told_apart = shown_count == program.codes.propositions || {
            let masked =
                |code: usize| -> Vec<u64> { rows.row(code).iter().zip(&shown).map(|(a, b)| a & b).collect() };
            (0..rows.len()).map(masked).collect::<HashSet<_>>().len() == rows.len()
        };
        let goal = (!program.goal.is_empty()).then(|| goal_classes(program, &table));
        let weight = match &program.weight {
            None => None,
            Some(lin) => {
                let values = digits(program, &table, &[Component::Sum(lin.clone())]);
                let weights: Vec<i64> = values.iter().map(|digits| digits[0] as i64 + lin.constant).collect();
                if weights.iter().any(|&w| w < 1) {
                    return Err(CoreError::input("the weight of a code is not positive"));
                }
                Some(weights.into_iter().map(|w| w as u64).collect())
            }
        };
        Ok(Codes { rows, table, goal, weight, shown, shown_count, told_apart })
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Bytes of the codes, as rows and as bit-vectors, and of what is known of each.
    pub fn bytes(&self) -> u64 {
        let goals = self.goal.as_deref().map_or(0, size_of_val) + self.weight.as_deref().map_or(0, size_of_val);
        8 * self.rows.data.len().to_u64() + BitTable::bytes(self.len(), self.table.columns()) + goals.to_u64()
    }

    /// All of them, as a state.
    pub fn all(&self) -> Vec<CodeId> {
        CodeId::first(self.len()).collect()
    }

    pub fn weight(&self, code: CodeId) -> u64 {
        self.weight.as_ref().map_or(1, |weights| weights[code])
    }

    /// The weight of codes together.
    #[inline]
    pub fn weight_of(&self, state: &[CodeId]) -> u64 {
        match &self.weight {
            None => state.len().to_u64(),
            Some(weights) => state.iter().map(|&code| weights[code]).sum(),
        }
    }

    /// For each proposition the weight of the codes in which it is true.
    pub fn held(&self) -> Vec<u128> {
        let mut held = vec![0; self.table.columns()];
        match &self.weight {
            None => {
                for (p, count) in held.iter_mut().enumerate() {
                    *count = self.table.column(p).iter().map(|word| u128::from(word.count_ones())).sum();
                }
            }
            Some(weights) => {
                for (code, &weight) in weights.iter().enumerate() {
                    ones(self.rows.row(code)).for_each(|p| held[p as usize] += u128::from(weight));
                }
            }
        }
        held
    }

    /// A number for the goal of a code.
    pub fn goal_of(&self, code: CodeId) -> u32 {
        self.goal.as_ref().map_or(code.number(), |goals| goals[code])
    }

    /// Whether two codes have different goals.
    pub fn differ(&self, a: CodeId, b: CodeId) -> bool {
        self.goal_of(a) != self.goal_of(b)
    }

    /// Whether all codes of a state have one goal.
    pub fn agree(&self, state: &[CodeId]) -> bool {
        state.first().is_some_and(|&first| state.iter().all(|&code| !self.differ(first, code)))
    }

    /// The propositions that are true, and those that are false, in all codes of a state.
    pub fn common(&self, state: &[CodeId]) -> (Vec<u64>, Vec<u64>) {
        let (mut all, mut never) = (vec![u64::MAX; self.rows.words], vec![u64::MAX; self.rows.words]);
        for &code in state {
            for (word, &bits) in self.rows.row(code.index()).iter().enumerate() {
                all[word] &= bits;
                never[word] &= !bits;
            }
        }
        (all, never)
    }

    /// Those of them that count as variables.
    pub fn fixed(&self, state: &[CodeId]) -> (Vec<u64>, Vec<u64>) {
        let (all, never) = self.common(state);
        (self.said(&all), self.said(&never))
    }

    /// Of a row that of the variables that are shown, which determine the others.
    pub fn said(&self, row: &[u64]) -> Vec<u64> {
        row.iter().zip(&self.shown).map(|(word, shown)| word & shown).collect()
    }

    /// How many variables are fixed in a state.
    pub fn count_fixed_of(&self, state: &[CodeId]) -> u32 {
        let (all, never) = self.fixed(state);
        all.iter().chain(&never).map(|word| word.count_ones()).sum()
    }

    /// How many variables are fixed, given the conjunction and disjunction of the rows of a state.
    pub fn count_fixed(&self, all: &[u64], any: &[u64]) -> u32 {
        let varying = |(word, (all, any)): (usize, (&u64, &u64))| (any & !all & self.shown[word]).count_ones();
        self.shown_count - all.iter().zip(any).enumerate().map(varying).sum::<u32>()
    }
}

/// Numbers the classes of codes with equal values of the goal.
fn goal_classes(program: &Program, table: &BitTable) -> Vec<u32> {
    let mut numbers: HashMap<Vec<u32>, u32> = HashMap::new();
    let number = |digits: Vec<u32>| {
        let next = numbers.len() as u32;
        *numbers.entry(digits).or_insert(next)
    };
    digits(program, table, &program.goal).into_iter().map(number).collect()
}

/// For each code the digits of components that depend on the code alone.
fn digits(program: &Program, table: &BitTable, components: &[Component]) -> Vec<Vec<u32>> {
    let lits: Vec<Lit> = components.iter().flat_map(Component::children).collect();
    let formulas = Formulas::new(&program.nodes, &lits);
    let (isa, mut registers, mut values) = (Isa::detect(), Vec::new(), Vec::new());
    let mut all = Vec::with_capacity(table.rows());
    for first in (0..table.rows()).step_by(512) {
        formulas.evaluate(isa, table, first / 512, &mut registers, &mut values);
        for lane in 0..(table.rows() - first).min(512) {
            let mut rest = &values[..];
            let digit = |component: &Component| {
                let (these, others) = rest.split_at(component.children().count());
                rest = others;
                let mut holds = these.iter().map(|value| value.0[lane / 64] >> (lane % 64) & 1 != 0);
                match component {
                    Component::Sum(lin) => lin.terms.iter().zip(holds).filter(|t| t.1).map(|t| t.0 .0).sum(),
                    Component::Cases(_) => holds.position(|holds| holds).unwrap_or(0) as u32,
                }
            };
            all.push(components.iter().map(digit).collect());
        }
    }
    all
}
