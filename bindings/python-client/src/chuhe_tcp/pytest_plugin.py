"""A plugin of pytest: a server for the run, and a game for each test."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from contextlib import ExitStack
from typing import Optional

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
        "markers",
        "chuhe(map=None, level=None, faults=None): the map and the level of the fixture chuhe_game, and faults of "
        "a server of its own",
    )


def _maps(config: pytest.Config) -> dict[str, str]:
    lines = config.getini("chuhe_maps")
    return {name.strip(): board.strip() for name, _, board in (line.partition("=") for line in lines)}


def _settings(
    map: Optional[str] = None, level: Optional[int] = None, faults: Optional[str] = None
) -> tuple[Optional[str], Optional[int], Optional[str]]:
    """The arguments of the marker. A name that it does not know is a `TypeError`."""
    return map, level, faults


@pytest.fixture(scope="session")
def chuhe_server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server for all tests of the run."""
    with find_server(request.config.getoption("--chuhe-server"), _maps(request.config)) as server:
        yield server


@pytest.fixture
def chuhe_game(request: pytest.FixtureRequest) -> Iterator[Game]:
    """A game of this test alone. If the test fails, its report has the record of the session."""
    marker = request.node.get_closest_marker("chuhe")
    map, level, faults = _settings(*marker.args, **marker.kwargs) if marker else _settings()
    with ExitStack() as stack:
        if faults is None:
            server = request.getfixturevalue("chuhe_server")
        else:
            server = stack.enter_context(Server.start(maps=_maps(request.config), faults=faults))
        game = stack.enter_context(server.game())
        request.node.stash.setdefault(_GAMES, []).append(game)
        if level is not None:
            game.level(level)
        if map:
            game.new_game(map)
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
