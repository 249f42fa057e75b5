"""What went wrong, and what was bad luck: a game of Mastermind against a friend, looked at again.

The friend's third answer is a slip at first; the contradiction is found, repaired, and the game reviewed.
"""

import cobra

ANSWERS = "0011 0B2W; 0023 0B2W; 2400 3B0W; 2104 4B0W"


def main() -> None:
    """Repair the history, then print what each move cost and what luck did."""
    game = cobra.load("mastermind")
    clash = cobra.contradiction(game, ANSWERS)
    assert clash is not None
    print(f"The answers {', '.join(map(str, clash.clash))} contradict each other.")
    print("; ".join(cobra.excluded(game, ANSWERS, "2104").sentences))

    # with one thread always the same of several best experiments is named
    review = cobra.review(game, ANSWERS.replace("3B0W", "2B1W"), threads=1)
    for number, move in enumerate(review.moves, 1):
        judged = move.judgement
        assert judged is not None
        print(
            f"{number}. {move.experiment} = {move.outcome}: {move.before} codes before, {move.after} after; "
            f"best {judged.best}, loss {float(judged.loss):.3f}, luck {float(judged.luck):+.3f}"
        )


if __name__ == "__main__":
    main()
