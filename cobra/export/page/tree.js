/* The tree of a strategy, and the numbers that follow from it; no word of how it is shown.

   It is made of one object, which `cobra.export.walk.walk_data` writes, with these keys:

     title        the game's name and its parameters, each [name, value]
     facts        what is said of the strategy: its name, what is `meant` by it, its `worst` case, its `average` as a decimal
                  and `exact`, its `costs`, the greatest and the mean one as texts, or null without prices, whether they are `unpaid`,
                  without what losing costs, whether the average is of the `longest` plays, the numbers of its `codes` and
                  `experiments`, how many codes are `lost`, the share of plays that are `won` where not all codes are equally
                  likely, or answers are wrong by chance, as number and text, or null, and what is `proved`: true, that nobody can do better; a text, how much of
                  that; or null
     together     the text that says why codes stay together at the end of a play
     confirms     whether a code that is known, but without a final outcome, costs one more experiment
     experiments  the different experiments, as texts
     outcomes     the different outcomes, each [text, 1 when it is final, else 0]
     codes        the codes, as texts, in the order of the leaves: those left at a node are a range
     ranks        for each of them its number in the game's order
     goals        for each of them what is found out, such as "zebra = Japanese", or null where the code is asked for
     weights      for each of them its weight, or null when all are equally likely
     tree         whole numbers, the nodes in preorder: number of the experiment, number k of branches, and
                  for each of the k branches, in the order of outcomes, number of the outcome and number of
                  codes left when the play is over, less than 0 when it is lost, and 0 when a node follows; no
                  nodes: over at the start
     drawing      null, or what drawn.js describes where the game says how it is drawn
     unseen       null, or what beliefs.js describes where answers may be lies or the secret moves

   A position is {depth, node, start, end, final, lost}: after `depth` experiments the codes start … end - 1 are
   left; node -1 when the play is over; whether the last outcome was final; whether the play is lost. */

"use strict";

class StrategyTree {
  constructor(data) {
    Object.assign(this, data);
    this.nodes = StrategyTree.#read(data.tree);
    this.knowsFinals = data.outcomes.some(([, final]) => final);
    this.byRank = new Uint32Array(data.codes.length);
    data.ranks.forEach((rank, code) => { this.byRank[rank] = code; });
    this.place();
  }

  /* Give every branch its range of codes, and every code the length of its play. */
  place() {
    for (const node of this.nodes.toReversed()) {
      for (const branch of node.branches) {
        if (branch.node >= 0) branch.end = this.nodes[branch.node].size;
        node.size += branch.end;
      }
    }
    this.lengths = new Uint32Array(this.codes.length); // of each code's play
    this.#range();
  }

