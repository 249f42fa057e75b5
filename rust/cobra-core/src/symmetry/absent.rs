//! Which absent symbols an answer cannot depend on.
//!
//! With the propositions of the secret that speak of a symbol false, the answer is folded by constants. If no parameter
//! that mentions the symbol is left in it, then for codes without the symbol all absent symbols of this kind are alike
//! in every single slot. `where` conditions, tables and overlapping `distinct` groups could still tell them apart; types
//! with these have no spare symbols.

use crate::game::program::{Node, Program};
use crate::game::validate::{component_lits, operands};
use crate::list::interchange::{Interchange, OUTSIDE};

/// For each symbol whether it is spare when absent.
pub(crate) struct Spare {
    spare: Vec<bool>,
}

impl Spare {
    pub fn new(program: &Program, type_index: usize, symbols: &Interchange) -> Spare {
        let none = Spare { spare: vec![false; symbols.symbols()] };
        if symbols.slots(type_index).is_empty() || !is_free(program, type_index, symbols) {
            return none;
        }
        Spare { spare: (0..symbols.symbols()).map(|a| vanishes(program, type_index, symbols, a)).collect() }
    }

    /// The spare ones among the absent symbols.
    pub fn of(&self, absent: &[bool]) -> Vec<bool> {
        absent.iter().zip(&self.spare).map(|(&absent, &spare)| absent && spare).collect()
    }
}

/// Whether slots may be filled independently, but for disjoint `distinct` groups of slots with the same symbols.
fn is_free(program: &Program, type_index: usize, symbols: &Interchange) -> bool {
    let space = &program.types[type_index].space;
    let slots = symbols.slots(type_index);
    let mut grouped = vec![false; space.slots.len()];
    space.constraints.is_empty()
        && space.tables.is_empty()
        && space.distinct.iter().all(|group| {
            group.iter().all(|&slot| {
                slots[slot as usize] == slots[group[0] as usize]
                    && !std::mem::replace(&mut grouped[slot as usize], true)
            })
        })
}

/// Whether parameters that mention symbol `a` vanish from the answer when the secret does not use it.
fn vanishes(program: &Program, type_index: usize, symbols: &Interchange, a: usize) -> bool {
    let kind = &program.types[type_index];
    let mut value: Vec<Option<bool>> = Vec::with_capacity(program.nodes.len());
    for node in &program.nodes {
        let folded = fold(node, &value, symbols.propositions(a));
        value.push(folded);
    }
    let mut mentions = vec![false; kind.space.propositions as usize];
    for (slot, numbers) in kind.space.slots.iter().zip(symbols.slots(type_index)) {
        for (position, &number) in numbers.iter().flatten().enumerate() {
            mentions[slot.first as usize + position] |= number != OUTSIDE && number as usize == a;
        }
    }
    let mut needed = vec![false; program.nodes.len()];
    for lit in kind.answer.components.iter().flat_map(component_lits) {
        needed[lit as usize / 2] = true;
    }
    for (i, node) in program.nodes.iter().enumerate().rev() {
        if needed[i] && value[i].is_none() {
            if matches!(node, Node::Parameter(p) if mentions[*p as usize]) {
                return false;
            }
            operands(node).iter().for_each(|&lit| needed[lit as usize / 2] = true);
        }
    }
    true
}

/// The constant a node becomes, if it does.
fn fold(node: &Node, value: &[Option<bool>], absent: &[u32]) -> Option<bool> {
    let read = |lit: u32| value[lit as usize / 2].map(|v| v != (lit & 1 != 0));
    match node {
        Node::Const => Some(false),
        Node::Variable(p) => absent.contains(p).then_some(false),
        Node::Parameter(_) => None,
        Node::And(lits) if lits.iter().any(|&lit| read(lit) == Some(false)) => Some(false),
        Node::And(lits) => lits.iter().all(|&lit| read(lit) == Some(true)).then_some(true),
        Node::Xor(a, b) => Some(read(*a)? != read(*b)?),
        Node::Ite(c, a, b) => match read(*c) {
            Some(c) => read(if c { *a } else { *b }),
            None => read(*a).filter(|_| read(*a) == read(*b)),
        },
        Node::Ge(k, terms) => {
            let sum = |keep: fn(Option<bool>) -> bool| -> u64 {
                terms.iter().filter(|t| keep(read(t.1))).map(|t| u64::from(t.0)).sum()
            };
            if sum(|v| v == Some(true)) >= u64::from(*k) {
                Some(true)
            } else {
                (sum(|v| v != Some(false)) < u64::from(*k)).then_some(false)
            }
        }
    }
}
