"""What `cobra info` prints: the sizes, symmetry and trivial bounds of a game, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cobra.cli.show.rows import inseparable_warnings
from cobra.cli.show.text import bold, dump, nouns, number, pairs, plural, shorten, size, title, wrap
from cobra.errors import REASONS, raise_it
from cobra.figures import Decimals
from cobra.model.goals import goals_of
from cobra.model.memory import show_state
from cobra.model.unseen import show_noise, ways_of

if TYPE_CHECKING:
    from cobra.analysis.bounds import Bounds
    from cobra.analysis.info import Info
    from cobra.model.game import Game


def info_text(info: Info) -> str:
    """Return the sizes of a game as lines of name and value."""
    return "\n".join([title(info.game), *pairs(info_lines(info, Decimals())), *first_lines(info)])


def info_lines(info: Info, decimals: Decimals) -> list[tuple[str, str, str]]:
    """Return the sizes, symmetry and bounds of a game, each with what there is to remark."""
    types = len(info.game.experiments)
    first = (
        "" if info.first_experiments is None else f"; {info.first_experiments:,} not equivalent at the start"
    )
    counted = "counted without listing them; " if info.backend == "sat" else ""
    lines = [
        ("codes", number(info.codes), f"{counted}{plural(info.variables, 'variable')}"),
        ("experiments", number(info.experiments), f"{plural(types, 'type')}{first}"),
    ]
    unseen = info.game.unseen
    if info.game.memory is None and (unseen is None or not unseen.moves):
        lines += [
            (
                "largest branching",
                number(info.branching),
                f"{nouns(info.branching, 'outcome')} of one experiment",
            ),
            (
                "symmetry",
                number(info.symmetry_order),
                f"{nouns(info.symmetry_order, 'way')} found to carry the game to itself",
            ),
        ]
    elif info.game.memory is not None and info.game.memory.slots:
        shown = show_state(info.game.memory, info.game.memory.start)
        lines.append(("state", shorten(shown), "at the beginning, as are the experiments counted"))
    if unseen is not None and unseen.lies:
        lines.append(("lies", f"{unseen.lies:,}", "at most; lengths are those of the longest plays"))
    drawn = [type_.label for type_ in info.game.experiments if ways_of(type_)]
    if drawn:
        lines.append(("chances", ", ".join(drawn), "what is observed is drawn"))
    if unseen is not None and unseen.noise:
        until = "is wrong, however many were" if unseen.endless else "is one, until all are told"
        lines.append(("noise", show_noise(unseen), f"the chance that an answer {until}"))
    if unseen is not None and unseen.moves:
        names = ", ".join(info.game.codes.slots[move.slot].name for move in unseen.moves)
        lines.append(("moves", names, "after each experiment; lengths are those of the longest plays"))
    if info.goals is not None:
        asked = ", ".join(goal.text for goal in goals_of(info.game))
        lines.append(("asked for", f"{info.goals:,}", f"{nouns(info.goals, 'value')} of {asked}"))
    if info.fixed:
        names = ", ".join(name if value else f"not {name}" for name, value in info.fixed[:4])
        lines.append(
            ("fixed variables", f"{len(info.fixed):,}", names + (", …" if len(info.fixed) > 4 else ""))
        )
    if info.bounds is not None and info.bounds.total:  # 0 says nothing
        worst = info.bounds.worst
        lines.append(("worst at least", str(worst), f"{nouns(worst, 'experiment')}, whatever the strategy"))
        average = decimals.at_least(info.bounds.average)
        lines.append(("average at least", average, f"{info.bounds.total}/{info.bounds.weight}"))
    if info.memory is not None:
        lines.append(("memory", size(info.memory), "estimated for an analysis"))
    return lines


def first_lines(info: Info) -> list[str]:
    """Return the experiments that differ at the start, where they are few."""
    if not info.first_shown:
        return []
    rest = (info.first_experiments or 0) - len(info.first_shown)
    shown = [*map(shorten, info.first_shown), *([f"… and {rest:,} more"] if rest else [])]
    return ["", bold("first experiments, one of each kind"), *wrap(shown)]


def info_warnings(info: Info) -> list[str]:
    """Return what a user should know beside the result."""
    warnings = []
    if info.stopped:
        why = f"stopped by {REASONS[info.stopped]}: what is not shown was not found out"
        warnings.append(why + raise_it(info.stopped))
    return [*info.game.warnings, *warnings, *inseparable_warnings(info.inseparable, info.undecided)]


def info_json(info: Info) -> str:
    """Return the JSON document of `info`."""
    return dump({"game": game_object(info), "bounds": bounds_object(info.bounds), "stopped": info.stopped})


def game_object(info: Info) -> dict[str, Any]:
    """Return the sizes and the symmetry of a game for JSON."""
    return {
        "name": info.game.name,
        "file": info.game.file,
        "params": dict(info.game.arguments),
        "codes": info.codes,
        "variables": info.variables,
        "fixed": dict(info.fixed),
        "experiments": info.experiments,
        "experiment_types": len(info.game.experiments),
        "branching": info.branching,
        "symmetry_order": info.symmetry_order,
        "first_experiments": info.first_experiments,
        "first_shown": list(info.first_shown),
        "inseparable": info.inseparable,
        "goals": info.goals,
        "undecided": info.undecided,
        "memory": info.memory,
        "backend": info.backend,
        **_unseen_object(info.game),
    }


def _unseen_object(game: Game) -> dict[str, Any]:
    """Return what only games in which something happens unseen have."""
    if game.unseen is None:
        return {}
    return {
        "lies": game.unseen.lies,
        "noise": None if game.unseen.noise is None else show_noise(game.unseen),
        "chances": [type_.label for type_ in game.experiments if ways_of(type_)],
        "moves": [game.codes.slots[move.slot].name for move in game.unseen.moves],
    }


def bounds_object(bounds: Bounds | None) -> dict[str, Any] | None:
    """Return the trivial bounds for JSON."""
    if bounds is None:
        return None
    return {
        "worst": bounds.worst,
        "average": float(bounds.average),
        "total": bounds.total,
        "weight": bounds.weight,
    }
