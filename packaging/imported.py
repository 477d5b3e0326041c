"""Modules that sources import, at any place in them: also those that a function imports when called."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def imported(folder: Path) -> set[tuple[str, str]]:
    """Return what the sources in a folder import: module and name, the name empty for a whole module.

    Imports relative to the source, and those for type checkers alone, are not among them.
    """
    found: set[tuple[str, str]] = set()
    for source in sorted(folder.rglob("*.py")):
        for statement in _statements(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(statement, ast.Import):
                found |= {(alias.name, "") for alias in statement.names}
            elif isinstance(statement, ast.ImportFrom) and not statement.level and statement.module:
                found |= {(statement.module, alias.name) for alias in statement.names}
    return found


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield everything in a syntax tree but what only type checkers see."""
    for part in ast.iter_child_nodes(tree):
        if isinstance(part, ast.If) and "TYPE_CHECKING" in ast.unparse(part.test):
            for other in part.orelse:
                yield other
                yield from _statements(other)
            continue
        yield part
        yield from _statements(part)
