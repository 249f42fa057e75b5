//! All outcomes of a game, kept in memory: for each code the outcomes of all experiments, one after the other.
//!
//! A state is looked at by going through the lines of its codes (`line_scan`); nothing is gathered, nothing is kept for a state.
//! Where costs are not a matter of sizes, experiment after experiment is examined.

use super::bounds::Bounds;
use super::cost::INFEASIBLE;
use super::counts::{self, count};
use super::hitting::Hitting;
use super::leaders::Leaders;
use super::line_scan::{least, list};
use super::method::{Method, Scan, FEW_OUTCOMES, MANY_OUTCOMES};
use super::planes;
use super::prices::{Prices, Sums, MOST_SUMMED};
use super::problem::Problem;
use super::ranks::USELESS;
use super::source::{Candidate, Look, Source};
use crate::base::convert::{ToU32, ToU64};
use crate::base::error::Result;
use crate::base::ids::{CodeId, ExperimentId, Outcome};
use crate::base::limits::Control;
use crate::engine::TypeAndRow;
use crate::evaluate::Isa;
use crate::outcomes::experiments::Experiments;
use crate::outcomes::lines::OutcomeLines;
use crate::outcomes::tabulation::{tabulate, Tabulated};
use crate::outcomes::widths::Widths;

/// States up to this size are looked at by pairs rather than marks.
const FEW_CODES: usize = 7;
/// States of more codes are counted, where there are many outcomes.
const MANY_CODES: usize = 128;
/// States up to this size are looked at by marks where that may give bounds that are too low.
const MARKED_CODES: usize = 48;
/// The largest threshold of marks.
const MARKED: usize = 2;

/// The table of a game.
pub(crate) struct TableSource<'a> {
    problem: &'a Problem<'a>,
    isa: Isa,
    experiments: Experiments,
    outcomes: OutcomeLines,
    widths: Widths,
    /// Costs are a matter of sizes.
    by_size: bool,
    members: Option<Hitting>,
}

/// Buffers of one thread.
#[derive(Default)]
pub(crate) struct Scratch {
    starts: Vec<usize>,
    sizes: Vec<u32>,
    examined: Examined,
}

#[derive(Default)]
struct Examined {
    order: Vec<(u8, CodeId)>,
    cell: Vec<CodeId>,
}

/// Nothing is kept of a state: where experiments are to be listed they are looked at again.
#[derive(Default)]
pub(crate) struct View;

