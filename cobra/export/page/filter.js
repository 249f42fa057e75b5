/* A box above many outcomes: it leaves those that a text is about, by the answer or by a code, and takes the best of them. */

"use strict";

class OutcomeFilter {
  /* `shown(branches)` is called with the branches that are left, `take(branch)` with the one chosen, `leave()` when
     an arrow leads out of the box. */
  constructor(tree, position, { shown, take, leave }) {
    this.tree = tree;
    this.position = position;
    this.shown = shown;
    this.take = take;
    this.leave = leave;
    this.input = Object.assign(document.createElement("input"), {
      type: "search", placeholder: CobraTexts.say("findAnswer"), autocomplete: "off", spellcheck: false,
      ariaLabel: CobraTexts.say("findAnswerOfCode"),
    });
    this.input.setAttribute("autocapitalize", "off");
    this.input.addEventListener("input", () => this.#filter());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.said = document.createElement("span");
    this.said.role = "status";
    this.element = document.createElement("div");
    this.element.className = "filter";
    this.element.append(this.input, this.said);
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  #filter() {
    const all = this.tree.branches(this.position).length;
    this.found = this.tree.matching(this.position, this.input.value);
    this.said.textContent = this.found.length < all ? CobraTexts.say("answersFound", { found: this.found.length, n: all }) : "";
    this.shown(this.found);
  }

  #key(event) {
    if (event.key === "Enter" && this.input.value.trim() && this.found.length) this.take(this.found[0]);
    else if (event.key === "Escape") {
      this.input.value = "";
      this.#filter();
      this.leave();
    } else if (event.key === "ArrowDown") this.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
