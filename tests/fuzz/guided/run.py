"""Lets libFuzzer work, again where it ends too early, and turns what it found into findings."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from tests.fuzz import findings
from tests.fuzz.__main__ import CHOICES, TRIERS
from tests.fuzz.case import Case
from tests.fuzz.child import SHARED
from tests.fuzz.guided import kept, merge
from tests.fuzz.guided.inputs import GAMES, as_dictionary, dictionary, longest, seeds
from tests.fuzz.guided.target import READY
from tests.fuzz.guided.tried import OF_ONE_KIND, Counts, case_of
from tests.fuzz.reduce import Reducer
from tests.fuzz.supervise import HANG_SECONDS, probe

ROOT: Final = Path(__file__).parents[3]
MOST_MEMORY: Final = 1536
"""MiB of the process, instrumented as it is."""
LONGEST: Final = 120
"""Seconds of an input after which it hangs, on a machine that others use, too."""
STARTS: Final = 20
"""So often a process is started that dies each time."""
ENDS: Final = {"crash": "dies", "timeout": "hangs", "oom": "memory", "slow-unit": "time"}
"""How libFuzzer names the file of the input that a process ended with, and the law it broke."""
_STATUS: Final = re.compile(r"cov: (\d+) ft: (\d+) corp: (\d+)/")


class MissingError(Exception):
    """The process does not start, or ends for no reason that is an input."""


@dataclass
class Tally:
    """What became of the inputs of one parser."""

    name: str
    counts: Counts = field(default_factory=Counts)
    inputs: int = 0
    """Those that reach something that no smaller one reaches."""
    edges: int = 0
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    slow: int = 0
    """What took too long with counters only."""


class Server:
    """The process that forks those in which libFuzzer works; `core` is one that counts, or nothing."""

    def __init__(self, core: str = "") -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  closed by `__exit__`
        command = [sys.executable, "-m", "tests.fuzz.guided.target", core]
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        self._hear(READY)

    def _hear(self, wanted: str = "") -> str:
        said = self._process.stdout.readline().strip()
        if not said or wanted not in said:
            self._process.wait()
            self._errors.seek(0)
            raise MissingError(self._errors.read().decode(errors="replace")[-2000:])
        return said

    def ask(self, name: str, folder: Path, options: Iterable[str]) -> tuple[int, str]:
        """Let libFuzzer do what its options say; return its exit status and what it said."""
        (folder / "counts").unlink(missing_ok=True)
        wanted = json.dumps({"name": name, "folder": str(folder), "options": list(options)})
        self._process.stdin.write(f"{wanted}\n")
        self._process.stdin.flush()
        status = int(self._hear())
        return status, (folder / "said").read_text("utf-8", errors="replace")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.stdin.close()
        if error is not None:
            self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        self._errors.close()


def guided(server: Server, name: str, seconds: int, corpus: Path | None, output: Path) -> Tally:
    """Fuzz a parser for some seconds; write what is found, and what reaches more into the corpus."""
    with tempfile.TemporaryDirectory(dir=SHARED if SHARED.is_dir() else None) as place:
        folder = Path(place)
        prepare(folder, name, kept.read(corpus, name) if corpus else [])
        tally = Tally(name)
        said = _fuzz(server, folder, tally, seconds)
        for case, finding in reported(folder, name, said):
            settle(tally, case, finding, output)
        if corpus:
            kept.write(corpus, name, merged(server, folder, name))
        return tally


def prepare(folder: Path, name: str, known: Iterable[bytes]) -> None:
    """Write what the process needs."""
    for part, inputs in (("seeds", seeds(name)), ("corpus", known), ("ends", ()), ("merged", ())):
        (folder / part).mkdir()
        for number, content in enumerate(inputs):
            (folder / part / f"{number:06}").write_bytes(content)
    (folder / "words").write_text(as_dictionary(dictionary(name)))


def _options(folder: Path, name: str, *more: str) -> list[str]:
    return [
        *(
            f"-timeout={LONGEST}",
            f"-report_slow_units={LONGEST}",
            f"-rss_limit_mb={MOST_MEMORY}",
            "-detect_leaks=0",
            "-reload=0",
        ),
        *(f"-max_len={longest(name)}", f"-artifact_prefix={folder}/ends/", f"-dict={folder}/words"),
        *("-mutate_depth=2", *more),
    ]


def _fuzz(server: Server, folder: Path, tally: Tally, seconds: int) -> str:
    """Let processes fuzz until the time is over; return what the last one said."""
    said = ""
    for start in range(STARTS):
        left = seconds - int(tally.counts.seconds)
        if left <= 0:
            break
        places = str(folder / "corpus"), str(folder / "seeds")
        options = _options(folder, tally.name, f"-max_total_time={left}", f"-seed={start + 1}", *places)
        ends = len(list((folder / "ends").iterdir()))
        status, said = server.ask(tally.name, folder, options)
        if status and len(list((folder / "ends").iterdir())) == ends:
            raise MissingError(said[-2000:])
        tally.counts += Counts.at(folder / "counts")
        if found := _STATUS.findall(said):
            edges, _, inputs = map(int, found[-1])
            tally.edges, tally.inputs = max(tally.edges, edges), inputs
    return said


def reported(folder: Path, name: str, said: str) -> Iterator[tuple[Case, dict[str, Any]]]:
    """Yield the cases that broke a law, and those with which a process ended."""
    found = folder / "found"
    for line in found.read_text("utf-8").splitlines() if found.exists() else ():
        case, finding = json.loads(line)
        yield Case.of_json(case), finding
    for path in sorted((folder / "ends").iterdir()):
        law = ENDS.get(path.name.rpartition("-")[0], "dies")
        end = {"phase": name, "law": law, "key": law, "message": law, "traceback": said[-6000:]}
        yield case_of(name, path.read_bytes()), end


def settle(tally: Tally, case: Case, finding: dict[str, Any], output: Path) -> None:
    """Try what was found without counters, make it small and write it.

    What took too long with counters, and does not without, is nothing.
    """
    phases = "all" if tally.name == GAMES else "parse"
    find = probe(CHOICES[phases], HANG_SECONDS, TRIERS[phases])
    kind = find(case)
    if kind is None and finding["law"] in ("time", "hangs", "memory"):
        tally.slow += 1
        return
    if kind is not None and kind != (finding["phase"], finding["key"]):
        finding = {**finding, "phase": kind[0], "key": kind[1], "guided": finding["key"]}
    shown = finding["phase"], finding["key"]
    tally.kinds[shown] += 1
    if tally.kinds[shown] > OF_ONE_KIND:
        return
    most = 0 if kind is None or tally.kinds[shown] > 1 else 150
    reduced = Reducer(lambda smaller: find(smaller) == kind, most).reduce(case) if most else case
    path = findings.write(output, case, reduced, phases, finding)
    print(f"FOUND {shown[0]}: {shown[1]}: {finding['message'][:200]}\n  {path}", flush=True)


def merged(server: Server, folder: Path, name: str) -> list[bytes]:
    """Return as few inputs as reach all that those of the corpus and the seeds reach."""
    inputs = [path for part in ("corpus", "seeds") for path in sorted((folder / part).iterdir())]
    control = folder / "control"
    merge.begin(control, inputs)
    options = _options(folder, name, f"-merge_control_file={control}", "-merge_inner=1")
    server.ask(name, folder, options)  # one that dies has said what it came to
    costs = {number: path.stat().st_size for number, path in enumerate(inputs)}
    return [inputs[one].read_bytes() for one in merge.cover(merge.reached(control, len(inputs)), costs)]
