//! How many experiments a type has, without visiting them one by one where symbols or slots are interchangeable.
//!
//! Conditions of a type are kept by all permutations of the symbols of a group (the front end verifies it), and of the
//! members of a group of slots, so the experiments are counted orbit by orbit (`list/normal.rs`). Where both kinds of groups act
//! on the same slots only the larger one is used: orbits of both together have no simple size.

use std::collections::{BTreeSet, HashMap};

use crate::base::convert::ToIndex;
use crate::base::error::Result;
use crate::base::ids::{SlotId, TypeIndex};
use crate::base::limits::Control;
use crate::base::natural::Natural;
use crate::engine::Engine;
use crate::game::space::exact_size;
use crate::list::enumerate::Enumerator;
use crate::list::interchange::{Interchange, Layers, OUTSIDE};
use crate::list::normal::{classes_apart, Normal, Sides};
use crate::list::orbit::Rule;
use crate::list::plan::Plan;

/// The number of experiments, or `None` when more than `limit` would have to be visited to count them. `symbols`: with
/// interchangeable symbols, if they or interchangeable slots concern the type; `sides`: the slots of the two sides, if any.
pub(crate) fn count(
    plan: &Plan,
    type_index: TypeIndex,
    symbols: Option<&Interchange>,
    sides: &[(SlotId, SlotId)],
    limit: u64,
    control: &Control,
) -> Result<Option<Natural>> {
    if let Some(size) = exact_size(&plan.space) {
        return Ok((size <= limit).then(|| Natural::from(size)));
    }
    let known = symbols.filter(|_| sides.is_empty() || plan.space.slots.len() == 2);
    let orbits = known.map(|symbols| {
        let class = acting(type_index, symbols);
        let rule = Rule::new(plan, type_index, symbols, &class, vec![false; class.len()]);
        (rule, Normal::new(plan, type_index, symbols, &class, Sides::new(plan, sides)))
    });
    let mut walk = Enumerator::new(plan, orbits.as_ref().map(|(rule, _)| rule));
    let (mut visited, mut twice) = (0, Natural::ZERO);
    while walk.advance(control)? {
        if visited == limit {
            return Ok(None);
        }
        visited += 1;
        if let Some((_, normal)) = &orbits {
            twice += normal.twice_the_share(walk.row());
        }
    }
    Ok(Some(if orbits.is_some() { twice / 2_u32 } else { Natural::from(visited) }))
}

/// The classes whose orbits are visited: those of symbols and of members of groups of slots where they act apart, else the
/// larger of the groups.
fn acting(type_index: TypeIndex, symbols: &Interchange) -> Vec<u32> {
    let [of_symbols, of_members] = [false, true].map(|members| symbols.whole_classes(members));
    let both: Vec<u32> = of_symbols.iter().zip(&of_members).map(|(&a, &b)| a.min(b)).collect();
    let apart = classes_apart(&both, type_index, symbols);
    let occurring = symbols.slots(type_index).iter().flatten().flatten().copied();
    let members = symbols.layers(type_index).iter().flat_map(Layers::members);
    match apart != both && order(&of_members, members.collect()) > order(&of_symbols, occurring.collect()) {
        true => of_members,
        false => apart,
    }
}

/// The logarithm of the order of the group that permutes some symbols within their classes.
fn order(class: &[u32], some: BTreeSet<u32>) -> f64 {
    let mut sizes: HashMap<u32, u32> = HashMap::new();
    let more = |symbol: u32| {
        let size = sizes.entry(class[symbol.index()]).or_default();
        *size += 1;
        f64::from(*size).ln()
    };
    some.into_iter().filter(|&symbol| symbol != OUTSIDE).map(more).sum()
}

impl Engine {
    /// For each type the number of experiments, `None` when more than `limit` would have to be visited: one of each kind
    /// equivalent under interchangeable symbols where these concern the type, all where they do not.
    pub fn count_experiments(&self, limit: u64, control: &Control) -> Result<Vec<Option<Natural>>> {
        let of = |(type_index, plan): (TypeIndex, &Plan)| {
            let lists = self.lists(type_index);
            let symbols = lists.acts().then_some(&self.symbols);
            count(plan, type_index, symbols, &self.swaps[type_index], limit, control)
        };
        TypeIndex::with(&self.plans).map(of).collect()
    }
}
