// The editor of the page of cobra serve: CodeMirror with cobra's language, which asks the page for all that it knows.
//
// mount(host, {text, caret, label, changed, moved, complete, hover}) fills `host`, in a shadow tree of its own: there styles are
// sheets made by the script, which no policy of the page needs to allow. It returns
//
//   text, caret          what is written, and the place in it; `text` can be set
//   mistakes(list)       marks mistakes: {from: [line, unit], to, severity, message, lang}, lines and units of UTF-16 from 0;
//                        `lang` is the language of the message where that is not the page's
//   go([line, unit])     leads the caret and the focus to a place
//   focus()
//
// `changed(text)` is called after every change, `moved(caret)` when the caret was moved. `complete(text, line, unit)` and
// `hover(text, line, unit)` are promises of [{text, kind, detail, documentation}], and of {text, from, to} or null.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { nextDiagnostic, setDiagnostics } from "@codemirror/lint";
import { StateEffect, StateField } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, showTooltip, tooltips } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { cobra } from "./cobra.js";

const KINDS = { statement: "keyword", clause: "keyword", modifier: "keyword", constant: "constant", function: "function", parameter: "constant", alphabet: "enum" };
const PROPOSED = 10; // so many proposals are shown at once: arrows lead to more, and nothing has to be scrolled
const WORD = /[^\x00-@[-^`{-\x7F][^\x00-/:-@[-^`{-\x7F]*$/; // whatever may be in a name, emoji too
const IN_WORD = /^[^\x00-/:-@[-^`{-\x7F]*$/;

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.atom], color: "var(--code-number)" },
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.standard(tags.variableName), color: "var(--code-builtin)" },
  { tag: tags.operator, color: "var(--quiet)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

const THEME = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--raised)", height: "100%", fontSize: "0.875rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--text)", minHeight: "16rem" },
  ".cm-gutters": { color: "var(--quiet)", backgroundColor: "var(--sunk)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--tint) 35%, var(--raised))" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--tint)" },
  ".cm-tooltip": { color: "var(--text)", backgroundColor: "var(--raised)", border: "1px solid var(--line)", borderRadius: "0.4rem", maxWidth: "min(34rem, 92vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { color: "var(--text)", backgroundColor: "var(--tint)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxHeight: "none" },
  ".cm-completionDetail": { color: "var(--quiet)", fontStyle: "normal" },
  "[aria-selected] .cm-completionDetail": { color: "var(--text)" },
  // Where there is no room beside the list: below it.
  ".cm-tooltip.cm-completionInfo-left-narrow, .cm-tooltip.cm-completionInfo-right-narrow": { top: "100% !important", left: "0 !important", right: "auto !important" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap" },
  ".said": { padding: "0.4rem 0.7rem", fontFamily: "system-ui, sans-serif" },
  ".said > *": { margin: "0.2rem 0" },
  ".said pre": { fontFamily: "var(--mono)", whiteSpace: "pre-wrap" },
});

/* What is said of the place at the caret, until it is left. */
const setSaid = StateEffect.define();
const said = StateField.define({
  create: () => null,
  update(shown, { effects, docChanged, selection }) {
    const told = effects.find((effect) => effect.is(setSaid));
    return told ? told.value : docChanged || selection ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

export function mount(host, { text, caret, label, changed, moved, complete, hover }) {
  const root = host.attachShadow({ mode: "open" });
  const asked = (state, position) => {
    const line = state.doc.lineAt(position);
    return [state.doc.toString(), line.number - 1, position - line.from];
  };

  async function proposals(context) {
    const written = context.matchBefore(WORD);
    if (!written && !context.explicit) return null;
    const found = await complete(...asked(context.state, context.pos));
    const options = found.map(({ text: word, kind, detail, documentation }, place) => ({ label: word, type: KINDS[kind] ?? "variable", detail: detail === word ? "" : detail.split("\n")[0].slice(0, 60), info: documentation || undefined, boost: -place }));
    return { from: written ? written.from : context.pos, options, validFor: IN_WORD };
  }

  async function tip(shown, position) {
    const told = await hover(...asked(shown.state, position));
    if (told === null) return null;
    return { pos: placeIn(shown.state, told.from), end: placeIn(shown.state, told.to), above: true, create: () => ({ dom: paragraphs(told.text) }) };
  }

  const explain = (shown) => {
    tip(shown, shown.state.selection.main.head).then((told) => shown.dispatch({ effects: setSaid.of(told) }));
    return true;
  };
  const hush = (shown) => {
    if (shown.state.field(said) === null) return false;
    shown.dispatch({ effects: setSaid.of(null) });
    return true;
  };

  let marked = null; // what is marked: to mark the same again would hide what is said of it
  const tips = inLanguage("en", "div", ""); // what is said of words and names is in English
  root.append(tips);
  const view = new EditorView({
    parent: root,
    root,
    doc: text,
    selection: { anchor: Math.min(caret, text.length) },
    extensions: [
      lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), history(), bracketMatching(), closeBrackets(), indentUnit.of("  "),
      StreamLanguage.define(cobra), syntaxHighlighting(COLOURS), THEME, EditorView.lineWrapping,
      autocompletion({ override: [proposals], icons: false, maxRenderedOptions: PROPOSED }), hoverTooltip(tip), said, tooltips({ parent: tips }),
      keymap.of([{ key: "Tab", run: acceptCompletion }, { key: "Mod-i", run: explain }, { key: "Escape", run: hush }, ...closeBracketsKeymap, ...completionKeymap, { key: "F8", run: nextDiagnostic }, ...historyKeymap, ...defaultKeymap]),
      EditorView.contentAttributes.of({ "aria-label": label }),
      EditorView.domEventHandlers({
        drop: (event) => Boolean(event.dataTransfer?.files.length), // the page opens files
        beforeinput: (event, shown) => event.inputType === "insertText" && !event.isComposing && typeOver(shown, event.data),
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) marked = null;
        if (update.docChanged) changed(update.state.doc.toString());
        if (update.docChanged || update.selectionSet) moved(update.state.selection.main.head);
      }),
    ],
  });

  return {
    get text() { return view.state.doc.toString(); },
    set text(other) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: other }, selection: { anchor: 0 }, scrollIntoView: true }); },
    mistakes(list) {
      const wanted = JSON.stringify(list);
      if (wanted === marked) return;
      marked = wanted;
      const marks = list.map(({ from, to, severity, message, lang = document.documentElement.lang }) => {
        const start = placeIn(view.state, from);
        return { from: start, to: Math.max(start, placeIn(view.state, to)), severity, message, renderMessage: () => inLanguage(lang, "span", message) };
      });
      view.dispatch(setDiagnostics(view.state, marks));
    },
    go(place) {
      view.dispatch({ selection: { anchor: placeIn(view.state, place) }, scrollIntoView: true });
      view.focus();
    },
    focus() {
      const { head } = view.state.selection.main;
      const { node, offset } = view.domAtPos(head);
      document.getSelection().collapse(node, offset); // as the view was not on the page, the browser may know another place
      view.focus();
      view.dispatch({ effects: EditorView.scrollIntoView(head) });
    },
  };
}

/* Put what is typed in the place of what is selected; whether that was done. The browser would keep the style of what is typed over,
   which the policy of the page refuses. */
function typeOver(view, typed) {
  const { from, to, empty } = view.state.selection.main;
  if (empty || !typed) return false;
  const insert = () => view.state.update(view.state.replaceSelection(typed), { userEvent: "input.type", scrollIntoView: true });
  if (!view.state.facet(EditorView.inputHandler).some((handler) => handler(view, from, to, typed, insert))) view.dispatch(insert());
  return true;
}

function placeIn(state, [line, unit]) {
  const { from, to } = state.doc.line(Math.min(line + 1, state.doc.lines));
  return Math.min(from + unit, to);
}

function inLanguage(lang, tag, text) {
  return Object.assign(document.createElement(tag), { lang, textContent: text });
}

/* What is said of a place, Markdown of paragraphs and blocks of code, as elements. */
function paragraphs(markdown) {
  const dom = document.createElement("div");
  dom.className = "said";
  dom.setAttribute("role", "status");
  for (const [place, part] of markdown.split(/^```(?:cobra)?\n?/mu).entries()) {
    for (const text of place % 2 ? [part] : part.split("\n\n")) {
      if (!text.trim()) continue;
      const paragraph = document.createElement(place % 2 ? "pre" : "p");
      paragraph.textContent = text.trim();
      dom.append(paragraph);
    }
  }
  return dom;
}
