//! The first of all experiments that interchangeable symbols and exchanged sides make of one, and how many there are.
//!
//! After some slots the permutations that leave them alone are those of the *cells*: symbols of one class used alike so
//! far (see `orbit`). The first member of the orbit takes, of each cell, as many symbols as the experiment does, but the
//! lowest. Here an experiment is brought to that form, where `orbit` visits the experiments that have it.
//!
//! Interchangeable members of groups of slots are put in order here only where no symbols are interchangeable in these
//! slots: then the two groups act on different slots, and an orbit is the product of an orbit under each.

use std::collections::{BTreeMap, HashMap};

use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::{SlotId, TypeIndex};
use crate::base::natural::Natural;
use crate::game::program::{SlotGroup, SlotKind};
use crate::game::space::{bit, exchange, set_bit};
use crate::list::interchange::{are_named_by_lowest, Interchange, Layers, OUTSIDE};
use crate::list::plan::{Item, Plan};

/// A slot with symbols that may be interchangeable.
struct BoundSlot {
    first: u32,
    /// For each position the number of the symbol, or `OUTSIDE`.
    numbers: Vec<u32>,
}

/// Normal forms of the experiments of one type.
pub(crate) struct Normal {
    /// In the order in which slots are filled.
    bound: Vec<BoundSlot>,
    /// For each symbol the lowest symbol of its class.
    class: Vec<u32>,
    /// For each class of members of groups of slots, if there are at least two, their slots: first proposition and width.
    members: Vec<Vec<Vec<(u32, u32)>>>,
    sides: Sides,
}

/// Pairs of set slots of which only one order is admitted: the one with the least member in the first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sides(Vec<[(u32, u32); 2]>);

impl Sides {
    pub fn new(plan: &Plan, swaps: &[(SlotId, SlotId)]) -> Sides {
        let range = |slot: SlotId| {
            let slot = plan.space.slots.get(slot.index())?;
            matches!(slot.kind, SlotKind::Set { .. }).then_some((slot.first, slot.width()))
        };
        Sides(swaps.iter().filter_map(|&(l, r)| Some([range(l)?, range(r)?])).collect())
    }

    /// Whether the least member of each pair is on the first side, and not on both.
    fn are_admitted(&self, row: &[u64]) -> bool {
        self.0.iter().all(|&[left, right]| least(row, left) < least(row, right))
    }

    /// Exchanges the sides of every pair (`all`), or of those in the wrong order; says whether any were.
    pub fn exchange(&self, row: &mut [u64], all: bool) -> bool {
        let mut any = false;
        for &[(left, width), (right, other)] in &self.0 {
            if width == other && (all || least(row, (left, width)) > least(row, (right, other))) {
                any = true;
                for i in 0..width {
                    exchange(row, left + i, right + i);
                }
            }
        }
        any
    }
}

/// The place of the least member of a set.
fn least(row: &[u64], (first, width): (u32, u32)) -> u32 {
    (0..width).find(|i| bit(row, first + i)).unwrap_or(width)
}

impl Normal {
    pub fn new(plan: &Plan, type_index: TypeIndex, symbols: &Interchange, class: &[u32], sides: Sides) -> Normal {
        debug_assert!(are_named_by_lowest(class));
        let slots = symbols.slots(type_index);
        let bound = |item: &Item| {
            let (Item::Symbol { slot } | Item::Set { slot }) = *item else { return None };
            let numbers = slots.get(slot.index())?.clone()?;
            Some(BoundSlot { first: plan.space.slots[slot].first, numbers })
        };
        let mut members = Vec::new();
        for layers in symbols.layers(type_index).iter().filter(|layers| apart(layers, slots, class)) {
            let mut classes: BTreeMap<u32, Vec<Vec<(u32, u32)>>> = BTreeMap::new();
            for member in 0..layers.slots.first().map_or(0, Vec::len) {
                let slot = |layer: &Vec<SlotId>| &plan.space.slots[layer[member]];
                let own = layers.slots.iter().map(|layer| (slot(layer).first, slot(layer).width())).collect();
                classes.entry(class[layers.first.index() + member]).or_default().push(own);
            }
            members.extend(classes.into_values().filter(|class| class.len() > 1));
        }
        Normal { bound: plan.items.iter().filter_map(bound).collect(), class: class.to_vec(), members, sides }
    }

