/* The field for an answer: buttons for a few outcomes, tiles to click through, counts, or a text. */

import { button, el, isShortcut, redraw } from "./dom.js";
import { amount, say } from "./texts.js";

const CHIPS = 13; // so many numbers are buttons

export class AnswerField {
  /* `type` is that of the experiment `text`; `done(answer)` is called with the answer given; `given` is the
     answer to begin with. Where it will be told how many codes each outcome leaves, `most` is the longest text that says so:
     its room is kept, so that nothing moves then. */
  constructor(game, type, text, { done, given = null, label = say("add"), most = null }) {
    this.game = game;
    this.type = type;
    this.text = text;
    this.given = given;
    this.most = most;
    this.counts = null;
    this.done = done;
    this.form = game.answerForm(type);
    this.ranges = this.form === "counts" ? game.ranges(type) : null;
    const known = given !== null && this.form !== "buttons" ? game.understoodAnswer(type, given) : null;
    this.values = known ?? this.#first();
    this.wrong = el("p", { class: "error", role: "alert" });
    this.element = el("div", { class: `answer ${this.form}`, role: "group", "aria-label": say("answer") });
    this.widget = el("div", { class: "widget" });
    this.picks = this.form === "buttons" || this.form === "many" ? this.#picks() : [];
    if (this.picks.length) this.widget.append(el("div", { class: "picks" }, this.picks.map(({ element }) => element)));
    if (this.form === "buttons") {
      this.element.append(this.widget, this.wrong);
      return;
    }
    this.hint = el("small", { class: "hint" });
    this.input = el("input", {
      class: "typed", type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": say("answer"), "data-key": "typed",
      placeholder: say("suchAs", { answer: game.exampleAnswer(type) }), oninput: () => this.#typed(), onkeydown: (event) => { if (event.key === "Enter") this.#give(); },
    });
    const add = button({ class: "main", "data-key": "give", onclick: () => this.#give() }, label);
    const line = el("div", { class: "line" }, this.input, add);
    this.element.append(...(this.form === "many" ? [line, this.hint, this.wrong, this.widget] : [this.widget, line, this.hint, this.wrong]));
    this.input.value = given ?? (this.#typedOnly() ? "" : this.#written());
    this.begun = this.input.value;
    this.#draw();
  }

  /* Show how many codes each outcome leaves, by a map of those that leave any; null when that cannot be known. */
  tell(counts) {
    this.counts = counts;
    for (const pick of this.picks) this.#count(pick);
    if (this.hint) this.#drawHint();
  }

  /* How many codes an outcome leaves, null when that is not known. */
  #left(outcome) {
    return this.counts && this.game.isAnswer(this.type, outcome) ? this.counts.get(outcome) ?? 0 : null;
  }

  /* Go on with an answer that was typed before. */
  put(text) {
    if (!this.input || !text) return;
    this.input.value = text;
    this.#typed();
  }

  /* What was typed and is not what the field began with. */
  get draft() {
    return this.input && this.input.value !== this.begun ? this.input.value : "";
  }

  #typedOnly() {
    return this.form === "text" || this.form === "many";
  }

  error(said) {
    this.wrong.replaceChildren(said);
  }

  focus() {
    this.element.querySelector("button")?.focus({ preventScroll: true });
  }

  /* What the field begins with: the last value of tiles, the number nearest to 0. */
  #first() {
    if (this.form === "counts") return this.ranges.map(([low, high]) => String(Math.min(Math.max(0, low), high)));
    return this.form === "tiles" ? this.game.types[this.type].answer.components.map((one) => one.values.at(-1)) : [];
  }

  #written() {
    return this.game.writeAnswer(this.type, this.values);
  }

  #give() {
    if (this.input.value.trim()) this.done(this.input.value.trim());
  }

  /* A button for each outcome. Many are shown when it is known which of them leave codes. */
  #picks() {
    return this.game.outcomes(this.type).map((outcome, i) => {
      const count = el("small", { "data-most": this.form === "many" ? null : this.most });
      return { outcome, count, element: button({
        class: "pick", hidden: this.form === "many" && this.most !== null, "data-key": `o${i}`, "aria-pressed": this.given === null ? null : String(outcome === this.given), onclick: () => this.done(outcome),
      }, this.game.drawnAnswer(this.type, this.text, outcome), el("b", {}, outcome), " ", count) };
    });
  }

  /* Say in a button how many codes its outcome leaves; of many outcomes only those that leave codes are shown then. */
  #count({ outcome, count, element }) {
    const left = this.#left(outcome);
    count.textContent = left === null ? "" : say("codes", { n: amount(left) });
    element.hidden = this.form === "many" && left === 0 && outcome !== this.given;
  }

  #typed() {
    const known = this.#typedOnly() ? null : this.game.understoodAnswer(this.type, this.input.value.trim());
    if (known) this.values = known;
    this.error("");
    this.#draw();
  }

  #put(place, value) {
    this.#enter(place, value);
    this.#draw();
  }

  /* A value is written down as it is: one that cannot be is refused, not replaced by one before it. */
  #enter(place, value) {
    this.values[place] = value;
    this.input.value = this.#written();
    this.error("");
    this.#drawHint();
  }

  #draw() {
    redraw(this.widget, () => {
      if (this.form === "tiles") this.widget.replaceChildren(this.#tiles());
      else if (this.form === "counts") this.widget.replaceChildren(...this.values.map((_, place) => this.#number(place)));
    });
    this.#drawHint();
  }

  #drawHint() {
    const text = this.input.value.trim();
    const values = this.game.understoodAnswer(this.type, text);
    const count = this.#left(values ? this.game.writeAnswer(this.type, values) : text);
    this.hint.textContent = count === null ? "" : count === 0 ? say("contradicts") : say("leavesCodes", { n: amount(count) });
  }

  #tiles() {
    const { components } = this.game.types[this.type].answer;
    const letters = [...this.text];
    const tiles = this.values.map((value, place) => {
      const { values } = components[place];
      const letter = letters.length === components.length ? letters[place] : value;
      const next = values[(values.indexOf(value) + values.length - 1) % values.length];
      return button({
        class: `peg tile mark ${this.game.tile(this.type, value, place)}`, "data-key": `t${place}`,
        "aria-label": say("tileAt", { letter, place: place + 1, value }), onclick: () => this.#put(place, next),
        onkeydown: (event) => {
          if (isShortcut(event)) return;
          const typed = values.find((one) => one.toLowerCase() === event.key.toLowerCase());
          if (typed === undefined) return;
          this.#put(place, typed);
          this.widget.querySelectorAll("button")[place + 1]?.focus();
        },
      }, letter);
    });
    return el("div", { class: "pegs" }, tiles);
  }

  #number(place) {
    const [low, high] = this.ranges[place];
    const unit = this.game.unit(this.type, place);
    const several = this.values.length > 1;
    if (high - low >= CHIPS) {
      const input = el("input", { type: "number", min: low, max: high, value: this.values[place], "data-key": `n${place}`, "aria-label": several ? unit : say("answer"),
        oninput: () => this.#enter(place, input.value) });
      return el("label", { class: "counter" }, input, several ? el("b", {}, unit) : null);
    }
    const numbers = Array.from({ length: high - low + 1 }, (_, i) => String(low + i));
    const chips = numbers.map((one) => button({
      class: "chip", "data-key": `n${place}.${one}`, "aria-pressed": String(this.values[place] === one), "aria-label": several ? `${one} ${unit}` : one,
      onclick: () => this.#put(place, one),
    }, one));
    return el("div", { class: "counter", role: "group", "aria-label": unit }, several ? el("b", {}, unit) : null, chips);
  }
}
