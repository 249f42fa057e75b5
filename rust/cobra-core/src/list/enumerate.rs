//! All assignments of a space in order, by chronological backtracking with propagation. (All of the walk is here, on more
//! than 500 lines, as each step has to undo just what another one does.)
//!
//! Decisions are taken slot by slot in the order of the values, so solutions come out in order and none comes twice:
//! no blocking clauses, nothing is remembered but the way back. The state is two masks (true, false propositions);
//! a frame keeps a copy of them, so that backtracking is a copy and needs no trail (the circuit has one of its own).
//! With a `Rule` only the first assignments of orbits under interchangeable symbols and slots are visited (see
//! `orbit.rs`).

use crate::base::bits::WordOnes;
use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::SlotId;
use crate::base::limits::{Control, StopReason};
use crate::formula::circuit::{Values, OTHER_SIDE};
use crate::game::space::{bit, fills_slots};
use crate::list::masks::Masks;
use crate::list::orbit::{OrbitCells, Rule};
use crate::list::plan::{mask_words, Item, Plan};

/// A decision that has alternatives left.
struct Decision {
    item: u32,
    /// `Bools`: the proposition. `Set`: 0 for the size, j for the j-th member. Otherwise 0.
    part: u32,
    /// The next alternative to try.
    next: u32,
    /// Length of the circuit's trail before the decision.
    mark: usize,
}

/// A set of various sizes: its item and slot, and the most members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flexible {
    pub item: u32,
    pub slot: SlotId,
    pub most: u32,
}

/// What a walk knows of the assignments below a decision.
#[derive(Clone, Copy)]
pub(crate) struct PartialAssignment<'a> {
    /// The propositions known to be true, to be false.
    pub truth: &'a [u64],
    pub falsity: &'a [u64],
    sizes: &'a [u32],
    /// Item and part of the next decision.
    position: (u32, u32),
}

impl PartialAssignment<'_> {
    /// The most members a set can have.
    pub fn most(&self, set: Flexible) -> u32 {
        if (set.item, 0) < self.position {
            self.sizes[set.slot]
        } else {
            set.most
        }
    }
}

/// A walk through the assignments of a plan.
pub(crate) struct Enumerator<'a> {
    plan: &'a Plan,
    rule: Option<&'a Rule>,
    cells: OrbitCells,
    masks: Masks,
    values: Values,
    changed: Vec<(u32, u64)>,
    frames: Vec<Decision>,
    saved: Vec<u64>,
    /// For each slot the size decided on.
    sizes: Vec<u32>,
    state: State,
    steps: u64,
}

#[derive(PartialEq, Eq)]
enum State {
    Fresh,
    /// What the constraints imply is known.
    Started,
    AtSolution,
    Ended,
}

/// Decisions between two polls of the control.
const POLL: u64 = 1 << 14;

impl<'a> Enumerator<'a> {
    pub fn new(plan: &'a Plan, rule: Option<&'a Rule>) -> Self {
        let start = plan.start.get_or_init(|| {
            let mut walk = Enumerator::from(plan, None, Self::nothing(plan));
            walk.start().then_some((walk.masks, walk.values))
        });
        match start {
            Some(known) => Enumerator { state: State::Started, ..Enumerator::from(plan, rule, known.clone()) },
            None => Enumerator { state: State::Ended, ..Enumerator::from(plan, rule, Self::nothing(plan)) },
        }
    }

    fn nothing(plan: &Plan) -> (Masks, Values) {
        (plan.constraints.masks(plan.words), plan.constraints.circuit.values())
    }

    fn from(plan: &'a Plan, rule: Option<&'a Rule>, (masks, values): (Masks, Values)) -> Self {
        Enumerator {
            plan,
            rule,
            cells: OrbitCells::new(rule),
            masks,
            values,
            changed: Vec::new(),
            frames: Vec::new(),
            saved: Vec::new(),
            sizes: vec![0; plan.space.slots.len()],
            state: State::Fresh,
            steps: 0,
        }
    }

    /// Starts with the leaves of the other side given: the row of a code, for a plan with an extra conjunct.
    pub fn with_other_side(plan: &'a Plan, row: &[u64]) -> Self {
        let mut walk = Enumerator::from(plan, None, Self::nothing(plan));
        for p in 0..row.len().to_u32() * 64 {
            if !plan.constraints.circuit.set(&mut walk.values, p | OTHER_SIDE, bit(row, p)) {
                walk.state = State::Ended;
            }
        }
        walk
    }

    /// The assignment reached by `advance`.
    pub fn row(&self) -> &[u64] {
        &self.masks.truth
    }

