"""The forms of what happens, by their first word. Gives typed statements; knows no file."""

import re
from collections.abc import Callable, Mapping

from table_controller.core.cards import DECK_SIZE
from table_controller.core.ids import Chips
from table_controller.core.places import Place
from table_controller.rehearsal.scenario import doings, motions
from table_controller.rehearsal.scenario.words import ZONES, Words, WrongWordError, shortened, whole_number

LONGEST_WAIT_S = 86_400
MOST_SIDE_POTS = 9

_ZONES = ("burn", "board", "hold", "out", "muck")
_ANYWHERE = tuple(ZONES)
_SECONDS = re.compile(r"([0-9]{1,5})(?:\.([0-9]{1,3}))?s")
_STACK = re.compile(r"([0-9]{1,10})x([0-9]{1,4})")
NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")
_DEVICE = re.compile(r"[a-z][a-z0-9_-]{0,59}")

_ACTS = {word.value: word for word in doings.ActWord}
_SIZED = (doings.ActWord.BET, doings.ActWord.RAISE)
_POSTS = {word.value: word for word in doings.PostWord}
_KEYS = {word.value: word for word in doings.KeyWord}
POTS: Mapping[str, int] = {"main": 0, **{f"side{number}": number for number in range(1, MOST_SIDE_POTS + 1)}}
"""Pots by their names."""


def name(words: Words, what: str) -> str:
    """A code, key or setting value: lower-case letters, digits and _."""
    word = words.take(what)
    if not NAME.fullmatch(word):
        raise WrongWordError(f"{what} is lower-case letters, digits and _, not {shortened(word)}")
    return word


# --- cards -----------------------------------------------------------------------------------------------------------


def _draw(words: Words, line: int) -> motions.Happening:
    if words.skip("pair"):
        to = words.place("burn", "board")
        return motions.Draw(line=line, to=(to, to), pair=True)
    to = words.place(*_ZONES[:4], "dropped", "stuck")
    return motions.Draw(line=line, to=(to,), up=to not in ZONES.values() and words.skip("up"))


def _draws(*to: Place) -> Callable[[Words, int], motions.Happening]:
    return lambda _words, line: motions.Draw(line=line, to=to)


def _found(words: Words, line: int) -> motions.Happening:
    if not words.next_is_card():
        return motions.DeviceBack(line=line, device=_device(words))
    return motions.Found(line=line, card=words.card(), to=words.place(*_ZONES))


def _device(words: Words) -> str:
    word = words.take("the device")
    if not _DEVICE.fullmatch(word):
        raise WrongWordError(f"{shortened(word)} is neither a card nor the name of a device")
    return word


def _move(words: Words, line: int) -> motions.Happening:
    card = words.card() if words.next_is_card() else None
    source = words.place(*_ANYWHERE)
    arrow = words.take("the arrow ->")
    if arrow != "->":
        raise WrongWordError(f"an arrow -> is wanted, not {shortened(arrow)}")
    to = words.place(*_ZONES, "dropped")
    if to is source:
        raise WrongWordError("a card is moved to another place")
    return motions.Move(line=line, card=card, source=source, to=to)


def _return(words: Words, line: int) -> motions.Happening:
    if not words.next_is_card():
        return motions.ReturnZone(line=line, zone=words.place(*_ANYWHERE))
    card = words.card()
    words.choice("where it goes", {"top": None})
    return motions.ReturnCard(line=line, card=card)


def _wait(words: Words, line: int) -> motions.Happening:
    word = words.take("the time")
    found = _SECONDS.fullmatch(word)
    if found is None or int(found[1]) > LONGEST_WAIT_S:
        raise WrongWordError(f"the time is written in seconds, such as 4s, not {shortened(word)}")
    return motions.Wait(line=line, ms=1000 * int(found[1]) + int((found[2] or "").ljust(3, "0")))


# --- acts and chips --------------------------------------------------------------------------------------------------


