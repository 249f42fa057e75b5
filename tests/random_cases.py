"""How many random games a test goes through that take long: an eighth in `.ci/run`, all in the slow tier."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

Test = TypeVar("Test", bound=Callable[..., Any])

ALL = os.environ.get("COBRA_CASES") == "all"
"""Whether this is the slow tier, `just slow`: `COBRA_CASES=all pytest -m "slow or random"`."""


def random_cases(number: int) -> Callable[[Test], Test]:
    """Return a decorator for a test by hypothesis: `number` cases, or an eighth of them, at least five."""
    some = number if ALL else min(number, max(number // 8, 5))

    def decorate(test: Test) -> Test:
        many: Test = settings(max_examples=some, deadline=None, suppress_health_check=list(HealthCheck))(test)
        return pytest.mark.random(many)

    return decorate
