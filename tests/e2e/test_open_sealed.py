"""`burnturn journal open-sealed`: the auditor asks, a second person signs, and both see the sealed faces, and nothing else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from table_controller.bootstrap.room import room_of
from table_controller.bootstrap.show import Show
from table_controller.cli.journal import journal as command
from table_controller.core.cards import text_of
from table_controller.core.codec import join
from table_controller.core.events import CardDealt
from table_controller.core.ids import Seq
from table_controller.core.opening import MOST_OLD_MS
from table_controller.journal import JournalReader
from table_controller.sealing import KeyRing, KeySlot
from table_controller.service.loop import real_moment

from . import mortal
from .test_key_ends import house_with, stop_in_hand

TABLE = 3
HAND = 1


def said(*arguments: object) -> tuple[int, dict[str, Any]]:
    result = CliRunner().invoke(command, ["open-sealed", *map(str, arguments), "--json"], catch_exceptions=False)
    return result.exit_code, json.loads(result.stdout.splitlines()[-1]) if result.stdout else {"why": result.stderr}


@pytest.fixture
def config(quick_folder: Path, show_in: Callable[..., Show]) -> Path:
    """A table that has played two hands and stands still; the cards of the second lie out."""
    mortal.play(show_in(quick_folder, seed=7), TABLE)
    return quick_folder / "T3.toml"


def reader_of(config: Path) -> JournalReader:
    return JournalReader.open(config.parent / "journals" / "T3.journal")


def dealt(config: Path) -> dict[str, list[str]]:
    """What was dealt to each seat in the hand, opened with the keys straight from the journal."""
    room, reader = room_of(config), reader_of(config)
    ring = KeyRing(room.master, "T3", reader.wrapped_key)
    cards: dict[str, list[str]] = {}
    for one in reader.tail(Seq(0), 10_000):
        if one.kind == "card_dealt" and one.hand == HAND and one.sealed is not None and one.place is not None:
            plain = ring.unseal(KeySlot(one.hand, one.attempt, one.place), one.sequence, one.sealed)
            event = join(one.kind, one.version, one.public, plain)
            assert isinstance(event, CardDealt)
            assert event.hidden is not None
            cards.setdefault(one.place, []).append(text_of(event.hidden.face))
    return cards


def ask(config: Path, *more: object) -> tuple[int, dict[str, Any]]:
    return said(config, "--by", "auditor:Eva", "--hand", HAND, "--reason", "a player complains", *more)


def test_two_persons_see_the_cards_of_a_hand_that_is_over_and_both_are_on_record(config: Path) -> None:
    code, told = ask(config)
    assert code == 0
    code, shown = said(config, "--by", "surveillance:Jan", "--countersign", told["asked"])
    assert (code, shown["ok"], shown["hand"]) == (0, True, HAND)
    found = {one["place"]: one["cards"] for one in shown["shown"]}
    truth = dealt(config)
    assert len(truth) == 3
    assert {place: found[place] for place in truth} == truth
    assert set(found) > {"burns", "other"}
    records = reader_of(config).tail(Seq(0), 10_000)
    asked, opened = (
        next(json.loads(one.public) for one in records if one.kind == kind) for kind in ("sealed_asked", "sealed_opened")
    )
    assert asked["reason"] == "a player complains"
    assert (asked["by"]["name"], opened["by"]["name"], opened["asked"]) == ("Eva", "Jan", told["asked"])
    tags = [bytes(card.tag).hex() for card in room_of(config).registry.cards]
    assert not [tag for tag in tags if tag in json.dumps(shown)]


def test_only_what_was_asked_for_is_shown(config: Path) -> None:
    place = next(iter(dealt(config)))
    _, told = ask(config, "--place", place, "--attempt", 1)
    _, shown = said(config, "--by", "pit:Jan", "--countersign", told["asked"])
    assert [(one["place"], one["cards"]) for one in shown["shown"]] == [(place, dealt(config)[place])]


@pytest.mark.parametrize(
    ("by", "why"),
    [
        ("floor:EVA ", "second_person_needed"),  # the same person, whatever role she takes and however she writes it
        ("auditor:Jan", "second_person_needed"),
        ("dealer:Jan", "second_person_needed"),
    ],
)
def test_nobody_signs_alone_and_only_who_may(config: Path, by: str, why: str) -> None:
    _, told = ask(config)
    assert said(config, "--by", by, "--countersign", told["asked"]) == (1, {"ok": False, "why": why})
    assert not [one for one in reader_of(config).tail(Seq(0), 10_000) if one.kind == "sealed_opened"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--by", "pit:Eva", "--hand", 1, "--reason", "curious"), "auditor_needed"),
        (("--by", "auditor:Eva", "--hand", 1, "--reason", " "), "reason_needed"),
        (("--by", "auditor:Eva", "--hand", 9, "--reason", "why not"), "nothing_sealed"),
        (("--by", "surveillance:Jan", "--countersign", 5), "not_asked"),
    ],
)
def test_what_may_not_be_asked_is_refused_and_writes_nothing(config: Path, arguments: tuple[object, ...], why: str) -> None:
    before = reader_of(config).head()
    assert said(config, *arguments) == (1, {"ok": False, "why": why})
    assert reader_of(config).head() == before


@pytest.mark.parametrize(
    "arguments",
    [("--hand", 1), ("--hand", 1, "--reason", "x", "--countersign", 4), ("--hand", 1, "--reason", "x", "--place", "seat 11")],
)
def test_a_command_that_makes_no_sense_is_wrong_usage(config: Path, arguments: tuple[object, ...]) -> None:
    result = CliRunner().invoke(command, ["open-sealed", str(config), "--by", "auditor:Eva", *map(str, arguments)])
    assert result.exit_code == 2
    assert CliRunner().invoke(command, ["open-sealed", str(config), "--by", "Eva", "--hand", "1"]).exit_code == 2


def test_what_was_asked_yesterday_is_asked_anew(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, told = ask(config)
    now = real_moment()
    late = now._replace(wall_ms=now.wall_ms + MOST_OLD_MS + 60_000)
    monkeypatch.setattr("table_controller.bootstrap.record_desk.real_moment", lambda: late)
    assert said(config, "--by", "pit:Jan", "--countersign", told["asked"])[1]["why"] == "asked_too_long_ago"


def test_while_the_hand_runs_it_is_refused_to_both(
    quick_folder: Path, show_in: Callable[..., Show], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A controller that was killed in the middle: the hand runs on."""
    stop_in_hand(monkeypatch, 2)
    mortal.play(show_in(quick_folder, seed=7), TABLE)
    config = quick_folder / "T3.toml"
    running = said(config, "--by", "auditor:Eva", "--hand", 2, "--reason", "x")
    assert running == (1, {"ok": False, "why": "hand_not_over"})
    code, told = ask(config)  # the one before it is over
    assert code == 0
    assert said(config, "--by", "pit:Jan", "--countersign", told["asked"])[0] == 0


