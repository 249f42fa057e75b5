"""The browser, and the server that the page is shown by, for all tests in this folder."""

from tests.web.browser import chromium
from tests.web.playing import other, server

__all__ = ["chromium", "other", "server"]
