/* A play: you break a code that the computer keeps, you make one that it breaks, or you are helped in a game with
   somebody else. The server keeps nothing of it but the secret; every change sends all experiments and answers. */

import { AnswerField } from "./answer.js";
import { adviceView, ranked } from "./advice.js";
import { call, latest, Refused } from "./api.js";
import { clashView, rowsView } from "./board.js";
import { button, el, plural, segments, select, tell } from "./dom.js";
import { ExperimentField } from "./experiment.js";
import { possibleView, reviewView, whyView } from "./explain.js";
import { codesView, figures, foundGoals, splitView, standingView, worst } from "./known.js";
import { isKept, keepSecret, orphanView, revealed } from "./secrets.js";
import { recall, remember } from "./store.js";

const ROLES = [["help", "Help me"], ["break", "I guess"], ["make", "It guesses"]];
const MAKERS = [["random", "keeps a random code"], ["models", "dodges: the answer that leaves most codes"]];
const LISTED = 200; // so many codes left are shown
const TYPING = 150; // ms to wait for more before a split is asked for

export class Play {
  /* `moved(place)` is called with what is played, for the address, after every change. */
  constructor(game, { strategies }, moved) {
    this.game = game;
    this.moved = moved;
    this.strategies = strategies.filter(([name]) => name !== "random");
    this.role = "help";
    this.maker = "random";
    this.strategy = "exp-models";
    this.askPosition = latest();
    this.askAdvice = latest();
    this.askSplit = latest();
    this.#makeMenu();
    this.board = el("section", { class: "board", "aria-label": "The play" });
    this.best = el("section", { class: "best", "aria-label": "Advice" });
    this.known = el("section", { class: "known", "aria-label": "What is known" });
    this.element = el("div", { class: "play" }, el("h1", { class: "unseen" }, `Play ${game.title}`), this.board, this.best, this.known);
    this.rounds = {}; // what was played in each role, each kept while another is played
    this.before = null; // the round before a new one
    this.round = null; // of what is shown, an object of its own
    this.wanted = null; // the role to begin in
  }

