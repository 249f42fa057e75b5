//! All outcomes of a game with few experiments: one byte for each code and experiment.
//!
//! Where there are few experiments, and no two of them alike, it costs less to look an outcome up than to compute it again
//! in every state. Parameters are replaced by their values in each experiment, and the formulas of all experiments are
//! evaluated together: what they share is evaluated once.

use std::hash::Hasher;

use super::experiments::Experiments;
use crate::base::bits::WordOnes;
use crate::base::convert::{ToIndex, ToU64, ToUsize};
use crate::base::error::Result;
use crate::base::hash::{mix, Multiply};
use crate::base::ids::{CodeId, NodeId, OutcomeId};
use crate::base::limits::Control;
use crate::engine::{Engine, LIST_SHARE};
use crate::evaluate::{Formulas, Isa, Logarithms};
use crate::formula::build::Builder;
use crate::formula::evaluate::Algebra;
use crate::formula::needed::below;
use crate::formula::node::{sides, Lit, Node, Side, FALSE, PARAMETER};
use crate::game::program::{Answer, Component, Ending, ExperimentType, Program};
use crate::game::space::bit;
use crate::list::codes::Codes;

/// Experiments of a type, on average, up to which a table is of use; with more, many experiments at once are evaluated faster.
const MOST_OF_A_TYPE: usize = 4;
/// Pairs of codes and experiments whose outcomes are kept at most, where it is to save time.
pub(super) const MOST_PAIRS: u64 = 1 << 26;
/// Nodes that formulas with parameters replaced may have, at most, and the bytes of one, with what it takes to evaluate it.
const MOST_NODES: usize = 1 << 22;
const NODE_BYTES: u64 = 224;
/// No code, where codes are looked up by their outcomes.
const EMPTY: u32 = u32::MAX;
/// Codes are tabulated so many at a time.
const BLOCK: usize = 512;

/// The outcome of every experiment on every code.
pub(crate) struct OutcomeTable {
    pub experiments: Experiments,
    /// For each code, for each experiment.
    outcomes: Vec<u8>,
    /// The most outcomes of an experiment, satisfiable or not.
    pub width: usize,
    /// For each experiment, for each of `width` outcomes, whether it is final.
    finals: Vec<bool>,
    pub logarithms: Logarithms,
}

impl OutcomeTable {
    /// The table, if the game has few experiments and it takes no more than `memory` bytes.
    fn new(engine: &Engine, memory: u64, control: &Control) -> Result<Option<OutcomeTable>> {
        let (program, codes) = (&engine.program, engine.codes()?);
        let few = MOST_OF_A_TYPE * program.types.len();
        let most = (memory.min(MOST_PAIRS) / codes.len().max(1).to_u64()).min(few.to_u64());
        let byte = |kind: &ExperimentType| kind.answer.outcomes().filter(|&outcomes| outcomes <= 1 << u8::BITS);
        let widths: Option<Vec<usize>> = program.types.iter().map(byte).collect();
        let Some(width) = widths.and_then(|widths| widths.into_iter().max()) else { return Ok(None) };
        let Ok(experiments) = Experiments::list(engine, |_| 1, most, control)? else { return Ok(None) };
        if experiments.len() == 0 {
            return Ok(None);
        }
        // They are there only while the table is made: half of all the memory, of which a table may take less.
        let most_nodes = (LIST_SHARE / 2 * memory / NODE_BYTES).to_usize().min(MOST_NODES);
        let mut formulas = Builder::new(program.nodes.clone());
        let sides = sides(&program.nodes);
        let mut image: Vec<Lit> = NodeId::first(program.nodes.len()).map(Lit::of).collect();
        let (mut answers, mut finals) = (Vec::new(), Vec::new());
        for experiment in 0..experiments.len() {
            let (type_index, row) = experiments.row(experiment);
            let answer = &program.types[type_index].answer;
            answers.push(ground(&mut formulas, (program, &sides), answer, row, &mut image));
            if formulas.nodes.len() > most_nodes {
                return Ok(None);
            }
            finals.extend(engine.finals(type_index, width));
        }
        let outcomes = tabulate(&formulas.nodes, &answers, codes, control)?;
        Ok(Some(OutcomeTable { experiments, outcomes, width, finals, logarithms: Logarithms::new(codes.len()) }))
    }

    /// The outcomes of an experiment on the codes of a state.
    #[inline]
    pub fn partition(&self, experiment: usize, state: &[CodeId], outcomes: &mut Vec<OutcomeId>) {
        outcomes.clear();
        outcomes.extend(state.iter().map(|&code| OutcomeId::new(self.outcome(code, experiment).into())));
    }

    /// The outcome of an experiment on a code.
    #[inline(always)]
    pub fn outcome(&self, code: CodeId, experiment: usize) -> u8 {
        self.outcomes[code.index() * self.experiments.len() + experiment]
    }

    /// For each outcome of an experiment whether it is final.
    #[inline(always)]
    pub fn finals(&self, experiment: usize) -> &[bool] {
        &self.finals[experiment * self.width..][..self.width]
    }

    /// For each code the first code with the same outcome of every experiment.
    pub fn alike(&self) -> Vec<CodeId> {
        let width = self.experiments.len();
        let rows = self.outcomes.chunks_exact(width);
        // A hash table of the first codes alone, with linear probing: there may be millions.
        let mut slots = vec![EMPTY; (2 * rows.len()).next_power_of_two()];
        let mask = slots.len() - 1;
        let mut first_of = |(code, row): (CodeId, &[u8])| {
            let mut hasher = Multiply::default();
            hasher.write(row);
            let mut place = mix(hasher.finish()) as usize & mask;
            while slots[place] != EMPTY {
                let first = CodeId::new(slots[place]);
                if self.outcomes[first.index() * width..][..width] == *row {
                    return first;
                }
                place = (place + 1) & mask;
            }
            slots[place] = code.number();
            code
        };
        CodeId::first(rows.len()).zip(rows).map(&mut first_of).collect()
    }
}

