"""The programs of the documents run as they stand there."""

import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("document", ["docs/library.md", "bindings/python/README.md"])
def test_the_program_of_a_document_runs(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(programs) == 1
    shutil.copy(ROOT / "tests/data/records/xqstudio.xqf", tmp_path / "games.xqf")
    monkeypatch.chdir(tmp_path)
    exec(compile(programs[0], document, "exec"), {})
