//! The experiments there are at each standing, and what follows from their outcomes.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use crate::base::bits::BitTable;
use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::hash::FastMap;
use crate::base::ids::{CodeId, NodeId, OutcomeId, TypeIndex};
use crate::base::limits::{Control, StopReason};
use crate::base::natural::OutcomeNumber;
use crate::engine::{Engine, Experiment};
use crate::evaluate::{Evaluator, Gathered, Prepared, Scratch};
use crate::formula::evaluate::{Algebra, Truth};
use crate::formula::needed::below;
use crate::formula::node::{Lit, Node, PARAMETER};
use crate::game::program::{Ending, Follows, StandingRules};
use crate::game::space::{bit, Value};
use crate::list::codes::Codes;
use crate::list::listing::list;
use crate::list::plan::Plan;
use crate::list::rows::Rows;
use crate::pick::inseparable::alike;
use crate::standing::menus::{pinned, Menu};
use crate::standing::of_code::{CodeAnswers, LastCode, MOST_LISTED};

/// Bytes that a standing takes that was met, about.
const STANDING_BYTES: u64 = 128;

/// The number of a standing that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct StandingNumber(u32);

impl StandingNumber {
    pub fn index(self) -> usize {
        self.0.index()
    }
}

/// What follows from an outcome of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Consequence {
    pub after: StandingNumber,
    pub price: u64,
    pub lost: bool,
}

/// The experiments of one type at a standing.
pub(crate) struct OfferedType {
    pub type_index: TypeIndex,
    pub rows: Rows,
    standing: StandingNumber,
    /// The rows as a matrix, and as an evaluator takes them: both made when they are needed.
    table: OnceCell<Arc<BitTable>>,
    prepared: OnceCell<Prepared>,
    /// By experiment and outcome.
    known: RefCell<FastMap<(u32, OutcomeId), Consequence>>,
    last_code: RefCell<LastCode>,
}

impl OfferedType {
    fn new(type_index: TypeIndex, rows: Rows, standing: StandingNumber) -> OfferedType {
        OfferedType {
            type_index,
            rows,
            standing,
            table: OnceCell::new(),
            prepared: OnceCell::new(),
            known: RefCell::default(),
            last_code: RefCell::default(),
        }
    }

    /// `bytes` grows by what is kept, as below.
    fn table(&self, parameters: usize, bytes: &mut u64) -> &Arc<BitTable> {
        self.table.get_or_init(|| {
            *bytes += BitTable::bytes(self.rows.len(), parameters);
            Arc::new(self.rows.table(parameters))
        })
    }

    /// The price of an experiment, and whether the play is lost, where it is known to leave the standing as it is.
    fn at_rest(&self, experiment: usize, code: CodeId) -> Option<(i64, bool)> {
        self.last_code.borrow().known(code, experiment).and_then(|(replies, lane)| replies.at_rest(lane))
    }

    fn prepared(&self, evaluator: &Evaluator, bytes: &mut u64) -> &Prepared {
        self.prepared.get_or_init(|| {
            let table = self.table(evaluator.parameters(), bytes).clone();
            let prepared = evaluator.prepare(table).as_one_of_many();
            *bytes += prepared.bytes().to_u64();
            prepared
        })
    }
}

/// The experiments at a standing, type by type.
pub(crate) type Offer = Vec<OfferedType>;

/// A game and its standings as far as they were met.
pub(crate) struct Standings<'a> {
    pub engine: &'a Engine,
    pub codes: &'a Codes,
    pub control: &'a Control,
    pub rules: &'a StandingRules,
    standings: Vec<Rc<[u32]>>,
    numbers: FastMap<Rc<[u32]>, StandingNumber>,
    offers: FastMap<StandingNumber, Rc<Offer>>,
    /// Bytes of the offers kept, about.
    offered_bytes: u64,
    memory: u64,
    /// For each type the nodes that what follows from its experiments depends on, arguments first.
    follow_nodes: Vec<Vec<NodeId>>,
    truths: Vec<bool>,
    /// The literal of each parameter that stands in a formula, whatever type it is of.
    pub(super) leaves: FastMap<u32, Lit>,
    /// For each type its experiments, where they are few.
    menus: Vec<Option<Menu>>,
    /// For each type how to know all that one code answers; `None` where that does not pay.
    code_answers: Vec<Option<CodeAnswers>>,
    /// For each type whose answers have too many outcomes to be numbered beforehand: those met.
    met: Vec<MetOutcomes>,
    scratch: Scratch,
    /// What `inseparable` found.
    classes: Option<Option<Rc<Vec<CodeId>>>>,
}

