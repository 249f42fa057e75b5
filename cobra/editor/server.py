"""The language server: what editors ask by the Language Server Protocol, with pygls.

What is asked is answered from the text alone, in a few thousandths of a second. Making the game, counting and
proving is left to a process of its own, so that nothing the game does can hold up an answer.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from cobra.editor.assistant import Assistant
from cobra.editor.complete import complete
from cobra.editor.document import Document
from cobra.editor.hover import hover, literal
from cobra.editor.look import Looked, Request
from cobra.editor.mistakes import Mistake, mistakes_of, sizes, subject
from cobra.editor.places import from_units, to_units
from cobra.editor.rename import rename
from cobra.errors import CobraError, Diagnostic, GameError, Span
from cobra.language.formatting import format_game

CHECK: Final = "cobra.check"
"""The command of the first code lens: proves the game well-formed."""
_PAUSE: Final = 0.2
"""Seconds without a change after which a game is looked at."""
_LOOK_SECONDS: Final = 5.0
_CHECK_SECONDS: Final = 60.0
_KINDS: Final = {
    "parameter": types.CompletionItemKind.Constant,
    "file": types.CompletionItemKind.File,
    "alphabet": types.CompletionItemKind.Enum,
    "function": types.CompletionItemKind.Function,
    "definition": types.CompletionItemKind.Value,
    "statement": types.CompletionItemKind.Keyword,
    "clause": types.CompletionItemKind.Keyword,
    "modifier": types.CompletionItemKind.Keyword,
    "constant": types.CompletionItemKind.Keyword,
}


@dataclass
class _Open:
    """A text that is open in the editor, and what is known of it by now."""

    document: Document
    looked: Looked = field(default_factory=Looked)
    work: asyncio.Task[None] | None = None


class _Server(LanguageServer):
    """The server; `texts` are those that are open, by their addresses."""

    def __init__(self) -> None:
        super().__init__(
            "cobra", version("cobra-games"), text_document_sync_kind=types.TextDocumentSyncKind.Full
        )
        self.texts: dict[str, _Open] = {}
        self.assistant = Assistant()
        self.checks: set[asyncio.Task[object]] = set()
        """What is being proved."""
        self.shut_down = False
        self.status = 0
        """With which the server ends: 1 if it is to exit without having been shut down."""

    def changed(self, uri: str, text: str) -> None:
        """Take a text as it is now, and say at once what is wrong with it; the rest a little later."""
        before = self.texts.get(uri)
        if before is not None and before.work is not None:
            before.work.cancel()
        path = uris.to_fs_path(uri) if uri.startswith("file:") else None
        self.texts[uri] = _Open(Document(text, Path(path) if path else None))
        self._publish(uri)
        self.look_again(uri)

    def look_again(self, uri: str) -> None:
        """Find out in a moment what there is to know of a text: it, or a file that it reads, has changed."""
        opened = self.texts.get(uri)
        if opened is None or opened.document.mistakes:
            return
        if opened.work is not None:
            opened.work.cancel()
        opened.work = asyncio.ensure_future(self._look(uri, opened))

    def closed(self, uri: str) -> None:
        """Forget a text."""
        opened = self.texts.pop(uri, None)
        if opened is not None and opened.work is not None:
            opened.work.cancel()
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    async def _look(self, uri: str, opened: _Open) -> None:
        await asyncio.sleep(_PAUSE)
        await self.ask(uri, opened, False, _LOOK_SECONDS)

    async def ask(self, uri: str, opened: _Open, prove: bool, seconds: float) -> None:
        """Find out more about a text, and tell it if the text is still the same."""
        document = opened.document
        folder = str(document.path.parent) if document.path is not None else None
        text = "\n".join(document.lines)
        looked = await self.assistant.ask(Request(text, folder, prove, seconds))
        if self.texts.get(uri) is not opened:
            return
        opened.looked = looked or Looked((Diagnostic("game", "nothing could be found out about this game"),))
        self._publish(uri)
        workspace = self.client_capabilities.workspace
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def _publish(self, uri: str) -> None:
        opened = self.texts[uri]
        document, looked = opened.document, opened.looked
        found = [self._diagnostic(document, mistake) for mistake in mistakes_of(document, looked)]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found))

    def shutdown(self) -> None:
        """End without waiting for the thread that reads: it waits for the editor."""
        self.assistant.close()
        self.thread_pool.shutdown(wait=False, cancel_futures=True)

    def place(self, uri: str, position: types.Position) -> tuple[Document, int, int]:
        """Return a text and a line and column in it, both from 1."""
        opened = self.texts.get(uri)
        if opened is None:
            raise JsonRpcInvalidParams(message=f"{uri} is not open")
        lines = opened.document.lines
        line = min(position.line, len(lines) - 1)
        return opened.document, line + 1, from_units(lines[line], position.character, self.encoding)

    @property
    def encoding(self) -> str:
        """The encoding whose units count."""
        chosen = self.server_capabilities.position_encoding
        return str(getattr(chosen, "value", chosen))

    def range(self, document: Document, span: Span) -> types.Range:
        """Return a place as the protocol has it."""
        ends = ((span.line, span.column), (span.end_line, span.end_column))
        start, end = (self._position(document, line, column) for line, column in ends)
        return types.Range(start, end)

    def _position(self, document: Document, line: int, column: int) -> types.Position:
        line = min(line, len(document.lines))
        return types.Position(line - 1, to_units(document.lines[line - 1], column, self.encoding))

    def _diagnostic(self, document: Document, mistake: Mistake) -> types.Diagnostic:
        kinds = types.DiagnosticSeverity
        return types.Diagnostic(
            self.range(document, mistake.span),
            mistake.message,
            severity=kinds.Warning if mistake.warning else kinds.Error,
            code=mistake.kind,
            source="cobra",
        )


def make_server() -> _Server:
    """Return a server with all that it can be asked."""
    server = _Server()
    # what is refused is told to the editor, and need not be in its log with a traceback
    logging.getLogger("pygls.protocol.json_rpc").addFilter(lambda record: not _refused(record))
    _end_in_order(server)
    _follow_texts(server)
    _answer_names(server)
    _answer_texts(server)
    return server


def _refused(record: logging.LogRecord) -> bool:
    return record.exc_info is not None and isinstance(record.exc_info[1], JsonRpcInvalidParams)


def _end_in_order(server: _Server) -> None:
    """Hear that the server is to end, which is asked for first and then told."""

    @server.feature(types.SHUTDOWN)
    async def shut_down(params: None) -> None:
        server.shut_down = True
        server.assistant.end()
        if server.checks:  # pygls answers with an error while there are questions without an answer
            await asyncio.wait(server.checks)

    @server.feature(types.EXIT)
    def exits(params: None) -> None:
        server.status = 0 if server.shut_down else 1


def _follow_texts(server: _Server) -> None:
    """Hear which texts are open, and how they change."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.changed(params.text_document.uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.changed(uri, server.workspace.get_text_document(uri).source)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        uri = params.text_document.uri
        opened = server.texts.get(uri)
        # not every editor tells of files, and one that was missing may be there now; a proof stays
        if opened is not None and opened.looked.mistakes and opened.looked.well_formed is None:
            server.look_again(uri)

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        workspace = server.client_capabilities.workspace
        files = workspace.did_change_watched_files if workspace else None
        if files and files.dynamic_registration:  # a game may read any file
            options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*")])
            watching = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            server.client_register_capability(types.RegistrationParams([watching]))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(params: types.DidChangeWatchedFilesParams) -> None:
        changed = {PurePosixPath(unquote(one.uri)).name for one in params.changes}
        for uri, opened in server.texts.items():
            if not changed.isdisjoint(opened.document.files):
                server.look_again(uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)


