"""Finished hands for other programs: found in a journal, told once without any format, written as PHH, OHH and CSV.

Owns these forms. Sealed parts stay sealed: a card that nobody at the table saw is in none of them. Must not know who asks, and
writes no file.
"""

from table_controller.export.csv_rows import csv_head, csv_row
from table_controller.export.ohh import ohh_text
from table_controller.export.phh import phh_text
from table_controller.export.played import PlayedHand, Step, finished_hands, played_hand
from table_controller.export.told import ToldHand, tell

__all__ = [
    "PlayedHand",
    "Step",
    "ToldHand",
    "csv_head",
    "csv_row",
    "finished_hands",
    "ohh_text",
    "phh_text",
    "played_hand",
    "tell",
]
