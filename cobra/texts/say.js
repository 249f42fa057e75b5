/* Texts that people read, in the language of one table; the tables stand beside this file, one a language:

     locale  what the browser calls the language, whose rules for numbers, plurals and lists are used
     walk    the texts of a walk through a strategy, which an exported page has, too, by their keys
     page    those of the rest of the page of `cobra serve`

   In a text `{name}` is a value, and `{name:code|codes}` is one of several forms, by the number that the value is: one
   form for each plural that the language has, in the order zero, one, two, few, many, other.

   CobraTexts.say(key, values) is a text, CobraTexts.pieces(key, values) its pieces, where values may be elements. Numbers
   are written as the language does; what else is put in stays as it is. */

"use strict";

const CobraTexts = (() => {
  const ORDER = ["zero", "one", "two", "few", "many", "other"];
  const PLACE = /\{(\w+)(?::([^}]*))?\}/u;
  let locale = "";
  let texts = {};
  let plurals = null;
  let forms = []; // the plurals of the language
  let formats = {}; // by the least and the greatest number of decimals

  /* The first language wanted, as addresses and browsers name it, that is among those known; else English. */
  function among(known, wanted) {
    const names = wanted.map((tag) => String(tag).split("-")[0].toLowerCase());
    return names.find((name) => known.includes(name)) ?? "en";
  }

  /* Take the texts of a table from now on. */
  function take(table) {
    locale = table.locale;
    texts = { ...table.walk, ...table.page };
    plurals = new Intl.PluralRules(locale);
    forms = ORDER.filter((one) => plurals.resolvedOptions().pluralCategories.includes(one));
    formats = {};
  }

  /* A whole number as the server tells it: one too large for a number is a text. */
  function amount(value) {
    return typeof value === "string" ? BigInt(value) : value;
  }

  /* A number with so many decimals, at most and at least. */
  function number(value, most = 0, least = most) {
    formats[[least, most]] ??= new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
    return formats[[least, most]].format(amount(value));
  }

  /* A text of figures, such as 2.741, as the language writes it. */
  function decimal(text) {
    return text.replaceAll(".", number(0.5, 1).at(1));
  }

  function shown(value) {
    return ["number", "bigint"].includes(typeof value) ? number(value) : value;
  }

  function pieces(key, values = {}) {
    if (!Object.hasOwn(texts, key)) throw new Error(`no text is called ${key}`);
    const [before, ...rest] = texts[key].split(PLACE);
    const found = [before];
    for (let at = 0; at < rest.length; at += 3) {
      const [name, choice, after] = rest.slice(at, at + 3);
      if (!Object.hasOwn(values, name)) throw new Error(`the text ${key} lacks ${name}`);
      const value = values[name];
      found.push(choice === undefined ? shown(value) : choice.split("|")[forms.indexOf(plurals.select(Number(value)))], after);
    }
    return found;
  }

  function say(key, values) {
    return pieces(key, values).join("");
  }

  /* Texts one after the other, such as "1, 2 and 3". */
  function list(texts) {
    return new Intl.ListFormat(locale).format(texts);
  }

  return { among, take, say, pieces, amount, number, decimal, list };
})();
