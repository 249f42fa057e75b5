"""What is wrong with a text, from what can be read of it and from what was found out about its game."""

from __future__ import annotations

from dataclasses import dataclass

from cobra.editor.document import Document
from cobra.editor.look import Looked
from cobra.errors import Diagnostic, Span
from cobra.language import ast


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something wrong at a place, or hardly meant (`warning`)."""

    span: Span
    kind: str
    message: str
    warning: bool


def mistakes_of(document: Document, looked: Looked) -> list[Mistake]:
    """Return what is wrong; names that nobody knows are said once, by the game when it could be looked at."""
    problems = document.names.problems if not document.mistakes and not looked.mistakes else []
    of_names = [document.source.diagnostic(p.kind, p.message, p.span, p.hint) for p in problems]
    about = [*looked.about, *[""] * (len(looked.mistakes) - len(looked.about))]
    return [
        *(_mistake(document, mistake, "") for mistake in (*document.mistakes, *of_names)),
        *(_mistake(document, mistake, name) for mistake, name in zip(looked.mistakes, about, strict=True)),
    ]


def _mistake(document: Document, mistake: Diagnostic, about: str) -> Mistake:
    """Return a mistake at its place; one without a place is about an experiment, or all of the game."""
    message = f"{mistake.message}\n{mistake.hint}" if mistake.hint else mistake.message
    span = mistake.span or subject(document, about)
    return Mistake(span, mistake.kind, message, mistake.kind == "warning")


def subject(document: Document, about: str) -> Span:
    """Return the name of an experiment, else the title, else where the text begins."""
    for statement in document.statements:
        if isinstance(statement, ast.Experiment) and statement.name.text == about:
            return statement.name.span
    titles = [one.span for one in document.statements if isinstance(one, ast.Title)]
    return titles[0] if titles else Span(document.name, 1, 1, 1, 2)


def sizes(looked: Looked) -> str:
    """Return what is known of a game, in a few words."""
    known = []
    if looked.codes is not None:
        known.append(f"{looked.codes:,} {'code' if looked.codes == 1 else 'codes'}")
    if looked.experiments is not None:
        known.append(f"{looked.experiments:,} {'experiment' if looked.experiments == 1 else 'experiments'}")
    if looked.well_formed is not None:
        known.append("well-formed" if looked.well_formed else "not well-formed")
    return ", ".join(known)
