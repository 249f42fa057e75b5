//! The cells of an experiment, and what it costs: bounds for its cells, from cheap to dear, until it is given up or known.

use std::cmp::Reverse;

use super::bounds::Ladder;
use super::cost::INFEASIBLE;
use super::frame::{Cell, Frame};
use super::numbering::Numbering;
use super::sharing::Trial;
use super::source::{Look, Source};
use super::task::{after, SearchResult, Task};
use super::thread::Search;
use super::transposition::Fact;
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::CoreError;
use crate::base::ids::{CodeId, ExperimentId};

/// Whether codes are those of a state in some order.
fn add_up(codes: &[CodeId], state: &[CodeId]) -> bool {
    let mut codes = codes.to_vec();
    codes.sort_unstable();
    codes == state
}

impl<S: Source> Search<'_, S> {
    /// Puts the cells of the experiment whose outcomes are in the frame there, the smallest first. An error when the game is not
    /// well-formed because a final outcome leaves several codes: no bound holds then.
    pub(super) fn cells(&mut self, state: &[CodeId], frame: &mut Frame<S::View>) -> SearchResult<()> {
        for cell in frame.cells.drain(..) {
            self.views.extend(cell.looked.map(|looked| looked.1));
        }
        let Frame { partition, codes, cells, .. } = frame;
        let Numbering { order, starts, .. } = &mut self.numbering;
        order.clear();
        order.extend(0..partition.sizes.len().to_u32());
        let size = |cell: u32| partition.sizes[cell.index()].0;
        order.sort_unstable_by_key(|&cell| (size(cell), cell));
        starts.clear();
        starts.resize(order.len(), 0);
        let mut start = 0;
        for &cell in order.iter() {
            let (size, is_final) = partition.sizes[cell.index()];
            if self.shared.problem.closing && is_final && size > 1 {
                return Err(CoreError::hits_several(size.index()).into());
            }
            starts[cell.index()] = start;
            let range = start.index()..(start + size).index();
            start += size;
            cells.push(Cell {
                codes: range,
                is_final,
                key: 0,
                lower: 0,
                exact: false,
                is_met: false,
                has_answered: false,
                looked: None,
            });
        }
        codes.resize(state.len(), CodeId::new(0));
        for (&cell, &code) in partition.cells.iter().zip(state) {
            let to = &mut starts[cell.index()];
            codes[to.index()] = code;
            *to += 1;
        }
        debug_assert!(cells.is_sorted_by_key(|cell| cell.codes.len()));
        debug_assert!(cells.iter().all(|cell| !cell.codes.is_empty() && codes[cell.codes.clone()].is_sorted()));
        debug_assert!(add_up(codes, state), "the cells of an experiment make up the state");
        Ok(())
    }

    /// A bound for the cost of an experiment from what is known of its cells, the cheap bounds first; it is no less than `best`, or
    /// all were tried.
    pub(super) fn known_cells(
        &mut self,
        task: &Task,
        ladder: &Ladder,
        (own, best): (u64, u64),
        left: u32,
        frame: &mut Frame<S::View>,
    ) -> u64 {
        let problem = self.shared.problem;
        let bounds = ladder.at(left);
        let Frame { codes, cells, .. } = frame;
        let mut total = own;
        for cell in cells.iter_mut() {
            (cell.lower, cell.exact) = problem.bound(&codes[cell.codes.clone()], cell.is_final, bounds);
            total = total.saturating_add(cell.lower);
        }
        if total >= best {
            return total;
        }
        let below = ladder.at(after(left));
        for cell in cells.iter_mut().filter(|cell| !cell.exact) {
            let glance = self.shared.source.glance(&codes[cell.codes.clone()], below);
            if let Some((lower, exact)) = glance {
                cell.raise(&mut total, lower);
                cell.exact = exact && lower == cell.lower;
                if total >= best {
                    return total;
                }
            }
        }
        for cell in cells.iter_mut().filter(|cell| !cell.exact) {
            cell.key = self.sum(&codes[cell.codes.clone()]);
            let key = self.key(task, cell.key, cell.codes.len(), left);
            if let Some(fact) = self.find(key) {
                cell.is_met = true;
                let limited = !self.is_full(task) && fact.upper < INFEASIBLE;
                cell.raise(&mut total, if limited { fact.upper } else { fact.lower });
                cell.exact = limited || fact.is_exact();
                if total >= best {
                    return total;
                }
            }
        }
        total
    }

    /// The same, and by looks at the cells of which nothing is known.
    pub(super) fn bound_cells(
        &mut self,
        task: &Task,
        ladder: &Ladder,
        limits: (u64, u64),
        left: u32,
        frame: &mut Frame<S::View>,
    ) -> SearchResult<u64> {
        let mut total = self.known_cells(task, ladder, limits, left, frame);
        let best = limits.1;
        if total >= best {
            return Ok(total);
        }
        let Frame { codes, cells, .. } = frame;
        // A look finds the more the more codes a cell has, up to as many as there are outcomes, and then no more; it takes as long
        // as there are codes. So the cells come first that may say most for the time.
        let width = ladder.at(left).widths.all;
        let order = &mut self.numbering.order;
        order.clear();
        order.extend((0..cells.len().to_u32()).filter(|&cell| {
            let cell = &cells[cell.index()];
            !cell.exact && !cell.is_met
        }));
        order.sort_by_key(|&cell| {
            let size = cells[cell.index()].codes.len();
            Reverse(size.min(width * width / size))
        });
        for number in 0..self.numbering.order.len() {
            let cell = &mut cells[self.numbering.order[number].index()];
            let (look, view) = self.look(task, ladder, &codes[cell.codes.clone()], left, cell.lower)?;
            cell.raise(&mut total, look.lower);
            if look.exact.is_some() && look.lower == cell.lower || look.lower >= INFEASIBLE {
                cell.exact = true;
                let key = self.key(task, cell.key, cell.codes.len(), left);
                let shared = self.is_shared(&codes[cell.codes.clone()]);
                let first = look.exact.filter(|_| !shared).unwrap_or(ExperimentId::NONE);
                let fact = Fact { lower: look.lower, upper: look.lower, first };
                self.shared.known.keep(key, fact, 1);
                self.views.push(view);
            } else {
                let key = self.key(task, cell.key, cell.codes.len(), left);
                let fact = Fact { lower: cell.lower, ..Fact::UNKNOWN };
                self.shared.known.keep(key, fact, 1);
                cell.looked = Some((Look { lower: cell.lower, ..look }, view));
            }
            if total >= best {
                return Ok(total);
            }
        }
        Ok(total)
    }

    /// The cost of an experiment with these cells, or a bound that is no less than `best` or the best cost that another
    /// thread found meanwhile. Costs are found from the small cells up, which takes the least work, unless the trial is turned.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn try_cells(
        &mut self,
        task: &Task,
        ladder: &Ladder,
        limits: (u64, u64),
        left: u32,
        depth: usize,
        frame: &mut Frame<S::View>,
        trial: Option<&Trial<'_>>,
    ) -> SearchResult<u64> {
        let total = self.bound_cells(task, ladder, limits, left, frame)?;
        match total >= limits.1 {
            true => Ok(total),
            false => self.ask_cells(task, ladder, (total, limits.1), left, depth, frame, trial),
        }
    }

    /// The same, where the bounds for the cells are known and add up to `total`, less than `best`.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn ask_cells(
        &mut self,
        task: &Task,
        ladder: &Ladder,
        (mut total, mut best): (u64, u64),
        left: u32,
        depth: usize,
        frame: &mut Frame<S::View>,
        trial: Option<&Trial<'_>>,
    ) -> SearchResult<u64> {
        let Frame { codes, cells, .. } = frame;
        // What is missing is asked of the cells in parts: it takes much less to raise all bounds a little than to find out what the
        // first cells cost. A cell that falls short costs what was found, and the others are asked for more.
        let turned = trial.is_some_and(|trial| trial.turned);
        let experiments = self.shared.source.experiments();
        loop {
            let mut open: usize = cells.iter().filter(|cell| !cell.exact).map(|cell| cell.codes.len()).sum();
            if open == 0 {
                return Ok(total);
            }
            cells.iter_mut().for_each(|cell| cell.has_answered = false);
            for number in 0..cells.len() {
                let number = if turned { cells.len() - 1 - number } else { number };
                let cell = &mut cells[number];
                if cell.exact {
                    continue;
                }
                if let Some((lower, known)) = trial.map(Trial::known) {
                    best = best.min(known);
                    if total.max(lower) >= best {
                        return Ok(total.max(lower));
                    }
                }
                let beta = cell.lower + part(best - total, cell.codes.len(), open, experiments);
                open -= cell.codes.len();
                let state = &codes[cell.codes.clone()];
                // A limited search may have raised the bound to what it has found, which is no bound of all strategies.
                let known = if self.is_full(task) { cell.lower } else { 0 };
                let looked = match cell.looked.take() {
                    Some(looked) => looked,
                    None => self.look(task, ladder, state, left, known)?,
                };
                let value = self.solve(task, ladder, state, cell.key, looked, beta, left, depth + 1)?;
                cell.raise(&mut total, value);
                cell.exact = value < beta;
                cell.has_answered = true;
                if depth == 0 {
                    self.report_trial(task, total, best);
                }
                if total >= best {
                    return Ok(total);
                }
            }
        }
    }
}

/// With fewer experiments than this it takes little to find out what a cell costs.
const FEW_EXPERIMENTS: u32 = 256;
/// So it is with cells of fewer codes than this.
const FEW_CODES: usize = 32;

/// The part of what is missing that is asked of a cell: all, or by its share in the codes of all cells that are open.
pub(super) fn part(missing: u64, size: usize, open: usize, experiments: u32) -> u64 {
    // Without a strategy to be better than, costs are asked for.
    if missing >= INFEASIBLE / 2 || size < FEW_CODES || experiments < FEW_EXPERIMENTS {
        return missing;
    }
    missing.saturating_mul(size.to_u64()).div_ceil(open.to_u64())
}
