"""Formulas evaluated by definition."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cobra.model.dag import AND, CONST, GE, ITE, PARAMETER, VARIABLE, XOR, Dag, Lin, Lit


def evaluate_all(
    dag: Dag, lits: Sequence[Lit], variables: Collection[int], parameters: Collection[int]
) -> list[bool]:
    """Return whether each formula holds when exactly `variables` and `parameters` are true."""
    holds: dict[int, bool] = {}

    def value(lit: Lit) -> bool:
        return holds[lit >> 1] != bool(lit & 1)

    for node in dag.reachable(lits):
        kind, args = dag.nodes[node]
        if kind == CONST:
            holds[node] = False
        elif kind == VARIABLE:
            holds[node] = args[0] in variables
        elif kind == PARAMETER:
            holds[node] = args[0] in parameters
        elif kind == AND:
            holds[node] = all(value(arg) for arg in args)
        elif kind == XOR:
            holds[node] = value(args[0]) != value(args[1])
        elif kind == ITE:
            holds[node] = value(args[1]) if value(args[0]) else value(args[2])
        else:
            assert kind == GE
            total = sum(weight for weight, arg in zip(args[1::2], args[2::2], strict=True) if value(arg))
            holds[node] = total >= args[0]
    return [value(lit) for lit in lits]


def evaluate(dag: Dag, lit: Lit, variables: Collection[int], parameters: Collection[int]) -> bool:
    """Return whether a formula holds when exactly `variables` and `parameters` are true."""
    return evaluate_all(dag, [lit], variables, parameters)[0]


def decided(dag: Dag, lit: Lit, leaves: Mapping[Lit, bool]) -> bool | None:
    """Return what a formula is when only `leaves` (positive literals) are known; None: not decided."""
    holds: dict[int, bool | None] = {}

    def value(lit: Lit) -> bool | None:
        held = holds[lit >> 1]
        return None if held is None else held != bool(lit & 1)

    for node in dag.reachable([lit]):
        kind, args = dag.nodes[node]
        result: bool | None = None
        if kind == CONST:
            result = False
        elif kind in (VARIABLE, PARAMETER):
            result = leaves.get(2 * node)
        elif kind == AND:
            values = [value(arg) for arg in args]
            result = False if False in values else None if None in values else True
        elif kind == XOR:
            a, b = (value(arg) for arg in args)
            result = None if a is None or b is None else a != b
        elif kind == ITE:
            c, a, b = (value(arg) for arg in args)
            result = (a if a == b else None) if c is None else a if c else b
        else:
            values = [value(arg) for arg in args[2::2]]
            low = sum(weight for weight, held in zip(args[1::2], values, strict=True) if held)
            high = sum(weight for weight, held in zip(args[1::2], values, strict=True) if held is not False)
            result = True if low >= args[0] else False if high < args[0] else None
        holds[node] = result
    return value(lit)


def evaluate_lin(dag: Dag, lin: Lin, variables: Collection[int], parameters: Collection[int]) -> int:
    """Return the value of an integer when exactly `variables` and `parameters` are true."""
    holds = evaluate_all(dag, [lit for _, lit in lin.terms], variables, parameters)
    return lin.constant + sum(weight for (weight, _), held in zip(lin.terms, holds, strict=True) if held)
