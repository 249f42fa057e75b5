"""Claims beside what cobra finds: as tables by topic and game, in text or Markdown, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, Final

from cobra.analysis.reproduce.claims import Claim, sources, topics, variants
from cobra.analysis.reproduce.reproduce import Outcome, Reproduction
from cobra.analysis.reproduce.verdict import DIFFERS, NEW, NOT_RUN, UNEXPECTED, UNFINISHED, VERDICTS
from cobra.cli.show.sheets import Line, Sheet, sheet_markdown, sheet_text
from cobra.cli.show.text import bold, dump, duration, plural
from cobra.errors import REASONS
from cobra.figures import decimal

_CELL: Final = 20
"""Values of text with more characters are cut; Markdown has them whole."""
_NAMES: Final = {
    "both": "worst, total",
    "reverse": "total, worst",
    "nodes": "worst, nodes",
    "expected": "codes left on average",
    "entropy": "bits",
}
"""Measures whose names do not say what they are."""

_HEAD: Final = """# Published numbers, recomputed

Made by `cobra reproduce --markdown`. Every claim stands beside its source, with what cobra finds. A *total*
is the sum of the lengths of all plays, an *average* that divided by the number of codes; lists go with lists
of parameters. `cobra/published/` has the claims as data; its README says what each measure is."""


def reproduction_text(result: Reproduction) -> str:
    """Return the tables, what differs and why, and how many claims have which verdict."""
    parts: list[str] = []
    for topic, outcomes in _topics(result):
        parts += [bold(topics()[topic].title), *map(sheet_text, _text_sheets(outcomes))]
    return "\n\n".join([*parts, *map(sheet_text, _remarks(result)), sheet_text(_summary(result, times=True))])


def reproduction_markdown(result: Reproduction) -> str:
    """Return the tables in Markdown, with whole cells, and the sources."""
    parts = [_HEAD, sheet_markdown(_summary(result, times=False))]
    for topic, outcomes in _topics(result):
        parts += [f"## {topics()[topic].title}", *claims_markdown(outcomes)]
    parts += [f"## {sheet.heading}\n\n{_list(sheet.remarks)}" for sheet in _remarks(result)]
    used = dict.fromkeys(outcome.claim.source for outcome in result.outcomes)
    lines = [f"{source.label}: {source.text}" for source in sources().values() if source in used]
    return "\n\n".join([*parts, f"## Sources\n\n{_list(lines)}"])


def claims_markdown(outcomes: Sequence[Outcome]) -> list[str]:
    """Return a table for each game in Markdown: what is said beside what cobra finds."""
    return [sheet_markdown(sheet) for sheet in _markdown_sheets(outcomes)]


def reproduction_json(result: Reproduction) -> str:
    """Return the JSON document."""
    return dump(
        {
            "verdicts": {name: result.verdicts[name] for name in VERDICTS},
            "left_out": result.left_out,
            "stopped": result.stopped,
            "claims": [_object(outcome) for outcome in result.outcomes],
        }
    )


def reproduction_warnings(result: Reproduction, again: str | None) -> list[str]:
    """Return what a user should know beside the result; `again` is what goes on from here, if it can."""
    wrong = [outcome for outcome in result.outcomes if outcome.verdict == UNEXPECTED]
    warnings = [f"unexpected: {_told(outcome)}" for outcome in wrong]
    warnings += result.uncertified
    if result.unkept is not None:
        warnings.append(f"not all that was found is kept: {result.unkept}")
    if result.stopped:
        warnings += [f"{_label(outcome.claim)}: {outcome.why}" for outcome in result.outcomes if outcome.why]
        left = f"{plural(result.verdicts[NOT_RUN], 'claim')} not recomputed"
        if result.stopped == "cluster":  # which nobody at the terminal has seen
            left = f"stopped by {REASONS[result.stopped]}: {left}"
        warnings.append(
            f"{left}; to keep what is found there is --results FILE.json"
            if again is None
            else f"{left}; go on with: {again}"
        )
    return warnings


def _topics(result: Reproduction) -> Iterator[tuple[str, list[Outcome]]]:
    for topic, outcomes in groupby(result.outcomes, key=lambda outcome: outcome.claim.topic):
        yield topic, list(outcomes)


def _text_sheets(outcomes: Sequence[Outcome]) -> Iterator[Sheet]:
    """Return a narrow table for each game: one number for each claim, cut where it is long.

    What is not recomputed has its own place at the end.
    """
    for heading, group in _games([one for one in outcomes if one.verdict != UNFINISHED]):
        names = tuple(dict.fromkeys(name for outcome in group for name in outcome.claim.params))
        rows: list[Line] = []
        for outcome in group:
            claim = outcome.claim
            value = _numbers(claim.published) if claim.source.published else _found(outcome)
            keys = tuple(_values(claim.params.get(name, "")) for name in names)
            rows.append((keys, (_what(claim), _cut(value), outcome.verdict, claim.source.label)))
        columns = ("what", "value", "verdict", "source")
        yield Sheet(heading, names, columns, rows, left=(*names, *columns))


def _markdown_sheets(outcomes: Sequence[Outcome]) -> Iterator[Sheet]:
    """Return a table for each game: what is said beside what cobra finds."""
    for heading, group in _games(outcomes):
        rows: list[Line] = []
        for outcome in group:
            claim, name = outcome.claim, outcome.verdict
            answer = f"{name}: {_found(outcome)}" if name in (DIFFERS, NEW, UNEXPECTED) else name
            rows.append(((_params(claim),), (_what(claim), _said(claim), answer, claim.source.label)))
        columns = ("what", "published", "cobra", "source")
        yield Sheet(heading, ("parameters",), columns, rows, left=("parameters", *columns))


def _games(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, list[Outcome]]]:
    """Return the claims of each game below what it is."""
    for game, group in groupby(outcomes, key=lambda outcome: outcome.claim.game):
        about = variants().get(game, {}).get("about")
        yield game if about is None else f"{game}: {about}", list(group)


def _cut(cell: str) -> str:
    return cell if len(cell) <= _CELL else f"{cell[: _CELL - 1].rstrip(' ,')}…"


def _params(claim: Claim) -> str:
    """Return the parameters as `-D` takes them; numbers that follow each other as a range."""
    return " ".join(f"{name}={_values(value)}" for name, value in claim.params.items())


def _values(value: Any) -> str:
    if not isinstance(value, list):
        return str(value)
    following = all(after == before + 1 for before, after in pairwise(value))
    return f"{value[0]}..{value[-1]}" if following and len(value) > 2 else ",".join(map(str, value))


def _what(claim: Claim) -> str:
    """Return what is measured and under which conditions."""
    conditions = [
        name.replace("_", " ") if value is True else f"{name.replace('_', ' ')} {_listed(value)}"
        for name, value in claim.conditions.items()
    ]
    return ", ".join([claim.what, *conditions])


def _said(claim: Claim) -> str:
    """Return what the source says: as it prints it, with the numbers that follow from it."""
    if not claim.source.published:
        return ""
    printed = claim.entry.get("printed")
    numbers = _numbers(claim.published)
    return numbers if printed is None else f"{printed}: {numbers}" if numbers else str(printed)


def _found(outcome: Outcome) -> str:
    """Return what cobra finds; nothing when it was not asked."""
    if outcome.found is None:
        return ""
    return _numbers({measure: outcome.found.values[measure] for measure in outcome.claim.measures})


def _numbers(numbers: Mapping[str, Any]) -> str:
    return ", ".join(
        _NAMES.get(name, name) if value is True else f"{_NAMES.get(name, name)} {_number(name, value)}"
        for name, value in numbers.items()
    )


def _number(measure: str, value: Any) -> str:
    match measure, value:
        case "mean", [mean, margin]:
            return f"{mean:.4f} ± {margin:.4f}"
        case (("average" | "expected"), str()) if "/" in value:
            return decimal(Fraction(value))
        case _:
            return _listed(value)


def _listed(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _label(claim: Claim) -> str:
    return " ".join(filter(None, [claim.game, _params(claim), _what(claim)]))


def _told(outcome: Outcome) -> str:
    """Return a claim with what its source says and what cobra finds."""
    claim, found = outcome.claim, _found(outcome)
    parts = [
        _label(claim),
        f"{claim.source.label}: {_said(claim) or _numbers(claim.expected)}",
        *([f"cobra: {found}"] if found else []),
    ]
    return "; ".join(parts)


def _remarks(result: Reproduction) -> Iterator[Sheet]:
    """Return why what differs does, and why what is left alone is."""
    for name, title in ((DIFFERS, "Where cobra differs"), (UNFINISHED, "What is not recomputed")):
        said = [
            f"{_told(outcome)}: {outcome.claim.differs or outcome.claim.unfinished}"
            for outcome in result.outcomes
            if outcome.verdict == name
        ]
        if said:
            yield Sheet(title, remarks=said)


def _summary(result: Reproduction, *, times: bool) -> Sheet:
    """Return how many claims of each topic have which verdict, and with `times` how long they took."""
    shown = [name for name in VERDICTS if result.verdicts[name]]
    rows: list[Line] = []
    for topic, outcomes in _topics(result):
        counts = [sum(outcome.verdict == name for outcome in outcomes) for name in shown]
        seconds = sum(outcome.found.seconds for outcome in outcomes if outcome.found is not None)
        cells = [str(count or "") for count in counts]
        cells += [duration(seconds)] if times else []
        rows.append(((topic,), (str(len(outcomes)), *cells)))
    remarks = [f"{name}: {VERDICTS[name]}" for name in shown]
    if result.left_out:
        remarks.append(f"{plural(result.left_out, 'claim')} of more work: --all")
    columns = ("claims", *shown, *(["time"] if times else []))
    return Sheet("Claims by topic", ("topic",), columns, rows, remarks, left=("topic",))


def _list(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _object(outcome: Outcome) -> dict[str, object]:
    claim, found = outcome.claim, outcome.found
    return {
        "topic": claim.topic,
        "game": claim.game,
        "params": claim.params,
        "what": claim.what,
        "conditions": claim.conditions,
        "measures": list(claim.measures),
        "published": claim.published,
        "printed": claim.entry.get("printed"),
        "found": None if found is None else dict(found.values),
        "verdict": outcome.verdict,
        "why": claim.differs or claim.unfinished or outcome.why,
        "source": {
            "label": claim.source.label,
            "text": claim.source.text,
            "published": claim.source.published,
        },
        "part": claim.part,
        "seconds": None if found is None else found.seconds,
    }
