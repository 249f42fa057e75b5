"""What must hold of a file or a request, whatever is in it: it is refused, or what it says is true."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import cobra
from cobra.certificate.lines import Lines
from cobra.certificate.text import certificate_lines
from cobra.cli.show.static import plan_verification_text
from cobra.cli.show.verify import verification_text
from cobra.errors import CobraError
from cobra.limits import limit_names
from cobra.printable import printable
from cobra.web.allowance import Allowance
from cobra.web.operations import OPERATIONS
from cobra.web.work import Work
from cobra.web.worker import _answer
from tests.fuzz.case import Case
from tests.fuzz.certificates import REFUSED
from tests.fuzz.child import judged
from tests.fuzz.laws import LIMITS, MEMORY, TIME_LIMIT, LawError, demand, equal, told, within
from tests.kills import writers
from tests.oracle import belief_proofs, chance_proofs, proofs, situation_proofs

SHORT: Final = 20_000
"""Texts of so many characters are checked by the naive checkers, too."""
WORDS: Final = """
file f = "words"
secret w in lines(f)
experiment try(g in lines(f))
  observe count(i in 1..len(g) : w[i] = g[i])
"""
TABLE: Final = """
file f = "table"
secret fault : rows(f)
weight cell(f, fault, "weight")
goal cell(f, fault, "treatment")
experiment test(t : columns(f))
  where !(t in {"weight" "treatment"})
  observe cell(f, fault, t)
