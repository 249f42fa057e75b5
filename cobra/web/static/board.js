/* The experiments made and their answers, each of which can be edited or taken away, and repairs of answers that
   contradict each other. */

import { AnswerField } from "./answer.js";
import { button, el, number, plural, unseen } from "./dom.js";

const REPAIRS = 6; // so many repairs of a row are shown at first

/* The rows of a play. `play` has the state (game, history, position, role, editing) and the actions (edit, change,
   remove). */
export function rowsView(play) {
  const { position } = play;
  const clash = new Set(position?.contradiction?.clash ?? []);
  const rows = play.history.map(([experiment, answer], place) => {
    const row = position.rows[place];
    if (play.editing === place) return el("li", { class: "row edited", onkeydown: (event) => { if (event.key === "Escape") play.edit(null); } }, editor(play, place, row));
    const marks = play.game.marks(row.type, experiment, answer);
    const left = play.open && row.codes !== null ? el("span", { class: "after", title: "codes left after it" }, number(row.codes)) : null;
    const actions = el("span", { class: "actions" },
      button({ class: "quiet", "aria-label": `Edit ${place + 1}: ${experiment} ${answer}`, onclick: () => play.edit(place) }, "Edit"),
      button({ class: "quiet", "aria-label": `Remove ${place + 1}: ${experiment} ${answer}`, onclick: () => play.remove(place) }, el("span", { "aria-hidden": "true" }, "×")));
    return el("li", { class: clash.has(place) ? "row clash" : "row" },
      el("span", { class: "place" }, place + 1),
      play.game.experiment(experiment, row.type, answer),
      el("b", { class: `given ${marks ? "quietly" : ""}` }, answer), row.standing ? el("small", { class: "standing" }, row.standing) : null, left, actions,
      clash.size ? repairs(play, place) : null);
  });
  return el("ol", { class: "rows", "aria-label": "Experiments and answers" }, rows);
}

/* The answers that this row may have had, so that everything fits: one click repairs. */
function repairs(play, place) {
  const found = play.position.contradiction.repairs.filter((repair) => repair.row === place);
  if (!found.length) return null;
  const chips = found.map((repair) => button({
    class: "repair", onclick: () => play.change(place, play.history[place][0], repair.answer),
  }, unseen(`Change answer ${place + 1} to `), el("b", {}, repair.answer), unseen(" leaves "), el("small", {}, plural(repair.codes, "code"))));
  const shown = el("div", { class: "repairs" }, el("span", {}, "was it"), chips.slice(0, REPAIRS));
  if (chips.length > REPAIRS) {
    const rest = button({ class: "quiet", onclick: () => rest.replaceWith(...chips.slice(REPAIRS)) }, `${chips.length - REPAIRS} more`);
    shown.append(rest);
  }
  return shown;
}

/* What the clash says, below the rows. */
export function clashView(play) {
  const { clash, repairs: found, unlisted, lies } = play.position.contradiction;
  const places = clash.map((place) => String(place + 1));
  const shown = places.length > 1 ? `${places.slice(0, -1).join(", ")} and ${places.at(-1)}` : places[0];
  const which = places.length > 1 ? `Answers ${shown} contradict each other.` : `Answer ${shown} is never given.`;
  const hint = found.length ? "Choose what the answer was, or edit one." : "No change of a single answer repairs it: edit or remove some.";
  const listed = unlisted && el("p", {}, `${unlisted} A longer list can be chosen under Games.`);
  return el("div", { class: "contradiction", role: "alert" }, el("p", {}, el("b", {}, `No code fits. ${which}`)), el("p", {}, hint), lies && el("p", {}, lies), listed);
}

function editor(play, place, row) {
  const [experiment, answer] = play.history[place];
  const wrong = el("p", { class: "error", role: "alert" });
  const input = el("input", { class: "typed", type: "text", value: experiment, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-label": "Experiment" });
  const save = async (given) => {
    wrong.textContent = "";
    const problem = await play.change(place, input.value.trim() || experiment, given);
    if (problem) wrong.textContent = problem;
  };
  const cancel = button({ class: "quiet", onclick: () => play.edit(null) }, "Cancel");
  const parts = [el("span", { class: "place" }, place + 1)];
  if (play.role === "make") parts.push(play.game.experiment(experiment, row.type));
  else parts.push(input);
  if (play.role === "break") {
    const enter = (event) => { if (event.key === "Enter") save(null); };
    input.addEventListener("keydown", enter);
    parts.push(button({ class: "main", onclick: () => save(null) }, "Save"));
  } else parts.push(new AnswerField(play.game, row.type, experiment, { done: save, given: answer, label: "Save" }).element);
  return [...parts, cancel, wrong];
}
