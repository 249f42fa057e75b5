"""Small games built by hand, without the language: what the tests of the model stand on."""

from __future__ import annotations

from collections.abc import Sequence

from cobra.model.dag import FALSE, Dag, Lin, Lit, add_lins, make_lin, scale_lin
from cobra.model.game import (
    Cases,
    ExperimentType,
    Game,
    Observed,
    Outcome,
    Outcomes,
    Slot,
    Space,
    Sum,
    Symbol,
)


def slots_of(
    family: str, indices: Sequence[int], symbols: Sequence[Symbol], first: int = 0
) -> tuple[Slot, ...]:
    width = len(symbols)
    return tuple(
        Slot(f"{family}[{i}]", family, (i,), "symbol", tuple(symbols), first + k * width)
        for k, i in enumerate(indices)
    )


def count(lits: Sequence[Lit]) -> Lin:
    return make_lin(0, [(1, lit) for lit in lits])


def minimum(dag: Dag, a: Lin, b: Lin) -> Lin:
    top = min(a.high, b.high)
    return count([dag.conj((dag.at_least(a, k), dag.at_least(b, k))) for k in range(1, top + 1)])


def mastermind(pegs: int, colours: int, ending: str = "hit", distinct: bool = False) -> Game:
    dag = Dag()
    places = range(1, pegs + 1)
    code = slots_of("code", places, range(colours))
    guess = slots_of("g", places, range(colours))
    x = [[dag.variable(colours * i + c) for c in range(colours)] for i in range(pegs)]
    p = [[dag.parameter(colours * i + c) for c in range(colours)] for i in range(pegs)]
    match = [dag.disj(dag.conj((x[i][c], p[i][c])) for c in range(colours)) for i in range(pegs)]
    black = count(match)
    both = add_lins(
        minimum(dag, count([x[i][c] for i in range(pegs)]), count([p[i][c] for i in range(pegs)]))
        for c in range(colours)
    )
    white = add_lins((both, scale_lin(-1, black)))
    answer = Observed((Sum(black), Sum(white)), (0, 1), "{}B{}W")
    final = dag.at_least(black, pegs) if ending == "hit" else None
    groups = (tuple(range(pegs)),) if distinct else ()
    type_ = ExperimentType("guess", "guess", Space(guess, groups), answer, final)
    return Game(
        "Mastermind", "mastermind.cb", dag, Space(code, groups), (type_,), "hit" if final else "identify"
    )


def black_pegs(pegs: int, colours: int) -> Game:
    game = mastermind(pegs, colours, "identify")
    answer = game.experiments[0].answer
    assert isinstance(answer, Observed)
    type_ = ExperimentType("guess", "guess", game.experiments[0].space, Observed(answer.components[:1], (0,)))
    return Game("Black pegs", "black_pegs.cb", game.dag, game.codes, (type_,), "identify")


def set_slot(name: str, symbols: Sequence[Symbol], first: int, low: int, high: int) -> Slot:
    return Slot(name, name, (), "set", tuple(symbols), first, low, high)


