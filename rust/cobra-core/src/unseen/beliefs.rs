//! What is possible when something happens unseen, and what an answer makes of it.

use std::collections::hash_map::Entry;
use std::collections::HashMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::hash::fingerprint;
use crate::base::ids::{CodeId, HiddenId, OutcomeId, TypeIndex};
use crate::base::limits::Control;
use crate::base::natural::OutcomeNumber;
use crate::engine::{Engine, Experiment};
use crate::formula::evaluate::{Algebra, Truth};
use crate::formula::needed::below;
use crate::formula::node::{Lit, Node};
use crate::game::program::{Ending, GivenBelief, MoveRule, Noise, StandingRules, UnseenRules};
use crate::game::space::bit;
use crate::list::codes::Codes;
use crate::pick::inseparable::alike;
use crate::play::tree::Greedy;
use crate::standing::offers::Standings;
use crate::standing::plays::begun;
use crate::unseen::drawn::{check_outcomes, DrawnAnswers, Draws};

/// Hidden states that are possible, ascending: of each code the one with the fewest lies.
pub(super) type Belief = Vec<HiddenId>;

/// Names a belief; two have one name with a probability that is nothing.
pub(super) fn name(belief: &[HiddenId]) -> u128 {
    fingerprint(belief.iter().map(|hidden| u64::from(hidden.number())))
}

/// What is believed at the beginning of plays.
pub(super) struct Beginning {
    pub belief: Belief,
    /// How likely hidden states are, all lies told by then, ascending, as whole numbers; `None`: as codes weigh.
    pub chances: Option<Vec<(HiddenId, BigUint)>>,
}

/// What is believed at the beginning: what is given, or all codes without a lie.
pub(super) fn beginning_with(engine: &Engine, lies: u32, given: Option<&GivenBelief>) -> Result<Beginning> {
    let belief = belief_of(engine, lies, given.map(|given| &given.hidden[..]))?;
    let Some(chances) = given.and_then(|given| given.chances.as_ref()) else {
        return Ok(Beginning { belief, chances: None });
    };
    let number = |(hidden, bytes): &(HiddenId, Vec<u8>)| (*hidden, BigUint::from_bytes_le(bytes));
    let chances: Vec<(HiddenId, BigUint)> = chances.iter().map(number).collect();
    let fewest = |one: &(HiddenId, BigUint), other: &(HiddenId, BigUint)| one.0.code(lies) == other.0.code(lies);
    let fits = chances.is_sorted_by(|a, b| a.0 < b.0)
        && chances.iter().all(|(_, chance)| !chance.is_zero())
        && chances.chunk_by(fewest).map(|of| of[0].0).eq(belief.iter().copied());
    if !fits {
        return Err(CoreError::input(
            "chances are of the hidden states of a belief and those with more lies, ascending",
        ));
    }
    Ok(Beginning { belief, chances: Some(chances) })
}

fn belief_of(engine: &Engine, lies: u32, asked: Option<&[HiddenId]>) -> Result<Belief> {
    let codes = engine.some_codes()?;
    let hidden_states = codes.len().to_u64() * u64::from(lies + 1);
    if hidden_states > u64::from(u32::MAX) {
        let limit = u64::from(u32::MAX) / u64::from(lies + 1);
        return Err(CoreError::Limit { name: "codes", needed: hidden_states, limit });
    }
    let Some(belief) = asked else {
        return Ok(CodeId::first(codes.len()).map(|code| HiddenId::of(code, 0, lies)).collect());
    };
    let ascending = belief.is_sorted_by(|a, b| a.code(lies) < b.code(lies));
    if !ascending || belief.last().is_none_or(|last| last.code(lies).index() >= codes.len()) {
        return Err(CoreError::input("a belief lists hidden states of different codes, ascending, and at least one"));
    }
    Ok(belief.to_vec())
}

/// A result without plays, of all codes that are possible at the beginning.
pub(super) fn begun_with(engine: &Engine, lies: u32, belief: &[HiddenId], control: &Control) -> Result<Greedy> {
    let mut result = begun(engine, control)?;
    let codes: Vec<CodeId> = belief.iter().map(|hidden| hidden.code(lies)).collect();
    control.begin(codes.len().to_u64());
    result.codes = codes.len().to_u64();
    result.weight = engine.some_codes()?.weight_of(&codes);
    Ok(result)
}

