"""A plugin of pytest: a server for the run, and a game for each test."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import pytest

from .server import Server, find_server
from .sync import Game

_GAMES = pytest.StashKey[list[Game]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("chuhe").addoption(
        "--chuhe-server",
        metavar="HOST:PORT",
        help="play on this server; without it, and without CHUHE_SERVER, one is started",
    )
    parser.addini("chuhe_maps", "maps of the server that is started: NAME = BOARD", type="linelist")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "chuhe(map=None, level=None): the map and the level of the fixture chuhe_game"
    )


@pytest.fixture(scope="session")
def chuhe_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server for all tests of the run."""
    lines = request.config.getini("chuhe_maps")
    maps = {name.strip(): board.strip() for name, _, board in (line.partition("=") for line in lines)}
    with find_server(request.config.getoption("--chuhe-server"), maps) as server:
        yield server


@pytest.fixture
def chuhe_game(request: pytest.FixtureRequest, chuhe_server: Server) -> Iterator[Game]:
    """A game of this test alone. If the test fails, its report has the record of the session."""
    marker = request.node.get_closest_marker("chuhe")
    settings = marker.kwargs if marker else {}
    with chuhe_server.game() as game:
        request.node.stash.setdefault(_GAMES, []).append(game)
        if settings.get("level") is not None:
            game.level(settings["level"])
        if settings.get("map"):
            game.new_game(settings["map"])
        yield game


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        for game in item.stash.get(_GAMES, []):
            report.sections.append(("chuhe session", game.transcript()))
    return report
