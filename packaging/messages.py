"""Writes the template of translations: every text of the program, with where it stands, as gettext knows it.

    messages.py FILE

English is the key. A text is a literal of the source: whole sentences with named holes, titles, labels, and
the paragraphs of manual pages; so the tools of gettext make catalogues of it, and say what is not translated.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("sdcdesk", "ui")

WORDS = re.compile(r"[^\W\d_]{2,}[^\n]* [^\n]*[^\W\d_]|^[A-Z][a-z]+[.…]?$", re.DOTALL)
"""Two words or more, or one that begins with a capital letter, as titles do."""

CODE = re.compile(r"\\[bdsw]|\(\?|[{;]\s*[\w-]+\s*:\s*[\w#]|^[\w.]+\.[\w.]+$|^https?:|^</?\w+[^>]*>$")
"""Patterns, styles, addresses and lone tags, which nobody reads."""

CODED = ("Literal", "compile", "setObjectName", "TypeVar", "getattr", "hasattr")
"""What takes literals that are names in code."""


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
    tree = ast.parse(source)
    left_out = set(_in_code(tree))
    plurals: dict[ast.Constant, str] = {}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if _name(call.func) == "sentence" and len(call.args) > 1:
            one, many = call.args[:2]
            if isinstance(one, ast.Constant) and isinstance(many, ast.Constant) and many.value:
                plurals[one] = str(many.value)
                left_out.update((many, *call.args[2:]))
    found = [
        Message(node.value, plurals.get(node, ""), node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node not in left_out and _is_text(node.value)
    ]
    yield from sorted([*found, *_counts(tree), *_manual(tree)], key=lambda message: message.line)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(WORDS.search(value)) and not CODE.search(value)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _in_code(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what is no text of its own: docstrings, parts of f-strings, and names in code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield from node.values
        elif isinstance(node, ast.Subscript) and _name(node.value) == "Literal":
            yield from ast.walk(node.slice)
        elif isinstance(node, ast.Call) and _name(node.func) in CODED:
            yield from ast.walk(node)
        elif isinstance(node, ast.Assign) and any(
            _name(target) in ("__all__", "__slots__") for target in node.targets
        ):
            yield from ast.walk(node.value)


def _counts(tree: ast.Module) -> Iterator[Message]:
    """Yield counts with their nouns, whose template `counted` makes."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or _name(call.func) != "counted" or len(call.args) < 2:
            continue
        words = [word.value for word in call.args[1:3] if isinstance(word, ast.Constant)]
        if words:
            one, many = words[0], words[1] if len(words) > 1 else f"{words[0]}s"
            yield Message(f"{{n}} {one}", f"{{n}} {many}", call.lineno)


def _manual(tree: ast.Module) -> Iterator[Message]:
    """Yield the paragraphs of manual pages, which are docstrings of operations; not their examples."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        titled = any(isinstance(part, ast.AnnAssign) and _name(part.target) == "title" for part in node.body)
        text = ast.get_docstring(node)
        if not titled or not text:
            continue
        for paragraph in re.split(r"\n\s*\n", re.split(r"\n\s*Examples?\n\s*-{3,}", text)[0]):
            yield Message(" ".join(paragraph.split()), "", node.lineno)


def template() -> Catalog:
    """Return all texts of the program as a catalogue without translations."""
    catalog = Catalog(project="SDCDesk", version="0.1.0", charset="utf-8")
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            for message in messages(path.read_text(encoding="utf-8")):
                key = (message.text, message.many) if message.many else message.text
                catalog.add(key, locations=[(where, message.line)])
    return catalog


def write(target: Path) -> int:
    """Write the template, and return how many texts it holds."""
    catalog = template()
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        write_po(file, catalog, width=100, omit_header=False)
    return len(catalog)


if __name__ == "__main__":
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist" / "sdcdesk.pot"
    number = write(out)
    sys.stdout.write(f"{number} texts in {out}\n")
