/* The choice of a game: those of the library, with files of your own where they read some; one of your own is written in the
   workbench. */

import { call, Refused } from "./api.js";
import { button, el, mistakePlace } from "./dom.js";
import { counted, textOf } from "./files.js";
import { parameterField, valuesIn } from "./parameters.js";
import { recall, remember } from "./store.js";
import { list, say } from "./texts.js";

export class Library {
  /* `begin(said, served, view)` is called with what the server is told of the game, what it says of it, and how it
     is to be shown; `write(text, files, parameters)` with the rules of a game that are to be changed. */
  constructor(library, begin, write) {
    this.begin = begin;
    this.write = write;
    const cards = library.games.map((game) => this.#card(game));
    this.element = el("section", { class: "page" }, el("h1", {}, say("whichGame")), searchField(library.games, cards),
      el("div", { class: "cards" }, cards, this.#own()));
  }

  #card(game) {
    const form = el("form", {});
    const fields = game.parameters.map((parameter) => parameterField(parameter));
    const files = game.files.map((file) => new FileField(game, file));
    const wrong = mistakePlace();
    form.append(el("div", { class: "params" }, fields, files.map((file) => file.element)), el("div", { class: "line" },
      button({ type: "submit", class: "main" }, say("play")), button({ type: "submit", value: "strategy" }, say("walkStrategy")),
      button({ class: "quiet", onclick: () => this.write(game.text, Object.fromEntries(files.map(({ file, used }) => [file.default, used.text])), valuesIn(form)) }, say("itsRules"))), wrong);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      await this.#make(saidOf(game, valuesIn(form), files), form, wrong, event.submitter?.value || "play");
    });
    const known = game.files.length ? el("span", {}, say("comesWith", { files: list(game.files.map(({ text }) => counted(text))) })) : null;
    const summary = el("summary", {}, el("b", { lang: "en" }, game.title), el("span", { class: "about" }, marked(game.about.split(/\s(?:Parameters?|Files?|Known|Published):/u)[0])), known);
    return el("details", { class: "card", name: "game", "data-game": game.name }, summary, form);
  }

  #own() {
    return el("a", { class: "card yours", href: "#/write" }, el("b", {}, say("ownGame")),
      el("span", { class: "about" }, say("aboutOwnGame")));
  }

  async #make(said, form, wrong, view = "play") {
    if (form.ariaBusy === "true") return;
    wrong.textContent = "";
    form.ariaBusy = "true";
    this.wanted = said;
    try {
      const served = await call("api/game", { game: said });
      if (this.wanted === said && this.element.isConnected) this.begin(said, served, view); // nothing else was chosen since
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      wrong.replaceChildren(error.shown);
    } finally {
      form.ariaBusy = "false";
    }
  }
}

/* A text with what stands between backquotes as names. */
function marked(text) {
  return text.split("\u0060").map((part, i) => (i % 2 ? el("code", {}, part) : part));
}

/* A field that leaves of the cards those whose games have all the words typed, in their names or what is said of them. */
function searchField(games, cards) {
  const texts = games.map(({ name, title, about }) => `${name} ${title} ${about}`.toLowerCase());
  const found = el("small", { role: "status" });
  const search = ({ target }) => {
    const words = target.value.toLowerCase().split(/\s+/u).filter(Boolean);
    cards.forEach((card, i) => { card.hidden = !words.every((word) => texts[i].includes(word)); });
    found.textContent = words.length ? say("gamesFound", { n: cards.filter((card) => !card.hidden).length }) : "";
  };
  return el("div", { class: "line" }, el("input", { class: "typed search", type: "search", name: "search", "aria-label": say("searchGames"), placeholder: say("search"), oninput: search }), found);
}

/* A file that a game of the library reads: the one that comes with it, or one that is chosen or dropped here, which
   the window remembers. */
class FileField {
  constructor(game, file) {
    this.file = file;
    this.kept = `file ${game.name} ${file.name}`;
    this.chosen = recall(this.kept); // its name and its text, null for the one that comes with the game
    this.input = el("input", { type: "file", name: file.name, "aria-label": say("fileOfYours", { file: file.name }), onchange: () => this.#take(this.input.files[0]) });
    this.state = el("small", { role: "status" });
    this.element = el("div", {
      class: "file", ondragover: (event) => { event.preventDefault(); this.element.classList.add("over"); },
      ondragleave: () => this.element.classList.remove("over"), ondrop: (event) => this.#drop(event),
    }, el("b", {}, file.name.replaceAll("_", " ")), this.input, el("small", {}, file.help, say("orDrop")), this.state);
    this.#tell();
  }

  /* The name and the text of the file to be used. */
  get used() {
    return this.chosen ?? { name: this.file.default, text: this.file.text };
  }

  #drop(event) {
    event.preventDefault();
    this.element.classList.remove("over");
    this.#take(event.dataTransfer.files[0]);
  }

  async #take(file) {
    if (!file) return;
    const { text, wrong } = await textOf(file);
    if (wrong) this.#tell(wrong);
    else this.#use({ name: file.name, text });
  }

  #use(chosen) {
    this.chosen = chosen;
    remember(this.kept, chosen);
    this.#tell();
  }

  #tell(wrong = null) {
    const { name, text } = this.used;
    const back = this.chosen && button({ class: "quiet", onclick: () => { this.input.value = ""; this.#use(null); this.input.focus(); } }, say("backTo", { file: this.file.default }));
    const said = wrong && el("span", { class: "error", role: "alert" }, wrong);
    this.state.replaceChildren(...[said, said && " ", `${name}: ${counted(text)}`, back && " ", back].filter(Boolean));
  }
}

/* What the server is told of a game of the library: its name, or its text when it reads other files than its own. */
function saidOf(game, parameters, files) {
  if (!files.some((file) => file.chosen)) return { name: game.name, parameters };
  const texts = {};
  const named = {};
  for (const { file, used } of files) {
    const name = used.name in texts && texts[used.name] !== used.text ? `${file.name} ${used.name}` : used.name;
    texts[name] = used.text;
    named[file.name] = name;
  }
  return { text: game.text, files: texts, parameters: { ...parameters, ...named } };
}
