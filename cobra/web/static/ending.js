/* How a play ends: in a sentence, with what its moves were worth and a text to be shared. */

import { button, el } from "./dom.js";
import { reviewView } from "./explain.js";
import { foundGoals } from "./known.js";
import { shareView } from "./share.js";
import { amount, say } from "./texts.js";

/* The sentence in which a play of `n` experiments ends; `told` is what is said of the secret of one that is lost, if it is known. */
export function endingText(game, { codes, list, goals, lost, standing }, n, told) {
  if (lost) return [standing ? say("lostWith", { n, standing }) : say("lostAfter", { n }), told].filter(Boolean).join(" ");
  const found = foundGoals(goals);
  if (found) return codes === 1 ? say("foundOutAll", { n, found, code: list[0] }) : say("foundOut", { n, found });
  if (codes === 1) return say("theCodeIs", { n, code: list[0] });
  if (game.ending === "hit") return say("overAfter", { n });
  return say("overWith", { n, codes: amount(codes) });
}

/* A text at the end, the way to play again, and what is said of the experiments made, if there are any. */
export function endView(game, history, text, again) {
  return el("div", { class: "over" }, el("div", { class: "ending" }, el("p", { id: "ending" }, text), button({ class: "main", onclick: again }, say("playAgain"))),
    history.length ? [reviewView(game, history), shareView(game, history)] : null);
}
