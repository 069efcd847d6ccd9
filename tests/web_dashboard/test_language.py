"""Which language a page stands in, how it is chosen, and that what belongs to the page follows it."""

from dashboard_fakes import FakeControl, FakeFeed, betting_view
from flask.testing import FlaskClient

from web_dashboard import texts
from web_dashboard.app import create_app
from web_dashboard.config import DashboardConfig


def client_of(language: str = "en") -> FlaskClient:
    config = DashboardConfig(strict_texts=True, language=language)
    return create_app(config, FakeFeed(betting_view("T1")), FakeControl()).test_client()


def test_every_page_offers_every_language_by_its_own_name() -> None:
    for path in ("/", "/tables/T1", "/tables/T1/dealer", "/nowhere"):
        html = client_of().get(path).get_data(as_text=True)
        for code in texts.SPOKEN:
            assert f'<a href="?lang={code}" lang="{code}" hreflang="{code}"' in html
