"""`cobra serve --host`: reached by others, and guarded as on this machine alone."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from cobra.cli.readers import read_address
from cobra.errors import GameError
from cobra.web.address import Address, address_of, qr_code
from tests.cli.runner import run
from tests.web.browser import watched
from tests.web.playing import left, of_the_page, start
from tests.web.server import MASTERMIND, Server, serving, status

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NOTICE = "Whoever has this address can use it from the same network; it is not encrypted.\n"
TWO = "127.0.0.2"
"""Another address of every machine with Linux, which no other reaches."""


def test_what_a_server_is_called() -> None:
    v4, v6 = socket.AF_INET, socket.AF_INET6
    assert address_of("127.0.0.1") == Address("127.0.0.1", v4, ("127.0.0.1", "localhost"), shared=False)
    assert address_of(TWO) == Address(TWO, v4, (TWO,), shared=False)
    assert address_of("192.168.1.20") == Address("192.168.1.20", v4, ("192.168.1.20",), shared=True)
    assert address_of("::1") == Address("::1", v6, ("[::1]",), shared=False)
    assert address_of("fd00::0:2") == Address("fd00::2", v6, ("[fd00::2]",), shared=True)


@pytest.mark.parametrize(("host", "outward"), [("0.0.0.0", "192.168.7.9"), ("::", "fd00::7")])
def test_all_addresses_are_called_by_the_one_that_others_see(
    monkeypatch: pytest.MonkeyPatch, host: str, outward: str
) -> None:
    monkeypatch.setattr(socket.socket, "connect", lambda self, to: None)
    monkeypatch.setattr(socket.socket, "getsockname", lambda self: (outward, 1))
    name = outward if "." in outward else f"[{outward}]"
    found = address_of(host)
    assert (found.bound, found.names, found.shared) == (host, (name, "127.0.0.1", "localhost"), True)


def test_where_no_other_machine_can_come_from_there_is_no_such_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unreachable(self: socket.socket, to: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    with pytest.raises(GameError) as error:
        address_of("0.0.0.0")
    assert str(error.value) == (
        "no address was found at which other machines reach this one; name it instead of 0.0.0.0"
    )


@pytest.mark.parametrize("text", ["localhost", "192.168.1", "fe80::1%eth0", "evil.example", "1.2.3.4:80", ""])
def test_only_an_address_is_one(text: str) -> None:
    with pytest.raises(GameError, match=r"is not an address such as 192\.168\.1\.20"):
        read_address(text)
    assert read_address(" 192.168.1.20 ") == "192.168.1.20"


def test_the_usual_port_is_left_out() -> None:
    where = address_of("127.0.0.1")
    assert where.at(8000) == ["127.0.0.1:8000", "localhost:8000"]
    assert where.at(80) == ["127.0.0.1", "localhost", "127.0.0.1:80", "localhost:80"]


def test_the_code_to_be_scanned_is_white_and_black_in_any_terminal() -> None:
    lines = qr_code("http://192.168.1.20:40123/?token=4Wz0nYvUq1mX7sK2cPjR9tLbE5hGdA8f").split("\n")
    assert all(line.startswith("\x1b[97;40m") and line.endswith("\x1b[0m") for line in lines)
    rows = [line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m") for line in lines]
    assert {len(row) for row in rows} == {41}  # 33 modules and a margin of 4 on each side
    assert len(rows) == 21
    assert rows[2].startswith("████ ▄▄▄▄▄ █")  # the upper left corner of a code


@pytest.mark.thorough
@pytest.mark.unix
def test_an_address_of_another_machine_is_an_error() -> None:
    result = run("serve", "--no-browser", "--host", "192.0.2.77")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "error: 192.0.2.77 cannot be used: " in result.stderr
    assert "is it an address of this machine?" in result.stderr


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that says all it has to say; `serving` demands that it is the address and how it is ended."""
    folder = tmp_path_factory.mktemp("shared")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COBRA_DEBUG", "1")
        with serving(folder, "--host", TWO) as running:
            assert running.ip == TWO
            yield running
    assert running.token not in (folder / "opened").read_text()


@pytest.mark.thorough
@pytest.mark.unix
def test_only_the_address_it_listens_at_is_its_name(server: Server) -> None:
    port = server.port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"rebound.example:{port}", TWO, f"{TWO}:1", ""):
        for path in ("/", "/page/app.js", "/api/library"):
            answer = server.ask("GET", path, Host=host)
            assert (answer.status, answer.json["error"]) == (
                421,
                f"this server is called {TWO}:{port} and nothing else",
            )
    assert status(server.talk(b"GET / HTTP/1.0\r\n\r\n")) == 421
    with pytest.raises(ConnectionError):
        socket.create_connection(("127.0.0.1", port), timeout=5)


@pytest.mark.thorough
@pytest.mark.unix
def test_other_origins_and_wrong_tokens_are_refused_there_too(server: Server) -> None:
    body = {"game": MASTERMIND, "history": []}
    for origin in (
        "http://evil.example",
        "null",
        f"http://127.0.0.1:{server.port}",
        f"https://{server.host}",
    ):
        assert server.ask("POST", "/api/position", body, Origin=origin).status == 403
    for token in (None, "", server.token[:-1], server.token + "x"):
        assert server.ask("POST", "/api/position", body, X_Cobra_Token=token).status == 401
        assert server.ask("GET", "/api/library", X_Cobra_Token=token).status == 401
    assert server.ask("GET", f"/api/library?token={server.token}", X_Cobra_Token=None).status == 401
    assert server.ask("POST", "/api/position", body, Origin=f"http://{server.host}").status == 200


@pytest.mark.thorough
@pytest.mark.unix
def test_no_answer_holds_the_token_and_no_request_tells_it_to_the_next(server: Server) -> None:
    page = server.ask("GET", f"/?token={server.token}", X_Cobra_Token=None)
    assert (page.status, page.headers["referrer-policy"]) == (200, "no-referrer")
    nonsense = {"game": {"text": "nonsense"}, "history": []}
    for answer in (
        page,
        server.ask("GET", f"/nothing?token={server.token}"),
        server.ask("POST", f"/api/position?token={server.token}", nonsense),
        *(server.ask("GET", path) for path in ("/", "/page/app.js", "/api/library", "/nothing")),
    ):
        assert server.token.encode() not in answer.body + str(answer.headers).encode()


@pytest.mark.thorough
@pytest.mark.unix
def test_the_page_works_there_and_tells_nobody_its_token(chromium: Browser, server: Server) -> None:
    with watched(chromium) as seen:
        headers: list[dict[str, str]] = []
        seen.page.on("request", lambda request: headers.append(request.all_headers()))
        seen.page.goto(server.address)
        start(seen.page, "mastermind", pegs=3, colours=4)
        left(seen.page, 64)
        assert server.token not in seen.page.url
        assert seen.page.evaluate("document.referrer") == ""
        assert [address for address in seen.requests if server.token in address] == [server.address]
        assert all(address.startswith(f"http://{server.host}/") for address in seen.requests)
        assert not any("referer" in one for one in headers)
        assert of_the_page(seen) == []
