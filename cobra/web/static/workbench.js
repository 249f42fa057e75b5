/* The workbench: the text of a game with the files it reads, written in an editor, with its mistakes, its sizes and its
   proof beside it, and played, compared or walked from there. */

import { call, inTurn, Refused } from "./api.js";
import { button, el, mistakePlace, redraw, spoken, tell } from "./dom.js";
import { DataFiles, textOf } from "./files.js";
import { clear, run } from "./jobs.js";
import { isAmiss, parameterField, valuesIn } from "./parameters.js";
import { proofView } from "./proof.js";
import { recall, remember } from "./store.js";
import { amount, say } from "./texts.js";
import { needing, part, unsent } from "./unsent.js";

const WRITTEN = "written"; // the name under which the window remembers what is written
const PAUSE = 60; // ms without a key after which a text is read
const LONGER = 500; // ms after which the address is written
const GO = [["play", "help", say("helpMe")], ["play", "break", say("iGuess")], ["compare", null, say("compare")], ["strategy", null, say("strategy")]];

/* A name for a text that is begun; others have others. */
function named() {
  return Math.random().toString(36).slice(2);
}

/* Whether two games are told to the server alike. */
function isSame(one, other) {
  return ["text", "files", "parameters"].every((part) => JSON.stringify(one[part] ?? {}) === JSON.stringify(other[part] ?? {}));
}

