/* A whole strategy: found, walked through, downloaded. */

import { download, Refused } from "./api.js";
import { button, el, select } from "./dom.js";
import { run } from "./jobs.js";

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
    this.place = el("div", {});
    this.walk = el("div", {});
    this.downloads = el("p", { class: "downloads" });
    this.element = el("section", { class: "page" }, el("h2", {}, "Walk a strategy"),
      el("div", { class: "menu" }, select("Strategy", names, this.chosen, (name) => { this.chosen = name; goals.hidden = name !== OPTIMAL; }), goals,
        button({ class: "main", onclick: () => this.#start() }, "Show")),
      this.place, this.downloads, this.walk);
  }

  #start() {
    run(this.place, { kind: "strategy", game: this.game.said, strategy: this.chosen, objective: this.objective }, (job) => {
      if (job.state === "done") this.#show(job.id, job.result);
    });
  }

  #show(job, { walk }) {
    const name = `${this.game.name} ${this.chosen}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
    const keep = (format) => download(`api/jobs/${job}/${format}`, `${name}.${SUFFIXES[format] ?? format}`).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      this.downloads.append(el("span", { class: "error" }, error.message));
    });
    const files = this.formats.map(([format, about]) => button({ class: "quiet", title: about, onclick: () => keep(format) }, format));
    this.downloads.replaceChildren("Download", ...files);
    const place = el("div", {});
    this.walk.replaceChildren(place);
    CobraWalk.mount(place, walk);
  }
}
