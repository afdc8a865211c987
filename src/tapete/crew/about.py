"""What a process runs, by which two of them know whether they would come to the same: release, sources, compilers."""

import functools
import hashlib
import platform
from importlib.metadata import version

from tapete.stamp import HERE, sources


@functools.cache
def about() -> dict[str, str]:
    """The release, a digest of all that kernels and odds are made of, and what compiles them."""
    hasher = hashlib.sha256()
    for path in sorted(sources(HERE)):
        content = path.read_bytes()
        hasher.update(f"{path.relative_to(HERE).as_posix()} {len(content)}\n".encode() + content)
    return {
        "sources": hasher.hexdigest()[:16],
        "numba": version("numba"),
        "numpy": version("numpy"),
        "python": platform.python_version().rpartition(".")[0],
    }


def differences(mine: dict[str, str], theirs: dict[str, str]) -> str:
    """What is not the same, in words; nothing if all is."""
    odd = [name for name in mine if theirs.get(name) != mine[name]]
    return ", ".join(f"{name} {theirs.get(name, '—')} instead of {mine[name]}" for name in odd)
