"""Every page in Chromium: what axe-core says of it, that the keyboard alone reaches everything, and that longer words fit.

axe-core comes by `make axe` into build/axe (its licence beside it); nothing of it is part of the product.
"""

import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from dashboard_fakes import betting_view, idle_view, repair_view, replace
from full_view import busy_view
from in_page import CUT_TEXT, FOCUSED, REACHABLE, TOO_WIDE
from live_server import LiveServer
from playwright.sync_api import Browser, Page
from walls import wall

from table_controller.messages import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = {
    "wall": "/",
    "table": "/tables/T1",
    "table_busy": "/tables/T4",
    "dealer": "/tables/T1/dealer",
    "dealer_repair": "/tables/T3/dealer",
    "dealer_busy": "/tables/T4/dealer",
    "no_page": "/nowhere",
}
SIZES = ((1280, 800), (1920, 1080))
THEMES = ("dark", "light")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], "resultTypes": ["violations"]}
TOLD = """
async (rules) => (await axe.run(document, rules)).violations
  .flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.html.slice(0, 160)}`))
"""

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


def complaints(page: Page, axe: Path) -> list[str]:
    page.evaluate(axe.read_text(encoding="utf-8"))
    return list(page.evaluate(TOLD, RULES))


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
    assert complaints(page, axe) == [], (language, theme)


@pytest.mark.soak
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_any_theme_and_language(server: LiveServer, opened: Opened, axe: Path, name: str) -> None:
    page = opened(server.url, bypass_csp=True)
    for language, theme in itertools.product(LANGUAGES, THEMES):
        looked_at(page, f"{server.url}{PAGES[name]}", language, theme, axe)


def test_axe_would_find_something(server: LiveServer, opened: Opened, axe: Path) -> None:
    page = opened(f"{server.url}/", bypass_csp=True)
    page.evaluate("() => document.getElementById('theme').removeAttribute('aria-label')")
    assert any(said.startswith("button-name") for said in complaints(page, axe))


@pytest.mark.parametrize("name", ["wall", "table_busy", "dealer", "dealer_busy"])
def test_the_keyboard_alone_reaches_everything_and_shows_where_it_is(server: LiveServer, opened: Opened, name: str) -> None:
    page = opened(f"{server.url}{PAGES[name]}")
    page.locator("#link[data-live]").wait_for()
    wanted = set(page.evaluate(REACHABLE))
    reached: set[str] = set()
    for _ in range(len(wanted) + 10):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUSED)
        if focus["reach"] is not None:
            assert focus["ring"], page.evaluate("() => document.activeElement.outerHTML.slice(0, 200)")
            reached.add(focus["reach"])
    told = """(marks) => marks.map((mark) => document.querySelector(`[data-reach="${mark}"]`).outerHTML.slice(0, 120))"""
    assert page.evaluate(told, sorted(wanted - reached)) == []


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
    assert page.evaluate(CUT_TEXT, ".key, .small, .tile, summary, .bar, .panel h2, .prompt") == []


def test_a_cut_word_would_be_seen(longer: LiveServer, opened: Opened) -> None:
    page = opened(f"{longer.url}/tables/T1/dealer")
    page.evaluate(
        "() => Object.assign(document.querySelector('.act .key').style, { maxWidth: '20px', minWidth: '0', padding: '0' })"
    )
    assert page.evaluate(CUT_TEXT, ".key") != []
