//! Experiments whose answers are drawn: of several things that may be observed, each with its chance, whichever the code is.

use num_bigint::BigUint;

use crate::base::convert::{ToU16, ToU32};
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, NodeId, OutcomeId};
use crate::formula::evaluate::{Algebra, Truth};
use crate::formula::needed::below;
use crate::formula::node::{Lit, Node};
use crate::game::program::{Answer, Drawn};
use crate::game::space::bit;
use crate::list::codes::Codes;

/// For each code what it may answer, each with its chance.
type AnswersByCode<T> = Vec<Vec<(T, u64)>>;

/// What an experiment may be answered: for each code places of outcomes, ascending, with their chances in parts of `parts`.
pub(super) struct Draws {
    pub by_code: AnswersByCode<u16>,
    pub parts: BigUint,
}

/// Evaluates what may be observed of all codes, experiment by experiment.
pub(super) struct DrawnAnswers<'p> {
    nodes: &'p [Node],
    drawn: &'p Drawn,
    /// How many numbers of outcomes there are for each thing that may be observed; the first says that it is not final.
    numbers: u32,
    order: Vec<NodeId>,
    truths: Vec<bool>,
}

impl<'p> DrawnAnswers<'p> {
    pub fn new(nodes: &'p [Node], answer: &Answer, drawn: &'p Drawn) -> DrawnAnswers<'p> {
        let order = below(nodes, drawn.ways.iter().flat_map(|way| way.values.iter().copied()));
        let numbers = if answer.final_component.is_some() { 2 } else { 1 };
        DrawnAnswers { nodes, drawn, numbers, order, truths: vec![false; nodes.len()] }
    }

    /// What an experiment may be answered, and the outcomes that occur, ascending; none is final.
    pub fn of(&mut self, codes: &Codes, row: &[u64]) -> Result<(Draws, Vec<(OutcomeId, bool)>)> {
        let mut digits: AnswersByCode<u32> = Vec::with_capacity(codes.len());
        for code in CodeId::first(codes.len()) {
            let secret = codes.rows.row(code.index());
            let leaf = |_: &mut Truth, node: &Node| match node {
                Node::Variable(p) => bit(secret, *p),
                Node::Parameter(p) => bit(row, *p),
                _ => false,
            };
            Truth.values(self.nodes, self.order.iter().copied(), &mut self.truths, leaf);
            let mut said: Vec<(u32, u64)> = Vec::new();
            for way in &self.drawn.ways {
                let holds = |lit: &Lit| self.truths[lit.node()] != lit.is_negated();
                let Some(digit) = way.values.iter().position(holds).map(ToU32::to_u32) else {
                    return Err(CoreError::input("there is a code of which nothing is observed"));
                };
                match said.iter_mut().find(|(known, _)| *known == digit) {
                    Some((_, chance)) => *chance += way.chance,
                    None => said.push((digit, way.chance)),
                }
            }
            said.sort_unstable();
            digits.push(said);
        }
        let (by_code, all) = places(digits)?;
        let outcomes = all.iter().map(|&digit| (OutcomeId::new(digit * self.numbers), false)).collect();
        Ok((Draws { by_code, parts: self.drawn.parts.into() }, outcomes))
    }
}

/// For each code the places of the digits that it may give, with their chances; and the digits that occur,
/// ascending.
fn places(digits: AnswersByCode<u32>) -> Result<(AnswersByCode<u16>, Vec<u32>)> {
    let mut all: Vec<u32> = digits.iter().flatten().map(|(digit, _)| *digit).collect();
    all.sort_unstable();
    all.dedup();
    check_outcomes(all.len())?;
    let place = |digit: u32| all.partition_point(|&other| other < digit).to_u16();
    let placed = |(digit, chance): (u32, u64)| (place(digit), chance);
    let by_code = digits.into_iter().map(|said| said.into_iter().map(placed).collect()).collect();
    Ok((by_code, all))
}

/// An error when an experiment has more outcomes than their places can be told apart by.
pub(super) fn check_outcomes(count: usize) -> Result<()> {
    match count > usize::from(u16::MAX) {
        true => Err(CoreError::input("an experiment has too many outcomes for a game with lies or moves")),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_experiment_has_no_more_outcomes_than_places_can_number() {
        let of = |codes: u32| places((0..codes).map(|code| vec![(7 * code, 1), (7 * code + 7, 2)]).collect());
        let (by_code, all) = of(65_534).unwrap();
        assert_eq!((all.len(), all[65_534]), (65_535, 7 * 65_534));
        assert_eq!(by_code[65_533], [(65_533, 1), (65_534, 2)]);
        assert!(matches!(of(65_535), Err(CoreError::Input(_))));
        assert!(matches!(of(65_536), Err(CoreError::Input(_))));
    }
}
