/* Answers as people type them: `gg-y-`, squares, `1 black 2 white`. The server reads them by itself
   (cobra/model/reading.py); this is so that tiles and numbers show at once what it will read. */

const TILES = ["g green 🟩 🟢 💚", "y yellow 🟨 🟡 💛", "b - . x _ n gray grey black ⬛ ⬜ ⚫ ⚪ 🔲 🔳"]
  .map((texts) => new Set(texts.split(" ")));
const COUNT = /(\d{1,9})\s*(\p{L}*)/gu;

/* The values of an answer's components that a text means, or null when it is not clear. */
export function spelled(answer, text) {
  const plain = text.trim().toLowerCase();
  if (!plain || !answer.components?.length) return null;
  if (answer.components.every((one) => one.values === undefined)) return counts(answer, plain);
  return answer.parts.some((part) => typeof part === "string" && /[\p{L}\d]/u.test(part)) ? null : tiles(answer, plain);
}

/* Numbers in order, or with words behind them that begin as the template goes on; what is not named is 0. */
function counts({ components, parts }, text) {
  const found = [...text.matchAll(COUNT)].map(([, number, word]) => [Number(number), word]);
  if (!found.length || text.replace(COUNT, "").replace(/[\s,;.+/-]|and/gu, "")) return null;
  const numbers = found.some(([, word]) => word) ? named(components, parts, found) : found.map(([number]) => number);
  if (numbers?.length !== components.length) return null;
  const fits = numbers.every((number, place) => components[place].low <= number && number <= components[place].high);
  return fits ? numbers.map(String) : null;
}

function named(components, parts, found) {
  const numbers = components.map(() => 0);
  const units = components.map((_, place) => {
    const after = parts[parts.indexOf(place) + 1];
    return typeof after === "string" ? after.trim().slice(0, 1).toLowerCase() : "";
  });
  const taken = new Set();
  for (const [number, word] of found) {
    const place = units.findIndex((unit) => /\p{L}/u.test(unit) && word.startsWith(unit));
    const same = units.filter((unit) => unit === units[place]).length;
    if (place < 0 || same > 1 || taken.has(place)) return null;
    taken.add(place);
    numbers[place] = number;
  }
  return numbers;
}

/* A tile for each component: its letter, another letter or a word for it, or a square. */
function tiles({ components }, text) {
  const letters = [...text].filter((one) => !/[\s,\ufe0f]/u.test(one));
  const words = text.replaceAll(",", " ").split(/\s+/u);
  const given = [letters, words].find((some) => some.length === components.length);
  const values = given?.map((one, place) => tile(components[place], one));
  return values?.every((value) => value !== null) ? values : null;
}

function tile({ values, low, high }, text) {
  if (!values) return /^\d{1,9}$/u.test(text) && low <= Number(text) && Number(text) <= high ? text : null;
  const kind = TILES.find((texts) => texts.has(text)) ?? new Set();
  for (const alike of [(value) => value === text, (value) => kind.has(value)]) {
    const found = values.filter((value) => alike(value.toLowerCase()));
    if (found.length === 1) return found[0];
  }
  return null;
}
