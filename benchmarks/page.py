"""Measure the page that `cobra export --to html` writes: `python benchmarks/page.py`; `--help` lists options.

The page of the optimal strategy of bulls and cows is opened in Chromium from a file, and random outcomes are
chosen, from the start to the end of a play, over and over. For each click: the time of the script and the
layout, and the time to the next frame, which the screen shows at the earliest. `slowed` is the same with a
processor that the browser makes four times as slow, about that of a cheap telephone. Needs `chromium` and the
package `playwright`.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright
from run import environment, replace_table, short

import cobra
from cobra.export.html import lines
from cobra.export.played import PlayedStrategy

CLICKS = """async (clicks) => {
  const found = [];
  while (found.length < clicks) {
    const outcomes = [...document.querySelectorAll(".outcomes button")];
    const chosen = outcomes[Math.floor(Math.random() * outcomes.length)];
    const start = performance.now();
    (chosen ?? document.querySelector(".trail li button")).click();
    document.body.getBoundingClientRect();
    const laid = performance.now();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    found.push([laid - start, performance.now() - start]);
  }
  return found;
}"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clicks", type=int, default=500, help="how many (default: 500)")
    parser.add_argument("--readme", action="store_true", help="replace the table in README.md")
    options = parser.parse_args()
    strategy = cobra.optimal(cobra.load("bulls-and-cows")).strategy
    assert strategy is not None
    start = time.perf_counter()
    text = "".join(lines(PlayedStrategy(strategy)))
    seconds = time.perf_counter() - start
    rows = [
        "| page of the optimal strategy of bulls and cows, 5,040 codes | cobra | reach |",
        "|---|---|---|",
        f"| size | {len(text.encode()) / 1e3:.0f} kB | 1,000 kB |",
        f"| making it: every code played, verified, written | {short(seconds)} | 1 |",
    ]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "page.html"
        file.write_text(text, encoding="utf-8")
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=arguments,
        )
        page = browser.new_page()
        control = page.context.new_cdp_session(page)
        for name, factor in (("", 1), (", slowed", 4)):
            rows += measured(page, control, file, name, factor, options.clicks)
        browser.close()
    print("\n".join(rows))
    if options.readme:
        replace_table("The exported page", "\n".join(rows), environment())


def measured(page: Page, control: CDPSession, file: Path, name: str, factor: int, clicks: int) -> list[str]:
    """Return the rows of one speed of the processor."""
    control.send("Emulation.setCPUThrottlingRate", {"rate": factor})
    page.goto(file.as_uri())
    opened = page.evaluate("performance.getEntriesByType('navigation')[0].domComplete / 1000")
    rows = [f"| opening it{name} | {short(opened)} | |"]
    found = page.evaluate(CLICKS, clicks)
    for place, what in enumerate(("script and layout", "to the next frame")):
        times = [one[place] / 1000 for one in found]
        figures = f"{short(statistics.median(times))}; {short(statistics.quantiles(times, n=20)[-1])}"
        reach = "50 ms" if factor == 1 else ""
        rows.append(
            f"| a click{name}, {what}: median of {clicks:,}; 95 of 100 within | {figures} | {reach} |"
        )
    return rows


if __name__ == "__main__":
    main()
