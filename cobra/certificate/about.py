"""What a certificate is about, and why it may say nothing of a strategy, though both are right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cobra.engine.compile import from_core
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.limits import Limits
from cobra.model.game import true_propositions
from cobra.model.memory import at_state, follow_components, followed, in_state, start_of
from cobra.model.outcomes import component_values
from cobra.options import MEMORY
from cobra.strategy.strategy import Strategy

COSTS_MORE: Final = "the strategy costs more than the certificate proves to be needed"
NOT_AS_LONG: Final = "the certificate does not prove that the worst case has to be as long"
LOSES_NOTHING: Final = "the certificate is about other strategies, those of which no play is lost"
OTHER_OBJECTIVE: Final = "the certificate is about another objective"
TELLING: Final = "the certificate is about other strategies, those that ask only what tells codes apart"


def about_others(strategy: Strategy, *, consistent: bool, first: str | None, begins: bool) -> str | None:
    """Return what strategies a certificate is about where those within the settings of one need not be such.

    It is about strategies of consistent experiments, or that begin with `first`; `begins`: these do, too.
    None where it is about these.
    """
    settings = strategy.settings
    if first is not None and not begins:
        return f"the certificate is about other strategies, those that begin with {first}"
    if consistent and not settings.consistent:
        return "the certificate is about other strategies, those of consistent experiments"
    if consistent and first is None and settings.first is not None and not _begins_consistently(strategy):
        return "the certificate is about other strategies, those whose first experiment is consistent, too"
    return None


def _begins_consistently(strategy: Strategy) -> bool:
    """Return whether the first experiment can be final, or answers nothing, changes the state and loses
    nothing.
    """
    game, first = strategy.game, strategy.experiments[strategy.root]
    start = start_of(game)
    table = CodeTable(at_state(game, start), Run(), MEMORY, Limits())
    finals, others = table.final_outcomes([table.compiled.core_experiment(first)])
    if finals > 0 or finals + others != 1 or not start:
        return finals > 0
    type_, (_, made) = game.experiments[first[0]], in_state(game, first, start)
    code = true_propositions(game.codes, from_core(table.engine.code(0)))  # whichever, as all answer alike
    values = component_values(
        game.dag, follow_components(game, type_), code, true_propositions(type_.space, made)
    )
    return not followed(game, type_, values).lost


def about_plays(most: int | None) -> str:
    """Return that a certificate is about plays of so many experiments at most; others may be longer."""
    length = "of any length" if most is None else f"of at most {most:,} experiment{'' if most == 1 else 's'}"
    return f"the certificate is about plays {length}"


def most_telling(reasons: Sequence[str]) -> str:
    """Return which of the reasons why no optimum is proved to give: one that compares costs, if there is."""
    return next((reason for reason in (COSTS_MORE, NOT_AS_LONG) if reason in reasons), reasons[0])
