"""`cobra serve --host` from another machine: a network namespace, joined to this one by a cable of its own.

That takes the rights of root on Linux, and the program `ip`; else these tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.browser import ARGUMENTS, chromium_program, watched
from tests.web.playing import left, of_the_page, start
from tests.web.server import Server, serving
from tests.web.test_host import NOTICE

pytestmark = [pytest.mark.slow, pytest.mark.unix]

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

HERE, THERE = "10.213.97.1", "10.213.97.2"
NAME = "cobra-second"
"""Of the namespace."""
ASKS = """
import sys, urllib.request
headers = dict(pair.split("=", 1) for pair in sys.argv[3:])
body = None if sys.argv[2] == "-" else sys.argv[2].encode()
try:
    with urllib.request.urlopen(urllib.request.Request(sys.argv[1], body, headers), timeout=60) as answer:
        print(answer.status)
except urllib.error.HTTPError as error:
    print(error.code)
except OSError as error:
    print(type(error.reason).__name__)
"""
"""A program that asks for an address, and says the status of the answer, or what was wrong."""


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@pytest.fixture(scope="module")
def second() -> Iterator[list[str]]:
    """Return what a command begins with that is run on another machine, which reaches this one by a cable."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("another machine needs the rights of root, and the program ip")
    try:
        ip("netns", "add", NAME)
    except subprocess.CalledProcessError:
        pytest.skip("there can be no other network here")
    try:
        ip("link", "add", "cobra1", "type", "veth", "peer", "name", "cobra2", "netns", NAME)
        ip("address", "add", f"{HERE}/24", "dev", "cobra1")
        ip("link", "set", "cobra1", "up")
        ip("-n", NAME, "address", "add", f"{THERE}/24", "dev", "cobra2")
        ip("-n", NAME, "link", "set", "cobra2", "up")
        ip("-n", NAME, "link", "set", "lo", "up")
        yield ["ip", "netns", "exec", NAME]
    finally:
        ip("netns", "del", NAME)


@pytest.fixture(scope="module")
def shared(second: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("shared"), "--host", HERE, notice=NOTICE) as server:
        yield server


def answered(second: list[str], address: str, body: str = "-", **headers: str) -> str:
    """Return what another machine is answered."""
    pairs = [f"{name.replace('_', '-')}={value}" for name, value in headers.items()]
    command = [*second, sys.executable, "-c", ASKS, address, body, *pairs]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_another_machine_is_let_in_with_the_token_only(second: list[str], shared: Server) -> None:
    assert shared.ip == HERE
    base, json = f"http://{shared.host}", {"Content_Type": "application/json"}
    game = '{"game": {"name": "mastermind"}}'
    assert answered(second, shared.address) == "200"
    assert answered(second, f"{base}/api/library", X_Cobra_Token=shared.token) == "200"
    assert answered(second, f"{base}/api/game", game, X_Cobra_Token=shared.token, **json) == "200"
    assert answered(second, f"{base}/api/library") == "401"
    assert answered(second, f"{base}/api/game", game, X_Cobra_Token="x" * 32, **json) == "401"


def test_another_machine_is_guarded_against_as_any_other_site(second: list[str], shared: Server) -> None:
    path = f"http://{shared.host}/api/library"
    elsewhere = {"Host": f"evil.example:{shared.port}"}
    assert answered(second, path, X_Cobra_Token=shared.token, **elsewhere) == "421"
    assert answered(second, path, X_Cobra_Token=shared.token, Origin=f"http://{THERE}:{shared.port}") == "403"


def test_a_server_of_this_machine_alone_is_not_reached(second: list[str], server: Server) -> None:
    assert answered(second, server.address) == "ConnectionRefusedError"  # the other machine's own 127.0.0.1
    assert answered(second, f"http://{HERE}:{server.port}/") == "ConnectionRefusedError"


def test_the_page_is_played_on_another_machine(
    driver: Playwright, second: list[str], shared: Server, tmp_path: Path
) -> None:
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\nexec {" ".join(second)} {chromium_program()} "$@"\n')
    program.chmod(0o700)
    there = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
    with watched(there) as seen:
        seen.page.goto(shared.address)
        start(seen.page, "mastermind", pegs=3, colours=4)
        left(seen.page, 64)
        (ignored,) = of_the_page(seen)  # a header that browsers want encryption for
        assert ignored.startswith("The Cross-Origin-Opener-Policy header has been ignored")
        assert all(address.startswith(f"http://{shared.host}/") for address in seen.requests)
    there.close()
