//! Every method of the evaluator against evaluation by definition, on random programs and on small games.

mod games;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

use cobra_core::bits::BitTable;
use cobra_core::evaluate::{
    Best, Bytes, Criterion, Evaluator, Interest, Isa, Logarithms, Prepared, Query, Scratch, Survey, Varying, BLOCK,
    NO_INFORMATION,
};
use cobra_core::program::{Component, Lit, Node, Program};
use cobra_core::{CodeId, OutcomeId, TypeIndex};
use games::{Game, Random};

const CRITERIA: [Criterion; 4] = [Criterion::MaxModels, Criterion::ExpModels, Criterion::EntModels, Criterion::Parts];

/// The outcome number by definition.
fn outcome(game: &Game, code: usize, experiment: usize) -> OutcomeId {
    let mut values = Vec::new();
    for node in &game.program.nodes {
        let at = |lit: Lit| -> bool { values[lit.node()] != lit.is_negated() };
        let value = match node {
            Node::Const => false,
            Node::Variable(index) => game.codes.get(code, *index as usize),
            Node::Parameter(index) => game.experiments.get(experiment, *index as usize),
            Node::And(lits) => lits.iter().all(|&lit| at(lit)),
            Node::Xor(a, b) => at(*a) ^ at(*b),
            Node::Ite(c, a, b) => at(if at(*c) { *a } else { *b }),
            Node::Ge(k, terms) => terms.iter().map(|&(w, lit)| w * u32::from(at(lit))).sum::<u32>() >= *k,
        };
        values.push(value);
    }
    let at = |lit: Lit| -> bool { values[lit.node()] != lit.is_negated() };
    let mut number = 0;
    for component in &game.program.types[0].answer.components {
        let digit = match component {
            Component::Sum(value) => value.terms.iter().map(|&(w, lit)| u64::from(w) * u64::from(at(lit))).sum(),
            Component::Cases(lits) => {
                assert_eq!(lits.iter().filter(|&&lit| at(lit)).count(), 1, "cases exclude each other");
                lits.iter().position(|&lit| at(lit)).unwrap() as u64
            }
        };
        number = number * component.size() + digit;
    }
    OutcomeId::new(number as u32)
}

struct Expected {
    outcomes: Vec<Vec<OutcomeId>>,
    /// The outcomes that are final.
    finals: BTreeSet<OutcomeId>,
}

impl Expected {
    fn new(game: &Game) -> Self {
        let experiments = 0..game.experiments.rows();
        let outcomes = experiments.map(|e| (0..game.codes.rows()).map(|c| outcome(game, c, e)).collect()).collect();
        let outcomes: Vec<Vec<OutcomeId>> = outcomes;
        let has_final = game.program.types[0].answer.final_component.is_some();
        let finals =
            outcomes.iter().flatten().copied().filter(|outcome| has_final && outcome.number() % 2 == 1).collect();
        Expected { outcomes, finals }
    }

    fn sizes(&self, experiment: usize, state: &[CodeId], outcomes: usize) -> Vec<u32> {
        let mut sizes = vec![0; outcomes];
        for &code in state {
            sizes[self.outcomes[experiment][code]] += 1;
        }
        sizes
    }

    fn can_be_final(&self, experiment: usize, state: &[CodeId]) -> bool {
        state.iter().any(|&code| self.finals.contains(&self.outcomes[experiment][code]))
    }
}

/// The criteria by definition, on floating-point logarithms for the entropy (compared with a tolerance by the caller).
fn score(criterion: Criterion, sizes: &[u32]) -> f64 {
    let sizes: Vec<f64> = sizes.iter().filter(|&&size| size > 0).map(|&size| f64::from(size)).collect();
    match criterion {
        Criterion::MaxModels => sizes.iter().copied().fold(0.0, f64::max),
        Criterion::ExpModels => sizes.iter().map(|n| n * n).sum(),
        Criterion::EntModels => sizes.iter().map(|n| n * n.log2()).sum(),
        Criterion::Parts => -(sizes.len() as f64),
    }
}

fn subset(random: &mut Random, codes: usize) -> Vec<CodeId> {
    let keep = 1 + random.below(8);
    let state: Vec<CodeId> = CodeId::first(codes).filter(|_| random.below(8) < keep).collect();
    if state.is_empty() {
        vec![CodeId::new(random.below(codes) as u32)]
    } else {
        state
    }
}

fn check(game: Game, seed: u64, states: usize) {
    check_keeping(game, &[0], seed, states);
}

