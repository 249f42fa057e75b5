"""What the page weighs: what is fetched when, compressed as it is sent, and what docs/serve.md says of it."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from cobra.web.pages import pages
from tests.cli.runner import ROOT
from tests.web.playing import opened, reload, start
from tests.web.server import Server
from tests.web.test_texts import code

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WORKBENCH = {"workbench.js", "proof.js", "editor.js"}
COMPARE = {"compare.js", "comparison.js", "plot.js", "strategies.js"}
STRATEGY = {
    "strategy.js",
    "walker.js",
    "walk.css",
    "walk.js",
    "tree.js",
    "beliefs.js",
    "drawn.js",
    "search.js",
}
STRATEGY |= {"filter.js", "paper.js", "strategies.js"}
UNSENT = {"walk.html", "start.js", "de.json"}
"""What only exported pages have, and the texts of another language."""


PAGES: Final = pages()
FOLDERS: Final = [ROOT / "cobra" / folder for folder in ("texts", "drawings", "export/page", "web/static")]
SCRIPTS: Final = [
    file for folder in FOLDERS for file in sorted(folder.glob("*.js")) if file.name != "editor.js"
]
STYLES: Final = [file for folder in FOLDERS for file in sorted(folder.glob("*.css"))]
SAID: Final = [
    int(figure) for figure in re.findall(r"([0-9]+) kB", (ROOT / "docs" / "serve.md").read_text("utf-8"))
]
"""What the documentation says: of what is fetched at first, the three views, and the library."""


def weight(*names: str) -> int:
    """Return thousands of bytes."""
    return round(sum(len(PAGES[name].packed) for name in names) / 1000)


def test_all_but_the_workbench_is_light_and_the_documentation_says_how_light() -> None:
    everything = PAGES.keys() - UNSENT
    opening = everything - WORKBENCH - COMPARE - STRATEGY
    assert weight(*everything - WORKBENCH) <= 80
    measured = [weight(*names) for names in (opening, COMPARE, STRATEGY, WORKBENCH)]
    assert all(abs(one - other) <= 1 for one, other in zip(SAID[:-1], measured, strict=True)), measured


def test_no_module_waits_for_another_that_imports_it() -> None:
    said = re.findall('<link rel="modulepreload" href="page/([^"]+)">', PAGES[""].body.decode())
    scripts = {name for name in PAGES if name.endswith(".js")}
    plain = {"say.js", "drawing.js"}  # which an exported page has, too
    assert len(said) == len(set(said))
    assert set(said) == scripts - plain - UNSENT - WORKBENCH - COMPARE - STRATEGY


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_what_is_sent_can_be_made_of_a_script(file: Path) -> None:
    """What leaves out comments takes what stands in a template inside another one for code."""
    templates = re.findall(r"`(?:[^`\\]|\\.)*`", code(file))
    assert [one for one in templates if one.count("{") != one.count("}")] == []
    sent = PAGES[file.name].body.decode()
    assert [one for one in templates if one not in sent] == []


@pytest.mark.slow
def test_what_is_sent_means_what_is_written(tmp_path: Path) -> None:
    """esbuild makes the same of both."""
    for file in (ROOT / "editors" / "codemirror").glob("package*.json"):
        shutil.copy(file, tmp_path)
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=tmp_path, check=True, timeout=600)
    esbuild = str(tmp_path / "node_modules" / ".bin" / "esbuild")
    for file in (*SCRIPTS, *STYLES):
        made = []
        for text in (file.read_bytes(), PAGES[file.name].body):
            (tmp_path / file.name).write_bytes(text)
            command = [esbuild, "--minify", str(tmp_path / file.name)]
            made.append(subprocess.run(command, check=True, capture_output=True, timeout=60).stdout)
        assert made[0] == made[1] != b"", file.name


def test_files_are_sent_compressed_to_who_takes_that(server: Server) -> None:
    plain = server.ask("GET", "/page/play.js")
    packed = server.ask("GET", "/page/play.js", Accept_Encoding="br, gzip")
    assert plain.headers["Content-Encoding"] is None
    assert (packed.headers["Content-Encoding"], packed.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(packed.body) == plain.body == PAGES["play.js"].body
    assert int(packed.headers["Content-Length"]) == len(packed.body) < 6_000
    assert b"/*" not in plain.body
    library = server.ask("GET", "/api/library", Accept_Encoding="gzip")
    assert json.loads(gzip.decompress(library.body)) == server.ask("GET", "/api/library").json
    assert abs(len(library.body) / 1000 - SAID[-1]) <= 1


@pytest.mark.thorough
def test_a_view_is_fetched_when_it_is_wanted(chromium: Browser, server: Server) -> None:
    with opened(chromium, server) as page:
        fetched: set[str] = set()

        def more() -> set[str]:
            new, names = set(fetched), set(before)
            before.update(new)
            return new - names

        before: set[str] = set()
        page.on("request", lambda request: fetched.add(request.url.partition("/page/")[2]))
        reload(page)
        page.locator("[data-game=mastermind]").wait_for()
        assert more() | {"icon.svg"} == PAGES.keys() - UNSENT - WORKBENCH - COMPARE - STRATEGY
        start(page, "mastermind", pegs=2, colours=3)
        page.get_by_role("link", name="Compare").click()
        page.locator("[name=own]").wait_for(state="attached")
        assert more() == COMPARE
        page.get_by_role("link", name="Strategy").click()
        page.get_by_role("button", name="Show").wait_for()
        assert more() == STRATEGY - COMPARE
        page.get_by_role("link", name="Write").click()
        page.locator(".cm-line").first.wait_for()
        assert more() == WORKBENCH
