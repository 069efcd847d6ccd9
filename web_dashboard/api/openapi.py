"""`/api/openapi.json`: made of the routes that exist and the types they answer with, so that it cannot promise anything else."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

import msgspec
from flask import Flask

from table_controller.core.orders import AnyOrder
from web_dashboard.orders import ALIASES, KEYS, SIGNING

View = TypeVar("View", bound=Callable[..., Any])
Schema = dict[str, Any]

_REFERENCE = "#/components/schemas/{name}"
_JSON = "application/json"
_WORDS: Mapping[int, str] = {
    200: "as asked",
    202: "decided",
    400: "not understood",
    403: "not from here",
    404: "no such thing",
    409: "refused",
    422: "a field is wrong",
    503: "not now",
    504: "no answer in time",
}


def describe(
    summary: str,
    *,
    answers: Mapping[int, object],
    query: Mapping[str, str] | None = None,
    body: str | None = None,
    media: str = _JSON,
) -> Callable[[View], View]:
    """Marks a view with what the API's description says of it. An answer is a type, or the name of a schema below."""

    def mark(view: View) -> View:
        view.described = {"summary": summary, "answers": answers, "query": query or {}, "body": body, "media": media}  # type: ignore[attr-defined]
        return view

    return mark


def document(app: Flask) -> dict[str, Any]:
    """The whole description, OpenAPI 3.1."""
    paths: dict[str, dict[str, Any]] = {}
    told: list[object] = []
    for rule in app.url_map.iter_rules():
        described = getattr(app.view_functions[rule.endpoint], "described", None)
        if described is None:
            continue
        path = re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule)
        told += [what for what in described["answers"].values() if not isinstance(what, str)]
        methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
        for method in methods:
            paths.setdefault(path, {})[method.lower()] = _operation(rule.rule, described)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Burn & Turn", "version": "1"},
        "paths": paths,
        "components": {"schemas": _schemas(told)},
    }


def _operation(rule: str, described: dict[str, Any]) -> dict[str, Any]:
    whole = {"type": "integer", "minimum": 1, "maximum": 999_999_999}
    named = [(name, "path", whole if kind else {"type": "string"}) for kind, name in re.findall(r"<(int:)?(\w+)>", rule)]
    words: Mapping[str, str] = described["query"]
    asked = [(name, "query", whole) for name in words]
    operation: dict[str, Any] = {
        "summary": described["summary"],
        "parameters": [
            {"name": name, "in": place, "required": place == "path", "schema": schema, "description": words.get(name, name)}
            for name, place, schema in (*named, *asked)
        ],
        "responses": {
            str(status): _answer(status, what, described["media"] if status < 300 else _JSON)
            for status, what in described["answers"].items()
        },
    }
    if described["body"] is not None:
        operation["requestBody"] = {"required": True, "content": {_JSON: {"schema": _named(described["body"])}}}
    return operation


def _answer(status: int, what: object, media: str) -> dict[str, Any]:
    schema = _named(what) if isinstance(what, str) else _schema_of(what)
    return {"description": _WORDS[status], "content": {media: {"schema": schema}}}


def _named(name: str) -> Schema:
    return {} if name == "any" else {"$ref": _REFERENCE.format(name=name)}


def _schema_of(kind: object) -> Schema:
    (schema,), _ = msgspec.json.schema_components((kind,), ref_template=_REFERENCE)
    return schema


def _schemas(told: Sequence[object]) -> dict[str, Schema]:
    (*_, order), components = msgspec.json.schema_components((*told, AnyOrder), ref_template=_REFERENCE)
    schemas = cast(dict[str, Schema], components)
    return {**schemas, **_contract_kinds(schemas), **_small(order)}


def _contract_kinds(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """The contract's own names of some orders: the same fields under another kind."""
    by_kind = {_kind(schema): schema for schema in schemas.values() if _kind(schema)}
    return {
        f"order_{alias}": {**by_kind[kind], "properties": {**by_kind[kind]["properties"], "kind": {"enum": [alias]}}}
        for alias, kind in ALIASES.items()
    }


def _kind(schema: Schema) -> str:
    kinds = schema.get("properties", {}).get("kind", {}).get("enum", [])
    return kinds[0] if len(kinds) == 1 else ""


def _small(order: Schema) -> dict[str, Schema]:
    code = {"code": {"type": "string"}, "text": {"type": "string"}}
    params = {"type": "object", "additionalProperties": {"type": ["string", "integer"]}}
    number = {"type": "integer"}
    event = {"type": "object", "properties": {"seq": number, "at": number, "kind": {"type": "string"}}}
    hand: Schema = {"table": {"type": "string"}, "number": number, "attempt": number, "events": {"type": "array", "items": event}}
    return {
        "error": _object({"error": _object({**code, "field": {"type": "string"}}, "code", "text")}, "error"),
        "rejection": _object({"rejection": _object({**code, "params": params}, "code", "params", "text")}, "rejection"),
        "health": _object({"status": {"type": "string"}}, "status"),
        "order": _order_body(order),
        "hand": _object(hand, *hand),
    }


def _order_body(order: Schema) -> Schema:
    pressed: Schema = _object(
        {"kind": {"enum": ["key"]}, "key": {"enum": sorted(KEYS)}, "seat": {"type": "integer"}}, "kind", "key"
    )
    kinds = [*order["anyOf"], *({"$ref": _REFERENCE.format(name=f"order_{alias}")} for alias in ALIASES), pressed]
    body = {
        "order": {"anyOf": kinds},
        "key": {"type": "string", "pattern": r"^[0-9A-Za-z-]{8,64}$(?!\n)"},
        "seen_seq": {"type": ["integer", "null"], "minimum": 0},
        "role": {"enum": [*SIGNING, None]},
    }
    return _object(body, "order", "key")


def _object(properties: Schema, *required: str) -> Schema:
    return {"type": "object", "properties": properties, "required": list(required)}
