/* The language of the page: that of the address, of this window, or of the browser, and its table of texts, which is
   fetched before anything is shown. */

import { select } from "./dom.js";
import { recall, remember } from "./store.js";

const LANGUAGES = { en: "English", de: "Deutsch" }; // the tables in cobra/texts/, by what their readers call the language
const ASKED = "lang"; // in the address

/* The language to show the page in; what the address asks for leaves it. */
function chosen() {
  const address = new URL(window.location);
  const asked = address.searchParams.get(ASKED);
  address.searchParams.delete(ASKED);
  if (asked !== null) window.history.replaceState(window.history.state, "", address);
  return CobraTexts.among(Object.keys(LANGUAGES), [asked, recall("language"), ...navigator.languages]);
}

export const language = chosen();
document.documentElement.lang = language;
CobraTexts.take(await (await fetch(`page/${language}.json`)).json());
export const { say, pieces, amount, number, decimal, list } = CobraTexts;

/* Go on in this language when the page is loaded again. */
export function keepLanguage(one = language) {
  remember("language", one);
}

/* The address of another server's page, so that it is shown in this language. */
export function inLanguage(address) {
  address.searchParams.set(ASKED, language);
  return address;
}

/* The choice of a language. The page is loaded again in the one chosen, and goes on where it was. */
export function languageMenu() {
  const menu = select(say("language"), Object.entries(LANGUAGES), language, (one) => {
    keepLanguage(one);
    window.location.reload();
  });
  for (const option of menu.options) option.lang = option.value;
  menu.id = "language";
  return menu;
}

/* A share in per cent. */
export function percent(share) {
  const shown = number(100 * share, share > 0 && share < 0.0995 ? 1 : 0);
  return `${share < 1 && shown === "100" ? number(99.9, 1) : shown} %`;
}

keepLanguage();
