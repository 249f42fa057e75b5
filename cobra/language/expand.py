"""Any game written in the core language."""

from __future__ import annotations

from cobra.arguments import checked
from cobra.language.core_form import core_form
from cobra.language.core_text import write_core
from cobra.limits import Limits
from cobra.model.game import Game
from cobra.model.memory import demand_knowledge_only


@checked
def expand(game: Game, limits: Limits | None = None) -> str:
    """Return the game in the core language: the same codes, experiments and outcomes, in the same order.

    A goal and weights have no counterpart there; a comment on top says so. Experiments come in another
    order only for types with sets of several sizes and very many experiments. Raises `LimitError` when
    the text would be too long, `GameError` where a name in it has both kinds of quotation marks.
    """
    demand_knowledge_only(
        game,
        "writing it in the core language",
        "that has no words for it; strategy files hold the game's text",
    )
    limits = limits or Limits()
    lost = [name for name, has in (("goal", game.goal), ("weight", game.weight is not None)) if has]
    comments = [
        f"# The core language knows no {name}: the {name} of this game is left out.\n" for name in lost
    ]
    return "".join(comments) + write_core(core_form(game, limits), limits)
