"""Keys of the dealer's keypad as the table bus numbers them (TABLE_BUS.md, Events).

Owns the numbers only: what a key means at a moment of the game is not known here.
"""

from enum import IntEnum


class KeyCode(IntEnum):
    """The 24 keys of the 4 x 6 matrix."""

    DIGIT_0 = 0
    DIGIT_1 = 1
    DIGIT_2 = 2
    DIGIT_3 = 3
    DIGIT_4 = 4
    DIGIT_5 = 5
    DIGIT_6 = 6
    DIGIT_7 = 7
    DIGIT_8 = 8
    DIGIT_9 = 9
    FOLD = 10
    CHECK_CALL = 11
    BET_RAISE = 12
    ALL_IN = 13
    ENTER = 14
    UNDO = 15
    FLOOR = 16
    EXPOSED = 17
    BOXED = 18
    SEAT = 19
    MISDEAL = 20
    CLOCK = 21
    DEAL_DONE = 22
    CLEAR = 23
