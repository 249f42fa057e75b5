"""What the page asks for, and what it is answered."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cobra.breakers.named import STRATEGIES
from cobra.language.load import library
from cobra.limits import Limits
from cobra.options import CODEMAKERS, FORMATS, OBJECTIVES, SEARCHED
from cobra.strategy.check.verify import verify
from cobra.strategy.read import strategy_of_text
from cobra.web.allowance import SECRETS
from tests.cli.runner import ROOT
from tests.web.server import LARGE, MASTERMIND, Server, serving

pytestmark = [pytest.mark.thorough, pytest.mark.unix]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served"), "mastermind", "-D", "pegs=3") as server:
        yield server


def ask(server: Server, name: str, **members: object) -> Any:
    answer = server.post(name, **members)
    assert answer.status == 200, answer.body
    return answer.json


def job(server: Server, **members: object) -> tuple[str, Any]:
    """Start a job, and return its id and what is said of it when it is over."""
    answer = server.post("jobs", **members)
    assert (answer.status, list(answer.json)) == (202, ["job"])
    return answer.json["job"], wait(server, answer.json["job"])


def wait(server: Server, id: str) -> Any:
    while True:
        said = server.ask("GET", f"/api/jobs/{id}").json
        assert list(said) == ["kind", "state", "seconds", "progress", "result", "error"]
        if said["state"] not in ("waiting", "running", "cancelling"):
            return said
        assert (said["result"], said["error"]) == (None, None)
        time.sleep(0.05)


def test_the_library_is_what_the_command_line_has(server: Server) -> None:
    said = server.ask("GET", "/api/library").json
    assert [game["name"] for game in said["games"]] == list(library())
    assert dict(said["strategies"]) == STRATEGIES
    assert dict(said["objectives"]) == OBJECTIVES
    assert dict(said["searched"]) == SEARCHED
    assert dict(said["codemakers"]) == CODEMAKERS
    assert [name for name, _ in said["formats"]] == ["strategy", *FORMATS]
    assert said["start"] == {"name": "mastermind", "parameters": {"pegs": 3, "colours": 6}}
    by_name = {game["name"]: game for game in said["games"]}
    assert [tuple(one.values()) for one in by_name["bulls-and-cows"]["parameters"]] == [
        ("places", 4, 1, 10, "4", "digits in the secret number"),
        ("digits", 10, None, 36, "10", "digits to choose from"),
    ]
    assert by_name["wordle"]["parameters"] == []


def test_a_game_is_described(server: Server) -> None:
    slots = [{"name": f"g[{n}]", "kind": "symbol", "alphabet": 0, "least": 0, "most": 0} for n in (1, 2, 3)]
    said = ask(server, "game", game=MASTERMIND)
    assert said["parameters"] == {"pegs": 3, "colours": 4}
    assert (said["name"], said["codes"], said["ending"]) == ("Mastermind", 64, "hit")
    assert said["alphabets"] == [["0", "1", "2", "3"]]
    assert said["types"] == [
        {
            "name": "guess",
            "prefix": "",
            "look": None,
            "groups": [{"family": "g", "separator": "", "distinct": False, "listed": False, "slots": slots}],
            "answer": {
                "outcomes": ["0B0W", "0B1W", "0B2W", "0B3W", "1B0W", "1B1W", "1B2W", "2B0W", "3B0W"],
                "parts": ["", 0, "B", 1, "W"],
                "components": [{"low": 0, "high": 3}, {"low": -3, "high": 12}],
            },
        }
    ]
    assert [group["family"] for group in said["secret"]] == ["code"]


def test_a_game_of_several_types_is_described(server: Server) -> None:
    said = ask(server, "game", game={"name": "counterfeit-coin", "parameters": {"coins": 4}})
    assert [(one["name"], one["prefix"]) for one in said["types"]] == [("weigh[1]", ""), ("weigh[2]", "")]
    (group,) = said["types"][1]["groups"][:1]
    assert (group["slots"][0]["kind"], group["slots"][0]["least"], group["slots"][0]["most"]) == ("set", 2, 2)
    assert said["types"][0]["answer"]["outcomes"] == ["left heavier", "right heavier", "balance"]
    words = ask(server, "game", game={"name": "wordle"})
    assert words["types"][0]["groups"][0]["listed"] is True
    bulls = ask(server, "game", game={"name": "bulls-and-cows"})
    assert bulls["types"][0]["groups"][0]["distinct"] is True


def test_a_mistake_in_a_game_of_the_library_tells_no_path(server: Server) -> None:
    answer = server.post("game", game={"name": "mastermind", "parameters": {"pegs": 0}})
    first, *_ = answer.json["error"].splitlines()
    assert (answer.status, first) == (422, "mastermind:15:7: error: pegs = 0 is outside 1..12")


def test_a_position_is_what_is_known(server: Server) -> None:
    said = ask(
        server, "position", game=MASTERMIND, history=[["012", "1 black"], ["guess 033", "0,1"]], most=3
    )
    assert said["rows"] == [
        {"experiment": "012", "type": 0, "answer": "1B0W", "codes": 12, "standing": ""},
        {"experiment": "033", "type": 0, "answer": "0B1W", "codes": 2, "standing": ""},
    ]
    assert (said["codes"], said["list"], said["over"]) == (2, ["311", "322"], False)
    assert said["probabilities"][0] == {"name": "code[1]", "values": [["3", 1.0, "1"]]}
    assert said["probabilities"][1]["values"] == [["1", 0.5, "1/2"], ["2", 0.5, "1/2"]]
    assert said["contradiction"] is None


def test_the_list_is_as_long_as_wanted(server: Server) -> None:
    for most in (0, 1, 64, 10_000):
        assert len(ask(server, "position", game=MASTERMIND, history=[], most=most)["list"]) == min(64, most)


def test_a_contradiction_is_shown_with_its_repairs(server: Server) -> None:
    history = [["000", "0,0"], ["111", "1,0"], ["012", "3,0"]]
    said = ask(server, "position", game=MASTERMIND, history=history)
    assert (said["codes"], said["list"], said["over"], said["probabilities"]) == (0, [], False, None)
    assert said["contradiction"]["clash"] == [0, 2]
    for repair in said["contradiction"]["repairs"]:
        changed = [list(entry) for entry in history]
        changed[repair["row"]][1] = repair["answer"]
        assert ask(server, "position", game=MASTERMIND, history=changed)["codes"] == repair["codes"] > 0
    split = ask(server, "split", game=MASTERMIND, history=history, experiment="012")
    assert (split["experiment"], split["split"], split["worst"]) == ("012", [], 0)


def test_advice_names_experiments_with_who_gives_it(server: Server) -> None:
    said = ask(server, "advice", game=MASTERMIND, history=[["001", "1,1"]])
    assert said["codes"] == 8
    assert {one["name"] for advice in said["advice"] for one in advice["strategies"]} == {
        "max-models",
        "exp-models",
        "ent-models",
        "parts",
        "optimal",
    }
    for advice in said["advice"]:
        assert sum(codes for _, codes in advice["split"]) == 8
        split = ask(
            server, "split", game=MASTERMIND, history=[["001", "1,1"]], experiment=advice["experiment"]
        )
        assert split["split"] == advice["split"]
        assert split["can_be_code"] == advice["can_be_code"]
    some = ask(server, "advice", game=MASTERMIND, history=[], strategies=["parts"])
    assert [one["name"] for advice in some["advice"] for one in advice["strategies"]] == ["parts"]


def test_experiments_and_codes_are_explained(server: Server) -> None:
    history = [["001", "1,1"]]
    said = ask(server, "why", game=MASTERMIND, history=history, experiment="333")
    assert said["reference"] == "optimal"
    assert said["sentences"][0].startswith(f"{said['best']} splits the 8 codes left into ")
    assert any(sentence.startswith("333 splits the 8 codes left") for sentence in said["sentences"])
    assert ask(server, "why", game=MASTERMIND, history=history)["best"] == said["best"]
    assert server.post("why", game=MASTERMIND, history=history, experiment="3333").status == 422
    said = ask(server, "why-not", game=MASTERMIND, history=history, code="333")
    assert (said["code"], said["against"]) == ("333", [{"row": 0, "would_be": "0B0W"}])
    left = ask(server, "position", game=MASTERMIND, history=history)["list"][0]
    assert ask(server, "why-not", game=MASTERMIND, history=history, code=left)["against"] == []


def test_advice_for_a_game_too_large_to_list(server: Server) -> None:
    game = {"name": "mastermind", "parameters": {"pegs": 8, "colours": 10}}
    history = [["00112233", "2,2"], ["44556677", "1,3"]]
    said = ask(server, "position", game=game, history=history, most=2)
    assert said["codes"] > 100_000
    assert len(said["list"]) == 2
    split = ask(server, "split", game=game, history=history, experiment="00112244")
    assert sum(codes for _, codes in split["split"]) == said["codes"]


@pytest.mark.parametrize("codemaker", ["random", "models", "fixed", "321"])
def test_a_game_is_played_to_its_end(server: Server, codemaker: str) -> None:
    secret = ask(server, "secret", game=MASTERMIND, codemaker=codemaker)["secret"]
    history: list[tuple[str, str]] = []
    codes = 64
    while True:
        position = ask(server, "position", game=MASTERMIND, history=history)
        assert 0 < position["codes"] <= codes
        codes = position["codes"]
        if position["over"]:
            break
        asked = ask(server, "next", game=MASTERMIND, history=history, strategy="max-models")
        made = ask(
            server, "answer", game=MASTERMIND, history=history, secret=secret, experiment=asked["experiment"]
        )
        history.append((made["experiment"], made["answer"]))
        assert len(history) < 7
    assert history[-1][1] == "3B0W"
    code = ask(server, "reveal", game=MASTERMIND, history=history, secret=secret)["code"]
    assert code == history[-1][0]
    assert codemaker in ("random", "models", "fixed") or code == codemaker
    assert ask(server, "next", game=MASTERMIND, history=history, strategy="parts") == {"experiment": None}


def test_a_secret_may_be_spelt_like_an_adversary(server: Server) -> None:
    text = library()["word-list"].read_text().replace("word_list.txt", "words.txt")
    game = {"text": text, "files": {"words.txt": "fixed\n"}}
    secret = ask(server, "secret", game=game, codemaker="random")["secret"]
    more = {"text": text, "files": {"words.txt": "fixed\nmixed\nfiles\n"}}
    assert ask(server, "reveal", game=more, history=[], secret=secret) == {"code": "fixed"}
    answer = ask(server, "answer", game=more, history=[], secret=secret, experiment="fixed")
    assert ask(server, "position", game=more, history=[["fixed", answer["answer"]]])["list"] == ["fixed"]


def test_the_secret_is_not_told(server: Server) -> None:
    answer = server.post("secret", game=MASTERMIND, codemaker="321")
    assert b"321" not in answer.body
    assert server.post("secret", game=MASTERMIND, codemaker="32").status == 422


def test_so_many_secrets_are_kept(server: Server) -> None:
    ids = [ask(server, "secret", game=MASTERMIND, codemaker="models")["secret"] for _ in range(SECRETS)]
    ask(server, "reveal", game=MASTERMIND, history=[], secret=ids[0])
    ask(server, "secret", game=MASTERMIND, codemaker="models")
    statuses = [
        server.post("reveal", game=MASTERMIND, history=[], secret=id).status
        for id in (ids[0], ids[1], ids[2])
    ]
    assert statuses == [200, 404, 200]


@pytest.mark.instances
@pytest.mark.parametrize("name", library())
def test_every_game_of_the_library_can_be_played(server: Server, name: str) -> None:
    smaller = {"black-box": {"size": 4, "atoms": 2}, "mastermind-lie": {"pegs": 3, "colours": 4}}
    game = {"name": name, "parameters": smaller.get(name, {})}
    said = ask(server, "game", game=game)
    assert json.dumps(said).isascii()
    secret = ask(server, "secret", game=game, codemaker="random")["secret"]
    asked = ask(server, "next", game=game, history=[], strategy="parts")
    made = ask(server, "answer", game=game, history=[], secret=secret, experiment=asked["experiment"])
    history = [[made["experiment"], made["answer"]]]
    position = ask(server, "position", game=game, history=history, most=10_000)
    code = ask(server, "reveal", game=game, history=history, secret=secret)["code"]
    assert code in position["list"]
    advice = ask(server, "advice", game=game, history=history, strategies=["parts"])
    assert bool(advice["advice"]) == (not position["over"])
    outcomes = said["types"][asked["type"]]["answer"]["outcomes"]
    assert outcomes is None or made["answer"] in outcomes


def test_strategies_are_compared(server: Server) -> None:
    _, said = job(server, kind="compare", game=MASTERMIND, strategies=["parts", "optimal"])
    assert (said["kind"], said["state"], said["error"]) == ("compare", "done", None)
    (instance,) = said["result"]["instances"]
    greedy, best = instance["rows"]
    assert (greedy["name"], best["name"]) == ("parts", "optimal")
    assert sum(greedy["distribution"].values()) == greedy["codes"] == 64
    assert sum(int(length) * count for length, count in best["distribution"].items()) == best["total"]
    assert best["optimal"] is True
    assert best["lower"] == best["upper"] == best["average"] <= greedy["average"]
    shown = dict.fromkeys(("average", "lower", "upper"), "3.2188")  # 206/64 = 3.21875
    assert best["shown"] == {**shown, "measure": "total", "cost": None, "above": None, "lost": None}
    assert instance["bounds"]["shown"] == "2.8437"  # 182/64 = 2.84375: nothing attains it
    nothing = dict.fromkeys(("measure", "lower", "upper", "cost", "lost"))
    assert greedy["shown"] == {**nothing, "average": "3.2500", "above": "+0.97 %"}
    assert greedy["ratio"] == [208 / 206, 208 / 206]


def test_a_strategy_is_found_walked_and_saved(server: Server) -> None:
    id, said = job(server, kind="strategy", game=MASTERMIND, strategy="optimal", objective="worst")
    result = said["result"]
    assert (result["strategy"], result["objective"], result["proved"], result["codes"]) == (
        "optimal",
        "worst",
        True,
        64,
    )
    assert len(result["walk"]["codes"]) == 64
    files = {name: server.ask("GET", f"/api/jobs/{id}/{name}") for name in ("strategy", *FORMATS)}
    assert {answer.status for answer in files.values()} == {200}
    assert {answer.headers["content-type"] for answer in files.values()} == {"application/octet-stream"}
    strategy = strategy_of_text(files["strategy"].body.decode(), "saved", Limits())
    assert verify(strategy).correct
    assert files["csv"].body.count(b"\n") == 65
    assert files["svg"].body.startswith(b"<svg ")
    assert files["html"].body.startswith(b"<!doctype html>")
    assert server.ask("GET", f"/api/jobs/{id}/pdf").status == 400
    assert server.ask("DELETE", f"/api/jobs/{id}").status == 200
    assert server.ask("GET", f"/api/jobs/{id}").status == 404


def test_a_game_is_reviewed(server: Server) -> None:
    history = [["000", "0,0"], ["112", "2,0"], ["113", "3,0"]]
    _, said = job(server, kind="review", game=MASTERMIND, history=history)
    moves = said["result"]["moves"]
    assert [(one["experiment"], one["before"], one["after"]) for one in moves] == [
        ("000", 64, 27),
        ("112", 27, 6),
        ("113", 6, 1),
    ]
    assert said["result"]["over"] is True
    assert {one["judgement"]["reference"] for one in moves} == {"optimal"}
    assert moves[0]["judgement"]["loss"] > 0
    _, said = job(server, kind="review", game=MASTERMIND, history=[["000", "3,0"], ["111", "3,0"]])
    assert (said["state"], "contradict" in said["error"]) == ("failed", True)


def test_a_job_without_a_strategy_gives_no_file(server: Server) -> None:
    id, said = job(server, kind="compare", game=MASTERMIND, strategies=["first"])
    assert said["state"] == "done"
    assert server.ask("GET", f"/api/jobs/{id}/svg").status == 409


def test_long_work_is_cancelled_and_says_what_it_found(server: Server) -> None:
    id = server.post("jobs", kind="compare", game=LARGE, strategies=["first", "optimal"]).json["job"]
    while True:  # until there is something to be found
        progress = server.ask("GET", f"/api/jobs/{id}").json["progress"]
        if progress is not None and "average " in progress["what"]:
            break
        time.sleep(0.05)
    assert server.ask("DELETE", f"/api/jobs/{id}").status == 200
    said = wait(server, id)
    assert said["state"] == "cancelled"
    assert said["result"]["stopped"] == "cancelled"
    assert said["result"]["instances"][0]["rows"][1]["stopped"] == "cancelled"


def test_a_job_that_waits_is_cancelled(server: Server) -> None:
    ids = [server.post("jobs", kind="strategy", game=LARGE, strategy="optimal").json["job"] for _ in range(3)]
    assert server.ask("GET", f"/api/jobs/{ids[2]}").json["state"] == "waiting"
    for id in reversed(ids):
        assert server.ask("DELETE", f"/api/jobs/{id}").status == 200
    assert [wait(server, id)["state"] for id in ids] == ["cancelled"] * 3
    assert wait(server, ids[2])["error"] == "cancelled"


def test_a_wrong_game_makes_a_job_fail(server: Server) -> None:
    _, said = job(server, kind="compare", game={"text": "nonsense"})
    assert (said["state"], said["result"]) == ("failed", None)
    assert "nonsense" in said["error"]


def test_a_game_of_a_file_is_the_one_to_begin_with(tmp_path: Path) -> None:
    for name in ("wordle.cb", "wordle_answers.txt", "wordle_allowed.txt"):
        (tmp_path / name).write_text((library()["wordle"].parent / name).read_text())
    (tmp_path / "few.txt").write_text("crane\nslate\ntrace\n")
    with serving(tmp_path, "wordle.cb", "-D", "answers=few.txt") as server:
        start = server.ask("GET", "/api/library").json["start"]
        assert start["parameters"] == {"answers": "few.txt", "allowed": "wordle_allowed.txt"}
        assert start["files"]["few.txt"] == "crane\nslate\ntrace\n"
        assert ask(server, "game", game=start)["codes"] == 3


TOLD = set(re.findall(r'["`]([a-z_]+)["`]', (ROOT / "docs" / "serve.md").read_text("utf-8")))
DATA = ("walk", "drawing", "distribution", "parameters", "values")
"""What has names of its own: those of a picture, of lengths, and of the game."""


def names(value: object) -> set[str]:
    if isinstance(value, list):
        return set[str]().union(*map(names, value))
    if not isinstance(value, dict):
        return set()
    return set(value).union(*(names(one) for name, one in value.items() if name not in DATA))


@pytest.mark.parametrize(
    ("game", "experiment", "answer", "code"),
    [
        ({"name": "mastermind", "parameters": {"pegs": 2, "colours": 3}}, "00", "1B0W", "11"),
        ({"name": "egg-drop", "parameters": {"floors": 6}}, "2", "whole", "4"),
        ({"name": "priced-search", "parameters": {"n": 6}}, "3", "left of it", "1"),
        ({"name": "liar"}, "1234", "yes", "5"),
        ({"name": "fox"}, "2", "empty", "2"),
    ],
)
def test_the_names_in_answers_are_told(
    server: Server, game: dict[str, object], experiment: str, answer: str, code: str
) -> None:
    history = [[experiment, answer]]
    asked: dict[str, dict[str, object]] = {
        "game": {},
        "position": {"history": history},
        "advice": {"history": history},
        "split": {"history": [], "experiment": experiment},
        "why": {"history": history},
        "why-not": {"history": history, "code": code},
        "next": {"history": history, "strategy": "parts"},
    }
    for name, members in asked.items():
        assert names(ask(server, name, game=game, **members)) <= TOLD, name
    for kind, more in {
        "compare": {"strategies": ["parts"]},
        "strategy": {"strategy": "parts"},
        "review": {"history": history},
        "check": {},
    }.items():
        _, said = job(server, kind=kind, game=game, **more)
        assert said["error"] is None
        assert names(said) <= TOLD, kind


def test_the_names_in_the_library_are_told(server: Server) -> None:
    assert names(server.ask("GET", "/api/library").json) <= TOLD
