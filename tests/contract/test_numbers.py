"""One locale policy of numbers: one place formats them, and texts that are kept are sentences."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sdcdesk
import ui
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.text.locale import Locale
from sdcdesk.core.text.sentence import localised
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS

MAY_ROUND = {
    "sdcdesk/core/numbers/digits.py": "a number with few digits, as a number",
    "sdcdesk/core/numbers/contributions.py": "nearly equal multiples of a step, as one",
    "sdcdesk/core/text/locale.py": "where numbers become text",
    "sdcdesk/inspection/profile/round_numbers.py": "a number with few digits, as a number",
    "sdcdesk/io/r_data/alternative.py": "text that a file of R leaves to be made, as R makes it",
    "sdcdesk/io/released_display.py": "how many places a number takes",
    "sdcdesk/report/svg_axes.py": "places in a picture",
    "ui/look/theme.py": "sizes of letters",
    "sdcdesk/release/gauge_scale.py": "ends of a scale",
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
            made = node.func.id if isinstance(node.func, ast.Name) else ""
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


SIZES = re.compile(r"k|n|t|largest|threshold|(LARGEST|LONGEST|MOST)_(?!SEED)\w+")
"""Names of variables that are sizes; numbers of steps, lines and cells, and seeds, are names."""


def is_size(value: ast.expr) -> bool:
    """Return whether an expression is a size by its name ("k", "both.wanted", "LARGEST_BLOCK + 1")."""
    if isinstance(value, ast.BinOp):
        return is_size(value.left) or is_size(value.right)
    if isinstance(value, ast.Attribute):
        return value.attr == "wanted" or SIZES.fullmatch(value.attr) is not None
    return isinstance(value, ast.Name) and SIZES.fullmatch(value.id) is not None


def plain_counts(tree: ast.AST) -> Iterator[int]:
    """Yield the lines in which a count or a size stands in a text without groups of digits."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.FormattedValue)
            and node.format_spec is None
            and (is_count(node.value) or is_size(node.value))
        ):
            yield node.lineno


FORMATTERS = {
    "count_shown": 1,
    "number_shown": 1,
    "value_shown": 1,
    "share_shown": 1,
    "shown": 1,
    "column_shown": 1,
    "limit_shown": 2,
}
"""What makes text of numbers, and how many arguments stand before the locale."""

HOMES = ("sdcdesk.core.text.quantity_text", "sdcdesk.core.text.number_text")

NEUTRAL = {
    "sdcdesk/cli": "terminals",
    "sdcdesk/report": "documents",
    "sdcdesk/core/results/figure.py": "how a figure is shown to a programmer",
    "sdcdesk/core/results/findings_json.py": "files",
    "sdcdesk/core/results/edition.py": "documents",
    "sdcdesk/core/results/withholding.py": "documents",
    "sdcdesk/risk/weights/matrix.py": "titles that are kept in projects",
}
"""What writes numbers in the neutral locale."""


def without_locale(tree: ast.AST) -> Iterator[int]:
    """Yield the lines in which a number becomes text for no reader."""
    own = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and node.module in ("sdcdesk.core.text.quantity_text", "sdcdesk.core.text.number_text")
        for alias in node.names
    } & FORMATTERS.keys()
    for node in ast.walk(tree) if own else ():
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in own
            and len(node.args) <= FORMATTERS[node.func.id]
            and not any(keyword.arg == "locale" for keyword in node.keywords)
        ):
            yield node.lineno


Lines = dict[str, tuple[list[int], list[int]]]


@pytest.fixture(scope="module")
def lines_found() -> Lines:
    """The lines of each file that fix digits, and those that make texts for no reader."""
    found = {}
    for path in FILES:
        tree = ast.parse(path.read_text("utf-8"))
        found[name(path)] = [*formats(tree), *plain_counts(tree)], list(without_locale(tree))
    return found


def test_numbers_are_formatted_in_one_place(lines_found: Lines) -> None:
    rounding = {path for path, (lines, _) in lines_found.items() if lines}
    assert rounding == {path for path in lines_found if path in MAY_ROUND}


def test_numbers_become_text_for_a_reader(lines_found: Lines) -> None:
    elsewhere = {
        path: lines for path, (_, lines) in lines_found.items() if not path.startswith(tuple(NEUTRAL))
    }
    assert len(elsewhere) > 300
    assert not {path: lines for path, lines in elsewhere.items() if lines}


FORMED = ['f"{n:,}"', 'f"{x:.2f}"', 'f"{x:g} %"', 'format(x, ".2f")', '"%.2f" % x', "round(x, 2)"]


@pytest.mark.parametrize("code", FORMED)
def test_numbers_that_are_formatted_elsewhere_are_found(code: str) -> None:
    assert list(formats(ast.parse(code)))


COUNTED = [
    'f"{len(x)} of"',
    'f"{len(x) - FEW} more"',
    'f"{sum(x)}"',
    'f"{x.sum()}"',
    'f"{k} or more"',
    'f"below {both.wanted}"',
    'f"1 to {LARGEST_K - 1}"',
]


@pytest.mark.parametrize("code", COUNTED)
def test_counts_without_groups_of_digits_are_found(code: str) -> None:
    assert list(plain_counts(ast.parse(code)))


CALLS = ["count_shown(3)", "shown(quantity).text", "limit_shown(2, unit)", "number_shown(2.5, digits=2)"]


@pytest.mark.parametrize("code", CALLS)
def test_texts_for_no_reader_are_found(code: str) -> None:
    imported = f"from sdcdesk.core.text.quantity_text import {code.partition('(')[0]}\n"
    assert list(without_locale(ast.parse(imported + code)))
    assert not list(without_locale(ast.parse(imported + code.replace(")", ", locale=locale)", 1))))


@pytest.mark.parametrize("kind", [*METHODS, *MEASURES], ids=lambda kind: kind.name)
def test_what_explains_a_parameter_or_figure_is_written_as_its_reader_writes_numbers(
    kind: type[Operation],
) -> None:
    """The first is shown as it stands and holds no decimals; the other is a sentence that knows them."""
    for field in kind.model_fields.values():
        for text in (field.title, field.description):
            assert not re.search(r"\d[.,]\d", text or ""), text
    for figure in getattr(kind, "declares", ()):
        assert not re.search(r"\d\.\d", localised(figure.meaning, Locale(",", "."))), figure.name
