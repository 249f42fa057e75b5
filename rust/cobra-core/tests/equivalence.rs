//! Which experiments are equivalent: known numbers, and orbits of whole groups.

mod games;

use std::collections::{BTreeSet, HashSet};

use cobra_core::equivalence::{representatives, Equivalence, Representatives};
use cobra_core::error::CoreError;
use cobra_core::group::graph::Graph;
use cobra_core::limits::Control;
use cobra_core::natural::{Natural, OutcomeNumber};
use cobra_core::program::{Answer, Component, Ending, ExperimentType, Program, Slot, SlotKind, Space, SymbolGroup};
use cobra_core::space::Value;
use cobra_core::GameGraph;
use cobra_core::{Engine, Experiment, OutcomeId, Outcomes, SlotId, TypeIndex};

const MANY: u64 = 1 << 20;
const MEMORY: u64 = 1 << 30;

/// Mastermind with the symmetries of its grid of places and colours; different colours only if `distinct`.
fn engine(pegs: u32, colours: u32, distinct: bool, groups: bool) -> Engine {
    let mut program: Program = games::mastermind(pegs, colours, distinct, false).program;
    if distinct {
        program.codes.distinct = vec![(0..pegs).map(SlotId::new).collect()];
        program.types[0].space.distinct = vec![(0..pegs).map(SlotId::new).collect()];
    }
    if groups {
        let propositions = (0..colours).map(|c| (0..pegs).map(|peg| peg * colours + c).collect()).collect();
        let slots = vec![vec![Some((0..colours).collect()); pegs as usize]];
        program.groups = vec![SymbolGroup { propositions, slots }];
    }
    let cells = pegs * colours;
    let (places, symbols, kind) = (2 * cells, 2 * cells + pegs, 2 * cells + pegs + colours);
    let colours_of = [(0, cells), (1, cells), (2, pegs), (3, colours), (4, 1)];
    let colour = |(colour, count): (u32, u32)| std::iter::repeat_n(colour, count as usize);
    let edges = (0..cells).flat_map(|i| {
        let (place, symbol) = (places + i / colours, symbols + i % colours);
        [(i, place), (i, symbol), (cells + i, place), (cells + i, symbol)]
    });
    let graph = GameGraph {
        graph: Graph::new(colours_of.into_iter().flat_map(colour).collect(), edges).unwrap(),
        variables: (0..cells).map(|i| (i, i)).collect(),
        types: vec![kind],
        parameters: vec![(cells..2 * cells).map(|i| (i, i)).collect()],
        cases: vec![vec![Vec::new(); 3]],
    };
    let engine = Engine::new(program, vec![Vec::new()], Some(graph)).unwrap();
    engine.enumerate(MANY, MEMORY, &Control::default()).unwrap();
    engine
}

fn guess(text: &str) -> Experiment {
    (TypeIndex::new(0), text.bytes().map(|digit| Value::Number(u32::from(digit - b'0'))).collect())
}

fn text(experiment: &Experiment) -> String {
    let digit = |value: &Value| match value {
        Value::Number(number) => number.to_string(),
        Value::Set(_) => String::new(),
    };
    experiment.1.iter().map(digit).collect()
}

fn classes(engine: &Engine, chain: &[Equivalence], after: &[(Experiment, Option<OutcomeNumber>)]) -> Representatives {
    representatives(engine, chain, after, None, MANY, MEMORY, &Control::default()).unwrap()
}

/// The number of classes when guesses were made whose answers are not known.
fn count(engine: &Engine, guesses: &[&str]) -> usize {
    let after: Vec<_> = guesses.iter().map(|text| (guess(text), None)).collect();
    classes(engine, &[Equivalence::History], &after).experiments.len()
}

