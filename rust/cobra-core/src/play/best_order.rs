//! The best of all orders of tied experiments: in every state any experiment of the best score may be made.
//!
//! A state is worth the least total of the lengths of its codes' plays and, of these, the least worst length; both are sums
//! and maxima over cells, so the best of every cell makes the best of a state, and what a state is worth is remembered.
//! Of experiments that cut a state into the same cells, with the same codes hit, one is looked at; so is one of those that
//! interchangeable symbols make equivalent. An experiment is left out when bounds for its cells show that it is no better
//! than what is known: by B outcomes a tree tells apart no more than its levels hold.
//!
//! There may be far too many orders. So the search begins with the strategy that breaks ties by `final,first`, and is done in
//! passes, each with twice as many experiments in a state as the one before; what a pass finds bounds the next one. When it is
//! stopped, what was found is a strategy all the same: its states have what is known to be best for them.

use std::collections::{HashMap, HashSet};

use crate::base::convert::ToU64;
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, OutcomeId};
use crate::base::limits::StopReason;
use crate::engine::TypeAndRow;
use crate::expression::Expression;
use crate::game::program::Ending;
use crate::outcomes::widths::Widths;
use crate::pick::chooser::{Buffers, Choice, Chooser};
use crate::pick::inseparable::alike;
use crate::play::ends::Ends;
use crate::play::least_lengths::LeastLengths;
use crate::play::run::Decided;

/// Experiments of a state looked at in the first pass, and at most.
const FIRST_WIDTH: usize = 2;
const MOST_WIDTH: usize = 1 << 12;
/// States after more experiments are not searched.
const MOST_DEPTH: usize = 200;
/// Bytes of a state that is remembered, beside its codes.
const STATE_BYTES: u64 = 160;

/// What is known of a state.
struct Known {
    worth: Worth,
    choice: Option<TypeAndRow>,
    /// No order of ties is better.
    complete: bool,
    /// The pass it was looked at last.
    pass: u32,
}

/// Total of weighted lengths, and worst length.
type Worth = (u64, u64);

/// A search; its results stay good when it is stopped.
pub(crate) struct Search<'a, 'b> {
    chooser: &'b Chooser<'a>,
    ends: &'b Ends<'a>,
    score: &'b Expression,
    buffers: Buffers,
    known: HashMap<Box<[CodeId]>, Known>,
    /// By the number of codes, what a state that is not over is worth at least.
    least: Vec<Worth>,
    bytes: u64,
    memory: u64,
    width: usize,
    pass: u32,
}

impl<'a, 'b> Search<'a, 'b> {
    pub fn new(
        chooser: &'b Chooser<'a>,
        ends: &'b Ends<'a>,
        score: &'b Expression,
        memory: u64,
    ) -> Result<Search<'a, 'b>> {
        let least = least_worths(chooser)?;
        let (buffers, known) = (Buffers::default(), HashMap::new());
        Ok(Search { chooser, ends, score, buffers, known, least, bytes: 0, memory, width: FIRST_WIDTH, pass: 0 })
    }

    /// Looks for the best from a state on, in passes; whether all orders were looked at. The state must have been started
    /// with.
    pub fn improve(&mut self, state: &[CodeId]) -> Result<bool> {
        self.width = FIRST_WIDTH;
        while self.width <= MOST_WIDTH {
            self.pass += 1;
            if self.solve(state, 0)?.is_some_and(|(_, complete)| complete) {
                return Ok(true);
            }
            self.width *= 2;
        }
        Ok(false)
    }

    /// What is to be done in the states met.
    pub fn plan(self) -> Decided {
        self.known.into_iter().map(|(state, known)| (state, known.choice)).collect()
    }

    /// What the strategy of the chooser makes of a state, and of all that follow.
    pub fn start(&mut self, state: &[CodeId]) -> Result<()> {
        let mut waiting: Vec<(Vec<CodeId>, bool)> = vec![(state.to_vec(), false)];
        while let Some((state, is_split)) = waiting.pop() {
            if self.known.contains_key(&state[..]) {
                if is_split {
                    self.sum_up(&state)?;
                }
                continue;
            }
            let choice = self.chooser.choose(&mut self.buffers, &state, None, 0)?;
            let made = choice.as_ref().map(|choice| (choice.type_index, choice.row.clone()));
            self.remember(&state, (0, 0), made, false)?;
            let Some(choice) = choice else { continue };
            let parts = choice.cells(&state);
            waiting.push((state, true));
            for (outcome, cell) in parts {
                if self.ends.after(choice.type_index, outcome, &cell)?.is_none() {
                    waiting.push((cell, false));
                }
            }
        }
        Ok(())
    }

    /// Sets the worth of a state by those of the cells of its choice.
    fn sum_up(&mut self, state: &[CodeId]) -> Result<()> {
        let Some(Known { choice: Some(choice), .. }) = self.known.get(state) else { return Ok(()) };
        let choice = self.chooser.apply(choice, state)?;
        let mut worth = (self.chooser.codes.weight_of(state), 1);
        for (outcome, cell) in choice.cells(state) {
            let (total, worst) = match self.ends.after(choice.type_index, outcome, &cell)? {
                Some(more) => (self.chooser.codes.weight_of(&cell) * more, more),
                None => self.known.get(&cell[..]).map_or((0, 0), |known| known.worth),
            };
            worth = (worth.0 + total, worth.1.max(1 + worst));
        }
        if let Some(known) = self.known.get_mut(state) {
            known.worth = worth;
        }
        Ok(())
    }

