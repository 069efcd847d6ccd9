"""Hand, devices and audit pages in Debian's Chromium over a played table: stepping, nothing cut, and the pictures of the docs."""

import contextlib
import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from in_page import CUT_TEXT, TOO_WIDE, axe_says, out_of_reach
from live_server import HERE, free_port
from played_folder import heard, played_folder
from playwright.sync_api import Browser, Page, expect

from table_controller.messages import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = [(1280, 800), (1920, 1080)]
PAGES = {
    "hand": "/tables/T1/hands/{hand}?step=30",
    "devices": "/tables/T1/devices",
    "audit": "/tables/T1/audit",
    "room": "/audit",
}
STARTS_WITHIN_S = 30.0
CUT = """() => [...document.querySelectorAll('.panel, .panel td, .panel th, .panel p, .panel a, .panel dd, .hands-strip a')]
  .filter((it) => it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).overflowX !== 'auto' && it.clientWidth)
  .map((it) => it.className + ': ' + it.textContent.trim().slice(0, 40))"""
OVER = """() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"""
CROSSED = """() => {
  const texts = [...document.querySelectorAll('.oval text')].filter((it) => it.textContent.trim());
  const boxes = texts.map((it) => [it, it.getBoundingClientRect()]);
  const found = [];
  boxes.forEach(([one, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && high > 6) found.push(`${one.textContent.trim()} × ${other.textContent.trim()}`);
  }));
  return found;
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A played table, heard for five minutes."""
    return played_folder(tmp_path_factory.mktemp("played"))


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """The address of the pit's server over the played table."""
    now = int(time.time() * 1000)
    heard(folder, now, 0)
    with served(folder) as address:
        for seconds in range(10, 310, 10):
            heard(folder, now - 300_000, seconds)
            time.sleep(0.3)  # the server looks four times a second
        yield address


@contextlib.contextmanager
def served(folder: Path, **environment: str) -> Iterator[str]:
    port, root = free_port(), HERE.parent.parent
    command = [sys.executable, str(HERE / "folder_server.py"), str(port), str(folder)]
    server = subprocess.Popen(command, cwd=root, env={**os.environ, "PYTHONPATH": str(root), **environment})
    try:
        _wait(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=15)


def _wait(port: int) -> None:
    end = time.monotonic() + STARTS_WITHIN_S
    while time.monotonic() < end:
        with contextlib.suppress(OSError), contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as link:
            link.request("GET", "/")
            if link.getresponse().status == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not answer")


def opened(
    browser: Browser, complaints: list[str], scheme: str = "dark", size: tuple[int, int] = SIZES[0], **more: object
) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        reduced_motion="reduce",
        **more,  # type: ignore[arg-type]
    )
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return page


def test_arrow_keys_and_event_numbers_step_without_loading_the_page_anew(site: str, browser: Browser) -> None:
    complaints: list[str] = []
    page = opened(browser, complaints)
    page.goto(f"{site}/tables/T1/hands/1?step=5")
    expect(page.locator("#link")).to_have_text("Live")
    page.evaluate("() => { window.same = true; }")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hand-left")).to_have_attribute("data-step", "6")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#hand-left")).to_have_attribute("data-step", "4")
    assert page.url.endswith("step=4")
    page.keyboard.press("End")
    expect(page.locator("[data-way=ArrowRight]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    expect(page.locator("#hand-steps [aria-current=step]")).to_contain_text("begins")
    link = page.locator(".hand-found .evidence").first
    step = link.get_attribute("data-step")
    link.click()
    expect(page.locator("#hand-left")).to_have_attribute("data-step", step or "")
    assert page.evaluate("() => window.same") is True
    assert complaints == []
    page.context.close()


def test_without_script_every_step_is_a_link(site: str, browser: Browser) -> None:
    page = opened(browser, [], java_script_enabled=False)
    page.goto(f"{site}/tables/T1/hands/1?step=5")
    page.get_by_role("link", name="Forward").click()
    assert page.locator("#hand-left").get_attribute("data-step") == "6"
    page.goto(f"{site}/tables/T1/audit")
    page.get_by_role("button", name="Check now").click()
    page.goto(f"{site}/tables/T1/audit")
    page.locator(".check[data-result=ok]").wait_for()
    page.context.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_or_crossed_and_the_picture_is_taken(
    site: str, browser: Browser, root: Path, name: str, scheme: str
) -> None:
    complaints: list[str] = []
    for size in SIZES:
        page = opened(browser, complaints, scheme, size)
        page.goto(site + PAGES[name].format(hand=1))
        expect(page.locator("#link")).to_have_text("Live")
        assert page.evaluate(OVER) == [0, 0]
        assert page.evaluate(CUT) == []
        assert page.evaluate(CROSSED) == []
        if size == SIZES[0] and name != "room":
            picture = root / "docs" / "screens" / f"{name}_page_{scheme}.png"
            picture.write_bytes(page.screenshot())  # written here: the library would leave a thread behind
        page.context.close()
    assert complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_room(site: str, browser: Browser, language: str) -> None:
    page = opened(browser, [])
    for address in PAGES.values():
        path = address.format(hand=1)
        page.goto(f"{site}{path}{'&' if '?' in path else '?'}lang={language}")
        assert page.evaluate(OVER) == [0, 0]
        assert page.evaluate(CUT) == []
    page.context.close()


def test_words_two_fifths_longer_fit(site: str, folder: Path, browser: Browser) -> None:
    with served(folder, PSEUDO_LOCALE="1") as longer:
        page = opened(browser, [])
        for address in PAGES.values():
            page.goto(longer + address.format(hand=1))
            assert page.evaluate(TOO_WIDE) <= 0
            assert page.evaluate(CUT_TEXT, ".key, .small, summary, .bar, .panel h2") == []
        page.context.close()


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_and_the_keyboard_reaches_everything(site: str, browser: Browser, axe: Path, name: str) -> None:
    at = list(PAGES).index(name)
    path = PAGES[name].format(hand=1)
    for turn, scheme in enumerate(("dark", "light")):
        page = opened(browser, [], scheme, bypass_csp=True)
        page.goto(f"{site}{path}{'&' if '?' in path else '?'}lang={LANGUAGES[(at + 3 * turn) % len(LANGUAGES)]}")
        assert axe_says(page, axe) == []
        page.context.close()
    page = opened(browser, [])
    page.goto(f"{site}{path}")
    page.locator("#link[data-live]").wait_for()
    assert out_of_reach(page) == []
    page.context.close()
