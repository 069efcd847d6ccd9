"""Pages in Debian's Chromium, fed by the real server: what a dealer and a supervisor see and touch."""

import json
import re
import time
from collections.abc import Iterator

import pytest
from dashboard_fakes import alarm, betting_view, idle_view, locked_view, repair_view, replace
from live_server import LiveServer
from playwright.sync_api import Browser, Page, expect

from table_controller.core.messages import Message

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZE = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def shared_server() -> Iterator[LiveServer]:
    running = LiveServer(max_viewers=16)
    yield running
    running.close()


@pytest.fixture
def server(shared_server: LiveServer) -> LiveServer:
    """The server with every table as it was at first."""
    seq = time.monotonic_ns() // 1_000_000
    for view in (betting_view("T3", seq), betting_view("T4", seq), idle_view("T2", seq), betting_view("T1", seq)):
        shared_server.show(view)
    end = time.monotonic() + 5
    while f'"seq":{seq}'.encode() not in shared_server.get("/api/tables/T1")[2]:
        assert time.monotonic() < end
        time.sleep(0.01)
    return shared_server


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def page(browser: Browser, complaints: list[str]) -> Iterator[Page]:
    context = browser.new_context(viewport=SIZE, color_scheme="dark", reduced_motion="reduce")
    opened = context.new_page()
    opened.set_default_timeout(5000)
    opened.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    context.close()


def live(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.locator("#link")).to_have_text("Live")


def orders(server: LiveServer) -> list[str]:
    """How many orders have come, by outcome."""
    return re.findall(r"burnturn_orders_total\{.*", server.get("/metrics")[2].decode())


def test_a_bet_is_on_every_page_within_a_second_of_its_key(server: LiveServer, page: Page, complaints: list[str]) -> None:
    wall, table = page.context.new_page(), page.context.new_page()
    live(wall, server.url)
    live(table, f"{server.url}/tables/T1")
    live(page, f"{server.url}/tables/T1/dealer")
    page.get_by_role("button", name="Min 600").click()
    page.get_by_role("button", name="Raise 600").click()
    pressed = time.monotonic()
    expect(page.locator("#seat-3 .bet text")).to_have_text("600", timeout=1000)
    expect(table.locator("#seat-3 .bet text")).to_have_text("600", timeout=1000)
    expect(wall.locator("#tile-T1 .tile-actor")).to_contain_text("Frida", timeout=1000)
    assert time.monotonic() - pressed < 1
    assert complaints == []


@pytest.mark.parametrize("open_picks", [False, True])
def test_keys_are_large_and_apart(server: LiveServer, page: Page, open_picks: bool) -> None:
    live(page, f"{server.url}/tables/T1/dealer")
    if open_picks:  # the seats come up over the other keys, so only they are looked at
        page.get_by_text("Exposed").click()
    large_and_apart(page, "[open] .pick-seats .key" if open_picks else ".key")


def large_and_apart(page: Page, keys: str) -> None:
    seen = page.locator(keys).filter(visible=True)
    boxes = [box for key in seen.all() if (box := key.bounding_box()) is not None]
    assert len(boxes) >= 6
    assert min(min(box["width"], box["height"]) for box in boxes) >= 64
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            across = max(one["x"], other["x"]) - min(one["x"] + one["width"], other["x"] + other["width"])
            down = max(one["y"], other["y"]) - min(one["y"] + one["height"], other["y"] + other["height"])
            assert max(across, down) >= 11.9, (one, other)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("path", ["/tables/T1", "/tables/T1/dealer"])
