/* A walk through the tree of a strategy: choose outcomes, see what is left, look up a code.

   CobraWalk.mount(element, data, {page, keys, moved}) fills `element`, which gets the class `cobra-walk` of
   walk.css; tree.js says what `data` is. It returns the walk; `walk.go(outcomes)` shows another place,
   `walk.path()` are the outcomes that lead to the one shown, `walk.focus()` leads the focus there. With `keys`
   keys work wherever the focus is but in a field; `moved(outcomes)` is called with every place gone to. With
   `page` the walk is all there is on the page: keys work so, too, the address keeps the place (#/1B1W/0B2W), and
   the page is named after the game.

   Texts of the data are only ever shown as text. Nothing is fetched and nothing is stored. */

"use strict";

const CobraWalk = (() => {
  const FIRST = 200; // so many codes are shown at first,
  const MORE = 5000; // and so many more at a time,
  const DRAWN = 2000; // where each has a picture
  const DIGITS = 9; // outcomes chosen by a key
  const BRIEF = 8; // experiments that are longer have a line of their own on a narrow page,
  const BESIDE = 15; // and those with pictures that are wider, in rem, than this together

  const KEYS = [["1–9", "keyOutcome"], ["↑↓", "keyMove"], ["Esc", "keyUndo"], ["Home", "keyStart"], ["/", "keyFind"],
    ["A", "keyAnswer"], ["F", "keyScreen"]]; // and the texts that say what they do

  const { say, number, decimal } = CobraTexts;

  /* A number of codes of which only the number must be shown. */
  function counted(amounts) {
    return [summed(amounts), make("span", "noun", " ", say("nounCodes", { n: amounts.reduce((sum, one) => sum + one) }))];
  }

  /* Numbers of codes by lies told as one text, 4+4. */
  function summed(amounts) {
    return amounts.map((amount) => number(amount)).join("+");
  }

  function percent(share) {
    if (share < 0.0005) return say("percent", { share: `<${number(0.1, 1)}` });
    const shown = number(100 * share, share < 0.0995 ? 1 : 0);
    return say("percent", { share: share < 1 && shown === "100" ? number(99.9, 1) : shown }); // all is more than most
  }

  function greatest(values) {
    return values.reduce((one, other) => Math.max(one, other));
  }

  /* A new element with classes and with texts and elements in it. */
  function make(tag, classes, ...parts) {
    const element = document.createElement(tag);
    if (classes) element.className = classes;
    element.append(...parts);
    return element;
  }

  function button(classes, click, ...parts) {
    const element = make("button", classes, ...parts);
    element.type = "button";
    element.addEventListener("click", click);
    return element;
  }

  /* What is in large letters, the smaller the longer it is. */
  function heading(text) {
    const element = make("h2", "", text);
    element.tabIndex = -1;
    element.style.setProperty("--length", text.length);
    return element;
  }

  class Walk {
    constructor(element, data, { page = false, keys = page, moved = () => {} } = {}) {
      this.tree = data.unseen ? new BeliefTree(data) : new StrategyTree(data);
      this.drawn = new DrawnTree(data);
      this.page = page;
      this.moved = moved;
      this.steps = []; // the branches taken
      this.followed = null; // the code that was looked up
      this.search = new CodeSearch(this.tree, (code) => this.follow(code));
      this.trail = make("nav", "trail");
      this.trail.ariaLabel = say("experimentsMade");
      this.now = make("section", "now");
      this.now.ariaLabel = say("nextExperiment");
      this.left = make("section", "left");
      this.left.ariaLabel = say("theCodesLeft");
      this.status = make("p", "unseen");
      this.status.role = "status";
      this.paper = make("div", "paper"); // what is printed
      this.element = element;
      element.classList.add("cobra-walk");
      element.replaceChildren(
        make("header", "head", this.#title(), this.#tools()),
        this.#facts(),
        this.trail,
        make("div", "columns", this.now, this.left),
        this.paper,
        this.#keys(),
        this.status,
      );
      (keys ? document : element).addEventListener("keydown", (event) => { if (element.isConnected) this.#key(event); });
      window.addEventListener("beforeprint", () => { if (element.isConnected) this.#print(); });
      this.go([]);
      if (page) {
        document.title = data.title[0];
        window.addEventListener("hashchange", () => this.#address());
        this.#address();
      }
    }

    #title() {
      const [name, parameters] = this.tree.title;
      const shown = parameters.map(([key, value]) => make("span", "", `${key} `, make("b", "", value)));
      return make("div", "", make(this.page ? "h1" : "h2", "name", name), make("p", "parameters", ...shown));
    }

    #tools() {
      const tools = make("div", "tools", button("print", () => window.print(), say("print")));
      if (document.fullscreenEnabled) {
        this.screen = button("", () => this.#fill(), say("fullScreen"));
        tools.prepend(this.screen);
        this.element.addEventListener("fullscreenchange", () => {
          this.screen.textContent = document.fullscreenElement === this.element ? say("leaveFullScreen") : say("fullScreen");
        });
      }
      if (this.tree.follows) tools.prepend(this.search.element);
      return tools;
    }

    /* Fill the screen with the walk, in large type, or leave that. */
    async #fill() {
      if (document.fullscreenElement === this.element) await document.exitFullscreen();
      else await this.element.requestFullscreen();
      this.focus();
    }

    /* What keys do, and whether those of one character do: programs that write what is said press them, too. */
    #keys() {
      this.single = Object.assign(make("input"), { type: "checkbox", checked: true });
      const there = { "/": this.tree.follows, F: document.fullscreenEnabled };
      this.hints = new Map(KEYS.filter(([key]) => there[key] ?? true)
        .map(([key, does]) => [key, make("span", "", make("kbd", "", key === "Home" ? say("homeKey") : key), say(does))]));
      return make("footer", "keys", ...this.hints.values(), make("label", "", this.single, say("singleKeys")));
    }

    /* Put on paper what follows here. */
    #print() {
      this.paper.replaceChildren(PaperTable.make(this.tree, this.drawn, this.positions().at(-1)) ?? "");
    }

    #facts() {
      const { strategy, meant, worst, average, exact, costs, longest, codes, experiments, lost, won, unpaid, proved } = this.tree.facts;
      const fact = (name, value, remark = "") => make("div", "", make("dt", "", say(name)), make("dd", "", make("b", "", value), " ", make("small", "", remark)));
      const about = fact("factStrategy", strategy, meant);
      about.querySelector("small").lang = "en";
      const shown = [about, fact("factWorst", number(worst)), fact("factAverage", decimal(average), longest ? say("ofLongest", { average: exact }) : exact),
        ...(costs ? [fact("factMostCost", decimal(costs[0]), unpaid ? say("butForLosing") : ""), fact("factMeanCost", decimal(costs[1]))] : []),
        fact("factCodes", number(codes)), fact("factExperiments", number(experiments), say("inTheTree"))];
      if (won) shown.push(fact("factWon", percent(won[0]), say("ofPlays", { exact: won[1] })));
      else if (lost) shown.push(fact("factWon", number(codes - lost), say("ofCodes", { n: codes })));
      if (proved === true) shown.push(fact("factProved", say("nobodyBetter")));
      else if (proved) shown.push(fact("factProvedOfBest", proved));
      return make("dl", "facts", ...shown);
    }

    /* The positions come to, the first and those after each step. */
    positions() {
      const positions = [this.tree.root()];
      for (const branch of this.steps) positions.push(this.tree.after(positions.at(-1), branch));
      return positions;
    }

    path() {
      return this.steps.map((branch) => this.tree.outcome(branch));
    }

    go(outcomes) {
      this.#show(this.tree.path(outcomes));
    }

    follow(code) {
      this.followed = code;
      this.#move(this.tree.way(code));
    }

    focus() {
      (this.now.querySelector("button") ?? this.now.querySelector("h2")).focus({ preventScroll: true });
    }

    /* Show another place, and lead focus and address there. */
    #move(steps) {
      this.#show(steps);
      this.focus();
      this.moved(this.path());
      if (this.now.getBoundingClientRect().top < 0) this.now.scrollIntoView();
      if (this.page) window.location.hash = this.#hash();
    }

    #hash() {
      return `#/${this.path().map((outcome) => encodeURIComponent(outcome.toWellFormed())).join("/")}`;
    }

    /* Show the place that the address says, if it is another. */
    #address() {
      const { hash } = window.location;
      if (hash === this.#hash()) return;
      try {
        this.go(hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent));
      } catch {
        this.go([]); // a percent sign that encodes nothing
      }
    }

    #show(steps) {
      this.steps = steps;
      const positions = this.positions();
      const position = positions.at(-1);
      this.filter = null; // above the outcomes where they are many
      this.#showTrail(positions);
      this.now.replaceChildren(...(position.node < 0 ? this.#end(position) : this.#question(position)));
      this.#showLeft(position);
      this.paper.replaceChildren();
      this.hints.get("A").hidden = this.filter === null;
      const [label, shown] = this.now.children;
      this.status.textContent = `${label.textContent}: ${shown.textContent}`;
    }

    #showTrail(positions) {
      const { tree, steps } = this;
      const start = button("", () => this.#move([]), say("toStart"));
      const made = steps.map((branch, place) => button("", () => this.#move(steps.slice(0, place + 1)),
        make("span", "", tree.experiment(positions[place])), make("b", "", tree.outcome(branch))));
      const all = [start, ...made];
      all.at(-1).ariaCurrent = "step";
      const undo = button("", () => this.#move(steps.slice(0, -1)), say("undo"));
      undo.disabled = !steps.length;
      const list = make("ol", "", ...all.map((step) => make("li", "", step)));
      list.role = "list"; // which it is no more for some readers when it is laid out with what is beside it
      this.trail.replaceChildren(undo, list);
      if (this.followed !== null) this.trail.append(this.#following(positions.at(-1)));
    }

    #following(position) {
      const code = this.tree.codes[this.followed];
      const lies = this.tree.told(position, this.followed);
      const here = lies !== null;
      const stop = button("", () => {
        this.followed = null;
        this.#move(this.steps);
      }, make("span", "", "×"));
      stop.firstChild.ariaHidden = "true";
      stop.ariaLabel = say("stopFollowing", { code });
      return make("p", here ? "followed" : "followed gone", here ? lies ? say("followingWith", { n: lies }) : say("following") : say("notLeft"), make("b", "", code), stop);
    }

    #question(position) {
      const { tree } = this;
      const branches = tree.branches(position);
      const shares = tree.shares(position);
      const { longest, average } = tree.plays(position);
      const further = say("atMostFurther", { n: longest - position.depth });
      const parts = [say("amountsLeft", { n: tree.count(position), amounts: summed(tree.amounts(position)) }),
        average === null ? further : say("withMean", { further, mean: number(average - position.depth, 3) })];
      const can = tree.canBeCode(position);
      if (can !== null) parts.push(make("b", "", say(can ? "canBeCode" : "cannotBeCode")));
      const sizes = shares ?? branches.map((branch) => tree.count(branch));
      const largest = greatest(sizes);
      const rows = new Map(branches.map((branch, place) =>
        [branch, make("li", "", this.#outcome(position, branch, shares?.[place], sizes[place] / largest))]));
      const brief = [...rows.values()].every((row) => row.querySelector(".next b").textContent.length <= BRIEF
        && [...row.querySelectorAll("svg")].reduce((sum, drawn) => sum + parseFloat(drawn.getAttribute("width")), 0) <= BESIDE);
      const list = make("ol", brief ? "outcomes brief" : "outcomes");
      const shown = (found) => {
        list.replaceChildren(...found.map((branch) => rows.get(branch)));
        list.querySelectorAll("kbd").forEach((key, place) => { key.textContent = place < DIGITS ? place + 1 : ""; });
      };
      shown(branches);
      this.filter = branches.length > DIGITS ? new OutcomeFilter(tree, position,
        { shown, take: (branch) => this.#move([...this.steps, branch]), leave: () => this.focus() }) : null;
      return [make("p", "label", say("experimentNumber", { number: position.depth + 1 })), heading(tree.experiment(position)),
        ...this.drawn.experiment(tree.nodes[position.node].experiment, DrawnTree.WHOLE),
        make("p", "state", ...parts.map((part) => make("span", "", part))),
        ...(this.filter ? [this.filter.element] : []), list];
    }

    #outcome(position, branch, share, size) {
      const { tree } = this;
      const { node } = branch;
      const bar = make("span", "bar");
      bar.style.setProperty("--size", size);
      const only = tree.count(branch) === 1 ? tree.only(branch) : null;
      const found = only === null ? "" : tree.codes[only];
      const [verb, next] = node >= 0 ? [say("thenAsk"), tree.experiment({ node })] : [say(branch.lost ? "isLost" : found ? "itIs" : "over"), found];
      const drawn = node >= 0 ? this.drawn.experiment(tree.nodes[node].experiment) : only === null ? [] : this.drawn.code(only);
      const key = make("kbd");
      key.ariaHidden = "true";
      const row = button("", () => this.#move([...this.steps, branch]), key,
        make("span", "outcome", ...this.drawn.answer(tree.nodes[position.node].experiment, branch.outcome), make("span", "", tree.outcome(branch))), bar,
        make("span", "count", ...counted(tree.amounts(branch))), make("span", "share", share === undefined ? "" : percent(share)),
        make("span", "next", verb, next ? " " : "", ...drawn, make("b", "", next)));
      const lies = this.followed === null ? null : tree.told(branch, this.followed);
      if (lies !== null && lies === tree.told(position, this.followed)) row.classList.add("way");
      for (const event of ["pointerenter", "focus"]) row.addEventListener(event, () => this.#mark(row, branch));
      for (const event of ["pointerleave", "blur"]) row.addEventListener(event, () => this.#mark(row, null));
      return row;
    }

    #end(position) {
      const { tree } = this;
      const count = tree.count(position);
      const confirming = tree.confirming(position);
      const note = say(position.lost ? "isLost" : count > 1 ? tree.together : confirming ? "knownConfirmed" : position.final ? "isFound" : "isKnown");
      return [make("p", "label", say("isOverAfter", { n: position.depth + confirming })),
        heading(count === 1 ? tree.codes[tree.only(position)] : say("codes", { n: count })),
        ...(count === 1 ? this.drawn.code(tree.only(position), DrawnTree.WHOLE) : []), make("p", "state", make("span", "", note))];
    }

    #showLeft(position) {
      const count = this.tree.count(position);
      const list = make("div", "codes");
      list.role = "group";
      this.codes = [];
      this.left.replaceChildren();
      if (count > 1) this.left.append(make("h3", "", say("codesLeft", { n: count })), list, ...this.#lengths(position));
      this.#list(list, position, FIRST);
    }

    /* Show codes up to place `to`, and a button for more. */
    #list(list, position, to) {
      const { tree } = this;
      const count = tree.count(position);
      const from = this.codes.length;
      for (const code of tree.left(position, from, to)) {
        const drawn = this.drawn.code(code, DrawnTree.LISTED);
        const entry = button("", () => this.follow(code), ...drawn, make("span", drawn.length ? "unseen" : "", tree.codes[code]));
        const lies = tree.told(position, code);
        const title = [...(drawn.length ? [tree.codes[code]] : []), ...(lies ? [say("withLies", { n: lies })] : [])];
        if (title.length) entry.title = title.join(", ");
        entry.tabIndex = -1;
        entry.disabled = !tree.follows;
        this.codes.push([code, entry]);
        list.append(entry);
      }
      if (from === 0 && this.codes.length) this.codes[0][1].tabIndex = 0;
      if (count <= to) return;
      const further = Math.min(count - to, this.drawn.codes ? DRAWN : MORE);
      const all = further === count - to;
      const more = button("more", () => {
        more.remove();
        this.#list(list, position, to + further);
        this.codes[to][1].focus();
      }, all ? say("showAll", { n: count }) : say("showMore", { n: further }));
      list.after(more);
    }

    /* Columns for the lengths of the plays that come here. */
    #lengths(position) {
      const { counts } = this.tree.plays(position);
      if (!counts) return [];
      const most = greatest([...counts.values()]);
      const columns = [...counts.keys()].sort((one, other) => one - other).map((length) => {
        const bar = make("span", "bar");
        bar.style.setProperty("--size", counts.get(length) / most);
        return make("li", "", make("span", "count", number(counts.get(length))), bar,
          make("span", "unseen", ` ${say("ofLength")} `), make("b", "", number(length)));
      });
      return [make("h3", "", say("lengthsOfPlays")), make("ol", "lengths", ...columns)];
    }

    /* Point out the codes of a branch among those shown. */
    #mark(row, branch) {
      if (row.matches(":focus:not(:focus-visible, :hover)")) return; // it has the focus only since a click
      for (const [code, entry] of this.codes) {
        entry.classList.toggle("same", branch !== null && this.tree.told(branch, code) !== null);
      }
    }

    #key(event) {
      const { key, target } = event;
      if (this.tree.follows && (key === "k" || key === "K") && (event.ctrlKey || event.metaKey)) this.search.focus();
      else if (event.ctrlKey || event.metaKey || event.altKey || target.matches?.("input:not([type=checkbox]), select, textarea")) return;
      else if (key.length === 1) {
        if (!this.single.checked || !this.#character(key)) return;
      } else if ((key === "Backspace" || key === "Escape") && this.steps.length) this.#move(this.steps.slice(0, -1));
      else if (key === "Home" && this.steps.length) this.#move([]);
      else if (!this.#step(key, target)) return;
      event.preventDefault();
    }

    /* Do what a key of one character stands for; whether it stands for anything. */
    #character(key) {
      if (key === "/" && this.tree.follows) this.search.focus();
      else if (key.toLowerCase() === "a" && this.filter) this.filter.focus();
      else if (key.toLowerCase() === "f" && this.screen) this.screen.click();
      else return this.#choose(key);
      return true;
    }

    /* Take the outcome of a digit; whether there is one. */
    #choose(key) {
      const outcomes = this.now.querySelectorAll(".outcomes button");
      const chosen = /^[1-9]$/.test(key) ? outcomes[key - 1] : undefined;
      chosen?.click();
      return chosen !== undefined;
    }

    /* Lead the focus to the next or previous outcome, or code when it is on one; whether there is one. */
    #step(key, target) {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
      if (!step) return false;
      const inCodes = target.closest?.(".codes");
      const entries = [...(inCodes ?? this.now).querySelectorAll("button")];
      const next = entries[entries.indexOf(target) + step];
      if (!next) return false;
      if (inCodes) [target.tabIndex, next.tabIndex] = [-1, 0];
      next.focus();
      return true;
    }
  }

  return { mount: (element, data, options) => new Walk(element, data, options) };
})();
