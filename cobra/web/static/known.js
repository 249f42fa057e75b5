/* What is known: the codes left, probabilities, and splits of experiments. */

import { bar, button, el } from "./dom.js";
import { bare, called } from "./notation.js";
import { amount, number, percent, pieces, say } from "./texts.js";

const PARTS = 12; // so many outcomes of a split are shown at first

/* How an experiment splits the codes left: a bar for each outcome, with the codes it leaves, or with its share when
   only a sample of the codes was looked at. */
export function splitView(split, sampled = false, most = PARTS) {
  const largest = Math.max(...split.map(([, codes]) => Number(codes)));
  const all = split.reduce((sum, [, codes]) => sum + Number(codes), 0);
  const figure = (codes) => (sampled ? estimate(Number(codes) / all, all) : number(codes));
  const rows = [...split].sort(([, one], [, other]) => Number(other) - Number(one))
    .map(([outcome, codes]) => el("li", {}, el("b", {}, outcome), bar(Number(codes) / largest), el("span", { class: "figure" }, figure(codes))));
  const list = el("ol", { class: "split" }, rows.slice(0, most));
  if (rows.length > most) list.append(more(say("moreOutcomes", { n: rows.length - most }), () => rows.slice(most), list));
  return list;
}

/* An entry of a list that is replaced by further entries when it is pressed. */
function more(label, entries, list) {
  const item = el("li", { class: "more" }, button({ class: "quiet", onclick: () => {
    const further = entries();
    item.replaceWith(...further);
    further[0].tabIndex = -1;
    further[0].focus(); // the button that had it is gone
  } }, label));
  return item;
}

/* The most codes that a split leaves. */
export function worst(split) {
  return split.reduce((most, [, codes]) => (Number(codes) > Number(most) ? codes : most), 0);
}

/* A share as a sample of so many tells it, in per cent with its standard error. */
function estimate(share, size) {
  return spread(share, Math.sqrt((share * (1 - share)) / size));
}

function spread(share, error) {
  return `${number(100 * share, 1)} ± ${number(Math.max(0.1, 100 * error), 1)} %`;
}

/* What a sample of the codes tells of an experiment: shares with their standard errors, for it has no numbers of
   codes left. */
function sampledFigures(counts) {
  const size = counts.reduce((sum, codes) => sum + codes, 0);
  const shares = counts.map((codes) => codes / size);
  const power = (exponent) => shares.reduce((sum, share) => sum + share ** exponent, 0);
  const error = 2 * Math.sqrt(Math.max(0, power(3) - power(2) ** 2) / size);
  return [say("inSample", { n: size }), say("outcomes", { n: counts.length }), say("largestHas", { share: estimate(Math.max(...shares), size) }),
    say("leftOnAverage", { left: spread(power(2), error) })];
}

/* What is said of an experiment: its split, and whether it can be the code. */
export function figures(game, { split, left, sampled, can_be_code: can }) {
  if (!split) return el("p", { class: "figures" }, say("tooManyToCount"));
  const counts = split.map(([, codes]) => Number(codes));
  const said = sampled ? sampledFigures(counts)
    : [say("outcomes", { n: split.length }), say("atMostLeft", { n: amount(worst(split)) }), left === null ? "" : say("isOnAverage", { mean: number(left, 2, 0) })].filter(Boolean);
  return el("p", { class: "figures" }, said.map((part) => el("span", {}, part)), possibility(game, can));
}

/* Whether an experiment can be the code, where that ends the game. */
export function possibility(game, can) {
  return game.ending === "hit" ? el("span", { class: can ? "possible" : "impossible" }, say(can ? "canBeCode" : "cannotBeCode")) : null;
}

/* The state of the game, and what was paid. */
export function standingView({ standing }) {
  return el("span", { class: "standing", id: "standing" }, standing);
}

/* The codes left: how many, and the first ones. */
export function codesView(game, position) {
  const head = el("p", { class: "remaining" }, pieces(position.exact ? "codesAreLeft" : "atLeastAreLeft", { n: position.codes, count: el("b", { id: "codes-left" }, number(position.codes)) }));
  if (position.standing) head.append(" · ", standingView(position));
  const shown = [head, ...(position.goals?.length ? [goalsView(position.goals)] : [])];
  const { list } = position;
  if (list.length) {
    const codes = list.map((code, i) => el("li", {}, game.code(code, position.drawn?.[i])));
    const counted = position.exact && typeof position.codes === "number";
    const rest = counted ? position.codes - list.length : 1;
    if (rest > 0) codes.push(el("li", { class: "rest" }, counted ? say("andMore", { n: rest }) : say("andOthers")));
    shown.push(el("ul", { class: "list", "aria-label": say("theCodesLeft"), tabindex: "0" }, codes));
  }
  return shown;
}

