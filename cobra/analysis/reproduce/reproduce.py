"""Claims recomputed one after the other, and what came out of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from cobra.analysis.reproduce.claims import PARTS, Claim, claims
from cobra.analysis.reproduce.proofs import Proofs
from cobra.analysis.reproduce.recompute import Answer, Workplace, attempt
from cobra.analysis.reproduce.results import Found, Results
from cobra.analysis.reproduce.spread import found_on
from cobra.analysis.reproduce.verdict import UNEXPECTED, verdict
from cobra.budget import Progress, limited
from cobra.cluster.cluster import AnyCluster, joined
from cobra.engine.run import Run
from cobra.errors import StoppedError
from cobra.options import MEMORY


@dataclass(frozen=True, slots=True)
class Outcome:
    """A claim and what came out of it."""

    claim: Claim
    found: Found | None = None
    """None for what was not recomputed."""
    why: str | None = None
    """Why it was not, in a sentence, where it was tried."""

    @property
    def verdict(self) -> str:
        """Return a key of `VERDICTS`."""
        return verdict(self.claim, None if self.found is None else self.found.values)


@dataclass(frozen=True, slots=True)
class Reproduction:
    """What came out of all claims that were looked at, in the order of the topics."""

    outcomes: tuple[Outcome, ...]
    left_out: int = 0
    """Claims of these topics that are more work than was allowed."""
    stopped: str | None = None
    """Why something is missing: "time", "interrupt", "memory", "undecided" or "cluster"; None when nothing
    is."""
    uncertified: tuple[str, ...] = ()
    """Which certificates could not be made, and why, in sentences."""
    unkept: str | None = None
    """Why the file does not hold all that was found; None when it does, or there is none."""

    @property
    def verdicts(self) -> Counter[str]:
        """Return how many claims have each verdict."""
        return Counter(outcome.verdict for outcome in self.outcomes)

    @property
    def expected(self) -> bool:
        """Return whether whatever was recomputed agrees, or differs as its claim says."""
        return not self.verdicts[UNEXPECTED]


@limited
def reproduce(
    topics: Iterable[str] = (),
    *,
    everything: bool = False,
    results: str | Path | None = None,
    proofs: str | Path | None = None,
    recompute: bool = True,
    cluster: AnyCluster | None = None,
    threads: int = 0,
    memory: int = MEMORY,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Reproduction:
    """Recompute what is published about games, and put it beside its source.

    `topics` are names of `cobra.analysis.reproduce.claims.topics`, none are all. Without `everything` only
    what takes a few seconds is looked at. `results` is a file that keeps every result as soon as it is there;
    what it holds of this version of cobra is not computed again. `proofs` is a folder
    for a certificate of each optimum; one that is not there makes an optimum be computed again. Without
    `recompute` nothing is computed. With a `cluster` its workers recompute a claim each at a time, and
    `threads` 0 is one thread there.
    After `time_limit` seconds, or Ctrl-C, what is known by then is returned. `GameError` for a topic that
    does not exist, or a file that cannot be used.
    """
    asked = claims(tuple(topics))
    chosen = [claim for claim in asked if everything or claim.part == PARTS[0]]
    kept = Results(results)
    certificates = None if proofs is None else Proofs(proofs)
    outcomes: dict[int, Outcome] = {}
    todo: dict[int, Claim] = {}
    for number in sorted(range(len(chosen)), key=lambda number: PARTS.index(chosen[number].part)):
        claim = chosen[number]
        outcomes[number] = Outcome(claim, kept.get(claim))
        lacking = outcomes[number].found is None or (certificates is not None and certificates.lack(claim))
        if recompute and lacking and claim.unfinished is None:
            outcomes[number] = Outcome(claim)
            todo[number] = claim
    with ExitStack() as stack:
        if cluster is None:
            answers = _found_here(todo, threads, memory, certificates, time_limit, progress)
        else:
            workers = stack.enter_context(joined(cluster))
            answers = found_on(workers, todo, threads or 1, memory, certificates, Run(time_limit, progress))
        stopped: str | None = None
        try:
            for number, answer in answers:
                if isinstance(answer, Found):
                    kept.add(chosen[number], answer)
                    outcomes[number] = Outcome(chosen[number], answer)
                else:  # too little memory, or time, for this claim; others may do with less
                    stopped = answer.reason if isinstance(answer, StoppedError) else "memory"
                    outcomes[number] = Outcome(chosen[number], why=str(answer))
        except StoppedError as stop:
            stopped = stop.reason
        except KeyboardInterrupt:  # between two calls of the core
            stopped = "interrupt"
    ordered = tuple(outcomes[number] for number in range(len(chosen)))
    unwritten = () if certificates is None else tuple(certificates.unwritten)
    unkept = None if kept.failure is None else str(kept.failure)
    return Reproduction(ordered, len(asked) - len(chosen), stopped, unwritten, unkept)


def _found_here(
    todo: Mapping[int, Claim],
    threads: int,
    memory: int,
    proofs: Proofs | None,
    time_limit: float | None,
    progress: Progress | None,
) -> Iterator[tuple[int, Answer]]:
    """Yield what is found for claims, one after the other, or why it is not."""
    label = None if progress is None else _Labelled(progress)
    run = Run(time_limit, label)
    place = Workplace(run, threads, memory, proofs)
    for done, (number, claim) in enumerate(todo.items(), 1):
        if reason := run.stop_reason():
            raise StoppedError(reason, "recomputing")
        if label is not None:
            label.where = f"{done}/{len(todo)} {claim.game}"
            label(claim.what, 0, 0)
        answer = attempt(place, claim)
        yield number, answer
        if isinstance(answer, StoppedError) and answer.reason in ("time", "interrupt"):
            return


class _Labelled:
    """A progress callback that says which claim it is about."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self.where = ""

    def __call__(self, what: str, done: int, total: int) -> None:
        self._progress(f"{self.where}: {what}", done, total)