    fn remember(&mut self, state: &[CodeId], worth: Worth, choice: Option<TypeAndRow>, complete: bool) -> Result<()> {
        if !self.known.contains_key(state) {
            self.bytes += STATE_BYTES + 4 * state.len().to_u64();
            if self.bytes > self.memory {
                self.chooser.control.halt(StopReason::Memory);
                return Err(CoreError::Stopped(StopReason::Memory));
            }
        }
        self.known.insert(state.into(), Known { worth, choice, complete, pass: self.pass });
        Ok(())
    }

    /// What a state that is not over is worth as far as it is known, and whether nothing is better; `None` if no strategy is
    /// known.
    fn solve(&mut self, state: &[CodeId], depth: usize) -> Result<Option<(Worth, bool)>> {
        let known = self.known.get(state).map(|known| (known.worth, known.complete, known.pass));
        if let Some((worth, complete, pass)) = known {
            if complete || pass == self.pass || depth >= MOST_DEPTH {
                return Ok(Some((worth, complete)));
            }
        } else if depth >= MOST_DEPTH {
            return Ok(None);
        }
        self.chooser.control.poll()?;
        let (mut ways, mut complete) = self.ways(state)?;
        if ways.is_empty() {
            self.remember(state, (0, 0), None, complete)?;
            return Ok(Some(((0, 0), complete)));
        }
        complete &= ways.len() <= self.width;
        ways.truncate(self.width);
        let mut best = known.map(|(worth, _, _)| worth);
        let mut made = self.known.get(state).and_then(|known| known.choice.clone());
        for way in ways {
            let (worth, exact) = self.try_way(&way, best, depth)?;
            complete &= exact;
            if let Some(worth) = worth.filter(|worth| best.is_none_or(|best| *worth < best)) {
                best = Some(worth);
                made = Some((way.choice.type_index, way.choice.row));
            }
        }
        let Some(worth) = best else { return Ok(None) };
        self.remember(state, worth, made, complete)?;
        Ok(Some((worth, complete)))
    }

    /// What an experiment leads to, `None` when it is no better than `best` or not known; and whether that is certain.
    fn try_way(&mut self, way: &Way, best: Option<Worth>, depth: usize) -> Result<(Option<Worth>, bool)> {
        let (mut worth, mut exact) = (way.least, true);
        for cell in &way.open {
            if best.is_some_and(|best| worth >= best) {
                return Ok((None, exact));
            }
            let Some(((total, worst), complete)) = self.solve(cell, depth + 1)? else { return Ok((None, false)) };
            exact &= complete;
            worth = (worth.0 - self.least[cell.len()].0 + total, worth.1.max(1 + worst));
        }
        Ok((Some(worth).filter(|&worth| best.is_none_or(|best| worth < best)), exact))
    }

    /// The experiments of the best score, those that promise most first; false when there are too many.
    fn ways(&mut self, state: &[CodeId]) -> Result<(Vec<Way>, bool)> {
        let (choices, all) = self.chooser.at(&mut self.buffers, state, None).tied(self.score, MOST_WIDTH)?;
        let mut seen = HashSet::new();
        let mut ways = Vec::new();
        for choice in choices {
            let parts = choice.cells(state);
            let mut least = (self.chooser.codes.weight_of(state), 1);
            let (mut open, mut signature) = (Vec::new(), Vec::new());
            for (outcome, cell) in parts {
                let end = self.ends.after(choice.type_index, outcome, &cell)?;
                signature.push((cell.clone(), end));
                match end {
                    Some(more) => {
                        least = (least.0 + self.chooser.codes.weight_of(&cell) * more, least.1.max(1 + more))
                    }
                    None => {
                        let (total, worst) = self.least[cell.len()];
                        least = (least.0 + total, least.1.max(1 + worst));
                        open.push(cell);
                    }
                }
            }
            signature.sort_unstable();
            if seen.insert(signature) {
                open.sort_by_key(|cell| std::cmp::Reverse(cell.len()));
                ways.push(Way { choice, least, open });
            }
        }
        ways.sort_by_key(|way| way.least);
        Ok((ways, all))
    }
}

/// An experiment, what it costs at least, and the cells that are not over.
struct Way {
    choice: Choice,
    least: Worth,
    open: Vec<Vec<CodeId>>,
}

/// By the number of codes, what a state of so many that is not over is worth at least: weights are at least 1.
fn least_worths(chooser: &Chooser<'_>) -> Result<Vec<Worth>> {
    let program = &chooser.engine.program;
    let hit = program.ending == Ending::Hit;
    let mut widths = Widths { all: 2, ..Widths::default() };
    for type_index in chooser.engine.all_types() {
        let mut most = Widths::default();
        let outcomes = OutcomeId::first(chooser.data(type_index)?.evaluator.outcomes());
        outcomes.for_each(|outcome| most.count(hit && chooser.engine.is_final(type_index, outcome)));
        widths.join(most);
    }
    if chooser.hits.is_some_and(|hits| hits.unique) {
        widths.finals = 1; // of the outcomes that are final one occurs
    }
    // Codes that no experiment tells apart are over, whatever they are.
    let alike = !hit && !CodeId::first(chooser.codes.len()).eq(alike(chooser.engine, chooser.control)?);
    let lengths = LeastLengths::new(hit, widths);
    let least = (1..=chooser.codes.len().to_u64()).zip(lengths).map(|(codes, least)| match least {
        _ if alike => (0, 0),
        _ if !program.goal.is_empty() => (codes, 1), // they may have to be told apart by their goals only
        least => least,
    });
    Ok(std::iter::once((0, 0)).chain(least).collect())
}
