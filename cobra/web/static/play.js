/* A play: you break a code that the computer keeps, you make one that it breaks, or you are helped in a game with
   somebody else. The server keeps nothing of it but the secret; every change sends all experiments and answers. What a play shows
   is one class, so this is one long file. */

import { AnswerField } from "./answer.js";
import { adviceView, CONSISTENT, ranked } from "./advice.js";
import { call, latest, Refused } from "./api.js";
import { clashView, rowsView } from "./board.js";
import { CodesLeft } from "./codes.js";
import { arrange, button, el, redraw, tell } from "./dom.js";
import { endingText, endView } from "./ending.js";
import { ExperimentField } from "./experiment.js";
import { whyView } from "./explain.js";
import { makeDoses, nudgeText } from "./hints.js";
import { figures, splitView, standingView } from "./known.js";
import { menuFields } from "./menu.js";
import { isKept, keepSecret, orphanView, revealed } from "./secrets.js";
import { recall, remember } from "./store.js";
import { amount, say } from "./texts.js";

const LISTED = 200; // so many codes left are shown
const AHEAD = "look-ahead(ent-models)"; // beside the strategies that have a name
const TYPING = 150; // ms to wait for more before a split is asked for

export class Play {
  /* `moved(place)` is called with what is played, for the address, after every change. */
  constructor(game, { strategies }, moved) {
    this.game = game;
    this.moved = moved;
    this.strategies = [...strategies.filter(([name]) => name !== "random"), [AHEAD, say("stepsAhead")]];
    this.role = "help";
    this.maker = "random";
    this.strategy = "exp-models";
    this.consistent = false; // whether only what can be the code is advised
    this.askPosition = latest();
    this.askAdvice = latest();
    this.askSplit = latest();
    this.#makeMenu();
    this.board = el("section", { class: "board", "aria-label": say("thePlay") });
    this.best = el("section", { class: "best", "aria-label": say("advice") });
    this.bestTitle = el("h2", {}, say("bestExperiments"));
    this.known = el("section", { class: "known", "aria-label": say("whatIsKnown") });
    this.element = el("div", { class: "play" }, el("h1", { class: "unseen" }, say("playGame", { game: game.title })), this.board, this.best, this.known);
    this.rounds = {}; // what was played in each role, each kept while another is played
    this.before = null; // the round before a new one; one that another came instead of `stays` while that goes on
    this.round = null; // of what is shown, an object of its own
    this.wanted = null; // the role to begin in
  }

