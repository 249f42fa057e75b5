"""What a transposition of slots or symbols must keep, by the definition of the reference evaluator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cobra import reference
from cobra.model.game import Assignment, Game, true_propositions


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
    experiments: Sequence[reference.Experiment],
    images: Sequence[reference.Experiment],
) -> None:
    """Experiments are carried to experiments, cells to cells, final outcomes to final ones."""
    assert sorted(images) == sorted(experiments)
    for experiment, image in list(zip(experiments, images, strict=True))[:60]:
        cells = reference.partition(game, experiment, list(moved)).values()
        carried = {frozenset(moved[code] for code in cell) for cell in cells}
        image_cells = {frozenset(cell) for cell in reference.partition(game, image, list(moved)).values()}
        assert carried == image_cells
        for code in moved:
            assert reference.is_final(game, experiment, code) == reference.is_final(game, image, moved[code])
