//! Canonical numbers of states, and which symmetries carry a state to itself.
//!
//! The symmetries meant are the permutations of interchangeable symbols and members of groups of slots (see
//! `SymbolGroup` and `SlotGroup`) that carry the set of all codes to itself, with weights and goals. Call symbols and
//! members *things*; they form classes, and every permutation within classes is a symmetry. A symmetry g carries
//! experiments along: the experiment g(e) makes the cells g(C) of g(S) where e makes the cells C of S, the same of them
//! final. So S and g(S) cost the same, and where g(S) = S the experiments e and g(e) cost the same on S.
//!
//! **Canonical numbers.** The things get colours: that of a thing tells how often codes of the state use it, and together
//! with what (colour refinement; Weisfeiler and Leman 1968). Things of equal colour are told apart by choosing one of them,
//! after which colours are refined again (McKay 1981, without going back: one path of the search tree). The order of
//! colours within classes is a symmetry, and the number of the state is a hash of the set of codes it carries the state to.
//! States with equal numbers are thus carried to the same set by symmetries, and cost the same, whatever the colours are
//! worth; where refinement is not as fine as orbits, states that could have the same number may get different ones.
//!
//! **Symmetries of a state.** Where the path chooses a thing, the others of its colour are chosen instead, one after the
//! other. When the state then gets the same number, one labelling after the inverse of the other is a symmetry of the
//! state; that it is, is tested on all codes. The last choice comes first, so that things joined by symmetries that fix
//! what was chosen before need not be tried (Schreier 1927, Sims 1970).
//!
//! **Turns** are a few further symmetries (see `turns`). A state is labelled after each of them, and its number is the least
//! of those it gets; where two are equal, one labelling after the inverse of the other is a symmetry of the state again.
//!
//! Which things there are is found out in `things`.

mod things;

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::hash::mix;
use crate::base::ids::CodeId;
use crate::equivalence::symmetry::Symmetry;
use crate::game::space::{bit, set_bit};
use crate::group::permutation::Sets;
use crate::list::codes::Codes;
use crate::list::rows::Index;

use super::transposition::StateKey;

/// The colour of things that no code of a state uses.
const IDLE: u64 = u64::MAX;
/// The sum of the numbers of no propositions: a code that holds none counts in a state like any other (a finaliser leaves 0 as it is).
const NOTHING: StateKey = 0x9e37_79b9_7f4a_7c15_632b_e59b_d9b4_e019;
/// No thing.
const NONE: u32 = u32::MAX;

/// What a proposition is to a thing that it speaks of: its place in the thing's list.
#[derive(Clone, Copy)]
struct Mention {
    thing: u32,
    index: u32,
}

const NOWHERE: Mention = Mention { thing: NONE, index: 0 };

/// The symmetries of a game that permute things.
pub(crate) struct Canonical<'a> {
    codes: &'a Codes,
    index: Index,
    /// Things with lower numbers are symbols, the others members.
    symbols: usize,
    /// The things of each class of at least two, ascending; symbols come before members.
    classes: Vec<Vec<u32>>,
    /// There are several classes of symbols, perhaps one for each member: once members are told apart, so are these.
    members_first: bool,
    /// For each thing its propositions, in the same order for all things of a class.
    lists: Vec<Vec<u32>>,
    /// For each proposition its place as one of a symbol and as one of a member; the last one for none, with colour 0.
    places: Vec<[Mention; 2]>,
    /// For each proposition what does not change.
    base: Vec<u64>,
    /// The propositions that hold, code after code, and where those of each code start.
    holding: Vec<u32>,
    starts: Vec<u32>,
    /// Random numbers of the propositions.
    keys: Vec<StateKey>,
    turns: Vec<FurtherSymmetry>,
}

/// A further symmetry, and where it carries the codes.
pub(crate) struct FurtherSymmetry {
    pub symmetry: Symmetry,
    codes: Vec<CodeId>,
}

/// A part of a symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    /// For each thing the one it goes to; `NONE` outside classes.
    Things(Vec<u32>),
    /// The turn of this number, or its inverse.
    FurtherSymmetry { number: usize, back: bool },
}

