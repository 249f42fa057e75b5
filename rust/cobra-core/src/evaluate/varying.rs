//! The best experiment by fixed variables, for 512 experiments at a time.
//!
//! The variables that vary among the codes of a state form *classes*: the symbols of one slot, of which a code has exactly one,
//! or a single proposition with its two values. For each outcome and member of a class a block says in which lanes the
//! outcome has a code with this member: one disjunction for each code, outcome and class. A class varies in a cell where
//! it has at least two members; then its propositions are not fixed. Everything else is arithmetic on bit-planes.

use super::best::{finals_of, offer_least, run_group};
use super::counters::add_rows;
use super::evaluator::{Evaluator, Scratch};
use super::found::Best;
use super::interpreter::Sink;
use super::isa::dispatch;
use super::job::{Job, Progress, ScanMemory, Survey};
use super::lane_scores::{add_shifted, bits, SCORE_PLANES};
use super::score::{Score, NO_INFORMATION};
use super::wide::{Block, Wide, ZERO_BLOCK};
use crate::base::bits::BitTable;
use crate::base::convert::{ToIndex, ToU16};
use crate::base::ids::CodeId;
use crate::game::program::{Program, SlotKind};

/// What is made small, of the numbers of codes and of variables that vary in each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varying {
    /// The largest number of varying variables.
    Most,
    /// `Σ codes · varying variables`.
    Sum,
}

/// Variables that are not independent: of the members every code has exactly one.
struct Class {
    /// First member, and the one after the last.
    from: usize,
    until: usize,
    /// How many variables vary where there are two members and this one is met; `None`: one, whatever the members.
    shown: Option<Vec<bool>>,
}

/// The variables that vary in a state.
pub(super) struct Variables {
    varying: Varying,
    classes: Vec<Class>,
    members: usize,
    /// Variables that vary, at most.
    most: usize,
    /// What is added to the numbers of varying variables: they are made small, fixed ones large.
    constant: Score,
    /// For each code of the state its member of each class.
    of_code: Vec<u16>,
}

impl Variables {
    /// The variables that count among those that vary.
    fn new(program: &Program, codes: &BitTable, state: &[CodeId], varying: Varying) -> Variables {
        let all = program.shown.iter().filter(|&&shown| shown).count();
        let constant = match varying {
            Varying::Most => -(all as Score),
            Varying::Sum => -((all * state.len()) as Score),
        };
        let (classes, of_code) = (Vec::new(), Vec::new());
        let mut found = Variables { varying, classes, members: 0, most: 0, constant, of_code };
        let mut columns: Vec<Vec<u16>> = Vec::new();
        let has = |code: CodeId, proposition: u32| codes.get(code.index(), proposition.index());
        for slot in &program.codes.slots {
            let shown = |proposition: u32| program.shown[proposition.index()];
            match slot.kind {
                SlotKind::Symbol { symbols } => {
                    let symbol =
                        |&code: &CodeId| (0..symbols).find(|s| has(code, slot.first + s)).unwrap_or(0).index();
                    let column: Vec<usize> = state.iter().map(symbol).collect();
                    let mut place = vec![None; symbols.index()];
                    column.iter().for_each(|&symbol| place[symbol] = Some(0));
                    let present: Vec<u32> = (0..symbols).filter(|&s| place[s.index()].is_some()).collect();
                    present
                        .iter()
                        .zip(found.members..)
                        .for_each(|(&s, number)| place[s.index()] = Some(number.to_u16()));
                    let shown: Vec<bool> = present.iter().map(|s| shown(slot.first + s)).collect();
                    if present.len() > 1 && shown.contains(&true) {
                        found.most += shown.iter().filter(|&&shown| shown).count();
                        found.push(present.len(), Some(shown));
                        columns.push(column.iter().map(|&symbol| place[symbol].unwrap_or(0)).collect());
                    }
                }
                SlotKind::Bool | SlotKind::Set { .. } => {
                    let width = if let SlotKind::Set { symbols, .. } = slot.kind { symbols } else { 1 };
                    for proposition in (slot.first..slot.first + width).filter(|&p| shown(p)) {
                        let first = found.members.to_u16();
                        let member = |&code: &CodeId| first + u16::from(has(code, proposition));
                        let column: Vec<u16> = state.iter().map(member).collect();
                        if column.iter().any(|&member| member != column[0]) {
                            found.most += 1;
                            found.push(2, None);
                            columns.push(column);
                        }
                    }
                }
            }
        }
        for code in 0..state.len() {
            found.of_code.extend(columns.iter().map(|column| column[code]));
        }
        found
    }

