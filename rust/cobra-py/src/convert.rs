//! What comes from Python as what the core takes, and back.

use std::sync::Arc;

use cobra_core::error::{CoreError, Result};
use cobra_core::expression::{Expression, Token};
use cobra_core::group::graph::Graph;
use cobra_core::natural::{Natural, OutcomeNumber};
use cobra_core::program::{
    Answer, Component, Drawn, DrawnValue, Ending, ExperimentType, Follows, GivenBelief, Lin, Lit, MoveRule, Node,
    Noise, Program, Slot, SlotGroup, SlotKind, Space, StandingRules, SymbolGroup, Table, UnseenRules,
};
use cobra_core::space;
use cobra_core::strategy::Strategy;
use cobra_core::GameGraph;
use cobra_core::{
    CodeId, Engine, FlatTree, Followed, HiddenId, LookAhead, OutcomeId, Outcomes, PlayEnd, SlotId, TypeIndex,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

/// Kind and arguments of a node, as in `cobra/model/dag.py`.
pub type NodeT = (u32, Vec<u32>);

// The structures of `cobra/engine/program.py`, read by the names of their fields; groups and graph are those of
// `cobra/symmetries`.

#[derive(FromPyObject)]
struct SlotT {
    kind: String,
    symbols: u32,
    first: u32,
    size_min: u32,
    size_max: u32,
}

#[derive(FromPyObject)]
struct TableT {
    slots: Vec<u32>,
    rows: Vec<u32>,
}

#[derive(FromPyObject)]
struct SpaceT {
    slots: Vec<SlotT>,
    distinct: Vec<Vec<u32>>,
    tables: Vec<TableT>,
    constraints: Vec<u32>,
    propositions: u32,
}

#[derive(FromPyObject)]
struct SumT {
    constant: i64,
    terms: Vec<(u32, u32)>,
}

#[derive(FromPyObject)]
struct CasesT {
    literals: Vec<u32>,
}

#[derive(FromPyObject)]
enum ComponentT {
    Sum(SumT),
    Cases(CasesT),
}

#[derive(FromPyObject)]
struct TypeT {
    space: SpaceT,
    components: Vec<ComponentT>,
    #[pyo3(attribute("final"))]
    last: i64,
    swaps: Vec<(u32, u32)>,
}

#[derive(FromPyObject)]
struct GroupT {
    propositions: Vec<Vec<u32>>,
    slots: Vec<Vec<Option<Vec<u32>>>>,
}

#[derive(FromPyObject)]
struct SlotGroupT {
    propositions: Vec<Vec<u32>>,
    layers: Vec<Vec<Vec<u32>>>,
}

#[derive(FromPyObject)]
struct GraphT {
    colours: Vec<u32>,
    edges: Vec<(u32, u32)>,
    variables: Vec<(u32, u32)>,
    types: Vec<u32>,
    parameters: Vec<Vec<(u32, u32)>>,
    cases: Vec<Vec<Vec<u32>>>,
}

#[derive(FromPyObject)]
pub struct ProgramT {
    nodes: Vec<NodeT>,
    codes: SpaceT,
    types: Vec<TypeT>,
    ending: String,
    goal: Vec<ComponentT>,
    weight: Option<SumT>,
    shown: Vec<bool>,
    groups: Vec<GroupT>,
    slot_groups: Vec<SlotGroupT>,
    graph: Option<GraphT>,
    standing: Option<StandingT>,
    unseen: Option<UnseenT>,
}

#[derive(FromPyObject)]
struct FollowsT {
    after: Vec<Vec<u32>>,
    price: SumT,
    lost: Option<u32>,
}

#[derive(FromPyObject)]
struct StandingT {
    start: Vec<u32>,
    follows: Vec<FollowsT>,
    loss: Option<u64>,
}

#[derive(FromPyObject)]
struct UnseenT {
    lies: u32,
    noise: Option<(u64, u64)>,
    noises: Vec<(u32, u64)>,
    moves: Vec<(u32, Vec<Vec<u32>>)>,
    draws: Vec<Option<DrawnT>>,
    any_set: bool,
}

/// Values and chance of each way, and the parts of which the chances are.
type DrawnT = (Vec<(Vec<u32>, u64)>, u64);

/// The value of one slot: 0 or 1, the position of a symbol, or the positions of the members of a set.
#[derive(FromPyObject, IntoPyObject)]
pub enum Value {
    Number(u32),
    Set(Vec<u32>),
}

pub type ExperimentT = (u32, Vec<Value>);

/// A word or a number of a score.
#[derive(FromPyObject)]
pub enum TokenT {
    Word(String),
    Number(i64),
}

/// The keys of a score: whether each is made large, and its words.
type ScoreT = Vec<(bool, Vec<TokenT>)>;

/// A one-step strategy: its name, or the keys of a score.
#[derive(FromPyObject)]
pub enum OneStepT {
    Name(String),
    Score(ScoreT),
}

impl OneStepT {
    fn read(self) -> Result<Strategy> {
        match self {
            OneStepT::Name(name) => Strategy::parse(&name),
            OneStepT::Score(keys) => Ok(Strategy::Score(Arc::new(expression(keys)?))),
        }
    }
}

/// A strategy: a one-step one, or one that looks ahead: what it plays, the score it compares, depth and beam.
#[derive(FromPyObject)]
pub enum StrategyT {
    OneStep(OneStepT),
    LookAhead(OneStepT, ScoreT, usize, usize),
}

impl StrategyT {
    pub fn read(self) -> Result<Strategy> {
        match self {
            StrategyT::OneStep(strategy) => strategy.read(),
            StrategyT::LookAhead(strategy, keys, depth, beam) => {
                let ahead = LookAhead::new(strategy.read()?, expression(keys)?, depth, beam)?;
                Ok(Strategy::LookAhead(Arc::new(ahead)))
            }
        }
    }
}

fn expression(keys: ScoreT) -> Result<Expression> {
    let token = |token| match token {
        TokenT::Word(word) => Token::Word(word),
        TokenT::Number(number) => Token::Number(number),
    };
    let key = |(maximise, tokens): (bool, Vec<TokenT>)| (maximise, tokens.into_iter().map(token).collect());
    Expression::new(&keys.into_iter().map(key).collect::<Vec<_>>())
}

impl From<Value> for space::Value {
    fn from(value: Value) -> Self {
        match value {
            Value::Number(number) => space::Value::Number(number),
            Value::Set(members) => space::Value::Set(members),
        }
    }
}

impl From<space::Value> for Value {
    fn from(value: space::Value) -> Self {
        match value {
            space::Value::Number(number) => Value::Number(number),
            space::Value::Set(members) => Value::Set(members),
        }
    }
}

/// A whole number of any size.
pub struct Count(pub Natural);

impl<'py> IntoPyObject<'py> for Count {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, &self.0.to_bytes_le()), "little"))
    }
}

