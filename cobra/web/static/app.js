/* The page: which game, and what is done with it. The part of the address after # says what is shown. */

import { BrokenLink, hashOf, partsOf, placeOf } from "./address.js";
import { call, enter, LOST, moveTo, Refused } from "./api.js";
import { Compare } from "./compare.js";
import { button, el } from "./dom.js";
import { Game } from "./game.js";
import { cancelAll } from "./jobs.js";
import { Library } from "./library.js";
import { Play } from "./play.js";
import { digest, recall, remember } from "./store.js";
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
let current = ""; // the name of the view that is shown
let visit = 0; // counts what was gone to: what was meant for an earlier one counts no more
let arriving = false; // whether the view has not said yet what it shows since it was gone to
let writing = Promise.resolve(); // addresses are written one after the other

/* Take up a game; `said` is what the server is told of it, `served` what it says of it. */
function begin(said, served) {
  remember("game", said);
  cancelAll();
  game = new Game(said, served);
  made = {};
  for (const link of nav.querySelectorAll("a")) link.hash = `#/${link.dataset.view}`;
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
    made.strategy = viewOf(view, game);
    made.strategy.walkAtOnce();
  }
  if (window.location.hash === `#/${view}`) show();
  else window.location.hash = `#/${view}`;
}

/* Show what the address says: a view, or a place with its game. */
async function show() {
  visit += 1;
  const mine = visit;
  const { view, packed } = partsOf(window.location.hash);
  let shown = null;
  try {
    if (view in VIEWS && packed) shown = await come(view, packed, mine);
  } catch (error) {
    if (mine === visit) showBroken(error);
    return;
  }
  if (mine !== visit) return;
  const View = game && VIEWS[view];
  current = View ? view : "games";
  if (View) made[view] ??= viewOf(view, game);
  else games ??= new Library(library, choose);
  main.replaceChildren((View ? made[view] : games).element);
  for (const link of nav.querySelectorAll("a")) {
    if (link.dataset.view === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  window.scrollTo(0, 0);
  arriving = true;
  if (View) made[view].take(shown);
}

/* Take up the game of a place, and return what is to be shown of it. */
async function come(view, packed, mine) {
  const place = await placeOf(view, packed);
  if (game === null || digest(place.game) !== game.digest) {
    const served = await call("api/game", { game: place.game });
    if (mine === visit) begin(place.game, served);
  }
  return place.shown;
}

/* A view of a game, which says what it shows; that is put into the address while the view is seen, and into the link
   that leads to it. Whatever it says first after it was gone to is the place gone to. */
function viewOf(view, of) {
  return new VIEWS[view](of, library, (shown) => {
    const mine = visit;
    const seen = view === current && of === game;
    const replaces = arriving;
    if (seen) arriving = false;
    writing = writing.then(async () => {
      const hash = await hashOf(view, of.said, shown);
      if (of !== game) return;
      nav.querySelector(`[data-view=${view}]`).hash = hash;
      if (!seen || mine !== visit || hash === window.location.hash) return;
      if (replaces) window.history.replaceState(null, "", hash);
      else window.history.pushState(null, "", hash);
    });
  });
}

/* Say why a place cannot be shown. */
function showBroken(error) {
  if (!(error instanceof BrokenLink || error instanceof Refused)) throw error;
  main.replaceChildren(el("section", { class: "page" }, el("h1", {}, "This link cannot be opened"),
    el("p", { class: "error source", role: "alert" }, error.message), el("p", {}, el("a", { href: "#/games" }, "Choose a game"))));
}

/* Say what is wrong with the server, and ask for the address of one, where all that was done here goes on. */
function askAddress(...said) {
  const wrong = el("p", { class: "error", role: "alert" });
  const input = el("input", { class: "typed", type: "text", name: "address", "aria-label": "Its new address", placeholder: "http://127.0.0.1:…", autocomplete: "off" });
  const form = el("form", { class: "line", onsubmit: (event) => { event.preventDefault(); wrong.textContent = moveTo(input.value); } },
    input, button({ type: "submit", class: "main" }, "Go on there"));
  lost.replaceChildren(el("p", {}, ...said, "start ", el("code", {}, "cobra serve"), ", and paste the address that it prints."), form, wrong);
  lost.hidden = false;
}

async function start() {
  try {
    library = await call("api/library");
    window.addEventListener("hashchange", show);
    const known = recall("game");
    const said = known ?? library.start;
    const { packed } = partsOf(window.location.hash);
    if (said && !packed) begin(said, await call("api/game", { game: said }));
    if (library.start && !known && !packed) window.location.hash = "#/play";
    else show();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    main.replaceChildren(el("p", { class: "error", role: "alert" }, error.message));
    if (error.status === 401) askAddress(el("b", {}, "This window is not let in yet. "), "To go on to what the address shows, ");
  }
}

enter();
window.addEventListener(LOST, () => {
  if (library !== null && lost.hidden) askAddress(el("b", {}, "The server of this page is gone. "), "Nothing that you did here is lost: ");
});
start();
