"""A project of which any part was damaged is refused in one sentence, or is a project."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.errors import ProjectError
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load, parse
from sdcdesk.masking import METHODS

SAMPLE = Path(__file__).resolve().parents[2] / "resources" / "samples" / "billing_5000.sdcdesk"
OLD = Path(__file__).parent / "old" / "format_1.sdcdesk"

Place = tuple[str | int, ...]

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 3, 2**63, 10**20, 10**400, 0.5, -0.0, 1e308, -1e-320, "", "x", "Age", "\x00"),
    *("\u202e", "Q" * 500, "\ud800", [], [[]], [None], ["Age", "Age"], {}, {"self": 1}, {"": None}),
    *({"name": "x"}, {"name": 3, "parameters": []}, {"name": "recoding", "parameters": {"self": 1}}),
    {"structure": "general", "block": [[10**400]], "tail": 0},
)
"""What a damaged file may hold in place of anything."""


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Walk through every place of plain values."""
    yield place
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield from places(below, (*place, key))


def at(value: Any, place: Place) -> Any:
    """Return what stands at a place."""
    for key in place:
        value = value[key]
    return value


def tried(written: Any) -> None:
    """Read plain values as a project; whatever comes of it can be written, and read again."""
    text = json.dumps(written)
    try:
        project = parse(text, "x.sdcdesk")
    except ProjectError as error:
        assert error.message.startswith("x.sdcdesk")
        assert error.message.endswith((".", "?"))
        assert max(len(word.strip("();,.:")) for word in error.message.split()) <= 80
        return
    again = json.dumps(project.model_dump(mode="json"), ensure_ascii=False)
    again.encode()
    assert parse(again, "x.sdcdesk") == project
    repr(project)


def written(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", [SAMPLE, OLD], ids=["format 4", "format 1"])
def test_every_place_with_every_odd_value(path: Path) -> None:
    whole = written(path)
    # Each place has a fifth of the odd values, and each value is tried at a fifth of the places.
    for number, place in enumerate(list(places(whole))[1:]):
        for odd in ODD[number % 5 :: 5]:
            damaged = copy.deepcopy(whole)
            at(damaged, place[:-1])[place[-1]] = odd
            tried(damaged)


@pytest.mark.parametrize("path", [SAMPLE, OLD], ids=["format 4", "format 1"])
def test_every_place_without_its_value_or_with_one_more(path: Path) -> None:
    whole = written(path)
    for place in list(places(whole))[1:]:
        lacking = copy.deepcopy(whole)
        del at(lacking, place[:-1])[place[-1]]
        tried(lacking)
        more = copy.deepcopy(whole)
        inside = at(more, place)
        if isinstance(inside, dict):
            inside["self"] = 1
        elif isinstance(inside, list):
            inside += inside
        tried(more)


JSON = st.recursive(
    st.sampled_from(ODD[:20]) | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
    max_leaves=6,
)


@given(data=st.data(), path=st.sampled_from([SAMPLE, OLD]))
def test_several_damages_at_once(data: st.DataObject, path: Path) -> None:
    damaged = written(path)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.sampled_from(list(places(damaged))[1:] or [()]))
        if place:
            at(damaged, place[:-1])[place[-1]] = data.draw(JSON)
    tried(damaged)


@pytest.mark.parametrize("catalogue", [METHODS, MEASURES], ids=["methods", "measures"])
@given(data=st.data())
def test_parameters_of_any_kind(catalogue: Any, data: st.DataObject) -> None:
    operation = data.draw(st.sampled_from(list(catalogue)))
    names = st.sampled_from([*operation.model_fields, "self"])
    parameters = data.draw(st.dictionaries(names, JSON | st.sampled_from(ODD), max_size=4))
    entry = {"name": operation.name, "parameters": parameters}
    whole = written(SAMPLE)
    if issubclass(operation, Method):
        whole["recipe"]["steps"][0]["method"] = entry
    else:
        whole["measures"] = [entry]
    tried(whole)


@given(
    st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
@example(b"\xef\xbb\xbf{}")
@example(b"{")
def test_bytes_of_any_kind(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.sdcdesk"
    path.write_bytes(content)
    with pytest.raises(ProjectError):
        load(path)


@given(data=st.data())
def test_a_text_with_bytes_changed(data: st.DataObject) -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start, min(start + 40, len(text))))
    try:
        project = parse(text[:start] + data.draw(st.text(max_size=5)) + text[end:], "x.sdcdesk")
    except ProjectError as error:
        assert error.message.endswith((".", "?"))
    else:
        assert isinstance(project, Project)
