"""Writes the template of translations: every text of the program, with where it stands, as gettext knows it.

    messages.py [FILE]

English is the key. A text is a literal of the source: whole sentences with named holes, titles, labels and
the paragraphs of manual pages, and what stands between the tags of the templates of reports; so the tools of
gettext make catalogues of it, and say what is not translated. Names in code are left out.
"""

from __future__ import annotations

import ast
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Catalog

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("sdcdesk", "ui")
TARGET = ROOT / "dist" / "sdcdesk.pot"

WORDS = re.compile(r"[^\W\d_]{2,}[^\n]* [^\n]*[^\W\d_]|^[A-Z][a-z]+[.…]?$", re.DOTALL)
"""Two words or more, or one that begins with a capital letter, as titles do."""

WORD = re.compile(r"[^\W\d_]{2,}")
HOLE = re.compile(r"\{(\w+)\}")

CODE = re.compile(
    r"\\[bdsw]|\(\?|[{;]\s*[\w-]+\s*:\s*[\w#]|^[\w.]+\.[\w.]+$|^https?:|^</?\w+[^>]*>$|^%|: %s"
    r"|^\s*(SELECT|SET|CREATE|INSERT|COPY) "
)
"""Patterns, styles, addresses, lone tags, formats of logs and queries of databases, which nobody reads."""

CODED = {
    *(
        "Literal",
        "compile",
        "setObjectName",
        "TypeVar",
        "getattr",
        "hasattr",
        "cast",
        "setStyle",
        "setProperty",
    ),
    *("setStyleSheet", "findChild", "startswith", "endswith", "removeprefix", "removesuffix", "partition"),
    *("KeyError", "AttributeError", "AssertionError", "RuntimeError"),
}
"""What takes literals that are names in code, or texts for developers."""

CODED_NAMES = {"source", "symbol", "__all__", "__slots__", "ALIASES"}
"""Fields and variables that hold no texts: names of papers, symbols, names in code."""

TEXTS = {
    **dict.fromkeys(("sentence", "count_unit"), (0, 1)),
    **dict.fromkeys(
        ("plain", "ColumnForEach", "Catalogue", "label", "Entry", "RowColumn", "Axis", "means"), (0,)
    ),
    **dict.fromkeys(("group_size_text", "parameter"), (1, 2)),
    **dict.fromkeys(("Column", "public_key"), (1, 3)),
    **dict.fromkeys(("Series", "Criterion", "Declared", "risk_figure"), (1,)),
    "State": (1, 3),
    "FieldError": (1,),
}
"""Places of arguments that are texts, also where they are a single word or look like code."""

TEXT_NAMES = {"title", "unit", "empty", "meaning", "help", "over", "label"}
"""Names of arguments that are."""


class Message(NamedTuple):
    """A text with where it stands.

    Attributes
    ----------
    text
        English, in the singular where it counts something.
    many
        The same in the plural; empty where nothing is counted.
    line
        Line of the source.
    """

    text: str
    many: str
    line: int


def messages(source: str) -> Iterator[Message]:
    """Yield the texts of a module, in the order of the source.

    ``source`` is its text. Docstrings are texts only where they are manual pages: of classes with a title.
    """
    nodes = list(ast.walk(ast.parse(source)))
    left_out, sure = set(_in_code(nodes)), set(_in_texts(nodes))
    plurals = dict(_plurals(nodes))
    left_out.update(plurals.values())
    found = [
        Message(node.value, plurals[node].value if node in plurals else "", node.lineno)
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in left_out
        if WORD.search(HOLE.sub("", node.value))
        if node in sure or node in plurals or _is_text(node.value)
    ]
    yield from sorted([*found, *_counts(nodes), *_manual(nodes)], key=lambda message: message.line)


def template_messages(source: str) -> Iterator[Message]:
    """Yield the texts of a template of HTML: what stands between tags, in attributes, and in its literals.

    ``source`` is its text. What the template puts in is a hole of the name that it has there.
    """
    shown = re.sub(r"\{#.*?#\}|<style>.*?</style>", _blank, source, flags=re.DOTALL)
    line = 1
    for text in re.sub(r"\{%.*?%\}|<[^>]*>", _blank, shown, flags=re.DOTALL).split("\0"):
        words = " ".join(re.sub(r"\{\{\s*(.*?)\s*\}\}", _hole, text, flags=re.DOTALL).split())
        if WORD.search(HOLE.sub("", words)):
            yield Message(words, "", line + text[: len(text) - len(text.lstrip())].count("\n"))
        line += text.count("\n")
    for part in re.finditer(r'(?:aria-label|title|alt)="([^"{<]+)"', shown):
        yield Message(part[1], "", shown.count("\n", 0, part.start()) + 1)
    for block in re.finditer(r"\{[{%](.*?)[%}]\}", shown, flags=re.DOTALL):
        for literal in re.findall(r'"([^"]+)"', block[1]):
            if _is_text(literal):
                yield Message(literal, "", shown.count("\n", 0, block.start()) + 1)


