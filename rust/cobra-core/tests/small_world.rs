//! Everything the engine says of small games, against brute force by definition.

pub(crate) mod common;

use std::collections::BTreeMap;
use std::time::Duration;

use cobra_core::equivalence::Equivalence;
use cobra_core::limits::Control;
use cobra_core::natural::{Natural, OutcomeNumber};
use cobra_core::program::{
    Answer, Component, Ending, ExperimentType, Lin, Lit, Program, Slot, SlotKind, Space, FALSE,
};
use cobra_core::space::{encode, Value};
use cobra_core::strategy::{Strategy, Ties};
use cobra_core::{greedy, optimal, CodeId, Engine, Greedy, Objective, OptimalOptions, Options, SlotId, TypeIndex};
use common::world::{Optima, World};
use common::{assignments, coins, leaves, mastermind, random_component, random_space, Graph, Random};

const MEMORY: u64 = 1 << 28;
const COUNTING: [&str; 6] = ["max-models", "exp-models", "ent-models", "parts", "min-fixed", "exp-fixed"];

fn control() -> Control {
    Control::new(Some(Duration::from_secs(600)))
}

fn engine(program: &Program, swaps: Vec<Vec<(SlotId, SlotId)>>) -> Engine {
    let engine = Engine::new(program.clone(), swaps, None).unwrap();
    engine.enumerate(1 << 20, MEMORY, &control()).unwrap();
    engine
}

fn truth(space: &Space, values: &[Value]) -> Vec<bool> {
    let row = encode(space, values).unwrap();
    (0..space.propositions as usize).map(|p| row[p / 64] >> (p % 64) & 1 != 0).collect()
}

fn words(truth: &[bool]) -> Vec<u64> {
    let mut row = vec![0; truth.len().div_ceil(64).max(1)];
    truth.iter().enumerate().for_each(|(p, &value)| row[p / 64] |= u64::from(value) << (p % 64));
    row
}

/// A random game: any endings, answers and constraints that have a meaning.
fn random_program(random: &mut Random) -> Option<Program> {
    let mut graph = Graph::new();
    let ending = [Ending::Hit, Ending::Identify, Ending::Core][random.below(3)];
    let mut codes = random_space(random);
    let code = leaves(&mut graph, codes.propositions, true);
    if random.chance(2) {
        codes.constraints.push(graph.random(random, &code, 2));
    }
    let mut types = Vec::new();
    let few = ending != Ending::Hit && random.chance(3); // several types, each with few experiments
    for number in 0..if few { 2 + random.below(5) } else { 1 + random.below(2) } {
        let mut space = match ending {
            Ending::Hit => codes.clone(),
            _ if few => few_choices(random),
            _ => random_space(random),
        };
        let parameters = leaves(&mut graph, space.propositions, false);
        if ending == Ending::Hit {
            space.constraints.clear();
        }
        if random.chance(3) && ending != Ending::Hit {
            space.constraints.push(graph.random(random, &parameters, 2));
        }
        let all: Vec<Lit> = code.iter().chain(&parameters).copied().collect();
        let mut components: Vec<Component> =
            (0..1 + random.below(2)).map(|_| random_component(&mut graph, random, &all)).collect();
        if random.chance(3) {
            // more outcomes than are numbered unless they occur
            let lit = graph.random(random, &all, 1);
            components.extend(
                [Component::Sum(Lin { constant: 0, terms: vec![(1 << 17, lit)] })]
                    .into_iter()
                    .filter(|_| !lit.is_constant()),
            );
        }
        let mut final_component = None;
        if ending == Ending::Hit {
            let equal = |(&a, &b): (&Lit, &Lit)| !graph.add(cobra_core::program::Node::Xor(a, b));
            let equal = code.iter().zip(&parameters).map(equal).collect();
            let hit = if number == 0 { graph.and(equal) } else { FALSE };
            final_component = Some(components.len() + 1); // decided by the component before it
            components.push(Component::Cases(vec![hit, !hit]));
            components.push(Component::Cases(vec![!hit, hit]));
        } else if ending == Ending::Core {
            let lit = graph.random(random, &all, 1);
            components.push(Component::Cases(vec![lit, !lit]));
            components.push(Component::Cases(vec![!lit, lit]));
            final_component = Some(components.len() - 1);
        }
        types.push(ExperimentType { space, answer: Answer { components, final_component } });
    }
    let goal = match ending {
        Ending::Identify if random.chance(2) => vec![random_component(&mut graph, random, &code)],
        _ => Vec::new(),
    };
    let weight = random.chance(3).then(|| Lin {
        constant: 1,
        terms: code.iter().enumerate().map(|(i, &lit)| (1 + i as u32 % 3, lit)).collect(),
    });
    let shown = (0..codes.propositions).map(|_| !random.chance(4)).collect();
    let program = Program {
        nodes: graph.0,
        codes,
        types,
        ending,
        goal,
        weight,
        shown,
        groups: Vec::new(),
        slot_groups: Vec::new(),
        standing: None,
        unseen: None,
    };
    let codes = assignments(&program.nodes, &program.codes, true).len();
    (1..=24).contains(&codes).then_some(program)
}

