/* The comparison of strategies: what is asked, and what is shown of it. All that is chosen is one plain object, `state`,
   which can be read and set; what is compared is that without what is as usual, and stands in the address. */

import { el, button, select, tell } from "./dom.js";
import { comparisonView } from "./comparison.js";
import { clear, goOn, isLight, offer, run } from "./jobs.js";
import { recall, remember } from "./store.js";

const CHOSEN = ["max-models", "exp-models", "ent-models", "parts", "optimal"];
const AVERAGE = "average"; // the usual objective
const LONGEST = 86_400; // seconds that may be asked for

export class Compare {
  /* `moved(asked)` is called with what is compared, nothing at first, for the address. */
  constructor(game, library, moved) {
    this.game = game;
    this.moved = moved;
    this.known = [...library.strategies, ...library.more_strategies].map(([name]) => name).filter((name) => !name.includes("("));
    this.usual = Object.fromEntries(Object.entries(game.parameters).filter(([, value]) => typeof value === "number").map(([name, value]) => [name, String(value)]));
    this.compared = null; // what is shown, null before anything is
    this.sort = null;
    this.place = el("div", {});
    this.result = el("div", { class: "compared" });
    this.form = this.#makeForm(library);
    this.element = el("section", { class: "page" }, el("h1", {}, "Compare strategies"), this.form, this.place, this.result);
  }

  /* Show what an address tells; null: what was shown before. */
  async take(place) {
    const asked = this.#asked(place ?? this.compared ?? recall(this.game.kept("compared")) ?? {});
    this.#now(asked);
    if (JSON.stringify(asked) === this.shown) return;
    this.shown = JSON.stringify(asked);
    clear(this.place);
    this.result.replaceChildren();
    const draft = recall(this.game.kept("comparing"));
    const strategies = [...asked.strategies, ...(asked.own ? [asked.own] : [])];
    if (draft?.of === this.shown) this.state = draft;
    else if (strategies.length) this.state = asked;
    if (!strategies.length || await goOn(this.place, this.#kept(asked), (job) => this.#seen(job)) || this.compared !== asked) return;
    const { own, sizes, seconds } = asked;
    if (!own && !sizes && !seconds && isLight(this.game, strategies)) this.#run(asked);
    else offer(this.place, `Here ${strategies.join(", ")} are compared, which this server has not done yet.`, () => this.#run(asked));
  }

  #now(asked) {
    this.compared = asked;
    remember(this.game.kept("compared"), asked);
    this.moved(asked);
  }

  /* The name under which the window remembers the job of a comparison. */
  #kept(asked) {
    return this.game.kept(`compare ${JSON.stringify(asked)}`);
  }

  /* What a state or an address asks for, as far as this game and the page know it, without what is as usual. */
  #asked({ strategies = [], own = "", sizes = {}, seconds = "", objective = AVERAGE }) {
    const other = Object.entries(sizes).filter(([name, value]) => Object.hasOwn(this.usual, name) && value.trim() !== this.usual[name]);
    return {
      strategies: strategies.filter((name) => this.known.includes(name)), ...(own.trim() ? { own: own.trim() } : {}),
      ...(other.length ? { sizes: Object.fromEntries(other) } : {}), ...(seconds ? { seconds } : {}), ...(objective === AVERAGE ? {} : { objective }),
    };
  }

