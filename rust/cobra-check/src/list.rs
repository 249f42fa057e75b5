//! All codes, or all experiments of a type: what the choices of a section allow, in order.

use crate::formula::Values;
use crate::input::Input;
use crate::text::Section;
use crate::Result;

/// For each assignment which propositions of the section hold.
pub(crate) fn list(section: &Section, input: &mut Input<'_>) -> Result<Vec<Vec<bool>>> {
    choose(section, 0, &mut Values::new(section, 1), input)
}

/// One choice is made after the other, its lists in their order; what contradicts the section for certain is left.
fn choose(section: &Section, made: usize, values: &mut Values, input: &mut Input<'_>) -> Result<Vec<Vec<bool>>> {
    input.spend(section.tests + 1, 0)?;
    values.evaluate(section, section.tests);
    if section.only.iter().any(|&literal| values.holds(literal ^ 1, 0)) {
        return Ok(Vec::new());
    }
    let Some((start, width, rows)) = section.choices.get(made) else {
        input.spend(0, section.own + 24)?;
        let own = section.before..section.before + section.own;
        return Ok(vec![own.map(|own| values.holds(2 * own, 0)).collect()]);
    };
    let mut found = Vec::new();
    for row in rows {
        (0..*width).for_each(|place| values.assume(start + place, Some(row.contains(&place))));
        found.append(&mut choose(section, made + 1, values, input)?);
    }
    (0..*width).for_each(|place| values.assume(start + place, None));
    Ok(found)
}
