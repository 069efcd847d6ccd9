"""What is wrong with the dealing: each event against the only ones that could come next, and the catalogue of all codes.

Pure. Must not know how anything is put right, nor raise anything itself: a finding is a value.
"""

from table_controller.irregularities.catalogue import CATALOGUE, By, Entry, Level, cited
from table_controller.irregularities.finding import Finding
from table_controller.irregularities.judge import judge

__all__ = ["CATALOGUE", "By", "Entry", "Finding", "Level", "cited", "judge"]
