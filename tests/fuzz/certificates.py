"""What is demanded of certificates: that both checkers believe them, and that they can be shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import cobra
from cobra.certificate.lines import Lines
from cobra.certificate.text import certificate_lines
from cobra.cli.show.proof import certificate_object, certificate_text, stats
from cobra.cli.show.text import dump
from cobra.model.game import Game
from tests.fuzz.laws import LIMITS, MEMORY, TIME_LIMIT, LawError, demand, equal, within
from tests.oracle import belief_proofs, chance_proofs, proofs, situation_proofs

MISTAKES: Final = ("internal error", "is not true", "is not proved by the game's tables")
"""What is said where a search found what does not hold."""
REFUSED: Final = (
    proofs.Refused,
    situation_proofs.Refused,
    belief_proofs.Refused,
    chance_proofs.Refused,
)
SHORT: Final = 20_000
"""Texts of so many characters are checked by the naive checkers, too, if the game is small."""
SHORT_OF_CHANCES: Final = 3_000
FILLINGS: Final = 1 << 14
"""So many fillings of a code's or an experiment's propositions the naive checker of codes goes through: a
set of a few of 64 symbols is 64 choices there, and which of them fit is seen of whole fillings only."""


def certified(game: Game, result: cobra.Result, path: Path, small: bool) -> None:
    """Demand that what was proved can be proved to others, or that it is said why not."""
    if result.certificate is None:
        reason = str(result.uncertified)
        demand(not any(mistake in reason for mistake in MISTAKES), "a proof can be made", reason)
        return
    read = cobra.read_certificate(path)
    found = within(
        lambda: cobra.verify_certificate(read, game, time_limit=TIME_LIMIT, memory=MEMORY, limits=LIMITS)
    )
    equal("a certificate is sound", found.problem, None)
    shown, document = certificate_text(found, game), certificate_object(found)
    json.loads(dump(document))
    text = "\n".join(read.lines() if isinstance(read, Lines) else certificate_lines(read))
    demand(bool(shown and text and stats(read)), "a certificate can be shown")
    if isinstance(read, cobra.SituationsFile):
        naive = situation_proofs.check_text
    elif isinstance(read, cobra.BeliefsFile):
        naive = belief_proofs.check_text
    elif isinstance(read, cobra.ChancesFile):
        naive = chance_proofs.check_text
    else:
        naive = proofs.check_text
    short = len(text) < (SHORT_OF_CHANCES if isinstance(read, cobra.ChancesFile) else SHORT)
    if small and short and _most_fillings(text) <= FILLINGS:
        try:
            naive(text)
        except REFUSED as error:
            raise LawError("the naive checker believes a certificate, too", f"{error}\n{text}") from error


def _most_fillings(text: str) -> int:
    """Return how many fillings the codes, or the experiments of a type, are taken from at most."""
    most = fillings = 1
    for line in text.splitlines():
        word = line.partition(" ")[0]
        fillings = 1 if word in ("codes", "experiments") else fillings
        fillings *= line.partition("#")[0].count("|") + 1 if word == "choose" else 1
        most = max(most, fillings)
    return most
