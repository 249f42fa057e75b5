//! How offspring differ from their parents.
//!
//! One kind of variation is enough: an experiment is made earlier than it was. Everything after it goes on as before, as far
//! as it is not known already. The experiment is the one that ended some play through the branch, or any. Whether
//! that is of use shows only when what follows has been fitted to it: so an offspring has a childhood, in which its new
//! branch is varied in the same way, and only then is compared with the branch of its parent.

use std::sync::Arc;

use super::branch::{ask, knowing, Ask, Branch, Tools};
use super::world::World;
use crate::base::convert::{ToIndex, ToU64, ToUsize};
use crate::base::error::Result;
use crate::base::ids::{CodeId, ExperimentId};
use crate::base::limits::Control;
use crate::pick::strategy::Random;

/// One in so many variations takes an experiment at random.
const ANY: u64 = 16;
/// Variations of each place of a new branch before it is compared.
const CHILDHOOD: u32 = 2;

/// A play takes no more experiments of a tree; after that it goes on with `Ask::Anything`.
pub(super) const DEEPEST: usize = 500;

/// What varies breakers.
pub(crate) struct Variation<'a> {
    pub world: &'a World,
    pub control: &'a Control,
    pub tools: Tools,
    pub random: Random,
}

impl Variation<'_> {
    /// Varies a breaker at so many random places; what makes plays longer does not survive.
    pub fn vary(
        &mut self,
        branch: &Arc<Branch>,
        path: &mut Vec<ExperimentId>,
        times: u32,
        childhood: u32,
    ) -> Result<Arc<Branch>> {
        let mut best = branch.clone();
        for _ in 0..times {
            if best.places == 0 {
                break;
            }
            self.control.poll()?;
            let place = self.random.below(u64::from(best.places)) as u32;
            if let Some(better) = self.vary_at(&best, place, path, childhood)? {
                best = better;
            }
        }
        Ok(best)
    }

    /// Varies the branch of this number; `None` when that makes plays longer.
    fn vary_at(
        &mut self,
        branch: &Arc<Branch>,
        mut place: u32,
        path: &mut Vec<ExperimentId>,
        childhood: u32,
    ) -> Result<Option<Arc<Branch>>> {
        if place == 0 {
            return self.attempt(branch, path, childhood);
        }
        place -= 1;
        let Ask::Made(experiment, children) = &branch.ask else { return Ok(None) };
        for (number, (_, child)) in children.iter().enumerate() {
            let Some(child) = child else { continue };
            if place < child.places {
                path.push(*experiment);
                let varied = self.vary_at(child, place, path, childhood);
                path.pop();
                return Ok(varied?.map(|varied| branch.with((*experiment, children), number, varied)));
            }
            place -= child.places;
        }
        Ok(None)
    }

    fn attempt(
        &mut self,
        branch: &Arc<Branch>,
        path: &mut Vec<ExperimentId>,
        childhood: u32,
    ) -> Result<Option<Arc<Branch>>> {
        let Some(experiment) = self.choose(branch, path) else { return Ok(None) };
        let mut varied = self.put_first(branch, experiment, path);
        if childhood > 0 {
            let times = CHILDHOOD * varied.places;
            varied = self.vary(&varied, path, times, childhood - 1)?;
        }
        let fits = path.len() + varied.depth.index() <= DEEPEST;
        Ok((fits && varied.cost <= branch.cost).then_some(varied))
    }

    /// An experiment that the branch does not begin with.
    fn choose(&mut self, branch: &Branch, path: &[ExperimentId]) -> Option<ExperimentId> {
        let experiment = match self.random.below(ANY) {
            0 => ExperimentId::at(self.random.below(self.world.experiments().to_u64()).to_usize()),
            _ => {
                let code = branch.codes[self.random.below(branch.codes.len().to_u64()).to_usize()];
                self.last(branch, code, &mut path.to_vec())
            }
        };
        let begins = matches!(branch.ask, Ask::Made(first, _) if first == experiment);
        (!begins && !path.contains(&experiment)).then_some(experiment)
    }

    /// The last experiment of a play.
    fn last(&mut self, branch: &Branch, code: CodeId, path: &mut Vec<ExperimentId>) -> ExperimentId {
        match &branch.ask {
            Ask::Made(experiment, children) => {
                let outcome = self.world.outcome(*experiment, code);
                let place = children.binary_search_by_key(&outcome, |child| child.0);
                match place.ok().and_then(|place| children[place].1.as_ref()) {
                    None => *experiment,
                    Some(child) => {
                        path.push(*experiment);
                        self.last(child, code, path)
                    }
                }
            }
            Ask::Anything(seed) => {
                let mut found = ExperimentId::new(0);
                self.tools.play_anything(self.world, *seed, &branch.codes, path, |cell, _, last| {
                    if cell.contains(&code) {
                        found = last;
                    }
                });
                found
            }
        }
    }

    /// The branch with an experiment made before all others.
    fn put_first(&mut self, branch: &Branch, experiment: ExperimentId, path: &mut Vec<ExperimentId>) -> Arc<Branch> {
        let world = self.world;
        let cells = self.tools.cells(world, experiment, &branch.codes);
        ask(world, &mut self.tools, experiment, cells, path, |tools, outcome, cell, path| {
            knowing(world, tools, branch, cell, (experiment, outcome), path)
        })
    }
}
