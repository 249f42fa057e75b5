"""The command `cobra`, also as `python -m cobra`."""

from __future__ import annotations

import sys
from typing import NoReturn


def run() -> NoReturn:
    """Run the command; Ctrl-C ends it while it is being imported, too."""
    try:
        from cobra.cli import main  # here: it takes long enough for Ctrl-C to come in between
    except KeyboardInterrupt:
        print("\nstopped before there was anything to report", file=sys.stderr)
        sys.exit(3)
    main.run()


if __name__ == "__main__":
    run()
