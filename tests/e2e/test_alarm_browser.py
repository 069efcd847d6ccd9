"""The life of an alarm at a real table: seen in two browsers at once, shelved and back, and the stack light on the board.

The table is driven over pseudo terminals; lamps are what the simulated board was told over its serial line.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from hardware.protocol.commands import Lamp, LampPattern
from table_controller.bootstrap.processes import wait_for
from table_controller.core.events import AlarmAcknowledged
from tests.chromium import FLAGS
from tests.e2e.test_repair_browser import EARLY_TURN, SHOWS_MS, SIZE, STARTS_S, answers

from .told_table import ToldTable, told_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COUNTS_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""


@contextmanager
def two_browsers(folder: Path, chromium: Path) -> Iterator[tuple[ToldTable, Page, Page]]:
    """A pit wall and the table's page, in two browsers that share nothing."""
    complaints: list[str] = []
    with told_table(folder, "ukrainian") as table, sync_playwright() as playwright:
        assert wait_for(lambda: answers(table.pages), STARTS_S), "the dashboard does not show the table"
        browsers = [playwright.chromium.launch(executable_path=str(chromium), args=FLAGS) for _ in range(2)]
        pages = [opened(browser, complaints) for browser in browsers]
        for page, path in zip(pages, ("", "tables/T1"), strict=True):
            page.goto(table.pages + path)
            expect(page.locator("#link")).to_have_text("Live")
        yield (table, *pages)
        for browser in browsers:
            browser.close()
    assert complaints == []


def opened(browser: Browser, complaints: list[str]) -> Page:
    context = browser.new_context(viewport=SIZE, color_scheme="dark", reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(SHOWS_MS)
    context.add_init_script(COUNTS_TONES)
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return page


def stack_light(table: ToldTable) -> LampPattern:
    return table.look(lambda sim: sim.boards["board"].device.lamps[Lamp.ALARM])


def shows(table: ToldTable, pattern: LampPattern) -> bool:
    return wait_for(lambda: stack_light(table) is pattern, 2.0)


def foremost(page: Page, code: str) -> None:
    expect(page.locator("#alarm-foremost")).to_contain_text(code, timeout=1000)


def is_raised_on_both_pages_with_light_and_sound(table: ToldTable, wall: Page, floor: Page) -> None:
    wall.get_by_role("button", name="Begin shift").click()
    expect(wall.locator("#shift")).to_have_attribute("aria-pressed", "true")
    assert wall.evaluate("window.tones") == 1, "a test tone"
    assert stack_light(table) is LampPattern.OFF
    table.does(EARLY_TURN)
    for page in (wall, floor):
        foremost(page, "Turn too early")
        expect(page.locator("#alarm-foremost .alarm-row")).to_have_attribute("data-alarm", "active_unacknowledged")
    assert shows(table, LampPattern.FAST_BLINK)
    wall.wait_for_function("window.tones >= 3")
    expect(wall.locator("#alarm-cried")).to_contain_text("Turn too early")
    assert floor.evaluate("window.tones") == 0, "nobody has begun a shift there"


def is_silenced_which_acknowledges_nothing(table: ToldTable, wall: Page, floor: Page) -> None:
    wall.locator("#alarm-silence").click()
    expect(wall.locator("#alarm-silence")).to_be_hidden()
    expect(floor.locator("#alarm-foremost .alarm-row")).to_have_attribute("data-alarm", "active_unacknowledged")
    assert stack_light(table) is LampPattern.FAST_BLINK


def is_acknowledged_in_one_and_so_in_the_other(table: ToldTable, wall: Page, floor: Page) -> None:
    wall.keyboard.press("a")
    pressed = time.monotonic()
    floor.locator('#alarm-foremost .alarm-row[data-alarm="active_acknowledged"]').wait_for(timeout=1000)
    assert time.monotonic() - pressed < 1
    assert shows(table, LampPattern.ON)
    assert sum(isinstance(event, AlarmAcknowledged) for event in table.events) == 1


def another_is_shelved_with_a_reason_and_taken_back(table: ToldTable, wall: Page, floor: Page) -> None:
    table.does("key floor")
    wall.keyboard.press("Escape")
    called = wall.locator('#alarm-all [data-name="T1-floor"]')
    expect(called).to_have_attribute("data-alarm", "active_unacknowledged", timeout=1000)
    assert shows(table, LampPattern.SLOW_BLINK)
    wall.locator("#alarm-all > summary").click()
    called.get_by_text("Shelve", exact=True).click()
    called.get_by_role("button", name="Shelve it").click()
    expect(wall.locator("#said")).to_contain_text("reason")
    called.get_by_label("Why").fill("on the way")
    called.get_by_role("button", name="Shelve it").click()
    floor.locator("#alarm-all > summary").click()
    put_aside = floor.locator("#alarm-quiet-T1-floor")
    expect(put_aside).to_contain_text("on the way", timeout=1000)
    assert shows(table, LampPattern.ON)
    put_aside.get_by_role("button", name="Take off the shelf").click()
    expect(called).to_have_attribute("data-alarm", "active_unacknowledged", timeout=1000)
    floor.locator("#alarm-list-T1-floor").get_by_role("button", name="Seen").click()
    expect(called).to_have_attribute("data-alarm", "active_acknowledged", timeout=1000)


def test_an_alarm_lives_the_same_life_in_two_browsers_and_on_the_stack_light(tmp_path: Path, chromium: Path) -> None:
    with two_browsers(tmp_path, chromium) as (table, wall, floor):
        is_raised_on_both_pages_with_light_and_sound(table, wall, floor)
        is_silenced_which_acknowledges_nothing(table, wall, floor)
        is_acknowledged_in_one_and_so_in_the_other(table, wall, floor)
        another_is_shelved_with_a_reason_and_taken_back(table, wall, floor)
