//! Lists of the experiments of one type, ready to be evaluated: all of them, or one of each orbit under the symbols and
//! slots interchangeable in a state.
//!
//! Types with many experiments are never listed in full; their orbits usually are few. They are walked through, often not
//! to the end, and listed when that takes no more time than was spent on walking with the same classes before. A list of orbits depends on the
//! classes of symbols and slots only and is kept for the next state with the same classes. Where the full list is at hand, a
//! list of orbits is made only when enough work has been asked for with these classes (the rent paid so far equals the
//! price, as in the ski rental problem): the chosen experiments are the same either way.
//!
//! **Sides.** Some types weigh a set `l` against a set `r` of equal size and admit only one of the two orders: the one
//! with the smallest symbol in `l`. Such a space E is not closed under permutations of symbols, but E together with its
//! mirror images (sides exchanged) is, and mirror images make the same partition. The enumeration visits the first member
//! of each orbit of the closed space and skips those outside of E. Nothing is lost: let r = (L, R) be a first
//! member outside of E, so min R < min L, and r' = (L', R') the first member of the orbit of its mirror image (R, L).
//! (1) r' is in E: otherwise min R' < min L'; the mirror image (R', L') lies in the orbit of r, so L <= R' and
//! min L <= min R' < min L' <= min R < min L. (2) r' comes before every e = (A, B) of E in the orbit of r: L <= A, so
//! min L' <= min R < min L <= min A, and sets of one size are compared by their least members first. So the first
//! member of E among all experiments equivalent to e is visited. The argument needs one such pair, of two slots with
//! one fixed size and the same symbols; types with other pairs are listed without symmetry. It is about symbols only: groups
//! of slots do not act on types with sides.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use crate::base::bits::BitTable;
use crate::base::convert::{ToU32, ToU64};
use crate::base::error::Result;
use crate::base::ids::{SlotId, TypeIndex};
use crate::base::kept::get_or_try;
use crate::base::limits::Control;
use crate::base::lock::lock;
use crate::engine::Engine;
use crate::evaluate::{Evaluator, Prepared};
use crate::experiments::count::count;
use crate::game::program::{Program, SlotKind};
use crate::game::space::exact_size;
use crate::list::enumerate::Enumerator;
use crate::list::interchange::Classes;
use crate::list::interchange::Interchange;
use crate::list::listing::list;
use crate::list::orbit::Rule;
use crate::list::plan::Plan;
use crate::list::rows::bytes;
use crate::symmetry::absent::Spare;

/// Rows of a block of experiments that are not listed.
pub(crate) const BLOCK: usize = 4096;
/// Codes times requests after which a list of orbits under a group of two is made although the full list is at hand: about
/// the time it takes to list an experiment, in units of the time to look at it for one code. Measured on Mastermind 6,8 and 6,9.
const RENT: u64 = 2000;
/// The same for the largest groups.
const LEAST_RENT: u64 = 20;
/// Types with interchangeable symbols and more experiments than this are not listed in full, unless their number is
/// known beforehand.
pub(crate) const MANY: u64 = 1 << 12;
/// The same for types with interchangeable slots, whose experiments are counted before they are listed.
const MANY_COUNTED: u64 = 1 << 16;

/// A list of experiments, or how to walk through them when they are not listed.
pub(crate) enum Supply {
    List(Arc<Prepared>),
    /// A walk by a rule, which may end early; experiments walked through with the same classes are counted.
    Stream(Option<Rule>, Arc<AtomicU64>),
}

impl Supply {
    /// Visits lists of the experiments until `visit` returns false: the one there is, or blocks of them, of `first` at first.
    pub fn for_each(
        &self,
        context: Context<'_>,
        evaluator: &Evaluator,
        first: usize,
        mut visit: impl FnMut(&Arc<Prepared>) -> Result<bool>,
    ) -> Result<()> {
        let (rule, walked) = match self {
            Supply::List(list) => return visit(list).map(drop),
            Supply::Stream(rule, walked) => (rule, walked),
        };
        let mut walk = Enumerator::new(context.plan, rule.as_ref());
        let mut size = first;
        loop {
            let rows = walk.rows(size, context.control)?;
            if rows.len() == 0 {
                return Ok(());
            }
            walked.fetch_add(rows.len().to_u64(), Relaxed);
            if !visit(&Arc::new(rows.prepare(evaluator)))? {
                return Ok(());
            }
            size = (size * 2).min(BLOCK);
        }
    }
}

