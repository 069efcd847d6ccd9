"""Times and limits of the table bus as the host keeps them, in milliseconds; each from TABLE_BUS.md.

Owns the numbers only.
"""

from typing import Final

NEVER: Final = 1 << 62
"""Later than any time; its negative is before any."""

HELLO_REQ_EVERY: Final = 150
HELLO_REQ_LEAST: Final = 100
"""A HELLO_REQ goes every 100 to 250 ms; a device answers at most every 100."""
PING_EVERY: Final = 200
NAK_EVERY: Final = 30
SILENT_AFTER: Final = 1000
SAID_WITHIN: Final = 1800
"""A device that has been lost is said to be within two seconds (RULEBOOK H6), whatever else is waited for."""
OPEN_GRACE: Final = 3000
"""A board that resets when its port is opened needs more than a second to speak."""

ORDER_LIFE: Final = 2000
RESEND_EVERY: Final = 100
MAX_WAITING: Final = 16
RETRY_AFTER: Final = 1000
"""Pause after a busy answer or an unknown outcome before a wanted state is ordered again."""
SNAPSHOT_PATIENCE: Final = 60_000

BACKOFF_FIRST: Final = 50
BACKOFF_LIMIT: Final = 1000

CLOCK_SAMPLES: Final = 32
DRIFT_SPAN: Final = 60_000

MAX_UNRECORDED: Final = 64
"""Readings under way to the journal. A device of the contract has 8; one that sends more must wait."""
MAX_DEVICES: Final = 64
"""Devices remembered for one port; boards are swapped by hand, so more is a fault of somebody."""
