/* Pictures made of numbers. */

import { svg } from "./dom.js";
import { number, say } from "./texts.js";

const WIDE = 36; // of a column, less when there are many
const WIDEST = 800; // of a picture
const NARROW = 24; // columns under this have no number of their own
const HEIGHT = 56;
const ABOVE = 14; // for the number over a column
const BELOW = 16; // for the length under it

/* The lengths of the plays of one strategy as columns, and its average as a line; strategies drawn with the same
   `longest` and `most` can be compared by eye. */
export function histogram(row, longest, most) {
  const column = Math.min(WIDE, WIDEST / longest);
  const width = column * longest;
  const every = Math.ceil(NARROW / column);
  const text = Object.entries(row.distribution).map(([length, codes]) => say("codesIn", { codes, length })).join(", ");
  const picture = svg("svg", { class: "histogram", viewBox: `0 0 ${width} ${ABOVE + HEIGHT + BELOW}`, width, height: ABOVE + HEIGHT + BELOW, role: "img" },
    svg("title", {}, `${row.name}: ${text}`));
  for (let length = 1; length <= longest; length += 1) {
    const codes = row.distribution[length] ?? 0;
    const middle = column * (length - 0.5);
    const tall = codes ? Math.max(1, (HEIGHT * codes) / most) : 0;
    const numbered = length === 1 || length % every === 0;
    picture.append(
      svg("rect", { x: middle - column * 0.4, y: ABOVE + HEIGHT - tall, width: column * 0.8, height: tall, rx: Math.min(2, column / 4), class: "column" }),
      svg("text", { x: middle, y: ABOVE + HEIGHT - tall - 3, class: "value" }, codes && every === 1 ? number(codes) : ""),
      svg("text", { x: middle, y: ABOVE + HEIGHT + 12, class: "length" }, numbered ? String(length) : ""),
    );
  }
  const average = column * (row.average - 0.5);
  picture.append(
    svg("line", { x1: 0, x2: width, y1: ABOVE + HEIGHT + 0.5, y2: ABOVE + HEIGHT + 0.5, class: "axis" }),
    svg("line", { x1: average, x2: average, y1: ABOVE, y2: ABOVE + HEIGHT, class: "halo" }), // it can be seen on columns
    svg("line", { x1: average, x2: average, y1: ABOVE, y2: ABOVE + HEIGHT, class: "mean" }),
  );
  return picture;
}

const CHART = { plot: 450, narrow: 276, height: 220, left: 44, above: 12, below: 34 };
const LETTER = 6.5; // pixels of one in a legend, at most
const MARKS = 8; // kinds of lines, in style.css

/* What is drawn of strategies by size: what they cost where experiments have prices, else how long plays are. */
export function drawnBySize({ instances }) {
  return instances.some(({ rows }) => rows.some(({ cost }) => cost !== null)) ? "meanCosts" : "averages";
}

/* The averages of strategies against the last parameter that has several values, a line for each strategy and choice
   of the other parameters; null where that is no number or has no two values. A narrow one has room on a phone, with its
   names below it. */
export function curves(result, narrow = false) {
  const { instances, varied } = result;
  const inner = varied.at(-1);
  const drawn = drawnBySize(result);
  const lines = new Map();
  for (const { parameters, rows } of inner ? instances : []) {
    const where = varied.slice(0, -1).map((name) => `${name} = ${parameters[name]}`);
    for (const { name, average, cost } of rows) {
      const mean = drawn === "meanCosts" ? cost : average;
      if (average === null || mean === null || typeof parameters[inner] !== "number") continue;
      const label = [name, ...where].join(", ");
      lines.set(label, [...(lines.get(label) ?? []), [parameters[inner], mean]]);
    }
  }
  const points = [...lines.values()].flat();
  const places = [...new Set(points.map(([x]) => x))].toSorted((one, other) => one - other);
  if (places.length < 2) return null;
  return chart(lines, places, inner, points.map(([, y]) => y), { narrow, drawn });
}

