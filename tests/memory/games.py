"""Random small games with a state, prices, limits and plays that are lost, as texts."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st

from cobra.errors import CobraError
from cobra.language.load import load_text
from cobra.model.game import Game
from cobra.model.spaces import codes
from cobra.sat.wellformed import prove_well_formed


@st.composite
def memory_texts(draw: st.DrawFn) -> str:
    """A game of up to six codes. What follows is decided by the answer, by the way it is made."""
    size, values = draw(st.integers(2, 6)), draw(st.integers(1, 3))
    hit, lost = draw(st.booleans()), draw(st.integers(0, 2)) == 0
    lines = [f"secret x : 1..{size}", f"state s = {draw(st.integers(1, values))} in 0..{values}"]
    if draw(st.booleans()):
        lines.append("weight if x > 1 then 1 else 3")
    for name in ("a", "b")[: draw(st.integers(1, 2))]:
        parameter = draw(st.integers(1, size))
        lines.append(f"experiment {name}(g : 1..{size if name == 'a' else parameter})")
        where = draw(st.sampled_from(["", "s > 0", "g != s", "g + s > 1", "s < 2 | g = 1"]))
        lines += [f"  where {where}"] * bool(where)
        test = draw(
            st.sampled_from(["x < g", "x = g", "x % 2 = g % 2", "x + s > g", "x > s & x < g", "x = s"])
        )
        lines.append(f"  let t = {test}")
        counted = not (hit and name == "a") and draw(st.booleans())
        if counted:
            lines += ["  let d = count(i in 1..2 : x + 1 > g + i)", "  observe d"]
        elif hit and name == "a":
            lines.append('  observe if x = g then "hit" else if t then "yes" else "no"')
            lines.append("  final x = g")
        else:
            lines.append('  observe if t then "yes" else "no"')
        seen = "d > 1" if counted else "x = g" if hit and name == "a" and draw(st.booleans()) else "t"
        if seen == "t" and hit and name == "a":
            seen = "t & x != g"
        after = [
            f"(s + g) % {values + 1}",
            "max(0, s - 1)",
            "s",
            f"g % {values + 1}",
            "0",
            f"min(s + 1, {values})",
        ]
        one, other = draw(st.sampled_from(after)), draw(st.sampled_from(after))
        if draw(st.integers(0, 3)):
            lines.append(f"  then s = if {seen} then {one} else {other}")
        if draw(st.booleans()):
            price = [f"{draw(st.integers(0, 3))}", "g", "0.5", "1 + s", f"if {seen} then 2 else 0.25"]
            price += ["1 + d"] * counted
            lines.append(f"  cost {draw(st.sampled_from(price))}")
        if draw(st.integers(0, 3)) == 0:
            lines.append(f"  limit {draw(st.integers(1, 2))}")
    if lost:
        cost = draw(st.sampled_from(["", " cost 4", " cost 0.5"]))
        lines.append(f"lost when s = 0{cost}")
    return "\n".join(lines) + "\n"


@st.composite
def priced_texts(draw: st.DrawFn) -> str:
    """A game of up to six codes without a state: with prices, or in which nothing but knowledge changes."""
    size, hit = draw(st.integers(2, 6)), draw(st.booleans())
    lines = [f"secret x : 1..{size}"]
    if draw(st.booleans()):
        lines.append("weight if x > 1 then 1 else 3")
    if not hit and draw(st.booleans()):
        lines.append("goal x / 2")
    for name in ("a", "b")[: draw(st.integers(1, 2))]:
        lines.append(f"experiment {name}(g : 1..{draw(st.integers(1, size))})")
        test = draw(st.sampled_from(["x < g", "x = g", "x % 2 = g % 2", "x > 2", "x > g & x < 5"]))
        if hit and name == "a":
            lines += [f'  observe if x = g then "hit" else if {test} then "yes" else "no"', "  final x = g"]
        else:
            lines.append(f'  observe if {test} then "yes" else "no"')
        if draw(st.booleans()):
            seen = "x = g" if hit and name == "a" else test
            lines.append(
                f"  cost {draw(st.sampled_from(['2', 'g', '0', '0.5', f'if {seen} then 2 else 0.25']))}"
            )
    return "\n".join(lines) + "\n"


@st.composite
def priced_games(draw: st.DrawFn) -> Game:
    """A well-formed one."""
    return _well_formed(draw(priced_texts()))


@st.composite
def memory_games(draw: st.DrawFn) -> Game:
    """A well-formed one."""
    return _well_formed(draw(memory_texts()))


def _well_formed(text: str) -> Game:
    try:
        game = load_text(text)
    except CobraError:
        assume(False)
    assume(codes(game))
    assume(all(proof.holds for proof in prove_well_formed(game) if "final for it" not in proof.statement))
    return game
