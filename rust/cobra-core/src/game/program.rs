//! What a game is to the core: a shared graph of formulas, two kinds of spaces, and for each experiment type an answer.
//!
//! This is the only description of a game that reaches the core; it is built by `cobra/engine/compile.py`.
//! A literal is `2 * node + negated`; node 0 is the constant false. Arguments of a node come before the node.

use crate::base::ids::{HiddenId, SlotId};
pub use crate::formula::node::{Children, Lit, Node, FALSE, TRUE};

/// A whole number `constant + Σ weight·literal`; weights positive, literals distinct, none complementary to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lin {
    pub constant: i64,
    pub terms: Vec<(u32, Lit)>,
}

/// One component of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Component {
    /// Digit = value - constant, `0 ..= Σ weight`.
    Sum(Lin),
    /// Digit i when literal i holds; for every code and experiment exactly one holds.
    Cases(Vec<Lit>),
}

impl Component {
    /// Number of digits.
    pub fn size(&self) -> u64 {
        match self {
            Component::Sum(lin) => 1 + lin.terms.iter().map(|&(w, _)| u64::from(w)).sum::<u64>(),
            Component::Cases(lits) => lits.len() as u64,
        }
    }

    /// The component with other literals in the places of its own.
    pub fn map(&self, of: impl Fn(Lit) -> Lit) -> Component {
        match self {
            Component::Sum(Lin { constant, terms }) => {
                let terms = terms.iter().map(|&(weight, lit)| (weight, of(lit))).collect();
                Component::Sum(Lin { constant: *constant, terms })
            }
            Component::Cases(lits) => Component::Cases(lits.iter().map(|&lit| of(lit)).collect()),
        }
    }
}

impl Children for Component {
    fn children(&self) -> impl Iterator<Item = Lit> + '_ {
        let (terms, lits): (&[(u32, Lit)], &[Lit]) = match self {
            Component::Sum(lin) => (&lin.terms, &[]),
            Component::Cases(lits) => (&[], lits),
        };
        terms.iter().map(|term| term.1).chain(lits.iter().copied())
    }
}

/// Answers with more outcomes than this have numbers, inside of the core, only for those that occur.
const NUMBERED: u64 = 1 << 16;

/// The answer of an experiment: the tuple of its components' digits.
///
/// The outcome number is the mixed-radix number of the digits, the first component most significant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub components: Vec<Component>,
    /// When the game knows final outcomes: the component (always `Cases([not final, final])`, the last one)
    /// that says whether the outcome is final. Being decided by the other components it changes no partition.
    pub final_component: Option<usize>,
}

impl Answer {
    /// The number of outcomes, those included that never occur; `None` when there are more than [`NUMBERED`].
    pub fn outcomes(&self) -> Option<usize> {
        let product =
            self.components.iter().try_fold(1, |product: u64, component| product.checked_mul(component.size()));
        product.filter(|&product| product <= NUMBERED).map(|product| product as usize)
    }

    /// The literals of all components.
    pub fn lits(&self) -> impl Iterator<Item = Lit> + '_ {
        self.components.iter().flat_map(Component::children)
    }

    /// Numbers of digits of the components.
    pub fn sizes(&self) -> Vec<u64> {
        self.components.iter().map(Component::size).collect()
    }

    /// How many outcomes there are below a step of each component, where all have numbers.
    pub(crate) fn strides(&self) -> Vec<u64> {
        let mut strides = vec![1; self.components.len()];
        for number in (1..strides.len()).rev() {
            strides[number - 1] = strides[number] * self.components[number].size();
        }
        strides
    }
}

/// How the propositions of one slot of a space behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// One proposition; true is tried before false.
    Bool,
    /// `symbols` propositions, exactly one true; tried in order.
    Symbol { symbols: u32 },
    /// `symbols` membership propositions, `min..=max` of them true; by size, then lexicographically by members.
    Set { symbols: u32, min: u32, max: u32 },
}

/// One slot: its kind and its first proposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub kind: SlotKind,
    pub first: u32,
}

/// The listed fillings of some slots: `rows` holds symbol positions, `slots.len()` of them for each row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub slots: Vec<SlotId>,
    pub rows: Vec<u32>,
}

/// A set of assignments (the codes, or the experiments of a type), in order slot by slot, the slots of a table at once, in
/// the order of its rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Space {
    pub slots: Vec<Slot>,
    /// Groups of symbol slots whose symbols are pairwise different (compared by position).
    pub distinct: Vec<Vec<SlotId>>,
    pub tables: Vec<Table>,
    /// Conjuncts over the space's own propositions (`Variable` in the codes, `Parameter` in experiments).
    pub constraints: Vec<Lit>,
    /// Number of propositions.
    pub propositions: u32,
}

/// An experiment type.
#[derive(Clone, Debug)]
pub struct ExperimentType {
    pub space: Space,
    pub answer: Answer,
}

/// Symbols that may be interchangeable: permuting them, in the codes and in the experiments at once, maps answers to
/// answers (verified by the front end on the graph). Whether they are so for a set of codes is tested by the core.
#[derive(Clone, Debug, Default)]
pub struct SymbolGroup {
    /// For each symbol the propositions of the secret that speak of it, aligned: swapping symbols a and b swaps
    /// `propositions[a][i]` with `propositions[b][i]`.
    pub propositions: Vec<Vec<u32>>,
    /// For each experiment type and slot: `None`, or for each of the slot's symbols its number in this group.
    pub slots: Vec<Vec<Option<Vec<u32>>>>,
}

