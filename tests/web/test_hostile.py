"""A client that wants to do harm: it is refused with the right status, and the server goes on."""

from __future__ import annotations

import json
import select
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from cobra.language.load import library
from cobra.web.allowance import BODY_SECONDS, MOST_BODY, MOST_CONNECTIONS, MOST_GAME
from tests.web.server import LARGE, MASTERMIND, PATIENCE, Server, serving, status

pytestmark = pytest.mark.thorough

SECRET = "the words of somebody else"
HISTORY = [["0011", "1B1W"]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served")
    for name in ("secret.txt", "5"):
        (folder / name).write_text(SECRET)
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder) as server:
        yield server
        assert_alive(server)
    opened = (folder / "opened").read_text()
    assert "mastermind.cb" in opened  # the log works
    for name in ("secret.txt", "passwd", "'5'", str(folder / "5")):
        assert name not in opened


def assert_alive(server: Server) -> None:
    answer = server.post("position", game=MASTERMIND, history=[["012", "3B0W"]])
    assert (answer.status, answer.json["codes"], answer.json["over"]) == (200, 1, True)


def assert_refused(server: Server, path: str, body: bytes, status: int, words: str) -> None:
    answer = server.ask("POST", path, raw=body)
    assert (answer.status, answer.json.keys()) == (status, {"error"})
    assert words in answer.json["error"]
    assert_alive(server)


def test_only_the_host_of_the_server_is_answered(server: Server) -> None:
    for host in (f"evil.example:{server.port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1:{server.port}0", ""):
        for path in ("/", "/page/page.css", "/api/library"):
            assert server.ask("GET", path, Host=host).status == 421
    assert status(server.talk(b"GET / HTTP/1.0\r\n\r\n")) == 421
    assert server.ask("GET", "/api/library", Host=f"localhost:{server.port}").status == 200


def test_another_site_is_refused(server: Server) -> None:
    body = {"game": MASTERMIND, "history": []}
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{server.port}", "http://127.0.0.1:1"):
        assert server.ask("POST", "/api/position", body, Origin=origin).status == 403
    assert server.ask("POST", "/api/position", body, Origin=f"http://{server.host}").status == 200


@pytest.mark.parametrize(
    "strategy",
    [
        "breaker.py",
        "breaker.py:choose",
        "program:touch opened-by-it",
        "consistent(breaker.py:choose)",
        "look-ahead('program:touch opened-by-it', depth=2)",
    ],
)
def test_strategies_that_run_something_are_refused(server: Server, folder: Path, strategy: str) -> None:
    (folder / "breaker.py").write_text("open('opened-by-a-file', 'w')\ndef choose(knowledge): ...\n")
    for path, more in (("advice", {"strategies": [strategy]}), ("next", {"strategy": strategy})):
        answer = server.post(path, game=MASTERMIND, history=[], **more)
        assert (answer.status, "must be " in answer.json["error"]) == (400, True)
    for kind, more in (("compare", {"strategies": [strategy]}), ("strategy", {"strategy": strategy})):
        started = server.post("jobs", kind=kind, game=MASTERMIND, **more)
        assert started.status == 202
        said = server.ask("GET", f"/api/jobs/{started.json['job']}").json
        while said["state"] in ("waiting", "running"):
            time.sleep(0.05)
            said = server.ask("GET", f"/api/jobs/{started.json['job']}").json
        assert (said["result"], "must be " in said["error"]) == (None, True)
        assert server.ask("DELETE", f"/api/jobs/{started.json['job']}").status == 200
    assert not [path for path in folder.iterdir() if path.name.startswith("opened-by")]