impl<'a> TableSource<'a> {
    /// The table of a game; `None` when it takes more than `memory` bytes, or an experiment has too many outcomes.
    pub fn new(
        problem: &'a Problem<'a>,
        memory: u64,
        threads: usize,
        control: &Control,
    ) -> Result<Option<TableSource<'a>>> {
        let Some(table) = tabulate(problem.engine, memory, threads, control)? else { return Ok(None) };
        let Tabulated { experiments, outcomes, widths, hits } = table;
        let by_size = problem.plain && (hits.single || !problem.closing);
        let members = (problem.plain && problem.closing && widths.finals == 1).then(|| Hitting::new(&hits)).flatten();
        let isa = Isa::detect();
        Ok(Some(TableSource { problem, isa, experiments, outcomes, widths, by_size, members }))
    }

    /// The prices of cells on a state; `None` when sizes do not tell.
    fn prices<'b>(&self, bounds: &'b Bounds, size: usize) -> Option<Prices<'b>> {
        self.by_size.then(|| Prices::new(self.problem, bounds, self.widths.finals, size)).flatten()
    }

    /// How to look at a state for all that is to be known of experiments.
    fn sums(&self, prices: &Prices<'_>) -> Option<(Sums, Method)> {
        // Pairs take half the square of the size, the others the size times the number of outcomes.
        let width = self.outcomes.width;
        let method = match prices.size {
            size if size > FEW_CODES && size <= planes::MOST_CODES && width <= FEW_OUTCOMES => Method::Planes,
            size if size > MANY_CODES && size <= counts::MOST_CODES && width > MANY_OUTCOMES => Method::Counts,
            size if size <= MOST_SUMMED && size <= 2 * width => Method::Pairs,
            size if size <= MOST_SUMMED => Method::Tally,
            _ => Method::Sizes,
        };
        prices.sums(usize::MAX).map(|sums| (sums, method))
    }

    fn starts(&self, scratch: &mut Scratch, state: &[CodeId]) {
        scratch.starts.clear();
        scratch.starts.extend(state.iter().map(|&code| code.index() * self.outcomes.stride));
    }

    /// The least bound, by sums, and the first experiment that has it; or one that costs no more than is enough.
    fn least(
        &self,
        scratch: &Scratch,
        among: Option<&Leaders>,
        sums: &Sums,
        method: Method,
        enough: u64,
    ) -> (Look, usize) {
        let lines = among.map(|among| &among.lines[..]);
        let scan = Scan { outcomes: &self.outcomes, starts: &scratch.starts, lines, sums, marks: None, method };
        let enough = (2 * enough).min(u64::from(USELESS - 1)) as u32;
        let least = least(method.isa(self.isa, scan.starts.len()), &scan, enough);
        let look = match least.rank {
            USELESS => Look { lower: INFEASIBLE, exact: None },
            rank => Look {
                lower: u64::from(rank / 2),
                exact: (rank % 2 == 0).then_some(ExperimentId::new(least.experiment.to_u32())),
            },
        };
        (look, least.experiment)
    }

    /// The least bound by sums that may be too low; `None` when the experiment that has it has a higher bound. Where it
    /// does not, no other has a lower one.
    #[allow(clippy::too_many_arguments)]
    fn quick(
        &self,
        scratch: &mut Scratch,
        prices: &Prices<'_>,
        state: &[CodeId],
        among: Option<&Leaders>,
        bounds: &Bounds,
        enough: u64,
    ) -> Option<Look> {
        let fits = self.outcomes.width <= FEW_OUTCOMES && (FEW_CODES + 1..=MOST_SUMMED).contains(&state.len());
        let sums = fits.then(|| prices.sums(MARKED)).flatten()?;
        if !sums.complete && state.len() > MARKED_CODES {
            return None;
        }
        let (look, experiment) = self.least(scratch, among, &sums, Method::Marks, enough);
        let mut is_true = || {
            let of = self.examine_one(&mut scratch.examined, state, experiment, bounds);
            of.is_some_and(|(lower, ..)| lower == look.lower)
        };
        (sums.complete || look.lower >= INFEASIBLE || is_true()).then_some(look)
    }

    /// Calls `each` with the bound of every experiment that helps, whether it is the cost, and how even the cells are; as
    /// long as it returns true.
    fn examine(
        &self,
        scratch: &mut Scratch,
        state: &[CodeId],
        bounds: &Bounds,
        mut each: impl FnMut(ExperimentId, u64, bool, u64) -> bool,
    ) {
        if let Some(prices) = self.prices(bounds, state.len()) {
            let lines = 0..self.outcomes.stride;
            count(
                &self.outcomes,
                &scratch.starts,
                &prices,
                lines,
                &mut scratch.sizes,
                |id, lower, exact, squares| each(ExperimentId::new(id.to_u32()), lower, exact, squares),
            );
            return;
        }
        for experiment in 0..self.experiments.len() {
            if let Some((lower, exact, squares)) = self.examine_one(&mut scratch.examined, state, experiment, bounds)
            {
                if !each(ExperimentId::new(experiment.to_u32()), lower, exact, squares) {
                    return;
                }
            }
        }
    }

    /// The bound of an experiment, whether it is the cost, and how even its cells are; `None` when it does not help.
    fn examine_one(
        &self,
        buffers: &mut Examined,
        state: &[CodeId],
        experiment: usize,
        bounds: &Bounds,
    ) -> Option<(u64, bool, u64)> {
        let Examined { order, cell } = buffers;
        let is_final = |outcome: u8| usize::from(outcome) >= self.outcomes.others;
        order.clear();
        order.extend(state.iter().map(|&code| (self.outcomes.get(code, experiment), code)));
        order.sort_unstable();
        let can_be_final = order.last().is_some_and(|last| is_final(last.0));
        let one_cell = order.first().map(|first| first.0) == order.last().map(|last| last.0);
        if one_cell && !(self.problem.closing && can_be_final) || self.problem.consistent && !can_be_final {
            return None;
        }
        let (mut lower, mut exact, mut squares) = (bounds.cost.of(self.problem.weight(state)), true, 0);
        for codes in order.chunk_by(|a, b| a.0 == b.0) {
            cell.clear();
            cell.extend(codes.iter().map(|code| code.1));
            let (least, is_cost) = self.problem.bound(cell, is_final(codes[0].0), bounds);
            lower = (lower + least).min(INFEASIBLE);
            exact &= is_cost;
            squares += (cell.len().to_u64()).pow(2);
        }
        Some((lower, exact && lower < INFEASIBLE, squares))
    }
}

