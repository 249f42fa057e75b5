"""A game in progress, and one strategy against an honest codemaker and two adversaries."""

import cobra
from cobra.play.codemakers import make_codemaker

game = cobra.load("mastermind", {"pegs": 3, "colours": 4})

session = cobra.Session(game, codemaker=make_codemaker(game, "321"))
session.ask("012")
print(session.hint().text)
session.ask("321")
print(session.turn, session.secret(), len(session.history))

for keeper in ("321", "models", "fixed"):
    (play,) = cobra.simulate(game, "parts", keeper, trace=True).plays
    print(f"against {keeper}: {play.length} guesses, codes left {', '.join(map(str, play.left))}")
