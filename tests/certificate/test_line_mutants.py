"""Certificates that are lines of text, made wrong in hundreds of ways: no false claim is accepted.

Those of games with a state, prices or lost plays are judged by the naive checker, too, and truth is what the
definition says.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cobra
from cobra.certificate.beliefs.file import MAGIC as OF_BELIEFS
from cobra.certificate.beliefs.file import BeliefsFile
from cobra.certificate.beliefs.verify import verify_beliefs
from cobra.certificate.chances.file import MAGIC as OF_CHANCES
from cobra.certificate.chances.file import ChancesFile
from cobra.certificate.chances.verify import verify_chances
from cobra.certificate.lines import packed_lines
from cobra.certificate.situations.file import MAGIC, SituationsFile
from cobra.certificate.situations.verify import verify_situations
from tests.certificate.situations import by_definition
from tests.certificate.test_chances import COIN, NUMBER, SETS
from tests.oracle import chance_proofs
from tests.oracle import situation_proofs as naive
from tests.oracle.memory import Rules


def lines_of(path: Path, name: str, definitions: dict[str, Any], objective: str, **options: Any) -> list[str]:
    """Return the lines of a certificate that is right."""
    cobra.optimal(cobra.load(name, definitions), objective, certificate=path, **options)
    certificate = cobra.read_certificate(path)
    assert isinstance(certificate, SituationsFile | BeliefsFile | ChancesFile)
    return list(certificate.lines())


def raised(line: str) -> str:
    """Return a line whose last number is one more."""
    return re.sub(r"\d+$", lambda number: str(int(number[0]) + 1), line)


def longer(line: str) -> str:
    """Return a claim or a fact about chances with a little more experiments."""
    words = line.split(" ")
    place = 2 if words[0] == "claim" else 3
    return " ".join([*words[:place], str(Fraction(words[place]) + Fraction(1, 8)), *words[place + 1 :]])


def mutant(lines: list[str], random: Random, more: Callable[[str], str] = raised) -> list[str]:
    """Return the lines with some of them changed; mostly more is claimed, and the last fact says so."""
    lines = list(lines)
    if random.random() < 0.8:
        last = max(place for place, line in enumerate(lines) if line.startswith(("at ", "fact ", "claim ")))
        for place in (next(p for p, line in enumerate(lines) if line.startswith("claim ")), last):
            lines[place] = more(lines[place])
    for _ in range(random.choice([0, 1, 1, 2, 4])):
        place = random.randrange(1, len(lines))
        kind = random.randrange(5)
        if kind == 0:
            del lines[place]
        elif kind == 1:
            lines.insert(random.randrange(1, len(lines)), lines[place])
        elif kind == 2:
            words = lines[place].split(" ")
            at = random.randrange(len(words))
            words[at] = random.choice(["none", "impossible", "0", "1", "7", "yes", "no", words[at] + "0"])
            lines[place] = " ".join(words)
        else:
            digits = [match.start() for match in re.finditer(r"\d", lines[place])]
            if digits:
                at = random.choice(digits)
                lines[place] = lines[place][:at] + random.choice("0123456789") + lines[place][at + 1 :]
    return lines


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(
    "name, definitions, objective, options",
    [
        ("egg-drop", {"floors": 7}, "average", {}),
        ("priced-search", {"n": 6}, "worst-average", {}),
        ("mastermind", {"pegs": 2, "colours": 3}, "won", {"within": 2}),
    ],
)
def test_situations(
    name: str, definitions: dict[str, Any], objective: str, options: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "some.proof"
    lines = lines_of(path, name, definitions, objective, **options)
    game = cobra.load(name, definitions)
    rules, random, refused = Rules(game), Random(1), 0
    for _ in range(100):
        wrong = mutant(lines, random)
        believed = naive.believes("\n".join(wrong))
        try:
            certificate = SituationsFile(path, b"".join(packed_lines(MAGIC, wrong)))
            result = verify_situations(certificate, game)
        except cobra.GameError:
            refused += 1
            assert not believed, wrong
            continue
        refused += not result.correct
        assert result.correct == believed, wrong
        for claim in result.claims:
            assert claim.value <= by_definition(rules, certificate.front, claim)
    assert refused > 50


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(
    "name, definitions, worst",
    [
        ("liar-comparisons", {"numbers": 8}, 7),
        ("fox", {}, 6),
        ("mastermind-lie", {"pegs": 2, "colours": 3}, 5),
    ],
)
def test_beliefs(name: str, definitions: dict[str, Any], worst: int, tmp_path: Path) -> None:
    path = tmp_path / "some.proof"
    lines = lines_of(path, name, definitions, "worst")
    game = cobra.load(name, definitions)
    random, refused = Random(1), 0
    for _ in range(100):
        content = b"".join(packed_lines(OF_BELIEFS, mutant(lines, random)))
        try:
            certificate = BeliefsFile(path, content)
        except cobra.GameError:
            refused += 1
            continue
        result = verify_beliefs(certificate, game)
        refused += not result.correct
        if result.correct and not certificate.front.consistent and certificate.front.first is None:
            assert certificate.front.claim <= worst
    assert refused > 50


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "objective", "options"),
    [(SETS, "average", {}), (NUMBER, "won", {"within": 3}), (COIN, "won", {"within": 2})],
)
def test_chances(text: str, objective: str, options: dict[str, Any], tmp_path: Path) -> None:
    path, name = tmp_path / "some.proof", tmp_path / "some.cb"
    name.write_text(text)
    lines = lines_of(path, str(name), {}, objective, **options)
    right = ChancesFile(path, path.read_bytes()).front.claim
    random, refused = Random(1), 0
    for _ in range(100):
        wrong = mutant(lines, random, longer)
        try:
            certificate = ChancesFile(path, b"".join(packed_lines(OF_CHANCES, wrong)))
        except cobra.GameError:
            refused += 1
            continue
        result = verify_chances(certificate, cobra.load_text(text))
        refused += not result.correct
        if result.correct:
            chance_proofs.check_text("\n".join(wrong))
            front = certificate.front
            if (front.within, front.consistent, front.first) == (options.get("within"), False, None):
                assert front.claim <= right
    assert refused > 50


def test_bytes_that_are_damaged_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.proof"
    lines_of(path, "egg-drop", {"floors": 7}, "average")
    content = path.read_bytes()
    for cut in range(1, len(content), 7):
        path.write_bytes(content[:-cut])
        with pytest.raises(cobra.GameError):
            read = cobra.read_certificate(path)
            assert isinstance(read, SituationsFile)
            for part in read.parts():
                list(part.facts)