/// A space of one, two or four assignments.
fn few_choices(random: &mut Random) -> Space {
    let slots = (0..random.below(3) as u32).map(|first| Slot { kind: SlotKind::Bool, first });
    let slots: Vec<Slot> = slots.collect();
    Space { propositions: slots.len() as u32, slots, ..Space::default() }
}

/// Optima are those that brute force finds.
fn check_optima(program: &Program, engine: &Engine, world: &World) {
    let all: Vec<usize> = (0..world.codes.len()).collect();
    let over = match world.ending {
        Ending::Identify => world.known(&all),
        Ending::Core => all.len() == 1,
        _ => false,
    };
    if over || world.codes.len() > 9 || world.experiments.len() > 60 {
        return;
    }
    let mut optima = Optima::new(world);
    let Some(average) = optima.total(&all, u64::MAX) else { return };
    let worst = (0..).find(|&limit| optima.total(&all, limit).is_some()).unwrap();
    let within_worst = optima.total(&all, worst).unwrap();
    let worst_of_average = (0..).find(|&limit| optima.total(&all, limit) == Some(average)).unwrap();
    for (objective, total, longest) in [
        (Objective::Average, Some(average), None),
        (Objective::Worst, None, Some(worst)),
        (Objective::WorstAverage, Some(within_worst), Some(worst)),
        (Objective::AverageWorst, Some(average), Some(worst_of_average)),
    ] {
        for (source, symmetry) in [("table", true), ("computed", true), ("table", false)] {
            let mut options = OptimalOptions::new(objective, false, 1, MEMORY);
            options.source = Some(source.into());
            options.symmetry = symmetry;
            let found = optimal(engine, &options, &control()).unwrap();
            let place = format!("{objective:?} {source} {symmetry}\n{program:?}");
            assert!(found.proved, "{place}");
            total.into_iter().for_each(|total| assert_eq!(found.strategy.total, total, "{place}"));
            longest.into_iter().for_each(|worst| assert_eq!(found.strategy.worst as u64, worst, "{place}"));
            check_tree(engine, world, &found.strategy);
        }
    }
}

/// Chains of equivalences, and the choice made by the engine.
const CHAINS: [Option<&[Equivalence]>; 9] = [
    None,
    Some(&[]),
    Some(&[Equivalence::None, Equivalence::Symbols]),
    Some(&[Equivalence::History]),
    Some(&[Equivalence::Knowledge]),
    Some(&[Equivalence::Partition]),
    Some(&[Equivalence::Graph]),
    Some(&[Equivalence::Symbols, Equivalence::History, Equivalence::Knowledge, Equivalence::Partition]),
    Some(&[Equivalence::Graph, Equivalence::Partition]),
];

fn run(
    engine: &Engine,
    strategy: &str,
    ties: &str,
    consistent: bool,
    threads: usize,
    chain: Option<&[Equivalence]>,
) -> Greedy {
    let options = Options {
        strategy: Strategy::parse(strategy).unwrap(),
        ties: Ties::parse(ties).unwrap(),
        consistent,
        equivalences: chain.map(<[Equivalence]>::to_vec),
    };
    let result = greedy(engine, options, None, 7, threads, MEMORY, &control()).unwrap();
    assert_eq!(result.stopped, None);
    result
}

