"""What Python and its tools want of everything public: types to be asked for, results to be copied."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from itertools import chain
from typing import Any, get_args, get_origin, get_type_hints

import pytest

import cobra
from cobra.play.begin import position_after
from cobra.play.codebreakers import make_codebreaker
from cobra.play.codemakers import make_codemaker


def sent(result: Any) -> Any:
    return pickle.loads(pickle.dumps(result))


SMALL = cobra.load("mastermind", {"pegs": 2, "colours": 3})


def functions_of(class_: type) -> Iterator[Any]:
    """Yield what a class has of its own for users: its methods, and what computes its properties."""
    for name, member in vars(class_).items():
        inner = getattr(member, "fget", None) or getattr(member, "func", None) or member
        if inspect.isfunction(inner) and (name == "__init__" or not name.startswith("_")):
            yield inner


def classes_in(hint: Any) -> Iterator[type]:
    """Yield the classes of cobra that an annotation names."""
    if isinstance(hint, type) and hint.__module__.startswith("cobra."):
        yield hint
    for part in (get_origin(hint), *get_args(hint)):
        if part is not None:
            yield from classes_in(part)


def test_types_can_be_asked_for() -> None:
    public = [getattr(cobra, name) for name in cobra.__all__]
    classes = [one for one in public if inspect.isclass(one) and get_origin(one) is None]
    functions = [*filter(inspect.isfunction, public), *chain(*map(functions_of, classes))]
    hints = list(map(get_type_hints, functions))
    assert hints[0]["return"] is cobra.Advice
    for class_ in classes:  # it grows: what a result is made of has types, too
        hints.append(get_type_hints(class_))
        named = {one for hint in hints for given in hint.values() for one in classes_in(given)}
        classes += sorted(named.difference(classes), key=repr)
        hints.clear()
    assert {"Certified", "Repeats", "GoalKnowledge"} <= {one.__name__ for one in classes}


def test_names_of_types_are_types() -> None:
    """So that annotations can be made of them, `cobra.History | None`, where they are looked at at once."""
    assert cobra.History | None == tuple[tuple[str, str], ...] | None
    assert [name for name in cobra.__all__ if isinstance(getattr(cobra, name), str)] == []


@pytest.mark.parametrize("copied", [copy, deepcopy, sent])
@pytest.mark.parametrize(
    ("name", "parameters", "history"),
    [
        ("mastermind", {"pegs": 2, "colours": 3}, "00 = 1B0W"),
        ("mastermind", {"pegs": 2, "colours": 3}, "00 = 1B0W; 11 = 2B0W"),
        ("egg-drop", {"floors": 6}, "3 = whole"),
        ("mastermind-lie", {"pegs": 2, "colours": 2}, "00 = 1B0W"),
    ],
)
def test_advice_can_be_copied_and_sent_elsewhere_with_its_position(
    copied: Callable[[Any], Any], name: str, parameters: dict[str, int], history: str
) -> None:
    game = cobra.load(name, parameters)
    advice = cobra.advise(game, history, strategies=["parts"])
    other = copied(advice)
    assert (other, repr(other)) == (advice, repr(advice))
    position: Any
    for position in (other.position, copied(advice.position)):
        assert (position.history, position.standings) == (advice.history, advice.position.standings)
        assert (position.list(99), position.exact, position.over) == (list(advice.listed), True, advice.over)
        known: Any = {advice.history: position}.__getitem__
        assert cobra.advise(game, advice.history, strategies=["parts"], positions=known) == advice


def test_codes_that_are_counted_can_be_sent_elsewhere() -> None:
    position = sent(position_after(cobra.load("mastermind", {"pegs": 8, "colours": 8})))
    assert (position.codes, position.left) == (8**8, None)
    assert position.counter.count() == 8**8


@pytest.mark.parametrize("copied", [copy, deepcopy, sent])
def test_a_session_can_be_copied_and_goes_on_by_itself(copied: Callable[[Any], Any]) -> None:
    for players in (
        {},
        {"codemaker": make_codemaker(SMALL, "12")},
        {"codemaker": make_codemaker(SMALL, "models")},
        {"codebreaker": make_codebreaker("parts")},
        {"codebreaker": make_codebreaker("optimal")},
    ):
        session: Any = cobra.Session(SMALL, **players)
        other = copied(session)
        before = session.state()
        assert other.state() == before
        assert other.best() == session.best()
        asked = other.notation.experiment(other.propose()) if session.role == "make" else "00"
        other.ask(asked) if session.role == "break" else other.add(f"{asked} 0B0W")
        assert (len(other.history), session.state()) == (1, before)


@pytest.mark.parametrize("copied", [copy, deepcopy, sent])
def test_a_copy_of_a_result_is_the_same_result(copied: Callable[[Any], Any]) -> None:
    for found in (cobra.optimal(SMALL), cobra.evolve(SMALL, generations=1)):
        assert copied(found) == found
