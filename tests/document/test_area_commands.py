"""Redesigned areas as a step of the ready project of ten people."""

import pandas as pd

from resources.samples.census import project
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.document.area_commands import with_redesigned_areas
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
