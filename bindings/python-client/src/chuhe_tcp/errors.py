"""The errors of the client. All of them are a `ChuheError`."""

from __future__ import annotations

from typing import Optional


class ChuheError(Exception):
    """An error of the client, its server, or their connection."""


class Refused(ChuheError):
    """The server answered `False`: the command is right, but it is not possible now."""

    def __init__(self, command: str, why: Optional[str] = None) -> None:
        self.command = command
        self.why = why
        super().__init__(f"{command}: {why or 'the server answered False'}")


class Moved(Refused):
    """The server answered `Moved`: another server plays the game."""

    def __init__(self, command: str) -> None:
        super().__init__(command, "another server plays this game")


class FormatRefused(ChuheError):
    """The server answered `CMD_FORMAT_ERROR`: the command is none."""


class ServerBusy(ChuheError):
    """The server has no room for another client."""


class ConnectionLost(ChuheError):
    """The server closed the connection, or cannot be reached."""


class NoAnswer(ChuheError):
    """The server said nothing in the time that was given."""


class ServerFailed(ChuheError):
    """The program of the server was not found, or did not start."""
