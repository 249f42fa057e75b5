"""Texts of small games with a state, prices, limits and plays that are lost, whoever draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Pick(Protocol):
    """Who decides what a game is like."""

    def integer(self, low: int, high: int) -> int:
        """Return a number, both ends included."""

    def flag(self) -> bool:
        """Return yes or no."""

    def one(self, of: Sequence[T]) -> T:
        """Return one of some things."""


def hitting(pick: Pick) -> tuple[str, str]:
    """What an experiment observes first that hits a code, now and then one of two, and what is final."""
    if pick.integer(0, 2):
        return 'if x = g then "hit" else', "x = g"
    return 'if x = g then "hit" else if x = g + 1 then "next" else', "x = g | x = g + 1"


def memory_text(pick: Pick) -> str:
    """A game of up to six codes. What follows is decided by the answer, by the way it is made, but where it
    is said of the first code: then it hardly ever is. Two types may be alike but for what follows.
    """
    size, values = pick.integer(2, 6), pick.integer(1, 3)
    hit, lost = pick.flag(), pick.integer(0, 2) == 0
    lines = [f"secret x : 1..{size}", f"state s = {pick.integer(1, values)} in 0..{values}"]
    if pick.flag():
        lines.append("weight if x > 1 then 1 else 3")
    parameter = where = test = ""
    counted = False
    for name in ("a", "b")[: pick.integer(1, 2)]:
        alike = name == "b" and not hit and pick.integer(0, 3) == 0
        if not alike:
            parameter = f"g : 1..{size if name == 'a' else pick.integer(1, size)}"
            where = pick.one(["", "s > 0", "g != s", "g + s > 1", "s < 2 | g = 1"])
            test = pick.one(["x < g", "x = g", "x % 2 = g % 2", "x + s > g", "x > s & x < g", "x = s"])
            counted = not (hit and name == "a") and pick.flag()
        lines.append(f"experiment {name}({parameter})")
        lines += [f"  where {where}"] * bool(where)
        lines.append(f"  let t = {test}")
        if counted:
            lines += ["  let d = count(i in 1..2 : x + 1 > g + i)", "  observe d"]
        elif hit and name == "a":
            first, final = hitting(pick)
            lines += [f'  observe {first} if t then "yes" else "no"', f"  final {final}"]
        else:
            lines.append('  observe if t then "yes" else "no"')
        seen = "d > 1" if counted else "x = g" if hit and name == "a" and pick.flag() else "t"
        if seen == "t" and hit and name == "a":
            seen = "t & x != g"
        if pick.integer(0, 1 if alike else 9) == 0:
            seen = "x = 1"
        after = [
            f"(s + g) % {values + 1}",
            "max(0, s - 1)",
            "s",
            f"g % {values + 1}",
            "0",
            f"min(s + 1, {values})",
        ]
        one, other = pick.one(after), pick.one(after)
        if pick.integer(0, 3):
            lines.append(f"  then s = if {seen} then {one} else {other}")
        if pick.flag():
            price = [f"{pick.integer(0, 3)}", "g", "0.5", "1 + s", f"if {seen} then 2 else 0.25"]
            price += ["1 + d"] * counted
            lines.append(f"  cost {pick.one(price)}")
        if pick.integer(0, 3) == 0:
            lines.append(f"  limit {pick.integer(1, 2)}")
    if lost:
        cost = pick.one(["", " cost 4", " cost 0.5"])
        lines.append(f"lost when s = 0{cost}")
    return "\n".join(lines) + "\n"


def priced_text(pick: Pick) -> str:
    """A game of up to six codes without a state: with prices, or in which nothing but knowledge changes."""
    size, hit = pick.integer(2, 6), pick.flag()
    lines = [f"secret x : 1..{size}"]
    if pick.flag():
        lines.append("weight if x > 1 then 1 else 3")
    if not hit and pick.flag():
        lines.append("goal x / 2")
    for name in ("a", "b")[: pick.integer(1, 2)]:
        lines.append(f"experiment {name}(g : 1..{pick.integer(1, size)})")
        test = pick.one(["x < g", "x = g", "x % 2 = g % 2", "x > 2", "x > g & x < 5"])
        if hit and name == "a":
            first, final = hitting(pick)
            lines += [f'  observe {first} if {test} then "yes" else "no"', f"  final {final}"]
        else:
            lines.append(f'  observe if {test} then "yes" else "no"')
        if pick.flag():
            seen = "x = g" if hit and name == "a" else test
            lines.append(f"  cost {pick.one(['2', 'g', '0', '0.5', f'if {seen} then 2 else 0.25'])}")
    return "\n".join(lines) + "\n"


def two_unknowns_text(pick: Pick) -> str:
    """A game of up to eight codes: a number, and whether something holds; experiments ask about them apart or
    together. So it may be best to give up some codes before the last experiment.
    """
    size, heavy = pick.integer(2, 4), pick.integer(1, 4)
    lines = [f"secret x : 1..{size}", "variable h", f"weight if x = 1 then {heavy} else 1"]
    if pick.integer(0, 3) == 0:
        lines.append("state s = 2 in 0..2")
    for name in ("a", "b", "c")[: pick.integer(1, 3)]:
        test = pick.one(["x = g", "x = g", "x <= g", "h", "h", "x = g & h", "x <= g <-> h"])
        lines.append(f"experiment {name}({'' if test == 'h' else f'g : 1..{size}'})")
        lines.append(f"  observe {test}")
        if pick.integer(0, 3) == 0:
            lines.append(f"  cost {pick.integer(1, 3)}")
    return "\n".join(lines) + "\n"
