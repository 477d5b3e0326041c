"""A version that could not understand a project of this one must be told so by its format."""

import json

import pytest

from sdcdesk.core.running.errors import ProjectError
from sdcdesk.document.migrations import FORMAT
from sdcdesk.document.project_file import parse
from tests.document import project_shape


def test_whatever_is_new_in_project_files_raises_their_format() -> None:
    written = project_shape.WRITTEN.read_text(encoding="utf-8").splitlines()
    now = project_shape.shape()
    changed = sorted(set(now) ^ set(written))
    assert now == written, (
        f"What a project can say has changed ({len(changed)} lines, such as {changed[:3]}). Raise FORMAT in "
        "sdcdesk/document/migrations.py with its step, keep the sample of the old format in "
        "tests/document/old, and run tests/document/project_shape.py."
    )


def test_the_shape_names_every_parameter_of_every_step_and_measure() -> None:
    names = {line.split(":")[0] for line in project_shape.shape()}
    assert {"project.recipe", "part Step.stream", "part Scenario.keys", "part EditRule.then"} <= names
    assert {"method pram.edit_rules", "method recoding.hierarchy", "measure suda.missing"} <= names


@pytest.mark.parametrize("newer", [FORMAT + 1, FORMAT + 40])
def test_a_newer_project_is_refused_by_its_format_whatever_else_is_new_in_it(newer: int) -> None:
    steps = [{"method": {"name": "of tomorrow", "parameters": {"new": 1}}, "stream": 1, "on": True}]
    written = {"format": newer, "surprise": {}, "recipe": {"seed": 1, "steps": steps}}
    with pytest.raises(
        ProjectError, match=f"saved by a newer SDCDesk .format {newer}; this version reads up"
    ):
        parse(json.dumps(written), "new.sdcdesk")


STEP = {"method": {"name": "pram", "parameters": {"variable": "a"}}, "stream": 1}


@pytest.mark.parametrize(
    "change",
    [
        {"surprise": 1},
        {"recipe": {"seed": 1, "surprise": 1}},
        {"recipe": {"seed": 1, "steps": [STEP]}},
    ],
)
def test_nothing_that_is_not_known_is_dropped_in_silence(change: dict[str, object]) -> None:
    reference = {"path": "a.csv", "size": 1, "sha256": "0" * 64, "options": {}}
    written = {"format": FORMAT, "data": reference, **change}
    if "steps" in (recipe := change.get("recipe", {})):
        recipe["steps"][0]["method"]["parameters"]["surprise"] = 1  # type: ignore[index]
    with pytest.raises(ProjectError, match="surprise"):
        parse(json.dumps(written), "new.sdcdesk")
