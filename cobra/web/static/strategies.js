/* The strategies that there are to choose from, as cobra analyze takes them, and a field for one's own. */

import { el } from "./dom.js";
import { say } from "./texts.js";

/* Of what the server tells: the usual strategies and more that have a name, each [name, what it does], and how others
   are written. */
export function choices({ strategies, more_strategies: more }) {
  const forms = more.flatMap(([several, about]) => several.split(" or ").map((form) => [form, about]));
  const written = forms.filter(([form]) => form.includes("(")).map(([form]) => form).join(", ");
  return { usual: strategies, more: forms.filter(([form]) => !form.includes("(")), written };
}

/* A field for what has no name; `about` says what can be written. */
export function ownField(placeholder, about) {
  return el("label", { class: "field" }, el("b", {}, say("yourOwn")),
    el("input", { class: "typed", type: "text", name: "own", spellcheck: "false", autocomplete: "off", autocapitalize: "off", placeholder }),
    el("small", {}, about));
}
