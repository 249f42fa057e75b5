"""`cobra verify` with certificates, `cobra proof`: output, JSON, exit status."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random
from threading import Thread

import pytest

import cobra
from cobra.certificate import Claim, Fact, read_certificate, write_certificate
from cobra.engine.certificate import check_certificate
from cobra.engine.run import Run
from cobra.errors import CertificateError
from tests.certificate.made import MEMORY, front
from tests.cli.runner import run, run_json
from tests.oracle.proofs import check_text
from tests.oracle.provers import Truth, certificate

SIZES = ("-D", "pegs=2", "-D", "colours=3")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an optimal strategy, one that is not, and certificates."""
    path = tmp_path_factory.mktemp("proofs")
    game = cobra.load("mastermind", {"pegs": 2, "colours": 3})
    truth = Truth(front(game, "sum"))
    write_certificate(path / "best.proof", *certificate(truth, [(inf, 21)], Random(1)))
    write_certificate(path / "weak.proof", *certificate(truth, [(inf, 20)], Random(1)))
    assert run("optimal", "mastermind", *SIZES, "-o", path / "best.json").exit_code == 0
    assert run("analyze", "mastermind", *SIZES, "-s", "first", "-o", path).exit_code == 0
    return path


def test_a_certificate_alone_and_with_its_game(folder: Path) -> None:
    alone = run("verify", folder / "best.proof")
    assert alone.exit_code == 0
    lines = alone.stdout.splitlines()
    assert lines[0] == "Certificate"
    assert lines[1].split() == ["codes", "9", "listed"]
    assert lines[-2:] == [
        "proved: no strategy costs less than 21 as the sum of weight times length",
        "of the game whose text is in the file",
    ]
    with_game = run("verify", folder / "best.proof", "mastermind", *SIZES)
    assert with_game.exit_code == 0
    assert with_game.stdout.splitlines()[0].split() == ["Mastermind", "pegs=2", "colours=3"]
    assert with_game.stdout.splitlines()[-1] == lines[-2]


def test_another_game(folder: Path) -> None:
    result = run("verify", folder / "best.proof", "black-pegs", *SIZES)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-2:] == [
        "wrong: a proof, but not about this game",
        "  it is a certificate for another game: its formulas are others",
    ]


def test_a_strategy_and_a_certificate(folder: Path) -> None:
    result = run("verify", folder / "best.json", folder / "best.proof", "mastermind", *SIZES)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == (
        "optimum proved: strategy verified, certificate checked; best by average"
    )
    document = run_json("verify", folder / "best.proof", folder / "best.json")
    assert document["proved"] == ["average"]
    assert document["certificate"]["claims"] == [{"max_depth": None, "at_least": 21}]
    assert document["certificate"]["counts"]["codes"] == 9


def test_what_is_proved_of_the_worst_case_is_nothing_more(folder: Path, tmp_path: Path) -> None:
    strategy, proof = tmp_path / "worst.json", tmp_path / "worst.proof"
    run("optimal", "mastermind", *SIZES, "--objective", "worst", "-o", strategy, "--proof", proof)
    assert run_json("verify", strategy, proof)["proved"] == ["worst"]


@pytest.mark.parametrize(("strategy", "proof"), [("best.json", "weak.proof"), ("first.json", "best.proof")])
def test_true_but_no_optimum(folder: Path, strategy: str, proof: str) -> None:
    result = run("verify", folder / strategy, folder / proof)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == (
        "no optimum: the strategy costs more than the certificate proves to be needed"
    )


def test_a_certificate_about_other_strategies(folder: Path, tmp_path: Path) -> None:
    proof = tmp_path / "other.proof"
    assert run("optimal", "mastermind", *SIZES, "--first", "00", "--proof", proof).exit_code == 0
    result = run("verify", folder / "best.json", proof)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == (
        "no optimum: the certificate is about other strategies, those that begin with experiment 0"
    )


