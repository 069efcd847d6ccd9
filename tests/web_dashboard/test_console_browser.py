"""The dealer's console in Chromium: what a finger means, keys of a keyboard, and pictures in which nothing is cut off.

The pictures go to docs/screens; whoever changes the page looks at them.
"""

import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from dashboard_fakes import betting_view, payout_view, repair_view, replace
from in_page import CUT_TEXT, TOO_WIDE
from live_server import LiveServer
from playwright.sync_api import Browser, Page, expect

from table_controller.core.messages import Message

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZE = {"width": 1280, "height": 800}
DEALER = "/tables/T1/dealer"
TEXTS = ".key, summary, .bar, .prompt, .under, .turn, .pay, .pick-sure, .steps, .rule, .missing, .what, .who"
MOST_BYTES = 200_000


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    running = LiveServer(max_viewers=16)
    yield running
    running.close()


@pytest.fixture(scope="module")
def longer() -> Iterator[LiveServer]:
    """Says everything two fifths longer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PSEUDO_LOCALE", "1")
        running = LiveServer(max_viewers=16)
    yield running
    running.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=SIZE, reduced_motion="reduce")  # type: ignore[arg-type]
    opened = context.new_page()
    opened.set_default_timeout(10_000)
    said: list[str] = []
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    yield opened
    context.close()
    assert said == []


def now() -> int:
    return time.monotonic_ns() // 1_000_000


def shows(page: Page, server: LiveServer, view: Any) -> None:
    """The page, once it shows this view."""
    seq = now()
    server.show(replace(view, seq=seq))
    if page.url == "about:blank":
        page.goto(server.url + DEALER)
    expect(page.locator("#link[data-live]")).to_be_visible()
    expect(page.locator("[data-seq]")).to_have_attribute("data-seq", str(seq))


def orders(server: LiveServer) -> float:
    """How many have come."""
    lines = server.get("/metrics")[2].decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("burnturn_orders_total{"))


def middle(page: Page, key: str) -> tuple[float, float]:
    box = page.locator(key).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# --- what a finger means -------------------------------------------------------------------------------------------------


def test_a_key_acts_when_the_finger_leaves_it_and_not_when_it_slides_off(server: LiveServer, page: Page) -> None:
    shows(page, server, betting_view("T1"))
    before = orders(server)
    page.mouse.move(*middle(page, "[value=fold]"))
    page.mouse.down()
    page.mouse.move(640, 300)
    page.mouse.up()
    page.mouse.move(*middle(page, "[value=call]"))
    page.mouse.down()
    assert orders(server) == before
    page.mouse.up()
    page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    assert orders(server) == before + 1


def test_a_key_that_has_come_to_mean_another_seat_under_the_finger_does_nothing(server: LiveServer, page: Page) -> None:
    view = betting_view("T1")
    shows(page, server, view)
    before = orders(server)
    page.mouse.move(*middle(page, "[value=fold]"))
    page.mouse.down()
    shows(page, server, replace(view, hand=replace(view.hand, actor=6), prompt=Message("action_on", {"seat": 6})))
    expect(page.locator(".turn .turn-seat")).to_have_text("6")
    page.mouse.up()
    expect(page.locator("#said")).to_contain_text("moved on meanwhile")
    assert orders(server) == before


def test_after_an_act_its_keys_rest_for_a_moment_so_that_a_second_touch_is_no_second_act(server: LiveServer, page: Page) -> None:
    """The page's clock stands still, so that the second touch comes at once however slow this computer is."""
    page.clock.install()
    shows(page, server, betting_view("T1"))
    page.clock.pause_at(page.evaluate("() => Date.now()") + 1_000)
    page.keyboard.type("600")
    page.keyboard.press("r")
    expect(page.locator(".turn .turn-seat")).to_have_text("6")
    before = orders(server)
    page.mouse.click(*middle(page, "[value=fold]"))
    page.keyboard.press("f")
    assert orders(server) == before
    touched = "([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.value ?? null"
    assert page.evaluate(touched, list(middle(page, "[value=fold]"))) is None
    page.clock.run_for(300)
    assert page.evaluate(touched, list(middle(page, "[value=fold]"))) == "fold"


