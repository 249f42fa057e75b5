"""The strategies that a request names: cobra's own and scores, nothing that runs a file or a program."""

from __future__ import annotations

from cobra.breakers.find import find_strategies, runs_nothing, split_strategies
from cobra.breakers.named import NAMED
from cobra.nearest import did_you_mean
from cobra.options import OPTIMAL
from cobra.texts import say
from cobra.web.allowance import MOST_STRATEGIES, MOST_STRATEGY
from cobra.web.forms import Form, FormError


def strategies_of(form: Form, default: tuple[str, ...]) -> tuple[str, ...]:
    """Return the member `strategies`, a list of texts as the command line takes them, each once.

    `FormError` for what could run something and for too many, `GameError` for what is no strategy.
    """
    texts = form.listed("strategies", MOST_STRATEGIES, MOST_STRATEGY, default)
    strategies = tuple(dict.fromkeys(strategy for text in texts for strategy in split_strategies(text)))
    if len(strategies) > MOST_STRATEGIES:
        raise FormError(say("at most {most} strategies can be compared", most=MOST_STRATEGIES))
    return _found(strategies)


def strategy_of(form: Form) -> str:
    """Return the member `strategy`, one text as the command line takes it; raises as `strategies_of`."""
    text = form.text("strategy")
    if len(text) > MOST_STRATEGY:
        raise FormError(say("a strategy has at most {most} letters", most=MOST_STRATEGY))
    strategies = split_strategies(text)
    if len(strategies) != 1:
        raise FormError(say("one strategy is needed, not {n}", n=len(strategies)))
    return _found(tuple(strategies))[0]


def _found(strategies: tuple[str, ...]) -> tuple[str, ...]:
    """Return strategies of which each could only be one of cobra's own, and is; what is wrong is said before
    anything is computed.
    """
    for strategy in strategies:
        if not runs_nothing(strategy):
            hint = did_you_mean(strategy, (*NAMED, OPTIMAL)) or say(": nothing is run")
            sentence = "strategies must be names or scores, not {text}{hint}"
            raise FormError(say(sentence, text=repr(strategy[:80]), hint=hint))
    if strategies:
        find_strategies(strategies)
    return strategies
