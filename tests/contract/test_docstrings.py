"""Docstrings of the engine: numpydoc sections that name all parameters, results and errors."""

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from sdcdesk.core.running import errors

ROOT = Path(__file__).resolve().parents[2]

ENGINE = sorted((ROOT / "sdcdesk").rglob("*.py"))
EVERYWHERE = [*ENGINE, *sorted((ROOT / "ui").rglob("*.py"))]

RIDDLES = ("What", "How", "Whether", "Why", "Who", "Which", "Where", "Every", "All", "One", "Nothing")
"""First words that nobody would search for."""

HEADINGS = "Parameters|Attributes|Returns|Yields|Raises|Notes|References|Examples?|See Also"
SECTION = re.compile(rf"^({HEADINGS})\n-+$\n?", re.MULTILINE)

DOCSTRING = re.compile(r'\s*"""(.+?)"""', re.DOTALL)
"""The docstring of a module, at its very beginning."""

ERRORS = {name for name, kind in vars(errors).items() if isinstance(kind, type)}
"""Names of the errors that a user can act on."""

DTYPE = re.compile(r"\b(u?int\d*|[Ii]ntegers?|float64|datetime64|bool|[Tt]ype)\b")
SHAPE = re.compile(r"\([^()]*\)|\bshape\b")


@dataclass
class Documented:
    """A public function or method with the sections of its docstring."""

    where: str
    node: ast.FunctionDef
    sections: dict[str, str]

    @property
    def is_property(self) -> bool:
        return any("property" in ast.unparse(one) for one in self.node.decorator_list)

    @property
    def result(self) -> str:
        """What it returns; empty where that is nothing."""
        written = "" if self.node.returns is None else ast.unparse(self.node.returns).strip("'")
        return "" if written in ("None", "Never", "NoReturn") else written

    @property
    def parameters(self) -> list[ast.arg]:
        given = self.node.args
        rest = [one for one in (given.vararg, given.kwarg) if one is not None]
        every = [*given.posonlyargs, *given.args, *given.kwonlyargs, *rest]
        return [one for one in every if one.arg not in ("self", "cls") and not one.arg.startswith("_")]

    @property
    def raised(self) -> set[str]:
        """The errors of the engine that its own lines raise."""
        return {
            node.exc.func.id
            for node in ast.walk(self.node)
            if isinstance(node, ast.Raise)
            and isinstance(node.exc, ast.Call)
            and isinstance(node.exc.func, ast.Name)
            and node.exc.func.id in ERRORS
        }

    def entries(self, section: str) -> dict[str, str]:
        """Return the texts of a section by name."""
        found = {}
        for entry in re.split(r"^(?=\S)", self.sections.get(section, ""), flags=re.MULTILINE):
            names, _, text = entry.partition("\n")
            found |= {name.strip().lstrip("*"): " ".join(text.split()) for name in names.split(",")}
        return found


