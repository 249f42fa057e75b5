"""A proof that nobody can do better, which others can check: the certificate of an optimum."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import cobra


def main() -> None:
    """Print what is proved and checked of each objective: totals of lengths, or experiments in the tree."""
    game = cobra.load("mastermind", {"pegs": 3, "colours": 4})
    with TemporaryDirectory() as folder:
        for objective in ("average", "worst", "worst-average", "average-worst", "nodes"):
            path = Path(folder) / f"{objective}.proof"
            cobra.optimal(game, objective, certificate=path)
            checked = cobra.verify_certificate(cobra.read_certificate(path), game)
            assert checked.correct and isinstance(checked, cobra.CertificateVerification)
            for claim in checked.front.head.claims:
                within = "" if claim.left is None else f" in at most {claim.left} experiments"
                print(
                    f"{objective}: nobody does it{within}"
                    + (f" with less than {claim.value}" if claim.value else "")
                )
        eggs = cobra.load("egg-drop", {"floors": 20})
        cobra.optimal(eggs, "average", certificate=path)
        verified = cobra.verify_certificate(cobra.read_certificate(path), eggs)
        assert verified.correct and isinstance(verified, cobra.SituationsVerification)
        assert verified.counted is not None
        print(f"egg-drop: proved by {verified.counted.facts} facts")


if __name__ == "__main__":
    main()
