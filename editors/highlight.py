"""Writes the files by which editors and tools colour games, from the one table of words.

python editors/highlight.py

To be run, and the result committed, after a change of `cobra/language/words.py`; a test says so.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from cobra.language.words import COMMENT, STRING, of_kind

HERE: Final = Path(__file__).parent
MADE: Final = "Made by editors/highlight.py from cobra/language/words.py; not to be changed by hand."

LETTER: Final = r"[^\x00-@\[-^`{-\x7F]"
"""A character of a name but for digits, in any encoding of what is not ASCII."""
CLASSES: Final[dict[str, tuple[str, str, str, str]]] = {
    "comment": ("comment.line.number-sign", "Comment.Single", "comment", "Comment"),
    "string": ("string.quoted.double", "String.Double", "string", "String"),
    "number": ("constant.numeric", "Number", "number", "Number"),
    "statement": ("keyword.control", "Keyword.Declaration", "keyword", "Statement"),
    "clause": ("keyword.control.clause", "Keyword", "keyword", "Statement"),
    "modifier": ("keyword.other", "Keyword.Reserved", "keyword", "Keyword"),
    "constant": ("constant.language", "Keyword.Constant", "atom", "Boolean"),
    "function": ("support.function", "Name.Builtin", "builtin", "Function"),
    "name": ("variable.other", "Name", "variable", ""),
    "operator": ("keyword.operator", "Operator", "operator", "Operator"),
    "bracket": ("punctuation", "Punctuation", "bracket", ""),
}
"""What TextMate, Pygments, CodeMirror and Vim call each class of tokens; the first that fits counts."""


def pattern(name: str) -> str:
    """Return the regular expression of a class, in what Python, JavaScript and Oniguruma have in common."""
    if name == "comment":
        return f"{COMMENT}.*"
    if name == "string":
        return f"{STRING}[^{STRING}\\n]*{STRING}?"
    if name == "number":
        return r"[0-9]+(?:\.[0-9]+)?"
    if name == "name":
        return f"{LETTER}(?:{LETTER}|[0-9])*"
    words = sorted(of_kind(name), key=len, reverse=True)  # the longest first, as the language does
    if name in ("operator", "bracket"):
        return "|".join(map(re.escape, words))
    several = "|".join(word.replace(" ", r"[ \t]+") for word in words)
    return f"(?:{several})(?!{LETTER}|[0-9])"


def textmate() -> str:
    """Return the grammar of TextMate, which VS Code and many others read."""
    grammar = {
        "information_for_contributors": [MADE],
        "name": "cobra",
        "scopeName": "source.cobra",
        "fileTypes": ["cb"],
        "patterns": [
            {"name": f"{names[0]}.cobra", "match": pattern(name)} for name, names in CLASSES.items()
        ],
    }
    return json.dumps(grammar, indent=2) + "\n"


def pygments() -> str:
    """Return a lexer of Pygments."""
    rules = "\n".join(f"            (r'''{pattern(name)}''', {names[1]})," for name, names in CLASSES.items())
    return f'''"""Colours games of cobra in Pygments. {MADE}"""

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace


class CobraLexer(RegexLexer):
    """Games of cobra."""

    name = "cobra"
    aliases = ["cobra"]
    filenames = ["*.cb"]
    tokens = {{
        "root": [
            (r"\\s+", Whitespace),
{rules}
        ]
    }}
'''


def codemirror() -> str:
    """Return a language of CodeMirror 6, for its `StreamLanguage.define`."""
    rules = "\n".join(
        f"  [/{pattern(name).replace('/', chr(92) + '/')}/y, {json.dumps(names[2])}],"
        for name, names in CLASSES.items()
    )
    words = json.dumps(of_kind("statement", "clause", "modifier", "constant", "function"))
    return f"""// {MADE}

const RULES = [
{rules}
];

export const WORDS = {words};

// For StreamLanguage.define of @codemirror/language.
export const cobra = {{
  name: "cobra",
  token(stream) {{
    if (stream.eatSpace()) return null;
    for (const [rule, name] of RULES) {{
      rule.lastIndex = stream.pos;
      const found = rule.exec(stream.string);
      if (found) {{
        stream.pos += found[0].length;
        return name;
      }}
    }}
    stream.next();
    return "invalid";
  }},
  languageData: {{
    commentTokens: {{ line: {json.dumps(COMMENT)} }},
    closeBrackets: {{ brackets: ["(", "[", "{{", {json.dumps(STRING)}] }},
  }},
}};
"""


def vim() -> str:
    """Return a syntax file of Vim and Neovim."""
    lines = [f'" {MADE}', 'if exists("b:current_syntax")', "  finish", "endif", "syntax case match", ""]
    kinds: dict[str, Any] = {name: of_kind(name) for name in CLASSES}
    signs = sorted(kinds["operator"], key=len)  # of matches at one place Vim takes the one defined last
    lines += [f"syntax match cobraOperator /\\V{sign.replace('/', chr(92) + '/')}/" for sign in signs]
    lines += [r"syntax match cobraNumber /\<\d\+\(\.\d\+\)\?\>/"]
    for name in ("statement", "clause", "modifier", "constant", "function"):
        single = [word for word in kinds[name] if " " not in word]
        lines.append(f"syntax keyword cobra{name.capitalize()} {' '.join(single)}")
        for word in kinds[name]:
            if " " in word:
                several = word.replace(" ", r"\s\+")
                lines.append(rf"syntax match cobra{name.capitalize()} /\<{several}\>/")
    lines += [
        f"syntax match cobraString /{STRING}[^{STRING}]*{STRING}\\?/",
        f"syntax match cobraComment /{COMMENT}.*/",
        "",
    ]
    lines += [
        f"highlight default link cobra{name.capitalize()} {names[3]}"
        for name, names in CLASSES.items()
        if names[3]
    ]
    return "\n".join([*lines, "", 'let b:current_syntax = "cobra"', ""])


def files() -> dict[Path, str]:
    """Return the files, and what has to be in them."""
    return {
        HERE / "vscode" / "syntaxes" / "cobra.tmLanguage.json": textmate(),
        HERE / "pygments" / "cobra_lexer.py": pygments(),
        HERE / "codemirror" / "cobra.js": codemirror(),
        HERE / "vim" / "syntax" / "cobra.vim": vim(),
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, "utf-8")
