//! Checks a program before anything else sees it, so that the rest of the core may index without fear.

use crate::base::error::{CoreError, Result};
use crate::base::ids::{NodeId, SlotId};
use crate::formula::needed::below;
use crate::formula::node::{sides, Children, Lit, Node, PARAMETER, VARIABLE};
use crate::game::program::{
    Answer, Component, Drawn, Ending, ExperimentType, Lin, MoveRule, Noise, Program, Slot, SlotKind, Space,
    StandingRules, UnseenRules,
};

/// Weights above this could overflow sums of a whole formula; the language knows integers of 9 digits.
const MAX_WEIGHT: u64 = 1 << 31;

/// Checks every index, order and size of a program.
pub fn validate(program: &Program) -> Result<()> {
    if program.types.len() > u32::MAX as usize / 2 || program.nodes.len() > (1 << 30) {
        return Err(CoreError::input("the program is too large"));
    }
    let parameters = program.types.iter().map(|t| t.space.propositions).max().unwrap_or(0);
    check_nodes(program, parameters)?;
    let sides = sides(&program.nodes);
    check_space(program, &program.codes, &sides, VARIABLE).map_err(|e| within("codes", e))?;
    for (number, kind) in program.types.iter().enumerate() {
        let place = format!("type {number}");
        check_space(program, &kind.space, &sides, PARAMETER).map_err(|e| within(&place, e))?;
        check_components(program, &kind.answer.components).map_err(|e| within(&place, e))?;
        check_leaves(program, &kind.answer, kind.space.propositions).map_err(|e| within(&place, e))?;
        if let Some(last) = kind.answer.final_component {
            match kind.answer.components.get(last) {
                Some(Component::Cases(lits)) if lits.len() == 2 => {}
                _ => return Err(within(&place, CoreError::input("the final component is not a pair of cases"))),
            }
        }
    }
    check_components(program, &program.goal).map_err(|e| within("goal", e))?;
    let mut code_sided: Vec<Lit> = program.goal.iter().flat_map(Component::children).collect();
    if let Some(weight) = &program.weight {
        check_lin(program, weight).map_err(|e| within("weight", e))?;
        code_sided.extend(weight.terms.iter().map(|&(_, lit)| lit));
    }
    if code_sided.iter().any(|&lit| sides[lit.node()] & PARAMETER != 0) {
        return Err(CoreError::input("goal or weight mentions parameters of an experiment"));
    }
    if program.shown.len() != program.codes.propositions as usize {
        return Err(CoreError::input("`shown` must have one entry for each proposition of the codes"));
    }
    check_groups(program)?;
    check_slot_groups(program)?;
    program.standing.as_ref().map_or(Ok(()), |rules| check_standing(program, rules))?;
    program.unseen.as_ref().map_or(Ok(()), |rules| check_unseen(program, rules))
}

fn check_unseen(program: &Program, rules: &UnseenRules) -> Result<()> {
    let fits = |one: &MoveRule| {
        let symbols = program.codes.slots.get(one.slot.index()).and_then(|slot| match slot.kind {
            SlotKind::Symbol { symbols } => Some(symbols as usize),
            _ => None,
        });
        symbols.is_some_and(|symbols| one.targets.iter().all(|lits| lits.len() == symbols))
            && one.targets.iter().flatten().all(|lit| lit.node().index() < program.nodes.len())
    };
    let is_chance = |noise: Noise| {
        (noise.numerator > 0 || !rules.draws.is_empty())
            && noise.numerator < noise.denominator
            && noise.denominator <= u64::from(u32::MAX)
    };
    let is_drawn = |of: (&Option<Drawn>, &ExperimentType)| {
        of.0.as_ref().is_none_or(|drawn| {
            let answer = &of.1.answer;
            let own = answer.components.len() - usize::from(answer.final_component.is_some());
            let size = answer.components.first().map_or(0, Component::size);
            own == 1
                && drawn.parts <= u64::from(u32::MAX)
                && drawn.ways.iter().all(|way| way.values.len() as u64 == size && way.chance > 0)
                && drawn.ways.iter().map(|way| u128::from(way.chance)).sum::<u128>() == u128::from(drawn.parts)
                && drawn.ways.iter().flat_map(|way| &way.values).all(|lit| lit.node().index() < program.nodes.len())
        })
    };
    let draws = rules.draws.is_empty()
        || rules.is_endless()
            && rules.draws.len() == program.types.len()
            && rules.draws.iter().zip(&program.types).all(is_drawn);
    let sound = rules.noise.is_none_or(|noise| {
        let numerators = rules.noises.iter().all(|(lit, numerator)| {
            (1..noise.denominator).contains(numerator) && lit.node().index() < program.nodes.len()
        });
        // else nothing may ever be certain
        is_chance(noise) && numerators && (rules.lies > 0 || program.ending == Ending::Hit)
    });
    let sound = sound && (rules.noises.is_empty() || rules.noise.is_some());
    if rules.lies > 1000 || program.standing.is_some() || !rules.moves.iter().all(fits) || !sound || !draws {
        return Err(CoreError::input("the rules of what happens unseen do not fit the program"));
    }
    Ok(())
}

