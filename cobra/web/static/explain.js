/* Reasons in words: why an experiment is best, why a code is out, and what the moves of a game were worth. */

import { call, Refused } from "./api.js";
import { button, el } from "./dom.js";
import { run } from "./jobs.js";
import { amount, number, say } from "./texts.js";

/* Show the sentences that the server answers to a question, or what is wrong with it, if it is still asked. */
async function answerIn(place, path, body, isAsked = () => true) {
  try {
    const { sentences } = await call(path, body);
    if (isAsked()) place.replaceChildren(...sentences.map((sentence) => el("p", {}, sentence)));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (isAsked()) place.replaceChildren(el("p", { class: "error" }, error.shown));
  }
}

/* A button that tells why the best experiment is best and, when one is given, what another lacks. */
export function whyView(game, history, label, experiment) {
  const place = el("div", { class: "sentences", role: "status" });
  const asked = { game: game.said, history, ...(experiment === undefined ? {} : { experiment }) };
  return el("div", { class: "why" }, button({ onclick: () => answerIn(place, "api/why", asked) }, label), place);
}

/* A field for a code, which tells whether it is possible and if not, which answers of the history exclude it; `history()` is that
   at present. Returns the element, and a function that takes away what is said. */
export function possibleView(game, history) {
  const place = el("div", { class: "sentences", role: "status" });
  const input = el("input", { class: "typed", type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": say("aCode"), placeholder: say("aCodeHint") });
  let asked = 0; // what was asked before counts no more
  const ask = (event) => {
    event.preventDefault();
    asked += 1;
    const mine = asked;
    if (input.value.trim()) answerIn(place, "api/why-not", { game: game.said, history: history(), code: input.value.trim() }, () => mine === asked);
  };
  const element = el("form", { class: "why", onsubmit: ask }, el("div", { class: "line" }, input, button({ type: "submit" }, say("isItPossible"))), place);
  const forget = () => {
    asked += 1;
    place.replaceChildren();
  };
  return { element, forget };
}

/* A button that reviews a game, move by move. */
export function reviewView(game, history) {
  const job = el("div", {});
  const place = el("div", {});
  const start = () => run(job, { kind: "review", game: game.said, history }, "review", ({ result }) => {
    if (result) place.replaceChildren(table(game, result));
  });
  return el("div", { class: "why" }, button({ onclick: start }, say("review")), job, place);
}

function table(game, { moves, loss, luck, lost, loses, by_worst: atWorst, standings, priced }) {
  const judged = moves.some(({ judgement }) => judgement !== null);
  const valued = judged || !loses;
  const head = ["move", "youAsked", "left", ...(valued ? ["best", "loss", "luck"] : []), ...(game.memory ? ["then"] : [])].map((key) => el("th", { scope: "col" }, say(key)));
  const rows = moves.map(({ judgement, ...move }, place) => el("tr", {}, made(game, move, place), valued ? worth(game, judgement) : [],
    game.memory ? el("td", {}, standings[place]) : []));
  const notes = [
    lost ? say("playLost") : null,
    loses ? say(game.unseen ? "notJudgedMoving" : "notJudgedLosing") : null,
    loss === null || ((game.memory || game.unseen) && !judged) ? null
      : atWorst ? say("lossAtWorst", { loss: number(loss), luck: number(luck) })
      : say(priced ? (loss < 0 ? "savedOnAverage" : "paidOnAverage") : loss < 0 ? "gainOnAverage" : "lossOnAverage", { loss: number(Math.abs(loss), 3), luck: signed(luck) }),
  ];
  return reviewed(head, rows, notes.filter((note) => note !== null).map((note) => el("p", { class: "note" }, note)));
}

/* The cells of what a move was worth, empty where it is not judged. */
function worth(game, judgement) {
  if (judgement === null) return [el("td", {}), el("td", {}), el("td", {})];
  return [el("td", {}, best(game, judgement)), el("td", {}, number(judgement.loss, 3)), el("td", {}, signed(judgement.luck))];
}

/* The cells of an experiment made: its place, what was answered, and the codes left before and after. */
function made(game, { experiment, outcome, before, after }, place) {
  return [el("td", {}, place + 1), el("td", {}, game.experiment(experiment), " ", el("b", { class: "given" }, outcome)),
    el("td", {}, `${left(before)} → ${left(after)}`)];
}

function reviewed(head, rows, note) {
  return el("div", { class: "review" },
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("review") }, el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows))), note);
}

/* A number of codes left, where there was time to count them. */
function left(codes) {
  return codes === null ? "?" : number(codes);
}

/* What would have been best; a move may do better than the strategy with which it is compared. */
function best(game, { loss, best: found, reference }) {
  if (loss > 0) return found === null ? "-" : game.experiment(found); // nothing had to be asked any more
  return loss < 0 ? say("betterThan", { strategy: reference }) : say("asGood");
}

function signed(value) {
  return `${value > 0 ? "+" : ""}${number(value, 3)}`;
}
