/* The files that a game of one's own reads: chosen, dropped, changed, taken away. */

import { button, el, once } from "./dom.js";
import { say } from "./texts.js";

const MOST = 1 << 20; // bytes of a file, as of a request

/* The text of a file, or what is wrong with it: bytes that are no letters must not all become one and the same. */
export async function textOf(file) {
  if (file.size > MOST) return { wrong: say("fileTooLarge", { file: file.name }) };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) };
  } catch { // or it is a folder, or cannot be read any more
    return { wrong: say("fileNotText", { file: file.name }) };
  }
}

/* How much is in a file: words, one a line, or lines. */
export function counted(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return say(lines.some((line) => /[\s,;]/u.test(line)) ? "lines" : "words", { n: lines.length });
}

export class DataFiles {
  /* `texts` are those of the files by their names; `changed()` is called after a change. */
  constructor(texts, changed) {
    this.texts = texts;
    this.changed = changed;
    this.list = el("ul", { class: "files" });
    this.input = el("input", { type: "file", multiple: true, "aria-label": say("filesItReads"), onchange: () => this.#take() });
    this.element = el("div", { class: "data" }, this.list, el("small", {}, say("aboutFiles")), this.input);
    this.#draw();
  }

  set(texts) {
    this.texts = texts;
    this.#draw();
    this.changed();
  }

  add(name, text) {
    this.set({ ...this.texts, [name]: text });
  }

  async #take() {
    for (const file of this.input.files) {
      const { text, wrong } = await textOf(file);
      if (wrong) this.input.setCustomValidity(wrong);
      else this.add(file.name, text);
    }
    this.input.reportValidity();
    this.input.setCustomValidity("");
    this.input.value = "";
  }

  #drop(name) {
    this.set(Object.fromEntries(Object.entries(this.texts).filter(([other]) => other !== name)));
    this.input.focus();
  }

  #draw() {
    this.list.replaceChildren(...Object.entries(this.texts).map(([name, text]) => {
      const size = el("small", {}, counted(text));
      const field = el("textarea", { rows: 6, spellcheck: "false", "aria-label": say("textOf", { file: name }), oninput: () => {
        this.texts = { ...this.texts, [name]: field.value };
        size.textContent = counted(field.value);
        this.changed();
      } });
      field.value = text;
      const drop = button({ class: "quiet", "aria-label": say("takeAway", { file: name }), onclick: once(() => this.#drop(name)) }, "×");
      return el("li", {}, el("details", {}, el("summary", {}, el("b", {}, name), " ", size), field), drop);
    }));
  }
}
