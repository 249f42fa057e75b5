"""Draws the pictures of docs/: `python docs/pictures.py` writes docs/pictures/*.svg.

The numbers and permutations shown are computed or checked by cobra, never written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cobra
from cobra.analysis.evolve.plot import draw_evolution
from cobra.analysis.plot import draw
from cobra.drawings.svg import svg
from cobra.model import spaces
from cobra.model.outcomes import outcome
from cobra.model.show import parse_experiment

FOLDER: Final = Path(__file__).parent / "pictures"
INK: Final = "#333333"
FILLS: Final = ("#f6c85f", "#9fc5e8", "#d5a6bd", "#b6d7a8", "#eeeeee", "#f4b183")
"""One fill for each colour of vertices."""


DRAWINGS: Final = {
    "pegs": ("mastermind", "0012", ""),
    "keys": ("mastermind", "0012", "1B1W"),
    "tiles": ("wordle", "crane", "GY-G-"),
    "balance": ("counterfeit-coin", "1 2 3 4 | 5 6 7 8", "left heavier"),
    "grid": ("battleship", "2 | 3", "hit"),
    "ports": ("black-box", "shoot(3)", "20"),
    "cards": ("code-777-three", "1 0 | 2 1", ">"),
    "line": ("higher-lower", "50", "lower"),
    "items": ("group-testing", "1 2 3", ""),
}
"""A game of each kind of drawing, with an experiment and an answer to it."""


class Picture:
    """An SVG picture made of lines, dots, boxes and words, on white so that it can be read anywhere."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        self._parts = [
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="white"/>',
        ]

    def line(
        self, start: tuple[int, int], end: tuple[int, int], *, bend: tuple[int, int] | None = None
    ) -> None:
        """Draw a line, curved towards `bend`."""
        way = f"L{end[0]} {end[1]}" if bend is None else f"Q{bend[0]} {bend[1]} {end[0]} {end[1]}"
        self._parts.append(f'<path d="M{start[0]} {start[1]} {way}" fill="none" stroke="#888888"/>')

    def dot(self, at: tuple[int, int], radius: int, fill: str, text: str = "") -> None:
        """Draw a round vertex with a word in it."""
        self._parts.append(f'<circle cx="{at[0]}" cy="{at[1]}" r="{radius}" fill="{fill}" stroke="{INK}"/>')
        self.text((at[0], at[1] + 4), text, size=12)

    def box(self, at: tuple[int, int], width: int, height: int, fill: str, text: str = "") -> None:
        """Draw a box around a point with a word in it."""
        self._parts.append(
            f'<rect x="{at[0] - width // 2}" y="{at[1] - height // 2}" width="{width}" height="{height}" '
            f'rx="4" fill="{fill}" stroke="{INK}"/>'
        )
        self.text((at[0], at[1] + 4), text, size=12)

    def text(
        self, at: tuple[int, int], text: str, *, size: int = 13, anchor: str = "middle", bold: bool = False
    ) -> None:
        """Write words; `anchor` is "start", "middle" or "end"."""
        if text:
            weight = ' font-weight="bold"' if bold else ""
            self._parts.append(
                f'<text x="{at[0]}" y="{at[1]}" font-family="sans-serif" font-size="{size}" fill="{INK}" '
                f'text-anchor="{anchor}"{weight}>{escape(text)}</text>'
            )

    def svg(self) -> str:
        """Return the picture as a file."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {self._size}>\n' + "\n".join(self._parts) + "\n</svg>\n"
        )


def coin_graph() -> Picture:
    """Draw the graph of the game with 4 coins: what is secret, what is asked, what is answered."""
    picture = Picture(760, 640, "The graph of four coins, one of them lighter or heavier")
    coin, pan, side, answer, product, weight = FILLS
    rows = (150, 240, 330, 420)
    in_left, in_right = (100, 285), (660, 285)
    for number, y in enumerate(rows, 1):
        for x, member, sum_ in ((270, "left", in_left), (490, "right", in_right)):
            picture.line((380, y), (x, y))
            picture.line((x, y), (x, y - 42))
            picture.line((x, y), sum_)
            picture.box((x, y - 42), 70, 24, pan, f"{number} in {member}")
            picture.dot((x, y), 13, product, "∧")
        picture.dot((380, y), 24, coin, f"odd {number}")
    heavy, light = (340, 560), (420, 560)
    ends = {"left heavier": (120, 590), "right heavier": (640, 590)}
    products = (
        ((215, 490), in_left, heavy, "left heavier"),
        ((315, 490), in_left, light, "right heavier"),
        ((445, 490), in_right, heavy, "right heavier"),
        ((545, 490), in_right, light, "left heavier"),
    )
    for at, sum_, kind, name in products:
        for other in (sum_, kind, ends[name]):
            picture.line(at, other)
    for at, *_ in products:
        picture.dot(at, 13, product, "∧")
    for sum_, bend in ((in_left, (100, 40)), (in_right, (660, 40))):
        picture.line((380, 40), sum_, bend=bend)
    picture.box(in_left, 94, 28, side, "odd in left")
    picture.box(in_right, 94, 28, side, "odd in right")
    picture.dot(heavy, 26, weight, "heavy")
    picture.dot(light, 26, weight, "light")
    for name, at in (*ends.items(), ("balance", (380, 40))):
        picture.box(at, 110, 28, answer, name)
    picture.text((380, 628), "A symmetry moves vertices to vertices of the same colour and keeps every edge.")
    return picture


def mastermind_grid() -> Picture:
    """Draw two equivalent guesses as marks on the grid of positions and colours, and a symmetry."""
    places, colours = (0, 2, 1, 3), (5, 3, 1, 0, 4, 2)  # where a position goes, what a colour becomes
    game = cobra.load("mastermind")
    guess = parse_experiment(game, "0012")[1]
    image = [0] * len(guess)
    for place, colour in enumerate(guess):
        image[places[place]] = colours[colour]
    texts = ("".join(map(str, guess)), "".join(map(str, image)))
    picture = Picture(760, 380, f"The guesses {texts[0]} and {texts[1]} of Mastermind are equivalent")
    for left, values, text in ((70, guess, texts[0]), (520, image, texts[1])):
        picture.text((left + 75, 30), f"guess {text}", size=15, bold=True)
        for place in range(4):
            picture.text((left + 18 + 38 * place, 58), str(place + 1))
            for colour in range(6):
                chosen = values[place] == colour
                picture.box(
                    (left + 18 + 38 * place, 82 + 38 * colour), 34, 34, FILLS[0] if chosen else "white"
                )
        for colour in range(6):
            picture.text((left - 14, 87 + 38 * colour), str(colour))
        picture.text((left + 75, 318), "positions 1 to 4 across, colours 0 to 5 down", size=11)
    picture.text((390, 60), "a symmetry", size=15, bold=True)
    picture.text((390, 100), f"positions  {cycles(places, 1)}")
    picture.text((390, 125), f"colours  {cycles(colours, 0)}")
    picture.line((310, 160), (470, 160))
    picture.line((470, 160), (460, 153))
    picture.line((470, 160), (460, 167))
    picture.text((390, 190), "columns change places,", size=12)
    picture.text((390, 207), "rows change places,", size=12)
    picture.text((390, 224), "the marks go with them", size=12)
    first = cobra.symmetry(game, equivalences=["history"]).rounds[0]
    size = first.sizes[first.canonical.index(texts[0])]
    picture.text(
        (380, 360),
        f"{texts[0]} is the first of a class of {size:,} guesses; there are {first.count} classes.",
    )
    return picture


def cycles(permutation: Sequence[int], first: int) -> str:
    """Return a permutation in cycle notation, its points counted from `first`."""
    seen: set[int] = set()
    text = ""
    for start in range(len(permutation)):
        cycle = [start]
        while permutation[cycle[-1]] != start:
            cycle.append(permutation[cycle[-1]])
        if len(cycle) > 1 and seen.isdisjoint(cycle):
            text += f"({' '.join(str(point + first) for point in cycle)})"
        seen.update(cycle)
    return text


def weighings() -> Picture:
    """Draw the classes of first weighings of 12 coins: one bar for each, as long as the class is large."""
    found = cobra.symmetry(cobra.load("counterfeit-coin"), equivalences=["history"]).rounds[0]
    picture = Picture(760, 50 + 46 * found.count + 40, "First weighings of twelve coins by class")
    picture.text(
        (20, 28),
        f"{found.all:,} weighings of 12 coins, {found.count} classes",
        size=15,
        anchor="start",
        bold=True,
    )
    for row, (text, size) in enumerate(zip(found.canonical, found.sizes, strict=True)):
        y = 66 + 46 * row
        for pan, coins in enumerate(text.split(" | ")):
            numbers = coins.split()
            for place, coin in enumerate(numbers):
                x = 150 - 22 * (len(numbers) - place) + 10 if pan == 0 else 166 + 22 * place + 10
                picture.dot((x, y), 10, FILLS[0], coin)
        picture.line((158, y - 14), (158, y + 14))
        length = max(2, 330 * size // max(found.sizes))
        picture.box((330 + length // 2, y), length, 22, FILLS[1])
        picture.text((330 + length + 8, y + 5), f"{size:,}", anchor="start")
    picture.text(
        (380, 50 + 46 * found.count + 25), "Each row shows the first weighing of its class.", size=12
    )
    return picture


def treasure() -> Picture:
    """Draw the first digs of the game of docs/proofs.md, with what their cells cost at least."""
    page = (FOLDER.parent / "proofs.md").read_text("utf-8")
    game = cobra.load_text(page[page.index('game "Treasure"') :].partition("```")[0])
    facts = {
        tuple(map(int, match[2].split())): int(match[1])
        for match in re.finditer(r"^fact \d+ left none value (\d+) codes ([\d ]+)$", page, re.MULTILINE)
    }
    squares, digs = spaces.codes(game), spaces.experiments(game)
    by_size = [sum((1, 2, 2, 3, 3, 3, 3, 4, 4)[:size]) for size in range(10)]
    fills = {"found": FILLS[0], "near": FILLS[1], "far": FILLS[4]}
    picture = Picture(760, 250, "Three ways to begin the search for a treasure")
    for left, dig, name in ((60, 0, "a corner"), (300, 1, "an edge"), (540, 4, "the centre")):
        cells: dict[str, list[int]] = {}
        picture.text((left + 70, 30), name, size=15, bold=True)
        for square, code in enumerate(squares):
            answer = str(outcome(game, digs[dig], code)[0])
            cells.setdefault(answer, []).append(square)
            at = (left + 22 + 48 * (square % 3), 66 + 48 * (square // 3))
            picture.box(at, 44, 44, fills[answer], "dig" if square == dig else str(square))
        sets = {answer: tuple(cells[answer]) for answer in ("near", "far")}
        costs = {answer: facts.get(found, by_size[len(found)]) for answer, found in sets.items()}
        total = 9 + sum(costs.values())
        picture.text((left + 70, 208), f"9 + near {costs['near']} + far {costs['far']} = {total}")
        known = [answer for answer, found in sets.items() if found in facts]
        picture.text((left + 70, 230), f"{known[0]} by a fact" if known else "all by size", size=12)
    return picture


def memory() -> Picture:
    """Draw the table of docs/phases.md, whose figures are tested: averages as bars, worst cases as dots."""
    page = (FOLDER.parent / "phases.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\S+)` \| .* \| \d+ \| ([\d.]+) \| (\d+) \|$", page, re.MULTILINE)
    picture = Picture(760, 34 * len(rows) + 50, "Guesses for bulls and cows with 16 digits, by memory")
    picture.text(
        (20, 28), "Guesses on average (bars) and at worst (dots)", size=15, anchor="start", bold=True
    )
    for row, (name, average, worst) in enumerate(rows):
        y, length = 62 + 34 * row, round(15 * float(average))
        picture.text((170, y + 5), name, anchor="end")
        picture.line((180, y), (180 + 15 * int(worst), y))
        picture.box((180 + length // 2, y), length, 22, FILLS[0] if name.startswith("phases") else FILLS[1])
        picture.text((180 + length // 2, y + 5), f"{float(average):.2f}", size=12)
        picture.dot((180 + 15 * int(worst), y), 4, FILLS[5])
        picture.text((190 + 15 * int(worst), y + 5), worst, size=12, anchor="start")
    return picture


def strategy(game: str, parameters: Mapping[str, int]) -> str:
    """Return the picture of a strategy."""
    with TemporaryDirectory() as folder:
        cobra.analyze(cobra.load(game, parameters), ["exp-models"], output=folder)
        written = cobra.read_strategy(Path(folder) / "exp-models.json")
        return "".join(cobra.export_lines(written, "svg"))


def pictures() -> dict[str, str]:
    """Return the content of each file by name."""
    drawn = {
        "coin-graph": coin_graph(),
        "mastermind-grid": mastermind_grid(),
        "weighings": weighings(),
        "treasure": treasure(),
        "phases": memory(),
    }
    contents = {f"{name}.svg": picture.svg() for name, picture in drawn.items()}
    contents["strategy-tree.svg"] = strategy("mastermind", {"pegs": 3, "colours": 3})
    evolved = cobra.evolve(cobra.load("mastermind", {"pegs": 3, "colours": 3}), generations=10)
    contents["evolved-tree.svg"] = "".join(cobra.export_lines(evolved.strategy, "svg"))
    contents["strategy-icicle.svg"] = strategy("bulls-and-cows", {"places": 3, "digits": 6})
    for name, (game, experiment, answer) in DRAWINGS.items():
        picture = svg(cobra.load(game), experiment=experiment, answer=answer)
        assert picture is not None
        contents[f"drawing-{name}.svg"] = picture
    return contents


def plots(folder: Path) -> None:
    """Write the plots of the pages; another version of matplotlib may draw them a bit differently."""
    sizes = {"pegs": range(2, 5), "colours": range(2, 7)}
    draw(cobra.compare("mastermind", definitions=sizes, time_limit=None), folder / "averages.svg")
    draw(cobra.compare("mastermind", time_limit=None), folder / "lengths.svg")
    game = cobra.load("mastermind", {"pegs": 4, "colours": 4})
    draw_evolution(cobra.evolve(game, population=10, generations=60), folder / "evolved-fitness.svg")


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, content in pictures().items():
        (FOLDER / name).write_text(content, "utf-8")
    plots(FOLDER)


if __name__ == "__main__":
    main()
