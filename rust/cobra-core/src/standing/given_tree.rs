//! A strategy that is given to a search, to begin with: it is played against every code, and must keep to what is asked for.

use crate::base::error::{CoreError, Result};
use crate::game::space::Value;
use crate::optimal::OptimalOptions;
use crate::play::parts::{collect, Part};
use crate::play::tree::{FlatTree, Greedy};
use crate::standing::detours::is_alive;
use crate::standing::offers::Standings;
use crate::standing::plays::{added_up, begun, end_plays, PlaysLeft};
use crate::standing::splitting::Splitting;

/// Plays a strategy, the tree of one as `Greedy::flatten` gives it; its experiments are made at the standings where they can be
/// made. An error if it does not go on where a play is not over, or does not keep to the options; an experiment that is demanded
/// as the first need not be consistent.
pub(super) fn followed_tree(
    mut world: Standings<'_>,
    (experiments, branches, root): &FlatTree,
    options: &OptimalOptions,
) -> Result<Greedy> {
    let wrong = |what: &str| CoreError::input(format!("the strategy to begin with {what}"));
    let ends = || wrong("does not go on where a play is not over");
    let node =
        |number: i64| usize::try_from(number).ok().filter(|&number| number < experiments.len().min(branches.len()));
    let mut result = begun(world.engine, world.control)?;
    let (mut part, mut split) = (Part::default(), Splitting::default());
    let (codes, start) = (world.codes.all(), world.start());
    let won = world.is_won(&codes, false);
    if options.first.is_none() && (won || !is_alive(&mut world, &codes, start, false, &mut (0, 0), &mut split)?) {
        let lost = !won && !world.is_inseparable(&codes)?;
        end_plays(&world, &mut part, &codes, (0, 0), lost);
        collect(&mut result, vec![part]);
        return Ok(result);
    }
    let given = node(*root).ok_or_else(ends)?;
    if options.first.as_ref().is_some_and(|first| *first != experiments[given]) {
        return Err(wrong("does not begin with the experiment asked for"));
    }
    let consistent = options.consistent && world.engine.knows_finals();
    // known is the node of the given tree that is made
    let mut waiting = vec![PlaysLeft::start(&world, given)];
    while let Some(open) = waiting.pop() {
        world.control.poll()?;
        let given = open.known;
        let of = world.alone(&experiments[given])?;
        let afters = split.make(&mut world, &of, 0, &open.codes)?;
        let is_demanded = open.length == 0 && options.first.is_some();
        if consistent && !is_demanded && split.tells(&world, &open.codes) && !split.can_be_final() {
            return Err(wrong("makes an experiment that cannot be final any more"));
        }
        let filled = experiments[given].1.iter().rev();
        if !world.values(open.standing).iter().rev().zip(filled).all(|(&value, of)| *of == Value::Number(value)) {
            return Err(wrong("makes an experiment in another state"));
        }
        let number = part.add(open.place, (of.type_index, of.rows.row(0)), afters.iter().map(|after| after.outcome));
        for (child, after) in (0..).zip(afters) {
            let outcome = world.outcome_number(&of, after.outcome);
            let next = branches[given].iter().find(|branch| branch.0 == outcome).ok_or_else(ends)?.1;
            let mut lost = !after.won && after.then.lost;
            if !after.ends() {
                if let Some(next) = node(next) {
                    // nodes come before what follows them, so that there is an end
                    let given = Some(next).filter(|&next| next > given).ok_or_else(ends)?;
                    waiting.push(open.after(after, ((0, number), child), given));
                    continue;
                }
                if is_alive(&mut world, &after.codes, after.then.after, false, &mut (0, 0), &mut split)? {
                    return Err(ends());
                }
                lost = !world.is_inseparable(&after.codes)?;
            }
            end_plays(&world, &mut part, &after.codes, (open.length + 1, open.price + after.then.price), lost);
        }
    }
    let most = u64::from(options.max_depth.unwrap_or(u32::MAX));
    if part.played.worst > most {
        return Err(wrong(&format!(
            "takes up to {} experiments in a play, and {most} are allowed",
            part.played.worst
        )));
    }
    result.numbers = world.into_numbers();
    collect(&mut result, vec![part]);
    added_up(&result)?;
    Ok(result)
}
