"""The dealer's console of a real table: whole hands by touch, keyboard and keypad alone; the pit's server dies, and the table."""

import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from table_controller.bootstrap.processes import Child, wait_for
from tests.chromium import FLAGS

from .console_hand import Keyboard, Keypad, Touch, play
from .dealer_by_hand import SEATS, STACK, Dealer, dealing
from .demo_process import free_port
from .live import STARTED_S

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZE = {"width": 1280, "height": 800}
SHOWS_MS = 15_000
SAYS_MS = 3_000
STALE_MS = 4_500
"""Three seconds after the last heartbeat, which is itself up to one second old; and the page looks twice a second."""


def answers(address: str) -> bool:
    with suppress(OSError), urllib.request.urlopen(address, timeout=2) as answer:
        return answer.status == 200
    return False


@contextmanager
def opened(folder: Path, chromium: Path, complaints: list[str]) -> Iterator[tuple[Dealer, Page, Child]]:
    """A table whose console is open on a touch screen."""
    console = free_port()
    with dealing(folder, console) as (dealer, controller), sync_playwright() as playwright:
        assert wait_for(lambda: answers(f"http://127.0.0.1:{console}/healthz"), STARTED_S), "the console does not answer"
        browser = playwright.chromium.launch(executable_path=str(chromium), args=FLAGS)
        context = browser.new_context(viewport=SIZE, has_touch=True, reduced_motion="reduce")  # type: ignore[arg-type]
        context.set_default_timeout(SHOWS_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"http://127.0.0.1:{console}/")
        expect(page.locator("#link")).to_have_text("Live", timeout=SHOWS_MS)
        expect.set_options(timeout=SHOWS_MS)
        yield dealer, page, controller
        expect.set_options(timeout=5_000)
        browser.close()


def test_whole_hands_by_touch_keyboard_and_keypad_alone_and_without_a_pit(quick_folder: Path, chromium: Path) -> None:
    """One hand each. The pit's server dies on the flop of the first; nobody at the table notices."""
    complaints: list[str] = []
    with opened(quick_folder, chromium, complaints) as (dealer, page, _controller):
        pit, port = quick_folder / "pit.toml", free_port()
        pit.write_text(f'[pit]\njournals = "journals"\n\n[dashboard]\nport = {port}\n', encoding="utf-8")
        server = Child(["pit", str(pit)])
        try:
            assert wait_for(lambda: answers(f"http://127.0.0.1:{port}/tables/T1"), STARTED_S)
            assert not answers(f"http://127.0.0.1:{port}/tables/T1/dealer")  # the pit does not serve it
            touch, keyboard, keypad = Touch(page), Keyboard(page), Keypad(dealer)
            counted = {"touch": (play(dealer, touch, midway=server.kill), touch.keys)}
            counted["keyboard"] = (play(dealer, keyboard), keyboard.keys)
            counted["keypad"] = (play(dealer, keypad), keypad.keys)
        finally:
            server.stop()
        assert sum(seat.stack for seat in dealer.view().pit.seats) == len(SEATS) * STACK
        print({name: f"{keys} keys of {may}" for name, (may, keys) in counted.items()})
    assert complaints == []


def test_a_table_that_dies_is_said_within_three_seconds_hatched_and_healed(quick_folder: Path, chromium: Path) -> None:
    complaints: list[str] = []
    with opened(quick_folder, chromium, complaints) as (dealer, page, controller):
        dealer.deal()
        touch = Touch(page)
        actor = dealer.view().actor
        assert actor is not None
        touch.turn(actor)
        last, died = dealer.view().seq, time.monotonic()
        controller.kill()
        expect(page.locator("#lost")).to_contain_text("DISCONNECTED since", timeout=SAYS_MS)
        said = time.monotonic() - died
        expect(page.locator("main")).to_have_attribute("data-stale", "", timeout=STALE_MS)
        again = Child(controller.arguments)
        try:
            expect(page.locator("#lost")).to_be_hidden(timeout=30_000)
            expect(page.locator("main")).not_to_have_attribute("data-stale", "")
            dealer.sees("the table again", lambda: dealer.view().seq > last and dealer.view().state == "betting")
            shown = f"() => Number(document.querySelector('[data-seq]').dataset.seq) >= {dealer.view().seq}"
            page.wait_for_function(shown)
            touch.turn(actor)
            touch.act("call")  # with the page of before: its token is of a server that is gone
            dealer.sees("the call", lambda: dealer.view().actor != actor)
        finally:
            again.stop()
        print(f"said after {said:.2f} s")
    assert complaints == []
