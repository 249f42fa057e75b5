"""Every command in games with each construct of the language: it works, or one sentence says what to use.

Nobody gets a traceback, and nothing is ignored in silence: whatever is not said to be refused here succeeds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.runner import run

HIT = """
experiment guess(g : 1..4)
  WHERE
  observe if x = g then "yes" else if x < g then "less" else "more"
  final x = g
"""
ASK = """
experiment ask(g : 2..4)
  WHERE
  observe if x < g then "less" else "not less"
"""
LIVES = "state left = 3 in 0..3\nlost when left = 0 LOSS"
LIFE = "then left = left - (if x = g then 0 else 1)"
NOISE = "noise 1/10"
NOISE_BY_CODE = "noise x/20"
DRAWN = "experiment test(g : 1..4) observe x = g with 1 - x/10, true with x/10"
STEPS = "move x = one of x - 1, x + 1"


def text(experiment: str, before: str = "", where: str = "", after: str = "") -> str:
    return f"secret x : 1..4\n{before}\n{experiment.replace('WHERE', where)}  {after}\n"


GAMES: Mapping[str, tuple[str, str]] = {
    "state": ("memory", text(HIT, "state last = 1 in 1..4", "where g != last", "then last = g")),
    "limit": ("memory", text(HIT, after="limit 1")),
    "cost": ("prices", text(HIT, after="cost 1.0 * g / 3")),
    "cost, identify": ("prices", text(ASK, after="cost g")),
    "lost": ("memory", text(HIT, LIVES.replace("LOSS", ""), after=LIFE)),
    "lost, weights": ("memory", text(HIT, f"weight x {LIVES.replace('LOSS', '')}", after=LIFE)),
    "lost at a cost": ("memory", text(HIT, LIVES.replace("LOSS", "cost 3"), after=f"{LIFE} cost 0.5")),
    "lies": ("lies", text(HIT, "lies at most 1")),
    "lies, identify": ("lies", text(ASK, "lies at most 1")),
    "noise": ("noise", text(HIT, f"lies at most 1 {NOISE}")),
    "noise, identify": ("noise", text(ASK, f"lies at most 1 {NOISE}")),
    "noise, weights": ("noise", text(HIT, f"weight x lies at most 1 {NOISE_BY_CODE}")),
    "any number of lies": ("endless", text(HIT, NOISE)),
    "drawn": ("drawn", text(HIT, DRAWN)),
    "moves": ("moves", text(HIT, STEPS)),
    "lies and moves": ("moves", text(HIT, f"lies at most 1 {STEPS}")),
    "noise and moves": ("noise and moves", text(HIT, f"lies at most 1 {NOISE} {STEPS}")),
    "any lies and moves": ("endless", text(HIT, f"{NOISE_BY_CODE} {STEPS}")),
}
"""For each game a kind, by which things are refused, and its text."""

COMMANDS: Mapping[str, str] = {
    "check": "check GAME",
    "info": "info GAME",
    "symmetry": "symmetry GAME",
    "analyze": "analyze GAME -s max-models,ent-models,random,first,optimal --json",
    "analyze -o": "analyze GAME -s parts -o FOLDER",
    "analyze --consistent": "analyze GAME -s parts --consistent",
    "analyze --repeat": "analyze GAME -s parts --ties random --repeat 2",
    "analyze --ties best": "analyze GAME -s parts --ties best",
    "look-ahead": "analyze GAME -s look-ahead(parts)",
    "openings": "analyze GAME --first all",
    "compare": "compare GAME -s parts,optimal",
    "optimal": "optimal GAME -o STRATEGY --check",
    "optimal average": "optimal GAME --objective average",
    "optimal worst": "optimal GAME --objective worst",
    "optimal worst-average": "optimal GAME --objective worst-average",
    "optimal nodes": "optimal GAME --objective nodes",
    "optimal --max-depth": "optimal GAME --max-depth 5",
    "optimal --first": "optimal GAME --first FIRST",
    "optimal --consistent": "optimal GAME --consistent",
    "optimal won": "optimal GAME --objective won --within 2 -o WON --check",
    "optimal --proof": "optimal GAME --proof PROOF",
    "proof of the worst case": "optimal GAME --objective worst --proof WORST",
    "proof of a mean": "optimal GAME --objective average --proof MEAN",
    "proof of what is won": "optimal GAME --objective won --within 2 --proof LOST",
    "optimal --beginning": "optimal GAME --beginning STRATEGY",
    "optimal --checkpoint": "optimal GAME --checkpoint CHECKPOINT",
    "optimal --cluster": "optimal GAME --cluster tcp://127.0.0.1:9",
    "verify": "verify STRATEGY",
    "verify, won": "verify WON",
    "verify proof": "verify STRATEGY PROOF",
    "proof show": "proof show PROOF",
    "file as a row": "compare GAME -s STRATEGY",
    "export csv": "export STRATEGY --to csv",
    "export json": "export STRATEGY --to json",
    "export html": "export WON --to html",
    "export svg": "export WON --to svg",
    "export irving": "export STRATEGY --to irving",
    "evolve": "evolve GAME --generations 1",
    "expand": "expand GAME",
    "static": "static GAME",
    "simulate": "simulate GAME -e parts --trace",
    "simulate an adversary": "simulate GAME -e parts -o models --trace",
    "simulate a file": "simulate GAME -e STRATEGY -n 3",
    "advise": "advise GAME --history HISTORY",
    "advise optimal": "advise GAME --history HISTORY -s optimal --json",
    "advise --explain": "advise GAME --history HISTORY -s parts --explain --mine FIRST --why 2",
    "advise --review": "advise GAME --history HISTORY -s parts --review",
}

PLANS = "a plan fixed in advance is not possible .*`cobra optimal` finds the best strategy"
NO_TIES = "no order of ties is searched: `optimal` finds the best strategy"
FINALS = "no outcome of this game is final, so --consistent has no meaning"
APART = {
    "analyze --ties best": NO_TIES,
    "openings": "the value of every opening is not possible .*: `cobra optimal --first EXPERIMENT`",
    "optimal --checkpoint": "a search that is kept, .* is not possible .*: there it is made at once",
    "optimal --cluster": "a search that is kept, .* is not possible .*: there it is made at once",
    "evolve": "evolution is not possible .*: `cobra optimal` searches it",
    "expand": "in the core language is not possible .*: .* strategy files hold the game's text",
    "static": PLANS,
}
IDENTIFY = dict.fromkeys(("analyze --consistent", "optimal --consistent"), FINALS)
UNSEEN = APART | {
    "optimal --beginning": "that begins with a strategy is not possible .*: without one it begins",
    "export irving": "the notation `irving`, .* is not possible .*: all other formats",
}
NO_CHANCE = "nothing but the worst case is made least: use the objective worst"
WON_ONLY = "nobody knows how likely it is to win without `noise`: use the objective worst"
BY_CHANCE = "the objective is average, worst, or won within"
NO_FILE = "cannot be read|there is no (game or )?file"
NO_END = "is not possible where any number of answers may be wrong, .*--within K`"
NO_LIMIT = "use the objective won within|say within how many experiments"
ENDLESS = (
    UNSEEN
    | dict.fromkeys(
        (
            *("analyze", "analyze -o", "analyze --consistent", "analyze --repeat", "analyze --ties best"),
            *("look-ahead", "compare", "advise optimal", "advise --review"),
        ),
        NO_END,
    )
    | dict.fromkeys(
        (
            *("optimal", "optimal average", "optimal worst", "optimal worst-average", "optimal nodes"),
            *("optimal --max-depth", "optimal --first", "optimal --consistent", "optimal --proof"),
            *("proof of the worst case", "proof of a mean"),
        ),
        NO_LIMIT,
    )
    | dict.fromkeys(
        (
            *("verify", "verify proof", "proof show", "export csv", "export json", "export irving"),
            *("simulate a file", "file as a row"),
        ),
        NO_FILE,
    )
)
MOVES = UNSEEN | {
    **dict.fromkeys(("optimal average", "optimal worst-average", "optimal nodes"), NO_CHANCE),
    "proof of a mean": NO_CHANCE,
    **dict.fromkeys(("optimal won", "proof of what is won"), WON_ONLY),
    **dict.fromkeys(("verify, won", "export html", "export svg"), NO_FILE),
}
REFUSED: Mapping[str, Mapping[str, str]] = {
    "memory": APART,
    "prices": {command: words for command, words in APART.items() if command != "static"},
    "lies": {command: words for command, words in MOVES.items() if command not in ("openings", "static")},
    "moves": MOVES,
    "noise": {command: words for command, words in UNSEEN.items() if command != "static"}
    | {
        **dict.fromkeys(("optimal worst-average", "optimal nodes"), BY_CHANCE),
    },
    "noise and moves": UNSEEN
    | {
        **dict.fromkeys(("optimal worst-average", "optimal nodes"), BY_CHANCE),
        **dict.fromkeys(
            ("optimal average", "proof of a mean"),
            r"the least mean is that of plays of some length: limit it \(max_depth\)",
        ),
    },
    "endless": ENDLESS,
    "drawn": ENDLESS,
}
"""What each kind of game refuses, and in which words; all the rest is done."""

COLUMNS = {
    "`state`, `limit`": ("state", "limit"),
    "`cost`": ("cost", "cost, identify"),
    "`lost when`": ("lost", "lost, weights", "lost at a cost"),
    "`lies`": ("lies", "lies, identify"),
    "`lies`, `noise`": ("noise", "noise, identify", "noise, weights"),
    "`noise` alone": ("any number of lies", "any lies and moves"),
    "`with`": ("drawn",),
    "`move`": ("moves", "lies and moves"),
}
"""The games that a column of docs/constructs.md is about."""
ROWS = {
    "`check`, `info`": ("check", "info"),
    "`symmetry`, at the start": ("symmetry",),
    "`analyze`, `compare`: one-step strategies": ("analyze", "analyze -o", "compare"),
    "strategies that look ahead": ("look-ahead",),
    "`--ties best`": ("analyze --ties best",),
    "`optimal` without `--objective`": ("optimal",),
    "`--objective average`": ("optimal average",),
    "`--objective worst`": ("optimal worst",),
    "`worst-average`, `average-worst`, `nodes`": ("optimal worst-average", "optimal nodes"),
    "`--objective won --within K`": ("optimal won",),
    "`--proof` of the worst case": ("proof of the worst case",),
    "`--proof` of a mean": ("proof of a mean",),
    "`--proof` of what is won": ("proof of what is won",),
    "`--beginning FILE`": ("optimal --beginning",),
    "`--checkpoint`, `--cluster`": ("optimal --checkpoint", "optimal --cluster"),
    "`analyze --first all`": ("openings",),
    "`export --to irving`": ("export irving",),
    "`advise`, `--explain`, `--why`": ("advise", "advise --explain"),
    "`advise -s optimal`": ("advise optimal",),
    "`advise --review`": ("advise --review",),
    "`simulate`": ("simulate", "simulate an adversary"),
    "`static`": ("static",),
    "`evolve`": ("evolve",),
    "`expand`": ("expand",),
}
"""The commands that a row is about; of that about strategy files see the test."""
FILES = "strategy files, `verify`, `export`"


def test_the_page_says_what_is_refused() -> None:
    """What is refused, or not, `test_every_command` finds out by doing it. Strategy files are of whatever
    `optimal` finds by an objective that the game has.
    """
    page = Path(__file__).parents[2] / "docs" / "constructs.md"
    lines = [line.strip("|").split("|") for line in page.read_text("utf-8").splitlines() if line[:1] == "|"]
    (_, *columns), _, *rows = ([cell.strip() for cell in line] for line in lines)
    assert columns == list(COLUMNS)
    assert [row[0] for row in rows if row[0] != FILES] == list(ROWS)
    for name, *cells in rows:
        for column, cell in zip(columns, cells, strict=True):
            for game in COLUMNS[column]:
                refused = REFUSED[GAMES[game][0]]
                does = [command not in refused for command in ROWS.get(name, ())]
                if name == FILES:
                    does = ["verify" not in refused or "verify, won" not in refused]
                assert set(does) == {cell == "+"}, (name, column, game)


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_every_command(name: str, tmp_path: Path) -> None:
    kind, game = GAMES[name]
    places = {
        "GAME": "game.cb",
        "STRATEGY": "strategy.json",
        "WON": "won.json",
        "PROOF": "it.proof",
        "WORST": "worst.proof",
        "MEAN": "mean.proof",
        "LOST": "lost.proof",
        "CHECKPOINT": "it.checkpoint",
        "FOLDER": "folder",
    }
    (tmp_path / "game.cb").write_text(f'game "{name}"\n{game}')
    name_of_type = "guess " if "test(" in game else ""
    asked = {"HISTORY": f"{name_of_type}2 = less", "FIRST": f"{name_of_type}3"}
    refused = REFUSED[kind] | (IDENTIFY if "final" not in game else {})
    wrong = []
    for command, line in COMMANDS.items():
        words = [asked.get(word, word) for word in line.split()]
        arguments = [tmp_path / places[word] if word in places else word for word in words]
        result = run(*arguments)
        sentence = refused.get(command)
        told = " ".join(result.output.split())
        if "mistake in cobra" in told or "Traceback" in told:
            wrong.append(f"{command}: {told}")
        elif sentence is None and result.exit_code != 0:
            wrong.append(f"{command}: refused: {told}")
        elif sentence is not None and (result.exit_code == 0 or not re.search(sentence, told)):
            wrong.append(f"{command}: not refused as it should be: {told}")
    assert wrong == []
