"""The browser for all tests in this folder."""

from tests.web.browser import chromium

__all__ = ["chromium"]
