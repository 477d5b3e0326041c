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


Sizes = dict[str, tuple[int, list[tuple[str, int]]]]


def functions(tree: ast.Module, code: set[int]) -> Iterator[tuple[str, int]]:
    """Walk through the functions and methods of a module with their numbers of code lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, len(code & set(range(node.lineno, (node.end_lineno or node.lineno) + 1)))


@pytest.fixture(scope="module")
def sizes() -> Sizes:
    """Code lines of each file, and of its functions."""
    found = {}
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        code = code_lines(text, tree)
        found[path.relative_to(ROOT).as_posix()] = len(code), list(functions(tree, code))
    return found


def test_functions_are_short(sizes: Sizes) -> None:
    found = [(path, name, lines) for path, (_, inside) in sizes.items() for name, lines in inside]
    assert len(found) > 2000
    assert not [entry for entry in found if entry[2] > LONGEST_FUNCTION]


def test_files_are_short(sizes: Sizes) -> None:
    assert sum(lines for lines, _ in sizes.values()) > 20_000
    assert not {path: lines for path, (lines, _) in sizes.items() if lines > LONGEST_FILE}


def test_lines_are_counted_without_docstrings_comments_and_empty_lines() -> None:
    text = (
        '"""A module."""\n\n# Why.\nONE = 1\n"""The number."""\n\n\n'
        'def one() -> int:\n    """Return a number.\n\n    It is 1.\n    """\n    # Why.\n\n    return ONE\n'
    )
    assert code_lines(text) == {4, 8, 15}
    assert dict(functions(ast.parse(text), code_lines(text))) == {"one": 2}


def test_an_empty_line_and_a_hash_in_a_text_are_code() -> None:
    text = 'WORDS = f"""\n\n# No comment {1}\n"""\nTWO = (\n    "one"\n    # Why.\n    "two"\n)\n'
    assert code_lines(text) == {1, 2, 3, 4, 5, 6, 8, 9}
