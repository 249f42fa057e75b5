//! The types that have too many experiments to be listed.

use std::sync::atomic::AtomicBool;
use std::sync::OnceLock;

use super::prospects::Prospects;
use crate::base::convert::{ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::ids::{SlotId, TypeIndex};
use crate::base::kept::get_or_try;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::experiments::count::count;
use crate::experiments::lists::{affordable, Lists, MANY};
use crate::game::program::{Ending, Program, SlotKind};
use crate::game::space::exact_size;
use crate::list::enumerate::Flexible;
use crate::list::plan::Item;

/// Types with more experiments than this are bounded, if their answers are simple enough.
const FEW: u64 = 1 << 16;
/// Work, in codes moved, before it is asked whether a scan is better: some tenths of a millisecond.
const PATIENCE: u64 = 1 << 17;
/// Part of the memory of a list that the parameters which codes depend on may take.
const SHARE: u64 = 4;

/// What is known of the types with too many experiments to list, found out when first asked for.
pub(super) struct Unlisted {
    /// For each type the first one with the same answer.
    pub families: Vec<usize>,
    /// For each type that others have the answer of: its prospects, if they are of a size to be used.
    prospects: Vec<OnceLock<Option<Prospects>>>,
    types: Vec<OnceLock<Option<Type>>>,
    /// Types with more experiments are not listed; where symbols are interchangeable, and where they are not.
    pub many: u64,
    pub few: u64,
    pub patience: u64,
    /// A scan was better than a bounded walk once; a hint that changes no result.
    pub scanned: AtomicBool,
}

/// A type that is not listed.
pub(super) struct Type {
    pub lists: Lists,
    /// The most parameters of slots that do not vary in size that are true.
    pub fixed: u32,
    /// Sets of various sizes.
    pub flexible: Vec<Flexible>,
}

impl Type {
    /// The most parameters of an experiment that are true.
    pub fn most(&self) -> u32 {
        self.fixed + self.flexible.iter().map(|set| set.most).sum::<u32>()
    }
}

impl Unlisted {
    /// Those of a game, with what is known of them so far.
    pub fn of(engine: &Engine) -> &Unlisted {
        engine.kept.get(|| Unlisted::new(&engine.program))
    }

    pub fn new(program: &Program) -> Unlisted {
        let mut heads: Vec<usize> = Vec::new();
        let mut families = Vec::with_capacity(program.types.len());
        for (number, kind) in program.types.iter().enumerate() {
            let same = |&head: &usize| program.types[head].answer.components == kind.answer.components;
            let head = heads.iter().copied().find(same).unwrap_or(number);
            if head == number {
                heads.push(number);
            }
            families.push(head);
        }
        Unlisted {
            families,
            prospects: program.types.iter().map(|_| OnceLock::new()).collect(),
            types: program.types.iter().map(|_| OnceLock::new()).collect(),
            many: MANY,
            few: FEW,
            patience: PATIENCE,
            scanned: AtomicBool::new(false),
        }
    }

    /// A type that is not listed and whose answers are simple enough to be bounded.
    pub fn get<'a>(
        &'a self,
        engine: &Engine,
        type_index: TypeIndex,
        control: &Control,
    ) -> Result<Option<(&'a Type, &'a Prospects)>> {
        let kind = get_or_try(&self.types[type_index], || find(engine, self, type_index, control))?;
        let Some(kind) = kind else { return Ok(None) };
        let family = self.families[type_index];
        let prospects = get_or_try(&self.prospects[family], || {
            let (program, memory) = (&engine.program, engine.list_memory() / SHARE);
            let answer = &program.types[family].answer;
            Ok::<_, CoreError>(Prospects::new(program, answer, &engine.codes()?.table, memory, control)?)
        })?;
        Ok(prospects.as_ref().map(|prospects| (kind, prospects)))
    }
}

/// The type, unless it can be listed.
fn find(engine: &Engine, unlisted: &Unlisted, type_index: TypeIndex, control: &Control) -> Result<Option<Type>> {
    let context = engine.context(type_index, control);
    let space = &context.plan.space;
    let sides = &engine.swaps[type_index];
    let lists = Lists::new(&engine.program, type_index, &engine.symbols, sides);
    let listed = match exact_size(space) {
        Some(size) if size <= unlisted.few || engine.program.ending == Ending::Hit => size <= affordable(context),
        Some(_) => false,
        None if lists.acts() => {
            let limit = affordable(context).min(unlisted.many);
            let symbols = Some(&engine.symbols);
            let size = count(context.plan, type_index, symbols, sides, limit, control)?;
            size.is_some_and(|size| size <= limit.into())
        }
        None => {
            let full = engine.full(type_index, control)?;
            full.is_some_and(|full| full.len().to_u64() <= unlisted.few)
        }
    };
    if listed {
        return Ok(None);
    }
    let (mut fixed, mut flexible) = (0, Vec::new());
    for (number, slot) in SlotId::with(&space.slots) {
        match slot.kind {
            SlotKind::Bool | SlotKind::Symbol { .. } => fixed += 1,
            SlotKind::Set { min, max, symbols } if min < max => {
                let is_it = |item: &Item| matches!(item, Item::Set { slot } if *slot == number);
                let item = context.plan.items.iter().position(is_it).unwrap_or(usize::MAX);
                flexible.push(Flexible { item: item.to_u32(), slot: number, most: max.min(symbols) });
            }
            SlotKind::Set { max, symbols, .. } => fixed += max.min(symbols),
        }
    }
    Ok(Some(Type { lists, fixed, flexible }))
}
