/* The experiments made and their answers, each of which can be edited or taken away, and repairs of answers that
   contradict each other. */

import { AnswerField } from "./answer.js";
import { button, el, once, unseen } from "./dom.js";
import { amount, list, number, say } from "./texts.js";

const REPAIRS = 6; // so many repairs of a row are shown at first

/* The rows of a play. `play` has the state (game, history, position, role, editing and the editor that stands there) and the
   actions (edit, change, remove). */
export function rowsView(play) {
  const { position } = play;
  const clash = new Set(position?.contradiction?.clash ?? []);
  const rows = play.history.map(([experiment, answer], place) => {
    const row = position.rows[place];
    if (play.editing === place) {
      play.editor ??= editor(play, place, row);
      return el("li", { class: "row edited", onkeydown: (event) => { if (event.key === "Escape") play.edit(null); } }, el("span", { class: "place" }, place + 1), play.editor);
    }
    const marks = play.game.marks(row.type, experiment, answer);
    const left = play.open && row.codes !== null ? el("span", { class: "after", title: say("leftAfter"), "data-after": say("left") }, number(row.codes)) : null;
    const actions = el("span", { class: "actions" },
      button({ class: "quiet", "aria-label": say("editRow", { place: place + 1, experiment, answer }), onclick: () => play.edit(place) }, say("edit")),
      button({ class: "quiet", "aria-label": say("removeRow", { place: place + 1, experiment, answer }), onclick: once(() => play.remove(place)) }, el("span", { "aria-hidden": "true" }, "×")));
    return el("li", { class: clash.has(place) ? "row clash" : "row" },
      el("span", { class: "place" }, place + 1),
      play.game.experiment(experiment, row.type, answer),
      el("b", { class: `given ${marks ? "quietly" : ""}` }, answer), row.standing ? el("small", { class: "standing" }, row.standing) : null, left, actions,
      clash.size ? repairs(play, place) : null);
  });
  return el("ol", { class: "rows", "aria-label": say("experimentsAndAnswers") }, rows);
}

/* The answers that this row may have had, so that everything fits: one click repairs. */
function repairs(play, place) {
  const found = play.position.contradiction.repairs.filter((repair) => repair.row === place);
  if (!found.length) return null;
  const chips = found.map((repair) => button({
    class: "repair", onclick: () => play.change(place, play.history[place][0], repair.answer),
  }, unseen(`${say("changeTo", { place: place + 1 })} `), el("b", {}, repair.answer),
  ...(repair.codes === null ? [] : [unseen(` ${say("leaves")} `), el("small", {}, say("codes", { n: amount(repair.codes) }))])));
  const shown = el("div", { class: "repairs" }, el("span", {}, say("wasIt")), chips.slice(0, REPAIRS));
  if (chips.length > REPAIRS) {
    const rest = button({ class: "quiet", onclick: () => {
      rest.replaceWith(...chips.slice(REPAIRS));
      chips[REPAIRS].focus();
    } }, say("more", { n: chips.length - REPAIRS }));
    shown.append(rest);
  }
  return shown;
}

/* What the clash says, below the rows. */
export function clashView(play) {
  const { clash, repairs: found, complete, unlisted, lies } = play.position.contradiction;
  const places = clash.map((place) => String(place + 1));
  const which = say(places.length > 1 ? "contradictEachOther" : "neverGiven", { places: list(places) });
  const hint = say(found.length ? "chooseAnswer" : complete ? "noRepair" : "noRepairFound");
  const listed = unlisted && el("p", {}, unlisted, " ", say("longerList"));
  return el("div", { class: "contradiction", role: "alert" }, el("p", {}, el("b", {}, `${say("noCodeFits")} ${which}`)), el("p", {}, hint), lies && el("p", {}, lies), listed);
}

/* What a row is changed by. It stays what it is, with what was typed, while other rows come and go: then it stands at another
   place. */
function editor(play, place, row) {
  const [experiment, answer] = play.history[place];
  const wrong = el("p", { class: "error", role: "alert" });
  const input = el("input", { class: "typed", type: "text", value: experiment, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": say("theExperiment") });
  const save = async (given) => {
    wrong.replaceChildren();
    wrong.replaceChildren(await play.change(play.editing, input.value.trim() || experiment, given));
  };
  const cancel = button({ class: "quiet", onclick: () => play.edit(null) }, say("cancel"));
  const parts = [];
  if (play.role === "make") parts.push(play.game.experiment(experiment, row.type));
  else parts.push(input);
  if (play.role === "break") {
    const enter = (event) => { if (event.key === "Enter") save(null); };
    input.addEventListener("keydown", enter);
    parts.push(button({ class: "main", onclick: () => save(null) }, say("save")));
  } else {
    let field = new AnswerField(play.game, row.type, experiment, { done: save, given: answer, label: say("save") });
    parts.push(field.element);
    input.addEventListener("input", () => {
      const text = input.value.trim();
      const type = play.game.typeOf(text);
      if (type === undefined || text === field.text) return;
      const other = new AnswerField(play.game, type, text, { done: save, given: type === row.type ? answer : null, label: say("save") });
      if (type === field.type) other.put(field.draft);
      field.element.replaceWith(other.element);
      parts[parts.indexOf(field.element)] = other.element;
      field = other;
    });
  }
  parts.push(cancel, wrong);
  return parts;
}