  /* The nodes, each with its experiment and its branches; `end` is the number of codes of a leaf. */
  static #read(numbers) {
    const nodes = [];
    const waiting = []; // branches whose nodes are still to come, the next one last
    for (let at = 0; at < numbers.length;) {
      const leading = waiting.pop();
      if (leading) leading.node = nodes.length;
      const node = { experiment: numbers[at], branches: [], size: 0 };
      const stop = at + 2 + 2 * numbers[at + 1];
      for (at += 2; at < stop; at += 2) {
        const left = numbers[at + 1];
        node.branches.push({ outcome: numbers[at], node: -1, start: 0, end: Math.abs(left), lost: left < 0 });
      }
      for (const branch of node.branches.toReversed()) if (branch.end === 0) waiting.push(branch);
      nodes.push(node);
    }
    return nodes;
  }

  #range() {
    const waiting = [this.root()];
    while (waiting.length) {
      const position = waiting.pop();
      if (position.node < 0) {
        this.lengths.fill(position.depth + this.confirming(position), position.start, position.end);
      }
      let { start } = position;
      for (const branch of this.branches(position)) {
        branch.start = start;
        branch.end += start;
        start = branch.end;
        waiting.push(this.after(position, branch));
      }
    }
  }

  root() {
    return { depth: 0, node: this.nodes.length ? 0 : -1, start: 0, end: this.codes.length, final: false, lost: false };
  }

  after(position, { outcome, node, start, end, lost }) {
    return { depth: position.depth + 1, node, start, end, lost, final: this.outcomes[outcome][1] === 1 };
  }

  branches(position) {
    return position.node < 0 ? [] : this.nodes[position.node].branches;
  }

  experiment(position) {
    return this.experiments[this.nodes[position.node].experiment];
  }

  outcome(branch) {
    return this.outcomes[branch.outcome][0];
  }

  /* Whether the experiment of a position can be the code; null in a game that has no final outcomes. */
  canBeCode(position) {
    if (!this.knowsFinals) return null;
    return this.branches(position).some(({ outcome }) => this.outcomes[outcome][1] === 1);
  }

  /* Experiments, 1 or 0, that only confirm what is known at the end of a play. */
  confirming(position) {
    return Number(this.confirms && !position.final && !position.lost && this.count(position) === 1);
  }

  /* How many codes are left at a position or after a branch. */
  count({ start, end }) {
    return end - start;
  }

  /* The same by lies told, where answers may be lies: [4, 4]. */
  amounts(position) {
    return [this.count(position)];
  }

  /* The lies that a code must have told to be left at a position or after a branch; null when it is not left. */
  told({ start, end }, code) {
    return start <= code && code < end ? 0 : null;
  }

  /* Whether codes can be followed. */
  get follows() {
    return true;
  }

  /* The one code that is left. */
  only({ start }) {
    return start;
  }

  /* How likely each branch of a position is; null where nobody says. */
  shares(position) {
    const whole = this.weight(position);
    return this.branches(position).map((branch) => this.weight(branch) / whole);
  }

  /* The branches that a code's play takes, when no answer is a lie. */
  way(code) {
    const branches = [];
    for (let position = this.root(); position.node >= 0;) {
      const lies = this.told(position, code);
      const branch = this.branches(position).find((one) => this.told(one, code) === lies);
      branches.push(branch);
      position = this.after(position, branch);
    }
    return branches;
  }

  /* The branches that outcomes lead along, as far as they can occur. */
  path(outcomes) {
    const branches = [];
    let position = this.root();
    for (const outcome of outcomes) {
      const branch = this.branches(position).find((one) => this.outcome(one) === outcome);
      if (!branch) break;
      branches.push(branch);
      position = this.after(position, branch);
    }
    return branches;
  }

  /* The sum of the weights of a range of codes. */
  weight({ start, end }) {
    if (!this.weights) return end - start;
    let sum = 0;
    for (let code = start; code < end; code++) sum += this.weights[code];
    return sum;
  }

  /* Of the plays that come to a position: numbers of codes by length, the longest length, the average; numbers or
     average are null where there are none. */
  plays(position) {
    const counts = new Map();
    let longest = 0;
    let sum = 0;
    for (let code = position.start; code < position.end; code++) {
      const length = this.lengths[code];
      counts.set(length, (counts.get(length) ?? 0) + 1);
      longest = Math.max(longest, length);
      sum += length * (this.weights ? this.weights[code] : 1);
    }
    return { counts, longest, average: sum / this.weight(position) };
  }

  /* The codes of a position in the game's order, from place `from` to before place `to`. */
  left({ start, end }, from, to) {
    const ranks = Uint32Array.from(this.ranks.slice(start, end)).sort().subarray(from, to);
    return Array.from(ranks, (rank) => this.byRank[rank]);
  }

  /* At most `most` codes that a text may mean, the best first; capitals and spaces make no difference. */
  search(text, most) {
    const wanted = StrategyTree.#plain(text);
    return wanted ? StrategyTree.#best(this.#plainCodes(), wanted, most).map((rank) => this.byRank[rank]) : [];
  }

  /* The branches of a position that a text may mean, the best first: those whose outcomes hold it, and where none
     does, those that leave a code which holds it. */
  matching(position, text) {
    const wanted = StrategyTree.#plain(text);
    const branches = this.branches(position);
    if (!wanted) return branches;
    const outcomes = branches.map((branch) => StrategyTree.#plain(this.outcome(branch)));
    const found = StrategyTree.#best(outcomes, wanted, branches.length);
    if (found.length) return found.map((place) => branches[place]);
    const codes = this.#plainCodes();
    return branches.filter((branch) => this.left(branch, 0, this.count(branch)).some((code) => codes[this.ranks[code]].includes(wanted)));
  }

  /* The places of at most `most` texts that are another, begin with it, or hold it, in this order. */
  static #best(texts, wanted, most) {
    const found = { equal: [], begins: [], holds: [] };
    texts.forEach((text, place) => {
      const at = text.indexOf(wanted);
      if (at < 0) return;
      const kind = text === wanted ? "equal" : at === 0 ? "begins" : "holds";
      if (found[kind].length < most) found[kind].push(place);
    });
    return [...found.equal, ...found.begins, ...found.holds].slice(0, most);
  }

  /* The codes as they are compared, by their ranks. */
  #plainCodes() {
    this.plain ??= Array.from(this.byRank, (code) => StrategyTree.#plain(this.codes[code]));
    return this.plain;
  }

  static #plain(text) {
    return text.normalize("NFC").toLowerCase().replace(/\s+/g, "");
  }
}
