"""Pages to be printed: a template filled in by typst, apart from the tables."""

import json
from pathlib import Path

from fastapi import Request
from fastapi.responses import Response

from tapete.web.apart.hands import apart


async def pdf(request: Request, name: str, template: Path, **inputs: object) -> Response:
    """A template with what it is given, as a file of a name to be looked at."""
    found = await apart(request, typeset, template, {key: json.dumps(value) for key, value in inputs.items()})
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(found, media_type="application/pdf", headers=headers)


def typeset(template: Path, inputs: dict[str, str]) -> bytes:
    """The file itself."""
    import typst

    return bytes(typst.compile(template.read_bytes(), sys_inputs=inputs))
