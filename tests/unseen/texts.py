"""Texts of small games with lies, moves and noise, whoever draws them."""

from __future__ import annotations

from typing import Final

from tests.memory.texts import Pick, hitting

NOISE: Final = ("1/10", "0.5", "9/10", "1/3", "x/10", "1/(x + 1)", "(if x > 1 then 1/10 else 2/3)")


def unseen_text(pick: Pick, sets: bool = True) -> str:
    """A game of up to six codes in which answers may be lies, or the secret moves, or both; with `sets` one
    in four of those without a final answer asks about any set.
    """
    size = pick.integer(2, 6)
    lies, moves = pick.one([(1, False), (1, False), (2, False), (0, True), (0, True), (1, True)])
    hit = pick.flag()
    about_sets = sets and not hit and pick.integer(0, 3) == 0
    if about_sets:
        size = min(size, 4)  # of more there are many sets, and what is done by definition takes long
    lines = [f"secret x : 1..{size}", f"lies at most {lies}"]
    if not about_sets and pick.integer(0, 2) == 0:
        lines.append("weight if x > 1 then 1 else 3")
    if not hit and not about_sets and pick.integer(0, 2) == 0:
        lines.append("goal x % 2")
    if moves:
        to = pick.one(["x - 1, x + 1", f"x % {size} + 1", "x, x + 1", "x, 1", "1, 2"])
        lines.append(f"move x = one of {to}")
    if about_sets:
        lines.append(f"experiment a(s : set of 1..{size}) observe x in s")
        return "\n".join(lines) + "\n"
    for name in ("a", "b")[: pick.integer(1, 2)]:
        lines.append(f"experiment {name}(g : 1..{size})")
        test = pick.one(["x < g", "x = g", "x % 2 = g % 2", "x > 2 & x < g", "x * g > 4"])
        lines.append(f"  let t = {test}")
        if hit and name == "a":
            first, final = hitting(pick)
            lines += [f'  observe {first} if t then "yes" else "no"', f"  final {final}"]
        elif pick.flag():
            lines.append("  observe t, x + 1 > g")
        else:
            lines.append("  observe t")
    return "\n".join(lines) + "\n"


def noisy_text(pick: Pick) -> str:
    """One in which answers are wrong by chance: some at most, or any number of them."""
    text, noise = unseen_text(pick, sets=False), f"noise {pick.one(NOISE)}"
    if pick.flag():
        return f"{text}{noise}\n"
    return "\n".join([*(line for line in text.splitlines() if "lies at most" not in line), noise, ""])