fn check_standing(program: &Program, rules: &StandingRules) -> Result<()> {
    let wrong = || CoreError::input("the rules of the standing do not fit the program");
    let slots = rules.start.len();
    if rules.follows.len() != program.types.len() || rules.start.len() > 1 << 16 {
        return Err(wrong());
    }
    for (kind, follows) in program.types.iter().zip(&rules.follows) {
        let own = kind.space.slots.len().checked_sub(slots).ok_or_else(wrong)?;
        let held = kind.space.slots[own..].iter().zip(&follows.after).zip(&rules.start);
        let fits = |((slot, after), &start): ((&Slot, &Vec<Lit>), &u32)| match slot.kind {
            SlotKind::Symbol { symbols } => after.len() == symbols as usize && start < symbols,
            _ => false,
        };
        if follows.after.len() != slots || !held.into_iter().all(fits) {
            return Err(wrong());
        }
        follows.lits().try_for_each(|lit| check_lit(program, lit))?;
        check_lin(program, &follows.price)?;
        let foreign =
            |number: NodeId| matches!(program.nodes[number], Node::Parameter(p) if p >= kind.space.propositions);
        if follows.price.constant < 0 || below(&program.nodes, follows.lits()).into_iter().any(foreign) {
            return Err(wrong());
        }
    }
    Ok(())
}

fn within(place: &str, error: CoreError) -> CoreError {
    match error {
        CoreError::Input(message) => CoreError::Input(format!("{place}: {message}")),
        other => other,
    }
}

fn check_nodes(program: &Program, parameters: u32) -> Result<()> {
    if program.nodes.first() != Some(&Node::Const) {
        return Err(CoreError::input("node 0 must be the constant"));
    }
    for (i, node) in program.nodes.iter().enumerate() {
        let wrong = |what: &str| Err(CoreError::input(format!("node {i}: {what}")));
        match node {
            Node::Const if i > 0 => return wrong("only node 0 is the constant"),
            Node::Variable(v) if *v >= program.codes.propositions => return wrong("no such variable"),
            Node::Parameter(p) if *p >= parameters => return wrong("no such parameter"),
            Node::And(lits) if lits.len() < 2 => return wrong("a conjunction of fewer than two"),
            Node::Ge(_, terms) => {
                let total: u64 = terms.iter().map(|&(w, _)| u64::from(w)).sum();
                if total > MAX_WEIGHT || terms.iter().any(|&(w, _)| w == 0) {
                    return wrong("weights must be positive and their sum below 2^31");
                }
            }
            _ => {}
        }
        if node.children().any(|lit| lit.node().index() >= i) {
            return wrong("arguments must come before the node");
        }
    }
    Ok(())
}

fn check_lit(program: &Program, lit: Lit) -> Result<()> {
    if lit.node().index() >= program.nodes.len() {
        return Err(CoreError::input(format!("no literal {}", lit.number())));
    }
    Ok(())
}

fn check_lin(program: &Program, lin: &Lin) -> Result<()> {
    let total: u64 = lin.terms.iter().map(|&(w, _)| u64::from(w)).sum();
    if total > MAX_WEIGHT || lin.constant.unsigned_abs() > MAX_WEIGHT || lin.terms.iter().any(|&(w, _)| w == 0) {
        return Err(CoreError::input("weights must be positive and their sum below 2^31"));
    }
    lin.terms.iter().try_for_each(|&(_, lit)| check_lit(program, lit))
}

fn check_components(program: &Program, components: &[Component]) -> Result<()> {
    for component in components {
        match component {
            Component::Sum(lin) => check_lin(program, lin)?,
            Component::Cases(lits) if lits.is_empty() => return Err(CoreError::input("a component without cases")),
            Component::Cases(lits) => lits.iter().try_for_each(|&lit| check_lit(program, lit))?,
        }
    }
    Ok(())
}

/// An answer may only use parameters of its own type.
fn check_leaves(program: &Program, answer: &Answer, parameters: u32) -> Result<()> {
    let foreign = |number: NodeId| matches!(program.nodes[number], Node::Parameter(p) if p >= parameters);
    if below(&program.nodes, answer.lits()).into_iter().any(foreign) {
        return Err(CoreError::input("the answer uses a parameter the type does not have"));
    }
    Ok(())
}

