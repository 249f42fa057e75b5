//! Random spaces with interchangeable symbols and members of groups of slots, against their orbits found by search.

use std::collections::{HashMap, HashSet};

use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::{SlotId, TypeIndex};
use crate::base::limits::Control;
use crate::base::natural::Natural;
use crate::common::{leaves, Graph, Random};
use crate::formula::node::PARAMETER;
use crate::game::program::{Lit, Node, Slot, SlotGroup, SlotKind, Space, SymbolGroup};
use crate::game::space::exchange;
use crate::list::enumerate::Enumerator;
use crate::list::interchange::{Interchange, OUTSIDE};
use crate::list::normal::{classes_apart, Normal, Sides};
use crate::list::orbit::Rule;
use crate::list::plan::Plan;

type Row = Vec<u64>;
type Swap = Vec<(u32, u32)>;
const TYPE: TypeIndex = TypeIndex::new(0);

/// Two members with up to two slots each, and other slots; what is interchangeable among them.
fn random_slots(random: &mut Random) -> (Space, Interchange) {
    let symbols = 2 + random.below(2).to_u32();
    let kind = |random: &mut Random| match random.below(3) {
        0 => {
            let min = random.below(3).to_u32().min(symbols);
            SlotKind::Set { symbols, min, max: symbols.min(min + random.below(2).to_u32()) }
        }
        _ => SlotKind::Symbol { symbols },
    };
    let layers: Vec<SlotKind> = (0..random.below(3)).map(|_| kind(random)).collect();
    let mut kinds: Vec<(SlotKind, Option<usize>)> =
        layers.iter().zip(0..).flat_map(|(&kind, layer)| [(kind, Some(layer)); 2]).collect();
    for _ in 0..1 + random.below(3 - layers.len()) {
        let kind = if random.chance(4) { SlotKind::Bool } else { kind(random) };
        kinds.insert(random.below(kinds.len() + 1), (kind, None));
    }
    let mut space = Space::default();
    let mut members = vec![Vec::new(); layers.len()];
    for (number, (kind, layer)) in kinds.into_iter().enumerate() {
        layer.into_iter().for_each(|layer: usize| members[layer].push(SlotId::at(number)));
        space.slots.push(Slot { kind, first: space.propositions });
        space.propositions += space.slots[number].width();
    }
    // a group for all slots, or one for each, in which a symbol may be left out
    let slots = space.slots.len();
    let together = random.chance(2);
    let left_out = random.chance(3).then(|| random.below(symbols.index()));
    let numbers: Vec<u32> = (0..symbols).map(|a| if left_out == Some(a.index()) { OUTSIDE } else { a }).collect();
    let holds = |slot: usize| space.slots[slot].kind != SlotKind::Bool;
    let group = |of: &dyn Fn(usize) -> bool| SymbolGroup {
        propositions: vec![Vec::new(); symbols.index()],
        slots: vec![(0..slots).map(|slot| (holds(slot) && of(slot)).then(|| numbers.clone())).collect()],
    };
    let groups: Vec<SymbolGroup> = match together {
        true => vec![group(&|_| true)],
        false => (0..slots).map(|slot| group(&|other| other == slot)).collect(),
    };
    let two = SlotGroup { propositions: vec![Vec::new(); 2], layers: vec![members] };
    let interchange = Interchange::new(&groups, &[two], &[true]);
    (space, interchange)
}

/// The swaps that generate the permutations within classes.
fn swaps(interchange: &Interchange, space: &Space, class: &[u32]) -> Vec<Swap> {
    let moved = (0..).zip(class).filter(|(member, first)| member != *first);
    moved.map(|(member, &first)| interchange.parameter_swaps(TYPE, space, first, member)).collect()
}

/// All that swaps make of a condition on a few propositions, joined in some way.
fn symmetric(graph: &mut Graph, random: &mut Random, own: &[Lit], swaps: &[Swap]) -> Lit {
    let few: Vec<(Lit, u32)> = (0..1 + random.below(3))
        .map(|_| (own[random.below(own.len())] ^ random.chance(2), 1 + random.below(3).to_u32()))
        .collect();
    let need = 1 + random.below(4).to_u32();
    let mut images = vec![few.iter().map(|term| term.0).collect::<Vec<Lit>>()];
    let mut met: HashSet<Vec<Lit>> = images.iter().cloned().collect();
    let mut next = 0;
    while next < images.len() {
        for swap in swaps {
            let image = |&lit: &Lit| {
                let number = |p: u32| own[p.index()] ^ lit.is_negated();
                let pair = swap.iter().find(|&&(p, q)| lit == number(p) || lit == number(q));
                pair.map_or(lit, |&(p, q)| if lit == number(p) { number(q) } else { number(p) })
            };
            let image: Vec<Lit> = images[next].iter().map(image).collect();
            if met.insert(image.clone()) {
                images.push(image);
            }
        }
        next += 1;
    }
    let shape = random.below(3);
    let mut parts = Vec::new();
    for image in images {
        parts.push(match shape {
            0 => graph.or(image),
            1 => graph.and(image),
            _ => {
                let mut terms: Vec<(u32, Lit)> =
                    image.into_iter().zip(&few).map(|(lit, term)| (term.1, lit)).collect();
                terms.sort_unstable_by_key(|term| term.1);
                terms.dedup_by_key(|term| term.1.node());
                graph.add(Node::Ge(need, terms))
            }
        });
    }
    parts.sort_unstable();
    parts.dedup();
    match random.below(3) {
        0 => graph.and(parts),
        1 => graph.or(parts),
        _ => {
            let need = 1 + random.below(parts.len()).to_u32();
            graph.add(Node::Ge(need, parts.into_iter().map(|part| (1, part)).collect())) ^ random.chance(2)
        }
    }
}

