/* Calls to the server this page came from. What it refuses is an error with its own sentence. */

import { spoken } from "./dom.js";
import { released } from "./pressed.js";
import { forget, names, recall, remember } from "./store.js";
import { inLanguage, keepLanguage, language, say } from "./texts.js";

export class Refused extends Error {
  /* `status` is that of HTTP, 0 when there was no answer; `lang` is the language of the message where that is not the page's. */
  constructor(message, status, lang) {
    super(message);
    this.status = status;
    this.lang = lang;
  }

  /* The message, to be shown. */
  get shown() {
    return spoken(this.message, this.lang);
  }
}

const TOKEN = "token";
const BROUGHT = "~"; // between the place and what is brought to another server

/* The events of the window when the server is gone, or another one is at its address, and when it answers again. */
export const LOST = "cobra-lost";
export const FOUND = "cobra-found";

let isLost = false;

/* Take the token out of the address and remember it for this window, which begins anew with it, or goes on with
   what another server's page has put behind the place. */
export function enter() {
  const token = new URLSearchParams(window.location.search).get(TOKEN);
  if (token === null) return;
  const { hash } = window.location;
  const at = hash.includes(BROUGHT) ? hash.indexOf(BROUGHT) : hash.length;
  const [place, brought] = [hash.slice(0, at), hash.slice(at + 1)];
  forget();
  if (brought) take(brought);
  remember(TOKEN, token);
  keepLanguage();
  window.history.replaceState(null, "", window.location.pathname + place);
}

/* Go to the page of another server, whose address is given, with all that this window remembers; returns what is
   wrong with the address. Nothing is sent: what stands behind # stays in the browser. */
export function moveTo(address) {
  let target;
  try {
    target = new URL(address.trim());
  } catch {
    return say("noAddress");
  }
  const here = ["127.0.0.1", "localhost", "[::1]", window.location.hostname].includes(target.hostname) && target.protocol === "http:";
  if (!here || !target.searchParams.get(TOKEN)) return say("noServeAddress");
  target.hash = `${window.location.hash || "#/games"}${BROUGHT}${encodeURIComponent(JSON.stringify(carried()).toWellFormed())}`;
  window.location.assign(inLanguage(target));
  return "";
}

/* All that the window remembers but for what means something to this server only: its token and its jobs. */
function carried() {
  return Object.fromEntries(names().filter((name) => !/^(token|compare|strategy|review)\b/u.test(name))
    .map((name) => [name, recall(name)]));
}

function take(brought) {
  try {
    for (const [name, value] of Object.entries(JSON.parse(decodeURIComponent(brought)))) remember(name, value);
  } catch { // not what a page has written
    forget();
  }
}

/* Ask the server; `body` is sent as JSON. An aborted call throws the browser's AbortError. The answer waits while something
   is pressed. */
export async function call(path, body, signal) {
  try {
    return await answered(path, body, signal);
  } finally {
    await released();
  }
}

async function answered(path, body, signal) {
  const response = await reached(path, body === undefined ? "GET" : "POST", body, signal);
  return response.json().catch(() => ({}));
}

/* What the server answers when it does not refuse; the page is told where it is gone. */
async function reached(path, method, body, signal) {
  let response;
  try {
    response = await ask(path, method, body, signal);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    tellWhether(true);
    throw new Refused(say("noAnswer"), 0);
  }
  tellWhether([401, 403].includes(response.status));
  if (response.ok) return response;
  const { error, lang } = await response.json().catch(() => ({}));
  throw new Refused(error ?? say("refused", { status: String(response.status) }), response.status, lang);
}

/* Tell the page whether the server is gone. */
function tellWhether(lost) {
  if (lost || isLost) window.dispatchEvent(new Event(lost ? LOST : FOUND));
  isLost = lost;
}

function ask(path, method, body, signal) {
  const headers = { "X-Cobra-Token": recall(TOKEN) ?? "", "Accept-Language": language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return fetch(path, { method, headers, signal, body: JSON.stringify(body) });
}

/* Tell the server to give something up. */
export async function drop(path) {
  await ask(path, "DELETE").catch(() => {});
}

/* Tell the server that something is still wanted. */
export async function want(path) {
  await ask(path, "HEAD").catch(() => {});
}

/* Fetch a file and hand it to the browser to be kept as `name`. */
export async function download(path, name) {
  const response = await reached(path, "GET");
  keep(await response.blob(), name);
}

/* Hand a file to the browser to be kept as `name`. */
export function keep(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/* A function that makes one call after the other, so that no answer is begun and given up; of those that wait only the
   last one is made, an earlier one resolves to null. */
export function inTurn() {
  let running = Promise.resolve();
  let last = 0;
  return (path, body) => {
    last += 1;
    const mine = last;
    const asked = running.then(() => (mine === last ? call(path, body) : null));
    running = asked.catch(() => {});
    return asked;
  };
}

/* A function that makes calls of which only the last one counts: an earlier one resolves to null. */
export function latest() {
  let running = null;
  return async (path, body) => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    try {
      const answer = await call(path, body, mine.signal);
      return running === mine ? answer : null;
    } catch (error) {
      if (error.name === "AbortError" || running !== mine) return null;
      throw error;
    }
  };
}
