/* Pictures of the experiments and answers of a game that says by `draw` how they look; texts stay texts where there is
   no picture. Where pictures are made: cobra/drawings/. */

import { button, el } from "./dom.js";
import { bare } from "./notation.js";
import { say } from "./texts.js";

const OPEN = -1;
const SMALLER = 0.7; // of pictures in a list of codes

export class Pictures {
  constructor(game) {
    this.game = game;
    this.sheet = game.drawing;
  }

  /* The picture of an experiment whose values may be incomplete; null when there is none. */
  experiment(type, values, label) {
    const plan = this.#plans(type)[0];
    return plan && CobraDraw.picture(this.sheet, plan, this.#asked(type, values), label);
  }

  /* The picture of an answer to an experiment; null when there is none. */
  answer(type, values, answer, label) {
    const plan = this.#plans(type)[1];
    const given = plan && this.game.readAnswer(type, answer);
    if (!given) return null;
    return CobraDraw.picture(this.sheet, plan, [...this.#asked(type, values), ...this.#answered(type, given)], label);
  }

  /* An experiment with its answer, where there is one: a picture or two; null when there is none. */
  row(type, values, text, answer) {
    const picture = this.experiment(type, values, text);
    if (!picture || answer === null) return picture && [picture];
    const whole = this.#plans(type)[1]?.whole;
    const told = this.answer(type, values, answer, whole ? text : undefined);
    return !told ? [picture] : whole ? [told] : [picture, told];
  }

  /* The picture of a code in a list of many, given by its variables; null when there is none. */
  code(variables, label) {
    const plan = this.sheet?.code;
    if (!plan || !variables) return null;
    const picture = CobraDraw.picture(this.sheet, plan, variables, label);
    for (const [side, length] of [["width", plan.size[0]], ["height", plan.size[1]]]) picture.setAttribute(side, SMALLER * length);
    return picture;
  }

  /* The areas that set the parameters when they are pressed, over a picture; null for pictures without any. */
  board(type, values, choose) {
    const plan = this.#plans(type)[0];
    if (!plan?.targets.length) return null;
    const [width, height] = plan.size;
    const chosen = this.#asked(type, values);
    const areas = plan.targets.map(([x, y, wide, high, aimed, places], i) => {
      const { slots } = this.#slots(aimed);
      const symbols = places.map((place, slot) => slots[slot].symbols[place]);
      const names = symbols.map((symbol, slot) => `${slots[slot].name} ${bare(symbol)}`);
      const area = button({
        class: "target", "data-key": `t${i}`, "aria-label": names.join(", ") || this.game.types[aimed].name,
        "aria-pressed": String(aimed === type && places.every((place, slot) => place === chosen[slot])), onclick: () => choose(aimed, symbols),
      });
      const part = { left: x / width, top: y / height, width: wide / width, height: high / height };
      for (const [side, share] of Object.entries(part)) area.style[side] = `${100 * share}%`;
      return area;
    });
    const element = el("div", { class: "drawn-board", role: "group", "aria-label": say("choosePlace") }, this.experiment(type, values), areas);
    element.style.setProperty("--wide", width);
    return element;
  }

  #plans(type) {
    return this.sheet?.types[type] ?? [null, null];
  }

  #slots(type) {
    const { groups } = this.game.types[type];
    return { groups, slots: groups.flatMap((group) => group.slots.map((slot) => ({ ...slot, symbols: this.game.alphabets[slot.alphabet] }))) };
  }

  /* The variables of an experiment: positions of symbols, -1 while they are open. */
  #asked(type, values) {
    const given = values.flat(1);
    return this.#slots(type).slots.flatMap(({ kind, symbols, most }, place) => {
      const value = given[place];
      if (kind === "bool") return value === null ? OPEN : Number(value);
      if (kind !== "set") return symbols.indexOf(value);
      const members = value.map((one) => symbols.indexOf(one)).sort((one, other) => one - other);
      return Array.from({ length: most }, (_, number) => members[number] ?? OPEN);
    });
  }

  /* The variables of an answer's components. */
  #answered(type, given) {
    return this.game.types[type].answer.components.map(({ values, low }, place) => {
      return values ? values.indexOf(given[place]) : Number(given[place]) - low;
    });
  }
}
