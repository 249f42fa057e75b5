//! Propagation in both directions through a circuit of formulas whose roots must be true.
//!
//! Every node of the circuit has a value that is unknown, false or true. A gate is examined again whenever one of its
//! inputs or its own value becomes known; examining it derives its value from its inputs (three-valued evaluation) and
//! inputs from its value (as in SAT solvers working on circuits, e.g. Thiffault, Bacchus and Walsh 2004). Values are
//! undone by a trail.

use super::needed::below;
use super::node::{Children, Lit, Node, Side, VARIABLE};
use crate::base::ids::NodeId;

const UNKNOWN: u8 = 2;

/// Added to the numbers of leaves of the other side (propositions of the secret in a circuit over parameters).
pub(crate) const OTHER_SIDE: u32 = 1 << 31;

/// The number of a leaf in a circuit over propositions of the side `own`.
pub(crate) fn leaf(node: &Node, own: Side) -> Option<u32> {
    match *node {
        Node::Variable(p) => Some(if own == VARIABLE { p } else { p | OTHER_SIDE }),
        Node::Parameter(p) => Some(if own == VARIABLE { p | OTHER_SIDE } else { p }),
        _ => None,
    }
}

/// The nodes below the roots, renumbered; literals are `2 * local number + negated`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Circuit {
    /// Variables have the numbers that `leaf` gives.
    gates: Vec<Node>,
    /// Gates that use a node.
    users: Vec<Vec<NodeId>>,
    /// Local number of the constant, if it occurs.
    constant: Option<NodeId>,
    roots: Vec<Lit>,
    /// Gates that are roots; how many there are.
    is_root: Vec<bool>,
    root_count: usize,
    /// (proposition, local number), by proposition.
    leaves: Vec<(u32, NodeId)>,
}

/// What happened to a node.
#[derive(Clone, Copy, Debug)]
enum Change {
    Known(NodeId),
    Met(NodeId),
}

/// Values of the nodes during a search. Once every root follows from the propositions known so far, no others can
/// contradict the circuit, and nothing is propagated until one of these is taken back.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    value: Vec<u8>,
    /// Nodes in the order in which they became known, or were met.
    trail: Vec<Change>,
    queue: Vec<NodeId>,
    queued: Vec<bool>,
    /// Nodes whose value, if known, follows from propositions that are known; roots of which it does not.
    met: Vec<bool>,
    unmet: usize,
    /// Propositions that became known by propagation, with their values, since the caller last took them.
    pub implied: Vec<(u32, bool)>,
}

impl Circuit {
    pub fn new(nodes: &[Node], roots: &[Lit], own: Side) -> Self {
        let mut built = Circuit::default();
        let needed = below(nodes, roots.iter().copied());
        let Some(&top) = needed.last() else { return built };
        let mut local = vec![NodeId::new(u32::MAX); top.index() + 1];
        for i in needed {
            let number = NodeId::at(built.gates.len());
            local[i] = number;
            built.gates.push(match leaf(&nodes[i], own) {
                Some(p) => {
                    built.leaves.push((p, number));
                    Node::Variable(p)
                }
                None => nodes[i].map(|lit| Lit::of(local[lit.node()]) ^ lit.is_negated()),
            });
            if nodes[i] == Node::Const {
                built.constant = Some(number);
            }
            built.users.push(Vec::new());
            for lit in nodes[i].children() {
                built.users[local[lit.node()]].push(number);
            }
        }
        built.roots = roots.iter().map(|&lit| Lit::of(local[lit.node()]) ^ lit.is_negated()).collect();
        built.leaves.sort_unstable();
        built.is_root = vec![false; built.gates.len()];
        for &lit in &built.roots {
            built.root_count += usize::from(!std::mem::replace(&mut built.is_root[lit.node()], true));
        }
        built
    }

    pub fn is_empty(&self) -> bool {
        self.gates.is_empty()
    }

