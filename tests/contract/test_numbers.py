"""One locale policy of numbers: one place formats them, and texts that are kept are sentences."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sdcdesk
import ui

MAY_ROUND = {
    "sdcdesk/core/digits.py": "a number with few digits, as a number",
    "sdcdesk/core/locale.py": "where numbers become text",
    "sdcdesk/inspection/profile/numbers.py": "a number with few digits, as a number",
    "sdcdesk/report/svg_axes.py": "places in a picture",
    "ui/look/theme.py": "sizes of letters",
    "ui/widgets/gauge_scale.py": "ends of a scale",
}
"""Files that fix the digits of numbers, each with what it makes."""

ROOTS = [Path(next(iter(package.__path__))) for package in (sdcdesk, ui)]
FILES = sorted(path for root in ROOTS for path in root.rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(ROOTS[0].parent).as_posix()


NUMBER = re.compile(r"[,_.%defgnEG]\s*$|[,.]\d")
"""A format of numbers, not one of padding or of dates."""

OLD = re.compile(r"%[-+ #0]*[\d.]*\.\d[fge]|\{\w*:[^{}\s]*[,.][^{}\s]*\}")
"""The same as templates of other ways: "%.2f", "{:,}"."""


def formats(tree: ast.AST) -> Iterator[int]:
    """Yield the lines in which a number is given a form, or fewer digits."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            given = ast.unparse(node.format_spec).strip("f'\"")
            found = bool(NUMBER.search(given)) and "%Y" not in given and "%H" not in given
        elif isinstance(node, ast.Call):
            made = ast.unparse(node.func)
            found = made == "format" or (made == "round" and len(node.args) == 2)
        else:
            found = isinstance(node, ast.Constant) and bool(OLD.search(str(node.value)))
        if found:
            yield node.lineno


def is_count(value: ast.expr) -> bool:
    """Return whether an expression is the number of something, as far as that is seen in it."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Sub | ast.Mult):
        return is_count(value.left) or is_count(value.right)
    if not isinstance(value, ast.Call):
        return False
    what = value.func
    return (isinstance(what, ast.Name) and what.id in ("len", "sum")) or (
        isinstance(what, ast.Attribute) and what.attr == "sum"
    )


def plain_counts(tree: ast.AST) -> Iterator[int]:
    """Yield the lines in which a count stands in a text without groups of digits."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FormattedValue) and node.format_spec is None and is_count(node.value):
            yield node.lineno


@pytest.mark.parametrize("path", FILES, ids=name)
def test_numbers_are_formatted_in_one_place(path: Path) -> None:
    code = ast.parse(path.read_text("utf-8"))
    found = [*formats(code), *plain_counts(code)]
    if name(path) in MAY_ROUND:
        assert found
    else:
        assert found == []


FORMED = ['f"{n:,}"', 'f"{x:.2f}"', 'f"{x:g} %"', 'format(x, ".2f")', '"%.2f" % x', "round(x, 2)"]


@pytest.mark.parametrize("code", FORMED)
def test_numbers_that_are_formatted_elsewhere_are_found(code: str) -> None:
    assert list(formats(ast.parse(code)))


@pytest.mark.parametrize("code", ['f"{len(x)} of"', 'f"{len(x) - FEW} more"', 'f"{sum(x)}"', 'f"{x.sum()}"'])
def test_counts_without_groups_of_digits_are_found(code: str) -> None:
    assert list(plain_counts(ast.parse(code)))
