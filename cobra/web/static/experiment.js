/* The field for an experiment: a text that can always be typed, and things to click that write it. */

import { button, el, isShortcut, redraw, select } from "./dom.js";
import { isPans, isWords } from "./game.js";
import { bare, blank, called, complete, compose, read } from "./notation.js";
import { say } from "./texts.js";

const PALETTE = 60; // alphabets longer than this are typed
const SLOTS = 80; // and so are experiments with more parameters

export class ExperimentField {
  /* `change(text, complete)` is called whenever the text is another, `submit()` on Enter. */
  constructor(game, change, submit) {
    this.game = game;
    this.kind = game.kinds[0];
    this.values = blank(this.kind);
    this.active = [0, 0];
    this.change = change;
    this.input = el("input", {
      class: "typed", type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": say("theExperiment"),
      "aria-describedby": "experiment-error", placeholder: this.#placeholder(),
      oninput: () => this.#typed(), onkeydown: (event) => { if (event.key === "Enter") submit(); },
    });
    this.widget = el("div", { class: "widget" });
    this.wrong = el("p", { class: "error", id: "experiment-error", role: "alert" });
    this.line = el("div", { class: "line" }, this.input);
    this.element = el("div", { class: "field" }, this.#choice(), this.widget, this.line, this.wrong);
    this.#draw();
    if (!this.kind.groups.length) this.#write();
  }

  get text() {
    return this.input.value.trim();
  }

  get complete() {
    const known = read(this.kind, this.text);
    return this.text !== "" && (known === null || complete(this.kind, known) || isWords(this.kind));
  }

  set(text, type) {
    if (type !== undefined) this.kind = this.game.kindOf(type);
    this.input.value = text;
    this.values = read(this.kind, text) ?? blank(this.kind);
    this.active = this.#firstOpen();
    this.#draw();
    this.error("");
    this.change(this.text, this.complete);
  }

  clear() {
    this.set(this.kind.groups.length ? "" : this.kind.label);
  }

  error(said) {
    this.wrong.replaceChildren(said);
    this.input.toggleAttribute("aria-invalid", said !== "");
  }

  focus() {
    const coarse = window.matchMedia("(pointer: coarse)").matches; // a keyboard would cover half a phone
    if (!coarse) this.input.focus({ preventScroll: true });
  }

  #placeholder() {
    return isWords(this.kind) ? say("typeWord") : say("orTypeIt");
  }

