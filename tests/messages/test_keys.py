"""Every key the product can say has an English text, and every text can be filled with what comes with its key."""

import re
import typing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from table_controller.core import events as did
from table_controller.core.alarm_events import AlarmDue, Due
from table_controller.core.by_hand import marked
from table_controller.core.cards import card
from table_controller.core.device_events import EnteredByHand
from table_controller.core.events import AnyEvent, Street
from table_controller.core.orders import AnyOrder
from table_controller.core.places import Place
from table_controller.messages import catalogue
from table_controller.messages.catalogue import Counted
from table_controller.views.shapes import SeatWord, TableStateWord
from web_dashboard.dealer.keys import answers
from web_dashboard.pages.words import QUIET, fact

KEYS = catalogue("en").keys()
SAMPLES: dict[str, Any] = {"int": 3, "bool": True, "str": "x", "Chips": 3}


def sources(root: Path, folder: str) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((root / folder).rglob("*.py")))


def named(root: Path, pattern: str, *folders: str) -> set[str]:
    """Keys written in the code as literals."""
    return {found for folder in folders for found in re.findall(pattern, sources(root, folder))}


def missing(room: str, names: typing.Iterable[str]) -> set[str]:
    return {name for name in names if f"{room}.{name}" not in KEYS}


def test_every_prompt_has_a_text(root: Path) -> None:
    expect = (root / "table_controller/core/expect.py").read_text(encoding="utf-8")
    literal = set(re.findall(r'Message\("(\w+)"', expect)) | set(re.findall(r'Street\.\w+: "(\w+)"', expect))
    assert len(literal) > 10
    assert missing("prompt", literal) == set()


def test_every_refusal_has_a_text(root: Path) -> None:
    literal = named(
        root, r'Rejection\(\s*"(\w+)"', "table_controller/core", "table_controller/service", "table_controller/alarms"
    )
    literal |= named(root, r'why(?:_not)?\w* = "(\w+)"', "table_controller/core")
    literal |= set(re.findall(r'return "(\w+)"', (root / "table_controller/core/limits.py").read_text(encoding="utf-8")))
    literal |= {
        "already_out_of_service",
        "already_acknowledged",
        "all_others_all_in",
        "stack_too_short",
        "betting_not_reopened",
        "raise_cap",
        "hand_not_over",
    }
    literal -= {"wait_players", "draw_button"}  # steps of the dealer
    assert len(literal) > 40
    assert missing("rejection", literal - {"bad_order"}) == set()


def test_every_alarm_and_irregularity_has_a_name(root: Path) -> None:
    literal = named(root, r'Alarm\([^"]*f?"[^"]*", \w+, "(\w+)"', "table_controller/alarms")
    literal |= named(root, r'_?fault = "(\w+)"', "table_controller/service")
    assert literal >= {"reader_down", "events_lost", "floor_called", "journal_write_failed"}
    assert missing("code", literal) == set()


def test_every_code_of_the_rulebook_has_a_name(shared: Path) -> None:
    rulebook = (shared / "rules/RULEBOOK.md").read_text(encoding="utf-8")
    catalogue_part = rulebook[rulebook.index("\n## 6. Catalogue") : rulebook.index("\n## 7. Worked examples")]
    heads = re.findall(r"^\*\*[A-H]\d+ (.*?)(?: - |\*\*|\.)", catalogue_part, re.MULTILINE)
    rows = re.findall(r"^\| ([EH]\d+ `[^|]*) \|", catalogue_part, re.MULTILINE)
    codes = {code for text in (*heads, *rows) for code in re.findall(r"`(\w+)`", text)}
    assert len(codes) > 80
    assert missing("code", codes) == set()


def test_every_question_and_its_answers_have_texts(root: Path) -> None:
    literal = named(root, r'^[A-Z_]+ = "(\w+_\w+)"', "table_controller/core")
    questions = {"chips_without_key", "key_without_chips"}
    assert questions <= named(root, r'= "(\w+)"', "table_controller/core") | literal
    assert missing("question", questions) == set()
    assert missing("answer", {answer for question in questions for answer in answers(question)}) == set()


def test_every_word_of_a_view_has_a_text() -> None:
    assert missing("state", typing.get_args(TableStateWord)) == set()
    assert missing("status", typing.get_args(SeatWord)) == set()
    assert missing("street", [street.value for street in Street]) == set()
    assert missing("place", [place.value for place in Place]) == set()
    assert missing("blind", [kind.value for kind in did.BlindKind]) == set()