def coins(n: int, genuine: int = 0, goal_only_coin: bool = False) -> Game:
    """One odd coin among n, lighter or heavier; the left pan holds the smallest coin weighed."""
    dag = Dag()
    symbols = range(1, n + genuine + 1)
    width = len(symbols)
    odd = Slot("odd", "odd", (), "symbol", tuple(range(1, n + 1)), 0)
    heavy = dag.variable(n)
    types = []
    for m in range(1, width // 2 + 1):
        left, right = set_slot("left", symbols, 0, m, m), set_slot("right", symbols, width, m, m)
        a = [dag.parameter(i) for i in range(width)]
        b = [dag.parameter(width + i) for i in range(width)]
        disjoint = [dag.conj((a[i], b[i])) ^ 1 for i in range(width)]
        # The least coin of the left pan is less than that of the right one.
        smaller = dag.disj(
            dag.conj([a[i]] + [a[j] ^ 1 for j in range(i)] + [b[j] ^ 1 for j in range(i + 1)])
            for i in range(width)
        )
        in_left = dag.disj(dag.conj((dag.variable(i), a[i])) for i in range(n))
        in_right = dag.disj(dag.conj((dag.variable(i), b[i])) for i in range(n))
        answer = Outcomes(
            (
                Outcome(
                    "left heavier",
                    dag.disj((dag.conj((in_left, heavy)), dag.conj((in_right, heavy ^ 1)))),
                    True,
                ),
                Outcome(
                    "right heavier",
                    dag.disj((dag.conj((in_left, heavy ^ 1)), dag.conj((in_right, heavy)))),
                    True,
                ),
                Outcome("balance", dag.disj((in_left, in_right)) ^ 1, True),
            )
        )
        space = Space((left, right), constraints=(dag.conj(disjoint), smaller))
        types.append(ExperimentType("weigh", f"weigh[{m}]", space, answer))
    codes = Space((odd, Slot("heavy", "heavy", (), "bool", (), n)))
    goal = (
        (Cases(tuple(range(1, n + 1)), tuple(dag.variable(i) for i in range(n))),) if goal_only_coin else ()
    )
    return Game("Coins", "coins.cb", dag, codes, tuple(types), "identify", goal)


def bags(n: int, capacity: int) -> Game:
    """Any subset of the bags is false; weigh up to `capacity` coins together."""
    dag = Dag()
    fake = tuple(Slot(f"fake[{i}]", "fake", (i,), "bool", (), i - 1) for i in range(1, n + 1))
    take = slots_of("take", range(1, n + 1), range(capacity + 1))
    terms, taken = [], []
    for i in range(n):
        for k in range(1, capacity + 1):
            p = dag.parameter((capacity + 1) * i + k)
            taken.append((k, p))
            terms.append((k, dag.conj((dag.variable(i), p))))
    total = make_lin(0, taken)
    where = (dag.at_least(total, 1), dag.at_least(total, capacity + 1) ^ 1)
    type_ = ExperimentType(
        "weigh", "weigh", Space(take, constraints=where), Observed((Sum(make_lin(0, terms)),), (0,))
    )
    return Game("Bags", "bags.cb", dag, Space(fake), (type_,), "identify")


def sorting(n: int) -> Game:
    dag = Dag()
    rank = slots_of("rank", range(1, n + 1), range(1, n + 1))
    i, j = slots_of("i", [0], range(1, n + 1))[0], slots_of("j", [0], range(1, n + 1), n)[0]
    pairs, less = [], []
    for a in range(n):
        for b in range(a + 1, n):
            chosen = dag.conj((dag.parameter(a), dag.parameter(n + b)))
            pairs.append(chosen)
            smaller = dag.disj(
                dag.conj((dag.variable(n * a + r), dag.variable(n * b + s)))
                for r in range(n)
                for s in range(r + 1, n)
            )
            less.append(dag.conj((chosen, smaller)))
    is_less = dag.disj(less)
    answer = Observed((Cases(("<", ">"), (is_less, is_less ^ 1)),), (0,))
    type_ = ExperimentType("compare", "compare", Space((i, j), constraints=(dag.disj(pairs),)), answer)
    return Game("Sorting", "sorting.cb", dag, Space(rank, (tuple(range(n)),)), (type_,), "identify")


def higher_lower(n: int) -> Game:
    dag = Dag()
    number = Slot("number", "number", (), "symbol", tuple(range(1, n + 1)), 0)
    guess = Slot("g", "g", (), "symbol", tuple(range(1, n + 1)), 0)
    lower = dag.disj(dag.conj((dag.variable(a), dag.parameter(b))) for b in range(n) for a in range(b))
    same = dag.disj(dag.conj((dag.variable(a), dag.parameter(a))) for a in range(n))
    cases = Cases(("lower", "higher", "correct"), (lower, dag.conj((lower ^ 1, same ^ 1)), same))
    type_ = ExperimentType("guess", "guess", Space((guess,)), Observed((cases,), (0,)), same)
    return Game("Higher or lower", "higher_lower.cb", dag, Space((number,)), (type_,), "hit")


def core_bits(n: int, confirming: bool = True) -> Game:
    """The core form of guessing n bits with the number of right ones answered; all but the last not final."""
    dag = Dag()
    x = tuple(Slot(f"x{i}", f"x{i}", (), "bool", (), i) for i in range(n))
    guess = slots_of("g", range(1, n + 1), ["0", "1"])
    right = count(
        [
            dag.disj(
                (
                    dag.conj((dag.variable(i), dag.parameter(2 * i + 1))),
                    dag.conj((dag.variable(i) ^ 1, dag.parameter(2 * i))),
                )
            )
            for i in range(n)
        ]
    )
    outcomes = Outcomes(
        tuple(Outcome(f"{k} right", dag.exactly(right, k), k == n or not confirming) for k in range(n + 1))
    )
    type_ = ExperimentType("guess", "guess", Space(guess), outcomes)
    return Game("Bits", "bits.cb", dag, Space(x), (type_,), "core")


def no_information() -> Game:
    """Two codes and one experiment that always answers the same."""
    dag = Dag()
    answer = Observed((Sum(Lin(1, ())), Cases((True, False), (FALSE, FALSE ^ 1))), (0, 1))
    type_ = ExperimentType("look", "look", Space(()), answer)
    codes = Space((Slot("a", "a", (), "bool", (), 0),))
    return Game("Nothing", "nothing.cb", dag, codes, (type_,), "identify")
