/* Pictures made of numbers. */

import { number, svg } from "./dom.js";

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
  const text = Object.entries(row.distribution).map(([length, codes]) => `${number(codes)} in ${length}`).join(", ");
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
