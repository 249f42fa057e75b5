"""What holds for all tests."""

from __future__ import annotations

import signal

# What ignores Ctrl-C, as jobs in the background, nohup and some CI systems do, hands that on to its children;
# a handler of one's own is not handed on. So what the tests start hears Ctrl-C wherever they run.
signal.signal(signal.SIGINT, signal.default_int_handler)