impl Source for TableSource<'_> {
    type Scratch = Scratch;
    type View = View;

    const LASTING: bool = true;

    fn scratch(&self) -> Scratch {
        Scratch::default()
    }

    fn widths(&self) -> Widths {
        self.widths
    }

    fn experiments(&self) -> u32 {
        self.experiments.len().to_u32()
    }

    fn bytes(&self) -> u64 {
        let rows = self.experiments.types.iter().map(|of| 8 * of.1.data.len()).sum::<usize>();
        self.outcomes.bytes() + rows.to_u64()
    }

    fn look(
        &self,
        scratch: &mut Scratch,
        state: &[CodeId],
        among: Option<&Leaders>,
        bounds: &Bounds,
        known: u64,
        _view: &mut View,
    ) -> Result<Look> {
        self.starts(scratch, state);
        if let Some(prices) = self.prices(bounds, state.len()) {
            let enough = prices.floor().max(known);
            if let Some(look) = self.quick(scratch, &prices, state, among, bounds, enough) {
                return Ok(look);
            }
            if let Some((sums, method)) = self.sums(&prices) {
                return Ok(self.least(scratch, among, &sums, method, enough).0);
            }
        }
        let mut look = Look { lower: INFEASIBLE, exact: None };
        self.examine(scratch, state, bounds, |experiment, lower, exact, _| {
            if lower < look.lower || lower == look.lower && exact && look.exact.is_none() {
                look = Look { lower, exact: exact.then_some(experiment) };
            }
            true
        });
        Ok(look)
    }

    fn candidates(
        &self,
        scratch: &mut Scratch,
        _view: &View,
        state: &[CodeId],
        among: Option<&Leaders>,
        bounds: &Bounds,
        below: u64,
        out: &mut Vec<Candidate>,
    ) -> Result<()> {
        self.starts(scratch, state);
        let prices = self.prices(bounds, state.len());
        if let Some((sums, method)) = prices.as_ref().and_then(|prices| self.sums(prices)) {
            let lines = among.map(|among| &among.lines[..]);
            let few = method == Method::Planes && state.len() <= MARKED_CODES;
            let marks = prices.filter(|_| few).and_then(|prices| prices.sums(MARKED));
            let marks = marks.as_ref().filter(|marks| marks.saved.is_some());
            let scan = Scan { outcomes: &self.outcomes, starts: &scratch.starts, lines, sums: &sums, marks, method };
            list(method.isa(self.isa, state.len()), &scan, (2 * below).min(u64::from(USELESS)) as u32, out);
            return Ok(());
        }
        self.examine(scratch, state, bounds, |id, lower, _, squares| {
            if lower < below {
                out.push(Candidate { id, lower, squares });
            }
            true
        });
        Ok(())
    }

    fn split(
        &self,
        _scratch: &mut Scratch,
        _view: &View,
        id: ExperimentId,
        state: &[CodeId],
        out: &mut Vec<Outcome>,
    ) -> Result<()> {
        out.clear();
        out.extend(state.iter().map(|&code| {
            let outcome = self.outcomes.get(code, id.index());
            Outcome::new(u32::from(outcome), usize::from(outcome) >= self.outcomes.others)
        }));
        Ok(())
    }

    fn glance(&self, state: &[CodeId], bounds: &Bounds) -> Option<(u64, bool)> {
        self.members.as_ref()?.glance(&self.outcomes, state, bounds)
    }

    fn experiment(&self, _view: &View, id: ExperimentId) -> Result<TypeAndRow> {
        let (type_index, row) = self.experiments.row(id.index());
        Ok((type_index, row.to_vec()))
    }
}