def _blank(part: re.Match[str]) -> str:
    return "\0" + "\n" * part[0].count("\n")


def _hole(part: re.Match[str]) -> str:
    return "{" + re.sub(r"\W+", "_", part[1]).strip("_") + "}"


def _is_text(value: str) -> bool:
    return bool(WORDS.search(value)) and not CODE.search(value)


def _name(function: ast.AST) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _literals(node: ast.AST | None) -> Iterator[ast.AST]:
    yield from ast.walk(node) if node is not None else ()


def _in_code(nodes: list[ast.AST]) -> Iterator[ast.AST]:
    """Yield what is no text of its own: docstrings, parts of f-strings, annotations, and names in code."""
    for node in nodes:
        if isinstance(node, ast.Expr):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield from node.values
        else:
            yield from (part for found in _coded(node) for part in _literals(found))


def _coded(node: ast.AST) -> Iterator[ast.AST | None]:
    """Yield the parts of a node in which all literals are code."""
    if isinstance(node, ast.FunctionDef):
        yield node.returns
    elif isinstance(node, ast.arg):
        yield node.annotation
    elif isinstance(node, ast.Subscript):
        yield from _constants(node.slice)
    elif isinstance(node, ast.Compare):
        yield from (part for side in (node.left, *node.comparators) for part in _constants(side))
    elif isinstance(node, ast.Call):
        yield node if _name(node.func) in CODED else None
    elif isinstance(node, ast.keyword):
        yield node.value if node.arg in CODED_NAMES else None
    elif isinstance(node, ast.Dict):
        yield node if _names_places(node) else None
    elif isinstance(node, ast.AnnAssign | ast.Assign):
        targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
        yield node.value if any(_name(target) in CODED_NAMES for target in targets) else None
        yield node.annotation if isinstance(node, ast.AnnAssign) else None


def _constants(node: ast.expr) -> Iterator[ast.expr]:
    """Yield an expression if it is a literal, or those that a tuple, list or set is made of."""
    if isinstance(node, ast.Constant):
        yield node
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        yield from (part for part in node.elts if isinstance(part, ast.Constant))


def _names_places(node: ast.Dict) -> bool:
    """Return whether a mapping says in which module each of some names is."""
    values = [getattr(value, "value", None) for value in node.values]
    named = [value for value in values if isinstance(value, str) and re.fullmatch(r"[a-z_.]+", value)]
    return len(named) == len(values) and any("." in value for value in named)


def _in_texts(nodes: list[ast.AST]) -> Iterator[ast.AST]:
    """Yield the arguments and fields that are texts whatever they look like."""
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            # A class that inherits the type of its title gives it without one.
            yield from (
                part.value for part in node.body if isinstance(part, ast.Assign) and _is_text_name(part)
            )
        if isinstance(node, ast.AnnAssign) and _is_text_name(node) and node.value is not None:
            yield node.value
        if not isinstance(node, ast.Call):
            continue
        yield from (node.args[place] for place in TEXTS.get(_name(node.func), ()) if place < len(node.args))
        if _name(node.func) != "errstate":
            yield from (keyword.value for keyword in node.keywords if keyword.arg in TEXT_NAMES)


def _is_text_name(part: ast.Assign | ast.AnnAssign) -> bool:
    return _name(part.target if isinstance(part, ast.AnnAssign) else part.targets[0]) in TEXT_NAMES


def _plurals(nodes: list[ast.AST]) -> Iterator[tuple[ast.Constant, ast.Constant]]:
    """Yield the pairs of singular and plural: arguments of a sentence, or texts beside each other."""
    for node in nodes:
        if isinstance(node, ast.Call) and _name(node.func) in ("sentence", "count_unit"):
            beside, certain = pairwise(node.args[:2]), True
        elif isinstance(node, ast.Assign) and _targets(node)[-1:] == ["many"]:
            beside, certain = pairwise(getattr(node.value, "elts", ())), True
        else:
            parts = node.args if isinstance(node, ast.Call) else getattr(node, "elts", ())
            beside, certain = pairwise([*parts, *_before_plural(node)]), False
        for one, many in beside:
            if (
                isinstance(one, ast.Constant)
                and isinstance(many, ast.Constant)
                and _is_pair(one, many, certain=certain)
            ):
                yield one, many


