"""Every registered strategy: its name, what it does in one line, and where it comes from.

A strategy that is nothing but a score has no more than its line here; what makes the others is in `find.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cobra.options import OPTIMAL, READY_MADE
from cobra.texts import say


@dataclass(frozen=True, slots=True)
class Named:
    """A registered strategy."""

    name: str
    description: str
    source: str
    """Who described it first, and when."""
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
        description = say(self.description)
        return f"{description} ({author})" if author else description


_OBVIOUS: Final = "max hit*(parts - total + 1 + abs(parts - total + 1)) then "
"""An experiment that could be final and tells all codes apart comes first: mmstrat's "obvious guess"."""
_MMSTRAT: Final = "mmstrat (fancidev/mastermind)"

NAMED: Final[dict[str, Named]] = {
    named.name: named
    for named in (
        Named(
            "max-models",
            "least worst number of codes left",
            "Knuth 1977",
            READY_MADE["max-models"],
        ),
        Named(
            "exp-models",
            "least expected number of codes left",
            "Irving 1979",
            READY_MADE["exp-models"],
        ),
        Named(
            "ent-models",
            "greatest entropy of the outcome",
            "Neuwirth 1982",
            READY_MADE["ent-models"],
        ),
        Named(
            "parts",
            "most outcomes that are still possible",
            "Kooi 2005",
            READY_MADE["parts"],
        ),
        Named(
            "min-fixed",
            "most fixed variables in the worst outcome",
            "Klimoš 2014",
            READY_MADE["min-fixed"],
        ),
        Named(
            "exp-fixed",
            "most fixed variables on average",
            "Klimoš 2014",
            READY_MADE["exp-fixed"],
        ),
        Named(
            "mmstrat-minmax",
            "least worst number of codes left, then the next largest, and so on",
            _MMSTRAT,
            "min sorted(n) then max hit",
        ),
        Named(
            "mmstrat-minavg",
            "least expected number of codes left, a possible hit leaving none",
            _MMSTRAT,
            "min sum(n^2) - hit",
        ),
        Named(
            "larmouth",
            "greatest entropy of the outcome, a possible hit worth two bits (Larmouth)",
            "Larmouth",
            "min sum(w*log2(w)) - 2*hitweight",
            definition="The correction is Larmouth's; mmstrat's strategy `entropy` is this "
            "with --ties first.",
        ),
        Named(
            "mmstrat-parts",
            "most outcomes that are still possible, a possible hit worth half of one",
            _MMSTRAT,
            "max 2*parts + hit",
        ),
        Named(
            "mmstrat-minmax-nc",
            "mmstrat-minmax without correction for a possible hit",
            _MMSTRAT,
            f"{_OBVIOUS}min sorted(n)",
            definition="mmstrat's `minmax -nc`, with --ties first: an obvious guess, one that could be final "
            "and tells all codes apart, comes before all others.",
        ),
        Named(
            "mmstrat-minavg-nc",
            "mmstrat-minavg without correction for a possible hit",
            _MMSTRAT,
            f"{_OBVIOUS}min sum(n^2)",
            definition="mmstrat's `minavg -nc`, with --ties first; see mmstrat-minmax-nc.",
        ),
        Named(
            "mmstrat-entropy-nc",
            "greatest entropy of the outcome, but an obvious guess first",
            _MMSTRAT,
            f"{_OBVIOUS}min sum(n*log2(n))",
            definition="mmstrat's `entropy -nc`, with --ties first; see mmstrat-minmax-nc.",
        ),
        Named(
            "mmstrat-parts-nc",
            "mmstrat-parts without correction for a possible hit",
            _MMSTRAT,
            f"{_OBVIOUS}max parts",
            definition="mmstrat's `parts -nc`, with --ties first; see mmstrat-minmax-nc.",
        ),
        Named(
            "square-root",
            "greatest sum of the square roots of the numbers of codes left",
            "",
            "max sum(sqrt(w))",
            definition="Between the entropy and the number of outcomes.",
        ),
        Named(
            "look-ahead",
            "a strategy that compares scores, some steps ahead",
            "",
            form="look-ahead(STRATEGY, depth=2, beam=8)",
            definition="Of the best BEAM experiments by the score of STRATEGY it makes the one whose split "
            "after DEPTH experiments, the later ones those of STRATEGY, has the best score; docs/scores.md "
            "says it exactly.",
        ),
        Named(
            "first",
            "the first experiment that could still be the code",
            "Shapiro 1983",
            definition="It makes the first experiment, in the order of declaration and then of parameters, "
            "that tells codes apart and of which a final outcome can occur; without one, as in games that "
            "have no final outcomes, the first that tells codes apart.",
        ),
        Named(
            "random",
            "a random informative experiment (seeded)",
            "",
            definition="In every state it makes one of the experiments that tell codes apart, each equally "
            "likely, by --seed.",
        ),
        Named(
            "consistent",
            "a strategy that compares scores, restricted to what could still be final",
            "",
            form="consistent(STRATEGY)",
            definition="It plays STRATEGY, but only with experiments of which a final outcome can occur: in "
            "Mastermind, with codes that fit all answers. --consistent does so for all strategies.",
        ),
        Named(
            "phases",
            "bulls and cows with 16 digits, as people play; MEMORY: shortcut, no-repeats, arrange, deduce",
            "",
            form="phases or phases(MEMORY)",
        ),
    )
}
"""The registered strategies by name. `optimal` is not among them: it is found by a search."""

PROGRAM: Final = "program:"
"""What the command line of a program that plays begins with."""
KNOWN_AS: Final[dict[str, str]] = {
    **dict.fromkeys(("knuth", "minimax", "minmax", "worstcase"), "max-models"),
    **dict.fromkeys(("irving", "expected", "expectedsize", "average", "minavg"), "exp-models"),
    **dict.fromkeys(("entropy", "neuwirth", "shannon", "information"), "ent-models"),
    **dict.fromkeys(("kooi", "mostparts", "maxparts", "partitions"), "parts"),
    **dict.fromkeys(("shapiro", "simple"), "first"),
    **dict.fromkeys(("best", "optimum", "perfect"), "optimal"),
}
"""What strategies are called elsewhere, in small letters only, and by whom they were described."""

_SHOWN: Final = (
    *("max-models", "exp-models", "ent-models", "parts", "min-fixed", "exp-fixed", "first", "random"),
)
STRATEGIES: Final[dict[str, str]] = {name: NAMED[name].line for name in _SHOWN} | {
    OPTIMAL: "the least average of all strategies, searched for and proved"
}
"""The strategies shown in the help of commands, each with what it does."""
DEFAULT_STRATEGIES: Final = tuple(name for name in STRATEGIES if name != "random")
