/* What is shown as a part of the address, behind #: a view, `#/play`, which means the game of this window where it was
   left; or a place, `#/play/PACKED`, where PACKED is the game and what is shown of it, as JSON, deflated, in the letters
   of base64url. A place says all there is to it, so it can be gone back to, kept, and opened elsewhere. Whatever stands
   there may come from anybody: it is bounded and checked member by member before it is used. */

import { digest, recall, remember } from "./store.js";
import { say } from "./texts.js";

const WRITTEN = 8_000; // characters of PACKED that are put into an address,
const READ = 16_000; // and that are read
const INFLATED = 1 << 18; // bytes of its JSON
const FILE = 1 << 20; // characters of a game that is kept, and of a file
const KEPT = 8; // games too large for an address
const ENTRIES = 200; // of a history, a way, a list of strategies, parameters, files
const NAME = 200; // characters of a name
const TEXT = 10_000; // characters of an experiment or an answer
const BROKEN = say("linkBroken");

/* A place that cannot be shown; its message says why. */
export class BrokenLink extends Error {}

/* The view and the packed text, "" for a view alone, of what stands in the address from # on. */
export function partsOf(hash) {
  const [, view = "", packed = ""] = /^#\/([^/]*)\/?(.*)$/su.exec(hash) ?? [];
  return { view, packed };
}

/* What stands in the address for a place: the game as the server is told of it, and what the view has to show. A game
   too large for an address is named there, and kept by this window. Of what would be too much to be read the view alone. */
export async function hashOf(view, game, shown) {
  if (!isReadable(view, shown)) return `#/${view}`;
  const packed = await packedOf({ game, shown }) ?? await packedOf({ game: { kept: keep(game) }, shown });
  return packed === null ? `#/${view}` : `#/${view}/${packed}`;
}

function isReadable(view, shown) {
  try {
    only(shown, SHOWN[view] ?? {});
    return true;
  } catch (error) {
    if (!(error instanceof BrokenLink)) throw error;
    return false;
  }
}

/* Keep a game in this window, and forget the one kept longest when there are too many; returns its name. */
function keep(game) {
  const name = digest(game);
  const names = [name, ...(recall("kept games") ?? []).filter((other) => other !== name)];
  for (const old of names.splice(KEPT)) remember(`game ${old}`, null);
  remember("kept games", names);
  remember(`game ${name}`, game);
  return name;
}

/* The game and what is to be shown of it in a view, from a packed text; `BrokenLink` when it is none. */
export async function placeOf(view, packed) {
  if (packed.length > READ) throw new BrokenLink(say("linkTooLong"));
  let members;
  try {
    members = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await inflated(bytesOf(packed))));
  } catch (error) {
    throw error instanceof BrokenLink ? error : new BrokenLink(BROKEN);
  }
  const { game, shown } = only(members, { game: object, shown: object });
  return { game: "kept" in game ? keptGame(game) : readGame(game), shown: only(shown, SHOWN[view] ?? {}) };
}

/* A value in the letters of an address; null when it is too large for one. */
async function packedOf(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  if (bytes.length > INFLATED) return null;
  const packed = await gathered(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  const written = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return written.length > WRITTEN ? null : written;
}

function bytesOf(packed) {
  if (!/^[\w-]+$/u.test(packed)) throw new BrokenLink(BROKEN);
  return Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

function inflated(bytes) {
  return gathered(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
}

/* The bytes of a stream, which is given up when there are too many. */
async function gathered(stream) {
  const pieces = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > INFLATED) {
      reader.cancel().catch(() => {});
      throw new BrokenLink(say("linkTooLarge"));
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/* Members of what was read: each of these functions returns a value that is what it must be, and refuses others. */

function checked(value, fits) {
  if (!fits) throw new BrokenLink(BROKEN);
  return value;
}

function object(value) {
  return checked(value, typeof value === "object" && value !== null && !Array.isArray(value));
}

function text(most) {
  return (value) => checked(value, typeof value === "string" && value.length <= most);
}

function maybe(read) {
  return (value) => (value === null ? null : read(value));
}

function list(read) {
  return (value) => checked(value, Array.isArray(value) && value.length <= ENTRIES).map(read);
}

function named(read) {
  return (value) => {
    const entries = Object.entries(object(value));
    checked(entries, entries.length <= ENTRIES);
    return Object.fromEntries(entries.map(([name, one]) => [text(NAME)(name), read(one)]));
  };
}

function pair(value) {
  return checked(value, Array.isArray(value) && value.length === 2).map(text(TEXT));
}

function choice(...known) {
  return (value) => checked(value, known.includes(value));
}

function number(value) {
  return checked(value, Number.isSafeInteger(value));
}

/* An object with these members and no others; one whose name ends with "?" may be left out. */
function only(value, members) {
  const names = Object.keys(object(value));
  const known = Object.keys(members).map((name) => name.replace("?", ""));
  checked(value, names.every((name) => known.includes(name)));
  const found = {};
  for (const [said, read] of Object.entries(members)) {
    const name = said.replace("?", "");
    const there = Object.hasOwn(value, name);
    checked(value, there || said.endsWith("?"));
    if (there) found[name] = read(value[name]);
  }
  return found;
}

const SHOWN = {
  write: {},
  play: {
    role: choice("help", "break", "make"), maker: text(NAME), strategy: text(NAME), history: list(pair),
    secret: maybe(text(NAME)), gaveUp: maybe(text(TEXT)),
  },
  compare: { strategies: list(text(NAME)), "own?": text(TEXT), "sizes?": named(text(TEXT)), "seconds?": text(NAME), "objective?": text(NAME) },
  strategy: { strategy: maybe(text(TEXT)), objective: text(NAME), "within?": maybe(number), way: list(text(TEXT)) },
};

/* A game as the server is told of it. */
function readGame(value) {
  if ("name" in value) return only(value, { name: text(NAME), parameters: named(number) });
  const whole = text(FILE);
  return only(value, { text: whole, files: named(whole), "parameters?": named((one) => (typeof one === "string" ? text(NAME)(one) : number(one))) });
}

function keptGame(value) {
  const { kept } = only(value, { kept: text(NAME) });
  const played = recall("game"); // by this window now: it is known whatever else had to be forgotten
  const game = played !== null && digest(played) === kept ? played : recall(`game ${kept}`);
  if (game === null) throw new BrokenLink(say("linkKept"));
  return readGame(game);
}
