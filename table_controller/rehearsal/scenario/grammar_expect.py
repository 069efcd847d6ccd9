"""The forms of `expect`, by the word after it. Gives typed wishes; checks nothing."""

import re
from collections.abc import Callable, Mapping

from table_controller.core.events import Street
from table_controller.core.rules import Cutoff
from table_controller.rehearsal.scenario import wishes as wish
from table_controller.rehearsal.scenario.doings import ActWord
from table_controller.rehearsal.scenario.grammar import POTS, name
from table_controller.rehearsal.scenario.wishes import Wish
from table_controller.rehearsal.scenario.words import Words, WrongWordError, shortened

_PROCEDURE = re.compile(r"M(?:[1-9]|1[0-9]|2[01])")
_CLAUSE = re.compile(r"[A-Za-z][A-Za-z0-9'-]{1,39}")
_STREETS = {street.value: street for street in Street if street is not Street.DEAL}
_CUTOFFS = {cutoff.value: cutoff for cutoff in Cutoff}
_ACTS = {word.value: word for word in ActWord}
_YES = {"yes": True, "no": False}
_HANDS: dict[str, wish.HandWord] = {"live": "live", "void": "void", "over": "over"}
_LEVELS = (1, 3)


def _finding(words: Words, *, only: bool = False) -> Wish:
    code = name(words, "the code")
    level = words.number("the level", *_LEVELS) if words.skip("level") else None
    clause = _matching(words, "the clause", _CLAUSE) if words.skip("clause") else None
    return wish.Found(code, level, clause, only)


def _only(words: Words) -> Wish:
    words.choice("what there is only of", {"finding": None})
    return _finding(words, only=True)


def _matching(words: Words, what: str, pattern: re.Pattern[str]) -> str:
    word = words.take(what)
    if not pattern.fullmatch(word):
        raise WrongWordError(f"{shortened(word)} is not {what}")
    return word


def _procedure(words: Words) -> Wish:
    procedure = _matching(words, "the procedure, M1 to M21", _PROCEDURE)
    return wish.Runs(procedure, words.number("the step", 1, 99) if words.skip("step") else None)


def _prompt(words: Words) -> Wish:
    return wish.Prompted(name(words, "the prompt"), words.rest())


def _winner(words: Words) -> Wish:
    pot = words.choice("the pot", POTS) if words.next_is(*POTS) else None
    seats = words.seats()
    if not seats:
        raise WrongWordError("the seat is missing")
    return wish.Winners(pot, seats)


def _pot(words: Words) -> Wish:
    return wish.PotHolds(words.choice("the pot", POTS), words.amount(), words.seats())


def _seat_has(what: wish.Owned) -> Callable[[Words], Wish]:
    return lambda words: wish.SeatHas(what, words.seat(), words.amount())


def _count(what: wish.Counted) -> Callable[[Words], Wish]:
    return lambda words: wish.Count(what, words.number("the number of cards", 0, 99))


def _may(so: bool) -> Callable[[Words], Wish]:
    return lambda words: wish.May(words.seat(), words.choice("the act", _ACTS), so)


def _placed(what: wish.Position) -> Callable[[Words], Wish]:
    def read(words: Words) -> Wish:
        nobody = what != "button" and words.skip("none")
        return wish.Placed(what, None if nobody else words.seat())

    return read


def _owes(words: Words) -> Wish:
    seat, owed = words.seat(), words.rest()
    if owed != ("none",) and not set(owed) <= {"bb", "dead_sb"}:
        raise WrongWordError("a seat owes bb, dead_sb, both or none")
    return wish.Owes(seat, frozenset(owed) - {"none"})


def _alarm(words: Words) -> Wish:
    code = name(words, "the code")
    return wish.AlarmIsOn(code, words.number("the priority", 1, 3) if words.skip("priority") else None)


def _question(words: Words) -> Wish:
    if words.skip("none"):
        return wish.Asked()
    if words.skip("seat"):
        return wish.Asked(seat=words.seat())
    words.choice("what is asked about", {"board": None, "seat": None, "none": None})
    return wish.Asked(board=words.number("the card of the board", 1, 9))


WISHES: Mapping[str, Callable[[Words], Wish]] = {
    "clean": lambda _words: wish.Clean(),
    "finding": _finding,
    "only": _only,
    "procedure": _procedure,
    "prompt": _prompt,
    "actor": lambda words: wish.Acting(words.seat()),
    "street": lambda words: wish.OnStreet(words.choice("the street", _STREETS)),
    "state": lambda words: wish.TableIs(words.choice("the state", {"open": False, "locked": True})),
    "hand": lambda words: wish.HandIs(words.choice("the hand", _HANDS)),
    "attempt": lambda words: wish.AttemptIs(words.number("the attempt", 1)),
    "hand_number": lambda words: wish.HandNumberIs(words.number("the number of the hand", 1)),
    "winner": _winner,
    "holes": lambda words: wish.Holes(words.seat(), words.cards()),
    "board": lambda words: wish.Board(words.cards()),
    "burns": lambda words: wish.Burns(words.cards()),
    "out": lambda words: wish.OutOfPlay(words.cards()),
    "muck": _count("muck"),
    "stub": _count("stub"),
    "pool": _count("pool"),
    "pot": _pot,
    "stack": _seat_has("stack"),
    "bet": _seat_has("bet"),
    "returned": _seat_has("returned"),
    "to_call": _seat_has("to_call"),
    "min_raise": lambda words: wish.RaiseTo(False, words.amount()),
    "max_raise": lambda words: wish.RaiseTo(True, words.amount()),
    "may": _may(True),
    "may_not": _may(False),
    "cutoff": lambda words: wish.CutoffPassed(words.choice("the cut-off", _CUTOFFS), words.choice("yes or no", _YES)),
    "button": _placed("button"),
    "sb": _placed("sb"),
    "bb": _placed("bb"),
    "owes": _owes,
    "alarm": _alarm,
    "question": _question,
    "refused": lambda _words: wish.Refused(),
}
"""The word after `expect` -> its reader."""
