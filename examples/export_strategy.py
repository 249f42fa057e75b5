"""Follow a strategy with nothing but the JSON that was exported, and read every play from the CSV."""

import csv
import json
import tempfile
from pathlib import Path

import cobra

game = cobra.load("bulls-and-cows", {"places": 3, "digits": 6})
with tempfile.TemporaryDirectory() as folder:
    cobra.analyze(game, ["parts"], output=folder)
    strategy = cobra.read_strategy(Path(folder) / "parts.json")
    tree, plays = Path(folder) / "tree.json", Path(folder) / "plays.csv"
    cobra.export_strategy(strategy, tree)
    cobra.export_strategy(strategy, plays)
    position = json.loads(tree.read_text("utf-8"))["tree"]
    rows = list(csv.DictReader(plays.read_text("utf-8").splitlines()))

while "experiment" in position:
    outcome, after = max(position["outcomes"].items(), key=lambda item: item[1]["left"])
    print(f"{position['left']} left: ask {position['experiment']}, at worst {outcome}")
    position = after
print(len(rows), "plays,", sum(int(row["length"]) for row in rows), "experiments")
