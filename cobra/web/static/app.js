/* The page: which game, and what is done with it. The part of the address after # says what is shown. */

import { BrokenLink, hashOf, partsOf, placeOf } from "./address.js";
import { call, enter, FOUND, LOST, moveTo, Refused } from "./api.js";
import { button, el, mistakePlace } from "./dom.js";
import { Game } from "./game.js";
import { cancelAll } from "./jobs.js";
import { Library } from "./library.js";
import { Play } from "./play.js";
import { digest, recall, remember } from "./store.js";
import { languageMenu, pieces, say } from "./texts.js";
import { needing, part, unsent } from "./unsent.js";

const VIEWS = { // of a game; what has more to it is fetched when it is wanted
  play: async () => Play, compare: async () => (await part(import("./compare.js"))).Compare,
  strategy: async () => (await part(import("./strategy.js"))).StrategyView,
};
const main = document.getElementById("main");
const lost = document.getElementById("lost");
const nav = document.getElementById("views");
const playing = document.getElementById("playing");

let library = null;
let game = null;
let games = null; // the choice of a game
let bench = null; // the workbench
let made = {}; // the views of the game, each kept while another is shown
let current = ""; // the name of the view that is shown
let here = ""; // what stood behind # when a view was shown, or was put there since
let visit = 0; // counts what was gone to: what was meant for an earlier one counts no more
let arriving = false; // whether the view has not said yet what it shows since it was gone to
let writing = Promise.resolve(); // addresses are written one after the other
const unwritten = new Set(); // places of this visit whose addresses are being made, in order
const UNWRITTEN = "unwritten"; // what the window remembers of them

/* Take up a game; `said` is what the server is told of it, `served` what it says of it. */
function begin(said, served) {
  remember("game", said);
  cancelAll();
  game = new Game(said, served);
  made = {};
  for (const view of Object.keys(VIEWS)) linkTo(view).hash = `#/${view}`;
  for (const link of nav.children) link.hidden = false;
  playing.hidden = false;
  playing.textContent = game.title;
  document.title = `${game.name} · cobra`;
}

/* Whether a game has a view of this name, which may be anything that stands in an address. */
function isView(name) {
  return Object.hasOwn(VIEWS, name);
}

function linkTo(view) {
  return nav.querySelector(`[data-view=${view}]`);
}

/* Begin a game that was chosen, and play it, in a role if one is given, or show another view of it; what was done with it
   before goes on. To choose Strategy is to walk one at once. */
async function choose(said, served, view = "play", role = null) {
  begin(said, served);
  if (role) (await viewOf("play")).wanted = role;
  if (view === "strategy") await needing(async () => (await viewOf("strategy")).walkAtOnce(), toldThere);
  go(`#/${view}`);
}

function toldThere() {} // a view that is not sent says so where it would be

function go(hash) {
  if (window.location.hash === hash) show();
  else window.location.hash = hash;
}

/* Lead to the workbench with another text. */
async function write(text, files, parameters) {
  await needing(async () => (await makeBench()).replace(text, files, parameters), toldThere);
  go("#/write");
}

/* The workbench, which is fetched when it is wanted. */
async function makeBench() {
  const { Workbench } = await part(import("./workbench.js"));
  bench ??= new Workbench(library, choose, (said) => putPlace("write", said, {}), (id) => {
    if (current === "write" && window.history.state?.written !== id) window.history.replaceState({ written: id }, "");
  });
  return bench;
}

