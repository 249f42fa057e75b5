//! Which experiments are equivalent in a situation, and one of each class.
//!
//! An equivalence is a filter: of each class of candidates it keeps the first, by type and order of the experiments. A
//! chain of filters gives each the survivors of those before. That is sound: scores, the sizes of the parts and whether
//! an experiment can be final are the same within a class, so the choice, the first among the best, is the first of its
//! class among any survivors and survives every filter.
//!
//! | question | module |
//! |---|---|
//! | which experiments are candidates? | `candidates` |
//! | what does a symmetry of the game do? | `symmetry`, `carried_codes`, in games with standings `carriers` |
//! | which symmetries count? | `history`, `knowledge` |
//! | which candidates do they join? | `orbits` |
//! | how many differ, where they are too many to list? | `counted` |
//! | which make the same partition? | `partition` |
//! | which look alike when all that is known is put in? | `experiment_graph`, with `formula` |

pub(crate) mod candidates;
mod carried_codes;
pub(crate) mod carriers;
mod counted;
mod experiment_graph;
mod history;
mod knowledge;
mod orbits;
mod partition;
mod situation;
pub(crate) mod symmetry;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::{named, CoreError, Result};
use crate::base::ids::CodeId;
use crate::base::limits::Control;
use crate::base::natural::{Natural, OutcomeNumber};
use crate::engine::{Engine, Experiment};
use crate::equivalence::candidates::{Candidates, Limits};
use crate::equivalence::experiment_graph::ExperimentGraphs;
pub(crate) use crate::equivalence::situation::{Made, PastExperiment, Situation};
use crate::equivalence::symmetry::Symmetry;
use crate::game::space::values_bytes;
use crate::group::automorphism::CanonicalForm;
use crate::group::matching::Matched;
use crate::group::permutation::Sets;
use crate::list::normal;
use crate::symmetry::classes;

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
    pub fn parse(name: &str) -> Result<Equivalence> {
        let known = [
            ("none", Equivalence::None),
            ("symbols", Equivalence::Symbols),
            ("history", Equivalence::History),
            ("knowledge", Equivalence::Knowledge),
            ("partition", Equivalence::Partition),
            ("graph", Equivalence::Graph),
        ];
        named("equivalence", name, &known)
    }
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
    /// The survivors of a chain of filters. The limits are those of the candidates.
    pub fn survivors(&self, chain: &[Equivalence], limits: Limits) -> Result<Survivors> {
        let mut graphs = match chain.contains(&Equivalence::Graph) {
            true => Some(ExperimentGraphs::new(self, self.known()?)?),
            false => None,
        };
        let acting = chain.iter().filter(|&&equivalence| equivalence != Equivalence::None);
        let filters: Vec<(Equivalence, Vec<u32>)> = acting
            .map(|&equivalence| Ok((equivalence, self.alike(equivalence, graphs.as_mut())?)))
            .collect::<Result<_>>()?;
        let common = filters.iter().map(|(_, class)| class.clone()).reduce(|a, b| normal::meet(&a, &b));
        let candidates = self.engine.candidates(self.types, common.as_deref(), limits, self.control)?;
        let mut kept: Vec<(u32, Natural)> =
            (0..candidates.len().to_u32()).map(|number| (number, candidates.size(number))).collect();
        for (equivalence, class) in &filters {
            let mut sets = orbits::orbits(self, &candidates, &self.generators(*equivalence)?, class)?;
            match equivalence {
                Equivalence::Partition => partition::join(self, &candidates, self.state, &mut sets)?,
                Equivalence::Graph => {
                    if let Some(graphs) = &mut graphs {
                        self.join_by_graph(graphs, &candidates, &kept, limits.memory, &mut sets)?;
                    }
                }
                _ => {}
            }
            let mut first = vec![None; candidates.len()];
            let mut joined: Vec<(u32, Natural)> = Vec::new();
            for (number, size) in kept {
                let class = sets.least(number).index();
                match first[class] {
                    None => {
                        first[class] = Some(joined.len());
                        joined.push((number, size));
                    }
                    Some(place) => joined[place].1 += size,
                }
            }
            debug_assert!(joined.is_sorted_by(|a, b| a.0 < b.0), "the first of each class is kept");
            kept = joined;
        }
        Ok(Survivors { candidates, kept })
    }

    /// Classes of symbols that an equivalence takes for interchangeable, whatever the experiments.
    fn alike(&self, equivalence: Equivalence, graphs: Option<&mut ExperimentGraphs<'_>>) -> Result<Vec<u32>> {
        match (equivalence, graphs) {
            (Equivalence::History, _) => self.untouched_symbols(),
            (Equivalence::Graph, Some(graphs)) => graphs.classes(&self.game_symbols()?),
            _ => self.known().and_then(|_| self.symbols()),
        }
    }

    /// Generators of the symmetries an equivalence asks for, permutations of symbols left out.
    fn generators(&self, equivalence: Equivalence) -> Result<Vec<Symmetry>> {
        match equivalence {
            Equivalence::None | Equivalence::Symbols => Ok(Vec::new()),
            Equivalence::History | Equivalence::Graph => history::generators(self),
            Equivalence::Knowledge | Equivalence::Partition => knowledge::generators(self, self.state),
        }
    }

    /// Joins classes whose members have the same experiment graphs. Symmetries that fix the experiments made keep the
    /// graph, so one member of each class will do. Graphs that already their refinements tell apart get no canonical form.
    fn join_by_graph(
        &self,
        graphs: &mut ExperimentGraphs<'_>,
        candidates: &Candidates,
        kept: &[(u32, Natural)],
        memory: u64,
        sets: &mut Sets,
    ) -> Result<()> {
        let mut done = vec![false; candidates.len()];
        let mut similar: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for &(number, _) in kept {
            if std::mem::replace(&mut done[sets.least(number).index()], true) {
                continue;
            }
            self.control.poll()?;
            let (type_index, row) = candidates.get(number);
            if let Some(graph) = graphs.graph(type_index, row)? {
                similar.entry(Matched::new(&graph).cells().trace()).or_default().push(number);
            }
        }
        for numbers in similar.into_values().filter(|numbers| numbers.len() > 1) {
            let (mut first, mut bytes) = (HashMap::new(), 0);
            for number in numbers {
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
        }
        Ok(())
    }

    fn known(&self) -> Result<&[CodeId]> {
        match self.known {
            true => Ok(self.state),
            false => Err(CoreError::input("with an unknown outcome there are only `none` and `history`")),
        }
    }

    /// The classes of symbols interchangeable among the codes left.
    fn symbols(&self) -> Result<Vec<u32>> {
        let mut scratch = classes::Scratch::default();
        Ok(self.engine.symbols.classes(self.codes, self.state, true, &mut scratch, self.control)?.class)
    }

    /// The classes of symbols interchangeable in the game and among the codes left.
    fn game_symbols(&self) -> Result<Vec<u32>> {
        Ok(normal::meet(&self.engine.first_classes(self.control)?.class, &self.symbols()?))
    }

    /// Those of them that all experiments made use alike. That they are interchangeable among the codes left must be asked,
    /// too: an outcome may name a symbol no experiment does.
    fn untouched_symbols(&self) -> Result<Vec<u32>> {
        Ok(self.path.iter().fold(self.game_symbols()?, |class, step| {
            let plan = &self.engine.plans[step.type_index];
            let groups = &self.engine.program.slot_groups;
            normal::refine(&class, plan, step.type_index, &self.engine.symbols, groups, &step.row)
        }))
    }
}

