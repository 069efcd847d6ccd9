"""The running product in Debian's Chromium: four tables of real processes on the pit wall, on their pages, at the dealer's.

The pictures of the documentation are taken here, so they show what the product is.
"""

import bisect
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect, sync_playwright

from table_controller.bootstrap.bench_latency import _acts, _keys
from table_controller.bootstrap.demo import LiveDemo
from table_controller.bootstrap.processes import wait_for
from table_controller.bootstrap.show import Show
from table_controller.core.ids import Seq
from table_controller.journal import JournalReader
from table_controller.journal.record import MOST_RECORDS
from tests.chromium import FLAGS

from .demo_process import free_port

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZE = {"width": 1280, "height": 800}
MOST_BYTES = 200_000
NOTE_WHAT_IS_SHOWN = """() => {
  window.shown = [];
  const note = () => {
    for (const place of document.querySelectorAll('[data-seq]')) {
      window.shown.push([Date.now(), place.dataset.table || '', Number(place.dataset.seq)]);
    }
  };
  const what = {subtree: true, childList: true, attributes: true, attributeFilter: ['data-seq']};
  new MutationObserver(note).observe(document.body, what);
}"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, chromium: Path) -> Iterator[LiveDemo]:
    """Four tables, six times as quick as people. Started before the browser."""
    show = Show(tmp_path_factory.mktemp("demo"), tables=4, factor=6.0, seed=3, notes_keys=True)
    with LiveDemo(show, free_port()) as running:
        assert running.ready()
        yield running


@pytest.fixture(scope="module")
def browser(demo: LiveDemo, chromium: Path) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=str(chromium), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the browser has to say against a page; nothing, whatever the test does."""
    said: list[str] = []
    yield said
    assert said == []


@pytest.fixture
def open_page(browser: Browser, complaints: list[str]) -> Iterator[Callable[..., Page]]:
    """Opens a live page, `scheme` dark or light."""
    contexts = []

    def opened(address: str, scheme: str = "dark") -> Page:
        context = browser.new_context(viewport=SIZE, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda line: complaints.append(line.text) if line.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        expect(page.locator("#link")).to_have_text("Live")
        return page

    yield opened
    for context in contexts:
        context.close()


def picture(page: Page, root: Path, name: str) -> None:
    """A picture for the documentation."""
    path = root / "docs" / "screens" / f"{name}.png"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(page.screenshot())  # written here: the library would leave threads of its own behind
    assert 5_000 < path.stat().st_size < MOST_BYTES


def all_play(page: Page) -> None:
    for number in range(1, 5):
        expect(page.locator(f"#tile-T{number}[data-state='betting']")).to_be_visible(timeout=60_000)


def delays(page: Page, demo: LiveDemo, name: str, since: float, until: float) -> list[float]:
    """From each act's key at table T1 between two monotonic moments to the moment this page showed it, ms."""
    acts = _acts(demo.show.folder / "journals" / "T1.journal")
    shown = [(at, seq) for at, table, seq in page.evaluate("window.shown") if table in (name, "")]
    wall_less_monotonic = time.time() * 1000 - time.monotonic() * 1000
    found = []
    for key in (at for at in _keys(demo.show.key_notes(1)) if since < at < until):
        seq = acts[bisect.bisect_left(acts, (key, 0))][1]
        at = next(at for at, shown_seq in shown if shown_seq >= seq)
        found.append(at - wall_less_monotonic - key)
    return found


def kinds(demo: LiveDemo, table: str) -> list[str]:
    reader = JournalReader.open(demo.show.folder / "journals" / f"{table}.journal")
    return [record.kind for record in reader.tail(Seq(0), MOST_RECORDS)]


def test_pit_wall_and_dealer_page_show_each_act_within_a_second_of_its_key(
    demo: LiveDemo, open_page: Callable[..., Page]
) -> None:
    wall, dealer = open_page(demo.address), open_page(demo.console(1))
    all_play(wall)
    for page in (wall, dealer):
        page.evaluate(NOTE_WHAT_IS_SHOWN)
    since = time.monotonic() * 1000
    count = len(kinds(demo, "T1"))
    assert wait_for(lambda: sum(kind in ("bet_made", "raised", "called") for kind in kinds(demo, "T1")[count:]) >= 3, 60)
    until = time.monotonic() * 1000
    wall.wait_for_timeout(1_000)  # what was keyed last is still to be shown
    for page in (wall, dealer):
        found = delays(page, demo, "T1", since, until)
        assert len(found) >= 3
        assert max(found) < 1_000


def test_the_pit_wall_shows_four_tables_playing(demo: LiveDemo, open_page: Callable[..., Page], root: Path) -> None:
    for scheme in ("dark", "light"):
        wall = open_page(demo.address, scheme)
        all_play(wall)
        picture(wall, root, f"pit_wall_{scheme}")


def test_the_dealers_page_shows_the_keys_of_whose_turn_it_is(demo: LiveDemo, open_page: Callable[..., Page], root: Path) -> None:
    for scheme in ("dark", "light"):
        page = open_page(demo.console(2))
        if scheme == "light":  # a console is dark until somebody chooses
            page.get_by_role("button", name="Change between dark and light").click()
        expect(page.locator(".key-wager")).to_be_visible(timeout=60_000)
        picture(page, root, f"dealer_console_{scheme}")


def test_a_floor_order_from_the_table_page_reaches_the_table(demo: LiveDemo, open_page: Callable[..., Page], root: Path) -> None:
    for scheme in ("light", "dark"):
        page = open_page(f"{demo.address}tables/T4", scheme)
        expect(page.locator("#piece-state[data-state='betting']")).to_be_visible(timeout=60_000)
        picture(page, root, f"table_page_{scheme}")
    page.locator("input[name=reason]").fill("chips are counted")
    page.get_by_role("button", name="Pause table").click()
    assert wait_for(lambda: "table_paused" in kinds(demo, "T4"), 5)
    assert wait_for(lambda: reopened(page, demo), 30)
    expect(page.locator("#piece-state[data-state='betting']")).to_be_visible(timeout=60_000)


def reopened(page: Page, demo: LiveDemo) -> bool:
    """By the page's own key, unless the people's floor was quicker."""
    with suppress(TimeoutError):
        page.get_by_role("button", name="Open table").click(timeout=300)
    return "table_reopened" in kinds(demo, "T4")


def test_a_locked_table_shows_what_was_found(tmp_path: Path, demo: LiveDemo, open_page: Callable[..., Page], root: Path) -> None:
    """A dealer who errs in every hand, four times as quick as people."""
    with LiveDemo(Show(tmp_path, tables=1, factor=4.0, errors=1.0, seed=5), free_port()) as erring:
        assert erring.ready()
        page = open_page(f"{erring.address}tables/T1")
        expect(page.locator("#piece-state[data-state='locked']")).to_be_visible(timeout=90_000)
        picture(page, root, "table_locked")
        assert wait_for(lambda: "finding_raised" in kinds(erring, "T1"), 5)
