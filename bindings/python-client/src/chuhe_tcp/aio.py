"""The same game for asyncio."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from types import TracebackType
from typing import Optional, TypeVar, Union

from . import commands
from .commands import Board, Command, Point, Status
from .errors import ConnectionLost, NoAnswer
from .lines import Lines, checked

T = TypeVar("T")


class AsyncGame:
    """A game of a script against the computer, as `Game`, with methods to be awaited."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        timeout: float = 60,
    ) -> None:
        self.timeout = timeout
        self.lines = Lines()
        self._reader = reader
        self._writer = writer
        self._tells_why = True
        self._sides = "r"
        self._rules: Optional[str] = None

    @classmethod
    async def connect(
        cls, host: str = "127.0.0.1", port: int = 12345, timeout: float = 60
    ) -> AsyncGame:
        try:
            streams = await asyncio.wait_for(asyncio.open_connection(host, port), timeout)
        except (OSError, asyncio.TimeoutError) as error:
            raise ConnectionLost(f"{host}:{port}: {error}") from error
        return cls(*streams, timeout)

    async def __aenter__(self) -> AsyncGame:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection."""
        self._writer.close()

    def transcript(self) -> str:
        """The session so far: `>` is the script, `<` the server."""
        return self.lines.transcript()

    async def ask(self, command: str) -> str:
        """Sends a line, and returns its reply as it is, also a refusal."""
        try:
            self._writer.write(self.lines.send(command))
            await self._writer.drain()
        except OSError as error:
            raise ConnectionLost(f"{command}: {error}") from error
        try:
            return await self._wait(self.lines.replies, command, self.timeout)
        except BaseException:
            # Also when it is cancelled: a reply that came later would be taken for that of another command.
            self.close()
            raise

    async def run(self, command: Command[T]) -> T:
        """Sends a command, and returns what its reply says."""
        reply = await self.ask(command.text)
        why = await self._why() if reply == "False" else None
        return command.read(checked(command.text, reply, why))

    async def next_push(self, timeout: Optional[float] = None) -> str:
        """Returns the next push, such as `CurrentBoard:…` or `win:r`. It may have come already."""
        return await self._wait(self.lines.pushes, "a push", timeout)

    async def wait_turn(self, timeout: Optional[float] = None) -> Status:
        """Waits until it is a script's turn, or the game is over, and returns whose turn it is, or how the game ended.

        The boards that were pushed until then are forgotten.
        """
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        pushes: list[str] = []
        try:
            while True:
                state = await self.status()
                if state not in ("red", "black") or state[0] in self._sides:
                    return state
                pushes.append(await self.next_push(max(deadline - time.monotonic(), 0)))
        finally:
            self.lines.pushes.extendleft(reversed(pushes))
            self.lines.forget_boards()

    async def move(self, move: str) -> None:
        """Moves, as `7,7:7,4` or `h2e2`."""
        is_short = commands.is_in_coordinates(move)
        await self.run(commands.move(commands.in_points(move, await self.rules()) if is_short else move))

    async def exchange(self, points: str) -> None:
        """Exchanges soldiers for a piece, as `0,0;0,2:8,8`, in Zhonggong."""
        await self.run(commands.exchange(points))

    async def board(self) -> Board:
        return await self.run(commands.board())

    async def status(self) -> Status:
        return await self.run(commands.status())

    async def legal_moves(self, point: Optional[Point] = None) -> list[str]:
        """The legal moves of the side to move, all or from one point."""
        return await self.run(commands.legal_moves(point))

    async def hint(self) -> str:
        """The move that the computer would play."""
        return await self.run(commands.hint())

    async def moves(self) -> list[str]:
        """The game so far in coordinates."""
        return await self.run(commands.moves())

    async def rules(self) -> str:
        """`xiangqi`, `zhonggong` or `chess`."""
        if self._rules is None:
            self._rules = await self.run(commands.rules())
        return self._rules

    async def new_game(self, map: Optional[str] = None) -> None:
        await self.run(commands.new_game(map))
        self._rules = None

    async def set_board(self, board: Union[Board, str]) -> None:
        """Begins a game from a board or a FEN."""
        await self.run(commands.set_board(board.text if isinstance(board, Board) else board))

    async def seats(self, sides: str) -> None:
        """Lets scripts play Red (`r`), Black (`b`) or both (`rb`)."""
        await self.run(commands.seats(sides))
        self._sides = sides.lower()

    async def seed(self, number: int) -> None:
        """The computer's choices depend on this number."""
        await self.run(commands.seed(number))

    async def reason(self) -> str:
        """The reason of the end: `checkmate`, `stalemate` and so on."""
        return await self.run(commands.reason())

    async def undo(self) -> None:
        """Takes back the last move of a script and the answer to it."""
        await self.run(commands.undo())

    async def level(self, number: int) -> None:
        await self.run(commands.level(number))

    async def name(self, word: str) -> None:
        """Keeps the game under a name."""
        await self.run(commands.name(word))

    async def resume(self, word: str, sides: str = "r") -> None:
        """Goes on with a kept game. Raises `Moved` while another server plays it.

        `sides` are those that scripts play, for `wait_turn`. They are Red (`r`), unless others play the game already:
        then it keeps its seats.
        """
        await self.run(commands.resume(word))
        self._rules = None
        self._sides = sides.lower()

    async def delete(self, word: str) -> None:
        await self.run(commands.delete(word))

    async def games(self, after: Optional[str] = None) -> list[str]:
        """At most 100 names of kept games, those after a name if one is given."""
        return await self.run(commands.games(after))

    async def stats(self) -> dict[str, str]:
        return await self.run(commands.stats())

    async def quit(self) -> None:
        """Says goodbye, and closes the connection."""
        await self.run(commands.quit())
        self.close()

    async def _why(self) -> Optional[str]:
        """The reason of the last `False`, if the server knows the command."""
        if not self._tells_why:
            return None
        name, colon, why = (await self.ask("Why")).partition(":")
        self._tells_why = name == "Why" and bool(colon)
        return why if self._tells_why else None

    async def _wait(self, kind: deque[str], what: str, timeout: Optional[float]) -> str:
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        while not kind:
            rest = max(deadline - time.monotonic(), 0.001)
            try:
                data = await asyncio.wait_for(self._reader.read(65536), rest)
            except asyncio.TimeoutError as error:
                raise NoAnswer(f"{what}: nothing came in time") from error
            except OSError as error:
                raise ConnectionLost(f"{what}: {error}") from error
            if not data:
                raise ConnectionLost(f"{what}: the server closed the connection")
            self.lines.receive(data)
        return kind.popleft()
