"""The browser, the server that the page is shown by, and strategies to walk, for all tests in this folder."""

from tests.web.browser import chromium, driver
from tests.web.playing import server
from tests.web.walked import coins, pegs, strategy

__all__ = ["chromium", "coins", "driver", "pegs", "server", "strategy"]
