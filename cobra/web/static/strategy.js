/* A whole strategy: found, walked through, downloaded. */

import { download, Refused } from "./api.js";
import { button, el, select } from "./dom.js";
import { clear, goOn, isLight, offer, run } from "./jobs.js";
import { recall, remember } from "./store.js";
import { say } from "./texts.js";
import "./walker.js";

const OPTIMAL = "optimal";
const SUFFIXES = { strategy: "strategy.json", irving: "txt" }; // of files whose format is not called like them

export class StrategyView {
  /* `moved({strategy, objective, way})` is called with what is walked and the outcomes to the place that is shown, for
     the address; the strategy is null at first. */
  constructor(game, { strategies, objectives, formats }, moved) {
    this.game = game;
    this.formats = formats;
    this.moved = moved;
    this.shown = null; // what is walked, and where
    this.chosen = "exp-models";
    this.objective = "average";
    const names = strategies.filter(([name]) => name !== "random").map(([name, about]) => [name, `${name}: ${about}`]);
    this.goals = select(say("objective"), objectives.map(([name, about]) => [name, `${name}: ${about}`]), this.objective, (name) => { this.objective = name; });
    this.goals.hidden = true;
    this.names = select(say("strategy"), names, this.chosen, (name) => { this.chosen = name; this.goals.hidden = name !== OPTIMAL; });
    this.atOnce = false; // whether one is to be walked without being asked for
    this.show = button({ class: "main", onclick: () => this.#start() }, say("show"));
    this.place = el("div", {});
    this.walk = el("div", {});
    this.downloads = el("p", { class: "downloads" });
    this.element = el("section", { class: "page strategy" }, el("h1", {}, say("walkStrategy")),
      el("div", { class: "menu" }, this.names, this.goals, this.show),
      this.place, this.downloads, this.walk);
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
    const asked = place ?? before ?? recall(this.game.kept("walked")) ?? { strategy: null, objective: this.objective, way: [] };
    const other = { ...asked, strategy: atOnce ? this.chosen : null, way: [] };
    const shown = this.#knows(asked) ? asked : other;
    this.#now(shown);
    if (before?.strategy === shown.strategy && before.objective === shown.objective) {
      if (before.way.join("\n") !== shown.way.join("\n")) this.walking?.go(shown.way);
      return;
    }
    this.#empty();
    if (shown.strategy === null) return;
    [this.chosen, this.objective] = [shown.strategy, shown.objective];
    [this.names.value, this.goals.value, this.goals.hidden] = [this.chosen, this.objective, this.chosen !== OPTIMAL];
    if (await goOn(this.place, this.#kept(shown), (job) => this.#seen(job)) || this.shown !== shown) return;
    if (atOnce || isLight(this.game, [shown.strategy])) this.#run(shown);
    else offer(this.place, shown.strategy === OPTIMAL ? say("optimalNotFoundYet", { objective: shown.objective }) : say("notFoundYet", { strategy: shown.strategy }), () => this.#run(shown));
  }

  #knows({ strategy, objective }) {
    const among = (list, value) => [...list.options].some((option) => option.value === value);
    return among(this.names, strategy) && among(this.goals, objective);
  }

  #now(shown) {
    this.shown = shown;
    remember(this.game.kept("walked"), shown);
    this.moved(shown);
  }

  /* The name under which the window remembers the job that finds a strategy. */
  #kept({ strategy, objective }) {
    return this.game.kept(`strategy ${strategy} ${objective}`);
  }

  #empty() {
    clear(this.place);
    this.walking = null;
    this.downloads.replaceChildren();
    this.walk.replaceChildren();
  }

  #start() {
    this.#empty();
    this.#now({ strategy: this.chosen, objective: this.objective, way: [] });
    this.#run(this.shown);
  }

  #run(shown) {
    const { strategy, objective } = shown;
    run(this.place, { kind: "strategy", game: this.game.said, strategy, objective }, this.#kept(shown), (job) => this.#seen(job));
  }

  /* Show a strategy that was found, also when it is only the best until the search was cancelled. */
  #seen({ id, result }) {
    if (!result) return;
    const name = `${this.game.name} ${result.strategy}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
    const keep = (format) => download(`api/jobs/${id}/${format}`, `${name}.${SUFFIXES[format] ?? format}`).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      this.downloads.append(el("span", { class: "error" }, error.message));
    });
    const files = this.formats.map(([format, about]) => button({ class: "quiet", title: about, onclick: () => keep(format) }, format));
    this.downloads.replaceChildren(say("download"), ...files);
    const place = el("div", {});
    this.walk.replaceChildren(place);
    const moved = (way) => this.#now({ ...this.shown, way });
    this.walking = CobraWalk.mount(place, result.walk, { keys: true, moved });
    if (this.shown.way.length) this.walking.go(this.shown.way);
    if ([document.body, this.show].includes(document.activeElement)) this.walking.focus(); // what had the focus is gone, or done with
  }
}
