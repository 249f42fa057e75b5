"""Questions of a page to its server that are held back until a test lets them go."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


class Held:
    """Questions of a page that have no answer until it is let come."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.page, self.pattern = page, pattern
        self.routes: list[Route] = []
        self.holding = True
        page.route(pattern, self._asked)

    def _asked(self, route: Route) -> None:
        if self.holding:
            self.routes.append(route)
        else:
            route.continue_()

    def wait(self, count: int = 1) -> None:
        """Wait until so many questions are held."""
        end = time.monotonic() + 120
        while len(self.routes) < count:
            assert time.monotonic() < end, f"{len(self.routes)} of {count} questions were asked"
            self.page.wait_for_timeout(10)

    def release(self) -> None:
        """Let all of them go, and hold none from now on."""
        # The route stays: what came between the last answer and its end would be held for ever.
        self.holding = False
        for route in self.routes:
            route.continue_()

    def come(self) -> None:
        """Let the answer to a question come, as soon as it is asked, and give the page time to show it."""
        self.wait()
        with self.page.expect_response(self.pattern) as response:
            self.release()
        response.value.finished()
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
