"""Answers as the core evaluates them: cheaper components that make the same partitions.

The values the player sees follow from the digits of the core's components by recipes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd

from cobra.errors import GameError
from cobra.model.answers import components_of
from cobra.model.dag import AND, FALSE, GE, PARAMETER, TRUE, VARIABLE, Dag, Lin, Lit, add_lins, scale_lin
from cobra.model.game import Cases, Component, ExperimentType, Game, Observed, Outcomes, Sum, Value
from cobra.model.outcomes import knows_finals

MAX_SUMS = 32
"""Answers of more sums than this are taken as they are: every pair of sums would be tried."""

Recipe = tuple[int, tuple[Value, ...]] | tuple[int, dict[int, int]]
"""How a value follows from digits: (component, value of each digit) or (constant, factor by component)."""


@dataclass(frozen=True, slots=True)
class CoreAnswer:
    """The answer of one type as the core has it, with one recipe for each of the game's own components.

    `final` is the component that says whether the outcome is final (its second case), -1 without one;
    `final_apart`: it is another time among the others, since they are not seen to decide it.
    """

    components: tuple[Component, ...]
    recipes: tuple[Recipe, ...]
    final: int
    final_apart: bool


def core_answers(game: Game) -> tuple[CoreAnswer, ...]:
    """Return the answer of every type as the core has it."""
    answers = []
    for type_, final in zip(game.experiments, _final_formulas(game), strict=True):
        own = components_of(type_.answer)
        components, recipes = _simplify(own)
        if isinstance(type_.answer, Observed) and type_.answer.ways:  # its values stand for others, too
            components, recipes = [*own], ((0, type_.answer.ways[0].cases.values),)
        apart = final is not None and not _decided(game.dag, final, own)
        if final is not None:
            components += [Cases((False, True), (final ^ 1, final))] * (2 if apart else 1)
        last = len(components) - 1 if final is not None else -1
        answers.append(CoreAnswer(tuple(components), recipes, last, apart))
    return tuple(answers)


def _final_formulas(game: Game) -> list[Lit | None]:
    """Return for each type the formula "the outcome is final"; None for all when the game does not tell them
    apart.
    """
    knows = knows_finals(game)
    return [_final_formula(game.dag, type_) if knows else None for type_ in game.experiments]


def _final_formula(dag: Dag, type_: ExperimentType) -> Lit:
    if type_.final is not None:
        return type_.final
    if isinstance(type_.answer, Outcomes):
        return dag.disj(outcome.formula for outcome in type_.answer.outcomes if outcome.final)
    return FALSE


def _decided(dag: Dag, final: Lit, components: Sequence[Component]) -> bool:
    """Return whether it is seen that an outcome is final after all experiments or after none.

    The core takes that for granted. Of a game it is demanded of each experiment by itself only; where `final`
    says something of the parameters, too, outcomes that are final get a component of their own. Seen is what
    is put together from cases, comparisons of a sum with numbers, and all or none of the terms of a sum.
    """
    known: set[int] = set()
    ends: list[frozenset[Lit]] = []
    sums: set[frozenset[tuple[int, Lit]]] = set()
    for component in components:
        if isinstance(component, Cases):
            known.update(lit >> 1 for lit in component.lits)
            continue
        most = frozenset(lit ^ (weight < 0) for weight, lit in component.value.terms)
        ends += [most, frozenset(lit ^ 1 for lit in most)]
        known.update(lit >> 1 for lit in most if len(most) == 1)
        for sign in (False, True):
            sums.add(frozenset((abs(w), lit ^ ((w < 0) != sign)) for w, lit in component.value.terms))
    pending = [final >> 1]
    while pending:
        node = pending.pop()
        if node in known:
            continue
        known.add(node)
        kind, args = dag.nodes[node]
        if kind in (VARIABLE, PARAMETER):
            return False
        if kind == GE and frozenset(zip(args[1::2], args[2::2], strict=True)) in sums:
            continue
        rest = set(dag.operands(2 * node))
        if kind == AND:
            rest = rest.difference(*(end for end in ends if end <= rest))
        pending += [lit >> 1 for lit in rest]
    return True


def _simplify(components: Sequence[Component]) -> tuple[list[Component], tuple[Recipe, ...]]:
    """Return cheaper components that make the same partitions, and how the given ones' values follow.

    A sum may have a multiple of another one added (`both - black` beside `black` becomes `both`), and a
    common factor taken out; constant components and repeated ones are left out, and so are cases that are
    never true.
    """
    sums = [i for i, component in enumerate(components) if isinstance(component, Sum)]
    lins, combination = _reduce_sums([c.value for c in components if isinstance(c, Sum)])
    kept: list[Component] = []
    recipes: list[Recipe] = []
    place_of_sum: dict[int, int] = {}
    factors: list[int] = []
    place_of_cases: dict[frozenset[Lit], int] = {}
    for i, component in enumerate(components):
        if isinstance(component, Sum):
            row = sums.index(i)
            lin = lins[row]
            factors.append(gcd(*(w for w, _ in lin.terms)) if lin.terms else 1)
            if lin.terms:
                place_of_sum[row] = len(kept)
                kept.append(Sum(Lin(0, tuple((w // factors[-1], lit) for w, lit in lin.terms))))
            recipes.append((0, {}))  # filled in below, when every sum has its place
            continue
        true = [
            (value, lit) for value, lit in zip(component.values, component.lits, strict=True) if lit != FALSE
        ]
        true = [pair for pair in true if pair[1] == TRUE] or true
        if not true:
            raise GameError("not exactly one outcome: none of the outcomes of an experiment is possible")
        if len(true) == 1:
            recipes.append((0, (true[0][0],)))
            continue
        key = frozenset(lit for _, lit in true)
        if len(key) == len(true) and key in place_of_cases:
            place = place_of_cases[key]
            same = kept[place]
            assert isinstance(same, Cases)
            value_of = {lit: value for value, lit in true}
            recipes.append((place, tuple(value_of[lit] for lit in same.lits)))
            continue
        place_of_cases[key] = len(kept)
        recipes.append((len(kept), tuple(value for value, _ in true)))
        kept.append(Cases(tuple(value for value, _ in true), tuple(lit for _, lit in true)))
    for row, i in enumerate(sums):
        constant = sum(factor * lins[other].constant for other, factor in combination[row].items())
        by_place = {place_of_sum[o]: f * factors[o] for o, f in combination[row].items() if o in place_of_sum}
        recipes[i] = (constant, by_place)
    return kept, tuple(recipes)


def _reduce_sums(lins: list[Lin]) -> tuple[list[Lin], list[dict[int, int]]]:
    """Add integers to others while that makes them smaller; say how the given ones follow.

    Row i of the second result holds the factors with which the new integers add up to the old integer i.
    """
    lins = list(lins)
    combination = [{i: 1} for i in range(len(lins))]
    improved = len(lins) <= MAX_SUMS
    while improved:
        improved = False
        for i in range(len(lins)):
            for j in range(len(lins)):
                if i == j or not lins[j].terms:
                    continue
                factor = _best_factor(lins[i], lins[j])
                candidate = add_lins((lins[i], scale_lin(factor, lins[j])))
                if _cost(candidate) < _cost(lins[i]):
                    lins[i] = candidate
                    improved = True
                    for row in combination:
                        if i in row:
                            row[j] = row.get(j, 0) - factor * row[i]
    return lins, [{j: factor for j, factor in row.items() if factor} for row in combination]


def _best_factor(lin: Lin, other: Lin) -> int:
    """Return the integer times which `other`, added, makes the range of `lin` least.

    The range, Σ |w + factor·v|, is convex, and least at the median of the places where a term vanishes, each
    as heavy as its v. Of equals the one with fewest terms is taken, then the one nearest to 0.
    """
    weight_of = {lit >> 1: -w if lit & 1 else w for w, lit in lin.terms}
    places = []
    for v, lit in other.terms:
        w = weight_of.get(lit >> 1, 0)
        places.append((Fraction(w if lit & 1 else -w, v), v))
    places.sort()
    half, before, factors = sum(v for _, v in places), 0, set[int]()
    for place, v in places:
        if 2 * before <= half <= 2 * (before + v):
            factors |= {floor(place), ceil(place)}
        before += v
    by_cost = {factor: _cost(add_lins((lin, scale_lin(factor, other)))) for factor in factors}
    return min(factors, key=lambda factor: (by_cost[factor], abs(factor), factor))


def _cost(lin: Lin) -> tuple[int, int]:
    return lin.high - lin.low, len(lin.terms)
