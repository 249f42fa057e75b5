"""The paths of the server and what happens at each of them."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cobra.texts import language, say
from cobra.web.allowance import MISTAKE, SECRETS, Allowance
from cobra.web.forms import Form, FormError, read_json
from cobra.web.guard import Guard
from cobra.web.jobs import Job, Jobs
from cobra.web.pages import Page, page_of
from cobra.web.workers import BusyError, Lane, Reply, failure

ASKED: Final = (
    *("game", "position", "advice", "split", "why", "why-not", "next"),
    *("mistakes", "look", "complete", "hover"),
)
"""What is computed while the page waits, by the last part of the path."""
LONG: Final = ("compare", "strategy", "review", "check")
"""The kinds of jobs."""
STRATEGY_FILE: Final = "strategy"
"""The format of a strategy as it is kept, beside those it can be exported to."""
_WORKERS: Final = 2
"""So many answers the page waits for, and so many jobs, are computed at once."""
_WAITING: Final = 32
"""So many requests may wait for their turn."""
_WAITING_JOBS: Final = 8
"""So many jobs may run or wait."""
_JSON: Final = "application/json"
_FILE: Final = "application/octet-stream"


class Server:
    """What the paths share: the workers, the jobs and the secrets kept."""

    def __init__(
        self, allowance: Allowance, pages: Mapping[str, Page], libraries: Mapping[str, bytes]
    ) -> None:
        self._pages = pages
        self._libraries = {language: page_of(body, _JSON) for language, body in libraries.items()}
        self._seconds = allowance.seconds
        self._lane = Lane(allowance, _WORKERS, _WAITING)
        self._job_lane = Lane(allowance, _WORKERS, _WAITING_JOBS)
        self._jobs = Jobs(self._job_lane, allowance.job_seconds, _WAITING_JOBS)
        self._secrets: OrderedDict[str, str] = OrderedDict()

    def app(self, hosts: Sequence[str], token: str) -> Guard:
        """Return the app for a server of these names, with the port, that is entered with this token."""
        routes = [
            Route("/", self._page),
            Route("/page/{name}", self._page),
            Route("/api/library", self._describe_library),
            Route("/api/secret", self._keep, methods=["POST"]),
            Route("/api/secret/{id}", self._is_kept, methods=["GET"]),
            Route("/api/answer", self._answer, methods=["POST"]),
            Route("/api/reveal", self._answer, methods=["POST"]),
            Route("/api/jobs", self._start, methods=["POST"]),
            Route("/api/jobs/{id}", self._look, methods=["GET"]),
            Route("/api/jobs/{id}", self._delete, methods=["DELETE"]),
            Route("/api/jobs/{id}/{format}", self._export, methods=["GET"]),
            *(Route(f"/api/{name}", self._ask, methods=["POST"]) for name in ASKED),
        ]
        handlers: Mapping[Any, Any] = {HTTPException: _refused, FormError: _misformed, Exception: _failed}
        app = Starlette(routes=routes, exception_handlers=handlers, lifespan=self._living)
        app.router.redirect_slashes = False
        return Guard(app, hosts, token)

    @asynccontextmanager
    async def _living(self, app: Starlette) -> AsyncIterator[None]:
        warming = asyncio.create_task(self._lane.warm())
        yield
        warming.cancel()
        await asyncio.wait([warming])
        self._jobs.close()
        await self._lane.close()
        await self._job_lane.close()

    async def _page(self, request: Request) -> Response:
        page = self._pages.get(request.path_params.get("name", ""))
        if page is None:
            raise HTTPException(404)
        return _sent(request, page)

    async def _describe_library(self, request: Request) -> Response:
        return _sent(request, self._libraries[language()])

    async def _ask(self, request: Request) -> Response:
        body = await request.body()
        read_json(body)  # what is no JSON needs no worker to be refused
        name = request.url.path.rpartition("/")[2]
        return _response(await self._reply(request, name, [body]))

    async def _keep(self, request: Request) -> Response:
        body = await request.body()
        read_json(body)
        reply = await self._reply(request, "secret", [body])
        if reply.status != 200:
            return _response(reply)
        while len(self._secrets) >= SECRETS:
            self._secrets.popitem(last=False)
        name = secrets.token_urlsafe(16)
        self._secrets[name] = json.loads(reply.body)["codemaker"]
        return _response(Reply(200, json.dumps({"secret": name}).encode()))

    async def _is_kept(self, request: Request) -> Response:
        self._secret(request.path_params["id"])
        return Response(b"{}", media_type=_JSON)

    async def _answer(self, request: Request) -> Response:
        body = await request.body()
        members = read_json(body)
        texts = [body, self._secret(Form(members, members).text("secret")).encode()]
        return _response(await self._reply(request, request.url.path.rpartition("/")[2], texts))

    async def _reply(self, request: Request, name: str, texts: list[bytes]) -> Reply:
        """Return the answer of a worker, or give it up when nobody waits for it any more."""
        asked = asyncio.create_task(self._lane.ask(name, texts, self._seconds))
        gone = asyncio.create_task(_disconnected(request))
        try:
            await asyncio.wait((asked, gone), return_when=asyncio.FIRST_COMPLETED)
            return asked.result() if asked.done() else failure(499, "nobody waits for this any more")
        finally:
            asked.cancel()
            gone.cancel()

    async def _start(self, request: Request) -> Response:
        body = await request.body()
        members = read_json(body)
        kind = Form(members, members).choice("kind", LONG)
        try:
            name = self._jobs.start(kind, body)
        except BusyError:
            sentence = "too many jobs are waiting; cancel one, or try again later"
            raise HTTPException(429, say(sentence)) from None
        return _response(Reply(202, json.dumps({"job": name}).encode()))

    async def _look(self, request: Request) -> Response:
        return Response(self._job(request).document(), media_type=_JSON)

    async def _delete(self, request: Request) -> Response:
        self._job(request)
        self._jobs.delete(request.path_params["id"])
        return Response(b"{}", media_type=_JSON)

    async def _export(self, request: Request) -> Response:
        job = self._job(request)
        if job.reply is None or not job.reply.strategy:
            raise HTTPException(409, "this job has no strategy")
        if request.path_params["format"] == STRATEGY_FILE:
            return Response(job.reply.strategy, media_type=_FILE)
        body = json.dumps({"format": request.path_params["format"]}).encode()
        reply = await self._reply(request, "export", [body, job.reply.strategy])
        if reply.status != 200:
            return _response(reply)
        return Response(reply.body, media_type=_FILE)

    def _secret(self, name: str) -> str:
        if name not in self._secrets:
            raise HTTPException(404, say("this secret is not kept any more"))
        self._secrets.move_to_end(name)
        return self._secrets[name]

    def _job(self, request: Request) -> Job:
        job = self._jobs.get(request.path_params["id"])
        if job is None:
            raise HTTPException(404, say("there is no such job (any more)"))
        return job


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _sent(request: Request, page: Page) -> Response:
    """Return a page, compressed for who takes that."""
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if packed else {})}
    return Response(page.packed if packed else page.body, headers=headers, media_type=page.media_type)


def _response(reply: Reply) -> Response:
    return Response(reply.body, reply.status, media_type=_JSON)


async def _refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, HTTPException)
    sentences = {404: "there is nothing at this path", 405: "this path does not take such requests"}
    said = refusal.detail != HTTPStatus(refusal.status_code).phrase
    sentence = refusal.detail if said else sentences.get(refusal.status_code, refusal.detail)
    response = _response(failure(refusal.status_code, sentence))
    response.headers.update(refusal.headers or {})
    return response


async def _misformed(request: Request, error: Exception) -> Response:
    return _response(failure(400, str(error)))


async def _failed(request: Request, error: Exception) -> Response:
    return _response(failure(500, say(MISTAKE)))
