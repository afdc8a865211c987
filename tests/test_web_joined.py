"""What is written to a connection in one turn of the loop goes out at once, in order, and never after its end."""

import asyncio
import socket
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from tapete.web.joined import HELD, Joined
from tapete.web.slow import Impatient


class Kept:
    """A transport that keeps what it is given."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.written.append(data)

    def close(self) -> None:
        self.closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.closed


def written(do: Any) -> list[bytes]:
    """What went out after something was done to a transport, and the turn of the loop was over."""

    async def run() -> list[bytes]:
        kept = Kept()
        do(Joined(kept, asyncio.get_running_loop()), kept)
        await asyncio.sleep(0)
        return kept.written

    return asyncio.run(run())


def test_what_is_written_in_one_turn_goes_out_at_once() -> None:
    def do(joined: Joined, kept: Kept) -> None:
        joined.write(b"head ")
        joined.write(b"body")
        assert not kept.written

    assert written(do) == [b"head body"]


def test_much_goes_out_before_the_turn_ends_so_that_who_writes_sees_when_nobody_reads() -> None:
    def do(joined: Joined, kept: Kept) -> None:
        joined.write(b"head")
        joined.write(bytes(HELD))
        assert kept.written == [b"head" + bytes(HELD)]
        joined.write(b"tail")

    assert written(do) == [b"head" + bytes(HELD), b"tail"]


def test_a_connection_that_is_closed_has_sent_all_and_one_that_is_cut_off_sends_nothing_more() -> None:
    def closed(joined: Joined, kept: Kept) -> None:
        joined.write(b"last words")
        joined.close()
        assert kept.closed

    def cut_off(joined: Joined, kept: Kept) -> None:
        joined.write(b"last words")
        joined.abort()
        assert kept.closed

    assert written(closed) == [b"last words"]
    assert written(cut_off) == []


def test_requests_that_come_together_are_answered_in_order_and_the_last_ends_the_connection() -> None:
    async def app(scope: Any, _receive: object, send: Any) -> None:
        body = scope["path"].encode() * 1000
        length = (b"content-length", b"%d" % len(body))
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        for at in range(0, len(body), 700):
            await send({"type": "http.response.body", "body": body[at : at + 700], "more_body": True})
        await send({"type": "http.response.body"})

    async def run() -> bytes:
        config, state = uvicorn.Config(app, log_level="critical"), ServerState()
        config.load()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Impatient(config, state, {}), "127.0.0.1", 0)
        asked = [f"GET /{name} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n" for name, more in ENDS]
        got = b""
        with socket.create_connection(server.sockets[0].getsockname()) as client:
            client.setblocking(False)
            await loop.sock_sendall(client, "".join(asked).encode())
            while some := await loop.sock_recv(client, 1 << 16):
                got += some
        server.close()
        return got

    answers = asyncio.run(asyncio.wait_for(run(), 20)).split(b"HTTP/1.1 200 OK\r\n")[1:]
    assert [answer.partition(b"\r\n\r\n")[2] for answer in answers] == [f"/{name}".encode() * 1000 for name, _ in ENDS]


ENDS = (("a", ""), ("b", ""), ("c", "Connection: close\r\n"))
