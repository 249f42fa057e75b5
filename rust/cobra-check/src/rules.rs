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
//! **Lemma 8 (fewer codes).** If not all codes of a game are listed, a bound for the listed ones is one for all, by Lemma 6.
//! Where that has exceptions `codes` makes sure that all are listed.
//!
//! With a fixed first experiment, a fact about all listed codes only goes through that one, and serves for claims only.

use std::collections::HashSet;

use crate::bound::{after, Bound, Cost, Left, IMPOSSIBLE};
use crate::look::Look;
use crate::stream::{Ending, Head, Stream};
use crate::symmetry::Elements;
use crate::table::{is_final, Table};
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
        look: Look::new(table),
        elements: Elements::default(),
        facts: Vec::new(),
        sets: Vec::new(),
        whole: Vec::new(),
        counts: Counts::default(),
        member: vec![0; table.codes.number],
        sizes: vec![0; usize::from(u16::MAX) + 1],
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
    let covers = |&(left, value): &(Left, Cost), claim: &crate::Claim| {
        at_least(left, claim.left) && value >= claim.value.map_or(IMPOSSIBLE, Cost::from)
    };
    if head.claims.is_empty() {
        return wrong(Place::Claims, "there are none");
    }
    match head.claims.iter().find(|claim| !checker.whole.iter().any(|fact| covers(fact, claim))) {
        Some(claim) => wrong(Place::Claims, format!("no fact proves that {claim}")),
        None => Ok((checker.elements.number(), checker.counts)),
    }
}

/// Whether a fact for `left` experiments holds for `needed`.
fn at_least(left: Left, needed: Left) -> bool {
    left.is_none_or(|left| needed.is_some_and(|needed| needed <= left))
}

/// A fact that was checked.
struct Fact {
    /// Where its codes begin in `sets`; they end where those of the next one begin.
    start: usize,
    left: Left,
    value: Cost,
}