def test_every_hand_has_a_name(root: Path) -> None:
    ranking = (root / "table_controller/core/ranking.py").read_text(encoding="utf-8")
    assert missing("category", re.findall(r'\(\d+, "(\w+)"\)', ranking)) == set()


def test_every_profile_has_a_name(root: Path) -> None:
    profiles = [path.stem for path in (root / "table_controller/house_rules/presets").glob("*.toml")]
    assert len(profiles) >= 7
    assert missing("rules", profiles) == set()


def sample(kind: type, field: msgspec.structs.FieldInfo, full: bool) -> Any:
    """A value for a field: everything given, or as little as may be."""
    if field.name in ("hidden", "pieces"):
        return None
    optional = not field.required
    if optional and not full:
        return field.get_default() if hasattr(field, "get_default") else field.default
    if field.name == "up":
        return card("7s")
    if field.name in ("cards", "best"):
        return (card("Ks"), card("Kd"))
    return _WORDS.get((kind, field.name)) or _WORDS.get(field.name) or _plain(field)


_WORDS: dict[Any, Any] = {
    "what": did.BlindKind.SB,
    "to": Place.HOLD,
    "source": Place.BOARD,
    "place": Place.BOARD,
    "street": Street.FLOP,
    "category": "pair",
    "code": "turn_premature",
    "key": "chips_without_key",
    "how": "resumed",
    "act": "check",
    (AlarmDue, "what"): Due.AGAIN,
    (did.SourceUnbound, "what"): "antenna 3",
    (EnteredByHand, "what"): "call",
    (did.BetMade, "to"): 3,
    (did.Raised, "to"): 3,
}


def _plain(field: msgspec.structs.FieldInfo) -> Any:
    text = str(field.type)
    if "bool" in text:
        return True
    return (
        3
        if "int" in text or "SeatNo" in text or "Chips" in text or "No" in text or "Seq" in text
        else "x"
        if "str" in text
        else ()
    )


EVENTS = [kind for kind in typing.get_args(AnyEvent) if kind not in QUIET]


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_can_be_told_in_words(kind: Any, full: bool) -> None:
    fields = msgspec.structs.fields(kind)
    event = kind(**{field.name: sample(kind, field, full) for field in fields if field.required or full})
    message = fact(event)
    assert message is not None
    assert catalogue("en").text(f"fact.{message.key}", message.params)


_NOT_SHOWN = re.compile(
    r"\{#.*?#\}|\{% block kind %\}.*?\{% endblock %\}|\{%.*?%\}|\{\{.*?\}\}|<(script|svg class=\"sprite).*?</\1>", re.DOTALL
)


def test_no_text_stands_in_a_page(root: Path) -> None:
    """Words between tags come from the catalogue, or they could not be translated."""
    for path in sorted((root / "web_dashboard/templates").glob("*.html")):
        text = _NOT_SHOWN.sub("", path.read_text(encoding="utf-8"))
        left = {word for word in re.findall(r">([^<>]*[A-Za-z]{3,}[^<>]*)<", text) if word.strip()}
        assert left == set(), path.name


def test_every_text_a_page_asks_for_exists_and_none_is_left_over(root: Path) -> None:
    used = set()
    for path in (root / "web_dashboard").rglob("*"):
        if path.suffix in (".html", ".py"):
            used |= set(re.findall(r"""\bt\(["'](\w+\.\w+)["']""", path.read_text(encoding="utf-8")))
    assert used <= KEYS
    others = {
        "page.burns",
        "page.deck",
        "page.muck",
        "page.this_language",
    }  # the piles of the drawing; each language by its own name
    assert {key for key in KEYS if key.startswith("page.")} <= used | others


def test_every_order_of_a_key_exists(root: Path) -> None:
    kinds = {str(order.__struct_config__.tag) for order in typing.get_args(AnyOrder)}
    html = "".join(path.read_text(encoding="utf-8") for path in (root / "web_dashboard/templates").glob("*.html"))
    literal = set(re.findall(r'name="order" value="(\w+)', html))
    assert len(literal) > 10
    assert literal <= kinds


def test_every_entry_by_hand_has_a_name() -> None:
    kinds = [kind for kind in typing.get_args(AnyOrder) if marked(kind)]
    assert len(kinds) > 20
    assert missing("entry", [str(kind.__struct_config__.tag) for kind in kinds]) == set()


def test_no_text_is_empty_and_no_count_is_forgotten() -> None:
    for key in KEYS:
        entry = catalogue("en").entry(key)
        for wording in entry.forms.values() if isinstance(entry, Counted) else (entry,):
            assert wording.strip()
