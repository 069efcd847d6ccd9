"""Which language a page stands in, how it is chosen, and that what belongs to the page follows it."""

from dashboard_fakes import FakeControl, FakeFeed, betting_view
from flask.testing import FlaskClient

from table_controller.messages import Language
from web_dashboard import texts
from web_dashboard.app import create_app
from web_dashboard.config import DashboardConfig


def client_of(language: Language = "en") -> FlaskClient:
    config = DashboardConfig(strict_texts=True, language=language)
    return create_app(config, FakeFeed(betting_view("T1")), FakeControl()).test_client()


def test_every_page_offers_every_language_by_its_own_name() -> None:
    for path in ("/", "/tables/T1", "/tables/T1/dealer", "/nowhere"):
        html = client_of().get(path).get_data(as_text=True)
        for code in texts.SPOKEN:
            assert f'<a href="?lang={code}" lang="{code}" hreflang="{code}"' in html


def test_what_is_chosen_holds_before_what_the_browser_asks_for() -> None:
    client = client_of()
    asks = {"Accept-Language": "sk, en;q=0.5"}
    assert '<html lang="sk">' in client.get("/", headers=asks).get_data(as_text=True)
    assert '<html lang="en">' in client.get("/?lang=en", headers=asks).get_data(as_text=True)
    assert '<html lang="en">' in client.get("/", headers=asks).get_data(as_text=True)  # the cookie holds it
    assert '<html lang="en">' in client.get("/?lang=xx", headers=asks).get_data(as_text=True)
    assert '<html lang="sk">' in client_of("sk").get("/", headers={"Accept-Language": "xx"}).get_data(as_text=True)


def test_a_piece_comes_in_the_language_of_its_page_whatever_was_chosen_since() -> None:
    client = client_of()
    client.get("/?lang=sk")
    piece = client.get("/fragments/tables/T1", headers={"X-Page-Language": "en"}).get_data(as_text=True)
    assert "Action on seat 3" in piece
    assert "1,234,567" in piece
    chosen = client.get("/fragments/tables/T1").get_data(as_text=True)
    assert "Na rade miesto 3" in chosen
    assert "1\u00a0234\u00a0567" in chosen


def test_a_program_that_asks_for_a_language_is_remembered_in_none() -> None:
    client = client_of()
    assert "Set-Cookie" not in client.get("/api/tables/T1?lang=sk").headers
    assert (
        client.get("/api/tables/nowhere", headers={"Accept-Language": "sk"}).json["error"]["text"] == "Stôl nowhere neexistuje."
    )
