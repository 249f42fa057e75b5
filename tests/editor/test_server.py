"""The language server, asked by the protocol as an editor asks it."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cobra.language.load import library
from tests.editor.client import PATIENCE, Client
from tests.fuzz.sources import mutate

GAME = """\
game "Two 🪙"  # 🪙🪙
param pegs = 2 in 1..9 "how many 🪙"
alphabet colour = {"🪙" red}
secret code[1..pegs] : colour
def same(i, x) = code[i] = x

experiment guess(g[1..pegs] : colour)
  let 🪙black = count(i in 1..pegs : same(i, g[i]))
  observe 🪙black
"""
LINES = GAME.split("\n")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    client = Client(tmp_path_factory.mktemp("open"))
    yield client
    assert client.close() == 0


def units(line: int, text: str, number: int = 1) -> int:
    """Return where a text stands in a line, in units of UTF-16."""
    at = -1
    for _ in range(number):
        at = LINES[line].index(text, at + 1)
    return len(LINES[line][:at].encode("utf-16-le")) // 2


def spans(places: list[dict[str, Any]]) -> list[tuple[int, int, int]]:
    ranges = [place["range"] for place in places]
    assert all(one["start"]["line"] == one["end"]["line"] for one in ranges)
    return [(one["start"]["line"], one["start"]["character"], one["end"]["character"]) for one in ranges]


def test_mistakes_at_once_and_those_of_meaning_a_little_later(client: Client) -> None:
    (mistake,) = client.write(GAME.replace("count(i in", "count(i on"))
    assert (mistake["severity"], mistake["source"]) == (1, "cobra")
    assert spans([mistake])[0][0] == 7
    (mistake,) = client.write(GAME.replace("same(i, g[i])", "same(i, h[i])"))
    assert mistake["message"] == "the name `h` is not known here"
    start = units(7, "g[i]")
    assert spans([mistake]) == [(7, start, start + 1)]
    assert client.write(GAME.replace("code[i] = x", "code[i + 9] = x")) == []
    (mistake,) = client.mistakes()
    assert (mistake["code"], spans([mistake])[0][:2]) == ("index outside its set", (4, units(4, "[i]") + 1))
    drawn = client.write(GAME.replace("def same", "draw pgs\ndef alike"))
    assert [(one["message"], *spans([one])) for one in drawn] == [
        ("there is no kind of drawing called `pgs`\ndid you mean `pegs`?", (4, 5, 8)),
        ("the name `same` is not known here", (8, *[units(7, "same") + n for n in (0, 4)])),
    ]
    assert client.mistakes() == drawn
    assert client.write(GAME) == client.mistakes() == []


def test_what_a_name_or_a_word_is(client: Client) -> None:
    client.write(GAME)
    assert client.mistakes() == []
    said = client.at("hover", 3, units(3, "pegs") + 1)
    assert said["contents"]["value"].endswith("parameter\n\nnow 2\n\nhow many 🪙")
    assert spans([said]) == [(3, 15, 19)]
    assert (
        "2 places, each one of 2 values: 🪙, red"
        in client.at("hover", 4, units(4, "code"))["contents"]["value"]
    )
    assert "How many are true." in client.at("hover", 7, units(7, "count"))["contents"]["value"]
    assert client.at("hover", 0, units(0, "# 🪙") + 2) is None
    client.write(GAME.replace("how many 🪙", "<b> of *"))
    said = client.at("hover", 1, 6)["contents"]
    assert said["kind"] == "markdown" and said["value"].endswith("parameter\n\n\\<b\\> of \\*")


def test_where_a_name_is_defined_and_used(client: Client) -> None:
    client.write(GAME)
    black = units(7, "🪙black")
    use = units(8, "🪙black")
    assert spans([client.at("definition", 8, use + 3)]) == [(7, black, black + 7)]
    assert spans([client.at("definition", 7, units(7, "i, g"))]) == [
        (7, units(7, "i in"), units(7, "i in") + 1)
    ]
    assert client.at("definition", 0, 0) is None
    context = {"includeDeclaration": True}
    found = spans(client.at("references", 1, units(1, "pegs"), context=context))
    assert found == [(i, units(i, "pegs"), units(i, "pegs") + 4) for i in (1, 3, 6, 7)]
    assert len(client.at("references", 1, units(1, "pegs"), context={"includeDeclaration": False})) == 3


def test_renaming(client: Client) -> None:
    client.write(GAME)
    at = (8, units(8, "🪙black") + 1)
    assert spans([{"range": client.at("prepareRename", *at)}]) == [
        (8, units(8, "🪙black"), units(8, "🪙black") + 7)
    ]
    edits = client.at("rename", *at, newName="right")["changes"][client.uri]
    assert spans(edits) == [(7, 6, 13), (8, 10, 17)] and {edit["newText"] for edit in edits} == {"right"}
    for wrong in ("g", "pegs", "count", "let", "2x", "", "a b"):
        answer = client.request("textDocument/rename", **client.place(*at), newName=wrong)
        assert wrong in answer["error"]["message"]


def test_how_a_line_can_go_on(client: Client) -> None:
    client.write(GAME + "  final all(k in 1..pegs : c")
    labels = [item["label"] for item in client.at("completion", 9, 27)]
    assert {"code", "🪙black", "k", "g", "same", "count"} <= set(labels)
    assert not {"i", "x", "final", "param", "guess"} & set(labels)
    client.write(GAME + "  ")
    labels = [item["label"] for item in client.at("completion", 9, 2)]
    assert {"final", "then", "experiment", "lies at most"} <= set(labels) and "code" not in labels
    client.write(GAME + "  # fi")
    assert client.at("completion", 9, 6) == []


@pytest.mark.thorough
def test_formatting(client: Client) -> None:
    client.write(GAME.replace(" : colour", ":colour").replace("\n", "\r\n"))
    options = {"tabSize": 2, "insertSpaces": True}
    (edit,) = client.ask("textDocument/formatting", textDocument={"uri": client.uri}, options=options)
    assert edit == {
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}},
        "newText": GAME,
    }
    client.write(GAME)
    assert client.ask("textDocument/formatting", textDocument={"uri": client.uri}, options=options) == []


@pytest.mark.thorough
def test_sizes_and_the_proof_stand_above_the_title(client: Client) -> None:
    client.write(GAME)
    document = {"uri": client.uri}
    assert client.mistakes() == []
    check, sizes = client.ask("textDocument/codeLens", textDocument=document)
    assert client.wait_for("workspace/codeLens/refresh") == {}
    assert (sizes["command"]["title"], sizes["range"]["start"]["line"]) == ("4 codes, 4 experiments", 0)
    command = check["command"]
    assert client.ask(
        "workspace/executeCommand", command=command["command"], arguments=command["arguments"]
    ) == ("well-formed")
    _, sizes = client.ask("textDocument/codeLens", textDocument=document)
    assert sizes["command"]["title"] == "4 codes, 4 experiments, well-formed"
    client.write(GAME + "  final 🪙black > 0\n")
    verdict = client.ask("workspace/executeCommand", command="cobra.check", arguments=[client.uri])
    assert verdict == "not well-formed"
    while not (mistakes := client.mistakes()):
        pass
    assert [mistake["code"] for mistake in mistakes] == ["not well-formed"]
    assert spans(mistakes) == [(6, 11, 16)]


@pytest.mark.thorough
def test_a_file_that_comes_or_changes_is_read_again(tmp_path: Path) -> None:
    client = Client(tmp_path)
    (watching,) = client.wait_for("client/registerCapability")["registrations"]
    assert watching["method"] == "workspace/didChangeWatchedFiles"
    assert watching["registerOptions"] == {"watchers": [{"globPattern": "**/*"}]}
    missing = 'file w = "in/a word.txt"\nsecret s in lines(w)\nexperiment g(x in lines(w))\n  observe x = s\n'
    assert client.write(missing) == []
    assert {one["code"] for one in client.mistakes()} == {"file missing or outside the folder"}
    words = tmp_path / "in" / "a word.txt"
    words.parent.mkdir()
    words.write_text("abc\nabd\n", "utf-8")
    client.tell("textDocument/didSave", textDocument={"uri": client.uri})
    assert client.mistakes() == []
    words.write_text("abc\nab\n", "utf-8")
    changes = [{"uri": (tmp_path / "other.txt").as_uri(), "type": 2}, {"uri": words.as_uri(), "type": 2}]
    client.tell("workspace/didChangeWatchedFiles", changes=changes)
    assert {one["code"] for one in client.mistakes()} == {"words that do not fit"}
    assert client.close() == 0


@pytest.mark.thorough
def test_check_says_which_game_it_knows_nothing_of(client: Client) -> None:
    def check(*arguments: str) -> str:
        said: str = client.ask("workspace/executeCommand", command="cobra.check", arguments=[*arguments])
        return said

    client.write(GAME)
    assert client.ask("workspace/executeCommand", command="cobra.check") == "well-formed"
    assert check() == "well-formed"  # as Helix starts it: it can only be the one that is open
    assert check("file:///none.cb") == "this game is not open"
    client.write("param n = = 2")
    assert check() == "there are mistakes in this game"
    other = {"uri": "untitled:other", "version": 1, "languageId": "cobra", "text": GAME}
    client.tell("textDocument/didOpen", textDocument=other)
    assert check() == "say which game by its address: several are open, or none"
    client.tell("textDocument/didClose", textDocument={"uri": other["uri"]})
    while client.wait_for("textDocument/publishDiagnostics") != {"uri": other["uri"], "diagnostics": []}:
        pass


@pytest.mark.thorough
def test_places_are_counted_and_texts_written_as_the_editor_likes(tmp_path: Path) -> None:
    client = Client(tmp_path, ["utf-8", "utf-16"], ["plaintext"])
    assert client.capabilities["positionEncoding"] == "utf-8"
    client.write(GAME)
    black = len("🪙black".encode())
    assert spans([client.at("definition", 8, 10 + black)]) == [(7, 6, 6 + black)]
    client.write(GAME.replace("how many 🪙", "<b> of *"))
    said = client.at("hover", 1, 6)["contents"]
    assert said["kind"] == "plaintext" and said["value"].endswith("parameter\n\n<b> of *")
    assert client.close() == 0


@pytest.mark.thorough
def test_it_ends_while_a_game_is_being_proved_and_says_when_it_was_not_shut_down(tmp_path: Path) -> None:
    client = Client(tmp_path)
    client.write(GAME)
    check = {"command": "cobra.check", "arguments": [client.uri]}
    client.send(id="proof", method="workspace/executeCommand", params=check)
    assert client.close() == 0
    client = Client(tmp_path)
    client.tell("exit")
    assert client.process.wait(PATIENCE) == 1


@pytest.mark.slow
@pytest.mark.unix
def test_ctrl_c_ends_it_whatever_it_waits_for(tmp_path: Path) -> None:
    client = Client(tmp_path)
    client.write(GAME)
    client.process.send_signal(signal.SIGINT)
    assert client.process.wait(20.0) == 0


@pytest.mark.slow
def test_answers_come_within_a_tenth_of_a_second_on_the_largest_game(client: Client) -> None:
    text = max((path.read_text("utf-8") for path in library().values()), key=len)
    line = next(i for i, row in enumerate(text.split("\n")) if row.startswith("def ray("))
    document = {"textDocument": {"uri": client.uri}}
    context = {"includeDeclaration": True}
    options = {"tabSize": 2, "insertSpaces": True}
    questions: list[Callable[[], object]] = [
        lambda: client.write(text),
        lambda: client.at("hover", line, 4),
        lambda: client.at("definition", line, 4),
        lambda: client.at("references", line, 4, context=context),
        lambda: client.at("completion", line + 3, 10),
        lambda: client.at("rename", line, 4, newName="beam"),
        lambda: client.ask("textDocument/formatting", **document, options=options),
        lambda: client.ask("textDocument/codeLens", **document),
    ]
    for question in questions:
        times = []
        for _ in range(5):
            started = time.perf_counter()
            assert question() is not None
            times.append(time.perf_counter() - started)
        assert min(times) < 0.1


@pytest.mark.thorough
def test_no_text_ends_the_server(client: Client) -> None:
    random = Random(18)
    texts = ["", "\n", "VARIABLES x", "\ud83d 2", "secret x : 1.." + "(" * 5000, "#" * 2_000_000]
    texts += [mutate.case(random).text for _ in range(15)]
    for text in texts:
        client.write(text)
        lines = text.split("\n")
        line = random.randrange(len(lines))
        at = (line, random.randrange(len(lines[line]) + 3))
        for what in ("hover", "definition", "completion", "prepareRename"):
            client.at(what, *at)
        client.request("textDocument/rename", **client.place(*at), newName="other")
        client.ask("textDocument/codeLens", textDocument={"uri": client.uri})
    client.at("hover", 10**6, 10**6)
    assert client.write(GAME) == []