fn check(program: &Program, engine: &Engine, world: &World, strategy: &str, ties: &str, consistent: bool) {
    let expected = world.play(strategy, ties, consistent);
    let result = run(engine, strategy, ties, consistent, 1, None);
    let place = format!("{strategy} {ties} {consistent}\n{program:?}");
    let lengths: BTreeMap<u64, u64> =
        result.distribution.iter().enumerate().filter(|(_, &n)| n > 0).map(|(l, &n)| (l as u64, n)).collect();
    assert_eq!(lengths, expected.distribution, "{place}");
    assert_eq!(result.total, expected.total, "{place}");
    assert_eq!(result.nodes, expected.nodes, "{place}");
    assert_eq!(!result.inseparable.is_empty(), expected.inseparable, "{place}");
    let first = result.first(engine).map(|(kind, values)| (kind, truth(&program.types[kind].space, &values)));
    assert_eq!(first, expected.first.map(|e| world.experiments[e].clone()), "{place}");
    check_tree(engine, world, &result);
}

/// The number of an outcome that fits.
fn small(number: &OutcomeNumber) -> u64 {
    match number {
        OutcomeNumber::Small(number) => *number,
        OutcomeNumber::Large(_) => panic!("a small number"),
    }
}

/// Replays every code through the tree; codes of inseparable states share their end.
fn check_tree(engine: &Engine, world: &World, result: &Greedy) {
    let (experiments, children, root) = result.flatten(engine).unwrap();
    assert_eq!(experiments.len() as u64, result.nodes);
    if root < 0 {
        return;
    }
    let mut total = 0;
    for code in 0..world.codes.len() {
        let (mut node, mut length) = (root, 0);
        let mut last = OutcomeNumber::from(0);
        while node >= 0 {
            last = engine
                .partition(&experiments[node as usize], Some(&[CodeId::new(code as u32)]), &Control::new(None))
                .unwrap()
                .get(0)
                .unwrap();
            length += 1;
            node = children[node as usize].iter().find(|(outcome, _)| *outcome == last).unwrap().1;
        }
        let confirming =
            world.ending == Ending::Core && !world.is_final(small(&last)) && result.inseparable.is_empty();
        total += world.weight[code] * (length + u64::from(confirming));
    }
    if world.ending != Ending::Core || result.inseparable.is_empty() {
        assert_eq!(total, result.total);
    }
}

/// All about a random game is as it is by brute force; `number` chooses what is tried with all chains of equivalences.
/// `None`: it has no code, or too many.
pub(crate) fn a_game_agrees(random: &mut Random, number: usize) -> Option<()> {
    let program = random_program(random)?;
    let world = World::new(&program);
    let engine = engine(&program, vec![Vec::new(); program.types.len()]);
    let codes: Vec<Vec<bool>> =
        (0..world.codes.len()).map(|i| truth(&program.codes, &engine.code(i).unwrap())).collect();
    assert_eq!(codes, world.codes, "{program:?}");
    let experiments = engine.first_experiments(1 << 20, 1 << 30, &control()).unwrap().unwrap();
    let experiments: Vec<(TypeIndex, Vec<bool>)> =
        experiments.iter().map(|(kind, values)| (*kind, truth(&program.types[*kind].space, values))).collect();
    assert_eq!(experiments, world.experiments, "{program:?}");
    for ((kind, values), expected) in experiments.iter().zip(&world.outcomes) {
        let given = (*kind, cobra_core::space::decode(&program.types[*kind].space, &words(values)));
        let found: Vec<u64> =
            engine.partition(&given, None, &Control::new(None)).unwrap().iter().map(|of| small(&of)).collect();
        assert_eq!(found, *expected, "{given:?} {program:?}");
    }
    for strategy in COUNTING {
        for ties in ["final,first", "first"] {
            check(&program, &engine, &world, strategy, ties, false);
        }
    }
    check(&program, &engine, &world, "first", "final,first", false);
    if world.finals {
        for strategy in ["max-models", "min-fixed", "exp-fixed"] {
            check(&program, &engine, &world, strategy, "final,first", true);
        }
    }
    check_optima(&program, &engine, &world);
    let strategy = COUNTING[number % COUNTING.len()];
    let expected = run(&engine, strategy, "final,first", false, 1, None).flatten(&engine).unwrap();
    for chain in CHAINS {
        let tree = run(&engine, strategy, "final,first", false, 1, chain).flatten(&engine).unwrap();
        assert_eq!(tree, expected, "{strategy} {chain:?} {program:?}");
    }
    Some(())
}

