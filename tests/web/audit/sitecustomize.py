"""Writes down every file that a process opens: for the processes of a server under test."""

import os
import sys
from pathlib import Path

_LOG = os.environ["COBRA_TEST_OPENED"]


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and str(arguments[0]) != _LOG:
        with Path(_LOG).open("a", errors="replace") as log:
            log.write(f"{arguments[0]!r}\n")


sys.addaudithook(_hook)
