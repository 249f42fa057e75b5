/* Help in doses, for who breaks a code: each for one turn only. */

import { button, el } from "./dom.js";
import { worst } from "./known.js";
import { amount, say } from "./texts.js";

/* What the best experiment is like, without naming it. */
export function nudgeText(best) {
  const split = best.split && !best.sampled ? { n: best.split.length, codes: amount(worst(best.split)) } : null;
  if (best.can_be_code === null) return split ? say("nudgeBest", split) : say("tooManyToCount"); // no experiment is the code
  const kind = say(best.can_be_code ? "bestCanBe" : "bestCannotBe");
  return split ? `${kind}; ${say("nudgeSplit", split)}` : kind;
}

/* The doses to choose from; `give(name)` is called with one that is. What it returns has the element, and a function that
   is told which were given already, a set, and what is shown of the nudge. */
export function makeDoses(give) {
  const dose = ([name, label]) => [name, button({ class: "chip", onclick: () => give(name) }, label)];
  const doses = [["left", say("howManyLeft")], ["nudge", say("aNudge")], ["best", say("theBest")]].map(dose);
  const nudged = el("div", {});
  const tell = (given, nudge) => {
    for (const [name, chip] of doses) chip.ariaPressed = String(given.has(name));
    nudged.hidden = !given.has("nudge");
    nudged.replaceChildren(nudge);
  };
  return { element: el("section", { class: "doses" }, el("h2", {}, say("hints")), el("div", { class: "picks" }, doses.map(([, chip]) => chip)), nudged), tell };
}
