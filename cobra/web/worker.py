"""A process that computes what the server is asked: one request after the other, until its input ends.

The server can kill it at any time, so whatever a game does to it, hangs or eats memory, the server lives.
A message is a line of JSON, its head, and then as many texts as the head lists `sizes` of.

    in      {"do": NAME, "seconds": limit or null, "language": in which the answer is to be,
             "sizes": [bytes of the request, and of what goes with it]}
    out     {"progress": {"what", "done", "total"}, "sizes": []}, any number of them, and then
            {"status": 200, "worn": false, "short": false, "sizes": [bytes of the answer, of a strategy]}

`worn`: something still goes on in the process that nobody waits for; `short`: there was too little memory.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from contextlib import nullcontext
from typing import IO, Any, Final

from cobra.budget import Deadline, Progress, used_memory, within
from cobra.errors import CobraError, InternalError, LimitError, StoppedError
from cobra.sat.left_alone import at_work
from cobra.texts import say, speaking
from cobra.web.allowance import MISTAKE, MOST_ANSWER, Allowance
from cobra.web.forms import FormError
from cobra.web.histories import EntryError
from cobra.web.operations import OPERATIONS
from cobra.web.tidy import KEPT, tidy
from cobra.web.work import Work, document
from cobra.web.wrong import wrong

_OFTEN: Final = 0.2
"""Seconds between two reports of progress."""
_UNUSED: Final = 1 << 30
"""Bytes that libraries and the stacks of threads reserve; little of it is ever used."""

Message = tuple[dict[str, Any], list[bytes]]
"""The head of a message and its texts."""
Answer = tuple[int, bool, list[bytes]]
"""The status, whether there was too little memory, and the texts."""


def main() -> None:
    """Answer the requests on standard input."""
    allowance = Allowance(**json.loads(sys.argv[1]))
    _bound_memory(allowance.memory)
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no answer
    requests: queue.SimpleQueue[Message] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    work = Work(allowance, _reporter(output))
    memory = Deadline(memory=allowance.memory)  # of all requests together, beside what is needed for none
    most_kept = used_memory() + int(KEPT * allowance.memory)
    _send(output, {"ready": True})
    while True:
        head, texts = requests.get()
        with within(memory), speaking(head["language"]):
            status, short, parts = _answer_or_cancel(work, head["do"], head["seconds"], texts)
        tidy(most_kept, work.forget)
        _send(output, {"status": status, "worn": at_work(), "short": short}, parts)


def _bound_memory(memory: int) -> None:
    """Let the system refuse memory far above what a computation may use, where it can.

    That is the last resort; and it counts what could be written to, not all addresses, of which thread pools
    and tables that are hardly filled take any number.
    """
    if sys.platform == "win32":
        return
    import resource

    most = 2 * memory + _UNUSED
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _listen(stream: IO[bytes], requests: queue.SimpleQueue[Message]) -> None:
    """Hand on what comes in; end the process with its input, since the server is gone then."""
    while line := stream.readline():
        head = json.loads(line)
        requests.put((head, [stream.read(size) for size in head["sizes"]]))
    os._exit(0)


def _send(output: IO[bytes], head: dict[str, Any], texts: Sequence[bytes] = ()) -> None:
    line = json.dumps(head | {"sizes": list(map(len, texts))}).encode()
    output.write(b"".join((line, b"\n", *texts)))
    output.flush()


def _reporter(output: IO[bytes]) -> Progress:
    """Return a callback that reports progress now and then."""
    last = 0.0

    def report(what: str, done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() >= last + _OFTEN:
            last = time.monotonic()
            _send(output, {"progress": {"what": what, "done": done, "total": total}})

    return report


def _answer_or_cancel(work: Work, name: str, seconds: float | None, texts: Sequence[bytes]) -> Answer:
    """Return what `_answer` does; the server cancels by Ctrl-C, which may come while an answer is made."""
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        return _answer(work, name, seconds, texts)
    except KeyboardInterrupt:
        return 503, False, [document(wrong(say("cancelled")))]
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _answer(work: Work, name: str, seconds: float | None, texts: Sequence[bytes]) -> Answer:
    """Return the status, whether there was too little memory, and the texts; only Ctrl-C is an error."""
    try:
        with work.run.at_most(seconds) if seconds is not None else nullcontext():
            parts = OPERATIONS[name](work, *texts)
    except FormError as error:
        return 400, False, [document(wrong(str(error)))]
    except RecursionError:
        return 400, False, [document(wrong("the JSON is nested too deeply"))]
    except EntryError as error:
        return 422, False, [document(wrong(str(error)) | error.place)]
    except StoppedError as error:
        text = say("cancelled") if error.reason == "interrupt" else str(error)
        return 503, error.reason == "memory", [document(wrong(text))]
    except InternalError as error:
        return 500, False, [document(wrong(str(error)))]
    except CobraError as error:
        short = isinstance(error, LimitError) and error.name == "memory"
        return 422, short, [document(wrong(str(error)))]
    except MemoryError:
        return 503, True, [document(wrong(say("there is not enough memory")))]
    except KeyboardInterrupt:
        raise
    except BaseException:  # a panic of the core is no Exception
        if os.environ.get("COBRA_DEBUG"):
            traceback.print_exc()
        return 500, False, [document(wrong(say(MISTAKE)))]
    if sum(map(len, parts)) > MOST_ANSWER:
        return (
            422,
            False,
            [document(wrong(say("the answer is larger than {most} bytes", most=MOST_ANSWER)))],
        )
    return 200, False, parts


if __name__ == "__main__":
    main()
