"""The commands of the protocol, each with its text and the reader of its reply."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Callable, Generic, Optional, TypeVar

from .errors import ChuheError

T = TypeVar("T")
Point = tuple[int, int]

#: `red` or `black` is to move; `win:r`, `win:b` and `draw` are ends.
Status = str

_STATES = ("red", "black", "win:r", "win:b", "draw")
_PUSHES = re.compile(r"(CurrentBoard|Journal):|(win:[rb]|draw|SERVER_BUSY)$")
_COORDINATES = re.compile(r"([a-i])(\d\d?)([a-i])(\d\d?)([qrbn]?)$", re.IGNORECASE)


def is_push(line: str) -> bool:
    """Tells a line that the server sends by itself from a reply."""
    return _PUSHES.match(line) is not None


@dataclass(frozen=True)
class Board:
    """The pieces of a board, as `rp0` at (row, column). Row 0 is at the top, column 0 at the left."""

    text: str
    pieces: Mapping[Point, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        pieces: dict[Point, str] = {}
        for piece in filter(None, self.text.split(";")):
            row, column, name = piece.split(",")
            pieces[int(row), int(column)] = name
        object.__setattr__(self, "pieces", pieces)

    def __getitem__(self, point: Point) -> Optional[str]:
        return self.pieces.get(point)


@dataclass(frozen=True)
class Command(Generic[T]):
    """A command, and the function that reads its reply."""

    text: str
    read: Callable[[str], T]


def _done(text: str) -> Command[None]:
    def read(reply: str) -> None:
        if reply != "True":
            raise ChuheError(f"{text}: unexpected reply {reply!r}")

    return Command(text, read)


def _value(text: str, read: Callable[[str], T]) -> Command[T]:
    word = text.partition(":")[0]

    def value(reply: str) -> T:
        name, colon, rest = reply.partition(":")
        if not colon or name != word:
            raise ChuheError(f"{text}: unexpected reply {reply!r}")
        return read(rest)

    return Command(text, value)


def _status(text: str) -> Status:
    if text not in _STATES:
        raise ChuheError(f"an unknown status {text!r}")
    return text


def _list(text: str) -> list[str]:
    return [item for item in text.split(";") if item]


def _figures(text: str) -> dict[str, str]:
    return dict(figure.split("=", 1) for figure in _list(text))


def in_points(move: str, rules: str) -> str:
    """A move such as `h2e2` in the points of the protocol. A move in points stays as it is."""
    found = _COORDINATES.match(move.strip())
    if not found:
        return move
    top = {"xiangqi": 9, "zhonggong": 8, "chess": 8}[rules]
    file, rank, to_file, to_rank, piece = found.groups()

    def point(file: str, rank: str) -> str:
        return f"{top - int(rank)},{ord(file.lower()) - ord('a')}"

    return f"{point(file, rank)}:{point(to_file, to_rank)}{piece}"


def is_in_coordinates(move: str) -> bool:
    """Returns whether a move is one such as `h2e2`."""
    return _COORDINATES.match(move.strip()) is not None


def move(points: str) -> Command[None]:
    return _done(f"Move:{points}")


def exchange(points: str) -> Command[None]:
    return _done(f"Exchange:{points}")


def new_game(map: Optional[str]) -> Command[None]:
    return _done(f"NewGame:{map}" if map else "NewGame")


def set_board(text: str) -> Command[None]:
    return _done(f"Board:{text}")


def seats(sides: str) -> Command[None]:
    return _done(f"Seats:{sides}")


def seed(number: int) -> Command[None]:
    return _done(f"Seed:{number}")


def reason() -> Command[str]:
    return _value("Reason", str)


def undo() -> Command[None]:
    return _done("Undo")


def level(number: int) -> Command[None]:
    return _done(f"Level:{number}")


def name(word: str) -> Command[None]:
    return _done(f"Name:{word}")


def resume(word: str) -> Command[None]:
    return _done(f"Resume:{word}")


def delete(word: str) -> Command[None]:
    return _done(f"Delete:{word}")


def quit() -> Command[None]:
    return _done("Quit")


def board() -> Command[Board]:
    return _value("RequestBoard", Board)


def status() -> Command[Status]:
    return _value("Status", _status)


def legal_moves(point: Optional[Point]) -> Command[list[str]]:
    return _value(f"LegalMoves:{point[0]},{point[1]}" if point else "LegalMoves", _list)


def hint() -> Command[str]:
    return _value("Hint", str)


def moves() -> Command[list[str]]:
    return _value("Moves", str.split)


def rules() -> Command[str]:
    return _value("Rules", str)


def games(after: Optional[str]) -> Command[list[str]]:
    return _value(f"Games:{after}" if after else "Games", _list)


def stats() -> Command[dict[str, str]]:
    return _value("Stats", _figures)
