//! All codes, or all experiments of a type: what the choices of a section allow, in order.

use crate::formula::Values;
use crate::text::Section;
use crate::{Pace, Result};

/// For each assignment which propositions hold. One choice is made after the other, its lists in their order, and what
/// contradicts the section for certain is left.
pub(crate) fn list(section: &Section, pace: &mut Pace<'_, '_>) -> Result<Vec<Vec<bool>>> {
    pace.keep(Values::number(section) as u64, 8)?;
    let mut values = Values::new(section, 1);
    let firsts: Vec<usize> = section
        .choices
        .iter()
        .scan(0, |next, (width, _)| {
            *next += width;
            Some(*next - width)
        })
        .collect();
    let mut found = Vec::new();
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        pace.work(section.tests + 1)?;
        values.evaluate(section.tests);
        if section.only.iter().all(|&literal| values.of(literal ^ 1)[0] == 0) {
            if chosen.len() < section.choices.len() {
                chosen.push(0);
                fill(&mut values, section, firsts[chosen.len() - 1], chosen.len() - 1, Some(0));
                continue;
            }
            pace.keep(1, section.own as u64 + 24)?;
            found.push((0..section.own).map(|own| values.of(2 * (section.before + own))[0] != 0).collect());
        }
        loop {
            let Some(row) = chosen.pop() else { return Ok(found) };
            let choice = chosen.len();
            let next = Some(row + 1).filter(|&next| next < section.choices[choice].1.len());
            fill(&mut values, section, firsts[choice], choice, next);
            if next.is_some() {
                chosen.extend(next);
                break;
            }
        }
    }
}

/// Makes a choice, or takes it back.
fn fill(values: &mut Values<'_>, section: &Section, first: usize, choice: usize, row: Option<usize>) {
    let (width, rows) = &section.choices[choice];
    for place in 0..*width {
        values.assume(first + place, row.map(|row| rows[row].contains(&place)));
    }
}
