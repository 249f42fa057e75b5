"""Draw a game of one's own: a line says how, and every experiment and answer has its picture."""

import tempfile
from pathlib import Path

import cobra
from cobra.drawings.svg import svg

TRAFFIC_LIGHTS = """
game "Traffic lights"
draw pegs
alphabet light = {red yellow green}
secret lights[1..3] : light
experiment guess(g[1..3] : light)
  let right = count(i in 1..3 : lights[i] = g[i])
  observe right
  final right = 3
"""

game = cobra.load_text(TRAFFIC_LIGHTS)
with tempfile.TemporaryDirectory() as folder:
    for name, answer in (("guess", ""), ("answer", "2")):
        picture = svg(game, experiment="red green green", answer=answer)
        assert picture is not None
        file = Path(folder) / f"{name}.svg"
        file.write_text(picture, "utf-8")
        pegs, keys = (picture.count(f'class="{kind}') for kind in ("d-peg", "d-key d-full"))
        print(f"{file.name}: {pegs} pegs, {keys} black key pegs")
