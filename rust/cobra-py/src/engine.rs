//! The handle of a game.

use std::sync::Arc;

use cobra_core::equivalence::{count_representatives, representatives, Equivalence};
use cobra_core::error::Result;
use cobra_core::strategy::Ties;
use cobra_core::{Objective, OptimalOptions, Options, PlayPlace, PlayStart, ProofClaim, ProofOptions};
use pyo3::prelude::*;

use crate::control::Control;
use crate::convert::{
    codes, followed_to_python, from_python, given_belief, numbers, slots, to_python, tree_from_python, Count,
    ExperimentT, FollowedT, Outcome, OutcomesT, ProgramT, StrategyT, TreeT, Value,
};
use crate::error::detached;
use crate::openings::Openings;
use crate::result::{played, OptimalResult, ProofResult};
use crate::solver::Exchange;

#[pyclass(frozen, module = "cobra._core")]
pub struct Engine {
    pub core: Arc<cobra_core::Engine>,
}

/// Equivalences by their names.
fn chain(names: &[String]) -> Result<Vec<Equivalence>> {
    names.iter().map(|name| Equivalence::parse(name)).collect()
}

#[pymethods]
impl Engine {
    #[new]
    fn new(py: Python<'_>, program: ProgramT) -> PyResult<Self> {
        let core = detached(py, move || program.engine())?;
        Ok(Engine { core: Arc::new(core) })
    }

    fn enumerate(&self, py: Python<'_>, max_codes: u64, memory: u64, control: &Control) -> PyResult<usize> {
        detached(py, || self.core.enumerate(max_codes, memory, &control.shared))
    }

    fn code(&self, py: Python<'_>, index: usize) -> PyResult<Vec<Value>> {
        let values = detached(py, || self.core.code(index))?;
        Ok(values.into_iter().map(Value::from).collect())
    }

    fn held(&self, py: Python<'_>) -> PyResult<Vec<u128>> {
        detached(py, || self.core.held())
    }

    fn count_experiments(&self, py: Python<'_>, limit: u64, control: &Control) -> PyResult<Vec<Option<Count>>> {
        let counts = detached(py, || self.core.count_experiments(limit, &control.shared))?;
        Ok(counts.into_iter().map(|count| count.map(Count)).collect())
    }

    fn first_experiments(
        &self,
        py: Python<'_>,
        limit: u64,
        memory: u64,
        control: &Control,
    ) -> PyResult<Option<Vec<ExperimentT>>> {
        let found = detached(py, || self.core.first_experiments(limit, memory, &control.shared))?;
        Ok(found.map(|list| list.into_iter().map(to_python).collect()))
    }

    #[pyo3(signature = (equivalences, after, limit, memory, control, types=None))]
    #[allow(clippy::too_many_arguments)]
    fn representatives(
        &self,
        py: Python<'_>,
        equivalences: Vec<String>,
        after: Vec<(ExperimentT, Option<Outcome>)>,
        limit: u64,
        memory: u64,
        control: &Control,
        types: Option<usize>,
    ) -> PyResult<(Vec<(ExperimentT, Count)>, Count)> {
        let after: Vec<_> =
            after.into_iter().map(|(e, outcome)| (from_python(e), outcome.map(|outcome| outcome.0))).collect();
        let found = detached(py, || {
            representatives(&self.core, &chain(&equivalences)?, &after, types, limit, memory, &control.shared)
        })?;
        let with_size = |(experiment, size)| (to_python(experiment), Count(size));
        Ok((found.experiments.into_iter().map(with_size).collect(), Count(found.all)))
    }

    fn count_representatives(
        &self,
        py: Python<'_>,
        equivalence: String,
        after: Vec<(ExperimentT, Option<Outcome>)>,
        control: &Control,
    ) -> PyResult<Option<u64>> {
        let after: Vec<_> =
            after.into_iter().map(|(e, outcome)| (from_python(e), outcome.map(|outcome| outcome.0))).collect();
        detached(py, || count_representatives(&self.core, Equivalence::parse(&equivalence)?, &after, &control.shared))
    }

    #[pyo3(signature = (experiment, state, control=None))]
    fn partition(
        &self,
        py: Python<'_>,
        experiment: ExperimentT,
        state: Option<Vec<u32>>,
        control: Option<&Control>,
    ) -> PyResult<OutcomesT> {
        let experiment = from_python(experiment);
        let control = control.map_or_else(Arc::default, |control| control.shared.clone());
        let state = state.map(codes);
        detached(py, || self.core.partition(&experiment, state.as_deref(), &control)).map(OutcomesT)
    }

