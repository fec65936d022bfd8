"""The scripts of the protocol, `tests/data/tcp`, carried out through the client's own reading of lines, and once
more with lines of JSON."""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
import socket
from pathlib import Path
from typing import Any, Optional

import pytest

from chuhe_tcp import Server
from chuhe_tcp.lines import Lines

from .conftest import ROOT, SCRIPTS, needs

PATIENCE = 60
LINE_ENDS = {"lf": b"\n", "crlf": b"\r\n", "nothing": b""}


ESCAPE = re.compile(rb"\\(x..|.)")


def unescaped(found: re.Match[bytes]) -> bytes:
    """The byte of an escape, as in Rust."""
    return found.group().decode().encode().decode("unicode_escape").encode("latin-1")


def validator() -> Any:
    """What holds lines against the schema of the documents."""
    schema = json.loads((ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8"))
    return importlib.import_module("jsonschema").Draft202012Validator(schema)


def in_words(line: dict[str, Any]) -> str:
    """The line of text that says the same as one of JSON."""
    name, value = line.get("reply") or line["push"], line.get("value")
    if name == "Over":
        return str(value)
    if name == "False" or value is None:
        return str(name)
    if name in ("RequestBoard", "CurrentBoard"):
        value = "".join(f"{piece['row']},{piece['column']},{piece['piece']};" for piece in value)
    elif name in ("LegalMoves", "Games"):
        value = "".join(f"{item};" for item in value)
    elif name == "Stats":
        value = "".join(f"{key}={figure};" for key, figure in value.items())
    elif name == "Moves":
        value = " ".join(value)
    return f"{name}:{value}"


class Script:
    """A server and its clients, as the lines of a script want them."""

    def __init__(self, home: Path, validator: Any = None) -> None:
        self.home = home
        #: The clients ask for lines of JSON, and this validates them.
        self.validator = validator
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
            if self.validator:
                self.sockets[self.current].sendall(b"Format:json\n")
                early = b""
                while (line := self.take(None)) != b'{"reply":"True"}\n':
                    early += line
                self.received[self.current] = early + self.received[self.current]
        return self.sockets[self.current]

    def line(self) -> bytes:
        """The next line as text, with its end."""
        line = self.take(None)
        if line.startswith(b"{"):
            self.validator.validate(json.loads(line))
            return in_words(json.loads(line)).encode() + line[len(line.rstrip()) :]
        return line

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
        elif key == "journal":
            self.options += ["--journal", str(self.home / "games")]
        elif key == "thinking-for-ever":
            at = self.options.index("--nodes")
            self.options[at : at + 2] = ["--level", "9"]
        elif key == "faults":
            self.options += ["--faults", str(SCRIPTS / "conf" / value)]
        else:
            self.options += [f"--{option}"]

    def run(self, word: str, rest: str) -> None:
        said = ESCAPE.sub(unescaped, rest.encode())
        if word == "server":
            for option in rest.split():
                self.set(option)
        elif word == ">":
            self.client().sendall(said + self.end)
        elif word == "<" and not self.end:
            assert self.take(len(said)) == said
        elif word in ("<", "<~"):
            line = self.line()
            assert line.endswith(self.end)
            lines = self.lines[self.current]
            kinds = len(lines.replies), len(lines.pushes)
            if rest != "SERVER_BUSY":
                lines.receive(line)
                assert (len(lines.replies), len(lines.pushes)) != kinds
            text = line[: -len(self.end)]
            assert text.startswith(said) if word == "<~" else text == said, text
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


ALL = sorted(SCRIPTS.glob("*.txt"))


def carry_out(script: Script, path: Path) -> None:
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


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_script(path: Path, home: Path) -> None:
    carry_out(Script(home), path)


#: The scripts that are about the ends of lines, the first bytes of a connection, or the number of commands.
OF_A_STREAM = {"byte-order-mark", "faults", "http", "lengths", "line-ends", "pause-off", "ping"}


@needs("jsonschema", bool(importlib.util.find_spec("jsonschema")))
@pytest.mark.parametrize("path", [path for path in ALL if path.stem not in OF_A_STREAM], ids=lambda path: path.stem)
def test_script_in_json(path: Path, home: Path) -> None:
    """Each line fits the schema, and says the same as the line of text."""
    carry_out(Script(home, validator()), path)
