"""Sizes of functions and files: what is longer holds more than one idea."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

LONGEST_FUNCTION = 50
LONGEST_FILE = 350
"""Lines, docstrings and examples left out: what is said and shown of a class makes nothing longer to read."""

SOURCES = [path for room in ("sdcdesk", "ui") for path in sorted((ROOT / room).rglob("*.py"))]

Sources = dict[str, tuple[str, ast.Module]]

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def docstring_lines(node: Documented) -> int:
    if not node.body or ast.get_docstring(node) is None:
        return 0
    first = node.body[0]
    return (first.end_lineno or first.lineno) - first.lineno + 1


def functions(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Walk through the functions and methods of a module with their numbers of lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield node.name, lines - docstring_lines(node)


def example_lines(node: ast.AST) -> int:
    """Return the lines of the examples of an operation."""
    if not isinstance(node, ast.Assign) or [ast.unparse(target) for target in node.targets] != ["examples"]:
        return 0
    return (node.end_lineno or node.lineno) - node.lineno + 1


def file_lines(text: str, tree: ast.AST) -> int:
    every = [*ast.walk(tree)]
    documented = [node for node in every if isinstance(node, Documented)]
    return len(text.splitlines()) - sum(map(docstring_lines, documented)) - sum(map(example_lines, every))


@pytest.fixture(scope="module")
def sources() -> Sources:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in SOURCES}
    return {path: (text, ast.parse(text)) for path, text in texts.items()}


def test_functions_are_short(sources: Sources) -> None:
    found = [(path, name, lines) for path, (_, tree) in sources.items() for name, lines in functions(tree)]
    assert len(found) > 2000
    assert not [entry for entry in found if entry[2] > LONGEST_FUNCTION]


def test_files_are_short(sources: Sources) -> None:
    lines = {path: file_lines(text, tree) for path, (text, tree) in sources.items()}
    assert not {path: number for path, number in lines.items() if number > LONGEST_FILE}


def test_lines_are_counted_without_docstrings() -> None:
    docstring = '    """Return a number.\n\n    It is 1.\n    """\n'
    text = f'"""A module."""\n\n\ndef made() -> int:\n{docstring}    return 1\n'
    assert file_lines(text, ast.parse(text)) == 4
    shown = f"{text}\n\nclass Step(Method):\n    examples = (\n        {{}},\n    )\n"
    assert file_lines(shown, ast.parse(shown)) == 7
    assert dict(functions(ast.parse(text))) == {"made": 2}