"""
ASKED: Final[dict[str, Any]] = {"time_limit": TIME_LIMIT, "memory": MEMORY, "limits": LIMITS}
STATUSES: Final = (200, 400, 422, 503)
"""How a worker may answer; 500 is a mistake of cobra."""
READ_ONLY: Final = tuple(name for name in OPERATIONS if name not in ("answer", "reveal", "export"))
KEEPING: Final = ("answer", "reveal")
"""Operations that are also given what the server keeps for a codemaker, which a client has no way to."""
MAKER: Final = b"models"


def strategy(path: Path, case: Case) -> None:
    """A strategy that is read is judged, and what is said of it can be shown."""
    read = within(lambda: cobra.read_strategy(path, limits=LIMITS))
    found = within(lambda: cobra.verify(read, **ASKED))
    shown_safely(verification_text(found))
    if found.problems:
        return
    again = path.with_name("again.json")
    cobra.write_strategy(read, again)
    other = cobra.read_strategy(again)
    equal(
        "a strategy read back",
        (other.figures, list(other.experiments)),
        (read.figures, list(read.experiments)),
    )
    for form in ("json", "csv", "dot"):
        text = "".join(
            within(lambda form=form: cobra.export_lines(read, form, time_limit=TIME_LIMIT, memory=MEMORY))
        )
        demand(bool(text.strip()), f"an export to {form} is not empty")


def plan(path: Path, case: Case) -> None:
    """A plan that is read is judged."""
    read = within(lambda: cobra.read_plan(path, limits=LIMITS))
    found = within(lambda: cobra.verify_plan(read, **ASKED))
    shown_safely(plan_verification_text(found))


def certificate(path: Path, case: Case) -> None:
    """What the checker believes of a certificate its naive twin believes, too."""
    read = within(lambda: cobra.read_certificate(path, limits=LIMITS))
    found = within(lambda: cobra.verify_certificate(read, **ASKED))
    if found.problem is not None:
        return
    text = "\n".join(read.lines() if isinstance(read, Lines) else certificate_lines(read))
    if isinstance(read, cobra.SituationsFile):
        naive = situation_proofs.check_text
    elif isinstance(read, cobra.BeliefsFile):
        naive = belief_proofs.check_text
    elif isinstance(read, cobra.ChancesFile):
        naive = chance_proofs.check_text
    else:
        naive = proofs.check_text
    if len(text) < SHORT:
        try:
            naive(text)
        except REFUSED as error:
            raise LawError("the naive checker believes a certificate, too", f"{error}\n{text}") from error


def checkpoint(path: Path, case: Case) -> None:
    """Facts that are read are some of those that were written."""
    known = {writers.record(number) for number in range(20)}
    demand(within(lambda: writers.read_facts(path)) <= known, "no fact is made up")


def population(path: Path, case: Case) -> None:
    """A population that is read is one that was written."""
    written = [([b"breakers" * n], [(7, 20 - one) for one in range(n)]) for n in (1, 2)]
    demand(within(lambda: writers.read_population(path)) in written, "no population is made up")


def openings(path: Path, case: Case) -> None:
    within(lambda: writers.read_openings(path))


def results(path: Path, case: Case) -> None:
    within(lambda: writers.read_results(path))


def words(path: Path, case: Case) -> None:
    game_with(WORDS, "words", case)


def table(path: Path, case: Case) -> None:
    game_with(TABLE, "table", case)


def game_with(text: str, name: str, case: Case) -> None:
    """Read and check a game that reads a file."""
    content = case.text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    game = within(lambda: cobra.load_text(text, limits=LIMITS, files={name: content}))
    within(lambda: cobra.check(game, **ASKED))
    within(lambda: cobra.info(game, **ASKED))


@cache
def work() -> Work:
    """Return what a worker of the page has."""
    limits = {name: getattr(LIMITS, name.replace("-", "_")) for name in limit_names()}
    allowance = Allowance(MEMORY, 1, TIME_LIMIT, TIME_LIMIT, limits)
    return Work(allowance, lambda what, done, total: None)


def request(path: Path, case: Case) -> None:
    """A request is answered with JSON and a status that is no mistake, whatever is in its body."""
    operation, texts = asked_of(case.text.encode("utf-8", "surrogateescape"))
    status, _, parts = within(lambda: _answer(work(), operation, TIME_LIMIT, texts), seconds=2 * TIME_LIMIT)
    demand(status in STATUSES, "a request is no mistake of cobra", (operation, status, parts[0][:300]))
    json.loads(parts[0])


def asked_of(sent: bytes) -> tuple[str, list[bytes]]:
    """Return the operation of a line of the corpus, and its texts; what is no such line is a body."""
    try:
        given = json.loads(sent)
        operation, body = given["do"], json.dumps(given["body"]).encode()
    except (ValueError, KeyError, TypeError, RecursionError):
        operation, body = None, sent
    if operation not in READ_ONLY and operation not in KEEPING:
        operation = "position"
    return operation, [body, *([MAKER] if operation in KEEPING else [])]


def shown_safely(text: str) -> None:
    """Demand that nothing in a text is obeyed by a terminal."""
    for line in text.splitlines():
        equal("what is shown is harmless", printable(line), line)


READERS: Final[dict[str, Callable[[Path, Case], None]]] = {
    "strategy": strategy,
    "plan": plan,
    "certificate": certificate,
    "certificate with a state": certificate,
    "certificate with lies": certificate,
    "certificate with chances": certificate,
    "checkpoint": checkpoint,
    "population": population,
    "openings": openings,
    "results": results,
    "words": words,
    "table": table,
    "request": request,
}
NAMES: Final = {
    "strategy": "best.json",
    "plan": "plan.json",
    "openings": "kept.json",
    "results": "results.json",
}


def tried(case: Case, phases: Sequence[str], folder: Path, note: Callable[[str], None]) -> dict[str, Any]:
    """Read a file as a child of the fuzzer does; there are no `phases` to choose from."""
    name = case.files["format"]
    report: dict[str, Any] = {"done": [], "refused": {}, "sound": None, "small": False, "tiny": False}

    def read(hear: Callable[[str], None]) -> None:
        hear(name)
        path = folder / NAMES.get(name, "file")
        path.write_bytes(case.text.encode("utf-8", "surrogateescape"))
        try:
            READERS[name](path, case)
            report["done"].append(name)
        except CobraError as error:
            told(error)
            report["refused"][name] = type(error).__name__

    return report | judged(case, read, note)
