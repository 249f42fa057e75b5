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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ids::SlotId;
    use crate::common::{assignments, leaves, mastermind, outcome, random_component, Graph, Random};
    use crate::game::program::{Ending, Table, TRUE};

    const TYPE: TypeIndex = TypeIndex::new(0);

    fn spare(program: &Program) -> Spare {
        Spare::new(program, TYPE, &Interchange::new(&program.groups, &program.slot_groups, &[true]))
    }

    /// How many symbols are spare, where one may stand for another in each slot, whatever code there is without both.
    fn exchanged(program: &Program, pegs: usize, colours: usize) -> usize {
        let spare = spare(program).of(&vec![true; colours]);
        let codes = assignments(&program.nodes, &program.codes, true);
        let space = &program.types[0].space;
        let rows = assignments(&program.nodes, space, false);
        let components = &program.types[0].answer.components;
        for (a, b) in (0..colours).flat_map(|a| (0..colours).map(move |b| (a, b))) {
            if a == b || !spare[a] || !spare[b] {
                continue;
            }
            let without = |code: &&Vec<bool>| (0..pegs).all(|k| !code[k * colours + a] && !code[k * colours + b]);
            for row in &rows {
                for slot in (0..pegs).filter(|slot| row[slot * colours + a]) {
                    let mut other = row.clone();
                    other.swap(slot * colours + a, slot * colours + b);
                    if !rows.contains(&other) && !space.distinct.is_empty() {
                        continue; // the other is there already
                    }
                    for code in codes.iter().filter(without) {
                        let of = |row| outcome(program, components, code, row);
                        assert_eq!(of(row), of(&other), "{a} for {b} in {row:?}, {code:?}: {program:?}");
                    }
                }
            }
        }
        spare.iter().filter(|&&spare| spare).count()
    }

    #[test]
    fn spare_symbols_stand_for_each_other() {
        let mut random = Random::Seeded(5);
        let mut found = [0; 5];
        for _ in 0..400 {
            let (pegs, colours) = (2 + random.below(2), 3 + random.below(2));
            let mut program = mastermind(pegs as u32, colours as u32, random.chance(3), false, Ending::Identify);
            let (mut graph, size) = (Graph(program.nodes), (pegs * colours) as u32);
            let (code, guess) = (leaves(&mut graph, size, true), leaves(&mut graph, size, false));
            let mut terms = Vec::new();
            for _ in 0..3 + random.below(3) {
                let (k, l, c) = (random.below(pegs), random.below(pegs), random.below(colours));
                let asked = guess[l * colours + c];
                terms.push(if random.chance(6) { asked } else { graph.and(vec![code[k * colours + c], asked]) });
            }
            terms.push(code[random.below(code.len())]);
            program.types[0].answer.components = vec![random_component(&mut graph, &mut random, &terms)];
            program.nodes = graph.0;
            found[exchanged(&program, pegs, colours)] += 1;
        }
        assert_eq!(found, [1, 10, 64, 178, 147]);
    }

    #[test]
    fn where_slots_depend_on_each_other_nothing_is_spare() {
        let whole = mastermind(3, 4, false, true, Ending::Hit);
        assert_eq!(exchanged(&whole, 3, 4), 4);
        assert_eq!(exchanged(&mastermind(3, 4, true, true, Ending::Hit), 3, 4), 4);
        assert_eq!(spare(&whole).of(&[true, false, true, false]), [true, false, true, false]);
        let with = |change: &dyn Fn(&mut Program)| {
            let mut program = whole.clone();
            change(&mut program);
            spare(&program).of(&[true; 4])
        };
        let slot = SlotId::new;
        let none = [false; 4];
        assert_eq!(
            with(&|game| game.types[0].space.distinct = vec![vec![slot(0), slot(1)], vec![slot(1), slot(2)]]),
            none
        );
        assert_eq!(
            with(&|game| game.types[0].space.distinct = vec![vec![slot(0), slot(1)], vec![slot(2)]]),
            [true; 4]
        );
        let table = Table { slots: vec![slot(0)], rows: vec![0, 1] };
        assert_eq!(with(&|game| game.types[0].space.tables = vec![table.clone()]), none);
        assert_eq!(with(&|game| game.types[0].space.constraints.push(TRUE)), none);
        let other = |game: &mut Program| game.groups[0].slots[0][1] = Some(vec![1, 0, 2, 3]);
        assert_eq!(with(&|game| other(game)), [false, false, true, true]);
        let together = |game: &mut Program| game.types[0].space.distinct = vec![vec![slot(0), slot(1)]];
        assert_eq!(with(&|game| (other(game), together(game)).1), none);
        assert_eq!(with(&|game| game.groups[0].slots[0].clear()), none);
    }
}
