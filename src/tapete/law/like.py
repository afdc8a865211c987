"""`like`: a rulebook that says only where it differs from another, because its text does, or has lost the rest."""

from typing import Any

NOTES = ("printed", "why", "doubt")
# What a rulebook says of itself and takes from no other.
OWN = ("game", "region", "title", "article", "like", *NOTES)


def taken_over(own: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """All of the other game that is not said otherwise here, with what is said here.

    >>> other = {"article": "1", "bets": {"rojo": {"article": "1.a", "pays": "1:1", "why": "…"}}}
    >>> taken_over({"article": "2", "bets": {"rojo": {"article": "2.a"}}}, other)["bets"]
    {'rojo': {'article': '2.a', 'pays': '1:1'}}
    """
    return merged(own, {key: value for key, value in other.items() if key not in OWN})


def under(article: str, other: dict[str, Any]) -> dict[str, Any]:
    """What another text says, as this one can cite it: under the one article that stands for it here, without notes.

    >>> under("9", {"article": "1", "bets": {"ante": {"article": "1.a", "pays": "1:1", "why": "…"}}})
    {'article': '9', 'bets': {'ante': {'article': '9', 'pays': '1:1'}}}
    """
    kept = {key: under(article, value) if isinstance(value, dict) else value for key, value in other.items()}
    return {key: article if key == "article" else value for key, value in kept.items() if key not in NOTES}


def merged(own: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Tables key by key, one's own first. A passage of one's own has no notes but its own; a note is one whole."""
    notes = NOTES if "article" in own else ()
    kept = {key: value for key, value in other.items() if key not in notes}
    for key, value in own.items():
        both = key not in NOTES and isinstance(value, dict) and isinstance(kept.get(key), dict)
        kept[key] = merged(value, kept[key]) if both else value
    return kept


def leave_out(data: dict[str, Any], path: str) -> bool:
    """Takes what stands at a path out of a rulebook's data; whether there was anything."""
    *tables, last = path.split(".")
    for part in tables:
        data = data.get(part, {})
    return data.pop(last, None) is not None


def paths(data: Any, prefix: str = "") -> Any:
    """Tables within tables as one, by path.

    >>> paths({"zero": {"again": "1.2.4§1"}, "staff.un-pano": "1.2.2"})
    {'zero.again': '1.2.4§1', 'staff.un-pano': '1.2.2'}
    """
    if not isinstance(data, dict):
        return {prefix.rstrip("."): data} if prefix else data
    return {path: value for key, inner in data.items() for path, value in paths(inner, f"{prefix}{key}.").items()}


def depth(data: Any, path: str) -> int:
    """How far a path goes in a rulebook's data.

    >>> depth({"bets": {"rojo": {}}}, "bets.rojo.pays")
    2
    """
    parts = path.split(".") if path else []
    for depth, part in enumerate(parts):
        if not isinstance(data, dict) or part not in data:
            return depth
        data = data[part]
    return len(parts)
