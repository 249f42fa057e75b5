"""The dialogue of `cobra play`: lines in, lines out, one game."""

from __future__ import annotations

import os
import random
import sys
import textwrap
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from io import TextIOWrapper
from typing import Final

import click

from cobra.amounts import amount
from cobra.budget import Deadline
from cobra.cli.shared import DONE, at_work
from cobra.cli.show.colour import Painter, wanted
from cobra.cli.show.lies import allowed_words, unseen_words
from cobra.cli.show.text import plural, title
from cobra.engine.made import Made, show_made_outcome
from cobra.engine.run import Run
from cobra.errors import CobraError
from cobra.limits import Limits
from cobra.model.game import Game, Outcomes
from cobra.options import CODEMAKERS, INTERACTIVE
from cobra.play.advise import unlisted_experiments
from cobra.play.begin import new_positions
from cobra.play.beliefs import lies_told_words
from cobra.play.codebreakers import is_strategy, make_codebreaker, written_codebreaker
from cobra.play.codemakers import Codemaker, make_codemaker
from cobra.play.liars import Liar
from cobra.play.position import Position
from cobra.play.session import Session
from cobra.play.too_many_lies import TooManyLies

_WIDTH: Final = 78
_INDENT: Final = "   "
_LISTED: Final = 60
"""So many codes `list` shows unless told otherwise."""
_REPAIRS: Final = 8
"""So many ways to repair a contradiction are shown."""
_FITS: Final = "one code that fits all answers"
"""What an adversary tells in the end, as it keeps no code."""
_LINE: Final = 10_000
"""Longer lines are cut."""

_COMMANDS: Final = {
    "hint": "a hint; the next one says more, the third all",
    "left": "how many codes are left",
    "list [N]": "the codes left, the first N",
    "best": "the best experiment",
    "why": "why it is; why EXPERIMENT compares it with another",
    "why not CODE": "which answers exclude a code",
    "undo": "take back the last experiment or answer",
    "edit N ANSWER": "change the answer to experiment N",
    "review": "what each move cost, and what was luck",
    "give up": "end the game and see the secret",
    "quit": "end the game",
}