def test_without_the_token_nothing_is_computed(server: Server) -> None:
    for token in (None, "", "x", server.token[:-1], server.token + "x", server.token.swapcase()):
        answer = server.ask("POST", "/api/position", {"game": MASTERMIND, "history": []}, X_Cobra_Token=token)
        assert answer.status == 401
        assert "token" in answer.json["error"]
        assert server.ask("GET", "/api/library", X_Cobra_Token=token).status == 401
        assert server.ask("GET", "/api/jobs/x", X_Cobra_Token=token).status == 401
    assert server.ask("GET", f"/api/library?token={server.token}", X_Cobra_Token=None).status == 401
    twice = server.head("GET", "/api/library", "X-Cobra-Token: x")
    assert status(server.talk(twice)) == 400


def test_the_page_is_open_and_holds_no_secret(server: Server) -> None:
    page = server.ask("GET", "/", X_Cobra_Token=None)
    assert page.status == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert server.token.encode() not in page.body
    assert server.ask("GET", "/page/walk.js", X_Cobra_Token=None).status == 200


@pytest.mark.parametrize(("path", "expected"), [("/", 200), ("/nothing", 404), ("/api/library", 200)])
def test_every_answer_has_the_headers_that_keep_a_page_to_itself(
    server: Server, path: str, expected: int
) -> None:
    answer = server.ask("GET", path)
    assert answer.status == expected
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in answer.headers
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/secret.txt",
        "/page/secret.txt",
        "/page/../secret.txt",
        "/page/..%2fsecret.txt",
        "/page/%2e%2e/secret.txt",
        "/page/%2e%2e%2f%2e%2e%2fsecret.txt",
        "/page/..\\secret.txt",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "//etc/passwd",
        "/page/index.html/",
        "/page/index.html%00.js",
        "/page/",
        "/page",
        "/../../etc/passwd",
        "/api/../secret.txt",
        "/api/jobs/../../secret.txt",
        "/page/%ff%fe",
    ],
)
def test_no_path_leads_to_a_file(server: Server, path: str) -> None:
    answer = server.ask("GET", path)
    assert (answer.status, answer.json) == (404, {"error": "there is nothing at this path"})


def test_an_absolute_address_leads_to_no_other_server(server: Server) -> None:
    assert status(server.talk(server.head("GET", "http://evil.example/etc/passwd"))) == 404


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "EVIL"])
def test_a_question_is_only_answered_to_post(server: Server, method: str) -> None:
    assert server.ask(method, "/api/position").status == 405


def test_a_page_cannot_be_posted_to(server: Server) -> None:
    assert server.ask("POST", "/", {}).status == 405
    assert server.ask("POST", "/page/walk.js", {}).status == 405
    assert server.ask("DELETE", "/api/jobs").status == 405


