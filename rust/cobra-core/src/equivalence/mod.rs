//! Which experiments are equivalent in a situation, and one of each class.
//!
//! An equivalence is a filter: of each class of candidates it keeps the first, by type and order of the experiments. A
//! chain of filters gives each the survivors of those before. That is sound: scores, the sizes of the parts and whether
//! an experiment can be final are the same within a class, so the choice, the first among the best, is the first of its
//! class among any survivors and survives every filter.
//!
//! | question | module |
//! |---|---|
//! | which experiments are candidates? | `candidates`, with `normal` for those that differ by symbols only |
//! | what does a symmetry of the game do? | `game_graph`, `symmetry`, `members` |
//! | which symmetries count? | `history`, `knowledge` |
//! | which candidates do they join? | `orbits` |
//! | which make the same partition? | `partition` |
//! | which look alike when all that is known is put in? | `experiment_graph`, with `formula` |

pub(crate) mod candidates;
mod experiment_graph;
mod formula;
pub mod game_graph;
mod history;
mod knowledge;
mod members;
mod normal;
mod orbits;
mod partition;
mod symmetry;

use std::collections::hash_map::Entry;
use std::collections::HashMap;
use std::sync::Arc;

use crate::codes::Codes;
use crate::engine::{Engine, Experiment};
use crate::equivalence::candidates::Candidates;
use crate::equivalence::experiment_graph::ExperimentGraphs;
use crate::error::{CoreError, Result};
use crate::group::automorphism::CanonicalForm;
use crate::group::permutation::Sets;
use crate::limits::Control;
use crate::natural::Natural;
use crate::space::encode;
use crate::symbols;

/// When two experiments count as equivalent; see the table in `docs/concepts.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Equivalence {
    /// Never.
    None,
    /// When permutations of symbols interchangeable among the codes left carry one to the other.
    Symbols,
    /// When a symmetry does that fixes every experiment made and its outcome.
    History,
    /// When a symmetry does that carries the codes left to themselves.
    Knowledge,
    /// When such a symmetry carries the partition of the codes left by one to that by the other.
    Partition,
    /// When the graphs of what is known and what is asked, simplified by fixed variables, are the same up to names.
    Graph,
}

impl Equivalence {
    const ALL: [(&'static str, Equivalence); 6] = [
        ("none", Equivalence::None),
        ("symbols", Equivalence::Symbols),
        ("history", Equivalence::History),
        ("knowledge", Equivalence::Knowledge),
        ("partition", Equivalence::Partition),
        ("graph", Equivalence::Graph),
    ];

    pub fn parse(name: &str) -> Result<Equivalence> {
        let found = Equivalence::ALL.iter().find(|(known, _)| *known == name);
        found.map(|&(_, equivalence)| equivalence).ok_or_else(|| {
            let names: Vec<&str> = Equivalence::ALL.iter().map(|(name, _)| *name).collect();
            CoreError::input(format!("no equivalence {name:?}; there are {}", names.join(", ")))
        })
    }
}

/// An experiment made, and its outcome if it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub type_index: usize,
    pub row: Vec<u64>,
    pub outcome: Option<u64>,
}

/// The last of several experiments made.
#[derive(Debug)]
pub(crate) struct Made {
    pub step: Step,
    pub before: Option<Arc<Made>>,
}

impl Made {
    /// All experiments made, the first of them first.
    pub fn steps(mut last: Option<&Arc<Made>>) -> Vec<Step> {
        let mut steps = Vec::new();
        while let Some(made) = last {
            steps.push(made.step.clone());
            last = made.before.as_ref();
        }
        steps.reverse();
        steps
    }
}

/// Where in a play equivalent experiments are looked for.
pub(crate) struct Situation<'a> {
    pub engine: &'a Engine,
    pub codes: &'a Codes,
    /// The codes that fit all outcomes known.
    pub state: &'a [u32],
    /// Whether all outcomes are known.
    pub known: bool,
    pub path: &'a [Step],
    pub control: &'a Control,
}

/// One experiment of each class, with the number of experiments in the class; and the number of all.
#[derive(Debug)]
pub struct Representatives {
    pub experiments: Vec<(Experiment, Natural)>,
    pub all: Natural,
}

/// Candidates that are left, and how many experiments each stands for.
pub(crate) struct Survivors {
    pub candidates: Arc<Candidates>,
    pub kept: Vec<(u32, Natural)>,
}