def _targets(node: ast.Assign) -> list[str]:
    return [_name(target) for target in getattr(node.targets[0], "elts", node.targets)]


def _before_plural(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what is called `many` in a line of its own, and what stands in the line before it."""
    for one, many in pairwise(getattr(node, "body", ()) if isinstance(node, ast.stmt) else ()):
        if isinstance(one, ast.Assign) and isinstance(many, ast.Assign) and _targets(many) == ["many"]:
            yield from (one.value, many.value)


def _is_pair(one: ast.Constant, many: ast.Constant, *, certain: bool) -> bool:
    """Return whether the second text is the plural of the first: for sure, or because both count the same."""
    if not isinstance(one.value, str) or not isinstance(many.value, str) or not WORD.search(many.value):
        return False
    holes, others = set(HOLE.findall(one.value)), set(HOLE.findall(many.value))
    if "n" in others - holes:
        return holes - others == {"name"}  # one by its name, several by their number
    return certain or (one.value != many.value and "n" in holes and holes == others)


def _counts(nodes: list[ast.AST]) -> Iterator[Message]:
    """Yield counts with their nouns, whose template `counted` makes."""
    for call in nodes:
        if (
            not isinstance(call, ast.Call)
            or _name(call.func) not in ("counted", "counted_noun")
            or len(call.args) < 2
        ):
            continue
        words = [word.value for word in call.args[1:3] if isinstance(word, ast.Constant)]
        if words:
            one, many = words[0], words[1] if len(words) > 1 else f"{words[0]}s"
            yield Message(f"{{n}} {one}", f"{{n}} {many}", call.lineno)


def _manual(nodes: list[ast.AST]) -> Iterator[Message]:
    """Yield what manual pages say, which are docstrings of operations: not their examples."""
    for node in nodes:
        if not isinstance(node, ast.ClassDef) or not any(map(_is_title, node.body)):
            continue
        text = re.split(r"\n\s*(?:Attributes|Examples?)\n\s*-{3,}", ast.get_docstring(node) or "")[0]
        for paragraph in re.split(r"\n\s*\n", text):
            for part in _parts(paragraph):
                yield Message(" ".join(part.split()), "", node.lineno)


def _is_title(part: ast.stmt) -> bool:
    """Return whether a statement of a class gives it a title; fields of values have none to give."""
    if isinstance(part, ast.Assign):
        return _targets(part) == ["title"]
    return (
        isinstance(part, ast.AnnAssign)
        and _name(part.target) == "title"
        and ast.unparse(part.annotation).startswith("ClassVar")
        and part.value is not None
    )


def _parts(paragraph: str) -> Iterator[str]:
    """Yield a paragraph, or its heading, the entries of its list, and its terms and what they mean."""
    heading, line, rest = paragraph.partition("\n---")
    if line:
        yield heading
        yield from _parts(rest.partition("\n")[2])
    elif paragraph.startswith("- "):
        yield from re.split(r"^- ", paragraph, flags=re.MULTILINE)[1:]
    elif re.search(r"^\S.*\n {4}", paragraph):
        yield from re.findall(r"^\S.*$|(?:^ +.*(?:\n|$))+", paragraph, re.MULTILINE)
    else:
        yield paragraph


def sources() -> Iterator[tuple[str, str]]:
    """Yield the places and the contents of all files that hold texts."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in (".py", ".html"):
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def template() -> Catalog:
    """Return all texts of the program as a catalogue without translations."""
    from babel.messages.catalog import Catalog  # not where only pages and packages are made

    catalog = Catalog(project="SDCDesk", charset="utf-8")
    for where, source in sources():
        found = messages(source) if where.endswith(".py") else template_messages(source)
        for message in found:
            key = (message.text, message.many) if message.many else message.text
            catalog.add(key, locations=[(where, message.line)])
    return catalog


def write(target: Path = TARGET) -> int:
    """Write the template, and return how many texts it holds."""
    from babel.messages.pofile import write_po

    catalog = template()
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        write_po(file, catalog, width=100)
    return len(catalog)


if __name__ == "__main__":
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    number = write(out)
    sys.stdout.write(f"{number} texts in {out}\n")
