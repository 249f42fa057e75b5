"""Twelve coins, three weighings fixed in advance: find them, and what the answers stand for."""

from __future__ import annotations

import cobra


def main() -> None:
    """Print how many weighings do, and how many codes the rows of answers stand for."""
    result = cobra.static_plan(cobra.load("counterfeit-coin", {"coins": 12}))
    plan = result.plan
    print(f"{plan.codes} codes, {len(plan.experiments)} weighings, at least {plan.lower}")
    verification = cobra.verify_plan(plan)
    print(f"verified: {verification.correct}")
    weighings = [len(text.split()) - 1 for text in plan.texts]  # the coins, and | between the pans
    print(f"coins on the balance: {weighings}")
    rows = {cell.answers: cell.codes for cell in verification.cells}
    print(f"{len(rows)} rows of answers, {sum(len(codes) == 1 for codes in rows.values())} with one code")


if __name__ == "__main__":
    main()