fn check_space(program: &Program, space: &Space, sides: &[u8], own: u8) -> Result<()> {
    let mut used = vec![false; space.propositions as usize];
    for (number, slot) in space.slots.iter().enumerate() {
        let end = u64::from(slot.first) + u64::from(slot.width());
        if end > u64::from(space.propositions) || slot.width() == 0 {
            return Err(CoreError::input(format!("slot {number} lies outside the propositions")));
        }
        for p in slot.first..end as u32 {
            if std::mem::replace(&mut used[p as usize], true) {
                return Err(CoreError::input(format!("proposition {p} belongs to two slots")));
            }
        }
        if matches!(slot.kind, SlotKind::Set { min, max, .. } if min > max) {
            return Err(CoreError::input(format!("slot {number}: the least size exceeds the greatest")));
        }
    }
    if used.contains(&false) {
        return Err(CoreError::input("a proposition belongs to no slot"));
    }
    let symbols = |slot: SlotId| match space.slots.get(slot.index()).map(|s| s.kind) {
        Some(SlotKind::Symbol { symbols }) => Ok(symbols),
        _ => Err(CoreError::input(format!("slot {slot} of a group or table holds no symbol"))),
    };
    for group in &space.distinct {
        let mut seen = group.clone();
        seen.sort_unstable();
        if seen.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(CoreError::input("a slot is twice in a distinct group"));
        }
        group.iter().try_for_each(|&slot| symbols(slot).map(drop))?;
    }
    for table in &space.tables {
        let widths = table.slots.iter().map(|&slot| symbols(slot)).collect::<Result<Vec<u32>>>()?;
        if widths.is_empty() || table.rows.len() % widths.len() != 0 {
            return Err(CoreError::input("the rows of a table do not fit its slots"));
        }
        if table.rows.chunks(widths.len()).any(|row| row.iter().zip(&widths).any(|(a, w)| a >= w)) {
            return Err(CoreError::input("a table holds a symbol its slot does not have"));
        }
    }
    for &lit in &space.constraints {
        check_lit(program, lit)?;
        if sides[lit.node()] & !own != 0 {
            return Err(CoreError::input("a constraint mentions leaves of the other side"));
        }
    }
    check_constraint_leaves(program, space)
}

fn check_constraint_leaves(program: &Program, space: &Space) -> Result<()> {
    let foreign = |number: NodeId| matches!(program.nodes[number], Node::Parameter(p) | Node::Variable(p) if p >= space.propositions);
    if below(&program.nodes, space.constraints.iter().copied()).into_iter().any(foreign) {
        return Err(CoreError::input("a constraint uses a proposition the space does not have"));
    }
    Ok(())
}

fn check_groups(program: &Program) -> Result<()> {
    for group in &program.groups {
        let sound = group.propositions.iter().flatten().all(|&p| p < program.codes.propositions);
        if !sound || group.slots.len() != program.types.len() {
            return Err(CoreError::input("a group of symbols does not fit the program"));
        }
        for (kind, slots) in program.types.iter().zip(&group.slots) {
            if slots.len() != kind.space.slots.len() {
                return Err(CoreError::input("a group of symbols does not fit the slots of a type"));
            }
            for (slot, numbers) in kind.space.slots.iter().zip(slots) {
                let Some(numbers) = numbers else { continue };
                let mut seen = vec![false; group.propositions.len()];
                let mut new = |a: u32| seen.get_mut(a as usize).is_some_and(|s| !std::mem::replace(s, true));
                let proper = numbers.len() == slot.width() as usize
                    && !matches!(slot.kind, SlotKind::Bool)
                    && numbers.iter().all(|&a| a == u32::MAX || new(a));
                if !proper {
                    return Err(CoreError::input("a group of symbols does not fit the symbols of a slot"));
                }
            }
        }
    }
    Ok(())
}

fn check_slot_groups(program: &Program) -> Result<()> {
    let wrong = || CoreError::input("a group of slots does not fit the program");
    // A slot belongs to one group at most, and to none if a table fills it.
    let in_table = |kind: &ExperimentType, slot: SlotId| kind.space.tables.iter().any(|t| t.slots.contains(&slot));
    let taken =
        |kind: &ExperimentType| SlotId::first(kind.space.slots.len()).map(|slot| in_table(kind, slot)).collect();
    let mut used: Vec<Vec<bool>> = program.types.iter().map(taken).collect();
    for group in &program.slot_groups {
        let members = group.propositions.len();
        let sound = group.propositions.iter().flatten().all(|&p| p < program.codes.propositions);
        if !sound || group.layers.len() != program.types.len() {
            return Err(wrong());
        }
        for ((kind, layers), used) in program.types.iter().zip(&group.layers).zip(&mut used) {
            for layer in layers {
                let slots = layer.iter().map(|&slot| kind.space.slots.get(slot.index()));
                let kinds = slots.map(|slot| slot.map(|slot| slot.kind)).collect::<Option<Vec<SlotKind>>>();
                // what members hold is counted by the symbols, of which a slot that is true or false has none
                let fits = |pair: &[SlotKind]| pair[0] == pair[1];
                let alike = kinds.is_some_and(|kinds| kinds.windows(2).all(fits) && !kinds.contains(&SlotKind::Bool));
                let new = |&slot: &SlotId| !std::mem::replace(&mut used[slot], true);
                if layer.len() != members || !alike || !layer.is_sorted() || !layer.iter().all(new) {
                    return Err(wrong());
                }
            }
            let ascends = |pair: &[Vec<SlotId>]| pair[0].iter().zip(&pair[1]).all(|(a, b)| a < b);
            if !layers.windows(2).all(ascends) {
                return Err(wrong());
            }
        }
    }
    Ok(())
}
