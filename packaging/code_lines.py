"""Code lines of a source: `cost` counts those of an addition, a contract those of functions and files."""

from __future__ import annotations

import ast
import io
import tokenize

SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}
"""Tokens that make no line one of code."""


def code_lines(text: str) -> set[int]:
    """Return the numbers of the lines that hold code: no comments, no docstrings, no empty lines."""
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SILENT:
            code |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and type(node.value.value) is str
        ):
            code -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return code
