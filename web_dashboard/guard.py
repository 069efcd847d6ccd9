"""Who may change something. There is no sign-in yet: the dashboard listens on loopback only, and a request that changes something
must come from our own page (token and same origin) or from a program on this computer that is no browser.

A browser always says where a POST comes from (`Origin` or `Sec-Fetch-Site`), a program does not; so a foreign page cannot pass
for a program. `TRUSTED_HOSTS` closes the way round it by a foreign name that resolves to this computer.
"""

from urllib.parse import urlsplit

from flask import Flask, request
from flask_wtf.csrf import CSRFError, CSRFProtect

from web_dashboard.errors import ApiError

_SAFE = ("GET", "HEAD", "OPTIONS")


def register(app: Flask) -> None:
    """Checks every request that may change something."""
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False
    app.config["WTF_CSRF_TIME_LIMIT"] = None  # a page of a shift stays open for days; its session bounds the token
    app.config["WTF_CSRF_SSL_STRICT"] = False  # it wants a Referer, which a browser may withhold; Origin is checked here
    protect = CSRFProtect(app)

    @app.before_request
    def check() -> None:
        if request.method in _SAFE or request.routing_exception is not None or _from_a_program():
            return
        if not _same_origin():
            raise ApiError(403, "foreign_origin")
        try:
            protect.protect()
        except CSRFError as error:
            raise ApiError(403, "csrf") from error


def _from_a_program() -> bool:
    browser = any(name in request.headers for name in ("Origin", "Sec-Fetch-Site", "Referer", "Cookie"))
    return not browser and request.is_json


def _same_origin() -> bool:
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    origin = request.headers.get("Origin")
    return site == "same-origin" and (origin is None or urlsplit(origin).netloc == request.host)
