"""No seat number, no suit and no size of a chip decides anything: every scenario holds at other seats, in other suits, for more.

Each file is told again with its players moved round the table, its suits exchanged and all its amounts multiplied, and must hold
as it did. Only the opening draw knows suits and seat numbers.
"""

import re
from pathlib import Path

import pytest

from table_controller.bootstrap.scenario import play
from table_controller.core.ids import MAX_SEATS
from table_controller.rehearsal.scenario import parse

FILES = sorted(file for file in Path(__file__).parent.rglob("*.table") if "\nbutton draw" not in file.read_text(encoding="utf-8"))
TURN, TIMES, SUITS = 3, 7, dict(zip("cdhs", "dhsc", strict=True))

KINDS = {
    **dict.fromkeys(("act", "key_only", "say", "late"), "s.a"),
    **dict.fromkeys(("push", "sit", "topup"), "sa"),
    **dict.fromkeys(("post", "leave", "absent", "back", "button_at", "button"), "s"),
    **dict.fromkeys(("ante", "straddle", "chip"), "a"),
    **dict.fromkeys(("expect stack", "expect bet", "expect returned", "expect to_call"), "sa"),
    **dict.fromkeys((f"expect {word}" for word in ["actor", "holes", "may", "may_not", "button", "sb", "bb", "owes"]), "s"),
    **dict.fromkeys(("expect min_raise", "expect max_raise"), "a"),
    "expect pot": ".asssssssss",
    "expect winner": "ssssssssss",
    "expect prompt": ".ss",
    "key": ".s",
    "rule": "..s",
    "push_pot": ".s",
}
"""What the words after the first ones are, one letter a word: a seat, an amount, or neither."""
CARD = re.compile(r"[2-9TJQKA][cdhs]'?")


def seat(number: str) -> str:
    return str((int(number) - 1 + TURN) % MAX_SEATS + 1)


def more(amount: str) -> str:
    return str(int(amount) * TIMES)


def word(text: str) -> str:
    """A word whose form says what it is: a card, `3=500:new`, `button=3`, `ante=2`, `5/10`, `10x3`."""
    if CARD.fullmatch(text):
        return text[0] + SUITS[text[1]] + text[2:]
    text = re.sub(r"^(\d+)=(\d+)", lambda found: f"{seat(found[1])}={more(found[2])}", text)
    text = re.sub(r"^(button|sb|bb)=(\d+)$", lambda found: f"{found[1]}={seat(found[2])}", text)
    text = re.sub(r"^(ante|rake_cap)=(\d+)$", lambda found: f"{found[1]}={more(found[2])}", text)
    text = re.sub(r"^(\d+)/(\d+)$", lambda found: f"{more(found[1])}/{more(found[2])}", text)
    return re.sub(r"^(\d+)x(\d+)$", lambda found: f"{more(found[1])}x{found[2]}", text)


def retold(line: str) -> str:
    words = line.partition("#")[0].split()
    if not words or words[0] == "wait":
        return line
    head = 2 if words[0] == "expect" else 1
    kinds = KINDS.get(" ".join(words[:head]), "")
    told = words[:head]
    for at, one in enumerate(words[head:]):
        kind = kinds[at] if at < len(kinds) else "a" if words[0] == "push" else "s" if told[-1] == "seat" else "."
        told.append(_as(kind, one))
    return " ".join(told)


def _as(kind: str, one: str) -> str:
    if not one.isdigit():
        return word(one)
    return {"s": seat, "a": more, ".": str}[kind](one)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_scenario_holds_wherever_the_players_sit(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    lines = [retold(line) for line in text.split("\n")]
    if "\nchip " not in text:
        lines.append("")
        lines.insert(next(at for at, line in enumerate(lines) if line.startswith("limit ")), f"chip {TIMES}")
    failure = play(parse(file.name, "\n".join(lines))).failure
    assert failure is None, f"line {failure.line}: {failure.why}"
