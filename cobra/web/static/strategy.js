/* A whole strategy: found, walked through, downloaded. */

import { download, Refused } from "./api.js";
import { button, el } from "./dom.js";
import { clear, goOn, isLight, keep, MISSING, offer, run } from "./jobs.js";
import { recall, remember } from "./store.js";
import { choices, ownField } from "./strategies.js";
import { pieces, say } from "./texts.js";
import "./walker.js";

const OPTIMAL = "optimal";
const WON = "won"; // the objective that counts plays of some length
const OWN = ""; // what is chosen where another one is written
const MOST = 1_000; // characters of one's own
const FIRST = { strategy: "exp-models", objective: "average", within: null }; // what is chosen at first
const SUFFIXES = { strategy: "strategy.json", irving: "txt" }; // of files whose format is not called like them

/* Whether a menu has something. */
function among(menu, value) {
  return [...menu.options].some((option) => option.value === value && value !== OWN);
}

/* What tells strategies apart. */
function named({ strategy, objective, within }) {
  return `${strategy} ${objective} ${within ?? ""}`;
}

export class StrategyView {
  /* `moved({strategy, objective, within, way})` is called with what is walked and the outcomes to the place that is
     shown, for the address; the strategy is null at first. */
  constructor(game, library, moved) {
    this.game = game;
    this.formats = library.formats;
    this.moved = moved;
    this.shown = null; // what is walked, and where
    this.atOnce = false; // whether one is to be walked without being asked for
    this.form = this.#makeForm(choices(library), library.searched);
    this.choice = FIRST;
    this.place = el("div", {});
    this.walk = el("div", {});
    this.downloads = el("p", { class: "downloads" });
    this.element = el("section", { class: "page strategy" }, el("h1", {}, say("walkStrategy")), this.form, this.place, this.downloads, this.walk);
  }

  #makeForm({ usual, more, written }, objectives) {
    const option = ([value, about]) => el("option", { value }, `${value}: ${about}`);
    this.names = el("select", { "aria-label": say("strategy") }, usual.map(option), el("optgroup", { label: say("moreStrategies") }, more.map(option)),
      el("option", { value: OWN }, `${say("yourOwn")} …`));
    this.goals = el("select", { "aria-label": say("objective") }, objectives.map(option));
    this.within = el("input", { type: "number", min: 1, max: 1000, step: 1, "aria-label": say("experimentsAtMost") });
    this.plays = el("label", { class: "line" }, pieces("playsWithin", { field: this.within }));
    this.own = ownField("min sum(n^2)", say("aboutOwnWalk", { written }));
    this.text = this.own.querySelector("input");
    Object.assign(this.text, { maxLength: MOST, required: true });
    this.show = button({ class: "main", type: "submit" }, say("show"));
    return el("form", { class: "page", oninput: () => this.#arrange(), onsubmit: (event) => { event.preventDefault(); this.#start(); } },
      el("div", { class: "menu" }, this.names, this.goals, this.plays, this.show), this.own);
  }

  /* Show the fields that what is chosen needs, and no others. */
  #arrange() {
    this.goals.hidden = this.names.value !== OPTIMAL;
    this.plays.hidden = this.goals.hidden || this.goals.value !== WON;
    this.own.hidden = this.names.value !== OWN;
    this.within.disabled = this.plays.hidden; // else what nobody sees would be amiss
    this.text.disabled = this.own.hidden;
  }

  /* What is chosen. */
  get choice() {
    const strategy = this.names.value === OWN ? this.text.value.trim() : this.names.value;
    return { strategy, objective: this.goals.value, within: this.plays.hidden || !this.within.value ? null : Number(this.within.value) };
  }

  set choice({ strategy, objective, within }) {
    const known = among(this.names, strategy);
    this.names.value = known ? strategy : OWN;
    if (!known) this.text.value = strategy;
    this.goals.value = objective;
    if (within !== null) this.within.value = within;
    this.#arrange();
  }

  /* Show a strategy as soon as this is seen, without being asked for one: what was shown before, or the one chosen. */
  walkAtOnce() {
    this.atOnce = true;
  }

  /* Show what an address tells; null: what was shown before. */
  async take(place) {
    const before = this.shown;
    const { atOnce } = this;
    this.atOnce = false;
    const asked = place ?? before ?? recall(this.game.kept("walked")) ?? { strategy: null, way: [] };
    const other = { ...FIRST, strategy: atOnce ? FIRST.strategy : null, way: [] };
    const shown = this.#knows(asked) ? { ...FIRST, ...asked } : other;
    this.#now(shown);
    if (before && named(before) === named(shown)) {
      if (before.way.join("\n") !== shown.way.join("\n")) this.walking?.go(shown.way);
      return;
    }
    this.#empty();
    if (shown.strategy === null) return;
    this.choice = shown;
    if (await goOn(this.place, this.#kept(shown), (job) => this.#seen(job))) return;
    if (atOnce || (among(this.names, shown.strategy) && isLight(this.game, [shown.strategy]))) this.#run(shown);
    else this.#offer(shown);
  }

  /* Offer to find a strategy that the server does not have. */
  #offer(shown) {
    offer(this.place, shown.strategy === OPTIMAL ? say("optimalNotThere", { objective: shown.objective }) : say("notThere", { strategy: shown.strategy }), () => this.#run(shown));
  }

  /* Whether something is a strategy by its look: one with a name, or one that is written as those without are. */
  #knows({ strategy, objective }) {
    return strategy !== null && (among(this.names, strategy) || /[\s(]/u.test(strategy)) && among(this.goals, objective);
  }

  #now(shown) {
    this.shown = shown;
    remember(this.game.kept("walked"), shown);
    this.moved(shown);
  }

  /* The name under which the window remembers the job that finds a strategy. */
  #kept(shown) {
    return this.game.kept(`strategy ${named(shown)}`);
  }

  #empty() {
    clear(this.place);
    this.walking = null;
    this.downloads.replaceChildren();
    this.walk.replaceChildren();
  }

  #start() {
    this.#empty();
    this.#now({ ...this.choice, way: [] });
    this.#run(this.shown);
  }

  #run(shown) {
    const { strategy, objective, within } = shown;
    run(this.place, { kind: "strategy", game: this.game.said, strategy, objective, ...(within === null ? {} : { within }) }, this.#kept(shown), (job) => this.#seen(job));
  }

  /* Show a strategy that was found, also when it is only the best until the search was cancelled. */
  #seen({ id, result }) {
    if (!result) return;
    const name = `${this.game.name} ${result.strategy}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
    keep(this.place, id);
    const save = (format) => download(`api/jobs/${id}/${format}`, `${name}.${SUFFIXES[format] ?? format}`).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      if (error.status === MISSING) this.#offer(this.shown);
      else this.downloads.append(el("span", { class: "error" }, error.shown));
    });
    const files = this.formats.map(([format, about]) => button({ class: "quiet", title: about, onclick: () => save(format) }, format));
    this.downloads.replaceChildren(say("download"), ...files);
    const place = el("div", {});
    this.walk.replaceChildren(place);
    const moved = (way) => this.#now({ ...this.shown, way });
    this.walking = CobraWalk.mount(place, result.walk, { keys: true, moved });
    if (this.shown.way.length) this.walking.go(this.shown.way);
    if ([document.body, this.show].includes(document.activeElement)) this.walking.focus(); // what had the focus is gone, or done with
  }
}
