"""What is done with a case, and what must come out: one function for each phase, so one long list."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

import cobra
from cobra.breakers.named import STRATEGIES
from cobra.budget import until
from cobra.cli.main import cobra as cli
from cobra.cli.show.advise import advice_json, advice_text, advice_warnings
from cobra.cli.show.analyze import analysis_json, analysis_text, analysis_warnings
from cobra.cli.show.check import check_json, check_text
from cobra.cli.show.explain import Questions
from cobra.cli.show.info import info_json, info_text, info_warnings
from cobra.cli.show.optimal import optimal_json, optimal_text, optimal_warnings
from cobra.cli.show.simulate import simulation_json, simulation_text, simulation_warnings
from cobra.cli.show.static import (
    plan_verification_json,
    plan_verification_text,
    static_json,
    static_text,
    static_warnings,
)
from cobra.cli.show.symmetry import symmetry_json, symmetry_text, symmetry_warnings
from cobra.cli.show.verify import verification_json, verification_text
from cobra.engine.made import Made, show_made
from cobra.errors import CobraError, LimitError
from cobra.limits import limit_names
from cobra.model.game import Game
from cobra.model.unseen import default_objective
from cobra.options import DEFAULT_OBJECTIVE, EQUIVALENCES, FORMATS, OBJECTIVES, WON
from tests import oracle
from tests.fuzz.case import Case
from tests.fuzz.certificates import certified
from tests.fuzz.laws import LIMITS, MEMORY, TIME_LIMIT, LawError, demand, equal, told, within
from tests.fuzz.writing import edit, style
from tests.model.test_expand import check_same
from tests.sat import test_alike as alike
from tests.sat.test_wellformed import found as verdicts_found
from tests.sat.test_wellformed import verdicts

SMALL_CODES: Final = 40
SMALL_EXPERIMENTS: Final = 60
"""Games up to this size are compared with the oracle."""
FEW_PROPOSITIONS: Final = 2000
"""Games with more of them, of all types together, are not even listed by definition."""
DEEP_PLAYS: Final = 400
"""A tree of longer plays is nested deeper than this reader of JSON goes, as docs/export.md says."""
MOST_STEPS: Final = 4000
FORMULAS: Final = 500_000
"""So many steps are tried by definition, fewer where each looks at long formulas."""
TINY_CODES: Final = 9
TINY_EXPERIMENTS: Final = 25
"""Games up to this size are solved by the oracle, too."""
SCORES: Final = (
    "min sum(n^2) then max parts",
    "min max(n) - hit",
    "max parts then min sum(n*log2(n))",
    "min total/parts",
)
APART: Final = (
    "is not possible in a game with a state, prices or plays that are lost",
    "a plan fixed in advance is not possible",
    "is not possible in a game in which answers may be lies or the secret moves",
    "is not possible where any number of answers may be wrong, as a play may take any number of experiments",
    "in a game with a state, prices, plays that are lost, lies or moves experiments are compared",
    "in a game with lies or moves no order of ties is searched",
    "in a game with a state, prices or plays that are lost no order of ties is searched",
)
"""What is said where something is for games only in which nothing but knowledge changes."""
NOTHING_TO_DO: Final = "--consistent leaves a strategy nothing to do"
ASKED: Final[dict[str, Any]] = {"time_limit": TIME_LIMIT, "memory": MEMORY, "limits": LIMITS}


@dataclass
class Trial:
    """A case being tried: what earlier phases found."""

    case: Case
    folder: Path
    """Where files may be written."""
    note: Callable[[str], None]
    """Hears the name of each phase before it begins."""
    game: Any = None
    sound: bool | None = None
    """Whether the game is proved well-formed."""
    codes: list[Any] | None = None
    """All codes and experiments by definition; None when the game is not small."""
    experiments: list[Any] | None = None
    rows: Sequence[Any] = ()
    strategy: Any = None
    done: list[str] = field(default_factory=list)
    """Phases that came to their end."""
    refused: dict[str, str] = field(default_factory=dict)
    """Phases that ended with a `CobraError`: its class."""

    def run(self, phases: Sequence[str]) -> None:
        """Go through phases; raises what breaks a law."""
        for name in phases:
            if name != "load" and self.game is None:
                return
            self.note(name)
            try:
                PHASES[name](self, self.case.random(name))
                self.done.append(name)
            except CobraError as error:
                told(error)
                self.refused[name] = type(error).__name__
                if name != "load":
                    self.demand_reason(name, error)

    def demand_reason(self, phase: str, error: CobraError) -> None:
        """Demand that a well-formed game is only refused for its size or for lack of time."""
        if self.apart and any(sentence in str(error) for sentence in APART):
            return
        if self.sound and not isinstance(error, LimitError | cobra.StoppedError):
            raise LawError(f"a well-formed game is not refused by {phase}", str(error)) from error

    @property
    def apart(self) -> bool:
        """Return whether more changes in the game than what is known, or something happens unseen."""
        return self.game.memory is not None or self.game.unseen is not None

    @property
    def small(self) -> bool:
        """Return whether all codes and experiments are known by definition, and the game is well-formed.

        Games that are `apart` have definitions of their own, in tests/memory and tests/unseen.
        """
        return bool(self.sound and self.codes and self.experiments and not self.apart)

    @property
    def few(self) -> bool:
        """Return whether the naive checkers can judge certificates of the game."""
        return bool(self.codes and self.experiments) and len(self.codes or ()) <= TINY_CODES

    @property
    def tiny(self) -> bool:
        """Return whether the oracle can solve the game."""
        return (
            self.small
            and len(self.codes or ()) <= TINY_CODES
            and len(self.experiments or ()) <= TINY_EXPERIMENTS
        )


def load(trial: Trial, random: Random) -> None:
    case = trial.case
    if random.random() < 0.2:
        edit(case.text, random)
    if not case.bytes_:
        trial.game = within(
            lambda: cobra.load_text(case.text, "game.cb", case.definitions, LIMITS, files=case.files)
        )
        return
    for name, text in {"game.cb": case.text, **case.files}.items():
        (trial.folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    trial.game = within(lambda: cobra.load(trial.folder / "game.cb", case.definitions, LIMITS))


def write(trial: Trial, random: Random) -> None:
    if trial.game.ending != "core" and not trial.case.bytes_:
        style(trial.case.text)


def check(trial: Trial, random: Random) -> None:
    game = trial.game
    solver = random.choice(("cadical153", "cadical153", "glucose4"))
    result = within(
        lambda: cobra.check(game, sat_solver=solver, backend=random.choice((None, "sat")), **ASKED)
    )
    check_text(result)
    json.loads(check_json(result))
    _enumerate(trial)
    if trial.codes is not None and trial.experiments is not None and result.well_formed is not None:
        found = verdicts_found(list(result.proofs))
        expected = verdicts(game) | _looks(game, found)
        if trial.apart:  # there is more to prove; what an experiment at the beginning shows is part of it
            expected = {one: holds for one, holds in expected.items() if one in found and not holds}
            found = {one: holds for one, holds in found.items() if one in expected}
        if result.stopped is not None:  # a busy machine left some unproved
            expected = {one: holds for one, holds in expected.items() if found.get(one) is not None}
            found = {one: holds for one, holds in found.items() if holds is not None}
        equal("check agrees with the definition", found, expected)
        if result.codes is not None:
            equal("codes counted", result.codes, len(trial.codes))
    trial.sound = result.well_formed


def _looks(game: Game, found: dict[tuple[str, str], bool | None]) -> dict[tuple[str, str], bool]:
    """Return what must be found of how outcomes look, where that has to be proved at all."""
    stated = {label for label, statement in found if statement == alike.STATEMENT}
    return {
        (label, alike.STATEMENT): different
        for label, different in (alike.verdicts(game) if stated else {}).items()
        if label in stated
    }


def _enumerate(trial: Trial) -> None:
    """List codes and experiments by definition, where they are few."""
    spaces = [trial.game.codes, *(type_.space for type_ in trial.game.experiments)]
    if len(spaces) * max(space.propositions for space in spaces) > FEW_PROPOSITIONS:
        return  # the definition looks at each of them in every step
    steps = min(MOST_STEPS, FORMULAS // len(trial.game.dag))
    try:
        trial.codes = oracle.codes(trial.game, steps)
        trial.experiments = oracle.experiments(trial.game, steps)
    except LimitError:
        trial.codes = trial.experiments = None
        return
    if len(trial.codes) > SMALL_CODES or len(trial.experiments) > SMALL_EXPERIMENTS:
        trial.codes = trial.experiments = None


def expand(trial: Trial, random: Random) -> None:
    with until(TIME_LIMIT, MEMORY):  # as the command does
        text = within(lambda: cobra.expand(trial.game, LIMITS))
    core = cobra.load_text(text)
    equal("an expansion is read back as it is", core.ending, "core")
    if trial.small:
        check_same(trial.game, core)


def info(trial: Trial, random: Random) -> None:
    results = [within(lambda: cobra.info(trial.game, **ASKED))]
    if random.random() < 0.5:
        results.append(within(lambda: cobra.info(trial.game, backend="sat", **ASKED)))
    for result in results:
        info_text(result)
        info_warnings(result)
        json.loads(info_json(result))
        if trial.codes is not None and trial.experiments is not None and result.stopped is None:
            equal("codes of info", result.codes, len(trial.codes))
            if trial.game.memory is None:  # else those of the beginning are counted
                equal("experiments of info", result.experiments, len(trial.experiments))
    if len(results) == 2 and results[0].stopped is results[1].stopped is None:
        one, other = results
        equal(
            "both backends agree",
            (one.codes, one.fixed, one.variables),
            (other.codes, other.fixed, other.variables),
        )


def analyze(trial: Trial, random: Random) -> None:
    names = random.sample([name for name in STRATEGIES if name != "optimal"], 2)
    if random.random() < 0.3:
        names.append(random.choice(SCORES))
    ties = random.choice(("final,first", "final,first", "first", "random", "best"))
    consistent = random.random() < 0.15
    chain = random.choice((None, None, None, (random.choice(list(EQUIVALENCES)),)))
    wanted = {"ties": ties, "consistent": consistent, "equivalences": chain, "seed": random.randrange(5)}
    knows = oracle.knows_finals(trial.game)
    try:
        result = within(lambda: cobra.analyze(trial.game, names, threads=1, **wanted, **ASKED))
    except cobra.GameError as error:
        if consistent and (not knows or NOTHING_TO_DO in str(error)):  # a request that does not fit the game
            return
        raise
    analysis_text(result)
    analysis_warnings(result)
    json.loads(analysis_json(result))
    if result.stopped is not None:
        return
    for row in result.rows:
        if trial.small:
            equal("codes of analyze", row.codes, len(trial.codes or ()))
        if row.stopped is None and row.average is not None and not row.inseparable:
            bounds = result.info.bounds
            if bounds is not None and not consistent:
                hold = bounds.worst <= row.worst and bounds.total * row.weight <= row.total * bounds.weight
                demand(hold, "bounds hold", (bounds, row))
    if not consistent:
        trial.rows = [
            row for row in result.rows if row.average is not None and row.stopped is None and not row.lost
        ]
    if trial.small and ties in ("final,first", "first"):
        for row in result.rows:
            if row.name in oracle.STRATEGIES and row.average is not None and not row.inseparable:
                plan = oracle.greedy(trial.game, row.name, ties, consistent)
                found = (row.worst, row.total, row.weight, row.nodes, dict(row.distribution))
                expected = (plan.worst, plan.total, plan.weight, plan.nodes, plan.distribution)
                equal("a strategy as by definition", (row.name, found), (row.name, expected))


def optimal(trial: Trial, random: Random) -> None:
    objective = random.choice(list(OBJECTIVES))
    # Where a known code is confirmed nobody counts what is won.
    confirms = trial.game.ending == "core" and oracle.knows_finals(trial.game)
    if confirms and objective == WON:
        objective = DEFAULT_OBJECTIVE
    depth = random.choice((None, None, None, 1, 2, 4))
    threads = random.choice((1, 1, 1, 1, 2))
    certificates = trial.case.random("certificate")
    path = trial.folder / "optimum.proof" if certificates.random() < 0.5 else None
    if trial.game.unseen is not None:
        objective = default_objective(trial.game)
    most = random.choice((1, 2, 3)) if objective == WON else None
    result = within(
        lambda: cobra.optimal(
            trial.game,
            objective,
            max_depth=None if most else depth,
            within=most,
            threads=threads,
            certificate=path,
            **ASKED,
        ),
        threads=threads,
    )
    if path is not None:
        certified(trial.game, result, path, trial.few)
        if trial.game.unseen is None and certificates.random() < 0.25 and not confirms:
            _won(trial, certificates)
    optimal_text(result, None)
    optimal_warnings(result, None)
    json.loads(optimal_json(result, None))
    if result.proved and trial.tiny:
        expected = oracle.optimum(trial.game, objective, depth)
        figures = {"total": result.row.total, "worst": result.row.worst, "nodes": result.row.nodes}
        found = None
        if not result.infeasible:
            found = tuple(figures[interval.measure] for interval in result.intervals)
        equal(f"the optimum as by definition ({objective})", found, expected)
    if result.proved and not result.infeasible and depth is None and most is None:
        first = result.intervals[0]
        for row in trial.rows:
            weight = lcm(row.weight, result.row.weight)  # in noise that of a code is a multiple of its own
            least = first.times(weight // result.row.weight).lower if weight else first.lower
            figure = row.in_parts(weight).figure(first.measure)
            demand(figure >= least, "nothing beats a proved optimum", (row, result.row))
    if result.proved and result.infeasible and depth is not None and most is None:
        for row in trial.rows:
            demand(row.worst > depth, "nothing does what is proved impossible", row)
    trial.strategy = result.strategy
    if result.strategy is None:
        return
    _verify(trial, result.strategy)
    path = trial.folder / "strategy.json"
    cobra.write_strategy(result.strategy, path)
    read = cobra.read_strategy(path)
    equal("a strategy read back", (read.figures, read.intervals, read.proved), (
        result.strategy.figures, result.strategy.intervals, result.strategy.proved))  # fmt: skip
    if trial.game.memory is None:  # else those read stand in the state of the beginning
        equal("its experiments", list(read.experiments), list(result.strategy.experiments))
    _verify(trial, read)


def _won(trial: Trial, random: Random) -> None:
    """Ask how many codes are won at most, with a certificate."""
    path = trial.folder / "won.proof"
    result = within(
        lambda: cobra.optimal(
            trial.game, WON, within=random.choice((1, 2, 3)), threads=1, certificate=path, **ASKED
        )
    )
    optimal_text(result, None)
    json.loads(optimal_json(result, None))
    certified(trial.game, result, path, trial.few)


def _verify(trial: Trial, strategy: cobra.Strategy) -> None:
    verification = within(lambda: cobra.verify(strategy, **ASKED))
    verification_text(verification)
    json.loads(verification_json(verification))
    equal("a strategy is verified", verification.problems, ())


def symmetry(trial: Trial, random: Random) -> None:
    chain = random.choice((None, None, (random.choice(list(EQUIVALENCES)),), ("symbols", "graph")))
    after: list[str] = []
    if trial.small and random.random() < 0.5:
        after = [_said(trial.game, made) for made in _history(trial, random, 1)]
    if trial.apart and random.random() < 0.8:
        chain, after = random.choice((None, ("history",))), []
    report = within(
        lambda: cobra.symmetry(trial.game, after=after, equivalences=chain, **ASKED), seconds=2 * TIME_LIMIT
    )
    symmetry_text(report)
    symmetry_warnings(report)
    json.loads(symmetry_json(report))
    for round_ in report.rounds:
        if round_.canonical:
            equal("classes counted", (len(round_.canonical), len(round_.sizes)), (round_.count, round_.count))
            if round_.all is not None:
                equal("classes are all experiments", sum(round_.sizes), round_.all)
        if trial.small and not round_.after:
            equal("codes of symmetry", round_.codes, len(trial.codes or ()))
            if round_.all is not None:
                equal("experiments of symmetry", round_.all, len(trial.experiments or ()))


def simulate(trial: Trial, random: Random) -> None:
    breaker = random.choice(("max-models", "parts", "first", "random", "exp-models"))
    maker = random.choice(("random", "random", "models", "fixed"))
    number = random.choice((None, None, 2))
    trace = random.random() < 0.5
    seed = random.randrange(5)
    wanted = {"number": number, "trace": trace, "seed": seed, "threads": 1}
    result = within(lambda: cobra.simulate(trial.game, breaker, maker, **wanted, **ASKED))
    simulation_text(result)
    list(simulation_warnings(result))
    json.loads(simulation_json(result))
    if result.stopped is None:
        equal("games played", result.games, result.wanted)
        if trace:
            equal("plays kept", len(result.plays), result.games)
            lengths = sorted(play.length for play in result.plays)
            shown = sorted(n for n, many in result.distribution.items() for _ in range(many))
            equal("lengths of plays", lengths, shown)
        if breaker in oracle.STRATEGIES and maker == "random" and number is None and trial.small:
            plan = oracle.greedy(trial.game, breaker)
            equal("a simulation as by definition", (result.total, result.weight), (plan.total, plan.weight))


def _history(trial: Trial, random: Random, most: int) -> list[Made]:
    """Return experiments drawn, with the answers of a code drawn."""
    code = random.choice(trial.codes or ())
    chosen = [random.choice(trial.experiments or ()) for _ in range(random.randint(0, most))]
    return [Made(experiment, oracle.outcome(trial.game, experiment, code)) for experiment in chosen]


def _said(game: Game, made: Made) -> str:
    shown = show_made(game, made)
    experiment, _, outcome = shown.rpartition(" = ")
    return f"{experiment}={outcome}"


def advise(trial: Trial, random: Random) -> None:
    history: str | list[Made] = []
    left = trial.codes
    if trial.small:
        made = _history(trial, random, 2)
        if made and random.random() < 0.2:  # answers that may contradict each other
            code = random.choice(trial.codes or ())
            made.append(Made(made[0].experiment, oracle.outcome(trial.game, made[0].experiment, code)))
        left = [
            code
            for code in trial.codes or ()
            if all(oracle.outcome(trial.game, one.experiment, code) == one.outcome for one in made)
        ]
        history = made
        if random.random() < 0.3:
            history = "; ".join(show_made(trial.game, one) for one in made)
            equal("a history read back", list(cobra.read_history(trial.game, history)), made)
    strategies = random.choice((None, None, ("max-models",), ("parts", "optimal"), ("random",), (SCORES[0],)))
    result = within(lambda: cobra.advise(trial.game, history, strategies=strategies, threads=1, **ASKED))
    asked = Questions(False, None, None, False)
    advice_text(result)
    list(advice_warnings(result))
    explained = asked.ask(trial.game, result.history, threads=1, progress=None, **ASKED)
    json.loads(advice_json(result, explained))
    if left is not None and trial.small:
        if result.exact:
            equal("codes left", result.codes, len(left))
        else:
            demand(result.codes <= len(left), "at least so many codes left", (result.codes, len(left)))
        if result.stopped is None and left:
            equal(
                "codes listed",
                len(result.listed),
                min(len(left), 20) if len(result.listed) < len(left) else len(left),
            )
        if not left and result.stopped is None:
            demand(result.contradiction is not None, "a contradiction is explained")
    for one in result.suggestions:
        if one.total is not None and one.weight:
            demand(Fraction(one.total, one.weight) >= (one.lower or 0), "advice is not below its bound", one)


def static(trial: Trial, random: Random) -> None:
    result = within(lambda: cobra.static_plan(trial.game, seed=random.randrange(5), **ASKED))
    static_text(result, None)
    static_warnings(result)
    json.loads(static_json(result, None))
    demand(result.plan.lower <= len(result.plan.experiments), "a plan is not below its bound", result.plan)
    verification = within(lambda: cobra.verify_plan(result.plan, **ASKED))
    plan_verification_text(verification)
    json.loads(plan_verification_json(verification))
    equal("a plan is verified", verification.problems, ())
    path = trial.folder / "plan.json"
    cobra.write_plan(result.plan, path)
    equal("a plan read back", cobra.read_plan(path).experiments, result.plan.experiments)


def export(trial: Trial, random: Random) -> None:
    if trial.strategy is None:
        return
    for form in random.sample(list(FORMATS), 3):
        text = "".join(within(lambda form=form: cobra.export_lines(trial.strategy, form, **ASKED)))
        demand(bool(text.strip()), f"an export to {form} is not empty")
        if form == "json" and trial.strategy.figures.worst < DEEP_PLAYS:
            json.loads(text)
        if form == "csv":
            demand(text.count("\n") >= trial.strategy.figures.codes, "a line for each code", text[:500])


COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    "advise": ("--all", "--history x", "--explain", "--seed 3", "-s parts"),
    "analyze": (
        "-s parts",
        "-s max-models,optimal",
        "--ties first",
        "--consistent",
        "--objective worst",
        "--seed 2",
    ),
    "check": ("--backend sat", "--backend table"),
    "compare": ("-s parts,optimal", "--objective nodes"),
    "expand": (),
    "info": ("--backend sat", "--backend table"),
    "optimal": ("--objective nodes", "--consistent", "--max-depth 2", "--check"),
    "simulate": ("--number 2", "--trace", "--codemaker models"),
    "static": ("--table", "--check"),
    "symmetry": ("--equivalence graph", "--equivalence symbols,partition"),
}
"""Commands with some of their options, each of which is taken or left."""


def command(trial: Trial, random: Random) -> None:
    """Let the command line answer, one case in three."""
    if random.random() < 2 / 3:
        return
    path = trial.folder / "command.cb"
    path.write_bytes(trial.case.text.encode("utf-8", "surrogateescape"))
    for name, text in trial.case.files.items():
        (trial.folder / name).write_text(text, "utf-8")
    name = random.choice(list(COMMANDS))
    typed = [
        name,
        str(path),
        *(f"-D{parameter}={value}" for parameter, value in trial.case.definitions.items()),
    ]
    for option in COMMANDS[name]:
        if random.random() < 0.3:
            typed += option.split()
    if name != "expand" and random.random() < 0.5:
        typed.append("--json")
    typed += [f"--time-limit={TIME_LIMIT:g}s", f"--memory={MEMORY >> 20}M"]
    typed += [f"--limit={limit}={getattr(LIMITS, limit.replace('-', '_'))}" for limit in limit_names()]
    said, told_ = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(told_), mock.patch.dict(os.environ, {"COBRA_DEBUG": "1"}):
        status = within(lambda: cli._status(typed, "cobra", None, {}), seconds=2 * TIME_LIMIT, threads=2)
    shown = f"cobra {' '.join(typed[:1] + typed[2:])}: exit status {status}: {told_.getvalue()[:500]}"
    usual = (0, 1, 2, 3) if trial.case.definitions else (0, 1, 3)
    demand(status in usual, "a command ends with the status of its result", shown)
    demand("internal error" not in told_.getvalue(), "no internal error in a message", shown)
    if status == 0:
        demand(bool(said.getvalue().strip()), "a command that ends well says something", shown)
        if "--json" in typed:
            json.loads(said.getvalue())


PHASES: Final[dict[str, Callable[[Trial, Random], None]]] = {
    "load": load,
    "write": write,
    "check": check,
    "expand": expand,
    "info": info,
    "analyze": analyze,
    "optimal": optimal,
    "symmetry": symmetry,
    "simulate": simulate,
    "advise": advise,
    "static": static,
    "export": export,
    "command": command,
}
"""All phases, in their order; later ones use what earlier ones found."""
