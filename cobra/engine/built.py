"""Whether the core is there: it is compiled, so a checkout of the sources does not have it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Final

from cobra.errors import CoreMissingError

_CORE: Final = "cobra._core"


def demand_core() -> None:
    """Raise `CoreMissingError`, which says how the core is built, where it is not or is of no use here."""
    folder = Path(__file__).parents[1]
    try:
        import_module(_CORE)
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and error.name == _CORE:
            version = ".".join(map(str, sys.version_info[:2]))
            wrong = (
                f"the core of cobra has not been built for Python {version}: there is no _core in {folder}"
            )
        else:  # of another system, or a part of a file
            wrong = f"the core of cobra in {folder} cannot be loaded: {error}"
        raise CoreMissingError(
            f"{wrong}. In a checkout, pip install --editable . builds it, with Rust and a C compiler; "
            "installed, pip install --force-reinstall cobra-games brings it again"
        ) from None
