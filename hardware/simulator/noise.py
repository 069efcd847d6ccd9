"""How badly the sensors of a simulated table work: every figure named, with its unit and source, and three sets of them.

Owns the figures only; what they do is beside them (`lies`, `noisy_reader`, `motion`, `noisy_contacts`, `noisy_shoe`, `delays`).
The dealer's own slips are not here: the simulator knows no dealer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Final

HAND_S: Final = 100
"""What is told for one hand is told for so many seconds of table time."""

_MOST: Final = {"_s": 1e6, "_ms": 1e9, "_ppm": 1e6, "_per_hour": 1e5, "_per_hand": 100.0, "_most": 1000.0}
"""By how the name of a figure ends; the others are chances. More is no table, and would take for ever to play."""


@dataclass(frozen=True, slots=True)
class Noise:
    """Each a chance from 0 to 1 unless its name ends in a unit (_s, _ms, _ppm, _per_hour, _per_hand, _most). 0: none.

    Sources: H = design page of the hardware, section 4 (H2.4, H2.5: those sections). All others are assumed.
    """

    # antennas: the chances are those of one tag in one inventory
    miss: float = 0.0
    """A tag well in the field does not answer. H: 0.02."""
    edge: float = 0.0
    """A card lies at the edge of its antenna: one draw for a card and the place where it rests until it is moved. Assumed."""
    edge_miss: float = 0.0
    """A tag at the edge does not answer. H: 0.2."""
    neighbour: float = 0.0
    """The antenna beside hears a card well in the field of its own. H: 0.005, assumed there."""
    edge_neighbour: float = 0.0
    """The antenna on whose side a card at the edge lies hears it. Assumed: a card that lies out of its own field lies in the
    next."""
    depth: tuple[float, ...] = (1.0,)
    """In a stack (burn, muck, hold, out, a seat's cards): chance to answer, top card first, the last for all below. H: two read
    well, three are iffy (hobbyists); the numbers are assumed."""
    cap: float = 0.0
    """Share of the times that cards come to a bare seat and chips are laid on them. Assumed."""
    cap_read: float = 1.0
    """A capped tag answers. Assumed."""
    ghost: float = 0.0
    """An inventory shows a tag with one bit wrong and a good checksum. H2.5: 6 of 524 on a very bad wire, 0 of 523 on a bad
    one."""
    ghost_sticky: float = 0.0
    """Share of ghosts that stay for several inventories. Assumed."""
    ghost_most: int = 6
    """Most inventories a ghost stays (2 to this, all alike). Assumed."""
    burst_per_hour: float = 0.0
    """How often one antenna is deaf. Assumed."""
    burst_shortest_s: float = 0.2
    """It lasts so long at least. Assumed."""
    burst_longest_s: float = 2.0
    """For how long, all lengths between alike. Assumed."""
    outage_per_hour: float = 0.0
    """How often a reader does not answer; after 0.6 s it is told as lost (READER), and when it is back. Assumed."""
    outage_shortest_s: float = 1.0
    """It lasts so long at least. Assumed."""
    outage_longest_s: float = 10.0
    """For how long, all lengths between alike. Assumed."""
    switch_ms: float = 5.0
    """From one antenna to another until its field stands. H2.4, assumed there. The inventory itself takes what the standard
    says."""

    # motion
    pass_ms: float = 0.0
    """A card that is pitched or slid is over each antenna on its way for so long. Assumed."""
    pass_read: float = 0.5
    """A tag on its way answers an inventory that meets it. Assumed."""
    lift_per_hand: float = 0.0
    """How often on average a player lifts the cards to look, were they kept for the whole hand. Assumed."""
    lift_soonest_s: float = 1.0
    """Nobody has a card up sooner after it came to lie: to see it, to reach out and to lift take about a second. Assumed."""
    lift_within_s: float = 60.0
    """Looks begin at most so long after the cards lie, mostly soon (log-uniform). Assumed."""
    lift_shortest_s: float = 2.0
    """It lasts so long at least. Assumed."""
    lift_longest_s: float = 60.0
    """How long a look lasts: half of them under 1.6 times the shortest, one of a hundred near the longest. Assumed."""

    # shoe
    double_unread: float = 0.0
    """The second of two cards that come out together is not read at the mouth. Assumed."""
    mouth_unread: float = 0.0
    """A card passes the mouth unread. Assumed."""
    gate_long: float = 0.0
    """One card passes so slowly that the gate takes it for two. Assumed."""
    gate_blocked_per_hour: float = 0.0
    """How often something is in the gate's beams for a moment; cards that pass then make one long passage with it. H: stuck
    blocked."""
    gate_blocked_longest_s: float = 1.0
    """For how long at most, from 0.1 s. Assumed."""
    deck_miss: float = 0.0
    """A tag of the deck is not counted by one inventory of 0.5 s; the count is told again when a later one finds more.
    Assumed."""

    # contacts
    sleeve_per_hand: float = 0.0
    """How often a sleeve blocks the bet line of one seat. H: sleeves and elbows, seconds; the rate is assumed."""
    sleeve_shortest_s: float = 0.5
    """It lasts so long at least. Assumed."""
    sleeve_longest_s: float = 5.0
    """For how long, all lengths between alike. Assumed."""
    unseen: float = 0.0
    """Chips cross a bet line unseen. Assumed."""
    bounce: float = 0.0
    """A change of a seat sensor, line or hall comes with one more change, there and back, that outlasts the debouncing.
    Assumed."""
    key_bounce: float = 0.0
    """A key that is let go goes down once more, for longer than the debouncing. H: outliers over 150 ms; the share is assumed."""
    bounce_longest_ms: float = 150.0
    """For how long at most, from 25 ms. H."""
    seat_lost_per_hour: float = 0.0
    """How often a seat sensor loses a player who sits there. Assumed."""
    seat_lost_shortest_s: float = 0.3
    """It lasts so long at least. Assumed."""
    seat_lost_longest_s: float = 4.0
    """For how long, all lengths between alike. Assumed."""
    hall_chatter: float = 0.0
    """While the button is laid down its hall sensor chatters, and one beside feels it too. H: two halls at once while moved;
    the share
    is assumed."""

    # times
    delay_ms: float = 0.0
    """Median time from a device to the host. Assumed; 2 ms were measured on a bench."""
    delay_tail: float = 0.0
    """Share of events that come much later. Assumed."""
    delay_longest_ms: float = 300.0
    """Latest of those. Assumed. The order of one device is kept; that of two is not."""
    drift_ppm: float = 0.0
    """A device's clock is so much wrong at most, either way. Assumed; crystals are good for 50."""
    stamp_jitter_ms: float = 0.0
    """An event's first edge is stamped so much late at most. Assumed."""

    def __post_init__(self) -> None:
        """Raises ValueError, with the parameter's name, where a figure cannot be."""
        for field in fields(self):
            value = getattr(self, field.name)
            figures = value if isinstance(value, tuple) else (value,)
            most = next((limit for unit, limit in _MOST.items() if field.name.endswith(unit)), 1.0)
            if not figures or not all(isinstance(figure, int | float) and 0 <= figure <= most for figure in figures):
                raise ValueError(f"noise parameter {field.name} cannot be {value!r}")


OFF: Final = Noise()
"""Every sensor tells the truth at once."""
TYPICAL: Final = Noise(
    miss=0.02, edge=0.05, edge_miss=0.2, neighbour=0.005, edge_neighbour=0.1, depth=(1.0, 1.0, 0.5, 0.1), cap=0.1, cap_read=0.9,
    ghost=2e-5, ghost_sticky=0.1, burst_per_hour=0.5, pass_ms=40, lift_per_hand=1.0, double_unread=0.3, mouth_unread=0.005,
    gate_long=0.01, gate_blocked_per_hour=1.0, deck_miss=0.003, sleeve_per_hand=0.03, unseen=0.01, bounce=0.01, key_bounce=0.0005,
    seat_lost_per_hour=1.0, hall_chatter=0.3, delay_ms=4, delay_tail=0.01, drift_ppm=50, stamp_jitter_ms=2,
)  # fmt: skip
"""A table that was built and adjusted with care."""
HARSH: Final = Noise(
    miss=0.05, edge=0.15, edge_miss=0.35, neighbour=0.02, edge_neighbour=0.25, depth=(1.0, 0.95, 0.4, 0.05), cap=0.2,
    cap_read=0.8, ghost=2e-4, ghost_sticky=0.2, ghost_most=10, burst_per_hour=4.0, outage_per_hour=0.5, pass_ms=80,
    lift_per_hand=2.0, lift_soonest_s=0.8, double_unread=0.6, mouth_unread=0.02, gate_long=0.05, gate_blocked_per_hour=6.0,
    deck_miss=0.01,
    sleeve_per_hand=0.2, unseen=0.05, bounce=0.05, key_bounce=0.005, seat_lost_per_hour=6.0, hall_chatter=0.8, delay_ms=10,
    delay_tail=0.05, delay_longest_ms=500, drift_ppm=100, stamp_jitter_ms=5,
)  # fmt: skip
"""A table that should be repaired."""
PRESETS: Final[Mapping[str, Noise]] = {"off": OFF, "typical": TYPICAL, "harsh": HARSH}


def with_parameter(noise: Noise, name: str, value: float | tuple[float, ...]) -> Noise:
    """The same noise with one parameter replaced. Raises ValueError, with its name, when there is none or it cannot be that."""
    if name not in {field.name for field in fields(Noise)}:
        raise ValueError(f"noise has no parameter {name}")
    return replace(noise, **{name: value})  # type: ignore[arg-type]
