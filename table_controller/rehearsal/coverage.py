"""Which irregularities a rehearsal's people can cause, how each is found, and why the others are not caused.

A table of facts: what can be caused stands in the kinds of errors; what cannot stands here with its reason. `page` is the page of
the documentation about it. Judges nothing.
"""

from typing import Final, NamedTuple

from table_controller.irregularities import CATALOGUE
from table_controller.rehearsal.error_kinds import KINDS

SENSOR, KEY, NOTHING = "sensor", "key", "—"
SENSOR_OR_KEY = "sensor or key"


class NotCaused(NamedTuple):
    """`found`: how it is found when it comes; `why`: why the people of a rehearsal cannot cause it."""

    found: str
    why: str


NOT_CAUSED: Final[dict[str, NotCaused]] = {
    "foreign_back": NotCaused(SENSOR_OR_KEY, "the cards of a rehearsal have one back"),
    "seat_draw_tie": NotCaused(NOTHING, "no irregularity: the draw is decided by the suits"),
    "board_with_all_in_incomplete": NotCaused(NOTHING, "found as the early street that it is"),
    "reader_conflict": NotCaused(SENSOR_OR_KEY, "takes two readers that contradict each other: trouble of the hardware"),
    "show_not_needed": NotCaused(NOTHING, "no irregularity: nobody is asked to show"),
    "suit_tiebreak": NotCaused(NOTHING, "no irregularity: suits decide no pot"),
    "stuck_pair": NotCaused(SENSOR_OR_KEY, "the hands of a rehearsal draw one card at a time"),
    "ghost_card": NotCaused(SENSOR, "takes a second tag with the number of another: no robot can forge one"),
    "reader_down": NotCaused(SENSOR, "trouble of the hardware; told as a lost device, not as a finding"),
    "clock_skew": NotCaused(NOTHING, "trouble of the hardware; told as a fault of the link, not as a finding"),
    "replay": NotCaused(NOTHING, "takes a forged device; its events are thrown away, which is no finding"),
    "dashboard_leak": NotCaused(NOTHING, "must not be possible; tests of the secrecy see to it"),
}
"""Codes of the catalogue that no kind of error names."""

CAUSED: Final[dict[str, frozenset[str]]] = {
    code: frozenset(KEY if kind.told else SENSOR for kind in KINDS if code in kind.codes)
    for code in CATALOGUE
    if any(code in kind.codes for kind in KINDS)
}
"""How the errors that a code names are found: by sensors, by a key that says so, or some so and some so."""


def page() -> str:
    """The page of the documentation, in Markdown."""
    return "\n".join((*_HEAD, *(_line(code) for code in CATALOGUE), ""))


def _line(code: str) -> str:
    number = CATALOGUE[code].number
    if code in CAUSED:
        return f"| {number} | `{code}` | {' or '.join(sorted(CAUSED[code], reverse=True))} | yes | |"
    found, why = NOT_CAUSED[code]
    return f"| {number} | `{code}` | {found} | no | {why} |"


_HEAD: Final = (
    "# Irregularities: how each is found, and whether a rehearsal causes it",
    "",
    "Every code of the catalogue (RULEBOOK 6). *Sensor*: readers, gate, button or seat sensors show it. *Key*: only a person",
    "can see or hear it, so the dealer's or the floor's key says so. `burnturn demo --errors RATE` lets the robot dealer and",
    "players cause what stands here with *yes*; a robot presses a key only where a real dealer would have to. A dash: nothing",
    "finds it as such.",
    "",
    "A hand gets one error at most. The codes that are possible in it, by the house's texts and the game, come in rounds, each",
    "as often; a code that few houses or games know comes more often there, so that seven houses together meet all codes about",
    "alike. What cannot be made in its hand is made in a later one.",
    "",
    "This page is written from `table_controller/rehearsal/coverage.py`; a test keeps the two equal.",
    "",
    "| no. | code | found by | caused | why not |",
    "|---|---|---|---|---|",
)