/// An experiment that differs from the others in what it tells.
pub(super) struct Inquiry {
    pub type_index: TypeIndex,
    pub row: Vec<u64>,
    /// For each code the place of its outcome; of one that is drawn the first that it may have.
    pub labels: Vec<u16>,
    /// What may be answered, where that is drawn.
    pub draws: Option<Draws>,
    /// The outcomes that some code gives, ascending, and whether they are final.
    pub outcomes: Vec<(OutcomeId, bool)>,
    /// How many are not final.
    pub plain: u32,
    /// How many experiments tell the same, this one among them.
    pub alike: u64,
}

/// What an answer leaves.
pub(super) struct Answered {
    pub outcome: OutcomeId,
    pub is_final: bool,
    pub belief: Belief,
}

/// A game, its experiments and what they answer.
pub(super) struct BeliefWorld<'a> {
    pub engine: &'a Engine,
    pub codes: &'a Codes,
    pub control: &'a Control,
    pub lies: u32,
    pub noise: Option<Noise>,
    /// For each code how often its answers are wrong, as the numerator of `noise`; `None` where that is the same for all.
    pub wrong: Option<Vec<u64>>,
    endless: bool,
    /// Whether it is asked about any set of codes: then codes are interchangeable.
    pub any_set: bool,
    pub questions: Vec<Inquiry>,
    /// The experiment that is demanded to be the first.
    pub first: Option<usize>,
    /// What is possible at the beginning.
    pub start: Belief,
    /// How likely it is; see [`Beginning`].
    pub start_chances: Option<Vec<(HiddenId, BigUint)>>,
    /// For each code those it can become after an experiment; `None` where the secret stays as it is.
    successors: Option<Vec<Vec<CodeId>>>,
    /// See `BeliefWorld::ways`.
    ways: BigUint,
    /// For each code the first of those that no experiment tells it apart from, where there are such codes and a play may end
    /// with them.
    classes: Option<Vec<CodeId>>,
    /// For each type whose outcomes have other numbers here than in the core what these stand for.
    pub numbers: Vec<Vec<OutcomeNumber>>,
}

