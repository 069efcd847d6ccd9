"""The routes of the live stream. Owns headers and admission; what is sent is the viewer's business."""

from collections.abc import Callable, Iterator

from flask import Blueprint, Response, current_app, request

from table_controller.core.ids import TableId
from web_dashboard.api.openapi import describe
from web_dashboard.errors import ApiError
from web_dashboard.live.hub import Hub, HubClosed, HubFull
from web_dashboard.live.viewer import Viewer
from web_dashboard.parts import parts
from web_dashboard.texts import language

bp = Blueprint("live", __name__, url_prefix="/live")

RETRY_AFTER_S = 5
_HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
_BEAT = {"beat": "1: also send `event: beat` each second: server time, and the age of each table's last heartbeat"}
_STREAM = "text/event-stream"


@bp.get("/pit")
@describe(
    "All tables, live: `snapshot`, then `tables`, `alarms`, `reauth`",
    answers={200: "any", 503: "error"},
    query=_BEAT,
    media=_STREAM,
)
def pit() -> Response:
    """All tables."""
    return _stream(None)


@bp.get("/tables/<table>")
@describe("One table, live", answers={200: "any", 404: "error", 503: "error"}, query=_BEAT, media=_STREAM)
def table(table: str) -> Response:
    """One table."""
    if parts(current_app).feed.view(TableId(table)) is None:
        raise ApiError(404, "no_table", table=table)
    return _stream(TableId(table))


def _stream(table: TableId | None) -> Response:
    return answer(lambda hub: hub.join(table, beats="beat" in request.args, language=language()))


def answer(join: Callable[[Hub], Viewer]) -> Response:
    """A stream for whoever joins the hub so. ApiError 503 when all places are taken."""
    hub = parts(current_app).hub
    try:
        viewer = join(hub)
    except (HubFull, HubClosed) as no:
        raise ApiError(503, "too_many_viewers", headers={"Retry-After": str(RETRY_AFTER_S)}) from no
    return Response(_Stream(hub, viewer), mimetype="text/event-stream", headers=_HEADERS)


class _Stream:
    """The body of the answer. `close` is called by the server also when the client never read a byte."""

    def __init__(self, hub: Hub, viewer: Viewer) -> None:
        self._hub = hub
        self._viewer = viewer
        self._messages = viewer.messages()

    def __iter__(self) -> Iterator[bytes]:
        return self._messages

    def close(self) -> None:
        self._messages.close()
        self._hub.leave(self._viewer)
