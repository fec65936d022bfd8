"""The client and its plugin against the server."""

from __future__ import annotations

import asyncio
import inspect
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import chuhe_tcp
from chuhe_tcp import commands
from chuhe_tcp.lines import Lines

from .conftest import SCRIPTS


def start(home: Path) -> chuhe_tcp.Server:
    options = ["--nodes", "100", "--workers", "1", "--journal", str(home / "games")]
    return chuhe_tcp.Server.start(options=options, home=home)


@pytest.fixture
def server(home: Path) -> Iterator[chuhe_tcp.Server]:
    with start(home) as server:
        yield server


def test_a_game_is_played_by_its_words(server: chuhe_tcp.Server) -> None:
    with server.game("shuffle") as game:
        assert (game.rules(), game.status(), game.moves()) == ("xiangqi", "red", [])
        assert game.board()[9, 2] == "rx0"
        assert game.legal_moves((9, 2)) == ["9,2:7,0", "9,2:7,4"]
        game.level(3)
        game.name("lunch")
        game.move("c0a2")
        assert game.wait_turn() == "red"
        assert game.board()[7, 0] == "rx0"
        assert len(game.moves()) == 2
        assert game.hint() in game.legal_moves()
        game.undo()
        assert game.moves() == []
        assert game.stats()["games"] == "1"
        assert game.games() == ["lunch"]
        game.quit()
    with server.game() as other:
        other.resume("lunch")
        assert other.rules() == "xiangqi"
        other.new_game("mate")
        other.move("2,8:0,8")
        assert other.next_push() == "win:r"
        assert other.wait_turn() == "win:r"


def test_a_game_that_another_server_plays_has_moved(server: chuhe_tcp.Server, home: Path) -> None:
    with server.game("shuffle") as game, start(home) as other, other.game() as elsewhere:
        game.name("lunch")
        with pytest.raises(chuhe_tcp.Moved, match="another server plays this game"):
            elsewhere.resume("lunch")


def test_scripts_play_either_side_from_any_board(server: chuhe_tcp.Server) -> None:
    with server.game() as game:
        game.seed(7)
        game.seats("rb")
        start = game.board()
        game.move("h2e2")
        assert game.wait_turn() == "black"
        game.move("h7e7")
        assert game.wait_turn() == "red"
        game.seats("b")
        assert game.wait_turn() == "black"
        game.set_board(start)
        assert game.wait_turn() == "black"
        with pytest.raises(chuhe_tcp.Refused, match="The game goes on"):
            game.reason()


def test_a_second_script_keeps_the_seats(server: chuhe_tcp.Server) -> None:
    async def resume() -> str:
        async with await server.async_game() as game:
            await game.resume("lunch", "rb")
            return await game.wait_turn(1)

    with server.game() as game, server.game() as other:
        game.seats("rb")
        game.name("lunch")
        game.move("h2e2")
        other.resume("lunch", "RB")
        assert other.wait_turn(1) == asyncio.run(resume()) == "black"
        other.move("h7e7")
        assert game.wait_turn() == "red"


def test_refusals_are_exceptions(server: chuhe_tcp.Server) -> None:
    with server.game("mate") as game:
        with pytest.raises(chuhe_tcp.Refused, match="Move:0,0:0,1"):
            game.move("0,0:0,1")
        with pytest.raises(chuhe_tcp.FormatRefused):
            game.move("nonsense")
        with pytest.raises(chuhe_tcp.FormatRefused):
            game.name("a\nb")
        with pytest.raises(chuhe_tcp.Refused):
            game.resume("nobody")
        with pytest.raises(chuhe_tcp.Refused):
            server.game("no-such-map")
        with pytest.raises(chuhe_tcp.NoAnswer):
            game.next_push(0.01)
        assert game.status() == "red"


def test_pushes_do_not_mix_with_replies() -> None:
    lines = Lines()
    lines.receive(b"win:r\nStatus:win:r\nCurrentBoard:\nRequestBoard:\r\ndraw\nJournal:fai")
    lines.receive(b"led\nTrue\n")
    assert list(lines.pushes) == ["win:r", "CurrentBoard:", "draw", "Journal:failed"]
    assert list(lines.replies) == ["Status:win:r", "RequestBoard:", "True"]
    with pytest.raises(chuhe_tcp.ServerBusy):
        lines.receive(b"SERVER_BUSY\n")


@pytest.mark.parametrize(
    ("move", "rules", "points"),
    [
        ("h2e2", "xiangqi", "7,7:7,4"),
        ("A0A9", "xiangqi", "9,0:0,0"),
        ("a0b1", "zhonggong", "8,0:7,1"),
        ("e2e4", "chess", "6,4:4,4"),
        ("a7a8n", "chess", "1,0:0,0n"),
        ("7,7:7,4", "xiangqi", "7,7:7,4"),
    ],
)
def test_moves_are_given_in_coordinates_or_in_points(move: str, rules: str, points: str) -> None:
    assert commands.in_points(move, rules) == points


