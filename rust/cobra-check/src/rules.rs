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
//! bounds of its cells is large enough. That also holds if it was shown of another experiment e', and some symmetry g, which may be the one that
//! changes nothing, keeps S and carries the cells of e on S to those of e', final ones to final ones: by Lemma 5 cost(T, k) = cost(g T, k).
//!
//! With a fixed first experiment, a fact about all listed codes only goes through that one, useful or not, consistent or not, and
//! serves for claims only: what is demanded is made, whatever narrows the choice of the others.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::bound::{Bound, Cost, Left, IMPOSSIBLE, UNLIMITED};
use crate::input::Input;
use crate::look::{extend, look, Growth, Seen};
use crate::symmetry::{keeps_cells, read, Element};
use crate::table::{is_final, Table};
use crate::text::{Ending, Head};
use crate::Result;

/// How many facts and experiments were accepted by which rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub codes: usize,
    pub experiments: usize,
    /// Symmetries.
    pub elements: usize,
    pub facts: usize,
    /// Of the facts: by their size alone.
    pub facts_by_size: usize,
    /// Experiments of the other facts that make no progress, or are not allowed.
    pub useless: usize,
    /// By the sizes of their cells.
    pub by_size: usize,
    /// By facts about their cells, and how many facts these name.
    pub by_facts: usize,
    pub named: usize,
    /// As a symmetry carries their cells to those of an earlier one.
    pub by_symmetry: usize,
}

const ELEMENT: usize = 0;
const MOST_IN_WORD: usize = 1 << 16;
/// Experiments looked at side by side.
const TOGETHER: usize = 128;

/// Checks all items of the list, and that the claims follow.
pub(crate) fn check(head: &Head, table: &Table, input: &mut Input<'_>) -> Result<Counts> {
    let (codes, experiments) = (table.codes, table.experiments);
    if (input.number()?, input.number()?) != (codes as u64, experiments as u64) {
        return input.wrong(format!("it has {codes} codes and {experiments} experiments, not those stated"));
    }
    if head.first.is_some_and(|first| first >= experiments as u64) {
        return input.wrong("there is no such first experiment");
    }
    let counts = Counts { codes, experiments, ..Counts::default() };
    let (bound, elements, facts, growth) = (Bound::new(table, head), Vec::new(), Vec::new(), HashMap::new());
    let mut checker = Checker { head, table, bound, elements, facts, growth, counts, input };
    loop {
        checker.input.place = ("fact", Some(checker.facts.len()));
        if checker.input.is_over()? {
            return checker.claims();
        }
        match checker.input.below(2, "item of kind")? {
            ELEMENT => {
                checker.input.place = ("element", Some(checker.elements.len()));
                checker.elements.push(read(table, checker.input)?);
            }
            _ => checker.fact()?,
        }
    }
}

/// For the codes no strategy of at most so many more experiments costs less.
struct Fact {
    codes: Vec<u32>,
    left: Left,
    value: Cost,
}

/// The codes of a cell, ascending, and whether it is final.
type Cell = (Vec<u32>, bool);

struct Checker<'t, 'i, 'a> {
    head: &'t Head,
    table: &'t Table,
    bound: Bound<'t>,
    elements: Vec<Element>,
    facts: Vec<Fact>,
    /// For each number of experiments left that was met.
    growth: HashMap<Left, Growth>,
    counts: Counts,
    input: &'i mut Input<'a>,
}

