"""The examples of `docs/testing.md`, each with its tool. Without the tool a test is skipped, and says so."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Optional

import chuhe_tcp

from .conftest import ROOT, needs

JUNIT = Path("/usr/share/java/junit-platform-console-standalone.jar")


def examples(language: str) -> list[str]:
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    blocks = page.split(f"```{language}\n")[1:]
    return [block.partition("```")[0] for block in blocks]


def run(folder: Path, *command: str, server: Optional[chuhe_tcp.Server] = None) -> str:
    port = {"CHUHE_PORT": str(server.port)} if server else {}
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **port}, text=True, capture_output=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_python(tmp_path: Path) -> None:
    with_pytest, plain, faults = examples("python")
    for text, passed in ((with_pytest, "3 passed"), (faults, "2 passed")):
        (tmp_path / "test_example.py").write_text(text)
        assert passed in run(tmp_path, sys.executable, "-m", "pytest", "-q", "test_example.py")
    assert run(tmp_path, sys.executable, "-c", plain).startswith("red ['h2e2', ")


@needs("a JDK and junit5", bool(shutil.which("javac")) and JUNIT.exists())
def test_java(tmp_path: Path, chuhe_server: chuhe_tcp.Server) -> None:
    [text] = examples("java")
    (tmp_path / "ChuheTest.java").write_text(text)
    jars = ":".join(str(jar) for jar in sorted(JUNIT.parent.glob("*.jar")) if is_of_junit(jar.name))
    run(tmp_path, "javac", "-cp", jars, "ChuheTest.java")
    arguments = ["org.junit.platform.console.ConsoleLauncher", "--select-class", "ChuheTest"]
    said = run(tmp_path, "java", "-cp", f".:{jars}", *arguments, server=chuhe_server)
    assert "2 tests successful" in said


def is_of_junit(name: str) -> bool:
    """Returns whether a file of Debian's Java belongs to JUnit."""
    return name.startswith(("junit-platform", "junit-jupiter", "opentest4j", "apiguardian", "univocity"))


@needs("robotframework", bool(importlib.util.find_spec("robot")))
def test_robot_framework(tmp_path: Path, chuhe_server: chuhe_tcp.Server) -> None:
    [text] = examples("robotframework")
    (tmp_path / "example.robot").write_text(text)
    run(tmp_path, sys.executable, "-m", "robot", "example.robot", server=chuhe_server)


@needs("bash", bool(shutil.which("bash")))
def test_shell(tmp_path: Path, chuhe_server: chuhe_tcp.Server) -> None:
    [text] = examples("bash")
    run(tmp_path, "bash", "-c", text, server=chuhe_server)
