//! One experiment type on one table of codes, ready to be evaluated.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::answer_graph::AnswerGraph;
use super::code_sliced::{Members, Memory};
use super::demanded::DemandedMemory;
use super::digits::Cells;
use super::formulas::Formulas;
use super::frontier::{Columns, LeafRows};
use super::ground::{Grounding, Instance};
use super::isa::Isa;
use super::job::ScanMemory;
use super::occurring::{Layout, Tuples};
use super::prepared::{Grounded, Prepared, Probe};
use super::score::{Logarithms, MOST_CODES};
use super::shape::{Shape, Shapes, MOST_CELLS};
use super::wide::Block;
use crate::base::bits::BitTable;
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::ids::{CodeId, OutcomeId, TypeIndex};
use crate::base::natural::OutcomeNumber;
use crate::formula::node::Children;
use crate::formula::residual::Residual;
use crate::game::program::{Answer, Component, Program};

/// Codes per chunk of the table of grounded codes.
pub(super) const CHUNK: usize = 1024;

/// Grounded codes (`None`: too many shapes), made when first needed.
pub(super) type GroundedCodes = Vec<OnceLock<Vec<OnceLock<Option<Grounded>>>>>;

/// The codes of a state, gathered by one evaluator for many partitions of it.
pub struct Gathered {
    pub codes: Vec<CodeId>,
    data: Vec<Block>,
    /// Of a code.
    leaves: usize,
}

impl Gathered {
    /// Codes whose answers are found in another way.
    pub(crate) fn unread(codes: &[CodeId]) -> Gathered {
        Gathered { codes: codes.to_vec(), data: Vec::new(), leaves: 0 }
    }

    /// An experiment on the codes.
    pub fn probe<'a>(&'a self, prepared: &'a Prepared, experiment: usize) -> Probe<'a> {
        let members = Members { data: &self.data, leaves: self.leaves, count: self.codes.len(), codes: &self.codes };
        Probe { prepared, experiment, members }
    }
}

/// Buffers of one thread, reused from call to call.
#[derive(Default)]
pub struct Scratch {
    /// The last shape used, to look no further while it stays the same; `version` says of which evaluator.
    pub(super) last: Option<(u64, Residual, Arc<Shape>)>,
    pub(super) instance: Instance,
    pub(super) bits: Vec<u64>,
    pub(super) members: Vec<Block>,
    pub(super) memory: Memory,
    pub(super) scan: ScanMemory,
    pub(super) slots: Vec<u16>,
    pub(super) factors: Vec<Vec<u32>>,
    pub(super) sizes: Vec<u32>,
    pub(super) cells: Vec<u32>,
    /// For each cell of an evaluator, whose version this is, its outcome, as far as it is known.
    pub(super) outcomes: Vec<Option<OutcomeId>>,
    pub(super) outcomes_of: u64,
    pub(super) histogram: Vec<u32>,
    pub(super) occupied: Vec<(u32, u32)>,
    /// Of all nodes, for one code and one experiment.
    pub(super) values: Vec<bool>,
    /// The tuples of the members' outcomes, where only those that occur have numbers.
    pub(super) tuples: Vec<u64>,
    pub(super) found: DemandedMemory,
    /// While learning: do not keep grounded experiments.
    pub(super) keep_nothing: bool,
}

/// Literals of formulas from which on it takes longer to evaluate them than to look cells up.
const LONG: usize = 1 << 12;
/// Codes for which all experiments are evaluated at once while finding legal outcomes.
pub(super) const SWEEP: usize = 1 << 15;

/// Evaluates one experiment type on one table of codes. Immutable and shared by threads.
pub struct Evaluator {
    pub(super) program: Arc<Program>,
    pub(super) type_index: TypeIndex,
    pub(super) codes: Arc<BitTable>,
    pub(super) isa: Isa,
    pub(super) outcomes: usize,
    pub(super) logarithms: Logarithms,
    pub(super) cells: Cells,
    pub(super) grounding: Grounding,
    pub(super) rows: LeafRows,
    /// The leaves of experiments.
    leaves: Formulas,
    /// Identifies this evaluator and what it knows about legal outcomes.
    pub(super) version: u64,
    pub(super) shapes: Mutex<Shapes>,
    pub(super) grounded_codes: GroundedCodes,
    /// Where there are too many outcomes to number all: those that occur, once they are known.
    pub(super) sparse: Option<Sparse>,
    /// Bytes that the cells of one list of experiments may take; they are found again and again where these do not do.
    pub(super) kept: u64,
    /// Some experiment got no shape.
    pub(super) without_shape: AtomicBool,
    /// For each component an evaluator of it alone, made when first needed; none where there is one only.
    pub(super) components: OnceLock<Vec<Evaluator>>,
}

