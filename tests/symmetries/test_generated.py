"""Too many experiments to be listed: what is generated under symbols leaves out nothing that differs."""

from __future__ import annotations

import pytest

import cobra
from cobra._core import Control, CoreLimit
from cobra.engine.compile import compile_game
from cobra.engine.program import CoreExperiment


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "params", "after"),
    [
        ("counterfeit-coin", {"coins": "12"}, ["1 2 3 4 | 5 6 7 8=balance"]),
        ("counterfeit-coin", {"coins": "12"}, ["1 2 3 4 | 5 6 7 8=left heavier", "1 2 5 | 3 6 9=balance"]),
        ("odd-coins", {"coins": "12", "fakes": "2"}, ["1 2 | 3 4=left heavier"]),
        ("bags-of-gold", {"bags": "10", "capacity": "6"}, ["0000000011=1", "0000001100=0"]),
    ],
)
def test_generating_for_graphs_leaves_nothing_out(
    name: str, params: dict[str, str], after: list[str]
) -> None:
    """What symmetries of the history leave is more than what is generated for `graph`, and as good."""
    game = cobra.load(name, params)
    alone = cobra.symmetry(game, after=after, equivalences=["graph"]).rounds[-1]
    behind = cobra.symmetry(game, after=after, equivalences=["history", "graph"]).rounds[-1]
    assert (alone.canonical, alone.sizes) == (behind.canonical, behind.sizes)


def test_some_types_only() -> None:
    engine = compile_game(cobra.load("counterfeit-coin", {"coins": "12"})).engine()
    engine.enumerate(24, 1 << 28, Control())
    after: list[tuple[CoreExperiment, int | None]] = [((3, [[0, 1, 2, 3], [4, 5, 6, 7]]), 2)]
    for equivalence in ("symbols", "history", "knowledge", "partition", "graph"):
        whole, _ = engine.representatives([equivalence], after, 10**6, 1 << 28, Control())
        few, count = engine.representatives([equivalence], after, 10**6, 1 << 28, Control(), 2)
        assert count == 66 + 1485
        assert [one for one, _ in few] == [one for one, _ in whole if one[0] < 2]


def test_a_kept_list_of_all_experiments_is_for_who_asks_for_all_and_allows_so_many() -> None:
    engine = compile_game(cobra.load("counterfeit-coin", {"coins": "4"})).engine()
    engine.enumerate(8, 1 << 28, Control())

    def listed(limit: int, types: int | None = None) -> list[int]:
        found, count = engine.representatives(["none"], [], limit, 1 << 28, Control(), types)
        assert [size for _, size in found] == [1] * count
        return [type_ for (type_, _), _ in found]

    assert listed(9) == [0] * 6 + [1] * 3
    assert listed(9, 1) == [0] * 6
    with pytest.raises(CoreLimit):
        listed(8)
    assert listed(9) == [0] * 6 + [1] * 3
