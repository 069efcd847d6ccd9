"""Keys of the dealer's keypad as the table bus numbers them (TABLE_BUS.md, Events).

What a key means at a moment of the game is not known here.
"""

from hardware.protocol.wire import KeyCode

__all__ = ["KeyCode"]
