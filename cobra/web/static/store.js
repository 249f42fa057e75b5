/* What a window remembers until it is closed, so that a page that is loaded again goes on where it was. */

/* Remember a value; one that is too large for the browser is not kept. */
export function remember(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(name);
  }
}

/* The value remembered, or null. */
export function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name));
  } catch {
    return null;
  }
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
  sessionStorage.clear();
}
