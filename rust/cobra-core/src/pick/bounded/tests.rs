//! Bounds hold for whatever can still come, and the search picks what a scan of all experiments picks.

use super::bound::{least_score, Range};
use super::outlook::Outlook;
use super::prospects::Prospects;
use super::unlisted::Unlisted;
use super::{Searched, Wanted};
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::ids::{CodeId, SlotId, TypeIndex};
use crate::base::limits::Control;
use crate::common::{assignments, coins, leaves, mastermind, outcome, random_component, random_space, Graph, Random};
use crate::engine::Engine;
use crate::equivalence::Equivalence;
use crate::evaluate::{Best, Criterion, NO_INFORMATION};
use crate::game::program::{Answer, Component, Ending, ExperimentType, Lit, Program, SlotKind, Space};
use crate::pick::chooser::{Buffers, Choice, Chooser, Options};
use crate::pick::offered::{Found, Offered};
use crate::pick::strategy::{Strategy, Ties};
use crate::play::greedy::greedy;

const LONG: u64 = 1 << 40;
const CRITERIA: [Criterion; 4] = [Criterion::MaxModels, Criterion::ExpModels, Criterion::EntModels, Criterion::Parts];

/// A random game with up to three types, some of which differ in their spaces only.
fn random_program(random: &mut Random) -> Option<Program> {
    let mut graph = Graph::new();
    let codes = random_space(random);
    let code = leaves(&mut graph, codes.propositions, true);
    let mut types: Vec<ExperimentType> = Vec::new();
    let ending = [Ending::Identify, Ending::Core][random.below(2)];
    for _ in 0..1 + random.below(3) {
        let mut space = random_space(random);
        let parameters = leaves(&mut graph, space.propositions, false);
        if random.chance(3) {
            space.constraints.push(graph.random(random, &parameters, 2));
        }
        let all: Vec<Lit> = code.iter().chain(&parameters).copied().collect();
        let mut components: Vec<Component> =
            (0..1 + random.below(2)).map(|_| random_component(&mut graph, random, &all)).collect();
        let mut final_component = None;
        if ending == Ending::Core && random.below(3) > 0 {
            let lit = graph.random(random, &all, 1);
            components.push(Component::Cases(vec![lit, !lit]));
            components.push(Component::Cases(vec![!lit, lit]));
            final_component = Some(components.len() - 1);
        }
        let answer = Answer { components, final_component };
        if random.chance(3) {
            let again = Space { constraints: Vec::new(), distinct: Vec::new(), tables: Vec::new(), ..space.clone() };
            types.push(ExperimentType { space: smaller(again), answer: answer.clone() });
        }
        types.push(ExperimentType { space, answer });
    }
    let shown = vec![true; codes.propositions.index()];
    let program = Program {
        nodes: graph.0,
        codes,
        types,
        ending,
        goal: Vec::new(),
        weight: None,
        shown,
        groups: Vec::new(),
        slot_groups: Vec::new(),
        standing: None,
        unseen: None,
    };
    (2..=30).contains(&assignments(&program.nodes, &program.codes, true).len()).then_some(program)
}

/// The space with fewer sizes of its sets.
fn smaller(mut space: Space) -> Space {
    for slot in &mut space.slots {
        if let SlotKind::Set { min, max, .. } = &mut slot.kind {
            *max = (*min).max(1).min(*max);
        }
    }
    space
}

fn control() -> Control {
    Control::new(None)
}

fn type_of(found: &Found<'_>) -> TypeIndex {
    match found.from {
        Offered::List(type_index, _) => type_index,
        Offered::Table(_) => unreachable!("the game has no table"),
    }
}

/// An engine that bounds whatever it can, for some time.
fn engine(program: &Program, swaps: Vec<Vec<(SlotId, SlotId)>>, patience: u64) -> Engine {
    let engine = Engine::new(program.clone(), swaps, None).unwrap();
    engine.kept.get(|| {
        let mut unlisted = Unlisted::new(&engine.program);
        (unlisted.few, unlisted.many, unlisted.patience) = (0, 0, patience);
        unlisted
    });
    engine.enumerate(1 << 20, 1 << 28, &control()).unwrap();
    engine
}