@pytest.mark.parametrize(
    "kind", [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonx"]
)
def test_only_json_is_read(server: Server, kind: str | None) -> None:
    body = {"game": MASTERMIND, "history": []}
    assert server.ask("POST", "/api/position", body, Content_Type=kind).status == 415


def test_a_body_that_says_it_is_too_large_is_not_read(server: Server) -> None:
    for length in (MOST_BODY + 1, 10**17):
        assert status(server.talk(server.head("POST", "/api/position", f"Content-Length: {length}"))) == 413


def test_a_body_that_does_not_say_its_length_is_read_up_to_the_limit(server: Server) -> None:
    head = server.head("POST", "/api/position", "Transfer-Encoding: chunked")
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    assert status(server.talk(head, *[chunk] * (MOST_BODY // 0x10000 + 1))) == 413
    body = json.dumps({"game": MASTERMIND, "history": []}).encode()
    pieces = [b"%x\r\n%b\r\n" % (1, body[place : place + 1]) for place in range(len(body))]
    assert status(server.talk(head, *pieces, b"0\r\n\r\n")) == 200


def test_a_body_of_the_largest_size_is_read(server: Server) -> None:
    text = json.dumps({"game": MASTERMIND, "history": []}).encode()
    assert server.ask("POST", "/api/position", raw=text.ljust(MOST_BODY)).status == 200


def test_lengths_that_contradict_each_other_are_refused(server: Server) -> None:
    for headers in (
        ("Content-Length: 2", "Content-Length: 3"),
        ("Content-Length: -1",),
        ("Content-Length: x",),
        (f"Content-Length: {10**30}",),
        ("Content-Length: 2", "Transfer-Encoding: gzip"),
    ):
        assert status(server.talk(server.head("POST", "/api/position", *headers), b"{}")) in (400, 501)


def test_only_a_post_has_a_body(server: Server) -> None:
    assert status(server.talk(server.head("GET", "/api/library", "Content-Length: 2"), b"{}")) == 400
    assert status(server.talk(server.head("GET", "/", "Transfer-Encoding: chunked"), b"0\r\n\r\n")) == 400


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
        b"GET\r\n\r\n",
        b"hello\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 50_000 + b"\r\n",
    ],
)
def test_what_is_no_http_is_refused(server: Server, garbage: bytes) -> None:
    response = server.talk(garbage)
    # nothing, when it was closed before all was sent; and a long head may be read in one go
    assert response == b"" or status(response) in (400, 421)
    assert_alive(server)


def test_a_client_that_goes_away_is_forgotten(server: Server) -> None:
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(server.head("POST", "/api/position", "Content-Length: 1000") + b"{")
    body = json.dumps({"game": LARGE, "history": []}).encode()
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(server.head("POST", "/api/advice", f"Content-Length: {len(body)}") + body)
    assert_alive(server)


def closed(connections: list[socket.socket], wanted: int) -> int:
    """Return how many connections the server has closed without a word, as soon as they are enough.

    That is sooner than the server loses its patience with any of them.
    """
    waiting, found, end = list(connections), 0, time.monotonic() + BODY_SECONDS / 2
    while found < wanted and time.monotonic() < end:
        for connection in select.select(waiting, [], [], 1)[0]:
            waiting.remove(connection)
            try:
                found += connection.recv(1) == b""
            except ConnectionResetError:
                found += 1
    return found


@pytest.mark.parametrize("kind", ["nothing", "half a head", "half a body", "does not read"])
def test_any_number_of_connections_that_wait_keep_nobody_out(server: Server, kind: str) -> None:
    begins = {
        "nothing": b"",
        "half a head": b"GET / HTTP/1.1\r\nHost: ",
        "half a body": server.head("POST", "/api/position", "Content-Length: 1000") + b"{",
        "does not read": server.head("GET", "/page/app.js") * 20,
    }
    waiting = []
    try:
        for _ in range(MOST_CONNECTIONS + 44):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            waiting.append(connection)
            connection.sendall(begins[kind])
        assert_alive(server)
        if kind != "does not read":
            assert closed(waiting, 44) >= 44  # those that have waited longest had to make room
    finally:
        for connection in waiting:
            connection.close()
    assert_alive(server)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe{}", "not JSON"),
        (b"[]", "not an object"),
        (b"null", "not an object"),
        (b'"x"', "not an object"),
        (b"[" * 500_000, "nested too deeply"),
        (b'{"a":' * 150_000, "nested too deeply"),
        (b'{"most": NaN}', "NaN is not a number"),
        (b'{"most": -Infinity}', "-Infinity is not a number"),
        (b'{"most": 1e400}', "1e400 is not a whole number"),
        (b'{"most": 0.5}', "0.5 is not a whole number"),
        (b'{"most": 1' + b"0" * 5000 + b"}", "not JSON"),
        (b"{}", "game is missing"),
        (b'{"__proto__": {}}', "there is no __proto__"),
        (b'{"game": {}}', "game.name is missing"),
        (b'{"game": 7}', "game must be an object"),
        (b'{"game": {"name": 7}}', "game.name must be a text"),
        (b'{"game": {"name": ""}}', "game.name must be one of"),
        (b'{"game": {"name": "/etc/passwd"}}', "game.name must be one of"),
        (b'{"game": {"name": "../games/mastermind"}}', "game.name must be one of"),
        (b'{"game": {"name": "mastermind", "file": "x"}}', "there is no game.file"),
        (b'{"game": {"name": "mastermind", "parameters": []}}', "game.parameters must be an object"),
        (b'{"game": {"name": "mastermind", "parameters": {"pegs": "5"}}}', "must be a whole number"),
        (b'{"game": {"name": "mastermind", "parameters": {"pegs": true}}}', "must be a whole number"),
        (b'{"game": {"name": "mastermind", "parameters": {"pegs": null}}}', "must be a whole number"),
        (b'{"game": {"name": "mastermind", "parameters": {"pegs": 99999999999}}}', "too large"),
        (b'{"game": {"name": "mastermind"}}', "history is missing"),
        (b'{"game": {"name": "mastermind"}, "history": {}}', "history must be a list"),
        (b'{"game": {"name": "mastermind"}, "history": ["0011"]}', "history[0] must be a list of two texts"),
        (b'{"game": {"name": "mastermind"}, "history": [["0011", 5]]}', "history[0] must be a list"),
        (b'{"game": {"name": "mastermind"}, "history": [["a", "b", "c"]]}', "history[0] must be a list"),
        (b'{"game": {"name": "mastermind"}, "history": [], "most": -1}', "most must be from 0"),
        (b'{"game": {"name": "mastermind"}, "history": [], "most": "9"}', "most must be a whole number"),
        (b'{"game": {"name": "mastermind"}, "history": [], "most": 10001}', "most must be from 0 to 10,000"),
    ],
)
def test_a_body_of_the_wrong_form_is_refused(server: Server, body: bytes, words: str) -> None:
    assert_refused(server, "/api/position", body, 400, words)


