"""Scenario files told otherwise without another meaning: other chairs, other suits, other chips, more people, a sister house.

Works on the words of each line by their place in the grammar. What the rules do not look at must not change what they say.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from table_controller.bootstrap.scenario import direct_stage
from table_controller.rehearsal.scenario import motions, parse, run
from table_controller.rehearsal.scenario.deck import made_of
from table_controller.rehearsal.scenario.motions import Answer
from table_controller.rehearsal.scenario.play_direct import DirectPlayer
from table_controller.rehearsal.scenario.setting import Setting
from table_controller.rehearsal.scenario.stage import Stage

CARD = re.compile(r"[2-9TJQKA][shdc]'?")
SEATS = tuple(range(1, 11))
_NUMBER = re.compile(r"[0-9]+")
_SEAT_FIRST = frozenset(
    ["act", "key_only", "say", "late", "push", "post", "leave", "sit", "absent", "back", "topup", "button_at"]
)
_WISH_SEAT_FIRST = frozenset(
    {"actor", "holes", "stack", "bet", "returned", "to_call", "may", "may_not", "button", "sb", "bb", "owes"}
)
_MONEY_KEYS = frozenset({"ante", "rake_cap"})

Word = Callable[[str], str]


class Changes(NamedTuple):
    """What becomes of each kind of word."""

    seat: Word
    chips: Word
    card: Word


def same(word: str) -> str:
    """Nothing becomes of it."""
    return word


def changed(text: str, changes: Changes) -> str:
    """The file with its words changed."""
    return "\n".join(" ".join(_line(line.partition("#")[0].split(), changes)) for line in text.splitlines())


def _line(words: list[str], to: Changes) -> list[str]:
    if not words:
        return []
    head, rest = words[0], words[1:]
    if head == "wait":  # 4s is a time here
        return words
    if head in _BY_HEAD:
        return [head, *_BY_HEAD[head](rest, to)]
    rest = [to.card(word) if CARD.fullmatch(word) else word for word in rest]
    if head in _SEAT_FIRST:
        return [head, to.seat(rest[0]), *(_coins(word, to) for word in rest[1:])]
    return [head, *_after_seat(rest, to)]


def _coins(word: str, to: Changes) -> str:
    """An amount, or chips by their value."""
    value, times, number = word.partition("x")
    return to.chips(value) + times + number if _NUMBER.fullmatch(value) else word


def _after_seat(words: Sequence[str], to: Changes) -> list[str]:
    """Whatever stands behind the word `seat` is one."""
    return [to.seat(word) if number and words[number - 1] == "seat" else word for number, word in enumerate(words)]


def _rules(rest: list[str], to: Changes) -> list[str]:
    return [_override(word, to) for word in rest]


def _override(word: str, to: Changes) -> str:
    key, equals, value = word.partition("=")
    return key + equals + to.chips(value) if key in _MONEY_KEYS and _NUMBER.fullmatch(value) else word


def _limit(rest: list[str], to: Changes) -> list[str]:
    small, _, big = rest[1].partition("/")
    return [rest[0], f"{to.chips(small)}/{to.chips(big)}"]


def _seats(rest: list[str], to: Changes) -> list[str]:
    return [_seat_line(word, to) for word in rest]


def _seat_line(word: str, to: Changes) -> str:
    seat, _, others = word.partition("=")
    stack, colon, flags = others.partition(":")
    return f"{to.seat(seat)}={to.chips(stack)}{colon}{flags}"


def _button(rest: list[str], to: Changes) -> list[str]:
    return rest if rest[0] == "draw" else [to.seat(rest[0])]


def _last_hand(rest: list[str], to: Changes) -> list[str]:
    said = (word.partition("=") for word in rest)
    return [f"{key}={seat if seat == 'none' else to.seat(seat)}" for key, _, seat in said]


def _money(rest: list[str], to: Changes) -> list[str]:
    return [to.chips(word) for word in rest]


def _key(rest: list[str], to: Changes) -> list[str]:
    return [rest[0], *map(to.seat, rest[1:])]


def _rule(rest: list[str], to: Changes) -> list[str]:
    return [*rest[:2], *map(to.seat, rest[2:])]


def _push_pot(rest: list[str], to: Changes) -> list[str]:
    return [rest[0], to.seat(rest[1])]


def _expect(rest: list[str], to: Changes) -> list[str]:
    wish, rest = rest[0], [to.card(word) if CARD.fullmatch(word) else word for word in rest[1:]]
    if wish in _WISH_SEAT_FIRST and rest[0] != "none":
        return [wish, to.seat(rest[0]), *map(to.chips, filter(_NUMBER.fullmatch, rest[1:])), *_words(rest[1:])]
    if wish == "pot":
        return [wish, rest[0], to.chips(rest[1]), *map(to.seat, rest[2:])]
    if wish in ("min_raise", "max_raise"):
        return [wish, *map(to.chips, rest)]
    if wish in ("winner", "prompt"):
        return [wish, *(to.seat(word) if _NUMBER.fullmatch(word) else word for word in rest)]
    return [wish, *_after_seat(rest, to)]


def _words(rest: Sequence[str]) -> Iterator[str]:
    return (word for word in rest if not _NUMBER.fullmatch(word))


_BY_HEAD: Mapping[str, Callable[[list[str], Changes], list[str]]] = {
    "rules": _rules,
    "limit": _limit,
    "seats": _seats,
    "button": _button,
    "last_hand": _last_hand,
    "chip": _money,
    "ante": _money,
    "straddle": _money,
    "key": _key,
    "rule": _rule,
    "push_pot": _push_pot,
    "expect": _expect,
}

# --- the ways to tell a file otherwise -----------------------------------------------------------------------------------


def seats_of(text: str) -> tuple[int, ...]:
    """Every seat a file names."""
    seats: set[int] = set()
    changed(text, Changes(lambda word: seats.add(int(word)) or word, same, same))
    return tuple(sorted(seats))


def other_chairs(text: str, chairs: Sequence[int], turn: int) -> str:
    """Its seats in order on these chairs, the first of them on the chair after so many: clockwise nothing has changed."""
    old, chairs = seats_of(text), sorted(chairs)
    new = {str(seat): str(chairs[(number + turn) % len(old)]) for number, seat in enumerate(old)}
    return _draw_by_seat(text, changed(text, Changes(lambda word: new[word], same, same)), new)


def _draw_by_seat(old: str, text: str, new: Mapping[str, str]) -> str:
    """The cards of an opening draw stand in the order of the seats."""
    found = re.search(r"^button draw (.*)$", text, re.MULTILINE)
    if found is None:
        return text
    lines = re.search(r"^seats (.*)$", old, re.MULTILINE)
    assert lines is not None
    drawing = sorted(int(word.partition("=")[0]) for word in lines[1].split() if "sitting_out" not in word)
    cards = dict(zip((int(new[str(seat)]) for seat in drawing), found[1].split(), strict=True))
    return text.replace(found[0], "button draw " + " ".join(cards[seat] for seat in sorted(cards)))


def other_suits(text: str, suits: str) -> str:
    """Spades, hearts, diamonds and clubs are these."""
    return changed(whole_decks(text), Changes(same, same, lambda word: word[0] + suits["shdc".index(word[1])] + word[2:]))


def other_chips(text: str, times: int) -> str:
    """Everything costs so many times as much, the smallest chip too."""
    told = changed(text, Changes(same, lambda word: str(int(word) * times), same))
    if re.search(r"^chip ", told, re.MULTILINE):
        return told
    return re.sub(r"^limit ", f"chip {times}\nlimit ", told, flags=re.MULTILINE)


def with_strangers(text: str, seats: Sequence[int]) -> str:
    """These seats, which the file leaves empty, are taken by people who sit out."""
    people = " ".join(f"{seat}=700:sitting_out" for seat in seats)
    told = changed(text, Changes(same, same, same))
    return re.sub(r"^seats .*$", lambda found: f"{found[0]} {people}", told, flags=re.MULTILINE)


SISTERS = {"ukrainian": "hungarian", "hungarian": "ukrainian"}
_THEIR_OWN = {
    "ukrainian": {"raise_cap": "4", "show_order": "called_player_first", "play_board": "declare"},
    "hungarian": {"raise_cap": "3", "show_order": "all_at_once", "play_board": "declare_and_show"},
}
"""What the two families settle otherwise."""


def under_the_sister(text: str) -> str:
    """Under the other family that says the same in other words, its own settings made those of the first; clauses unnamed."""
    rules = re.search(r"^rules (ukrainian|hungarian)(.*)$", text, re.MULTILINE)
    if rules is None:
        return text
    kept = {word.partition("=")[0] for word in rules[2].partition("#")[0].split()}
    if "fallback" in kept:  # fills anew what is silent, which is not the same in both
        return text
    own = "".join(f" {key}={value}" for key, value in _THEIR_OWN[rules[1]].items() if key not in kept)
    told = text.replace(rules[0], f"rules {SISTERS[rules[1]]}{own}{rules[2]}")
    return re.sub(r" clause [^ \n]+", "", told)


# --- decks told to the last card -----------------------------------------------------------------------------------------


class _Noting(DirectPlayer):
    """Notes the whole deck wherever its order is made."""

    decks: dict[int, tuple[str, ...]]

    def _note(self, line: int) -> None:
        self.decks[line] = tuple(str(card.name) for card in self.cards.deck)

    def shuffle(self, statement: motions.Shuffle) -> Answer:
        answer = super().shuffle(statement)
        self._note(statement.line)
        return answer

    def swap_deck(self, statement: motions.SwapDeck) -> Answer:
        answer = super().swap_deck(statement)
        self._note(statement.line)
        return answer

    def stack_deck(self, statement: motions.StackDeck) -> Answer:
        answer = super().stack_deck(statement)
        self._note(statement.line)
        return answer

    def next_hand(self, statement: motions.NextHand) -> Answer:
        answer = super().next_hand(statement)
        if self.cards.whole:
            self._note(statement.line)
        return answer


def whole_decks(text: str) -> str:
    """The same file, with the cards named whose order it leaves to the language."""
    scenario = parse("whole", text)
    decks: dict[int, tuple[str, ...]] = {}

    def player(stage: Stage, setting: Setting) -> _Noting:
        noting = _Noting(stage, setting)
        noting.decks = decks
        return noting

    run(scenario, direct_stage, player)
    lines = [line.partition("#")[0].rstrip() for line in text.splitlines()]
    told = [_whole(lines, number, decks) for number in range(1, len(lines) + 1)]
    first = "deck " + " ".join(str(card.name) for card in made_of(scenario.setting.deck))
    if "deck" in scenario.setting.lines:
        told[scenario.setting.lines["deck"] - 1] = first
    else:
        told[scenario.setting.lines["limit"] - 1] += f"\n{first}"
    return "\n".join(told)


def _whole(lines: Sequence[str], number: int, decks: Mapping[int, tuple[str, ...]]) -> str:
    line = lines[number - 1]
    head = line.split()[0] if line.split() else ""
    if number not in decks:
        return line
    cards = " ".join(decks[number])
    if head != "next_hand":
        return f"{head} {cards}"
    following = next((other for other in lines[number:] if other.split() and not other.startswith("expect")), "")
    return line if following.startswith("deck") else f"{line}\ndeck {cards}"