#[test]
fn mastermind_has_its_canonical_guesses() {
    // Koyama and Lai 1993 for the first guess, and the same for the second.
    for groups in [false, true] {
        let engine = engine(4, 6, false, groups);
        let first = classes(&engine, &[Equivalence::History], &[]);
        let names: Vec<String> = first.experiments.iter().map(|(e, _)| text(e)).collect();
        assert_eq!(names, ["0000", "0001", "0011", "0012", "0123"]);
        let sizes: Vec<Natural> = first.experiments.into_iter().map(|(_, size)| size).collect();
        assert_eq!(sizes, [6_u32, 120, 90, 720, 360].map(Natural::from));
        assert_eq!(first.all, Natural::from(1296_u32));
        let second: Vec<usize> = names.iter().map(|name| count(&engine, &[name])).collect();
        assert_eq!(second, [12, 53, 39, 130, 57]);
    }
}

#[test]
fn bulls_and_cows_has_its_canonical_guesses() {
    let engine = engine(4, 10, true, true);
    assert_eq!(count(&engine, &[]), 1);
    let after = [(guess("0123"), None)];
    let second = classes(&engine, &[Equivalence::History], &after).experiments;
    let third: Vec<(String, usize)> =
        second.iter().map(|(e, _)| (text(e), count(&engine, &["0123", &text(e)]))).collect();
    let known = [
        ("0123", 20),
        ("0124", 107),
        ("0132", 67),
        ("0134", 270),
        ("0145", 295),
        ("0214", 270),
        ("0231", 75),
        ("0234", 501),
        ("0245", 1045),
        ("0456", 363),
        ("1032", 39),
        ("1034", 270),
        ("1045", 295),
        ("1204", 175),
        ("1230", 59),
        ("1234", 501),
        ("1245", 1045),
        ("1435", 541),
        ("1456", 1012),
        ("4567", 180),
    ];
    assert_eq!(third, known.map(|(name, count)| (name.to_owned(), count)));
}

type Code = Vec<usize>;

/// All permutations of `0..n`.
fn permutations(n: usize) -> Vec<Vec<usize>> {
    let all = |n: usize| games::rows(n as u32, n as u32, games::is_distinct);
    all(n).into_iter().map(|row| row.into_iter().map(|i| i as usize).collect()).collect()
}

fn to_code(experiment: &Experiment) -> Code {
    text(experiment).bytes().map(|digit| usize::from(digit - b'0')).collect()
}

/// A permutation of places and one of colours.
struct Map(Vec<usize>, Vec<usize>);

impl Map {
    fn image(&self, code: &Code) -> Code {
        self.0.iter().map(|&place| self.1[code[place]]).collect()
    }
}

/// The first code of each orbit of a group.
fn orbits<'a>(all: &[Code], group: impl Iterator<Item = &'a Map> + Clone) -> Vec<Code> {
    let (mut first, mut seen) = (Vec::new(), HashSet::new());
    for code in all {
        if !seen.contains(code) {
            first.push(code.clone());
            seen.extend(group.clone().map(|map| map.image(code)));
        }
    }
    first
}

#[test]
fn classes_are_orbits_of_the_whole_group() {
    let (pegs, colours) = (3, 4);
    let engine = engine(pegs, colours, false, true);
    let all: Vec<Code> = games::rows(pegs, colours, |_| true)
        .into_iter()
        .map(|row| row.into_iter().map(|i| i as usize).collect())
        .collect();
    let places = permutations(3);
    let group: Vec<Map> =
        places.iter().flat_map(|p| permutations(4).into_iter().map(|s| Map(p.clone(), s))).collect();
    for made in ["001", "012"] {
        let Outcomes::Few(outcomes) = engine.partition(&guess(made), None, &Control::new(None)).unwrap() else {
            panic!("few outcomes")
        };
        let outcome_set: BTreeSet<OutcomeId> = outcomes.iter().copied().collect();
        for outcome in outcome_set {
            let state: HashSet<&Code> =
                all.iter().zip(&outcomes).filter(|(_, &o)| o == outcome).map(|(code, _)| code).collect();
            let fixed = to_code(&guess(made));
            let expected = [
                (Equivalence::History, orbits(&all, group.iter().filter(|map| map.image(&fixed) == fixed))),
                (
                    Equivalence::Knowledge,
                    orbits(
                        &all,
                        group.iter().filter(|map| state.iter().all(|code| state.contains(&map.image(code)))),
                    ),
                ),
            ];
            let after = [(guess(made), Some(OutcomeNumber::from(outcome)))];
            for (equivalence, expected) in expected {
                let found = classes(&engine, &[equivalence], &after);
                let found: Vec<Code> = found.experiments.iter().map(|(e, _)| to_code(e)).collect();
                assert_eq!(found, expected, "{equivalence:?} after {made} {outcome}");
            }
        }
    }
}

