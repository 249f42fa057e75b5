"""What was found, as files from which it can be replayed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.fuzz.case import Case


def write(
    folder: Path, case: Case, reduced: Case, phases: str, finding: dict[str, Any], command: str = ""
) -> Path:
    """Write a finding: the case, the reduced one, what it breaks; return the file.

    `command` is what tries one case again, but for its seed and number.
    """
    command = command or f"python -m tests.fuzz --phases {phases} --cases 1"
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"\W+", "-", f"{finding['phase']} {finding['key']}")[:60].strip("-")
    path = folder / f"{name}-{case.seed}-{case.number}.json"
    content = {
        "replay": f"{' '.join(command.split()[:3])} --replay {path}",
        "again": f"{command} --seed {case.seed} --first {case.number}",
        "phases": phases,
        **finding,
        "reduced": reduced.to_json(),
        "case": case.to_json(),
    }
    path.write_text(json.dumps(content, indent=2) + "\n", "utf-8")
    return path


def read(path: Path) -> tuple[Case, str]:
    """Return the reduced case of a finding, and the phases it went through."""
    content = json.loads(path.read_text("utf-8"))
    return Case.of_json(content["reduced"]), content["phases"]