def answering(*replies: bytes) -> int:
    """The port of a server that answers with these bytes, and closes."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        client, _ = listener.accept()
        with listener, client, client.makefile("rb") as reader:
            for reply in replies:
                reader.readline()
                client.sendall(reply)

    threading.Thread(target=serve, daemon=True).start()
    port: int = listener.getsockname()[1]
    return port


def test_the_reason_of_a_refusal_is_told_where_the_server_knows_it() -> None:
    with chuhe_tcp.Game(port=answering(b"False\n", b"Why:it is not Red's turn\n")) as game:
        with pytest.raises(chuhe_tcp.Refused, match="it is not Red's turn") as refused:
            game.move("0,0:0,1")
        assert refused.value.why == "it is not Red's turn"
        with pytest.raises(chuhe_tcp.ConnectionLost):
            game.status()
    with chuhe_tcp.Game(port=answering(b"False\n", b"CMD_FORMAT_ERROR\n", b"False\n", b"Pong\n")) as game:
        for _ in range(2):
            with pytest.raises(chuhe_tcp.Refused) as refused:
                game.move("0,0:0,1")
            assert refused.value.why is None
        assert game.ask("Ping") == "Pong"
        assert game.transcript().count("> Why") == 1


def test_a_short_wait_leaves_time_for_a_long_command() -> None:
    with chuhe_tcp.Game(port=answering(b"True\n")) as game:
        with pytest.raises(chuhe_tcp.NoAnswer):
            game.next_push(0)
        assert game.ask("x" * 30_000_000) == "True"


def test_a_wait_for_the_turn_forgets_boards_alone() -> None:
    replies = [b"Status:black\nJournal:failed\nCurrentBoard:\n", b"Status:black\n", b"Status:red\n"]

    async def wait() -> list[str]:
        async with await chuhe_tcp.AsyncGame.connect(port=answering(*replies)) as game:
            assert await game.wait_turn() == "red"
            return list(game.lines.pushes)

    with chuhe_tcp.Game(port=answering(*replies)) as game:
        assert game.wait_turn() == "red"
        assert list(game.lines.pushes) == asyncio.run(wait()) == ["Journal:failed"]


def test_asyncio_has_the_same_methods(server: chuhe_tcp.Server) -> None:
    def methods(kind: type) -> set[str]:
        return {name for name, _ in inspect.getmembers(kind, callable) if not name.startswith("_")}

    assert methods(chuhe_tcp.AsyncGame) == methods(chuhe_tcp.Game) | {"connect"}

    async def play(number: int) -> int:
        async with await server.async_game("manual") as game:
            await game.level(number)
            await game.move((await game.legal_moves())[0])
            assert await game.wait_turn() == "red"
            with pytest.raises(chuhe_tcp.Refused):
                await game.move("0,0:0,1")
            with pytest.raises(chuhe_tcp.NoAnswer):
                await game.next_push(0.01)
            return len(await game.moves())

    async def all_at_once() -> list[int]:
        return list(await asyncio.gather(*(play(number) for number in range(5))))

    assert asyncio.run(all_at_once()) == [2] * 5


def test_what_does_not_start_says_why(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(chuhe_tcp.ServerFailed, match="status 1"):
        chuhe_tcp.Server.start("no-such-map")
    assert "no map no-such-map" in capfd.readouterr().err
    monkeypatch.setenv("CHUHE_SERVER", "127.0.0.1:1")
    with chuhe_tcp.find_server() as server, pytest.raises(chuhe_tcp.ConnectionLost, match="127.0.0.1:1"):
        server.game()
    with pytest.raises(chuhe_tcp.ConnectionLost, match="no address"), chuhe_tcp.find_server("127.0.0.1:65536"):
        pass
    monkeypatch.setenv("CHUHE_TCP", "no-such-program")
    with pytest.raises(chuhe_tcp.ServerFailed, match="no-such-program: no such program"):
        chuhe_tcp.Server.start()


def test_a_failed_test_reports_its_session(pytester: pytest.Pytester) -> None:
    lines = (SCRIPTS / "conf/team.properties").read_text(encoding="utf-8").split("\n")
    map = next(line for line in lines if line.startswith("mate ="))
    pytester.makeini(f"[pytest]\nchuhe_maps =\n    {map}\n")
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.chuhe("mate", level=1)
        def test_that_fails(chuhe_game):
            chuhe_game.move("2,8:0,8")
            assert chuhe_game.wait_turn() == "red"

        def test_that_passes(chuhe_game):
            assert chuhe_game.status() == "red"

        @pytest.mark.chuhe(levels=1)
        def test_with_a_wrong_name(chuhe_game):
            pass
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(["*chuhe session*", "> Level:1", "< True", "> NewGame:mate", "< True", "> Move:2,8:0,8", "< True"])