impl Situation<'_> {
    /// The survivors of a chain of filters. `limit` and `memory` bound the candidates.
    pub fn survivors(&self, chain: &[Equivalence], limit: u64, memory: u64) -> Result<Survivors> {
        let class = self.common_classes(chain)?;
        let candidates = match class {
            None => self.engine.all_candidates(limit, memory, self.control)?,
            Some(class) => self.engine.few_candidates(&class, limit, memory, self.control)?,
        };
        let mut kept: Vec<(u32, Natural)> =
            (0..candidates.len() as u32).map(|number| (number, candidates.size(number))).collect();
        for &equivalence in chain {
            let Some(classes) = self.classes(equivalence, &candidates, &kept, memory)? else { continue };
            let mut first = vec![None; candidates.len()];
            let mut joined: Vec<(u32, Natural)> = Vec::new();
            for ((number, size), class) in kept.into_iter().zip(classes) {
                match first[class as usize] {
                    None => {
                        first[class as usize] = Some(joined.len());
                        joined.push((number, size));
                    }
                    Some(place) => joined[place].1.add(&size),
                }
            }
            kept = joined;
        }
        Ok(Survivors { candidates, kept })
    }

    /// Classes of symbols that every filter of the chain takes for interchangeable; `None`: one of them does not.
    fn common_classes(&self, chain: &[Equivalence]) -> Result<Option<Vec<u32>>> {
        let mut acting = chain.iter().filter(|&&equivalence| equivalence != Equivalence::None).peekable();
        if acting.peek().is_none() {
            return Ok(None);
        }
        let alike = acting.all(|equivalence| !matches!(equivalence, Equivalence::History | Equivalence::Graph));
        Ok(Some(if alike { self.symbols() } else { self.untouched_symbols()? }))
    }

    /// For each candidate kept a number of its class; `None`: each is alone.
    fn classes(
        &self,
        equivalence: Equivalence,
        candidates: &Candidates,
        kept: &[(u32, Natural)],
        memory: u64,
    ) -> Result<Option<Vec<u32>>> {
        let (symmetries, class) = match equivalence {
            Equivalence::None => return Ok(None),
            Equivalence::Symbols => self.known().map(|_| (Vec::new(), self.symbols()))?,
            Equivalence::History | Equivalence::Graph => (history::generators(self)?, self.untouched_symbols()?),
            Equivalence::Knowledge | Equivalence::Partition => {
                (knowledge::generators(self, self.known()?)?, self.symbols())
            }
        };
        let mut sets = orbits::orbits(self, candidates, &symmetries, &class)?;
        match equivalence {
            Equivalence::Partition => partition::join(self, candidates, self.known()?, &mut sets)?,
            Equivalence::Graph => self.join_by_graph(candidates, kept, memory, &mut sets)?,
            _ => {}
        }
        Ok(Some(kept.iter().map(|&(number, _)| sets.least(number)).collect()))
    }

    /// Joins classes whose members have the same experiment graphs. Symmetries that fix the experiments made keep the
    /// graph, so one member of each class will do.
    fn join_by_graph(
        &self,
        candidates: &Candidates,
        kept: &[(u32, Natural)],
        memory: u64,
        sets: &mut Sets,
    ) -> Result<()> {
        let mut graphs = ExperimentGraphs::new(self, self.known()?)?;
        let mut first: HashMap<CanonicalForm, u32> = HashMap::new();
        let (mut done, mut bytes) = (vec![false; candidates.len()], 0);
        for &(number, _) in kept {
            if std::mem::replace(&mut done[sets.least(number) as usize], true) {
                continue;
            }
            let (type_index, row) = candidates.get(number);
            let Some(graph) = graphs.graph(type_index, row)? else { continue };
            match first.entry(CanonicalForm::new(&graph, self.control)?) {
                Entry::Occupied(known) => sets.join(*known.get(), number),
                Entry::Vacant(place) => {
                    bytes += place.key().bytes();
                    if bytes > memory {
                        return Err(CoreError::Limit { name: "memory", needed: bytes, limit: memory });
                    }
                    place.insert(number);
                }
            }
        }
        Ok(())
    }

    fn known(&self) -> Result<&[u32]> {
        match self.known {
            true => Ok(self.state),
            false => Err(CoreError::input("with an unknown outcome there are only `none` and `history`")),
        }
    }

    /// The classes of symbols interchangeable among the codes left.
    fn symbols(&self) -> Vec<u32> {
        let mut scratch = symbols::Scratch::default();
        self.engine.symbols.classes(self.codes, self.state, true, &mut scratch).class
    }

    /// The classes of symbols that all experiments made use alike, interchangeable in the game and among the codes with
    /// the known outcomes: an outcome may name a symbol no experiment does.
    fn untouched_symbols(&self) -> Result<Vec<u32>> {
        let start = normal::meet(&self.engine.first_classes()?.class, &self.symbols());
        Ok(self.path.iter().fold(start, |class, step| {
            let plan = &self.engine.plans[step.type_index];
            let groups = &self.engine.program.slot_groups;
            normal::refine(&class, plan, step.type_index, &self.engine.symbols, groups, &step.row)
        }))
    }
}

/// One experiment of each class of a chain of equivalences after some experiments, `None` for an unknown outcome.
pub fn representatives(
    engine: &Engine,
    chain: &[Equivalence],
    after: &[(Experiment, Option<u64>)],
    limit: u64,
    memory: u64,
    control: &Control,
) -> Result<Representatives> {
    let mut path = Vec::with_capacity(after.len());
    let mut state: Vec<u32> = (0..engine.codes()?.len() as u32).collect();
    for (experiment, outcome) in after {
        let (type_index, values) = experiment;
        let Some(plan) = engine.plans.get(*type_index) else {
            return Err(CoreError::input(format!("no experiment type {type_index}")));
        };
        path.push(Step { type_index: *type_index, row: encode(&plan.space, values)?, outcome: *outcome });
        if let Some(outcome) = outcome {
            let outcomes = engine.partition(experiment, Some(&state))?;
            state = state.iter().zip(outcomes).filter(|(_, o)| o == outcome).map(|(&code, _)| code).collect();
        }
    }
    if state.is_empty() {
        return Err(CoreError::input("no code has all these outcomes"));
    }
    let known = after.iter().all(|(_, outcome)| outcome.is_some());
    let situation = Situation { engine, codes: engine.codes()?, state: &state, known, path: &path, control };
    let Survivors { candidates, kept } = situation.survivors(chain, limit, memory)?;
    let mut all = Natural::default();
    kept.iter().for_each(|(_, size)| all.add(size));
    let experiments = kept.into_iter().map(|(number, size)| (candidates.experiment(engine, number), size)).collect();
    Ok(Representatives { experiments, all })
}