  #makeMenu() {
    Object.assign(this, menuFields(this.strategies, this, {
      role: (role) => { this.role = role; this.#change(); },
      maker: (maker) => { this.maker = maker; this.#change(); },
      strategy: (name) => this.#guessBy(name),
      consistent: (only) => this.#adviseOnly(only),
    }));
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
    this.consistent = kept.consistent ?? this.consistent;
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

  /* Have the round before back; where that stays, what is left now can be had back, too. */
  #goBack() {
    const round = this.before;
    this.before = round.stays ? { ...this.rounds[this.#round], stays: true } : null;
    this.start(round);
  }

  #keep() {
    const { role, maker, strategy, consistent, secret, history, gaveUp } = this;
    this.rounds[this.#round] = { secret, history, gaveUp };
    remember(this.game.kept("play"), { role, maker, strategy, consistent, rounds: this.rounds });
    this.moved(this.#place);
  }

  /* Whether what is known is shown all the time. */
  get open() {
    return this.role !== "break" || this.position?.over || this.gaveUp;
  }

  /* Begin anew in the same role, or go on with what was kept. */
  async start(kept = null) {
    this.history = []; // pairs of an experiment and its answer, as the server writes them
    this.coming = null; // the history that the server is asked about
    this.position = null;
    this.#edits(null);
    this.secret = null;
    this.orphan = false;
    this.gaveUp = kept?.gaveUp ?? null;
    this.asked = null;
    this.field = null; // what was typed was meant for what was played
    this.sent = null;
    this.hints = new Set();
    this.advice = null;
    this.problem = "";
    this.codes = new CodesLeft(this.game, () => this.history);
    this.#draw();
    const round = (this.round = {});
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
    this.#edits(place);
    this.#draw();
    this.board.querySelector(place === null ? ".turn input" : ".edited input, .edited button")?.focus();
  }

  /* Let the row at a place be edited from now on, or none. */
  #edits(place) {
    this.editing = place;
    this.editor = null;
  }

  /* Go on with the row that is edited where it stands now, if it is still there: one before it may have been taken away. */
  #followEdited(before) {
    const row = String(before[this.editing]);
    const places = before.length > this.history.length ? [this.editing, this.editing - 1] : [this.editing];
    const place = places.find((one) => String(this.history[one]) === row);
    if (place === undefined) this.#edits(null);
    else this.editing = place;
  }

  async remove(place) {
    if (this.#shifts) return;
    try {
      const rows = await this.#answered(this.#rows.toSpliced(place, 1), place);
      if (rows) await this.#show(rows);
    } catch (error) {
      this.#fail(error);
    }
  }

  /* Whether what the computer answers depends on what was asked before: on a state, on where a secret that moves is by then, on
     lies. */
  get #depends() {
    return this.role === "break" && (this.game.memory || this.game.unseen);
  }

  /* Rows of which the one at a place has changed, or was taken away; where it depends on that the computer answers anew what
     follows. Returns nothing when something else is played meanwhile. */
  async #answered(rows, place) {
    if (!this.#depends) return rows;
    const unchanged = this.#unchanged();
    const answered = rows.slice(0, place);
    for (const [experiment] of rows.slice(place)) {
      const told = await call("api/answer", { game: this.game.said, secret: this.secret, history: answered, experiment });
      if (!unchanged()) return null;
      answered.push([told.experiment, told.answer]);
    }
    this.gaveUp = null; // the code that was told may contradict what is answered now
    return answered;
  }

  /* Take back the last row, or what is on its way to be shown. */
  #undo() {
    const isMore = this.coming !== null && this.coming.length >= this.history.length; // else fewer rows are on their way already
    this.#show(isMore ? this.history : this.#rows.slice(0, -1)).catch((error) => this.#fail(error));
  }

  /* The rows as they will be when the server has answered. */
  get #rows() {
    return this.coming ?? this.history;
  }

  /* Whether the rows that are shown will not stay at their places. */
  get #shifts() {
    return String(this.#rows.slice(0, this.history.length)) !== String(this.history);
  }