  #makeForm({ strategies, more_strategies: more, objectives }) {
    const box = ([name, about]) => el("label", { class: "check", title: about },
      el("input", { type: "checkbox", name: "strategy", value: name, checked: CHOSEN.includes(name) }), name);
    const named = more.filter(([form]) => !form.includes("("));
    const written = more.filter(([form]) => form.includes("(")).map(([form]) => form).join(", ");
    const own = el("label", { class: "field" }, el("b", {}, "Your own"),
      el("input", { class: "typed", type: "text", name: "own", spellcheck: "false", autocomplete: "off", autocapitalize: "off", placeholder: "min sum(n^2), look-ahead(parts)" }),
      el("small", {}, `Scores, as cobra analyze takes them, and ${written}; commas between them.`));
    const sizes = Object.entries(this.usual).map(([name, value]) => el("label", {},
      el("b", {}, name.replaceAll("_", " ")), el("input", { class: "typed", type: "text", name: `size ${name}`, value, required: true, spellcheck: "false", autocomplete: "off" })));
    const seconds = el("label", {}, el("b", {}, "seconds for each size"),
      el("input", { type: "number", name: "seconds", min: 1, max: LONGEST, step: 1, placeholder: "10" }), el("small", {}, "for one size, any"));
    const goals = select("Objective", objectives.map(([name, about]) => [name, about]), AVERAGE, () => {});
    goals.name = "objective";
    const form = el("form", { class: "page", onsubmit: (event) => { event.preventDefault(); this.#start(); }, oninput: () => this.#keep() },
      el("fieldset", { class: "checks" }, el("legend", {}, "Strategies"), strategies.map(box)),
      el("details", {}, el("summary", {}, "More strategies and scores"), el("fieldset", { class: "checks" }, el("legend", { class: "unseen" }, "More strategies"), named.map(box)), own),
      el("details", {}, el("summary", {}, "Sizes, time and objective"), el("p", { class: "note" }, "Several sizes: 2..4 or 2,4,6. Every combination is compared."),
        el("div", { class: "params" }, sizes, seconds), el("div", { class: "line" }, el("b", {}, "objective"), goals)),
      el("div", {}, button({ type: "submit", class: "main" }, "Compare")));
    return form;
  }

  /* What is chosen: strategies by name, others as they are written, values of the parameters, seconds, the objective,
     and the column that the table is sorted by. */
  get state() {
    const data = new FormData(this.form);
    const sizes = [...data].filter(([name]) => name.startsWith("size ")).map(([name, value]) => [name.slice("size ".length), value]);
    return { strategies: data.getAll("strategy"), own: data.get("own"), sizes: Object.fromEntries(sizes), seconds: data.get("seconds"), objective: data.get("objective"), sort: this.sort };
  }

  set state({ strategies, own = "", sizes = {}, seconds = "", objective = AVERAGE, sort = null }) {
    const { elements } = this.form;
    for (const box of elements.namedItem("strategy")) box.checked = strategies.includes(box.value);
    for (const [name, value] of Object.entries({ own, seconds })) elements.namedItem(name).value = value;
    for (const [name, value] of Object.entries(this.usual)) elements.namedItem(`size ${name}`).value = sizes[name] ?? value;
    if ([...elements.namedItem("objective").options].some((option) => option.value === objective)) elements.namedItem("objective").value = objective;
    this.sort = sort;
    for (const part of this.form.querySelectorAll("details")) part.open = this.#differs(part);
  }

  /* Whether something in a part of the form is not as it is at first. */
  #differs(part) {
    return [...part.querySelectorAll("input")].some((input) => (input.type === "checkbox" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue))
      || [...part.querySelectorAll("select")].some(({ value }) => value !== AVERAGE);
  }

  /* Remember what is chosen beside what is shown. */
  #keep() {
    remember(this.game.kept("comparing"), { ...this.state, of: this.shown });
  }

  #start() {
    const asked = this.#asked(this.state);
    this.result.replaceChildren();
    this.shown = JSON.stringify(asked);
    this.#keep();
    this.#now(asked);
    this.#run(asked);
  }

  #run(asked) {
    const { strategies, own, sizes = {}, seconds, objective = AVERAGE } = asked;
    const body = { kind: "compare", game: this.game.said, strategies: [...strategies, ...(own ? [own] : [])], sizes, objective, ...(seconds ? { seconds: Number(seconds) } : {}) };
    run(this.place, body, this.#kept(asked), (job) => this.#seen(job));
  }

  #seen({ result }) {
    if (!result) return;
    const sorted = (sort) => { this.sort = sort; this.#keep(); };
    this.result.replaceChildren(comparisonView(this.game, result, this.sort, sorted));
    const rows = result.instances.reduce((sum, one) => sum + one.rows.length, 0);
    tell(`${rows} strategies compared`);
  }
}
