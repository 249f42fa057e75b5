"""A game in progress, between a person and the computer or another person: a state machine without I/O.

Three roles. The person *breaks* a code that a codemaker of the computer keeps; *makes* one, and the computer
asks; or is *helped* in a game against somebody else, and tells both experiments and answers.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Final, Literal

from cobra.amounts import amount
from cobra.arguments import checked
from cobra.budget import Progress
from cobra.engine.made import Made, show_made_outcome
from cobra.engine.run import Run
from cobra.errors import GameError
from cobra.limits import Limits
from cobra.model.answers import OutcomeValue
from cobra.model.game import Experiment, Game
from cobra.model.reading import SeveralOutcomes, read_outcome
from cobra.model.show import Notation
from cobra.options import MEMORY
from cobra.play.begin import is_of, position_after
from cobra.play.beliefs import lies_told, told_words
from cobra.play.believed_position import BelievedPosition
from cobra.play.codebreakers import Codebreaker, best_codebreaker
from cobra.play.codemakers import Codemaker
from cobra.play.contradiction import Contradiction, contradiction
from cobra.play.excluded import excluded
from cobra.play.explain import explain
from cobra.play.goals import GoalKnowledge, found_goals, goals_known
from cobra.play.liars import Liar
from cobra.play.position import Position
from cobra.play.read import has_experiment, has_made, history_of, read_answer, read_experiment, read_made
from cobra.play.review import Review, review
from cobra.play.split import exact_split, split
from cobra.play.standing import standing_document, standing_words
from cobra.play.too_many_lies import too_many_lies

Role = Literal["break", "make", "help"]
Turn = Literal["ask", "answer", "over", "clash"]
"""What comes next: an experiment; the answer to one that was asked; nothing; a correction, for no code fits
the answers."""

_ANSWERS: Final = 20
"""So many answers are named in a message."""
_CLASH: Final = 3.0
_EXPLAINED: Final = 5.0
_REVIEWED: Final = 20.0
"""Seconds for a contradiction, an explanation and a review, without a time limit."""
_DOSES: Final = 3
"""Hints in a position: how many codes are left, a nudge, the best experiment."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint; the next one in the same position says more."""

    dose: int
    """1: how many codes are left; 2: a nudge; 3: the best experiment."""
    text: str
    experiment: str | None = None
    """The best experiment, in the last dose."""


