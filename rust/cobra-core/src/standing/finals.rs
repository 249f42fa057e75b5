//! How many codes one experiment may hit: as many as it has final outcomes, each of which leaves one code.

use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::Result;
use crate::formula::evaluate::Algebra;
use crate::formula::needed::below;
use crate::formula::node::{Lit, Node, FALSE};
use crate::game::program::Component;
use crate::game::space::bit;
use crate::list::rows::Rows;
use crate::standing::menus::{listed, reads_standing};
use crate::standing::of_code::{TruthWords, LANES};
use crate::standing::offers::Standings;
use crate::standing::rooms::Rooms;

/// So many formulas are evaluated, and experiments listed, to know it.
const MOST_FORMULAS: u64 = 1 << 28;
const MOST_LISTED: u64 = 1 << 18;

/// The most codes that an experiment of a game that ends with a hit is final for, at any standing; where that is not known,
/// as many as it has outcomes.
pub(super) fn most_finals(world: &Standings<'_>, rooms: Option<&Rooms>) -> Result<u64> {
    if let Some(rooms) = rooms {
        return Ok(rooms.wins);
    }
    let all = world.codes.len().to_u64();
    let mut most = 0;
    for type_index in world.engine.all_types() {
        let answer = &world.engine.program.types[type_index].answer;
        let Some(Component::Cases(lits)) = answer.final_component.map(|last| &answer.components[last]) else {
            continue;
        };
        let Some(&is_final) = lits.get(1).filter(|&&lit| lit != FALSE) else { continue };
        let (leaves, start) = (&world.leaves, &world.rules.start);
        let rows = match reads_standing(world.engine, type_index, start, is_final) {
            true => None,
            false => listed(world.engine, type_index, leaves, start, MOST_LISTED, world.control)?,
        };
        let counted = match rows {
            Some((rows, _)) => most_held(world, is_final, &rows)?,
            None => None,
        };
        // what else is answered says which outcomes are final
        let outcomes = answer.outcomes().map_or(all, |outcomes| outcomes.to_u64() / 2);
        most = most.max(counted.unwrap_or(outcomes.min(all)));
    }
    Ok(most)
}

/// The most codes that a formula holds for with an experiment, if that is not too much to be found out.
fn most_held(world: &Standings<'_>, lit: Lit, experiments: &Rows) -> Result<Option<u64>> {
    let (nodes, codes) = (&world.engine.program.nodes, &world.codes.rows);
    let order = below(nodes, [lit]);
    let parts = codes.len().div_ceil(LANES);
    let formulas = [experiments.len(), parts, order.len()].map(ToU64::to_u64);
    if formulas.into_iter().fold(1, u64::saturating_mul) > MOST_FORMULAS {
        return Ok(None);
    }
    let table = codes.table(64 * codes.words);
    let (mut values, mut most) = (vec![0; nodes.len()], 0);
    for number in 0..experiments.len() {
        world.control.poll()?;
        let experiment = experiments.row(number);
        let mut held = 0;
        for part in 0..parts {
            let leaf = |_: &mut TruthWords, node: &Node| match node {
                Node::Variable(p) => table.column((*p).index())[part],
                Node::Parameter(p) if (*p).index() < 64 * experiment.len() && bit(experiment, *p) => u64::MAX,
                _ => 0,
            };
            TruthWords.values(nodes, order.iter().copied(), &mut values, leaf);
            let some = u64::MAX >> (LANES - LANES.min(codes.len() - part * LANES));
            held += (TruthWords::signed(values[lit.node()], lit) & some).count_ones();
        }
        most = most.max(held.into());
    }
    Ok(Some(most))
}