impl<'a> BeliefWorld<'a> {
    /// `memory` bounds the table of what all codes answer, in bytes.
    pub fn new(
        engine: &'a Engine,
        rules: &'a UnseenRules,
        first: Option<&Experiment>,
        beginning: Beginning,
        memory: u64,
        control: &'a Control,
    ) -> Result<BeliefWorld<'a>> {
        let codes = engine.some_codes()?;
        let first = first.map(|first| engine.row(first)).transpose()?;
        let Inquiries { questions, first, numbers } = asked(engine, rules, first, memory, control)?;
        let successors = if rules.moves.is_empty() { None } else { Some(successors(engine, rules)?) };
        let mut classes = None;
        if successors.is_none() && engine.program.ending != Ending::Hit {
            classes =
                Some(alike(engine, control)?).filter(|first| !CodeId::first(codes.len()).eq(first.iter().copied()));
        }
        let UnseenRules { lies, noise, any_set, .. } = *rules;
        let counts = successors.iter().flatten().map(|of| BigUint::from(of.len()));
        let ways = counts.fold(BigUint::one(), |ways, count| ways.lcm(&count));
        Ok(BeliefWorld {
            engine,
            codes,
            control,
            lies,
            noise,
            wrong: if rules.noises.is_empty() { None } else { Some(numerators(engine, rules)?) },
            endless: engine.program.unseen.as_ref().is_some_and(UnseenRules::is_endless),
            any_set,
            questions,
            first,
            start: beginning.belief,
            start_chances: beginning.chances,
            successors,
            ways,
            classes,
            numbers,
        })
    }

    /// Whether the secret moves.
    pub fn moves(&self) -> bool {
        self.successors.is_some()
    }

    /// Whether each code has to be told apart from each other one.
    pub fn tells_all_apart(&self) -> bool {
        self.classes.is_none() && self.codes.goal.is_none()
    }

    /// A result without plays.
    pub fn begun(&self) -> Result<Greedy> {
        begun_with(self.engine, self.lies, &self.start, self.control)
    }

    pub fn code(&self, hidden: HiddenId) -> CodeId {
        hidden.code(self.lies)
    }

    /// Whether any number of answers may be wrong: then plays may be of any length.
    pub fn is_endless(&self) -> bool {
        self.endless
    }

    /// What a hidden state is after a lie; `None` when there may be no more.
    pub fn lied(&self, hidden: HiddenId) -> Option<HiddenId> {
        match self.endless {
            true => self.noise.is_none_or(|noise| noise.numerator > 0).then_some(hidden),
            false => (self.lies_left(hidden) > 0).then(|| hidden.lied()),
        }
    }

    /// The codes that a code can become after an experiment; `None` where the secret stays as it is.
    pub fn successors(&self, code: CodeId) -> Option<&[CodeId]> {
        self.successors.as_ref().map(|of| &of[code][..])
    }

    /// A number that all numbers of codes that a code can become divide.
    pub fn ways(&self) -> &BigUint {
        &self.ways
    }

    /// Lies that may still be told.
    pub fn lies_left(&self, hidden: HiddenId) -> u32 {
        self.lies - hidden.told(self.lies)
    }

    /// The codes of a belief.
    pub fn codes_of(&self, belief: &[HiddenId]) -> Vec<CodeId> {
        belief.iter().map(|&hidden| self.code(hidden)).collect()
    }

    /// Whether a play is over that leaves this belief, after an outcome that is, or is not, final.
    pub fn is_over(&self, belief: &[HiddenId], is_final: bool) -> bool {
        if self.engine.program.ending == Ending::Hit {
            return is_final;
        }
        let Some((&first, others)) = belief.split_first() else { return true };
        let first = self.code(first);
        let alike = |a: CodeId, b: CodeId| self.classes.as_ref().is_some_and(|of| of[a] == of[b]);
        others.iter().all(|&other| !self.codes.differ(first, self.code(other)))
            || others.iter().all(|&other| alike(first, self.code(other)))
    }

    /// The places of the outcomes that the codes of a belief give in truth.
    pub fn labels<'s>(&'s self, question: &'s Inquiry, belief: &'s [HiddenId]) -> impl Iterator<Item = u16> + 's {
        belief.iter().map(|&hidden| question.labels[self.code(hidden)])
    }

    /// Whether an experiment tells anything of a belief: else one answer leaves it as it is. Where something moves, all do.
    pub fn tells(&self, question: &Inquiry, belief: &[HiddenId]) -> bool {
        let label = |hidden: HiddenId| question.labels[self.code(hidden)];
        let first = label(belief[0]);
        if let (Some(draws), false) = (&question.draws, self.moves()) {
            let said = |hidden: HiddenId| &draws.by_code[self.code(hidden).index()];
            return belief.iter().any(|&hidden| said(hidden) != said(belief[0]));
        }
        self.moves() || question.outcomes[usize::from(first)].1 || belief.iter().any(|&hidden| label(hidden) != first)
    }

    /// Whether an outcome of an experiment can be final in a belief.
    pub fn can_be_final(&self, question: &Inquiry, belief: &[HiddenId]) -> bool {
        let is_final = |&hidden: &HiddenId| question.outcomes[usize::from(question.labels[self.code(hidden)])].1;
        belief.iter().any(is_final)
    }

    /// What the answers to an experiment make of a belief, by outcome.
    pub fn after(&self, question: &Inquiry, belief: &[HiddenId]) -> Vec<Answered> {
        let mut cells: Vec<Belief> = vec![Vec::new(); question.outcomes.len()];
        for &hidden in belief {
            if let Some(draws) = &question.draws {
                let said = draws.by_code[self.code(hidden).index()].iter();
                said.for_each(|&(place, _)| cells[usize::from(place)].push(hidden));
                continue;
            }
            let own = usize::from(question.labels[self.code(hidden)]);
            cells[own].push(hidden);
            let Some(lied) = self.lied(hidden).filter(|_| !question.outcomes[own].1) else { continue };
            for (place, cell) in cells.iter_mut().enumerate() {
                if place != own && !question.outcomes[place].1 {
                    cell.push(lied);
                }
            }
        }
        let answered = |(&(outcome, is_final), belief): (&(OutcomeId, bool), Belief)| Answered {
            outcome,
            is_final,
            belief: if is_final { belief } else { self.moved(belief) },
        };
        question.outcomes.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()).map(answered).collect()
    }

    /// A belief after the secret moved.
    fn moved(&self, belief: Belief) -> Belief {
        let Some(successors) = &self.successors else { return belief };
        let reached = |&hidden: &HiddenId| {
            let told = hidden.told(self.lies);
            successors[self.code(hidden)].iter().map(move |&code| HiddenId::of(code, told, self.lies))
        };
        let mut all: Belief = belief.iter().flat_map(reached).collect();
        all.sort_unstable();
        all.dedup_by_key(|hidden| self.code(*hidden)); // the fewest lies come first
        all
    }
}

