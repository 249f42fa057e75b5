//! Codes found by trying all fillings of the secret on the formulas of its constraint, 512 at a time.
//!
//! A walk that propagates what each decision implies (`enumerate.rs`) is quickest where constraints leave few codes, and
//! takes microseconds for each where they hardly exclude any, as "four different words" do. Nobody knows beforehand; so the
//! walk begins, and where it has taken about as long as trying all fillings would, these are tried.

use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::Result;
use crate::base::limits::Control;
use crate::evaluate::wide::Block;
use crate::evaluate::{Formulas, Isa};
use crate::formula::node::VARIABLE;
use crate::game::program::{Program, Space};
use crate::game::space::exact_size;
use crate::list::enumerate::Enumerator;
use crate::list::plan::Plan;
use crate::list::rows::Rows;

/// A step of the walk takes about as long as trying so many fillings.
const A_STEP: u64 = 16;
/// Fillings tried together.
const TOGETHER: usize = 1 << 12;

/// The fillings of a secret, whatever its constraint.
pub(crate) struct Fillings<'a> {
    program: &'a Program,
    space: Space,
    count: u64,
}

impl<'a> Fillings<'a> {
    /// `None` where nobody knows how many there are.
    pub fn new(program: &'a Program) -> Option<Fillings<'a>> {
        let space = Space { constraints: Vec::new(), ..program.codes.clone() };
        exact_size(&space).map(|count| Fillings { program, space, count })
    }

    /// Whether trying them takes no longer than so many steps of a walk.
    pub fn are_worth(&self, steps: u64) -> bool {
        self.count <= steps.saturating_mul(A_STEP)
    }

    /// Lists those that meet the constraint, in the order of a walk; `None`: more than `limit`.
    pub fn list(&self, limit: u64, control: &Control) -> Result<Option<Rows>> {
        let Program { nodes, codes, .. } = self.program;
        let plan = Plan::new(nodes, &self.space, VARIABLE, &[]);
        let formulas = Formulas::new(nodes, &codes.constraints);
        let (isa, mut registers, mut values) = (Isa::detect(), Vec::new(), Vec::new());
        let mut found = Rows::new(plan.words);
        let mut walk = Enumerator::new(&plan, None);
        loop {
            control.poll()?;
            let some = walk.rows(TOGETHER, control)?;
            if some.len() == 0 {
                return Ok(Some(found));
            }
            let table = some.table(codes.propositions.index());
            for block in 0..some.len().div_ceil(512) {
                formulas.evaluate(isa, &table, block, &mut registers, &mut values);
                for place in
                    (512 * block..some.len().min(512 * (block + 1))).filter(|place| hold(&values, place % 512))
                {
                    found.data.extend_from_slice(some.row(place));
                }
            }
            if found.len().to_u64() > limit {
                return Ok(None);
            }
        }
    }
}

/// Whether all formulas hold in a lane.
fn hold(values: &[Block], lane: usize) -> bool {
    values.iter().all(|value| value.0[lane / 64] >> (lane % 64) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::NodeId;
    use crate::game::program::{Ending, Lit, Node, Slot, SlotKind};
    use crate::list::listing::list_codes;

    /// Four slots of `symbols` symbols, the first and the last different, as formulas.
    fn program(symbols: u32) -> Program {
        let mut nodes = vec![Node::Const];
        nodes.extend((0..4 * symbols).map(Node::Variable));
        let mut differ = Vec::new();
        for symbol in 0..symbols {
            let ends = [1 + symbol, 1 + 3 * symbols + symbol];
            nodes.push(Node::And(ends.map(|node| Lit::of(NodeId::new(node))).to_vec()));
            differ.push(!Lit::of(NodeId::at(nodes.len() - 1)));
        }
        nodes.push(Node::And(differ));
        let constraint = Lit::of(NodeId::at(nodes.len() - 1));
        let slot = |number: u32| Slot { first: number * symbols, kind: SlotKind::Symbol { symbols } };
        let codes = Space {
            propositions: 4 * symbols,
            slots: (0..4).map(slot).collect(),
            constraints: vec![constraint],
            ..Space::default()
        };
        Program {
            nodes,
            codes,
            types: Vec::new(),
            ending: Ending::Identify,
            goal: Vec::new(),
            weight: None,
            shown: vec![true; 4 * symbols.index()],
            groups: Vec::new(),
            slot_groups: Vec::new(),
            standing: None,
            unseen: None,
        }
    }

    #[test]
    fn fillings_that_meet_the_constraint_are_the_codes_in_order() {
        let program = program(12);
        let plan = Plan::new(&program.nodes, &program.codes, VARIABLE, &[]);
        let control = Control::default();
        let mut walk = Enumerator::new(&plan, None);
        let mut expected = Vec::new();
        while walk.advance(&control).unwrap() {
            expected.extend_from_slice(walk.row());
        }
        assert_eq!(expected.len() / plan.words, 12 * 12 * 12 * 11);
        let fillings = Fillings::new(&program).unwrap();
        assert_eq!(fillings.count, 12_u64.pow(4));
        assert!(!fillings.are_worth(12_u64.pow(4) / 16 - 1) && fillings.are_worth(12_u64.pow(4) / 16));
        assert_eq!(fillings.list(u64::MAX, &control).unwrap().unwrap().data, expected);
        assert!(matches!(fillings.list(19_007, &control), Ok(None)));
        assert!(matches!(fillings.list(19_008, &control), Ok(Some(_))));
        assert_eq!(list_codes(&program, &plan, 19_008, 1 << 30, &control).unwrap().data, expected);
    }
}
