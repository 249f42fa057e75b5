"""Every registered strategy: its name, what it does in one line, and where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cobra.breakers.breaker import Codebreaker


def _core(name: str, score: str | None = None) -> Callable[[], Codebreaker]:
    """Return what makes a strategy that the core plays: by its name, or by a score expression."""

    def make() -> Codebreaker:
        from cobra.breakers.core import CoreCodebreaker

        return CoreCodebreaker(name, score)

    return make


def _consistent(strategy: str) -> Codebreaker:
    from cobra.breakers.core import consistent

    return consistent(strategy)


def _look_ahead(strategy: str, depth: str = "2", beam: str = "8") -> Codebreaker:
    from cobra.breakers.ahead import look_ahead

    return look_ahead(strategy, depth, beam)


def _phases(memory: str = "described") -> Codebreaker:
    from cobra.breakers.phases_memory import make_phases

    return make_phases(memory)


@dataclass(frozen=True, slots=True)
class Named:
    """A registered strategy."""

    name: str
    description: str
    source: str
    """Who described it first, and when."""
    make: Callable[..., Codebreaker]
    """Makes it of its arguments, texts as they stand in the parentheses after the name."""
    score: str | None = None
    """The score expression that it is, None when it is none."""
    form: str = ""
    """How it is written with its arguments, where it takes some."""
    definition: str = ""
    """What it does exactly; of a score, what there is to say beside it."""

    @property
    def line(self) -> str:
        """Return the description with who described it first."""
        author = self.source.rpartition(" ")[0]
        return f"{self.description} ({author})" if author else self.description


def _score(name: str, description: str, source: str, score: str, definition: str = "") -> Named:
    """Return a strategy that is nothing but a score."""
    return Named(name, description, source, _core(name, score), score, definition=definition)


_OBVIOUS: Final = "max hit*(parts - total + 1 + abs(parts - total + 1)) then "
"""An experiment that could be final and tells all codes apart comes first: mmstrat's "obvious guess"."""
_MMSTRAT: Final = "mmstrat (fancidev/mastermind)"

NAMED: Final[dict[str, Named]] = {
    named.name: named
    for named in (
        Named(
            "max-models", "least worst number of codes left", "Knuth 1977", _core("max-models"), "min max(n)"
        ),
        Named(
            "exp-models",
            "least expected number of codes left",
            "Irving 1979",
            _core("exp-models"),
            "min sum(w^2)",
        ),
        Named(
            "ent-models",
            "greatest entropy of the outcome",
            "Neuwirth 1982",
            _core("ent-models"),
            "min sum(w*log2(w))",
        ),
        Named("parts", "most outcomes that are still possible", "Kooi 2005", _core("parts"), "max parts"),
        Named(
            "min-fixed",
            "most fixed variables in the worst outcome",
            "Klimoš 2014",
            _core("min-fixed"),
            "max min(fixed)",
        ),
        Named(
            "exp-fixed",
            "most fixed variables on average",
            "Klimoš 2014",
            _core("exp-fixed"),
            "max sum(w*fixed)",
        ),
        _score(
            "mmstrat-minmax",
            "least worst number of codes left, then the next largest, and so on",
            _MMSTRAT,
            "min sorted(n) then max hit",
        ),
        _score(
            "mmstrat-minavg",
            "least expected number of codes left, a possible hit leaving none",
            _MMSTRAT,
            "min sum(n^2) - hit",
        ),
        _score(
            "larmouth",
            "greatest entropy of the outcome, a possible hit worth two bits (Larmouth)",
            "Larmouth",
            "min sum(w*log2(w)) - 2*hitweight",
            "The correction is Larmouth's; mmstrat's strategy `entropy` is this with --ties first.",
        ),
        _score(
            "mmstrat-parts",
            "most outcomes that are still possible, a possible hit worth half of one",
            _MMSTRAT,
            "max 2*parts + hit",
        ),
        _score(
            "mmstrat-minmax-nc",
            "mmstrat-minmax without correction for a possible hit",
            _MMSTRAT,
            f"{_OBVIOUS}min sorted(n)",
            "mmstrat's `minmax -nc`, with --ties first: an obvious guess, one that could be final and tells "
            "all codes apart, comes before all others.",
        ),
        _score(
            "mmstrat-minavg-nc",
            "mmstrat-minavg without correction for a possible hit",
            _MMSTRAT,
            f"{_OBVIOUS}min sum(n^2)",
            "mmstrat's `minavg -nc`, with --ties first; see mmstrat-minmax-nc.",
        ),
        _score(
            "mmstrat-entropy-nc",
            "greatest entropy of the outcome, but an obvious guess first",
            _MMSTRAT,
            f"{_OBVIOUS}min sum(n*log2(n))",
            "mmstrat's `entropy -nc`, with --ties first; see mmstrat-minmax-nc.",
        ),
        _score(
            "mmstrat-parts-nc",
            "mmstrat-parts without correction for a possible hit",
            _MMSTRAT,
            f"{_OBVIOUS}max parts",
            "mmstrat's `parts -nc`, with --ties first; see mmstrat-minmax-nc.",
        ),
        _score(
            "square-root",
            "greatest sum of the square roots of the numbers of codes left",
            "",
            "max sum(sqrt(w))",
            "Between the entropy and the number of outcomes.",
        ),
        Named(
            "look-ahead",
            "a strategy that compares scores, some steps ahead",
            "",
            _look_ahead,
            form="look-ahead(STRATEGY, depth=2, beam=8)",
            definition="Of the best BEAM experiments by the score of STRATEGY it makes the one whose split "
            "after DEPTH experiments, the later ones those of STRATEGY, has the best score; docs/scores.md "
            "says it exactly.",
        ),
        Named(
            "first",
            "the first experiment that could still be the code",
            "Shapiro 1983",
            _core("first"),
            definition="It makes the first experiment, in the order of declaration and then of parameters, "
            "that tells codes apart and of which a final outcome can occur; without one, as in games that "
            "have no final outcomes, the first that tells codes apart.",
        ),
        Named(
            "random",
            "a random informative experiment (seeded)",
            "",
            _core("random"),
            definition="In every state it makes one of the experiments that tell codes apart, each equally "
            "likely, by --seed.",
        ),
        Named(
            "consistent",
            "a strategy that compares scores, restricted to what could still be final",
            "",
            _consistent,
            form="consistent(STRATEGY)",
            definition="It plays STRATEGY, but only with experiments of which a final outcome can occur: in "
            "Mastermind, with codes that fit all answers. --consistent does so for all strategies.",
        ),
        Named(
            "phases",
            "bulls and cows with 16 digits, as people play; MEMORY: shortcut, no-repeats, arrange, deduce",
            "",
            _phases,
            form="phases or phases(MEMORY)",
        ),
    )
}
"""The registered strategies by name. `optimal` is not among them: it is found by a search."""

KNOWN_AS: Final[dict[str, str]] = {
    **dict.fromkeys(("knuth", "minimax", "minmax", "worstcase"), "max-models"),
    **dict.fromkeys(("irving", "expected", "expectedsize", "average", "minavg"), "exp-models"),
    **dict.fromkeys(("entropy", "neuwirth", "shannon", "information"), "ent-models"),
    **dict.fromkeys(("kooi", "mostparts", "maxparts", "partitions"), "parts"),
    **dict.fromkeys(("shapiro", "simple"), "first"),
    **dict.fromkeys(("best", "optimum", "perfect"), "optimal"),
}
"""What strategies are called elsewhere, in small letters only, and by whom they were described."""
