"""`serve`: the application in the browser, on an embedded database or a PostgreSQL one."""

import contextlib
import ipaddress
import os
import socket
import sys
import threading
import time
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

from tapete.cli.arguments import Whole
from tapete.cli.database import HERE, Database
from tapete.cli.output import say_whole
from tapete.crew import standing
from tapete.errors import TapeteError

LOCAL = ("localhost", "127.0.0.1", "[::1]", "::1")
NEAR = ("127.0.0.1", "0.0.0.0", "::")


def serve(
    *,
    host: str = "127.0.0.1",
    port: Whole = 8000,
    database: Database = HERE,
    workers: Whole = 1,
    secure: bool = False,
    address: str = "",
    proxy: list[str] | None = None,
    browser: bool | None = None,
    cluster: str | None = None,
) -> None:
    """The application in the browser: catalogue, tables, history, simulations, drills.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 lets others in.
    port
        The port to listen on.
    workers
        How many processes serve; several need PostgreSQL, and each takes up to 21 of its connections.
    secure
        Send cookies over HTTPS only, and have browsers come back by it: for a server behind a proxy that ends TLS.
    address
        Where people find it, as in https://casino.example: links begin with it, and requests for other names are
        refused.
    proxy
        The address of a proxy in front, which is believed when it says for whom it asks; nobody else is.
    browser
        Open the browser; when a person is at the terminal, unless told otherwise.
    cluster
        A Dask cluster that plays what people have simulated and counts odds that take long: tcp://HOST:PORT,
        tls://HOST:PORT, or local to start one here.
    """
    import uvicorn
    from uvicorn.importer import import_from_string

    from tapete.floor import Floor

    if workers < 1:
        raise TapeteError("--workers must be 1 or more")
    if workers > 1 and database.startswith("sqlite"):
        raise TapeteError("several workers need PostgreSQL: --database postgresql://USER@HOST/NAME")
    for one in proxy or ():
        _is_address(one)
    _listens(host, port)
    with standing(cluster) as at:
        with Floor(database) as floor:
            link = floor.first_director_link()
        near = "localhost" if host in NEAR else host  # by which name this machine finds it
        own = f"http://{f'[{near}]' if ':' in near else near}:{port}"
        names = _names(address, host)
        address = address or (own if host in LOCAL else "")
        lines = [f"Tapete at {address or own}"]
        if link:
            lines.append(f"The first director comes in, once, by {address or own}/link/{link}")
        browses = browser or (browser is None and sys.stdout.isatty())
        page = (f"{own}/link/{link}" if link else own) if browses else ""
        # Before any thread: C reads the environment without a lock, and a name that is looked up meanwhile is a crash.
        os.environ.update(TAPETE_DATABASE=database, TAPETE_SECURE="1" if secure else "", TAPETE_CLUSTER=at)
        os.environ.update(TAPETE_ADDRESS=address, TAPETE_HOSTS=" ".join(names))
        threading.Thread(target=_greet, args=[near, port, lines, page], name="tapete greets", daemon=True).start()
        uvicorn.run(
            "tapete.web.worker:application",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            # By name, as the application: people's rooms are apart.
            http=import_from_string("tapete.web.slow:Impatient"),
            proxy_headers=bool(proxy),
            forwarded_allow_ips=proxy or [],
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=3,
            timeout_worker_healthcheck=30,
            server_header=False,
            app_dir=str(Path(__file__).parents[2]),
        )


def _greet(host: str, port: int, lines: list[str], page: str) -> None:
    """Says where it is once it answers, and opens the browser there: who comes sooner would find nobody."""
    while not _answers(host, port):
        time.sleep(0.1)
    for line in lines:
        say_whole(line)
    if page:
        webbrowser.open(page)


def _answers(host: str, port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
        return True
    return False


def _names(address: str, host: str) -> list[str]:
    """The names that may be asked for; any, where the server listens to everybody and nobody said what it is called."""
    if not address:
        return [*LOCAL] if host in LOCAL else []
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise TapeteError(f"--address {address}: write it as https://casino.example")
    return [parts.hostname, *LOCAL]


def _is_address(proxy: str) -> None:
    """Refuses what no request can come from: a proxy that is never believed would look like one that is."""
    try:
        ipaddress.ip_network(proxy)
    except ValueError:
        raise TapeteError(f"--proxy {proxy}: write the address it asks from, as 10.0.0.2 or 10.0.0.0/24") from None


def _listens(host: str, port: int) -> None:
    """Refuses an address that cannot be listened on, before anything is started."""
    if not 0 < port < 1 << 16:
        raise TapeteError(f"--port {port}: a port is a number from 1 to 65535")
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as error:
        raise TapeteError(f"{host}, port {port} cannot be listened on ({error.strerror}): choose another") from None
