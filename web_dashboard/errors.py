"""What a request that fails is answered with: JSON for programs, a page for people. The dashboard's last line of defence."""

import logging

from flask import Flask, Response, current_app, jsonify, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, SecurityError

from table_controller.journal import JournalFault
from web_dashboard.parts import parts
from web_dashboard.texts import t

log = logging.getLogger(__name__)

_FOR_PROGRAMS = ("/api/", "/live/", "/healthz", "/metrics")
_CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "json_wanted",
}


class ApiError(Exception):
    """A refusal with a code of the room `error` and its parameters. `field` names what was wrong in the request."""

    def __init__(
        self, status: int, code: str, *, field: str | None = None, headers: dict[str, str] | None = None, **params: str | int
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.field = field
        self.headers = headers or {}
        self.params = params


def answer(error: ApiError) -> Response:
    """The answer the contract wants: `{"error":{"code","text"}}`, or a page where a person asked."""
    parts(current_app).metrics.errors.labels(str(error.status)).inc()
    text = t(f"error.{error.code}", **error.params)
    if request.path.startswith(_FOR_PROGRAMS):
        body = {"code": error.code, "text": text}
        if error.field is not None:
            body["field"] = error.field
        response = jsonify({"error": body})
    else:
        response = current_app.make_response(render_template("error.html", text=text, status=error.status, field=error.field))
    response.status_code = error.status
    response.headers.extend(error.headers)
    return response


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:  # a redirect is an exception of its own kind
        return current_app.make_response(error.get_response())
    if isinstance(error, SecurityError):  # called by a name that is not ours: no page of ours may be shown under it
        return Response(t("error.foreign_host"), 400, mimetype="text/plain")
    return answer(ApiError(status, _CODES.get(status, "failed"), headers=_allowed(error)))


def _allowed(error: HTTPException) -> dict[str, str]:
    """What may be done instead, where the method was the fault."""
    return {"Allow": ", ".join(sorted(error.valid_methods or ()))} if isinstance(error, MethodNotAllowed) else {}


def _unreadable(fault: JournalFault) -> Response:
    log.warning("request failed: %s %s: %s", request.method, request.path, fault)
    return answer(ApiError(503, "record_unreadable"))


def _bug(error: Exception) -> Response:
    log.exception("request failed: %s %s", request.method, request.path, exc_info=error)
    return answer(ApiError(500, "failed"))


def register(app: Flask) -> None:
    """Every failure of a request goes through here."""
    app.register_error_handler(ApiError, answer)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(JournalFault, _unreadable)
    app.register_error_handler(Exception, _bug)
