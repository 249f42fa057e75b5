//! Tuples and lists of numbers from Python as a program of the core.

use std::sync::Arc;

use cobra_core::error::{CoreError, Result};
use cobra_core::expression::{Expression, Token};
use cobra_core::group::graph::Graph;
use cobra_core::natural::{Natural, OutcomeNumber};
use cobra_core::program::{
    Answer, Component, Ending, ExperimentType, Lin, Node, Program, Slot, SlotGroup, SlotKind, Space, SymbolGroup,
    Table,
};
use cobra_core::space;
use cobra_core::strategy::Strategy;
use cobra_core::GameGraph;
use cobra_core::{LookAhead, Outcomes};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

pub type NodeT = (u32, Vec<u32>);
pub type ComponentT = (u8, i64, Vec<(u32, u32)>);
pub type TableT = (Vec<u32>, Vec<u32>);
pub type SpaceT = (Vec<(u8, u32, u32, u32, u32)>, Vec<Vec<u32>>, Vec<TableT>, Vec<u32>, u32);
pub type TypeT = (SpaceT, Vec<ComponentT>, i64, Vec<(u32, u32)>);
pub type WeightT = (i64, Vec<(u32, u32)>);
pub type PairT = (u32, u32);
pub type GraphT = (Vec<u32>, Vec<PairT>, Vec<PairT>, Vec<u32>, Vec<Vec<PairT>>, Vec<Vec<Vec<u32>>>);
pub type GroupT = (Vec<Vec<u32>>, Vec<Vec<Option<Vec<u32>>>>);
pub type SlotGroupT = (Vec<Vec<u32>>, Vec<Vec<Vec<u32>>>);

/// The value of one slot: 0 or 1, the position of a symbol, or the positions of the members of a set.
#[derive(FromPyObject, IntoPyObject)]
pub enum Value {
    Number(u32),
    Set(Vec<u32>),
}

pub type ExperimentT = (usize, Vec<Value>);

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
        py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, &self.0.bytes()), "little"))
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
        Ok(Outcome(Natural::from_bytes(bytes.extract()?).into()))
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
            Outcomes::Few(outcomes) => outcomes.into_pyobject(py),
            Outcomes::Any(outcomes) => outcomes.into_iter().map(Outcome).collect::<Vec<_>>().into_pyobject(py),
        }
    }
}

pub fn to_python(experiment: cobra_core::Experiment) -> ExperimentT {
    (experiment.0, experiment.1.into_iter().map(Value::from).collect())
}

pub fn from_python(experiment: ExperimentT) -> cobra_core::Experiment {
    (experiment.0, experiment.1.into_iter().map(space::Value::from).collect())
}

#[allow(clippy::too_many_arguments)]
pub fn program(
    nodes: Vec<NodeT>,
    codes: SpaceT,
    types: Vec<TypeT>,
    ending: &str,
    goal: Vec<ComponentT>,
    weight: Option<WeightT>,
    shown: Vec<bool>,
    groups: Vec<GroupT>,
    slot_groups: Vec<SlotGroupT>,
) -> Result<Program> {
    let ending = match ending {
        "hit" => Ending::Hit,
        "identify" => Ending::Identify,
        "core" => Ending::Core,
        other => return Err(CoreError::input(format!("no ending {other:?}; there are hit, identify, core"))),
    };
    Ok(Program {
        nodes: graph_nodes(nodes)?,
        codes: space(codes)?,
        types: types.into_iter().map(experiment_type).collect::<Result<_>>()?,
        ending,
        goal: goal.into_iter().map(component).collect::<Result<_>>()?,
        weight: weight.map(|(constant, terms)| Lin { constant, terms }),
        shown,
        groups: groups.into_iter().map(|(propositions, slots)| SymbolGroup { propositions, slots }).collect(),
        slot_groups: slot_groups
            .into_iter()
            .map(|(propositions, layers)| SlotGroup { propositions, layers })
            .collect(),
    })
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
        (3, _) => Node::And(args),
        (4, &[a, b]) => Node::Xor(a, b),
        (5, &[c, a, b]) => Node::Ite(c, a, b),
        (6, [k, terms @ ..]) if terms.len() % 2 == 0 => {
            Node::Ge(*k, terms.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
        }
        _ => return Err(CoreError::input(format!("no node of kind {kind} with {} arguments", args.len()))),
    })
}

fn component((kind, constant, terms): ComponentT) -> Result<Component> {
    match kind {
        0 => Ok(Component::Sum(Lin { constant, terms })),
        1 => Ok(Component::Cases(terms.into_iter().map(|(_, lit)| lit).collect())),
        _ => Err(CoreError::input(format!("no component of kind {kind}"))),
    }
}

fn space((slots, distinct, tables, constraints, propositions): SpaceT) -> Result<Space> {
    let slot = |(kind, symbols, first, min, max)| {
        let kind = match kind {
            0 => SlotKind::Bool,
            1 => SlotKind::Symbol { symbols },
            2 => SlotKind::Set { symbols, min, max },
            _ => return Err(CoreError::input(format!("no slot of kind {kind}"))),
        };
        Ok(Slot { kind, first })
    };
    Ok(Space {
        slots: slots.into_iter().map(slot).collect::<Result<_>>()?,
        distinct,
        tables: tables.into_iter().map(|(slots, rows)| Table { slots, rows }).collect(),
        constraints,
        propositions,
    })
}

fn experiment_type((of, components, last, _swaps): TypeT) -> Result<ExperimentType> {
    let components = components.into_iter().map(component).collect::<Result<_>>()?;
    Ok(ExperimentType {
        space: space(of)?,
        answer: Answer { components, final_component: usize::try_from(last).ok() },
    })
}

pub fn game_graph((colours, edges, variables, types, parameters, cases): GraphT) -> Result<GameGraph> {
    Ok(GameGraph { graph: Graph::new(colours, edges)?, variables, types, parameters, cases })
}
