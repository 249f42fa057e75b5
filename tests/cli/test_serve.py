from __future__ import annotations

import contextlib
import http.client
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.cli.runner import run, start
from tests.web.server import LARGE as LARGE_GAME
from tests.web.server import serving, status

pytestmark = [pytest.mark.thorough, pytest.mark.unix]

LARGE = "#" * (1 << 17) + "\nsecret code : 0..3\nexperiment ask()\nobserve code\n"


def test_the_address_is_printed_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    with serving(tmp_path) as server:  # it demands the status 0 and nothing on standard error
        assert server.address == f"http://127.0.0.1:{server.port}/?token={server.token}"
        assert len(server.token) == 32


def test_two_servers_have_different_tokens(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as other:
        assert one.token != other.token
        assert other.ask("GET", "/api/library", X_Cobra_Token=one.token).status == 401


def test_nobody_else_on_the_network_is_answered(tmp_path: Path) -> None:
    with serving(tmp_path) as server, pytest.raises(ConnectionError):
        socket.create_connection(("127.0.0.2", server.port), timeout=5)


def test_a_port_that_is_in_use_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--no-browser", "--port", str(port))
    assert result.exit_code == 1
    assert result.stderr == (
        f"error: port {port} cannot be used: Address already in use; "
        "choose another one with --port, or none\n"
    )


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--port", "70000"), 2, "there is no port 70000"),
        (("--port", "x"), 2, "'x' is not a whole number"),
        (("-D", "pegs=4"), 2, "-D sets a parameter of a GAME, and none is given"),
        (("mastermnd",), 1, "did you mean mastermind?"),
        (("mastermind", "-D", "pegs=99"), 1, "pegs"),
        (("mastermind", "--limit", "codes=x"), 2, "'x' is not a whole number"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_served(
    arguments: tuple[str, ...], code: int, words: str
) -> None:
    result = run("serve", "--no-browser", *arguments)
    assert (result.exit_code, words in result.stderr) == (code, True), result.stderr
    assert result.stdout == ""


def test_without_the_extra_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("cobra.web.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = run("serve", "--no-browser")
    assert result.exit_code == 1
    assert "pip install 'cobra-games[web]', or in a checkout pip install '.[web]'" in result.stderr


def test_a_game_that_is_too_large_to_be_sent_is_refused(tmp_path: Path) -> None:
    (tmp_path / "large.cb").write_text(LARGE)
    result = run("serve", "--no-browser", tmp_path / "large.cb")
    assert result.exit_code == 1
    assert "too large for the page" in result.stderr


@pytest.mark.slow
def test_who_sends_slowly_is_let_go(tmp_path: Path) -> None:
    hurry = (
        "import cobra.web.guard, cobra.web.connections\n"
        "cobra.web.guard.BODY_SECONDS = cobra.web.connections.TURN_SECONDS = 0.1\n"
    )
    with serving(tmp_path, patches=hurry) as server:
        body = server.head("POST", "/api/position", "Content-Length: 1000") + b"{"
        assert status(server.talk(body)) == 408
        chunks = server.head("POST", "/api/position", "Transfer-Encoding: chunked") + b"1\r\n{\r\n"
        assert status(server.talk(chunks)) == 408
        assert server.talk(b"GET / HTTP/1.1\r\nHost: x\r\n") == b""
        assert server.talk(b"") == b""
        once = server.head("GET", "/api/library") + b"GET / HT"  # and the next request does not come
        assert status(server.talk(once)) == 200
        assert server.ask("GET", "/api/library").status == 200


def test_a_mistake_in_cobra_is_no_traceback(tmp_path: Path) -> None:
    wrong = "import cobra.web.app\ncobra.web.app.read_json = lambda body: 1 / 0\n"
    with serving(tmp_path, patches=wrong) as server:
        answer = server.post("position")
        assert (answer.status, answer.headers["x-content-type-options"]) == (500, "nosniff")
        assert answer.json["error"].startswith("a mistake in cobra")


@pytest.mark.slow
def test_ctrl_c_ends_what_is_computed(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as pool, serving(tmp_path) as server:
        jobs = [server.post("jobs", kind="strategy", game=LARGE_GAME, strategy="optimal") for _ in range(3)]
        while server.ask("GET", f"/api/jobs/{jobs[0].json['job']}").json["progress"] is None:
            pass
        waiting = pool.submit(server.post, "next", game=LARGE_GAME, history=[], strategy="optimal")
        while not waiting.running():
            pass
    with contextlib.suppress(http.client.HTTPException, ConnectionError):  # whatever became of it, it ended
        waiting.result(timeout=60)


def test_the_end_of_the_terminal_ends_the_server(tmp_path: Path) -> None:
    process = start("serve", "--no-browser", cwd=tmp_path)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
