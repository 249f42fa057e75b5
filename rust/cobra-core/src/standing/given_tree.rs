//! A strategy that is given to a search, to begin with: it is played against every code, and must keep to what is asked for.

use crate::base::error::{CoreError, Result};
use crate::base::ids::CodeId;
use crate::game::space::Value;
use crate::optimal::OptimalOptions;
use crate::play::parts::{collect, NodePlace, Part};
use crate::play::tree::{FlatTree, Greedy};
use crate::standing::detours::is_alive;
use crate::standing::offers::{StandingNumber, Standings};
use crate::standing::plays::{added_up, begun, end_plays};
use crate::standing::splitting::Splitting;

/// A situation in which the tree goes on.
struct Unfolding {
    codes: Vec<CodeId>,
    standing: StandingNumber,
    length: u64,
    price: u64,
    /// The node of the given tree that is made here.
    given: usize,
    place: Option<NodePlace>,
}

/// Plays a strategy, the tree of one as `Greedy::flatten` gives it; its experiments are made at the standings where they can be
/// made. An error if it does not go on where a play is not over, or does not keep to the options.
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
    let mut open = vec![Unfolding { codes, standing: start, length: 0, price: 0, given, place: None }];
    while let Some(Unfolding { codes, standing, length, price, given, place }) = open.pop() {
        world.control.poll()?;
        let of = world.alone(&experiments[given])?;
        let gathered = world.gather(&of, &codes)?;
        split.load(&mut world, &of, 0, &codes, &gathered)?;
        if consistent && split.tells(&world, &codes) && !split.can_be_final() {
            return Err(wrong("makes an experiment that cannot be final any more"));
        }
        let filled = experiments[given].1.iter().rev();
        if !world.values(standing).iter().rev().zip(filled).all(|(&value, of)| *of == Value::Number(value)) {
            return Err(wrong("makes an experiment in another state"));
        }
        let afters = split.afters(&world, &codes);
        let number = part.add(place, (of.type_index, of.rows.row(0)), afters.iter().map(|after| after.outcome));
        for (child, after) in (0..).zip(afters) {
            let price = price + after.then.price;
            let outcome = world.outcome_number(&of, after.outcome);
            let next = branches[given].iter().find(|branch| branch.0 == outcome).ok_or_else(ends)?.1;
            let mut lost = !after.won && after.then.lost;
            if !after.ends() {
                if let Some(next) = node(next) {
                    // nodes come before what follows them, so that there is an end
                    let given = Some(next).filter(|&next| next > given).ok_or_else(ends)?;
                    let place = Some(((0, number), child));
                    let (codes, standing) = (after.codes, after.then.after);
                    open.push(Unfolding { codes, standing, length: length + 1, price, given, place });
                    continue;
                }
                if is_alive(&mut world, &after.codes, after.then.after, false, &mut (0, 0), &mut split)? {
                    return Err(ends());
                }
                lost = !world.is_inseparable(&after.codes)?;
            }
            end_plays(&world, &mut part, &after.codes, (length + 1, price), lost);
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
