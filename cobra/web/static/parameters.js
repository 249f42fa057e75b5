/* Fields for the parameters of a game: on its card, and beside the text of one that is written. */

import { el } from "./dom.js";

/* A field for a parameter as the server tells of it; `given` is its value where another was chosen. */
export function parameterField({ name, default: usual, low, high, written, help }, given = usual) {
  return el("label", {}, el("b", {}, name.replaceAll("_", " ")),
    el("input", { type: "number", name, value: given, min: low, max: high, step: 1, required: usual !== null, placeholder: usual === null ? written : null }),
    el("small", {}, help));
}

/* The values that stand in the fields of a place, by name; what is left empty is as the game says. */
export function valuesIn(place) {
  const fields = fieldsIn(place).filter(({ valueAsNumber }) => Number.isSafeInteger(valueAsNumber));
  return Object.fromEntries(fields.map(({ name, valueAsNumber }) => [name, valueAsNumber]));
}

/* Whether something else than a whole number stands in one of them, which then says so. */
export function isAmiss(place) {
  const amiss = fieldsIn(place).find(({ validity }) => validity.badInput || validity.stepMismatch);
  return Boolean(amiss && !amiss.reportValidity());
}

function fieldsIn(place) {
  return [...place.querySelectorAll("input[type=number]")];
}