/// Outcomes that have numbers because they occur.
pub(super) struct Sparse {
    pub(super) layout: Layout,
    pub(super) tuples: Tuples,
}

pub(super) static VERSIONS: AtomicU64 = AtomicU64::new(1);

impl Evaluator {
    /// `type_index`: the experiment type, in `program.types`. `codes`: rows are codes, columns the propositions of the
    /// secret. `isa`: [`Isa::detect`], or a lesser one for tests.
    pub fn new(program: Arc<Program>, type_index: TypeIndex, codes: Arc<BitTable>, isa: Isa) -> Result<Self> {
        Evaluator::within(u64::MAX, program, type_index, codes, isa)
    }

    /// As `new`; `CoreError::Limit` where what is kept of each code takes more than so many bytes.
    pub(crate) fn within(
        room: u64,
        program: Arc<Program>,
        type_index: TypeIndex,
        codes: Arc<BitTable>,
        isa: Isa,
    ) -> Result<Self> {
        let answer = &program.types[type_index].answer;
        if codes.rows() > MOST_CODES {
            return Err(CoreError::input(format!("{} codes; at most {MOST_CODES} are possible", codes.rows())));
        }
        let (mut graph, components) = AnswerGraph::new(&program, type_index);
        let (cells, digits, final_lit, sparse) = match answer.outcomes() {
            Some(_) => {
                let (cells, digits, final_lit) = Cells::new(answer, components);
                (cells, digits, final_lit, None)
            }
            None => {
                let layout = Layout::new(answer.components.iter().map(Component::size));
                let tuples = Tuples::new(layout.words);
                let final_lit = answer.final_component.and_then(|last| components[last].children().nth(1));
                (Cells::occurring(std::iter::empty()), components, final_lit, Some(Sparse { layout, tuples }))
            }
        };
        let outcomes = answer.outcomes().unwrap_or(0);
        let grounding = Grounding::new(&mut graph, &digits, final_lit);
        let needed =
            LeafRows::bytes_of(grounding.frontiers[0].lits.len(), codes.rows()) + Logarithms::bytes_of(codes.rows());
        if needed > room {
            return Err(CoreError::Limit { name: "memory", needed, limit: room });
        }
        let isa = if isa.is_available() { isa } else { Isa::Portable };
        let logarithms = Logarithms::new(codes.rows());
        let rows = LeafRows::new(&graph, &grounding.frontiers[0].lits, &codes, isa);
        let leaves = Formulas::new(graph.nodes(), &grounding.frontiers[1].lits);
        let shapes = Mutex::new(Shapes::new(cells.sizes.clone(), None));
        let grounded_codes = (0..codes.rows().div_ceil(CHUNK)).map(|_| OnceLock::new()).collect();
        Ok(Evaluator {
            isa,
            version: VERSIONS.fetch_add(1, Ordering::Relaxed),
            program,
            type_index,
            codes,
            outcomes,
            logarithms,
            cells,
            grounding,
            rows,
            leaves,
            shapes,
            grounded_codes,
            sparse,
            kept: 0,
            without_shape: AtomicBool::new(false),
            components: OnceLock::new(),
        })
    }

    pub(super) fn answer(&self) -> &Answer {
        &self.program.types[self.type_index].answer
    }

    /// Number of propositions of the parameters.
    pub fn parameters(&self) -> usize {
        self.program.types[self.type_index].space.propositions.index()
    }

    /// Bytes of what is kept of each code.
    pub(crate) fn bytes(&self) -> u64 {
        LeafRows::bytes_of(self.rows.leaves, self.codes.rows()) + Logarithms::bytes_of(self.codes.rows())
    }

    /// Number of codes.
    pub fn codes(&self) -> usize {
        self.codes.rows()
    }

    /// Number of outcomes: the product of the sizes of the components, or the number of those that occur where that is
    /// too large.
    pub fn outcomes(&self) -> usize {
        self.outcomes
    }

    pub(crate) fn logarithms(&self) -> &Logarithms {
        &self.logarithms
    }

    /// Whether an outcome is final; no outcome is in a type without a final component.
    pub fn is_final(&self, outcome: OutcomeId) -> bool {
        self.cells.is_final_outcome(outcome)
    }

    /// Prepares experiments: rows are experiments, columns the propositions of the type's parameters.
    pub fn prepare(&self, experiments: Arc<BitTable>) -> Prepared {
        let columns = Columns::new(&self.leaves, &experiments, self.isa);
        let pairs = experiments.rows().to_u64() * self.codes.rows().to_u64();
        let takes_long = self.sparse.is_some() || self.grounding.length() >= LONG;
        Prepared::new(experiments, columns, takes_long && 4 * pairs <= self.kept)
    }