/* How likely each symbol is in each place, where that is known. */
export function probabilitiesView(game, { probabilities: slots, codes }) {
  return slots?.length && codes !== 1 ? [el("h2", {}, say("probabilities")), ...probabilities(game, slots)] : [];
}

/* What is asked for, where that is not the code itself: what was found out, or how likely each value is. */
function goalsView(goals) {
  const told = ({ found, values }) => found ?? values.toSorted(([, one], [, other]) => other - one).map(([value, share]) => `${value} ${percent(share)}`).join(", ");
  return el("dl", { class: "goals", "aria-label": say("askedFor") }, goals.flatMap((goal) => [el("dt", {}, goal.name), el("dd", { class: goal.found === null ? "" : "found" }, told(goal))]));
}

/* The goals with one value left, as "zebra_owner = Japanese"; nothing without any. */
export const foundGoals = (goals) => (goals ?? []).filter(({ found }) => found !== null).map(({ name, found }) => `${name} = ${found}`).join(", ");

/* A table for each family: a row for each slot, a column for each symbol that is still possible somewhere. */
function probabilities(game, slots) {
  const families = new Map();
  for (const slot of slots) {
    const family = slot.name.replace(/\[.*/s, "");
    const truth = game.isTruth(slot.name);
    const key = truth && family === slot.name ? "" : family; // lone propositions are one list
    const known = families.get(key) ?? { truth, members: [] };
    known.members.push(slot);
    families.set(key, known);
  }
  return [...families.values()].map(({ truth, members }) => (truth ? truths(members) : matrix(game, members, [...families])));
}

/* A row for each slot, with a name for people, of one family of `families`. */
function matrix(game, slots, families) {
  const symbols = [...new Set(slots.flatMap((slot) => slot.values.filter(([, share]) => share > 0).map(([symbol]) => symbol)))];
  const order = game.alphabets.find((alphabet) => symbols.every((symbol) => alphabet.includes(symbol))) ?? symbols;
  symbols.sort((one, other) => order.indexOf(one) - order.indexOf(other));
  const head = el("tr", {}, el("td"), symbols.map((symbol) => el("th", { scope: "col" }, game.symbol(symbol, order, "small"))));
  const rows = slots.map((slot) => {
    const shares = new Map(slot.values);
    return el("tr", {}, el("th", { scope: "row" }, called(slot, families)), symbols.map((symbol) => cell(shares.get(symbol) ?? 0)));
  });
  return scrolled(el("table", { class: "heat" }, el("thead", {}, head), el("tbody", {}, rows)));
}

/* A table that scrolls where it is too wide, by keys, too. */
function scrolled(table) {
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("probabilities") }, table);
}

function cell(share) {
  const td = el("td", { class: share === 0 ? "never" : "", title: percent(share) }, share === 0 ? "·" : Math.round(100 * share));
  td.style.setProperty("--share", share);
  return td;
}

/* Propositions; those with two numbers for a name (`atom[2,3]`) are a board. */
function truths(slots) {
  const places = slots.map((slot) => /\[(\d+),\s*(\d+)\]$/.exec(slot.name));
  const share = (slot) => slot.values.find(([value]) => value === "yes")?.[1] ?? 0;
  if (places.every(Boolean)) {
    const width = Math.max(...places.map((place) => Number(place[1])));
    const height = Math.max(...places.map((place) => Number(place[2])));
    const shares = new Map(slots.map((slot, i) => [`${places[i][1]},${places[i][2]}`, share(slot)]));
    const rows = Array.from({ length: height }, (_, y) => el("tr", {},
      Array.from({ length: width }, (__, x) => cell(shares.get(`${x + 1},${y + 1}`) ?? 0))));
    return scrolled(el("table", { class: "heat board" }, el("tbody", {}, rows)));
  }
  const rows = slots.map((slot) => el("li", {}, el("b", {}, bare(slot.name).replace(/\[([^\]]+)\]$/u, " $1")), bar(share(slot)), el("span", { class: "figure" }, percent(share(slot)))));
  return el("ul", { class: "split" }, rows);
}
