//! Which codes no experiment tells apart.
//!
//! The classes of such codes are found by refinement, as states of an automaton are (Moore 1956): an experiment splits
//! every class into codes that answer it alike. Only one experiment of each orbit under the symbols and slots
//! interchangeable in the set of all codes is looked at. If g carries codes and experiments along, the image of an
//! experiment separates g(a) from g(b) when the experiment separates a from b; so the result is the coarsest refinement
//! that every g carries to itself, and it is enough to try the transpositions that generate the group. That is done
//! from time to time, since most games are separated by the images of a few experiments.

use std::collections::{BTreeMap, HashMap};

use crate::base::error::Result;
use crate::base::ids::CodeId;
use crate::base::limits::Control;
use crate::engine::Engine;
use crate::pick::chooser::{Buffers, Chooser, Options};
use crate::pick::strategy::{Strategy, Ties};
use crate::symmetry::classes::Transpositions;

/// Experiments of the first block of those too many to be listed.
const FIRST_BLOCK: usize = 64;
/// Codes looked at between two polls.
const POLL: usize = 1 << 20;

/// The classes of two codes or more that no experiment tells apart, each ascending, by their first codes; ending of the
/// game and goal do not matter.
pub fn inseparable(engine: &Engine, control: &Control) -> Result<Vec<Vec<CodeId>>> {
    let mut classes: BTreeMap<CodeId, Vec<CodeId>> = BTreeMap::new();
    let alike = alike(engine, control)?;
    for (code, first) in CodeId::first(alike.len()).zip(alike).filter(|(code, first)| code != first) {
        classes.entry(first).or_insert_with(|| vec![first]).push(code);
    }
    Ok(classes.into_values().collect())
}

/// For each code the first of those that no experiment tells it apart from.
pub(crate) fn alike(engine: &Engine, control: &Control) -> Result<Vec<CodeId>> {
    if let Some(table) = engine.table(control)? {
        return Ok(table.alike());
    }
    let chooser = Chooser::new(engine, Options::by(Strategy::First, Ties::First), None, control)?;
    control.watched(|| refine(&chooser))
}

fn refine(chooser: &Chooser<'_>) -> Result<Vec<CodeId>> {
    let Chooser { engine, codes, control, .. } = *chooser;
    let images = Transpositions::new(&engine.symbols, codes, &engine.first_classes(control)?.class, control)?;
    let mut parts = Parts::new(codes.len());
    let all = parts.open.clone();
    let mut buffers = Buffers::default();
    let mut choosing = chooser.at(&mut buffers, &all, None);
    let (mut looked_at, mut close_after) = (0_u64, 1);
    for type_index in engine.all_types() {
        if parts.open.is_empty() {
            break;
        }
        let evaluator = &chooser.data(type_index)?.evaluator;
        let source = choosing.source(type_index)?;
        source.for_each(engine.context(type_index, control), evaluator, FIRST_BLOCK, |list| {
            let mut gathered = evaluator.gather(&parts.open);
            for experiment in 0..list.len() {
                control.poll()?;
                let Buffers { evaluate, outcomes, .. } = &mut *choosing.buffers;
                evaluator.partition_gathered(gathered.probe(list, experiment), evaluate, outcomes);
                let mut split = parts.split(outcomes.iter().map(|outcome| outcome.number()));
                looked_at += 1;
                if looked_at == close_after {
                    split |= parts.close(&images, control)?;
                    close_after *= 2;
                }
                if parts.open.is_empty() {
                    return Ok(false);
                }
                if split {
                    gathered = evaluator.gather(&parts.open);
                }
            }
            Ok(true)
        })?;
    }
    parts.close(&images, control)?;
    Ok(parts.first)
}

/// A partition of the codes that becomes finer.
struct Parts {
    /// For each code the first of its class.
    first: Vec<CodeId>,
    /// The codes that are not alone, ascending.
    open: Vec<CodeId>,
    /// For the first code of each class the value it has in the present split.
    value: Vec<u32>,
}

impl Parts {
    fn new(codes: usize) -> Parts {
        let open = if codes > 1 { CodeId::first(codes).collect() } else { Vec::new() };
        Parts { first: vec![CodeId::new(0); codes], open, value: vec![0; codes] }
    }

    /// Splits the classes by a value for each open code; false if nothing changes.
    fn split(&mut self, values: impl IntoIterator<Item = u32>) -> bool {
        let mut moved: HashMap<(CodeId, u32), CodeId> = HashMap::new();
        for (&code, value) in self.open.iter().zip(values) {
            let first = self.first[code];
            if first == code {
                self.value[code] = value; // before any other code of the class
            } else if self.value[first] != value {
                self.first[code] = *moved.entry((first, value)).or_insert(code);
            }
        }
        if moved.is_empty() {
            return false;
        }
        let mut sizes: HashMap<CodeId, u32> = HashMap::new();
        self.open.iter().for_each(|&code| *sizes.entry(self.first[code]).or_insert(0) += 1);
        self.open.retain(|&code| sizes[&self.first[code]] > 1);
        true
    }

    /// Splits the classes until all images carry classes to classes; false if nothing changes.
    fn close(&mut self, images: &Transpositions<'_>, control: &Control) -> Result<bool> {
        let (mut changed, mut quiet, mut number) = (false, 0, 0);
        while quiet < images.len() && !self.open.is_empty() {
            let mut values = Vec::with_capacity(self.open.len());
            for codes in self.open.chunks(POLL) {
                control.poll()?;
                values.extend(codes.iter().map(|&code| self.first[images.image(number, code)].number()));
            }
            quiet = if self.split(values) { 0 } else { quiet + 1 };
            changed |= quiet == 0;
            number = (number + 1) % images.len();
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_split_and_are_named_by_their_first_code() {
        let mut parts = Parts::new(6);
        assert!(parts.split([3, 1, 3, 1, 2, 2]));
        assert_eq!(parts.first, [0, 1, 0, 1, 4, 4].map(CodeId::new));
        assert!(!parts.split([0, 0, 0, 0, 7, 7]));
        assert!(parts.split([0, 0, 1, 0, 7, 7]));
        assert_eq!(parts.first, [0, 1, 2, 1, 4, 4].map(CodeId::new));
        assert_eq!(parts.open, [1, 3, 4, 5].map(CodeId::new));
    }

    #[test]
    fn one_code_is_alone() {
        assert!(Parts::new(1).open.is_empty());
    }
}
