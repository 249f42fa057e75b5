/* A game as a text to be shared: how it went, without the experiments and the secret. */

import { button, el } from "./dom.js";
import { say } from "./texts.js";

const SQUARES = { green: "\u{1F7E9}", yellow: "\u{1F7E8}", grey: "\u2B1B" };

/* The game, the number of experiments, and a line for each answer: squares for the letters of a word. */
export function sharedText(game, history) {
  const line = ([experiment, answer]) => game.marks(game.typeOf(experiment), experiment, answer)?.map((mark) => SQUARES[mark]).join("") ?? answer;
  return [`${game.title}: ${say("experiments", { n: history.length })}`, ...history.map(line)].join("\n");
}

/* The text, to be copied; where the browser does not let a page do that, it is marked. */
export function shareView(game, history) {
  const text = el("pre", { class: "shared" }, sharedText(game, history));
  const said = el("small", { role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      said.textContent = say("copied");
    } catch { // another machine than this one, or the browser asks first
      window.getSelection().selectAllChildren(text);
      said.textContent = say("marked");
    }
  };
  return el("details", { class: "share" }, el("summary", {}, say("share")), text, el("div", { class: "line" }, button({ onclick: copy }, say("copy")), said));
}
