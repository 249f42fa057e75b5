//! Symmetries that fix every experiment made so far and, where its answer is known, its outcome.
//!
//! Each experiment made is a further vertex of the game's graph, of a colour of its own, joined to its type, to its
//! parameters that hold and to the cases of its outcome: automorphisms of this graph fix it. Digits of sums are nowhere in
//! the graph; symmetries keep them, and what does not carry the codes left to themselves is not used.
//!
//! A type that admits one order of two sides only knows one name for an experiment and its mirror image, so a symmetry
//! that exchanges the sides of some experiments made fixes them, too. It carries the graph to the one with these
//! experiments mirrored, and is found as an isomorphism of the two.

use crate::base::convert::{ToU32, ToUsize};
use crate::base::error::Result;
use crate::base::ids::{CodeId, TypeIndex};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::equivalence::carried_codes::CarriedCodes;
use crate::equivalence::situation::{PastExperiment, Situation};
use crate::equivalence::symmetry::Symmetry;
use crate::group::automorphism::automorphisms;
use crate::group::graph::{check_size, Graph};
use crate::group::matching::{isomorphism, Matched};
use crate::group::permutation::Permutation;
use crate::list::normal::Sides;
use crate::symmetry::game_graph::{literals, GameGraph};

/// Experiments with sides up to which all ways of mirroring some of them are tried.
const MOST_MIRRORED: usize = 6;

/// Generators of the symmetries that fix the experiments made. Without a graph of the game there are none; interchangeable
/// symbols are another matter.
pub(crate) fn generators(situation: &Situation<'_>) -> Result<Vec<Symmetry>> {
    let Some(graph) = &situation.engine.graph else { return Ok(Vec::new()) };
    let control = situation.control;
    let made = match situation.path.is_empty() {
        true => graph.graph.clone(),
        false => {
            check_size(graph.graph.vertices() + situation.path.len())?;
            with_experiments(graph, situation.path)?
        }
    };
    let mut images = match situation.path.is_empty() {
        true => situation.engine.automorphisms(control)?.to_vec(),
        false => automorphisms(&made, control)?.generators,
    };
    images.extend(mirrored(situation, graph, &made)?);
    let mut found = images.iter().map(|images| Symmetry::new(graph, images)).collect::<Result<Vec<_>>>()?;
    if situation.state.len() < situation.codes.len() {
        let members = CarriedCodes::new(situation.codes, situation.state);
        found.retain(|symmetry| members.images(symmetry).is_some());
    }
    Ok(found)
}

fn with_experiments(graph: &GameGraph, path: &[PastExperiment]) -> Result<Graph> {
    let (vertices, colour) = (graph.graph.vertices().to_u32(), graph.graph.next_colour());
    let colours: Vec<u32> = (colour..).take(path.len()).collect();
    let mut edges = Vec::new();
    for (step, vertex) in path.iter().zip(vertices..) {
        let kind = step.type_index;
        let cases = step.outcome.iter().flatten().zip(&graph.cases[kind]);
        let told = cases.filter_map(|(&digit, cases)| cases.get(digit.to_usize()).copied());
        let joined = literals(&graph.parameters[kind], &step.row).chain([graph.types[kind]]).chain(told);
        edges.extend(joined.map(|other| (vertex, other)));
    }
    graph.graph.extended(&colours, edges)
}

/// The digits of the outcome of one experiment on one code.
fn outcome(
    engine: &Engine,
    type_index: TypeIndex,
    row: &[u64],
    code: CodeId,
    control: &Control,
) -> Result<Option<Vec<u64>>> {
    let experiment = engine.experiment(type_index, row);
    let sizes = engine.program.types[type_index].answer.sizes();
    Ok(engine.partition(&experiment, Some(&[code]), control)?.get(0).map(|outcome| outcome.digits(&sizes)))
}

/// Symmetries that exchange the sides of some experiments made and fix the others.
fn mirrored(situation: &Situation<'_>, graph: &GameGraph, made: &Graph) -> Result<Vec<Permutation>> {
    let (engine, path) = (situation.engine, situation.path);
    let mut mirrors = Vec::new();
    for (number, step) in path.iter().enumerate() {
        let sides = Sides::new(&engine.plans[step.type_index], &engine.swaps[step.type_index]);
        let mut row = step.row.clone();
        if !sides.exchange(&mut row, true) {
            continue;
        }
        let outcome = match (&step.outcome, situation.state) {
            (Some(_), &[code, ..]) => outcome(engine, step.type_index, &row, code, situation.control)?,
            _ => None,
        };
        mirrors.push((number, PastExperiment { type_index: step.type_index, row, outcome }));
    }
    if mirrors.is_empty() {
        return Ok(Vec::new());
    }
    let made = Matched::new(made);
    let mut found = Vec::new();
    for chosen in 1..1_u32 << mirrors.len().min(MOST_MIRRORED) {
        let mut other = path.to_vec();
        for (_, (number, mirror)) in mirrors.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 != 0) {
            other[*number] = mirror.clone();
        }
        let other = with_experiments(graph, &other)?;
        let other = Matched::new(&other);
        found.extend(isomorphism((&made, made.cells()), (&other, other.cells()), situation.control)?);
    }
    Ok(found)
}
