"""Every page in Chromium: what axe-core says of it, that the keyboard alone reaches everything, and that longer words fit.

The pages of what is past stand in `test_history_browser.py`.
"""

import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from dashboard_fakes import FakeControl, FakeFeed, betting_view, every_page, idle_view, repair_view, replace
from full_view import busy_view
from in_page import CUT_TEXT, TOO_WIDE, axe_says, out_of_reach
from live_server import LiveServer
from playwright.sync_api import Browser, Page, expect
from walls import wall

from table_controller.core.messages import Message
from table_controller.messages import LANGUAGES
from web_dashboard.config import DashboardConfig

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = {
    "wall": "/",
    "table": "/tables/T1",
    "table_busy": "/tables/T4",
    "dealer": "/tables/T1/dealer",
    "dealer_repair": "/tables/T3/dealer",
    "dealer_busy": "/tables/T4/dealer",
    "room": "/room",
    "no_page": "/nowhere",
}
SIZES = ((1280, 800), (1920, 1080))
THEMES = ("dark", "light")
ELSEWHERE = {"hand.", "incident.", "devices.", "audit.", "pit.first"}
"""Looked at in `test_history_browser.py`; the first alarm's page only leads to another."""

WORDS = ".key, .small, .tile, summary, .bar, .panel h2, .prompt"
RECONNECTING = "() => document.getElementById('link')?.replaceChildren(document.body.dataset.sayBack)"
"""The longest the bar may say of the stream, as it does on a busy computer."""

Opened = Callable[..., Page]


def started(server: LiveServer) -> LiveServer:
    seq = time.monotonic_ns() // 1_000_000
    repairing = replace(repair_view(3), table="T3", seq=seq)
    for view in (betting_view("T1", seq), idle_view("T2", seq), repairing, replace(busy_view(), table="T4", seq=seq)):
        server.show(view)
    return server


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    running = LiveServer(max_viewers=16)
    yield started(running)
    running.close()


@pytest.fixture(scope="module")
def longer() -> Iterator[LiveServer]:
    """A server that says everything two fifths longer, of forty tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PSEUDO_LOCALE", "1")
        running = LiveServer(max_viewers=16)
    for view in wall(7, time.monotonic_ns() // 1_000_000):
        running.show(view)
    yield started(running)
    running.close()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens a page; `bypass_csp` lets the test's own script in."""
    contexts: list[Any] = []

    def ready(url: str, size: tuple[int, int] = SIZES[0], **more: Any) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **more)
        contexts.append(context)
        page: Page = context.new_page()
        page.set_default_timeout(10_000)
        page.goto(url)
        return page

    yield ready
    for context in contexts:
        context.close()


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(server: LiveServer, opened: Opened, axe: Path, name: str) -> None:
    """One language dark and one light, other ones for the next page; `--soak` looks at every language in both."""
    page = opened(server.url, bypass_csp=True)
    first = list(PAGES).index(name)
    for at, theme in enumerate(THEMES):
        looked_at(page, f"{server.url}{PAGES[name]}", LANGUAGES[(first + 3 * at) % len(LANGUAGES)], theme, axe)


def looked_at(page: Page, url: str, language: str, theme: str, axe: Path) -> None:
    page.goto(f"{url}?lang={language}")
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    assert axe_says(page, axe) == [], (language, theme)


@pytest.mark.soak
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_any_theme_and_language(server: LiveServer, opened: Opened, axe: Path, name: str) -> None:
    page = opened(server.url, bypass_csp=True)
    for language, theme in itertools.product(LANGUAGES, THEMES):
        looked_at(page, f"{server.url}{PAGES[name]}", language, theme, axe)


def test_axe_would_find_something(server: LiveServer, opened: Opened, axe: Path) -> None:
    page = opened(f"{server.url}/", bypass_csp=True)
    page.evaluate("() => document.getElementById('theme').removeAttribute('aria-label')")
    assert any(said.startswith("button-name") for said in axe_says(page, axe))


