"""The lines that set the table, by their first word, and the whole setting they come to."""

from collections.abc import Callable, Mapping
from typing import Any

from table_controller.core.cards import DECK_SIZE
from table_controller.core.ids import Chips, SeatNo
from table_controller.core.stakes import Limit
from table_controller.house_rules import PRESETS, SettingError, load_profile, with_overrides
from table_controller.rehearsal.scenario.setting import Flag, LastHandLine, LimitLine, SeatLine, Setting
from table_controller.rehearsal.scenario.words import CardName, Words, WrongWordError, shortened, whole_number

_LIMITS = {"no": Limit.NO_LIMIT, "pot": Limit.POT_LIMIT, "fixed": Limit.FIXED_LIMIT}
_FLAGS = {flag.value: flag for flag in Flag}


def _rules(words: Words) -> dict[str, Any]:
    profile = load_profile(words.choice("the profile", {preset: preset for preset in PRESETS}))
    overrides: dict[str, str] = {}
    for word in words.rest():
        key, equals, value = word.partition("=")
        if not equals or key in overrides:
            raise WrongWordError(f"an override is written KEY=VALUE, each key once; not {shortened(word)}")
        overrides[key] = value
    try:
        return {"profile": with_overrides(profile, overrides)}
    except SettingError as wrong:
        raise WrongWordError(f"{shortened(wrong.key)}: {wrong.why}") from None


def _limit(words: Words) -> dict[str, Any]:
    limit = words.choice("the limit", _LIMITS)
    small, slash, big = words.take("the blinds").partition("/")
    if not slash:
        raise WrongWordError("two amounts are wanted, such as 5/10")
    low, high = whole_number(small, "the smaller amount", 0, 10**9), whole_number(big, "the larger amount", 1, 10**9)
    if low > high:
        raise WrongWordError("the smaller amount stands first")
    return {"limit": LimitLine(limit, Chips(low), Chips(high))}


def _seats(words: Words) -> dict[str, Any]:
    lines = tuple(map(_seat_line, words.rest()))
    numbers = [line.seat for line in lines]
    if not lines or len(set(numbers)) < len(numbers):
        raise WrongWordError("each seat stands once, and at least one does")
    return {"seats": tuple(sorted(lines, key=lambda line: line.seat))}


def _seat_line(word: str) -> SeatLine:
    text, *flags = word.split(":")
    seat, equals, stack = text.partition("=")
    if not equals:
        raise WrongWordError(f"a seat is written as its number, =, and its stack; not {shortened(word)}")
    for flag in flags:
        if flag not in _FLAGS:
            raise WrongWordError(f"a seat is any of {', '.join(_FLAGS)}; not {shortened(flag)}")
    number, chips = whole_number(seat, "the seat", 1, 10), whole_number(stack, "the stack", 1, 10**9)
    return SeatLine(SeatNo(number), Chips(chips), frozenset(_FLAGS[flag] for flag in flags))


def _button(words: Words) -> dict[str, Any]:
    if words.skip("draw"):
        drawn = words.cards()
        if len(set(drawn)) < len(drawn) or not all(card.ordinary for card in drawn):
            raise WrongWordError("the opening draw takes ordinary cards, each once")
        return {"button_draw": drawn}
    return {"button": words.seat()}


def _last_hand(words: Words) -> dict[str, Any]:
    where: dict[str, SeatNo | None] = {}
    for key in ("button", "sb", "bb"):
        word = words.take(f"{key}=SEAT")
        said, equals, seat = word.partition("=")
        if said != key or not equals:
            raise WrongWordError(f"{key}=SEAT is wanted, not {shortened(word)}")
        nobody = key == "sb" and seat == "none"
        where[key] = None if nobody else SeatNo(whole_number(seat, "the seat", 1, 10))
    assert where["button"] is not None
    assert where["bb"] is not None
    return {"last_hand": LastHandLine(where["button"], where["sb"], where["bb"])}


def _straddle(words: Words) -> dict[str, Any]:
    return {"straddle": Chips(words.number("the straddle", 1))}


def deck_of(words: Words) -> tuple[CardName, ...]:
    """The order in the shoe, as far as it is said."""
    cards = words.cards()
    named = [card for card in cards if card.ordinary or card.copy]
    if len(set(named)) < len(named):
        raise WrongWordError("a card stands twice; a second card with its face is written Qh'")
    if len(cards) > DECK_SIZE:
        raise WrongWordError(f"a deck counts {DECK_SIZE} cards, not {len(cards)}")
    return cards


SETTINGS: Mapping[str, Callable[[Words], dict[str, Any]]] = {
    "rules": _rules,
    "limit": _limit,
    "seats": _seats,
    "button": _button,
    "last_hand": _last_hand,
    "chip": lambda words: {"chip": Chips(words.number("the smallest chip", 1))},
    "ante": lambda words: {"ante": words.amount()},
    "straddle": _straddle,
    "blinds_posted": lambda words: {"blinds_posted": words.choice("yes or no", {"yes": True, "no": False})},
    "deck": lambda words: {"deck": deck_of(words)},
}
"""First word -> fields of `Setting`."""


def setting_of(said: Mapping[str, Any], lines: Mapping[str, int]) -> Setting:
    """The setting from all its lines. WrongWordError for what is missing or said in two ways."""
    for word in ("rules", "limit", "seats"):
        if word not in lines:
            raise WrongWordError(f"no line says the {word}")
    if ("button" in lines) == ("last_hand" in lines):
        raise WrongWordError("either button or last_hand says where the button is")
    drawn = said.get("button_draw", ())
    if "button" in lines and "button" not in said and len(drawn) != _in_draw(said["seats"]):
        raise WrongWordError(f"the opening draw gives one card to each of {_in_draw(said['seats'])} players, not {len(drawn)}")
    return Setting(**said, lines=dict(lines))


def _in_draw(seats: tuple[SeatLine, ...]) -> int:
    return sum(Flag.SITTING_OUT not in line.flags for line in seats)
