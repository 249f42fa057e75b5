"""What must hold of a text that is only read: there is a value, or a refusal with its place."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

import cobra
from cobra import _core
from cobra.analysis.static.files import read_plan
from cobra.breakers.find import find_strategies, runs_nothing, split_strategies
from cobra.breakers.program import Program
from cobra.certificate.beliefs.file import BeliefsFile
from cobra.certificate.chances.file import ChancesFile
from cobra.certificate.file import CertificateFile
from cobra.certificate.situations.file import SituationsFile
from cobra.certificate.text import certificate_lines
from cobra.cli import readers
from cobra.cli.typed import converse
from cobra.engine.made import Made, show_made
from cobra.errors import CobraError, GameError, LanguageError
from cobra.language import core_ast
from cobra.language.parse import _is_core, parse, parse_partly
from cobra.language.score import read_score
from cobra.language.source import Source, check_characters, words_of
from cobra.language.tables import table_of
from cobra.play.read import read_history
from cobra.printable import printable
from cobra.strategy.read import strategy_of_text
from cobra.web.forms import FormError, read_json
from tests.fuzz.case import Case
from tests.fuzz.child import judged
from tests.fuzz.laws import LIMITS, MEMORY, TIME_LIMIT, LawError, demand, equal, told, within
from tests.fuzz.reading import checkpoint, openings, population, results
from tests.fuzz.sources.texts import texts
from tests.fuzz.writing import style
from tests.oracle import proofs

NAME: Final = "text"
ONE_IN: Final = 8
"""Of so many texts one is asked more of."""


def more(content: bytes) -> bool:
    """Return whether more is asked of a text."""
    return zlib.crc32(content) % ONE_IN == 0


def game(content: bytes, path: Path) -> None:
    """A text is parsed, or there are mistakes within it; what editors parse is the same."""
    text = content.decode("utf-8", "replace")
    check_characters(text, NAME)
    source = Source(None, NAME, text)
    try:
        tree = within(lambda: parse(source, LIMITS))
    except LanguageError as error:
        places(error, source)
        if more(content):
            expected = () if _is_core(text) else error.diagnostics
            equal("editors find the same mistakes", parse_partly(source, LIMITS)[1], expected)
        raise
    if not more(content) or isinstance(tree, core_ast.CoreFile):
        return
    equal("editors find the same statements", parse_partly(source, LIMITS), (tree.statements, ()))
    style(text)


def places(error: LanguageError, source: Source) -> None:
    """Demand that mistakes are in order and lie within the text."""
    before = (1, 1)
    for one in error.diagnostics:
        span = one.span
        if span is None:
            raise LawError("a mistake has a place", one.message)
        at = span.line, span.column
        demand(before <= at <= (span.end_line, span.end_column), "mistakes are in order", one)
        demand(span.end_line <= len(source.lines), "a mistake is within the text", one)
        before = at


def score(content: bytes, path: Path) -> None:
    text = content.decode("utf-8", "replace")
    within(lambda: read_score(text))


def strategies(content: bytes, path: Path) -> None:
    """Strategies are found, but for programs and files, which would be run."""
    named = within(lambda: split_strategies(content.decode("utf-8", "replace")))
    within(lambda: find_strategies([one for one in named if runs_nothing(one)]))


READERS_OF_OPTIONS: Final[tuple[Callable[[str], object], ...]] = (
    *(readers.read_size, readers.read_duration, readers.read_definition, readers.read_values),
    *(readers.read_count, readers.read_seed, readers.read_limit, readers.read_equivalences),
    *(readers.read_port, readers.read_address, readers.read_made, readers.read_cluster),
)


def options(content: bytes, path: Path) -> None:
    """Every reader of an option makes something of a text, or says why not."""
    text = content.decode("utf-8", "replace")
    refused: list[GameError] = []
    for read in READERS_OF_OPTIONS:
        try:
            read(text)
        except GameError as error:
            told(error)
            refused.append(error)
    if len(refused) == len(READERS_OF_OPTIONS):
        raise refused[-1]


@cache
def small() -> cobra.Game:
    return cobra.load("mastermind", {"pegs": 2, "colours": 3})


def history(content: bytes, path: Path) -> None:
    """Answers that are read are read again from what is printed of them."""
    made = within(lambda: read_history(small(), content.decode("utf-8", "replace")))
    shown = "; ".join(show_made(small(), one) for one in made)
    equal("a history read again", read_history(small(), shown), made)


ODD: Final = """
secret s : {"a;b" "it's" "# 1" "c d" "e=f" "1"}
experiment ask(t : {"a;b" "it's" "# 1" "c d" "e=f" "1"})
  observe if s = t then "is; 'so'" else if s in {"a;b" "# 1"} then "# no" else "x = y"