    /// How many decisions were tried so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The assignment reached by `advance`, in the form of one that is partly known.
    pub fn partial(&self) -> PartialAssignment<'_> {
        self.partial_at((self.plan.items.len().to_u32(), 0))
    }

    fn partial_at(&self, position: (u32, u32)) -> PartialAssignment<'_> {
        PartialAssignment { truth: &self.masks.truth, falsity: &self.masks.falsity, sizes: &self.sizes, position }
    }

    /// Goes to the next assignment; false when there is none.
    pub fn advance(&mut self, control: &Control) -> Result<bool, StopReason> {
        self.advance_within(control, |_| true)
    }

    /// Goes to the next assignment, without those below decisions that `admits` turns down: it is asked after each
    /// decision.
    #[inline(always)]
    pub fn advance_within(
        &mut self,
        control: &Control,
        mut admits: impl FnMut(PartialAssignment<'_>) -> bool,
    ) -> Result<bool, StopReason> {
        let mut position = match self.state {
            State::Ended => return Ok(false),
            State::Fresh => {
                if !self.start() {
                    self.state = State::Ended;
                    return Ok(false);
                }
                Some((0, 0))
            }
            State::Started => Some((0, 0)),
            State::AtSolution => None,
        };
        loop {
            if let Some((item, part)) = position {
                match self.next_decision(item, part) {
                    None => {
                        debug_assert!(
                            self.masks.are_total(self.plan.space.propositions)
                                && fills_slots(&self.plan.space, self.row())
                                && self.plan.constraints.are_met(&self.masks)
                        );
                        self.state = State::AtSolution;
                        return Ok(true);
                    }
                    Some((item, part)) => self.push(item, part),
                }
            }
            position = loop {
                let Some(top) = self.frames.last() else {
                    self.state = State::Ended;
                    return Ok(false);
                };
                let (item, part, next, mark) = (top.item, top.part, top.next, top.mark);
                self.restore(mark);
                self.steps += 1;
                if self.steps.is_multiple_of(POLL) {
                    control.poll()?;
                }
                match self.try_alternative(item, part, next) {
                    None => self.pop(),
                    Some(after) => {
                        if self.settle() && admits(self.partial_at(after)) {
                            break Some(after);
                        }
                    }
                }
            };
        }
    }

    fn start(&mut self) -> bool {
        let constraints = &self.plan.constraints;
        if constraints.impossible {
            return false;
        }
        constraints.touch_all(&mut self.masks);
        constraints.circuit.start(&mut self.values) && self.settle()
    }

    /// The first position from (item, part) on where something is to be decided.
    fn next_decision(&self, mut item: u32, mut part: u32) -> Option<(u32, u32)> {
        loop {
            match self.plan.items.get(item.index())? {
                &Item::Bools { first, end } => {
                    if let Some(p) = self.unassigned(first.max(part), end) {
                        return Some((item, p));
                    }
                    item += 1;
                    part = 0;
                }
                _ => return Some((item, part)),
            }
        }
    }

    fn unassigned(&self, from: u32, end: u32) -> Option<u32> {
        let mut p = from;
        while p < end {
            let word = p.index() / 64;
            let free = !(self.masks.truth[word] | self.masks.falsity[word]) >> (p % 64);
            if free != 0 {
                let found = p + free.trailing_zeros();
                return (found < end).then_some(found);
            }
            p = (p / 64 + 1) * 64;
        }
        None
    }

    fn push(&mut self, item: u32, part: u32) {
        let mark = self.plan.constraints.circuit.mark(&self.values);
        let next = match self.plan.items[item.index()] {
            Item::Set { slot } if part == 0 => self.plan.space.slots[slot].bounds().0,
            Item::Set { .. } if part > 1 => self.frames.last().map_or(0, |frame| frame.next),
            _ => 0,
        };
        if let (Some(rule), 0) = (self.rule, part) {
            self.cells.enter(rule, item, &self.masks.truth);
        }
        self.frames.push(Decision { item, part, next, mark });
        self.saved.extend_from_slice(&self.masks.truth);
        self.saved.extend_from_slice(&self.masks.falsity);
    }

    #[inline(always)]
    fn restore(&mut self, mark: usize) {
        let words = self.plan.words;
        let start = (self.frames.len() - 1) * 2 * words;
        if words == 1 {
            self.masks.truth[0] = self.saved[start];
            self.masks.falsity[0] = self.saved[start + 1];
        } else {
            self.restore_words(start, words);
        }
        if !self.plan.constraints.circuit.is_empty() {
            self.plan.constraints.circuit.undo(&mut self.values, mark);
        }
    }

    fn restore_words(&mut self, start: usize, words: usize) {
        self.masks.truth.copy_from_slice(&self.saved[start..start + words]);
        self.masks.falsity.copy_from_slice(&self.saved[start + words..start + 2 * words]);
    }

    /// Takes the first alternative from `next` on that does not contradict itself. Returns the position after it.
    fn try_alternative(&mut self, item: u32, part: u32, next: u32) -> Option<(u32, u32)> {
        match self.plan.items[item.index()] {
            Item::Bools { .. } => self.try_bool(item, part, next),
            Item::Symbol { slot } => self.try_symbol(item, slot, next),
            Item::Set { slot } if part == 0 => self.try_size(item, slot, next),
            Item::Set { slot } => self.try_member(item, slot, part, next),
            Item::Table { table } => self.try_row(item, table.index(), next),
        }
    }

    fn set_next(&mut self, next: u32) {
        if let Some(top) = self.frames.last_mut() {
            top.next = next;
        }
    }

    fn try_bool(&mut self, item: u32, p: u32, next: u32) -> Option<(u32, u32)> {
        let mask = 1 << (p % 64);
        if next == 0 {
            self.assign(p / 64, mask, 0);
            self.set_next(1);
        } else {
            self.assign(p / 64, 0, mask);
            self.pop(); // nothing is left to come back for
        }
        Some((item, p + 1))
    }

    fn pop(&mut self) {
        self.frames.pop();
        self.saved.truncate(self.frames.len() * 2 * self.plan.words);
    }

    fn try_symbol(&mut self, item: u32, slot: SlotId, next: u32) -> Option<(u32, u32)> {
        let first = self.plan.space.slots[slot].first;
        let width = self.plan.space.slots[slot].width();
        let next = next.max(self.rule.map_or(0, |_| self.cells.least(item)));
        for symbol in next..width {
            if bit(&self.masks.falsity, first + symbol) {
                continue;
            }
            if self.rule.is_some_and(|rule| !self.cells.admits_symbol(rule, item, symbol, &self.masks.falsity)) {
                continue;
            }
            if self.assign_symbol(slot, symbol) && self.exclude_below(slot, symbol) {
                self.set_next(symbol + 1);
                return Some((item + 1, 0));
            }
            self.undo_partial();
        }
        None
    }

    /// Takes back the masks after an assignment that contradicted itself half way.
    fn undo_partial(&mut self) {
        if let Some(top) = self.frames.last() {
            let mark = top.mark;
            self.changed.clear();
            self.restore(mark);
        }
    }

    fn assign_symbol(&mut self, slot: SlotId, symbol: u32) -> bool {
        let plan = self.plan;
        let p = plan.space.slots[slot].first + symbol;
        for &(word, mask) in &plan.slot_words[slot] {
            let truth = if word == p / 64 { 1 << (p % 64) } else { 0 };
            if !self.assign(word, truth, mask & !truth) {
                return false;
            }
        }
        for &other in &plan.different[slot] {
            let other = &plan.space.slots[other];
            if symbol < other.width() {
                let q = other.first + symbol;
                if !self.assign(q / 64, 0, 1 << (q % 64)) {
                    return false;
                }
            }
        }
        true
    }

    /// Excludes lower symbols from the slots that may hold no less; constraints then see what these add at least.
    fn exclude_below(&mut self, slot: SlotId, symbol: u32) -> bool {
        let Some(rule) = self.rule.filter(|_| symbol > 0) else { return true };
        rule.above(slot).iter().all(|&first| self.assign_false(first, first + symbol))
    }

    fn try_row(&mut self, item: u32, table: usize, next: u32) -> Option<(u32, u32)> {
        let plan = self.plan;
        let table = &plan.space.tables[table];
        let width = table.slots.len();
        for (number, row) in table.rows.chunks_exact(width).enumerate().skip(next.index()) {
            let fits = table
                .slots
                .iter()
                .zip(row)
                .all(|(&slot, &symbol)| !bit(&self.masks.falsity, plan.space.slots[slot].first + symbol));
            if !fits {
                continue;
            }
            if table.slots.iter().zip(row).all(|(&slot, &symbol)| self.assign_symbol(slot, symbol)) {
                self.set_next(number.to_u32() + 1);
                return Some((item + 1, 0));
            }
            self.undo_partial();
        }
        None
    }

    fn try_size(&mut self, item: u32, slot: SlotId, next: u32) -> Option<(u32, u32)> {
        let plan = self.plan;
        let (_, max) = plan.space.slots[slot].bounds();
        let count = |masks: &[u64]| -> u32 {
            plan.slot_words[slot].iter().map(|&(w, m)| (masks[w.index()] & m).count_ones()).sum()
        };
        let least = count(&self.masks.truth).max(next).max(self.rule.map_or(0, |_| self.cells.least(item)));
        let most = (plan.space.slots[slot].width() - count(&self.masks.falsity)).min(max);
        if least > most {
            return None;
        }
        self.sizes[slot] = least;
        self.set_next(least + 1);
        if least > 0 {
            return Some((item, 1));
        }
        for &(word, mask) in &plan.slot_words[slot] {
            self.assign(word, 0, mask);
        }
        Some((item + 1, 0))
    }

    fn try_member(&mut self, item: u32, slot: SlotId, part: u32, next: u32) -> Option<(u32, u32)> {
        let plan = self.plan;
        let below = self.frames.len().checked_sub(2)?;
        let start = if part > 1 { self.frames[below].next } else { 0 };
        let (first, width) = (plan.space.slots[slot].first, plan.space.slots[slot].width());
        let size = self.sizes[slot];
        for member in next.max(start)..width {
            if width - member < size - part + 1 {
                return None;
            }
            let p = first + member;
            if bit(&self.masks.falsity, p) {
                continue;
            }
            if member > next.max(start) && bit(&self.masks.truth, p - 1) {
                return None; // a member that must be in would be passed over
            }
            if self.rule.is_some_and(|rule| !self.cells.admits_member(rule, item, member, size, &self.masks.truth)) {
                continue;
            }
            self.set_next(member + 1);
            let mut sound = self.assign(p / 64, 1 << (p % 64), 0) && self.assign_false(first + start, p);
            if part == size {
                sound = sound && self.assign_false(p + 1, first + width);
            }
            if sound {
                return Some(if part == size { (item + 1, 0) } else { (item, part + 1) });
            }
            self.undo_partial();
        }
        None
    }

    fn assign_false(&mut self, from: u32, end: u32) -> bool {
        mask_words(from, end).all(|(word, mask)| self.assign(word, 0, mask))
    }

    /// Makes propositions of a word known; false when the opposite is known.
    #[inline(always)]
    fn assign(&mut self, word: u32, truth: u64, falsity: u64) -> bool {
        let (t, f) = (&mut self.masks.truth[word.index()], &mut self.masks.falsity[word.index()]);
        if *t & falsity != 0 || *f & truth != 0 {
            return false;
        }
        let new = (truth & !*t) | (falsity & !*f);
        *t |= truth;
        *f |= falsity;
        if new != 0 && !self.plan.constraints.none {
            self.changed.push((word, new));
        }
        true
    }

    /// Propagates what was assigned; false on a contradiction.
    fn settle(&mut self) -> bool {
        if self.plan.constraints.none {
            return true;
        }
        let settled = self.propagate_fast();
        self.changed.clear();
        if !settled {
            self.masks.abandon();
            self.plan.constraints.circuit.abandon(&mut self.values);
        }
        settled
    }

    /// `propagate` with the machine's instruction for counting bits, where there is one.
    #[cfg(target_arch = "x86_64")]
    fn propagate_fast(&mut self) -> bool {
        #[target_feature(enable = "popcnt")]
        fn with_popcnt(walk: &mut Enumerator<'_>) -> bool {
            walk.propagate()
        }
        if is_x86_feature_detected!("popcnt") {
            // SAFETY: the machine has the instruction.
            unsafe { with_popcnt(self) }
        } else {
            self.propagate()
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn propagate_fast(&mut self) -> bool {
        self.propagate()
    }

    #[inline(always)]
    fn propagate(&mut self) -> bool {
        let constraints = &self.plan.constraints;
        for &(word, new) in &self.changed {
            constraints.touch(&mut self.masks, word.index(), new);
        }
        let mut seen_by_circuit = 0;
        loop {
            if !constraints.propagate(&mut self.masks, &mut self.changed) {
                return false;
            }
            if constraints.circuit.is_empty() {
                return true;
            }
            while seen_by_circuit < self.changed.len() {
                let (word, new) = self.changed[seen_by_circuit];
                seen_by_circuit += 1;
                for place in WordOnes(new & constraints.circuit_mask[word.index()]) {
                    let p = word * 64 + place;
                    if !constraints.circuit.set(&mut self.values, p, bit(&self.masks.truth, p)) {
                        return false;
                    }
                }
            }
            if !constraints.circuit.propagate(&mut self.values) {
                return false;
            }
            while let Some((p, value)) = self.values.implied.pop() {
                if p & OTHER_SIDE != 0 {
                    continue;
                }
                let (word, mask) = (p / 64, 1u64 << (p % 64));
                let before = self.changed.len();
                let (truth, falsity) = if value { (mask, 0) } else { (0, mask) };
                if !self.assign(word, truth, falsity) {
                    return false;
                }
                if self.changed.len() > before {
                    self.plan.constraints.touch(&mut self.masks, word.index(), mask);
                }
            }
            if seen_by_circuit == self.changed.len() {
                return true;
            }
        }
    }
}