fn walk(plan: &Plan, rule: Option<&Rule>) -> Vec<Row> {
    Enumerator::new(plan, rule)
        .rows(usize::MAX, &Control::default())
        .unwrap()
        .data
        .chunks(plan.words)
        .map(<[u64]>::to_vec)
        .collect()
}

/// For each row the first of its orbit; `None`: one is carried out of the space.
fn orbits(all: &[Row], swaps: &[Swap]) -> Option<Vec<usize>> {
    let place: HashMap<&Row, usize> = all.iter().zip(0..).collect();
    let mut first = vec![usize::MAX; all.len()];
    for start in 0..all.len() {
        let mut open = vec![start];
        while let Some(row) = open.pop().filter(|_| first[start] == usize::MAX || first[start] == start) {
            if std::mem::replace(&mut first[row], start) == start {
                continue;
            }
            for swap in swaps {
                let mut image = all[row].clone();
                for &(p, q) in swap {
                    exchange(&mut image, p, q);
                }
                open.push(*place.get(&image)?);
            }
        }
    }
    Some(first)
}

/// What is interchangeable in a case.
pub enum Interchanged {
    Nothing,
    All,
    Some,
    NoRow,
}

/// The first of each orbit of a random space is visited, and stands for it; `None`: it is not symmetric.
pub fn the_first_is_visited(random: &mut Random) -> Option<Interchanged> {
    let (mut space, interchange) = random_slots(random);
    let both = [false, true].map(|members| interchange.whole_classes(members));
    let mut class: Vec<u32> = both[0].iter().zip(&both[1]).map(|(&a, &b)| a.min(b)).collect();
    if random.chance(2) {
        let mut firsts: HashMap<(u32, bool), u32> = HashMap::new();
        let parts =
            class.iter().zip(0..).map(|(&of, member)| *firsts.entry((of, random.chance(3))).or_insert(member));
        class = parts.collect();
    }
    let swaps_of = |class: &[u32]| swaps(&interchange, &space, class);
    let (acting, apart) = (swaps_of(&class), classes_apart(&class, TYPE, &interchange));
    let acting_apart = swaps_of(&apart);
    let mut graph = Graph::new();
    let own = leaves(&mut graph, space.propositions, false);
    let constraints = (0..random.below(3)).map(|_| symmetric(&mut graph, random, &own, &acting)).collect();
    if random.chance(3) {
        let holds = |slot: &SlotId| matches!(space.slots[*slot].kind, SlotKind::Symbol { .. });
        space.distinct = vec![SlotId::first(space.slots.len()).filter(holds).collect()];
    }
    space.constraints = constraints;
    let plan = Plan::new(&graph.0, &space, PARAMETER, &[]);
    let all = walk(&plan, None);
    let (first, first_apart) = (orbits(&all, &acting)?, orbits(&all, &acting_apart)?);
    let visited = |class: &[u32]| {
        let rule = Rule::new(&plan, TYPE, &interchange, class, vec![false; class.len()]);
        walk(&plan, Some(&rule))
    };
    let firsts = |first: &[usize]| -> Vec<Row> {
        first.iter().zip(0..).filter(|&(&first, place)| first == place).map(|(_, place)| all[place].clone()).collect()
    };
    let (wanted, found) = (firsts(&first), visited(&class));
    assert!(wanted.iter().all(|row| found.contains(row)), "{space:?} {class:?} {:?}", graph.0);
    // symbols and members that act apart leave one of each
    assert_eq!(visited(&apart), firsts(&first_apart), "{space:?} {apart:?} {:?}", graph.0);
    let normal = Normal::new(&plan, TYPE, &interchange, &apart, Sides::default());
    let mut keys = HashMap::new();
    for (row, &orbit) in all.iter().zip(&first_apart) {
        assert_eq!(*keys.entry(normal.key(row)).or_insert(orbit), orbit);
        let size = first_apart.iter().filter(|&&other| other == orbit).count();
        assert_eq!(normal.size(row), Natural::from(size as u64));
    }
    assert_eq!(keys.len(), firsts(&first_apart).len());
    Some(match () {
        _ if all.is_empty() => Interchanged::NoRow,
        _ if apart != class => Interchanged::Some,
        _ if wanted.len() < all.len() => Interchanged::All,
        _ => Interchanged::Nothing,
    })
}

#[test]
fn the_first_of_each_orbit_is_visited_and_stands_for_it() {
    let random = &mut Random::Seeded(1);
    let mut kinds = [0; 4];
    (0..150).filter_map(|_| the_first_is_visited(random)).for_each(|kind| kinds[kind as usize] += 1);
    assert_eq!(kinds, [25, 39, 33, 52]);
}