/// A symmetry as its parts, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    pub steps: Vec<Motion>,
}

impl FurtherSymmetry {
    /// Where it carries the codes.
    pub fn codes(&self) -> &[CodeId] {
        &self.codes
    }
}

impl Moves {
    pub fn inverse(&self) -> Moves {
        let inverse = |step: &Motion| match step {
            Motion::Things(images) => Motion::Things(backwards(images)),
            &Motion::FurtherSymmetry { number, back } => Motion::FurtherSymmetry { number, back: !back },
        };
        Moves { steps: self.steps.iter().rev().map(inverse).collect() }
    }
}

/// Buffers of one thread.
#[derive(Default)]
pub(crate) struct Scratch {
    colours: Vec<u64>,
    fresh: Vec<u64>,
    of_proposition: Vec<u64>,
    sums: Vec<u64>,
    /// The things of all classes, class by class, each class by colour.
    order: Vec<u32>,
    image: Vec<u32>,
    labels: Vec<u32>,
    marks: Vec<u64>,
}

/// A choice on the path to a labelling.
struct Branching {
    /// Colours before.
    colours: Vec<u64>,
    chosen: u32,
    /// The things of its colour.
    cell: Vec<u32>,
}

impl Canonical<'_> {
    pub fn classes(&self) -> &[Vec<u32>] {
        &self.classes
    }

    fn holding(&self, code: CodeId) -> &[u32] {
        &self.holding[self.starts[code.index()].index()..self.starts[code.index() + 1].index()]
    }

    pub fn turns(&self) -> &[FurtherSymmetry] {
        &self.turns
    }

    /// Where exchanging two things of a class carries the codes.
    pub fn exchanged(&self, a: u32, b: u32) -> Option<Vec<CodeId>> {
        let mut images: Vec<u32> = (0..self.places.len().to_u32()).collect();
        for (&p, &q) in self.lists[a.index()].iter().zip(&self.lists[b.index()]) {
            (images[p.index()], images[q.index()]) = (q, p);
        }
        let mut row = vec![0; self.codes.rows.words];
        let mut image = |code: CodeId| {
            row.fill(0);
            for &p in self.holding(code) {
                let to = images[p.index()];
                row[to.index() / 64] |= 1 << (to % 64);
            }
            self.index.find(&self.codes.rows, &row).map(CodeId::new)
        };
        CodeId::first(self.codes.len()).map(&mut image).collect()
    }

    /// Where a turn carries a state.
    fn turned(&self, number: usize, state: &[CodeId]) -> Vec<CodeId> {
        state.iter().map(|&code| self.turns[number].codes[code]).collect()
    }

    /// The canonical number of a state.
    pub fn number(&self, scratch: &mut Scratch, state: &[CodeId]) -> StateKey {
        let first = self.numbered(scratch, state);
        (0..self.turns.len()).fold(first, |least, turn| least.min(self.numbered(scratch, &self.turned(turn, state))))
    }

    /// The number of a state without turns; leaves the labelling in the scratch.
    fn numbered(&self, scratch: &mut Scratch, state: &[CodeId]) -> StateKey {
        self.begin(scratch);
        self.label(scratch, state, None);
        self.labelled(scratch, state)
    }

    /// The symmetry that carries a state to the one its number is of.
    pub fn labelling(&self, scratch: &mut Scratch, state: &[CodeId]) -> Moves {
        let mut least = self.numbered(scratch, state);
        let mut moves = self.two_steps(&scratch.image);
        for turn in 0..self.turns.len() {
            let number = self.numbered(scratch, &self.turned(turn, state));
            if number < least {
                least = number;
                moves = self.two_steps(&scratch.image);
                moves.steps.insert(0, Motion::FurtherSymmetry { number: turn, back: false });
            }
        }
        moves
    }

    fn two_steps(&self, image: &[u32]) -> Moves {
        let symbols = self.symbols.min(image.len());
        Moves { steps: vec![self.part(image, 0..symbols), self.part(image, symbols..image.len())] }
    }

    fn begin(&self, scratch: &mut Scratch) {
        scratch.colours.clear();
        scratch.colours.resize(self.lists.len(), 0);
        scratch.order.clear();
        scratch.order.extend(self.classes.iter().flatten());
        for class in &self.classes {
            let colour = mix(class.len().to_u64() + 1);
            class.iter().for_each(|&thing| scratch.colours[thing.index()] = colour);
        }
    }

    /// Refines colours and chooses until no things of one class have the same colour but those that are not used.
    fn label(&self, scratch: &mut Scratch, state: &[CodeId], mut choices: Option<&mut Vec<Branching>>) {
        loop {
            let Some(cell) = self.refine(scratch, state) else { return };
            let chosen = scratch.order[cell.start];
            if let Some(choices) = &mut choices {
                let (colours, cell) = (scratch.colours.clone(), scratch.order[cell].to_vec());
                choices.push(Branching { colours, chosen, cell });
            }
            single_out(&mut scratch.colours, chosen);
        }
    }

    /// Refines colours until nothing changes; returns the things of a class that have one colour, if they are used.
    fn refine(&self, scratch: &mut Scratch, state: &[CodeId]) -> Option<std::ops::Range<usize>> {
        if self.classes.is_empty() {
            return None;
        }
        let mut parts = self.sort(scratch);
        loop {
            let Scratch { colours, fresh, of_proposition, sums, .. } = scratch;
            of_proposition.clear();
            of_proposition.extend(self.places.iter().zip(&self.base).map(|(&[symbol, member], base)| {
                let colour = |place: Mention| colours.get(place.thing.index()).copied().unwrap_or(0);
                mix(base.wrapping_add(colour(symbol)).wrapping_add(colour(member).rotate_left(21)))
            }));
            sums.clear();
            sums.resize(self.places.len(), 0);
            for &code in state {
                let holding = self.holding(code);
                let sum = holding.iter().fold(0, |sum: u64, &p| sum.wrapping_add(of_proposition[p.index()]));
                let sum = mix(sum) >> 24 | 1; // so that sums are 0 where nothing was added, up to 2^24 codes
                holding.iter().for_each(|&p| sums[p.index()] = sums[p.index()].wrapping_add(sum));
            }
            fresh.clone_from(colours);
            for &thing in self.classes.iter().flatten() {
                let list = &self.lists[thing.index()];
                let is_idle = list.iter().all(|&p| sums[p.index()] == 0);
                let of = |&p: &u32| mix(sums[p.index()] ^ of_proposition[p.index()]);
                let sum = list.iter().map(of).fold(colours[thing.index()], u64::wrapping_add);
                fresh[thing.index()] = if is_idle { IDLE } else { mix(sum) };
            }
            std::mem::swap(colours, fresh);
            let now = self.sort(scratch);
            if now.0 == parts.0 || now.1.is_none() {
                return now.1;
            }
            parts = now;
        }
    }

    /// Sorts each class by colour; returns the number of colours, and things in use that share one: the fewest.
    fn sort(&self, scratch: &mut Scratch) -> (usize, Option<std::ops::Range<usize>>) {
        let Scratch { colours, order, .. } = scratch;
        let of = |thing: u32| colours[thing.index()];
        let (mut start, mut parts) = (0, 0);
        let mut least: Option<(bool, usize, u64, usize)> = None;
        for class in &self.classes {
            let things = &mut order[start..start + class.len()];
            things.sort_unstable_by_key(|&thing| (of(thing), thing));
            let mut place = start;
            for cell in things.chunk_by(|&a, &b| of(a) == of(b)) {
                let later = self.members_first && (cell[0].index()) < self.symbols;
                let found = (later, cell.len(), of(cell[0]), place);
                if cell.len() > 1 && of(cell[0]) != IDLE && least.is_none_or(|least| found < least) {
                    least = Some(found);
                }
                parts += 1;
                place += cell.len();
            }
            start = place;
        }
        (parts, least.map(|(_, size, _, place)| place..place + size))
    }

    /// The number of the set of codes to which the order of colours carries a state.
    fn labelled(&self, scratch: &mut Scratch, state: &[CodeId]) -> StateKey {
        self.find_images(scratch);
        debug_assert!(self.permutes_classes(&scratch.image));
        let Scratch { image, labels, .. } = scratch;
        labels.clear();
        labels.extend((0..self.places.len().to_u32()).map(|p| self.carried(self.carried(p, 0, image), 1, image)));
        state.iter().fold(0, |sum: StateKey, &code| {
            let row = self.holding(code).iter();
            let row = row.fold(NOTHING, |row: StateKey, &p| row.wrapping_add(self.keys[labels[p.index()].index()]));
            let code = StateKey::from(mix((row >> 64) as u64)) << 64 | StateKey::from(mix(row as u64));
            sum.wrapping_add(code)
        })
    }

    /// Where the order of colours carries each thing.
    fn find_images(&self, scratch: &mut Scratch) {
        let Scratch { order, image, .. } = scratch;
        image.clear();
        image.resize(self.lists.len(), NONE);
        for (&thing, &to) in order.iter().zip(self.classes.iter().flatten()) {
            image[thing.index()] = to;
        }
    }

    /// Whether things go to things of their class, each to another.
    fn permutes_classes(&self, image: &[u32]) -> bool {
        self.classes.iter().all(|class| {
            let mut images: Vec<u32> = class.iter().map(|&thing| image[thing.index()]).collect();
            images.sort_unstable();
            images == *class
        })
    }

    /// Where a permutation of the symbols (0) or members (1) carries a proposition.
    fn carried(&self, p: u32, kind: usize, image: &[u32]) -> u32 {
        match self.places[p.index()][kind] {
            Mention { thing: NONE, .. } => p,
            Mention { thing, index } => self.lists[image[thing.index()].index()][index.index()],
        }
    }

    /// Generators of the symmetries of a state.
    pub fn stabiliser(&self, scratch: &mut Scratch, state: &[CodeId]) -> Vec<Moves> {
        self.begin(scratch);
        let mut choices = Vec::new();
        self.label(scratch, state, Some(&mut choices));
        let number = self.labelled(scratch, state);
        let (image, labels) = (scratch.image.clone(), scratch.labels.clone());
        let mut found = self.idle(scratch);
        let mut joined = Sets::new(self.lists.len());
        for choice in choices.iter().rev() {
            for &other in &choice.cell {
                if joined.least(other) == joined.least(choice.chosen) {
                    continue;
                }
                scratch.colours.clone_from(&choice.colours);
                single_out(&mut scratch.colours, other);
                self.label(scratch, state, None);
                if self.labelled(scratch, state) != number || !self.same_codes(scratch, (state, state), &labels) {
                    continue;
                }
                let moves = self.difference(&image, &scratch.image);
                debug_assert!(self.keeps(&moves, state));
                // Those that move members may carry symbols of one class to others; then less is known to be joined.
                if let [Motion::Things(step)] = &moves.steps[..] {
                    step.iter().zip(0..).filter(|&(&to, _)| to != NONE).for_each(|(&to, of)| joined.join(of, to));
                } else {
                    joined.join(other, choice.chosen);
                }
                found.push(moves);
            }
        }
        for turn in 0..self.turns.len() {
            let turned = self.turned(turn, state);
            if self.numbered(scratch, &turned) == number && self.same_codes(scratch, (state, &turned), &labels) {
                let mut moves = self.difference(&scratch.image, &image);
                moves.steps.insert(0, Motion::FurtherSymmetry { number: turn, back: false });
                debug_assert!(self.keeps(&moves, state));
                found.push(moves);
            }
        }
        found
    }

    /// The exchanges of things that are not used.
    fn idle(&self, scratch: &Scratch) -> Vec<Moves> {
        let is_idle = |thing: &&u32| scratch.colours[**thing as usize] == IDLE;
        let pairs = self.classes.iter().flat_map(|class| {
            let idle: Vec<u32> = class.iter().filter(is_idle).copied().collect();
            (1..idle.len()).map(move |place| (idle[place - 1], idle[place]))
        });
        let exchange = |(a, b): (u32, u32)| {
            let mut image = self.identity();
            (image[a.index()], image[b.index()]) = (b, a);
            Moves { steps: vec![Motion::Things(image)] }
        };
        pairs.map(exchange).collect()
    }

    /// Whether a symmetry carries a state to itself: what is asserted, step by step on the codes' propositions.
    fn keeps(&self, moves: &Moves, state: &[CodeId]) -> bool {
        let mut carried: Vec<CodeId> = state.iter().filter_map(|&code| self.image(moves, code)).collect();
        carried.sort_unstable();
        carried == state
    }

    /// Where a symmetry carries a code; `None`: to none.
    fn image(&self, moves: &Moves, code: CodeId) -> Option<CodeId> {
        moves.steps.iter().try_fold(code, |code, step| match step {
            Motion::Things(images) => {
                let mut row = vec![0; self.codes.rows.words];
                let to = |&p: &u32| self.carried(self.carried(p, 0, images), 1, images);
                self.holding(code).iter().map(to).for_each(|p| set_bit(&mut row, p));
                self.index.find(&self.codes.rows, &row).map(CodeId::new)
            }
            &Motion::FurtherSymmetry { number, back: false } => Some(self.turns[number].codes[code]),
            &Motion::FurtherSymmetry { number, back: true } => {
                self.turns[number].codes.iter().position(|&to| to == code).map(CodeId::at)
            }
        })
    }

    fn identity(&self) -> Vec<u32> {
        let mut image = vec![NONE; self.lists.len()];
        self.classes.iter().flatten().for_each(|&thing| image[thing.index()] = thing);
        image
    }

    /// Whether a labelling carries a state to the codes to which the one in the scratch carries another.
    fn same_codes(&self, scratch: &mut Scratch, (state, other): (&[CodeId], &[CodeId]), by: &[u32]) -> bool {
        let words = self.codes.rows.words;
        let Scratch { labels, marks, .. } = scratch;
        marks.clear();
        marks.resize(self.codes.len().div_ceil(64), 0);
        let mut row = vec![0; words];
        let mut image = |code: CodeId, labels: &[u32]| {
            row.fill(0);
            for &p in self.holding(code) {
                let to = labels[p.index()];
                row[to.index() / 64] |= 1 << (to % 64);
            }
            self.index.find(&self.codes.rows, &row)
        };
        for &code in state {
            let Some(to) = image(code, by) else { return false };
            marks[to.index() / 64] |= 1 << (to % 64);
        }
        other.iter().all(|&code| image(code, labels).is_some_and(|to| bit(marks, to)))
    }

    /// The symmetry that is one labelling and then the inverse of another. Labellings permute symbols, then members.
    fn difference(&self, first: &[u32], second: &[u32]) -> Moves {
        let back = backwards(second);
        let both: Vec<u32> = first.iter().map(|&to| if to == NONE { NONE } else { back[to.index()] }).collect();
        let symbols = self.symbols.min(both.len());
        if (symbols..).zip(&both[symbols..]).all(|(thing, &to)| to == NONE || to.index() == thing) {
            return Moves { steps: vec![Motion::Things(both)] };
        }
        let (symbols, members) = (0..symbols, symbols..both.len());
        Moves { steps: vec![self.part(first, symbols.clone()), self.part(&both, members), self.part(&back, symbols)] }
    }

    /// What a permutation does to some things.
    fn part(&self, images: &[u32], things: std::ops::Range<usize>) -> Motion {
        let mut part = self.identity();
        part[things.clone()].copy_from_slice(&images[things]);
        Motion::Things(part)
    }
}

/// The inverse of a permutation of things.
fn backwards(images: &[u32]) -> Vec<u32> {
    let mut back = vec![NONE; images.len()];
    images.iter().zip(0..).filter(|&(&to, _)| to != NONE).for_each(|(&to, of)| back[to.index()] = of);
    back
}

/// Tells a thing from those of the same colour.
fn single_out(colours: &mut [u64], thing: u32) {
    colours[thing.index()] = mix(colours[thing.index()] ^ 0x2545_f491_4f6c_dd1d);
}