def test_json_that_is_nested_almost_too_deeply_is_refused(server: Server) -> None:
    secret = server.post("secret", game=MASTERMIND, codemaker="random").json["secret"]
    for depth in range(900, 1000, 3):
        game = b'{"name":' * depth + b"1" + b"}" * depth
        for path in ("/api/position", "/api/answer"):
            raw = b'{"game":%b,"history":[],"experiment":"000","secret":"%b"}' % (game, secret.encode())
            if path == "/api/position":
                raw = b'{"game":%b,"history":[]}' % game
            assert server.ask("POST", path, raw=raw).status == 400
    assert_alive(server)


def test_a_history_of_too_many_entries_is_refused(server: Server) -> None:
    body = json.dumps({"game": MASTERMIND, "history": [["000", "0,0"]] * 201}).encode()
    assert_refused(server, "/api/position", body, 400, "more than 200 entries")


@pytest.mark.parametrize(
    ("history", "part"),
    [
        ([["012", "1,1"], ["0123", "1,1"]], "experiment"),
        ([["012", "1,1"], ["x" * 100_000, "1,1"]], "experiment"),
        ([["012", "1,1"], ["\x00\ud800", "1,1"]], "experiment"),
        ([["012", "1,1"], ["012", ""]], "answer"),
        ([["012", "1,1"], ["012", "9" * 10_000]], "answer"),
        ([["012", "1,1"], ["012", "<script>"]], "answer"),
    ],
)
def test_an_entry_that_cannot_be_read_is_named(server: Server, history: list[list[str]], part: str) -> None:
    answer = server.post("position", game=MASTERMIND, history=history)
    assert (answer.status, answer.json["row"], answer.json["part"]) == (422, 1, part)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ({"name": "mastermind", "parameters": {"pegs": 0}}, "pegs"),
        ({"name": "mastermind", "parameters": {"legs": 4}}, "legs"),
        ({"name": "mastermind", "parameters": {"pegs": -(10**9)}}, "pegs"),
        ({"name": "wordle", "parameters": {"answers": 5}}, "answers is a file"),
        ({"text": ""}, ""),
        ({"text": "\x00"}, "control character"),
        ({"text": "\ud800"}, ""),
        ({"text": "(" * 60_000}, ""),
        ({"text": "param n = 5\n" * 5000}, ""),
        ({"text": "x" * MOST_GAME}, ""),
    ],
)
def test_a_wrong_game_is_refused_with_its_mistakes(server: Server, game: object, words: str) -> None:
    answer = server.post("position", game=game, history=[])
    assert answer.status == 422
    assert words in answer.json["error"]
    assert "Traceback" not in answer.json["error"]
    assert_alive(server)


