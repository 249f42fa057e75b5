/* Calls to the server this page came from. What it refuses is an error with its own sentence. */

export class Refused extends Error {
  /* `status` is that of HTTP, 0 when there was no answer. */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

import { forget, recall, remember } from "./store.js";

const TOKEN = "token";

/* Take the token out of the address and remember it for this window, which begins anew with it. */
export function enter() {
  const token = new URLSearchParams(window.location.search).get(TOKEN);
  if (token === null) return;
  forget();
  remember(TOKEN, token);
  window.history.replaceState(null, "", window.location.pathname + window.location.hash);
}

/* Ask the server; `body` is sent as JSON. An aborted call throws the browser's AbortError. */
export async function call(path, body, signal) {
  let response;
  try {
    response = await ask(path, body === undefined ? "GET" : "POST", body, signal);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("The server does not answer. Is `cobra serve` still running?", 0);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error ?? `The server refused (${response.status}).`, response.status);
  return answer;
}

function ask(path, method, body, signal) {
  const headers = { "X-Cobra-Token": recall(TOKEN) ?? "" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return fetch(path, { method, headers, signal, body: JSON.stringify(body) });
}

/* Tell the server to give something up. */
export async function drop(path) {
  await ask(path, "DELETE").catch(() => {});
}

/* Fetch a file and hand it to the browser to be kept as `name`. */
export async function download(path, name) {
  const response = await ask(path, "GET");
  if (!response.ok) throw new Refused((await response.json()).error, response.status);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
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