  /* A function that tells whether what is played is still as it is now: an answer on its way may be of another play. */
  #unchanged() {
    const { round } = this;
    const rows = String(this.#rows);
    return () => this.round === round && String(this.#rows) === rows;
  }

  /* Another experiment or answer in a row; in a game against the computer, it answers anew. Returns what is
     wrong with it, or nothing. */
  async change(place, experiment, answer) {
    if (this.#shifts) return "";
    const rows = this.#rows;
    const unchanged = this.#unchanged();
    const saved = place === this.editing ? this.editor : null;
    try {
      let changed = rows.with(place, [experiment, answer]);
      if (this.#depends) changed = await this.#answered(changed, place);
      else if (this.role === "break") {
        const told = await call("api/answer", { game: this.game.said, secret: this.secret, history: rows.toSpliced(place, 1), experiment });
        if (!unchanged()) return "";
        changed = rows.with(place, [told.experiment, told.answer]);
        this.gaveUp = null; // the code that was told may contradict what is answered now
      }
      if (!changed) return "";
      await this.#show(changed, saved);
      return "";
    } catch (error) {
      return this.#said(error);
    }
  }

  /* Take over a history, with what the server makes of it; `saved` is an editor that is done with then. */
  async #show(history, saved = null) {
    const { round } = this;
    this.coming = history;
    const position = await this.askPosition("api/position", { game: this.game.said, history, most: LISTED }).finally(() => { if (this.coming === history) this.coming = null; });
    if (!position || this.round !== round) return;
    this.position = position;
    const before = this.history;
    this.history = position.rows.map((row) => [row.experiment, row.answer]);
    if (this.editor === saved) this.#edits(null);
    else this.#followEdited(before);
    this.hints.clear();
    this.advice = null;
    this.asked = null;
    this.problem = "";
    this.secretCode = null;
    this.#keep();
    this.#draw();
    this.#report();
    if (position.lost && this.secret && !this.orphan) this.#reveal(position);
    if (position.over || position.contradiction) return;
    if (this.role === "make") this.#next();
    else if (this.role === "help") this.#advise();
  }

  get #ending() {
    return endingText(this.game, this.position, this.history.length, this.secretCode && this.#told(this.secretCode));
  }

  /* What is said of the code that the server told: who never fixed one may have several left. */
  #told(code) {
    const isFixed = this.maker === "random" || this.position.codes === 1;
    return say(isFixed ? "theCodeWas" : "aCodeThatFits", { code });
  }

  /* Tell those who do not see the page what has changed. */
  #report() {
    const { over, contradiction, codes } = this.position;
    if (over) tell(this.#ending);
    else if (contradiction) tell(say("answersContradict"));
    else if (this.open) tell(say("codesLeft", { n: amount(codes) }));
    else if (this.history.length) tell(say("theAnswerIs", { answer: this.history.at(-1)[1] }));
  }

  async #advise() {
    const { position } = this;
    try {
      const answer = await this.askAdvice("api/advice", { game: this.game.said, history: this.history, ...(this.consistent ? CONSISTENT : {}) });
      if (!answer || this.position !== position) return;
      position.probabilities ??= answer.probabilities;
      this.advice = answer.stopped && !answer.advice.length ? say("noBest") : ranked(answer.advice);
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
      if (next.experiment === null) this.problem = say("nothingToAsk");
      else this.asked = next;
      this.#drawTurn();
      if (document.activeElement === document.body) this.answerField?.focus(); // it is nowhere else, where something may be typed
      if (this.asked) tell(say("itAsks", { experiment: next.experiment }));
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
    return error.shown;
  }

  #fail(error) {
    this.problem = this.#said(error);
    this.#drawTurn();
  }

