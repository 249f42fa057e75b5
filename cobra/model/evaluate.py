"""Formulas evaluated by definition."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cobra.model.dag import AND, CONST, GE, ITE, PARAMETER, VARIABLE, XOR, Dag, Lin, Lit


def evaluate_all(
    dag: Dag, lits: Sequence[Lit], variables: Collection[int], parameters: Collection[int]
) -> list[bool]:
    """Return whether each formula holds when exactly `variables` and `parameters` are true."""
    holds: dict[Lit, bool] = {}
    for node in dag.reachable(lits):
        kind, args = dag.nodes[node]
        if kind == AND:
            value = False not in [holds[arg] for arg in args]
        elif kind == VARIABLE:
            value = args[0] in variables
        elif kind == PARAMETER:
            value = args[0] in parameters
        elif kind == XOR:
            value = holds[args[0]] != holds[args[1]]
        elif kind == ITE:
            value = holds[args[1]] if holds[args[0]] else holds[args[2]]
        elif kind == GE:
            total = sum([weight for weight, arg in zip(args[1::2], args[2::2], strict=True) if holds[arg]])
            value = total >= args[0]
        else:
            assert kind == CONST
            value = False
        holds[2 * node] = value
        holds[2 * node + 1] = not value
    return [holds[lit] for lit in lits]


def evaluate(dag: Dag, lit: Lit, variables: Collection[int], parameters: Collection[int]) -> bool:
    """Return whether a formula holds when exactly `variables` and `parameters` are true."""
    return evaluate_all(dag, [lit], variables, parameters)[0]


def decided(dag: Dag, lit: Lit, leaves: Mapping[Lit, bool]) -> bool | None:
    """Return what a formula is when only `leaves` (positive literals) are known; None: not decided."""
    holds: dict[Lit, bool | None] = {}
    for node in dag.reachable([lit]):
        kind, args = dag.nodes[node]
        result: bool | None = None
        if kind == AND:
            values = [holds[arg] for arg in args]
            result = False if False in values else None if None in values else True
        elif kind in (VARIABLE, PARAMETER):
            result = leaves.get(2 * node)
        elif kind == XOR:
            a, b = holds[args[0]], holds[args[1]]
            result = None if a is None or b is None else a != b
        elif kind == ITE:
            c, a, b = holds[args[0]], holds[args[1]], holds[args[2]]
            result = (a if a == b else None) if c is None else a if c else b
        elif kind == GE:
            terms = list(zip(args[1::2], [holds[arg] for arg in args[2::2]], strict=True))
            low = sum([weight for weight, held in terms if held])
            high = sum([weight for weight, held in terms if held is not False])
            result = True if low >= args[0] else False if high < args[0] else None
        else:
            assert kind == CONST
            result = False
        holds[2 * node] = result
        holds[2 * node + 1] = None if result is None else not result
    return holds[lit]


def evaluate_lin(dag: Dag, lin: Lin, variables: Collection[int], parameters: Collection[int]) -> int:
    """Return the value of an integer when exactly `variables` and `parameters` are true."""
    holds = evaluate_all(dag, [lit for _, lit in lin.terms], variables, parameters)
    return lin.constant + sum(weight for (weight, _), held in zip(lin.terms, holds, strict=True) if held)