/* Show what the address says: a view, or a place with its game. */
async function show() {
  visit += 1;
  const mine = visit;
  current = ""; // until another is shown, nothing is seen
  here = window.location.hash;
  unwritten.clear();
  const { view, packed } = partsOf(window.location.hash);
  let place = null;
  try {
    if (packed && (isView(view) || view === "write")) place = await come(view, packed, mine);
  } catch (error) {
    if (mine === visit) await showBroken(error);
    return;
  }
  if (mine !== visit) return;
  const known = view === "write" || (game && isView(view));
  const name = known ? view : "games";
  let shown = null;
  await needing(async () => { shown = await viewNamed(name); }, () => {
    if (mine === visit) main.replaceChildren(el("section", { class: "page" }, el("h1", {}, say(name)), unsent()));
  });
  if (mine !== visit || !shown) return;
  current = name;
  const held = main.contains(document.activeElement);
  main.replaceChildren(shown.element);
  if (held) main.focus({ preventScroll: true }); // what had it is gone
  for (const link of nav.children) {
    if (link.dataset.view === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  window.scrollTo(0, 0);
  arriving = true;
  if (current === "write") shown.take(place?.game ?? null, window.history.state?.written ?? null);
  else if (known) shown.take(place?.shown ?? null);
}

async function viewNamed(view) {
  if (view === "write") return makeBench();
  if (isView(view)) return viewOf(view);
  return games ??= new Library(library, choose, write);
}

/* The place of a packed text, whose game is taken up when it is to be played. */
async function come(view, packed, mine) {
  const place = await placeOf(view, packed);
  if (view === "write" || digest(place.game) === game?.digest) return place;
  try {
    const served = await call("api/game", { game: place.game });
    if (mine === visit) begin(place.game, served);
    return place;
  } catch (error) {
    error.game = place.game; // which may be mended
    throw error;
  }
}

/* A view of the game, which says what it shows. */
async function viewOf(view) {
  const [of, views] = [game, made];
  const View = await VIEWS[view]();
  return views[view] ??= new View(of, library, (shown) => putPlace(view, of.said, shown, of));
}

/* Put what a view shows into the address while the view is seen, and into the link that leads to it. Whatever it says
   first after it was gone to is the place gone to; a text that is being written stays one place. */
function putPlace(view, said, shown, of = game) {
  const mine = visit;
  const seen = view === current && of === game;
  const place = { view, said, shown, replaces: arriving || view === "write" };
  if (of === game || view === "write") linkTo(view).hash = `#/${view}`; // what it led to is not what is shown any more
  if (seen) {
    arriving = false;
    unwritten.add(place);
    rememberUnwritten();
  }
  writing = writing.then(async () => {
    const hash = await hashOf(view, said, shown);
    unwritten.delete(place);
    if (of === game || view === "write") {
      linkTo(view).hash = hash;
      if (seen && mine === visit && hash !== here && here === window.location.hash) { // and it is not being left
        here = hash;
        writeHash(hash, place.replaces);
      }
    }
    rememberUnwritten();
  });
}

function rememberUnwritten() {
  remember(UNWRITTEN, unwritten.size ? { here, places: [...unwritten] } : null);
}

function writeHash(hash, replaces) {
  if (replaces) window.history.replaceState(window.history.state, "", hash);
  else window.history.pushState(null, "", hash);
}

/* Write the addresses that were not written yet when the page was loaded again. */
async function writeLate() {
  const late = recall(UNWRITTEN);
  remember(UNWRITTEN, null);
  if (late?.here !== window.location.hash) return;
  for (const { view, said, shown, replaces } of late.places) writeHash(await hashOf(view, said, shown), replaces);
}

/* Say why a place cannot be shown; the text of a game may be mended. */
async function showBroken(error) {
  if (!(error instanceof BrokenLink || error instanceof Refused)) throw error;
  const mended = error.game && "text" in error.game ? el("a", { href: await hashOf("write", error.game, {}) }, say("mendText")) : null;
  main.replaceChildren(el("section", { class: "page" }, el("h1", {}, say("brokenLink")),
    mistakePlace(error.shown ?? error.message), el("p", { class: "line" }, mended, el("a", { href: "#/games" }, say("chooseGame")))));
}

/* Say what is wrong with the server, and ask for the address of one, where all that was done here goes on. */
function askAddress(wrongWith, why) {
  const wrong = el("p", { class: "error", role: "alert" });
  const input = el("input", { class: "typed", type: "text", name: "address", "aria-label": say("newAddress"), placeholder: "http://127.0.0.1:…", autocomplete: "off" });
  const form = el("form", { class: "line", onsubmit: (event) => { event.preventDefault(); wrong.textContent = moveTo(input.value); } },
    input, button({ type: "submit", class: "main" }, say("goOnThere")));
  lost.replaceChildren(el("p", {}, el("b", {}, say(wrongWith)), " ", pieces(why, { command: el("code", {}, "cobra serve") })), form, wrong);
  lost.hidden = false;
}

async function start() {
  try {
    await writeLate();
    library = await call("api/library");
    window.addEventListener("hashchange", show);
    const known = recall("game");
    const said = known ?? library.start;
    const { packed } = partsOf(window.location.hash);
    if (said && !packed) begin(said, await call("api/game", { game: said }));
    if (library.start && !known && !window.location.hash) window.location.hash = "#/play";
    else show();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    main.replaceChildren(el("section", { class: "page" }, el("h1", {}, document.title), el("p", { class: "error", role: "alert" }, error.shown)));
    if (error.status === 401) askAddress("notLetIn", "toGoOn");
  }
}

for (const link of nav.children) link.textContent = say(link.dataset.view);
nav.ariaLabel = say("whatToDo");
lost.ariaLabel = say("serverGone");
nav.after(languageMenu());
enter();
window.addEventListener(LOST, () => {
  if (library !== null && lost.hidden) askAddress("serverGone", "nothingLost");
});
window.addEventListener(FOUND, () => {
  const held = lost.contains(document.activeElement);
  lost.hidden = true;
  if (held) main.focus({ preventScroll: true });
});
start();
