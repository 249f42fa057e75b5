"""Certificates of the optima that are recomputed: a file for each, in a folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cobra.analysis.certify import certification
from cobra.analysis.check import prove
from cobra.analysis.reproduce.claims import Claim
from cobra.engine.core import OptimalResult
from cobra.engine.run import Run
from cobra.engine.table import CodeTable
from cobra.errors import GameError
from cobra.options import DEFAULT_SAT_SOLVER
from cobra.output import check_folder, make_folder, replacing

OBJECTIVES = {
    "total": "average",
    "average": "average",
    "worst": "worst",
    "both": "worst-average",
    "reverse": "average-worst",
    "nodes": "nodes",
    "impossible": "average",
}
"""What is made least for each measure of an optimum."""


class Proofs:
    """The folder, made with its first file if there is none, and why some optima have no certificate there.

    `GameError` for a folder that cannot be written to.
    """

    def __init__(self, folder: str | Path) -> None:
        self._folder = check_folder(folder)
        self.unwritten: list[str] = []
        """A sentence for each certificate that could not be made."""

    def path(self, game: str, case: Mapping[str, Any], objective: str) -> Path:
        """Return the file of an optimum."""
        given = [f"{name}={value}" for name, value in case["params"].items()]
        under = [f"{name}={case[name]}" for name in ("max_depth", "consistent", "opening") if name in case]
        name = re.sub(r"[^\w.=-]+", "-", " ".join([game, *given, *under, objective]))
        return self._folder / f"{name}.proof"

    def lack(self, claim: Claim) -> bool:
        """Return whether a certificate of a claim is not there."""
        if claim.what != "optimum" or claim.unfinished is not None:
            return False
        objectives = {OBJECTIVES[measure] for measure in claim.measures}
        return not all(
            self.path(claim.game, case, objective).exists()
            for case in claim.cases
            for objective in objectives
        )

    def keep(self, certificates: Mapping[str, bytes], unwritten: Iterable[str]) -> None:
        """Write certificates that were made elsewhere, by the names of their files, or say why not."""
        for name, content in certificates.items():
            try:
                with replacing(make_folder(self._folder) / name) as target:
                    target.write_bytes(content)
            except GameError as error:  # as when the disk is full: that is no reason to end a run
                self.unwritten.append(f"no {name}: {error}")
        self.unwritten.extend(unwritten)

    def write(
        self,
        path: Path,
        table: CodeTable,
        found: OptimalResult,
        objective: str,
        case: Mapping[str, Any],
        *,
        facts: bytes,
        memory: int,
        run: Run,
    ) -> None:
        """Write the certificate of an optimum that was found, or say why there is none.

        `facts` are what the search kept, `case` the entry of a claim, which says what was demanded.
        """
        try:
            make_folder(self._folder)
        except GameError as error:
            self.unwritten.append(f"no {path.name}: {error}")
            return
        sound = prove(table.game, DEFAULT_SAT_SOLVER, run.remaining()).well_formed is True
        made = certification(
            path,
            table,
            found,
            sound,
            objective=objective,
            max_depth=case.get("max_depth"),
            consistent=case.get("consistent", False),
            first=table.read_experiment(case["opening"]) if "opening" in case else None,
            memory=memory,
            facts=facts,
            run=run,
        )
        if made.failure is not None:
            self.unwritten.append(f"no {path.name}: {made.failure}")