@pytest.mark.parametrize("name", ["wall", "table_busy", "dealer", "dealer_busy", "room"])
def test_the_keyboard_alone_reaches_everything_and_shows_where_it_is(server: LiveServer, opened: Opened, name: str) -> None:
    page = opened(f"{server.url}{PAGES[name]}")
    page.locator("#link[data-live]").wait_for()
    assert out_of_reach(page) == []


def test_nothing_moves_for_those_who_asked_for_stillness(server: LiveServer, opened: Opened) -> None:
    moving = "() => document.getAnimations().length"
    assert opened(f"{server.url}/").evaluate(moving) == 0
    assert opened(f"{server.url}/tables/T4").evaluate(moving) == 0


@pytest.mark.parametrize("size", SIZES, ids=["small", "large"])
@pytest.mark.parametrize("name", PAGES)
def test_words_two_fifths_longer_fit(longer: LiveServer, opened: Opened, name: str, size: tuple[int, int]) -> None:
    page = opened(f"{longer.url}{PAGES[name]}", size)
    assert page.evaluate("() => document.body.innerText").count("žľŵ") >= 3
    assert page.evaluate(TOO_WIDE) <= 0
    assert page.evaluate(CUT_TEXT, WORDS) == []
    assert page.evaluate(f"(roots) => {{ ({RECONNECTING})(); return ({CUT_TEXT})(roots); }}", WORDS) == []


@pytest.mark.parametrize("size", SIZES, ids=["small", "large"])
def test_alarm_rows_of_longer_words_stay_in_their_panel(longer: LiveServer, opened: Opened, size: tuple[int, int]) -> None:
    page = opened(f"{longer.url}/", size)
    page.locator(".alarm-counts").click()
    rows = page.locator(".alarm-panel .alarm-row:visible")
    expect(rows.first).to_be_visible()
    over = (
        "panel => [panel.scrollWidth - panel.clientWidth, ...[...panel.querySelectorAll('.alarm-row *')].map((one) => "
        "one.getBoundingClientRect().right - panel.getBoundingClientRect().right)]"
    )
    assert max(page.locator(".alarm-panel").evaluate(over)) <= 0


def test_a_cut_word_would_be_seen(longer: LiveServer, opened: Opened) -> None:
    """On a page that no stream puts right again."""
    page = opened(f"{longer.url}/nowhere")
    narrow = "() => Object.assign(document.querySelector('summary').style, { width: '4px', minWidth: '0', padding: '0' })"
    page.evaluate(narrow)
    assert page.evaluate(CUT_TEXT, "summary") != []


def test_no_page_is_forgotten() -> None:
    app = every_page(DashboardConfig(), FakeFeed(betting_view("T1")), FakeControl())
    pages = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and people_see(rule.rule)}
    assert {page for page in pages if not page.startswith(tuple(ELSEWHERE))} == {
        "pit.wall",
        "table.page",
        "dealer.page",
        "room.page",
    }


def people_see(rule: str) -> bool:
    return not rule.startswith(("/api", "/live", "/static", "/fragments", "/healthz", "/metrics"))


def test_a_language_chosen_in_one_tab_is_spoken_in_all_by_what_comes_later_too(server: LiveServer, opened: Opened) -> None:
    tab = opened(f"{server.url}/tables/T1")
    other = tab.context.new_page()
    other.goto(f"{server.url}/")
    for page in (tab, other):
        expect(page.locator("#link")).to_have_text("Live", timeout=10_000)
    tab.locator(".languages summary").click()
    tab.get_by_role("link", name="Slovenčina").click()
    for page in (tab, other):
        expect(page.locator("html")).to_have_attribute("lang", "sk", timeout=10_000)
        expect(page.locator("#link")).to_have_text("Naživo", timeout=10_000)
    assert "lang=" not in tab.url
    view = betting_view("T1", time.monotonic_ns() // 1_000_000)
    server.show(replace(view, hand=replace(view.hand, actor=6), prompt=Message("action_on", {"seat": 6})))
    expect(tab.locator("#piece-state .prompt")).to_have_text("Na rade miesto 6", timeout=10_000)
    started(server)