    fn splits(
        &self,
        py: Python<'_>,
        experiments: Vec<ExperimentT>,
        state: Option<Vec<u32>>,
        control: &Control,
    ) -> PyResult<Vec<Vec<(Outcome, u32)>>> {
        let experiments: Vec<_> = experiments.into_iter().map(from_python).collect();
        let state = state.map(codes);
        let splits =
            detached(py, || cobra_core::splits(&self.core, &experiments, state.as_deref(), &control.shared))?;
        let convert = |split: cobra_core::Split| split.into_iter().map(|(of, size)| (Outcome(of), size)).collect();
        Ok(splits.into_iter().map(convert).collect())
    }

    fn fixed(&self, py: Python<'_>, state: Option<Vec<u32>>) -> PyResult<Vec<(u32, bool)>> {
        let state = state.map(codes);
        detached(py, || self.core.fixed(state.as_deref()))
    }

    fn closing(&self, py: Python<'_>, control: &Control) -> PyResult<Vec<Option<ExperimentT>>> {
        let found = detached(py, || self.core.closing(&control.shared))?;
        Ok(found.into_iter().map(|hit| hit.map(to_python)).collect())
    }

    fn largest_branching(&self, py: Python<'_>, control: &Control) -> PyResult<u64> {
        detached(py, || cobra_core::largest_branching(&self.core, &control.shared))
    }

