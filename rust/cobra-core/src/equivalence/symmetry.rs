//! A symmetry of the game as what it does to codes and to experiments.

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::{CoreError, Result};
use crate::base::ids::TypeIndex;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::game::space::{ones, set_bit};
use crate::group::automorphism::automorphisms;
use crate::group::permutation::{is_permutation, Permutation};
use crate::list::interchange::OUTSIDE;
use crate::symmetry::game_graph::GameGraph;

/// A permutation of propositions, some of them negated.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LiteralImages {
    /// For each proposition the one it goes to.
    image: Vec<u32>,
    /// The propositions whose values are exchanged, by image.
    flipped: Vec<u64>,
}

/// A symmetry: codes go to codes, experiments to experiments, with the partition they make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    codes: LiteralImages,
    /// For each type the one it goes to, and how its parameters do.
    types: Vec<(TypeIndex, LiteralImages)>,
}

impl LiteralImages {
    /// What a permutation of vertices does to propositions, given by their vertices (true, false) before and after.
    fn new(images: &[u32], from: &[(u32, u32)], to: &[(u32, u32)]) -> Option<LiteralImages> {
        let mut literal = vec![None; images.len()];
        for (number, &(holds, fails)) in to.iter().enumerate() {
            literal[fails.index()].get_or_insert((number.to_u32(), true));
            literal[holds.index()] = Some((number.to_u32(), false));
        }
        let mut flipped = vec![0; to.len().div_ceil(64).max(1)];
        let mut image = Vec::with_capacity(from.len());
        for &(holds, fails) in from {
            let (number, negated) = literal[images[holds.index()].index()]?;
            let (a, b) = to[number.index()];
            let expected = if negated { a } else { b };
            if images[fails.index()] != expected {
                return None;
            }
            if negated {
                set_bit(&mut flipped, number);
            }
            image.push(number);
        }
        debug_assert!(from.len() != to.len() || is_permutation(&image));
        Some(LiteralImages { image, flipped })
    }

    fn apply(&self, row: &[u64], carried: &mut Vec<u64>) {
        carried.clear();
        carried.extend_from_slice(&self.flipped);
        for p in ones(row) {
            let q = self.image[p.index()];
            carried[q.index() / 64] ^= 1 << (q % 64);
        }
    }
}

impl Symmetry {
    /// What an automorphism of a graph that extends the game's does.
    pub fn new(graph: &GameGraph, images: &[u32]) -> Result<Symmetry> {
        let wrong = || CoreError::input("a symmetry of the game's graph does not carry literals to literals");
        let codes = LiteralImages::new(images, &graph.variables, &graph.variables).ok_or_else(wrong)?;
        let number = |vertex: u32| graph.types.iter().position(|&of| of == vertex);
        let kind = |(&vertex, from): (&u32, &Vec<(u32, u32)>)| {
            let to = number(images[vertex.index()]).ok_or_else(wrong)?;
            let parameters = LiteralImages::new(images, from, &graph.parameters[to]).ok_or_else(wrong)?;
            Ok((TypeIndex::at(to), parameters))
        };
        let types = graph.types.iter().zip(&graph.parameters).map(kind).collect::<Result<_>>()?;
        Ok(Symmetry { codes, types })
    }

    /// Whether it moves experiments as some permutation of symbols within classes does.
    pub fn permutes_symbols(&self, engine: &Engine, class: &[u32]) -> bool {
        let mut goes = vec![None; class.len()];
        TypeIndex::with(&self.types).all(|(number, (to, parameters))| {
            let named = names(engine, number);
            *to == number
                && parameters.flipped.iter().all(|&word| word == 0)
                && parameters.image.iter().enumerate().all(|(p, &q)| match (named[p], named[q.index()]) {
                    (Some((slot, a)), Some((other, b))) => {
                        slot == other
                            && class[a.index()] == class[b.index()]
                            && *goes[a.index()].get_or_insert(b) == b
                    }
                    _ => p == q.index(),
                })
        })
    }

    /// Where the parameters of a type go, if they go to those of the same type and keep their values.
    pub fn parameters(&self, type_index: TypeIndex) -> Option<&[u32]> {
        let (to, parameters) = &self.types[type_index];
        (*to == type_index && parameters.flipped.iter().all(|&word| word == 0)).then_some(&parameters.image)
    }

    /// Where a code goes.
    pub fn code(&self, row: &[u64], carried: &mut Vec<u64>) {
        self.codes.apply(row, carried);
    }

    /// Where an experiment goes; returns its type.
    pub fn experiment(&self, type_index: TypeIndex, row: &[u64], carried: &mut Vec<u64>) -> TypeIndex {
        let (to, parameters) = &self.types[type_index];
        parameters.apply(row, carried);
        *to
    }
}

/// For each parameter of a type the slot and the symbol it speaks of, if symbols of the slot may be permuted.
fn names(engine: &Engine, type_index: TypeIndex) -> Vec<Option<(usize, u32)>> {
    let space = &engine.plans[type_index].space;
    let mut named = vec![None; space.propositions.index()];
    if engine.lists(type_index).acts() {
        let slots = space.slots.iter().zip(engine.symbols.slots(type_index)).enumerate();
        for (number, (slot, symbols)) in slots {
            for (&symbol, p) in symbols.iter().flatten().zip(slot.first..).filter(|(&symbol, _)| symbol != OUTSIDE) {
                named[p.index()] = Some((number, symbol));
            }
        }
    }
    named
}

impl Engine {
    /// Generators of the automorphism group of the game's graph, found at first use.
    pub(crate) fn automorphisms(&self, control: &Control) -> Result<&[Permutation]> {
        let Some(graph) = &self.graph else { return Ok(&[]) };
        Ok(&self.kept.get_or_try(|| automorphisms(&graph.graph, control))?.generators)
    }
}
