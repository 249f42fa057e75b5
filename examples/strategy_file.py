"""Write a strategy, check it, and follow it with nothing but the JSON file in hand."""

import json
import tempfile
from pathlib import Path

import cobra

game = cobra.load("bulls-and-cows", {"places": 3, "digits": 6})
with tempfile.TemporaryDirectory() as folder:
    cobra.analyze(game, ["parts"], output=folder)
    path = Path(folder) / "parts.json"
    print("verified:", cobra.verify(cobra.read_strategy(path)).correct)
    document = json.loads(path.read_text("utf-8"))

print("average", document["figures"]["average"], "worst", document["figures"]["worst"])
node = 0
for answer in ("1B1C", "1B1C", "3B0C"):
    if node is None:
        break
    print("ask", document["tree"][node]["experiment"], "- answered", answer)
    node = document["tree"][node]["outcomes"][answer]
print("over:", node is None)
