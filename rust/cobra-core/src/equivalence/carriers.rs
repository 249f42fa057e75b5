//! Symmetries of a game as what they do to codes and to standings, and numbers for situations that do not change under them.
//!
//! A symmetry carries a situation, the codes left and the standing, to one that costs the same, as it carries experiments to
//! experiments, their cells to cells, and what follows from an outcome to what follows from its image. So situations are
//! known by a number that all of an orbit share. It is found in two parts:
//!
//! - codes that a symmetry exchanges while it keeps all others, and every standing, are *alike*, and so are the images of such
//!   codes: any permutation of codes that are alike is a symmetry. Of these it only counts how many there are;
//! - of the other symmetries a subgroup of at most `MOST` is listed, and the least number counts that one of them makes.
//!
//! Every symmetry is one of the game's graph; that it carries codes to codes, with their weights and goals, is tested here.

use std::collections::HashMap;

use crate::base::convert::ToIndex;
use crate::base::error::Result;
use crate::base::hash::fingerprint;
use crate::base::ids::{CodeId, SlotId};
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::equivalence::carried_codes::CarriedCodes;
use crate::equivalence::symmetry::Symmetry;
use crate::group::permutation::{generated, is_permutation, Sets};
use crate::list::codes::Codes;
use crate::symmetry::game_graph::GameGraph;

/// Symmetries that are listed, at most: all are tried on each situation.
const MOST: usize = 128;
/// Images of codes that are kept, at most: a few megabytes.
const MOST_IMAGES: usize = 1 << 18;
/// Vertices of the graph up to which symmetries are looked for: beyond that they take longer to find than they save.
const MOST_VERTICES: usize = 2048;

/// For each slot of the standing the one it goes to, and where its values go.
type SlotImages = Vec<(SlotId, Vec<u32>)>;

/// What a symmetry does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Carrier {
    codes: Vec<CodeId>,
    /// `None`: every standing is kept.
    slots: Option<SlotImages>,
}

impl Carrier {
    /// This one after another.
    fn after(&self, first: &Carrier) -> Carrier {
        let codes = first.codes.iter().map(|&code| self.codes[code]).collect();
        let slots = match (&self.slots, &first.slots) {
            (None, slots) | (slots, None) => slots.clone(),
            (Some(then), Some(first)) => {
                let through = |(slot, values): &(SlotId, Vec<u32>)| {
                    let (to, images) = &then[*slot];
                    (*to, values.iter().map(|value| images[value.index()]).collect())
                };
                let slots: SlotImages = first.iter().map(through).collect();
                (!is_identity(&slots)).then_some(slots)
            }
        };
        Carrier { codes, slots }
    }
}

fn is_identity(slots: &SlotImages) -> bool {
    SlotId::with(slots).all(|(slot, (to, values))| slot == *to && (0..).zip(values).all(|(value, to)| value == *to))
}

/// The symmetries that situations are known by.
pub(crate) struct Carriers {
    /// For each symmetry, the first changes nothing: for each code a random number of the codes that its image is alike.
    keys: Vec<Vec<u128>>,
    slots: Vec<Option<SlotImages>>,
}

impl Carriers {
    /// `None`: there are none, or they are not known.
    pub fn new(engine: &Engine, control: &Control) -> Result<Option<Carriers>> {
        let Some(graph) = engine.graph.as_ref().filter(|graph| graph.graph.vertices() <= MOST_VERTICES) else {
            return Ok(None);
        };
        let codes = engine.some_codes()?;
        let index = CarriedCodes::new(codes, &codes.all());
        let mut found = Vec::new();
        for images in engine.automorphisms(control)? {
            control.poll()?;
            let moved = index.images(&Symmetry::new(graph, images)?);
            let moved = moved.map(|moved| moved.into_iter().map(CodeId::new).collect::<Vec<_>>());
            let moved = moved.filter(|moved| keeps(codes, moved));
            let (Some(moved), Some(slots)) = (moved, slot_images(engine, graph, images)) else { continue };
            let carrier = Carrier { codes: moved, slots: (!is_identity(&slots)).then_some(slots) };
            if carrier.slots.is_some() || !carrier.codes.iter().copied().eq(CodeId::first(codes.len())) {
                found.push(carrier);
            }
        }
        if found.is_empty() {
            return Ok(None);
        }
        let alike = alike(codes.len(), &found);
        let listed = listed(&alike, &found);
        let key = |&code: &CodeId| fingerprint([u64::from(alike[code].number())].into_iter());
        let keys = listed.iter().map(|carrier| carrier.codes.iter().map(key).collect()).collect();
        Ok(Some(Carriers { keys, slots: listed.into_iter().map(|carrier| carrier.slots).collect() }))
    }

