/* Help in doses, for who breaks a code: each for one turn only. */

import { button, el } from "./dom.js";
import { worst } from "./known.js";
import { amount, say } from "./texts.js";

/* What the best experiment is like, without naming it. */
export function nudgeText(best) {
  const kind = say(best.can_be_code === false ? "bestCannotBe" : "bestCanBe");
  return !best.split || best.sampled ? kind : `${kind}; ${say("nudgeSplit", { n: best.split.length, codes: amount(worst(best.split)) })}`;
}

/* The doses to choose from, those `given` already, a set, and the nudge when it is one of them. */
export function dosesView(given, nudge, give) {
  const dose = (name, label) => button({ class: "chip", "aria-pressed": String(given.has(name)), onclick: () => give(name) }, label);
  return el("section", { class: "doses" }, el("h2", {}, say("hints")),
    el("div", { class: "picks" }, dose("left", say("howManyLeft")), dose("nudge", say("aNudge")), dose("best", say("theBest"))),
    given.has("nudge") ? nudge : null);
}
