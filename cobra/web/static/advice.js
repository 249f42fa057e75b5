/* Advice as a table: the experiments that strategies would make, what each still needs and what it leaves. */

import { button, el, unseen } from "./dom.js";
import { figures, possibility, splitView, worst } from "./known.js";
import { number, say } from "./texts.js";

const NEAR = 1.1; // an experiment that needs this many times as many as the best one is none of the best

/* What strategies are compared by: what is lost, by weight, and then what is to be expected, the cost where there are prices; the
   worst case where nobody knows how likely answers are. */
function value({ lost_weight: lost, cost, expected, worst: most }) {
  return [Number(lost ?? 0), cost ?? expected ?? most ?? Infinity];
}

function byValue([lost, needs], [others, theirs]) {
  return lost - others || (needs === theirs ? 0 : needs - theirs);
}

/* The strategy that goes on best after an experiment, among those that would make it. */
function leading({ strategies }) {
  return strategies.toSorted((one, other) => byValue(value(one), value(other)))[0];
}

function best(one) {
  return value(leading(one));
}

/* Asks for experiments only that can be the code. */
export const CONSISTENT = { strategies: ["max-models", "exp-models", "ent-models", "parts"].map((name) => `consistent(${name})`) };

/* Advice with the experiments first after which the least is lost, and that need fewest further ones. */
export function ranked(advice) {
  return [...advice].sort((one, other) => byValue(best(one), best(other)));
}

/* The columns: above which word they stand together, their own, both as keys of texts, and what is in them; null where
   that is unknown. */
const COLUMNS = [
  ["stillNeeded", "mean", (one) => figure(leading(one).expected)],
  ["stillNeeded", "most", (one) => leading(one).worst],
  ["cost", "mean", (one) => figure(leading(one).cost)],
  ["codesGroup", "lost", (one) => leading(one).lost || null],
  ["codesLeftGroup", "mean", (one) => (one.left !== null && !one.sampled ? number(one.left, 1, 0) : null)],
  ["codesLeftGroup", "most", (one) => (one.split && !one.sampled ? number(worst(one.split)) : null)],
];

/* A mean, null where it is unknown. */
function figure(mean) {
  return typeof mean === "number" ? number(mean, 3) : null;
}

/* The strategies that suggest one experiment: those together that then need the same, with what that is where it is
   not in the row, and among them those that chose it among equally many alike. */
function suggestedBy(game, one) {
  const groups = new Map();
  const first = leading(one);
  for (const strategy of one.strategies) {
    const needs = byValue(value(strategy), value(first)) === 0 ? "" : worse(strategy);
    const group = groups.get(needs) ?? { names: new Map(), proved: false };
    group.names.set(strategy.as_good, [...(group.names.get(strategy.as_good) ?? []), strategy.name]);
    group.proved ||= strategy.proved;
    groups.set(needs, group);
  }
  return [...groups].map(([needs, { names, proved }]) => {
    const shown = [...names].flatMap(([alike, same], i) => [i ? ", " : "", el("b", {}, same.join(", ")),
      alike > 1 ? el("small", { title: say("sameScore", { n: alike }) }, " ", say("oneOf", { n: alike })) : ""]);
    return el("li", {}, shown, needs, proved ? el("span", { class: "possible" }, say(game.telling ? "provedBestTelling" : "provedBest")) : null);
  });
}

/* What a strategy needs that does not go on best. */
function worse({ expected, worst: most, lost, cost }) {
  if (expected === null && most === null) return "";
  const said = [expected === null ? say("needsMost", { most }) : say("needs", { mean: number(expected, 3), most }), cost === null ? "" : say("costs", { cost: number(cost, 3) }), lost ? say("codesLost", { n: lost }) : ""];
  return ` ${said.filter(Boolean).join(", ")}`;
}

/* A table of experiments; `take(experiment)` puts one into the field, null when that is no use. */
function table(game, advice, take) {
  const columns = COLUMNS.filter(([, , cell]) => advice.some((one) => cell(one) !== null));
  const groups = columns.map(([group]) => group).filter((group, i, all) => group !== all[i - 1]);
  const over = groups.map((group) => el("th", { scope: "colgroup", colspan: columns.filter(([own]) => own === group).length }, say(group)));
  const head = el("thead", {}, el("tr", {}, el("th", { scope: "col", rowspan: 2 }, say("experiment")), over),
    el("tr", {}, columns.map(([, name]) => el("th", { scope: "col" }, say(name)))));
  const bodies = advice.map((one) => {
    const shown = game.experiment(one.experiment, one.type);
    const name = take ? button({ class: "take", onclick: () => take(one) }, unseen(`${say("take")} `), shown) : el("span", { class: "take" }, shown);
    const about = one.split && !one.sampled
      ? el("p", { class: "figures" }, el("span", {}, say("outcomes", { n: one.split.length })), possibility(game, one.can_be_code)) : figures(game, one);
    const split = one.split ? el("details", {}, el("summary", {}, say("split")), splitView(one.split, one.sampled)) : null;
    return el("tbody", {},
      el("tr", {}, el("th", { scope: "row" }, name), columns.map(([, , cell]) => el("td", {}, cell(one) ?? ""))),
      el("tr", { class: "about" }, el("td", { colspan: columns.length + 1 }, about, el("ul", { class: "strategies" }, suggestedBy(game, one)), split)));
  });
  return el("table", { class: "advice" }, head, bodies);
}

/* The best experiments by each strategy, ranked. Those that need clearly more than the best one are not among the best,
   whichever strategy would make them. */
export function adviceView(game, advice, take) {
  const [fewest, least] = best(advice[0]);
  const near = advice.filter((one) => best(one)[0] === fewest && best(one)[1] <= NEAR * least);
  const others = advice.filter((one) => !near.includes(one));
  const nearest = table(game, near, take);
  if (!others.length) return nearest;
  return el("div", {}, nearest, el("details", { class: "others" }, el("summary", {}, say("othersAsk")), table(game, others, take)));
}
