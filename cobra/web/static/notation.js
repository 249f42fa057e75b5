/* Experiments as text, read and written as the server writes them (cobra/model/show.py): groups of slots are
   joined by " | ", sets of one group by ", ", symbols by the group's separator; where the game says how it is
   written (`look`), groups stand between its parts. A slot that is not filled yet is "_". */

import { say } from "./texts.js";

export const OPEN = "_";
const EMPTY = "{}";
const TOKEN = /"[^"]*"|'[^']*'|[^\s,|"']+|[,|]/g;

/* The kinds of experiments a player thinks of: the members of a family that differ in the sizes of their sets
   only (`weigh[1]`, `weigh[2]`) are one kind, whose sets take any of these sizes. */
export function kinds(game) {
  const found = new Map();
  game.types.forEach((type, number) => {
    const shape = JSON.stringify([type.prefix, type.look, type.groups.map((group) => [group.family, group.separator,
      group.slots.map((slot) => [slot.kind, slot.alphabet])])]);
    const known = found.get(shape);
    if (!known) {
      const groups = type.groups.map((group) => ({ ...group,
        slots: group.slots.map((slot) => ({ ...slot, symbols: game.alphabets[slot.alphabet] })) }));
      const label = type.look?.length === 1 ? type.look[0] : type.prefix || type.name;
      found.set(shape, { label, prefix: type.prefix, look: type.look, groups, types: [number] });
      return;
    }
    known.types.push(number);
    known.groups.forEach((group, g) => group.slots.forEach((slot, s) => {
      slot.least = Math.min(slot.least, type.groups[g].slots[s].least);
      slot.most = Math.max(slot.most, type.groups[g].slots[s].most);
    }));
  });
  return [...found.values()];
}

/* Nothing filled in: for each slot of each group null, or [] for a set. */
export function blank(kind) {
  return kind.groups.map((group) => group.slots.map((slot) => (slot.kind === "set" ? [] : null)));
}

export function compose(kind, values) {
  const groups = kind.groups.map((group, g) => {
    const shown = group.slots.map((slot, s) => {
      const value = values[g][s];
      return slot.kind === "set" ? value.join(group.separator) || EMPTY : value ?? OPEN;
    });
    return shown.join(group.slots.some((slot) => slot.kind === "set") ? ", " : group.separator);
  });
  if (kind.look) return kind.look.map((part, g) => part + (groups[g] ?? "")).join("");
  return [kind.prefix, groups.join(" | ")].filter(Boolean).join(" ");
}

/* The values of a text that may be incomplete, or null when it is no experiment of the kind. */
export function read(kind, text) {
  let rest = text.trim();
  const looks = kind.look && between(kind.look, rest);
  if (looks) rest = looks.join(" | ");
  else if (kind.prefix) {
    if (rest !== kind.prefix && !rest.startsWith(`${kind.prefix} `)) return null;
    rest = rest.slice(kind.prefix.length);
  }
  const parts = split(rest.match(TOKEN) ?? [], "|");
  if (parts.length > Math.max(1, kind.groups.length)) return null;
  const values = blank(kind);
  for (const [g, group] of kind.groups.entries()) {
    const found = readGroup(group, parts[g] ?? []);
    if (!found) return null;
    values[g] = found;
  }
  return values;
}

/* What stands for each group in a text that is written as the game says, or null. */
function between(look, text) {
  const parts = look.map((part) => part.trim());
  if (!text.startsWith(parts[0])) return null;
  let start = parts[0].length;
  const found = [];
  for (const [g, part] of parts.slice(1).entries()) {
    const last = g === parts.length - 2;
    const end = last ? text.length - part.length : text.indexOf(part, start);
    if (end < start || !text.startsWith(part, end)) return null;
    found.push(text.slice(start, end));
    start = end + part.length;
  }
  return start === text.length ? found : null;
}

function split(tokens, mark) {
  const parts = [[]];
  for (const token of tokens) {
    if (token === mark) parts.push([]);
    else parts.at(-1).push(token);
  }
  return parts;
}

function readGroup(group, tokens) {
  const { slots, separator } = group;
  if (slots.some((slot) => slot.kind === "set")) {
    const parts = slots.length > 1 ? split(tokens, ",") : [tokens.filter((token) => token !== ",")];
    if (parts.length > slots.length) return null;
    const sets = slots.map((slot, s) => {
      const members = symbols(parts[s] ?? [], separator);
      const right = members.every((member) => slot.symbols.includes(member));
      return right && new Set(members).size === members.length ? members : null;
    });
    return sets.includes(null) ? null : sets;
  }
  const given = symbols(tokens.filter((token) => token !== ","), separator);
  if (given.length > slots.length) return null;
  const values = slots.map((slot, s) => (given[s] === undefined || given[s] === OPEN ? null : given[s]));
  return values.every((value, s) => value === null || slots[s].symbols.includes(value)) ? values : null;
}

function symbols(tokens, separator) {
  const list = tokens.join(" ") === EMPTY ? [] : tokens;
  return separator === "" ? list.flatMap((token) => [...token]) : list;
}

/* Whether every slot of some groups is filled; a set may have any of its sizes. */
export function complete({ groups }, values) {
  return groups.every((group, g) => group.slots.every((slot, s) => {
    const value = values[g][s];
    return slot.kind === "set" ? value.length >= slot.least && value.length <= slot.most : value !== null;
  }));
}

/* A symbol as a person reads it, without quotation marks. */
export function bare(symbol) {
  return /^(["']).*\1$/s.test(symbol) ? symbol.slice(1, -1) : symbol;
}

/* What a place is called for people: "place 2" for g[2] where there are no others, else its name. */
export function called(slot, groups) {
  const index = /\[(.*)\]$/s.exec(slot.name)?.[1];
  if (index === undefined) return slot.name;
  return `${groups.length > 1 ? slot.name.slice(0, -index.length - 2) : say("place")} ${index}`;
}