    fn push(&mut self, members: usize, shown: Option<Vec<bool>>) {
        self.classes.push(Class { from: self.members, until: self.members + members, shown });
        self.members += members;
    }
}

/// Blocks of cells and members, at most.
const MOST_BLOCKS: usize = 1 << 15;

impl Evaluator {
    /// Whether `scan_varying` is likely to suit.
    fn suits_varying(&self) -> bool {
        let members = 2 * self.program.codes.propositions.index();
        !self.is_wide() && members * self.cells.count() <= MOST_BLOCKS && members < 1 << (VARIABLE_PLANES - 1)
    }

    /// As `scan`, with a score by varying variables instead of the criterion; `None` if that does not suit.
    pub fn scan_varying(&self, survey: &Survey<'_>, scratch: &mut Scratch, varying: Varying) -> Option<Option<Best>> {
        if !self.suits_varying() || survey.state.len() < 2 {
            return None;
        }
        let variables = Variables::new(&self.program, &self.codes, survey.state, varying);
        if variables.classes.is_empty() {
            return None;
        }
        let mut progress = Progress::new(&survey.query);
        let run = |job: &Job<'_>, progress: &mut Progress, memory: &mut ScanMemory| {
            scan_varying(self.isa, job, &variables, progress, memory);
        };
        self.drive(survey, scratch, None, &mut progress, run).then_some(progress.found)
    }
}

dispatch! {
    /// Scans until the end, or until `progress.unknown`.
    fn scan_varying(job: &Job<'_>, variables: &Variables, progress: &mut Progress, memory: &mut ScanMemory)
        = scan_kernel
}

/// Gathers the members met for each outcome, and counts codes in `width` planes.
struct VaryingCells<'a> {
    variables: &'a Variables,
    met: &'a mut [Block],
    counts: &'a mut [Block],
    width: usize,
    /// The places in the state of the codes of the group that is run.
    places: &'a [u32],
}

impl<L: Wide> Sink<L> for VaryingCells<'_> {
    #[inline(always)]
    fn take<const R: usize>(&mut self, slot: usize, rows: &[L; R]) {
        let (classes, members) = (self.variables.classes.len(), self.variables.members);
        let met = &mut self.met[slot * members..(slot + 1) * members];
        for (row, &place) in rows.iter().zip(self.places) {
            if !row.is_zero() {
                for &member in &self.variables.of_code[place.index() * classes..(place.index() + 1) * classes] {
                    let block = &mut met[usize::from(member)];
                    L::load(block, 0).or(*row).store(block);
                }
            }
        }
        if self.width > 0 {
            add_rows(&mut self.counts[slot * self.width..(slot + 1) * self.width], rows);
        }
    }
}

/// Most planes of a number of variables.
const VARIABLE_PLANES: usize = 16;