fn words(truth: impl Iterator<Item = bool>) -> Vec<u64> {
    let mut row = vec![0; 4];
    truth.enumerate().for_each(|(p, value)| row[p / 64] |= u64::from(value) << (p % 64));
    row
}

fn some_codes(random: &mut Random, codes: usize) -> Vec<CodeId> {
    let one_in = 1 + random.below(3);
    CodeId::first(codes).filter(|_| random.chance(one_in)).collect()
}

#[test]
fn every_experiment_lies_within_the_bounds() {
    let mut random = Random::Seeded(11);
    let mut bounded = 0;
    for program in (0..600).filter_map(|_| random_program(&mut random)).collect::<Vec<_>>() {
        let engine = engine(&program, vec![Vec::new(); program.types.len()], LONG);
        let codes = assignments(&program.nodes, &program.codes, true);
        for kind in &program.types {
            let table = &engine.codes().unwrap().table;
            let Some(prospects) = Prospects::new(&program, &kind.answer, table, 1 << 28, &control()).unwrap() else {
                continue;
            };
            bounded += 1;
            let state = some_codes(&mut random, codes.len());
            let mut outlook = Outlook::new(&prospects, &state, 256);
            let experiments = assignments(&program.nodes, &kind.space, false);
            for _ in 0..experiments.len().min(20) {
                let experiment = &experiments[random.below(experiments.len())];
                let answer =
                    |&code: &CodeId| outcome(&program, &kind.answer.components, &codes[code], experiment) as u32;
                let expected: Vec<u32> = state.iter().map(answer).collect();
                let truth = words(experiment.iter().copied());
                let falsity = words(experiment.iter().map(|value| !value));
                for _ in 0..4 {
                    let known: Vec<u64> = (0..4).map(|_| random.below(1 << 30).to_u64()).collect();
                    let part = |all: &[u64]| all.iter().zip(&known).map(|(a, b)| a & b).collect::<Vec<u64>>();
                    outlook.follow(&part(&truth), &part(&falsity));
                    let more = truth.iter().zip(&known).map(|(a, b)| (a & !b).count_ones()).sum();
                    check(&outlook, &prospects, &expected, more);
                }
                outlook.follow(&truth, &falsity);
                let found: Vec<u32> = outlook.cells().map(|cell| prospects.outcomes[cell].number()).collect();
                assert_eq!(found, expected, "{program:?}");
                check(&outlook, &prospects, &expected, 0);
            }
        }
    }
    assert!(bounded > 300);
}

/// Compares the ranges and bounds with the outcomes of an experiment.
fn check(outlook: &Outlook<'_>, prospects: &Prospects, expected: &[u32], more: u32) {
    let mut ranges: Vec<Range> = Vec::new();
    outlook.ranges(more, &mut ranges);
    let size = |outcome: &u32| expected.iter().filter(|&known| known == outcome).count().to_u32();
    let sizes: Vec<u32> = prospects.outcomes.iter().map(|outcome| size(&outcome.number())).collect();
    for (range, &size) in ranges.iter().zip(&sizes) {
        assert!(range.low <= size && size <= range.high, "{range:?} {size}");
    }
    for criterion in CRITERIA {
        let score = criterion.score(sizes.iter().copied(), &prospects.logarithms);
        let codes = expected.len().to_u32();
        let bound = least_score(criterion, &ranges, codes, &prospects.logarithms, &mut Vec::new()).unwrap();
        assert!(bound <= score, "{criterion:?} {ranges:?} {sizes:?}");
        assert!(score == NO_INFORMATION || bound < NO_INFORMATION);
    }
}

#[test]
fn the_search_picks_what_a_scan_picks() {
    let mut random = Random::Seeded(12);
    let mut searched = 0;
    for program in (0..500).filter_map(|_| random_program(&mut random)).collect::<Vec<_>>() {
        searched += same_choices(&program, vec![Vec::new(); program.types.len()], &mut random);
    }
    for ending in [Ending::Identify, Ending::Core] {
        for (pegs, colours) in [(2, 3), (3, 3), (2, 5)] {
            searched += same_choices(&mastermind(pegs, colours, false, false, ending), vec![Vec::new()], &mut random);
        }
    }
    for n in 3..=7 {
        let (program, swaps) = coins(n);
        for _ in 0..5 {
            searched += same_choices(&program, swaps.clone(), &mut random);
        }
    }
    assert!(searched > 1000);
}

