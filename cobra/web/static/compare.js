/* Strategies side by side: figures, and how many codes take how many experiments. */

import { button, el, number, plural, tell } from "./dom.js";
import { clear, goOn, isLight, offer, run } from "./jobs.js";
import { histogram } from "./plot.js";
import { recall, remember } from "./store.js";

const CHOSEN = ["max-models", "exp-models", "ent-models", "parts", "optimal"];

/* What strategies that lose as many codes are compared by: the average cost where there are prices. */
function needed({ cost, average }) {
  return cost ?? average;
}

/* The average as it was added up: over all codes, or by their weights. */
function fraction({ total, codes, average, exact }) {
  return Math.abs(total / codes - average) < 1e-9 ? `${number(total)}/${number(codes)}` : exact;
}

export class Compare {
  /* `moved({strategies})` is called with what is compared, nothing at first, for the address. */
  constructor(game, { strategies }, moved) {
    this.game = game;
    this.moved = moved;
    this.known = strategies.map(([name]) => name);
    this.compared = null; // the strategies that are shown, null before anything is
    const boxes = strategies.map(([name, about]) => el("label", { class: "check", title: about },
      el("input", { type: "checkbox", name: "strategy", value: name, checked: CHOSEN.includes(name) }), name));
    this.place = el("div", {});
    this.result = el("div", {});
    this.form = el("form", { onsubmit: (event) => { event.preventDefault(); this.#start(); } },
      el("fieldset", { class: "checks" }, el("legend", {}, "Strategies"), boxes),
      button({ type: "submit", class: "main" }, "Compare"));
    this.element = el("section", { class: "page" }, el("h1", {}, "Compare strategies"), this.form, this.place, this.result);
  }

  /* Show what an address tells; null: what was shown before. */
  async take(place) {
    const asked = place?.strategies ?? this.compared ?? recall(this.game.kept("compared")) ?? [];
    const strategies = asked.filter((name) => this.known.includes(name));
    this.#now(strategies);
    if (strategies.join() === this.shown) return;
    this.shown = strategies.join();
    clear(this.place);
    this.result.replaceChildren();
    if (!strategies.length) return;
    for (const box of this.form.elements.namedItem("strategy")) box.checked = strategies.includes(box.value);
    if (await goOn(this.place, this.#kept(strategies), (job) => this.#seen(job)) || this.compared !== strategies) return;
    if (isLight(this.game, strategies)) this.#run(strategies);
    else offer(this.place, `Here ${strategies.join(", ")} are compared, which this server has not done yet.`, () => this.#run(strategies));
  }

  #now(strategies) {
    this.compared = strategies;
    remember(this.game.kept("compared"), strategies);
    this.moved({ strategies });
  }

  /* The name under which the window remembers the job that compares strategies. */
  #kept(strategies) {
    return this.game.kept(`compare ${strategies.join()}`);
  }

  #start() {
    const strategies = new FormData(this.form).getAll("strategy");
    this.result.replaceChildren();
    this.shown = strategies.join();
    this.#now(strategies);
    this.#run(strategies);
  }

  #run(strategies) {
    run(this.place, { kind: "compare", game: this.game.said, strategies }, this.#kept(strategies), (job) => this.#seen(job));
  }

  #seen({ result }) {
    if (!result) return;
    const { rows, bounds } = result;
    this.result.replaceChildren(this.#table(rows), bounds && !rows.some((row) => row.optimal) ? el("p", { class: "note" }, `No strategy has an average under ${bounds.shown} or a worst case under ${bounds.worst}.`) : "");
    tell(`${rows.length} strategies compared`);
  }

  #table(rows) {
    const known = rows.filter((row) => row.average !== null);
    const fewest = Math.min(...known.map((row) => row.lost));
    const least = Math.min(...known.filter((row) => row.lost === fewest).map(needed));
    const longest = Math.max(...known.flatMap((row) => Object.keys(row.distribution).map(Number)));
    const most = Math.max(...known.flatMap((row) => Object.values(row.distribution)));
    const head = ["strategy", "first", "worst", "average", "codes by length of their play"].map((text) => el("th", { scope: "col" }, text));
    const body = rows.map((row) => {
      const found = row.average !== null;
      const average = found ? [el("b", {}, row.shown.average), el("small", {}, fraction(row))] : [el("small", {}, row.stopped ?? "not found")];
      if (!row.optimal && row.shown.lower) average.push(el("small", {}, `optimum: ${row.shown.lower} … ${row.shown.upper}`));
      if (row.shown.cost) average.push(el("small", {}, `costs ${row.shown.cost}`));
      if (row.lost) average.push(el("small", {}, `${plural(row.lost, "code")} lost`));
      if (row.optimal) average.push(el("small", { class: "possible" }, "nobody can do better"));
      return el("tr", { class: found && row.lost === fewest && needed(row) === least ? "least" : "" }, el("th", { scope: "row" }, row.name),
        el("td", {}, row.first === null ? "" : this.game.experiment(row.first)), el("td", { class: "worst" }, row.worst ?? ""),
        el("td", { class: "average" }, average), el("td", { class: "plot" }, found ? histogram(row, longest, most) : ""));
    });
    return el("div", { class: "scroll" }, el("table", { class: "comparison" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, body)));
  }
}
