/* The comparison of strategies: what is asked, and the place where it is shown. All that is chosen is one plain object,
   `state`, which can be read and set. */

import { el, button, redraw, select, tell } from "./dom.js";
import { comparisonView } from "./comparison.js";
import { clear, goOn, isLight, keep, offer, run } from "./jobs.js";
import { recall, remember } from "./store.js";
import { choices, ownField } from "./strategies.js";
import { say } from "./texts.js";

const CHOSEN = ["max-models", "exp-models", "ent-models", "parts", "optimal"];
const LONGEST = 86_400; // seconds that may be asked for

/* What is compared, of a state or an address, with its members in one order: it is known by its JSON. */
function inOrder({ strategies, own = "", sizes = {}, seconds = "", objective = "average" }) {
  return { strategies, own, sizes, seconds, objective };
}

export class Compare {
  /* `moved({strategies, …})` is called with what is compared, nothing at first, for the address. */
  constructor(game, library, moved) {
    this.game = game;
    this.moved = moved;
    this.choices = choices(library);
    this.known = [...this.choices.usual, ...this.choices.more].map(([name]) => name);
    this.objectives = library.objectives.map(([name]) => name);
    this.compared = null; // what was asked, null before anything is
    this.place = el("div", {});
    this.result = el("div", { class: "compared" });
    this.form = this.#makeForm(library.objectives);
    this.element = el("section", { class: "page" }, el("h1", {}, say("compareStrategies")), this.form, this.place, this.result);
    this.sort = null;
    this.state = recall(game.kept("comparing")) ?? {};
  }

  /* Show what an address tells; null: what was shown before. */
  async take(place) {
    const asked = place ?? this.compared ?? recall(this.game.kept("compared")) ?? { strategies: [] };
    const compared = inOrder({ ...asked, strategies: asked.strategies.filter((name) => this.known.includes(name)) });
    if (!this.objectives.includes(compared.objective)) compared.objective = "average";
    this.#now(compared);
    if (JSON.stringify(compared) === this.shown) return;
    this.shown = JSON.stringify(compared);
    clear(this.place);
    this.result.replaceChildren();
    const names = [...compared.strategies, ...(compared.own ? [compared.own] : [])];
    if (!names.length) return;
    const kept = recall(this.game.kept("comparing")); // what was chosen there since
    this.state = kept?.of === this.shown ? kept : { ...compared, sort: this.sort };
    if (await goOn(this.place, this.#kept(compared), (job) => this.#seen(job))) return;
    const isPlain = !compared.own && Object.entries(compared.sizes).every(([name, value]) => String(this.game.parameters[name]) === value);
    if (isPlain && isLight(this.game, names)) this.#run(compared);
    else offer(this.place, say("notCompared", { strategies: names.join(", ") }), () => this.#run(compared));
  }

  #now(compared) {
    this.compared = compared;
    remember(this.game.kept("compared"), compared);
    this.moved(compared);
  }

  /* The name under which the window remembers the job that compares strategies. */
  #kept(compared) {
    return this.game.kept(`compare ${JSON.stringify(compared)}`);
  }

  #makeForm(objectives) {
    const { usual, more, written } = this.choices;
    const box = ([name, about]) => el("label", { class: "check", title: about },
      el("input", { type: "checkbox", name: "strategy", value: name, checked: CHOSEN.includes(name) }), name);
    const own = ownField("min sum(n^2), look-ahead(parts)", say("aboutYourOwn", { written }));
    const sizes = Object.entries(this.game.parameters).filter(([, value]) => typeof value === "number").map(([name, value]) => el("label", {},
      el("b", {}, name.replaceAll("_", " ")), el("input", { class: "typed", type: "text", name: `size ${name}`, value, required: true, spellcheck: "false", autocomplete: "off" })));
    const seconds = el("label", {}, el("b", {}, say("secondsForEach")),
      el("input", { type: "number", name: "seconds", min: 1, max: LONGEST, step: 1, placeholder: "10" }), el("small", {}, say("forOneSize")));
    const goals = select(say("objective"), objectives.map(([name, about]) => [name, about]), "average", () => {});
    goals.name = "objective";
    const form = el("form", { class: "page", onsubmit: (event) => { event.preventDefault(); this.#start(); }, oninput: () => this.#keep() },
      el("fieldset", { class: "checks" }, el("legend", {}, say("strategies")), usual.map(box)),
      el("details", {}, el("summary", {}, say("moreAndScores")), el("fieldset", { class: "checks" }, el("legend", { class: "unseen" }, say("moreStrategies")), more.map(box)), own),
      el("details", {}, el("summary", {}, say("sizesTimeObjective")), el("p", { class: "note" }, say("severalSizes")),
        el("div", { class: "params" }, sizes, seconds), el("div", { class: "line" }, el("b", {}, say("objective")), goals)),
      el("div", {}, button({ type: "submit", class: "main" }, say("compare"))));
    const show = ({ target }) => { target.closest("details").open = true; }; // what nobody sees cannot say what is amiss
    form.addEventListener("invalid", show, { capture: true });
    return form;
  }

  /* What is chosen: strategies by name, others as they are written, values of the parameters, seconds, the objective,
     and the column that the table is sorted by. */
  get state() {
    const data = new FormData(this.form);
    const sizes = [...data].filter(([name]) => name.startsWith("size ")).map(([name, value]) => [name.slice("size ".length), value]);
    return { strategies: data.getAll("strategy"), own: data.get("own"), sizes: Object.fromEntries(sizes), seconds: data.get("seconds"), objective: data.get("objective"), sort: this.sort };
  }

  set state({ strategies, own, sizes, seconds, objective, sort }) {
    const { elements } = this.form;
    for (const box of strategies ? elements.namedItem("strategy") : []) box.checked = strategies.includes(box.value);
    for (const [name, value] of Object.entries({ own, seconds, objective })) if (value !== undefined) elements.namedItem(name).value = value;
    for (const [name, value] of Object.entries(sizes ?? {})) {
      const field = elements.namedItem(`size ${name}`);
      if (field) field.value = value;
    }
    this.sort = sort ?? null;
    for (const part of this.form.querySelectorAll("details")) part.open = this.#differs(part);
  }

  /* Whether something in a part of the form is not as it is at first. */
  #differs(part) {
    return [...part.querySelectorAll("input")].some((input) => (input.type === "checkbox" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue))
      || [...part.querySelectorAll("select")].some(({ value }) => value !== "average");
  }

  /* Remember what is chosen, beside what is shown: another place has its own choice. */
  #keep() {
    remember(this.game.kept("comparing"), { ...this.state, of: this.shown });
  }

  #start() {
    const compared = inOrder(this.state);
    this.result.replaceChildren();
    this.shown = JSON.stringify(compared);
    this.#keep();
    this.#now(compared);
    this.#run(compared);
  }

  #run(compared) {
    const { strategies, own, sizes, seconds, objective } = compared;
    const asked = { kind: "compare", game: this.game.said, strategies: [...strategies, ...(own.trim() ? [own] : [])], objective, sizes, ...(seconds ? { seconds: Number(seconds) } : {}) };
    run(this.place, asked, this.#kept(compared), (job) => this.#seen(job));
  }

  #seen({ id, result }) {
    if (!result) return;
    keep(this.place, id);
    const sorted = (sort) => { this.sort = sort; this.#keep(); };
    redraw(this.result, () => this.result.replaceChildren(comparisonView(this.game, result, this.sort, sorted)));
    const rows = result.instances.reduce((sum, one) => sum + one.rows.length, 0);
    tell(say("strategiesCompared", { n: rows }));
  }
}