def test_what_is_wrong_is_said_with_the_fact(folder: Path, tmp_path: Path) -> None:
    written = read_certificate(folder / "best.proof")
    items = list(written.items())
    places = [place for place, item in enumerate(items) if isinstance(item, Fact) and item.entries]
    fact = items[places[-1]]
    assert isinstance(fact, Fact)
    items[places[-1]] = replace(fact, value=22)
    head = replace(written.front.head, claims=(Claim(None, 22),))
    path = tmp_path / "lie.proof"
    write_certificate(path, replace(written.front, head=head), items)
    result = run("verify", path, "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)["certificate"]
    assert (document["correct"], document["fact"], document["counts"]) == (False, places[-1], None)
    assert document["problem"].startswith(f"fact {places[-1]}: experiment ")
    result = run("verify", folder / "best.json", path)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "wrong: this proves no optimum"


def test_damaged_files(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.proof"
    path.write_bytes((folder / "best.proof").read_bytes()[:-9])
    result = run("verify", path)
    assert result.exit_code == 1
    assert "the file ends too early" in result.output
    path.write_bytes(b"something else")
    result = run("verify", path)
    assert result.exit_code == 1
    assert result.output.endswith("cut.proof: header: this is no certificate of a version that can be read\n")
    earlier = "it is of an earlier version, which is not read any more: make it anew"
    path.write_bytes((folder / "best.proof").read_bytes().replace(b"cobra proof 5\n", b"cobra proof 4\n", 1))
    for command in (("verify",), ("proof", "show"), ("proof", "stats")):
        result = run(*command, path)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == f"error: {path}: header: {earlier}\n"
    with pytest.raises(
        CertificateError, match=r"^the header: this is no certificate of a version that can be"
    ):
        check_certificate(path.read_bytes(), MEMORY, Run())


def test_wrong_usage(folder: Path) -> None:
    assert run("verify", folder / "best.proof", folder / "weak.proof").exit_code == 2
    assert run("verify", folder / "best.proof", "mastermind", "black-pegs").exit_code == 2
    assert run("verify", folder / "best.proof", *SIZES).exit_code == 2
    for more in ([], [folder / "best.proof"]):
        result = run("verify", folder / "best.json", folder / "first.json", *more)
        assert result.exit_code == 2
        assert result.stderr.endswith("Error: one strategy, one certificate and one GAME can be given\n")


@pytest.mark.unix
@pytest.mark.parametrize("given", [["best.proof"], ["best.proof", "mastermind", *SIZES], []])
def test_a_strategy_comes_through_a_pipe(folder: Path, tmp_path: Path, given: list[str]) -> None:
    """To see whether it is a certificate nothing is taken from the pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=lambda: pipe.write_bytes((folder / "best.json").read_bytes()))
    writer.start()
    result = run("verify", pipe, *(folder / one if one.endswith(".proof") else one for one in given))
    writer.join(60)
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_strategy_may_begin_with_the_mark_of_unicode(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "marked.json"
    path.write_text((folder / "best.json").read_text("utf-8"), "utf-8-sig")
    assert run("verify", path).exit_code == 0
    assert run("verify", path, folder / "best.proof").exit_code == 0


def test_show_and_stats(folder: Path) -> None:
    shown = run("proof", "show", folder / "best.proof")
    assert shown.exit_code == 0
    check_text(shown.stdout)
    lines = shown.stdout.splitlines()
    assert lines[:5] == ["ending hit", "measure sum", "consistent no", "first none", "claim none 21"]
    result = run("proof", "stats", folder / "best.proof")
    assert result.exit_code == 0
    assert ["codes", "9"] in [line.split() for line in result.stdout.splitlines()]
    assert result.stdout.splitlines()[-1].startswith("claimed: no strategy costs less than 21 ")


def test_analyze_writes_the_certificate_of_its_best_strategy(tmp_path: Path) -> None:
    path = tmp_path / "best.proof"
    result = run("analyze", "mastermind", *SIZES, "-s", "parts,optimal", "--proof", path)
    assert result.exit_code == 0
    facts = read_certificate(path)
    assert facts.front.head.claims == (Claim(None, 21),)
    assert result.stdout.splitlines()[-1].startswith(f"certificate written to {path}: ")
    assert run("verify", path, "mastermind", *SIZES).exit_code == 0
    document = run_json(
        "analyze", "mastermind", *SIZES, "-s", "optimal", "--objective", "worst", "--proof", path
    )
    assert document["certificate"]["file"] == str(path) and document["uncertified"] is None
    assert read_certificate(path).front.head.claims == (Claim(2, None),)
    assert "certificate" not in run_json("analyze", "mastermind", *SIZES, "-s", "optimal")


@pytest.mark.parametrize("command", ["optimal", "analyze -s optimal"])
def test_why_there_is_no_certificate_is_an_error_that_quiet_does_not_hide(
    command: str, tmp_path: Path
) -> None:
    game, path = tmp_path / "wide.cb", tmp_path / "best.proof"
    game.write_text("secret x : 1..300 experiment g(y : 1..2) observe x * y")
    result = run(*command.split(), game, "--proof", path, "--quiet")
    assert result.exit_code == 1
    assert "proved: nobody can do better" in result.stdout
    assert result.stderr == (
        "error: no certificate is written: an experiment has more than 255 outcomes: "
        "no certificate can be made\n"
    )
    assert not path.exists()


@pytest.mark.slow
def test_analyze_says_why_it_writes_no_certificate(tmp_path: Path) -> None:
    path = tmp_path / "best.proof"
    without = run("analyze", "mastermind", *SIZES, "-s", "parts", "--proof", path)
    assert without.exit_code == 1
    assert without.stderr == "error: a certificate is that of optimal, which is not among the strategies\n"
    large = ("-D", "coins=39", "--time-limit", "100s")
    many = run("analyze", "counterfeit-coin", *large, "-s", "optimal", "--proof", path)
    assert many.exit_code == 1
    assert "no certificate is written: there are too many experiments to list" in many.stderr
    open_ = run(
        *("analyze", "mastermind", "-D", "pegs=5", "-D", "colours=6", "-s", "optimal"),
        *("--time-limit", "3s", "--proof", path),
    )
    assert open_.exit_code == 3
    assert "no certificate is written: what it would say is not proved" in open_.stderr
    assert not path.exists()
