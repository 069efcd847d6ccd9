"""How long tracking waits for what, in milliseconds. Starting values of RULEBOOK 6 H; to be tuned at a real table."""

from table_controller.core.places import SEAT_PLACES, Place

LANDING = 5_000
"""A card that left the shoe must lie somewhere within this (H5). Later draws are told after it, so this bounds their wait too."""
LANDING_IN_DEAL = 3_000
"""The same for hole cards: one that flew off the table must be known before the next seats have theirs (C7, H1)."""
MISSING = 3_000
"""A card of the centre that is nowhere for this long is missing (H1)."""
MISSING_AT_SEAT = 180_000
"""Players lift their cards to look, for a minute and more; that is no finding (K40)."""
SHOE_LATE = 1_000
"""How long a landed card waits for the shoe's reading of it, so that it gets the number of its draw."""
OVERLAP_NEIGHBOURS = 500
"""Two neighbouring antennas see one card: after this the one with more hits wins (H3)."""
OVERLAP_CLASH = 1_000
"""After this, two places that nothing tells apart are a conflict (H3)."""
GATE_PAIRS = 2_000
"""A passage of the gate back in and the tag at the mouth of the shoe belong together within this."""
CAMERA_APART = 150
"""What a camera and a gate, or an antenna, at the same mouth see within this is one card (to be measured)."""
CAMERA_LATE = 2_000
"""What a camera saw longer ago is not taken: the card has landed, or was put back."""
ONE_DRAW = 150
"""Two cards at the mouth of a shoe without a gate within this came out in one draw (H2)."""
ONE_MOVE = 2_000
"""Cards that were pushed together leave and are seen within this."""
SAME_PASSAGE = 200
"""A tag seen at the mouth this close to the begin of a passage is that passage."""
ZONES_EMPTY = 2_000
"""How long a deck that counts short waits for cards just gathered to vanish from their zones."""
LEFTOVER = 1_500
"""How long the first draw waits for cards of the last hand to vanish from their zones."""
ANSWER_CHIPS = 8_000
"""Chips and their key belong together within this, in either order."""
UNKEYED_CHIPS = 20_000
"""Chips of the seat whose turn it is wait this long for their key, and anew after each act: keys come up to eight seconds late,
and a forgotten one is mostly thought of when the next player has thought, acted and is keyed, as late."""
CHIPS_MOVE = 1_000
"""Who moves chips over a line leaves it free again within this; what blocks it for longer is a sleeve (to be measured)."""
MERGE_CHIPS = 400
"""Edges of one bet line this close together are one motion; posts of one seat this close are one motion's."""
ONE_PRESS = 250
"""The same key of an act that goes down again within this was pressed once (to be measured; dealers key two players' acts
slower)."""
BOUNCE = 130
"""A contact that bounces is down again within this after its key was let go, though another key went down meanwhile (to be
measured). From one key to another and back no hand goes so quickly."""
CLOCK = 30_000
"""A player on the clock has 25 seconds, and a countdown of 5 (TDA 29)."""
FLOP = 3_000
"""A flop of one or two cards waits this long for the next (D5)."""
FOLD_KEY = 8_000
"""Cards of a hand that plays wait this long in the muck for the key of a fold, and anew after each act (F1, F4)."""
ABSENT = 4_500
"""A sensor that sees nobody for so long says that the player has left; one may lose somebody who leans back for four seconds."""
STALL = 500
"""A tick later than this says the host stalled: what the sensors saw meanwhile may still wait to be read."""
AFTER_STALL = 1_000
"""How long after a stall nothing may be concluded from silence."""
GOOD_CONFIDENCE = 128
"""From here on the optical shoe is believed."""

ROUNDS_LANDED = 1.3
"""So many rounds of the reader an antenna alone must show a card that has come there: one that passes is missed in the next."""
ROUNDS_STRAY = 3.0
"""The same where no card should come now: the place where it should has been asked three times, and has not heard it."""
ROUNDS_FIRST = 2.0
"""A card of the deck that another place has heard so much sooner than that where it should land may lie there."""
ROUNDS_GONE = 4.0
"""So long a card has gone before it is taken to have been put back unread, or pushed onto a pile with others."""
ROUNDS_DEALT_ON = 40
"""So many rounds later a card that flew is waited for while the dealer deals on: he has seen it land. At the edge of an antenna
and under chips it may be unheard for long."""
ROUNDS_MISREAD = 14.0
"""So long an unknown tag must be seen that differs in one bit from a card's: misread it may be for ten inventories, and three
more until it is missed."""
QUICK_ROUND = 50
"""A reader that is as quick as this is waited for no longer than the rules say."""
ROUNDS_LATE = 2
"""A card that lies may be named by the shoe so many rounds later."""
ROUNDS_LANDING = 10
"""A card that flew and lies may be seen so many rounds later."""
ROUNDS_UNHEARD = 8
"""A card that lies and was not heard for a while is heard again within so many rounds."""

INVENTORIES = 8
"""A board counts hits among so many."""
HITS_AT_FIRST = 2
"""A tag is reported after two inventories that show it."""
MISSES_FOR_OUT = 3
"""A tag is told gone after so many that do not."""
HITS_UNTOLD = 8
"""A board tells the hits only when they are two fewer than eight, or have changed by two since."""
HITS_CLEAR = 4
"""More hits than the other place by this many: clearly here."""


def missing_after(place: Place) -> int:
    """How long a card may be gone from a place before it is missing."""
    return MISSING_AT_SEAT if place in SEAT_PLACES.values() else MISSING


def slowness(rounds: float, round_ms: int) -> int:
    """How much longer a reader is waited for because its rounds take long."""
    return round(rounds * max(0, round_ms - QUICK_ROUND))
