/* Long work on the server: started, watched, cancelled, found again by a page that is loaded again. */

import { call, drop, Refused, want } from "./api.js";
import { button, el, spoken } from "./dom.js";
import { isCopy, recall, remember } from "./store.js";
import { say } from "./texts.js";

const PAUSE = 150; // ms between two looks, growing to
const LONGEST = 1000;
const RARE = 15_000; // between two looks as long as the server does not answer
const MISSES = 50; // so many looks without an answer, ten minutes: then it has forgotten the job
const KEPT = 200_000; // after so long the server is told again that a result is still shown: it keeps it three times as long
export const MISSING = 404; // what the server answers about a job that it does not have
const LIGHT = 1_500; // codes of a game of the library whose one-step strategies take a second at most

const STATES = { waiting: "isWaiting", running: "isRunning", cancelling: "isCancelling" }; // texts for those of a job that has not ended

const running = new Map(); // for each place, how to give up what runs for it
const started = new Set(); // the jobs that this page has started
const shown = new Map(); // for each place, the job whose result is shown for it

/* Give everything up, since nobody waits for it any more. */
export function cancelAll() {
  for (const giveUp of running.values()) giveUp();
  shown.clear();
}

/* Let the server keep a job as long as its result is shown: files are made of it. */
export function keep(place, job) {
  shown.set(place, job);
}

setInterval(() => { for (const job of shown.values()) want(`api/jobs/${job}`); }, KEPT);

/* Start a job and show its progress in `place`; `seen(job)` is called at every look, also when it has ended: then
   `result` is what it has found, also when it was cancelled. What goes wrong is shown there too. Starting another in
   the same place cancels the first. Its id is remembered as `kept`, so that a page that is loaded again finds it. */
export async function run(place, body, kept, seen) {
  await follow(place, kept, seen, async () => {
    const { job } = await call("api/jobs", body);
    remember(kept, job);
    started.add(job);
    return job;
  });
}

/* Give up what runs for a place, and show nothing there. */
export function clear(place) {
  running.get(place)?.();
  running.delete(place);
  shown.delete(place);
  place.replaceChildren();
}

/* Go on with the job remembered as `kept`; returns whether nothing is left to be done: the server still has it, or
   something else was begun in this place meanwhile, or nothing is wanted there any more. */
export async function goOn(place, kept, seen) {
  const job = recall(kept);
  if (job === null) return false;
  let wanted = true;
  const giveUp = () => { wanted = false; };
  running.get(place)?.();
  running.set(place, giveUp);
  let found = true;
  try {
    await call(`api/jobs/${job}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    found = error.status !== MISSING; // else it is said where it is looked at again
    if (!found) remember(kept, null);
  } finally {
    if (running.get(place) === giveUp) running.delete(place);
  }
  if (found && wanted) follow(place, kept, seen, async () => job, isCopy && !started.has(job));
  return found || !wanted;
}

/* Say what a link leads to that has to be computed first, which is not begun unasked. */
export function offer(place, what, start) {
  place.replaceChildren(el("div", { class: "offer" }, el("p", {}, what), button({ class: "main", onclick: start }, say("start"))));
}

/* Whether what a link leads to takes so little that it is computed unasked. */
export function isLight(game, strategies) {
  return "name" in game.said && typeof game.codes === "number" && game.codes <= LIGHT && !strategies.includes("optimal");
}

/* Start a job, or go on with one, and show how far it is. Where the window that this one is a copy of waits for it, too, only the
   button cancels it. */
async function follow(place, kept, seen, start, isShared = false) {
  running.get(place)?.();
  const from = document.activeElement; // what began it
  const gauge = el("progress", { max: 1, "aria-label": say("progress") });
  const text = el("span", { class: "doing" }, say("begins"));
  let job = null;
  let over = false;
  let unwanted = false;
  let doing = "";
  const cancel = async () => {
    if (over) return;
    unwanted = true;
    stop.ariaDisabled = "true"; // it keeps the focus
    if (job) await drop(`api/jobs/${job}`);
  };
  const stop = button({ class: "quiet", onclick: cancel }, say("cancel"));
  const giveUp = isShared ? () => running.delete(place) : cancel;
  running.set(place, giveUp);
  exchange(place, [el("div", { class: "job" }, gauge, text, stop)], stop);
  try {
    job = await start();
    if (unwanted) await cancel(); // before the server had said which job it is
    let missed = 0; // looks without an answer, one after the other
    for (let pause = PAUSE; !over; pause = Math.min(missed ? RARE : LONGEST, pause * 1.3)) {
      const state = await look(job, missed < MISSES);
      if (running.get(place) !== giveUp) return; // another was started here
      missed = state ? 0 : missed + 1;
      if (!state) {
        text.textContent = say("askedAgain");
        await rest(pause);
        continue;
      }
      over = !Object.hasOwn(STATES, state.state);
      if (unwanted && !over && state.state !== "cancelling") await drop(`api/jobs/${job}`); // it was not told so
      if (state.state === "running") doing = state.progress?.what ?? doing; // not what cancelling takes
      if (!over) showProgress(gauge, text, state, doing);
      else exchange(place, state.state === "done" ? [] : [stopped(state, doing)], from);
      seen({ id: job, ...state });
      if (!over) await rest(pause);
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    over = true;
    if (running.get(place) === giveUp) exchange(place, [el("p", { class: "error", role: "alert" }, error.shown)], from);
  } finally {
    if (running.get(place) === giveUp) running.delete(place);
  }
}

/* What the server says of a job; null when it does not answer, if that `may` be: the job goes on meanwhile. */
async function look(job, may) {
  try {
    return await call(`api/jobs/${job}`);
  } catch (error) {
    if (may && error instanceof Refused && error.status === 0) return null;
    throw error;
  }
}

function rest(pause) {
  return new Promise((resolve) => { setTimeout(resolve, pause); });
}

/* Show something else in a place. A focus that was there goes to `next`, or to what begins such work when that is gone. */
function exchange(place, shown, next) {
  const held = place.contains(document.activeElement);
  place.replaceChildren(...shown);
  if (!held) return;
  (next.isConnected && next !== document.body ? next : place.parentElement.querySelector("[type=submit]"))?.focus();
}

/* What is done, for how long, and how far that is; a bar that is full would be finished. */
function showProgress(gauge, text, { state, progress, seconds }, doing) {
  if (progress?.total && progress.done < progress.total) gauge.value = progress.done / progress.total;
  else gauge.removeAttribute("value");
  text.textContent = state === "running" && doing ? `${doing} · ${Math.floor(seconds)} s` : say(STATES[state]);
}

/* What is said of work that did not come to its end, with what was known by then. */
function stopped({ state, result, error, lang }, doing) {
  if (state !== "cancelled") return el("p", { class: "error", role: "alert" }, spoken(error, lang));
  const by = result ? say("foundByThen") : doing ? say("byThen", { doing }) : "";
  return el("p", { class: "note", role: "alert" }, el("b", {}, say("cancelled")), " ", by);
}
