/* The tree of a strategy where answers may be lies or the secret moves: a code can be left after several outcomes.

   `unseen` of its data (tree.js) is an object with these keys:

     moves     whether the secret moves
     believed  for the start, and for each branch in the order of `tree`, the codes that are left: a list for those
               without a lie, one for those with one, and so on, each of numbers of codes
     chances   for the start, and for each branch, how likely a play comes there; null where nobody says

   A position is {depth, node, believed, chance, final}, a branch has `believed` and `chance`, too. */

"use strict";

class BeliefTree extends StrategyTree {
  place() {
    const { believed, chances } = this.unseen;
    let number = 0;
    const give = (one) => {
      [one.believed, one.chance] = [believed[number], chances?.[number] ?? null];
      number += 1;
    };
    this.start = {};
    give(this.start);
    for (const { branches } of this.nodes) branches.forEach(give);
    for (const node of this.nodes.toReversed()) { // what follows a node comes after it
      const after = node.branches.map((branch) => [branch, this.nodes[branch.node] ?? { longest: 0, mean: 0 }]);
      const whole = node.branches.reduce((sum, { chance }) => sum + chance, 0);
      node.longest = 1 + after.reduce((most, [, { longest }]) => Math.max(most, longest), 0);
      node.mean = 1 + after.reduce((sum, [{ chance }, { mean }]) => sum + (chance / whole) * mean, 0);
    }
  }

  root() {
    return { depth: 0, node: this.nodes.length ? 0 : -1, ...this.start, final: false };
  }

  after(position, { outcome, node, believed, chance }) {
    return { depth: position.depth + 1, node, believed, chance, final: this.outcomes[outcome][1] === 1 };
  }

  count({ believed }) {
    return believed.reduce((sum, codes) => sum + codes.length, 0);
  }

  amounts({ believed }) {
    return believed.map((codes) => codes.length);
  }

  told({ believed }, code) {
    const lies = believed.findIndex((codes) => codes.includes(code));
    return lies < 0 ? null : lies;
  }

  get follows() {
    return !this.unseen.moves;
  }

  only({ believed }) {
    return believed.flat()[0];
  }

  shares(position) {
    if (position.chance === null) return null;
    return this.branches(position).map(({ chance }) => chance / position.chance);
  }

  plays({ depth, node, chance }) {
    const { longest, mean } = this.nodes[node] ?? { longest: 0, mean: 0 };
    return { counts: null, longest: depth + longest, average: chance === null ? null : depth + mean };
  }

  left({ believed }, from, to) {
    return believed.flat().slice(from, to);
  }
}