#[test]
fn random_games_agree_with_brute_force() {
    let mut random = Random::Seeded(1);
    let mut games = 0;
    while games < 400 {
        games += a_game_agrees(&mut random, games + 1).map_or(0, |()| 1);
    }
}

#[test]
fn enumeration_of_larger_spaces_agrees_with_trying_all() {
    let mut random = Random::Seeded(2);
    for _ in 0..300 {
        let mut graph = Graph::new();
        let mut codes = random_space(&mut random);
        let extra = random_space(&mut random);
        for slot in &extra.slots {
            let first = codes.propositions;
            codes.slots.push(cobra_core::program::Slot { first, ..*slot });
            codes.propositions += common::width(slot);
        }
        let code = leaves(&mut graph, codes.propositions, true);
        for _ in 0..random.below(4) {
            codes.constraints.push(graph.random(&mut random, &code, 2));
        }
        let kind = ExperimentType {
            space: Space::default(),
            answer: Answer { components: Vec::new(), final_component: None },
        };
        let program = Program {
            nodes: graph.0,
            shown: vec![true; codes.propositions as usize],
            codes,
            types: vec![kind],
            ending: Ending::Identify,
            goal: Vec::new(),
            weight: None,
            groups: Vec::new(),
            slot_groups: Vec::new(),
            standing: None,
            unseen: None,
        };
        let expected = assignments(&program.nodes, &program.codes, true);
        let engine = engine(&program, vec![Vec::new()]);
        let found: Vec<Vec<bool>> = (0..engine.enumerate(1 << 20, MEMORY, &control()).unwrap())
            .map(|i| truth(&program.codes, &engine.code(i).unwrap()))
            .collect();
        assert_eq!(found, expected, "{program:?}");
    }
}

#[test]
fn symmetry_and_threads_change_nothing() {
    let same = |program: &Program, swaps: Vec<Vec<(SlotId, SlotId)>>, orders: &[&str]| {
        let engine = engine(program, swaps);
        for strategy in COUNTING.iter().chain(&["first"]) {
            for ties in orders {
                let expected = run(&engine, strategy, ties, false, 1, Some(&[]));
                let tree = expected.flatten(&engine).unwrap();
                for (number, chain) in CHAINS.into_iter().enumerate() {
                    let other = run(&engine, strategy, ties, false, 1 + number % 2, chain);
                    assert_eq!(other.distribution, expected.distribution, "{strategy} {ties}");
                    assert_eq!(other.flatten(&engine).unwrap(), tree);
                }
            }
        }
        for strategy in ["random", "max-models"] {
            let expected = run(&engine, strategy, "random", false, 1, None);
            let other = run(&engine, strategy, "random", false, 2, None);
            assert_eq!(other.flatten(&engine).unwrap(), expected.flatten(&engine).unwrap());
        }
    };
    for (ending, orders) in [(Ending::Hit, &["final,first", "first"][..]), (Ending::Identify, &["first"])] {
        same(&mastermind(3, 4, false, true, ending), vec![Vec::new()], orders);
        same(&mastermind(3, 5, true, true, ending), vec![Vec::new()], orders);
        same(&mastermind(2, 8, false, false, ending), vec![Vec::new()], orders);
    }
    for n in 3..=7 {
        let (program, swaps) = coins(n);
        same(&program, swaps, &["first"]); // nothing is final: the other order of ties is this one
    }
}

