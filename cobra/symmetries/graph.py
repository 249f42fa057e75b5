"""A game as a vertex-coloured graph whose automorphisms are symmetries of the game.

Every vertex stands for a literal, a formula or a part of the game; its edges and its colour say what it is
made of. So an automorphism carries literals to literals, codes to codes, experiments to experiments, and the
cells of an answer to cells (the idea: Klimoš 2014, section 3.4; formulas as graphs: Aloul, Ramani, Markov
and Sakallah 2003). Only formulas that are the same up to renaming are seen to be alike, not those that mean
the same: every automorphism is a symmetry, but a symmetry need not be an automorphism.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cobra.errors import LimitError
from cobra.model.answers import component_lits, show_value
from cobra.model.dag import FALSE, HAS_PARAMETER, PARAMETER, TRUE, VARIABLE, Lit
from cobra.model.game import Cases, Component, Game, Space, Sum, Symbol, Way
from cobra.model.show import proposition_names
from cobra.model.simplify import CoreAnswer
from cobra.model.unseen import secret_lits
from cobra.symmetries.arising import arising
from cobra.symmetries.families import Family, Follows, families_of, sizes_of
from cobra.symmetries.images import split_conjuncts
from cobra.symmetries.parts import Parts, TooLargeError, decided, has_symbols
from cobra.symmetries.symbols import Symmetry
from cobra.symmetries.terms import FALSE_TERM, TRUE_TERM, Term, Terms, add_terms, needed
from cobra.symmetries.vertices import Vertices

MAX_VERTICES = 4096
"""Larger graphs are not made: the core keeps a matrix of bits."""

Pair = tuple[int, int]
"""The vertices of a proposition and of its negation; equal when there is none for the negation."""


@dataclass(frozen=True, slots=True)
class GameGraph:
    """The coloured graph of a game; its vertices are 0, 1, …

    `colours` (0, 1, …, in an order of their meanings), `kinds` and `labels` are by vertex. `variables`: the
    vertices of the secret's propositions; `types`: the vertex of each experiment type; `parameters`: by type
    the vertices of its propositions; `cases`: by type and component of its answer the vertices of the cases,
    none for a sum.
    """

    colours: list[int]
    kinds: list[str]
    labels: list[str]
    edges: list[tuple[int, int]]
    variables: list[Pair]
    types: list[int]
    parameters: list[list[Pair]]
    cases: list[list[list[int]]]


def game_graph(
    game: Game,
    answers: Sequence[CoreAnswer],
    symmetry: Symmetry,
    *,
    distinguish_sides: bool = False,
    limit: int = MAX_VERTICES,
) -> GameGraph | None:
    """Return the graph of a game with its answers as the core has them; None with more vertices than `limit`.

    `distinguish_sides`: the two sides of a balance get different colours. Exchanging them alone moves no
    experiment, so that without it several automorphisms are one symmetry.
    """
    groups = families_of(game, answers, symmetry, distinguish_sides)
    spaces = (game.codes, *(type_.space for type_ in game.experiments))
    for normal in (True, False) if any(map(has_symbols, spaces)) else (False,):
        try:
            builder = GraphBuilder(game, answers, limit, normal)
            for family, lits in zip(groups, builder.add_secret(groups), strict=True):
                builder.add_family(family, lits)
        except (TooLargeError, LimitError):
            continue
        return builder.graph()
    return None


class GraphBuilder:
    """Makes the vertices of a game part by part; `TooLargeError` when they would be more than `limit`.

    `normal`: formulas are taken in the form of `cobra/symmetries/parts.py`, else as they are written.
    """

    def __init__(self, game: Game, answers: Sequence[CoreAnswer], limit: int, normal: bool) -> None:
        self._game, self._limit = game, limit
        self._terms = Terms()
        self._parts = Parts(game.dag, game.codes, normal)
        self._known = {FALSE: FALSE_TERM, TRUE: TRUE_TERM}
        self.vertices = Vertices(self._terms, limit)
        self._told: dict[tuple[int, str, frozenset[Term]], dict[Term, int]] = {}
        self._summed: set[tuple[int, str, int, tuple[tuple[int, Term], ...]]] = set()
        self.variables: list[Pair] = []
        self.types = [0] * len(game.experiments)
        self._parameters: list[list[Pair]] = [[] for _ in self.types]
        self._state: list[tuple[list[Pair], list[tuple[Term, Term]]]] = []
        self._cases: list[list[list[int]]] = [[[] for _ in answer.components] for answer in answers]

    def graph(self) -> GameGraph:
        """Return what was made."""
        of = self.vertices
        return GameGraph(
            of.colours,
            of.kinds,
            of.labels,
            of.edges,
            self.variables,
            self.types,
            self._parameters,
            self._cases,
        )

    def add_secret(self, families: Sequence[Family] = ()) -> list[set[Lit]]:
        """Add the secret and what families say of it alone; return the literals each family needs besides."""
        game, dag, graph = self._game, self._game.dag, self.vertices
        constraints = split_conjuncts(dag, game.codes.constraints)
        weights = () if game.weight is None else (Sum(game.weight),)
        roots = [*constraints, *(lit for c in (*game.goal, *weights) for lit in component_lits(c))]
        roots += secret_lits(game)
        shared = needed(self._parts, roots, set(), self._limit)
        own: list[set[Lit]] = []
        for family in families:
            self._parts.enter(family.space)
            lits = needed(self._parts, family.roots, shared, self._limit)
            own.append({lit for lit in lits if dag.sides(lit) & HAS_PARAMETER})
            shared |= lits - own[-1]
        self.variables = self._leaves(game.codes, VARIABLE, "variable", shared, self._known)
        add_terms(self._terms, self._parts, shared, self._known)
        secret = graph.add("secret", game.name)
        sizes = [[size] for size in sizes_of(game.codes)]
        self._space(secret, game.codes, self.variables, sizes, [0] * len(sizes))
        graph.join(secret, (graph.of(self._known[lit]) for lit in constraints))
        for component in game.goal:
            self._component(secret, "goal", 0, component, self._known)
        for component in weights:
            self._component(secret, "weight", 0, component, self._known)
        self._moves(secret)
        self._noises(secret)
        self._begin(secret)
        return own

    def _moves(self, secret: int) -> None:
        """Add where the secret moves."""
        for move in () if self._game.unseen is None else self._game.unseen.moves:
            first, vertex = self._game.codes.slots[move.slot].first, self.vertices.add("move", "move")
            self.vertices.join(secret, [vertex])
            for cases in move.targets:
                target = self.vertices.add("target", "to")
                self.vertices.join(vertex, [target])
                reached = [self.variables[first + i][0] for i in range(len(cases.lits))]
                self._becomes(target, reached, _terms(cases, self._known))

    def _noises(self, secret: int) -> None:
        """Add how often answers are wrong, where that depends on the code."""
        for chance, lit in () if self._game.unseen is None else self._game.unseen.noises:
            vertex = self.vertices.add("noise", str(chance), *chance.as_integer_ratio())
            self.vertices.join(secret, [vertex])
            self.vertices.join(vertex, [self.vertices.of(self._known[lit])])

    def _begin(self, secret: int) -> None:
        """Add the slots of the state, which all types share, and the state that plays begin with."""
        memory = self._game.memory
        if memory is None or not memory.slots:
            return
        graph, terms = self.vertices, self._terms
        state = graph.add("state", "state", 0)
        graph.join(secret, [state])
        if sum(slot.width for slot in memory.slots) > self._limit:
            raise TooLargeError
        for slot, start, arises in zip(memory.slots, memory.start, arising(self._game, memory), strict=True):
            pairs: list[Pair] = []
            truths: list[tuple[Term, Term]] = []
            for i, symbol in enumerate(slot.symbols):
                if slot.width == 2 and i:  # not to be the one is to be the other
                    pairs.append(pairs[0][::-1])
                    truths.append(truths[0][::-1])
                    continue
                name = f"{slot.name} = {symbol}"
                idle = 0 if i in arises else 1 + i  # which value never arises makes no difference
                true = graph.add("state", name, 1, idle)
                if slot.width == 1:
                    pairs.append((true, true))
                    truths.append((TRUE_TERM, FALSE_TERM))
                    continue
                if slot.width > 2 and idle:
                    pairs.append((true, true))
                    truths.append((FALSE_TERM, TRUE_TERM))
                    continue
                other = f"{slot.name} = {slot.symbols[1]}" if slot.width == 2 else f"not {name}"
                pairs.append((true, graph.add("state", other, 1 if slot.width == 2 else 2, idle)))
                graph.join(true, [pairs[-1][1]])
                truths.append((terms.literal(), terms.literal()))
                terms.exclude(truths[-1])
                for term, vertex in zip(truths[-1], pairs[-1], strict=True):
                    graph.add_literal(term, vertex)
            self._state.append((pairs, truths))
            literals = [true for true, _ in pairs]
            if slot.width > 2:
                terms.exclude(true for true, _ in truths if true != FALSE_TERM)
            graph.join(self._slot(state, slot.name, "one", 0), literals)
            graph.join(self._slot(state, slot.name, "begins", 0), [literals[start]])

    def _becomes(self, root: int, reached: Sequence[int], terms: Sequence[Term]) -> None:
        """Add which of some things holds afterwards, or is observed: each where a formula holds."""
        graph = self.vertices
        for literal, term in zip(reached, terms, strict=True):
            if term != FALSE_TERM:
                becomes, when = graph.add("becomes", "then"), graph.add("when", "when")
                graph.join(root, [becomes])
                graph.join(becomes, [literal, when])
                graph.join(when, [graph.of(term)])

    def _follow(self, vertex: int, follows: Follows, known: Mapping[Lit, Term]) -> None:
        """Add what follows from the experiments of a family: the state afterwards, the price, lost plays."""
        memory, graph = self._game.memory, self.vertices
        assert memory is not None
        for (pairs, _), cases in zip(self._state, follows.after, strict=True):
            self._becomes(vertex, [true for true, _ in pairs], _terms(cases, known))
        self._component(vertex, "price", follows.price.denominator, Sum(follows.price.value), known)
        if follows.lost is not None:
            lost = graph.add("lost", "lost")
            graph.join(vertex, [lost])
            graph.join(lost, [graph.of(known.get(follows.lost, FALSE_TERM))])

    def add_family(self, family: Family, lits: set[Lit]) -> None:
        """Add the experiments of a family, which needs `lits` besides those of the secret."""
        game, graph = self._game, self.vertices
        known = dict(self._known)
        leaves = self._leaves(family.space, PARAMETER, "parameter", lits, known)
        self._parts.enter(family.space)
        add_terms(self._terms, self._parts, lits, known)
        vertex = graph.add("experiments", game.experiments[family.types[0]].name)
        members = [game.experiments[number] for number in family.types]
        sizes = [list(of_slot) for of_slot in zip(*(sizes_of(m.space) for m in members), strict=True)]
        slots = self._space(vertex, family.space, leaves, sizes, family.roles)
        # Where there are two slots only, they have nothing else to change places with.
        for left, right in family.sides if len(slots) > 2 else ():
            graph.join(graph.add("sides", "sides"), [slots[left], slots[right]])
        graph.join(vertex, (graph.of(known[lit]) for lit in family.conditions))
        cases = [
            self._drawn(vertex, family.ways, known)
            if family.ways and i != family.answer.final
            else self._component(
                vertex, "final" if i == family.answer.final else "answer", i, component, known
            )
            for i, component in enumerate(family.answer.components)
        ]
        if family.follows is not None:
            self._follow(vertex, family.follows, known)
        for number, member in zip(family.types, members, strict=True):
            self.types[number] = graph.add("type", member.label, tuple(sorted(sizes_of(member.space))))
            graph.join(self.types[number], [vertex])
            self._parameters[number], self._cases[number] = leaves, cases

    def _drawn(self, root: int, ways: Sequence[Way], known: Mapping[Lit, Term]) -> list[int]:
        """Add what may be observed, with its chances; return the vertices of the values."""
        graph, said = self.vertices, defaultdict[tuple[Term, ...], Fraction](Fraction)
        for way in ways:  # those that say the same are one
            said[_terms(way.cases, known)] += way.chance
        drawn = graph.add("drawn", "drawn")
        graph.join(root, [drawn])
        values = []
        for i, value in enumerate(ways[0].cases.values):
            idle = all(terms[i] == FALSE_TERM for terms in said)  # what is never said is not exchanged
            values.append(graph.add("value", show_value(value), 1 + i if idle else 0))
        graph.join(drawn, values)
        for terms, chance in said.items():
            vertex = graph.add("way", str(chance), *chance.as_integer_ratio())
            graph.join(drawn, [vertex])
            self._becomes(vertex, values, terms)
        return values

    def _leaves(
        self, space: Space, kind: int, name: str, lits: set[Lit], known: dict[Lit, Term]
    ) -> list[Pair]:
        """Add the vertices of a space's propositions, and the terms of those that formulas use to `known`.

        `kind` is that of their leaves. Negations get vertices where formulas use them, as `lits` says, and
        where a flip may be a symmetry.
        """
        graph, terms, names = self.vertices, self._terms, proposition_names(space)
        leaves = {node.args[0]: lit & ~1 for lit in lits if (node := self._game.dag.node(lit)).kind == kind}
        negated = {p for p, leaf in leaves.items() if leaf ^ 1 in lits}
        fixed = decided(space)
        pairs: list[Pair] = []
        truth: list[tuple[Term, Term]] = []
        for number, slot in enumerate(space.slots):
            places = range(slot.first, slot.first + slot.width)
            if slot.state and self._state:  # they come last, and all types share them
                shared = self._state[number - len(space.slots)]
                pairs += shared[0]
                truth += shared[1]
                continue
            binary = slot.kind == "symbol" and slot.width == 2  # not to be the one is to be the other
            if binary or slot.kind == "bool" or (slot.kind == "set" and not negated.isdisjoint(places)):
                negated.update(places)
            rank = 0
            for p in places:
                if p in fixed:
                    rank += 1
                    vertex = graph.add(name, names[p], slot.aux, rank)
                    pairs.append((vertex, vertex))
                    truth.append((TRUE_TERM, FALSE_TERM) if fixed[p] else (FALSE_TERM, TRUE_TERM))
                elif binary and p > slot.first:
                    pairs.append(pairs[-1][::-1])
                    truth.append(truth[-1][::-1])
                else:
                    true = false = graph.add(name, names[p], slot.aux, 0)
                    if p in negated:
                        other = names[p + 1] if binary else f"not {names[p]}"
                        false = graph.add(name, other, slot.aux, 0)
                        graph.join(true, [false])
                    pairs.append((true, false))
                    truth.append((terms.literal(), terms.literal()))
                    terms.exclude(truth[-1])
                    for term, vertex in zip(truth[-1], pairs[-1], strict=True):
                        graph.add_literal(term, vertex)
            if slot.kind == "symbol":
                terms.exclude(truth[p][0] for p in places if p not in fixed)
        for group in space.distinct:
            for holders in _holders(space, group).values():
                terms.exclude(truth[p][0] for p in holders if p not in fixed)
        for p, leaf in leaves.items():
            known[leaf], known[leaf ^ 1] = truth[p]
        return pairs

    def _space(
        self,
        root: int,
        space: Space,
        leaves: Sequence[Pair],
        sizes: Sequence[Sequence[tuple[int, int]]],
        roles: Sequence[int],
    ) -> dict[int, int]:
        """Add what says which propositions may be true together; `sizes`: by slot those in all types.

        Returns the vertex of each slot, by its number; a state that all types share is not among them.
        """
        graph = self.vertices
        slots: dict[int, int] = {}
        for number, (slot, of_slot, role) in enumerate(zip(space.slots, sizes, roles, strict=True)):
            if slot.state and self._state:
                continue  # all types share it
            pairs = leaves[slot.first : slot.first + slot.width]
            true, false = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
            if slot.kind == "symbol":
                slots[number] = self._slot(root, slot.name, "one", role)
                graph.join(slots[number], true)
            elif slot.kind == "bool" or set(of_slot) == {(0, slot.width)}:
                slots[number] = self._slot(root, slot.name, "free", role)
                graph.join(slots[number], true + false)
            elif true != false and all(least + most == slot.width for least, most in of_slot):
                # The rest is a set of the same size.
                slots[number] = self._slot(root, slot.name, "halves", role)
                graph.join(self._slot(slots[number], f"in {slot.name}", "set", role, of_slot), true)
                graph.join(self._slot(slots[number], f"not in {slot.name}", "set", role, of_slot), false)
            else:
                slots[number] = self._slot(root, slot.name, "set", role, of_slot)
                graph.join(slots[number], true)
        for group in dict.fromkeys(tuple(sorted(group)) for group in space.distinct):  # each said once
            holders = _holders(space, group)
            square = len(holders) == len(group) and all(len(of) == len(group) for of in holders.values())
            for symbol, of in holders.items():
                demand = self._slot(root, str(symbol), "one" if square else "most", 0)
                graph.join(demand, (leaves[p][0] for p in of))
        for table in space.tables:
            places = [space.slots[number] for number in table.slots]
            rows = self._slot(root, ", ".join(slot.name for slot in places), "rows", 0)
            for row in table.rows:
                held = list(zip(places, row, strict=True))
                vertex = graph.add("row", " ".join(str(slot.symbols[i]) for slot, i in held))
                graph.join(rows, [vertex])
                graph.join(vertex, (leaves[slot.first + i][0] for slot, i in held))
        return slots

    def _slot(
        self, root: int, label: str, demand: str, role: int, sizes: Sequence[tuple[int, int]] = ()
    ) -> int:
        """Add a vertex that demands something of the literals it will be joined to.

        Demands: "one" is true; one at "most"; as many as `sizes` say ("set"); other names demand nothing.
        """
        vertex = self.vertices.add("slot", label, demand, role, tuple(sizes))
        self.vertices.join(root, [vertex])
        return vertex

    def _component(
        self, root: int, role: str, place: int, component: Component, known: Mapping[Lit, Term]
    ) -> list[int]:
        """Add what is told; return the vertices of the cases.

        The core takes it for granted that sums keep their places in the answer.
        """
        graph = self.vertices
        if isinstance(component, Sum):
            constant, parts = self._terms.sum((weight, known[lit]) for weight, lit in component.value.terms)
            if (root, role, place, parts) not in self._summed:
                self._summed.add((root, role, place, parts))
                vertex = graph.add("sum", "sum", role, place, component.value.constant + constant)
                graph.join_parts(vertex, parts)
                graph.join(root, [vertex])
            return []
        terms = _terms(component, known)
        told = (root, role, frozenset(terms))
        if told not in self._told:
            vertex = graph.add("cases", role, role)
            graph.join(root, [vertex])
            cases = []
            equal: Counter[Term] = Counter()
            for i, (value, term) in enumerate(zip(component.values, terms, strict=True)):
                own = role == "final" or term == FALSE_TERM  # cases that never happen are not exchanged
                # nor are cases that say the same: no code gives one of them alone
                case = graph.add("case", show_value(value), role, 1 + i if own else 0, equal[term])
                equal[term] += 1
                graph.join(vertex, [case])
                if role != "final" or i == 1:  # not to be final is the other case, and no more need be said
                    graph.join(case, [graph.of(term)])
                cases.append(case)
            self._told[told] = dict(zip(terms, cases, strict=True))
            return cases
        return [self._told[told][term] for term in terms]  # the same is told again


def _terms(cases: Cases, known: Mapping[Lit, Term]) -> tuple[Term, ...]:
    """Return the terms of cases; a literal that has none never holds."""
    return tuple([known.get(lit, FALSE_TERM) for lit in cases.lits])


def _holders(space: Space, group: Sequence[int]) -> dict[Symbol, list[int]]:
    """Return for each symbol the propositions that a slot of a group holds it."""
    holders: dict[Symbol, list[int]] = {}
    for number in group:
        slot = space.slots[number]
        for i, symbol in enumerate(slot.symbols):
            holders.setdefault(symbol, []).append(slot.first + i)
    return holders
