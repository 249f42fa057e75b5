/* Codes that the server keeps: asked for, looked for, revealed, and what is said when they are gone. */

import { call, Refused } from "./api.js";
import { button, el } from "./dom.js";
import { say } from "./texts.js";

/* Let the server keep a code for a play; returns the name by which it knows it. */
export async function keepSecret(game, maker) {
  const { secret } = await call("api/secret", { game: game.said, codemaker: maker });
  return secret;
}

/* Whether this server keeps a code; another one may have, or this one long ago. */
export async function isKept(secret) {
  try {
    await call(`api/secret/${encodeURIComponent(secret)}`);
    return true;
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 404) throw error;
    return false;
  }
}

export async function revealed(game, secret, history) {
  const { code } = await call("api/reveal", { game: game.said, secret, history });
  return code;
}

/* What is said of a play whose code is kept no more, with what there is to do. */
export function orphanView(help, anew) {
  return el("div", { class: "over" }, el("p", { class: "error", role: "alert" }, say("orphan")),
    el("div", { class: "line" }, button({ class: "main", onclick: help }, say("seeWhatIsLeft")), button({ onclick: anew }, say("breakAnother"))));
}
