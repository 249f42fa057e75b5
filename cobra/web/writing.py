"""What the page asks about a game that is being written: what editors ask `cobra lsp`, and `check`.

docs/serve.md says what is in the requests and the answers. Places are lines and units of UTF-16, both from 0.
"""

from __future__ import annotations

from typing import Any, Final

from cobra.analysis.check import check as prove
from cobra.analysis.info import info
from cobra.analysis.library import parameters_of
from cobra.editor.complete import complete as proposals
from cobra.editor.document import Document
from cobra.editor.hover import hover as said_at
from cobra.editor.look import Looked, Request
from cobra.editor.look import look as look_at
from cobra.editor.mistakes import mistakes_of
from cobra.editor.places import from_units, to_units
from cobra.errors import Span
from cobra.figures import Decimals
from cobra.texts import say
from cobra.web.allowance import LOOK_SECONDS, MOST_GAME
from cobra.web.describe import number, stopped
from cobra.web.forms import Form, read_json
from cobra.web.games import game_text, parameters_document
from cobra.web.work import Work, document
from cobra.web.wrong import wrong

_ENCODING: Final = "utf-16"
"""As JavaScript counts."""


def mistakes(work: Work, body: bytes) -> list[bytes]:
    """Tell what is wrong with a text as far as reading it shows, and which parameters it has."""
    form = Form(read_json(body), ("text",))
    read = Document(game_text(form))
    parameters = parameters_document(parameters_of(read.source, read.statements))
    return [document({"mistakes": _mistakes(read, Looked()), "parameters": parameters})]


def look(work: Work, body: bytes) -> list[bytes]:
    """Tell what is wrong with a text, and how large its game is, as far as that is found out soon."""
    form = Form(read_json(body), ("text", "files", "parameters"))
    text = game_text(form)
    read = Document(text)
    parameters = form.parameters("parameters", files=True)
    request = Request(text, None, False, LOOK_SECONDS, form.texts("files"), parameters)
    looked = Looked() if read.mistakes else look_at(request)
    counts = {"codes": looked.codes, "experiments": looked.experiments}
    sizes = {name: number(count) for name, count in counts.items() if count is not None}
    known = {"sizes": sizes, "values": looked.values}
    return [document({"mistakes": _mistakes(read, looked), **known})]


def complete(work: Work, body: bytes) -> list[bytes]:
    """Tell how a text can go on at a place."""
    form = Form(read_json(body), ("text", "line", "unit"))
    found = proposals(*_place(form))
    return [
        document(
            {
                "proposals": [
                    {
                        "text": one.text,
                        "kind": one.kind,
                        "detail": one.detail,
                        "documentation": one.documentation,
                    }
                    for one in found
                ]
            }
        )
    ]


def hover(work: Work, body: bytes) -> list[bytes]:
    """Tell what stands at a place."""
    form = Form(read_json(body), ("text", "line", "unit", "values"))
    text, line, column = _place(form)
    said = said_at(text, line, column, form.texts("values"))
    return [document({"said": None if said is None else {"text": said[0], **_ends(text, said[1])}})]


def check(work: Work, body: bytes) -> list[bytes]:
    """Prove a game well-formed, or find out why not, and tell its sizes."""
    form = Form(read_json(body), ("kind", "game"))
    game = work.games.load(form.value("game"))
    bounds: dict[str, Any] = {"memory": work.allowance.memory, "limits": work.limits}
    proved = prove(game, time_limit=work.run.remaining(), progress=work.progress, **bounds)
    result: dict[str, Any] = {
        "well_formed": proved.well_formed,
        "proofs": [
            {
                "statement": say(one.statement),
                "subject": say(one.subject),
                "holds": one.holds,
                "sentence": one.sentence,
            }
            for one in proved.proofs
        ],
        "warnings": list(proved.warnings),
        "sizes": None,
    }
    if proved.well_formed:
        found = info(game, time_limit=work.run.remaining(), progress=work.progress, **bounds)
        least = found.bounds
        result["sizes"] = {
            "codes": number(found.codes),
            "experiments": None if found.experiments is None else number(found.experiments),
            "first": found.first_experiments,
            "branching": found.branching,
            "symmetry": None if found.symmetry_order is None else str(found.symmetry_order),
            "worst": least.worst if least is not None and least.total else None,
            "average": Decimals().at_least(least.average) if least is not None and least.total else None,
            "stopped": stopped(found.stopped),
        }
    return [document(result)]


def _place(form: Form) -> tuple[Document, int, int]:
    """Return a text with a line and a column in it, from 1."""
    read = Document(game_text(form))
    line = min(form.whole("line", 0, MOST_GAME, 0), len(read.lines) - 1)
    return read, line + 1, from_units(read.lines[line], form.whole("unit", 0, MOST_GAME, 0), _ENCODING)


def _mistakes(text: Document, looked: Looked) -> list[dict[str, Any]]:
    return [
        {
            **_ends(text, one.span),
            "severity": "warning" if one.warning else "error",
            **wrong(one.message, "message"),
        }
        for one in mistakes_of(text, looked)
    ]


def _ends(text: Document, span: Span) -> dict[str, list[int]]:
    ends = {"from": (span.line, span.column), "to": (span.end_line, span.end_column)}
    return {name: _units(text, line, column) for name, (line, column) in ends.items()}


def _units(text: Document, line: int, column: int) -> list[int]:
    line = min(line, len(text.lines))
    return [line - 1, to_units(text.lines[line - 1], column, _ENCODING)]
