"""Cost of an addition: the files and code lines of one operation or format, and the lists that name it.

Nothing is imported: the sources are read, so that any Python does, without an environment.
"""

from __future__ import annotations

import ast
import difflib
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from code_lines import code_lines
from stages import ROOT, SetUpError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

ROOMS = ("sdcdesk/masking", "sdcdesk/risk", "sdcdesk/loss", "sdcdesk/io")
"""Where operations and formats are declared."""


@dataclass(frozen=True)
class Cost:
    """What one operation or format takes.

    Attributes
    ----------
    name, kind
        How recipes and commands call it; its class.
    own
        Its file, and all files that serve nothing else, with their code lines.
    tests
        Tests that are about it alone, with their code lines.
    named
        Other files that name it, with the numbers of these lines: the lists that an addition goes into.
    """

    name: str
    kind: str
    own: dict[Path, int]
    tests: dict[Path, int]
    named: dict[Path, list[int]]

    def text(self) -> str:
        """Return the cost as lines for a terminal."""
        lines = [f"{self.name} ({self.kind})", ""]
        for title, files in (("Code", self.own), ("Tests", self.tests)):
            lines.append(f"{title}: {sum(files.values())} code lines in {_files(len(files))}")
            lines += [f"{number:6}  {path.as_posix()}" for path, number in files.items()]
        lines.append(f"Named elsewhere: in {_files(len(self.named))}")
        for path, numbers in self.named.items():
            places = ", ".join(map(str, numbers[:8])) + (", …" if len(numbers) > 8 else "")
            lines.append(f"        {path.as_posix()}: {places}")
        return "\n".join(lines)


def _files(number: int) -> str:
    return "1 file" if number == 1 else f"{number} files"


def cost(name: str, root: Path = ROOT) -> Cost:
    """Return what an operation or format takes in a checkout, or raise `SetUpError` where there is none."""
    sources = {path: path.read_text(encoding="utf-8") for path in _sources(root)}
    declared = dict(_declared(sources, root))
    if name not in declared:
        close = difflib.get_close_matches(name, declared, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(sorted(declared))}."
        raise SetUpError(f"There is no operation or format called {name}; {hint}")
    file, kind = declared[name]
    own = serving_only(file, sources, root)
    # Words of the language, such as "rounding" or "pram" in a sentence, are no names: names stand in quotes.
    mentions = re.compile(rf"\b{kind}\b|[\"']{name}[\"':]")
    tests, named = {}, {}
    for path, text in sources.items():
        lines = [number for number, line in enumerate(text.splitlines(), 1) if mentions.search(line)]
        if path in own or not lines:
            continue
        if _is_test(path, root) and _about(text, declared.values()) == {kind}:
            tests[path] = len(code_lines(text))
        else:
            named[path] = lines
    for path in sorted((root / "tests").rglob("*.txt")):
        listed = path.read_text(encoding="utf-8").splitlines()
        lines = [number for number, line in enumerate(listed, 1) if line.startswith(f"{name} ")]
        named |= {path: lines} if lines else {}
    counted = {path: len(code_lines(sources[path])) for path in own}
    return Cost(name, kind, *(_below(root, files) for files in (counted, tests, named)))


def serving_only(file: Path, sources: dict[Path, str], root: Path) -> list[Path]:
    """Return a file and those that nothing but it imports, directly or by one another."""
    modules = {_module(path, root): path for path in sources if not _is_test(path, root)}
    imports = {
        path: {modules[name] for name in _imports(sources[path]) if name in modules}
        for path in modules.values()
    }
    own, before = [file], 0
    while len(own) > before:
        before = len(own)
        for other in sorted(set().union(*(imports[path] for path in own)) - set(own)):
            importers = {
                one for one, names in imports.items() if other in names and one.name != "__init__.py"
            }
            if importers <= {*own, other} and other.name != "__init__.py":
                own.append(other)
    return own


def _sources(root: Path) -> Iterator[Path]:
    for room in ("sdcdesk", "ui", "tests"):
        yield from sorted((root / room).rglob("*.py"))


def _declared(sources: dict[Path, str], root: Path) -> Iterator[tuple[str, tuple[Path, str]]]:
    """Yield the name of each operation and format with its file and its class."""
    for path, text in sources.items():
        if not path.relative_to(root).as_posix().startswith(ROOMS):
            continue
        for name, kind in _named(text):
            yield name, (path, kind)


@cache
def _named(text: str) -> list[tuple[str, str]]:
    """Return the names that classes of a source give themselves, and these classes."""
    named = []
    for node in ast.parse(text).body:
        for statement in node.body if isinstance(node, ast.ClassDef) else ():
            if not isinstance(statement, (ast.AnnAssign, ast.Assign)):
                continue
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            value = statement.value
            is_name = isinstance(targets[0], ast.Name) and targets[0].id == "name"
            if is_name and isinstance(value, ast.Constant):
                named.append((str(value.value), node.name))
    return named


@cache
def _imports(text: str) -> list[str]:
    """Return all that a source may import: modules, and what it takes out of them."""
    names: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return names


def _about(text: str, declared: Iterable[tuple[Path, str]]) -> set[str]:
    """Return the classes of operations and formats that a test names."""
    words = set(re.findall(r"\w+", text))
    return {kind for _, kind in declared if kind in words}


def _is_test(path: Path, root: Path) -> bool:
    return path.relative_to(root).parts[0] == "tests"


def _module(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def _below(root: Path, files: dict[Path, object]) -> dict:
    return {path.relative_to(root): value for path, value in files.items()}
