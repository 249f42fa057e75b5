"""The formulas of a game's graph in another representation: clauses of a solver, or decision diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from cobra.model.dag import AND, GE, ITE, PARAMETER, VARIABLE, Dag, Lin, Lit

T = TypeVar("T")


class Algebra(Protocol[T]):
    """What formulas can be built from; equivalent results need not be equal."""

    @property
    def true(self) -> T:
        """Return the constant true."""
        ...

    def negate(self, a: T) -> T:
        """Return the complement."""
        ...

    def conj(self, parts: Iterable[T]) -> T:
        """Return the conjunction."""
        ...

    def xor(self, a: T, b: T) -> T:
        """Return the exclusive or."""
        ...

    def ite(self, c: T, a: T, b: T) -> T:
        """Return `if c then a else b`."""
        ...

    def at_least(self, terms: Iterable[tuple[int, T]], k: int) -> T:
        """Return `Σ weight·part >= k`."""
        ...


class Frame(Generic[T]):
    """The formulas of a graph in an algebra, under one reading of the leaves; each is built when asked for,
    once.

    `variables[i]` stands for proposition i of the secret, `parameters[j]` for proposition j of an
    experiment type; constants among them plug in a known code or experiment.
    """

    def __init__(
        self, algebra: Algebra[T], dag: Dag, variables: Sequence[T] = (), parameters: Sequence[T] = ()
    ) -> None:
        self.algebra = algebra
        self.dag = dag
        self.variables = variables
        self.parameters = parameters
        self._image: dict[int, T] = {0: algebra.negate(algebra.true)}

    def encode(self, lit: Lit) -> T:
        """Return the image of a formula."""
        image, nodes = self._image, self.dag.nodes
        stack = [lit >> 1]
        while stack:
            node = stack[-1]
            if node in image:
                stack.pop()
                continue
            operands = self.dag.operands(2 * node)
            waiting = [operand >> 1 for operand in operands if operand >> 1 not in image]
            if waiting:
                stack.extend(waiting)
                continue
            stack.pop()
            kind, args = nodes[node]
            image[node] = self._build(kind, args, [self._signed(operand) for operand in operands])
        return self._signed(lit)

    def terms(self, value: Lin) -> list[tuple[int, T]]:
        """Return the images of an integer's terms, without its constant."""
        return [(weight, self.encode(lit)) for weight, lit in value.terms]

    def exactly(self, value: Lin, k: int) -> T:
        """Return `value = k`."""
        terms, need = self.terms(value), k - value.constant
        over = self.algebra.at_least(terms, need + 1)
        return self.algebra.conj((self.algebra.at_least(terms, need), self.algebra.negate(over)))

    def _signed(self, lit: Lit) -> T:
        return self.algebra.negate(self._image[lit >> 1]) if lit & 1 else self._image[lit >> 1]

    def _build(self, kind: int, args: tuple[int, ...], inputs: list[T]) -> T:
        if kind == VARIABLE:
            return self.variables[args[0]]
        if kind == PARAMETER:
            return self.parameters[args[0]]
        if kind == AND:
            return self.algebra.conj(inputs)
        if kind == GE:
            return self.algebra.at_least(zip(args[1::2], inputs, strict=True), args[0])
        if kind == ITE:
            return self.algebra.ite(inputs[0], inputs[1], inputs[2])
        return self.algebra.xor(inputs[0], inputs[1])
