"""Texts that people read are whole sentences with named holes, so that they can be translated one by one."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
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

PROGRAMS = ("sdcdesk/io/codebook/r_script.py", "sdcdesk/io/codebook/spss_syntax.py")
"""What writes programs in other languages, whose words nobody translates; its messages are sentences."""

FOR_DEVELOPERS = ("__repr__", "__getattr__", "defect_place", "display_lines")
"""Functions whose text stands in a debugger or in a report of problems."""

FOR_CODE = {"setStyleSheet", "setObjectName", "compile", "Path", "findChild", "setProperty"}
DEFECTS = {"AttributeError", "AssertionError", "KeyError"}

WORD = re.compile(r"[A-Za-z]{2,}")
WORDS = re.compile(r"[A-Za-z]{2,}\s+[A-Za-z]{2,}|(^|\s|\0 )[A-Za-z]{2,}(\s|$|[.,:;])")
MARKUP = re.compile(r"<|://|^sdcdesk[.:]")
SQL = re.compile(r"\s*(SELECT|SET|CREATE|INSERT|COPY|DROP|PRAGMA) ")

NUMBERED = re.compile(r"\{\w+_\d+\}")
"""Names in braces that say nothing: a second thing has a name of its own."""

ADJACENT = re.compile(r"\w\}\{\w")
"""Braces without a word between them: one of them holds a part of the sentence."""

TAIL = re.compile(r"([,;:] ?|\s+)[A-Za-z]+ ?[A-Za-z]+|\s+\{\w+\} [A-Za-z]")
"""What goes on after other words."""

TEMPLATED = ("sentence", "group_size_text")
"""What takes templates, and things for their braces by name."""


def called(node: ast.AST) -> str:
    function = node.func if isinstance(node, ast.Call) else node
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def text_of(node: ast.JoinedStr) -> str:
    return "".join(part.value if isinstance(part, ast.Constant) else "\0" for part in node.values)


def texts_in(node: ast.AST) -> Iterator[str]:
    """Yield the texts that an expression can be, or be made of."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (text for part in (node.body, node.orelse) for text in texts_in(part))
    elif isinstance(node, ast.BoolOp):
        yield from (text for part in node.values for text in texts_in(part))
    elif isinstance(node, ast.List | ast.Tuple):
        yield from (text for part in node.elts for text in texts_in(part))
    elif isinstance(node, ast.Call) and called(node) in ("sentence", "counted"):
        yield from (text for part in node.args for text in texts_in(part))


def in_f_string(node: ast.JoinedStr) -> Iterator[str]:
    text = text_of(node)
    if WORDS.search(text) and not MARKUP.search(text):
        yield f"an f-string with words: {text.replace(chr(0), '…')}"
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            yield from (f"words in braces: {text}" for text in texts_in(part.value) if WORD.search(text))


def in_call(node: ast.Call) -> Iterator[str]:
    name = called(node)
    if name in TEMPLATED and isinstance(node.func, ast.Name):
        for template in node.args[:2]:
            if isinstance(template, ast.JoinedStr | ast.BinOp | ast.Call):
                yield "a template that is no literal"
        for keyword in node.keywords:
            if not isinstance(keyword.value, ast.Call):
                words = [text for text in texts_in(keyword.value) if WORD.search(text)]
                yield from (f"a word as {keyword.arg}: {text}" for text in words)
    if name in ("join", "joined", "listed") and node.args:
        own = [node.func.value] if name == "join" and isinstance(node.func, ast.Attribute) else node.args[1:2]
        between = [text for part in own for text in texts_in(part)]
        yield from (f"words between others: {text}" for text in between if WORD.search(text))
        if between and set(between) <= {"", " "} and isinstance(node.args[0], ast.List | ast.Tuple):
            clauses = [text for text in texts_in(node.args[0]) if WORD.search(text) and text[-1] not in ".?"]
            yield from (f"words put together: {text}" for text in clauses)


