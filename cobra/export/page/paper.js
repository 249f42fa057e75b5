/* A strategy on paper: a table with a numbered row for each position, which says what to ask there and with which
   number each answer goes on. Where all is known but for its confirmation there is no row. */

"use strict";

class PaperTable {
  static #MOST = 5000; // rows, some hundred pages
  static #NAMED = 12; // codes that stay together
  static #WHOLE = 24; // characters that stay in one line
  static #ASK = 3; // the column of what is asked

  /* The table of the plays from a position on, null where none goes on. */
  static make(tree, drawn, position) {
    return position.node < 0 ? null : new PaperTable(tree, drawn, position).element;
  }

  constructor(tree, drawn, position) {
    this.tree = tree;
    this.drawn = drawn;
    this.numbers = new Map(); // of the nodes that have rows
    const rows = []; // what is there, and what leads there
    const waiting = [[position, ""]]; // the next one last
    while (waiting.length && rows.length < PaperTable.#MOST) {
      const [here, from] = waiting.pop();
      rows.push([here, from]);
      this.numbers.set(here.node, rows.length);
      for (const branch of tree.branches(here).toReversed()) {
        if (this.#goesOn(branch)) waiting.push([tree.after(here, branch), `${rows.length}: ${tree.outcome(branch)}`]);
      }
    }
    const body = document.createElement("tbody");
    body.append(...rows.map((row) => this.#row(...row)));
    const head = document.createElement("thead");
    head.append(PaperTable.#cells("th", ["paperNumber", "paperAfter", "paperLeft", "paperAsk", "paperGoOn"].map((key) => CobraTexts.say(key))));
    const caption = document.createElement("caption");
    caption.textContent = CobraTexts.say("paperBegin") + (waiting.length ? ` ${CobraTexts.say("paperFirst", { n: PaperTable.#MOST })}` : "");
    this.element = document.createElement("table");
    this.element.append(caption, head, body);
  }

  /* Whether there is more to find out after a branch. */
  #goesOn(branch) {
    return branch.node >= 0 && (this.tree.count(branch) > 1 || this.tree.branches(branch).length > 1);
  }

  #row(position, from) {
    const { tree } = this;
    const answers = document.createElement("ul");
    for (const branch of tree.branches(position)) {
      const answer = document.createElement("li");
      const name = document.createElement("b");
      name.textContent = tree.outcome(branch);
      answer.append(name, this.#next(position, branch));
      answers.append(answer);
    }
    const row = PaperTable.#cells("td", [this.numbers.get(position.node), from, tree.amounts(position).map((amount) => CobraTexts.number(amount)).join("+"), tree.experiment(position), answers]);
    row.cells[PaperTable.#ASK].prepend(...this.drawn.experiment(tree.nodes[position.node].experiment, DrawnTree.LISTED));
    return row;
  }

  #next(position, branch) {
    const { tree } = this;
    if (this.#goesOn(branch)) return ` → ${this.numbers.get(branch.node) ?? CobraTexts.say("notPrinted")}`;
    const count = tree.count(branch);
    const codes = tree.left(branch, 0, PaperTable.#NAMED).map((code) => tree.codes[code]);
    if (branch.lost) return `: ${CobraTexts.say("isLost")}, ${codes.join(", ")}${count > codes.length ? ", …" : ""}`;
    if (count === 1) return tree.after(position, branch).final ? `: ${CobraTexts.say("isFound")}` : `: ${CobraTexts.say("itIs")} ${codes[0]}`;
    const more = count > codes.length ? `… ${CobraTexts.say("codes", { n: count })}` : [];
    return `: ${CobraTexts.say("over")}, ${codes.concat(more).join(", ")}`;
  }

  static #cells(kind, parts) {
    const row = document.createElement("tr");
    for (const part of parts) {
      const cell = document.createElement(kind);
      cell.append(part);
      cell.classList.toggle("whole", cell.textContent.length <= PaperTable.#WHOLE);
      row.append(cell);
    }
    return row;
  }
}