def _act(kind: type[doings.Act], *, sized: bool = True) -> Callable[[Words, int], motions.Happening]:
    """`sized`: a bet or raise must name its total."""

    def read(words: Words, line: int) -> motions.Happening:
        seat, act = words.seat(), words.choice("the act", _ACTS)
        to = words.amount("the total of the round") if act in _SIZED and (sized or words.more()) else None
        return kind(line=line, seat=seat, act=act, to=to)

    return read


def _push(words: Words, line: int) -> motions.Happening:
    seat, amount = words.seat(), words.amount()
    chips: list[Chips] = []
    if words.skip("chips"):
        for word in words.rest():
            stack = _STACK.fullmatch(word)
            value = whole_number(stack[1] if stack else word, "a chip", 1, amount)
            chips += [Chips(value)] * (whole_number(stack[2], "the number of chips", 1, 1000) if stack else 1)
        if sum(chips) != amount:
            raise WrongWordError(f"the chips add up to {sum(chips)}, not {amount}")
    return doings.Push(line=line, seat=seat, amount=amount, chips=tuple(chips))


def _key(words: Words, line: int) -> motions.Happening:
    key = words.choice("the key", _KEYS)
    return doings.Key(line=line, key=key, seat=words.seat() if key in doings.KEYS_WITH_SEAT else None)


def _rule(words: Words, line: int) -> motions.Happening:
    code = name(words, "the code")  # a ruling that is a number counts cards
    ruling = str(words.number("the ruling", 0, DECK_SIZE)) if words.next_is_number() else name(words, "the ruling")
    return doings.Rule(line=line, code=code, ruling=ruling, seat=words.seat() if ruling == "kill" or words.more() else None)


HAPPENINGS: Mapping[str, Callable[[Words, int], motions.Happening]] = {
    "deal": lambda _words, line: motions.Deal(line=line),
    "draw": _draw,
    "found": _found,
    "burn": _draws(Place.BURN),
    "flop": _draws(Place.BURN, Place.BOARD, Place.BOARD, Place.BOARD),
    "turn": _draws(Place.BURN, Place.BOARD),
    "river": _draws(Place.BURN, Place.BOARD),
    "move": _move,
    "clone": lambda words, line: motions.Clone(line=line, card=words.card(), to=words.place(*_ZONES[:4])),
    "return": _return,
    "shuffle": lambda words, line: motions.Shuffle(line=line, top=words.cards()),
    "drop": lambda words, line: words.choice("what is dropped", {"stub": motions.DropStub(line=line)}),
    "swap_deck": lambda words, line: motions.SwapDeck(line=line, deck=words.cards()),
    "act": _act(doings.Act),
    "key_only": _act(doings.KeyOnly),
    "say": _act(doings.Say, sized=False),
    "late": _act(doings.Late),
    "push": _push,
    "post": lambda words, line: doings.Post(line=line, seat=words.seat(), what=words.choice("the blind", _POSTS)),
    "leave": lambda words, line: doings.Leave(line=line, seat=words.seat()),
    "sit": lambda words, line: doings.Sit(line=line, seat=words.seat(), stack=words.amount("the stack")),
    "absent": lambda words, line: doings.Absent(line=line, seat=words.seat()),
    "back": lambda words, line: doings.Back(line=line, seat=words.seat()),
    "topup": lambda words, line: doings.TopUp(line=line, seat=words.seat(), amount=words.amount()),
    "button_at": lambda words, line: doings.ButtonAt(line=line, seat=words.seat()),
    "key": _key,
    "rule": _rule,
    "wait": _wait,
    "lost": lambda words, line: motions.DeviceGone(line=line, device=_device(words)),
    "award": lambda _words, line: doings.Award(line=line),
    "push_pot": lambda words, line: doings.PushPot(line=line, pot=words.choice("the pot", POTS), seat=words.seat()),
    "next_hand": lambda _words, line: motions.NextHand(line=line),
}
"""First word -> its reader. Words it leaves behind are an error."""
