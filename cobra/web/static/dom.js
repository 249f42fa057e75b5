/* Elements made from values. Texts are only ever put in as text. */

const SVG = "http://www.w3.org/2000/svg";

/* Give an element attributes, listeners (`onclick: function`) and parts; `true` is an attribute without value. */
function fill(element, attributes, parts) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...parts.flat().filter((part) => part !== null && part !== undefined && part !== false));
  return element;
}

export function el(tag, attributes = {}, ...parts) {
  return fill(document.createElement(tag), attributes, parts);
}

export function svg(tag, attributes = {}, ...parts) {
  return fill(document.createElementNS(SVG, tag), attributes, parts);
}

export function button(attributes, ...parts) {
  return el("button", { type: "button", ...attributes }, ...parts);
}

/* A listener that hears of a double click once: what is taken away by the first click leaves its place to another. */
export function once(heard) {
  return ({ detail }) => { if (detail < 2) heard(); };
}

/* A text with its language, where that is not the page's. */
export function spoken(text, language) {
  return language ? el("span", { lang: language }, text) : text;
}

/* Let a place have these parts and no others. Those that stay are not touched: they keep the focus, and how far they are
   scrolled. */
export function arrange(place, parts) {
  for (const old of [...place.children]) if (!parts.includes(old)) old.remove();
  parts.forEach((part, i) => { if (place.children[i] !== part) place.insertBefore(part, place.children[i] ?? null); });
}

/* Draw what is in a place anew, with the focus where it was: on what has the same key. */
export function redraw(place, draw) {
  const key = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  draw();
  if (key) place.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
}

/* A place for what is wrong, line by line as the server writes it: the marks below a line stand under its words. Long
   lines are scrolled, by keys, too. */
export function mistakePlace(said = "") {
  return el("p", { class: "error source", role: "alert", tabindex: "0" }, said);
}

/* A text only for those who do not see the page. */
export function unseen(text) {
  return el("span", { class: "unseen" }, text);
}

/* A choice between a few values, `options` are pairs of value and label. */
export function segments(name, options, chosen, choose) {
  const inputs = options.map(([value, label]) => el("label", {},
    el("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }),
    el("span", {}, label)));
  return el("div", { class: "segments", role: "radiogroup", "aria-label": name }, inputs);
}

export function select(label, options, chosen, choose) {
  const entries = options.map(([value, text]) => el("option", { value, selected: value === chosen }, text));
  return el("select", { "aria-label": label, onchange: (event) => choose(event.target.value) }, entries);
}

/* A horizontal bar that fills a share of its place. */
export function bar(share) {
  const element = el("span", { class: "gauge" });
  element.style.setProperty("--size", Number.isFinite(share) ? share : 0);
  return element;
}

/* Tell those who do not see the page. */
export function tell(text) {
  document.getElementById("status").textContent = text;
}

/* Whether a key means something to the browser, such as to go back; AltGr is there to write letters. */
export function isShortcut(event) {
  return (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph");
}