"""
"""A game in which nearly all that has a meaning in histories has another."""
ASKED: Final = (
    ("counterfeit-coin", {"coins": 3}),
    ("bulls-and-cows", {"places": 2, "digits": 3}),
    ("sorting", {"n": 3}),
    ("black-box", {"size": 2, "atoms": 1}),
    ("mastermind-position", {"pegs": 2, "colours": 2}),
    ("mastermind-lie", {"pegs": 2, "colours": 2, "lies": 1}),
    ("group-testing", {"items": 3, "defective": 1}),
    ("egg-drop", {"eggs": 1, "floors": 3}),
    ("fox", {"holes": 3}),
    ("diagnosis", {}),
)


@cache
def games() -> tuple[cobra.Game, ...]:
    """Return games whose experiments and answers are written in many ways."""
    return (*(cobra.load(name, parameters) for name, parameters in ASKED), cobra.load_text(ODD))


def answers(content: bytes, path: Path) -> None:
    """Answers in any game are read again from what is printed of them; the first byte says in which game."""
    if not content:
        raise GameError("there is no game")
    asked = games()[(content[0] - ord("A")) % len(games())]
    made = within(lambda: read_history(asked, content[1:].decode("utf-8", "replace")))
    equal("a history read again", read_history(asked, "; ".join(show_made(asked, one) for one in made)), made)


class Nothing:
    """What is said of no question."""

    @staticmethod
    def lines() -> list[str]:
        return ["a question", "an answer"]


def typed(content: bytes, path: Path) -> None:
    """Of each line that is typed in a game there is an answer, or a sentence says what is wrong with it."""
    lines = iter(content.decode("utf-8", "replace").splitlines())
    histories: list[tuple[Made, ...]] = []
    said: list[str] = []
    talk = (lambda made, listed: histories.append(made)), (lambda made, questions: Nothing), said.append
    within(lambda: converse(small(), lambda: next(lines, None), *talk))
    for one in said:
        told(GameError(one))
    for made in histories:
        shown = "; ".join(show_made(small(), one) for one in made)
        equal("a history read again", read_history(small(), shown), made)


class Saying(Program):
    """A program that says lines, whatever it is asked."""

    def __init__(self, lines: list[bytes]) -> None:
        self._name, self._seconds, self._lines = "program:x", 5.0, lines

    def ask(self, question: Mapping[str, object]) -> dict[str, Any]:
        self._questions = SimpleQueue()
        return super().ask(question)

    def _wait(self) -> bytes:
        return self._lines.pop(0) if self._lines else b""

    def _status(self) -> str:
        return ""

    def wrong(self, what: str) -> GameError:
        return GameError(f"{self._name} {what}")


def program(content: bytes, path: Path) -> None:
    """What a program says is taken as an object, or refused in a line that no terminal obeys."""
    says = Saying(content.splitlines(keepends=True))
    try:
        says.greet({})
        for _ in range(3):
            demand(isinstance(says.ask({}), dict), "an answer is an object")
    except GameError as error:
        equal("what is shown is harmless", printable(str(error)), str(error))
        raise


def certificate(content: bytes, path: Path) -> None:
    """What the checker in Rust believes is read in Python, and the naive checker believes it, too."""
    try:
        within(lambda: _core.check_certificate(content, MEMORY, _core.Control(TIME_LIMIT)))
    except (_core.CertificateError, _core.CoreLimit, _core.CoreStopped) as error:
        raise GameError(str(error) or type(error).__name__) from None
    if not more(content):
        return
    path.write_bytes(content)
    try:
        proofs.check_text("\n".join(certificate_lines(CertificateFile(path))))
    except (proofs.Refused, CobraError, ValueError, IndexError) as error:
        raise LawError("the naive checker believes a certificate, too", str(error)) from error


def certificate_with_a_state(content: bytes, path: Path) -> None:
    for part in within(lambda: SituationsFile(path, content, LIMITS)).parts():
        for _ in part.facts:
            pass


def certificate_with_lies(content: bytes, path: Path) -> None:
    for _ in within(lambda: BeliefsFile(path, content, LIMITS)).facts():
        pass


def certificate_with_chances(content: bytes, path: Path) -> None:
    for _ in within(lambda: ChancesFile(path, content, LIMITS)).facts():
        pass


def strategy(content: bytes, path: Path) -> None:
    within(lambda: strategy_of_text(_text(content), NAME, LIMITS))


def plan(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    within(lambda: read_plan(path, LIMITS))


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise GameError("this is not UTF-8 text") from None


def words(content: bytes, path: Path) -> None:
    text = content.decode("utf-8", "replace")
    check_characters(text, NAME)
    found = words_of(text)
    demand(all(word == word.strip() != "" for word in found), "a word is no empty line")


def table(content: bytes, path: Path) -> None:
    """A table has a cell in each place."""
    text = content.decode("utf-8", "replace")
    check_characters(text, NAME)
    found = within(lambda: table_of(Path(NAME), text))
    demand(
        set(found.cells) == set(found.columns)
        and all(set(cells) == set(found.rows) for cells in found.cells.values()),
        "a table has all cells",
    )


def request(content: bytes, path: Path) -> None:
    try:
        demand(isinstance(within(lambda: read_json(content)), dict), "a request is an object")
    except FormError as error:
        raise GameError(str(error)) from None


READERS: Final[dict[str, Callable[[bytes, Path], None]]] = {
    "game": game,
    "core": game,
    "score": score,
    "strategies": strategies,
    "options": options,
    "history": history,
    "answers": answers,
    "typed": typed,
    "program": program,
    "certificate": certificate,
    "certificate with a state": certificate_with_a_state,
    "certificate with lies": certificate_with_lies,
    "certificate with chances": certificate_with_chances,
    "strategy": strategy,
    "plan": plan,
    "checkpoint": lambda content, path: _from_file(checkpoint, content, path),
    "population": lambda content, path: _from_file(population, content, path),
    "openings": lambda content, path: _from_file(openings, content, path.with_suffix(".json")),
    "results": lambda content, path: _from_file(results, content, path.with_suffix(".json")),
    "request": request,
    "words": words,
    "table": table,
}


def _from_file(read: Callable[[Path, Case], None], content: bytes, path: Path) -> None:
    path.write_bytes(content)
    read(path, Case(""))


def tried(case: Case, phases: Sequence[str], folder: Path, note: Callable[[str], None]) -> dict[str, Any]:
    """Read the texts of a case as a child of the fuzzer does, until one breaks a law."""
    name = case.files["parser"]
    counts: Counter[str] = Counter()

    def read(hear: Callable[[str], None]) -> None:
        for place, content in enumerate(texts(case)):
            hear(f"{name} {place}" if "texts" in case.files else name)
            counts["texts"] += 1
            try:
                READERS[name](content, folder / "file")
                counts[f"{name} read"] += 1
            except CobraError as error:
                told(error)
                counts[f"{name} refused"] += 1

    report: dict[str, Any] = {"done": [], "refused": {}, "sound": None, "small": False, "tiny": False}
    return report | judged(case, read, note) | {"counts": counts}


def single(case: Case, finding: dict[str, Any]) -> tuple[Case, dict[str, Any]]:
    """Return the one text of a case that a finding is about, and the finding as of that text."""
    name, _, place = finding["phase"].rpartition(" ")
    if "texts" not in case.files or not place.isdecimal():
        return case, finding
    content = next(text for number, text in enumerate(texts(case)) if number == int(place))
    text = content.decode("utf-8", "surrogateescape")
    return replace(case, text=text, files={"parser": name}), {**finding, "phase": name}
