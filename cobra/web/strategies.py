"""The strategies that a request names: cobra's own and scores, nothing that runs a file or a program."""

from __future__ import annotations

from cobra.breakers.find import find_strategies, runs_nothing, split_strategies
from cobra.web.allowance import MOST_STRATEGIES, MOST_STRATEGY
from cobra.web.forms import Form, FormError


def strategies_of(form: Form, default: tuple[str, ...]) -> tuple[str, ...]:
    """Return the member `strategies`, a list of texts as the command line takes them, each once.

    `FormError` for what could run something and for too many, `GameError` for what is no strategy.
    """
    texts = form.listed("strategies", MOST_STRATEGIES, MOST_STRATEGY, default)
    strategies = tuple(dict.fromkeys(strategy for text in texts for strategy in split_strategies(text)))
    if len(strategies) > MOST_STRATEGIES:
        raise FormError(f"strategies must be at most {MOST_STRATEGIES}")
    for strategy in strategies:
        if not runs_nothing(strategy):
            raise FormError(f"strategies must be names or scores, not {strategy[:80]!r}: nothing is run")
    if strategies:
        find_strategies(strategies)  # what is wrong is said before anything is computed
    return strategies
