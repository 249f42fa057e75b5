"""`cobra compare`: tables, files, exit status, and every mistake."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from statistics import stdev
from xml.etree import ElementTree

import pytest

import cobra
from cobra.analysis.compare import Compared, Comparison
from cobra.cli.show.compare import comparison_text, comparison_warnings
from cobra.cli.show.sheets import Sheet, sheet_markdown, sheet_text
from cobra.interval import Interval
from tests.cli.runner import run, start
from tests.comparisons import SMALL, analysed, comparison_of, with_optimum

GRID = (
    *("mastermind", "-D", "pegs=2", "-D", "colours=3..4", "-s", "max-models,exp-models,optimal"),
    *("--objective", "average-worst"),  # determines all that is printed here
)
SMALL_GAME = cobra.load("mastermind", {"pegs": 2, "colours": 3})


def test_a_grid_is_a_table_of_averages() -> None:
    result = run("compare", *GRID)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "Mastermind  pegs=2\n"
        "  colours  codes   max-models   exp-models      optimal  gap\n"
        "        3      9  2.6667  (4)  2.3333= (3)  2.3333  (3)    0\n"
        "        4     16  2.8125= (4)  2.8125= (4)  2.8125  (4)    0\n"
        "  average (worst case); = optimal, proved; optimal: the least average, and under it the least "
        "worst\n  case; gap: from the optimum to the best of the others\n"
    )


def without_times(text: str) -> list[list[str]]:
    return [re.sub(r"[0-9.,]+ [µm]?s", "T", line).split() for line in text.splitlines()]


def test_a_game_alone_is_shown_in_full() -> None:
    result = run("compare", "mastermind", "-D", "pegs=3", "-D", "colours=4", "-s", "max-models,parts,optimal")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [" ".join(words) for words in without_times(result.stdout)]
    assert re.fullmatch(r"optimal 0\d\d 206/64 = 3\.2188 \d proved \d+ T T", lines.pop(4))
    assert lines.pop().startswith("optimal 1 ")
    assert lines == [
        "Mastermind pegs=3 colours=4",
        "strategy first average worst above optimal nodes time per node",
        "max-models 012 216/64 = 3.3750 4 +4.85 % 69 T T",
        "parts 012 208/64 = 3.2500* 4 +0.97 % 67 T T",
        "64 codes; no strategy has a worst case below 3 or an average below 2.8437",
        "* best but for optimal",
        "",
        "codes by the number of experiments they take",
        "experiments 1 2 3 4",
        "max-models 1 3 31 29",
        "parts 1 5 35 23",
    ]


def test_rules_other_than_the_usual_are_named() -> None:
    text = run(
        "compare", "mastermind", "-D", "pegs=2", "-s", "parts,first", "--ties", "first", "--consistent"
    ).stdout
    assert "; ties: first; only experiments that can still be final\n" in text


def test_values_may_be_listed_and_several_games_take_what_they_have() -> None:
    result = run(
        *("compare", "mastermind", "black-pegs", "sorting", "-D", "pegs=2", "-D", "colours=2,4..5"),
        *("-D", "n=3", "-s", "parts,first"),
    )
    assert result.exit_code == 0
    headings = [line for line in result.stdout.splitlines() if line and not line.startswith(" ")]
    assert headings == [
        "Mastermind  pegs=2",
        "Mastermind, black pegs only  pegs=2",
        "Sorting  n=3",
        "codes by the number of experiments they take",
    ]


def test_a_wide_table_is_broken_and_keeps_the_optimum_beside_the_gap() -> None:
    analysis = analysed("mastermind", ["max-models", "exp-models", "ent-models", "parts", "first", "random"])
    other = analysed("mastermind", [row.name for row in analysis.rows], pegs=2, colours=4)
    open_ = Interval("total", 20, 21)
    text = comparison_text(
        comparison_of(with_optimum(analysis, open_), with_optimum(other, Interval("total", 40, 45)))
    )
    assert max(map(len, text.splitlines())) <= 100
    headers = [line.split() for line in text.splitlines() if line.startswith("  colours")]
    assert headers == [
        ["colours", "codes", "max-models", "exp-models", "ent-models", "parts", "first", "random"],
        ["colours", "optimal", "gap"],
    ]


@pytest.mark.parametrize(
    ("objective", "intervals", "optimal", "gap"),
    [
        ("average", (Interval("total", 21, 21),), "2.3333  (3)", "0"),
        ("average", (Interval("total", 18, 21),), "[2.0000, 2.3333]  (3)", "≤ +16.67 %"),
        ("average", (Interval("total", 20, None),), "≥ 2.2222", "≤ +5.00 %"),
        ("worst", (Interval("worst", 2, 3),), "2.3333  ([2, 3])", "≤ +1 worst"),
        ("worst-average", (Interval("worst", 3, 3), Interval("total", 20, 20)), "2.2222  (3)", "+5.00 %"),
        ("average-worst", (Interval("total", 21, 21), Interval("worst", 2, 2)), "2.3333  (2)", "+1 worst"),
        ("nodes", (Interval("worst", 3, 3), Interval("nodes", 7, 9)), "2.3333  (3), 9", "≤ +2 nodes"),
        ("worst-average", (Interval("worst", 3, 3),), "2.3333  (3)", "?"),
    ],
)
def test_what_is_proved_of_the_optimum_is_shown(
    objective: str, intervals: tuple[Interval, ...], optimal: str, gap: str
) -> None:
    analysis = with_optimum(replace(analysed(*SMALL), objective=objective), *intervals)
    other = with_optimum(replace(analysed(*SMALL, colours=2), objective=objective), *intervals)
    line = comparison_text(comparison_of(analysis, other)).splitlines()[2]
    assert line.endswith(f"  {gap}")
    assert f"  {optimal} " in line


def test_an_optimum_that_cannot_be_is_an_answer() -> None:
    analysis = analysed(*SMALL)
    row = analysis.rows[0]
    none = replace(row, name="optimal", figures=replace(row.figures, distribution={}), stopped=None)
    text = comparison_text(comparison_of(replace(analysis, rows=(*analysis.rows, none))))
    assert "optimal 00 none possible ? proved" in " ".join(text.split())


def test_unfinished_strategies_say_how_far_they_came() -> None:
    analysis = analysed(*SMALL)
    row = analysis.rows[0]
    stopped = replace(row, stopped="time", figures=replace(row.figures, worst=2, distribution={1: 1, 2: 2}))
    comparison = comparison_of(replace(analysis, rows=(stopped, analysis.rows[1])))
    text = comparison_text(comparison)
    assert "max-models: stopped by the time limit with 3 of 9 codes settled" in text
    assert comparison_warnings(comparison) == [
        "not finished: mastermind pegs=2 colours=3; a longer --time-limit may do"
    ]


def test_what_was_not_looked_at_is_a_warning() -> None:
    whole = comparison_of(analysed(*SMALL))
    stopped = Compared(whole.instances[0].instance, stopped="interrupt")
    comparison = Comparison((*whole.instances, stopped), "average", left_out=2)
    assert comparison_warnings(comparison) == [
        "not finished: mastermind pegs=2 colours=3",
        "stopped by Ctrl-C: 2 games not looked at",
    ]
    assert "stopped by Ctrl-C before there was anything to report" in comparison_text(comparison)


def test_instances_that_cannot_be_have_a_row_and_the_exit_status_is_1() -> None:
    result = run("compare", "bulls-and-cows", "-D", "places=3", "-D", "digits=2..4", "-s", "parts")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[2:4] == [
        "       2  digits = 2 is outside 3..36",
        "       3      6  2.5000  (4)",
    ]
    assert result.stderr == "warning: could not be compared: bulls-and-cows places=3 digits=2\n"
    assert run("compare", "bulls-and-cows", "-D", "digits=2", "-s", "parts", "--quiet").stderr == ""


def test_a_grid_of_nothing_but_mistakes() -> None:
    result = run("compare", "bulls-and-cows", "-D", "places=3", "-D", "digits=1..2", "-s", "parts")
    assert result.exit_code == 1
    assert result.stdout == (
        "bulls-and-cows  places=3\n"
        "  digits  codes\n"
        "       1  digits = 1 is outside 3..36\n"
        "       2  digits = 2 is outside 3..36\n"
    )


def test_a_wrong_file_does_not_keep_the_others_from_being_compared(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.cb"
    wrong.write_text("variable a\nexperiment look()\n  observe b\n", "utf-8")
    empty, binary = tmp_path / "empty.cb", tmp_path / "binary.cb"
    empty.touch()
    binary.write_bytes(bytes(range(256)))
    result = run("compare", wrong, empty, binary, tmp_path, "sorting", "-D", "n=3..4", "-s", "parts")
    assert result.exit_code == 1
    text = " ".join(result.stdout.split())
    for message in (f"{wrong}:3: ", "the file is empty", "this is a binary file", "this is a folder"):
        assert text.count(message) == 1
    assert "n codes parts 3 6 2.6667 (3) 4 24 4.8333 (6)" in text


@pytest.mark.slow
def test_a_time_limit_is_for_each_instance_and_the_exit_status_is_3() -> None:
    result = run(
        *(
            "compare",
            "mastermind",
            "-D",
            "pegs=2,6",
            "-D",
            "colours=9",
            "-s",
            "ent-models",
            "--time-limit",
            "3s",
        ),
        "--json",
    )
    assert result.exit_code == 3
    document = json.loads(result.stdout)
    assert [one["stopped"] for one in document["instances"]] == [None, "time"]
    assert document["stopped"] == "time"


def test_json_has_the_schema_of_analyze() -> None:
    result = run(
        "compare", "bulls-and-cows", "-D", "places=2", "-D", "digits=1,3", "-s", "parts,optimal", "--json"
    )
    document = json.loads(result.stdout)
    wrong, right = document["instances"]
    assert (document["objective"], document["left_out"]) == ("average", 0)
    assert wrong == {
        "game": {"name": "bulls-and-cows", "params": {"places": 2, "digits": 1}},
        "strategies": [],
        "stopped": None,
        "error": "digits = 1 is outside 2..36",
    }
    alone = json.loads(run("analyze", "bulls-and-cows", "-D", "places=2", "-D", "digits=3", "--json").stdout)
    assert set(right) == {*alone, "error"}
    assert right["game"] == alone["game"]
    assert [row["total"] for row in right["strategies"]] == [13, 13]


def records(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_a_line_for_each_instance_and_strategy() -> None:
    found = records(run("compare", *GRID, "--csv").stdout)
    assert [(one["colours"], one["strategy"]) for one in found] == [
        (colours, name) for colours in "34" for name in ("max-models", "exp-models", "optimal")
    ]
    knuth = found[0]
    seconds = knuth.pop("seconds")
    assert float(seconds) >= 0
    assert knuth == {
        "game": "mastermind",
        "pegs": "2",
        "colours": "3",
        "codes": "9",
        "objective": "average-worst",
        "strategy": "max-models",
        "first": "00",
        "worst": "4",
        "total": "24",
        "weight": "9",
        "average": repr(24 / 9),
        "nodes": "9",
        "lost": "0",
        "lost_weight": "0",
        "lost_lower": "0",
        "lost_upper": "0",
        "most_cost": "",
        "mean_cost": "",
        "distribution": "1:1 2:2 3:5 4:1",
        "settled": "9",
        "optimal": "no",
        "lower": "21",
        "upper": "21",
        "ratio_lower": repr(24 / 21),
        "ratio_upper": repr(24 / 21),
        **dict.fromkeys(("runs", "mean", "margin", "least", "greatest", "all_ties"), ""),
        "stopped": "",
        "error": "",
    }


REPEATED = (
    *("mastermind", "-D", "pegs=2", "-D", "colours=3", "-s", "random,parts,optimal"),
    *("--repeat", "4", "--seed", "7"),
)


def test_what_draws_by_chance_has_its_mean_and_how_sure_it_is() -> None:
    lines = [" ".join(words) for words in without_times(run("compare", *REPEATED).stdout)]
    totals = [cobra.analyze(SMALL_GAME, ["random"], seed=seed).rows[0].total for seed in range(7, 11)]
    mean, margin = sum(totals) / 36, 3.182446 * stdev(totals) / 9 / 2  # Student's t of three degrees
    above = 100 * (mean * 9 - 21) / 21
    assert f"{mean:.4f} ± {margin:.4f} " in lines[2]
    assert f" +{above:.2f} % " in lines[2]
    least, greatest = min(totals) / 9, max(totals) / 9
    said = f"random: {least:.4f} to {greatest:.4f} in 4 runs; nodes, time and lengths are of the first"
    assert said in lines
    assert "= optimal, proved; ±: 95 % confidence interval of the mean" in lines
    (record, *others) = records(run("compare", *REPEATED, "--csv").stdout)
    assert (record["runs"], float(record["mean"])) == ("4", mean)
    assert float(record["margin"]) == pytest.approx(margin, rel=1e-6)
    assert (float(record["least"]), float(record["greatest"])) == (least, greatest)
    assert [one["runs"] for one in others] == ["", ""]


def test_the_best_order_of_ties_says_what_is_proved() -> None:
    arguments = (
        "compare",
        "mastermind",
        "-D",
        "pegs=2",
        "-D",
        "colours=3",
        "--ties",
        "best",
        "-s",
        "parts,first",
    )
    lines = run(*arguments).stdout.splitlines()
    assert "  parts: no order of ties is better, proved" in lines
    assert "  * best; ties: best" in lines
    assert [one["all_ties"] for one in records(run(*arguments, "--csv").stdout)] == ["yes", ""]


def test_long_names_are_cut_and_said_below(tmp_path: Path) -> None:
    scores = ("min sum(n*log2(n)) - 2*hit", "min sum(n*log2(n)) - 3*hit")
    chosen = [part for score in scores for part in ("-s", score)]
    for colours in ("3", "3..4"):
        arguments = (
            "compare",
            "mastermind",
            "-D",
            "pegs=2",
            "-D",
            f"colours={colours}",
            *chosen,
            "-s",
            "parts",
        )
        lines = run(*arguments).stdout.splitlines()
        assert lines[-2:] == [
            f"[{place}] min sum(n*log2(n))…  {score}" for place, score in enumerate(scores, 1)
        ]
        assert all(f"[{place}] min sum(n*log2(n))… " in "".join(lines[:-2]) for place in (1, 2))
        assert "min sum(n\\*log2(n)) - 3\\*hit" in run(*arguments, "--markdown").stdout


def test_csv_has_the_parameters_of_all_games_and_says_what_went_wrong(tmp_path: Path) -> None:
    own = tmp_path / "own.cb"
    own.write_text(
        "param codes = 3\nsecret s : {1, 2, 3}\nexperiment ask(x : {1, 2, 3}) observe s = x\n", "utf-8"
    )
    found = records(run("compare", own, "sorting", "-D", "n=1,3", "-s", "parts", "--csv").stdout)
    assert [(one["codes"], one["codes (parameter)"], one["n"], one["error"]) for one in found] == [
        ("3", "3", "", ""),
        ("", "", "1", "n = 1 is outside 2..12"),
        ("6", "", "3", ""),
    ]


def test_markdown_is_a_table_that_needs_no_escape() -> None:
    lines = run("compare", "sorting", "-D", "n=3", "-s", "parts,first", "--markdown").stdout.splitlines()
    assert lines[:4] == [
        "**Sorting  n=3**",
        "",
        "| strategy | first | average | worst | nodes | time | per node |",
        "| :-- | :-- | --: | --: | --: | --: | --: |",
    ]
    assert lines[4].startswith("| parts | 1 \\| 2 | 16/6 = 2.6667\\* | 3 | 5 | ")
    assert "- \\* best" in lines


@pytest.mark.slow
def test_files_are_written_beside_the_text(tmp_path: Path) -> None:
    table, page = tmp_path / "table.csv", tmp_path / "page.md"
    plot, picture, printed = tmp_path / "plot.svg", tmp_path / "plot.png", tmp_path / "plot.pdf"
    text = run("compare", *GRID).stdout
    result = run("compare", *GRID, "--csv", table, "--markdown", page, "--plot", plot)
    assert (result.exit_code, result.stdout) == (0, text)
    assert [one["strategy"] for one in records(table.read_text("utf-8"))[:2]] == ["max-models", "exp-models"]
    assert page.read_text("utf-8").startswith("**Mastermind  pegs=2**\n\n| colours | codes |")
    assert ElementTree.fromstring(plot.read_text("utf-8")).tag == "{http://www.w3.org/2000/svg}svg"
    first = plot.read_bytes()
    for path in (plot, picture, printed):
        assert run("compare", *GRID, "--plot", path).exit_code == 0
    assert plot.read_bytes() == first
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert printed.read_bytes().startswith(b"%PDF")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("page.md", "plot.pdf", "plot.png", "plot.svg", "table.csv")
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mastermnd",), "there is no game or file 'mastermnd'; did you mean mastermind?"),
        (
            ("mastermind", "-D", "peg=2..3"),
            "-D peg: there is no game here with such a parameter; did you mean",
        ),
        (("mastermind", "-D", "pegs=1..12", "-D", "colours=1..26"), "raise it with --limit instances=N"),
        (("mastermind", "--plot", "plot.gif"), "a plot is written to a file ending in .svg, .png, .pdf"),
        (("--csv", "mastermind", "sorting"), "CSV is written to a file ending in .csv, not mastermind"),
        (("mastermind", "--markdown", "no/such/folder/page.md"), "there is no folder no/such/folder"),
        (("mastermind", "--csv", "/proc/1/fdinfo.csv"), "cannot write /proc/1/fdinfo.csv"),
        (("sorting", "-s", "optimal", "--consistent"), "no outcome of this game is final"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...], message: str) -> None:
    result = run("compare", *arguments)
    assert result.exit_code == 1, result.output
    assert message in result.output
    assert "cobra itself" not in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument 'GAME…'"),
        (
            ("mastermind", "-D", "pegs=2.."),
            "write a whole number, a range such as 2..4 or a list such as 2,4,6",
        ),
        (("mastermind", "-D", "pegs=4..2"), "the range 4..2 is empty"),
        (("mastermind", "-D", "pegs=0..10000"), "the range 0..10000 has more than 10,000 values"),
        (("mastermind", "--csv", "--json"), "cannot all go to standard output"),
        (("mastermind", "--objective", "worts"), "did you mean 'worst'?"),
        (("mastermind", "-s", "part"), "did you mean 'parts'?"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run("compare", *arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert message in result.stderr


def test_other_commands_say_who_takes_ranges() -> None:
    result = run("analyze", "mastermind", "-D", "pegs=2..4")
    assert result.exit_code == 1
    assert result.stderr.endswith("  help: `cobra compare` takes ranges and lists\n")


def test_a_plot_of_nothing_is_an_error_after_the_text(tmp_path: Path) -> None:
    result = run("compare", "sorting", "-D", "n=1", "-s", "parts", "--plot", tmp_path / "plot.svg")
    assert result.exit_code == 1
    assert "n = 1 is outside 2..12" in result.stdout
    assert "error: there is nothing to plot: no strategy was played to its end" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_files_are_written_though_nobody_reads_the_text(tmp_path: Path) -> None:
    process = start("compare", *GRID, "--csv", tmp_path / "table.csv")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(60) == 0
    process.stderr.close()
    assert len(records((tmp_path / "table.csv").read_text("utf-8"))) == 6


def test_sheets_without_columns_and_with_long_sentences() -> None:
    sheet = Sheet("heading", remarks=["a remark"])
    assert sheet_text(sheet) == "heading\n  a remark"
    assert sheet_markdown(sheet) == "**heading**\n\n- a remark"
    long = Sheet("heading", ("n",), ("a", "b"), [(("1",), ("2", "3")), (("10",), "word " * 40)])
    lines = sheet_text(long).splitlines()
    assert lines[1:4] == ["   n  a  b", "   1  2  3", "  10  " + " ".join(["word"] * 19)]
    assert lines[4].startswith("      word")
    assert max(map(len, lines)) <= 100


@pytest.mark.thorough
def test_what_the_optimum_is_best_in_is_said_in_words_of_the_game() -> None:
    priced = run("compare", "priced-search", "-D", "n=4,5", "--objective", "worst").stdout
    assert "optimal: the least greatest cost of a play;" in " ".join(priced.split())
    losing = run("compare", "hangman-lives", "-D", "lives=1,2", "--objective", "worst").stdout
    assert "optimal: the fewest codes lost, then the least worst case;" in " ".join(losing.split())
