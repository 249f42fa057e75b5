/* The choice of a game: those of the library, or one of your own. */

import { call, Refused } from "./api.js";
import { button, el } from "./dom.js";

const EXAMPLE = `game "Three switches"
variables on[1..3]
experiment look(i : 1..3, j : 1..3)
  where i < j
  observe on[i] = on[j]
`;

export class Library {
  /* `begin(said, served)` is called with what the server is told of the game, and what it says of it. */
  constructor(library, begin) {
    this.begin = begin;
    const cards = library.games.map((game) => this.#card(game));
    this.element = el("section", { class: "page" }, el("h1", {}, "Which game?"),
      el("div", { class: "cards" }, cards, this.#own()));
  }

  #card(game) {
    const form = el("form", {});
    const fields = game.parameters.map((param) => el("label", {}, el("b", {}, param.name.replaceAll("_", " ")),
      el("input", { type: "number", name: param.name, value: param.default, min: param.low, max: param.high, required: true, step: 1 }),
      el("small", {}, param.help)));
    const wrong = el("p", { class: "error", role: "alert" });
    form.append(el("div", { class: "params" }, fields), el("div", { class: "line" },
      button({ type: "submit", class: "main" }, "Play"), button({ class: "quiet", onclick: () => this.#rules(game.text) }, "Its rules")), wrong);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const given = game.parameters.map(({ name }) => [name, Number(form.elements.namedItem(name).value)]);
      await this.#make({ name: game.name, parameters: Object.fromEntries(given) }, form, wrong);
    });
    const summary = el("summary", {}, el("b", {}, game.title), el("span", {}, game.about.split(/\s(?:Parameters?|Files?|Known|Published):/u)[0]));
    return el("details", { class: "card", name: "game", "data-game": game.name }, summary, form);
  }

  #own() {
    this.text = el("textarea", { name: "text", rows: 9, spellcheck: "false", "aria-label": "Your game", placeholder: EXAMPLE });
    const wrong = el("p", { class: "error", role: "alert" });
    const form = el("form", { onsubmit: async (event) => {
      event.preventDefault();
      const files = await Promise.all([...form.elements.namedItem("files").files].map(async (file) => [file.name, await file.text()]));
      await this.#make({ text: this.text.value || EXAMPLE, files: Object.fromEntries(files) }, form, wrong);
    } }, this.text, el("label", { class: "files" }, "Files it reads ", el("input", { type: "file", name: "files", multiple: true })),
    button({ type: "submit", class: "main" }, "Play"), wrong);
    this.own = el("details", { class: "card yours", name: "game" }, el("summary", {}, el("b", {}, "A game of your own"),
      el("span", {}, "Paste its text: what is secret, what may be asked, what is answered.")), form);
    return this.own;
  }

  /* Show the rules of a game where they can be changed. */
  #rules(text) {
    this.text.value = text;
    this.own.open = true;
    this.text.scrollIntoView({ block: "center" });
    this.text.focus();
  }

  async #make(said, form, wrong) {
    const submit = form.querySelector("[type=submit]");
    wrong.textContent = "";
    submit.disabled = true;
    try {
      this.begin(said, await call("api/game", { game: said }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      wrong.textContent = error.message;
    } finally {
      submit.disabled = false;
    }
  }
}
