"""A client for chuhe-tcp, the server of Chuhe that plays against scripts."""

from .aio import AsyncGame
from .commands import Board, Command, Status
from .errors import (
    ChuheError,
    ConnectionLost,
    FormatRefused,
    Moved,
    NoAnswer,
    Refused,
    ServerBusy,
    ServerFailed,
)
from .server import Server, find_server
from .sync import Game

__all__ = [
    "AsyncGame",
    "Board",
    "ChuheError",
    "Command",
    "ConnectionLost",
    "FormatRefused",
    "Game",
    "Moved",
    "NoAnswer",
    "Refused",
    "Server",
    "ServerBusy",
    "ServerFailed",
    "Status",
    "find_server",
]