/// One experiment of each class of a chain of equivalences after some experiments, `None` for an unknown outcome. `types`:
/// only experiments of the first so many types are looked at; `None`: all.
pub fn representatives(
    engine: &Engine,
    chain: &[Equivalence],
    after: &[(Experiment, Option<OutcomeNumber>)],
    types: Option<usize>,
    limit: u64,
    memory: u64,
    control: &Control,
) -> Result<Representatives> {
    situated(engine, after, types, control, |situation| {
        let Survivors { candidates, kept } = situation.survivors(chain, Limits { count: limit, memory })?;
        let all = kept.iter().map(|(_, size)| size).sum();
        let bytes = |&(number, _): &(u32, Natural)| values_bytes(&engine.plans[candidates.place(number).0].space);
        let needed = kept.iter().map(bytes).sum();
        if needed > memory {
            return Err(CoreError::Limit { name: "memory", needed, limit: memory });
        }
        let experiments =
            kept.into_iter().map(|(number, size)| (candidates.experiment(engine, number), size)).collect();
        Ok(Representatives { experiments, all })
    })
}

/// The number of representatives under an equivalence after some experiments, without listing them; `None` where that
/// is not possible.
pub fn count_representatives(
    engine: &Engine,
    equivalence: Equivalence,
    after: &[(Experiment, Option<OutcomeNumber>)],
    control: &Control,
) -> Result<Option<u64>> {
    situated(engine, after, None, control, |situation| counted::count(situation, equivalence))
}

/// Does something in the situation after some experiments.
fn situated<T>(
    engine: &Engine,
    after: &[(Experiment, Option<OutcomeNumber>)],
    types: Option<usize>,
    control: &Control,
    work: impl FnOnce(&Situation<'_>) -> Result<T>,
) -> Result<T> {
    control.poll()?;
    let mut path = Vec::with_capacity(after.len());
    let mut state = engine.codes()?.all();
    for (experiment, outcome) in after {
        let (type_index, row) = engine.row(experiment)?;
        let sizes = engine.program.types[type_index].answer.sizes();
        let digits = outcome.as_ref().map(|outcome| outcome.digits(&sizes));
        path.push(PastExperiment { type_index, row, outcome: digits });
        if let Some(outcome) = outcome {
            let outcomes = engine.partition(experiment, Some(&state), control)?;
            state =
                state.into_iter().zip(outcomes.iter()).filter(|(_, o)| o == outcome).map(|(code, _)| code).collect();
        }
    }
    if state.is_empty() {
        return Err(CoreError::input("no code has all these outcomes"));
    }
    debug_assert!(state.is_sorted_by(|a, b| a < b));
    let known = after.iter().all(|(_, outcome)| outcome.is_some());
    let types = types.map_or(engine.plans.len(), |types| types.min(engine.plans.len()));
    work(&Situation { engine, codes: engine.codes()?, state: &state, known, path: &path, types, control })
}
