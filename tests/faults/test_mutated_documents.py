"""Mutated documents in Python: whatever one holds, or a file of data or labels, only `SdcError` comes."""

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.project_file import parse
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.io import detect, read
from sdcdesk.masking import METHODS, Recoding
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.release_check import check_release
from sdcdesk.risk.weights.matrix import WeightMatrix
from sdcdesk.risk.weights.matrix_files import from_csv, read_block, to_csv
from tests.faults.example import PEOPLE, STEPS, WEIGHTS, project
from tests.faults.mutation import STRANGE_BYTES, STRANGE_NAMES, STRANGE_VALUES, at, places

NUMBERS = st.integers() | st.floats() | st.booleans() | st.none()

JSON = st.recursive(
    NUMBERS | st.text() | st.sampled_from(STRANGE_VALUES),
    lambda part: (
        st.lists(part, max_size=3) | st.dictionaries(st.text() | st.sampled_from(STRANGE_NAMES), part)
    ),
    max_leaves=5,
)
"""Whatever JSON can hold, and a little more."""

LETTERS = ",;\t|\n\r\"' .-+0123456789eaxy\ufeff\0é=²"

TEXTS = st.lists(st.sampled_from(LETTERS) | st.text(max_size=3)).map("".join)


@st.composite
def mutated(draw: st.DrawFn, tree: Any) -> Any:
    """Return JSON that was sound, with up to three places replaced, left out or added."""
    changed = json.loads(json.dumps(tree))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(sorted(places(changed), key=str)))
        if not place:
            continue
        inside, last = at(changed, place[:-1]), place[-1]
        kind = draw(st.sampled_from(("replaced", "left out", "added")))
        if kind == "replaced":
            inside[last] = deepcopy(draw(JSON))
        elif kind == "left out":
            del inside[last]
        elif isinstance(inside, list):
            inside.append(deepcopy(draw(JSON)))
        else:
            inside[draw(st.text() | st.sampled_from(STRANGE_NAMES))] = deepcopy(draw(JSON))
    return changed


@st.composite
def mutated_content(draw: st.DrawFn, content: bytes) -> bytes:
    """Return bytes that were sound, with strange ones in some places and others left out."""
    for _ in range(draw(st.integers(1, 4))):
        place, end = sorted((draw(st.integers(0, len(content))), draw(st.integers(0, len(content)))))
        put = draw(st.sampled_from(STRANGE_BYTES) | st.binary(max_size=4))
        content = content[:place] + put + content[place if draw(st.booleans()) else end :]
    return content


def written(tree: Any) -> str:
    """Return JSON, also of what is none; a number of thousands of digits cannot be written in Python."""
    return json.dumps(tree)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Microdata:
    path = tmp_path_factory.mktemp("people") / "people.csv"
    path.write_bytes(PEOPLE)
    roles = {"age": "key", "sex": "key", "zip": "key", "income": "confidential"}
    return read(path, roles=roles, scales={"age": "continuous"})


@given(tree=mutated(project()))
def test_a_project_is_read_used_and_written_or_refused(tree: Any, data: Microdata) -> None:
    with suppress(SdcError):
        found = parse(written(tree), "people.sdcdesk")
        assert parse(json.dumps(found.model_dump(mode="json")), "people.sdcdesk") == found
        release = check_release(found, Pipeline(data).run(found.recipe))
        json.dumps(release.to_json(), allow_nan=False)


@given(tree=mutated({"steps": STEPS}))
def test_methods_are_read_and_applied_or_refused(tree: Any, data: Microdata) -> None:
    steps = tree.get("steps")
    for step in steps if isinstance(steps, list) else ():
        with suppress(SdcError):
            method = METHODS.read(step)
            assert METHODS.read(json.loads(json.dumps(METHODS.write(method), allow_nan=False))) == method
            masked = method.apply(data)
            assert masked.names == data.names


@given(tree=mutated(project()["weights"]["Two"]))
def test_a_weight_matrix_is_made_or_refused(tree: Any) -> None:
    with suppress(SdcError):
        matrix = WeightMatrix(**tree)
        matrix.violations()
        assert from_csv(to_csv(matrix), "weights.csv") == matrix


@pytest.mark.parametrize("take", [read_block, lambda text: from_csv(text, "weights.csv")])
@given(text=TEXTS | mutated_content(WEIGHTS).map(lambda content: content.decode(errors="replace")))
def test_a_text_is_read_as_weights_or_refused(take: Callable[[str], object], text: str) -> None:
    with suppress(SdcError):
        take(text)


HIERARCHY = b"value;of ten;of all\n34;30 to 39;any\n35;30 to 39;any\n61;60 to 69;any\n62;60 to 69;any\n"


@given(content=mutated_content(HIERARCHY) | TEXTS.map(str.encode) | st.binary())
def test_a_file_is_read_as_a_hierarchy_or_refused(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "age.csv"
        path.write_bytes(content)
        with suppress(SdcError):
            found = Hierarchy.read(path)
            found.write(path, overwrite=True)
            assert Hierarchy.read(path) == found


LEVELS = [{"34": "young", "35": "young", "61": "old"}, {"young": "any", "old": "any"}]


@given(tree=mutated({"name": "Age", "levels": LEVELS, "titles": ["of two", "of all"]}))
def test_a_hierarchy_is_made_and_used_or_refused(tree: Any, data: Microdata) -> None:
    with suppress(SdcError):
        hierarchy = Hierarchy(**tree)
        assert Hierarchy(**json.loads(json.dumps(hierarchy.model_dump(mode="json")))) == hierarchy
    with suppress(SdcError):
        step = METHODS.read(
            {"name": "recoding", "parameters": {"variable": "age", "how": "level", "hierarchy": tree}}
        )
        assert isinstance(step, Recoding)
        assert len(step.apply(data)) == len(data)


@given(content=mutated_content(PEOPLE) | TEXTS.map(str.encode) | st.binary())
def test_a_file_is_detected_and_read_in_that_way_or_refused(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "people.csv"
        path.write_bytes(content)
        with suppress(SdcError):
            found = detect(path)
            assert read(path, found).fingerprint() == read(path).fingerprint()
