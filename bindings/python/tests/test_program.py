"""The program of docs/library.md runs as it stands there."""

import re
from pathlib import Path


def test_the_program_of_the_document_runs() -> None:
    text = (Path(__file__).parents[3] / "docs/library.md").read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(programs) == 1
    exec(compile(programs[0], "library.md", "exec"), {})
