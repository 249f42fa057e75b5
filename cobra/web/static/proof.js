/* What `check` finds of a game: whether it is well-formed, with the proofs, or what is wrong; and its sizes. */

import { el } from "./dom.js";
import { decimal, number, say } from "./texts.js";

const SIZES = [
  ["codes", "sizeCodes"], ["experiments", "sizeExperiments"], ["first", "sizeFirst"], ["branching", "sizeBranching"], ["symmetry", "sizeSymmetry"],
  ["worst", "sizeWorst"], ["average", "sizeAverage"],
]; // what is counted, and the texts that say it

export function proofView({ well_formed: wellFormed, proofs, warnings, sizes }) {
  const open = proofs.filter(({ holds }) => holds !== true);
  const verdict = say(wellFormed ? "wellFormed" : wellFormed === false ? "notWellFormed" : "notProvedWellFormed");
  const known = sizes ? SIZES.filter(([name]) => sizes[name] !== null) : [];
  return el("div", { class: "proof" }, el("p", { class: wellFormed ? "possible" : "error" }, el("b", {}, verdict)),
    el("ul", {}, open.map(({ sentence }) => el("li", { class: "error" }, sentence)), warnings.map((sentence) => el("li", { class: "warning", lang: "en" }, sentence))),
    known.length ? el("dl", {}, known.map(([name, label]) => el("div", {}, el("dt", {}, say(label)), el("dd", {}, name === "average" ? decimal(sizes[name]) : number(sizes[name]))))) : null,
    el("details", {}, el("summary", {}, say("wasProved")), el("ul", {}, proofs.filter(({ holds }) => holds).map(({ statement, subject }) => el("li", {}, `${statement} (${subject})`)))));
}
