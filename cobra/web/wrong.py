"""How an answer says that something is wrong."""

from __future__ import annotations

from cobra.texts import ENGLISH, left_in_english


def wrong(sentence: str, member: str = "error") -> dict[str, str]:
    """Return the sentence as a member, and its language where that is not the one asked for."""
    return {member: sentence, **({"lang": ENGLISH} if left_in_english(sentence) else {})}
