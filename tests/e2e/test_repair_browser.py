"""A turn that came too early, in Debian's Chromium: from finding to river on the dealer's page, the floor at the table page.

The table is driven over pseudo terminals; acts and signatures are given by the keys of the pages alone.
"""

import re
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect, sync_playwright

from table_controller.bootstrap.processes import wait_for
from table_controller.core.events import FindingClosed, FindingRaised
from table_controller.core.procedure_events import DeckReshuffled
from tests.chromium import FLAGS

from .told_table import ToldTable, told_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZE = {"width": 1280, "height": 800}
EARLY_TURN = "deal, @calls, burn, draw board, draw board, draw board, act 1 check, act 2 check, act 3 check, act 4 check, turn"
STARTS_S, SHOWS_MS = 20.0, 5_000


class Watched:
    """The table, the dealer's page, and the table page where the floor stands."""

    def __init__(self, table: ToldTable, dealer: Page, floor: Page) -> None:
        self.table, self.dealer, self.floor = table, dealer, floor
        self.repair = dealer.locator("#piece-repair")
        self.now = self.repair.locator("[aria-current=step]")

    def check(self, *seats: int) -> None:
        """By the dealer's own key, once the page says whose turn it is."""
        for seat in seats:
            expect(self.dealer.locator(".turn .turn-seat")).to_have_text(str(seat))
            self.dealer.locator("[data-turn] .key-call").click()

    def steps(self) -> list[str]:
        """The state of each."""
        return [step.get_attribute("data-state") or "" for step in self.repair.locator(".steps > li").all()]

    def is_clean(self) -> None:
        """Nothing is open and the keys are there."""
        expect(self.repair).to_be_hidden()
        expect(self.dealer.locator("[data-turn] .key-call")).to_be_enabled()


def answer(*addresses: str) -> bool:
    return all(map(answers, addresses))


def answers(address: str) -> bool:
    with suppress(OSError), urllib.request.urlopen(f"{address}api/tables/T1", timeout=2) as answer:
        return answer.status == 200
    return False


@contextmanager
def opened(folder: Path, chromium: Path, rules: str) -> Iterator[Watched]:
    complaints: list[str] = []
    with told_table(folder, rules) as table, sync_playwright() as playwright:
        assert wait_for(lambda: answer(table.pages, table.console), STARTS_S), "the dashboard does not show the table"
        browser = playwright.chromium.launch(executable_path=str(chromium), args=FLAGS)
        context = browser.new_context(viewport=SIZE, color_scheme="dark", reduced_motion="reduce")  # type: ignore[arg-type]
        context.set_default_timeout(SHOWS_MS)
        pages = [context.new_page(), context.new_page()]
        for page, address in zip(pages, (table.console, f"{table.pages}tables/T1"), strict=True):
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(address)
            expect(page.locator("#link")).to_have_text("Live")
        yield Watched(table, *pages)
        browser.close()
    assert complaints == []


Watch = Callable[[str], AbstractContextManager[Watched]]


@pytest.fixture
def watch(quick_folder: Path, chromium: Path) -> Watch:
    """Opens a table under these rules."""
    return lambda rules: opened(quick_folder, chromium, rules)


def size_of(text: Locator) -> float:
    return float(text.evaluate("node => getComputedStyle(node).fontSize").removesuffix("px"))


def found(watched: Watched, *clauses: str, house: str) -> None:
    """The finding is on the page, with who signs for it; the act that was only keyed late is the first thing offered."""
    expect(watched.repair.locator(".what")).to_contain_text("Turn too early")
    expect(watched.repair.locator(".what code")).to_have_text("turn_premature")
    expect(watched.repair.locator(".who")).to_have_text("level 2 · the floor confirms")
    expect(watched.repair.locator(".rule")).to_contain_text(house)
    for clause in clauses:
        expect(watched.repair.locator(".rule")).to_contain_text(clause)
    expect(watched.repair.locator("button").first).to_have_attribute("value", "late seat=5 act=fold")
    expect(watched.repair.locator(".key-late")).to_have_attribute("value", "late seat=5 act=check")
    expect(watched.dealer.locator(".prompt")).to_have_text("Stop. Call the floor")
    expect(watched.dealer.locator("[data-hot=Enter]")).to_be_disabled()
    assert set(watched.steps()) == {"todo"}
    expect(watched.floor.locator(".rule")).to_contain_text(clauses[0])


def signed_by_the_floor(watched: Watched, first_step: str, missing: str) -> None:
    watched.floor.get_by_role("button", name="Confirm as floor").click()
    expect(watched.repair.locator(".who")).to_contain_text("confirmed")
    expect(watched.now).to_contain_text(first_step)
    expect(watched.now.locator(".missing")).to_have_text(missing)
    assert size_of(watched.now.locator(".step-text")) >= 2 * size_of(watched.repair.locator(".steps > li").last)


def aside(watched: Watched) -> None:
    watched.table.does("move 3d board -> hold")
    expect(watched.now).to_contain_text("Finish the betting round")
    expect(watched.now.locator(".missing")).to_have_text("Flop: the betting is over")
    assert watched.steps()[:2] == ["done", "now"]


