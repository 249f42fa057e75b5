"""The formal game: the septuple (X, φ0, T, Σ, E, F, Φ) of Klimoš (2014, Definition 4) as immutable objects.

| septuple | here |
|---|---|
| X, φ0 | `Game.codes`: a `Space` whose propositions are X and whose models are the codes |
| T | `Game.experiments`: one `ExperimentType` for each type, family members in order |
| Σ | `Slot.symbols` of the parameters |
| E | the models of `ExperimentType.space` |
| F | the leaves `Dag.parameter(j)`, "slot k holds symbol a": F$k is the OR of `x & parameter(j)` |
| Φ | `ExperimentType.answer`: outcome formulas, or a tuple of values (one outcome for each tuple) |

Codes and experiments are two spaces of one kind; everything that enumerates the one enumerates the other.
All formulas are literals of `Game.dag`. Propositions of a space are numbered from 0 in the order of its
slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from cobra.model.dag import Dag, Lin, Lit
from cobra.shown import Shown

Symbol = int | str
"""A symbol of an alphabet: a whole number, or a word such as "red"."""

Value = bool | int | str
"""A value an expression can take; formulas are shown as yes and no."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One unknown of the secret, or one parameter of an experiment.

    kind "bool": one proposition. "symbol": one of `symbols`, one proposition each, exactly one true.
    "set": a subset of `symbols` with `size_min..size_max` members, one membership proposition each.
    Propositions are `first`, `first + 1`, …; the order of values is that of `symbols` ("bool": true before
    false; sets by size, then lexicographically). `name` is as written by the user, `code[1]` or `left`;
    `family` and `index` are its parts (`code`, `(1,)`). `state`: it is no parameter that one chooses, but
    holds what the state is when the experiment is made; such slots come last.
    """

    name: str
    family: str
    index: tuple[Symbol, ...]
    kind: Literal["bool", "symbol", "set"]
    symbols: tuple[Symbol, ...]
    first: int
    size_min: int = 0
    size_max: int = 0
    aux: bool = False
    state: bool = False

    @property
    def width(self) -> int:
        """Return the number of propositions."""
        return 1 if self.kind == "bool" else len(self.symbols)


@dataclass(frozen=True, slots=True)
class SlotTable:
    """The slots `slots` together hold one of `rows`; a row lists positions in each slot's `symbols`. Rows
    are distinct."""

    slots: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Space:
    """A set of assignments: all ways to fill the slots that satisfy every table, `distinct` group and
    constraint.

    Order of assignments: lexicographic by slots; slots bound by a table follow the order of its rows, as one
    parameter. `distinct` lists groups of symbol slots with pairwise different symbols. `constraints` are
    conjuncts.
    """

    slots: tuple[Slot, ...]
    distinct: tuple[tuple[int, ...], ...] = ()
    tables: tuple[SlotTable, ...] = ()
    constraints: tuple[Lit, ...] = ()

    @property
    def propositions(self) -> int:
        """Return the number of propositions."""
        return sum(slot.width for slot in self.slots)


@dataclass(frozen=True, slots=True)
class Sum:
    """A component of an answer that is a whole number."""

    value: Lin


@dataclass(frozen=True, slots=True)
class Cases:
    """A component that takes exactly one of `values`: value i when `lits[i]` holds."""

    values: tuple[Value, ...]
    lits: tuple[Lit, ...]


Component = Sum | Cases


@dataclass(frozen=True, slots=True)
class Way:
    """One of several things that may be observed, with its chance, the same for all codes.

    Chances that depend on the code are made of several such ways (`cobra.language.chances`).
    """

    cases: Cases
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Observed:
    """The answer is a tuple of values; equal tuples are one outcome.

    `shape` groups components into the items as written: an item is the index of a component, or a tuple of
    them for a vector. `template` has one `{}` for each item; None joins the items with commas.
    """

    components: tuple[Component, ...]
    shape: tuple[int | tuple[int, ...], ...]
    template: str | None = None
    ways: tuple[Way, ...] = ()
    """Where what is observed is drawn by chance, all that may be; the one component is that of the first way,
    with the values of all."""
    amiss: tuple[tuple[Lit, str], ...] = ()
    """When the chances are none, and why: `check` proves that it never happens."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A named outcome formula. `final` False is COBRA's OUTCOMEX: the game is not over right after it."""

    name: str
    formula: Lit
    final: bool


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The answer is the one outcome whose formula holds; `check` proves that there is exactly one."""

    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Price:
    """What an experiment costs: `value / denominator`, never negative."""

    value: Lin
    denominator: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What is more than knowledge in a game: a state that follows from what was done, prices, plays that are
    lost.

    `slots` are those of the state, as they come last in every type of experiment (propositions from 0);
    `start` has their positions at the beginning. `loss` is what a lost play costs beside its experiments;
    None when the game does not say so.
    """

    slots: tuple[Slot, ...]
    start: tuple[int, ...]
    priced: bool
    loses: bool
    loss: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """How a secret moves after an experiment: its slot of this number, which holds a symbol, becomes one of
    `targets`.

    Each target has the symbols of the slot as values; where none of its formulas holds there is no such move.
    """

    slot: int
    targets: tuple[Cases, ...]


