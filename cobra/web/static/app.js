/* The page: which game, and what is done with it. The part of the address after # says what is shown. */

import { call, enter, Refused } from "./api.js";
import { Compare } from "./compare.js";
import { el } from "./dom.js";
import { Game } from "./game.js";
import { cancelAll } from "./jobs.js";
import { Library } from "./library.js";
import { Play } from "./play.js";
import { recall, remember } from "./store.js";
import { StrategyView } from "./strategy.js";

const VIEWS = { play: Play, compare: Compare, strategy: StrategyView };
const main = document.getElementById("main");
const nav = document.getElementById("views");
const playing = document.getElementById("playing");

let library = null;
let game = null;
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

/* Begin a game that was chosen, and play it. */
function choose(said, served) {
  remember("play", null);
  begin(said, served);
  if (window.location.hash === "#/play") show();
  else window.location.hash = "#/play";
}

function show() {
  const name = window.location.hash.slice(2);
  const View = game && VIEWS[name];
  if (View) made[name] ??= new View(game, library);
  else made.games ??= new Library(library, choose);
  main.replaceChildren((View ? made[name] : made.games).element);
  for (const link of nav.querySelectorAll("a")) {
    if (link.hash === `#/${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  window.scrollTo(0, 0);
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
start();