    /// What experiments have in common just when symbols and sides carry one to the other.
    pub fn key(&self, row: &[u64]) -> Vec<u64> {
        let first = self.normal(row, |_, _| {});
        debug_assert_eq!(self.normal(&first, |_, _| {}), first, "the first of an orbit is that of its own");
        match self.mirrored(row) {
            Some(mirrored) => first.min(self.normal(&mirrored, |_, _| {})),
            None => first,
        }
    }

    /// The number of admitted experiments with the key of this one.
    pub fn size(&self, row: &[u64]) -> Natural {
        let (first, mut size) = self.orbit(row);
        if self.mirrored(row).is_some_and(|mirrored| self.normal(&mirrored, |_, _| {}) == first) {
            size /= 2_u32; // of an experiment and its mirror image one is admitted
        }
        size
    }

    /// Twice the number of admitted experiments that one stands for, where the first of each orbit is visited if it is
    /// admitted. An orbit O and that of its mirror images, O', have |O| admitted members together when they differ and
    /// |O| / 2 when they are one; the first members of both may have been visited, or only one. So an orbit counts half if
    /// the first member of its mirror orbit is visited as well (perhaps being the same), and full otherwise.
    pub fn twice_the_share(&self, row: &[u64]) -> Natural {
        let (_, mut size) = self.orbit(row);
        let is_visited = |mirrored: Vec<u64>| self.sides.are_admitted(&self.normal(&mirrored, |_, _| {}));
        if !self.mirrored(row).is_some_and(is_visited) {
            size *= 2_u32;
        }
        size
    }

    /// The first of the orbit of an experiment, and how many are in it, admitted or not.
    fn orbit(&self, row: &[u64]) -> (Vec<u64>, Natural) {
        let mut size = Natural::from(1_u32);
        let first = self.normal(row, |cells, used| count_choices(cells, used, &mut size));
        for class in &self.members {
            count_arrangements(&contents(class, &first), &mut size);
        }
        (first, size)
    }

    fn mirrored(&self, row: &[u64]) -> Option<Vec<u64>> {
        let mut mirrored = row.to_vec();
        self.sides.exchange(&mut mirrored, true).then_some(mirrored)
    }

    /// The first of the orbit under permutations of symbols. `at_slot` is told, slot by slot, the cells and for each
    /// cell how many of its symbols are used.
    fn normal(&self, row: &[u64], mut at_slot: impl FnMut(&[u32], &[u32])) -> Vec<u64> {
        let mut normal = row.to_vec();
        // The cell of each symbol, as the row uses it and as the normal form does; cells have the same names and sizes.
        let (mut cells, mut wanted) = (self.class.clone(), self.class.clone());
        for slot in &self.bound {
            let mut used = vec![0_u32; cells.len()];
            let inside = || slot.numbers.iter().zip(slot.first..).filter(|(&symbol, _)| symbol != OUTSIDE);
            for (&symbol, p) in inside() {
                used[cells[symbol.index()].index()] += u32::from(bit(row, p));
                normal[p.index() / 64] &= !(1 << (p % 64));
            }
            let (mut left, mut taken, mut holds) = (used.clone(), vec![false; cells.len()], vec![false; cells.len()]);
            for (&symbol, p) in inside() {
                holds[symbol.index()] = bit(row, p);
                let left = &mut left[wanted[symbol.index()].index()];
                if *left > 0 {
                    *left -= 1;
                    taken[symbol.index()] = true;
                    set_bit(&mut normal, p);
                }
            }
            at_slot(&cells, &used);
            let (names, parts) = split(&cells, &holds);
            cells = names;
            wanted = wanted.iter().zip(&taken).map(|(&cell, &t)| parts[cell.index()][usize::from(t)]).collect();
            debug_assert!(sizes(&cells) == sizes(&wanted) && are_named_by_lowest(&cells));
        }
        for class in &self.members {
            let propositions = class.iter().flatten().flat_map(|&(first, width)| first..first + width);
            for (p, &holds) in propositions.zip(contents(class, &normal).iter().flatten()) {
                normal[p.index() / 64] &= !(1 << (p % 64));
                normal[p.index() / 64] |= u64::from(holds) << (p % 64);
            }
        }
        normal
    }
}

/// What the slots of each member of a class hold, in ascending order.
fn contents(class: &[Vec<(u32, u32)>], row: &[u64]) -> Vec<Vec<bool>> {
    let holds = |&(first, width): &(u32, u32)| (first..first + width).map(|p| bit(row, p));
    let mut contents: Vec<Vec<bool>> = class.iter().map(|slots| slots.iter().flat_map(holds).collect()).collect();
    contents.sort_unstable();
    contents
}

