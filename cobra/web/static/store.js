/* What a window remembers until it is closed, so that a page that is loaded again goes on where it was. */

const storage = allowed(); // null where the browser keeps nothing for this page
const here = new Map(); // what the browser does not keep

function allowed() {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/* Remember a value; one that the browser does not keep, such as one too large for it, is there until the page is left. */
export function remember(name, value) {
  const text = JSON.stringify(value);
  here.delete(name);
  try {
    storage.setItem(name, text);
  } catch {
    storage?.removeItem(name);
    here.set(name, text);
  }
}

/* The value remembered, or null. */
export function recall(name) {
  try {
    return JSON.parse(here.get(name) ?? storage.getItem(name));
  } catch {
    return null;
  }
}

/* The names of all that is remembered. */
export function names() {
  return [...here.keys(), ...Object.keys(storage ?? {})];
}

const LEFT = "left"; // what a page notes as it goes

/* Whether another window has all that this one remembers, too: a copy of a window begins while the page there has not gone. */
export const isCopy = recall(LEFT) === null;
remember(LEFT, null);
window.addEventListener("pagehide", () => remember(LEFT, true));
window.addEventListener("pageshow", () => remember(LEFT, null));

/* A short name for a value of any size, of two multiplicative hashes: other values have others. */
export function digest(value) {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (const byte of new TextEncoder().encode(JSON.stringify(value))) {
    one = Math.imul(one ^ byte, 2654435761);
    other = Math.imul(other ^ byte, 1597334677);
  }
  return [one, other].map((half) => (half >>> 0).toString(36)).join("-");
}

export function forget() {
  here.clear();
  storage?.clear();
}
