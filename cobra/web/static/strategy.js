/* A whole strategy: found, walked through, downloaded. */

import { download, Refused } from "./api.js";
import { button, el, select } from "./dom.js";
import { goOn, run } from "./jobs.js";
import { recall, remember } from "./store.js";

const OPTIMAL = "optimal";
const SUFFIXES = { strategy: "strategy.json", irving: "txt" }; // of files whose format is not called like them

export class StrategyView {
  constructor(game, { strategies, objectives, formats }) {
    this.game = game;
    this.formats = formats;
    this.chosen = "exp-models";
    this.objective = "average";
    const names = strategies.filter(([name]) => name !== "random").map(([name, about]) => [name, `${name}: ${about}`]);
    const goals = select("Objective", objectives.map(([name, about]) => [name, `${name}: ${about}`]), this.objective, (name) => { this.objective = name; });
    goals.hidden = true;
    this.show = button({ class: "main", onclick: () => this.#start() }, "Show");
    this.place = el("div", {});
    this.walk = el("div", {});
    this.downloads = el("p", { class: "downloads" });
    this.element = el("section", { class: "page strategy" }, el("h1", {}, "Walk a strategy"),
      el("div", { class: "menu" }, select("Strategy", names, this.chosen, (name) => { this.chosen = name; goals.hidden = name !== OPTIMAL; }), goals, this.show),
      this.place, this.downloads, this.walk);
    this.found = goOn(this.place, game.kept("strategy"), (job) => this.#seen(job, recall(game.kept("way")) ?? []));
  }

  /* Show a strategy without being asked for one, but for what was found before. */
  async walkAtOnce() {
    if (!(await this.found)) this.#start();
  }

  #start() {
    remember(this.game.kept("way"), null);
    this.downloads.replaceChildren();
    this.walk.replaceChildren();
    const asked = { kind: "strategy", game: this.game.said, strategy: this.chosen, objective: this.objective };
    run(this.place, asked, this.game.kept("strategy"), (job) => this.#seen(job, []));
  }

  /* Show a strategy that was found, also when it is only the best until the search was cancelled, at the place to
     which outcomes lead. */
  #seen({ id, result }, way) {
    if (!result) return;
    const name = `${this.game.name} ${result.strategy}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
    const keep = (format) => download(`api/jobs/${id}/${format}`, `${name}.${SUFFIXES[format] ?? format}`).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      this.downloads.append(el("span", { class: "error" }, error.message));
    });
    const files = this.formats.map(([format, about]) => button({ class: "quiet", title: about, onclick: () => keep(format) }, format));
    this.downloads.replaceChildren("Download", ...files);
    const place = el("div", {});
    this.walk.replaceChildren(place);
    const moved = (outcomes) => remember(this.game.kept("way"), outcomes);
    const walk = CobraWalk.mount(place, result.walk, { keys: true, moved });
    if (way.length) walk.go(way);
    if ([document.body, this.show].includes(document.activeElement)) walk.focus(); // what had the focus is gone, or done with
  }
}
