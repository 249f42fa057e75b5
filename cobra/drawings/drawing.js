/* Pictures of codes, experiments and answers, drawn from the sheet that the server, or an exported page, has of a
   game; cobra/drawings/sheet.py says what is on it, and cobra/drawings/svg.py draws the same as a file.

   CobraDraw.picture(sheet, plan, variables, label) is a picture as an element; without a label it is one for the eyes only,
   beside a text that says the same. Texts of a game are only ever put in as
   text, and the elements are the five below. */

"use strict";

const CobraDraw = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  function element(tag, attributes, text) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  const SHAPES = {
    circle: (x, y, [name, cx, cy, r]) => element("circle", { class: name, cx: x + cx, cy: y + cy, r }),
    rect: (x, y, [name, left, top, width, height, rx]) => element("rect", { class: name, x: x + left, y: y + top, width, height, rx }),
    line: (x, y, [name, x1, y1, x2, y2]) => element("line", { class: name, x1: x + x1, y1: y + y1, x2: x + x2, y2: y + y2 }),
    path: (x, y, [name, d]) => element("path", { class: name, d, transform: `translate(${x} ${y})` }),
    text: (x, y, [name, dx, dy, size, text]) => element("text", {
      class: name, x: x + dx, y: y + dy, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central",
    }, text),
  };

  /* What a field of an item is: a number, or a sum of what stands in tables; null when one has nothing there. */
  function value(sheet, variables, field) {
    if (typeof field === "number") return field;
    const found = field.map(([variable, table]) => sheet.tables[table].at(variables[variable] ?? -1));
    return found.includes(null) ? null : found.reduce((sum, one) => sum + one, 0);
  }

  function drawn(sheet, variables, item) {
    if (typeof item[0] === "string") {
      const [x1, y1, x2, y2] = item.slice(1).map((field) => value(sheet, variables, field));
      return [x1, y1, x2, y2].includes(null) ? [] : [SHAPES.line(0, 0, [item[0], x1, y1, x2, y2])];
    }
    const [glyph, x, y] = item.map((field) => value(sheet, variables, field));
    if ([glyph, x, y].includes(null)) return [];
    return sheet.glyphs[glyph].map(([shape, ...rest]) => SHAPES[shape](x, y, rest));
  }

  function picture(sheet, plan, variables, label) {
    const [width, height] = plan.size;
    const said = label === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": label };
    const made = element("svg", { class: "cobra-drawing", width, height, viewBox: `0 0 ${width} ${height}`, ...said });
    made.append(...plan.items.flatMap((item) => drawn(sheet, variables, item)));
    return made;
  }

  return { picture };
})();
