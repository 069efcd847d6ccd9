"""What somebody may have meant by a name that does not exist."""

from collections.abc import Iterable
from difflib import get_close_matches

MOST = 3


def nearest(said: str, names: Iterable[str]) -> str:
    """`nearest: A, B`, or that nothing comes near it."""
    found = get_close_matches(said, list(names), MOST, 0.5)
    return f"nearest: {', '.join(found)}" if found else "nothing comes near it"