/// Multiplies by the number of ways to arrange contents, which are in order.
fn count_arrangements(contents: &[Vec<bool>], length: &mut Natural) {
    let (mut number, mut equal) = (0_u32, 0_u32);
    for (place, content) in contents.iter().enumerate() {
        equal = if place > 0 && contents[place - 1] == *content { equal + 1 } else { 1 };
        number += 1;
        *length *= number;
        *length /= equal;
    }
}

/// Splits cells by whether a symbol is used, and says for each cell the names of its two parts, not used and used; a cell is
/// named by its first symbol.
fn split(cells: &[u32], used: &[bool]) -> (Vec<u32>, Vec<[u32; 2]>) {
    let mut parts = vec![[u32::MAX; 2]; cells.len()];
    let rename = |(symbol, (&cell, &used)): (usize, (&u32, &bool))| {
        let name = &mut parts[cell.index()][usize::from(used)];
        if *name == u32::MAX {
            *name = symbol.to_u32();
        }
        *name
    };
    (cells.iter().zip(used).enumerate().map(rename).collect(), parts)
}

/// For each cell, by its name, the number of its symbols.
fn sizes(cells: &[u32]) -> Vec<u32> {
    let mut sizes = vec![0; cells.len()];
    cells.iter().for_each(|&cell| sizes[cell.index()] += 1);
    sizes
}

/// Multiplies by the number of ways to choose as many symbols of each cell as are used.
fn count_choices(cells: &[u32], used: &[u32], length: &mut Natural) {
    for (&size, &used) in sizes(cells).iter().zip(used).filter(|(_, &used)| used > 0) {
        for k in 0..used.min(size - used) {
            *length *= size - k;
            *length /= k + 1;
        }
    }
}

/// The symbols that are of one class in both; a class is named by its first symbol.
pub(crate) fn meet(first: &[u32], second: &[u32]) -> Vec<u32> {
    let mut names = HashMap::new();
    debug_assert!(are_named_by_lowest(first) && are_named_by_lowest(second));
    first.iter().zip(second).zip(0..).map(|(pair, symbol)| *names.entry(pair).or_insert(symbol)).collect()
}

/// Whether no symbols in the slots of the members are of one class with others.
fn apart(layers: &Layers, slots: &[Option<Vec<u32>>], class: &[u32]) -> bool {
    let sizes = sizes(class);
    let is_alone = |&symbol: &u32| symbol == OUTSIDE || sizes[class[symbol.index()].index()] == 1;
    let numbers = layers.slots.iter().flatten().filter_map(|slot| slots.get(slot.index()));
    numbers.flatten().flatten().all(is_alone)
}

/// The classes that act on a type by themselves: of the members of groups of slots only those apart from symbols.
pub(crate) fn classes_apart(class: &[u32], type_index: TypeIndex, symbols: &Interchange) -> Vec<u32> {
    let mut own = class.to_vec();
    let together = |layers: &&Layers| !apart(layers, symbols.slots(type_index), class);
    for layers in symbols.layers(type_index).iter().filter(together) {
        for member in layers.members() {
            own[member.index()] = member;
        }
    }
    own
}

/// The classes split by how an experiment uses their symbols, and by what it has in the slots of members.
pub(crate) fn refine(
    class: &[u32],
    plan: &Plan,
    type_index: TypeIndex,
    symbols: &Interchange,
    groups: &[SlotGroup],
    row: &[u64],
) -> Vec<u32> {
    let mut cells = class.to_vec();
    for (slot, numbers) in plan.space.slots.iter().zip(symbols.slots(type_index)) {
        let mut used = vec![false; cells.len()];
        for (&symbol, p) in numbers.iter().flatten().zip(slot.first..).filter(|(&symbol, _)| symbol != OUTSIDE) {
            used[symbol.index()] |= bit(row, p);
        }
        cells = split(&cells, &used).0;
    }
    let mut first = symbols.symbols();
    for group in groups {
        for layer in &group.layers[type_index] {
            for i in 0..plan.space.slots[layer[0]].width() {
                let mut used = vec![false; cells.len()];
                for (member, &slot) in layer.iter().enumerate() {
                    used[first + member] = bit(row, plan.space.slots[slot].first + i);
                }
                cells = split(&cells, &used).0;
            }
        }
        first += group.propositions.len();
    }
    cells
}
