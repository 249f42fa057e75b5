//! Symmetries of states against the whole group, which is small here.

use std::collections::HashMap;

use super::canonical::{Canonical, Scratch};
use super::problem::Problem;
use super::source::{Candidate, Source};
use super::stabiliser::Action;
use super::table_source::TableSource;
use super::transposition::StateKey;
use crate::base::convert::{ToIndex, ToU32};
use crate::base::ids::{CodeId, ExperimentId, SlotId};
use crate::base::limits::Control;
use crate::base::natural::OutcomeNumber;
use crate::common::{coins, mastermind, Random};
use crate::engine::Engine;
use crate::game::program::{Ending, Program, Slot, SlotGroup, SlotKind, SymbolGroup};

fn engine(program: Program, swaps: Vec<Vec<(SlotId, SlotId)>>) -> Engine {
    let engine = Engine::new(program, swaps, None).unwrap();
    engine.enumerate(1 << 16, 1 << 28, &Control::default()).unwrap();
    engine
}

/// Mastermind with its places interchangeable, too; with black pegs only the colours of each place are.
fn with_places(pegs: u32, colours: u32, distinct: bool, whites: bool) -> Program {
    let mut program = mastermind(pegs, colours, distinct, whites, Ending::Hit);
    let place = |k: u32| (0..colours).map(|c| k * colours + c).collect();
    program.slot_groups = vec![SlotGroup {
        propositions: (0..pegs).map(place).collect(),
        layers: vec![vec![(0..pegs).map(SlotId::new).collect()]],
    }];
    if !whites {
        let numbers = |k: u32, slot: u32| (k == slot).then(|| (0..colours).collect());
        let group = |k: u32| SymbolGroup {
            propositions: (0..colours).map(|c| vec![k * colours + c]).collect(),
            slots: vec![(0..pegs).map(|slot| numbers(k, slot)).collect()],
        };
        program.groups = (0..pegs).map(group).collect();
    }
    program
}

/// The whole group as permutations of the codes: of the places, and of the colours (at each place by itself).
fn group(pegs: usize, colours: usize, apart: bool, codes: &[Vec<usize>]) -> Vec<Vec<CodeId>> {
    let number: HashMap<&[usize], CodeId> = codes.iter().map(Vec::as_slice).zip(CodeId::first(codes.len())).collect();
    let mut recolourings: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
    for place in 0..pegs {
        recolourings = recolourings
            .into_iter()
            .flat_map(|known| {
                let next = if apart || place == 0 { permutations(colours) } else { vec![known[0].clone()] };
                next.into_iter().map(move |colours| [known.clone(), vec![colours]].concat())
            })
            .collect();
    }
    let mut group = Vec::new();
    for places in permutations(pegs) {
        for colours in &recolourings {
            let image = |code: &Vec<usize>| {
                let moved: Vec<usize> = (0..pegs).map(|k| colours[k][code[places[k]]]).collect();
                number[&moved[..]]
            };
            group.push(codes.iter().map(image).collect());
        }
    }
    group
}

fn permutations(size: usize) -> Vec<Vec<usize>> {
    (0..size).fold(vec![Vec::new()], |known, next| {
        let insert = |row: &Vec<usize>, place: usize| [&row[..place], &[next], &row[place..]].concat();
        known.iter().flat_map(|row| (0..=row.len()).map(move |place| insert(row, place))).collect()
    })
}

/// The codes as colours of the places.
fn rows(engine: &Engine, pegs: usize, colours: usize) -> Vec<Vec<usize>> {
    let codes = engine.codes().unwrap();
    let colour = |code: usize, k: usize| {
        let holds = |&c: &usize| crate::game::space::bit(codes.rows.row(code), (k * colours + c).to_u32());
        (0..colours).find(holds).unwrap()
    };
    (0..codes.len()).map(|code| (0..pegs).map(|k| colour(code, k)).collect()).collect()
}

fn image(state: &[CodeId], permutation: &[CodeId]) -> Vec<CodeId> {
    let mut image: Vec<CodeId> = state.iter().map(|&code| permutation[code]).collect();
    image.sort_unstable();
    image
}

