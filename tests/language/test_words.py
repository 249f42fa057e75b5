"""The one table of words has what the grammar has; what colours games is made of it, and reads as it does."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any

from cobra.language.builtin import FUNCTIONS
from cobra.language.grammars import game_language
from cobra.language.load import library
from cobra.language.source import Source
from cobra.language.tokens import END
from cobra.language.words import WORDS, of_kind

EDITORS = Path(__file__).resolve().parents[2] / "editors"
MADE = runpy.run_path(str(EDITORS / "highlight.py"))
LITERALS = {"STRING": "string", "INT": "number", "DECIMAL": "number"}
EDGES = 'secret 🪙é : {red "a # b" -1}  # one of "x\nlies  at most lies\nmove é = one of at, most\nnoise 0.5'


def test_the_table_has_the_words_of_the_grammar_and_the_functions_and_no_others() -> None:
    lexicon = game_language().lexicon
    keywords = {*lexicon.keywords, *(text for text in lexicon.spellings.values() if " " in text)}
    assert set(of_kind("statement", "clause", "modifier", "constant")) == keywords
    assert set(of_kind("operator", "bracket")) == set(lexicon.spellings.values()) - keywords
    assert of_kind("function") == list(FUNCTIONS)
    starters = game_language().statements | game_language().clauses
    assert {*of_kind("statement", "clause")} - {"then"} == {lexicon.spellings[one] for one in starters}
    assert all(
        one.text.endswith(".") and one.word in one.usage for one in WORDS.values() if one.kind != "bracket"
    )


def test_the_files_that_colour_games_are_made_of_the_table() -> None:
    made: dict[Path, str] = MADE["files"]()
    assert len(made) == 4
    for path, text in made.items():
        assert path.read_text("utf-8") == text, f"run editors/highlight.py: {path} is not what it writes"


def by_grammar(text: str) -> list[tuple[str, str]]:
    """Return the tokens with their classes by the parser."""
    found = []
    for token in game_language().lexicon.tokenize(Source(None, "", text), 1)[0]:
        word = WORDS.get(" ".join(token.split()))
        if token.type != END:
            kind = LITERALS.get(token.type) or (word.kind if word and token.type != "STRING" else "name")
            found.append((str(token), kind))
    return found


def by_textmate(text: str) -> list[tuple[str, str]]:
    """Return the tokens as an editor finds them: the first match, of several there that of the first rule."""
    grammar = json.loads((EDITORS / "vscode/syntaxes/cobra.tmLanguage.json").read_text("utf-8"))
    rules = [(re.compile(rule["match"]), rule["name"]) for rule in grammar["patterns"]]
    classes = {f"{names[0]}.cobra": kind for kind, names in MADE["CLASSES"].items()}
    found = []
    for line in text.split("\n"):
        at = 0
        while matches := [
            (m.start(), i, m) for i, (rule, _) in enumerate(rules) if (m := rule.search(line, at))
        ]:
            _, i, match = min(matches)
            found.append((match[0], classes[rules[i][1]]))
            at = match.end()
    return [one for one in found if one[1] != "comment"]


def by_pygments(text: str) -> list[tuple[str, str]]:
    lexer: Any = runpy.run_path(str(EDITORS / "pygments/cobra_lexer.py"))["CobraLexer"]()
    classes = {names[1]: kind for kind, names in MADE["CLASSES"].items()}
    named = [(part, re.sub(r"^Token\.(Literal\.)?", "", str(kind))) for kind, part in lexer.get_tokens(text)]
    found = [(part, classes.get(name, name)) for part, name in named]
    return [one for one in found if one[1] not in ("comment", "Text.Whitespace")]


def test_games_are_coloured_as_they_are_read() -> None:
    for text in [EDGES, *(path.read_text("utf-8") for path in library().values())]:
        assert by_textmate(text) == by_grammar(text)
        assert by_pygments(text) == by_grammar(text)