    /// How many symmetries there are to be tried.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// A number of what a symmetry makes of a code; those of a set are added up.
    pub fn key(&self, carrier: usize, code: CodeId) -> u128 {
        self.keys[carrier][code]
    }

    /// Whether a symmetry keeps every standing.
    pub fn keeps_standings(&self, carrier: usize) -> bool {
        self.slots[carrier].is_none()
    }

    /// Where a symmetry carries a standing.
    pub fn standing(&self, carrier: usize, standing: &[u32]) -> Vec<u32> {
        let mut carried = standing.to_vec();
        for ((to, values), value) in self.slots[carrier].iter().flatten().zip(standing) {
            carried[*to] = values[value.index()];
        }
        carried
    }
}

/// Whether codes go to codes of the same weight, each to another, and those of one goal to those of one goal.
fn keeps(codes: &Codes, moved: &[CodeId]) -> bool {
    let mut goals: HashMap<u32, u32> = HashMap::new();
    is_permutation(moved)
        && CodeId::first(codes.len()).zip(moved).all(|(code, &to)| {
            let goal = codes.goal_of(to);
            codes.weight(code) == codes.weight(to) && *goals.entry(codes.goal_of(code)).or_insert(goal) == goal
        })
}

/// What an automorphism does to the standing, of which all types have the same slots.
fn slot_images(engine: &Engine, graph: &GameGraph, images: &[u32]) -> Option<SlotImages> {
    let places = engine.program.standing.as_ref().map_or(0, |rules| rules.start.len());
    let (kind, pairs) = (engine.program.types.first()?, graph.parameters.first()?);
    let slots = &kind.space.slots[kind.space.slots.len().checked_sub(places)?..];
    let vertices = |slot: &crate::game::program::Slot| slot.first..slot.first + slot.width();
    let named: HashMap<u32, (SlotId, u32)> = SlotId::with(slots)
        .flat_map(|(number, slot)| {
            (0..).zip(vertices(slot)).map(move |(value, p)| (pairs[p.index()].0, (number, value)))
        })
        .collect();
    let image = |slot: &crate::game::program::Slot| -> Option<(SlotId, Vec<u32>)> {
        let to: Vec<(SlotId, u32)> =
            vertices(slot).map(|p| named.get(&images[pairs[p.index()].0.index()]).copied()).collect::<Option<_>>()?;
        let first = to.first()?.0;
        to.iter().all(|(slot, _)| *slot == first).then(|| (first, to.iter().map(|(_, value)| *value).collect()))
    };
    slots.iter().map(image).collect()
}

/// For each code the first of those that it is alike.
fn alike(codes: usize, found: &[Carrier]) -> Vec<CodeId> {
    let mut sets = Sets::new(codes);
    let mut waiting = Vec::new();
    for carrier in found.iter().filter(|carrier| carrier.slots.is_none()) {
        let mut moved =
            CodeId::first(codes).zip(&carrier.codes).filter(|(code, to)| code != *to).map(|(code, _)| code);
        if let (Some(a), Some(b), None) = (moved.next(), moved.next(), moved.next()) {
            waiting.push((a, b));
        }
    }
    while let Some((a, b)) = waiting.pop() {
        if sets.least(a.number()) != sets.least(b.number()) {
            sets.join(a.number(), b.number());
            waiting.extend(found.iter().map(|carrier| (carrier.codes[a], carrier.codes[b])));
        }
    }
    CodeId::first(codes).map(|code| CodeId::new(sets.least(code.number()))).collect()
}

/// A subgroup, without what only permutes codes that are alike; the first of it changes nothing.
fn listed(alike: &[CodeId], found: &[Carrier]) -> Vec<Carrier> {
    let most = MOST.min(MOST_IMAGES / alike.len().max(1)).max(1);
    let none = Carrier { codes: CodeId::first(alike.len()).collect(), slots: None };
    let essence = |carrier: &Carrier| {
        let codes: Vec<CodeId> = carrier.codes.iter().map(|&code| alike[code]).collect();
        (codes, carrier.slots.clone())
    };
    let mut listed = vec![none.clone()];
    let mut generators: Vec<Carrier> = Vec::new();
    for carrier in found {
        generators.push(carrier.clone());
        match generated(none.clone(), &generators, most, Carrier::after, essence) {
            Some(more) => listed = more,
            None => drop(generators.pop()),
        }
    }
    listed
}
