/* A comparison that is known: a table that can be sorted, pictures, and files of it. */

import { keep } from "./api.js";
import { button, el, spoken } from "./dom.js";
import { curves, drawnBySize, histogram, standalone } from "./plot.js";
import { decimal, number, say } from "./texts.js";

/* What is shown as the average: the average cost where there are prices. */
function needed({ cost, average }) {
  return cost ?? average;
}

/* The average as it was added up: over all codes, or by their weights. */
function fraction({ total, codes, average, exact }) {
  return Math.abs(total / codes - average) < 1e-9 ? `${number(total)}/${number(codes)}` : exact;
}

function duration(seconds) {
  return seconds < 1 ? `${number(1000 * seconds, seconds < 0.01 ? 2 : 0)} ms` : `${number(seconds, 1)} s`;
}

/* The columns of a line, which is a strategy in one size: their names, what they are sorted by, what they show, and what
   they are called. */
function columns(game, varied, searched) {
  return [
    ...varied.map((name) => [name.replaceAll("_", " "), ({ size }) => size.parameters[name], ({ size }) => el("td", { class: "size", "data-before": `${name.replaceAll("_", " ")} =` }, size.parameters[name]), name.replaceAll("_", " ")]),
    ["strategy", ({ row }) => row.name, ({ row }) => el("th", { scope: "row" }, row.name), say("strategyColumn")],
    ["first", ({ row }) => row.first, ({ row }) => el("td", {}, row.first === null ? "" : game.experiment(row.first)), say("first")],
    ["worst", ({ row }) => row.worst || null, ({ row }) => el("td", { class: "worst", "data-before": say("atMost") }, row.worst || "", ...between(row, "worst")), say("worst")],
    ["average", ({ row }) => (row.average === null ? null : needed(row)), ({ row }) => el("td", { class: "average" }, averageOf(row)), say("average")],
    ...(searched ? [["above", ({ row }) => row.ratio[0], ({ row }) => el("td", { class: "above", "data-after": say("aboveOptimal") }, row.optimal ? "0" : decimal(row.shown.above ?? "")), say("aboveOptimal")]] : []),
    ["tree", ({ row }) => row.nodes || null, ({ row }) => el("td", { class: "tree", "data-after": say("inItsTree") }, row.nodes ? number(row.nodes) : ""), say("tree")],
    ["time", ({ row }) => row.seconds, ({ row }) => el("td", { class: "time" }, duration(row.seconds)), say("time")],
    ["lengths", null, ({ row, size }) => el("td", { class: "plot" }, row.average === null ? "" : histogram(row, ...scale(size))), say("codesByLength")],
  ];
}

/* What the optimum is between, if it is one of this measure and not known. */
function between({ optimal, shown: { measure, lower, upper } }, asked) {
  if (optimal || measure !== asked || !lower) return [];
  return [el("small", {}, say("optimum", { lower: decimal(lower), upper: decimal(upper ?? "") }))];
}

function averageOf(row) {
  const shown = row.average === null ? [el("small", {}, row.stopped ?? say("notFound"))] : [el("b", { "data-after": say("onAverage") }, decimal(row.shown.average)), el("small", {}, fraction(row))];
  shown.push(...between(row, "total"));
  if (row.shown.cost) shown.push(el("small", {}, say("costs", { cost: decimal(row.shown.cost) })));
  if (row.lost) shown.push(el("small", {}, row.shown.lost ? decimal(row.shown.lost) : say("codesLost", { n: row.lost })));
  if (row.optimal) shown.push(el("small", { class: "possible" }, say("nobodyBetter")));
  return shown;
}

/* The longest play and the most codes of one length in a size: pictures of it have one scale. */
function scale({ rows }) {
  const known = rows.filter((row) => row.average !== null);
  return [Math.max(...known.flatMap((row) => Object.keys(row.distribution).map(Number))), Math.max(...known.flatMap((row) => Object.values(row.distribution)))];
}

/* The lines of the table. */
function linesOf({ instances }) {
  return instances.flatMap((size) => size.rows.map((row) => ({ size, row })));
}

