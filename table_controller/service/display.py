"""What stands on the display of a dealer's keypad: eight characters, the amount or the seat that is being typed.

Sent as ECHO: a keypad that has a display shows the bytes it was last asked to repeat, another just repeats them. Depends on keys
alone.
"""

from table_controller.core.keypad import Typed

WIDTH = 8


def display_text(typed: Typed) -> bytes:
    """ASCII. A seat has an S before it; `>` stands for digits that do not fit."""
    if typed.seat_asked:
        return b"S" + typed.digits.rjust(WIDTH - 1).encode("ascii")
    if len(typed.digits) > WIDTH:
        return b">" + typed.digits[1 - WIDTH :].encode("ascii")
    return typed.digits.rjust(WIDTH).encode("ascii")
