"""Sizes of functions and files: what is longer holds more than one idea."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from code_lines import code_lines

ROOT = Path(__file__).resolve().parents[2]

LONGEST_FUNCTION = 50
LONGEST_FILE = 350
"""Code lines, as `dev.py cost` counts them."""

SOURCES = [path for room in ("sdcdesk", "ui") for path in sorted((ROOT / room).rglob("*.py"))]


def functions(text: str) -> Iterator[tuple[str, int]]:
    """Walk through the functions and methods of a module with their numbers of code lines."""
    code = code_lines(text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, len(code & set(range(node.lineno, (node.end_lineno or node.lineno) + 1)))


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in SOURCES}


def test_functions_are_short(sources: dict[str, str]) -> None:
    found = [(path, name, lines) for path, text in sources.items() for name, lines in functions(text)]
    assert len(found) > 2000
    assert not [entry for entry in found if entry[2] > LONGEST_FUNCTION]


def test_files_are_short(sources: dict[str, str]) -> None:
    lines = {path: len(code_lines(text)) for path, text in sources.items()}
    assert sum(lines.values()) > 20_000
    assert not {path: number for path, number in lines.items() if number > LONGEST_FILE}


def test_lines_are_counted_without_docstrings_comments_and_empty_lines() -> None:
    text = (
        '"""A module."""\n\n# Why.\nONE = 1\n"""The number."""\n\n\n'
        'def one() -> int:\n    """Return a number.\n\n    It is 1.\n    """\n    # Why.\n\n    return ONE\n'
    )
    assert code_lines(text) == {4, 8, 15}
    assert dict(functions(text)) == {"one": 2}
