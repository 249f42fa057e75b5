"""What worker processes started here load first, by the name of this module: they leave Ctrl-C to the process
that started them, and say nothing at the user's terminal.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

_LOGGERS: Final = ("distributed", "distributed.client", "tornado", "asyncio")
"""Those whose levels dask sets, or that it makes others of."""


def dask_setup(_: Any) -> None:
    """Prepare a worker process; dask calls it, in the main thread."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def silence() -> Iterator[None]:
    """Keep what dask logs, as of workers that are lost, from the terminal: the caller says what matters."""
    before = {name: logging.getLogger(name).level for name in _LOGGERS}
    try:
        for name in _LOGGERS:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
