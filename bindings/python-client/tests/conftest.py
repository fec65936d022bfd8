"""The server under test, with the maps of the scripts."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPTS = ROOT / "tests" / "data" / "tcp"

pytest_plugins = ["pytester"]


def pytest_configure(config: pytest.Config) -> None:
    """Names the program that Cargo has built, unless another one is named."""
    built = ROOT / "target" / "debug" / "chuhe-tcp"
    if "CHUHE_TCP" not in os.environ and built.exists():
        os.environ["CHUHE_TCP"] = str(built)


def needs(tool: str, is_there: bool) -> pytest.MarkDecorator:
    """Skips a test without its tool, and says so. With CHUHE_ALL_TESTS it fails instead."""
    is_required = "CHUHE_ALL_TESTS" in os.environ
    return pytest.mark.skipif(not is_there and not is_required, reason=f"missing: {tool}")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder with the maps of the scripts."""
    (tmp_path / "conf").mkdir()
    shutil.copy(SCRIPTS / "conf" / "team.properties", tmp_path / "conf")
    return tmp_path