@dataclass(frozen=True, slots=True)
class Unseen:
    """What happens unseen: at most `lies` answers of a play may be wrong; the secret moves by all `moves`.

    While there may be more lies an answer is wrong with the chance `noise`, and then each other outcome of
    the experiment that is not final is given equally often, and the secret moves to each of the codes that it
    can become equally often; None: as the codemaker likes. With `noise` 0 lies say that any number may be. It
    is 0 where answers are wrong by chance only where the experiment says how they are drawn. Where it depends
    on the code, `noises` has all that it may be, ascending, each with its condition, and `noise` is the
    greatest; `amiss` says when it is no chance, and why: `check` proves that it never happens.
    """

    lies: int
    moves: tuple[Move, ...]
    noise: Fraction | None = None
    noises: tuple[tuple[Fraction, Lit], ...] = ()
    amiss: tuple[tuple[Lit, str], ...] = ()

    @property
    def endless(self) -> bool:
        """Return whether any number of answers may be wrong: then a play may take any number of
        experiments, and lies are not counted.
        """
        return self.lies == 0 and self.noise is not None

    @property
    def any_lies(self) -> bool:
        """Return whether any number of answers may be lies; where they are only drawn by chance none is."""
        return self.lies == 0 and bool(self.noise)


@dataclass(frozen=True, slots=True)
class ExperimentType:
    """A type of experiment: its parameters, and what is answered.

    `label` is the name with family values, `weigh[3]`; `final` is the formula of a `final` clause, None
    without one (then, in a game with a `final` elsewhere, no outcome of this type is final; for `Outcomes`
    the flags decide). `look` is what is written before, between and after the parameters, where the game says
    how its experiments are written. In a game with memory `after` has the value of each slot of the state
    after the experiment, `price` what the experiment costs (None: 1), and `lost` says whether the play is
    lost by it. All three are formulas of parameters, state and secret, and decided by the answer. Formulas
    mean something only where the conditions `supposed` hold, some of those that all experiments satisfy.
    """

    name: str
    label: str
    space: Space
    answer: Observed | Outcomes
    final: Lit | None = None
    look: tuple[str, ...] | None = None
    after: tuple[Cases, ...] = ()
    price: Price | None = None
    lost: Lit | None = None
    supposed: tuple[Lit, ...] = ()


@dataclass(frozen=True, slots=True)
class Origin:
    """What a game was read from: its text, and the texts of the files it reads, by the names it calls them.

    Together with the arguments of the game it is all that is needed to read the game again.
    """

    text: str
    files: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Game(Shown):
    """A whole game. `ending`: "hit", over when a final outcome is seen and only then; "identify", over when
    the goal (or, with an empty `goal`, the code) is known or nothing can separate what is left; "core", the
    rule of the core language: over when one code is left and the last outcome was final, one more experiment
    counting after a non-final one. `weight` is the prior of a code, None for equal priors. `arguments` are
    the game's parameters as played; `origin` is None for a game that was not read from a text. `warnings` are
    sentences about what is no mistake but hardly meant, such as a parameter that is never used. `memory` is
    None for a game in which nothing but knowledge changes and every experiment counts as one; `unseen` for
    one in which all answers are true and the secret stays as it is.
    """

    name: str
    file: str
    dag: Dag = field(repr=False, compare=False)
    codes: Space = field(repr=False)
    experiments: tuple[ExperimentType, ...] = field(repr=False)
    ending: Literal["hit", "identify", "core"]
    goal: tuple[Component, ...] = ()
    weight: Lin | None = None
    arguments: tuple[tuple[str, int | str], ...] = ()
    origin: Origin | None = field(default=None, repr=False, compare=False)
    warnings: tuple[str, ...] = field(default=(), repr=False, compare=False)
    memory: Memory | None = None
    unseen: Unseen | None = None
    goal_texts: tuple[tuple[str, int | None], ...] = field(default=(), repr=False, compare=False)
    """How each goal is written, and how many components it has, None for one that is no vector."""
    draw: str | None = field(default=None, repr=False, compare=False)
    """The kind of pictures (`cobra.drawings`) that shows codes, experiments and answers; None: texts do."""


Assignment = tuple[int, ...]
"""A filled space: for each slot 0/1 ("bool"), a position in `symbols` ("symbol"), or a bit mask of positions
("set")."""

Experiment = tuple[int, Assignment]
"""An experiment: the number of its type and the assignment of the type's space."""


def fills(space: Space, assignment: Sequence[int]) -> bool:
    """Return whether every slot has a value of its own."""
    if len(assignment) != len(space.slots):
        return False
    for slot, value in zip(space.slots, assignment, strict=True):
        if not 0 <= value < {"bool": 2, "symbol": slot.width, "set": 1 << slot.width}[slot.kind]:
            return False
        if slot.kind == "set" and not slot.size_min <= value.bit_count() <= slot.size_max:
            return False
    return True


def true_propositions(space: Space, assignment: Sequence[int]) -> set[int]:
    """Return the propositions that hold under an assignment."""
    true = set()
    for slot, value in zip(space.slots, assignment, strict=True):
        if slot.kind == "symbol":
            true.add(slot.first + value)
        elif slot.kind == "bool":
            if value:
                true.add(slot.first)
        else:
            true.update(slot.first + i for i in range(len(slot.symbols)) if value >> i & 1)
    return true