def shuffled_back(watched: Watched, card: str, pool: int) -> None:
    """The card goes back before the deck is out and in again, and the page follows."""
    expect(watched.now).to_contain_text("Set-aside cards into the deck; shuffle and cut")
    wanted = f"The deck of {pool} cards, shuffled, cut and back in the shoe"
    expect(watched.now.locator(".missing li")).to_have_text([f"{card}: set-aside spot → deck", wanted])
    watched.table.does("return hold")
    expect(watched.now.locator(".missing li")).to_have_text([wanted])
    watched.table.does("shuffle")
    assert [event.pool for event in watched.table.events if isinstance(event, DeckReshuffled)] == [pool]


def wrong_way(watched: Watched) -> None:
    """Shuffling at once is not the Ukrainian way: the card that goes into the deck stops the table until the floor has looked."""
    watched.table.does("return 3d top")
    expect(watched.now).to_have_attribute("data-state", "failed")
    expect(watched.now.locator(".failed")).to_contain_text("a card from set-aside spot went into the deck")
    expect(watched.now.locator(".failed")).to_contain_text("the floor then has the step looked at again")
    expect(watched.dealer.locator(".prompt")).to_have_text("Stop. Call the floor")
    expect(watched.dealer.locator("[data-hot=Enter]")).to_be_disabled()
    expect(watched.floor.locator("#piece-repair .failed")).to_contain_text("went into the deck")
    watched.table.does("draw hold")
    watched.floor.get_by_role("button", name="Look at the step again").click()
    expect(watched.now).to_have_attribute("data-state", "now")
    expect(watched.now).to_contain_text("Finish the betting round")


def test_ukrainian_the_river_becomes_the_turn_and_one_reshuffle_comes_before_the_river(watch: Watch, root: Path) -> None:
    with watch("ukrainian") as watched:
        watched.table.does(EARLY_TURN)
        found(watched, "UA32", "UA33", "stands in for the turn", house="Ukrainian rules")
        signed_by_the_floor(watched, "Move the early turn card to the set-aside spot", "3♦: board → set-aside spot")
        aside(watched)
        (root / "docs" / "screens" / "dealer_console_repair_dark.png").write_bytes(watched.dealer.screenshot())
        wrong_way(watched)
        watched.check(5, 6)
        expect(watched.now).to_contain_text("Burn one; the next card is the turn")
        watched.table.does("draw burn, draw board")
        expect(watched.now).to_contain_text("Play the turn")
        assert watched.steps() == ["done", "done", "done", "now", "todo", "todo"]
        watched.check(1, 2, 3, 4, 5, 6)
        shuffled_back(watched, "1 card", 33)  # drawn face down again after the wrong way: nobody may read it any more
        expect(watched.now).to_contain_text("Deal the river without a burn")
        expect(watched.dealer.locator(".prompt")).to_have_text("Deal the river")
        watched.table.does("draw board")
        watched.is_clean()
        expect(watched.dealer.locator(".under")).to_contain_text("River")
        raised = [event.code for event in watched.table.events if isinstance(event, FindingRaised)]
        assert raised == ["burn_early", "turn_premature"]  # the turn explains the burn and takes its place


def test_slovak_the_turn_is_shuffled_back_at_once_and_dealt_again(watch: Watch) -> None:
    with watch("slovak") as watched:
        watched.table.does(EARLY_TURN)
        found(watched, "SK44", "shuffled back in and dealt once its time has come", house="Slovak rules")
        signed_by_the_floor(watched, "Move the early board cards to the set-aside spot", "1 card away from: board")
        expect(watched.floor.locator("#piece-repair h2")).to_contain_text("M7")
        aside(watched)
        watched.check(5, 6)
        shuffled_back(watched, "3♦", 35)
        expect(watched.now).to_contain_text("Deal the street again")
        watched.table.does("draw board")
        watched.is_clean()
        expect(watched.dealer.locator(".under")).to_contain_text("Turn")
        watched.check(1, 2, 3, 4, 5, 6)
        watched.table.does("draw burn, draw board")
        watched.is_clean()
        expect(watched.dealer.locator(".under")).to_contain_text("River")


def test_the_first_choice_explains_the_turn_and_the_page_is_clean(watch: Watch) -> None:
    with watch("ukrainian") as watched:
        watched.table.does(EARLY_TURN)
        expect(watched.repair.locator(".key-late")).to_have_attribute("value", "late seat=5 act=check")
        watched.repair.locator(".key-late").click()
        expect(watched.repair.locator(".key-late")).to_have_attribute("value", "late seat=6 act=check")
        watched.repair.locator(".key-late").click()
        watched.is_clean()
        expect(watched.dealer.locator(".under")).to_contain_text("Turn")
        closed = [event.how for event in watched.table.events if isinstance(event, FindingClosed)]
        assert closed == ["late_entry"]


def test_a_string_bet_is_reported_in_two_taps(watch: Watch) -> None:
    with watch("tda_2024") as watched:
        watched.table.does("deal, act 3 call")
        expect(watched.dealer.locator(".turn .turn-seat")).to_have_text("4")
        watched.dealer.locator(".report > summary").click()
        watched.dealer.get_by_role("button", name=re.compile("^String bet")).click()
        expect(watched.repair.locator(".what")).to_contain_text("String bet")
        expect(watched.repair.locator(".what")).to_contain_text("seat 4")
        expect(watched.repair.locator(".rule")).to_contain_text("TDA-42")
        expect(watched.dealer.locator(".report-menu")).to_be_hidden()