/// The experiments that differ in what they tell, the first of those that are alike and the one demanded; and what their
/// outcomes' numbers stand for.
struct Inquiries {
    questions: Vec<Inquiry>,
    first: Option<usize>,
    numbers: Vec<Vec<OutcomeNumber>>,
}

fn asked(
    engine: &Engine,
    rules: &UnseenRules,
    demanded: Option<(TypeIndex, Vec<u64>)>,
    memory: u64,
    control: &Control,
) -> Result<Inquiries> {
    let plain = StandingRules::of_knowledge_only(engine.program.types.len());
    let mut listed = Standings::new(engine, &plain, memory, control)?;
    let offer = listed.offer(listed.start())?;
    let state = listed.codes.all();
    let (mut questions, mut first): (Vec<Inquiry>, Option<usize>) = (Vec::new(), None);
    let mut seen: HashMap<u128, usize> = HashMap::new();
    let mut answers = Vec::new();
    for of in offer.iter() {
        let drawn = rules.draws.get(of.type_index.index()).and_then(Option::as_ref);
        let mut drawing = drawn.map(|drawn| {
            let answer = &engine.program.types[of.type_index.index()].answer;
            DrawnAnswers::new(&engine.program.nodes, answer, drawn)
        });
        let gathered = listed.gather(of, &state)?;
        for experiment in 0..of.rows.len() {
            control.poll()?;
            let needed = (questions.len().to_u64() + 1) * 2 * state.len().to_u64();
            if needed > memory {
                return Err(CoreError::Limit { name: "memory", needed: 4 * needed, limit: 4 * memory });
            }
            let row = of.rows.row(experiment);
            if let Some(drawing) = &mut drawing {
                let (draws, outcomes) = drawing.of(listed.codes, row)?;
                let labels = draws.by_code.iter().map(|said| said[0].0).collect();
                let plain = outcomes.len().to_u32();
                let (type_index, row) = (of.type_index, row.to_vec());
                let is_demanded = demanded.as_ref().is_some_and(|one| one.0 == type_index && one.1 == row);
                first = if is_demanded { Some(questions.len()) } else { first };
                questions.push(Inquiry { type_index, row, labels, draws: Some(draws), outcomes, plain, alike: 1 });
                continue;
            }
            listed.outcomes(of, experiment, &gathered, &mut answers)?;
            let mut all: Vec<OutcomeId> = answers.clone();
            all.sort_unstable();
            all.dedup();
            check_outcomes(all.len())?;
            let place = |outcome: &OutcomeId| all.binary_search(outcome).unwrap_or(0) as u16;
            let labels: Vec<u16> = answers.iter().map(place).collect();
            let outcomes: Vec<(OutcomeId, bool)> =
                all.iter().map(|&outcome| (outcome, listed.is_final(of, outcome))).collect();
            if engine.program.ending == Ending::Hit {
                check_finals(&labels, &outcomes)?;
            }
            let is_demanded = demanded.as_ref().is_some_and(|one| one.0 == of.type_index && one.1 == row);
            match seen.entry(told(labels.iter().copied(), &outcomes)) {
                Entry::Occupied(same) => {
                    questions[*same.get()].alike += 1;
                    if !is_demanded {
                        continue;
                    }
                }
                Entry::Vacant(new) => {
                    new.insert(questions.len());
                }
            }
            first = if is_demanded { Some(questions.len()) } else { first };
            let plain = outcomes.iter().filter(|outcome| !outcome.1).count().to_u32();
            questions.push(Inquiry {
                type_index: of.type_index,
                row: row.to_vec(),
                labels,
                draws: None,
                outcomes,
                plain,
                alike: 1,
            });
        }
    }
    if demanded.is_some() && first.is_none() {
        return Err(CoreError::input("the first experiment cannot be made at the beginning"));
    }
    let mut numbers = listed.into_numbers();
    let drawn = rules.draws.iter().zip(&mut numbers).filter(|(drawn, _)| drawn.is_some());
    drawn.for_each(|(_, numbers)| numbers.clear()); // their outcomes have the numbers of the core
    Ok(Inquiries { questions, first, numbers })
}