def test_the_whole_page_fits_the_screen(server: LiveServer, page: Page, path: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    live(page, server.url + path)
    overflow = "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    assert page.evaluate(overflow) == [0, 0]
    clipped = (
        "() => [...document.querySelectorAll('.panel, .piece-keys')].filter(it => it.scrollHeight > it.clientHeight + 1).length"
    )
    assert page.evaluate(clipped) == 0
    for key in page.locator(".key").filter(visible=True).all():
        box = key.bounding_box()
        assert box is None or box["y"] + box["height"] <= size[1]


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (390, 844)])
@pytest.mark.parametrize("path", ["/tables/T1", "/tables/T1/dealer"])
@pytest.mark.parametrize("failed", [None, "returned"])
def test_a_repair_can_be_read_on_tablet_and_phone(
    server: LiveServer, page: Page, path: str, size: tuple[int, int], failed: str | None
) -> None:
    """The step that is due is whole in sight, larger than the others, and nothing has to be moved sideways."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    server.show(repair_view(2, failed, Message("closed", {"street": "flop"}), seq=time.monotonic_ns() // 1_000_000))
    live(page, server.url + path)
    now = page.locator("#piece-repair [aria-current=step]")
    expect(now).to_contain_text("Finish the betting round")
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") == 0
    box = now.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    if path.endswith("dealer"):
        assert box["y"] + box["height"] <= size[1]
    inside = "node => node.scrollWidth <= node.clientWidth + 1"
    assert now.evaluate(inside)
    sizes = [float(text.evaluate("node => getComputedStyle(node).fontSize")[:-2]) for text in page.locator(".step-text").all()]
    assert sizes[1] > 1.2 * sizes[0] == 1.2 * sizes[2]


def test_a_report_goes_out_with_the_seat_that_is_shown_on_its_key(server: LiveServer, page: Page) -> None:
    live(page, f"{server.url}/tables/T1/dealer")
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.post_data or "") if asked.method == "POST" else None)
    page.locator(".report > summary").click()
    key = page.get_by_role("button", name=re.compile("^String bet"))
    expect(key).to_have_attribute("data-seat", "3")
    page.locator(".report-seats label").filter(has_text="6").click()
    expect(key).to_have_attribute("data-seat", "6")
    key.click()
    expect(page.locator(".report-menu")).to_be_hidden()
    assert json.loads(sent[0])["order"] == {"kind": "report", "code": "string_bet", "seat": 6}


def test_a_report_about_a_seat_waits_until_one_is_chosen(server: LiveServer, page: Page) -> None:
    server.show(idle_view("T1", time.monotonic_ns() // 1_000_000))
    live(page, f"{server.url}/tables/T1/dealer")
    before = orders(server)
    page.locator(".report > summary").click()
    page.get_by_role("button", name=re.compile("^String bet")).click()
    expect(page.locator(".report-menu")).to_be_visible()
    expect(page.locator(".report-seats input").first).to_be_focused()
    assert orders(server) == before


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_keys_of_the_report_menu_are_large_and_apart(server: LiveServer, page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    live(page, f"{server.url}/tables/T1/dealer")
    page.locator(".report > summary").click()
    large_and_apart(page, ".report-menu .key")
    assert (
        page.locator(".report-menu .key").evaluate_all("keys => keys.filter(it => it.scrollWidth > it.clientWidth).length") == 0
    )


def test_amounts_take_two_taps_or_digits_and_nothing_is_shown_before_the_stream_says_it(server: LiveServer, page: Page) -> None:
    live(page, f"{server.url}/tables/T1/dealer")
    raise_key = page.locator("[data-wager]")
    for digit in ("1", "00", "7"):
        page.locator(f"[data-digit='{digit}']").click()
    expect(page.locator("#amount")).to_have_value("1007")
    page.get_by_role("button", name="Delete a digit").click()
    expect(raise_key).to_have_text(re.compile("Raise 100"))
    page.get_by_role("button", name="Pot 1,950").click()
    expect(page.locator("#amount")).to_have_value("1950")
    assert page.locator("#seat-3 .bet").count() == 0


def test_a_raise_without_an_amount_sends_nothing_and_points_at_the_amount(server: LiveServer, page: Page) -> None:
    live(page, f"{server.url}/tables/T1/dealer")
    before = orders(server)
    page.locator("[data-wager]").click()
    expect(page.locator("#amount")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_be_hidden()
    assert orders(server) == before


def test_the_keyboard_does_what_the_keys_do(server: LiveServer, page: Page) -> None:
    live(page, f"{server.url}/tables/T1/dealer")
    page.keyboard.type("750")
    expect(page.locator("#amount")).to_have_value("750")
    page.keyboard.press("Backspace")
    page.keyboard.press("0")
    page.keyboard.press("r")
    expect(page.locator("#seat-3 .bet text")).to_have_text("750")


def test_the_amount_is_forgotten_when_the_turn_passes(server: LiveServer, page: Page) -> None:
    live(page, f"{server.url}/tables/T1/dealer")
    page.keyboard.type("75")
    base = betting_view("T1", 30)
    server.show(replace(base, hand=replace(base.hand, actor=6)))
    expect(page.locator("#amount")).to_have_value("")


def test_a_half_written_reason_survives_an_update(server: LiveServer, page: Page) -> None:
    live(page, f"{server.url}/tables/T1")
    reason = page.get_by_label("Reason")
    reason.fill("card flew off")
    server.show(locked_view("T1", 31))
    expect(page.locator("#piece-side")).to_contain_text("Turn too early")
    expect(reason).to_have_value("card flew off")
    expect(reason).to_be_focused()


def test_the_table_that_needs_somebody_moves_to_the_front(server: LiveServer, page: Page, complaints: list[str]) -> None:
    live(page, server.url)
    server.show(replace(locked_view("T4", 50), alarms=(alarm(params={"place": "board"}),)))
    expect(page.locator(".tile").first).to_have_attribute("data-table", "T4")
    raised = page.locator("#tile-T4 .tile-alarm")
    assert page.locator(".tile[data-priority='1'] .mark-1").count() == 1
    assert float(raised.evaluate("node => getComputedStyle(node).fontSize").removesuffix("px")) >= 20
    server.show(betting_view("T9", 1))
    expect(page.locator("#tile-T9")).to_be_visible()
    assert complaints == []


@pytest.mark.parametrize(("path", "hatched"), [("", "#tile-T2"), ("/tables/T2", "main"), ("/tables/T2/dealer", "main")])
def test_a_table_that_falls_silent_looks_stale_and_its_age_is_said(
    server: LiveServer, page: Page, path: str, hatched: str
) -> None:
    """The connection to the server lives on, so that nothing else says it."""
    live(page, server.url + path)
    expect(page.locator(hatched)).not_to_have_attribute("data-stale", "")
    server.show(idle_view("T2", 60, heartbeat_age_s=3.4))
    expect(page.locator(f"{hatched} .tile-age")).to_contain_text("No word for 0:0")
    expect(page.locator(f"{hatched} .tile-age")).to_be_in_viewport()
    expect(page.locator(hatched)).to_have_attribute("data-stale", "")


def test_an_order_nobody_answers_is_asked_again_as_the_same_one_and_never_called_unsent(server: LiveServer, page: Page) -> None:
    """A server that hangs has read it, and does it when it goes on; pressed again it would be done twice."""
    page.add_init_script(
        "const real = AbortSignal.timeout; AbortSignal.timeout = (ms) => real.call(AbortSignal, ms === 4000 ? 300 : ms);"
    )
    keys: list[str] = []
    page.route("**/orders", lambda route: keys.append(json.loads(route.request.post_data or "")["key"]))  # and never answered
    live(page, f"{server.url}/tables/T1")
    page.get_by_role("button", name="Pause table").click()
    expect(page.locator("#said")).to_contain_text("It may still have been done")
    assert len(keys) == 3
    assert len(set(keys)) == 1
    page.unroute_all(behavior="ignoreErrors")


def test_a_page_says_within_three_seconds_that_it_is_cut_off_and_heals_by_itself(page: Page) -> None:
    server = LiveServer(max_viewers=16)
    live(page, server.url)
    server.stop()
    server.close()
    expect(page.locator("#lost")).to_contain_text("DISCONNECTED since", timeout=3500)
    expect(page.locator("#tile-T1")).to_have_attribute("data-stale", "", timeout=4500)
    again = LiveServer(max_viewers=16, port=server.port)
    try:
        expect(page.locator("#link")).to_have_text("Live", timeout=8000)
        expect(page.locator("#lost")).to_be_hidden()
        expect(page.locator("#tile-T1")).not_to_have_attribute("data-stale", "", timeout=3000)
    finally:
        again.close()


def test_a_server_that_goes_silent_without_a_word_is_noticed_within_three_seconds(page: Page) -> None:
    server = LiveServer(max_viewers=16)
    try:
        live(page, server.url)
        server.freeze(True)
        expect(page.locator("#lost")).to_contain_text("DISCONNECTED since", timeout=3800)
        server.freeze(False)
        expect(page.locator("#link")).to_have_text("Live", timeout=8000)
        expect(page.locator("#lost")).to_be_hidden()
    finally:
        server.freeze(False)
        server.close()


WAITS = """
async (module) => {
  const waits = [];
  window.EventSource = class { constructor() { queueMicrotask(() => this.onerror()); } addEventListener() {} close() {} };
  const { connect } = await import(module);
  return new Promise((done) => {
    window.setTimeout = (what, ms) => {
      if (what.name !== 'open') return;
      waits.push(ms);
      if (waits.length === 12) done(waits);
      else queueMicrotask(what);
    };
    connect('/live/pit?lang=en', () => {});
  });
}
"""
"""How long a page waits, in ms, before each of its tries to reach a server that refuses it."""


def test_a_server_that_refuses_is_asked_less_often_but_never_given_up(server: LiveServer, page: Page) -> None:
    page.goto(f"{server.url}/")
    waits = page.evaluate(WAITS, f"{server.url}/static/js/connection.js")
    assert 1_500 <= waits[0] <= 2_500
    assert 5_000 <= waits[-1] <= 6_000
    assert sum(waits[6:]) > 1.5 * sum(waits[:6])


def test_eight_tabs_of_one_browser_all_stay_live(server: LiveServer, page: Page) -> None:
    """Six connections a host is what HTTP/1.1 browsers allow: a stream per tab would starve the seventh."""
    tabs = [page, *(page.context.new_page() for _ in range(7))]
    for tab in tabs:
        live(tab, server.url)
    server.show(betting_view("T3", 70, state="paused"))
    for tab in tabs:
        expect(tab.locator("#tile-T3")).to_contain_text("Paused", timeout=2000)
    assert len(set(re.findall(r"burnturn_streams_refused.*", server.get("/metrics")[2].decode()))) > 0


def test_the_theme_follows_the_system_until_somebody_chooses(server: LiveServer, page: Page) -> None:
    live(page, server.url)
    ground = "() => getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    assert dark != light
    page.get_by_role("button", name="Change between dark and light").click()
    assert page.evaluate(ground) == dark
    page.reload()
    assert page.evaluate(ground) == dark
