"""The pictures: well-formed, of bounded size, and saying what is true."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import cobra
from cobra.export.drawing import cells, fitted, text
from cobra.language.load import library
from tests.export.made import INSEPARABLE, LONG, NASTY, NOISY, OVER, PAID_FOR, exported, mastermind
from tests.strategy.made import SMALL, one_step

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {"svg", "title", "style", "rect", "text", "tspan", "g", "path", "circle", "line"}


def picture(source: str) -> Element:
    """Return a picture, which must stand alone: no script, no link, nothing from elsewhere."""
    root = ElementTree.fromstring(source)
    assert root.tag == f"{SVG}svg"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= KNOWN
    assert not re.search(r"href|url\(|@import|<!|<\?", source)
    assert source.count("http") == 1
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    for rect in root.iter(f"{SVG}rect"):
        left, top = float(rect.get("x", "0")), float(rect.get("y", "0"))
        assert 0 <= left <= left + float(rect.get("width", "0")) <= width + 0.2
        assert 0 <= top <= top + float(rect.get("height", "0")) <= height + 0.2
    return root


def words(root: Element) -> list[str]:
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


def tips(root: Element) -> list[str]:
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}title")][1:]


def kinds(root: Element) -> Counter[str]:
    return Counter(rect.get("class", "") for rect in root.iter(f"{SVG}rect"))


def test_a_small_strategy_is_a_tree() -> None:
    root = picture(exported(mastermind(2, 2), "svg"))
    assert words(root) == [
        *("Mastermind pegs=2 colours=2, exp-models", "4 codes, 4 experiments, worst 3, average 8/4 = 2.0000"),
        *("0", "0", "4", "0B0W", "1", "1", "1B0W", "0", "1", "2", "0B2W", "1", "0"),
        *(
            "A number is that of the codes left, where there are several.",
            "A thick frame: it can be the code.",
        ),
    ]
    assert tips(root) == ["00: 4 left", "11: 1 left", "01: 2 left", "10: 1 left"]
    assert kinds(root) == {"paper": 1, "box hit": 4, "d-peg d-hue-0": 4, "d-peg d-hue-1": 4}
    assert len(list(root.iter(f"{SVG}path"))) == 3 + 2  # three edges, and a bar before two numbers


def test_boxes_are_as_high_as_boards_in_a_tree_of_few_rows() -> None:
    strategy = one_step(cobra.load("black-box", {"size": 3, "atoms": 1}), "max-models")
    root = picture("".join(cobra.export_lines(strategy, "svg")))
    boxes = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "box"]
    assert [box.get("height") for box in boxes] == ["53", "53", "53"]
    drawn = [one for one in root.iter(f"{SVG}g") if one.get("class") == "cobra-drawing"]
    assert len(drawn) == 3 + 9  # what is asked, and each code
    assert not any("shoot" in word for word in words(root))


def test_what_is_left_together_is_named() -> None:
    root = picture(exported(INSEPARABLE, "svg"))
    assert words(root)[2:-1] == ["1", "6", "high", "2", "4", "high", "4, 5", "low", "2, 3", "low", "0, 1"]
    assert kinds(root) == {"paper": 1, "box": 2}
    assert words(picture(exported(OVER, "svg")))[1:3] == [
        "1 code, 0 experiments, worst 0, average 0/1 = 0.0000",
        "1",
    ]


@pytest.mark.thorough
def test_a_large_strategy_is_an_icicle() -> None:
    strategy = one_step(mastermind(4, 6), "max-models")
    source = "".join(cobra.export_lines(strategy, "svg"))
    assert len(source) < 300_000
    root = picture(source)
    assert sum(count for kind, count in kinds(root).items() if "cell" in kind) == 1378  # every experiment
    shown = words(root)
    assert shown[:2] == [
        "Mastermind pegs=4 colours=6, max-models",
        "1,296 codes, 1,378 experiments, worst 5, average 5801/1296 = 4.4761",
    ]
    assert shown[2:7] == ["1", "2", "3", "4", "5"]
    assert shown[7:18] == [*"0011", "1,296", *"0112", "3B0W", "20"]  # pegs, and what stands beside them
    assert "2B0W00034" in shown  # there is no room for a picture
    assert tips(root)[0] == "0011: 1,296 left, at most 5 experiments"
    assert "0B1W → 1233: 256 left, at most 5 experiments" in tips(root)
    worst = [rect for rect in root.iter(f"{SVG}rect") if "worst" in rect.get("class", "")]
    assert len(worst) == 694  # as many codes take five experiments


@pytest.mark.thorough
def test_the_longest_plays_of_the_core_language_are_marked() -> None:
    """There the last experiment confirms what was known before it, and has no cell of its own."""
    strategy = one_step(cobra.load_text(cobra.expand(mastermind(4, 4))), "parts")
    root = picture("".join(cobra.export_lines(strategy, "svg")))
    assert (strategy.figures.worst, strategy.figures.distribution[5]) == (5, 4)
    assert kinds(root)["cell worst"] == 4
    assert [tip for tip in tips(root) if tip.startswith("0B3W → 1023")] == [
        "0B3W → 1023: 2 left, at most 5 experiments"
    ]


@pytest.mark.thorough
def test_an_icicle_has_pictures_where_there_is_room() -> None:
    root = picture(
        "".join(cobra.export_lines(one_step(cobra.load("black-box", {"size": 4, "atoms": 2})), "svg"))
    )
    drawn = [one for one in root.iter(f"{SVG}g") if one.get("class") == "cobra-drawing"]
    boards = [[circle.get("class") for circle in one.iter(f"{SVG}circle")] for one in drawn]
    assert boards == 11 * [["d-entry"]]
    assert drawn[0].get("transform") == "translate(20 88) scale(0.56)"  # below the text in the first cell
    assert words(root)[8] == "shoot(2)120"


@pytest.mark.thorough
def test_what_is_too_low_is_drawn_together() -> None:
    strategy = one_step(cobra.load("bulls-and-cows"), "parts")
    source = "".join(cobra.export_lines(strategy, "svg"))
    assert len(source) < 300_000
    root = picture(source)
    assert 1000 < sum(kinds(root).values()) < 2000
    grey = [
        tip for tip in tips(root) if re.match(r"[0-9]+ outcomes?: [0-9]+ codes left, at most [5-9] ", tip)
    ]
    assert len(grey) > 500


@pytest.mark.slow
def test_a_chain_is_cut_off() -> None:
    root = picture(exported(cobra.load("higher-lower", LONG), "svg", "first"))
    assert sum(kinds(root).values()) == 1 + 24
    assert tips(root)[-1] == "1 outcome: 277 codes left, at most 300 experiments"


@pytest.mark.instances
@pytest.mark.thorough
@pytest.mark.parametrize("name", library())
def test_every_game_of_the_library(name: str) -> None:
    picture("".join(cobra.export_lines(one_step(cobra.load(name, SMALL.get(name))), "svg")))


@pytest.mark.parametrize(
    ("game", "settings", "heading"),
    [
        (
            "test-sequencing",
            {},
            "9 codes, 8 experiments, worst 5, average 104/32 = 3.2500, most cost 10.5, mean cost 8.3125",
        ),
        (
            "hangman-lives",
            {"lives": 3},
            "44 codes, 12 experiments, worst 5, average 158/44 = 3.5909, 36 lost",
        ),
        ("mastermind", {"pegs": 1}, "6 codes, 6 experiments, worst 6, average 21/6 = 3.5000"),
    ],
)
def test_the_heading_says_what_is_paid_and_lost(
    game: str, settings: dict[str, int | str], heading: str
) -> None:
    assert heading in words(picture(exported(cobra.load(game, settings), "svg", "parts")))


@pytest.mark.parametrize(
    ("game", "within", "heading"),
    [
        (
            PAID_FOR,
            None,
            "6 codes, 2 experiments, worst 2, average 11/6 = 1.8333, 4 lost, most cost 2, mean cost 1.8333, "
            "but for what losing costs",
        ),
        (NOISY, 3, "4 codes, 7 experiments, worst 3, average 3000/1000 = 3.0000, 72.9% of all plays won"),
    ],
)
def test_the_heading_says_what_is_left_out_and_won_by_chance(
    game: str, within: int | None, heading: str
) -> None:
    strategy = cobra.optimal(cobra.load_text(game), "won", within=within).strategy
    assert strategy is not None
    assert heading in words(picture("".join(cobra.export_lines(strategy, "svg"))))


def test_words_that_mean_something() -> None:
    root = picture(exported(NASTY, "svg", "first"))
    assert words(root)[0] == "<b>&amp; \\N {0} ⚀ 'q', first"
    assert words(root)[2:6] == ["<script>", "8", "no; [not] & never", "a&b"]
    assert text('\x00a\ud800<b c="\uffff">&') == "\N{REPLACEMENT CHARACTER}a\N{REPLACEMENT CHARACTER}" + (
        "&lt;b c=&quot;\N{REPLACEMENT CHARACTER}&quot;&gt;&amp;"
    )


def test_widths_of_texts() -> None:
    assert [cells(shown) for shown in ("", "0011", "漢字", "e\u0301", "🎲")] == [0, 4, 4, 1, 2]
    assert [fitted("abcdef", most) for most in (6, 5, 1)] == ["abcdef", "abcd…", "…"]
    assert fitted("漢字漢字", 6) == "漢字…"
