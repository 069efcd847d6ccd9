"""Which language a request speaks, and texts for the templates. Texts themselves live in `table_controller.messages`."""

from datetime import datetime, timedelta

from flask import Flask, Response, current_app, g, request

from table_controller.core.messages import Message
from table_controller.messages import LANGUAGES, MessageFault, catalogue
from web_dashboard.parts import parts

SPOKEN = tuple(language for language in LANGUAGES if catalogue(language).keys())
"""The languages whose texts have been written."""


PAGE_HEADER = "X-Page-Language"
"""What a page's own script sends, so that its pieces come in the language the page stands in, whatever was chosen elsewhere."""


def language() -> str:
    """What was chosen (`?lang=`, the page that asks, the cookie), else what the browser asks for, else the house's language."""
    if "language" not in g:
        g.language = _chosen() or request.accept_languages.best_match(SPOKEN) or parts(current_app).config.language
    return str(g.language)


def languages() -> tuple[tuple[str, str], ...]:
    """Every language of the pages with the name it gives itself."""
    return tuple((spoken, catalogue(spoken).text("page.this_language")) for spoken in SPOKEN)


def register(app: Flask) -> None:
    """Makes texts known to all templates, and keeps the language somebody chooses on a page, for a year."""
    app.jinja_env.globals.update(t=t, say=say, amount=amount, clock_time=clock_time, language=language, languages=languages)

    @app.after_request
    def keep(response: Response) -> Response:
        chosen = request.args.get("lang")
        if chosen in SPOKEN and response.mimetype == "text/html":
            response.set_cookie(_cookie(), chosen, max_age=timedelta(days=365), samesite="Strict", httponly=True)
        return response


def _chosen() -> str | None:
    asked = (request.args.get("lang"), request.headers.get(PAGE_HEADER), request.cookies.get(_cookie()))
    return next((given for given in asked if given in SPOKEN), None)


def _cookie() -> str:
    """Cookies know no ports, and the dealer's console may speak another language than the pit."""
    return f"burnturn{parts(current_app).config.port}lang"


def t(key: str, /, **params: str | int) -> str:
    """A text by its full key. Where there is none the key itself stands there, plainly visible, and is counted."""
    try:
        return catalogue(language()).text(key, params)
    except MessageFault:
        if parts(current_app).config.strict_texts:
            raise
        parts(current_app).metrics.missing_texts.inc()
        return f"⟨{key}⟩"


def say(room: str, message: Message) -> str:
    """A message of the core or a view in words; `room` says where its keys live."""
    return t(f"{room}.{message.key}", **message.params)


def amount(chips: int) -> str:
    """An amount as the reader's language writes it."""
    return catalogue(language()).number(chips)


def clock_time(wall: int) -> str:
    """Time of day where the server stands, from UTC milliseconds."""
    return datetime.fromtimestamp(wall / 1000).astimezone().strftime("%H:%M:%S")


def span(seconds: float) -> str:
    """How long something has lasted: 0:42, 12:05, 3:20:09. The page's own clock writes it the same way."""
    whole = max(0, int(seconds))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