/// `kept`: bytes that the cells of a list may take, one after the other.
fn check_keeping(game: Game, kept: &[u64], seed: u64, states: usize) {
    let expected = Expected::new(&game);
    let program: Arc<Program> = Arc::new(game.program);
    let (codes, experiments) = (Arc::new(game.codes), Arc::new(game.experiments));
    for (isa, &kept) in Isa::available().into_iter().flat_map(|isa| kept.iter().map(move |kept| (isa, kept))) {
        let mut random = Random(seed | 1);
        let mut evaluator = Evaluator::new(program.clone(), TypeIndex::new(0), codes.clone(), isa).unwrap();
        evaluator.keep_cells(kept);
        let mut scratch = Scratch::default();
        let stop = AtomicBool::new(false);
        let prepared = evaluator.prepare(experiments.clone());
        for round in 0..2 * states {
            if round == states {
                evaluator.learn_legal(&prepared, &mut scratch, &stop);
            }
            let state = if round % states == 0 {
                CodeId::first(codes.rows()).collect()
            } else {
                subset(&mut random, codes.rows())
            };
            check_state(
                &evaluator,
                &prepared,
                &mut scratch,
                &expected,
                &state,
                &mut random,
                &format!("{seed} {isa:?}"),
            );
            check_varying(&evaluator, &prepared, &mut scratch, &expected, &state, &codes);
            if round % states == 0 {
                check_table(&evaluator, &prepared, &expected);
            }
        }
    }
}

/// All outcomes, found for many experiments at once.
fn check_table(evaluator: &Evaluator, prepared: &Prepared, expected: &Expected) {
    let Some(mut tabulator) = evaluator.tabulator(prepared) else { return };
    let (before, after) = (3, 4);
    let width = before + prepared.len() + after;
    let mut rows = vec![0; evaluator.codes() * width];
    for block in 0..prepared.len().div_ceil(BLOCK) {
        tabulator.write(block, Bytes { rows: &mut rows, width, place: before + BLOCK * block });
    }
    for (code, row) in rows.chunks_exact(width).enumerate() {
        let (row, rest) = row[before..].split_at(prepared.len());
        for (experiment, &cell) in row.iter().enumerate() {
            assert_eq!(tabulator.outcome(experiment, code, cell), expected.outcomes[experiment][code]);
        }
        assert_eq!(rest, [0; 4]);
    }
}

/// The best experiment by fixed variables, all propositions being shown.
fn check_varying(
    evaluator: &Evaluator,
    prepared: &Prepared,
    scratch: &mut Scratch,
    expected: &Expected,
    state: &[CodeId],
    codes: &BitTable,
) {
    let score = |experiment: usize, varying: Varying| -> Option<i64> {
        let mut cells: BTreeMap<OutcomeId, Vec<CodeId>> = BTreeMap::new();
        for &code in state {
            cells.entry(expected.outcomes[experiment][code]).or_default().push(code);
        }
        let fixed = |cell: &Vec<CodeId>| {
            let holds = |code: CodeId, p: usize| codes.get(code.number() as usize, p);
            let same = |p: &usize| cell.iter().all(|&code| holds(code, *p) == holds(cell[0], *p));
            (0..codes.columns()).filter(same).count() as i64
        };
        let score = match varying {
            Varying::Most => cells.values().map(|cell| -fixed(cell)).max(),
            Varying::Sum => Some(cells.values().map(|cell| -fixed(cell) * cell.len() as i64).sum()),
        };
        score.filter(|_| cells.len() > 1)
    };
    for varying in [Varying::Most, Varying::Sum] {
        let scores: Vec<Option<i64>> = (0..prepared.len()).map(|experiment| score(experiment, varying)).collect();
        for (prefer_final, consistent_only) in [(true, false), (false, false), (false, true)] {
            let query = Query { criterion: Criterion::Parts, prefer_final, consistent_only, bound: None };
            let stop = AtomicBool::new(false);
            let survey = Survey { prepared, state, query, stop: &stop };
            let found = evaluator.scan_varying(&survey, scratch, varying);
            let best = (0..prepared.len()).filter_map(|experiment| {
                let can_be_final = expected.can_be_final(experiment, state);
                let rank = (scores[experiment]?, prefer_final && !can_be_final, experiment);
                (!consistent_only || can_be_final).then_some((rank, can_be_final))
            });
            let best =
                best.min().map(|((score, _, experiment), can_be_final)| Best { score, can_be_final, experiment });
            assert!(found.is_none_or(|found| found == best), "{varying:?} {found:?} {best:?}");
        }
    }
}

