"""What a parser of lark would accept next, by its tables alone.

lark's own `accepts` copies the parser for each terminal and builds trees; after a mistake that took longer
than all the rest.
"""

from __future__ import annotations

from typing import Any

from lark.parsers.lalr_analysis import Shift

from cobra.language.tokens import END


def acceptable(parser: Any) -> set[str]:
    """Return the terminals that a parser would accept, `END` among them."""
    state = parser.parser_state
    named = (name for name in state.parse_conf.states[state.state_stack[-1]] if name.isupper())
    return {name for name in named if accepts(parser, name)}


def accepts(parser: Any, *terminals: str) -> bool:
    """Tell whether a parser would accept these terminals one after the other; it stays as it is."""
    state = parser.parser_state
    stack = list(state.state_stack)
    return all(shifts(state.parse_conf, stack, terminal) for terminal in terminals)


def shifts(tables: Any, stack: list[Any], terminal: str) -> bool:
    """Tell whether a terminal is accepted at a stack of states, which is then that behind the terminal.

    `tables` are what lark calls a `ParseConf`.
    """
    while True:
        action, argument = tables.states[stack[-1]].get(terminal, (None, None))
        if action is None:
            return False
        if action is Shift:
            stack.append(argument)
            return True
        if argument.expansion:
            del stack[-len(argument.expansion) :]
        stack.append(tables.states[stack[-1]][argument.origin.name][1])
        if terminal == END and stack[-1] == tables.end_state:
            return True
