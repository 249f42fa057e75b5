//! Which symbols and members are interchangeable for the search, and where propositions speak of them.

use std::collections::HashMap;

use crate::base::convert::{ToIndex, ToU32};
use crate::base::error::Result;
use crate::base::hash::mix;
use crate::base::ids::CodeId;
use crate::base::limits::Control;
use crate::game::space::{exchange, ones};
use crate::list::rows::Index;

use super::super::problem::Problem;
use super::super::transposition::number_key;
use super::super::turns::turns;
use super::{backwards, Canonical, FurtherSymmetry, Mention, NONE, NOWHERE};

/// Symbols and members up to which states are looked at: colours are refined again for each of them.
const MOST_THINGS: usize = 256;

impl<'a> Canonical<'a> {
    /// `None`: no things are interchangeable, or there are too many.
    pub fn new(problem: &Problem<'a>, control: &Control) -> Result<Option<Canonical<'a>>> {
        let (engine, codes) = (problem.engine, problem.codes);
        let rows = &codes.rows;
        let index = Index::new(rows);
        let mut canonical = Canonical {
            codes,
            index,
            symbols: engine.symbols.symbols(),
            classes: Vec::new(),
            members_first: false,
            lists: Vec::new(),
            places: vec![[NOWHERE; 2]; 64 * rows.words],
            base: Vec::new(),
            holding: Vec::new(),
            starts: vec![0],
            keys: Vec::new(),
            turns: Vec::new(),
        };
        let class = &engine.first_classes(control)?.class;
        canonical.lists = (0..class.len()).map(|thing| engine.symbols.propositions(thing).to_vec()).collect();
        for first in 0..class.len().to_u32() {
            let mut open: Vec<u32> = (first..class.len().to_u32()).filter(|&b| class[b.index()] == first).collect();
            // Exchanging two things is a symmetry or not; that it is, is an equivalence.
            while let [a, rest @ ..] = &open[..] {
                let mut own = vec![*a];
                for &b in rest {
                    control.poll()?;
                    if canonical.is_symmetry(*a, b) {
                        own.push(b);
                    }
                }
                open.retain(|thing| !own.contains(thing));
                if own.len() > 1 {
                    canonical.add(own);
                }
            }
        }
        let things = canonical.classes.iter().map(Vec::len).sum::<usize>();
        if things > MOST_THINGS {
            return Ok(None);
        }
        let is_symbols = |class: &&Vec<u32>| (class[0].index()) < canonical.symbols;
        canonical.members_first = canonical.classes.iter().filter(is_symbols).count() > 1;
        canonical.base = (0..).zip(&canonical.places).map(|(p, places)| base(p, *places)).collect();
        canonical.keys = (0..canonical.places.len().to_u32()).map(|p| number_key(p ^ 0x5555_0000)).collect();
        for code in 0..rows.len() {
            canonical.holding.extend(ones(rows.row(code)));
            canonical.starts.push(canonical.holding.len().to_u32());
        }
        for symmetry in turns(engine, &canonical, control)? {
            let mut carried = Vec::new();
            let image = |code: CodeId| {
                symmetry.code(rows.row(code.index()), &mut carried);
                canonical.index.find(rows, &carried).map(CodeId::new)
            };
            let images: Option<Vec<CodeId>> = CodeId::first(rows.len()).map(image).collect();
            if let Some(codes) = images.filter(|images| canonical.keeps_costs(|code| Some(images[code]))) {
                canonical.turns.push(FurtherSymmetry { symmetry, codes });
            }
        }
        Ok(Some(canonical).filter(|canonical| things > 0 || !canonical.turns.is_empty()))
    }

    /// Whether exchanging two things, which carries codes to codes, keeps weights and carries equal goals to equal goals.
    fn is_symmetry(&self, a: u32, b: u32) -> bool {
        self.keeps_costs(|code| {
            let mut row = self.codes.rows.row(code.index()).to_vec();
            for (&p, &q) in self.lists[a.index()].iter().zip(&self.lists[b.index()]) {
                exchange(&mut row, p, q);
            }
            self.index.find(&self.codes.rows, &row).map(CodeId::new)
        })
    }

    fn keeps_costs(&self, image: impl Fn(CodeId) -> Option<CodeId>) -> bool {
        let codes = self.codes;
        if codes.weight.is_none() && codes.goal.is_none() {
            return true;
        }
        let mut goes: HashMap<u32, u32> = HashMap::new();
        CodeId::first(codes.len()).all(|code| {
            let Some(image) = image(code) else { return false };
            let same_goal = codes.goal.as_ref().is_none_or(|goals| {
                let to = goals[image];
                *goes.entry(goals[code]).or_insert(to) == to
            });
            same_goal && codes.weight(code) == codes.weight(image)
        })
    }

    /// Whether a permutation of propositions is one of members after one of symbols.
    pub fn permutes_things(&self, mut images: Vec<u32>) -> bool {
        for kind in [1, 0] {
            let mut image = vec![NONE; self.lists.len()];
            for class in self.classes.iter().filter(|class| usize::from(class[0].index() >= self.symbols) == kind) {
                for &thing in class {
                    let within = |to: &&u32| {
                        let mut places =
                            self.lists[thing.index()].iter().map(|&p| self.places[images[p.index()].index()]);
                        places.all(|place| place[kind].thing == **to)
                    };
                    let Some(&to) = class.iter().find(within) else { return false };
                    image[thing.index()] = to;
                }
            }
            let back = backwards(&image);
            images.iter_mut().for_each(|p| *p = self.carried(*p, kind, &back));
        }
        images.iter().zip(0..).all(|(&to, p)| to == p)
    }

    /// Adds a class, unless a proposition is one of two symbols or of two members.
    fn add(&mut self, class: Vec<u32>) {
        let kind = usize::from(class[0].index() >= self.symbols);
        let propositions = || class.iter().flat_map(|&thing| self.lists[thing.index()].iter());
        let mut all: Vec<u32> = propositions().copied().collect();
        all.sort_unstable();
        let twice = all.windows(2).any(|pair| pair[0] == pair[1]);
        if twice || all.iter().any(|&p| self.places[p.index()][kind].thing != NONE) {
            return;
        }
        for &thing in &class {
            for (&p, index) in self.lists[thing.index()].iter().zip(0..) {
                self.places[p.index()][kind] = Mention { thing, index };
            }
        }
        self.classes.push(class);
    }
}

/// What tells propositions apart that have things of the same colours. Where one kind of things is interchangeable only,
/// the place in its list stays the same.
fn base(p: u32, places: [Mention; 2]) -> u64 {
    let [symbol, member] = places.map(|place| (place.thing != NONE).then_some(place.index));
    mix(match (symbol, member) {
        (Some(_), Some(_)) => 1,
        (Some(index), None) | (None, Some(index)) => u64::from(index) << 2 | 2,
        (None, None) => u64::from(p) << 2 | 3,
    })
}
