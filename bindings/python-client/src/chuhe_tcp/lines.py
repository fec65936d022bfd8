"""Lines, without a socket: bytes become lines, and replies are told from pushes."""

from __future__ import annotations

from collections import deque
from typing import Optional

from .commands import is_push
from .errors import FormatRefused, Moved, Refused, ServerBusy


class Lines:
    """The lines that a connection has brought, and the record of the session."""

    def __init__(self) -> None:
        self._bytes = b""
        self.replies: deque[str] = deque()
        self.pushes: deque[str] = deque()
        #: The session as `docs/protocol.md` writes it: `>` is the client, `<` the server.
        self.record: list[str] = []

    def send(self, command: str) -> bytes:
        """Notes a command, and returns its bytes."""
        if "\n" in command or "\r" in command:
            raise FormatRefused(f"a command is one line: {command!r}")
        self.record.append(f"> {command}")
        return command.encode() + b"\n"

    def receive(self, data: bytes) -> None:
        """Takes bytes of the server."""
        *lines, self._bytes = (self._bytes + data).split(b"\n")
        for line in lines:
            text = line.rstrip(b"\r").decode()
            self.record.append(f"< {text}")
            if text == "SERVER_BUSY":
                raise ServerBusy("the server has no room for another client")
            (self.pushes if is_push(text) else self.replies).append(text)

    def forget_boards(self) -> None:
        """Drops the pushes that tell a board."""
        self.pushes = deque(push for push in self.pushes if not push.startswith("CurrentBoard:"))

    def transcript(self) -> str:
        """The record of the session, a line each."""
        return "\n".join(self.record)


def checked(command: str, reply: str, why: Optional[str] = None) -> str:
    """Returns a reply, unless it is a refusal."""
    if reply == "CMD_FORMAT_ERROR":
        raise FormatRefused(f"{command}: CMD_FORMAT_ERROR")
    if reply == "False":
        raise Refused(command, why)
    if reply == "Moved":
        raise Moved(command)
    return reply
