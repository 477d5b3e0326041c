"""Redesigned areas as a step of the ready project of ten people."""

from pathlib import Path

import pandas as pd
import pytest

from resources.samples.census import project
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.document.area_commands import (
    merged_names,
    touching_areas,
    with_parts_again,
    with_redesigned_areas,
    with_touching,
)
from sdcdesk.document.project_file import load
from sdcdesk.masking import Recoding
from sdcdesk.risk import LinkedTables, merged_areas


def test_new_areas_are_a_step_at_the_end() -> None:
    people = Microdata(pd.DataFrame({"ward": list("aabb"), "sex": list("mfmf")}))
    found = merged_areas(LinkedTables(published=["sex"], area="ward"), people)
    label, changed = with_redesigned_areas(project(), found)
    assert label == "2 areas of ward made 1"
    step = changed.recipe.steps[-1].method
    assert step == Recoding(variable="ward", how="mapping", mapping={"a": "a+b", "b": "a+b"})


def test_areas_that_stay_change_nothing() -> None:
    people = Microdata(pd.DataFrame({"ward": list("aabb"), "sex": list("mmff")}))
    found = merged_areas(LinkedTables(published=["sex"], area="ward"), people)
    label, changed = with_redesigned_areas(project(), found)
    assert (label, changed) == ("", project())


def recoded(**mapping: str) -> Recoding:
    return Recoding(variable="ward", how="mapping", mapping=mapping)


def test_a_merged_area_is_split_into_its_parts_again() -> None:
    recipe = project().recipe.then(recoded(a="a+b", b="a+b", c="C")).then(recoded(d="d+e", e="d+e"))
    begun = project().changed(recipe=recipe)
    assert merged_names(begun, "ward") == {"a+b": ("a", "b"), "d+e": ("d", "e")}
    label, changed = with_parts_again(begun, "ward", "a+b")
    assert label == "Area a+b made 2 areas again"
    assert [step.method for step in changed.recipe.steps] == [recoded(c="C"), recoded(d="d+e", e="d+e")]
    # A step that merges nothing any more is gone.
    assert [step.method for step in with_parts_again(changed, "ward", "d+e").project.recipe.steps] == [
        recoded(c="C")
    ]
    with pytest.raises(ParameterError, match="No step has merged an area called x"):
        with_parts_again(begun, "ward", "x")


def test_areas_that_were_merged_twice_are_split_once_at_a_time() -> None:
    recipe = project().recipe.then(recoded(a="a+b", b="a+b")).then(recoded(**{"a+b": "all", "c": "all"}))
    begun = project().changed(recipe=recipe)
    assert merged_names(begun, "ward") == {"all": ("a+b", "c")}
    once = with_parts_again(begun, "ward", "all").project
    assert merged_names(once, "ward") == {"a+b": ("a", "b")}
    assert merged_names(begun.changed(recipe=recipe.switched(1, on=False)), "ward") == {"a+b": ("a", "b")}


def test_areas_that_touch_stand_in_the_project_and_follow_its_merges(tmp_path: Path) -> None:
    label, changed = with_touching(project(), "ward", (("a", "c"), ("b", "c"), ("a", "b")))
    assert label == "Which areas of ward touch"
    changed.save(tmp_path / "new.sdcdesk")
    assert load(tmp_path / "new.sdcdesk").touching == changed.touching
    assert touching_areas(changed, "ward") == (("a", "c"), ("b", "c"), ("a", "b"))
    merged = changed.changed(recipe=changed.recipe.then(recoded(a="a+b", b="a+b")))
    assert touching_areas(merged, "ward") == (("a+b", "c"),)
    assert with_touching(changed, "ward", ()).project == project()
    assert with_touching(project(), "ward", ()).label == ""