#[test]
fn known_totals() {
    let total = |program: &Program, strategy: &str| {
        let result = run(&engine(program, vec![Vec::new()]), strategy, "final,first", false, 1, None);
        (result.total, result.worst)
    };
    let two = mastermind(2, 6, false, true, Ending::Hit);
    assert_eq!(total(&two, "parts"), (132, 5));
    let (twelve, swaps) = coins(12);
    let result = run(&engine(&twelve, swaps), "max-models", "final,first", false, 1, None);
    assert_eq!((result.total, result.worst), (72, 3));
}

#[test]
fn counting_by_orbits_agrees_with_listing() {
    for n in 2..=8 {
        let (program, swaps) = coins(n);
        let counted = engine(&program, swaps).count_experiments(1 << 20, &control()).unwrap();
        let plain = Program { groups: Vec::new(), ..program };
        let listed = engine(&plain, vec![Vec::new(); plain.types.len()]);
        let listed = listed.first_experiments(1 << 20, 1 << 30, &control()).unwrap().unwrap();
        for (kind, count) in counted.into_iter().enumerate() {
            assert_eq!(
                count.unwrap(),
                (listed.iter().filter(|e| e.0.index() == kind).count() as u64).into(),
                "{n} coins"
            );
        }
    }
    let (forty, swaps) = coins(40);
    let counts = engine(&forty, swaps).count_experiments(u64::MAX, &control()).unwrap();
    assert_eq!(counts[0], Some(780_u32.into())); // pairs of coins
    assert_eq!(counts[19], Some(68_923_264_410_u64.into())); // halves
}

#[test]
fn the_first_experiments_are_one_of_each_kind() {
    let kinds = |pegs, colours| {
        let engine = engine(&mastermind(pegs, colours, false, true, Ending::Hit), vec![Vec::new()]);
        engine.first_experiments(1 << 20, 1 << 30, &control()).unwrap().unwrap().len()
    };
    assert_eq!(kinds(4, 6), 15); // Bell(4): how the pegs are grouped by colour
    assert_eq!(kinds(5, 8), 52);
    let (twelve, swaps) = coins(12);
    let engine = engine(&twelve, swaps);
    assert_eq!(engine.first_experiments(1 << 20, 1 << 30, &control()).unwrap().unwrap().len(), 6);
    assert_eq!(engine.first_experiments(5, 1 << 30, &control()).unwrap(), None);
    assert_eq!(engine.first_experiments(1 << 20, 1 << 10, &control()).unwrap(), None);
    let counts = engine.count_experiments(1 << 20, &control()).unwrap();
    assert_eq!(counts.into_iter().flatten().sum::<Natural>(), 36894_u32.into());
}

/// Threads share what they prove. Run with the thread sanitizer this shows that no two write at once what both use.
#[test]
fn several_threads_search_as_one() {
    for (pegs, colours, objective, total, worst) in [
        (3, 4, Objective::Average, 206, 4),
        (3, 5, Objective::AverageWorst, 451, 5),
        (3, 5, Objective::WorstAverage, 451, 5),
        (4, 4, Objective::Average, 905, 4),
    ] {
        for (threads, source) in [(1, "table"), (2, "table"), (4, "table"), (2, "computed"), (4, "computed")] {
            let engine = engine(&mastermind(pegs, colours, false, true, Ending::Hit), vec![Vec::new()]);
            let mut options = OptimalOptions::new(objective, false, threads, MEMORY);
            options.source = Some(source.into());
            let found = optimal(&engine, &options, &control()).unwrap();
            let figures = (found.proved, found.strategy.total, found.strategy.worst);
            assert_eq!(figures, (true, total, worst), "{pegs} {colours} {objective:?} {threads} {source}");
        }
    }
}

#[test]
fn bytes_are_drawn_from() {
    let mut random = Random::Chosen(&[3, 0x34, 0x12, 7]);
    assert_eq!([10, 1, 0x10000, 300, 5].map(|bound| random.below(bound)), [3, 0, 0x1234, 7, 0]);
}
