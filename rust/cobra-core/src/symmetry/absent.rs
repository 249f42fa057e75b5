//! Which absent symbols an answer cannot depend on.
//!
//! With the propositions of the secret that speak of a symbol false, the answer is folded by constants. If no parameter
//! that mentions the symbol is left in it, then for codes without the symbol all absent symbols of this kind are alike
//! in every single slot. `where` conditions, tables and overlapping `distinct` groups could still tell them apart; types
//! with these have no spare symbols.

use crate::base::ids::{NodeId, TypeIndex};
use crate::formula::evaluate::{Algebra, Kleene, LANES};
use crate::formula::needed::below_where;
use crate::formula::node::Node;
use crate::game::program::Program;
use crate::list::interchange::{Interchange, OUTSIDE};

/// For each symbol whether it is spare when absent.
pub(crate) struct Spare {
    spare: Vec<bool>,
}

impl Spare {
    pub fn new(program: &Program, type_index: TypeIndex, symbols: &Interchange) -> Spare {
        let none = Spare { spare: vec![false; symbols.symbols()] };
        if symbols.slots(type_index).is_empty() || !is_free(program, type_index, symbols) {
            return none;
        }
        let all: Vec<usize> = (0..symbols.symbols()).collect();
        Spare { spare: all.chunks(LANES).flat_map(|some| vanish(program, type_index, symbols, some)).collect() }
    }

    /// The spare ones among the absent symbols.
    pub fn of(&self, absent: &[bool]) -> Vec<bool> {
        absent.iter().zip(&self.spare).map(|(&absent, &spare)| absent && spare).collect()
    }
}

/// Whether slots may be filled independently, but for disjoint `distinct` groups of slots with the same symbols.
fn is_free(program: &Program, type_index: TypeIndex, symbols: &Interchange) -> bool {
    let space = &program.types[type_index].space;
    let slots = symbols.slots(type_index);
    let mut grouped = vec![false; space.slots.len()];
    space.constraints.is_empty()
        && space.tables.is_empty()
        && space.distinct.iter().all(|group| {
            group.iter().all(|&slot| slots[slot] == slots[group[0]] && !std::mem::replace(&mut grouped[slot], true))
        })
}

/// Whether parameters that mention a symbol vanish from the answer when the secret does not use it, for each of [`LANES`]
/// symbols at most.
fn vanish(program: &Program, type_index: TypeIndex, symbols: &Interchange, some: &[usize]) -> Vec<bool> {
    let (kind, nodes) = (&program.types[type_index], &program.nodes);
    let mut absent = vec![0_u64; program.codes.propositions as usize];
    let mut mentions = vec![0_u64; kind.space.propositions as usize];
    for (lane, &symbol) in some.iter().enumerate() {
        symbols.propositions(symbol).iter().for_each(|&p| absent[p as usize] |= 1 << lane);
    }
    for (slot, numbers) in kind.space.slots.iter().zip(symbols.slots(type_index)) {
        for (p, &number) in (slot.first as usize..).zip(numbers.iter().flatten()).filter(|(_, &n)| n != OUTSIDE) {
            let lane = some.iter().position(|&symbol| symbol == number as usize);
            mentions[p] |= lane.map_or(0, |lane| 1 << lane);
        }
    }
    let mut values = vec![Kleene::UNKNOWN; nodes.len()];
    Kleene.values(nodes, NodeId::first(nodes.len()), &mut values, |_, leaf| match leaf {
        Node::Variable(p) => (0, absent[*p as usize]),
        _ => Kleene::UNKNOWN,
    });
    let vanishes = |lane: usize| {
        let open = |node: NodeId| (values[node].0 | values[node].1) >> lane & 1 == 0;
        let left = below_where(nodes, kind.answer.lits(), open);
        !left
            .into_iter()
            .any(|node| matches!(nodes[node], Node::Parameter(p) if mentions[p as usize] >> lane & 1 == 1))
    };
    (0..some.len()).map(vanishes).collect()
}