/* Lines in the order of a column; what is unknown comes last either way. */
function sorted(lines, value, down) {
  const order = (one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return (a === null) - (b === null);
    return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
  };
  return lines.toSorted(order);
}

/* Show a comparison; `sort` is the column to sort by, `{ by, down }` or null, and `changed(sort)` is told another. */
export function comparisonView(game, result, sort, changed) {
  const lines = linesOf(result);
  const searched = lines.some(({ row }) => row.ratio[0] !== null);
  const shown = columns(game, result.varied, searched);
  const body = el("tbody", {});
  const head = el("tr", {});
  const draw = (chosen) => {
    const column = shown.find(([name, value]) => name === chosen?.by && value);
    const ordered = column ? sorted(lines, column[1], chosen.down) : lines;
    body.replaceChildren(...ordered.map((line) => el("tr", { class: line.row.best ? "least" : "" }, shown.map(([, , cell]) => cell(line)))));
    head.dataset.before = say("sortedBy");
    head.replaceChildren(...shown.map(([name, value, , called]) => {
      const order = name !== chosen?.by ? null : chosen.down ? "descending" : "ascending";
      if (!value) return el("th", { scope: "col" }, called);
      const by = () => { const next = { by: name, down: order === "ascending" }; changed(next); draw(next); head.querySelector(`[data-by="${name}"]`).focus(); };
      return el("th", { scope: "col", "aria-sort": order }, button({ class: "quiet", "data-by": name, "data-key": `by ${name}`, onclick: by }, called, order ? el("span", { "aria-hidden": "true" }, chosen.down ? " ▼" : " ▲") : ""));
    }));
  };
  draw(sort);
  const picture = curves(result);
  return el("div", { class: "page" }, notes(game, result).map((said) => el("p", { class: "note" }, said)),
    lines.length ? downloads(game, result, lines, picture) : "", picture ? el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say(drawnBySize(result) === "meanCosts" ? "meanCostsBySize" : "averagesBySize") }, picture, curves(result, true)) : "",
    lines.length ? el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("comparison") }, el("table", { class: "comparison" }, el("thead", {}, head), body)) : "");
}

/* What there is to say beside the table: bounds, sizes that could not be compared, and what is missing. */
function notes(game, { instances, varied, left_out: missing, stopped }) {
  const named = ({ parameters }) => varied.map((name) => `${name} = ${parameters[name]}`).join(", ");
  const wrong = instances.filter((one) => one.error).map((one) => [varied.length ? `${named(one)}: ` : "", spoken(one.error, one.lang)]);
  const [only] = instances;
  const bounds = instances.length === 1 && only.bounds && !only.rows.some((row) => row.optimal)
    ? [say("bounds", { average: decimal(only.bounds.shown), worst: only.bounds.worst })] : [];
  const telling = game.telling && instances.some((one) => one.rows?.some((row) => row.optimal)) ? [say("onlyTelling")] : [];
  const time = stopped === "time" ? [say("notFinished")] : [];
  return [...wrong, ...bounds, ...telling, ...time, ...(missing ? [say("sizesMissing", { n: missing })] : [])];
}

/* Buttons for the files of a comparison. */
function downloads(game, result, lines, picture) {
  const name = `${game.name} comparison`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  const { csv, ...rest } = result;
  const drawn = () => standalone(game.title, [
    ...(picture ? [[say(drawnBySize(result)), picture]] : []),
    ...lines.filter(({ row }) => row.average !== null).map(({ row, size }) => [
      [row.name, ...result.varied.map((one) => `${one} = ${size.parameters[one]}`), say("averageIs", { average: decimal(row.shown.average) })].join(", "), histogram(row, ...scale(size))]),
  ]);
  const file = (ending, type, text) => button({ class: "quiet", onclick: () => keep(new Blob([text()], { type }), `${name}.${ending}`) }, ending);
  return el("p", { class: "downloads" }, say("download"), file("csv", "text/csv", () => csv),
    file("svg", "image/svg+xml", drawn), file("json", "application/json", () => JSON.stringify(rest, null, 2)));
}
