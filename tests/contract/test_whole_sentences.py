"""Texts that people read are whole sentences with named holes, so that they can be translated one by one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [path for room in ("sdcdesk", "ui") for path in sorted((ROOT / room).rglob("*.py"))]

BELOW = (
    *("sdcdesk/core/numbers/", "sdcdesk/core/text/", "sdcdesk/core/files/this_build.py"),
    *("sdcdesk/cli/__init__.py", "sdcdesk/cli/program.py"),
    "sdcdesk/core/files/problems.py",
)
"""What sentences stand on, and what runs before they are imported, so that help and version come at once; and
reports of problems, which developers read."""

WORDS = re.compile(r"[A-Za-z]{2,}\s+[A-Za-z]{2,}|(^|\s|\0 )[A-Za-z]{2,}(\s|$|[.,:;])")
MARKUP = re.compile(r"<|://|^sdcdesk\.")
FOR_CODE = {"setStyleSheet", "setObjectName", "compile", "Path", "findChild", "setProperty"}
FOR_DEVELOPERS = {"AttributeError", "AssertionError", "KeyError"}


def called(node: ast.AST) -> str:
    function = node.func if isinstance(node, ast.Call) else node
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def text_of(node: ast.JoinedStr) -> str:
    return "".join(part.value if isinstance(part, ast.Constant) else "\0" for part in node.values)


def glued(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield texts that are put together of pieces, with their lines."""
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}

    def read_by_nobody(node: ast.AST) -> bool:
        while node in above and not isinstance(node, ast.Module):
            node = above[node]
            if isinstance(node, ast.FunctionDef) and node.name in ("__repr__", "__getattr__", "place_of"):
                return True
            if isinstance(node, ast.Call) and called(node) in FOR_CODE:
                return True
            if isinstance(node, ast.Raise) and node.exc and called(node.exc) in FOR_DEVELOPERS:
                return True
        return False

    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = text_of(node)
            if WORDS.search(text) and not MARKUP.search(text) and not read_by_nobody(node):
                yield node.lineno, text.replace("\0", "…")
        elif isinstance(node, ast.Call) and called(node) == "sentence":
            yield from (
                (part.lineno, "a template that is no literal")
                for part in node.args[:2]
                if isinstance(part, ast.JoinedStr | ast.BinOp)
            )


@pytest.mark.parametrize(
    "code",
    [
        'f"{name} does not exist"',
        'f"Step {n} of the recipe"',
        'sentence("All " + what, what=1)',
        'note(f"{a} and {b}")',
    ],
)
def test_a_text_of_pieces_is_found(code: str) -> None:
    assert list(glued(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        'sentence("{name} does not exist", name=name)',
        'f"{a}: {b}"',
        "f\"<p class='words'>{text}</p>\"",
        'widget.setStyleSheet(f"color: {ink} and more")',
        'f"{low}–{high}"',
    ],
)
def test_what_is_whole_or_read_by_nobody_is_left_alone(code: str) -> None:
    assert not list(glued(ast.parse(code)))


def test_every_text_is_a_whole_template() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in SOURCES
        if not path.relative_to(ROOT).as_posix().startswith(BELOW)
        for line, text in glued(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found, "\n".join(found)