fn check_state(
    evaluator: &Evaluator,
    prepared: &Prepared,
    scratch: &mut Scratch,
    expected: &Expected,
    state: &[CodeId],
    random: &mut Random,
    what: &str,
) {
    let mut outcomes = Vec::new();
    for experiment in 0..prepared.len() {
        evaluator.partition(prepared, scratch, experiment, state, &mut outcomes);
        let right: Vec<OutcomeId> = state.iter().map(|&code| expected.outcomes[experiment][code]).collect();
        assert_eq!(outcomes, right, "partition, {what}, experiment {experiment}");
    }
    let stop = AtomicBool::new(false);
    let (mut splits, logarithms) = (Vec::new(), Logarithms::new(evaluator.codes()));
    let survey = Survey::by(Criterion::EntModels, prepared, state, &stop);
    evaluator.visit_splits(&survey, scratch, &Interest::in_all(), &mut |experiment, sizes, hit| {
        assert_eq!(experiment, splits.len());
        splits.push((sizes.to_vec(), hit));
        true
    });
    for (experiment, (sizes, hit)) in splits.iter_mut().enumerate() {
        let mut right = expected.sizes(experiment, state, evaluator.outcomes());
        right.retain(|&size| size > 0);
        right.sort_unstable();
        sizes.sort_unstable();
        assert_eq!(*sizes, right, "sizes, {what}, experiment {experiment}");
        assert_eq!(*hit > 0, expected.can_be_final(experiment, state), "final, {what}");
    }
    for criterion in CRITERIA {
        let of = |(sizes, _): &(Vec<u32>, u32)| criterion.score(sizes.iter().copied(), &logarithms);
        let scores: Vec<i64> = splits.iter().map(of).collect();
        for ((sizes, _), &found) in splits.iter().zip(&scores).filter(|(split, _)| split.0.len() > 1) {
            let (found, exact) = (found as f64, score(criterion, sizes));
            match criterion {
                Criterion::EntModels => assert!((found / (1u64 << 32) as f64 - exact).abs() < 1e-5, "{what}"),
                _ => assert_eq!(found, exact, "{what}"),
            }
        }
        let is_final = |experiment: usize| splits[experiment].1 > 0;
        let mut visited = Vec::new();
        let survey = Survey::by(criterion, prepared, state, &stop);
        evaluator.visit_scores(&survey, scratch, |experiment, score, can_be_final| {
            visited.push((experiment, score, can_be_final));
            true
        });
        let all = scores.iter().enumerate().map(|(experiment, &score)| (experiment, score, is_final(experiment)));
        assert!(visited.into_iter().eq(all), "{criterion:?} {what}");
        for (prefer_final, consistent_only) in [(true, false), (false, false), (true, true), (false, true)] {
            let best = (0..prepared.len())
                .filter(|&e| scores[e] != NO_INFORMATION && (!consistent_only || is_final(e)))
                .min_by_key(|&e| (scores[e], prefer_final && !is_final(e), e))
                .map(|e| Best { score: scores[e], can_be_final: is_final(e), experiment: e });
            let mut query = Query { criterion, prefer_final, consistent_only, bound: None };
            let found = evaluator.scan(&Survey { query, ..survey }, scratch);
            assert_eq!(found, best, "{criterion:?} {prefer_final} {consistent_only} {what} of {} codes", state.len());
            // with a bound from elsewhere
            let bound = random.below(prepared.len());
            if scores[bound] != NO_INFORMATION {
                let bound = Best { score: scores[bound], can_be_final: random.below(2) == 0, experiment: bound };
                query.bound = Some(bound);
                let rank = |best: &Best| (best.score, prefer_final && !best.can_be_final);
                let better = best.filter(|best| rank(best) < rank(&bound));
                let found = evaluator.scan(&Survey { query, ..survey }, scratch);
                assert_eq!(found, better, "bounded {criterion:?} {prefer_final} {consistent_only} {what}");
            }
        }
    }
}

#[test]
fn random_programs_agree_with_the_definition() {
    let games = if cfg!(debug_assertions) { 60 } else { 400 };
    for seed in 0..games {
        check(games::random_game(seed), seed, 2);
    }
}

#[test]
fn mastermind_agrees_with_the_definition() {
    check(games::mastermind(3, 4, false, false), 1, 4);
    check(games::mastermind(2, 6, false, false), 2, 4);
    check(games::mastermind(1, 3, false, false), 3, 4);
}

