"""The scripts of the protocol, `tests/data/tcp`, carried out through the client's own reading of lines."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Optional

import pytest

from chuhe import Server
from chuhe.lines import Lines

from .conftest import SCRIPTS

PATIENCE = 60
LINE_ENDS = {"lf": b"\n", "crlf": b"\r\n", "nothing": b""}


ESCAPE = re.compile(rb"\\(x..|.)")


def unescaped(found: re.Match[bytes]) -> bytes:
    """The byte of an escape, as in Rust."""
    return found.group().decode().encode().decode("unicode_escape").encode("latin-1")


class Script:
    """A server and its clients, as the lines of a script want them."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.options = ["--workers", "1", "--hash", "1", "--movetime", "600000", "--nodes", "500"]
        self.map: Optional[str] = None
        self.server: Optional[Server] = None
        self.sockets: dict[str, socket.socket] = {}
        self.received: dict[str, bytes] = {}
        self.lines: dict[str, Lines] = {}
        self.current = ""
        self.end = b"\n"

    def client(self) -> socket.socket:
        if self.server is None:
            self.server = Server.start(self.map, self.options, home=self.home)
        if self.current not in self.sockets:
            address = (self.server.host, self.server.port)
            self.sockets[self.current] = socket.create_connection(address, PATIENCE)
            self.received[self.current] = b""
            self.lines[self.current] = Lines()
        return self.sockets[self.current]

    def take(self, count: Optional[int]) -> bytes:
        """This number of bytes, or a line with its end."""
        client = self.client()
        while True:
            data = self.received[self.current]
            found = data.find(b"\n") + 1 if count is None else count * (len(data) >= count)
            if found or count == 0:
                self.received[self.current] = data[found:]
                return data[:found]
            more = client.recv(4096)
            assert more, f"the end came after {data!r}"
            self.received[self.current] += more

    def set(self, option: str) -> None:
        key, _, value = option.partition("=")
        if key == "map":
            self.map = value
        elif key == "shared":
            self.options += ["--shared"]
        elif key == "journal":
            self.options += ["--journal", str(self.home / "games")]
        elif key == "thinking-for-ever":
            at = self.options.index("--nodes")
            self.options[at : at + 2] = ["--level", "9"]
        else:
            self.options += [f"--{key}", value]

    def run(self, word: str, rest: str) -> None:
        if word == "server":
            for option in rest.split():
                self.set(option)
        elif word == ">":
            self.client().sendall(ESCAPE.sub(unescaped, rest.encode()) + self.end)
        elif word == "<" and not self.end:
            assert self.take(len(rest.encode())) == rest.encode()
        elif word in ("<", "<~"):
            line = self.take(None)
            assert line.endswith(self.end)
            lines = self.lines[self.current]
            kinds = len(lines.replies), len(lines.pushes)
            if rest != "SERVER_BUSY":
                lines.receive(line)
                assert (len(lines.replies), len(lines.pushes)) != kinds
            text = line[: -len(self.end)].decode()
            assert text[: len(rest)] == rest if word == "<~" else text == rest, text
        elif word == "client":
            self.current = rest
            self.client()
        elif word == "end":
            self.end = LINE_ENDS[rest]
        elif word == "half-close":
            self.client().shutdown(socket.SHUT_WR)
        elif word == "closed":
            try:
                assert self.client().recv(1) == b""
            except ConnectionResetError:
                pass
        elif word == "leave":
            self.sockets.pop(self.current).close()
        elif word == "restart":
            self.close()
        else:
            raise AssertionError(f"no such word: {word}")

    def close(self) -> None:
        for client in self.sockets.values():
            client.close()
        self.sockets.clear()
        if self.server:
            self.server.close()
            self.server = None


@pytest.mark.parametrize("path", sorted(SCRIPTS.glob("*.txt")), ids=lambda path: path.stem)
def test_script(path: Path, home: Path) -> None:
    script = Script(home)
    try:
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if line and not line.startswith("#"):
                word, _, rest = line.partition(" ")
                try:
                    script.run(word, rest)
                except BaseException as error:
                    raise AssertionError(f"{path}:{number}: {line}: {error}") from error
    finally:
        script.close()