#[test]
fn an_outcome_may_name_a_symbol() {
    // Two places of three colours. One may guess both, or look at one.
    let mut dag = games::Dag::default();
    let mut hits = Vec::new();
    for i in 0..6 {
        let (x, p) = (dag.variable(i), dag.parameter(i));
        hits.push((1, dag.and([x, p])));
    }
    let symbol = |symbols, first| Slot { kind: SlotKind::Symbol { symbols }, first };
    let codes = Space { slots: vec![symbol(3, 0), symbol(3, 3)], propositions: 6, ..Space::default() };
    let cases = (0..3).map(|colour| {
        let (place, x, y) = (dag.parameter(0), dag.variable(colour), dag.variable(3 + colour));
        dag.ite(place, x, y)
    });
    let look = Component::Cases(cases.collect());
    let mut program = games::program(dag, codes.clone(), codes, vec![Component::Sum(games::lin(0, hits))], None);
    let place = Space { slots: vec![symbol(2, 0)], propositions: 2, ..Space::default() };
    let answer = Answer { components: vec![look], final_component: None };
    program.types.push(ExperimentType { space: place, answer });
    program.ending = Ending::Identify;
    let colours = Some((0..3).collect::<Vec<u32>>());
    program.groups = vec![SymbolGroup {
        propositions: (0..3).map(|colour| vec![colour, 3 + colour]).collect(),
        slots: vec![vec![colours.clone(), colours], vec![None]],
    }];
    let engine = Engine::new(program, vec![Vec::new(), Vec::new()], None).unwrap();
    engine.enumerate(MANY, MEMORY, &Control::default()).unwrap();
    let looked: Experiment = (TypeIndex::new(1), vec![Value::Number(0)]);
    let count = |outcome| classes(&engine, &[Equivalence::History], &[(looked.clone(), outcome)]).experiments.len();
    assert_eq!(count(None), 2 + 2); // two colours alike or not, and two places
    assert_eq!(count(Some(OutcomeNumber::from(0))), 5 + 2); // 00, 01, 10, 11, 12
}

#[test]
fn experiments_that_are_too_many_are_refused() {
    let engine = engine(3, 4, false, true);
    let ask = |chain: &[Equivalence], limit, memory| {
        representatives(&engine, chain, &[], None, limit, memory, &Control::default()).unwrap_err()
    };
    let limit = ask(&[Equivalence::None], 63, MEMORY);
    assert_eq!(limit, CoreError::Limit { name: "experiments", needed: 64, limit: 63 });
    assert!(matches!(ask(&[Equivalence::None], 64, 100), CoreError::Limit { name: "memory", .. }));
}

#[test]
fn malformed_requests_are_refused() {
    let engine = engine(3, 4, false, true);
    let ask = |chain: &[Equivalence], after: &[(Experiment, Option<OutcomeNumber>)]| {
        representatives(&engine, chain, after, None, MANY, MEMORY, &Control::default()).unwrap_err()
    };
    let unknown = [(guess("000"), None)];
    for equivalence in [Equivalence::Symbols, Equivalence::Knowledge] {
        assert!(matches!(ask(&[equivalence], &unknown), CoreError::Input(_)));
    }
    assert!(matches!(ask(&[], &[((TypeIndex::new(1), Vec::new()), None)]), CoreError::Input(_)));
    assert!(matches!(ask(&[], &[(guess("00"), None)]), CoreError::Input(_)));
    assert!(matches!(ask(&[], &[(guess("000"), Some(OutcomeNumber::from(99)))]), CoreError::Input(_)));
    assert!(Equivalence::parse("nothing").is_err());
}