def in_sum(node: ast.BinOp | ast.AugAssign) -> Iterator[str]:
    parts = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    for part in parts:
        if any(isinstance(below, ast.List | ast.Tuple) for below in ast.walk(part)):
            continue  # lists become longer
        yield from (
            f"words added: {text}"
            for text in texts_in(part)
            if " " in text and WORD.search(text) and not SQL.match(text)
        )


def in_text(text: str) -> Iterator[str]:
    if SQL.match(text):
        return
    if NUMBERED.search(text):
        yield f"a numbered hole: {text}"
    if ADJACENT.search(text):
        yield f"braces beside each other: {text}"
    if TAIL.match(text):
        yield f"the end of another sentence: {text}"


def read_by_nobody(node: ast.AST, above: Mapping[ast.AST, ast.AST]) -> bool:
    """Return whether a text is a name in code, or for developers."""
    while node in above:
        node = above[node]
        if isinstance(node, ast.FunctionDef) and node.name in FOR_DEVELOPERS:
            return True
        if isinstance(node, ast.Call) and called(node) in FOR_CODE:
            return True
        if isinstance(node, ast.Raise) and node.exc and called(node.exc) in DEFECTS:
            return True
    return False


def glued(tree: ast.Module, *, program: bool = False) -> Iterator[tuple[int, str]]:
    """Yield texts that are put together of pieces, with their lines; of a program, those of its calls."""
    above: dict[ast.AST, ast.AST] = {}
    parts: set[ast.AST] = set()
    for node in ast.walk(tree):
        found: Iterable[str] = ()
        if program and not isinstance(node, ast.Call):
            continue
        if isinstance(node, ast.JoinedStr):
            found = in_f_string(node)
            parts |= set(node.values)
        elif isinstance(node, ast.Expr):
            parts.add(node.value)
        elif isinstance(node, ast.Call):
            found = in_call(node)
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Add):
            found = in_sum(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = () if node in parts else in_text(node.value)
        if found := list(found):
            above = above or {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
            yield from ((node.lineno, one) for one in found if not read_by_nobody(node, above))


@pytest.mark.parametrize(
    "code",
    [
        'f"{name} does not exist"',
        'f"Step {n} of the recipe"',
        "f\"{name}{' and more' if more else ''}\"",
        'sentence("All " + what, what=1)',
        'sentence(f"{n} {noun}", n=1)',
        "sentence(template(), n=1)",
        'sentence("{name} and {name_2}", name=a, name_2=b)',
        'sentence("{kept}{nearest}.", kept=a, nearest=b)',
        'sentence("{mean} of the parts", mean="Mean" if alike else "Weighted mean")',
        'sentence(", worst of {n}", n=3)',
        'joined([said, "now"], " ")',
        'joined(parts, " and ")',
        '" or ".join(parts)',
        'text + ", more than before"',
        'words += " Smaller ones exceed it."',
        'note(f"{a} and {b}")',
    ],
)
def test_a_text_of_pieces_is_found(code: str) -> None:
    assert list(glued(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        'sentence("{name} does not exist", name=name)',
        'sentence("{n} record" if one else "all records", n=n)',
        'sentence(_WORDS[side], name=name, value="")',
        'joined(["It is so.", "It is not."], " ")',
        'joined(names, "; ")',
        'f"{a}: {b}"',
        "f\"<p class='words'>{text}</p>\"",
        'widget.setStyleSheet(f"color: {ink} and more")',
        'f"{low}–{high}"',
        "def __repr__(self):\n    return f'{self.n} of them'",
    ],
)
def test_what_is_whole_or_read_by_nobody_is_left_alone(code: str) -> None:
    assert not list(glued(ast.parse(code)))


def test_every_text_is_a_whole_template() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in SOURCES
        if not path.relative_to(ROOT).as_posix().startswith(BELOW)
        for line, text in glued(
            ast.parse(path.read_text(encoding="utf-8")),
            program=path.relative_to(ROOT).as_posix() in PROGRAMS,
        )
    ]
    assert not found, "\n".join(found)