function chart(lines, places, inner, values, { narrow, drawn }) {
  const { height: least, left, above, below } = CHART;
  const named = 40 + LETTER * Math.max(...[...lines.keys()].map((label) => label.length));
  const right = narrow ? 12 : named;
  const width = narrow ? Math.max(left + CHART.narrow + right, named) : left + CHART.plot + right;
  const height = narrow ? least : Math.max(least, above + 15 * lines.size + 12);
  const [namesX, namesY, all] = narrow ? [0, height + 10, height + 15 * lines.size + 6] : [width - right + 12, above + 6, height];
  const [low, high] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values) + 1e-9)];
  const x = (value) => left + ((width - left - right) * (value - places[0])) / (places.at(-1) - places[0]);
  const y = (value) => height - below - ((height - above - below) * (value - low)) / (high - low || 1);
  const steps = Array.from({ length: high - low + 1 }, (_, i) => low + i).filter((value) => (value - low) % Math.ceil((high - low) / 6 || 1) === 0);
  const text = [...lines].map(([label, points]) => `${label}: ${points.map(([at, value]) => say("averageAt", { average: number(value, 4), place: String(at) })).join(", ")}`).join("; ");
  const picture = svg("svg", { class: narrow ? "curves narrow" : "curves", viewBox: `0 0 ${width} ${all}`, width, height: all, role: "img" }, svg("title", {}, `${say(drawn)}: ${text}`));
  for (const value of steps) {
    picture.append(svg("line", { x1: left, x2: width - right, y1: y(value), y2: y(value), class: "axis" }), svg("text", { x: left - 6, y: y(value) + 4, class: "step" }, String(value)));
  }
  for (const value of places) picture.append(svg("text", { x: x(value), y: height - below + 16, class: "length" }, String(value)));
  picture.append(svg("text", { x: (left + width - right) / 2, y: height - 4, class: "length" }, inner.replaceAll("_", " ")));
  [...lines].forEach(([label, points], i) => {
    const kind = `curve kind-${i % MARKS}`;
    const legend = namesY + 15 * i;
    picture.append(
      svg("polyline", { class: kind, points: points.map(([at, value]) => `${x(at)},${y(value)}`).join(" ") }),
      ...points.map(([at, value]) => svg("circle", { class: kind, cx: x(at), cy: y(value), r: 3 })),
      svg("line", { class: kind, x1: namesX, x2: namesX + 18, y1: legend, y2: legend }),
      svg("text", { x: namesX + 23, y: legend + 4, class: "name" }, label),
    );
  });
  return picture;
}

const GAP = 26; // above each picture of a file, for its name
const KINDS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#a06a00", "#3399cc", "#8c6d1f", "#000000"].map((ink, i) => `.kind-${i} { stroke: ${ink}; }`).join(" ");
const INK = `text { font: 10px sans-serif; fill: #333333; text-anchor: middle; } .step { text-anchor: end; }
.name, .heading { text-anchor: start; } .heading { font-size: 12px; font-weight: bold; } .column { fill: #116a54; } .axis { stroke: #cccccc; }
.mean { stroke: #000000; stroke-dasharray: 3 2; } .halo { stroke: #ffffff; stroke-width: 3; } .curve { fill: none; stroke-width: 1.5; }
${KINDS}`;

/* Pictures with their names, one below the other, as the text of a file: black on white, whatever the page is. */
export function standalone(title, pictures) {
  const size = (picture, side) => Number(picture.getAttribute(side));
  const width = Math.max(320, ...pictures.map(([, picture]) => size(picture, "width"))) + 20;
  const file = svg("svg", { xmlns: "http://www.w3.org/2000/svg", width }, svg("title", {}, title), svg("style", {}, INK), svg("rect", { width: "100%", height: "100%", fill: "#ffffff" }));
  let top = 10;
  for (const [name, picture] of pictures) {
    const copy = picture.cloneNode(true);
    copy.setAttribute("x", 10);
    copy.setAttribute("y", top + GAP);
    file.append(svg("text", { class: "heading", x: 10, y: top + 16 }, name), copy);
    top += GAP + size(picture, "height") + 6;
  }
  file.setAttribute("height", top);
  file.setAttribute("viewBox", `0 0 ${width} ${top}`);
  return `${new XMLSerializer().serializeToString(file)}\n`;
}
