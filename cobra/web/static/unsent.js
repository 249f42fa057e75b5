/* What is said of a part of the page that is fetched when it is wanted, and was not sent. */

import { button, el } from "./dom.js";
import { say } from "./texts.js";

class Unsent extends Error {}

/* A part that is being fetched. Where it is not sent some browsers remember that until the page is loaded again. */
export function part(fetched) {
  return fetched.catch((error) => { throw new Unsent(error.message); });
}

/* Do what needs a part of the page; `otherwise` is done when it is not sent. */
export async function needing(work, otherwise) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Unsent)) throw error;
    otherwise();
  }
}

/* Nothing is lost when the page is loaded again. */
export function unsent() {
  return el("div", { class: "offer" }, el("p", { class: "error", role: "alert" }, say("partUnsent")),
    button({ class: "main", onclick: () => window.location.reload() }, say("loadAgain")));
}
