//! The tree of a strategy, and how long its plays are.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::rc::Rc;

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::Result;
use crate::base::ids::HiddenId;
use crate::base::limits::StopReason;
use crate::game::program::Ending;
use crate::pick::strategy::follow;
use crate::play::parts::{collect, NodePlace, Part};
use crate::play::tree::{node_bytes, Greedy};
use crate::unseen::beliefs::{name, Belief, BeliefWorld};
use crate::unseen::likely::Likely;

/// Bytes that are kept for a node, and for each of its outcomes, while the tree grows.
const GROWN_BYTES: u64 = 84;
const OUTCOME_BYTES: u64 = 9;

/// The beliefs of a play, the last one first.
#[derive(Clone)]
pub(super) struct Path {
    belief: u128,
    length: u32,
    before: Option<Rc<Path>>,
}

impl Path {
    /// At the beginning of a play.
    pub fn new(belief: &[HiddenId]) -> Path {
        Path { belief: name(belief), length: 0, before: None }
    }

    /// With a belief after one more experiment.
    pub fn after(self: &Rc<Path>, belief: &[HiddenId]) -> Path {
        Path { belief: name(belief), length: self.length + 1, before: Some(self.clone()) }
    }

    /// Experiments made.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Whether a belief was met.
    pub fn has(&self, belief: &[HiddenId]) -> bool {
        let name = name(belief);
        let mut here = Some(self);
        while let Some(path) = here {
            if path.belief == name {
                return true;
            }
            here = path.before.as_deref();
        }
        false
    }
}

/// Where a play is: what is possible and, if answers are wrong with a known chance, how likely; by which path; and the seed.
#[derive(Clone, Copy)]
pub(super) struct Here<'h> {
    pub belief: &'h [HiddenId],
    pub likely: Option<&'h Likely>,
    pub path: &'h Path,
    pub seed: u64,
}

/// The experiment that is made; `None` where the strategy gives up.
pub(super) type Decide<'d> = dyn FnMut(Here<'_>) -> Result<Option<u32>> + 'd;

/// Part of the memory for the tree of a strategy, while what a search knows is there.
pub(super) const TREE_SHARE: u64 = 4;

/// The tree of a strategy that takes the best experiment of each belief by what is likely, at the beginning the `first` one, if one is given.
pub(super) fn drawn_by_chance(
    world: &BeliefWorld<'_>,
    memory: u64,
    first: Option<u32>,
    mut best: impl FnMut(&Likely, u32) -> Result<Option<u32>>,
) -> Result<Greedy> {
    let mut strategy = world.begun()?;
    let decide = &mut |here: Here<'_>| match (here.path.length(), first, here.likely) {
        (0, Some(first), _) => Ok(Some(first)),
        (made, _, Some(likely)) => best(likely, made),
        (_, _, None) => Ok(None),
    };
    draw(world, 0, memory / TREE_SHARE, Precedence::Last, decide, &mut strategy)?;
    Ok(strategy)
}

/// Which of the beliefs at which plays go on is looked at next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Precedence {
    /// The one that was met last.
    Last,
    /// The one that is most likely, where chances are known.
    Likeliest,
}

/// A belief at which a play goes on.
struct Waiting {
    /// The greatest is next.
    rank: u64,
    belief: Belief,
    likely: Option<Likely>,
    path: Rc<Path>,
    seed: u64,
    place: Option<NodePlace>,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> Ordering {
        self.rank.cmp(&other.rank)
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Waiting) -> bool {
        self.rank == other.rank
    }
}

impl Eq for Waiting {}

/// The nodes of a strategy, with the experiment of each and what hangs below its outcomes.
struct Grown {
    part: Part,
    questions: Vec<u32>,
    below: Vec<Vec<Option<u32>>>,
    /// Outcomes after which the strategy gives up.
    given_up: Vec<Vec<bool>>,
    /// How likely all nodes are together, which is how many experiments are made in the mean.
    mean: BigRational,
    /// How likely the strategy gives up.
    lost: BigRational,
}

/// Plays a strategy to its end; its first experiment is the one demanded, if there is one.
pub(super) fn draw(
    world: &BeliefWorld<'_>,
    seed: u64,
    memory: u64,
    next: Precedence,
    decide: &mut Decide<'_>,
    result: &mut Greedy,
) -> Result<()> {
    let mut grown = Grown {
        part: Part::default(),
        questions: Vec::new(),
        below: Vec::new(),
        given_up: Vec::new(),
        mean: BigRational::zero(),
        lost: BigRational::zero(),
    };
    let start = world.start.clone();
    if world.first.is_some() || !world.is_over(&start, false) {
        let path = Rc::new(Path::new(&start));
        let likely = world.noise.map(|_| Likely::start(world));
        let start = Waiting { rank: 0, belief: start, likely, path, seed, place: None };
        let grows = grow(world, start, memory, next, decide, &mut grown);
        if grows.is_err() {
            keep_first(&mut grown.part);
            collect(result, vec![grown.part]);
            return grows;
        }
    }
    for &hidden in &world.start {
        world.control.poll()?;
        let (length, lost) = longest(world, &grown, hidden);
        grown.part.played.end_plays(&[world.code(hidden)], world.codes, length, 0, lost);
        world.control.advance(1);
    }
    result.numbers.clone_from(&world.numbers);
    collect(result, vec![grown.part]);
    result.lost_total = result.lost; // nobody knows how likely these plays are
    (result.mean, result.lost_weight) = world.noise.map(|_| (grown.mean, grown.lost)).unzip();
    Ok(())
}

