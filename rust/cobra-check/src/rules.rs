//! The facts, and the rules by which they follow.
//!
//! A fact says cost(S, k) ≥ v: no strategy for the codes S, after an outcome that was not final, costs less than v if plays take at most k
//! more experiments. Strategies are finite trees; where they cost least and have fewest experiments, no experiment is
//! without progress: at least two cells on S, or, where plays end with a hit, a final one. For one without it leads to the same
//! codes, not over, and what follows it does the same with an experiment less.
//!
//! **Lemma 6 (subset).** Let T ⊆ S, and let the play at S not be over. Then cost(S, f, k) ≥ cost(T, k). Play a strategy for S on the codes of T alone
//! and leave out experiments without progress and what comes after the end: no play is longer, no experiment is new. Where the
//! play at S ends, it is over for the codes of T too: after the same final outcome; or they have one goal, or are inseparable, as those of S.
//! In a `confirm` game one code of T may remain that the strategy has together with others: if they are not inseparable,
//! one more experiment is made there, which costs as much as to confirm the code. *Except* where only consistent experiments count,
//! since one that may hit a code of S may hit none of T; and in `confirm` games with inseparable codes.
//!
//! **Lemma 7 (experiments).** Where the play at S is not over, a strategy of least cost begins with an experiment e that makes progress (and
//! is consistent with S), and costs e itself and, of each cell T, cost(T, f, k − 1). So it suffices that for each such e a sum of
//! bounds of its cells is large enough. That also holds if e has the same cells on S, and the same final ones, as an experiment for
//! which it was shown, or is carried to one by a symmetry that keeps S (Lemma 5).
//!
//! With a fixed first experiment, a fact about all listed codes only goes through that one, and serves for claims only.

use std::collections::HashSet;

use crate::bound::{after, Bound, Cost, Left, IMPOSSIBLE};
use crate::look::look;
use crate::stream::Stream;
use crate::symmetry::Elements;
use crate::table::{is_final, Table};
use crate::text::{Ending, Head};
use crate::{wrong, Pace, Place, Result};

/// How many facts and experiments were accepted by which rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub facts: u64,
    /// Of the facts: by their size alone.
    pub facts_by_size: u64,
    /// Experiments of the other facts that make no progress, or are not allowed.
    pub useless: u64,
    /// By the sizes of their cells.
    pub by_size: u64,
    /// By facts about their cells, and how many facts these name.
    pub by_facts: u64,
    pub named: u64,
    /// As they have the cells of an earlier one.
    pub by_cells: u64,
    /// As a symmetry carries them to an earlier one.
    pub by_symmetry: u64,
}

/// Costs whose sums over all codes a `u64` holds.
const MOST: Cost = 1 << 32;

const END: u32 = 0;
const GENERATOR: u32 = 1;
const PRODUCT: u32 = 2;
const ITEMS: usize = 4;

/// Checks all items of the list, and that the claims follow; returns the number of elements.
pub(crate) fn check(
    stream: &mut Stream<'_>,
    head: &Head,
    table: &Table,
    pace: &mut Pace<'_, '_>,
) -> Result<(usize, Counts)> {
    let mut checker = Checker {
        head,
        table,
        bound: Bound::new(table, head.ending, head.measure),
        elements: Elements::default(),
        facts: Vec::new(),
        codes: Vec::new(),
        counts: Counts::default(),
        member: vec![0; table.codes],
        sizes: vec![0; table.width],
        order: Vec::new(),
        word: Vec::new(),
    };
    loop {
        stream.place = Place::Fact(checker.facts.len());
        match stream.below(ITEMS, "item of kind")? {
            END => break,
            GENERATOR => {
                stream.place = Place::Element(checker.elements.number());
                checker.elements.generator(stream, table, pace)?;
            }
            PRODUCT => {
                stream.place = Place::Element(checker.elements.number());
                checker.elements.product(stream, pace)?;
            }
            _ => checker.fact(stream, pace)?,
        }
        pace.progress.read = stream.read();
    }
    stream.end()?;
    let is_covered = |claim: &&crate::Claim| {
        let value = claim.value.map_or(IMPOSSIBLE, Cost::from);
        let covers = |fact: &Fact| fact.is_whole && fact.is_for(claim.left) && fact.value >= value;
        checker.facts.iter().any(covers)
    };
    match head.claims.iter().find(|claim| !is_covered(claim)) {
        _ if head.claims.is_empty() => wrong(Place::Claims, "there are none"),
        Some(claim) => wrong(Place::Claims, format!("no fact proves that {claim}")),
        None => Ok((checker.elements.number(), checker.counts)),
    }
}