/// The lists of one type.
pub(crate) struct Lists {
    /// All experiments; `None` when they are too many.
    full: OnceLock<Option<Arc<Prepared>>>,
    orbits: Mutex<HashMap<Classes, Entry>>,
    acts: bool,
    spare: OnceLock<Spare>,
}

#[derive(Default)]
struct Entry {
    requested: u64,
    list: Option<Arc<Prepared>>,
    too_many: bool,
    /// Experiments walked through, and how many there were when a list was last tried.
    walked: Arc<AtomicU64>,
    tried: u64,
}

/// What all lists of a type are made from.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub program: &'a Program,
    pub type_index: TypeIndex,
    pub plan: &'a Plan,
    pub symbols: &'a Interchange,
    /// Bytes one list may take.
    pub memory: u64,
    pub control: &'a Control,
}

impl Lists {
    pub fn new(program: &Program, type_index: TypeIndex, symbols: &Interchange, swaps: &[(SlotId, SlotId)]) -> Lists {
        let bound = symbols.slots(type_index).iter().any(Option::is_some) || !symbols.layers(type_index).is_empty();
        let sizes = |slot: SlotId| match program.types[type_index].space.slots.get(slot.index()).map(|s| s.kind) {
            Some(SlotKind::Set { min, max, .. }) if min == max => {
                Some((min, symbols.slots(type_index).get(slot.index())))
            }
            _ => None,
        };
        let sides = match swaps {
            [] => true,
            [(l, r)] => l < r && sizes(*l).is_some() && sizes(*l) == sizes(*r),
            _ => false,
        };
        Lists { full: OnceLock::new(), orbits: Mutex::default(), acts: bound && sides, spare: OnceLock::new() }
    }

    /// Whether interchangeable symbols or slots concern this type.
    pub fn acts(&self) -> bool {
        self.acts
    }

    /// The list of all experiments, if they are not too many.
    pub fn full(&self, context: Context<'_>, evaluator: &Evaluator) -> Result<Option<&Arc<Prepared>>> {
        Ok(get_or_try(&self.full, || self.make_full(context, evaluator))?.as_ref())
    }

    fn make_full(&self, context: Context<'_>, evaluator: &Evaluator) -> Result<Option<Arc<Prepared>>> {
        let affordable = affordable(context);
        let Context { plan, type_index, symbols, control, .. } = context;
        let limit = match exact_size(&plan.space) {
            Some(size) if size > affordable => return Ok(None),
            Some(_) => affordable,
            None if !symbols.layers(type_index).is_empty() => {
                let most = affordable.min(MANY_COUNTED);
                match count(plan, type_index, Some(symbols), &[], most, control)? {
                    None => return Ok(None),
                    Some(_) => most,
                }
            }
            None if self.acts => affordable.min(MANY),
            None => affordable,
        };
        Ok(list(plan, None, limit, control)?.map(|rows| Arc::new(rows.prepare(evaluator))))
    }

    /// The rule that visits one experiment of each orbit, or `None` when the classes do not help.
    pub fn rule(&self, context: Context<'_>, classes: &Classes) -> Option<Rule> {
        let spare = self.spare.get_or_init(|| Spare::new(context.program, context.type_index, context.symbols));
        let spare: Vec<bool> = spare.of(&classes.absent);
        let trivial = classes.class.iter().enumerate().all(|(a, &b)| a.to_u32() == b) && !spare.contains(&true);
        (!trivial).then(|| Rule::new(context.plan, context.type_index, context.symbols, &classes.class, spare))
    }