/// The number of an outcome, a whole number of any size that is not negative.
pub struct Outcome(pub OutcomeNumber);

impl<'py> IntoPyObject<'py> for Outcome {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        match self.0 {
            OutcomeNumber::Small(number) => Ok(number.into_pyobject(py)?.into_any()),
            OutcomeNumber::Large(number) => Count(number).into_pyobject(py),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Outcome {
    type Error = PyErr;

    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(number) = number.extract::<u64>() {
            return Ok(Outcome(OutcomeNumber::Small(number)));
        }
        let bits: usize = number.call_method0("bit_length")?.extract()?;
        let bytes = number.call_method1("to_bytes", (bits.div_ceil(8), "little"))?;
        Ok(Outcome(Natural::from_bytes_le(bytes.extract()?).into()))
    }
}

/// The numbers of the outcomes of some codes.
pub struct OutcomesT(pub Outcomes);

impl<'py> IntoPyObject<'py> for OutcomesT {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        match self.0 {
            Outcomes::Few(outcomes) => {
                outcomes.into_iter().map(OutcomeId::number).collect::<Vec<_>>().into_pyobject(py)
            }
            Outcomes::Any(outcomes) => outcomes.into_iter().map(Outcome).collect::<Vec<_>>().into_pyobject(py),
        }
    }
}