def test_a_destroyed_key_is_said_before_anybody_is_bothered(
    quick_folder: Path,
    show_in: Callable[..., Show],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house_with(monkeypatch, 'keys_after_hand = "destroy"')
    mortal.play(show_in(quick_folder, seed=7), TABLE)
    config = quick_folder / "T3.toml"
    assert ask(config) == (1, {"ok": False, "why": "no_key"})
    result = CliRunner().invoke(command, ["open-sealed", str(config), "--by", "auditor:Eva", "--hand", "1", "--reason", "x"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "was destroyed, record " in result.stderr


def test_escrowed_keys_open_with_the_file_and_without_it_not(
    quick_folder: Path,
    show_in: Callable[..., Show],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house_with(monkeypatch, 'keys_after_hand = "escrow"', 'escrow = "T3.escrow"')
    mortal.play(show_in(quick_folder, seed=7), TABLE)
    config, away = quick_folder / "T3.toml", quick_folder / "safe"
    (quick_folder / "T3.escrow").rename(away)
    assert ask(config)[1]["why"] == "no_key"
    _, told = ask(config, "--escrow", away)
    code, shown = said(config, "--by", "pit:Jan", "--countersign", told["asked"], "--escrow", away)
    assert code == 0
    assert sum(len(one["cards"]) == 2 for one in shown["shown"] if one["place"].startswith("seat")) == 3
