"""A game over a socket that blocks."""

from __future__ import annotations

import socket
import time
from collections import deque
from types import TracebackType
from typing import Optional, TypeVar, Union

from . import commands
from .commands import Board, Command, Point, Status
from .errors import ConnectionLost, NoAnswer
from .lines import Lines, checked

T = TypeVar("T")


class Game:
    """A game of a script against the computer: the script is Red.

    A command that the server refuses raises `Refused`, with the reason if the server tells it. Pushes
    do not mix with replies: `next_push` has them, and `wait_turn` waits for the computer.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 12345, timeout: float = 60) -> None:
        self.timeout = timeout
        self.lines = Lines()
        self._tells_why = True
        self._sides = "r"
        self._rules: Optional[str] = None
        try:
            self._socket = socket.create_connection((host, port), timeout)
        except OSError as error:
            raise ConnectionLost(f"{host}:{port}: {error}") from error

    def __enter__(self) -> Game:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection."""
        self._socket.close()

    def transcript(self) -> str:
        """The session so far: `>` is the script, `<` the server."""
        return self.lines.transcript()

    def ask(self, command: str) -> str:
        """Sends a line, and returns its reply as it is, also a refusal."""
        try:
            # The last wait may have left a short time.
            self._socket.settimeout(self.timeout)
            self._socket.sendall(self.lines.send(command))
        except OSError as error:
            raise ConnectionLost(f"{command}: {error}") from error
        try:
            return self._wait(self.lines.replies, command, self.timeout)
        except BaseException:
            # Also when it is interrupted: a reply that came later would be taken for that of another command.
            self.close()
            raise

    def run(self, command: Command[T]) -> T:
        """Sends a command, and returns what its reply says."""
        reply = self.ask(command.text)
        why = self._why() if reply == "False" else None
        return command.read(checked(command.text, reply, why))

    def next_push(self, timeout: Optional[float] = None) -> str:
        """Returns the next push, such as `CurrentBoard:…` or `win:r`. It may have come already."""
        return self._wait(self.lines.pushes, "a push", timeout)

    def wait_turn(self, timeout: Optional[float] = None) -> Status:
        """Waits until it is a script's turn, or the game is over, and returns whose turn it is, or how the game ended.

        The boards that were pushed until then are forgotten.
        """
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        pushes: list[str] = []
        try:
            while True:
                state = self.status()
                if state not in ("red", "black") or state[0] in self._sides:
                    return state
                pushes.append(self.next_push(max(deadline - time.monotonic(), 0)))
        finally:
            self.lines.pushes.extendleft(reversed(pushes))
            self.lines.forget_boards()

    def move(self, move: str) -> None:
        """Moves, as `7,7:7,4` or `h2e2`."""
        is_short = commands.is_in_coordinates(move)
        self.run(commands.move(commands.in_points(move, self.rules()) if is_short else move))

    def exchange(self, points: str) -> None:
        """Exchanges soldiers for a piece, as `0,0;0,2:8,8`, in Zhonggong."""
        self.run(commands.exchange(points))

    def board(self) -> Board:
        return self.run(commands.board())

    def status(self) -> Status:
        return self.run(commands.status())

    def legal_moves(self, point: Optional[Point] = None) -> list[str]:
        """The legal moves of the side to move, all or from one point."""
        return self.run(commands.legal_moves(point))

    def hint(self) -> str:
        """The move that the computer would play."""
        return self.run(commands.hint())

    def moves(self) -> list[str]:
        """The game so far in coordinates."""
        return self.run(commands.moves())

    def rules(self) -> str:
        """`xiangqi`, `zhonggong` or `chess`."""
        if self._rules is None:
            self._rules = self.run(commands.rules())
        return self._rules

    def new_game(self, map: Optional[str] = None) -> None:
        self.run(commands.new_game(map))
        self._rules = None

    def set_board(self, board: Union[Board, str]) -> None:
        """Begins a game from a board or a FEN."""
        self.run(commands.set_board(board.text if isinstance(board, Board) else board))

    def seats(self, sides: str) -> None:
        """Lets scripts play Red (`r`), Black (`b`) or both (`rb`)."""
        self.run(commands.seats(sides))
        self._sides = sides.lower()

    def seed(self, number: int) -> None:
        """The computer's choices depend on this number."""
        self.run(commands.seed(number))

    def reason(self) -> str:
        """The reason of the end: `checkmate`, `stalemate` and so on."""
        return self.run(commands.reason())

    def undo(self) -> None:
        """Takes back the last move of a script and the answer to it."""
        self.run(commands.undo())

    def level(self, number: int) -> None:
        self.run(commands.level(number))

    def name(self, word: str) -> None:
        """Keeps the game under a name."""
        self.run(commands.name(word))

    def resume(self, word: str, sides: str = "r") -> None:
        """Goes on with a kept game. Raises `Moved` while another server plays it.

        `sides` are those that scripts play, for `wait_turn`. They are Red (`r`), unless others play the game already:
        then it keeps its seats.
        """
        self.run(commands.resume(word))
        self._rules = None
        self._sides = sides.lower()

    def delete(self, word: str) -> None:
        self.run(commands.delete(word))

    def games(self, after: Optional[str] = None) -> list[str]:
        """At most 100 names of kept games, those after a name if one is given."""
        return self.run(commands.games(after))

    def stats(self) -> dict[str, str]:
        return self.run(commands.stats())

    def quit(self) -> None:
        """Says goodbye, and closes the connection."""
        self.run(commands.quit())
        self.close()

    def _why(self) -> Optional[str]:
        """The reason of the last `False`, if the server knows the command."""
        if not self._tells_why:
            return None
        name, colon, why = self.ask("Why").partition(":")
        self._tells_why = name == "Why" and bool(colon)
        return why if self._tells_why else None

    def _wait(self, kind: deque[str], what: str, timeout: Optional[float]) -> str:
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        while not kind:
            self._socket.settimeout(max(deadline - time.monotonic(), 0.001))
            try:
                data = self._socket.recv(65536)
            except socket.timeout as error:
                raise NoAnswer(f"{what}: nothing came in time") from error
            except OSError as error:
                raise ConnectionLost(f"{what}: {error}") from error
            if not data:
                raise ConnectionLost(f"{what}: the server closed the connection")
            self.lines.receive(data)
        return kind.popleft()