#[test]
fn bulls_and_cows_agree_with_the_definition() {
    check(games::mastermind(3, 5, true, false), 1, 4);
}

#[test]
fn black_pegs_agree_with_the_definition() {
    check(games::mastermind(2, 9, false, true), 1, 4);
    check(games::mastermind(7, 2, false, true), 2, 4);
}

#[test]
fn cases_agree_with_the_definition() {
    check(games::mastermind_cases(3, 3), 1, 4);
}

#[test]
fn coins_agree_with_the_definition() {
    check(games::coins(6, 2), 1, 4);
}

#[test]
fn many_codes_agree_with_the_definition() {
    // 4096 codes fill eight blocks, 1296 two and a half
    check(games::thin(games::mastermind(6, 4, false, false), 4096, 5), 1, 2);
    check(games::thin(games::mastermind(4, 6, false, false), 1296, 9), 1, 2);
}

#[test]
fn many_experiments_agree_with_the_definition() {
    check(games::thin(games::mastermind(4, 6, false, false), 70, 1100), 1, 2);
    check(games::thin(games::mastermind_cases(4, 5), 9, 600), 1, 2);
}

/// So many that most experiments are left out by bounds, where there are some.
#[test]
fn the_best_experiment_has_the_best_score() {
    let game = games::mastermind(5, 7, false, false);
    let (program, codes, stop) = (Arc::new(game.program), Arc::new(game.codes), AtomicBool::new(false));
    let state: Vec<CodeId> = CodeId::first(codes.rows()).filter(|code| code.index() % 8 == 3).collect();
    for isa in Isa::available() {
        let evaluator = Evaluator::new(program.clone(), TypeIndex::new(0), codes.clone(), isa).unwrap();
        let (prepared, mut scratch) = (evaluator.prepare(Arc::new(game.experiments.clone())), Scratch::default());
        for criterion in [Criterion::EntModels, Criterion::ExpModels] {
            let mut ranks = Vec::new();
            let survey = Survey::by(criterion, &prepared, &state, &stop);
            evaluator.visit_scores(&survey, &mut scratch, |experiment, score, can_be_final| {
                ranks.push((score, can_be_final, experiment));
                true
            });
            for prefer_final in [false, true] {
                let rank = |&(score, can_be_final, experiment): &(i64, bool, usize)| {
                    (score, prefer_final && !can_be_final, experiment)
                };
                let best = ranks.iter().copied().min_by_key(rank);
                let query = Query { prefer_final, ..survey.query };
                let found = evaluator.scan(&Survey { query, ..survey }, &mut scratch).unwrap();
                assert_eq!(Some((found.score, found.can_be_final, found.experiment)), best, "{isa:?} {criterion:?}");
            }
        }
    }
}

#[test]
fn tables_of_answers_agree_with_the_definition() {
    // formulas so long that their cells are kept, and too different from each other for shapes
    for (seed, kept) in [(0, 0), (1, u64::MAX)] {
        check_keeping(games::table(20, 600, 16, seed), &[kept], seed, 2);
    }
}

#[test]
fn cells_of_a_table_of_answers_are_kept() {
    let game = games::table(20, 600, 16, 1);
    let (program, codes) = (Arc::new(game.program), Arc::new(game.codes));
    let bytes = |kept: u64| {
        let mut evaluator = Evaluator::new(program.clone(), TypeIndex::new(0), codes.clone(), Isa::detect()).unwrap();
        evaluator.keep_cells(kept);
        let prepared = evaluator.prepare(Arc::new(game.experiments.clone()));
        let (state, before): (Vec<CodeId>, usize) = (CodeId::first(20).collect(), prepared.bytes());
        let mut out = Vec::new();
        for experiment in (0..600).rev() {
            evaluator.partition(&prepared, &mut Scratch::default(), experiment, &state, &mut out);
        }
        prepared.bytes() - before
    };
    let all = 4 * 20 * 600;
    assert!((1..all).contains(&bytes(all as u64))); // those before the shapes ran out have shapes
    assert_eq!(bytes(all as u64 - 1), 0);
}

#[test]
fn more_outcomes_than_shapes_are_made_for() {
    // 7^5 cells, evaluated directly, bilinear
    let mut game = games::mastermind(1, 3, false, false);
    let Component::Sum(hit) = game.program.types[0].answer.components[0].clone() else { panic!("a sum") };
    let weighted = games::lin(0, [(6, hit.terms[0].1)]);
    game.program.types[0].answer.components = vec![Component::Sum(weighted); 5];
    game.program.types[0].answer.final_component = None;
    check(game, 1, 2);
}