    pub fn propositions(&self) -> impl Iterator<Item = u32> + '_ {
        self.leaves.iter().map(|leaf| leaf.0).filter(|p| p & OTHER_SIDE == 0)
    }

    pub fn values(&self) -> Values {
        let n = self.gates.len();
        Values {
            value: vec![UNKNOWN; n],
            trail: Vec::new(),
            queue: Vec::new(),
            queued: vec![false; n],
            met: self.gates.iter().map(is_leaf).collect(),
            unmet: self.root_count,
            implied: Vec::new(),
        }
    }

    /// Sets the roots and propagates from nothing; false when the roots cannot hold.
    pub fn start(&self, values: &mut Values) -> bool {
        let constant = self.constant.map(|number| !Lit::of(number));
        constant.iter().chain(&self.roots).all(|&lit| self.assign(values, lit)) && {
            NodeId::first(self.gates.len()).for_each(|gate| push(values, gate));
            self.propagate(values)
        }
    }

    /// Makes a proposition known; false when the opposite is known.
    pub fn set(&self, values: &mut Values, proposition: u32, value: bool) -> bool {
        if values.unmet == 0 {
            return true;
        }
        match self.leaves.binary_search_by_key(&proposition, |leaf| leaf.0) {
            Ok(i) => self.assign(values, Lit::of(self.leaves[i].1) ^ !value),
            Err(_) => true,
        }
    }

    pub fn mark(&self, values: &Values) -> usize {
        values.trail.len()
    }

    pub fn undo(&self, values: &mut Values, mark: usize) {
        for step in values.trail.drain(mark..) {
            match step {
                Change::Known(number) => values.value[number] = UNKNOWN,
                Change::Met(number) => {
                    values.met[number] = false;
                    values.unmet += usize::from(self.is_root[number]);
                }
            }
        }
    }

    /// Makes a literal true.
    fn assign(&self, values: &mut Values, lit: Lit) -> bool {
        let (number, truth) = (lit.node(), u8::from(!lit.is_negated()));
        let known = values.value[number];
        if known != UNKNOWN {
            return known == truth;
        }
        values.value[number] = truth;
        values.trail.push(Change::Known(number));
        for &user in &self.users[number] {
            push(values, user);
        }
        match self.gates[number] {
            Node::Const => {}
            Node::Variable(p) => values.implied.push((p, truth == 1)),
            _ => push(values, number),
        }
        true
    }

    /// Examines queued gates until nothing changes; false on a contradiction.
    pub fn propagate(&self, values: &mut Values) -> bool {
        while let Some(gate) = values.queue.pop() {
            values.queued[gate] = false;
            if values.unmet == 0 {
                continue;
            }
            if !self.examine(values, gate) {
                return false;
            }
        }
        true
    }

    /// Records that the value of a gate follows from propositions.
    fn meet(&self, values: &mut Values, gate: NodeId) {
        if !std::mem::replace(&mut values.met[gate], true) {
            values.unmet -= usize::from(self.is_root[gate]);
            values.trail.push(Change::Met(gate));
            for &user in &self.users[gate] {
                push(values, user);
            }
        }
    }

    /// Forgets pending work after a contradiction; values are taken back by `undo`.
    pub fn abandon(&self, values: &mut Values) {
        for &gate in &values.queue {
            values.queued[gate] = false;
        }
        values.queue.clear();
        values.implied.clear();
    }

    fn examine(&self, values: &mut Values, gate: NodeId) -> bool {
        let out = Lit::of(gate);
        match &self.gates[gate] {
            Node::Const | Node::Variable(_) | Node::Parameter(_) => true,
            Node::And(lits) => self.examine_and(values, gate, lits),
            &Node::Xor(a, b) => match (read(values, out), read(values, a), read(values, b)) {
                (_, x, y) if x != UNKNOWN && y != UNKNOWN => {
                    if is_met(values, a) && is_met(values, b) {
                        self.meet(values, gate);
                    }
                    self.assign(values, out ^ (x == y))
                }
                (o, x, UNKNOWN) if o != UNKNOWN && x != UNKNOWN => self.assign(values, b ^ (o == x)),
                (o, UNKNOWN, y) if o != UNKNOWN && y != UNKNOWN => self.assign(values, a ^ (o == y)),
                _ => true,
            },
            &Node::Ite(c, a, b) => self.examine_ite(values, gate, c, a, b),
            Node::Ge(k, terms) => self.examine_ge(values, gate, i64::from(*k), terms),
        }
    }

    fn examine_and(&self, values: &mut Values, gate: NodeId, lits: &[Lit]) -> bool {
        let out = Lit::of(gate);
        let (mut unknown, mut last, mut fails, mut met) = (0, out, false, true);
        for &lit in lits {
            match read(values, lit) {
                0 if is_met(values, lit) => {
                    self.meet(values, gate);
                    return self.assign(values, !out);
                }
                0 => fails = true,
                UNKNOWN => (unknown, last) = (unknown + 1, lit),
                _ => met &= is_met(values, lit),
            }
        }
        if fails {
            return self.assign(values, !out);
        }
        match (unknown, read(values, out)) {
            (0, _) => {
                if met {
                    self.meet(values, gate);
                }
                self.assign(values, out)
            }
            (_, 1) => lits.iter().all(|&lit| self.assign(values, lit)),
            (1, 0) => self.assign(values, !last),
            _ => true,
        }
    }

    fn examine_ite(&self, values: &mut Values, gate: NodeId, c: Lit, a: Lit, b: Lit) -> bool {
        let out = Lit::of(gate);
        let chosen = match read(values, c) {
            1 => a,
            0 => b,
            _ => {
                let (o, x, y) = (read(values, out), read(values, a), read(values, b));
                if x != UNKNOWN && x == y {
                    return self.assign(values, out ^ (x == 0));
                }
                if o != UNKNOWN && x != UNKNOWN && x != o {
                    return self.assign(values, !c) && self.assign(values, b ^ (o == 0));
                }
                if o != UNKNOWN && y != UNKNOWN && y != o {
                    return self.assign(values, c) && self.assign(values, a ^ (o == 0));
                }
                return true;
            }
        };
        match (read(values, out), read(values, chosen)) {
            (_, x) if x != UNKNOWN => {
                if is_met(values, c) && is_met(values, chosen) {
                    self.meet(values, gate);
                }
                self.assign(values, out ^ (x == 0))
            }
            (o, _) if o != UNKNOWN => self.assign(values, chosen ^ (o == 0)),
            _ => true,
        }
    }

    fn examine_ge(&self, values: &mut Values, gate: NodeId, k: i64, terms: &[(u32, Lit)]) -> bool {
        let out = Lit::of(gate);
        let (mut least, mut most, mut surely, mut possibly) = (0, 0, 0, 0);
        for &(weight, lit) in terms {
            let (weight, value, met) = (i64::from(weight), read(values, lit), is_met(values, lit));
            least += if value == 1 { weight } else { 0 };
            most += if value == 0 { 0 } else { weight };
            surely += if value == 1 && met { weight } else { 0 };
            possibly += if value == 0 && met { 0 } else { weight };
        }
        if least >= k || most < k {
            if surely >= k || possibly < k {
                self.meet(values, gate);
            }
            return self.assign(values, out ^ (least < k));
        }
        match read(values, out) {
            1 => terms.iter().all(|&(w, lit)| {
                read(values, lit) != UNKNOWN || most - i64::from(w) >= k || self.assign(values, lit)
            }),
            0 => terms.iter().all(|&(w, lit)| {
                read(values, lit) != UNKNOWN || least + i64::from(w) < k || self.assign(values, !lit)
            }),
            _ => true,
        }
    }
}

fn is_leaf(gate: &Node) -> bool {
    matches!(gate, Node::Const | Node::Variable(_) | Node::Parameter(_))
}

/// Whether the value of a literal, if known, follows from propositions.
fn is_met(values: &Values, lit: Lit) -> bool {
    values.met[lit.node()]
}

fn push(values: &mut Values, gate: NodeId) {
    if !std::mem::replace(&mut values.queued[gate], true) {
        values.queue.push(gate);
    }
}

fn read(values: &Values, lit: Lit) -> u8 {
    match values.value[lit.node()] {
        UNKNOWN => UNKNOWN,
        value => value ^ u8::from(lit.is_negated()),
    }
}
