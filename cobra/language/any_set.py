"""Games in which a number is looked for and any set of numbers may be asked about, as they are written.

Where there are very many numbers no formulas are made of them: how many questions are needed is found out by
counting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from cobra.budget import expect, poll
from cobra.language import ast
from cobra.model.dag import Dag, negate
from cobra.model.game import Cases, ExperimentType, Observed, Slot, Space
from cobra.model.membership import MembershipDag

_OTHERS: Final = (ast.Title, ast.Draw, ast.Param, ast.Lies)
_AT_ONCE: Final = 1 << 16
"""So many numbers are listed before memory and time are looked at again."""
_NUMBER_BYTES: Final = 32 + 8
"""What a number takes, and its place in the list."""


@dataclass(frozen=True, slots=True)
class AnySet:
    """What is written: `secret x : low..high` and `experiment ask(s : set of low..high) observe x in s`."""

    secret: ast.Secret
    experiment: ast.Experiment
    ranges: tuple[ast.Range, ast.Range]
    """Of the secret, and of the sets; they must be the same."""

    def laid_out(self, low: int, high: int, most: int) -> tuple[Dag, Space, ExperimentType]:
        """Return the formulas, which are made of at most so many numbers, the space of the codes and the
        experiment.
        """
        expect(_NUMBER_BYTES * (high - low + 1), "reading the game")
        symbols = tuple(chain.from_iterable(_numbers(low, high)))
        dag = MembershipDag(len(symbols), most)
        x, s = self.secret.unknown.name.text, self.experiment.parameters[0].unknown.name.text
        name, is_member = self.experiment.name.text, dag.is_member
        codes = Space((Slot(x, x, (), "symbol", symbols, 0),))
        sets = Space((Slot(s, s, (), "set", symbols, 0, 0, len(symbols)),))
        answer = Observed((Cases((False, True), (negate(is_member), is_member)),), (0,))
        return dag, codes, ExperimentType(name, name, sets, answer)


def _numbers(low: int, high: int) -> Iterator[range]:
    """Yield all numbers, in parts."""
    for start in range(low, high + 1, _AT_ONCE):
        poll("reading the game")
        yield range(start, min(start + _AT_ONCE, high + 1))


def any_set(statements: Sequence[ast.Statement]) -> AnySet | None:
    """Return what such a game with lies consists of; None for any other, also where it could be said so."""
    secret, experiment, *more = [one for one in statements if not isinstance(one, _OTHERS)] + [None, None]
    if any(more) or not any(isinstance(one, ast.Lies) for one in statements):
        return None
    if isinstance(secret, ast.Experiment):
        secret, experiment = experiment, secret
    if not isinstance(secret, ast.Secret) or not isinstance(experiment, ast.Experiment):
        return None
    typing = secret.typing
    if secret.aux or secret.unknown.indices or typing.within is not None:
        return None
    if not isinstance(typing.domain, ast.Range) or experiment.family or experiment.template is not None:
        return None
    if len(experiment.parameters) != 1 or len(experiment.clauses) != 1:
        return None
    (parameter,), (clause,) = experiment.parameters, experiment.clauses
    asked = parameter.typing
    if not isinstance(asked, ast.SetTyping) or asked.size is not None or parameter.unknown.indices:
        return None
    if not isinstance(asked.domain, ast.Range):
        return None
    if not isinstance(clause, ast.Observe) or len(clause.observed) != 1 or clause.template is not None:
        return None
    if clause.observed[0].chance is not None:
        return None
    said = clause.observed[0].value
    names = (secret.unknown.name.text, parameter.unknown.name.text)
    if not isinstance(said, ast.In) or (_name(said.element), _name(said.set)) != names:
        return None
    return AnySet(secret, experiment, (typing.domain, asked.domain))


def _name(expression: ast.Expression) -> str | None:
    return expression.text if isinstance(expression, ast.Name) else None