  #makeMenu() {
    const about = ([name, text]) => [name, `${name}: ${text}`];
    this.makers = select("The computer", MAKERS, this.maker, (maker) => { this.maker = maker; this.#change(); });
    this.breakers = select("Its strategy", this.strategies.map(about), this.strategy, (name) => this.#guessBy(name));
    this.roles = segments("Role", ROLES, this.role, (role) => { this.role = role; this.#change(); });
    this.menu = el("div", { class: "menu" }, this.roles, this.makers, this.breakers);
  }

  /* Play what an address tells; null: go on where this window was, or begin. */
  take(place) {
    if (this.round && (place === null || JSON.stringify(place) === JSON.stringify(this.#place))) {
      this.moved(this.#place);
      return;
    }
    if (!this.round) this.#recall(recall(this.game.kept("play")));
    this.role = this.wanted ?? this.role;
    this.wanted = null;
    if (place) {
      const { secret, history, gaveUp } = place;
      this.#recall({ ...place, rounds: this.rounds });
      this.rounds[this.#round] = { secret, history, gaveUp };
      this.before = null;
    }
    this.#makeMenu();
    this.start(this.rounds[this.#round]);
  }

  #recall(kept) {
    if (!kept?.rounds) return;
    const has = (menu, value) => [...menu.options].some((option) => option.value === value);
    this.role = kept.role;
    if (has(this.makers, kept.maker)) this.maker = kept.maker;
    if (has(this.breakers, kept.strategy)) this.strategy = kept.strategy;
    this.rounds = kept.rounds;
  }

  /* What an address tells of a play. */
  get #place() {
    const { role, maker, strategy, history, secret, gaveUp } = this;
    return { role, maker, strategy, history, secret, gaveUp };
  }

  /* The name of what is played now among the rounds that are kept. */
  get #round() {
    return this.role === "break" ? `break ${this.maker}` : this.role;
  }

  /* Go on in another role, or against another codemaker, where that was left. */
  #change() {
    this.before = null;
    this.start(this.rounds[this.#round]);
  }

  /* Begin anew in the same role; the round before can be had back. */
  #anew() {
    this.before = this.rounds[this.#round];
    this.start();
  }

  #goBack() {
    const round = this.before;
    this.before = null;
    this.start(round);
  }

  #keep() {
    const { role, maker, strategy, secret, history, gaveUp } = this;
    this.rounds[this.#round] = { secret, history, gaveUp };
    remember(this.game.kept("play"), { role, maker, strategy, rounds: this.rounds });
    this.moved(this.#place);
  }

  /* Whether what is known is shown all the time. */
  get open() {
    return this.role !== "break" || this.position?.over || this.gaveUp;
  }

  /* Begin anew in the same role, or go on with what was kept. */
  async start(kept = null) {
    this.history = []; // pairs of an experiment and its answer, as the server writes them
    this.position = null;
    this.editing = null;
    this.secret = null;
    this.orphan = false;
    this.gaveUp = kept?.gaveUp ?? null;
    this.asked = null;
    this.field = null; // what was typed was meant for what was played
    this.hints = new Set();
    this.advice = null;
    this.problem = "";
    this.#draw();
    const round = {};
    this.round = round;
    try {
      const secret = kept?.secret ?? (this.role === "break" ? await keepSecret(this.game, this.maker) : null);
      const orphan = Boolean(kept?.secret) && !await isKept(kept.secret);
      if (this.round !== round) return;
      this.secret = secret;
      this.orphan = orphan;
      await this.#show(kept?.history ?? []);
    } catch (error) {
      this.#fail(error);
    }
  }

  /* Actions of the rows. */

  edit(place) {
    this.editing = place;
    this.#draw();
    this.board.querySelector(place === null ? ".turn input" : ".edited input, .edited button")?.focus();
  }

  remove(place) {
    this.#show(this.history.toSpliced(place, 1)).catch((error) => this.#fail(error));
  }

  /* Another experiment or answer in a row; in a game against the computer, it answers anew. Returns what is
     wrong with it, or nothing. */
  async change(place, experiment, answer) {
    try {
      let row = [experiment, answer];
      if (this.role === "break") {
        const told = await call("api/answer", { game: this.game.said, secret: this.secret, history: this.history.toSpliced(place, 1), experiment });
        row = [told.experiment, told.answer];
      }
      await this.#show(this.history.with(place, row));
      return "";
    } catch (error) {
      return this.#said(error);
    }
  }

  /* Take over a history, with what the server makes of it. */
  async #show(history) {
    const { round } = this;
    const position = await this.askPosition("api/position", { game: this.game.said, history, most: LISTED });
    if (!position || this.round !== round) return;
    this.position = position;
    this.history = position.rows.map((row) => [row.experiment, row.answer]);
    this.editing = null;
    this.hints.clear();
    this.advice = null;
    this.asked = null;
    this.problem = "";
    this.secretCode = null;
    this.#keep();
    const there = this.board.contains(document.activeElement) && !this.menu.contains(document.activeElement);
    this.#draw();
    if (there) this.field?.focus();
    this.#report();
    if (position.lost && this.secret && !this.orphan) this.#reveal(position);
    if (position.over || position.contradiction) return;
    if (this.role === "make") this.#next();
    else if (this.role === "help") this.#advise();
  }

  /* Tell those who do not see the page what has changed. */
  #report() {
    const { over, contradiction, codes } = this.position;
    if (over) tell(this.#ending());
    else if (contradiction) tell("The answers contradict each other");
    else if (this.open) tell(`${plural(codes, "code")} left`);
    else if (this.history.length) tell(`The answer is ${this.history.at(-1)[1]}`);
  }

  async #advise() {
    const { position } = this;
    try {
      const answer = await this.askAdvice("api/advice", { game: this.game.said, history: this.history });
      if (!answer || this.position !== position) return;
      position.probabilities ??= answer.probabilities;
      this.advice = answer.stopped && !answer.advice.length ? "No best experiment was found in the time there is." : ranked(answer.advice);
    } catch (error) {
      if (this.position !== position) return;
      this.advice = this.#said(error);
    }
    this.#drawKnown();
  }

  /* The computer's turn in a game in which it guesses. */
  async #next() {
    const { position } = this;
    try {
      const next = await this.askAdvice("api/next", { game: this.game.said, history: this.history, strategy: this.strategy });
      if (!next || this.position !== position) return;
      if (next.experiment === null) this.problem = "It has nothing more to ask.";
      else this.asked = next;
      this.#drawTurn();
      if (!this.menu.contains(document.activeElement)) this.answerField?.focus();
      if (this.asked) tell(`It asks ${next.experiment}`);
    } catch (error) {
      this.#fail(error);
    }
  }

  /* What the code was in a play that is lost. */
  async #reveal(position) {
    try {
      const code = await revealed(this.game, this.secret, this.history);
      if (this.position !== position) return;
      this.secretCode = code;
      this.#drawTurn();
    } catch (error) {
      this.#fail(error);
    }
  }

  #said(error) {
    if (!(error instanceof Refused)) throw error;
    return error.message;
  }

  #fail(error) {
    this.problem = this.#said(error);
    this.#drawTurn();
  }

  #ending() {
    const made = plural(this.history.length, "experiment");
    const { codes, list, goals, lost, standing } = this.position;
    if (lost) return `Lost after ${made}${standing ? `: ${standing}` : ""}.${this.secretCode ? ` The code was ${this.secretCode}.` : ""}`;
    const found = foundGoals(goals);
    if (found) return `Found out: ${found}. ${made}${codes === 1 ? `; the code is ${list[0]}` : ""}.`;
    if (codes === 1) return `The code is ${list[0]}: ${made}.`;
    if (this.game.ending === "hit") return `It is over after ${made}.`;
    return `It is over after ${made}: nothing more can be learned, ${plural(codes, "code")} are left.`;
  }

  #draw() {
    const rows = this.position ? rowsView(this) : null;
    this.turn = el("div", { class: "turn" });
    this.makers.hidden = this.role !== "break";
    this.breakers.hidden = this.role !== "make";
    const undo = this.history.length ? button({ class: "quiet", onclick: () => this.remove(this.history.length - 1) }, "Undo") : null;
    const anew = this.history.length ? button({ class: "quiet", onclick: () => this.#anew() }, "New game") : null;
    const back = !this.history.length && this.before?.history.length
      ? button({ class: "quiet", onclick: () => this.#goBack() }, "Back to the game before") : null;
    const giveUp = this.secret && !this.orphan && !this.position?.over && !this.gaveUp ? button({ class: "quiet", onclick: () => this.#giveUp() }, "Give up") : null;
    const parts = [rows, this.turn, el("div", { class: "below" }, undo, giveUp, anew, back)].filter(Boolean);
    if (!this.board.contains(this.menu)) this.board.replaceChildren(this.menu);
    while (this.board.lastChild !== this.menu) this.board.lastChild.remove(); // the menu keeps the focus
    this.board.append(...parts);
    this.#drawTurn();
    this.#drawKnown();
  }

  #guessBy(name) {
    this.strategy = name;
    this.asked = null;
    this.#drawTurn();
    if (this.position && !this.position.over && !this.position.contradiction) this.#next();
  }

  #drawTurn() {
    const draft = this.#draft();
    this.field = null;
    this.answerField = null;
    const problem = this.problem ? el("p", { class: "error", role: "alert" }, this.problem) : "";
    if (!this.position && problem) this.turn.replaceChildren(problem, button({ class: "main", onclick: () => this.#anew() }, "New game"));
    else if (!this.position) this.turn.replaceChildren(el("p", { class: "wait" }, "one moment …"));
    else if (this.gaveUp) this.turn.replaceChildren(this.#end(`The code was ${this.gaveUp}.`));
    else if (this.position.over) this.turn.replaceChildren(this.#end(this.#ending()));
    else if (this.orphan) this.turn.replaceChildren(orphanView(() => this.#help(), () => this.#anew()));
    else if (this.position.contradiction) this.turn.replaceChildren(clashView(this), this.role === "help" ? this.#own() : "");
    else if (this.role === "make") this.turn.replaceChildren(problem, this.#computers());
    else this.turn.replaceChildren(this.#own(), problem);
    if (this.field && draft) this.#goOnTyping(draft);
  }

  /* What was typed in the meantime: an experiment that is not the one just made, and its answer. */
  #draft() {
    const text = this.field?.text;
    return text && text !== this.sent ? { text, answer: this.answerField?.draft } : null;
  }

  #goOnTyping({ text, answer }) {
    this.field.set(text, this.game.typeOf(text));
    this.answerField?.put(answer);
  }

  /* Go on without the code, which is kept no more. */
  #help() {
    const before = this.rounds.help;
    this.role = "help";
    this.#makeMenu();
    this.start({ secret: null, history: this.history, gaveUp: null });
    this.before = before ?? null;
  }

  #end(text) {
    const again = button({ class: "main", onclick: () => this.#anew() }, "Play again");
    return el("div", { class: "over" }, el("div", { class: "ending" }, el("p", { id: "ending" }, text), again),
      this.history.length && !this.gaveUp ? reviewView(this.game, this.history) : null);
  }

  /* The computer's experiment and the field for your answer. */
  #computers() {
    if (!this.asked) return this.problem ? "" : el("p", { class: "wait" }, "it thinks …");
    const { experiment, type } = this.asked;
    this.answerField = new AnswerField(this.game, type, experiment, {
      label: "Answer", done: (answer) => this.#add(experiment, answer, (text) => this.answerField.error(text)),
    });
    return el("div", { class: "asked" }, el("p", { class: "caption" }, `It asks, experiment ${this.history.length + 1}`), this.game.experiment(experiment, type), this.answerField.element);
  }

  async #add(experiment, answer, wrong) {
    this.sent = this.field?.text;
    try {
      await this.#show([...this.history, [experiment, answer]]);
    } catch (error) {
      wrong(this.#said(error));
    } finally {
      this.sent = null;
    }
  }

  /* The field for your experiment; when you are helped, with its split and the field for the answer. */
  #own() {
    const live = el("div", { class: "live" });
    const help = this.role === "help";
    let timer = 0;
    const change = (text, complete) => {
      clearTimeout(timer);
      live.replaceChildren();
      this.answerField = null;
      if (!help || !complete) return;
      const type = this.game.typeOf(text);
      if (type !== undefined) this.#answer(text, type, live);
      timer = setTimeout(() => this.#split(text, live), TYPING);
    };
    const submit = () => (help ? this.answerField?.focus() : this.#guess());
    this.field = new ExperimentField(this.game, change, submit);
    const label = `Experiment ${this.history.length + 1}`;
    if (!help) this.field.line.append(button({ class: "main", onclick: () => this.#guess() }, "Ask"));
    return el("div", { class: "own" }, el("p", { class: "caption" }, label), this.field.element, live);
  }

  /* Show the field for the answer to an experiment, and what is said of it. */
  #answer(experiment, type, live) {
    const field = new AnswerField(this.game, type, experiment, { done: (answer) => this.#add(experiment, answer, (wrong) => field.error(wrong)) });
    this.answerField = field;
    live.replaceChildren(el("p", { class: "caption" }, "The answer"), field.element);
  }

  /* Ask how an experiment splits the codes left, which also tells whether it is one. */
  async #split(text, live) {
    try {
      const split = await this.askSplit("api/split", { game: this.game.said, history: this.history, experiment: text });
      if (!split || this.field?.text !== text) return;
      const { experiment, type } = split;
      if (this.answerField?.text !== experiment) {
        const typed = this.answerField?.draft;
        this.#answer(experiment, type, live);
        this.answerField.put(typed);
      }
      if (!split.split.length) return;
      this.answerField.tell(new Map(split.split));
      live.append(el("details", {}, el("summary", {}, "How it splits the codes left"), figures(this.game, split), splitView(split.split, split.sampled)),
        whyView(this.game, this.history, "Compare it with the best", experiment));
    } catch (error) {
      const said = this.#said(error);
      if (this.field?.text !== text) return;
      if (error.status >= 500 && this.answerField) live.append(el("p", { class: "note" }, said)); // it may be answered all the same
      else {
        live.replaceChildren();
        this.answerField = null;
        this.field.error(said);
      }
    }
  }

  async #guess() {
    const { field } = this;
    if (!field.text) return;
    this.sent = field.text;
    try {
      const told = await call("api/answer", { game: this.game.said, secret: this.secret, history: this.history, experiment: field.text });
      await this.#show([...this.history, [told.experiment, told.answer]]);
    } catch (error) {
      field.error(this.#said(error));
    } finally {
      this.sent = null;
    }
  }

  async #giveUp() {
    try {
      this.gaveUp = await revealed(this.game, this.secret, this.history);
      this.#keep();
      this.#draw();
    } catch (error) {
      this.#fail(error);
    }
  }

  #drawKnown() {
    const { position } = this;
    this.#drawBest();
    if (!position) {
      this.known.replaceChildren();
      return;
    }
    const parts = [];
    if (!this.open) parts.push(this.#doses());
    const counted = this.open || this.hints.has("left");
    if (!counted && position.standing) parts.push(el("p", {}, standingView(position)));
    if (counted && position.codes !== 0) {
      const codes = codesView(this.game, position);
      parts.push(...(this.open ? [...codes, this.#possible()] : codes.slice(0, 1)));
    }
    this.known.replaceChildren(...parts);
  }

  #drawBest() {
    const { position, advice } = this;
    const advised = this.role === "help" || this.hints.has("best");
    this.best.hidden = !(advised && position && !position.over && position.codes !== 0);
    if (this.best.hidden) this.best.replaceChildren();
    else this.best.replaceChildren(el("h2", {}, "Best experiments"), this.#advice(advice),
      Array.isArray(advice) && advice.length ? whyView(this.game, this.history, "Why?") : "");
  }

  /* The field for a code, the same as long as the history is: something may have been typed there. */
  #possible() {
    if (this.possible?.of !== this.position) this.possible = { of: this.position, element: possibleView(this.game, this.history) };
    return this.possible.element;
  }

  #advice(advice) {
    if (advice === null) return el("p", { class: "wait" }, "one moment …");
    if (typeof advice === "string") return el("p", { class: "error" }, advice);
    if (!advice.length) return el("p", {}, "Nothing can be learned any more.");
    return adviceView(this.game, advice, this.field && (({ experiment, type }) => {
      this.field.set(experiment, type);
      this.board.scrollIntoView({ block: "nearest" });
    }));
  }

  /* Help in doses, when you break a code: each for one turn only. */
  #doses() {
    const nudge = () => {
      const [best] = Array.isArray(this.advice) ? this.advice : [];
      if (!best) return this.#advice(this.advice);
      const kind = best.can_be_code === false ? "One that cannot be the code is best now" : "One that can be the code is among the best";
      return el("p", {}, !best.split || best.sampled ? kind : `${kind}; it has ${plural(best.split.length, "outcome")} and leaves at most ${plural(worst(best.split), "code")}.`);
    };
    const dose = (name, label) => button({
      class: "chip", "aria-pressed": String(this.hints.has(name)), onclick: () => {
        this.hints.add(name);
        if (name !== "left" && this.advice === null) this.#advise();
        this.#drawKnown();
      },
    }, label);
    return el("section", { class: "doses" }, el("h2", {}, "Hints"),
      el("div", { class: "picks" }, dose("left", "How many are left?"), dose("nudge", "A nudge"), dose("best", "The best")),
      this.hints.has("nudge") ? nudge() : null);
  }
}