/// An error when a final outcome leaves several codes, which no bound of a game that ends with a hit takes into account.
fn check_finals(labels: &[u16], outcomes: &[(OutcomeId, bool)]) -> Result<()> {
    let mut codes = vec![0; outcomes.len()];
    labels.iter().for_each(|&label| codes[usize::from(label)] += 1);
    let several = codes.into_iter().zip(outcomes).find(|&(codes, outcome)| outcome.1 && codes > 1);
    several.map_or(Ok(()), |(codes, _)| Err(CoreError::hits_several(codes)))
}

/// Names what an experiment tells by the places of outcomes, whatever these are called: cells in the order in which they are
/// met, which are final, and whether there are others that only liars give.
pub(super) fn told(labels: impl Iterator<Item = u16>, outcomes: &[(OutcomeId, bool)]) -> u128 {
    let mut met: HashMap<u16, u64> = HashMap::new();
    let mut cells: Vec<u64> = Vec::new();
    for label in labels {
        let next = met.len().to_u64();
        cells.push(2 * *met.entry(label).or_insert(next) + u64::from(outcomes[usize::from(label)].1));
    }
    let is_plain = |&(place, outcome): &(usize, &(OutcomeId, bool))| !outcome.1 && !met.contains_key(&(place as u16));
    let others = outcomes.iter().enumerate().any(|one| is_plain(&one));
    fingerprint(cells.into_iter().chain([u64::from(others)]))
}

/// For each code how often its answers are wrong.
fn numerators(engine: &Engine, rules: &UnseenRules) -> Result<Vec<u64>> {
    let (codes, nodes) = (engine.some_codes()?, &engine.program.nodes);
    let order = below(nodes, rules.noises.iter().map(|(lit, _)| *lit));
    let mut truths = vec![false; nodes.len()];
    let of_code = |code: usize| {
        let secret = codes.rows.row(code);
        let leaf = |_: &mut Truth, node: &Node| match node {
            Node::Variable(p) => bit(secret, *p),
            _ => false,
        };
        Truth.values(nodes, order.iter().copied(), &mut truths, leaf);
        let found = rules.noises.iter().find(|(lit, _)| truths[lit.node()] != lit.is_negated());
        found.map(|(_, numerator)| *numerator).ok_or_else(|| CoreError::input("there is a code without a noise"))
    };
    (0..codes.len()).map(of_code).collect()
}

/// For each code the codes it can become, ascending. Unknowns that are `aux` become what the rest makes of them.
fn successors(engine: &Engine, rules: &UnseenRules) -> Result<Vec<Vec<CodeId>>> {
    let codes = engine.some_codes()?;
    let (nodes, slots) = (&engine.program.nodes, &engine.program.codes.slots);
    let numbers: HashMap<Vec<u64>, CodeId> =
        CodeId::first(codes.len()).map(|code| (codes.said(codes.rows.row(code.index())), code)).collect();
    let order = below(nodes, rules.moves.iter().flat_map(|one| one.targets.iter().flatten().copied()));
    let mut truths = vec![false; nodes.len()];
    let mut all = Vec::with_capacity(codes.len());
    for code in 0..codes.len() {
        let secret = codes.rows.row(code);
        let leaf = |_: &mut Truth, node: &Node| match node {
            Node::Variable(p) => bit(secret, *p),
            _ => false,
        };
        Truth.values(nodes, order.iter().copied(), &mut truths, leaf);
        let holds = |lit: &Lit| truths[lit.node()] != lit.is_negated();
        let mut reached = vec![secret.to_vec()];
        for MoveRule { slot, targets } in &rules.moves {
            let slot = &slots[*slot];
            let width = targets.first().map_or(0, |lits| lits.len().to_u32());
            let symbols: Vec<u32> =
                targets.iter().filter_map(|lits| lits.iter().position(holds)).map(|p| p.to_u32()).collect();
            let with = |row: &Vec<u64>, symbol: u32| {
                let mut row = row.clone();
                for p in slot.first..slot.first + width {
                    let mask = 1 << (p % 64);
                    match p - slot.first == symbol {
                        true => row[(p / 64).index()] |= mask,
                        false => row[(p / 64).index()] &= !mask,
                    }
                }
                row
            };
            reached = reached.iter().flat_map(|row| symbols.iter().map(move |&symbol| with(row, symbol))).collect();
        }
        let mut reached: Vec<CodeId> =
            reached.iter().filter_map(|row| numbers.get(&codes.said(row)).copied()).collect();
        reached.sort_unstable();
        reached.dedup();
        if reached.is_empty() {
            return Err(CoreError::input("there is a code from which the secret cannot move"));
        }
        all.push(reached);
    }
    Ok(all)
}