    /// The experiments to look at in a state of `size` codes with these classes of symbols (`None`: without symmetry).
    pub fn source(
        &self,
        context: Context<'_>,
        evaluator: &Evaluator,
        classes: Option<&Classes>,
        size: usize,
    ) -> Result<Supply> {
        let full = self.full(context, evaluator)?;
        let whole = || full.map_or_else(|| Supply::Stream(None, Arc::default()), |list| Supply::List(list.clone()));
        let Some(classes) = classes.filter(|_| self.acts) else { return Ok(whole()) };
        {
            let mut orbits = lock(&self.orbits);
            let entry = match orbits.get_mut(classes) {
                Some(entry) => entry,
                None => orbits.entry(classes.clone()).or_default(),
            };
            entry.requested = entry.requested.saturating_add(size.to_u64());
            if let Some(list) = &entry.list {
                return Ok(Supply::List(list.clone()));
            }
            if full.is_some() && (entry.too_many || entry.requested < rent(classes)) {
                return Ok(whole());
            }
        }
        let Some(rule) = self.rule(context, classes) else {
            lock(&self.orbits).entry(classes.clone()).or_default().too_many = true;
            return Ok(whole());
        };
        let mut most = affordable(context);
        if full.is_none() {
            let mut orbits = lock(&self.orbits);
            let entry = orbits.entry(classes.clone()).or_default();
            let walked = entry.walked.load(Relaxed);
            if walked == 0 || walked < 2 * entry.tried {
                return Ok(Supply::Stream(Some(rule), entry.walked.clone()));
            }
            entry.tried = walked;
            most = most.min(walked);
        }
        let made = self.list(context, evaluator, &rule, most)?;
        let mut orbits = lock(&self.orbits);
        let entry = orbits.entry(classes.clone()).or_default();
        Ok(match made {
            Some(list) => {
                entry.list = Some(list.clone());
                Supply::List(list)
            }
            None if full.is_none() => Supply::Stream(Some(rule), entry.walked.clone()),
            None => {
                entry.too_many = true;
                whole()
            }
        })
    }

    /// The experiments a rule visits, unless there are more than `most`.
    pub fn list(
        &self,
        context: Context<'_>,
        evaluator: &Evaluator,
        rule: &Rule,
        most: u64,
    ) -> Result<Option<Arc<Prepared>>> {
        let rows = list(context.plan, Some(rule), most, context.control)?;
        Ok(rows.map(|rows| Arc::new(rows.prepare(evaluator))))
    }

    /// Bytes held by lists of orbits.
    pub fn bytes(&self) -> u64 {
        let of =
            |list: &Arc<Prepared>| list.bytes().to_u64() + BitTable::bytes(list.len(), list.experiments().columns());
        lock(&self.orbits).values().filter_map(|entry| entry.list.as_ref()).map(of).sum()
    }

    /// Forgets the lists of orbits.
    pub fn clear(&self) {
        lock(&self.orbits).clear();
    }
}

/// What a list of orbits costs, in codes times requests: about one experiment in g is left by a group of g permutations, so
/// 1/g of all have to be listed and 1 - 1/g need not be looked at.
fn rent(classes: &Classes) -> u64 {
    (RENT / (classes.permutations() - 1).max(1)).max(LEAST_RENT)
}

/// Experiments that one list may hold.
pub(crate) fn affordable(context: Context<'_>) -> u64 {
    context.memory / bytes(context.plan, 512).max(1) * 512
}

impl Engine {
    /// Empty lists of a type.
    pub(crate) fn lists(&self, type_index: TypeIndex) -> Lists {
        Lists::new(&self.program, type_index, &self.symbols, &self.swaps[type_index])
    }

    pub(crate) fn context<'a>(&'a self, type_index: TypeIndex, control: &'a Control) -> Context<'a> {
        Context {
            program: &self.program,
            type_index,
            plan: &self.plans[type_index],
            symbols: &self.symbols,
            memory: self.list_memory(),
            control,
        }
    }
}
