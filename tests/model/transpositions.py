"""What a transposition of slots or symbols must keep, by the definition of the oracle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cobra.model.game import Assignment, Game, true_propositions
from tests import oracle


def swapped_code(game: Game, one: Sequence[int], other: Sequence[int], code: Assignment) -> Assignment:
    """Return a code with two lists of propositions exchanged."""
    swap = {}
    for p, q in zip(one, other, strict=True):
        swap[p], swap[q] = q, p
    true = {swap.get(p, p) for p in true_propositions(game.codes, code)}
    values = []
    for slot in game.codes.slots:
        held = [i for i in range(slot.width) if slot.first + i in true]
        values.append(len(held) if slot.kind == "bool" else held[0])
    return tuple(values)


def check_images(
    game: Game,
    moved: Mapping[Assignment, Assignment],
    experiments: Sequence[oracle.Experiment],
    images: Sequence[oracle.Experiment],
) -> None:
    """Experiments are carried to experiments, cells to cells, final outcomes to final ones."""
    assert sorted(images) == sorted(experiments)
    for experiment, image in list(zip(experiments, images, strict=True))[:60]:
        cells = oracle.partition(game, experiment, list(moved)).values()
        carried = {frozenset(moved[code] for code in cell) for cell in cells}
        image_cells = {frozenset(cell) for cell in oracle.partition(game, image, list(moved)).values()}
        assert carried == image_cells
        for code in moved:
            assert oracle.is_final(game, experiment, code) == oracle.is_final(game, image, moved[code])