class Session:
    """A game in progress.

    With a `codemaker` the person breaks, with a `codebreaker` the person makes, without either the person is
    helped. Every method that changes something either does so or raises `GameError` and changes nothing.
    `time_limit` is in seconds, for each answer of the computer. `start` is the beginning of the game where it
    is known already, in the time of a run without a limit.
    """

    @checked
    def __init__(
        self,
        game: Game,
        *,
        codemaker: Codemaker | None = None,
        codebreaker: Codebreaker | None = None,
        history: tuple[Made, ...] = (),
        memory: int = MEMORY,
        limits: Limits | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
        start: Position | None = None,
    ) -> None:
        if codemaker is not None and codebreaker is not None:
            raise GameError("a game between two players of the computer is simulated")
        if codemaker is not None and history:
            raise GameError("a history has answers of somebody else, but the computer is the codemaker")
        if start is not None and (start.history or not is_of(game, start.game)):
            raise GameError("start must be the beginning of this game, the position without a history")
        self.game = game
        self.codemaker = codemaker
        self.codebreaker = codebreaker
        self.role: Role = "break" if codemaker is not None else "make" if codebreaker is not None else "help"
        self.notation = Notation(game)
        self.asked: Experiment | None = None
        """The experiment that waits for its answer."""
        self.given_up = False
        self._memory = memory
        self._limits = limits
        self._run = Run(None, progress) if start is None else start.run
        self._time_limit = time_limit
        self._adviser: Codebreaker = best_codebreaker()
        """Who is asked for the best experiment, which need not be the next of `codebreaker`."""
        self._dose = 0
        with self._timed():
            start = start or position_after(game, run=self._run, memory=memory, limits=limits)
            self._positions = [start]
            for made in history_of(game, history):
                self._positions.append(self.position.then(made))
        if not self._positions[0].codes:
            raise GameError("the game has no code")

    def __getstate__(self) -> dict[str, object]:
        """Return what copies and other processes get, which go on by themselves."""
        return {**vars(self), "_positions": self._positions.copy()}

    @property
    def position(self) -> Position:
        """Return what is known now."""
        return self._positions[-1]

    @property
    def history(self) -> tuple[Made, ...]:
        """Return the experiments made, with their answers."""
        return self.position.history

    @property
    def turn(self) -> Turn:
        """Return what comes next."""
        if self.given_up or self.position.over:
            return "over"
        if not self.position.codes:
            return "clash"
        return "ask" if self.asked is None else "answer"

    @checked
    def left(self, number: int) -> int:
        """Return how many codes were left after the first `number` experiments; at least so many where they
        could not be counted.
        """
        return self._after(number).codes

    def count(self) -> str:
        """Return how many codes are left, in words."""
        position, start = self.position, self._positions[0]
        if not position.codes:
            return "no code is left"
        if position.codes == 1:
            return f"{'' if position.exact else 'at least '}one code is left{self._by_lies()}"
        before = f" of {amount(start.codes)}" if start.exact else ""
        return f"{self.counted()}{before} codes are left{self._by_lies()}"

    @checked
    def counted(self, number: int | None = None) -> str:
        """Return how many codes are left, or were after the first `number` experiments, `at least 100` where
        they could not be counted.
        """
        position = self._after(number)
        return amount(position.codes) if position.exact else f"at least {amount(position.codes)}"

    def _by_lies(self) -> str:
        """Return how many codes are left with so many lies, `: 3 if no answer was a lie, 5 if 1 was`."""
        words = told_words(self.told())
        return f": {words}" if words else ""

    def told(self) -> tuple[int, ...]:
        """Return how many codes are possible with no lie told, with one, and so on; nothing in games without
        lies."""
        position = self.position
        lies = isinstance(position, BelievedPosition) and position.beliefs.lies
        return lies_told(position.belief) if isinstance(position, BelievedPosition) and lies else ()

    def lies(self) -> tuple[int, ...]:
        """Return which answers were lies, counted from 1, when the game is over and its secret known.

        Where the computer keeps no secret, as few as can be.
        """
        position = self.position
        if self.secret() is None or not isinstance(position, BelievedPosition):
            return ()
        if isinstance(self.codemaker, Liar):
            lies = self.codemaker.lies(position)
        else:
            lies = position.course().lies
        return tuple(place + 1 for place in lies)

    @checked
    def ask(self, text: str) -> Made | None:
        """Make an experiment; return it with its answer, None when that is still to be told."""
        self._demand("ask", "answer")
        experiment = read_experiment(self.position.notation, text)
        if self.codemaker is None:
            self.asked = experiment
            return None
        with self._timed():
            made = Made(experiment, self.codemaker.answer(self.position, experiment))
        if not has_made(self.game, made):
            asked, name = self.notation.experiment(experiment), self.codemaker.name
            raise GameError(
                f"the codemaker {name} gives no answer of the game to {asked}, but {made.outcome!r}"
            )
        self._append(made)
        return made

    def propose(self) -> Experiment:
        """Let the computer ask; return the experiment that waits for its answer."""
        self._demand("ask", "answer")
        if self.codemaker is not None:
            raise GameError("the computer is the codemaker; write an experiment")
        if self.asked is None:
            self.asked = self._chosen_by(self.codebreaker or self._adviser)
        return self.asked

    @checked
    def is_answer(self, text: str) -> bool:
        """Return whether a text is an answer to the experiment that waits for one."""
        if self.turn != "answer" or self.asked is None:
            return False
        try:
            read_outcome(self.game.experiments[self.asked[0]].answer, text)
        except SeveralOutcomes:
            return True
        except GameError:
            return False
        return True

    @checked
    def answer(self, text: str) -> Made:
        """Tell the answer to the experiment that waits for it."""
        if self.turn != "answer" or self.asked is None:
            raise GameError("no experiment waits for an answer")
        made = Made(self.asked, self._outcome(self.asked, text))
        self._append(made)
        return made

    @checked
    def add(self, text: str) -> Made:
        """Tell an experiment and its answer at once, such as `0011 1B1W`."""
        self._demand("ask", "answer")
        if self.codemaker is not None:
            raise GameError("the computer is the codemaker and answers itself; write an experiment")
        made = read_made(self.game, text, self.position.notation)
        self._append(made)
        return made

    def undo(self) -> Made | None:
        """Take back the last experiment; or the giving up, or the question that waits for its answer, which
        return None.

        `GameError` when there is nothing to take back, and for the giving up where the computer keeps the
        secret, which it has told then.
        """
        if self.given_up and self.codemaker is not None:  # its secret was told
            raise GameError("the game is over")
        if self.given_up:
            self.given_up = False
            return None
        if self.asked is not None and self.role == "help":
            self.asked = None
            return None
        if not self.history:
            raise GameError("there is nothing to take back")
        made = self.history[-1]
        self._positions.pop()
        self._changed()
        if self.role == "make":
            self.asked = made.experiment
        return made

    @checked
    def edit(self, number: int, answer: str) -> Made:
        """Change the answer to experiment `number`, from 1; the others stay. It takes back the giving up."""
        if self.codemaker is not None:
            raise GameError(
                f"the answers are the computer's{'' if self.game.unseen else ', and they are true'}"
            )
        if not 1 <= number <= len(self.history):
            raise GameError(f"there is no experiment {number}; {len(self.history)} were made")
        experiment = self.history[number - 1].experiment
        made = Made(experiment, self._outcome(experiment, answer))
        further = self._positions[:number]
        with self._timed():
            for one in (made, *self.history[number:]):
                further.append(further[-1].then(one))
        self._positions = further
        self.given_up = False
        self._changed()
        return made

    def hint(self) -> Hint:
        """Return a hint, each time more of one."""
        self._demand("ask", "answer")
        dose = min(self._dose + 1, _DOSES)
        if dose == 1:
            hint = Hint(1, self.count())
        elif dose == 2:
            hint = Hint(2, self._nudge())
        else:
            best = self.best()
            hint = Hint(3, f"ask {best}", best)
        self._dose = dose
        return hint

    def best(self) -> str:
        """Return an experiment that is best, as far as is known (see `best_codebreaker`)."""
        self._demand("ask", "answer")
        return self.notation.experiment(self._chosen_by(self._adviser))

    def _seconds(self, usual: float) -> float:
        """Return the time that a question has: the usual, unless another limit was set."""
        return usual if self._time_limit is None else self._time_limit

    @checked
    def why(self, text: str | None = None) -> tuple[str, ...]:
        """Return sentences that say why the best experiment is best, against `text` or what waits."""
        self._demand("ask", "answer")
        if text is None and self.asked is not None:
            text = self.notation.experiment(self.asked)
        return explain(
            self.game,
            self.history,
            text,
            memory=self._memory,
            time_limit=self._seconds(_EXPLAINED),
            limits=self._limits,
        ).sentences

    @checked
    def why_not(self, code: str) -> tuple[str, ...]:
        """Return sentences that say which answers exclude a code."""
        return excluded(
            self.game,
            self.history,
            code,
            memory=self._memory,
            time_limit=self._seconds(_EXPLAINED),
            limits=self._limits,
        ).sentences

    def review(self) -> Review:
        """Return a look back at the game, move by move; `GameError` while no code fits the answers."""
        seconds = self._seconds(_REVIEWED)
        return review(self.game, self.history, memory=self._memory, time_limit=seconds, limits=self._limits)

    def example(self) -> tuple[str, str] | None:
        """Return an experiment that says something, and the answer most codes give; None for none at hand."""
        table = self.position.step
        if table is None or not self.position.codes:
            return None
        experiments = table.first_experiments(self._memory)
        if not experiments:
            return None
        experiment = self.position.here(table.compiled.experiment(experiments[-1]))
        answers = split(self.position, experiment).show(self.game)
        return self.notation.experiment(experiment), max(answers, key=lambda answer: answers[answer])

    def clash(self) -> Contradiction | None:
        """Return which answers contradict each other and what would repair it, None when a code fits."""
        if self.turn != "clash":
            return None
        seconds = self._seconds(_CLASH)
        if isinstance(self.position, BelievedPosition):
            with self._run.at_most(seconds):
                return too_many_lies(self.position)
        return contradiction(
            self.game, self.history, time_limit=seconds, memory=self._memory, limits=self._limits
        )

    def give_up(self) -> str | None:
        """End the game; return the secret where the computer keeps it."""
        self._demand("ask", "answer", "clash")
        secret = None if self.codemaker is None else self.codemaker.reveal(self.position)
        self.given_up = True
        return secret

    def secret(self) -> str | None:
        """Return the secret of a game that is over, None when it is not known."""
        if self.turn != "over":
            return None
        if self.codemaker is not None:
            return self.codemaker.reveal(self.position)
        return self.position.list(1)[0] if self._is_found else None

    @property
    def _is_found(self) -> bool:
        """Return whether one code is left, and no other for sure."""
        return self.position.codes == 1 and self.position.exact

    @checked
    def standing(self, number: int | None = None) -> str:
        """Return state and price as text, now or after the first `number` experiments; nothing where there is
        neither."""
        position = self._after(number)
        return standing_words(self.game, position.standing)

    def goals(self) -> tuple[GoalKnowledge, ...]:
        """Return what is known of each goal of the game; nothing where the secret itself is asked for."""
        return goals_known(self.position)

    def found(self) -> str:
        """Return the goals that are known, such as `zebra = Japanese`; nothing without any."""
        return found_goals(self.goals())

    def state(self) -> dict[str, object]:
        """Return all that is to be seen, as JSON has it."""
        return {
            "role": self.role,
            "turn": self.turn,
            "history": [
                {
                    "experiment": self.notation.experiment(made.experiment),
                    "answer": show_made_outcome(self.game, made),
                    "left": self.left(number),
                    "exact": self._positions[number].exact,
                    **standing_document(self.game, self._positions[number].standing),
                }
                for number, made in enumerate(self.history, start=1)
            ],
            "asked": None if self.asked is None else self.notation.experiment(self.asked),
            "left": self.position.codes,
            "exact": self.position.exact,
            **standing_document(self.game, self.position.standing),
            **({} if self.game.memory is None else {"lost": self.position.lost}),
            **({} if self.game.unseen is None else {"told": list(self.told()), "lies": list(self.lies())}),
            "codemaker": None if self.codemaker is None else self.codemaker.name,
            "codebreaker": None if self.codebreaker is None else self.codebreaker.name,
            "given_up": self.given_up,
            "goals": [goal.document() for goal in self.goals()],
            "secret": self.secret(),
        }

    def _after(self, number: int | None) -> Position:
        """Return what was known after the first `number` experiments; None: what is known now."""
        if number is not None and number >= len(self._positions):
            raise GameError(f"there is no experiment {number}; {len(self.history)} were made")
        return self._positions[-1 if number is None else number]

    def _demand(self, *turns: Turn) -> None:
        if self.turn not in turns:
            raise GameError(
                "no code fits the answers any more: take one back, or change it"
                if self.turn == "clash"
                else "the game is over"
            )

    def _outcome(self, experiment: Experiment, text: str) -> OutcomeValue:
        """Read an answer; a mistake names the answers that some code gives."""
        if self._positions[0].left is None:
            return read_answer(self.game, experiment, text)
        try:
            return read_outcome(self.game.experiments[experiment[0]].answer, text)
        except SeveralOutcomes:
            return read_answer(self.game, experiment, text)
        except GameError:
            pass
        answers = list(split(self._positions[0], experiment).show(self.game))
        more = ", …" if len(answers) > _ANSWERS else ""
        raise GameError(
            f"{text.strip()!r} is no answer to {self.notation.experiment(experiment)}; "
            f"the answers are {', '.join(answers[:_ANSWERS])}{more}"
        )

    def _append(self, made: Made) -> None:
        with self._timed():
            self._positions.append(self.position.then(made))
        self._changed()

    def _changed(self) -> None:
        self.asked = None
        self._dose = 0

    def _timed(self) -> AbstractContextManager[None]:
        self._run.interrupted = False  # Ctrl-C ended something before, not this
        return nullcontext() if self._time_limit is None else self._run.at_most(self._time_limit)

    def _chosen_by(self, codebreaker: Codebreaker) -> Experiment:
        with self._timed():
            experiment = codebreaker.choose(self.position)
        if experiment is None and self.game.unseen is not None and self.game.unseen.moves:
            raise GameError("no strategy leads on from here, as the secret moves")
        if experiment is None:
            raise GameError("no experiment tells apart what is left")
        if not has_experiment(self.game, experiment):
            raise GameError(
                f"the codebreaker {codebreaker.name} names no experiment of the game: {experiment!r}"
            )
        return experiment

    def _nudge(self) -> str:
        """Say how well the codes left can be split, but not how."""
        if self._is_found:
            return "the answers so far determine the code"
        experiment = self._chosen_by(self._adviser)
        parts = exact_split(self.position, experiment)
        if parts is None:
            return "there are too many codes left to say how well an experiment splits them"
        several = len({type_.name for type_ in self.game.experiments}) > 1
        which = f"the best {self.game.experiments[experiment[0]].name}" if several else "the best experiment"
        can = ", and can be the code" if parts.can_be_final else ""
        answers = f"{len(parts.parts)} answer{'' if len(parts.parts) == 1 else 's'}"
        most = f"{amount(parts.largest)} code{'' if parts.largest == 1 else 's'}"
        return f"{which} has {answers}, leaves at most {most}{can}"