/// A component of an answer: literals with what they add to the outcome number.
struct Digit {
    parts: Vec<(u32, Lit)>,
    /// Only the first literal that holds counts.
    is_case: bool,
}

/// The answer of an experiment type for the experiment of this row: parameters are replaced by their values. `image`: what
/// becomes of each node of the program; those without parameters stay as they are.
fn ground(
    formulas: &mut Builder,
    (program, sides): (&Program, &[Side]),
    answer: &Answer,
    row: &[u64],
    image: &mut [Lit],
) -> Vec<Digit> {
    let below = below(&program.nodes, answer.lits()).into_iter();
    let order = below.filter(|&number| sides[number] & PARAMETER != 0);
    formulas.values(&program.nodes, order, image, |_, leaf| match leaf {
        Node::Parameter(p) if p.index() < 64 * row.len() => Lit::from(bit(row, *p)),
        _ => FALSE,
    });
    let digits = answer.components.iter().zip(answer.strides()).map(|(component, stride)| {
        let part = |(amount, lit): (u32, Lit)| (amount * stride as u32, image[lit.node()] ^ lit.is_negated());
        match component {
            Component::Sum(lin) => Digit { parts: lin.terms.iter().copied().map(part).collect(), is_case: false },
            Component::Cases(lits) => {
                Digit { parts: (0..).zip(lits.iter().copied()).map(part).collect(), is_case: true }
            }
        }
    });
    digits.collect()
}

/// Evaluates the answers of all experiments on all codes.
fn tabulate(nodes: &[Node], answers: &[Vec<Digit>], codes: &Codes, control: &Control) -> Result<Vec<u8>> {
    let lits: Vec<Lit> = answers.iter().flatten().flat_map(|digit| &digit.parts).map(|part| part.1).collect();
    let formulas = Formulas::new(nodes, &lits);
    let isa = Isa::detect();
    let mut outcomes = vec![0_u8; codes.len() * answers.len()];
    let (mut registers, mut values) = (Vec::new(), Vec::new());
    for (block, outcomes) in outcomes.chunks_mut(BLOCK * answers.len()).enumerate() {
        control.poll()?;
        formulas.evaluate(isa, &codes.table, block, &mut registers, &mut values);
        let mut values = &values[..];
        for (experiment, answer) in answers.iter().enumerate() {
            for digit in answer {
                let (these, rest) = values.split_at(digit.parts.len());
                values = rest;
                for word in 0..(outcomes.len() / answers.len()).div_ceil(64) {
                    let first = word * 64 * answers.len() + experiment;
                    digit.add(these.iter().map(|value| value.0[word]), answers.len(), &mut outcomes[first..]);
                }
            }
        }
    }
    Ok(outcomes)
}

impl Digit {
    /// Adds the digit to the outcomes of 64 codes, which lie `step` apart; one word of `values` for each part.
    fn add(&self, values: impl Iterator<Item = u64>, step: usize, outcomes: &mut [u8]) {
        let mut seen = 0;
        for (&(amount, _), value) in self.parts.iter().zip(values) {
            let lanes = WordOnes(if amount > 0 { value & !seen } else { 0 });
            seen |= if self.is_case { value } else { 0 };
            for lane in lanes {
                if let Some(outcome) = outcomes.get_mut(lane.index() * step) {
                    *outcome += amount as u8;
                }
            }
        }
    }
}

impl Engine {
    /// All outcomes, in a game with few experiments that does not end with a hit; made at first use.
    pub(crate) fn table(&self, control: &Control) -> Result<Option<&OutcomeTable>> {
        let made = self.kept.get_or_try(|| match self.program.ending {
            Ending::Hit => Ok(None), // almost as many experiments as codes
            _ => OutcomeTable::new(self, self.list_memory(), control),
        })?;
        Ok(made.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::mastermind;

    /// Four codes, four experiments.
    fn engine() -> Engine {
        let engine = Engine::new(mastermind(2, 2, false, false, Ending::Identify), vec![Vec::new()], None).unwrap();
        engine.enumerate(1 << 20, 1 << 28, &Control::default()).unwrap();
        engine
    }

    #[test]
    fn formulas_that_do_not_fit_are_not_built() {
        let (engine, control) = (engine(), Control::default());
        let has_table = |memory| OutcomeTable::new(&engine, memory, &control).unwrap().is_some();
        assert!(!has_table(15) && has_table(1 << 16));
        let nodes = engine.program.nodes.len().to_u64();
        assert!(!has_table(nodes * NODE_BYTES / (LIST_SHARE / 2) - 1), "there would be room for the outcomes");
    }

    #[test]
    fn codes_are_alike_that_have_the_same_outcomes() {
        let (engine, control) = (engine(), Control::default());
        let table = OutcomeTable::new(&engine, 1 << 16, &control).unwrap().unwrap();
        let codes: Vec<CodeId> = CodeId::first(4).collect();
        let of = |code: CodeId| (0..4).map(|experiment| table.outcome(code, experiment)).collect::<Vec<u8>>();
        let first = |&code: &CodeId| codes.iter().copied().find(|&other| of(other) == of(code)).unwrap();
        assert_eq!(table.alike(), codes.iter().map(first).collect::<Vec<CodeId>>());
        let outcomes = [3, 1, 3, 1, 3, 2].into_iter().flat_map(|last| [0, 1, 2, last]).collect();
        let others = OutcomeTable { outcomes, ..table };
        assert_eq!(others.alike(), [0, 1, 0, 1, 0, 5].map(CodeId::new));
    }
}