#[derive(Default)]
struct MetOutcomes {
    numbers: FastMap<OutcomeNumber, OutcomeId>,
    outcomes: Vec<OutcomeNumber>,
    finals: Vec<bool>,
}

impl<'a> Standings<'a> {
    /// `memory` bounds what is kept of the experiments, in bytes.
    pub fn new(
        engine: &'a Engine,
        rules: &'a StandingRules,
        memory: u64,
        control: &'a Control,
    ) -> Result<Standings<'a>> {
        let nodes = &engine.program.nodes;
        let needed = |follows: &Follows| below(nodes, follows.lits());
        let leaf = |(number, node): (NodeId, &Node)| match node {
            Node::Parameter(p) => Some((*p, Lit::of(number))),
            _ => None,
        };
        let mut world = Standings {
            engine,
            codes: engine.some_codes()?,
            control,
            rules,
            standings: Vec::new(),
            numbers: FastMap::default(),
            offers: FastMap::default(),
            offered_bytes: 0,
            memory,
            follow_nodes: rules.follows.iter().map(needed).collect(),
            truths: vec![false; nodes.len()],
            leaves: NodeId::with(nodes).filter_map(leaf).collect(),
            met: engine.all_types().map(|_| MetOutcomes::default()).collect(),
            menus: Vec::new(),
            code_answers: Vec::new(),
            scratch: Scratch::default(),
            classes: None,
        };
        let menu = |of| Menu::new(engine, of, &world.leaves, &rules.start, control);
        world.menus = engine.all_types().map(menu).collect::<Result<_>>()?;
        if !rules.start.is_empty() {
            let kinds = engine.program.types.iter().zip(&rules.follows);
            let answers = kinds.map(|(kind, follows)| CodeAnswers::new(nodes, &kind.answer, follows));
            world.code_answers = answers.collect();
        }
        world.number(&rules.start);
        Ok(world)
    }

    /// The standing at the beginning.
    pub fn start(&self) -> StandingNumber {
        StandingNumber(0)
    }

    fn number(&mut self, standing: &[u32]) -> StandingNumber {
        if let Some(&known) = self.numbers.get(standing) {
            return known;
        }
        let number = StandingNumber(self.standings.len().to_u32());
        let standing: Rc<[u32]> = standing.into();
        self.standings.push(standing.clone());
        self.numbers.insert(standing, number);
        number
    }

    /// Where something carries a standing.
    pub fn carried(&mut self, standing: StandingNumber, carry: impl FnOnce(&[u32]) -> Vec<u32>) -> StandingNumber {
        let carried = carry(&self.standings[standing.index()]);
        self.number(&carried)
    }

    /// The value of each part of a standing.
    pub fn values(&self, standing: StandingNumber) -> &[u32] {
        &self.standings[standing.index()]
    }

    fn standings_bytes(&self) -> u64 {
        self.standings.len().to_u64() * (STANDING_BYTES + 4 * self.rules.start.len().to_u64())
    }

    /// Bytes of the standings that were met, and of the experiments kept for them.
    pub fn bytes(&self) -> u64 {
        self.standings_bytes() + self.offered_bytes
    }

    /// The experiments at a standing, in order.
    pub fn offer(&mut self, standing: StandingNumber) -> Result<Rc<Offer>> {
        if let Some(known) = self.offers.get(&standing) {
            return Ok(known.clone());
        }
        if self.standings_bytes() > self.memory {
            self.control.halt(StopReason::Memory);
        }
        self.control.poll()?;
        let values = self.standings[standing.index()].clone();
        let mut offer = Offer::new();
        let mut bytes = 0;
        for type_index in self.engine.all_types() {
            let rows = self.rows(type_index, &values)?;
            if rows.len() > 0 {
                let answers = self.code_answers.get(type_index.index()).and_then(Option::as_ref);
                let follows = &self.rules.follows[type_index.index()];
                bytes += 8 * rows.data.len().to_u64() + 256 * rows.len().to_u64();
                bytes += answers.map_or(0, |answers| answers.bytes(rows.len(), follows));
                offer.push(OfferedType::new(type_index, rows, standing));
            }
        }
        if self.offered_bytes + bytes > self.memory {
            self.offers.clear();
            self.offered_bytes = 0;
        }
        self.offered_bytes += bytes;
        let offer = Rc::new(offer);
        self.offers.insert(standing, offer.clone());
        Ok(offer)
    }

    /// The rows of the experiments of a type at a standing.
    fn rows(&mut self, type_index: TypeIndex, standing: &[u32]) -> Result<Rows> {
        let plan = &self.engine.plans[type_index];
        let most = self.engine.list_memory() / crate::list::rows::bytes(plan, 512).max(1) * 512;
        let listed = if standing.is_empty() {
            list(plan, None, most, self.control)?
        } else {
            if let Some(menu) = &mut self.menus[type_index.index()] {
                return Ok(menu.at(standing, &self.engine.program.nodes));
            }
            let space = pinned(&plan.space, &self.leaves, standing)?;
            list(&Plan::new(&self.engine.program.nodes, &space, PARAMETER, &[]), None, most, self.control)?
        };
        let limit = crate::engine::LIST_SHARE * self.engine.list_memory();
        listed.ok_or(CoreError::Limit { name: "memory", needed: 2 * limit, limit })
    }

    /// Where an experiment is in the offer of the first standing.
    pub fn find(&mut self, first: &Experiment) -> Result<(usize, usize)> {
        let (type_index, row) = self.engine.row(first)?;
        let offer = self.offer(self.start())?;
        let number = |of: &OfferedType| (0..of.rows.len()).find(|&number| *of.rows.row(number) == row[..]);
        let place = offer.iter().position(|of| of.type_index == type_index);
        let found = place.and_then(|place| Some((place, number(&offer[place])?)));
        found.ok_or_else(|| CoreError::input("the first experiment cannot be made at the beginning"))
    }

    /// An experiment by itself. Only the kinds and ranges of its values are checked.
    pub fn alone(&mut self, experiment: &Experiment) -> Result<OfferedType> {
        let (type_index, row) = self.engine.row(experiment)?;
        let values = &experiment.1[experiment.1.len() - self.rules.start.len()..];
        let value = |of: &Value| match *of {
            Value::Number(value) => Ok(value),
            Value::Set(_) => Err(CoreError::input("a state has no sets")),
        };
        let standing = values.iter().map(value).collect::<Result<Vec<u32>>>()?;
        Ok(OfferedType::new(type_index, Rows { words: row.len(), data: row }, self.number(&standing)))
    }

    /// What the number of an outcome in this world stands for.
    pub fn outcome_number(&self, of: &OfferedType, outcome: OutcomeId) -> OutcomeNumber {
        let met = self.met[of.type_index.index()].outcomes.get(outcome.index());
        met.cloned().unwrap_or_else(|| self.engine.number(of.type_index, outcome))
    }

    /// Whether what a state answers is found for many experiments at once.
    fn is_one_code(&self, of: &OfferedType, state: &[CodeId]) -> bool {
        let answers = self.code_answers.get(of.type_index.index());
        state.len() == 1 && of.rows.len() <= MOST_LISTED && answers.is_some_and(Option::is_some)
    }

    /// The codes of a state, gathered for many experiments of a type.
    pub fn gather(&self, of: &OfferedType, state: &[CodeId]) -> Result<Gathered> {
        if self.is_one_code(of, state) {
            return Ok(Gathered::unread(state));
        }
        Ok(self.engine.plain_evaluator(of.type_index)?.gather(state))
    }

    /// The outcome of an experiment on each code of a state, by numbers of this world.
    pub fn outcomes(
        &mut self,
        of: &OfferedType,
        experiment: usize,
        state: &Gathered,
        outcomes: &mut Vec<OutcomeId>,
    ) -> Result<()> {
        let codes = &state.codes;
        let evaluator = self.engine.plain_evaluator(of.type_index)?;
        if self.is_one_code(of, codes) {
            self.answer_one(of, experiment, codes[0], evaluator.parameters());
            let last = of.last_code.borrow();
            outcomes.clear();
            outcomes.extend(last.known(codes[0], experiment).map(|(answered, lane)| answered.outcomes[lane]));
            return Ok(());
        }
        let probe = state.probe(of.prepared(evaluator, &mut self.offered_bytes), experiment);
        if !evaluator.numbers_what_occurs() {
            evaluator.partition_gathered(probe, &mut self.scratch, outcomes);
            return Ok(());
        }
        let answer = &self.engine.program.types[of.type_index].answer;
        let met = &mut self.met[of.type_index.index()];
        outcomes.clear();
        for number in evaluator.numbers(probe, &mut self.scratch) {
            let next = OutcomeId::at(met.outcomes.len());
            let known = *met.numbers.entry(number.clone()).or_insert(next);
            if known == next {
                let digits = number.digits(&answer.sizes());
                met.finals.push(answer.final_component.is_some_and(|place| digits[place] == 1));
                met.outcomes.push(number);
            }
            outcomes.push(known);
        }
        Ok(())
    }

    /// Finds out what one code answers an experiment, and 63 beside it.
    fn answer_one(&mut self, of: &OfferedType, experiment: usize, code: CodeId, parameters: usize) {
        let kind = &self.engine.program.types[of.type_index];
        let Some(Some(answers)) = self.code_answers.get_mut(of.type_index.index()) else { return };
        let secret = self.codes.rows.row(code.index());
        of.last_code.borrow_mut().learn(code, experiment, |part| {
            let follows = &self.rules.follows[of.type_index.index()];
            let standing = &*self.standings[of.standing.index()];
            let experiments = (&**of.table(parameters, &mut self.offered_bytes), part, standing);
            answers.answers(&self.engine.program.nodes, (&kind.answer, follows), experiments, secret)
        });
    }

    /// Whether an outcome, by its number in this world, is final.
    pub fn is_final(&self, of: &OfferedType, outcome: OutcomeId) -> bool {
        match self.met[of.type_index.index()].finals.get(outcome.index()) {
            Some(&is_final) => is_final,
            None => self.engine.is_final(of.type_index, outcome),
        }
    }

    /// What follows from an outcome that a code gives an experiment.
    pub fn consequence(
        &mut self,
        of: &OfferedType,
        experiment: usize,
        outcome: OutcomeId,
        code: CodeId,
    ) -> Result<Consequence> {
        if let Some((price, lost)) = of.at_rest(experiment, code) {
            debug_assert_eq!(
                self.follows(of, experiment, code),
                (Some(self.values(of.standing).to_vec()), price, lost)
            );
            return Ok(Consequence { after: of.standing, price: price.max(0) as u64, lost });
        }
        let key = (experiment.to_u32(), outcome);
        if let Some(&known) = of.known.borrow().get(&key) {
            return Ok(known);
        }
        let follows = &self.rules.follows[of.type_index.index()];
        let answered =
            of.last_code.borrow().known(code, experiment).map(|(known, lane)| known.follows(lane, follows));
        debug_assert!(answered.iter().all(|answered| *answered == self.follows(of, experiment, code)));
        let (after, price, lost) = answered.unwrap_or_else(|| self.follows(of, experiment, code));
        let Some(after) = after else { return Err(CoreError::input("the state of the game leaves its values")) };
        let known = Consequence { after: self.number(&after), price: price.max(0) as u64, lost };
        of.known.borrow_mut().insert(key, known);
        Ok(known)
    }

    /// The value of each slot of the standing after an experiment on a code, `None` where it has none, its price, and whether
    /// the play is lost.
    fn follows(&mut self, of: &OfferedType, experiment: usize, code: CodeId) -> (Option<Vec<u32>>, i64, bool) {
        let (row, secret) = (of.rows.row(experiment), self.codes.rows.row(code.index()));
        let follows = &self.rules.follows[of.type_index.index()];
        let order = self.follow_nodes[of.type_index.index()].iter().copied();
        let leaf = |_: &mut Truth, node: &Node| match node {
            Node::Variable(p) => bit(secret, *p),
            Node::Parameter(p) => (*p).index() < 64 * row.len() && bit(row, *p),
            _ => false,
        };
        Truth.values(&self.engine.program.nodes, order, &mut self.truths, leaf);
        let truths = &self.truths;
        let holds = |lit: Lit| truths[lit.node()] != lit.is_negated();
        let mut value = |lits: &Vec<Lit>| lits.iter().position(|&lit| holds(lit)).map(ToU32::to_u32);
        let after: Option<Vec<u32>> = follows.after.iter().map(&mut value).collect();
        let terms = follows.price.terms.iter().filter(|term| holds(term.1));
        let price = follows.price.constant + terms.map(|term| i64::from(term.0)).sum::<i64>();
        (after, price, follows.lost.is_some_and(holds))
    }

    /// For each code the class of those that no experiment tells apart; `None` where the standing changes, or only a hit ends
    /// plays: who is stuck there has lost.
    pub fn inseparable(&mut self) -> Result<Option<Rc<Vec<CodeId>>>> {
        if let Some(known) = &self.classes {
            return Ok(known.clone());
        }
        let mut found = None;
        if self.rules.start.is_empty() && self.engine.program.ending != Ending::Hit {
            found = Some(Rc::new(alike(self.engine, self.control)?));
        }
        self.classes = Some(found.clone());
        Ok(found)
    }

    /// Whether no experiment tells any of these codes apart, and they need not be.
    pub fn is_inseparable(&mut self, state: &[CodeId]) -> Result<bool> {
        let classes = self.inseparable()?;
        Ok(classes.is_some_and(|classes| state.iter().all(|&code| classes[code] == classes[state[0]])))
    }

    /// What the numbers of outcomes in this world stand for, of the types that have numbers of their own.
    pub fn into_numbers(self) -> Vec<Vec<OutcomeNumber>> {
        self.met.into_iter().map(|met| met.outcomes).collect()
    }
}
