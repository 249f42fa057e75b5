/* The pictures of a strategy's experiments, answers and codes, where the game says how it is drawn. They stand beside
   the texts that say the same.

   `drawing` of its data (tree.js) is null, or an object with these keys:

     sheet        what drawing.js draws from
     experiments  for each experiment [number of its type, its variables], or that number alone
     answers      for "outcome,type", the numbers of an outcome and of a type, the variables of the answer
     codes        for each code its variables, or 0; null where codes are not drawn

   Variables are a text with a character for each: 0 is "0", 1 is "1", -1 is "/", as they follow each other. Where
   they are the text that is shown, such as 0012, they are left out; a list of nothing but 0 is empty. */

"use strict";

class DrawnTree {
  static #ZERO = "0".charCodeAt(0);
  static #REM = 16; // a picture grows with the letters
  static #TINY = 0.6; // of the size in which numbers can be read
  static WHOLE = { scale: 1, most: Infinity };
  static ROW = { scale: 1, most: 80 }; // so high at most
  static LISTED = { scale: 0.7, most: 80 };

  constructor({ drawing, experiments, codes }) {
    this.drawing = drawing;
    this.texts = { experiments, codes };
  }

  /* The picture of an experiment by its number, of the size that there is room for; nothing where there is none. */
  experiment(number, room = DrawnTree.ROW) {
    if (!this.drawing) return [];
    const [type, asked] = this.#asked(number);
    return this.#picture(this.drawing.sheet.types[type]?.[0], asked, room);
  }

  /* The picture of an outcome of an experiment. */
  answer(number, outcome) {
    if (!this.drawing) return [];
    const [type, asked] = this.#asked(number);
    return this.#picture(this.drawing.sheet.types[type]?.[1], asked + this.drawing.answers[`${outcome},${type}`], DrawnTree.ROW);
  }

  /* Whether codes are drawn. */
  get codes() {
    return Boolean(this.drawing?.codes);
  }

  code(number, room = DrawnTree.ROW) {
    return this.codes ? this.#picture(this.drawing.sheet.code, this.drawing.codes[number] || this.texts.codes[number], room) : [];
  }

  /* The type of an experiment and its variables. */
  #asked(number) {
    const written = this.drawing.experiments[number] ?? 0;
    return typeof written === "number" ? [written, this.texts.experiments[number]] : written;
  }

  #picture(plan, variables, { scale, most }) {
    if (!plan) return [];
    const numbers = Array.from({ length: variables.length }, (_, place) => variables.charCodeAt(place) - DrawnTree.#ZERO);
    const picture = CobraDraw.picture(this.drawing.sheet, plan, numbers); // its text is beside it
    const size = Math.min(scale, most / plan.size[1]);
    ["width", "height"].forEach((side, place) => picture.setAttribute(side, `${plan.size[place] * size / DrawnTree.#REM}rem`));
    picture.classList.toggle("tiny", size < DrawnTree.#TINY);
    return [picture];
  }
}