def sections(docstring: str) -> dict[str, str]:
    parts = SECTION.split(docstring)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def overrides(path: Path, owner: str, name: str) -> bool:
    """Return whether a method is declared, and so described, by a base of its class."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
    return any(name in vars(base) for base in getattr(module, owner).__mro__[1:])


def functions(path: Path) -> Iterator[Documented]:
    """Walk through the public functions of a module and the public methods of its public classes."""

    def of(body: list[ast.stmt], owner: str) -> Iterator[Documented]:
        for node in body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield from of(node.body, node.name)
            if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
                continue
            if any(ast.unparse(one) == "overload" for one in node.decorator_list):
                continue  # the function itself says what it does
            if owner and overrides(path, owner, node.name):
                continue
            where = f"{path.relative_to(ROOT).as_posix()}: {f'{owner}.' if owner else ''}{node.name}"
            yield Documented(where, node, sections(ast.get_docstring(node) or ""))

    return of(ast.parse(path.read_text(encoding="utf-8")).body, "")


@pytest.fixture(scope="module")
def public() -> list[Documented]:
    return [function for path in ENGINE for function in functions(path)]


def test_public_functions_are_found(public: list[Documented]) -> None:
    assert len(public) > 500


def test_parameters_are_named_and_described(public: list[Documented]) -> None:
    assert not [
        f"{function.where}, {parameter.arg}"
        for function in public
        for parameter in function.parameters
        if not function.entries("Parameters").get(parameter.arg)
    ]


def test_no_parameter_is_described_that_is_not_there(public: list[Documented]) -> None:
    assert not [
        f"{function.where}, {name}"
        for function in public
        for name in function.entries("Parameters")
        if name and name not in [parameter.arg for parameter in function.parameters]
    ]


def test_results_are_described(public: list[Documented]) -> None:
    assert not [
        function.where
        for function in public
        if function.result and not function.is_property
        if not (function.sections.get("Returns") or function.sections.get("Yields"))
    ]


def test_raised_errors_are_described(public: list[Documented]) -> None:
    assert not [
        f"{function.where}, {error}"
        for function in public
        if not function.is_property
        for error in sorted(function.raised)
        if not function.entries("Raises").get(error)
    ]


def test_arrays_state_their_type_and_shape(public: list[Documented]) -> None:
    given = [
        (f"{function.where}, {parameter.arg}", function.entries("Parameters").get(parameter.arg, ""))
        for function in public
        for parameter in function.parameters
        if parameter.annotation is not None
        if "ndarray" in (written := ast.unparse(parameter.annotation)) and "Callable" not in written
    ]
    returned = [
        (function.where, function.sections.get("Returns", "") + function.sections.get("Yields", ""))
        for function in public
        if "ndarray" in function.result and "Callable" not in function.result and not function.is_property
    ]
    assert len(given) > 50
    assert not [where for where, text in given + returned if not (DTYPE.search(text) and SHAPE.search(text))]


def test_entries_begin_with_what_the_thing_is(public: list[Documented]) -> None:
    assert not [
        f"{function.where}, {name}: {text}"
        for function in public
        for section in ("Parameters", "Raises")
        for name, text in function.entries(section).items()
        if text.startswith(("Of ", "That of ", "Those of "))
    ]


def undocumented(path: Path) -> Iterator[str]:
    """Walk through the fields of public classes, and arguments of making them, that no section names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
            continue
        known = Documented("", ast.FunctionDef(), sections(ast.get_docstring(node) or ""))
        named = {**known.entries("Attributes"), **known.entries("Parameters")}
        yield from (f"{node.name}.{name}" for name in fields(node) if not named.get(name))


def fields(node: ast.ClassDef) -> Iterator[str]:
    """Walk through fields and arguments; a parameter of an operation has its help, a constant its class."""
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            value = "" if one.value is None else ast.unparse(one.value)
            constant = "ClassVar" in ast.unparse(one.annotation)
            if not (constant or value.startswith("parameter(") or one.target.id.startswith("_")):
                yield one.target.id
        if isinstance(one, ast.FunctionDef) and one.name == "__init__":
            yield from (given.arg for given in Documented("", one, {}).parameters)


def test_fields_of_classes_are_described() -> None:
    missing = [f"{path.relative_to(ROOT)}: {name}" for path in ENGINE for name in undocumented(path)]
    assert not missing


def first_word(path: Path) -> str:
    docstring = DOCSTRING.match(path.read_text(encoding="utf-8"))
    return docstring[1].split(maxsplit=1)[0].rstrip(":,.") if docstring else "nothing"


def test_modules_begin_with_the_noun_that_one_would_search_for() -> None:
    words = {path.relative_to(ROOT).as_posix(): first_word(path) for path in EVERYWHERE}
    assert len(words) > 300
    assert not {path: word for path, word in words.items() if not word[0].isupper() or word in RIDDLES}