/// A fact that was checked.
struct Fact {
    /// Where its codes begin in `codes`, and how many they are.
    start: usize,
    size: usize,
    left: Left,
    value: Cost,
    /// It is about all codes.
    is_whole: bool,
}

impl Fact {
    /// Whether it holds for so many experiments.
    fn is_for(&self, left: Left) -> bool {
        self.left.is_none_or(|own| left.is_some_and(|left| left <= own))
    }
}

struct Checker<'t> {
    head: &'t Head,
    table: &'t Table,
    bound: Bound<'t>,
    elements: Elements,
    facts: Vec<Fact>,
    codes: Vec<u32>,
    counts: Counts,
    /// For each code the number of the last fact about it, from 1.
    member: Vec<usize>,
    /// Of each cell of the present experiment, how many codes of the present set it has; 0 for others.
    sizes: Vec<u32>,
    /// The cells of the present experiment in the order of their least codes.
    order: Vec<u16>,
    word: Vec<usize>,
}

impl Checker<'_> {
    /// Reads the next fact, and checks it.
    fn fact(&mut self, stream: &mut Stream<'_>, pace: &mut Pace<'_, '_>) -> Result<()> {
        let start = self.codes.len();
        let mut last = None;
        for _ in 0..stream.number()? {
            let code = stream.ascending(last, self.table.codes, "code")?;
            last = Some(code);
            self.codes.push(code);
            self.member[code as usize] = self.facts.len() + 1;
        }
        let set = self.codes[start..].to_vec();
        if set.is_empty() {
            return wrong(stream.place, "it is about no codes");
        }
        pace.keep(4 * set.len() as u64 + 40, 1)?;
        let left = stream.number()?.checked_sub(1);
        let value = match stream.number()? {
            0 => IMPOSSIBLE,
            value => Cost::from(value),
        };
        let fact = Fact { start, size: set.len(), left, value, is_whole: set.len() == self.table.codes };
        let entries = stream.number()?;
        if entries == 0 && value <= self.bound.of(set.len(), false, left, || set.clone()) {
            self.counts.facts_by_size += 1;
        } else if self.bound.is_over(&set) || left == Some(0) {
            return wrong(stream.place, format!("a play at these codes costs less than {}", shown(value)));
        } else {
            self.experiments(stream, &set, &fact, entries, pace)?;
        }
        self.facts.push(fact);
        self.counts.facts += 1;
        pace.progress.facts += 1;
        pace.work(1)
    }

    /// That every experiment on the set of a fact costs at least so much: Lemma 7.
    fn experiments(
        &mut self,
        stream: &mut Stream<'_>,
        set: &[u32],
        fact: &Fact,
        entries: u64,
        pace: &mut Pace<'_, '_>,
    ) -> Result<()> {
        let table = self.table;
        let first = self.head.first.filter(|_| fact.is_whole).map(|first| first as usize);
        let columns: Vec<&[u16]> = set.iter().map(|&code| table.column(code)).collect();
        let own = self.bound.own(set);
        let looks = self.look(&columns, fact, own);
        let mut proved = HashSet::new();
        let mut entries = 0..entries;
        let mut next = |before, stream: &mut Stream<'_>| match entries.next() {
            Some(_) => stream.ascending(before, table.experiments, "experiment").map(Some),
            None => Ok(None),
        };
        let mut entry = next(None, stream)?;
        for experiment in first.map_or(0..table.experiments, |first| first..first + 1) {
            pace.work(set.len() + 8)?;
            let row = table.row(experiment);
            if entry != Some(experiment as u32) && first.is_none() && looks.get(experiment) == Some(&true) {
                self.counts.by_size += 1;
                continue;
            }
            self.split(columns.iter().map(|column| column[experiment]));
            let has_final = self.order.iter().any(|&cell| is_final(cell));
            let is_useful = self.order.len() > 1 || has_final && self.head.ending == Ending::Hit;
            if entry == Some(experiment as u32) {
                match stream.number()? {
                    0 => self.image(stream, set, experiment as u32, first.is_some())?,
                    cells => {
                        let sum = self.named(stream, set, row, fact, own, cells)?;
                        if sum < fact.value {
                            return falls_short(stream.place, experiment, sum, fact.value);
                        }
                        proved.insert(self.pattern(set, row));
                        self.counts.by_facts += 1;
                    }
                }
                entry = next(entry, stream)?;
            } else if !is_useful && first.is_some() {
                return wrong(stream.place, format!("experiment {experiment}, made first, tells nothing"));
            } else if !is_useful || self.head.consistent && !has_final {
                self.counts.useless += 1;
            } else {
                let prices = self.order.iter().map(|&cell| self.by_size(set, row, cell, fact.left));
                let sum = prices.fold(own, Cost::saturating_add);
                if sum >= fact.value {
                    self.counts.by_size += 1;
                } else if proved.contains(&self.pattern(set, row)) {
                    self.counts.by_cells += 1;
                } else {
                    return falls_short(stream.place, experiment, sum, fact.value);
                }
            }
        }
        match entry {
            Some(experiment) => wrong(stream.place, format!("experiment {experiment} is not made first")),
            None => Ok(()),
        }
    }

    /// Which experiments make progress, are allowed and cost enough by the sizes of their cells, if that is easy to say.
    fn look(&self, columns: &[&[u16]], fact: &Fact, own: Cost) -> Vec<bool> {
        let value = if fact.value == IMPOSSIBLE { 1 } else { fact.value };
        if !self.bound.is_plain || value > MOST {
            return Vec::new();
        }
        let price = |size, is_final| match self.bound.of(size, is_final, after(fact.left), Vec::new) {
            price if fact.value == IMPOSSIBLE => u64::from(price == IMPOSSIBLE),
            price => price.min(value) as u64,
        };
        let own = if fact.value == IMPOSSIBLE { 0 } else { own };
        let enough = |(sum, has_two, has_final): (u64, bool, bool)| {
            let is_useful = has_two || has_final && self.head.ending == Ending::Hit;
            is_useful && (has_final || !self.head.consistent) && own + Cost::from(sum) >= value
        };
        look(columns, self.table.width, price).into_iter().map(enough).collect()
    }

    /// Finds the cells of a set, and their sizes, from the cells of its codes.
    fn split(&mut self, cells: impl Iterator<Item = u16>) {
        self.order.drain(..).for_each(|cell| self.sizes[usize::from(cell)] = 0);
        for cell in cells {
            let size = &mut self.sizes[usize::from(cell)];
            if *size == 0 {
                self.order.push(cell);
            }
            *size += 1;
        }
    }

    /// For each code the number of its cell, in the order of least codes, and whether that is final.
    fn pattern(&self, set: &[u32], row: &[u16]) -> Vec<u16> {
        let place = |cell: u16| self.order.iter().position(|&other| other == cell).unwrap_or(0) as u16;
        set.iter().map(|&code| row[code as usize]).map(|cell| 2 * place(cell) + u16::from(is_final(cell))).collect()
    }

    /// What a cell costs at least by its size, with an experiment less.
    fn by_size(&self, set: &[u32], row: &[u16], cell: u16, left: Left) -> Cost {
        let codes = || set.iter().copied().filter(|&code| row[code as usize] == cell).collect();
        self.bound.of(self.sizes[usize::from(cell)] as usize, is_final(cell), after(left), codes)
    }

    /// Reads the cells that an entry names, and returns the sum with what their facts give.
    fn named(
        &mut self,
        stream: &mut Stream<'_>,
        set: &[u32],
        row: &[u16],
        fact: &Fact,
        own: Cost,
        number: u64,
    ) -> Result<Cost> {
        let mut values: Vec<Cost> = self.order.iter().map(|&cell| self.by_size(set, row, cell, fact.left)).collect();
        let mut before = None;
        for _ in 0..number {
            let place = stream.ascending(before, self.order.len(), "cell")?;
            before = Some(place);
            let back = stream.number()?;
            let Some(named) = (self.facts.len() as u64).checked_sub(back).filter(|_| back > 0) else {
                return wrong(stream.place, format!("there is no fact {back} before it"));
            };
            self.elements.word(stream, &mut self.word)?;
            let named = named as usize;
            self.contains(stream.place, self.order[place as usize], row, named, after(fact.left))?;
            let value = &mut values[place as usize];
            *value = self.facts[named].value.max(*value);
            self.counts.named += 1;
        }
        Ok(values.into_iter().fold(own, Cost::saturating_add))
    }

    /// That a fact, its codes carried by `word`, is one about a cell of the present set: Lemma 6.
    fn contains(&self, place: Place, cell: u16, row: &[u16], named: usize, left: Left) -> Result<()> {
        let fact = &self.facts[named];
        let codes = &self.codes[fact.start..][..fact.size];
        let size = self.sizes[usize::from(cell)] as usize;
        let ends = match self.head.ending {
            Ending::Hit => is_final(cell),
            Ending::Confirm => size == 1,
            Ending::Identify => false, // then the fact, about fewer codes, says no more than 0
        };
        if ends || self.head.first.is_some() && fact.is_whole {
            return wrong(place, format!("fact {named} is not about a play that goes on after any first experiment"));
        }
        let inside = |&code: &u32| {
            let image = self.elements.code(&self.word, code);
            self.is_member(image) && row[image as usize] == cell
        };
        if !codes.iter().all(inside) || self.bound.is_exact(self.head.consistent) && codes.len() != size {
            return wrong(place, format!("fact {named} is about other codes than those of the cell"));
        }
        match fact.is_for(left) {
            true => Ok(()),
            false => wrong(place, format!("fact {named} is about fewer experiments")),
        }
    }

    /// Reads a symmetry that must keep the set and carry the experiment to an earlier one: Lemma 7.
    fn image(&mut self, stream: &mut Stream<'_>, set: &[u32], experiment: u32, is_first: bool) -> Result<()> {
        self.elements.word(stream, &mut self.word)?;
        if is_first || !set.iter().all(|&code| self.is_member(self.elements.code(&self.word, code))) {
            return wrong(stream.place, format!("the symmetry for experiment {experiment} does not keep the set"));
        }
        if self.elements.experiment(&self.word, experiment) >= experiment {
            return wrong(
                stream.place,
                format!("the symmetry for experiment {experiment} carries it to no earlier one"),
            );
        }
        self.counts.by_symmetry += 1;
        Ok(())
    }

    /// Whether a code is one of the present set.
    fn is_member(&self, code: u32) -> bool {
        self.member[code as usize] == self.facts.len() + 1
    }
}

fn falls_short(place: Place, experiment: usize, sum: Cost, value: Cost) -> Result<()> {
    wrong(place, format!("experiment {experiment} is proved to cost {} only, not {}", shown(sum), shown(value)))
}

fn shown(value: Cost) -> String {
    if value == IMPOSSIBLE {
        "impossible".to_string()
    } else {
        value.to_string()
    }
}
