//! How many codes can be told apart, or hit, from each standing on by so many experiments: by counting what may follow.
//!
//! *Lemma.* Let c(q, s) be 1 for q = 0 (0 where plays end with a hit), and c(q, s) the greatest, over the experiments at s, of the sum of
//! c(q − 1, s′) over its outcomes, where s′ is the standing after each; an outcome that ends plays counts 1 where they may be won,
//! and else 0. Then plays of at most q experiments win at most c(q, s) kinds of codes. *Proof.* By induction: what an experiment leaves
//! of a situation are cells, at most one for each outcome that it has for some code, and each is won as often as its standing allows. ∎
//!
//! With k eggs and all floors to throw from, c(q, k) = c(q − 1, k) + c(q − 1, k − 1): that is the formula of the puzzle itself. So plays that win n
//! kinds are at least as long as the first q with c(q, s) ≥ n, and all plays together at least Σ max(0, n − c(q, s)) over all q.

use std::collections::{HashMap, HashSet};

use crate::base::convert::{ToIndex, ToU32, ToU64, ToUsize};
use crate::base::error::Result;
use crate::base::ids::CodeId;
use crate::game::program::{Ending, ExperimentType, Program};
use crate::group::permutation::Sets;
use crate::outcomes::widths::Widths;
use crate::standing::offers::{StandingNumber, Standings};
use crate::standing::splitting::{Following, Splitting};

/// So many standings are looked at, and so many answers of codes: where there are more, nothing is counted.
const MOST_STANDINGS: usize = 1 << 6;
const MOST_ANSWERS: u64 = 1 << 21;
/// So many experiments are counted for.
const MOST_EXPERIMENTS: usize = 1 << 12;

/// What an experiment may lead to: how many outcomes may win a code at once, and the standings of the others.
type Leads = (u64, Vec<StandingNumber>);

/// For each standing that can be met what its experiments may lead to.
pub(super) type Leading = HashMap<StandingNumber, HashSet<Leads>>;

/// For each standing the most that can be won by so many experiments.
pub(super) struct Rooms {
    by_standing: HashMap<StandingNumber, Vec<u64>>,
}

impl Rooms {
    /// `None` where there are too many standings, or none but one: then sizes alone say as much.
    pub fn new(world: &Standings<'_>, leads: &Leading) -> Result<Option<Rooms>> {
        if world.rules.start.is_empty() {
            return Ok(None);
        }
        let hits = world.engine.program.ending == Ending::Hit;
        let most = world.codes.len().to_u64();
        let mut by_standing: HashMap<StandingNumber, Vec<u64>> =
            leads.keys().map(|&standing| (standing, vec![u64::from(!hits)])).collect();
        for done in 0..MOST_EXPERIMENTS {
            world.control.poll()?;
            let counted = |(wins, after): &Leads| {
                let sum = after.iter().map(|standing| by_standing[standing][done]);
                sum.fold(*wins, u64::saturating_add).min(most)
            };
            let next: Vec<(StandingNumber, u64)> = leads
                .iter()
                .map(|(&standing, all)| {
                    (standing, all.iter().map(counted).fold(by_standing[&standing][done], u64::max))
                })
                .collect();
            let grows = next.iter().any(|(standing, count)| *count > by_standing[standing][done]);
            for (standing, count) in next {
                by_standing.entry(standing).or_default().push(count);
            }
            if !grows {
                return Ok(Some(Rooms { by_standing }));
            }
        }
        Ok(None)
    }

    /// The most kinds that plays of so many experiments can win.
    pub fn room(&self, standing: StandingNumber, length: u32) -> u64 {
        self.by_standing.get(&standing).map_or(u64::MAX, |counts| counts[length.index().min(counts.len() - 1)])
    }

    /// The least length of the longest play that wins so many kinds, and of all plays together; nothing where they cannot be won.
    pub fn levels(&self, standing: StandingNumber, kinds: u64) -> (u64, u64) {
        let Some(counts) = self.by_standing.get(&standing) else { return (0, 0) };
        let short = counts.iter().take_while(|&&count| count < kinds);
        let (mut longest, mut sum) = (0, 0);
        short.for_each(|count| (longest, sum) = (longest + 1, sum + kinds - count));
        (longest, sum)
    }
}

/// What is to be counted. `None` where there is too much of it, or nothing to be counted.
pub(super) fn leads_of_all(world: &mut Standings<'_>) -> Result<Option<Leading>> {
    if world.rules.start.is_empty() && world.engine.program.ending != Ending::Hit {
        return Ok(None);
    }
    let codes = world.codes.all();
    let mut leads = Leading::new();
    let mut waiting = vec![world.start()];
    let mut met: HashSet<StandingNumber> = waiting.iter().copied().collect();
    let mut answers = 0;
    let mut split = Splitting::default();
    while let Some(standing) = waiting.pop() {
        let offer = world.offer(standing)?;
        answers += offer.iter().map(|of| of.rows.len().to_u64() * codes.len().to_u64()).sum::<u64>();
        if met.len() > MOST_STANDINGS || answers > MOST_ANSWERS {
            return Ok(None);
        }
        let mut here = HashSet::new();
        for of in offer.iter() {
            let gathered = world.gather(of, &codes)?;
            for experiment in 0..of.rows.len() {
                world.control.poll()?;
                split.load(world, of, experiment, &gathered, Following::All)?;
                here.insert(leads_of(world, &split));
            }
        }
        waiting.extend(here.iter().flat_map(|(_, after)| after.iter().copied()).filter(|&after| met.insert(after)));
        leads.insert(standing, here);
    }
    Ok(Some(leads))
}

fn leads_of(world: &Standings<'_>, split: &Splitting) -> Leads {
    let hits = world.engine.program.ending == Ending::Hit;
    let (mut wins, mut after) = (0, Vec::new());
    for (_, _, then, is_final) in &split.cells {
        match (hits && *is_final, then.lost) {
            (true, _) => wins += 1,
            (false, true) => wins += u64::from(!hits), // won when one kind is left
            (false, false) => after.push(then.after),
        }
    }
    after.sort_unstable();
    (wins, after)
}

/// The most outcomes of an experiment. Final ones are those of codes that it hits at once: as many as there are codes where that is
/// not counted.
pub(super) fn widths(program: &Program, leads: Option<&Leading>, codes: usize) -> Widths {
    let most = codes.max(2);
    let of = |kind: &ExperimentType| {
        let all = kind.answer.outcomes().unwrap_or(usize::MAX);
        // The component that says what is final is decided by the others.
        (all, if kind.answer.final_component.is_some() { all / 2 } else { all })
    };
    let (all, others) = program.types.iter().map(of).fold((2, 1), |a, b| (a.0.max(b.0), a.1.max(b.1)));
    let hit = leads.and_then(|leads| leads.values().flatten().map(|lead| lead.0.to_usize()).max());
    Widths { all: all.min(most), finals: hit.unwrap_or(most), others: others.min(most) }
}

/// Numbers the classes of codes that are alike in one of two ways, or in turns.
pub(super) fn joined(goals: &[u32], classes: &[CodeId]) -> Vec<u32> {
    let mut kinds = Sets::new(goals.len());
    let mut first: HashMap<u32, u32> = HashMap::new();
    for ((code, &goal), class) in (0..).zip(goals).zip(classes) {
        kinds.join(code, *first.entry(goal).or_insert(code));
        kinds.join(code, class.number());
    }
    (0..goals.len().to_u32()).map(|code| kinds.least(code)).collect()
}
