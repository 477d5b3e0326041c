"""Code lines of a source: `cost` counts those of an addition, a contract those of functions and files."""

from __future__ import annotations

import ast

QUOTES = (b'"""', b"'''")
"""What begins a text of several lines, in which an empty line and a # are part of the text."""


def code_lines(text: str, tree: ast.Module | None = None) -> set[int]:
    """Return the numbers of the lines that hold code: no comments, no docstrings, no empty lines.

    ``tree`` is what the source was parsed into, where that is known already.
    """
    lines = text.encode().split(b"\n")
    code = {
        number for number, line in enumerate(lines, 1) if (bare := line.strip()) and not bare.startswith(b"#")
    }
    docstrings: set[int] = set()
    for node in ast.walk(tree or ast.parse(text)):
        if isinstance(node, ast.Constant | ast.JoinedStr) and node.end_lineno != node.lineno:
            start = lines[node.lineno - 1][node.col_offset :].lstrip(b"rRbBfFuU")
            if start.startswith(QUOTES):
                code |= _lines(node)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            docstrings |= _lines(node) if type(node.value.value) is str else set()
    return code - docstrings


def _lines(node: ast.expr | ast.stmt) -> set[int]:
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