impl Checker<'_, '_, '_> {
    /// Reads the next fact, and checks it.
    fn fact(&mut self) -> Result<()> {
        let (mut codes, mut least) = (Vec::new(), 0);
        for _ in 0..self.input.number()? {
            codes.push(self.input.ascending(&mut least, self.table.codes, "code")? as u32);
        }
        if codes.is_empty() {
            return self.input.wrong("it is about no codes");
        }
        self.input.spend(1, 4 * codes.len() + 64)?;
        let left = self.input.number()?.checked_sub(1).unwrap_or(UNLIMITED);
        let value = Some(self.input.number()?).filter(|&value| value > 0).map_or(IMPOSSIBLE, Cost::from);
        let fact = Fact { codes, left, value };
        let entry = self.input.number()?;
        if entry == 0 && value <= self.bound.of(&fact.codes, false, left) {
            self.counts.facts_by_size += 1;
        } else if self.bound.is_over(&fact.codes, false) || left == 0 {
            return self.input.wrong("a play at these codes costs less");
        } else {
            self.experiments(&fact, entry)?;
        }
        self.facts.push(fact);
        Ok(())
    }

    /// It is about all codes, and only one experiment may be made first.
    fn first(&self, fact: &Fact) -> Option<usize> {
        self.head.first.filter(|_| fact.codes.len() == self.table.codes).map(|first| first as usize)
    }

    /// That every experiment on the set of a fact costs at least so much: Lemma 7. `entry`: one more than the experiment of the
    /// next entry, 0 after the last one.
    fn experiments(&mut self, fact: &Fact, mut entry: u64) -> Result<()> {
        let first = self.first(fact);
        let tried = first.map_or(0..self.table.experiments, |first| first..first + 1);
        self.input.spend(fact.codes.len() * tried.len() / 4, 0)?;
        let own = self.bound.own(&fact.codes);
        for start in tried.clone().step_by(TOGETHER) {
            let some = start..tried.end.min(start + TOGETHER);
            for (experiment, seen) in some.clone().zip(self.seen(fact, some)) {
                let makes_progress = seen.splits || seen.has_final && self.head.ending == Ending::Hit;
                if entry == experiment as u64 + 1 {
                    match self.input.number()? {
                        0 => self.by_symmetry(fact, experiment, tried.start)?,
                        named => self.by_facts(fact, experiment, named)?,
                    }
                    entry = self.input.number()?;
                } else if first.is_none() && (!makes_progress || self.head.consistent && !seen.has_final) {
                    self.counts.useless += 1;
                } else {
                    self.suffices(fact, experiment, own.saturating_add(seen.sum))?;
                    self.counts.by_size += 1;
                }
            }
        }
        match entry {
            0 => Ok(()),
            _ => self.input.wrong(format!("there is no experiment {} after those before it", entry - 1)),
        }
    }

    /// What the sizes of the cells say of experiments on a set.
    fn seen(&mut self, fact: &Fact, tried: Range<usize>) -> Vec<Seen> {
        let left = fact.left - 1;
        if self.table.is_plain {
            let growth = self.growth.entry(left).or_default();
            extend(growth, fact.codes.len(), &self.bound, left);
            let column = |&code| &self.table.column(code)[tried.clone()];
            return look(&fact.codes.iter().map(column).collect::<Vec<_>>(), self.table.width, growth);
        }
        let of = |experiment| {
            let cells = self.cells(&fact.codes, experiment);
            let has_final = cells.iter().any(|&(_, is_final)| is_final);
            Seen { splits: cells.len() > 1, has_final, sum: total(0, self.prices(&cells, left)) }
        };
        tried.map(of).collect()
    }

    /// What cells cost at least by their sizes.
    fn prices(&self, cells: &[Cell], left: Left) -> Vec<Cost> {
        cells.iter().map(|(cell, is_final)| self.bound.of(cell, *is_final, left)).collect()
    }

    /// The cells of an experiment on a set in the order of their least codes.
    fn cells(&self, set: &[u32], experiment: usize) -> Vec<Cell> {
        let mut codes: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
        for &code in set {
            codes.entry(self.table.cell(code, experiment)).or_default().push(code);
        }
        let mut cells: Vec<Cell> = codes.into_iter().map(|(cell, codes)| (codes, is_final(cell))).collect();
        cells.sort_unstable();
        cells
    }

    /// That an experiment is proved to cost enough.
    fn suffices(&self, fact: &Fact, experiment: usize, sum: Cost) -> Result<()> {
        match fact.value {
            value if sum >= value => Ok(()),
            IMPOSSIBLE => self.input.wrong(format!("experiment {experiment} is proved to cost {sum} only")),
            value => self.input.wrong(format!("experiment {experiment} is proved to cost {sum} only, not {value}")),
        }
    }

    /// Reads cells of an experiment and facts about them, which must say enough.
    fn by_facts(&mut self, fact: &Fact, experiment: usize, number: u64) -> Result<()> {
        let cells = self.cells(&fact.codes, experiment);
        let left = fact.left - 1;
        let mut values = self.prices(&cells, left);
        for _ in 0..number {
            let place = self.input.below(cells.len(), "cell")?;
            let back = self.input.number()?;
            let word = self.word()?;
            let Some(named) = (self.facts.len() as u64).checked_sub(back).filter(|_| back > 0) else {
                return self.input.wrong(format!("there is no fact {back} before it"));
            };
            let known = &self.facts[named as usize];
            let (cell, is_final) = &cells[place];
            let is_outside = |&code: &u32| cell.binary_search(&self.carried(&word, code)).is_err();
            let is_less = self.bound.is_exact() && known.codes.len() < cell.len();
            let faults = [
                (self.bound.is_over(cell, *is_final), "named for a play that is over"),
                (self.first(known).is_some(), "only about the given first experiment"),
                (is_less || known.codes.iter().any(is_outside), "about other codes than those of the cell"),
                (known.left < left, "about fewer experiments"),
            ];
            if let Some((_, fault)) = faults.iter().find(|fault| fault.0) {
                return self.input.wrong(format!("fact {named} is {fault}"));
            }
            values[place] = values[place].max(known.value);
            self.counts.named += 1;
        }
        self.counts.by_facts += 1;
        self.suffices(fact, experiment, total(self.bound.own(&fact.codes), values))
    }

    /// Reads an experiment that was tried before, and a symmetry that keeps the set and carries the cells to its.
    fn by_symmetry(&mut self, fact: &Fact, experiment: usize, start: usize) -> Result<()> {
        let image = self.input.below(experiment, "earlier experiment")?;
        let word = self.word()?;
        let carried: Vec<(u32, u32)> = fact.codes.iter().map(|&code| (code, self.carried(&word, code))).collect();
        let keeps_set = carried.iter().all(|(_, image)| fact.codes.binary_search(image).is_ok());
        if image < start || !keeps_set || !keeps_cells(self.table, &carried, experiment, image) {
            return self.input.wrong(format!("experiment {experiment} is not carried to {image} within the set"));
        }
        self.counts.by_symmetry += 1;
        Ok(())
    }

    /// Reads symmetries that are to be applied one after the other.
    fn word(&mut self) -> Result<Vec<usize>> {
        let length = self.input.below(MOST_IN_WORD, "word of length")?;
        (0..length).map(|_| self.input.below(self.elements.len(), "element")).collect()
    }

    /// Where a word carries a code.
    fn carried(&self, word: &[usize], code: u32) -> u32 {
        word.iter().fold(code, |code, &element| self.elements[element][code as usize])
    }

    /// That the claims follow.
    fn claims(self) -> Result<Counts> {
        self.input.place = ("claims", None);
        let whole: Vec<&Fact> = self.facts.iter().filter(|fact| fact.codes.len() == self.table.codes).collect();
        let is_proved = |claim: &(Left, Cost)| whole.iter().any(|fact| fact.left >= claim.0 && fact.value >= claim.1);
        match self.head.claims.iter().position(|claim| !is_proved(claim)) {
            _ if self.head.claims.is_empty() => self.input.wrong("there are none"),
            Some(claim) => self.input.wrong(format!("no fact proves number {}", claim + 1)),
            None => Ok(Counts { elements: self.elements.len(), facts: self.facts.len(), ..self.counts }),
        }
    }
}

fn total(own: Cost, cells: Vec<Cost>) -> Cost {
    cells.into_iter().fold(own, Cost::saturating_add)
}