  #draw() {
    const { activeElement } = document;
    this.astray ||= this.board.contains(activeElement) && !this.menu.contains(activeElement);
    const edits = this.editor?.some((part) => part.contains(activeElement));
    const rows = this.position ? rowsView(this) : null;
    this.turn = el("div", { class: "turn" });
    this.makers.hidden = this.role !== "break";
    this.breakers.hidden = this.role !== "make";
    this.only.hidden = this.role !== "help" || this.game.ending !== "hit";
    const undo = this.history.length ? button({ class: "quiet", onclick: () => this.#undo() }, say("undo")) : null;
    const anew = this.history.length ? button({ class: "quiet", onclick: () => this.#anew() }, say("newGame")) : null;
    const back = (!this.history.length || this.before?.stays) && this.before?.history.length ? button({ class: "quiet", onclick: () => this.#goBack() }, say("backToBefore")) : null;
    const giveUp = this.secret && !this.orphan && !this.position?.over && !this.gaveUp ? button({ class: "quiet", onclick: () => this.#giveUp() }, say("giveUp")) : null;
    arrange(this.board, [this.menu, rows, this.turn, el("div", { class: "below" }, undo, giveUp, anew, back)].filter(Boolean));
    if (edits) activeElement.focus({ preventScroll: true }); // which it lost, as the row is another
    this.#drawTurn();
    this.#drawKnown();
  }

  #adviseOnly(consistent) {
    this.consistent = consistent;
    this.advice = null;
    this.#keep();
    this.#drawKnown();
    if (this.position && !this.position.over && !this.position.contradiction) this.#advise();
  }

  #guessBy(name) {
    this.strategy = name;
    this.asked = null;
    this.#keep();
    this.#drawTurn();
    if (this.position && !this.position.over && !this.position.contradiction) this.#next();
  }

  /* Lead the focus on when what had it is gone, as soon as there is something to do. */
  #lead() {
    const next = this.field ?? this.answerField ?? this.turn.querySelector("button");
    if (!this.astray || !next) return;
    this.astray = false;
    if (document.activeElement === document.body) next.focus();
  }

  #drawTurn() {
    this.astray ||= this.turn.contains(document.activeElement);
    this.#fillTurn();
    this.#lead();
  }

  #fillTurn() {
    const draft = this.#draft();
    this.field = null;
    this.answerField = null;
    const problem = this.problem ? el("p", { class: "error", role: "alert" }, this.problem) : "";
    if (!this.position && problem) this.turn.replaceChildren(problem, button({ class: "main", onclick: () => this.#anew() }, say("newGame")));
    else if (!this.position) this.turn.replaceChildren(el("p", { class: "wait" }, say("oneMoment")));
    else if (this.gaveUp) this.turn.replaceChildren(this.#end(this.#told(this.gaveUp)), problem);
    else if (this.position.over) this.turn.replaceChildren(this.#end(this.#ending), problem);
    else if (this.orphan) this.turn.replaceChildren(orphanView(() => this.#help(), () => this.#anew()));
    else if (this.position.contradiction) this.turn.replaceChildren(clashView(this), this.role === "help" ? this.#own() : "");
    else if (this.role === "make") this.turn.replaceChildren(problem, this.#computers());
    else this.turn.replaceChildren(this.#own(), problem);
    if (!this.field || !draft) return;
    this.field.set(draft.text, this.game.typeOf(draft.text));
    this.answerField?.put(draft.answer);
    if (draft.typing) this.field.input.focus({ preventScroll: true });
  }

  /* What was typed in the meantime: an experiment that is not the one just made, and its answer. */
  #draft() {
    const text = this.field?.text;
    return text && text !== this.sent ? { text, answer: this.answerField?.draft, typing: document.activeElement === this.field.input } : null;
  }

  /* Go on without the code, which is kept no more. */
  #help() {
    this.before = this.rounds.help ? { ...this.rounds.help, stays: true } : null;
    this.role = "help";
    this.#makeMenu();
    this.start({ secret: null, history: this.history, gaveUp: null });
  }

  #end(text) {
    return endView(this.game, this.gaveUp ? [] : this.history, text, () => this.#anew());
  }

  /* The computer's experiment and the field for your answer. */
  #computers() {
    if (!this.asked) return this.problem ? "" : el("p", { class: "wait" }, say("itThinks"));
    const { experiment, type } = this.asked;
    this.answerField = new AnswerField(this.game, type, experiment, { label: say("answer"), done: (answer) => this.#add(experiment, answer, (text) => this.answerField.error(text)) });
    return el("div", { class: "asked" }, el("p", { class: "caption" }, say("asksExperiment", { number: this.history.length + 1 })), this.game.experiment(experiment, type), this.answerField.element);
  }

  /* Add a row, after one that is still on its way, too; the same one again was pressed twice. What the computer asks is
     answered once: another answer takes the place of the one on its way. */
  async #add(experiment, answer, wrong) {
    const rows = this.role === "make" ? this.history : this.#rows;
    if (String(this.coming?.at(-1)) === String([experiment, answer])) return;
    this.sent = this.field?.text;
    try {
      await this.#show([...rows, [experiment, answer]]);
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
    const label = say("experimentNumber", { number: this.history.length + 1 });
    if (!help) this.field.line.append(button({ class: "main", onclick: () => this.#guess() }, say("ask")));
    return el("div", { class: "own" }, el("p", { class: "caption" }, label), this.field.element, live);
  }

  /* Show the field for the answer to an experiment, and what is said of it. */
  #answer(experiment, type, live) {
    const field = new AnswerField(this.game, type, experiment, {
      done: (answer) => this.#add(experiment, answer, (wrong) => field.error(wrong)), most: say("codes", { n: amount(this.position.codes) }),
    });
    this.answerField = field;
    live.replaceChildren(el("p", { class: "caption" }, say("theAnswer")), field.element);
  }

  /* Ask how an experiment splits the codes left, which also tells whether it is one. */
  async #split(text, live) {
    try {
      const split = await this.askSplit("api/split", { game: this.game.said, history: this.history, experiment: text });
      if (!split || this.field?.text !== text) return;
      const { experiment, type } = split;
      if (this.answerField?.text !== experiment) {
        const typed = this.answerField?.draft;
        redraw(live, () => this.#answer(experiment, type, live));
        this.answerField.put(typed);
      }
      // a sample does not tell what an answer leaves, nor what it contradicts
      this.answerField.tell(split.split.length && !split.sampled ? new Map(split.split) : null);
      if (!split.split.length) return;
      live.append(el("details", {}, el("summary", {}, say("howItSplits")), figures(this.game, split), splitView(split.split, split.sampled)),
        whyView(this.game, this.history, say("compareWithBest"), experiment));
    } catch (error) {
      const said = this.#said(error);
      if (this.field?.text !== text) return;
      if (error.status >= 500 && this.answerField) { // it may be answered all the same
        this.answerField.tell(null);
        live.append(el("p", { class: "note" }, said));
      } else {
        live.replaceChildren();
        this.answerField = null;
        this.field.error(said);
      }
    }
  }

  async #guess() {
    const { field, round } = this;
    if (!field.text || this.sent) return; // what is answered may depend on the answer that is on its way
    const rows = this.#rows;
    const unchanged = this.#unchanged();
    this.sent = field.text;
    try {
      const told = await call("api/answer", { game: this.game.said, secret: this.secret, history: rows, experiment: field.text });
      if (unchanged() && !this.gaveUp) await this.#show([...rows, [told.experiment, told.answer]]);
    } catch (error) {
      field.error(this.#said(error));
    } finally {
      if (this.round === round) this.sent = null;
    }
  }

  async #giveUp() {
    const { round } = this;
    const unchanged = this.#unchanged();
    try {
      const code = await revealed(this.game, this.secret, this.#rows);
      if (this.round !== round) return;
      if (!unchanged()) { // a row came meanwhile, which the code may contradict
        await this.#giveUp();
        return;
      }
      this.gaveUp = code;
      this.#keep();
      this.#draw();
    } catch (error) {
      if (this.round === round) this.#fail(error);
    }
  }

  #drawKnown() {
    const { position } = this;
    this.#drawBest();
    const parts = [];
    if (position && !this.open) parts.push(this.#doses());
    const counted = this.open || this.hints.has("left");
    if (position?.standing && !counted) parts.push(el("p", {}, standingView(position)));
    if (position && counted && position.codes !== 0) parts.push(...this.codes.parts(position, this.open));
    arrange(this.known, parts);
  }

  #drawBest() {
    const { position, advice } = this;
    const advised = this.role === "help" || this.hints.has("best");
    this.best.hidden = !(advised && position && !position.over && position.codes !== 0);
    const why = Array.isArray(advice) && advice.length ? [whyView(this.game, this.history, say("why"))] : [];
    arrange(this.best, this.best.hidden ? [] : [this.bestTitle, this.only, this.#advice(advice), ...why]);
  }

  #advice(advice) {
    if (advice === null) return el("p", { class: "wait" }, say("oneMoment"));
    if (!Array.isArray(advice)) return el("p", { class: "error" }, advice);
    if (!advice.length) return el("p", {}, say("nothingToLearn"));
    return adviceView(this.game, advice, this.field && (({ experiment, type }) => {
      this.field.set(experiment, type);
      this.board.scrollIntoView({ block: "nearest" });
    }));
  }

  #doses() {
    const [best] = Array.isArray(this.advice) ? this.advice : [];
    this.doses ??= makeDoses((name) => {
      this.hints.add(name);
      if (name !== "left" && this.advice === null) this.#advise();
      this.#drawKnown();
    });
    this.doses.tell(this.hints, best ? el("p", {}, nudgeText(best)) : this.#advice(this.advice));
    return this.doses.element;
  }
}
