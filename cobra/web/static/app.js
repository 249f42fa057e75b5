/* The page: which game, and what is done with it. The part of the address after # says what is shown. */

import { call, enter, LOST, moveTo, Refused } from "./api.js";
import { Compare } from "./compare.js";
import { button, el } from "./dom.js";
import { Game } from "./game.js";
import { cancelAll } from "./jobs.js";
import { Library } from "./library.js";
import { Play } from "./play.js";
import { recall, remember } from "./store.js";
import { StrategyView } from "./strategy.js";

const VIEWS = { play: Play, compare: Compare, strategy: StrategyView };
const main = document.getElementById("main");
const lost = document.getElementById("lost");
const nav = document.getElementById("views");
const playing = document.getElementById("playing");

let library = null;
let game = null;
let games = null; // the choice of a game
let made = {}; // the views of the game, each kept while another is shown

/* Take up a game; `said` is what the server is told of it, `served` what it says of it. */
function begin(said, served) {
  remember("game", said);
  cancelAll();
  game = new Game(said, served);
  made = {};
  nav.hidden = false;
  playing.hidden = false;
  playing.textContent = game.title;
  document.title = `${game.name} · cobra`;
}

/* Begin a game that was chosen, and show it as `view` does: play it, where what was played of it before goes on, or walk
   a strategy at once. */
function choose(said, served, view) {
  begin(said, served);
  if (view === "strategy") {
    made.strategy = new StrategyView(game, library);
    made.strategy.walkAtOnce();
  }
  if (window.location.hash === `#/${view}`) show();
  else window.location.hash = `#/${view}`;
}

function show() {
  const name = window.location.hash.slice(2);
  const View = game && VIEWS[name];
  if (View) made[name] ??= new View(game, library);
  else games ??= new Library(library, choose);
  main.replaceChildren((View ? made[name] : games).element);
  for (const link of nav.querySelectorAll("a")) {
    if (link.hash === `#/${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  window.scrollTo(0, 0);
}

/* Say that the server is gone, and how to take along what was done here. */
function showLost() {
  const wrong = el("p", { class: "error", role: "alert" });
  const input = el("input", { class: "typed", type: "text", name: "address", "aria-label": "Its new address", placeholder: "http://127.0.0.1:…", autocomplete: "off" });
  const form = el("form", { class: "line", onsubmit: (event) => { event.preventDefault(); wrong.textContent = moveTo(input.value); } },
    input, button({ type: "submit", class: "main" }, "Go on there"));
  lost.replaceChildren(el("p", {}, el("b", {}, "The server of this page is gone. "), "Nothing that you did here is lost: start ",
    el("code", {}, "cobra serve"), " again, and paste the address that it prints."), form, wrong);
  lost.hidden = false;
}

async function start() {
  try {
    library = await call("api/library");
    window.addEventListener("hashchange", show);
    const known = recall("game");
    const said = known ?? library.start;
    if (said) begin(said, await call("api/game", { game: said }));
    if (library.start && !known) window.location.hash = "#/play";
    show();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    main.replaceChildren(el("p", { class: "error", role: "alert" }, error.message));
  }
}

enter();
window.addEventListener(LOST, () => { if (library !== null && lost.hidden) showLost(); });
start();
