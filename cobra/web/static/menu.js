/* What a play is asked for above its board: the role, the computer's way to keep a code or to guess, which experiments are advised. */

import { el, segments, select } from "./dom.js";
import { say } from "./texts.js";

const ROLES = [["help", say("helpMe")], ["break", say("iGuess")], ["make", say("itGuesses")]];
const MAKERS = [["random", say("keepsRandom")], ["models", say("dodges")]];

/* The fields, set to what is `chosen`; `changed` has for each of them what is called with another value. */
export function menuFields(strategies, chosen, changed) {
  const about = ([name, text]) => [name, `${name}: ${text}`];
  const makers = select(say("theComputer"), MAKERS, chosen.maker, changed.maker);
  const breakers = select(say("itsStrategy"), strategies.map(about), chosen.strategy, changed.strategy);
  const roles = segments(say("role"), ROLES, chosen.role, changed.role);
  const only = el("label", { class: "check" }, el("input", { type: "checkbox", name: "consistent", checked: chosen.consistent, onchange: (event) => changed.consistent(event.target.checked) }),
    say("onlyPossible"));
  return { makers, breakers, only, menu: el("div", { class: "menu" }, roles, makers, breakers) };
}