_WITH_MORE: Final = ("list", "why", "edit", "give")
"""Commands that more may follow; with more the others are experiments."""


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays and how, as asked for on the command line; None for what was left open."""

    codebreaker: str | None
    codemaker: str | None
    seed: int | None
    threads: int
    memory: int
    time_limit: float | None
    limits: Limits


def converse(game: Game, players: Players, history: tuple[Made, ...] = ()) -> int:
    """Play one game at the terminal; return the exit status."""
    session = _session(game, players, history)
    if session.role == "make" and session.turn == "ask":
        session.propose()  # a strategy that cannot play at all is an error
    dialog = Dialog(session)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    try:
        dialog.run()
    except BrokenPipeError:  # nobody reads it any more: what is still in the buffer goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def _session(game: Game, players: Players, history: tuple[Made, ...]) -> Session:
    asks, answers = players.codebreaker or INTERACTIVE, players.codemaker
    if asks != INTERACTIVE or history:
        answers = answers or INTERACTIVE
    answers = answers or "random"
    if asks != INTERACTIVE and answers != INTERACTIVE:
        raise click.UsageError("the computer cannot play both; `cobra simulate` lets it play against itself")
    if history and answers != INTERACTIVE:
        raise click.UsageError("--history has answers of somebody else, so the codemaker is interactive")
    seed = random.SystemRandom().randrange(1 << 32) if players.seed is None else players.seed
    maker = breaker = start = None
    if answers != INTERACTIVE:
        maker, start = _codemaker(game, answers, seed, players)
    if asks != INTERACTIVE and is_strategy(asks):
        breaker = make_codebreaker(asks, seed=seed, threads=players.threads)
    elif asks != INTERACTIVE:
        with at_work(Deadline(players.time_limit, players.memory), False, "checking the strategy"):
            breaker = written_codebreaker(asks, game, memory=players.memory, limits=players.limits)
    return Session(
        game,
        codemaker=maker,
        codebreaker=breaker,
        history=history,
        memory=players.memory,
        limits=players.limits,
        time_limit=players.time_limit,
        start=start,
    )


def _codemaker(game: Game, name: str, seed: int, players: Players) -> tuple[Codemaker, Position]:
    """Return a codemaker and the beginning of the game, both in the time that an answer may take."""
    run = Run()
    positions = cache(new_positions(game, run, players.memory, players.limits))
    with nullcontext() if players.time_limit is None else run.at_most(players.time_limit):
        return make_codemaker(game, name, seed=seed, positions=positions), positions(())


class Dialog:
    """Reads lines and does what they say, until the game or the input ends."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._paint = Painter(session.game, wanted())
        self._open = True
        self._said_over = False
        self._shown: Position | None = None
        self._do: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "hint": self._hint,
            "left": self._left,
            "list": self._list,
            "best": self._best,
            "why": self._why,
            "review": self._review,
            "undo": self._undo,
            "edit": self._edit,
            "give": self._give_up,
            "quit": self._quit,
            "exit": self._quit,
        }

    def run(self) -> None:
        """Hold the dialogue."""
        self._greet()
        while self._open:
            try:
                line = self._read(self._prompt())
                if line is None:
                    break
                self._obey(line.strip())
            except CobraError as error:
                self._say(str(error))
            except KeyboardInterrupt:
                print()
                break

    def _obey(self, line: str) -> None:
        session = self._session
        if not line:
            self._open = session.turn != "over"
            return
        word, _, rest = line.partition(" ")
        command = self._do.get(word.casefold())
        if session.is_answer(line):  # "left" is an answer in a weighing, and a command elsewhere
            command = None
        if word.casefold() == "give" and rest.strip() not in ("", "up"):
            command = None
        if command is not None and (not rest or word.casefold() in _WITH_MORE):
            command(rest.strip())
        elif session.turn == "answer":
            made = session.answer(line)
            if show_made_outcome(session.game, made) != line:
                self._say(f"that is {self._paint.answer(made)}")
            self._clash()
        elif session.turn == "ask" and session.role == "break":
            session.ask(line)
            self._show_number(len(session.history))
        elif session.turn == "ask":
            self._tell(line)
        elif session.turn == "over":
            self._say("the game is over")
        else:
            self._clash()

    def _tell(self, line: str) -> None:
        """Read an experiment with its answer, or without."""
        try:
            self._session.add(line)
        except CobraError as error:
            try:
                self._session.ask(line)
            except CobraError:
                raise error from None
            return
        self._show_number(len(self._session.history))
        self._clash()

    def _greet(self) -> None:
        session = self._session
        print(title(session.game))
        codes = f"{session.counted(0)} codes"
        unseen = unseen_words(session.game)
        also = f"; {unseen}" if unseen else ""
        if session.role == "break":
            assert session.codemaker is not None
            every = "all " if session.position.exact else ""
            honest = session.codemaker.name not in CODEMAKERS or session.codemaker.name == "random"
            who = (
                f"The computer keeps one of {codes}" if honest else f"An adversary keeps {every}{codes} open"
            )
            who += also
            self._say(f"{who}. Type an experiment{self._such_as()}, or help.", "")
        elif session.role == "make":
            self._say(f"Think of one of {codes}{also}; the computer asks. Type its answers, or help.", "")
        else:
            such_as = self._such_as(answer=True)
            self._say(
                f"{codes}{also}. Type each experiment with its answer{such_as}; or help.",
                "",
            )
        self._show_history()

    def _such_as(self, answer: bool = False) -> str:
        example = self._session.example()
        if example is None:
            return ""
        return f" such as {' = '.join(example)}" if answer else f" such as {example[0]}"

    def _prompt(self) -> str:
        session = self._session
        number = len(session.history) + 1
        turn = session.turn
        if turn != "over" and session.position is not self._shown and (standing := session.standing()):
            self._say(standing)
            self._shown = session.position
        if turn == "over":
            self._over()
            return "over> "
        if turn == "clash":
            return "edit or undo> "
        if session.role == "make":
            try:
                session.propose()
            except CobraError as error:  # it can still be taken back, or another experiment be told
                self._say(str(error))
        if session.asked is not None:
            return f"{number}. {session.notation.experiment(session.asked)} = "
        return f"{number}> "

    def _read(self, prompt: str) -> str | None:
        """Return a line, None at the end of the input; what is piped in is shown as if it were typed."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            with suppress(ImportError):  # not on every system
                import readline  # noqa: F401  (with it lines can be edited)
            try:
                return input(prompt)[:_LINE]
            except EOFError:
                print()
                return None
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline(_LINE)
        print(line.rstrip("\n"))
        return line or None

    def _show_number(self, number: int) -> None:
        made = self._session.history[number - 1]
        print(f"   {number}. {self._paint.experiment(made.experiment)} = {self._paint.answer(made)}")
        for unlisted in unlisted_experiments(self._session.game, [made]):
            self._say(f"{unlisted} is not in the lists of the game")

    def _show_history(self) -> None:
        for number in range(1, len(self._session.history) + 1):
            self._show_number(number)
        self._clash()

    def _over(self) -> None:
        """Say once that the game is over, and what was found."""
        session = self._session
        if not self._said_over:
            if not session.given_up:
                found = self._found()
                how = "lost" if session.position.lost else "over"
                self._say(f"{how} after {plural(len(session.history), 'experiment')}: {found}")
            repair = "" if session.role == "break" else "; undo or edit if that is wrong"
            self._say(f"review looks at the game again, quit ends it{repair}")
        self._said_over = True

    def _found(self) -> str:
        """Return what was found out in a game that is over."""
        session = self._session
        secret, goals = session.secret(), session.found()
        known = [known for known in (session.standing(), goals) if known]
        is_known = session.position.codes == 1 or self._is_honest()  # else an adversary kept several open
        known += [f"{'the code' if is_known else _FITS} is {self._paint.text(secret)}"] if secret else []
        known += [lies] if secret and (lies := self._lies()) else []
        if not goals and not secret and not session.position.lost:
            known.append("no experiment tells more")
        return "; ".join(known)

    def _lies(self) -> str:
        """Return which answers were lies; nothing where none can be one.

        Where the secret moves only who keeps it knows: it may have come to where it is in several ways.
        """
        unseen = self._session.game.unseen
        if unseen is None or not (unseen.lies or unseen.any_lies):
            return ""
        lies = lies_told_words(self._session.lies())
        is_known = not unseen.moves or isinstance(self._session.codemaker, Liar)
        return lies if is_known else f"it may be that {lies}"

    def _clash(self) -> None:
        """Say which answers contradict each other, if they do, and what to type to repair it."""
        found = self._session.clash()
        if found is None:
            return
        *most, last = map(str, found.clash)
        which = f"{', '.join(most)} and {last}" if most else last
        allowed = allowed_words(found) if isinstance(found, TooManyLies) else ""
        together = f"{' together' if most else ''}{allowed}"
        self._say(f"no code gives {'answers' if most else 'answer'} {which}{together}; undo, or")
        for repair in found.repairs[:_REPAIRS]:
            left = "" if repair.codes is None else f"  {plural(repair.codes, 'code')}"
            self._say(f"edit {repair.experiment} {repair.text}{left}")
        if len(found.repairs) > _REPAIRS:
            self._say(f"… or one of {len(found.repairs) - _REPAIRS} other changes of one answer")
        if not found.complete:
            self._say("edit N ANSWER; there was no time to find all changes of one answer that would do")
        elif not found.repairs:
            self._say("edit N ANSWER; more than one answer must be wrong")
        if found.unlisted:
            from cobra.cli.show.explain import unlisted_words

            self._say(unlisted_words(found))

    def _say(self, text: str, indent: str = _INDENT) -> None:
        for line in text.splitlines():
            print(
                textwrap.fill(
                    line,
                    _WIDTH,
                    initial_indent=indent,
                    subsequent_indent=indent,
                    break_long_words=False,
                    break_on_hyphens=False,
                )
            )

    def _columns(self, words: Sequence[str]) -> None:
        width = max(map(len, words)) + 2
        across = max(1, (_WIDTH - 3) // width)
        for start in range(0, len(words), across):
            cells = [
                self._paint.text(word) + " " * (width - len(word)) for word in words[start : start + across]
            ]
            print(_INDENT + "".join(cells).rstrip())

    # The commands.

    def _help(self, rest: str) -> None:
        for type_ in self._session.game.experiments[:1]:
            answers = type_.answer
            if isinstance(answers, Outcomes):
                self._say(f"answers: {', '.join(one.name for one in answers.outcomes)}")
        width = max(map(len, _COMMANDS))
        for command, meaning in _COMMANDS.items():
            self._say(f"{command.ljust(width)}  {meaning}")

    def _hint(self, rest: str) -> None:
        hint = self._session.hint()
        self._say(hint.text if hint.experiment is None else f"ask {self._paint.text(hint.experiment)}")

    def _left(self, rest: str) -> None:
        self._say(self._session.count())

    def _list(self, rest: str) -> None:
        most = int(rest) if rest.isdecimal() and len(rest) < 10 else _LISTED
        position = self._session.position
        codes = position.list(most)
        if not codes:  # none is left, or none is to be shown
            self._say(self._session.count())
            return
        self._columns(codes)
        least = "" if position.exact else "at least "
        if more := position.codes - len(codes):
            self._say(f"… and {least}{amount(more)} more")
        elif least:
            self._say("… and perhaps more")

    def _best(self, rest: str) -> None:
        self._say(f"ask {self._paint.text(self._session.best())}")

    def _why(self, rest: str) -> None:
        word, _, code = rest.partition(" ")
        why = self._session.why_not(code) if word == "not" else self._session.why(rest or None)
        for sentence in why:
            self._say(sentence)

    def _review(self, rest: str) -> None:
        from cobra.cli.show.explain import Explained

        for line in Explained(review=self._session.review()).lines()[1:]:
            print((_INDENT + line).rstrip())

    def _undo(self, rest: str) -> None:
        made = self._session.undo()
        self._said_over = False
        if made is not None:
            self._say(f"taken back: {self._paint.experiment(made.experiment)} = {self._paint.answer(made)}")

    def _edit(self, rest: str) -> None:
        number, _, answer = rest.partition(" ")
        if not number.isdecimal() or not answer.strip():
            self._say("write edit N ANSWER, such as edit 1 and the new answer")
            return
        self._session.edit(int(number[:9]), answer)
        self._said_over = False
        self._show_history()

    def _give_up(self, rest: str) -> None:
        secret = self._session.give_up()
        if secret is not None:
            fits = "the secret" if self._is_honest() else _FITS
            lies = self._lies()
            self._say(f"{fits} is {self._paint.text(secret)}{f'; {lies}' if lies else ''}")

    def _is_honest(self) -> bool:
        maker = self._session.codemaker
        return maker is not None and maker.name not in ("models", "fixed")

    def _quit(self, rest: str) -> None:
        self._open = False
