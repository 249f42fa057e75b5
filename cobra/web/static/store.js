/* What a window remembers until it is closed, so that a page that is loaded again goes on where it was. */

export function remember(name, value) {
  sessionStorage.setItem(name, JSON.stringify(value));
}

/* The value remembered, or null. */
export function recall(name) {
  return JSON.parse(sessionStorage.getItem(name));
}

export function forget() {
  sessionStorage.clear();
}