/// Makes the answer of a game too large to number all outcomes: components more than once, with factors.
fn widened(mut game: Game) -> Game {
    let answer = &mut game.program.types[0].answer;
    let mut components = Vec::new();
    for (place, component) in answer.components.iter().enumerate() {
        if let (Component::Sum(sum), true) = (component, answer.final_component != Some(place)) {
            let times =
                |factor: i64| games::lin(0, sum.terms.iter().map(|&(weight, lit)| (factor * i64::from(weight), lit)));
            components.extend([1000, 1, 1 << 20].map(|factor| Component::Sum(times(factor))));
        } else {
            components.extend([component.clone(), component.clone()]);
        }
    }
    answer.final_component = answer.final_component.map(|_| components.len() - 1);
    answer.components = components;
    game
}

#[test]
fn outcomes_that_occur_are_numbered_in_their_order() {
    let games = || [games::mastermind(2, 4, false, true), games::mastermind(3, 3, true, true)];
    for (game, kept) in games().into_iter().zip([0; 2]).chain(games().into_iter().zip([1 << 20; 2])) {
        let narrow = Expected::new(&game);
        let wide = widened(game);
        let mut evaluator =
            Evaluator::new(Arc::new(wide.program), TypeIndex::new(0), Arc::new(wide.codes), Isa::detect()).unwrap();
        assert!(evaluator.numbers_what_occurs());
        evaluator.keep_cells(kept);
        let prepared = evaluator.prepare(Arc::new(wide.experiments));
        let state: Vec<CodeId> = CodeId::first(narrow.outcomes[0].len()).collect();
        let (mut scratch, mut met) = (Scratch::default(), evaluator.nothing_met(Some(&prepared)));
        let gathered = evaluator.gather(&state);
        for some in state.chunks(5) {
            let gathered = evaluator.gather(some);
            for experiment in 0..prepared.len() {
                evaluator.meet(gathered.probe(&prepared, experiment), &mut scratch, &mut met);
            }
        }
        evaluator.know(met, Some(&prepared));
        // The components say the same as before, so outcomes are in the same order.
        let occurring: BTreeSet<OutcomeId> = narrow.outcomes.iter().flatten().copied().collect();
        let places: BTreeMap<OutcomeId, OutcomeId> =
            OutcomeId::with(occurring).map(|(place, outcome)| (outcome, place)).collect();
        assert_eq!(evaluator.outcomes(), places.len());
        let outcomes =
            narrow.outcomes.iter().map(|row| row.iter().map(|outcome| places[outcome]).collect()).collect();
        let finals = narrow.finals.iter().map(|outcome| places[outcome]).collect();
        let expected = Expected { outcomes, finals };
        let what = "outcomes that occur";
        check_state(&evaluator, &prepared, &mut scratch, &expected, &state, &mut Random(3), what);
        check_state(&evaluator, &prepared, &mut scratch, &expected, &state[1..5], &mut Random(3), what);
        let numbers = evaluator.numbers(gathered.probe(&prepared, 1), &mut scratch);
        let known = expected.outcomes[1].iter().map(|&outcome| evaluator.number(outcome));
        assert!(numbers.iter().cloned().eq(known));
        for (&outcome, &number) in &places {
            assert_eq!(evaluator.is_final(number), narrow.finals.contains(&outcome));
        }
    }
}

#[test]
fn one_step_strategies_reach_the_known_totals() {
    // Mastermind of four pegs and six colours: sums over all codes of the number of guesses (COBRA's rules for ties)
    let game = games::mastermind(4, 6, false, false);
    let mut evaluator =
        Evaluator::new(Arc::new(game.program), TypeIndex::new(0), Arc::new(game.codes), Isa::detect()).unwrap();
    let prepared = evaluator.prepare(Arc::new(game.experiments));
    for round in 0..2 {
        for (criterion, total) in CRITERIA.into_iter().zip([5801, 5696, 5722, 5668]) {
            assert_eq!(games::greedy(&evaluator, &prepared, criterion).0, total, "{criterion:?}, round {round}");
        }
        evaluator.learn_legal(&prepared, &mut Scratch::default(), &AtomicBool::new(false));
    }
}

#[test]
fn words_agree_with_the_definition() {
    let words = games::rows(4, 3, |row| row[0] != row[3]);
    let guesses = games::rows(4, 3, |row| row[1] != 2);
    check(games::words(4, 3, &words, &guesses), 1, 3);
}