/// Compares search and scan on one state of a game; returns how many searches were made.
fn same_choices(program: &Program, swaps: Vec<Vec<(SlotId, SlotId)>>, random: &mut Random) -> usize {
    let engine = engine(program, swaps, LONG);
    let state = some_codes(random, engine.codes().unwrap().len());
    if state.len() < 2 {
        return 0;
    }
    let mut searched = 0;
    for criterion in CRITERIA {
        for (ties, consistent) in [(Ties::FinalFirst, false), (Ties::First, false), (Ties::FinalFirst, true)] {
            let consistent = consistent && engine.knows_finals();
            let options = Options { strategy: Strategy::Count(criterion), ties, consistent, equivalences: None };
            let control = control();
            let mut chooser = Chooser::new(&engine, options, None, &control).unwrap();
            chooser.table = None; // types are looked at one by one
            let mut buffers = Buffers::default();
            let mut choosing = chooser.at(&mut buffers, &state, None);
            let found = choosing.scan_types(engine.all_types()).unwrap();
            let expected = choosing.finished(found.map(|found| (found.from, found.best.experiment))).unwrap();
            let (bounded, listed): (Vec<TypeIndex>, Vec<TypeIndex>) =
                engine.all_types().partition(|&kind| chooser.is_bounded(kind).unwrap() && !random.chance(4));
            let found = choosing.scan_types(listed.iter().copied()).unwrap();
            let prefer_final = ties == Ties::FinalFirst && engine.knows_finals();
            let rank = |best: &Best| (best.score, prefer_final && !best.can_be_final);
            let known = found.as_ref().map(|found| (rank(&found.best), type_of(found)));
            let wanted = Wanted { criterion, prefer_final, consistent, known };
            let result = choosing.best_bounded(&bounded, wanted).unwrap();
            let Searched::Done(choice) = result else { panic!("too wide for a small game") };
            let listed = || choosing.finished(found.map(|found| (found.from, found.best.experiment))).unwrap();
            let parts = |choice: Choice| (choice.type_index, choice.row, choice.outcomes);
            let choice = choice.or_else(listed);
            assert_eq!(choice.map(parts), expected.map(parts), "{criterion:?} {ties:?} {state:?} {program:?}");
            searched += usize::from(!bounded.is_empty());
        }
    }
    searched
}

#[test]
fn bounded_plays_are_those_of_a_scan() {
    for n in 3..=7 {
        let (program, swaps) = coins(n);
        let scanned = engine(&program, swaps.clone(), LONG);
        assert!(Unlisted::of(&scanned).get(&scanned, TypeIndex::new(0), &control()).unwrap().is_some());
        for (criterion, ties) in CRITERIA.into_iter().flat_map(|c| [(c, Ties::FinalFirst), (c, Ties::First)]) {
            let play = |engine: &Engine, equivalences: Option<Vec<Equivalence>>, threads: usize| {
                let strategy = Strategy::Count(criterion);
                let options = Options { strategy, ties, consistent: false, equivalences };
                let result = greedy(engine, options, None, 0, threads, 1 << 28, &control()).unwrap();
                result.flatten(engine).unwrap()
            };
            let expected = play(&scanned, Some(Vec::new()), 1);
            for (patience, threads) in [(LONG, 1), (LONG, 2), (1, 1), (3000, 1)] {
                assert_eq!(play(&engine(&program, swaps.clone(), patience), None, threads), expected);
            }
        }
    }
}

#[test]
fn many_coins_are_weighed() {
    // 12, 39 and 40 coins as in the literature (3 for 12, 4 for 39, 5 for 40); the totals by this engine and a prototype
    for (n, total, worst) in [(12, 72, 3), (20, 146, 4), (39, 312, 4), (40, 322, 5), (100, 998, 5)] {
        let (program, swaps) = coins(n);
        let engine = Engine::new(program, swaps, None).unwrap();
        engine.enumerate(1 << 20, 1 << 28, &control()).unwrap();
        let strategy = Strategy::Count(Criterion::MaxModels);
        let options = Options::by(strategy, Ties::FinalFirst);
        let result = greedy(&engine, options, None, 0, 1, 1 << 28, &control()).unwrap();
        assert_eq!((result.total, result.worst), (total, worst), "{n} coins");
    }
}
