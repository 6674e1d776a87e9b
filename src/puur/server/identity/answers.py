"""From refusals to HTTP answers. Used by the routes."""

from __future__ import annotations

from typing import Any, TypeVar

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from puur.server.identity.buckets import whole_seconds
from puur.server.identity.refusals import STATUS, Problem, Reason, Refused

T = TypeVar("T")

PROBLEMS = {
    status: ResponseSpec(Problem, generate_examples=False, description="Refused; the reason is a code.")
    for status in sorted({*STATUS.values(), 413})
}
"""For the OpenAPI description of every route."""
NOTHING = {204: ResponseSpec(None, generate_examples=False, description="Done; there is nothing to say.")}
"""For routes whose answer has a cookie, but no body."""


class RefusedHTTP(HTTPException):
    """A refusal on its way out."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(detail=refused.reason, status_code=STATUS[refused.reason])
        self.refused = refused


def granted(result: T | Refused) -> T:
    """The result of a function of this package; a refusal ends the request."""
    if isinstance(result, Refused):
        raise RefusedHTTP(result)
    return result


def answer_refusal(_request: Request[Any, Any, Any], error: RefusedHTTP) -> Response[Problem]:
    refused = error.refused
    wait = None if refused.retry_after is None else whole_seconds(refused.retry_after)
    headers = {"Cache-Control": "no-store"} | ({"Retry-After": str(wait)} if wait else {})
    if refused.reason == "not-signed-in":
        headers["WWW-Authenticate"] = "Bearer"
    return Response(
        Problem(refused.reason, retry_after=wait, until=refused.until), status_code=error.status_code, headers=headers
    )


def answer_http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What Litestar itself refuses, as a body that does not fit. Without details, which may quote the body."""
    reason: Reason = "not-found" if error.status_code == 404 else "bad-request"
    return Response(
        Problem(reason), status_code=error.status_code, headers={"Cache-Control": "no-store", **(error.headers or {})}
    )