pub fn to_python(experiment: cobra_core::Experiment) -> ExperimentT {
    (experiment.0.number(), experiment.1.into_iter().map(Value::from).collect())
}

/// The tree of a strategy: experiments, for each node (outcome number, child or -1 when over), and the root or -1.
pub type TreeT = (Vec<ExperimentT>, Vec<Vec<(Outcome, i64)>>, i64);

pub fn tree_from_python((experiments, branches, root): TreeT) -> FlatTree {
    let plain = |list: Vec<(Outcome, i64)>| list.into_iter().map(|(outcome, child)| (outcome.0, child)).collect();
    (experiments.into_iter().map(from_python).collect(), branches.into_iter().map(plain).collect(), root)
}

/// What an outcome leaves: its number, the codes, the state, the price, and how plays are over, if they are.
pub type FollowedT = (Outcome, Vec<u32>, Vec<u32>, u64, Option<&'static str>);

pub fn followed_to_python(of: Followed) -> FollowedT {
    let end = of.end.map(|end| match end {
        PlayEnd::Won => "won",
        PlayEnd::Lost => "lost",
        PlayEnd::Stuck => "stuck",
        PlayEnd::Inseparable => "inseparable",
    });
    (Outcome(of.outcome), numbers(of.codes), of.standing, of.price, end)
}

pub fn from_python(experiment: ExperimentT) -> cobra_core::Experiment {
    (TypeIndex::new(experiment.0), experiment.1.into_iter().map(space::Value::from).collect())
}

impl ProgramT {
    /// The engine of this program.
    pub fn engine(self) -> Result<Engine> {
        let ending = match self.ending.as_str() {
            "hit" => Ending::Hit,
            "identify" => Ending::Identify,
            "core" => Ending::Core,
            other => return Err(CoreError::input(format!("no ending {other:?}; there are hit, identify, core"))),
        };
        let group = |GroupT { propositions, slots }| SymbolGroup { propositions, slots };
        let of_type = |layers: Vec<Vec<u32>>| layers.into_iter().map(slots).collect();
        let slot_group = |SlotGroupT { propositions, layers }| SlotGroup {
            propositions,
            layers: layers.into_iter().map(of_type).collect(),
        };
        let pair = |&(left, right): &(u32, u32)| (SlotId::new(left), SlotId::new(right));
        let swaps = self.types.iter().map(|of| of.swaps.iter().map(pair).collect()).collect();
        let program = Program {
            nodes: graph_nodes(self.nodes)?,
            codes: space(self.codes)?,
            types: self.types.into_iter().map(experiment_type).collect::<Result<_>>()?,
            ending,
            goal: self.goal.into_iter().map(component).collect(),
            weight: self.weight.map(linear),
            shown: self.shown,
            groups: self.groups.into_iter().map(group).collect(),
            slot_groups: self.slot_groups.into_iter().map(slot_group).collect(),
            standing: self.standing.map(standing_rules),
            unseen: self.unseen.map(unseen_rules),
        };
        Engine::new(program, swaps, self.graph.map(game_graph).transpose()?)
    }
}

fn standing_rules(StandingT { start, follows, loss }: StandingT) -> StandingRules {
    let follows = follows.into_iter().map(|FollowsT { after, price, lost }| Follows {
        after: after.into_iter().map(lits).collect(),
        price: linear(price),
        lost: lost.map(Lit::numbered),
    });
    StandingRules { start, follows: follows.collect(), loss }
}

fn unseen_rules(UnseenT { lies, noise, noises, moves, draws, any_set }: UnseenT) -> UnseenRules {
    let drawn = |(ways, parts): DrawnT| {
        let ways = ways.into_iter().map(|(values, chance)| DrawnValue { values: lits(values), chance });
        Drawn { ways: ways.collect(), parts }
    };
    let draws = draws.into_iter().map(|one| one.map(drawn)).collect();
    let noise = noise.map(|(numerator, denominator)| Noise { numerator, denominator });
    let moves = moves.into_iter().map(|(slot, targets)| MoveRule {
        slot: SlotId::new(slot),
        targets: targets.into_iter().map(lits).collect(),
    });
    let noises = noises.into_iter().map(|(lit, numerator)| (Lit::numbered(lit), numerator)).collect();
    UnseenRules { lies, noise, noises, moves: moves.collect(), draws, any_set }
}

pub fn graph_nodes(nodes: Vec<NodeT>) -> Result<Vec<Node>> {
    nodes.into_iter().map(node).collect()
}

/// Kinds and arguments as in `cobra/model/dag.py`.
fn node((kind, args): NodeT) -> Result<Node> {
    Ok(match (kind, args.as_slice()) {
        (0, []) => Node::Const,
        (1, &[index]) => Node::Variable(index),
        (2, &[index]) => Node::Parameter(index),
        (3, _) => Node::And(lits(args)),
        (4, &[a, b]) => Node::Xor(Lit::numbered(a), Lit::numbered(b)),
        (5, &[c, a, b]) => Node::Ite(Lit::numbered(c), Lit::numbered(a), Lit::numbered(b)),
        (6, [k, terms @ ..]) if terms.len() % 2 == 0 => {
            Node::Ge(*k, terms.chunks_exact(2).map(|pair| (pair[0], Lit::numbered(pair[1]))).collect())
        }
        _ => return Err(CoreError::input(format!("no node of kind {kind} with {} arguments", args.len()))),
    })
}

pub fn slots(numbers: Vec<u32>) -> Vec<SlotId> {
    numbers.into_iter().map(SlotId::new).collect()
}

pub fn codes(numbers: Vec<u32>) -> Vec<CodeId> {
    numbers.into_iter().map(CodeId::new).collect()
}

pub fn numbers(codes: Vec<CodeId>) -> Vec<u32> {
    codes.into_iter().map(CodeId::number).collect()
}

/// A belief by the numbers of hidden states, and how likely they are, if there is one.
pub fn given_belief(hidden: Option<Vec<u32>>, chances: Option<Vec<(u32, Vec<u8>)>>) -> Option<GivenBelief> {
    let likely = |(hidden, chance)| (HiddenId::new(hidden), chance);
    let chances = chances.map(|chances| chances.into_iter().map(likely).collect());
    hidden.map(|hidden| GivenBelief { hidden: hidden.into_iter().map(HiddenId::new).collect(), chances })
}

pub fn lits(numbers: Vec<u32>) -> Vec<Lit> {
    numbers.into_iter().map(Lit::numbered).collect()
}

fn linear(SumT { constant, terms }: SumT) -> Lin {
    Lin { constant, terms: terms.into_iter().map(|(weight, number)| (weight, Lit::numbered(number))).collect() }
}

fn component(of: ComponentT) -> Component {
    match of {
        ComponentT::Sum(sum) => Component::Sum(linear(sum)),
        ComponentT::Cases(cases) => Component::Cases(lits(cases.literals)),
    }
}

fn space(of: SpaceT) -> Result<Space> {
    let slot = |SlotT { kind, symbols, first, size_min, size_max }: SlotT| {
        let kind = match kind.as_str() {
            "bool" => SlotKind::Bool,
            "symbol" => SlotKind::Symbol { symbols },
            "set" => SlotKind::Set { symbols, min: size_min, max: size_max },
            other => return Err(CoreError::input(format!("no slot of kind {other:?}"))),
        };
        Ok(Slot { kind, first })
    };
    Ok(Space {
        slots: of.slots.into_iter().map(slot).collect::<Result<_>>()?,
        distinct: of.distinct.into_iter().map(slots).collect(),
        tables: of.tables.into_iter().map(|of: TableT| Table { slots: slots(of.slots), rows: of.rows }).collect(),
        constraints: lits(of.constraints),
        propositions: of.propositions,
    })
}

fn experiment_type(of: TypeT) -> Result<ExperimentType> {
    let components = of.components.into_iter().map(component).collect();
    Ok(ExperimentType {
        space: space(of.space)?,
        answer: Answer { components, final_component: usize::try_from(of.last).ok() },
    })
}

fn game_graph(GraphT { colours, edges, variables, types, parameters, cases }: GraphT) -> Result<GameGraph> {
    Ok(GameGraph { graph: Graph::new(colours, edges)?, variables, types, parameters, cases })
}
