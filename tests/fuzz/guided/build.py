"""`python -m tests.fuzz.guided.build`: build a core that counts what is reached in it; print where it is.

It checks its invariants and numbers that overflow, too. Nothing but a pass of LLVM is asked for, which every
rustc has; a triple is named so that only the core is counted, and no build script.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
FLAGS: Final = (
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
)
PROFILE: Final = {
    "CARGO_PROFILE_RELEASE_LTO": "off",  # else the pass sees what is linked once more
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "2",
    "CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS": "true",
    "CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS": "true",
}


def main() -> int:
    about = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    found = re.search(r"^host: (\S+)$", about, re.MULTILINE)
    assert found is not None
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "guided"
    command = ["cargo", "build", "--release", "--locked", "--package", "cobra-py", "--target", found[1]]
    environment = {**os.environ, **PROFILE, "RUSTFLAGS": " ".join(FLAGS), "CARGO_TARGET_DIR": str(folder)}
    status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    if status == 0:
        print(folder / found[1] / "release" / "lib_core.so")
    return status


if __name__ == "__main__":
    sys.exit(main())
