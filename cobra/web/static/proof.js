/* What `check` finds of a game: whether it is well-formed, with the proofs, or what is wrong; and its sizes. */

import { el, number } from "./dom.js";

const SIZES = [
  ["codes", "codes"], ["experiments", "experiments"], ["first", "first experiments that differ"], ["branching", "most outcomes of an experiment"],
  ["symmetry", "symmetries"], ["worst", "worst case at least"], ["average", "average at least"],
];

export function proofView({ well_formed: wellFormed, proofs, warnings, sizes }) {
  const open = proofs.filter(({ holds }) => holds !== true);
  const verdict = wellFormed ? "Well-formed" : wellFormed === false ? "Not well-formed" : "It could not be proved well-formed";
  const known = sizes ? SIZES.filter(([name]) => sizes[name] !== null) : [];
  return el("div", { class: "proof" }, el("p", { class: wellFormed ? "possible" : "error" }, el("b", {}, verdict)),
    el("ul", {}, open.map(({ sentence }) => el("li", { class: "error" }, sentence)), warnings.map((sentence) => el("li", { class: "warning" }, sentence))),
    known.length ? el("dl", {}, known.map(([name, label]) => el("div", {}, el("dt", {}, label), el("dd", {}, name === "average" ? sizes[name] : number(sizes[name]))))) : null,
    el("details", {}, el("summary", {}, "What was proved"), el("ul", {}, proofs.filter(({ holds }) => holds).map(({ statement, subject }) => el("li", {}, `${statement} (${subject})`)))));
}