struct Checker<'t> {
    head: &'t Head,
    table: &'t Table,
    bound: Bound<'t>,
    look: Look,
    elements: Elements,
    facts: Vec<Fact>,
    sets: Vec<u32>,
    /// The facts about all listed codes.
    whole: Vec<(Left, Cost)>,
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
    fn codes(&self, fact: usize) -> &[u32] {
        let end = self.facts.get(fact + 1).map_or(self.sets.len(), |next| next.start);
        &self.sets[self.facts[fact].start..end]
    }

    /// Reads the next fact, and checks it.
    fn fact(&mut self, stream: &mut Stream<'_>, pace: &mut Pace<'_, '_>) -> Result<()> {
        let number = self.facts.len();
        let mut set: Vec<u32> = Vec::new();
        for _ in 0..stream.number()? {
            let code = stream.ascending(set.last().copied(), self.table.codes.number, "code")?;
            set.push(code);
            self.member[code as usize] = number + 1;
        }
        if set.is_empty() {
            return wrong(stream.place, "it is about no codes");
        }
        pace.keep(4 * set.len() as u64 + 40, 1)?;
        let left = stream.number()?.checked_sub(1);
        let value = match stream.number()? {
            0 => IMPOSSIBLE,
            value => Cost::from(value),
        };
        let entries = stream.number()?;
        if entries == 0 && value <= self.bound.of(&set, false, left) {
            self.counts.facts_by_size += 1;
        } else if self.bound.is_over(&set) || left == Some(0) {
            return wrong(stream.place, format!("a play at these codes costs less than {}", shown(value)));
        } else {
            self.experiments(stream, &set, left, value, entries, pace)?;
        }
        if set.len() == self.table.codes.number {
            self.whole.push((left, value));
        }
        self.facts.push(Fact { start: self.sets.len(), left, value });
        self.sets.append(&mut set);
        self.counts.facts += 1;
        pace.progress.facts += 1;
        pace.work(1)
    }

    /// That every experiment on a set costs at least so much: Lemma 7.
    fn experiments(
        &mut self,
        stream: &mut Stream<'_>,
        set: &[u32],
        left: Left,
        value: Cost,
        mut entries: u64,
        pace: &mut Pace<'_, '_>,
    ) -> Result<()> {
        let table = self.table;
        let first = self.head.first.filter(|_| set.len() == table.codes.number);
        let own = self.bound.own(set);
        let prices: Vec<Cost> = match self.bound.plain {
            true => (0..=set.len()).map(|size| self.bound.of_size(size, false, after(left))).collect(),
            false => Vec::new(),
        };
        let columns: Vec<&[u16]> = set.iter().map(|&code| table.column(code)).collect();
        let enough = match first {
            None => self.look.at(&columns, table, self.head, &self.bound, (left, own, value), pace)?,
            Some(_) => Vec::new(),
        };
        let mut shown_cells = HashSet::new();
        let mut next =
            if entries > 0 { Some(stream.ascending(None, table.experiments, "experiment")?) } else { None };
        let range = first.map_or(0..table.experiments, |first| first as usize..first as usize + 1);
        for experiment in range {
            pace.work(set.len() + 8)?;
            let row = table.row(experiment);
            let has_entry = next == Some(experiment as u32);
            if !has_entry && enough.get(experiment) == Some(&true) {
                self.counts.by_size += 1;
                continue;
            }
            let cells = if has_entry { stream.number()? } else { 0 };
            if has_entry && cells == 0 {
                self.image(stream, set, experiment as u32, first.is_some())?;
            } else {
                self.split(columns.iter().map(|column| column[experiment]));
                let finals = self.order.iter().any(|&cell| is_final(cell));
                let progress = self.order.len() > 1 || finals && self.head.ending == Ending::Hit;
                if has_entry {
                    let sum = self.named(stream, set, row, left, own, cells)?;
                    if sum < value {
                        return wrong(stream.place, falls_short(experiment, sum, value));
                    }
                    shown_cells.insert(self.pattern(set, row));
                    self.counts.by_facts += 1;
                } else if !progress && first.is_some() {
                    return wrong(stream.place, format!("experiment {experiment}, made first, tells nothing"));
                } else if !progress || self.head.consistent && !finals {
                    self.counts.useless += 1;
                } else {
                    let sum = self.by_size(set, row, left, own, &prices);
                    if sum >= value {
                        self.counts.by_size += 1;
                    } else if shown_cells.contains(&self.pattern(set, row)) {
                        self.counts.by_cells += 1;
                    } else {
                        return wrong(stream.place, falls_short(experiment, sum, value));
                    }
                }
                self.order.iter().for_each(|&cell| self.sizes[usize::from(cell)] = 0);
            }
            if has_entry {
                entries -= 1;
                next = match entries {
                    0 => None,
                    _ => Some(stream.ascending(next, table.experiments, "experiment")?),
                };
            }
        }
        match next {
            Some(experiment) => wrong(stream.place, format!("experiment {experiment} is not made first")),
            None => Ok(()),
        }
    }

    /// Finds the cells of a set, and their sizes, from the cells of its codes.
    fn split(&mut self, cells: impl Iterator<Item = u16>) {
        self.order.clear();
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

    /// The codes of a cell.
    fn cell(&self, set: &[u32], row: &[u16], cell: u16) -> Vec<u32> {
        set.iter().copied().filter(|&code| row[code as usize] == cell).collect()
    }

    /// The sum of the cost of an experiment itself and the bounds of its cells by their sizes.
    fn by_size(&self, set: &[u32], row: &[u16], left: Left, own: Cost, prices: &[Cost]) -> Cost {
        let price = |&cell: &u16| match (self.bound.plain, is_final(cell)) {
            (true, false) => prices[self.sizes[usize::from(cell)] as usize],
            (true, true) => self.bound.of_size(self.sizes[usize::from(cell)] as usize, true, after(left)),
            (false, is_final) => self.bound.of(&self.cell(set, row, cell), is_final, after(left)),
        };
        self.order.iter().map(price).fold(own, Cost::saturating_add)
    }

    /// Reads the cells that an entry names, and returns the sum with what their facts give.
    fn named(
        &mut self,
        stream: &mut Stream<'_>,
        set: &[u32],
        row: &[u16],
        left: Left,
        own: Cost,
        number: u64,
    ) -> Result<Cost> {
        let bound = |checker: &Checker<'_>, cell: u16| {
            checker.bound.of(&checker.cell(set, row, cell), is_final(cell), after(left))
        };
        let mut values: Vec<Cost> = self.order.iter().map(|&cell| bound(self, cell)).collect();
        let mut before = None;
        for _ in 0..number {
            let place = stream.ascending(before, self.order.len(), "cell")?;
            before = Some(place);
            let cell = self.order[place as usize];
            let back = stream.number()?;
            let Some(fact) = usize::try_from(back)
                .ok()
                .filter(|&back| back > 0)
                .and_then(|back| self.facts.len().checked_sub(back))
            else {
                return wrong(stream.place, format!("there is no fact {back} before it"));
            };
            self.elements.word(stream, &mut self.word)?;
            self.contains(stream.place, (cell, row), fact, left)?;
            let value = &mut values[place as usize];
            *value = self.facts[fact].value.max(*value);
            self.counts.named += 1;
        }
        Ok(values.into_iter().fold(own, Cost::saturating_add))
    }

    /// That a fact, its codes carried by `word`, is one about a cell of the present set with an experiment less: Lemma 6.
    fn contains(&self, place: Place, (cell, row): (u16, &[u16]), fact: usize, left: Left) -> Result<()> {
        let (codes, size) = (self.codes(fact), self.sizes[usize::from(cell)] as usize);
        let ends = match self.head.ending {
            Ending::Hit => is_final(cell),
            Ending::Confirm => size == 1,
            Ending::Identify => false, // then the fact, about fewer codes, says no more than 0
        };
        if ends || self.head.first.is_some() && codes.len() == self.table.codes.number {
            return wrong(place, format!("fact {fact} is not about a play that goes on after any first experiment"));
        }
        let inside = |&code: &u32| {
            let image = self.elements.code(&self.word, code) as usize;
            self.member[image] == self.facts.len() + 1 && row[image] == cell
        };
        if !codes.iter().all(inside) || self.bound.is_exact(self.head.consistent) && codes.len() != size {
            return wrong(place, format!("fact {fact} is about other codes than those of the cell"));
        }
        match at_least(self.facts[fact].left, after(left)) {
            true => Ok(()),
            false => wrong(place, format!("fact {fact} is about fewer experiments")),
        }
    }

    /// Reads a symmetry that must keep the set and carry the experiment to an earlier one: Lemma 7.
    fn image(&mut self, stream: &mut Stream<'_>, set: &[u32], experiment: u32, is_first: bool) -> Result<()> {
        self.elements.word(stream, &mut self.word)?;
        let kept = |&code: &u32| self.member[self.elements.code(&self.word, code) as usize] == self.facts.len() + 1;
        if is_first || !set.iter().all(kept) {
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
}

fn falls_short(experiment: usize, sum: Cost, value: Cost) -> String {
    format!("experiment {experiment} is proved to cost {} only, not {}", shown(sum), shown(value))
}

fn shown(value: Cost) -> String {
    if value == IMPOSSIBLE {
        "impossible".to_string()
    } else {
        value.to_string()
    }
}
