//! Which cells a fact names for an experiment, and the facts about them.

use super::certificate::ProvedFact;
use super::elements::Word;
use super::prover::{sum, Cell, Prover};
use crate::base::convert::ToU32;
use crate::base::error::CoreError;
use crate::base::ids::CodeId;
use crate::optimal::cost::INFEASIBLE;
use crate::optimal::source::Source;
use crate::optimal::task::{sensible, SearchResult, Task};
use crate::optimal::transposition::StateKey;

/// What is used of a cell.
struct Use {
    cell: usize,
    value: u64,
    effort: Effort,
}

/// How it was found what a cell costs at least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Effort {
    /// By its size, or there is a fact.
    Known,
    Look,
    Search,
}

impl<S: Source> Prover<'_, '_, S> {
    /// Cells that cost so much that an experiment costs enough, with facts that say so.
    pub(super) fn name(
        &mut self,
        task: &Task,
        cells: &mut [Cell],
        own: u64,
        value: u64,
        left: u32,
    ) -> SearchResult<Vec<(u32, u64, Word)>> {
        let mut uses = self.uses(task, cells, own, value, left)?;
        for used in uses.iter().filter(|used| used.effort > Effort::Known) {
            let cell = &mut cells[used.cell];
            if self.known(cell, left) < used.value {
                self.prove(task, &cell.codes, left, used.value, used.effort == Effort::Look)?;
            }
        }
        uses.sort_by_key(|used| used.cell);
        let mut named = Vec::with_capacity(uses.len());
        for used in uses {
            let found = self.fact(&mut cells[used.cell], left, used.value);
            let (fact, word) = found.ok_or_else(|| CoreError::Internal("a fact is not found again".into()))?;
            named.push((used.cell.to_u32(), fact, word));
        }
        Ok(named)
    }

    /// Cells, and what of their costs is to be used. As in the search, bounds get better in rounds over the cells, from cheap
    /// to dear: what is proved already; a look at all experiments on the cell; the search of the cell.
    fn uses(&mut self, task: &Task, cells: &mut [Cell], own: u64, value: u64, left: u32) -> SearchResult<Vec<Use>> {
        let mut uses: Vec<Use> = (0..cells.len())
            .filter(|&cell| cells[cell].is_open)
            .map(|cell| Use { cell, value: cells[cell].bound, effort: Effort::Known })
            .collect();
        uses.sort_by_key(|used| cells[used.cell].codes.len());
        if value >= INFEASIBLE {
            uses.reverse(); // one cell is enough: the largest, most likely
        }
        let mut reached = sum(own, cells);
        for effort in [Effort::Known, Effort::Look, Effort::Search] {
            for used in &mut uses {
                if reached >= value {
                    break;
                }
                let cell = &mut cells[used.cell];
                let needed = if value >= INFEASIBLE { INFEASIBLE } else { used.value + (value - reached) };
                let found = match effort {
                    Effort::Known => self.known(cell, left),
                    Effort::Look => self.looked(task, &cell.codes, left)?,
                    Effort::Search => self.least(task, &cell.codes, left, needed)?,
                };
                if found > used.value {
                    // What needs no search may say more than is needed, others can use it.
                    let found = if effort == Effort::Search { found.min(needed) } else { found };
                    reached = reached.saturating_add(found - used.value).min(INFEASIBLE);
                    (used.value, used.effort) = (found, effort);
                }
            }
        }
        if reached < value {
            return Err(CoreError::input("a claim is not true, or the search is stopped too early").into());
        }
        // What is not needed is left out: what takes most to be proved first, then what says little.
        let gain = |used: &Use| used.value - cells[used.cell].bound;
        uses.sort_by_key(|used| (std::cmp::Reverse(used.effort), gain(used)));
        if value >= INFEASIBLE {
            uses.retain(|used| used.value >= INFEASIBLE);
            uses.drain(..uses.len() - 1);
        } else {
            // Where a cell cannot be dealt with, `reached` is no sum: costs end at `INFEASIBLE`.
            let bounds = cells.iter().map(|cell| cell.bound);
            let mut exact: u128 = bounds.chain(uses.iter().map(gain)).chain([own]).map(u128::from).sum();
            uses.retain(|used| {
                let without = exact - u128::from(gain(used));
                let is_needed = without < u128::from(value);
                exact = if is_needed { exact } else { without };
                is_needed
            });
        }
        Ok(uses)
    }

    /// What a state costs at least by one look at all experiments.
    pub(super) fn looked(&mut self, task: &Task, state: &[CodeId], left: u32) -> SearchResult<u64> {
        if state.len() == 1 {
            return Ok(0);
        }
        let left = sensible(state, left);
        let (look, view) = self.search.look(task, &task.ladder, state, left, 0)?;
        self.search.views.push(view);
        Ok(look.lower)
    }

    /// The number of the state of a cell.
    fn key_of(&mut self, cell: &mut Cell) -> StateKey {
        *cell.key.get_or_insert_with(|| self.key(&cell.codes))
    }

    /// The greatest value of a fact about a cell or an image of it.
    fn known(&mut self, cell: &mut Cell, left: u32) -> u64 {
        let key = self.key_of(cell);
        let facts = self.facts.of(key).iter();
        facts
            .filter(|fact| fact.is_for(left) && fact.state.len() == cell.codes.len())
            .map(|fact| fact.value)
            .max()
            .unwrap_or(0)
    }

    /// A fact about a cell or an image of it, and the word that carries it there.
    fn fact(&mut self, cell: &mut Cell, left: u32, value: u64) -> Option<(u64, Word)> {
        let key = self.key_of(cell);
        let state = &cell.codes[..];
        let fits = |fact: &&ProvedFact| fact.is_for(left) && fact.value >= value;
        let facts = self.facts.of(key);
        if let Some(same) = facts.iter().filter(fits).find(|fact| *fact.state == *state) {
            return Some((same.number, Word::new()));
        }
        let (elements, canonical) = (self.elements?, self.search.shared.canonical.as_ref()?);
        let labelling = &mut self.search.labelling;
        let back = elements.inverse(&elements.word(&canonical.labelling(labelling, state)));
        facts.iter().filter(fits).find_map(|fact| {
            let there = elements.word(&canonical.labelling(labelling, &fact.state));
            let word = elements.joined(&there, &back);
            (elements.codes(&word, &fact.state) == state).then_some((fact.number, word))
        })
    }
}
