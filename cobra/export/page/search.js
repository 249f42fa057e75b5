/* A box in which a code is looked up: it offers codes while one types, and hands on the one chosen. */

"use strict";

class CodeSearch {
  static #made = 0;
  static #OFFERED = 8;

  /* `choose` is called with the number of a code. */
  constructor(tree, choose) {
    this.tree = tree;
    this.choose = choose;
    this.codes = [];
    this.active = 0;
    this.list = document.createElement("ul");
    this.list.id = `codes-found-${++CodeSearch.#made}`;
    this.list.role = "listbox";
    this.list.ariaLabel = CobraTexts.say("codesFound");
    this.list.hidden = true;
    this.input = Object.assign(document.createElement("input"), {
      type: "search", role: "combobox", placeholder: CobraTexts.say("findCode"), autocomplete: "off", spellcheck: false,
      ariaLabel: CobraTexts.say("findCodeAndWay"), ariaAutoComplete: "list", ariaExpanded: "false",
    });
    this.input.setAttribute("aria-controls", this.list.id);
    this.input.setAttribute("autocapitalize", "off");
    this.input.addEventListener("input", () => this.#offer());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("blur", () => this.#close());
    this.element = document.createElement("div");
    this.element.className = "search";
    this.element.role = "search";
    this.element.append(this.input, this.list);
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  #offer() {
    this.codes = this.tree.search(this.input.value, CodeSearch.#OFFERED);
    this.active = 0;
    const options = this.codes.map((code) => {
      const option = document.createElement("li");
      option.textContent = this.tree.codes[code];
      option.addEventListener("pointerdown", (event) => {
        event.preventDefault(); // the box keeps the focus until the code is taken
        this.#take(code);
      });
      return option;
    });
    if (!options.length) {
      options.push(document.createElement("li"));
      options[0].textContent = CobraTexts.say("noSuchCode");
      options[0].ariaDisabled = "true";
    }
    options.forEach((option, place) => {
      option.role = "option";
      option.id = `${this.list.id}-${place}`;
    });
    this.list.replaceChildren(...options);
    this.#open(this.input.value.trim() !== "");
  }

  #open(open) {
    this.list.hidden = !open;
    this.input.ariaExpanded = String(open);
    for (const [place, option] of [...this.list.children].entries()) {
      option.ariaSelected = String(place === this.active);
    }
    const shown = open && this.codes.length;
    if (shown) this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.active}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  #close() {
    this.codes = [];
    this.#open(false);
  }

  #take(code) {
    this.input.value = "";
    this.#close();
    this.choose(code);
  }

  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && this.codes.length) this.#take(this.codes[this.active]);
    else if (event.key === "Escape") {
      this.input.value = "";
      this.input.blur();
    } else if (step && this.codes.length) {
      this.active = (this.active + step + this.codes.length) % this.codes.length;
      this.#open(true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
