"""What the guided fuzzer does without atheris: its seeds, its changes, what it keeps and what it writes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from cobra.errors import CobraError
from tests.fuzz import __main__ as command
from tests.fuzz import parsing
from tests.fuzz.child import warm
from tests.fuzz.findings import read
from tests.fuzz.guided import __main__ as guided
from tests.fuzz.guided import kept, merge, tried
from tests.fuzz.guided.changes import change_of, packed, unpacked
from tests.fuzz.guided.inputs import GAMES, KEPT, NAMES, as_dictionary, dictionary, longest, seeds
from tests.fuzz.guided.run import Tally, prepare, reported, settle
from tests.fuzz.guided.tried import Counts, Tried, case_of
from tests.fuzz.laws import LawError
from tests.fuzz.sources.library import small_case

pytestmark = [pytest.mark.thorough, pytest.mark.unix]

ROOT = Path(__file__).parents[2]
CERTIFICATES = [name for name in NAMES if name.startswith("certificate")]


@pytest.fixture(scope="module", autouse=True)
def prepared() -> None:
    warm(small_case(Random(0)), ("load",))


def is_read(name: str, content: bytes, folder: Path) -> bool:
    try:
        parsing.READERS[name](content, folder / "file")
    except CobraError:
        return False
    return True


@pytest.mark.instances
@pytest.mark.parametrize("name", [name for name in NAMES if name != GAMES])
def test_some_seeds_are_read_and_some_changes_of_what_is_read_are(name: str, tmp_path: Path) -> None:
    """What is changed as libFuzzer would is left as it is here."""
    known = [one for one in seeds(name) if is_read(name, one, tmp_path)]
    assert known
    assert all(len(one) <= longest(name) for one in seeds(name))
    change, random = change_of(name, seeds(name)), Random(name)
    made = [(one := random.choice(known), change(random, one, lambda part: part)) for _ in range(60)]
    assert any(is_read(name, new, tmp_path) for _, new in made)
    if name != "checkpoint":
        assert sum(old != new for old, new in made) >= 10


@pytest.mark.parametrize("name", CERTIFICATES)
def test_certificates_are_unpacked_and_packed(name: str) -> None:
    """What is changed is in the blocks, whose checksums are right again."""
    found = [parts for one in seeds(name) if (parts := unpacked(one))]
    assert len(found) > 100
    for parts in found:
        assert unpacked(packed(parts)) == parts
    change, random = change_of(name, seeds(name)), Random(name)
    whole = next(one for one in seeds(name) if unpacked(one))
    made = [change(random, whole, lambda part: part + b"\0") for _ in range(100)]
    assert sum(unpacked(one) is not None for one in made) >= 80
    assert len(set(made)) >= 20


def test_what_is_no_certificate_is_not_unpacked() -> None:
    good = next(one for one in seeds("certificate") if unpacked(one))
    assert unpacked(b"") is None
    assert unpacked(b"cobra proof 5") is None
    assert unpacked(good.replace(b"cobra", b"zebra", 1)) is None
    assert unpacked(b"cobra proof 5\n\x03\0\0\0abc\0\0\0\0") is None


@pytest.mark.slow
def test_seeds_are_the_same_each_time() -> None:
    program = (
        "import hashlib; from tests.fuzz.guided.inputs import NAMES, dictionary, seeds\n"
        "names = ('score', 'core', 'request', 'games')\n"
        "print(hashlib.sha256(repr([(seeds(n), dictionary(n)) for n in names]).encode()).hexdigest())"
    )
    digests = set()
    for number in ("1", "2"):
        arguments = [sys.executable, "-c", program]
        environment = {"PYTHONHASHSEED": number}
        ran = subprocess.run(arguments, env=environment, cwd=ROOT, check=True, capture_output=True)
        digests.add(ran.stdout)
    assert len(digests) == 1


def test_words_of_the_grammars_are_in_the_dictionary() -> None:
    assert {b"experiment", b"observe", b"->", b"exactly"} <= set(dictionary("game"))
    assert {b"VARIABLES", b"ALPHABET"} <= set(dictionary("core"))
    assert {b'"experiments"', b"1e400"} <= set(dictionary("plan"))
    assert as_dictionary([b"a1", b'"\\', b"\xff\n"]) == '"a1"\n"\\x22\\x5C"\n"\\xFF\\x0A"\n'


@pytest.mark.parametrize("name", sorted(name for name in NAMES if kept.path_of(KEPT, name).exists()))
def test_inputs_that_together_reach_much_break_no_law(name: str, tmp_path: Path) -> None:
    inputs = kept.read(KEPT, name)
    one = Tried(name, tmp_path)
    for content in inputs:
        one.one(content)
    assert reported_in(tmp_path, name) == []
    runs, read_, refused, *_ = Counts.at(tmp_path / "counts")
    assert (runs, read_ + refused) == (len(inputs), len(inputs))
    assert read_ >= 5


def test_inputs_are_kept_as_they_are(tmp_path: Path) -> None:
    inputs = [b"", b"\xff\0\n", "é\u2028".encode(), b"a" * 9]
    kept.write(tmp_path, "certificate with lies", [*inputs, b""])
    assert [path.name for path in tmp_path.iterdir()] == ["certificate-with-lies.jsonl"]
    assert kept.read(tmp_path, "certificate with lies") == sorted(inputs, key=len)
    assert kept.read(tmp_path, "score") == []


def test_as_few_inputs_are_kept_as_reach_all(tmp_path: Path) -> None:
    """Of the four, the second reaches all that the first does, and the last one ended the process."""
    inputs = [tmp_path / name for name in ("a", "b", "c", "d")]
    merge.begin(tmp_path / "control", inputs)
    assert (tmp_path / "control").read_text().splitlines() == ["4", "0", *map(str, inputs)]
    with (tmp_path / "control").open("a") as stream:
        stream.write("STARTED 0 9\nFT 0 1 2\nCOV 0 7\nSTARTED 1 9\nFT 1 1 2 3\nCOV 1\n")
        stream.write("STARTED 2 50\nFT 2 3 4\nCOV 2 8\nSTARTED 3 1\n")
    reaches = merge.reached(tmp_path / "control", 4)
    assert reaches == {0: {1, 2}, 1: {1, 2, 3}, 2: {3, 4}}
    assert merge.cover(reaches, {0: 9, 1: 9, 2: 50, 3: 1}) == [1, 2]
    assert merge.cover(reaches, {0: 9, 1: 900, 2: 50, 3: 1}) == [0, 2]
    assert merge.cover({}, {}) == []


def test_inputs_are_counted(tmp_path: Path) -> None:
    one = Tried("score", tmp_path)
    for content in (b"min sum(n)", b"min sum(", b"\xff", b"max parts"):
        one.one(content)
    assert Counts.at(tmp_path / "counts")[:3] == (4, 2, 2)
    assert Counts.at(tmp_path / "nothing") == Counts()
    assert Counts(1, 2, 3, 4.0, 5.0) + Counts(1, 1, 1, 1.0, 1.0) == (2, 3, 4, 5.0, 6.0)
    assert list(reported_in(tmp_path, "score")) == []


def reported_in(folder: Path, name: str) -> list[tuple[str, str]]:
    (folder / "ends").mkdir(exist_ok=True)
    return [(case.text, finding["law"]) for case, finding in reported(folder, name, "")]


def test_whole_games_go_through_some_phases(tmp_path: Path) -> None:
    one = Tried(GAMES, tmp_path)
    for content in seeds(GAMES)[:12]:
        one.one(content)
    assert reported_in(tmp_path, GAMES) == []
    runs, read_, refused, *_ = Counts.at(tmp_path / "counts")
    assert (runs, read_ + refused) == (12, 12)
    assert read_ >= 6


def test_what_takes_too_much_memory_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def wrong(content: bytes, path: Path) -> None:
        if content == b"7":
            assert len(b"x" * (400 << 20))

    monkeypatch.setitem(parsing.READERS, "score", wrong)
    monkeypatch.setattr(tried, "TOGETHER", 10)
    one = Tried("score", tmp_path)
    for number in range(9):
        one.one(b"%d" % number)
    assert reported_in(tmp_path, "score") == []
    one.one(b"9")
    assert reported_in(tmp_path, "score") == [("7", "memory")]


def test_what_is_found_is_made_small_written_and_replayed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = parsing.READERS["score"]

    def wrong(content: bytes, path: Path) -> None:
        if b"=" in content:
            raise IndexError("list index out of range")
        if b"#" in content:
            raise LawError("time", "5 s")

    monkeypatch.setitem(parsing.READERS, "score", wrong)
    one = Tried("score", tmp_path)
    for content in (b"min total", b"min\xff = total\n", b"=", b"==", b"# slow"):
        one.one(content)
    found = list(reported(tmp_path, "score", "")) if (tmp_path / "ends").mkdir() is None else []
    assert [case.text for case, _ in found] == ["min\udcff = total\n", "=", "# slow"]
    monkeypatch.setitem(
        parsing.READERS, "score", lambda content, path: wrong(content.replace(b"#", b""), path)
    )
    tally = Tally("score")
    for case, finding in found:
        settle(tally, case, finding, tmp_path / "fuzz")
    assert (dict(tally.kinds), tally.slow) == ({("score", "IndexError in test_guided.py:wrong"): 2}, 1)
    paths = sorted((tmp_path / "fuzz").iterdir())
    assert len(paths) == 2
    assert [read(path)[0].text for path in paths] == ["=", "="]
    assert "FOUND score: IndexError in test_guided.py:wrong" in capsys.readouterr().out
    assert [command.replay(path) for path in paths] == [1, 1]
    monkeypatch.setitem(parsing.READERS, "score", sound)
    assert [command.replay(path) for path in paths] == [0, 0]


def test_an_input_with_which_a_process_ended_is_a_finding(tmp_path: Path) -> None:
    prepare(tmp_path, "score", [b"kept"])
    assert (tmp_path / "corpus" / "000000").read_bytes() == b"kept"
    (tmp_path / "ends" / "timeout-0123").write_bytes(b"min \xff")
    (tmp_path / "ends" / "crash-4567").write_bytes(b"max")
    assert reported_in(tmp_path, "score") == [("max", "dies"), ("min \udcff", "hangs")]
    tally = Tally("score")
    for case, finding in reported(tmp_path, "score", "SEGV"):
        settle(tally, case, finding, tmp_path / "fuzz")
    assert (dict(tally.kinds), tally.slow) == ({("score", "dies"): 1}, 1)
    (path,) = (tmp_path / "fuzz").iterdir()
    content = json.loads(path.read_text("utf-8"))
    assert (content["law"], content["traceback"], content["phases"]) == ("dies", "SEGV", "parse")


def test_what_is_drawn_for_a_game_depends_on_its_text() -> None:
    one, other = case_of(GAMES, b"a"), case_of(GAMES, b"b")
    assert one.random("check").random() == case_of(GAMES, b"a").random("check").random()
    assert one.random("check").random() != other.random("check").random()


def test_without_atheris_a_sentence_says_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    monkeypatch.setattr(sys, "argv", ["guided", "score"])
    assert guided.main() == 2
    assert capsys.readouterr().err == "this needs atheris: pip install --group guided\n"
    monkeypatch.setattr(sys, "argv", ["guided", "scores"])
    with pytest.raises(SystemExit):
        guided.main()
    assert "there is no parser 'scores'" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["guided", "--core", "no/core.so"])
    with pytest.raises(SystemExit):
        guided.main()
    assert "there is no core no/core.so" in capsys.readouterr().err


def test_figures_are_shown_as_a_table() -> None:
    tally = Tally("score", Counts(20, 5, 15, 9.0, 2.0), 7, 1234)
    heading, row = guided.shown([tally]).splitlines()
    assert heading.split()[:6] == ["inputs", "read", "refused", "seconds", "a", "second"]
    assert heading.split()[6:] == ["kept", "edges", "findings"]
    assert row.split() == ["score", "20", "5", "15", "2", "10", "7", "1,234", "0"]