fn some_state(random: &mut Random, codes: usize, size: usize) -> Vec<CodeId> {
    let mut state: Vec<CodeId> = (0..size).map(|_| CodeId::at(random.below(codes))).collect();
    state.sort_unstable();
    state.dedup();
    state
}

#[test]
fn sets_of_the_same_number_are_joined_by_the_group() {
    for (pegs, colours, distinct, whites) in
        [(2, 3, false, true), (3, 2, false, true), (2, 4, true, true), (2, 3, false, false)]
    {
        let engine = engine(with_places(pegs, colours, distinct, whites), vec![Vec::new()]);
        let control = Control::default();
        let problem = Problem::new(&engine, false, &control).unwrap();
        let canonical = Canonical::new(&problem, &control).unwrap().unwrap();
        let (pegs, colours) = (pegs.index(), colours.index());
        let codes = rows(&engine, pegs, colours);
        let group = group(pegs, colours, !whites, &codes);
        let mut scratch = Scratch::default();
        let mut numbers: HashMap<Vec<CodeId>, StateKey> = HashMap::new();
        let mut orbits: HashMap<StateKey, Vec<CodeId>> = HashMap::new();
        for set in 1..1_u32 << codes.len() {
            let state: Vec<CodeId> = CodeId::first(codes.len()).filter(|code| set >> code.index() & 1 != 0).collect();
            let least = group.iter().map(|permutation| image(&state, permutation)).min().unwrap();
            let number = canonical.number(&mut scratch, &state);
            // Black pegs have states that colours do not tell apart: there the converse does not hold.
            assert!(!whites || *numbers.entry(least.clone()).or_insert(number) == number, "{state:?}");
            assert_eq!(*orbits.entry(number).or_insert(least.clone()), least, "{state:?}");
        }
    }
}

#[test]
fn a_code_in_which_nothing_holds_makes_another_state() {
    let mut program = mastermind(1, 3, false, false, Ending::Identify);
    program.codes.slots = (0..3).map(|first| Slot { kind: SlotKind::Bool, first }).collect();
    let engine = engine(program, vec![Vec::new()]);
    let control = Control::default();
    let problem = Problem::new(&engine, false, &control).unwrap();
    let canonical = Canonical::new(&problem, &control).unwrap().unwrap();
    let of = |set: u32| CodeId::first(8).filter(|code| set >> code.index() & 1 != 0).collect::<Vec<CodeId>>();
    // What the six exchanges of three symbols do to the eight sets of them: there are 80 kinds of sets of sets, one of them empty.
    let number = |set| canonical.number(&mut Scratch::default(), &of(set));
    let mut numbers: Vec<(StateKey, u32)> = (1..1 << 8).map(|set: u32| (number(set), set.count_ones())).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 79);
    assert!(numbers.windows(2).all(|pair| pair[0].0 != pair[1].0), "states of different sizes have one number");
}

