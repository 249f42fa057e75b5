//! The rule by which an enumeration visits only the first assignment of each orbit under interchangeable symbols.
//!
//! The symbols of a group fall into classes; the group acting is the product of the symmetric groups of the classes.
//! After some slots are filled, the permutations that leave them alone are again a product of symmetric groups: of the
//! *cells*, symbols of one class used alike by all filled slots. The first member of an orbit therefore takes, in each
//! slot, the lowest symbols of each cell: a symbol slot takes a symbol only if it is the lowest of its cell, a set takes
//! a member only if it took all lower members of that cell. Conversely an assignment of this form is the first of its
//! orbit, so every orbit is visited once, in the order of the assignments, and nothing is filtered out afterwards.
//!
//! *Absent* symbols are those that no code of the state uses. When answers cannot depend on them at all they are equal
//! to each other slot by slot (not only under permutations of whole assignments), and only the first filling counts:
//! a symbol slot takes the lowest one available, a set takes some only to reach its least size.
//!
//! Interchangeable slots have a rule of their own, which acts beside this one: see `slot_order.rs`.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::{SlotId, TypeIndex};
use crate::game::space::bit;
use crate::list::interchange::{are_named_by_lowest, Interchange, OUTSIDE};
use crate::list::plan::{Item, Plan};
use crate::list::slot_order::{Floors, SlotRule};

const NONE: u32 = u32::MAX;

/// An item with symbols that may be interchangeable.
struct BoundItem {
    /// For each position in the slot the number of the symbol, or `OUTSIDE`.
    numbers: Vec<u32>,
    first: u32,
    min: u32,
    /// The bound item before this one.
    previous: Option<usize>,
}

/// What an enumeration needs to know about interchangeable symbols and slots.
pub(crate) struct Rule {
    items: Vec<Option<BoundItem>>,
    slots: SlotRule,
    class: Vec<u32>,
    /// Absent symbols of which answers are independent.
    spare: Vec<bool>,
}

impl Rule {
    /// `spare`: the absent symbols that answers of the type cannot depend on, and that may stand for each other.
    pub fn new(plan: &Plan, type_index: TypeIndex, symbols: &Interchange, class: &[u32], spare: Vec<bool>) -> Rule {
        debug_assert!(are_named_by_lowest(class));
        let slots = symbols.slots(type_index);
        let mut latest = None;
        let bound = |(number, item): (usize, &Item)| {
            let (Item::Symbol { slot } | Item::Set { slot }) = *item else { return None };
            let numbers = slots.get(slot.index())?.clone()?;
            let slot = &plan.space.slots[slot];
            Some(BoundItem { numbers, first: slot.first, min: slot.bounds().0, previous: latest.replace(number) })
        };
        let items = plan.items.iter().enumerate().map(bound).collect();
        let order = SlotRule::new(plan, type_index, symbols, class);
        Rule { items, slots: order, class: class.to_vec(), spare }
    }

    /// The first propositions of the slots that may hold no lower symbol than a symbol slot.
    pub fn above(&self, slot: SlotId) -> &[u32] {
        self.slots.above(slot)
    }

    fn is_spare(&self, symbol: u32) -> bool {
        symbol != OUTSIDE && self.spare[symbol.index()]
    }
}

/// The cells at each item of the present branch of an enumeration.
pub(crate) struct OrbitCells {
    /// For each item and symbol of its group a symbol that names the cell.
    cells: Vec<Vec<u32>>,
    /// For each item and position the position before it in its cell.
    before: Vec<Vec<u32>>,
    latest: Vec<u32>,
    floors: Floors,
}

impl OrbitCells {
    pub fn new(rule: Option<&Rule>) -> Self {
        let items = rule.map_or(0, |rule| rule.items.len());
        let floors = Floors::new(rule.map(|rule| &rule.slots));
        OrbitCells { cells: vec![Vec::new(); items], before: vec![Vec::new(); items], latest: Vec::new(), floors }
    }

    /// Computes the cells at an item from the slots filled before it.
    pub fn enter(&mut self, rule: &Rule, item: u32, truth: &[u64]) {
        self.floors.enter(&rule.slots, item, truth);
        let Some(bound) = &rule.items[item.index()] else { return };
        let mut cells = std::mem::take(&mut self.cells[item.index()]);
        cells.clear();
        match bound.previous {
            None => cells.extend_from_slice(&rule.class),
            Some(previous) => {
                cells.extend_from_slice(&self.cells[previous]);
                if let Some(before) = &rule.items[previous] {
                    self.refine(&mut cells, before, truth);
                }
            }
        }
        self.latest.clear();
        self.latest.resize(rule.class.len() + 1, NONE);
        let before = &mut self.before[item.index()];
        before.clear();
        for (position, &symbol) in bound.numbers.iter().enumerate() {
            if symbol == OUTSIDE {
                before.push(NONE);
                continue;
            }
            let cell = if rule.is_spare(symbol) { rule.class.len() } else { cells[symbol.index()].index() };
            before.push(std::mem::replace(&mut self.latest[cell], position.to_u32()));
        }
        self.cells[item.index()] = cells;
    }

    /// Splits cells by whether the slot of `bound` uses a symbol; a new cell is named by its first used symbol.
    fn refine(&mut self, cells: &mut [u32], bound: &BoundItem, truth: &[u64]) {
        let used = |position: usize| bit(truth, bound.first + position.to_u32());
        self.latest.clear();
        self.latest.resize(2 * cells.len(), NONE);
        for (position, &symbol) in bound.numbers.iter().enumerate().filter(|(_, &symbol)| symbol != OUTSIDE) {
            let name = &mut self.latest[2 * cells[symbol.index()].index() + usize::from(used(position))];
            if *name == NONE {
                *name = symbol;
            }
            cells[symbol.index()] = *name;
        }
    }

    /// The lowest symbol, or the least size of a set, that interchangeable slots allow for an item.
    pub fn least(&self, item: u32) -> u32 {
        self.floors.least(item)
    }

    /// Whether a symbol slot may hold the symbol at `position`; `falsity` says which are excluded.
    pub fn admits_symbol(&self, rule: &Rule, item: u32, position: u32, falsity: &[u64]) -> bool {
        let Some(bound) = &rule.items[item.index()] else { return true };
        let before = &self.before[item.index()];
        if !rule.is_spare(bound.numbers[position.index()]) {
            return before[position.index()] == NONE;
        }
        let mut lower = before[position.index()];
        while lower != NONE {
            if !bit(falsity, bound.first + lower) {
                return false;
            }
            lower = before[lower.index()];
        }
        true
    }

    /// Whether a set of `size` members may get the one at `position`; `truth` holds those it has.
    pub fn admits_member(&self, rule: &Rule, item: u32, position: u32, size: u32, truth: &[u64]) -> bool {
        if !self.floors.admits_member(&rule.slots, item, position, size, truth) {
            return false;
        }
        let Some(bound) = &rule.items[item.index()] else { return true };
        let before = self.before[item.index()][position.index()];
        let spare = rule.is_spare(bound.numbers[position.index()]);
        (before == NONE || bit(truth, bound.first + before)) && (!spare || size == bound.min)
    }
}