def _answer_names(server: _Server) -> None:
    """Answer what is asked about a place."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        document, line, column = server.place(params.text_document.uri, params.position)
        values = server.texts[params.text_document.uri].looked.values
        editor = server.client_capabilities.text_document
        kinds = editor.hover.content_format if editor and editor.hover else None
        kind = types.MarkupKind.Markdown
        if kinds and kind not in kinds:
            kind = types.MarkupKind.PlainText
        said = hover(document, line, column, values, literal if kind == types.MarkupKind.Markdown else str)
        if said is None:
            return None
        content = types.MarkupContent(kind, said[0])
        return types.Hover(content, server.range(document, said[1]))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        uri = params.text_document.uri
        document, line, column = server.place(uri, params.position)
        name = document.name_at(line, column)
        found = document.definition_of(name) if name else None
        return types.Location(uri, server.range(document, found.name.span)) if found else None

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        uri = params.text_document.uri
        document, line, column = server.place(uri, params.position)
        name = document.name_at(line, column)
        found = document.definition_of(name) if name else None
        if found is None:
            return []
        places = document.places_of(found)
        if not params.context.include_declaration:
            places.remove(found.name.span)
        return [types.Location(uri, server.range(document, span)) for span in places]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: types.PrepareRenameParams) -> types.Range | None:
        document, line, column = server.place(params.text_document.uri, params.position)
        name = document.name_at(line, column)
        return server.range(document, name.span) if name and document.definition_of(name) else None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def renamed(params: types.RenameParams) -> types.WorkspaceEdit:
        uri = params.text_document.uri
        document, line, column = server.place(uri, params.position)
        try:
            places = rename(document, line, column, params.new_name)
        except GameError as error:
            raise JsonRpcInvalidParams(message=str(error)) from None
        edits = [types.TextEdit(server.range(document, span), params.new_name) for span in places]
        return types.WorkspaceEdit({uri: edits})

    @server.feature(types.TEXT_DOCUMENT_COMPLETION)
    def completed(params: types.CompletionParams) -> list[types.CompletionItem]:
        document, line, column = server.place(params.text_document.uri, params.position)
        return [
            types.CompletionItem(
                one.text,
                kind=_KINDS.get(one.kind, types.CompletionItemKind.Variable),
                detail=one.detail,
                documentation=one.documentation,
                sort_text=f"{number:04}",
            )
            for number, one in enumerate(complete(document, line, column))
        ]


def _answer_texts(server: _Server) -> None:
    """Answer what is asked about a whole text."""

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        document, _, _ = server.place(params.text_document.uri, types.Position(0, 0))
        if document.mistakes:
            return []
        try:
            text = format_game(document.text, document.name)
        except CobraError:  # a game in the core language
            return []
        last = len(document.lines)
        whole = Span(document.name, 1, 1, last, len(document.lines[-1]) + 1)
        return [types.TextEdit(server.range(document, whole), text)] if text != document.text else []

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        document, _, _ = server.place(uri, types.Position(0, 0))
        where = server.range(document, subject(document, ""))
        commands = [
            types.Command("check", CHECK, arguments=[uri]),
            types.Command(sizes(server.texts[uri].looked), ""),
        ]
        return [types.CodeLens(where, command) for command in commands if command.title]

    @server.command(CHECK)
    async def check(*addresses: str) -> str:
        if (task := asyncio.current_task()) is not None:
            server.checks.add(task)
            task.add_done_callback(server.checks.discard)
        if not addresses and len(server.texts) == 1:  # some editors start a command without an argument
            addresses = (*server.texts,)
        said = await _verdict(server, str(addresses[0]) if addresses else "")  # whatever an editor sends
        server.window_show_message(types.ShowMessageParams(types.MessageType.Info, said))
        return said


async def _verdict(server: _Server, uri: str) -> str:
    """Return whether a game is well-formed, in words."""
    opened = server.texts.get(uri)
    if opened is None:
        return "this game is not open" if uri else "say which game by its address: several are open, or none"
    if opened.document.mistakes:
        return "there are mistakes in this game"
    if opened.work is not None:
        opened.work.cancel()
    await server.ask(uri, opened, True, _CHECK_SECONDS)
    if server.texts.get(uri) is not opened:
        return "the game was changed meanwhile"
    if opened.looked.well_formed is None:
        return opened.looked.mistakes[0].message if opened.looked.mistakes else "there was not enough time"
    return "well-formed" if opened.looked.well_formed else "not well-formed"
