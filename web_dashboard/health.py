"""Whether the dashboard works, for monitors: `/healthz` and `/metrics`."""

from flask import Blueprint, Response, current_app, jsonify

from web_dashboard.api.openapi import describe
from web_dashboard.parts import parts

bp = Blueprint("health", __name__)


@bp.get("/healthz")
@describe("Whether the dashboard works", answers={200: "health", 503: "health"})
def healthz() -> tuple[Response, int]:
    """200, or 503 with what is wrong and nothing more."""
    trouble = parts(current_app).feed.trouble()
    if trouble is None:
        return jsonify(status="ok"), 200
    return jsonify(status=trouble), 503


@bp.get("/metrics")
@describe("Figures for Prometheus", answers={200: "any"}, media="text/plain")
def metrics() -> Response:
    """Prometheus text."""
    return Response(parts(current_app).metrics.text(), mimetype="text/plain")