/// Leaves of a tree that is not finished its first experiment, with nothing below it.
fn keep_first(part: &mut Part) {
    part.nodes.truncate(1);
    part.played.nodes = 0;
    part.nodes.iter_mut().for_each(|(_, root)| root.children.clear());
}

fn grow(
    world: &BeliefWorld<'_>,
    start: Waiting,
    memory: u64,
    next: Precedence,
    decide: &mut Decide<'_>,
    grown: &mut Grown,
) -> Result<()> {
    let mut waiting = BinaryHeap::from([start]);
    let (mut bytes, mut met) = (0, 0);
    while let Some(Waiting { belief, likely, path, seed, place, .. }) = waiting.pop() {
        world.control.poll()?;
        let decided = match world.first {
            Some(first) if path.length == 0 => Some(first.to_u32()),
            _ => decide(Here { belief: &belief, likely: likely.as_ref(), path: &path, seed })?,
        };
        let Some(number) = decided else {
            if let Some(likely) = &likely {
                grown.lost += likely.weight();
            }
            if let Some(((_, above), child)) = place {
                grown.given_up[above.index()][child.index()] = true;
            }
            continue;
        };
        let question = &world.questions[number.index()];
        let cells = world.after(question, &belief);
        let mut chances = Vec::new();
        if let (Some(likely), Some(noise)) = (&likely, world.noise) {
            grown.mean += likely.weight();
            chances = likely.after(world, noise, question);
        }
        let mut chances = chances.into_iter().map(|answer| answer.likely);
        bytes += node_bytes(question.row.len(), cells.len()) + GROWN_BYTES + OUTCOME_BYTES * cells.len().to_u64();
        if bytes > memory {
            world.control.halt(StopReason::Memory);
        }
        let outcomes = cells.iter().map(|cell| cell.outcome);
        let here = grown.part.add(place, (question.type_index, &question.row), outcomes);
        grown.below.push(vec![None; cells.len()]);
        grown.given_up.push(vec![false; cells.len()]);
        grown.questions.push(number);
        if let Some(((_, above), child)) = place {
            grown.below[above.index()][child.index()] = Some(here);
        }
        for (child, cell) in (0..).zip(cells) {
            let likely = chances.next();
            if world.is_over(&cell.belief, cell.is_final) {
                note_inseparable(world, &cell.belief, &mut grown.part.played);
                continue;
            }
            let seed = follow(seed, cell.outcome.number().into());
            let path = Rc::new(path.after(&cell.belief));
            met += 1;
            let chance =
                likely.as_ref().filter(|_| next == Precedence::Likeliest).and_then(|likely| likely.weight().to_f64());
            let rank = chance.map_or(met, f64::to_bits); // of numbers that are not negative the greater ones have greater bits
            waiting.push(Waiting { rank, belief: cell.belief, likely, path, seed, place: Some(((0, here), child)) });
        }
    }
    Ok(())
}

fn note_inseparable(world: &BeliefWorld<'_>, belief: &[HiddenId], played: &mut Greedy) {
    let codes = world.codes_of(belief);
    if world.engine.program.ending != Ending::Hit && !world.codes.agree(&codes) {
        let other = codes.iter().find(|&&code| world.codes.differ(codes[0], code));
        played.leave_together([codes[0], other.copied().unwrap_or(codes[0])]);
    }
}

/// The length of the longest play from a hidden state on, and whether the strategy gives up in some.
fn longest(world: &BeliefWorld<'_>, grown: &Grown, hidden: HiddenId) -> (u64, bool) {
    let (mut most, mut lost) = (0, grown.questions.is_empty() && !world.is_over(&world.start, false));
    if grown.questions.is_empty() {
        return (0, lost);
    }
    let mut waiting = vec![(0u32, vec![hidden], 1)];
    while let Some((node, belief, length)) = waiting.pop() {
        let children = &grown.part.nodes[node.index()].1.children;
        for cell in world.after(&world.questions[grown.questions[node.index()].index()], &belief) {
            let child = children.iter().position(|child| child.0 == cell.outcome).unwrap_or(0);
            match grown.below[node.index()][child] {
                Some(below) => waiting.push((below, cell.belief, length + 1)),
                None => {
                    most = most.max(length);
                    lost |= grown.given_up[node.index()][child];
                }
            }
        }
    }
    (most, lost)
}
