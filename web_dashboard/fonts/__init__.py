"""The typeface of printed reports: DejaVu Sans Condensed 2.37, unaltered, with the letters of all six languages.

Its licence lies beside it.
"""

from pathlib import Path

FAMILY = "DejaVu"
REGULAR = Path(__file__).parent / "DejaVuSansCondensed.ttf"
BOLD = Path(__file__).parent / "DejaVuSansCondensed-Bold.ttf"