def test_letters_can_be_switched_off_and_digits_choose_a_seat_where_one_is_asked(server: LiveServer, page: Page) -> None:
    shows(page, server, betting_view("T1"))
    before = orders(server)
    page.locator("#letters").click()
    page.keyboard.press("f")
    page.keyboard.press("x")
    expect(page.locator(".pick[open]")).to_have_count(0)
    page.reload()  # it stays so
    expect(page.locator("#letters")).to_have_attribute("aria-pressed", "false")
    page.locator("#letters").click()
    page.locator("body").press("x")
    with page.expect_request("**/orders") as asked:
        page.keyboard.press("5")
    assert '"kind":"exposed","seat":5' in (asked.value.post_data or "")
    page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    assert orders(server) == before + 1


def test_chips_add_up_and_a_payout_wants_a_second_key_of_the_keyboard(server: LiveServer, page: Page) -> None:
    shows(page, server, betting_view("T1"))
    for worth in (500, 100, 100):
        page.locator(f"[data-add='{worth}']").click()
    expect(page.locator("#amount")).to_have_value("700")
    shows(page, server, payout_view())
    before = orders(server)
    page.keyboard.press("y")
    page.keyboard.press("Enter")
    expect(page.locator(".pick-sure").filter(visible=True)).to_contain_text("cannot be taken back")
    assert orders(server) == before
    page.keyboard.press("Escape")
    expect(page.locator(".pick-sure").filter(visible=True)).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("y")
    page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    assert orders(server) == before + 1


# --- pictures ------------------------------------------------------------------------------------------------------------


def deck_repair() -> Any:
    """A repair in which no act is due."""
    return repair_view(5, None, Message("shuffled", {"count": 33}))


def stopped() -> Any:
    return repair_view(2, "returned", Message("closed", {"street": "flop"}))


SCENES = {"payout": payout_view, "repair_full": deck_repair, "repair_failed": stopped, "betting": lambda: betting_view("T1")}


@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_cut_off_in_either_theme_nor_with_words_two_fifths_longer(
    server: LiveServer, longer: LiveServer, browser: Browser, root: Path, name: str
) -> None:
    for at in (server, longer):
        context = browser.new_context(viewport=SIZE, reduced_motion="reduce")  # type: ignore[arg-type]
        page = context.new_page()
        shown(page, at, SCENES[name]())
        for theme in ("light", "dark"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            whole(page, scrolls=() if at is server else ("piece-repair",))
            if at is server and name != "betting":
                picture(page, root, f"dealer_console_{name}_{theme}")
        if name == "payout":
            page.locator(".sure > summary.key-confirm").click()
            whole(page)
            if at is server:
                picture(page, root, f"dealer_console_{name}_sure")
        context.close()


def shown(page: Page, server: LiveServer, view: Any) -> None:
    seq = now()
    server.show(replace(view, seq=seq))
    page.goto(server.url + DEALER)
    expect(page.locator("[data-seq]")).to_have_attribute("data-seq", str(seq))
    expect(page.locator("#link[data-live]")).to_be_visible()


def whole(page: Page, scrolls: Collection[str] = ()) -> None:
    """`scrolls`: what may be longer than its place, as long as the step that is due is in sight."""
    assert page.evaluate(TOO_WIDE) <= 0
    assert page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
    assert page.evaluate(CUT_TEXT, TEXTS) == []
    clipped = (
        "() => [...document.querySelectorAll('.panel, .piece-keys, .pay')].filter(it => it.scrollHeight > it.clientHeight + 1)"
    )
    assert [one for one in page.evaluate(f"{clipped}.map(it => it.id || it.className)") if one not in scrolls] == []
    for step in page.locator("[aria-current=step]").all():
        box = step.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SIZE["height"] - 96


def picture(page: Page, root: Path, name: str) -> None:
    path = root / "docs" / "screens" / f"{name}.png"
    path.write_bytes(page.screenshot())  # written here: the library would leave threads of its own behind
    assert 5_000 < path.stat().st_size < MOST_BYTES


def test_a_second_tap_is_none_but_a_key_of_what_followed_is_taken_while_the_answer_is_still_on_its_way(
    server: LiveServer, page: Page
) -> None:
    shows(page, server, betting_view("T1"))
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/orders", hold)
    for _ in range(2):
        page.keyboard.press("f")
    page.wait_for_timeout(100)
    assert len(held) == 1
    shows(page, server, betting_view("T1"))
    expect(page.locator("main")).not_to_have_attribute("data-settling", "")
    page.keyboard.press("f")
    end = time.monotonic() + 5
    while len(held) < 2 and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert len(held) == 2
    for route in held:
        route.continue_()
