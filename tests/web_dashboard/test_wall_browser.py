"""The wall in Chromium: what stops the deal stands out by place, shape, colour and grey; nothing is cut; single keys."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from dashboard_fakes import alarm, betting_view, idle_view, replace
from live_server import LiveServer
from playwright.sync_api import Browser, Locator, Page, expect
from walls import wall

from table_controller.views.shapes import PitView

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SIZES = ((1920, 1080), (1280, 800))
PLACES = {f"T{number}": [(number - 1) % 8 + 1, (number - 1) // 8 + 1] for number in range(1, 41)}
PARTS = "h2, .tile-game, .state-word, .tile-hand > span, .tile-pot, .tile-seats, time, .alarm-text, .alarm-age"
CUT = f"""() => [...document.querySelectorAll('.tile:not([hidden])')].flatMap((tile) => {{
  const frame = tile.getBoundingClientRect();
  const seen = (part) => part.getClientRects().length && part.textContent.trim();
  const name = (part) => part.className || part.localName;
  const boxes = [...tile.querySelectorAll('{PARTS}')].filter(seen).map((part) => [part, part.getBoundingClientRect()]);
  const out = ([, box]) => box.right > frame.right + 1 || box.left < frame.left - 1 || box.bottom > frame.bottom + 1;
  const across = (box, its) => Math.min(box.right, its.right) - Math.max(box.left, its.left);
  const down = (box, its) => Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
  const apart = (part, other) => !part.contains(other) && !other.contains(part);
  const found = boxes.filter(out).map(([part]) => `${{tile.id}}: ${{name(part)}} is cut`);
  const meet = (part, box, other, its) => apart(part, other) && across(box, its) > 1 && down(box, its) > 5;
  boxes.forEach(([part, box], at) => boxes.slice(at + 1).forEach(([other, its]) => {{
    if (meet(part, box, other, its)) found.push(`${{tile.id}}: ${{name(part)}} meets ${{name(other)}}`);
  }}));
  return found;
}})"""


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    running = LiveServer(max_viewers=16, settings={"places": PLACES})
    yield running
    running.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, color_scheme="dark", reduced_motion="reduce")
    opened = context.new_page()
    opened.set_default_timeout(15_000)
    yield opened
    context.close()


def show(server: LiveServer, page: Page, views: list[PitView], path: str = "/") -> None:
    """The wall with these tables, and the page has drawn all of them."""
    for view in views:
        server.show(view)
    if page.url == "about:blank":
        page.goto(server.url + path)
    numbers = "(seq) => [...document.querySelectorAll('.tile')].every((tile) => Number(tile.dataset.seq) === seq)"
    page.wait_for_function(numbers, arg=views[0].seq)
    page.wait_for_function("() => window.innerWidth")


def now_seq() -> int:
    return time.monotonic_ns() // 1_000_000


def picture(page: Page) -> Any:
    """The page as Chromium has painted it: rows of blue, green, red."""
    return cv2.imdecode(np.frombuffer(page.screenshot(full_page=True), np.uint8), cv2.IMREAD_COLOR)


def cut_out(whole: Any, tile: Locator, page: Page) -> Any:
    box = tile.bounding_box()
    assert box is not None
    down = page.evaluate("scrollY")
    top, left = int(box["y"] + down), int(box["x"])
    return whole[top : top + int(box["height"]), left : left + int(box["width"])]


def share_filled(area: Any, value: Any, by: int) -> float:
    """Which part of an area is filled with this colour or grey: letters and thin lines do not count."""
    off = np.abs(area.astype(int) - np.array(value, int))
    near = (off.max(axis=-1) if area.ndim == 3 else off) <= by
    return float(cv2.erode(near.astype(np.uint8), np.ones((21, 21), np.uint8), borderValue=0).mean())


def the_one_that_stops_the_deal_stands_out(page: Page) -> None:
    tiles = page.locator(".tile").all()
    first = tiles[0]
    assert first.get_attribute("data-priority") == "1"
    assert page.locator('.tile use[href="#mark-1"]').count() == 1
    for part in (".alarm-text", ".alarm-age"):
        assert float(first.locator(part).evaluate("node => getComputedStyle(node).fontSize").removesuffix("px")) >= 20
    fill = first.locator(".tile-alarm").evaluate("node => getComputedStyle(node).backgroundColor.match(/\\d+/g).map(Number)")
    whole = picture(page)
    grey = cv2.cvtColor(whole, cv2.COLOR_BGR2GRAY)
    fill_grey = int(cv2.cvtColor(np.uint8([[fill[2::-1]]]), cv2.COLOR_BGR2GRAY)[0, 0])
    coloured = [share_filled(cut_out(whole, tile, page), fill[2::-1], 12) for tile in tiles]
    greyed = [share_filled(cut_out(grey, tile, page), fill_grey, 6) for tile in tiles]
    assert coloured[0] > 0.02 > max(coloured[1:]) == 0, "the colour is its own"
    assert greyed[0] > 0.02 > max(greyed[1:]) == 0, "and so it is without colour"


@pytest.mark.parametrize("walls", [range(4), pytest.param(range(20), marks=pytest.mark.soak)], ids=["four", "twenty"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_on_forty_tables_the_priority_one_tile_is_first_and_like_no_other(
    server: LiveServer, page: Page, root: Path, theme: Any, walls: range
) -> None:
    page.emulate_media(color_scheme=theme)
    for number in walls:
        width, height = SIZES[number % 2]
        page.set_viewport_size({"width": width, "height": height})
        show(server, page, wall(number, now_seq()))
        page.wait_for_function("() => document.querySelector('.tile').dataset.priority === '1'")
        the_one_that_stops_the_deal_stands_out(page)
        assert page.evaluate(CUT) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        if len(walls) > 4 and number < len(SIZES):  # the long run keeps a picture of each size
            (root / "docs" / "screens" / f"pit_wall_forty_{theme}_{width}.png").write_bytes(page.screenshot())


@pytest.mark.parametrize(("tables", "path"), [(10, "/"), (18, "/"), (40, "/?plan=1")])
def test_nothing_is_cut_on_walls_of_other_sizes_and_on_the_plan(browser: Browser, tables: int, path: str) -> None:
    server = LiveServer(max_viewers=4, settings={"places": PLACES})
    try:
        for width, height in SIZES:
            context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
            page = context.new_page()
            show(server, page, wall(tables, now_seq(), tables), path)
            page.wait_for_timeout(300)
            assert page.evaluate(CUT) == []
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
            context.close()
    finally:
        server.close()


def test_single_keys_walk_over_the_tiles_open_one_and_can_be_switched_off(page: Page) -> None:
    server = LiveServer(max_viewers=4)
    try:
        walked_by_keys(server, page)
    finally:
        server.close()


def walked_by_keys(server: LiveServer, page: Page) -> None:
    seq = now_seq()
    views = [betting_view("T1", seq), idle_view("T2", seq), betting_view("T3", seq), betting_view("T4", seq)]
    early, later = (alarm(2, since=f"2026-11-30T10:0{minute}:00.000Z") for minute in (1, 2))
    late_acked = replace(early, state="active_acknowledged")
    views[1], views[3] = replace(views[1], alarms=(late_acked,)), replace(views[3], alarms=(later,))
    page.goto(server.url)
    for view in views:
        server.show(view)
    focused = "() => document.activeElement.closest('.tile')?.dataset.table ?? null"
    expect(page.locator("#tile-T4")).to_have_attribute("data-alarm", "active_unacknowledged")
    page.keyboard.press("/")
    page.keyboard.type("T1 ")
    expect(page.locator("#tile-T4")).to_be_hidden()
    expect(page.locator(".shown")).to_contain_text("left out")
    page.keyboard.press("Escape")
    page.keyboard.press("f")  # the alarm nobody has seen is shown although a filter left it out
    assert page.evaluate(focused) == "T4"
    order = page.evaluate("() => [...document.querySelectorAll('.tile')].map((tile) => tile.dataset.table)")
    page.keyboard.press("j")
    assert page.evaluate(focused) == order[1]
    page.keyboard.press("k")
    assert page.evaluate(focused) == order[0]
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()
    page.locator("#shortcuts-on").uncheck()
    page.keyboard.press("Escape")
    page.locator("#tile-T4 .tile-link").focus()
    page.keyboard.press("j")
    assert page.evaluate(focused) == "T4"
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/T4")


OTHER_TABS = "window.SharedWorker = class { constructor() { this.port = window.port = { postMessage() {} }; } };"
TELL = """(again) => {
  const shown = document.getElementById('tile-T1');
  const tile = shown.outerHTML.replace(/data-seq="\\d+"/, 'data-seq="1"');
  window.port.onmessage({ data: { name: 'snapshot', data: [{ table: 'T1', heartbeat_age_s: 0, tile }], again } });
  return Number(shown.dataset.seq);
}"""


def test_what_another_tab_was_told_before_makes_no_page_older(server: LiveServer, page: Page) -> None:
    server.show(betting_view("T1", now_seq()))
    page.add_init_script(OTHER_TABS)
    page.goto(server.url)
    assert page.evaluate(TELL, True) > 1
    assert page.evaluate(TELL, False) == 1, "a new journal counts from one"
