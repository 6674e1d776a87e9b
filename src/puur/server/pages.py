"""Pages: the built browser client, or a plain page as long as there is none. For puur.server.app."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import HTTPException, NotFoundException
from litestar.exceptions.responses import create_exception_response
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

HERE = Path(__file__).parent
BUILT = HERE / "static"
PLAIN = HERE / "plain"
FOREVER = "public, max-age=31536000, immutable"


def page_routes(folder: Path | None = None) -> list[ControllerRouterHandler]:
    """The front page, its files, and every address that the client makes up for itself."""
    root = root_of(folder)
    plain = create_static_files_router("/plain", directories=[PLAIN], include_in_schema=False, html_mode=False)
    routes: list[ControllerRouterHandler] = [front_page(root), plain]
    if root != PLAIN:
        if (root / "assets").is_dir():
            routes.append(hashed_files(root / "assets"))
        routes.extend(single_file(path) for path in sorted(root.iterdir()) if path.is_file())
    return routes


def root_of(folder: Path | None = None) -> Path:
    """Where the client lies."""
    return folder or (BUILT if (BUILT / "index.html").is_file() else PLAIN)


def page_at(root: Path, status: int) -> Response[bytes]:
    """index.html, which finds out by itself what is asked for."""
    page = (root / "index.html").read_bytes()
    return Response(page, status_code=status, headers={"cache-control": "no-cache"}, media_type=MediaType.HTML)


def missing_page(root: Path) -> Callable[[Request[Any, Any, Any], HTTPException], Response[Any]]:
    """To browsers, an address that there is not: the client, which says so in their language. Status 404 remains."""

    def answer(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
        of_machines = request.url.path.startswith(("/api/", "/assets/", "/plain/"))
        asked = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if not asked or of_machines:
            return create_exception_response(request, error)
        return page_at(root, 404)

    return answer


def front_page(root: Path) -> HTTPRouteHandler:
    """index.html, also under the addresses of tables, invitations and replays."""
    paths = ["/", "/table/{name:str}", "/invite/{name:str}", "/replay/{name:str}"]
    paths += ["/rules", "/rules/{name:str}", "/fair", "/fair/{name:str}", "/account", "/admin"]

    @get(paths, media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
    def index() -> Response[bytes]:
        return page_at(root, 200)

    return index


TYPES = {".svg": "image/svg+xml", ".webmanifest": "application/manifest+json", ".js": "text/javascript",
         ".css": "text/css", ".html": "text/html", ".txt": "text/plain",
         ".png": "image/png", ".ico": "image/x-icon"}  # fmt: skip


def hashed_files(folder: Path) -> HTTPRouteHandler:
    """Files whose names change with what is in them: kept for ever, and sent compressed to those who can read that."""
    packed: dict[str, bytes] = {}

    @get("/assets/{name:str}", include_in_schema=False, sync_to_thread=True)
    def asset(name: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
        path = folder / name
        if path.parent != folder or not path.is_file():
            raise NotFoundException("no such file")
        headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
        content = path.read_bytes()
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            if name not in packed:
                packed[name] = gzip.compress(content, 9, mtime=0)
            content = packed[name]
        return Response(content, media_type=TYPES.get(path.suffix, "application/octet-stream"), headers=headers)

    return asset


def single_file(path: Path) -> HTTPRouteHandler:
    """A file that stands beside index.html: icons, the manifest, the service worker."""

    @get(f"/{path.name}", include_in_schema=False, sync_to_thread=False, name=f"file-{path.name}")
    def file() -> Response[bytes]:
        kind = TYPES.get(path.suffix, "application/octet-stream")
        return Response(path.read_bytes(), media_type=kind, headers={"cache-control": "no-cache"})

    return file
