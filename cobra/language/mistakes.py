"""What to say about a text that is not in the language: the mistakes people make, each known by its look.

`explain` is given the place where the parser could not go on and what it would have accepted there, and names
the mistake in the words of the language. The kinds are rows of the table of errors in docs/language.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from cobra.errors import Diagnostic, Span
from cobra.language.builtin import FUNCTIONS
from cobra.language.grammars import Language
from cobra.language.source import Source
from cobra.language.tokens import END, Token, clip
from cobra.nearest import nearest

OPENING = {"LPAR": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"}
CLOSING = frozenset(OPENING.values())


@dataclass(frozen=True)
class Failure:
    """The parser could not go on at `tokens[index]`, in the statement or clause from `tokens[start]` on.

    It would have accepted the terminals `accepted` there; `accepts` tells whether it would accept several of
    them one after the other.
    """

    source: Source
    language: Language
    tokens: Sequence[Token]
    start: int
    index: int
    accepted: Set[str]
    accepts: Callable[..., bool]

    @property
    def token(self) -> Token:
        """The token that was not accepted."""
        return self.tokens[self.index]

    @property
    def next(self) -> Token:
        """The token after it."""
        return self.tokens[min(self.index + 1, len(self.tokens) - 1)]

    @property
    def previous(self) -> Token | None:
        """The token before it, if it is in the same statement."""
        return self.tokens[self.index - 1] if self.index > self.start else None

    def survives(self, terminal: str) -> bool:
        """Tell whether a terminal would be accepted in place of the token, and then the one after it."""
        return self.accepts(terminal, self.next.type)

    @property
    def statement(self) -> Sequence[Token]:
        """The tokens of the statement so far."""
        return self.tokens[self.start : self.index]

    @property
    def at_end(self) -> bool:
        """Whether the statement just ends there."""
        return self.token.type == END or self.token.type in self.language.starters

    @property
    def operand_due(self) -> bool:
        """Whether an operand is expected."""
        return {"NAME", "LPAR"} <= self.accepted

    @property
    def operand_done(self) -> bool:
        """Whether an operand is complete, so that an operator may follow."""
        return bool({"IFF", "PLUS"} & self.accepted) and not self.operand_due

    def opened(self) -> list[Token]:
        """Return the brackets that are open, outermost first."""
        brackets: list[Token] = []
        for token in self.statement:
            if token.type in OPENING:
                brackets.append(token)
            elif brackets and token.type == OPENING[brackets[-1].type]:
                brackets.pop()
        return brackets

    def diagnostic(self, kind: str, message: str, hint: str = "", span: Span | None = None) -> Diagnostic:
        """Return a mistake at the token, or elsewhere."""
        return self.source.diagnostic(kind, message, span or self.token.span, hint)


def explain(failure: Failure) -> tuple[Diagnostic, str | None]:
    """Say what the mistake is, and the terminal that was meant by the token if that is clear."""
    for recognise in (
        _comma_before_distinct,
        _distinct_before_name,
        _secret_set,
        _otherwise,
        _keyword_as_name,
        _foreign_word,
        _bracket_not_closed,
        _else_missing,
        _clause_outside,
        _misspelt_keyword,
        _colon_missing,
        _two_directions,
    ):
        found = recognise(failure)
        if isinstance(found, Diagnostic):
            return found, None
        if found is not None:
            return found
    return _something_else(failure), None


_Found = Diagnostic | tuple[Diagnostic, str] | None

_DISTINCT = "`distinct` stands before the set: code[1..4] : distinct 1..6"


def _comma_before_distinct(failure: Failure) -> _Found:
    comma, distinct = failure.token, failure.next
    if failure.token.type == "DISTINCT" and failure.previous is not None:
        comma, distinct = failure.previous, failure.token
    if (comma.type, distinct.type) != ("COMMA", "DISTINCT"):
        return None
    return failure.diagnostic("comma before distinct", "`distinct` follows no comma", _DISTINCT, comma.span)


def _distinct_before_name(failure: Failure) -> _Found:
    if (failure.token.type, failure.next.type) != ("DISTINCT", "NAME") or "NAME" not in failure.accepted:
        return None
    name = clip(failure.next)
    message = f"`distinct` belongs to the set that `{name}` is taken from, behind the `:`"
    return failure.diagnostic("something else expected", message, _DISTINCT)


def _secret_set(failure: Failure) -> _Found:
    if failure.token.type != "SET" or not _begins(failure, "SECRET", "AUX"):
        return None
    hint = "a secret that is a set says of each member whether it is in it: variables chosen[1..6]"
    return failure.diagnostic("something else expected", "only a parameter can be a set", hint)


def _otherwise(failure: Failure) -> _Found:
    if failure.token.type != "ELSE" or not (_begins(failure, "OUTCOME") and _before(failure, "COLON")):
        return None
    message = "each outcome says when it is given, the last one, too"
    hint = 'such as !(a | b); or: observe if a then "hot" else if b then "warm" else "cold"'
    return failure.diagnostic("something else expected", message, hint)


_BEFORE_NAME = frozenset(
    {"DRAW", "PARAM", "FILE", "ALPHABET", "VARIABLE", "VARIABLES", "SECRET", "DEF", "EXPERIMENT", "LET"}
)
_BEFORE_STRING = frozenset({"GAME", "OUTCOME"})


def _keyword_as_name(failure: Failure) -> _Found:
    word, before = failure.token, failure.previous
    if failure.language.lexicon.keywords.get(word) != word.type or "NAME" not in failure.accepted:
        return None
    if failure.operand_due and not failure.survives("NAME"):
        return None
    just_named = before is not None and before.type in _BEFORE_NAME and before.span.line == word.span.line
    if failure.at_end and not just_named and _may_start(word.type, failure.next.type, failure.language):
        return None
    symbol = "STRING" in failure.accepted and not failure.operand_due
    hint = (
        f'in quotes it is a word like others: "{word}"'
        if symbol
        else f"choose another name, such as {word}_1"
    )
    message = f"`{word}` is a word of the language and cannot be a name"
    diagnostic = failure.diagnostic("keyword as a name", message, hint)
    return (diagnostic, "NAME") if failure.survives("NAME") else diagnostic


def _may_start(keyword: str, following: str, language: Language) -> bool:
    """Tell whether a statement or clause that starts with `keyword` may go on with `following`."""
    if keyword in _BEFORE_NAME:
        return following == "NAME"
    if keyword in _BEFORE_STRING:
        return following == "STRING"
    return following in language.operands or following == "FOR"


_FOREIGN_WORDS = {
    "and": ("AND", "&"),
    "or": ("OR", "|"),
    "not": ("NOT", "!"),
    "mod": ("PERCENT", "%"),
    "implies": ("IMPLIES", "->"),
    "iff": ("IFF", "<->"),
    "is": ("EQUAL", "="),
}
_ELSE_IF = frozenset({"elif", "elsif", "elseif"})


def _foreign_word(failure: Failure) -> _Found:
    """Recognise `a and b`, and the `not` of `not a`, which was read as a name."""
    word, before = failure.token, failure.previous
    if word.type == "NAME" and word.lower() == "not" and failure.next.type == "IN" and failure.operand_done:
        message = "`not in` is written `in` here, with a `!` before all of it"
        return failure.diagnostic("foreign operator", message, "such as !(x in 1..3)")
    if word.type == "NAME" and word.lower() == "xor" and failure.operand_done:
        return failure.diagnostic("foreign operator", "`a xor b` is written `!(a <-> b)` here")
    if word.type == "NAME" and word.lower() in _ELSE_IF and "ELSE" in failure.accepted:
        return failure.diagnostic("foreign operator", f"`{word}` is written `else if` here")
    if word.type == "NAME" and word.lower() in _FOREIGN_WORDS:
        terminal, right = _FOREIGN_WORDS[word.lower()]
        if terminal in failure.accepted:
            return failure.diagnostic("foreign operator", f"`{word}` is written `{right}` here"), terminal
    if before is not None and before.type == "NAME" and before.lower() == "not" and failure.operand_done:
        return failure.diagnostic("foreign operator", f"`{before}` is written `!` here", span=before.span)
    return None


def _bracket_not_closed(failure: Failure) -> _Found:
    brackets, found = failure.opened(), failure.token
    if not brackets:
        if found.type in CLOSING:
            return failure.diagnostic(
                "bracket not closed", f"nothing is open that this `{found}` could close"
            )
        return None
    bracket = brackets[-1]
    closing = OPENING[bracket.type]
    wrong_bracket = found.type in CLOSING and found.type != closing
    if (
        failure.at_end
        or wrong_bracket
        or (failure.accepts(closing, found.type) and not _closed_later(failure))
    ):
        where = "the end of the file" if found.type == END else f"`{found}` in line {found.span.line}"
        hint = f"it is still open at {where}"
        return failure.diagnostic("bracket not closed", f"this `{bracket}` is not closed", hint, bracket.span)
    return None


def _closed_later(failure: Failure) -> bool:
    """Tell whether the innermost open bracket is closed in what follows of the statement."""
    depth = 0
    for token in failure.tokens[failure.index :]:
        depth += (token.type in OPENING) - (token.type in CLOSING)
        if depth < 0 or token.type == END or token.type in failure.language.starters:
            break
    return depth < 0


def _else_missing(failure: Failure) -> _Found:
    ends = failure.at_end or failure.token.type in CLOSING | {"COMMA", "COLON", "AS"}
    if not ends or "ELSE" not in failure.accepted:
        return None
    tokens = failure.statement
    opened: list[Token] = []
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        if token.type == "IF" and (before is None or before.type != "ELSE"):
            opened.append(token)
        elif token.type == "ELSE" and opened and (after is None or after.type != "IF"):
            opened.pop()
    span = opened[-1].span if opened else failure.token.span
    return failure.diagnostic(
        "else missing", "this `if` has no `else`", "it is always written: if a then b else c", span
    )


def _clause_outside(failure: Failure) -> _Found:
    word = failure.token
    if word.type not in failure.language.clauses or not failure.language.statements & failure.accepted:
        return None
    message = f"`{word}` belongs to an experiment, and no experiment is open here"
    hint = "a definition for the whole game is made with `def`" if word.type == "LET" else ""
    before = [
        token.type for token in failure.tokens[: failure.index] if token.type in failure.language.starters
    ]
    if before[-1:] == ["DEF"] and "EXPERIMENT" in before:
        hint = "a `def` ends the experiment above it; inside one a definition is made with `let`"
    return failure.diagnostic("clause outside an experiment", message, hint)


def _misspelt_keyword(failure: Failure) -> _Found:
    word, keywords = failure.token, failure.language.lexicon.keywords
    if word.type != "NAME":
        return None
    right = nearest(word, [text for text, terminal in keywords.items() if terminal in failure.accepted])
    if right is None or not failure.survives(keywords[right]):
        return None
    message = f"`{clip(word)}` is no word of the language"
    return failure.diagnostic("misspelt keyword", message, f"did you mean `{right}`?"), keywords[right]


def _colon_missing(failure: Failure) -> _Found:
    if "COLON" not in failure.accepted or failure.previous is None:
        return None
    if failure.token.type not in failure.language.operands | {"DISTINCT", "SET"}:
        return None
    if failure.operand_done and not _body_due(failure):
        return None
    return failure.diagnostic("colon missing", f"a `:` is missing before {_show(failure, failure.token)}")


def _body_due(failure: Failure) -> bool:
    """Tell whether the items just before hold a generator or follow `for`, so that a body may be due."""
    depth = 0
    for token in reversed(failure.statement):
        if token.type in CLOSING:
            depth += 1
        elif token.type in OPENING:
            depth -= 1
            if depth < 0:
                return False
        elif depth == 0 and token.type in ("IN", "FOR"):
            return True
    return False


_DIRECTIONS = {"LESS": "MORE", "AT_MOST": "MORE", "MORE": "LESS", "AT_LEAST": "LESS"}


def _two_directions(failure: Failure) -> _Found:
    opposite = _DIRECTIONS.get(failure.token.type)
    if opposite is None or opposite not in failure.accepted or not failure.operand_done:
        return None
    message = f"this `{failure.token}` turns a chain of comparisons round"
    hint = "a chain goes in one direction, as a <= x < b; join two conditions with `&`"
    return failure.diagnostic("chain of two directions", message, hint)


_COMPARISONS = frozenset({"EQUAL", "UNEQUAL", "LESS", "AT_MOST", "MORE", "AT_LEAST"})


def _something_else(failure: Failure) -> Diagnostic:
    kind, found, before = "something else expected", failure.token, failure.previous
    if failure.operand_done and (found.type in ("IN", "TO") or found.type in _COMPARISONS):
        hint = "join two conditions with `&`" if found.type != "TO" else ""
        return failure.diagnostic(kind, f"`{found}` cannot go on from the one before", hint)
    if failure.at_end and before is not None:
        message = f"expected {_expected(failure)} after {_show(failure, before)}"
        return failure.diagnostic(kind, message, _look(failure), before.span)
    hint = ""
    if failure.accepted == {"STRING"} and found.type == "NAME":
        hint = f'a string stands between quotes: "{clip(found)}"'
    elif found.type == "IF" and failure.operand_due:
        hint = "inside an expression an `if` stands in parentheses"
    elif found.type == "DISTINCT":
        hint = _DISTINCT
    elif found.type == "OF":
        hint = "a parameter that is a set is written pool : set(2) of 1..6"
    elif failure.index == 0 and _is_list(failure.tokens):
        hint = "a list of words is a file of a game, as in: cobra analyze wordle -D answers=FILE"
    message = f"expected {_expected(failure)}, found {_show(failure, found)}"
    return failure.diagnostic(kind, message, hint or _look(failure))


def _is_list(tokens: Sequence[Token]) -> bool:
    """Tell whether a text has a word in each of its lines, and nothing else."""
    words = [token for token in tokens if token.type != END]
    lines = {token.span.line for token in words}
    return len(words) > 1 and len(lines) == len(words) and {token.type for token in words} == {"NAME"}


def _look(failure: Failure) -> str:
    """Return what was meant, where the look of a mistake tells."""
    return next((hint for meant, hint in _HINTS if meant(failure)), "")


def _begins(failure: Failure, *starters: str) -> bool:
    """Tell whether the statement so far begins with one of some keywords."""
    return bool(failure.statement) and failure.statement[0].type in starters


def _inside(failure: Failure, bracket: str) -> bool:
    """Tell whether the innermost open bracket is of one kind."""
    opened = failure.opened()
    return bool(opened) and opened[-1].type == bracket


def _before(failure: Failure, *terminals: str) -> bool:
    return failure.previous is not None and failure.previous.type in terminals


def _after_heading(failure: Failure) -> bool:
    return _begins(failure, "EXPERIMENT") and _before(failure, "RPAR") and not failure.opened()


_HINTS: tuple[tuple[Callable[[Failure], bool], str], ...] = (
    (
        lambda f: (
            f.token.type == "EQUAL" and _begins(f, "SECRET", "AUX", "EXPERIMENT") and "COLON" in f.accepted
        ),
        "the set that it is taken from stands after a `:`, as in code : 1..6",
    ),
    (
        lambda f: _begins(f, "EXPERIMENT") and f.accepted == {"LPAR"},
        "the parameters stand in parentheses, which are empty where there are none: experiment look()",
    ),
    (
        lambda f: f.token.type == "COLON" and _begins(f, "ALPHABET"),
        "an alphabet is defined with `=`, as in alphabet colour = 1..6",
    ),
    (
        lambda f: (
            f.token.type in ("COMMA", "NAME")
            and _begins(f, "ALPHABET")
            and not f.operand_due
            and not f.opened()
        ),
        "symbols are listed in braces: {red green}",
    ),
    (
        lambda f: f.token.type == "TO" and _inside(f, "LBRACE"),
        "a range stands without braces: 1..6",
    ),
    (
        lambda f: (
            f.token.type == "COMMA" and _begins(f, "SECRET") and _before(f, "NAME", "RSQB") and not f.opened()
        ),
        "each has a `secret` of its own; several of one kind are a vector: code[1..4] : 1..6",
    ),
    (
        lambda f: f.token.type in ("COMMA", "RPAR") and _begins(f, "EXPERIMENT") and "COLON" in f.accepted,
        "each parameter says what it is taken from: ask(x : 1..6, y : 1..6)",
    ),
    (
        lambda f: f.token.type in _COMPARISONS and _begins(f, "EXPERIMENT") and "COLON" in f.accepted,
        "what parameters have to keep to is a clause behind them: where x != y",
    ),
    (
        lambda f: f.token.type == "COMMA" and _begins(f, "CONSTRAINT", "WHERE", "FINAL") and not f.opened(),
        "join two conditions with `&`",
    ),
    (
        lambda f: (f.token.type == "COLON" or "IN" in f.accepted) and _begins(f, "STATE") and not f.opened(),
        "a state begins with a value, and has a set of values: state last = 1 in 1..6",
    ),
    (
        lambda f: _begins(f, "MOVE") and not f.opened() and not f.operand_due,
        "where a secret can move is said so: move x = one of x - 1, x + 1",
    ),
    (
        lambda f: f.token.type == "EQUAL" and _before(f, "LIMIT", "COST", "NOISE", "LIES_AT_MOST"),
        "what is said stands just behind the word, as in limit 2",
    ),
    (
        lambda f: _before(f, "DRAW"),
        "a kind of drawing stands behind the word, as in draw pegs",
    ),
    (
        lambda f: f.token == "price" and "COST" in f.accepted,
        "what an experiment costs is said so: cost 2",
    ),
    (
        lambda f: _before(f, "PERCENT") and _begins(f, "NOISE"),
        "a chance is a number: noise 1/10, or 0.1",
    ),
    (
        lambda f: _before(f, "PERCENT") and any(token.type == "WITH" for token in f.statement),
        "a chance is a number: with 1/10, or 0.1",
    ),
    (
        lambda f: f.token == "lies" and not f.opened(),
        "how many answers may be wrong is said so: lies at most 1",
    ),
    (
        lambda f: f.token.type in ("TO", "INT") and _begins(f, "PARAM") and "IN" in f.accepted,
        "a parameter has one value; what it may be stands after `in`: param n = 4 in 1..9",
    ),
    (
        lambda f: f.token.type in ("LBRACE", "COLON") and _after_heading(f),
        "the clauses of an experiment just follow, as in experiment ask(x : 1..6) observe …",
    ),
    (
        lambda f: f.token.type in f.language.operands and _after_heading(f),
        "what is answered stands after `observe`",
    ),
    (
        lambda f: f.token.type == "LET" and _begins(f, "OBSERVE"),
        "a `let` is a clause of its own, above `observe`",
    ),
    (lambda f: f.token.type == "AS" and _before(f, "COMMA"), "no comma stands before `as`"),
    (
        lambda f: f.token.type == "IF" and f.operand_done,
        "a choice is written if a then b else c",
    ),
    (
        lambda f: f.token.type == "FOR" and f.operand_done and _inside(f, "LPAR"),
        "what is gone through stands in front: count(i in 1..4 : x[i])",
    ),
    (
        lambda f: f.token.type == "LSQB" and f.operand_done and _before(f, "RSQB"),
        "several indices stand in one pair of brackets: x[1, 2]",
    ),
    (
        lambda f: (f.token.type == "LSQB" and _set_due(f, f.previous)) or _listed_in_parentheses(f),
        "a set is listed in braces: {1 2 3}",
    ),
    (
        lambda f: f.token.type in ("INT", "NAME") and _before(f, "SET"),
        "the size of a set stands in parentheses: set(2) of 1..6",
    ),
    (
        lambda f: f.token.type in f.language.operands and f.previous is not None and f.previous in FUNCTIONS,
        "functions are called with ( )",
    ),
)
"""What to say of more mistakes, each known by its look."""


def _set_due(failure: Failure, before: Token | None) -> bool:
    """Tell whether a set follows a token: in `x in`, `alphabet a =` or `secret s :`."""
    if before is None or before.type == "IN":
        return before is not None
    starters = {"EQUAL": ("ALPHABET",), "COLON": ("SECRET", "AUX", "EXPERIMENT")}.get(before.type, ())
    return before.type == "DISTINCT" or _begins(failure, *starters)


def _listed_in_parentheses(failure: Failure) -> bool:
    """Tell whether the token is the comma of `x in (1, 2)` or `secret s : (1, 2)`."""
    if failure.token.type != "COMMA" or not _inside(failure, "LPAR") or "RPAR" not in failure.accepted:
        return False
    bracket = failure.opened()[-1]
    place = next(i for i in range(failure.index, -1, -1) if failure.tokens[i] is bracket)
    return place > failure.start and _set_due(failure, failure.tokens[place - 1])


def _expected(failure: Failure) -> str:
    """Name what would have been accepted, in the words of the language."""
    language, rest, names = failure.language, set(failure.accepted) - {END}, []
    if failure.operand_due:
        names.append("a set of symbols" if "DISTINCT" in rest else language.expression)
        rest -= language.operands | {"DISTINCT", "SET"}
    elif failure.operand_done:
        names.append("an operator")
        rest -= language.operators
    elif {"NAME", "INT", "STRING", "MINUS"} <= rest:
        names.append("a symbol")
        rest -= {"NAME", "INT", "STRING", "MINUS"}
    for terminal, name in (("NAME", "a name"), ("STRING", "a string"), ("INT", "a number")):
        if terminal in rest:
            names.append(name)
            rest.remove(terminal)
    starts = [
        what
        for what, all_ in (("statement", language.statements), ("clause", language.clauses))
        if all_ & rest
    ]
    if language.statements <= rest:
        rest -= language.starters
    else:
        starts = []
    names += sorted(f"`{language.lexicon.spellings.get(terminal, terminal)}`" for terminal in rest)
    if starts:
        names.append(("a " if failure.previous is None else "the next ") + " or ".join(starts))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _show(failure: Failure, token: Token) -> str:
    if token.type == END:
        return "the end of the file"
    keyword = failure.language.lexicon.keywords.get(token) == token.type
    return f"the keyword `{token}`" if keyword else f"`{clip(token)}`"
