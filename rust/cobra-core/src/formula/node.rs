//! A node of a shared graph of formulas: equal formulas built from equal parts are one node.
//!
//! A literal is `2 * node + negated`; node 0 is the constant false. Arguments of a node come before the node.

use std::ops::{BitXor, Not};

use crate::base::ids::NodeId;

/// A literal of a graph: `2 * node + negated`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

/// The constant false.
pub const FALSE: Lit = Lit(0);
/// The constant true.
pub const TRUE: Lit = Lit(1);

impl Lit {
    /// The literal of a number, as the front end has it.
    pub const fn numbered(number: u32) -> Lit {
        Lit(number)
    }

    /// What a node is, not negated.
    pub const fn of(node: NodeId) -> Lit {
        Lit(2 * node.number())
    }

    pub const fn number(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub const fn node(self) -> NodeId {
        NodeId::new(self.0 / 2)
    }

    #[inline(always)]
    pub const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub const fn is_constant(self) -> bool {
        self.0 <= TRUE.0
    }

    /// The literal without its negation.
    #[inline(always)]
    pub const fn positive(self) -> Lit {
        Lit(self.0 & !1)
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline(always)]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// The literal, negated if that is so.
impl BitXor<bool> for Lit {
    type Output = Lit;

    #[inline(always)]
    fn bitxor(self, negated: bool) -> Lit {
        Lit(self.0 ^ u32::from(negated))
    }
}

/// The constant.
impl From<bool> for Lit {
    #[inline(always)]
    fn from(truth: bool) -> Lit {
        Lit(truth.into())
    }
}

/// A node of a graph of formulas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The constant false (node 0 only).
    Const,
    /// Proposition of the secret.
    Variable(u32),
    /// Proposition of the parameters of an experiment type (numbered within the type; types share leaves).
    Parameter(u32),
    /// Conjunction of literals, sorted, at least two.
    And(Vec<Lit>),
    /// Exclusive or.
    Xor(Lit, Lit),
    /// `if c then a else b`.
    Ite(Lit, Lit, Lit),
    /// `Σ weight·literal >= k`, weights positive.
    Ge(u32, Vec<(u32, Lit)>),
}

/// Something made of literals.
pub trait Children {
    /// The literals it is made of, in their order.
    fn children(&self) -> impl Iterator<Item = Lit> + '_;
}

impl Children for Node {
    #[inline]
    fn children(&self) -> impl Iterator<Item = Lit> + '_ {
        let (few, count, lits, terms): (_, _, &[Lit], &[(u32, Lit)]) = match self {
            Node::Const | Node::Variable(_) | Node::Parameter(_) => ([FALSE; 3], 0, &[], &[]),
            Node::And(lits) => ([FALSE; 3], 0, lits, &[]),
            &Node::Xor(a, b) => ([a, b, FALSE], 2, &[], &[]),
            &Node::Ite(c, a, b) => ([c, a, b], 3, &[], &[]),
            Node::Ge(_, terms) => ([FALSE; 3], 0, &[], terms),
        };
        few.into_iter().take(count).chain(lits.iter().copied()).chain(terms.iter().map(|term| term.1))
    }
}

impl Node {
    /// The node with other literals in the places of its own, as they are: neither sorted nor simplified.
    pub fn map(&self, mut of: impl FnMut(Lit) -> Lit) -> Node {
        match self {
            Node::Const | Node::Variable(_) | Node::Parameter(_) => self.clone(),
            Node::And(lits) => Node::And(lits.iter().map(|&lit| of(lit)).collect()),
            &Node::Xor(a, b) => Node::Xor(of(a), of(b)),
            &Node::Ite(c, a, b) => Node::Ite(of(c), of(a), of(b)),
            Node::Ge(need, terms) => Node::Ge(*need, terms.iter().map(|&(weight, lit)| (weight, of(lit))).collect()),
        }
    }
}

/// Which leaves a formula contains: a sum of [`VARIABLE`] and [`PARAMETER`].
pub type Side = u8;
pub const VARIABLE: Side = 1;
pub const PARAMETER: Side = 2;

/// The side of each node.
pub fn sides(nodes: &[Node]) -> Vec<Side> {
    let mut sides = Vec::with_capacity(nodes.len());
    add_sides(nodes, &mut sides);
    sides
}

/// The sides of the nodes that are not among `sides` yet.
pub fn add_sides(nodes: &[Node], sides: &mut Vec<Side>) {
    for node in &nodes[sides.len()..] {
        debug_assert!(node.children().all(|lit| lit.node().index() < sides.len()), "arguments come before the node");
        sides.push(match node {
            Node::Variable(_) => VARIABLE,
            Node::Parameter(_) => PARAMETER,
            inner => inner.children().fold(0, |side, lit| side | sides[lit.node()]),
        });
    }
}
