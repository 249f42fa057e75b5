"""Makes docs/strategies.json, the tables of docs/strategies.md and its pictures: `python docs/strategies.py`.

That measures everything, which takes minutes; with names of strategies those alone, beside what was measured
before. `--draw` makes the tables and pictures of what was measured before; `--check` says whether they are
those of docs/strategies.json, and measures the quick games again.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from distributions import Lengths, picture
from measure import EVOLVED, FIXED, GAMES, TIED, Figures, Played, everything, rows_of, strategies

from cobra.options import OPTIMAL, TIES

DOCS: Final = Path(__file__).parent
DATA: Final = DOCS / "strategies.json"
PAGE: Final = DOCS / "strategies.md"
PICTURES: Final = DOCS / "pictures"
TIMES: Final = ("seconds",)
"""What differs from run to run."""


def tables(data: Figures) -> dict[str, str]:
    """Return the tables of the page by name."""
    return {
        "averages": "\n".join(_averages(data["games"])),
        "decisions": "\n".join(_decisions(data["games"])),
        "ties": "\n".join(_ties(data["ties"])),
    }


def pictures(data: Figures) -> dict[str, str]:
    """Return the pictures of the distributions by the name of their file."""
    drawn = {}
    for game in GAMES:
        rows = [row for row in data["games"][game.key] if row.get("distribution")]
        rows.sort(key=lambda row: (_average(row), row["strategy"]))
        lengths = [Lengths(_shown(row), _average(row), _distribution(row)) for row in rows]
        drawn[f"strategies-{game.key}.svg"] = picture(game.title, lengths)
    return drawn


def _shown(row: Figures) -> str:
    """Return the name of a strategy, and which of its plays is drawn where there are several.

    A search that was stopped shows the best it found; what draws by chance shows its first run.
    """
    if row["totals"]:
        return f"{row['strategy']}, run 1 of {len(row['totals'])}"
    stopped = row["strategy"] == OPTIMAL and not row["proved"]
    return f"{row['strategy']}, not proved" if stopped else str(row["strategy"])


def _distribution(row: Figures) -> dict[int, int]:
    return {int(length): count for length, count in row["distribution"].items()}


def _average(row: Figures) -> float:
    """Return the average of a strategy, of one that draws by chance that of its first run."""
    return float(row["total"] / row["weight"])


def _mean(row: Figures) -> float:
    """Return the average of a strategy, the mean of its runs when there are several."""
    totals = row["totals"] or [row["total"]]
    return float(sum(totals) / len(totals) / row["weight"])


def _names(games: Figures) -> list[str]:
    """Return the strategies in the order they were measured in."""
    return list(dict.fromkeys(row["strategy"] for game in GAMES for row in games[game.key]))


def _averages(games: Figures) -> Iterator[str]:
    """Yield a row for each strategy with its averages and worst cases."""
    yield f"| strategy | {' | '.join(game.title for game in GAMES)} |"
    yield f"| :-- |{' --: |' * len(GAMES)}"
    for name in _names(games):
        cells = [_cell(name, games[game.key]) for game in GAMES]
        yield f"| {_code(name)} | {' | '.join(cells)} |"


def _cell(name: str, rows: Sequence[Figures]) -> str:
    row = next((row for row in rows if row["strategy"] == name), None)
    if row is None or "error" in row:
        return "–"
    if name == FIXED:
        count, least = row["experiments"], row["least"]
        return f"{count if count == least else f'{least} … {count}'}{' + 1' if row['confirm'] else ''}"
    if name == OPTIMAL and not row["proved"]:
        return f"{row['least'] / row['weight']:.4f} … {_least(rows) / row['weight']:.4f}"
    if row["totals"]:
        return f"{_mean(row):.4f} ± {row['margin']:.4f} ({row['worst']})"
    return f"{_average(row):.4f}{_mark(row, rows)} ({row['worst']})"


def _least(rows: Sequence[Figures]) -> int:
    """Return the least total of a strategy, which draws nothing by chance."""
    return min(row["total"] for row in rows if "total" in row and not row["totals"])


def _mark(row: Figures, rows: Sequence[Figures]) -> str:
    """Return "=" for what is proved optimal, "*" for the best of the others."""
    optimum = next((one for one in rows if one["strategy"] == OPTIMAL and one.get("proved")), None)
    if row["strategy"] == OPTIMAL:
        return ""
    if optimum is not None and row["total"] == optimum["total"]:
        return "="
    others = [one for one in rows if one["strategy"] != OPTIMAL]
    return r"\*" if row["total"] == _least(others) else ""


def _decisions(games: Figures) -> Iterator[str]:
    """Yield a row for each strategy with the time that an experiment of its tree took."""
    yield f"| strategy | {' | '.join(game.title for game in GAMES)} |"
    yield f"| :-- |{' --: |' * len(GAMES)}"
    for name in _names(games):
        cells = []
        for game in GAMES:
            row = next((row for row in games[game.key] if row["strategy"] == name), {})
            cells.append(_micro(row["seconds"] / row["nodes"]) if row.get("nodes") else "–")
        if set(cells) != {"–"}:
            yield f"| {_code(name)} | {' | '.join(cells)} |"


def _micro(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


def _ties(rows: Sequence[Figures]) -> Iterator[str]:
    """Yield a row for each strategy and game with what each rule for ties makes of it."""
    rules = list(TIES)
    yield f"| game | strategy | {' | '.join(map(_code, rules))} |"
    yield f"| :-- | :-- |{' --: |' * len(rules)}"
    games = {game.key: game.title for game in GAMES}
    for key in dict.fromkeys(row["game"] for row in rows):
        for name in TIED:
            of = {row["ties"]: row for row in rows if (row["game"], row["strategy"]) == (key, name)}
            cells = [_tied(of[rule]) if rule in of else "–" for rule in rules]
            yield f"| {games[key]} | {_code(name)} | {' | '.join(cells)} |"


def _tied(row: Figures) -> str:
    if "error" in row:
        return "–"
    if not row["totals"]:
        return f"{'≤ ' if row['all_ties'] is False else ''}{row['total']:,}"
    weight, totals = row["weight"], row["totals"]
    return f"{_mean(row) * weight:,.0f} ± {row['margin'] * weight:.0f} ({min(totals):,} … {max(totals):,})"


def _code(text: str) -> str:
    return f"`{text}`" if text not in (EVOLVED, FIXED) else text


def page(text: str, made: dict[str, str]) -> str:
    """Return the page with its tables made anew; each stands between two comments that name it."""
    for name, table in made.items():
        begin, end = f"<!-- {name}: made by docs/strategies.py -->", f"<!-- end of {name} -->"
        pattern = f"{re.escape(begin)}\n.*?{re.escape(end)}"
        text, count = re.subn(pattern, lambda _: f"{begin}\n\n{table}\n\n{end}", text, flags=re.DOTALL)  # noqa: B023
        if count != 1:
            raise ValueError(f"docs/strategies.md has no place for the table {name}")
    return text


def draw(data: Figures) -> None:
    """Write the tables and the pictures."""
    PAGE.write_text(page(PAGE.read_text("utf-8"), tables(data)), "utf-8")
    for name, content in pictures(data).items():
        (PICTURES / name).write_text(content, "utf-8")


def again(data: Figures, names: Sequence[str]) -> Figures:
    """Return figures with those of some strategies measured anew, all in the order of the tables."""
    order = [*strategies(), EVOLVED, FIXED, OPTIMAL]
    games = {}
    for game in GAMES:
        rows = {row["strategy"]: row for row in (*data["games"][game.key], *rows_of(game, names))}
        games[game.key] = [rows[name] for name in order if name in rows]
    return {**data, "games": games}


def differences(data: Figures) -> Iterator[str]:
    """Yield what is not as the data say: the tables, the pictures, and the figures of the quick games."""
    if page(text := PAGE.read_text("utf-8"), tables(data)) != text:
        yield "docs/strategies.md"
    for name, content in pictures(data).items():
        path = PICTURES / name
        if not path.exists() or path.read_text("utf-8") != content:
            yield f"docs/pictures/{name}"
    for game in GAMES:
        if game.quick:
            yield from _changed(game, data["games"][game.key])


def _changed(game: Played, stored: Sequence[Figures]) -> Iterator[str]:
    known = {row["strategy"]: row for row in stored}
    for row in rows_of(game, strategies()):
        old = known.get(row["strategy"], {})
        keys = {*row, *old} - {*TIMES}
        if any(row.get(key) != old.get(key) for key in keys):
            yield f"{row['strategy']} in {game.key}"


def main() -> int:
    """Do what the arguments say; 1 when a check finds something."""
    arguments = sys.argv[1:]
    if arguments not in (["--draw"], ["--check"]) and not set(arguments) <= {*strategies()}:
        print(__doc__, file=sys.stderr)
        return 2
    if arguments not in (["--draw"], ["--check"]):
        measured = again(json.loads(DATA.read_text("utf-8")), arguments) if arguments else everything()
        DATA.write_text(json.dumps(measured, indent=1, ensure_ascii=False) + "\n", "utf-8")
    data = json.loads(DATA.read_text("utf-8"))
    if arguments == ["--check"]:
        found = list(differences(data))
        print("\n".join(f"not up to date: {what}" for what in found) or "up to date")
        return 1 if found else 0
    draw(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
