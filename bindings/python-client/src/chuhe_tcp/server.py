"""The program chuhe-tcp as a child, on a free port and in a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Optional, Union

from .aio import AsyncGame
from .errors import ConnectionLost, ServerFailed
from .sync import Game


def _program(given: Optional[Union[str, Path]]) -> str:
    program = given or os.environ.get("CHUHE_TCP") or "chuhe-tcp"
    found = shutil.which(program)
    if not found:
        raise ServerFailed(f"{program}: no such program; CHUHE_TCP can name that of the server")
    return found


class Server:
    """A server, with games on it. One that was started here ends with `close`."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self._child: Optional[subprocess.Popen[str]] = None
        self._home: Optional[tempfile.TemporaryDirectory[str]] = None

    @classmethod
    def start(
        cls,
        map: Optional[str] = None,
        options: Sequence[str] = (),
        maps: Optional[Mapping[str, str]] = None,
        program: Optional[Union[str, Path]] = None,
        home: Optional[Union[str, Path]] = None,
        faults: Optional[str] = None,
    ) -> Server:
        """Starts the program on a free port of this machine.

        `map` is the map of each game. Its home folder is `home`, or a new one with these `maps`. The
        program is `program`, that of the environment variable `CHUHE_TCP`, or `chuhe-tcp` in the path.
        `faults` is the text of a file of `--faults`.
        """
        own = tempfile.TemporaryDirectory(prefix="chuhe-")
        conf = Path(own.name, "conf")
        conf.mkdir()
        lines = ["Teamname = pytest", *(f"{name} = {text}" for name, text in (maps or {}).items())]
        (conf / "team.properties").write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [_program(program), "--home", str(home or own.name), "--bind", "127.0.0.1:0"]
        if faults is not None:
            Path(own.name, "faults.toml").write_text(faults, encoding="utf-8")
            command += ["--faults", str(Path(own.name, "faults.toml"))]
        command += options
        command += [map] if map else []
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        assert child.stdout is not None
        greeting = child.stdout.readline()
        if not greeting.startswith("listening on "):
            status = child.wait()
            child.stdout.close()
            own.cleanup()
            raise ServerFailed(f"{' '.join(command)}: ended with status {status}")
        host, _, port = greeting[len("listening on ") :].split(": ")[0].rpartition(":")
        server = cls(host, int(port))
        server._child, server._home = child, own
        return server

    def game(self, map: Optional[str] = None, timeout: float = 60) -> Game:
        """Connects to a new game, on the map of the server or another one."""
        game = Game(self.host, self.port, timeout)
        if map:
            game.new_game(map)
        return game

    async def async_game(self, map: Optional[str] = None, timeout: float = 60) -> AsyncGame:
        """Connects to a new game for asyncio."""
        game = await AsyncGame.connect(self.host, self.port, timeout)
        if map:
            await game.new_game(map)
        return game

    def close(self) -> None:
        """Ends a server that was started here."""
        if self._child:
            self._child.terminate()
            try:
                self._child.wait(10)
            except subprocess.TimeoutExpired:
                self._child.kill()
                self._child.wait()
            if self._child.stdout:
                self._child.stdout.close()
        if self._home:
            self._home.cleanup()
        self._child = self._home = None

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


@contextmanager
def find_server(
    address: Optional[str] = None, maps: Optional[Mapping[str, str]] = None
) -> Iterator[Server]:
    """Finds the server at an address, or starts one.

    The address is `HOST:PORT`, by default that of the environment variable `CHUHE_SERVER`. Without
    both a server is started with these maps, and ended at the end.
    """
    address = address or os.environ.get("CHUHE_SERVER")
    if not address:
        with Server.start(maps=maps) as server:
            yield server
        return
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise ConnectionLost(f"{address}: no address such as 127.0.0.1:12345")
    yield Server(host.strip("[]"), int(port))