export class Workbench {
  /* `begin(said, served, view, role)` shows a view of a game; `moved({text, files, parameters})` is called with what is written, for
     the address, a while after a change, and `mark(id)` at once, with the name of the text: the place that has it may have an
     address that is older than what is written. */
  constructor(library, begin, moved, mark) {
    this.games = library.games;
    this.starts = library.starts;
    this.begin = begin;
    this.moved = moved;
    this.mark = mark;
    this.askMistakes = inTurn();
    this.askLook = inTurn();
    this.before = null; // what was written before it was replaced by a game that is opened
    this.values = {}; // of names, as they were last found out
    this.editor = null;
    const kept = recall(WRITTEN);
    this.text = kept?.text ?? this.starts[0].text;
    this.caret = kept?.caret ?? 0;
    this.id = kept?.id ?? named();
    this.given = kept?.parameters ?? {}; // values of parameters that are not those of the text
    this.known = null; // the parameters of the text, null before they are told
    this.files = new DataFiles(kept?.files ?? {}, () => this.#changed());
    this.#make();
  }

  #make() {
    this.host = el("div", { class: "editor" }, el("p", { class: "wait" }, say("oneMoment")));
    this.back = el("span", {});
    this.state = el("p", { class: "note", role: "status" });
    this.mistakes = el("ol", { class: "mistakes" });
    this.sizes = el("p", { class: "sizes" });
    this.params = el("div", { class: "params", oninput: () => this.#give() });
    this.parameters = el("section", { class: "parameters", hidden: true }, el("h2", {}, say("parameters")), this.params);
    this.job = el("div", {});
    this.proof = el("div", {});
    this.wrong = mistakePlace();
    const open = el("input", { type: "file", hidden: true, multiple: true, "aria-label": say("filesToOpen"), onchange: () => this.#open(open.files) });
    this.element = el("section", {
      class: "page yours", ondragover: (event) => event.preventDefault(),
      ondrop: (event) => { event.preventDefault(); this.#open(event.dataTransfer.files); },
    }, el("h1", {}, say("ownGame")),
    el("div", { class: "line" }, this.#startMenu(), button({ onclick: () => open.click() }, say("open")), open, button({ onclick: () => this.#save() }, say("save")), this.back),
    el("div", { class: "bench" }, el("div", { class: "sheet" }, this.host, this.state, this.mistakes),
      el("section", { class: "beside", "aria-label": say("knownOfGame") },
        el("div", { class: "goes" }, GO.map(([view, role, label]) => button({ class: view === "play" && role === "help" ? "main" : "", onclick: () => this.#go(view, role) }, label))), this.wrong,
        this.parameters, el("h2", {}, say("sizes")), this.sizes, button({ onclick: () => this.#check() }, say("checkIt")), this.job, this.proof,
        el("h2", {}, say("filesItReads")), this.files.element)));
  }

  #startMenu() {
    const group = (label, games) => el("optgroup", { label }, games.map(({ name, title }) => el("option", { value: name, lang: "en" }, title)));
    const menu = el("select", { "aria-label": say("beginWith"), onchange: () => {
      const game = [...this.starts, ...this.games].find(({ name }) => name === menu.value);
      menu.value = "";
      this.replace(game.text, Object.fromEntries((game.files ?? []).map((file) => [file.default, file.text])));
    } }, el("option", { value: "" }, `${say("beginWith")} …`), group(say("smallExamples"), this.starts), group(say("theLibrary"), this.games));
    return menu;
  }

  /* Show what an address tells; null: what was written before. `id` is the name of the text that is written at this place. */
  take(game, id) {
    if (game && id !== this.id && !isSame(game, this.#said)) this.replace(game.text, game.files, game.parameters);
    else this.#moved();
    this.#edit();
  }

  /* Take up another text with its files and values of its parameters; what was written of one's own can be had back. */
  replace(text, files, parameters = {}) {
    const before = this.#said;
    this.back.replaceChildren();
    if (![...this.starts, ...this.games].some((game) => game.text === before.text)) {
      this.back.append(button({ class: "quiet", onclick: () => {
        this.replace(before.text, before.files, before.parameters);
        this.editor.focus();
      } }, say("backToWritten")));
    }
    this.id = named();
    this.given = parameters;
    this.known = null;
    this.files.set(files);
    if (this.editor) this.editor.text = text;
    else this.#written(text);
  }

  /* Fetch the editor when it is wanted for the first time, and lead the focus there. */
  async #edit() {
    await needing(async () => this.#mount(await part(import("./editor.js"))), () => this.host.replaceChildren(unsent()));
    if (!this.editor) return;
    const elsewhere = this.element.contains(document.activeElement) && !this.host.contains(document.activeElement);
    if (!elsewhere && matchMedia("(pointer: fine)").matches) this.editor.focus();
  }

  #mount({ mount }) {
    if (this.editor) return;
    this.host.replaceChildren();
    this.editor = mount(this.host, {
      text: this.text, caret: this.caret, label: say("yourGame"), changed: (text) => this.#written(text), moved: (caret) => { this.caret = caret; this.#keep(); },
      complete: async (text, line, unit) => (await this.#asked("api/complete", { text, line, unit }))?.proposals ?? [],
      hover: async (text, line, unit) => (await this.#asked("api/hover", { text, line, unit, values: this.values }))?.said ?? null,
    });
    this.#tell();
  }

  /* An answer, null when it is refused: what helps while one types is no matter of its own. */
  async #asked(path, body) {
    try {
      return await call(path, body);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return null;
    }
  }

  #written(text) {
    this.text = text;
    this.#changed();
  }

  /* After a change of the text or a file: tell what is wrong, and keep it. */
  #changed() {
    this.#keep();
    this.mark(this.id);
    this.wrong.textContent = "";
    clear(this.job);
    this.proof.replaceChildren();
    clearTimeout(this.soon);
    clearTimeout(this.later);
    this.soon = setTimeout(() => this.#tell(), PAUSE);
    this.later = setTimeout(() => this.#moved(), LONGER);
  }

  #keep() {
    remember(WRITTEN, { ...this.#said, caret: this.caret, id: this.id });
  }

  #moved() {
    clearTimeout(this.later);
    this.moved(this.#said);
  }

  get #said() {
    const parameters = this.known ? Object.fromEntries(Object.entries(this.given).filter(([name]) => this.known.some((one) => one.name === name))) : this.given;
    return { text: this.text, files: this.files.texts, ...(Object.keys(parameters).length ? { parameters } : {}) };
  }

  /* Show fields for the parameters of the text, anew when these are others. */
  #offer(parameters) {
    if (JSON.stringify(parameters) === JSON.stringify(this.known)) return;
    this.known = parameters;
    this.params.replaceChildren(...parameters.map((one) => parameterField(one, this.given[one.name])));
    this.parameters.hidden = !parameters.length;
    this.#take(this.given);
  }

  #give() {
    this.#take(valuesIn(this.params));
    this.#changed();
  }

  /* Take values of parameters that are not as the text says. */
  #take(values) {
    const usual = new Map(this.known.map((one) => [one.name, one.default]));
    this.given = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== usual.get(name)));
  }

  /* Tell what is wrong: at once what reading shows, then what the game as a whole does. */
  async #tell() {
    const { text } = this;
    try {
      const read = await this.askMistakes("api/mistakes", { text });
      if (!read || text !== this.text) return;
      this.#offer(read.parameters);
      this.#show(read.mistakes, {});
      const said = this.#said;
      const looked = await this.askLook("api/look", said);
      if (!looked || !isSame(said, this.#said)) return;
      if (Object.keys(looked.sizes).length) this.values = looked.values;
      this.#show(looked.mistakes, looked.sizes);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (text === this.text) this.#show([{ from: [0, 0], to: [0, 1], severity: "error", message: error.message, lang: error.lang }], {});
    }
  }

  #show(mistakes, sizes) {
    const wrong = mistakes.filter(({ severity }) => severity === "error").length;
    this.editor?.mistakes(mistakes);
    const said = wrong ? say("mistakes", { n: wrong }) : say("noMistake");
    if (this.state.textContent !== said) this.state.textContent = said;
    redraw(this.mistakes, () => this.mistakes.replaceChildren(...mistakes.map(({ from, severity, message, lang }, i) => el("li", {},
      button({ class: `quiet ${severity}`, "data-key": `m${i}`, onclick: () => this.editor?.go(from) }, el("b", {}, `${from[0] + 1}:${from[1] + 1}`), " ", spoken(message, lang))))));
    const counted = Object.entries(sizes).map(([name, count]) => say(name, { n: amount(count) })).join(", ");
    if (counted || wrong) this.sizes.textContent = counted;
  }

  #check() {
    if (isAmiss(this.params)) return;
    this.proof.replaceChildren();
    run(this.job, { kind: "check", game: this.#said }, "check", ({ result }) => {
      if (!result) return;
      this.proof.replaceChildren(proofView(result));
      tell(say(result.well_formed ? "wellFormed" : "notWellFormed"));
    });
  }

  async #go(view, role) {
    if (isAmiss(this.params)) return;
    this.#moved();
    const said = this.#said;
    this.wrong.textContent = "";
    this.wanted = said;
    try {
      const served = await call("api/game", { game: said });
      if (this.wanted === said && this.element.isConnected) this.begin(said, served, view, role); // nothing else was chosen since
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.wrong.replaceChildren(error.shown);
    }
  }

  /* Take up files: a game becomes the text, others lie beside it. */
  async #open(files) {
    for (const file of files) {
      const { text, wrong } = await textOf(file);
      if (wrong) this.wrong.textContent = wrong;
      else if (file.name.endsWith(".cb")) this.replace(text, this.files.texts);
      else this.files.add(file.name, text);
    }
  }

  #save() {
    const title = /^\s*game\s+"([^"]*)"/mu.exec(this.text)?.[1] ?? "game";
    const name = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/gu, "") || "game";
    const link = el("a", { href: URL.createObjectURL(new Blob([this.text], { type: "text/plain" })), download: `${name}.cb` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
}