    /// What the number of an outcome in the core stands for.
    pub fn number(&self, outcome: OutcomeId) -> OutcomeNumber {
        match &self.sparse {
            Some(sparse) => sparse.layout.number(sparse.tuples.get(outcome.index())),
            None => outcome.into(),
        }
    }

    /// The number of the outcome of each code, whether it is known that it occurs or not.
    pub fn numbers(&self, probe: Probe<'_>, scratch: &mut Scratch) -> Vec<OutcomeNumber> {
        let Some(sparse) = &self.sparse else {
            let mut outcomes = Vec::new();
            self.partition_gathered(probe, scratch, &mut outcomes);
            return outcomes.into_iter().map(OutcomeNumber::from).collect();
        };
        self.tuples_of(sparse, probe, scratch);
        let tuples = scratch.tuples.chunks_exact(sparse.layout.words);
        tuples.map(|tuple| sparse.layout.number(tuple)).collect()
    }

    /// The numbers of the outcomes, ascending and each with its number of codes, whether it is known that they occur or not.
    pub fn split(&self, probe: Probe<'_>, scratch: &mut Scratch) -> Vec<(OutcomeNumber, u32)> {
        let Some(sparse) = &self.sparse else {
            let mut split = Vec::new();
            self.sizes_gathered(probe, scratch, &mut split);
            split.sort_unstable();
            split.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                kept.1 += if same { next.1 } else { 0 };
                same
            });
            return split.into_iter().map(|(outcome, size)| (outcome.into(), size)).collect();
        };
        self.tuples_of(sparse, probe, scratch);
        let mut tuples: Vec<&[u64]> = scratch.tuples.chunks_exact(sparse.layout.words).collect();
        tuples.sort_unstable();
        tuples.chunk_by(|a, b| a == b).map(|same| (sparse.layout.number(same[0]), same.len().to_u32())).collect()
    }

    /// The outcome number of each code of `state`.
    pub fn partition(
        &self,
        prepared: &Prepared,
        scratch: &mut Scratch,
        experiment: usize,
        state: &[CodeId],
        out: &mut Vec<OutcomeId>,
    ) {
        let is_known = prepared.cells.get(experiment).is_some_and(|cells| cells.get().is_some());
        let data = if is_known { Vec::new() } else { self.compress(state, scratch) };
        self.partition_gathered(Probe { prepared, experiment, members: self.members(&data, state) }, scratch, out);
        scratch.members = data;
    }

    /// Gathers the codes of a state for many partitions of it.
    pub fn gather(&self, state: &[CodeId]) -> Gathered {
        let mut data = Vec::new();
        self.rows.compress(state, &mut data);
        Gathered { codes: state.to_vec(), data, leaves: self.rows.leaves }
    }

    /// As `partition`, with the codes gathered before.
    pub fn partition_gathered(&self, probe: Probe<'_>, scratch: &mut Scratch, out: &mut Vec<OutcomeId>) {
        self.cells_of(probe, scratch);
        out.clear();
        // What a cell stands for is found out once.
        if scratch.outcomes_of != self.version {
            let kept = if self.is_wide() { 0 } else { self.cells.count() };
            scratch.outcomes_of = self.version;
            scratch.outcomes.clear();
            scratch.outcomes.resize(kept, None);
        }
        let mut last = None;
        for (&code, &cell) in probe.members.codes.iter().zip(&scratch.cells) {
            let outcome = match (last, scratch.outcomes.get(cell.index())) {
                (Some((old, outcome)), _) if old == cell => outcome,
                (_, Some(&Some(outcome))) => outcome,
                _ => {
                    self.know_final(probe.prepared, &mut scratch.values, probe.experiment, code, cell);
                    let outcome = self.cells.outcome(cell);
                    scratch.outcomes.get_mut(cell.index()).into_iter().for_each(|known| *known = Some(outcome));
                    outcome
                }
            };
            last = Some((cell, outcome));
            out.push(outcome);
        }
    }

    /// The outcome numbers that occur, with the number of codes for each.
    pub fn sizes_gathered(&self, probe: Probe<'_>, scratch: &mut Scratch, out: &mut Vec<(OutcomeId, u32)>) {
        self.occupied(probe, scratch);
        self.know_finals(probe, scratch);
        out.clear();
        out.extend(scratch.occupied.iter().map(|&(cell, size)| (self.cells.outcome(cell), size)));
    }

    /// Whether there are too many cells for shapes.
    pub(super) fn is_wide(&self) -> bool {
        self.sparse.is_some() || self.cells.count() > MOST_CELLS
    }
}
