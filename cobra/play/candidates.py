"""Some experiments worth comparing, where there are too many to compare them all."""

from __future__ import annotations

from random import Random

from cobra.errors import LimitError
from cobra.model.after import experiments_as_codes
from cobra.model.game import Assignment, Experiment, Game
from cobra.model.spaces import allows
from cobra.play.position import Position
from cobra.sat.counting import CodeCounter


def asked_codes(game: Game, codes: list[Assignment]) -> list[Experiment]:
    """Return the experiments that ask codes, in the types whose parameters are those of the secret."""
    shown = [place for place, slot in enumerate(game.codes.slots) if not slot.aux]
    wanted = [(game.codes.slots[place].kind, game.codes.slots[place].symbols) for place in shown]
    found: list[Experiment] = []
    for number, type_ in enumerate(game.experiments):
        if [(slot.kind, slot.symbols) for slot in type_.space.slots] != wanted:
            continue
        for code in dict.fromkeys(codes):
            values = tuple(code[place] for place in shown)
            if allows(game.dag, type_.space, values, of_experiments=True):
                found.append((number, values))
    return found


def drawn_experiments(position: Position, number: int, random: Random) -> list[Experiment]:
    """Return about `number` experiments of all types drawn at random; of a type too large to draw, none."""
    game = position.game
    each = -(-number // max(1, len(game.experiments)))
    found: list[Experiment] = []
    for place, type_ in enumerate(game.experiments):
        if not type_.space.slots:
            found.append((place, ()))
            continue
        counter = CodeCounter(experiments_as_codes(game, type_), memory=position.memory)
        try:
            drawn = counter.draw(each, random, position.deadline())
        except LimitError:
            continue
        found += [(place, values) for values in dict.fromkeys(drawn)]
    return found
