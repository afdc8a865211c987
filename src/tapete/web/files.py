"""Style sheets, scripts and drawings, sent compressed to browsers that take them so.

Pages are not: what a page holds in confidence beside what its reader typed could be told from how well it compresses.
"""

import functools
import gzip
import os
from pathlib import Path

from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

WRITTEN = (".css", ".js", ".svg")


class Files(StaticFiles):
    """A folder of files, those that are written compressed."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, or that it has not changed."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        if Path(full_path).suffix not in WRITTEN:
            return response
        response.headers["Vary"] = "Accept-Encoding"
        takes = "gzip" in Headers(scope=scope).get("Accept-Encoding", "")
        if not takes or response.status_code != status_code:
            return response
        body = compressed(os.fspath(full_path), stat_result.st_mtime_ns)
        kept = {name: response.headers[name] for name in ("content-type", "last-modified", "vary")}
        more = {"content-encoding": "gzip", "etag": f"W/{response.headers['etag']}"}
        return Response(body, status_code, {**kept, **more})


@functools.lru_cache(maxsize=256)
def compressed(path: str, _changed: int) -> bytes:
    """A file's content compressed, until it changes."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)