    fn inseparable(&self, py: Python<'_>, control: &Control) -> PyResult<Vec<Vec<u32>>> {
        let classes = detached(py, || cobra_core::inseparable(&self.core, &control.shared))?;
        Ok(classes.into_iter().map(numbers).collect())
    }

    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (strategy, ties, consistent, seed, threads, memory, equivalences, control, first=None, belief=None, chances=None))]
    fn greedy<'py>(
        &self,
        py: Python<'py>,
        strategy: StrategyT,
        ties: String,
        consistent: bool,
        seed: u64,
        threads: usize,
        memory: u64,
        equivalences: Option<Vec<String>>,
        control: &Control,
        first: Option<ExperimentT>,
        belief: Option<Vec<u32>>,
        chances: Option<Vec<(u32, Vec<u8>)>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let core = self.core.clone();
        let first = first.map(from_python);
        let belief = given_belief(belief, chances);
        let result = detached(py, || {
            let (strategy, ties) = (strategy.read()?, Ties::parse(&ties)?);
            let equivalences = equivalences.as_deref().map(chain).transpose()?;
            let options = Options { strategy, ties, consistent, equivalences };
            let begun = PlayStart { first: first.as_ref(), belief: belief.as_ref() };
            cobra_core::greedy(&core, options, begun, seed, threads, memory, &control.shared)
        })?;
        played(py, self.core.clone(), result)
    }

    #[pyo3(signature = (strategy, ties, consistent, memory, control, belief=None, chances=None))]
    #[allow(clippy::too_many_arguments)]
    fn tied(
        &self,
        py: Python<'_>,
        strategy: StrategyT,
        ties: String,
        consistent: bool,
        memory: u64,
        control: &Control,
        belief: Option<Vec<u32>>,
        chances: Option<Vec<(u32, Vec<u8>)>>,
    ) -> PyResult<Option<u64>> {
        let belief = given_belief(belief, chances);
        detached(py, || {
            let (strategy, ties) = (strategy.read()?, Ties::parse(&ties)?);
            let options = Options { strategy, ties, consistent, equivalences: None };
            cobra_core::tied(&self.core, &options, belief.as_ref(), memory, &control.shared)
        })
    }

    #[pyo3(signature = (strategy, ties, consistent, state, control, memory, seed=0, standing=None, belief=None, chances=None))]
    #[allow(clippy::too_many_arguments)]
    fn choose(
        &self,
        py: Python<'_>,
        strategy: StrategyT,
        ties: String,
        consistent: bool,
        state: Option<Vec<u32>>,
        control: &Control,
        memory: u64,
        seed: u64,
        standing: Option<Vec<u32>>,
        belief: Option<Vec<u32>>,
        chances: Option<Vec<(u32, Vec<u8>)>>,
    ) -> PyResult<Option<ExperimentT>> {
        let belief = given_belief(belief, chances);
        let state = state.map(codes);
        let found = detached(py, || {
            let (strategy, ties) = (strategy.read()?, Ties::parse(&ties)?);
            let options = Options { strategy, ties, consistent, equivalences: None };
            let (codes, standing) = (state.as_deref(), standing.as_deref());
            let place = PlayPlace { codes, standing, belief: belief.as_ref() };
            cobra_core::choose(&self.core, options, place, seed, memory, &control.shared)
        })?;
        Ok(found.map(to_python))
    }

    fn offered(
        &self,
        py: Python<'_>,
        standing: Vec<u32>,
        limit: u64,
        memory: u64,
        control: &Control,
    ) -> PyResult<Vec<ExperimentT>> {
        let found = detached(py, || cobra_core::offered(&self.core, &standing, limit, memory, &control.shared))?;
        Ok(found.into_iter().map(to_python).collect())
    }

    fn followed(
        &self,
        py: Python<'_>,
        experiment: Option<ExperimentT>,
        state: Vec<u32>,
        standing: Vec<u32>,
        memory: u64,
        control: &Control,
    ) -> PyResult<Vec<FollowedT>> {
        let (experiment, state) = (experiment.map(from_python), codes(state));
        let found = detached(py, || {
            cobra_core::followed(&self.core, experiment.as_ref(), &state, &standing, memory, &control.shared)
        })?;
        Ok(found.into_iter().map(followed_to_python).collect())
    }

    #[pyo3(signature = (
        objective, max_depth, consistent, first, threads, memory, symmetry, source, budget, facts, exchange, control,
        beginning = None, within = None, belief = None, chances = None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn optimal(
        &self,
        py: Python<'_>,
        objective: String,
        max_depth: Option<u64>,
        consistent: bool,
        first: Option<ExperimentT>,
        threads: usize,
        memory: u64,
        symmetry: bool,
        source: Option<String>,
        budget: Option<u64>,
        facts: Vec<u8>,
        exchange: Option<&Exchange>,
        control: &Control,
        beginning: Option<TreeT>,
        within: Option<u64>,
        belief: Option<Vec<u32>>,
        chances: Option<Vec<(u32, Vec<u8>)>>,
    ) -> PyResult<OptimalResult> {
        let first = first.map(from_python);
        let exchange = exchange.map(|exchange| exchange.core.clone());
        let most = |most: Option<u64>| most.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
        let (max_depth, within) = (most(max_depth), most(within));
        let result = detached(py, || {
            let objective = Objective::parse(&objective)?;
            let options = OptimalOptions {
                objective,
                max_depth,
                within,
                consistent,
                first,
                threads,
                memory,
                symmetry,
                source,
                budget,
                facts,
                exchange,
                beginning: beginning.map(|tree| Arc::new(tree_from_python(tree))),
                belief: given_belief(belief, chances),
            };
            cobra_core::optimal(&self.core, &options, &control.shared)
        })?;
        OptimalResult::create(py, self.core.clone(), result)
    }

    #[allow(clippy::too_many_arguments)]
    fn openings(
        &self,
        py: Python<'_>,
        objective: String,
        firsts: Vec<ExperimentT>,
        consistent: bool,
        threads: usize,
        memory: u64,
        openings: &Openings,
        control: &Control,
    ) -> PyResult<()> {
        let firsts: Vec<_> = firsts.into_iter().map(from_python).collect();
        detached(py, || {
            let objective = Objective::parse(&objective)?;
            let options = OptimalOptions::new(objective, consistent, threads, memory);
            cobra_core::openings(&self.core, &firsts, &options, &control.shared, &mut |found| openings.add(found))
        })
    }

    #[pyo3(signature = (orders, nodes, claims, consistent, first, memory, facts, begun, control))]
    #[allow(clippy::too_many_arguments)]
    fn prove(
        &self,
        py: Python<'_>,
        orders: Vec<Vec<u32>>,
        nodes: bool,
        claims: Vec<(Option<u32>, Option<u64>)>,
        consistent: bool,
        first: Option<(ExperimentT, u32)>,
        memory: u64,
        facts: Vec<u8>,
        begun: Vec<u8>,
        control: &Control,
    ) -> PyResult<ProofResult> {
        let first = first.map(|(first, number)| (from_python(first), number));
        let claims = claims.into_iter().map(|(left, value)| ProofClaim { left, value }).collect();
        let options = ProofOptions { nodes, claims, consistent, first, memory, facts, begun };
        let orders: Vec<_> = orders.into_iter().map(slots).collect();
        let proof = detached(py, || cobra_core::prove(&self.core, &orders, &options, &control.shared))?;
        Ok(ProofResult::new(py, proof))
    }
}