  #choice() {
    const { kinds } = this.game;
    if (kinds.length < 2) return null;
    this.select = select(say("kindOfExperiment"), kinds.map((kind, i) => [String(i), kind.label]), "0", (chosen) => {
      this.kind = kinds[Number(chosen)];
      this.values = blank(this.kind);
      this.active = [0, 0];
      this.#draw();
      this.#write();
    });
    return this.select;
  }

  #typed() {
    const kind = this.game.kinds.find((one) => read(one, this.text) !== null) ?? this.kind;
    this.kind = kind;
    this.values = read(kind, this.text) ?? blank(kind);
    this.active = this.#firstOpen();
    this.#draw();
    this.error("");
    this.change(this.text, this.complete);
  }

  #write() {
    this.input.value = this.kind.groups.length === 0 || this.#any() ? compose(this.kind, this.values) : "";
    this.error("");
    this.change(this.text, this.complete);
  }

  #any() {
    return this.values.flat().some((value) => (Array.isArray(value) ? value.length : value !== null));
  }

  #firstOpen() {
    for (const [g, group] of this.kind.groups.entries()) {
      for (const s of group.slots.keys()) if (this.values[g][s] === null) return [g, s];
    }
    return [0, 0];
  }

  #draw() {
    const { kind } = this;
    if (this.select) this.select.value = String(this.game.kinds.indexOf(kind));
    const slots = kind.groups.flatMap((group) => group.slots);
    const large = slots.length > SLOTS || slots.some((slot) => slot.symbols.length > (isPans(kind) ? 200 : PALETTE));
    const board = this.game.pictures.board(kind.types[0], this.values, (type, symbols) => this.#aim(type, symbols));
    redraw(this.widget, () => {
      if (board) this.widget.replaceChildren(board);
      else if (large || !slots.length) this.widget.replaceChildren();
      else if (isPans(kind)) this.widget.replaceChildren(...this.#pans());
      else if (isWords(kind)) this.widget.replaceChildren(this.#word());
      else this.widget.replaceChildren(...this.#slots());
    });
  }

  /* Take the experiment that was chosen on a board, by its type and the symbols of its parameters. */
  #aim(type, symbols) {
    this.kind = this.game.kindOf(type);
    const left = [...symbols];
    this.values = this.kind.groups.map((group) => group.slots.map(() => left.shift()));
    this.#draw();
    this.#write();
  }

  #put(g, s, value) {
    this.values[g][s] = value;
    this.#draw();
    this.#write();
  }

  /* The letters typed so far, in their places. */
  #word() {
    const letters = this.values[0].map((value) => el("span", { class: "peg tile" }, value === null ? "" : bare(value)));
    return el("div", { class: "pegs", "aria-hidden": "true" }, letters);
  }

  /* Two pans and everything that can be put on them. */
  #pans() {
    const [left, right] = [this.values[0][0], this.values.flat()[1]];
    const all = this.kind.groups[0].slots[0].symbols;
    const order = (members) => all.filter((one) => members.includes(one));
    const place = (one) => (left.includes(one) ? "left" : right.includes(one) ? "right" : "off");
    const move = (one) => {
      const [from, to] = { off: [null, left], left: [left, right], right: [right, null] }[place(one)];
      if (from) from.splice(from.indexOf(one), 1);
      if (to) to.push(one);
      left.splice(0, left.length, ...order(left));
      right.splice(0, right.length, ...order(right));
      this.#draw();
      this.#write();
    };
    const put = (one, side) => {
      while (all.includes(one) && place(one) !== side) move(one);
    };
    const names = { off: say("notWeighed"), left: say("leftPan"), right: say("rightPan") };
    const coins = all.map((one, i) => button({
      class: `coin ${place(one)}`, "data-key": `c${i}`, "aria-label": `${bare(one)}: ${names[place(one)]}`, onclick: () => move(one), ...dragged(one),
    }, bare(one), el("small", { "aria-hidden": "true" }, { off: "", left: say("leftLetter"), right: say("rightLetter") }[place(one)])));
    const pan = (name, label, members) => el("div", { class: "pan", ...dropped((one) => put(one, name)) }, el("small", {}, label),
      members.map((one) => el("span", { class: "coin", ...dragged(one) }, bare(one))));
    return [
      el("div", { class: "scales", "aria-hidden": "true" }, pan("left", say("leftSide"), left), pan("right", say("rightSide"), right)),
      el("div", { class: "coins", ...dropped((one) => put(one, "off")), role: "group", "aria-label": say("tapPans") }, coins),
    ];
  }

  /* A place for each parameter, and the symbols that may stand in the active one. */
  #slots() {
    const parts = [];
    const { groups } = this.kind;
    groups.forEach((group, g) => {
      const places = group.slots.map((slot, s) => this.#slot(slot, g, s));
      const named = groups.length > 1 || group.slots.length === 1;
      parts.push(el("div", { class: "slots", role: "group", "aria-label": group.family },
        named ? el("span", { class: "family" }, group.family) : null, places));
    });
    const [g, s] = this.active;
    const slot = groups[g]?.slots[s];
    if (slot?.kind === "symbol" && this.#hasPlaces()) parts.push(this.#palette(slot, g, s));
    return parts;
  }

  #hasPlaces() {
    return this.kind.groups.some((group) => group.slots.length > 1) || this.kind.groups.length > 1;
  }

  #slot(slot, g, s) {
    const value = this.values[g][s];
    if (slot.kind === "set") return this.#set(slot, g, s);
    if (slot.kind === "bool") {
      const on = value === "1";
      return button({ class: "chip", "data-key": `b${g}.${s}`, "aria-pressed": String(on), onclick: () => this.#put(g, s, on ? "0" : "1") }, called(slot, this.kind.groups));
    }
    if (!this.#hasPlaces()) return this.#palette(slot, g, s);
    const active = this.active[0] === g && this.active[1] === s;
    return button({
      class: `slot ${active ? "active" : ""}`, "data-key": `s${g}.${s}`, "aria-label": `${called(slot, this.kind.groups)}: ${value === null ? say("empty") : bare(value)}`,
      "aria-current": active ? "true" : null, onclick: () => { this.active = [g, s]; this.#draw(); }, onkeydown: (event) => this.#key(event, slot, g, s),
      ...dropped((symbol) => { if (slot.symbols.includes(symbol)) this.#fill(g, s, symbol); }),
    }, value === null ? el("span", { class: "peg empty" }) : this.game.symbol(value, slot.symbols));
  }

  #set(slot, g, s) {
    const members = this.values[g][s];
    const chips = slot.symbols.map((one, i) => button({
      class: "chip", "data-key": `m${g}.${s}.${i}`, "aria-pressed": String(members.includes(one)),
      onclick: () => this.#put(g, s, slot.symbols.filter((other) => (other === one) !== members.includes(other))),
    }, bare(one)));
    const name = called(slot, this.kind.groups);
    return el("div", { class: "set", role: "group", "aria-label": name }, this.kind.groups[g].slots.length > 1 ? el("small", {}, name) : null, chips);
  }

  #palette(slot, g, s) {
    const others = this.kind.groups[g].distinct ? this.values[g].filter((_, place) => place !== s) : [];
    const symbols = slot.symbols.map((one, i) => button({
      class: "choice", "data-key": `p${i}`, "aria-label": bare(one), "aria-pressed": String(this.values[g][s] === one),
      disabled: others.includes(one), onclick: () => this.#fill(g, s, one), ...dragged(one),
    }, this.game.symbol(one, slot.symbols)));
    return el("div", { class: "palette", role: "group", "aria-label": say("symbolsFor", { place: called(slot, this.kind.groups) }) }, symbols);
  }

  #fill(g, s, value) {
    this.values[g][s] = value;
    this.active = this.#after(g, s, 1);
    this.#draw();
    this.#write();
  }

  /* The place `step` further, staying inside. */
  #after(g, s, step) {
    const places = this.kind.groups.flatMap((group, i) => group.slots.map((_, j) => [i, j]));
    const at = places.findIndex(([i, j]) => i === g && j === s);
    return places[Math.max(0, Math.min(places.length - 1, at + step))];
  }

  #key(event, slot, g, s) {
    if (isShortcut(event)) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const typed = slot.symbols.find((one) => one === event.key);
    if (typed !== undefined) this.#fill(g, s, typed);
    else if (event.key === "Backspace" || event.key === "Delete") {
      this.active = this.#after(g, s, event.key === "Backspace" && this.values[g][s] === null ? -1 : 0);
      this.#put(...this.active, null);
    } else if (step) {
      this.active = this.#after(g, s, step);
      this.#draw();
    } else return;
    event.preventDefault();
    this.widget.querySelector(".slot.active")?.focus();
  }
}

/* Attributes of what can be dragged, and of what it can be dropped on; everything can be tapped, too. */

function dragged(symbol) {
  return { draggable: "true", ondragstart: (event) => event.dataTransfer.setData("text/plain", symbol) };
}

function dropped(take) {
  return {
    ondragover: (event) => event.preventDefault(),
    ondrop: (event) => {
      event.preventDefault();
      take(event.dataTransfer.getData("text/plain"));
    },
  };
}