@pytest.mark.parametrize("name", ["secret.txt", "5", "./secret.txt", "../secret.txt", "/etc/passwd"])
def test_a_game_that_is_sent_reads_no_file(server: Server, name: str) -> None:
    text = library()["word-list"].read_text().replace("word_list.txt", name)
    assert name in text
    for files in ({}, {"other.txt": "abc\n"}):
        answer = server.post("position", game={"text": text, "files": files}, history=[])
        assert answer.status == 422
        assert f"the file {name} did not come with the game" in answer.json["error"]
    named = {"text": text, "files": {}, "parameters": {"words": "secret.txt"}}
    answer = server.post("position", game=named, history=[])
    assert (answer.status, "secret.txt did not come with the game" in answer.json["error"]) == (422, True)
    came = {"text": text, "files": {name: "acorn\nbacon\ncanoe\n"}}
    answer = server.post("position", game=came, history=[])
    assert (answer.status, answer.json["codes"]) == (200, 3)


def test_a_game_that_is_too_large_is_refused(server: Server) -> None:
    answer = server.post("game", game={"text": "#" * (MOST_GAME + 1)})
    assert (answer.status, answer.json) == (400, {"error": "a game file may have 65,536 bytes"})


@pytest.mark.parametrize("id", ["x", "0", "%00", "%2e%2e", "a" * 5000, "..", "%F0%9F%92%A9"])
def test_jobs_and_secrets_that_nobody_has_are_unknown(server: Server, id: str) -> None:
    for method in ("GET", "DELETE"):
        assert server.ask(method, f"/api/jobs/{id}").status == 404
    assert server.ask("GET", f"/api/jobs/{id}/svg").status == 404
    for name in ("answer", "reveal"):
        answer = server.post(name, game=MASTERMIND, history=HISTORY, secret=id, experiment="000")
        assert (answer.status, answer.json) == (404, {"error": "this secret is not kept any more"})


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({}, 400, "kind is missing"),
        ({"kind": "evil"}, 400, "kind must be one of compare strategy review"),
        ({"kind": ["compare"]}, 400, "kind must be a text"),
    ],
)
def test_only_known_jobs_are_started(server: Server, body: object, status: int, words: str) -> None:
    answer = server.ask("POST", "/api/jobs", body)
    assert (answer.status, words in answer.json["error"]) == (status, True)


@pytest.mark.slow  # `test_so_many_jobs_may_wait_and_no_more` is of jobs
def test_a_hundred_requests_at_once_are_answered_or_put_off(server: Server) -> None:
    body = {"game": {"name": "bulls-and-cows"}, "history": [["0123", "1B1C"]]}

    def ask(number: int) -> int:
        return server.ask("POST", ("/api/position", "/api/advice")[number % 2], body).status

    for _ in range(2):  # once the first are answered nothing of what was asked before is left
        with ThreadPoolExecutor(100) as pool:
            statuses = list(pool.map(ask, range(100)))
        assert set(statuses) <= {200, 429}
    assert statuses.count(200) >= 34  # two are computed and 32 may wait
    assert_alive(server)


def test_so_many_jobs_may_wait_and_no_more(server: Server) -> None:
    answers = [server.post("jobs", kind="strategy", game=LARGE, strategy="optimal") for _ in range(9)]
    assert [answer.status for answer in answers] == [202] * 8 + [429]
    for answer in answers[:8]:
        assert server.ask("DELETE", f"/api/jobs/{answer.json['job']}").status == 200
    assert_alive(server)
