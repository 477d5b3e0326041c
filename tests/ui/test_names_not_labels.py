"""No page reads its own labels to decide what to do: words change and are translated, names are not."""

import re
from pathlib import Path

import ui

READ = re.compile(
    r"\.(?:text|currentText|tabText|toolTip|accessibleName|windowTitle)\([^()]*(?:\([^()]*\))?[^()]*\)"
    r"\s*(?:==|!=|in\b|\.(?:startswith|endswith|removeprefix|removesuffix)\()"
)
"""What a widget shows, compared."""

TYPED = {"fields.py"}
"""Files of fields, in which somebody types what is compared."""


def test_no_page_reads_its_own_labels() -> None:
    root = Path(ui.__file__).resolve().parent
    found = [
        f"{path.relative_to(root.parent)}: {line.strip()}"
        for path in sorted(root.rglob("*.py"))
        if path.name not in TYPED
        for line in path.read_text(encoding="utf-8").splitlines()
        if READ.search(line)
    ]
    assert found == []
