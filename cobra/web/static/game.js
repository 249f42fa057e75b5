/* A game as the page knows it: what the server said of it, and how its experiments and answers look. */

import { el } from "./dom.js";
import { bare, complete, kinds, read } from "./notation.js";
import { Pictures } from "./pictures.js";
import { spelled } from "./spelling.js";
import { digest } from "./store.js";
import { say } from "./texts.js";

const COLOURS = 12; // colours in style.css
const COLOUR_WORDS = new Set(("red green blue yellow orange purple pink brown black white grey gray cyan "
  + "magenta lime teal navy violet indigo gold silver beige").split(" "));
const FEW = 12; // so many outcomes are buttons; with more the answer can be typed, too
const LISTED = 100; // with more outcomes than this it can only be typed
const TILE_VALUES = 4; // so many values a tile is clicked through
const LOW = 80; // pictures of answers up to this height stand in buttons
const MARKS = { G: "green", Y: "yellow", "-": "grey" }; // tiles of word games

export class Game {
  /* `said` is what the server is told of the game in every request, `served` what it says of it. */
  constructor(said, served) {
    Object.assign(this, served);
    this.said = said;
    this.digest = digest(said);
    this.kinds = kinds(served);
    // colours: a game with a parameter of that name, or one whose symbols are names of colours
    this.coloured = served.draw === "pegs" || Object.keys(served.parameters).some((name) => /^colou?rs$/.test(name));
    this.pictures = new Pictures(this);
  }

  /* Whether an unknown of the secret is a proposition. */
  isTruth(name) {
    return this.secret.some((group) => group.slots.some((slot) => slot.name === name && slot.kind === "bool"));
  }

  kindOf(type) {
    return this.kinds.find((kind) => kind.types.includes(type));
  }

