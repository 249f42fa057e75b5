"""What the tables say that a parser accepts is what lark's own way finds."""

from __future__ import annotations

import pytest

from cobra.language.accepted import acceptable, accepts
from cobra.language.grammars import Language, core_language, game_language
from cobra.language.source import Source
from cobra.language.tokens import END

GAME = """secret s[1..2] : distinct 1..3 in lines(f)
def twice(x) = if x > 1 then -x * 2 else x + 1 % 2
experiment try(g[1..2] : 1..3, t : set(1) of 1..2) for m in 1..2
  where !(g[1] in {1 2}) & t = g
  outcome "a" : count(i in 1..2 : s[i] = g[i]) <= 1 | true -> false
  observe for i in 1..2 : s[i], s[1] with 0.5
"""
CORE = (
    'VARIABLES a, b\nCONSTRAINT a -> (b & Exactly-1(a, b)) <-> !a\nEXPERIMENT "g" 1\n  OUTCOME "x" a$1 | b\n'
)


@pytest.mark.parametrize(("language", "text"), [(game_language(), GAME), (core_language(), CORE)])
def test_what_lark_accepts(language: Language, text: str) -> None:
    parser = language.grammar.parse_interactive()
    tokens = language.lexicon.tokenize(Source(None, "game", text), 0)[0]
    assert len(tokens) > 30
    for place, token in enumerate(tokens[:-1]):
        if not place % 5:
            assert acceptable(parser) == parser.accepts()
        assert accepts(parser, token.type, tokens[place + 1].type)
        parser.feed_token(token)
    assert END in acceptable(parser)


def test_several_terminals_leave_the_parser_as_it_is() -> None:
    parser = game_language().grammar.parse_interactive()
    before = list(parser.parser_state.state_stack)
    assert accepts(parser, "SECRET", "NAME", "COLON")
    assert not accepts(parser, "SECRET", "NAME", "NAME")
    assert not accepts(parser, "SECRET", END)
    assert accepts(parser, "CONSTRAINT", "NAME", END)
    assert parser.parser_state.state_stack == before