#[test]
fn the_orbits_of_experiments_are_those_of_the_stabiliser() {
    let mut random = Random::Seeded(3);
    for (pegs, colours, distinct, whites) in
        [(2, 4, false, true), (3, 3, false, true), (3, 4, true, true), (2, 4, false, false), (3, 3, false, false)]
    {
        let engine = engine(with_places(pegs, colours, distinct, whites), vec![Vec::new()]);
        let control = Control::default();
        let problem = Problem::new(&engine, false, &control).unwrap();
        let source = TableSource::new(&problem, 1 << 28, 2, &control).unwrap().unwrap();
        let canonical = Canonical::new(&problem, &control).unwrap().unwrap();
        let action = Action::new(&engine, &canonical, &source, 1 << 28, &control).unwrap().unwrap();
        let (pegs, colours) = (pegs.index(), colours.index());
        let codes = rows(&engine, pegs, colours);
        let group = group(pegs, colours, !whites, &codes);
        let mut scratch = Scratch::default();
        for round in 0..60 {
            let size = 1 + random.below(codes.len());
            let mut state = some_state(&mut random, codes.len(), size);
            if round % 2 == 0 {
                // the codes with one outcome of a random experiment: states with symmetries
                let id = ExperimentId::new(random.below(codes.len()).to_u32());
                let (type_index, row) = source.experiment(&Default::default(), id).unwrap();
                let values = crate::game::space::decode(&engine.plans[type_index].space, &row);
                let outcomes = engine.partition(&(type_index, values), None, &Control::new(None)).unwrap();
                let outcomes: Vec<OutcomeNumber> = outcomes.iter().collect();
                let known = &outcomes[random.below(codes.len())];
                state = CodeId::first(codes.len())
                    .zip(&outcomes)
                    .filter(|(_, outcome)| *outcome == known)
                    .map(|of| of.0)
                    .collect();
            }
            let candidate = |id: ExperimentId| Candidate { id, lower: 0, squares: 0 };
            let mut candidates: Vec<Candidate> =
                (0..source.experiments()).map(ExperimentId::new).map(candidate).collect();
            let symmetries = canonical.stabiliser(&mut scratch, &state);
            action.reduce(&symmetries, &mut candidates);
            let firsts = action.leaders(&symmetries);
            let is_kept = |id: ExperimentId| candidates.iter().any(|candidate| candidate.id == id);
            let numbers = || (0..source.experiments()).map(ExperimentId::new);
            assert!(numbers().all(|id| firsts.contains(id) == is_kept(id)), "{state:?}");
            let mut lines: Vec<u32> = numbers().filter(|&id| is_kept(id)).map(|id| id.number() / 64).collect();
            lines.dedup();
            assert_eq!(firsts.lines, lines);
            let kept: Vec<u32> = candidates.iter().map(|candidate| candidate.id.number()).collect();
            // Experiments are codes here, in the same order.
            let fixing: Vec<&Vec<CodeId>> = group.iter().filter(|by| image(&state, by) == state).collect();
            let least = |id: &u32| fixing.iter().map(|by| by[id.index()].number()).min().unwrap() == *id;
            let expected: Vec<u32> = (0..codes.len().to_u32()).filter(least).collect();
            // With three colours some outcomes of black pegs leave codes that colours do not tell apart: then too many stay.
            assert!(expected.iter().all(|id| kept.contains(id)), "{state:?}");
            assert!(!whites || kept.len() == expected.len(), "{state:?}");
            // What a labelling does to experiments is undone by its inverse.
            let labelling = canonical.labelling(&mut scratch, &state);
            let id = ExperimentId::new(random.below(codes.len()).to_u32());
            assert_eq!(action.image(&labelling.inverse(), action.image(&labelling, id)), id);
        }
    }
}

#[test]
fn coins_move_weighings_and_their_sides_are_put_in_order() {
    let (program, swaps) = coins(6);
    let engine = engine(program, swaps);
    let control = Control::default();
    let problem = Problem::new(&engine, false, &control).unwrap();
    let source = TableSource::new(&problem, 1 << 28, 2, &control).unwrap().unwrap();
    let canonical = Canonical::new(&problem, &control).unwrap().unwrap();
    let action = Action::new(&engine, &canonical, &source, 1 << 28, &control).unwrap().unwrap();
    let mut scratch = Scratch::default();
    let all: Vec<CodeId> = CodeId::first(12).collect();
    let candidate = |id: ExperimentId| Candidate { id, lower: 0, squares: 0 };
    let mut candidates: Vec<Candidate> = (0..source.experiments()).map(ExperimentId::new).map(candidate).collect();
    action.reduce(&canonical.stabiliser(&mut scratch, &all), &mut candidates);
    assert_eq!(candidates.len(), 3); // one, two or three coins on each side
                                     // One of coins 0 and 1 is heavy, or one of 2 and 3: whichever pair it is.
    let number = |state: [u32; 2]| canonical.number(&mut Scratch::default(), &state.map(CodeId::new));
    assert_eq!(number([1, 3]), number([5, 11]));
    assert_ne!(number([1, 3]), number([0, 3]));
    assert_ne!(number([1, 3]), number([0, 1]));
}