  /* The type of a complete experiment given as text; undefined when the page cannot tell. */
  typeOf(text) {
    for (const kind of this.kinds) {
      const values = read(kind, text);
      const found = values === null ? undefined : kind.types.find((type) => complete(this.types[type], values));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /* The name under which the window remembers something of this game and of no other. */
  kept(what) {
    return `${what} ${this.digest}`;
  }

  /* The title with its parameters, such as "Mastermind, 4 pegs, 6 colours" or "Black Box, size 6, 3 atoms". */
  get title() {
    const numbers = Object.entries(this.parameters).filter(([, value]) => typeof value === "number");
    const said = (name, value) => (name.endsWith("s") && value !== 1 ? `${value} ${name}` : `${name} ${value}`);
    return [this.name, ...numbers.map(([name, value]) => said(name.replaceAll("_", " "), value))].join(", ");
  }

  /* A symbol of a list of symbols: a peg of its colour, or a tile. */
  symbol(text, list, classes = "") {
    const word = bare(text);
    const place = list.indexOf(text);
    const shape = word.length > 2 ? "pill" : "";
    if (COLOUR_WORDS.has(word.toLowerCase())) return el("span", { class: `peg word ${word.toLowerCase()} ${shape} ${classes}` }, word);
    if (!this.coloured || place < 0) return el("span", { class: `peg ${shape} ${classes}` }, word);
    const ring = place >= COLOURS ? "ring" : "";
    return el("span", { class: `peg round hue-${place % COLOURS} ${ring} ${shape} ${classes}` }, word);
  }

  /* An experiment as the game says it is drawn, else as pegs, tiles or pans, or as its text when it is neither. */
  experiment(text, type = this.typeOf(text), answer = null) {
    const kind = this.kindOf(type);
    const values = kind && read(kind, text);
    const shown = el("span", { class: "experiment" });
    const pictures = values && this.pictures.row(type, values, text, answer);
    if (!values) shown.append(text);
    else if (pictures) shown.append(...pictures);
    else if (isPans(kind)) shown.append(...this.#pans(values));
    else shown.append(...this.#groups(kind, values, answer === null ? null : this.marks(type, text, answer)));
    shown.title = text;
    return shown;
  }

  /* A code as the game says it is drawn, by the variables of its picture, or as its text. */
  code(text, variables) {
    return this.pictures.code(variables, text) ?? text;
  }

  /* The picture of an answer to an experiment that has room in a button, else null. */
  drawnAnswer(type, text, answer) {
    const values = read(this.kindOf(type), text);
    const picture = values && this.pictures.answer(type, values, answer);
    return picture && Number(picture.getAttribute("height")) <= LOW ? picture : null;
  }

  #pans(values) {
    const pan = (members) => el("span", { class: "pan" }, members.map((one) => el("span", { class: "coin" }, bare(one))));
    return [pan(values[0][0]), el("span", { class: "versus", "aria-label": say("against") }, "⚖"), pan(values[1][0])];
  }

  #groups(kind, values, marks) {
    const parts = [];
    const look = kind.look ?? [kind.prefix, ...kind.groups.slice(1).map(() => "|"), ""];
    const said = (g) => {
      if (look[g]?.trim()) parts.push(el("span", { class: g ? "between" : "prefix" }, look[g].trim()));
    };
    said(0);
    kind.groups.forEach((group, g) => {
      const pegs = group.slots.map((slot, s) => {
        const value = values[g][s];
        if (slot.kind === "set") return el("span", { class: "pan" }, value.map((one) => this.symbol(one, slot.symbols)));
        return this.symbol(value ?? "", slot.symbols, marks ? `mark ${marks[s]}` : "");
      });
      parts.push(el("span", { class: "pegs" }, pegs));
      said(g + 1);
    });
    return parts;
  }

  /* Classes for the letters of a word whose answer marks each of them; null for other games. */
  marks(type, text, answer) {
    const kind = this.kindOf(type);
    const given = this.answerForm(type) === "tiles" ? this.readAnswer(type, answer) : null;
    if (!given || kind.groups.length !== 1 || kind.groups[0].slots.length !== given.length) return null;
    if (!given.every((value) => value in MARKS)) return null;
    return given.map((value) => MARKS[value]);
  }

  /* The class of a tile with a value: its colour in word games, else by its place. */
  tile(type, value, place) {
    const values = this.types[type].answer.components[place].values;
    return values.every((one) => one in MARKS) ? MARKS[value] : `value-${values.indexOf(value)}`;
  }

  /* The outcomes of an answer of one component, null when they are not known or too many to be listed. */
  outcomes(type) {
    const { outcomes, components } = this.types[type].answer;
    if (components.length > 1) return null;
    const known = outcomes ?? components[0]?.values;
    return known && known.length <= LISTED ? known : null;
  }

  /* How an answer is put in: "buttons", "many" (buttons, or typed), "tiles", "counts" or "text". */
  answerForm(type) {
    const { components } = this.types[type].answer;
    const outcomes = this.outcomes(type);
    if (outcomes && outcomes.length <= FEW) return "buttons";
    if (outcomes && components.every((one) => one.values)) return "many";
    if (!components || components.length > 40) return "text";
    const [first] = components;
    const alike = components.every((one) => one.values && one.values.join("\n") === first.values?.join("\n"));
    if (alike && components.length > 1 && first.values.length <= TILE_VALUES) return "tiles";
    if (components.every((one) => one.values === undefined) && components.length <= 6) return "counts";
    return "text";
  }

  /* The values of an answer's components as texts, or null when the text is no such answer. */
  readAnswer(type, text) {
    const { components, parts } = this.types[type].answer;
    const pattern = parts.map((part) => {
      if (typeof part === "string") return escape(part);
      const { values } = components[part];
      return values ? `(${values.map(escape).join("|")})` : "(-?[0-9]+)";
    });
    const found = new RegExp(`^${pattern.join("")}$`, "u").exec(text);
    if (!found) return null;
    const places = parts.filter((part) => typeof part === "number");
    const given = [];
    places.forEach((place, i) => { given[place] = found[i + 1]; });
    return given;
  }

  /* Whether a text is an answer as the server writes it. */
  isAnswer(type, text) {
    const { outcomes, components } = this.types[type].answer;
    return outcomes?.includes(text) || (components.length > 0 && this.readAnswer(type, text) !== null);
  }

  /* The values of an answer's components as people may type it, or null when the page cannot tell. */
  understoodAnswer(type, text) {
    return this.readAnswer(type, text) ?? spelled(this.types[type].answer, text);
  }

  /* An answer as an example of how one is typed. */
  exampleAnswer(type) {
    const { outcomes, components } = this.types[type].answer;
    return outcomes?.[0] ?? this.writeAnswer(type, components.map(({ values, low }) => values?.[0] ?? low));
  }

  writeAnswer(type, values) {
    return this.types[type].answer.parts.map((part) => (typeof part === "string" ? part : values[part])).join("");
  }

  /* The least and the greatest number of each component of an answer, as far as the server knows it. */
  ranges(type) {
    const { outcomes, components } = this.types[type].answer;
    const given = (outcomes ?? []).map((outcome) => this.readAnswer(type, outcome));
    return components.map(({ low, high }, place) => {
      const found = given.map((values) => Number(values[place]));
      return found.length ? [Math.min(...found), Math.max(...found)] : [low, high];
    });
  }

  /* What stands behind a component in the answer's template ("B"), or its number. */
  unit(type, component) {
    const { parts } = this.types[type].answer;
    const after = parts[parts.indexOf(component) + 1];
    const unit = typeof after === "string" ? after.replace(/[^\p{L}]/gu, "") : "";
    return unit || `${component + 1}.`;
  }
}

/* Whether the kind of experiments puts things on two pans. */
export function isPans(kind) {
  const slots = kind.groups.flatMap((group) => group.slots);
  return slots.length === 2 && slots.every((slot) => slot.kind === "set")
    && slots[0].symbols.length <= 200 && slots[0].symbols.join("\n") === slots[1].symbols.join("\n");
}

/* Whether its parameters are words of a list. */
export function isWords(kind) {
  return kind.groups.some((group) => group.listed && group.slots.length > 1);
}

function escape(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