/// Members such as bags or places that may be interchangeable: permuting them, in the codes and in the slots of the
/// experiments at once, maps answers to answers (verified by the front end on the graph). Whether they are so for a set
/// of codes is tested by the core.
#[derive(Clone, Debug, Default)]
pub struct SlotGroup {
    /// For each member the propositions of the secret tied to it, aligned as in `SymbolGroup`.
    pub propositions: Vec<Vec<u32>>,
    /// For each experiment type its layers, each with one slot for every member. The slots of a layer are of one kind,
    /// which has symbols, and ascend, and so do the slots of a member from layer to layer.
    pub layers: Vec<Vec<Vec<SlotId>>>,
}

/// How a game ends; see `docs/language.md`, "Endings".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Over when a final outcome is seen, and only then.
    Hit,
    /// Over when the goal (or the code) is known, or nothing separates what is left.
    Identify,
    /// Over when one code is left and the last outcome was final; one more experiment after a non-final one.
    Core,
}

/// What follows from an experiment of a type, decided by its answer: formulas of parameters, standing and secret.
#[derive(Clone, Debug)]
pub struct Follows {
    /// For each slot of the standing a literal for each value it may have afterwards; exactly one holds.
    pub after: Vec<Vec<Lit>>,
    /// In units of the game, not negative.
    pub price: Lin,
    /// Whether the play is lost; `None`: it never is.
    pub lost: Option<Lit>,
}

impl Follows {
    /// The literals of all of it.
    pub fn lits(&self) -> impl Iterator<Item = Lit> + '_ {
        let price = self.price.terms.iter().map(|term| term.1);
        self.after.iter().flatten().copied().chain(price).chain(self.lost)
    }
}

/// How a game goes on in which more changes than what is known. The standing is in the last slots of every type: they hold
/// symbols, and are the same in all.
#[derive(Clone, Debug)]
pub struct StandingRules {
    /// The value of each slot at the beginning.
    pub start: Vec<u32>,
    /// For each type of experiments.
    pub follows: Vec<Follows>,
    /// What a lost play costs beside its experiments; `None`: nothing makes up for a lost play.
    pub loss: Option<u64>,
}

impl StandingRules {
    /// Those of a game with so many types of experiments in which nothing but knowledge changes.
    pub fn of_knowledge_only(types: usize) -> StandingRules {
        let one = || Follows { after: Vec::new(), price: Lin { constant: 1, terms: Vec::new() }, lost: None };
        StandingRules { start: Vec::new(), follows: (0..types).map(|_| one()).collect(), loss: None }
    }

    /// Whether plays can be lost: the game says so, or they can be stuck.
    pub(crate) fn may_lose(&self) -> bool {
        !self.start.is_empty() || self.follows.iter().any(|follows| follows.lost.is_some())
    }
}

/// What is believed in a game in progress in which answers may be lies or the secret moves.
#[derive(Clone, Debug, Default)]
pub struct GivenBelief {
    /// What is possible, ascending: for each code `code * (lies + 1) + lies told`, with the fewest lies.
    pub hidden: Vec<HiddenId>,
    /// How likely each hidden state is, all lies told by then, ascending: whole numbers as bytes, the lowest first; `None` where
    /// that is not known, or does not count.
    pub chances: Option<Vec<(HiddenId, Vec<u8>)>>,
}

/// What happens unseen.
#[derive(Clone, Debug)]
pub struct UnseenRules {
    /// So many answers may be lies; with `noise` 0 says any number.
    pub lies: u32,
    /// How often an answer is a lie while there may be more, 0 where answers are drawn only; `None`: as often as the codemaker
    /// likes.
    pub noise: Option<Noise>,
    /// Where that depends on the code: what the numerator is, and when; of each code one holds. Else nothing.
    pub noises: Vec<(Lit, u64)>,
    /// How the secret moves after each experiment; empty where it does not.
    pub moves: Vec<MoveRule>,
    /// For each type whose answers are drawn what may be observed; empty where none are.
    pub draws: Vec<Option<Drawn>>,
    /// Whether it is asked about any set of codes, and nothing else: then codes are interchangeable.
    pub any_set: bool,
}

/// Of several things that may be observed one is drawn, each with its chance in parts of `parts`, whichever the code is. The first
/// is what the type answers where nothing is drawn, one component of cases.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub ways: Vec<DrawnValue>,
    pub parts: u64,
}

/// One thing that may be observed: for each value the literal that says whether it is that; exactly one holds.
#[derive(Clone, Debug)]
pub struct DrawnValue {
    pub values: Vec<Lit>,
    pub chance: u64,
}

impl UnseenRules {
    /// Whether any number of answers may be wrong.
    pub fn is_endless(&self) -> bool {
        self.lies == 0 && self.noise.is_some()
    }
}

/// The chance that an answer is wrong, less than certain.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    pub numerator: u64,
    pub denominator: u64,
}

/// A slot of the secret, which holds a symbol, becomes one of several: of each the condition of each symbol of the slot.
#[derive(Clone, Debug)]
pub struct MoveRule {
    pub slot: SlotId,
    pub targets: Vec<Vec<Lit>>,
}

/// A whole game as the core sees it.
#[derive(Clone, Debug)]
pub struct Program {
    pub nodes: Vec<Node>,
    pub codes: Space,
    pub types: Vec<ExperimentType>,
    pub ending: Ending,
    /// Components whose values must be known; empty: the code itself.
    pub goal: Vec<Component>,
    /// Prior of a code; `None`: all 1.
    pub weight: Option<Lin>,
    /// Propositions of the secret that count as its variables (not `aux`).
    pub shown: Vec<bool>,
    pub groups: Vec<SymbolGroup>,
    pub slot_groups: Vec<SlotGroup>,
    /// `None` for a game in which nothing but knowledge changes and every experiment costs the same.
    pub standing: Option<StandingRules>,
    /// `None` for a game in which all answers are true and the secret stays as it is.
    pub unseen: Option<UnseenRules>,
}
