//! What is found out about a game before experiments are picked: where hits are, and how many outcomes there can be.

use crate::base::convert::ToUsize;
use crate::base::error::Result;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::equivalence::Equivalence;
use crate::evaluate::{Criterion, Survey};
use crate::experiments::closing::Hits;
use crate::experiments::lists::Supply;
use crate::pick::chooser::{Buffers, Chooser, Options};
use crate::pick::least::Leasts;
use crate::pick::strategy::Strategy;

/// States with more codes than this are not tried for a hit that leaves single codes only.
const QUICK: usize = 24;
/// Pairs of codes and experiments looked at to find out how many outcomes an experiment can have.
const MOST_PAIRS: usize = 1 << 22;

impl<'a> Chooser<'a> {
    pub fn new(
        engine: &'a Engine,
        options: Options,
        hits: Option<&'a Hits>,
        control: &'a Control,
    ) -> Result<Chooser<'a>> {
        let codes = engine.codes()?;
        let options = match options.strategy.sees_weights() {
            true => Options { equivalences: Some(Vec::new()), ..options }, // they may not keep weights
            false => options,
        };
        let wanted = options.equivalences.iter().flatten();
        let filters: Vec<Equivalence> =
            wanted.copied().filter(|&equivalence| equivalence != Equivalence::None).collect();
        // The table is read as it is, so it is of no use to filters.
        let table = if filters.is_empty() { engine.table(control)? } else { None };
        let inner = match &options.strategy {
            Strategy::LookAhead(ahead) => {
                // symmetries of what is thought of are found in each state by itself
                let any = Options::by(ahead.strategy.clone(), options.ties);
                let options = Options { consistent: options.consistent, ..any };
                Some(Box::new(Chooser::new(engine, options, hits, control)?))
            }
            _ => None,
        };
        let mut chooser = Chooser {
            engine,
            codes,
            options,
            filters,
            control,
            hits,
            table,
            quick: QUICK,
            inner,
            leasts: Leasts::default(),
        };
        if hits.is_some() && chooser.options.strategy != Strategy::Random {
            chooser.quick = QUICK.min(chooser.most_outcomes()?);
        }
        Ok(chooser)
    }

    /// A bound on the satisfiable outcomes of any experiment in any state: their number before anything is known.
    fn most_outcomes(&self) -> Result<usize> {
        if !self.filters.is_empty() {
            return Ok(usize::MAX);
        }
        let state = self.codes.all();
        let (mut buffers, mut most) = (Buffers::default(), 0);
        let mut choosing = self.at(&mut buffers, &state, None);
        for type_index in self.engine.all_types() {
            let evaluator = &self.data(type_index)?.evaluator;
            let list = match choosing.source(type_index)? {
                Supply::List(list) if list.len() * state.len() <= MOST_PAIRS => list,
                _ => return Ok(usize::MAX),
            };
            let survey = Survey::by(Criterion::Parts, &list, &state, self.control.halted());
            let best = evaluator.scan(&survey, &mut choosing.buffers.evaluate);
            self.control.poll()?;
            most = most.max(best.map_or(1, |best| best.score.unsigned_abs().to_usize()));
        }
        Ok(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::error::CoreError;
    use crate::base::ids::CodeId;
    use crate::base::ids::TypeIndex;
    use crate::common::mastermind;
    use crate::game::program::Ending;
    use crate::pick::strategy::Ties;

    #[test]
    fn places_of_hits_and_classes_of_symbols_are_not_looked_for_when_stopped() {
        let engine = Engine::new(mastermind(3, 3, false, true, Ending::Hit), vec![Vec::new()], None).unwrap();
        let (going, stopped) = (Control::default(), Control::default());
        engine.enumerate(1 << 20, 1 << 28, &going).unwrap();
        let hits = engine.hits(&going).unwrap();
        let strategy = Strategy::Count(Criterion::Parts);
        let options = Options::by(strategy, Ties::FinalFirst);
        let mut chooser = Chooser::new(&engine, options, Some(hits), &going).unwrap();
        let own = |code: CodeId| Some(vec![(TypeIndex::new(0), code.number())]);
        assert!(CodeId::first(27).all(|code| chooser.places_of_hits(&[code]) == own(code)));
        stopped.stop();
        chooser.control = &stopped;
        let is_stopped = |result: Result<()>| matches!(result, Err(CoreError::Stopped(_)));
        let fresh = Engine::new(mastermind(3, 3, false, true, Ending::Hit), vec![Vec::new()], None).unwrap();
        fresh.enumerate(1 << 20, 1 << 28, &going).unwrap();
        assert!(is_stopped(fresh.hits(&stopped).map(drop)));
        let (mut buffers, state) = (Buffers::default(), [0, 1, 2].map(CodeId::new));
        for thorough in [false, true] {
            assert!(is_stopped(chooser.at(&mut buffers, &state, None).classes(thorough).map(drop)));
        }
    }
}