#[inline(always)]
fn scan_kernel<L: Wide>(job: &Job<'_>, variables: &Variables, progress: &mut Progress, memory: &mut ScanMemory) {
    memory.reserve_registers(job.codes);
    let width = if variables.varying == Varying::Sum { bits(job.size) } else { 0 };
    let (mut met, mut counts, mut seen) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(at) = progress.portion::<L>(job) {
        met.clear();
        met.resize(job.slots * variables.members, ZERO_BLOCK);
        counts.clear();
        counts.resize(job.slots * width, ZERO_BLOCK);
        for group in &job.codes.groups {
            let places = job.codes.places(group);
            let mut sink = VaryingCells { variables, met: &mut met, counts: &mut counts, width, places };
            run_group(job, group, at, &mut memory.registers, &mut sink);
        }
        let mut planes = [L::ZERO; SCORE_PLANES];
        let (mut used, mut once, mut twice) = (0, L::ZERO, L::ZERO);
        seen.clear();
        for slot in 0..job.slots {
            let met = &met[slot * variables.members..(slot + 1) * variables.members];
            let mut here = L::ZERO;
            for block in &met[..variables.classes[0].until] {
                here = here.or(L::load(block, 0));
            }
            seen.push(ZERO_BLOCK);
            here.store(&mut seen[slot]);
            if !here.is_zero() {
                twice = twice.or(once.and(here));
                once = once.or(here);
                let varying = varying::<L>(variables, met);
                let varying = &varying[..bits(variables.most)];
                match variables.varying {
                    Varying::Most => {
                        larger(&mut planes[..varying.len()], varying);
                        used = varying.len();
                    }
                    Varying::Sum => {
                        let counts = &counts[slot * width..(slot + 1) * width];
                        used = used.max(add_product(&mut planes, counts, varying));
                    }
                }
            }
        }
        let mut live = at.valid.and(twice);
        let Some(finals) = finals_of(job, progress, at, &seen, 1, live) else { return };
        if job.query.consistent_only {
            live = live.and(finals);
        }
        if !live.is_zero() {
            let scores = (&planes[..used], variables.constant);
            offer_least(job, progress, at, scores, live, finals, NO_INFORMATION);
        }
        progress.at = at.end();
    }
}

/// The number of variables that vary in a cell.
#[inline(always)]
fn varying<L: Wide>(variables: &Variables, met: &[Block]) -> [L; VARIABLE_PLANES] {
    let mut count = [L::ZERO; VARIABLE_PLANES];
    let used = bits(variables.most);
    for class in &variables.classes {
        let (mut once, mut twice) = (L::ZERO, L::ZERO);
        for block in &met[class.from..class.until] {
            let member = L::load(block, 0);
            twice = twice.or(once.and(member));
            once = once.or(member);
        }
        match &class.shown {
            _ if twice.is_zero() => {}
            None => add(&mut count[..used], twice),
            Some(shown) => {
                for (block, _) in met[class.from..class.until].iter().zip(shown).filter(|member| *member.1) {
                    add(&mut count[..used], L::load(block, 0).and(twice));
                }
            }
        }
    }
    count
}

/// Adds a bit; to look whether there is a carry takes longer than to add it.
#[inline(always)]
fn add<L: Wide>(planes: &mut [L], bit: L) {
    let mut carry = bit;
    for plane in planes {
        (*plane, carry) = plane.half_add(carry);
    }
}

/// Replaces numbers by others where these are larger.
#[inline(always)]
fn larger<L: Wide>(planes: &mut [L], others: &[L]) {
    let mut is_less = L::ZERO; // from the lowest plane up: the highest that differs decides
    for (&plane, &other) in planes.iter().zip(others) {
        is_less = plane.xor(other).select(other, is_less);
    }
    for (plane, &other) in planes.iter_mut().zip(others) {
        *plane = is_less.select(other, *plane);
    }
}

/// Adds `counts * factor`; returns the planes used so far at most.
#[inline(always)]
fn add_product<L: Wide>(sum: &mut [L; SCORE_PLANES], counts: &[Block], factor: &[L]) -> usize {
    let mut top = 0;
    for (shift, &factor) in factor.iter().enumerate() {
        if !factor.is_zero() {
            let product = counts.iter().map(|count| L::load(count, 0).and(factor));
            top = top.max(add_shifted(sum, product, shift));
        }
    }
    top
}
